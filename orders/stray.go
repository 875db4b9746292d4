package orders

import (
	"slices"
	"strings"
)

// Text apart from any order is ignored if it is prose, a greeting or a signature, and answered if it may be meant as an
// order.

// maxCourtesy limits the words of a greeting or close, because a longer one says more.
const maxCourtesy = 6

// courtesy reports whether the words are only a greeting, the close of a mail, or the writer's name.
func (r *reader) courtesy(words []Word) bool {
	if len(words) > maxCourtesy || len(words) == 0 {
		return false
	}
	var m Match
	if r.language.Writer != nil {
		m = r.language.Writer().Find(words)
	}
	goesOn := slices.ContainsFunc(words[:len(words)-1], func(w Word) bool { return w.Stop }) // `Thanks. All hold.`
	polite := max(row(words, "greeting"), closing(words))
	if n := row(words, "farewell"); n > 0 && len(words) <= n+2 { // `Cheers, Bob`, but not `Best hold the mill`
		polite = max(polite, n)
	}
	return m.Words == len(words) && m.rank <= rankWords ||
		polite > 0 && !goesOn && !hasColon(words) && !r.tells(words[polite:])
}

// tells reports whether an order stands behind a greeting, or behind its comma: `Dear all, hold`.
func (r *reader) tells(words []Word) bool {
	comma := slices.IndexFunc(words, func(w Word) bool { return w.Text == "," }) + 1
	return slices.ContainsFunc([][]Word{words, words[comma:]}, func(part []Word) bool {
		return len(part) > 0 && (r.beginsVerb(part) || r.language.Calls != nil && r.language.Calls(part))
	})
}

// concerns reports whether the words name a unit or person of the seat, or begin like an order.
func (r *reader) concerns(words []Word) bool {
	r.markFillers(words)
	for i := range words {
		if m := r.language.Names.Find(words[i:]); m.Telling(words[i:]) {
			return true
		}
	}
	if r.nearVerb(words) {
		return true
	}
	if r.looked == maxLooked {
		return false
	}
	r.looked++
	if r.language.Meant != nil && r.language.Meant(words) {
		return true
	}
	return hasColon(words) && len(r.language.Names.Nearest(words)) > 0
}

// maxLooked limits the lines compared with all names, because that is slow and a mail may be hostile.
const maxLooked = 200

// Telling reports whether the words are enough of a name to mean it: all of it, or whole words of it with a figure or
// at least three letters.
func (m *Match) Telling(words []Word) bool {
	if m.Words == 0 || m.rank > rankWords {
		return false
	}
	letters, figure := 0, false
	for _, w := range words[:m.Words] {
		letters += len(w.Fold)
		figure = figure || strings.ContainsAny(w.Fold, "0123456789")
	}
	return m.rank < rankWords || letters >= 3 || figure && letters > 1
}

// nearVerb reports whether the first word is within a typing error of a verb.
func (r *reader) nearVerb(words []Word) bool {
	i := slices.IndexFunc(words, func(w Word) bool { return !w.Filler })
	if i < 0 || len(words[i].Fold) < 5 {
		return false
	}
	word := words[i].Fold
	for v := range r.language.Verbs {
		for _, phrase := range r.language.Verbs[v].Words {
			if first, _, _ := strings.Cut(phrase, " "); editDistance(word, first, 1) <= 1 {
				return true
			}
		}
	}
	return false
}

// lookOutside lists lines that begin like orders outside an empty frame, because such a mail was misunderstood.
func (r *reader) lookOutside() {
	if !r.doc.Framed || len(r.doc.Items) > 0 {
		return
	}
	for i := range r.doc.Lines {
		if r.doc.Lines[i].Use != UsedOutside {
			continue
		}
		r.sorted.cut(i, &r.cur)
		for _, p := range r.cur.pieces {
			words := r.take(p)
			if r.begins(words, nil) {
				r.doc.Outside = append(r.doc.Outside, i+1)
			}
			r.drop(words)
		}
	}
}
