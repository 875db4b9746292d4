package orderdiscipline

import (
	"slices"
	"strings"

	"galloper/orders"
)

// beginsOrder reports whether a line begins an order (section f).
func beginsOrder(c orders.Context) orders.Start {
	line := c.Line
	switch {
	case c.Before != nil && (slices.Contains(continuing, line[0].Fold) || awaitsThen(c.Before) || conditionBehind(c)):
		return orders.Continues
	case line[0].Fold == "TO":
		return start(hasWord(line, ":"))
	case c.Verb && !startsWithVerb(line), line[0].Fold == "STANDING", line[0].Fold == "TELL", startsWith(line, soleVerbs),
		startsWith(line, []string{"CANCEL STANDING"}):
		return orders.Begins
	case startsWithVerb(line):
		return start(c.Before == nil || complete(c.Before))
	case hasVerb(line[1:]), hasWord(line[1:], ":"), namesFirst(c):
		return orders.Begins
	}
	return start(c.Next != nil && startsWithVerb(c.Next))
}

// continuing are words that never begin an order.
var continuing = []string{"THEN", "AND", "OR", "ELSE", "OTHERWISE", "VIA", "FACING", "KEEPING", "IN", "WITH"}

func start(begins bool) orders.Start {
	if begins {
		return orders.Begins
	}
	return orders.Continues
}

// awaitsThen reports whether the order begins with IF and has no THEN yet.
func awaitsThen(words []orders.Word) bool {
	if words[0].Fold == "STANDING" {
		words = words[1:]
	}
	return len(words) > 0 && words[0].Fold == "IF" && !hasWord(words, "THEN")
}

// conditionBehind reports whether the line is a trailing condition of the order above it: an IF without a
// THEN in this line or at the start of the next. This keeps an order from losing its condition to a line
// break.
func conditionBehind(c orders.Context) bool {
	return c.Line[0].Fold == "IF" && !hasWord(c.Line, "THEN") && !hasVerb(c.Line[1:]) && !thenFirst(c.Next)
}

// thenFirst reports whether THEN comes before any verb or colon.
func thenFirst(words []orders.Word) bool {
	i := slices.IndexFunc(words, func(w orders.Word) bool { return w.Fold == "THEN" })
	return i >= 0 && !hasVerb(words[:i]) && !hasWord(words[:i], ":")
}

// complete reports whether the order has a verb, or is of a kind without one.
func complete(words []orders.Word) bool {
	return hasVerb(words) || startsWith(words, soleVerbs) || startsWith(words, []string{"TO", "CANCEL STANDING"})
}

// namesFirst reports whether the line starts with the name of an own unit and goes on with a word other than
// AND.
func namesFirst(c orders.Context) bool {
	m := c.Names.Find(c.Line)
	if m.Words == 0 || m.Words == len(c.Line) {
		return false
	}
	next := c.Line[m.Words].Fold
	return next != "AND" && strings.ContainsAny(next[:1], "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
}

func hasWord(words []orders.Word, word string) bool {
	return slices.ContainsFunc(words, func(w orders.Word) bool { return w.Fold == word })
}

// startsWithVerb reports whether the words start with a verb that needs a subject.
func startsWithVerb(words []orders.Word) bool {
	return atVerb(orders.ScanWords(words))
}

// firstOfVerbs indexes the verb phrases by their first word, so that most words are ruled out with one
// lookup.
var firstOfVerbs = func() map[string][]string {
	by := map[string][]string{}
	for _, phrase := range unitVerbs {
		first, _, _ := strings.Cut(phrase, " ")
		by[first] = append(by[first], phrase)
	}
	return by
}()

// atVerb reports whether a verb for units comes next.
func atVerb(s *orders.Scanner) bool {
	verbs := firstOfVerbs[s.Peek().Fold]
	return verbs != nil && !isColumn(s) && s.At(verbs...)
}

func hasVerb(words []orders.Word) bool { return verbAhead(orders.ScanWords(words)) }

// verbAhead reports whether a verb is among the remaining words.
func verbAhead(s *orders.Scanner) bool {
	mark := s.Mark()
	defer s.Back(mark)
	for !s.Done() {
		if atVerb(s) {
			return true
		}
		s.Next()
	}
	return false
}

// isColumn reports whether a formation comes next whose name starts like a verb.
func isColumn(s *orders.Scanner) bool { return s.At("MARCH COLUMN", "ATTACK COLUMN") }

// startsHere reports whether any verb comes next.
func startsHere(s *orders.Scanner) bool {
	return !isColumn(s) && s.At(unitVerbs...) || s.At(soleVerbs...)
}

// startsWith reports whether the words start with one of the phrases, ignoring fillers.
func startsWith(words []orders.Word, phrases []string) bool {
	return orders.ScanWords(words).At(phrases...)
}
