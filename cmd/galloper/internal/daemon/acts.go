package daemon

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"galloper/events"
)

// Act is one thing that an umpire does to a game, as written in a mail or on the
// command line (CONTRACT §5): `EXTEND 48h TURN 4 BECAUSE the post was late`.
type Act struct {
	Word    string        // `EXTEND`
	Turn    int           // the turn that it names, 0 if none
	Span    time.Duration // EXTEND
	Names   []string      // LETTER, REVEAL: seats; ANSWER: the question's id
	Text    string        // behind the colon: ANNOUNCE, LETTER, ANSWER, RULE, AMEND, REVEAL
	Because string        // the reason
	Line    int           // in the text, from 1
	Source  string        // as written, on one line

	Seat    string           // AMEND, SUBSTITUTE, ADDRESS
	Number  int              // AMEND: the order; CONFIRM: the proposal; COURIER DELAYED: turns; APPROVE: the draft
	Of      string           // RULE: outcome; REROLL: die; COURIER: dispatch; REVEAL: subject; CONFIRM: code
	Fate    string           // COURIER: `lost`, `captured`, `delayed`
	As      string           // LETTER: in whose name; COURIER: the seat that captured it
	Address string           // SUBSTITUTE, ADDRESS: as written, or `id:` and its id in the vault
	Take    bool             // ADDRESS: it is taken away
	Sets    []events.Setting // RULE

	by hand // who acts; filled in where the act is done
}

// ActFault says what is wrong with a line of an umpire's mail, and what to write.
type ActFault struct {
	Line int
	Text string // the line as written
	What string
	Want string
}

// String says where and what, and what to write.
func (f ActFault) String() string {
	return fmt.Sprintf("line %d: %s: %s; write: %s", f.Line, f.Text, f.What, f.Want)
}

// actForm is a row of the table of acts: how one is written and what it does.
type actForm struct {
	word    string
	grammar string
	acting  bool   // it acts on a turn and must name it
	span    bool   // a time span follows the word
	names   string // word before the names: `TO`; "-" names without one; "" none
	text    bool   // a colon and a text follow
	bare    bool   // or do not
	reason  bool   // it must say BECAUSE
	tells   bool   // it does nothing but tell the umpire something
	final   bool   // it cannot be undone: it stands alone in its mail and wants to be confirmed
	read    func(*actReader, *Act)
	decide  func(*Game, Act, time.Time) (step, string)
}

// readActs reads an umpire's mail. An act begins on a line of its own; a line that
// begins none continues the one before it.
func readActs(text string) (acts []Act, faults []ActFault) { return readActsOf(text, 0) }

// readActsOf reads an umpire's mail about a turn that is known: acts need not
// name it, nor give a reason. Turn 0: they must.
func readActsOf(text string, turn int) (acts []Act, faults []ActFault) {
	for _, l := range joinActs(text) {
		act, fault := readAct(l, turn)
		if fault != nil {
			faults = append(faults, *fault)
			continue
		}
		acts = append(acts, act)
	}
	return acts, faults
}

type actLine struct {
	text string
	line int
}

// joinActs puts continued lines together. Lines before the first act that are no
// act themselves are returned as such, so that they are refused and not lost.
func joinActs(text string) []actLine {
	var out []actLine
	closed := true
	for i, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		line = strings.Join(strings.Fields(line), " ")
		switch {
		case line == "":
			closed = true
		case strings.EqualFold(line, "END") || line == "--":
			return out
		case strings.HasPrefix(line, "#") || strings.HasPrefix(line, ">") || isEnvelope(line):
		case findAct(line) == nil && (!closed || isSet(line) && len(out) > 0):
			out[len(out)-1].text += " " + line
		default:
			out = append(out, actLine{line, i + 1})
			closed = false
		}
	}
	return out
}

// isEnvelope reports whether the line says who writes, not what is to be done.
func isEnvelope(line string) bool {
	words := strings.Fields(strings.ToUpper(line))
	return len(words) == 2 && slices.Contains([]string{"GAME", "SEAT", "KEY"}, words[0]) || line == "ORDERS"
}

