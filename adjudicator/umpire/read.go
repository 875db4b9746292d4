package umpire

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"galloper/orders"
)

// Read reads an umpire's mail. An act begins on a line of its own; a line right below that begins none continues it.
func Read(text string) (acts []Act, faults []Fault) { return ReadOf(text, 0) }

// ReadOf reads an umpire's mail about a turn that is known: acts need not
// name it, nor give a reason. Turn 0: they must.
func ReadOf(text string, turn int) (acts []Act, faults []Fault) {
	written, _ := lines(text, turn)
	for _, l := range written {
		act, fault := readLine(l, turn)
		if fault != nil {
			faults = append(faults, *fault)
			continue
		}
		acts = append(acts, act)
	}
	return acts, faults
}

// Unread returns the lines of an umpire's mail that are no acts, and no courtesies either.
func Unread(text string) (list []string) {
	_, unread := lines(text, 0)
	for _, l := range unread {
		list = append(list, l.text)
	}
	return list
}

// line is an act as it was written, and the line of its beginning.
type line struct {
	text string
	at   int // from 1
}

// lines puts continued lines together, and sorts out plain prose. A line that may be meant as an act is among the acts:
// it is refused, and not passed over.
func lines(mail string, turn int) (acts, unread []line) {
	open, gap, wide := false, false, false
	for _, l := range orders.Outline(mail, func(l string) bool { return FormOf(trimmed(l)) != nil }) {
		now, above := line{trimmed(l.Text), l.Number}, len(acts)-1
		switch begins := l.Use == orders.UsedItem; {
		case l.Use == orders.UsedBlank:
			gap = true
			continue
		case !begins && (l.Use != orders.NotRead || isEnvelope(now.text)):
		case open && (isSet(now.text) || !gap && goesOn(acts[above], now, turn, begins, wide)):
			acts[above].text += " " + now.text
		case begins:
			acts, open = append(acts, now), true
		case behind(now.text, turn) > 0:
			at := behind(now.text, turn)
			unread = append(unread, line{strings.TrimSpace(now.text[:at]), now.at})
			acts, open = append(acts, line{now.text[at:], now.at}), true
		case meant(now.text) || open && gap && FormOf(acts[above].text).text && sentence(now.text):
			acts, open = append(acts, now), false
		default:
			unread, open = append(unread, now), false
		}
		gap, wide = false, len(l.Text) >= wrapped
	}
	return acts, unread
}

// wrapped is the least width of a line that a mail program has broken.
const wrapped = 60

// trimmed is a line with single blanks, and without the word that makes a request of it.
func trimmed(line string) string {
	line = strings.Join(strings.Fields(line), " ")
	if first, rest, _ := strings.Cut(line, " "); strings.EqualFold(strings.TrimRight(first, ","), "please") {
		return rest
	}
	return line
}

// goesOn reports whether an act goes on with the line below it: not if it is an act without that line, and a fault with
// it. A line that begins like an act may still be the rest of one, if it is faulty by itself.
func goesOn(above, l line, turn int, begins, wide bool) bool {
	sound := func(l line) bool { _, fault := readLine(l, turn); return fault == nil }
	both := sound(line{above.text + " " + l.text, above.at})
	if begins {
		return both && (!sound(above) || wide && !sound(l))
	}
	return both || !sound(above)
}

// behind returns where an act begins that stands behind another sentence on its line, `I like it. APPROVE TURN 1`; 0 if
// no act does. It is written in capitals, and sound.
func behind(text string, turn int) int {
	for _, at := range sentenceEnd.FindAllStringIndex(text, -1) {
		rest := text[at[1]:]
		word, _, _ := strings.Cut(rest, " ")
		if _, fault := readLine(line{text: rest}, turn); fault == nil && word == strings.ToUpper(word) {
			return at[1]
		}
	}
	return 0
}

var sentenceEnd = regexp.MustCompile(`[.!?:;] +`)

// meant reports whether a line that begins no act looks like one: its first word is in capitals or nearly the word of
// an act, or an act's word stands in it in capitals or beside the number of a turn.
func meant(text string) bool {
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

// mistyped is the form of the act that a word is one typing error away from, or nil.
func mistyped(word string) *Form {
	var words []string
	for _, f := range Forms() {
		words = append(words, f.Word)
	}
	return FormOf(orders.Misspelt(strings.ToUpper(word), words))
}

var namesTurn = regexp.MustCompile(`(?i)\bturn \d`)

// sentence reports whether a line below a blank line goes on with the text above it, and is no part of a signature.
func sentence(text string) bool {
	const wide = 40
	return len(text) > wide || strings.ContainsAny(text[len(text)-1:], ".,:;!?")
}

// isEnvelope reports whether the line says who writes, not what is to be done.
func isEnvelope(line string) bool {
	words := strings.Fields(strings.ToUpper(line))
	return len(words) == 2 && slices.Contains([]string{"GAME", "SEAT", "KEY"}, words[0]) || line == "ORDERS"
}

// isSet reports whether the line is a SET of the ruling before it.
func isSet(line string) bool { return len(line) > 4 && strings.EqualFold(line[:4], "SET ") }

func readLine(l line, turn int) (Act, *Fault) {
	form := FormOf(l.text)
	if form == nil {
		first, _, _ := strings.Cut(l.text, " ")
		if form = mistyped(first); form != nil {
			return Act{}, &Fault{l.at, l.text, "this is no act of an umpire", form.Grammar}
		}
		return Act{}, &Fault{l.at, l.text, "this is no act of an umpire", Words()}
	}
	r := reader{line: l, form: form, known: turn, rest: strings.TrimSpace(l.text[len(form.Word):])}
	act := r.read()
	return act, r.fault
}
