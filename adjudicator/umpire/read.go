package umpire

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"galloper/orders"
)

// Read parses an umpire's mail. An act begins on a new line; a line directly below it that begins no act continues it.
func Read(text string) (acts []Act, faults []Fault) { return ReadReply(text, 0) }

// ReadReply parses an umpire's mail that answers a mail of a turn, or of the lobby if turn is 0. An act in capitals
// without a turn is an act on that turn.
func ReadReply(text string, turn int) (acts []Act, faults []Fault) {
	return read(text, known{turn: turn})
}

// known holds the facts about acts that the text around them gives.
type known struct {
	turn  int  // or 0
	brief bool // acts need not give a reason
}

func read(text string, about known) (acts []Act, faults []Fault) {
	written, _ := lines(text, about)
	for _, l := range written {
		act, fault := readLine(l, about)
		if fault != nil {
			faults = append(faults, *fault)
			continue
		}
		acts = append(acts, act)
	}
	return acts, faults
}

// Unread returns the lines of an umpire's mail that are neither acts nor courtesies.
func Unread(text string) (list []string) {
	_, unread := lines(text, known{})
	for _, l := range unread {
		list = append(list, l.text)
	}
	return list
}

// line is an act as written, and the number of its first line.
type line struct {
	text string
	at   int // from 1
}

// lines joins continued lines, and separates acts from prose. Lines that might be meant as acts count as acts, so that
// they are refused instead of ignored.
func lines(mail string, about known) (acts, unread []line) {
	open, gap, wide := false, false, false
	for _, l := range orders.Outline(mail, func(l string) bool { return FormOf(trimmed(l)) != nil }) {
		now, above := line{trimmed(l.Text), l.Number}, len(acts)-1
		switch begins := l.Use == orders.UsedItem; {
		case l.Use == orders.UsedBlank:
			gap = true
			continue
		case !begins && (l.Use != orders.NotRead || isEnvelope(now.text)):
		case open && (isSet(now.text) || !gap && continuesBelow(acts[above], now, about, begins, wide)):
			acts[above].text += " " + now.text
		case begins:
			acts, open = append(acts, now), true
		case actAfterSentence(now.text, about) > 0:
			at := actAfterSentence(now.text, about)
			unread = append(unread, line{strings.TrimSpace(now.text[:at]), now.at})
			acts, open = append(acts, line{now.text[at:], now.at}), true
		case looksLikeAct(now.text) || open && gap && FormOf(acts[above].text).text && sentence(now.text):
			acts, open = append(acts, now), false
		default:
			unread, open = append(unread, now), false
		}
		gap, wide = false, len(l.Text) >= wrapped
	}
	return acts, unread
}

// wrapped is the least width of a line that a mail program may have wrapped.
const wrapped = 60

// trimmed returns a line with single blanks and without a leading "please".
func trimmed(line string) string {
	line = strings.Join(strings.Fields(line), " ")
	if first, rest, _ := strings.Cut(line, " "); strings.EqualFold(strings.TrimRight(first, ","), "please") {
		return rest
	}
	return line
}

// continuesBelow reports whether an act continues on the line below it. It does not if it is valid only without that
// line. A line that begins like an act can still be a continuation, if it is invalid by itself.
func continuesBelow(above, l line, about known, begins, wide bool) bool {
	sound := func(l line) bool { _, fault := readLine(l, about); return fault == nil }
	both := sound(line{above.text + " " + l.text, above.at})
	if begins {
		return both && (!sound(above) || wide && !sound(l))
	}
	return both || !sound(above)
}

// actAfterSentence returns the position of an act after another sentence on its line, as in `I like it. APPROVE TURN
// 1`, or 0. Such an act must be valid by itself and in capitals.
func actAfterSentence(text string, about known) int {
	if !about.brief {
		about.turn = 0
	}
	for _, at := range sentenceEnd.FindAllStringIndex(text, -1) {
		rest := text[at[1]:]
		word, _, _ := strings.Cut(rest, " ")
		if _, fault := readLine(line{text: rest}, about); fault == nil && word == strings.ToUpper(word) {
			return at[1]
		}
	}
	return 0
}

var sentenceEnd = regexp.MustCompile(`[.!?:;] +`)

// looksLikeAct reports whether a line that begins no act looks like one: its first word is in capitals or nearly the
// word of an act, or it contains an act's word in capitals or together with a turn number.
func looksLikeAct(text string) bool {
	words := strings.FieldsFunc(text, func(c rune) bool { return !unicode.IsLetter(c) })
	turn := namesTurn.MatchString(text)
	for i, w := range words {
		act := FormOf(w) != nil
		shouted := len(w) > 3 && w == strings.ToUpper(w)
		if act && (shouted || turn) || i == 0 && (shouted || mistyped(w) != nil) {
			return true
		}
	}
	return false
}

// mistyped returns the form of the act whose word is one typing error away, or nil.
func mistyped(word string) *Form {
	var words []string
	for _, f := range Forms() {
		words = append(words, f.Word)
	}
	return FormOf(orders.Misspelt(strings.ToUpper(word), words))
}

var namesTurn = regexp.MustCompile(`(?i)\bturn \d`)

// sentence reports whether a line below a blank line continues the text above it, and is not part of a signature.
func sentence(text string) bool {
	const wide = 40
	return len(text) > wide || strings.ContainsAny(text[len(text)-1:], ".,:;!?")
}

// isEnvelope reports whether the line identifies the sender or the game instead of an act.
func isEnvelope(line string) bool {
	words := strings.Fields(strings.ToUpper(line))
	return len(words) == 2 && slices.Contains([]string{"GAME", "SEAT", "KEY"}, words[0]) || line == "ORDERS"
}

func isSet(line string) bool { return len(line) > 4 && strings.EqualFold(line[:4], "SET ") }

func readLine(l line, about known) (Act, *Fault) {
	form := FormOf(l.text)
	if form == nil {
		first, _, _ := strings.Cut(l.text, " ")
		if form = mistyped(first); form != nil {
			return Act{}, &Fault{Line: l.at, Text: l.text, What: "this is no act of an umpire", Want: form.Grammar}
		}
		return Act{}, &Fault{Line: l.at, Text: l.text, What: "this is no act of an umpire", Want: Words()}
	}
	r := reader{line: l, form: form, about: about, rest: strings.TrimSpace(l.text[len(form.Word):])}
	act := r.read()
	return act, r.fault
}