// isSet reports whether the line is a SET of the ruling before it.
func isSet(line string) bool { return len(line) > 4 && strings.EqualFold(line[:4], "SET ") }

func findAct(line string) *actForm {
	word, _, _ := strings.Cut(line, " ")
	word = strings.TrimRight(strings.ToUpper(word), ":")
	forms := actForms()
	i := slices.IndexFunc(forms, func(f actForm) bool { return f.word == word })
	if i < 0 {
		return nil
	}
	return &forms[i]
}

func readAct(l actLine, turn int) (Act, *ActFault) {
	form := findAct(l.text)
	if form == nil {
		return Act{}, &ActFault{l.line, l.text, "this is no act of an umpire", actWords()}
	}
	r := actReader{line: l, form: form, known: turn, rest: strings.TrimSpace(l.text[len(form.word):])}
	act := r.read()
	return act, r.fault
}

// actReader reads what stands behind the word of an act, from left to right.
type actReader struct {
	line  actLine
	form  *actForm
	rest  string
	known int // the turn that the mail is about, if it need not say so
	fault *ActFault
}

func (r *actReader) read() Act {
	act := Act{Word: r.form.word, Line: r.line.line, Source: r.line.text}
	if r.form.text {
		head, text, ok := strings.Cut(r.rest, ":")
		r.rest, act.Text = head, strings.TrimSpace(text)
		r.need(ok && act.Text != "" || !ok && r.form.bare, "its text is missing")
	}
	act.Because = r.because()
	if act.Turn = r.turn(); act.Turn == 0 {
		act.Turn = r.known
	}
	if r.form.read != nil {
		r.form.read(r, &act)
	}
	if r.form.span {
		span, err := ParseSpan(r.word())
		r.need(err == nil && span > 0, "a time span is missing")
		act.Span = span
	}
	if r.form.names != "" {
		act.Names = r.names()
		r.need(len(act.Names) > 0, "a name is missing")
	}
	r.need(strings.TrimSpace(r.rest) == "", "it goes on with "+strconv.Quote(strings.TrimSpace(r.rest))+", which is not understood")
	r.need(!r.form.acting || act.Turn > 0, "it does not name the turn")
	r.need(!r.form.reason || act.Because != "" || r.known > 0, "it gives no reason (BECAUSE …)")
	return act
}

func (r *actReader) need(ok bool, what string) {
	if !ok && r.fault == nil {
		r.fault = &ActFault{r.line.line, r.line.text, what, r.form.grammar}
	}
}

// cut splits the rest at a keyword, in any case.
func (r *actReader) cut(keyword string) (after string, ok bool) {
	padded := " " + r.rest + " "
	i := strings.Index(strings.ToUpper(padded), " "+keyword+" ")
	if i < 0 {
		return "", false
	}
	after = strings.TrimSpace(padded[i+len(keyword)+2:])
	r.rest = strings.TrimSpace(padded[:i])
	return after, true
}

func (r *actReader) because() string {
	reason, _ := r.cut("BECAUSE")
	return reason
}

func (r *actReader) turn() int {
	after, ok := r.cut("TURN")
	if !ok {
		return 0
	}
	number, rest, _ := strings.Cut(after, " ")
	n, err := strconv.Atoi(number)
	r.need(err == nil && n > 0, "TURN wants a number")
	r.rest = strings.TrimSpace(r.rest + " " + rest)
	return n
}

func (r *actReader) word() string {
	word, rest, _ := strings.Cut(strings.TrimSpace(r.rest), " ")
	r.rest = rest
	return word
}

func (r *actReader) names() []string {
	rest := r.rest
	if r.form.names != "-" {
		word := r.word()
		r.need(strings.EqualFold(word, r.form.names), r.form.names+" is missing")
		rest = r.rest
	}
	r.rest = ""
	return namesIn(rest)
}

func actWords() string {
	var words []string
	for _, f := range actForms() {
		words = append(words, f.word)
	}
	return strings.Join(words, ", ")
}
