package umpire

import (
	"slices"
	"strings"
)

// Read reads an umpire's mail. An act begins on a line of its own; a line that
// begins none continues the one before it.
func Read(text string) (acts []Act, faults []Fault) { return ReadOf(text, 0) }

// ReadOf reads an umpire's mail about a turn that is known: acts need not
// name it, nor give a reason. Turn 0: they must.
func ReadOf(text string, turn int) (acts []Act, faults []Fault) {
	for _, l := range lines(text) {
		act, fault := readLine(l, turn)
		if fault != nil {
			faults = append(faults, *fault)
			continue
		}
		acts = append(acts, act)
	}
	return acts, faults
}

// line is an act as it was written, and where it begins.
type line struct {
	text string
	at   int // from 1
}

// lines puts continued lines together. Lines before the first act that are no
// act themselves are returned as such, so that they are refused and not lost.
func lines(mail string) []line {
	var out []line
	closed := true
	for i, text := range strings.Split(strings.ReplaceAll(mail, "\r\n", "\n"), "\n") {
		text = strings.Join(strings.Fields(text), " ")
		switch {
		case text == "":
			closed = true
		case strings.EqualFold(text, "END") || text == "--":
			return out
		case strings.HasPrefix(text, "#") || strings.HasPrefix(text, ">") || isEnvelope(text):
		case FormOf(text) == nil && (!closed || isSet(text) && len(out) > 0):
			out[len(out)-1].text += " " + text
		default:
			out = append(out, line{text, i + 1})
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

func readLine(l line, turn int) (Act, *Fault) {
	form := FormOf(l.text)
	if form == nil {
		return Act{}, &Fault{l.at, l.text, "this is no act of an umpire", Words()}
	}
	r := reader{line: l, form: form, known: turn, rest: strings.TrimSpace(l.text[len(form.Word):])}
	act := r.read()
	return act, r.fault
}
