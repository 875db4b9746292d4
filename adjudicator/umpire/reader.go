package umpire

import (
	"net/mail"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"galloper/events"
	"galloper/orders"
)

// reader parses the rest of an act after its first word, from left to right.
type reader struct {
	line  line
	form  *Form
	rest  string
	about known
	dated bool // the line names its turn
	fault *Fault
}

func (r *reader) read() Act {
	act := Act{Word: r.form.Word, Line: r.line.at, Source: r.line.text}
	if r.form.text {
		head, text, ok := strings.Cut(r.rest, ":")
		r.rest, act.Text = head, strings.TrimSpace(text)
		r.require(ok && act.Text != "" || !ok && r.form.bare, "its text is missing")
	}
	head := r.rest
	act.Because = r.because()
	act.Turn = r.turn()
	if r.dated = act.Turn > 0; !r.dated && r.canComplete(act.Word) {
		act.Turn, act.Replied = r.about.turn, !r.about.brief
	}
	if r.form.read != nil {
		r.form.read(r, &act)
	}
	if r.form.span {
		span, err := orders.ParseSpan(r.word())
		r.require(err == nil && span > 0, "a time span is missing")
		act.Span = span
	}
	if r.form.names != "" {
		act.Names = r.names()
		r.require(len(act.Names) > 0, "a name is missing")
	}
	rest := strings.Trim(r.rest, " .,!")
	r.require(rest == "" || strings.EqualFold(rest, "please"),
		"it goes on with "+strconv.Quote(rest)+", which is not understood")
	r.require(!r.form.reason || act.Because != "" || r.about.brief, "it gives no reason (BECAUSE …)")
	if r.fault == nil && r.form.Acting && act.Turn == 0 {
		r.require(false, "it does not name the turn")
		r.fault.Want, r.fault.Turnless = r.withTurn(head), true
	}
	return act
}

// canComplete reports whether the turn of the surroundings completes the act. Of a reply, only an act in capitals is
// completed: the word may stand in prose.
func (r *reader) canComplete(word string) bool {
	return r.about.brief || r.form.Acting && strings.HasPrefix(r.line.text, word)
}

// withTurn returns the line with TURN 4 after head, the words between the act's word and its text, or before the reason
// in head.
func (r *reader) withTurn(head string) string {
	before := reader{rest: head}
	before.because()
	at := strings.Index(r.line.text, head) + len(strings.TrimRight(before.rest, " .,!"))
	if before.rest == "" {
		at = len(r.form.Word)
	}
	return r.line.text[:at] + " TURN 4" + r.line.text[at:]
}

func (r *reader) require(ok bool, what string) {
	if !ok && r.fault == nil {
		r.fault = &Fault{Line: r.line.at, Text: r.line.text, What: what, Want: r.form.Grammar}
	}
}

// cut splits the rest at a keyword, in any case. It searches the original text, because changing the case of some
// letters (ı, ſ) changes their length and so the positions after them.
func (r *reader) cut(keyword string) (after string, ok bool) {
	padded, word := " "+r.rest+" ", " "+keyword+" "
	for i := range len(padded) - len(word) + 1 {
		if strings.EqualFold(padded[i:i+len(word)], word) {
			after = strings.TrimSpace(padded[i+len(word):])
			r.rest = strings.TrimSpace(padded[:i])
			return after, true
		}
	}
	return "", false
}

func (r *reader) because() string {
	reason, _ := r.cut("BECAUSE")
	return reason
}

func (r *reader) turn() int {
	after, ok := r.cut("TURN")
	if !ok {
		return 0
	}
	number, rest, _ := strings.Cut(after, " ")
	n, err := strconv.Atoi(strings.TrimRight(number, ".,!"))
	r.require(err == nil && n > 0, "TURN wants a number")
	r.rest = strings.TrimSpace(r.rest + " " + rest)
	return n
}

func (r *reader) word() string {
	word, rest, _ := strings.Cut(strings.TrimSpace(r.rest), " ")
	r.rest = rest
	return word
}

func (r *reader) names() []string {
	rest := r.rest
	if r.form.names != "-" {
		word := r.word()
		r.require(strings.EqualFold(word, r.form.names), r.form.names+" is missing")
		rest = r.rest
	}
	r.rest = ""
	return namesIn(rest)
}

// Readers for the parts of single acts.

func (r *reader) number(what string) int {
	n, err := strconv.Atoi(strings.TrimRight(r.word(), ".,!"))
	r.require(err == nil && n > 0, what+" is missing")
	return n
}

// readName reads one word in lower case: the id of a seat, a die, a dispatch.
func (r *reader) readName(what string) string {
	word := strings.ToLower(r.word())
	r.require(word != "", what+" is missing")
	return word
}

func (r *reader) keyword(want string) {
	r.require(strings.EqualFold(r.word(), want), want+" is missing")
}

// readApproval reads `TURN 4 [DRAFT 2]`.
func readApproval(r *reader, a *Act) {
	if rest := strings.Trim(r.rest, " .,!"); rest != "" && !strings.EqualFold(rest, "please") {
		r.keyword("DRAFT")
		a.Number = r.number("the number of the draft")
	}
}

var outcomeID = regexp.MustCompile(`^t(\d+)\.\d+(\.\d+)?$`)

// readRuling reads an optional `t4.17`, and the SETs after the text.
func readRuling(r *reader, a *Act) {
	if a.Of = strings.ToLower(r.word()); a.Of != "" {
		f := outcomeID.FindStringSubmatch(a.Of)
		r.require(f != nil, strconv.Quote(a.Of)+" is no outcome's id")
		if f != nil {
			turn, err := strconv.Atoi(f[1])
			r.require(err == nil && (!r.dated || a.Turn == turn), "it names two turns")
			a.Turn, a.Replied = turn, false
		}
	}
	a.Text, a.Sets = cutSets(a.Text)
	r.require(!malformed(a.Text), "a SET is written SET path = value")
	r.require(a.Text != "", "it does not state the ruling")
	for _, s := range a.Sets {
		r.require(s.Path != "" && s.Value != "", "a SET has no path or no value")
		r.require(!malformed(s.Value), "a SET is written SET path = value")
	}
}

