package spoken

import (
	"slices"
	"strings"

	"galloper/orders"
)

// Unread words are reported in the writer's own spelling.

// quoted returns the text of the tokens in written order, with `…` for gaps.
func quoted(words []orders.Word, tokens []token) (text string) {
	r := listener{words: words}
	tokens = slices.Clone(tokens)
	slices.SortStableFunc(tokens, func(a, b token) int { return a.from - b.from })
	for i := range tokens { // include a preceding NOT
		for k := &tokens[i]; k.from > 0 && k.from <= len(words) && slices.Contains(negations, words[k.from-1].Fold) &&
			(i == 0 || tokens[i-1].to < k.from); {
			k.from--
		}
	}
	for len(tokens) > 0 {
		next, end := 1, tokens[0].to
		for next < len(tokens) && tokens[next].from <= end && !r.apart(end-1, tokens[next].from) {
			end = max(end, tokens[next].to)
			next++
		}
		text, tokens = join(text, r.text(tokens[:next])), tokens[next:]
	}
	return text
}

// span returns the text from the first token to the last.
func (r *listener) span(tokens []token) string {
	if len(tokens) == 0 {
		return ""
	}
	return r.text([]token{{from: tokens[0].from, to: tokens[len(tokens)-1].to}})
}

// bounds returns the first and the last word of the tokens, by position in the mail.
func (r *listener) bounds(tokens []token) (ends [2]orders.Word) {
	for _, k := range tokens {
		for i := k.from; i < min(k.to, len(r.words)); i++ {
			w := r.words[i]
			if ends[0].Line == 0 || ends[0].After(w) {
				ends[0] = w
			}
			if w.After(ends[1]) {
				ends[1] = w
			}
		}
	}
	return ends
}

// text returns the tokens as written.
func (r *listener) text(tokens []token) string {
	tokens = slices.SortedStableFunc(slices.Values(tokens), func(a, b token) int { return a.from - b.from })
	var b strings.Builder
	last := -1
	for _, k := range tokens {
		for i := max(k.from, last+1); i < k.to && i < len(r.words); i++ {
			w := r.words[i]
			if i > 0 && w.Line == r.words[i-1].Line && w.Col == r.words[i-1].Col && w.Text == r.words[i-1].Text {
				continue // the second half of a contraction
			}
			last = i
			if w.Text == "." && i > 0 && r.words[i-1].Asks { // it is already part of that word
				continue
			}
			if b.Len() > 0 && w.Text != "," && w.Text != ":" && w.Text != "." {
				b.WriteByte(' ')
			}
			switch b.WriteString(w.Text); {
			case w.Asks:
				b.WriteByte('?')
			case w.Stop && i+1 < len(r.words) && r.words[i+1].Text != ".":
				b.WriteByte('.')
			}
		}
	}
	return strings.Trim(b.String(), " ,.:-")
}
