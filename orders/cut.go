package orders

import (
	"slices"
	"strings"
)

// CutSigns splits words at signs: with the sign `>`, `hits>0` becomes three words. Each character of signs is a sign.
func CutSigns(words []Word, signs string) []Word {
	if !slices.ContainsFunc(words, func(w Word) bool { return len(w.Fold) > 1 && strings.ContainsAny(w.Fold, signs) }) {
		return words
	}
	var out []Word
	for _, w := range words {
		for {
			i := strings.IndexAny(w.Fold, signs)
			if i < 0 || len(w.Fold) == 1 || len(w.Fold) != len(w.Text) {
				break
			}
			end := max(i, 1)
			head := w
			head.Text, head.Fold = w.Text[:end], w.Fold[:end]
			out = append(out, head)
			w.Text, w.Fold, w.Col, w.Glued = w.Text[end:], w.Fold[end:], w.Col+end, true
		}
		out = append(out, w)
	}
	return out
}
