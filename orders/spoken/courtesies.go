package spoken

import (
	"slices"

	"galloper/orders"
)

// ungreeted strips a greeting from the start of a sentence: `Dear all, …`.
func ungreeted(words []orders.Word) []orders.Word {
	if len(words) > 0 && slices.Contains([]string{"DEAR", "HELLO", "HI"}, words[0].Fold) {
		if i := slices.IndexFunc(words, func(w orders.Word) bool { return w.Text == "," }); i > 0 {
			return words[i+1:]
		}
	}
	return unwished(words)
}

// wishes are phrases that begin a mere wish.
var wishes = phrases("GOOD LUCK", "BEST OF LUCK", "THE BEST OF LUCK", "ALL THE BEST", "BEST WISHES", "GOOD HUNTING",
	"GODSPEED", "GOD BE WITH", "HAVE FUN", "ENJOY THE GAME", "WELL DONE", "WELL PLAYED", "GOOD WORK", "GOOD SHOW",
	"SPLENDID WORK", "NICE WORK", "BRAVO", "MAY FORTUNE", "MAY GOD", "MAY THE BEST")

// unwished strips a wish: from `good luck everybody, and Lee's hold` it returns the part after the comma. It returns
// nil for a mere wish.
func unwished(words []orders.Word) []orders.Word {
	if !beginsWith(words, wishes) {
		return words
	}
	if _, n := longest(words, wishes); n < len(words) && words[n].Fold == "THE" { // `well done the 23rd! Advance …`
		return words[n:]
	}
	end := slices.IndexFunc(words, func(w orders.Word) bool { return w.Text == "," || w.Text == ":" || w.Stop })
	if end < 0 {
		return nil
	}
	rest := words[end+1:]
	if words[end].Text == "," && len(rest) == 1 { // `have fun, all`
		return nil
	}
	if len(rest) > 0 && rest[0].Fold == "AND" {
		rest = rest[1:]
	}
	return unwished(rest)
}
