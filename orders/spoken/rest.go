package spoken

import (
	_ "embed"
	"galloper/orders"
	"slices"
	"strings"
)

// counts reports whether the first word of a sentence only numbers it: `Second, the grenadiers go on`.
func counts(words []orders.Word, i int) bool {
	if i+1 >= len(words) || !slices.Contains(numbering, words[i].Fold) {
		return false
	}
	next := words[i+1]
	if next.Text == "," && i+2 < len(words) && slices.Contains(numbering, words[i+2].Fold) {
		return false // `First, Second and Third legions hold`
	}
	return next.Text == "," || words[i].Fold != "FIRST" && (next.Fold == "THE" || next.Fold == "MY")
}

// supposes reports whether SHOULD begins a condition.
func supposes(words []orders.Word, i int) bool {
	if i+1 == len(words) || i > 0 && words[i-1].Text != "," && words[i-1].Text != ":" && !words[i-1].Stop {
		return false
	}
	if slices.ContainsFunc(words[i:], func(w orders.Word) bool { return w.Asks }) {
		return false
	}
	return !slices.Contains([]string{"I", "WE", "YOU", "MY", "OUR"}, words[i+1].Fold) ||
		slices.ContainsFunc(words[i:], func(w orders.Word) bool { return w.Text == "," || w.Fold == "THEN" })
}

//go:embed short.txt
var shortText string

// contractions maps each contraction and abbreviation to its full form, both folded.
var contractions = func() map[string]string {
	of := map[string]string{}
	for line := range strings.Lines(shortText) {
		if line[0] == '#' {
			continue
		}
		for row := range strings.SplitSeq(strings.TrimSpace(line), "; ") {
			short, long, _ := strings.Cut(row, " = ")
			of[orders.Fold(short)] = orders.Fold(long)
		}
	}
	return of
}()

// measures are the words for units of length.
var measures = []string{"YDS", "YD", "YARDS", "YARD", "PACES", "PACE", "IN", "INS", "INCH", "INCHES", "HEX", "HEXES"}

// Slots of names.
const (
	unit = "unit"
	self = "self"
)

// imperative returns the words that a third-person form or plural may come from: `charges` is CHARGE.
func imperative(fold string) []string {
	forms := []string{fold}
	if cut, ok := strings.CutSuffix(fold, "S"); ok && len(cut) > 2 && !strings.HasSuffix(cut, "S") {
		forms = append(forms, cut)
		if cut, ok = strings.CutSuffix(fold, "ES"); ok {
			forms = append(forms, cut)
		}
		if cut, ok = strings.CutSuffix(fold, "IES"); ok {
			forms = append(forms, cut+"Y")
		}
	}
	return forms
}

// found finds a name at the start of the words, or the owner's name in a possessive: `Ewell's corps`.
func found(names *orders.Names, rest []orders.Word) orders.Match {
	m := names.Find(rest)
	if short, ok := strings.CutSuffix(rest[0].Fold, "'S"); ok && m.Words == 0 && len(short) > 2 {
		w := rest[0]
		w.Fold, w.Text = short, short
		if m = names.Find([]orders.Word{w}); !m.Telling([]orders.Word{w}) {
			return orders.Match{}
		}
	}
	return m
}

// within reports whether all of the units are in of.
func within(ids, of []string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool { return !slices.Contains(of, id) })
}

// written returns the words as written.
func written(words []orders.Word) string {
	var b strings.Builder
	for i, w := range words {
		if b.Len() > 0 && !strings.Contains(",:.", w.Text) && !w.Glued {
			b.WriteByte(' ')
		}
		switch b.WriteString(w.Text); {
		case w.Asks:
			b.WriteByte('?')
		case w.Stop && i+1 < len(words) && words[i+1].Text != ".":
			b.WriteByte('.')
		}
	}
	return strings.Trim(b.String(), " ,.:-")
}

// plural lists nouns that stand behind the name of a group.
var plural = []string{"UNITS", "REGIMENTS", "BATTALIONS", "SQUADRONS", "BATTERIES", "TROOPS", "MEN", "BRIGADES",
	"CLANS", "CLANSMEN"}

// kindnesses turn a question into an order: `would the Poles be so kind as to hold?`
var kindnesses = phrases("BE SO KIND", "BE SO GOOD", "PLEASE", "KINDLY", "BE GOOD ENOUGH", "BE KIND ENOUGH")

// entreaties lists words that begin a polite request.
var entreaties = []string{"WOULD", "COULD", "WILL", "MIGHT", "CAN"}

// allowing lists words that may stand between a name and KNOW: `Hill should know that …`.
var allowing = []string{"IS", "TO", "MAY", "MUST", "SHALL", "SHOULD", "WILL", "CAN", "OF", "YOU"}

func isCondition(mark string) bool {
	return mark == "if" || mark == "unless" || mark == "until" || mark == "after"
}

var negations = []string{"NOT", "NEVER", "NO"}

// ownSeat returns the writer's seat, which receives no orders from the writer.
func (v *Vocabulary) ownSeat() string {
	to := v.names(somebody)
	for _, n := range v.names(colleague) {
		if !slices.ContainsFunc(to, func(other orders.Name) bool { return other.ID == n.ID }) {
			return n.ID
		}
	}
	return v.Self
}

// numbering words number the sentences of a mail.
var numbering = []string{"FIRST", "FIRSTLY", "SECOND", "SECONDLY", "THIRD", "THIRDLY", "FOURTH", "FIFTH", "LASTLY",
	"FINALLY"}