var setPattern = regexp.MustCompile(`(?i)(?:^|[ ;,])(?:with )?SET +([^ =]+) *= *`)

// malformed reports whether the text still has a SET that could not be parsed. It would otherwise be told to all
// players as part of the ruling. Long rulings are parsed again with each of their lines, so the pattern is only tried
// on texts that can match.
func malformed(text string) bool {
	head := text[:min(len(text), len("with set"))]
	return (strings.Contains(text, "SET") || strings.Contains(strings.ToUpper(head), "SET")) &&
		malformedSet.MatchString(text)
}

var malformedSet = regexp.MustCompile(`^(?i:with )?(?i:set)\b|[ ;,]SET\b`)

// cutSets removes `SET path = value` from the end of a ruling's text.
func cutSets(text string) (string, []events.Setting) {
	if !strings.Contains(text, "=") {
		return text, nil
	}
	found := setPattern.FindAllStringSubmatchIndex(text, -1)
	if len(found) == 0 {
		return text, nil
	}
	var sets []events.Setting
	for i, f := range found {
		end := len(text)
		if i+1 < len(found) {
			end = found[i+1][0]
		}
		sets = append(
			sets,
			events.Setting{Path: strings.ToLower(text[f[2]:f[3]]), Value: strings.Trim(text[f[1]:end], " ;,")},
		)
	}
	return strings.TrimSpace(text[:found[0][0]]), sets
}

func readReroll(r *reader, a *Act) { a.Of = r.readName("the die's name") }

func readAmendment(r *reader, a *Act) {
	a.Seat = r.readName("the seat")
	a.Number = r.number("the number of the order")
}

func readRevert(r *reader, a *Act) {
	r.keyword("TO")
	r.require(a.Turn > 0, "TURN is missing")
}

func readSubstitute(r *reader, a *Act) {
	a.Seat = r.readName("the seat")
	r.keyword("BY")
	a.Address = r.address(r.word())
}

func readAddress(r *reader, a *Act) {
	a.Seat = r.readName("the seat")
	word := r.word()
	r.require(strings.HasPrefix(word, "+") || strings.HasPrefix(word, "-"), "+ or - before the address is missing")
	a.Take = strings.HasPrefix(word, "-")
	a.Address = r.address(strings.TrimLeft(word, "+-"))
}

// Vaulted is the prefix of an address id in a proposal.
const Vaulted = "id:"

func (r *reader) address(word string) string {
	word = strings.Trim(word, "<>")
	r.require(strings.HasPrefix(word, Vaulted) || IsAddress(word), strconv.Quote(word)+" is not a mail address")
	return word
}

// IsAddress reports whether the text is an address and nothing else.
func IsAddress(text string) bool {
	p, err := mail.ParseAddress(text)
	return err == nil && p.Address == text
}

func readCourier(r *reader, a *Act) {
	a.Of = r.readName("the dispatch's id")
	a.Fate = strings.ToLower(r.word())
	switch a.Fate {
	case "captured":
		r.keyword("BY")
		a.As = r.readName("the seat that captured it")
	case "delayed":
		a.Number = r.number("the number of turns")
		if rest := strings.ToLower(strings.TrimSpace(r.rest)); rest == "turns" {
			r.rest = ""
		}
	default:
		r.require(a.Fate == "lost", "LOST, CAPTURED BY or DELAYED is missing")
	}
}

func readLetter(r *reader, a *Act) { a.As, _ = r.cut("FROM") }

// readReveal reads `subject [TO seat, seat]`, with an optional text after a colon.
func readReveal(r *reader, a *Act) {
	if to, ok := r.cut("TO"); ok {
		a.Names = namesIn(to)
		r.require(len(a.Names) > 0, "a seat is missing after TO")
	}
	a.Of = strings.ToLower(strings.TrimSpace(r.rest))
	r.rest = ""
	r.require(a.Of != "", "it does not say what to reveal")
}

// readSpectators reads the delay for spectators. The act itself checks that it is at least one turn.
func readSpectators(r *reader, a *Act) {
	switch a.Fate = strings.ToLower(r.word()); a.Fate {
	case "delay":
		n, err := strconv.Atoi(r.word())
		r.require(err == nil && n >= 0, "the number of turns is missing")
		a.Number = n
		if rest := strings.ToLower(strings.TrimSpace(r.rest)); rest == "turns" || rest == "turn" {
			r.rest = ""
		}
	default:
		r.require(a.Fate == "all" || a.Fate == "none", "DELAY and a number of turns, ALL or NONE is missing")
	}
}

func readConfirm(r *reader, a *Act) {
	a.Number = r.number("the number")
	a.Of = r.readName("the code")
}

// readHistory reads an optional turn number, which players write without the word TURN.
func readHistory(r *reader, a *Act) {
	if strings.TrimSpace(r.rest) != "" {
		a.Turn = r.number("the number of the turn")
	}
}

func readWhy(r *reader, a *Act) {
	a.Of = strings.ToLower(r.word())
	r.require(a.Of == "" || outcomeID.MatchString(a.Of), strconv.Quote(a.Of)+" is no outcome's id")
}

func namesIn(text string) []string {
	return slices.DeleteFunc(
		strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return c == ',' || c == ' ' || c == '&' }),
		func(word string) bool { return word == "and" },
	)
}
