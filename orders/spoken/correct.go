package spoken

import (
	"slices"

	"galloper/orders"
)

// takenBack lists the phrases that introduce a correction: `advance two. No: hold.`
var takenBack = phrases("NO , WAIT", "NO WAIT", "NO , SORRY", "NO SORRY", "SORRY , NO", "SORRY NO", "NO",
	"SCRATCH THAT",
	"BELAY THAT", "FORGET THAT", "CANCEL THAT", "I MEAN", "I MEANT", "OR RATHER", "CORRECTION", "ON SECOND THOUGHTS",
	"ON SECOND THOUGHT", "SORRY", "ACTUALLY", "WAIT", "BETTER")

// instead are phrases that may follow them, before the replacement.
var instead = phrases("MAKE THAT", "MAKE IT", "I MEAN", "I MEANT", "NOT THAT", "RATHER", "BETTER")

// weak lists the phrases of takenBack that only count if one of instead follows.
var weak = []string{"SORRY", "ACTUALLY", "WAIT", "BETTER"}

// correction returns the start of a correction and the start of its replacement, or 0 if the words contain no
// correction.
func correction(words []orders.Word) (at, end int) {
	for i := 1; i < len(words); i++ {
		if end := correctionAt(words, i); end > 0 && end < len(words) {
			for i > 1 && pause(words[i-1]) && words[i-1].Text != "." {
				i--
			}
			return i, end
		}
	}
	return 0, 0
}

// Corrects reports whether the words contain a correction.
func Corrects(words []orders.Word) bool {
	at, _ := correction(words)
	return at > 0
}

// TakesBack reports whether a line begins with a correction of the text above it, and therefore starts no new order.
func TakesBack(line []orders.Word) bool {
	if _, n := longest(line, takenBack); n == 0 {
		return false
	}
	return correctionAt(slices.Insert(slices.Clone(line), 0, orders.Word{Text: "."}), 1) > 0
}

// pause reports whether the word is a punctuation mark that may start a new thought.
func pause(w orders.Word) bool { return slices.Contains([]string{",", ":", "-", "."}, w.Text) }

// correctionAt returns the start of the replacement for a correction at word i, or 0 if no correction begins there.
func correctionAt(words []orders.Word, i int) int {
	begins := pause(words[i-1]) || words[i].Line != words[i-1].Line
	said, n := longest(words[i:], takenBack)
	at := i + n
	if rest, more := longest(words[at:], instead); n == 0 && more > 0 && begins && rest != "BETTER" && rest != "RATHER" {
		return at + more
	}
	if n == 0 || !begins && said != "OR RATHER" && said != "I MEAN" {
		return 0
	}
	paused := false
	for at < len(words) && pause(words[at]) {
		at, paused = at+1, true
	}
	if at == len(words) {
		return 0
	}
	_, more := longest(words[at:], instead)
	if more == 0 && (slices.Contains(weak, said) || said == "NO" && !paused) {
		return 0
	}
	for at += more; at < len(words) && pause(words[at]); {
		at++
	}
	return at
}

// corrected parses words that contain a correction; ok is false for any others. If the replacement is doubtful, every
// order affected needs confirmation.
func (s *Speech) corrected(v *Vocabulary, words []orders.Word, it *orders.Item) (said []Said, ok bool) {
	at, end := correction(words)
	if at == 0 {
		return nil, false
	}
	if again, old := s.exchanged(v, words, at, end); again != nil {
		said = s.listen(v, again, it)
		if len(said) > 0 {
			said[0].Note = joinNotes(said[0].Note, `taken back: "`+old+`"`)
		}
		return said, true
	}
	stop := words[at]
	stop.Text, stop.Fold, stop.Stop = ".", ".", false
	before := s.listen(v, words[:at], it)
	all := s.listen(v, slices.Concat(words[:at], []orders.Word{stop}, words[end:]), it)
	if len(before) == 0 {
		return nil, false
	}
	lost := []token{{from: at, to: len(words)}}
	if len(all) <= len(before) {
		return unsure(words, before, lost), true
	}
	before, after := all[:len(before)], all[len(before):]
	var who []string
	sure := true
	for i := range after {
		sure = sure && after[i].Line != "" && after[i].Unread == "" && after[i].of != nil
		if after[i].of != nil {
			who = append(who, after[i].of.who...)
		}
	}
	last := &before[len(before)-1]
	if !sure || last.of == nil || !overlaps(last.of.who, who) {
		return append(unsure(words, before, lost), unsure(words, after, []token{{from: at, to: end}})...), true
	}
	kept := slices.DeleteFunc(slices.Clone(before), func(one Said) bool {
		return one.of != nil && overlaps(one.of.who, who)
	})
	after[0].Note = joinNotes(after[0].Note, `taken back: "`+quotedWords(words[:at])+`"`)
	return append(kept, after...), true
}

// unsure marks orders as needing confirmation, because the lost words may have cancelled them.
func unsure(words []orders.Word, said []Said, lost []token) []Said {
	for i := range said {
		said[i].unread = slices.Concat(said[i].unread, lost)
		said[i].Unread = join(said[i].Unread, quoted(words, lost))
	}
	return said
}

func overlaps(a, b []string) bool {
	return slices.ContainsFunc(a, func(id string) bool { return slices.Contains(b, id) })
}

func quotedWords(words []orders.Word) string {
	return quoted(words, []token{{to: len(words)}})
}

// exchanged returns the words with the corrected names or numbers replaced, and the old text. again is nil if the
// replacement is anything else or does not fit.
func (s *Speech) exchanged(v *Vocabulary, words []orders.Word, at, end int) (again []orders.Word, old string) {
	stop := slices.IndexFunc(words[end:], func(w orders.Word) bool { return w.Text == "." })
	if stop < 0 {
		stop = len(words) - end
	}
	head, tail := words[:at], words[end:end+stop]
	instead, written := tag(s, v, tail), tag(s, v, head)
	again = slices.Clone(head)
	for i := len(instead) - 1; i >= 0; i-- {
		k := &instead[i]
		if k.kind == joint {
			continue
		}
		if len(k.senses) == 0 || k.kind == verb || k.kind == mark {
			return nil, ""
		}
		j := len(written) - 1
		for j >= 0 && !alike(&written[j], k) {
			j--
		}
		if j < 0 {
			return nil, ""
		}
		from := written[j].from
		if _, n := longest(head[from:], prepPhrases); k.prep == "" && written[j].prep != "" {
			from += n
		}
		old = join(quoted(head, []token{{from: from, to: written[j].to}}), old)
		again = slices.Concat(again[:from], tail[k.from:k.to], again[written[j].to:])
		written = written[:j]
	}
	if old == "" {
		return nil, ""
	}
	return append(again, words[end+stop:]...), old
}

// alike reports whether two tokens are names of the same kind.
func alike(a, b *token) bool {
	return len(a.senses) > 0 && a.kind != verb && a.senses[0].kind == b.senses[0].kind && a.senses[0].kind != they
}
