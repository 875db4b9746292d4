package spoken

import (
	_ "embed"
	"galloper/orders"
	"strings"
)

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

// plural lists nouns that stand behind the name of a group.
var plural = []string{"UNITS", "REGIMENTS", "BATTALIONS", "SQUADRONS", "BATTERIES", "TROOPS", "MEN", "BRIGADES",
	"CLANS", "CLANSMEN"}

// kindnesses turn a question into an order: `would the Poles be so kind as to hold?`
var kindnesses = phrases("BE SO KIND", "BE SO GOOD", "PLEASE", "KINDLY", "BE GOOD ENOUGH", "BE KIND ENOUGH")

// entreaties lists words that begin a polite request.
var entreaties = []string{"WOULD", "COULD", "WILL", "MIGHT", "CAN"}

func isCondition(mark string) bool {
	return mark == "if" || mark == "unless" || mark == "until" || mark == "after"
}

var negations = []string{"NOT", "NEVER", "NO"}

// tails returns the suffixes of the words.
func tails(words []orders.Word) (list [][]orders.Word) {
	for i := range words {
		list = append(list, words[i:])
	}
	return list
}
