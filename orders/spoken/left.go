package spoken

import (
	"slices"
	"strings"

	"galloper/orders"
)

// Asking reports whether a sentence is a question and not a polite request.
func Asking(words []orders.Word) bool {
	if !slices.ContainsFunc(words, func(w orders.Word) bool { return w.Asks }) {
		return false
	}
	return !courteous(words) && words[0].Fold != "COULD" && words[0].Fold != "WOULD" // `could they …?` is a request
}

// courteous reports whether a question is in fact a polite request, such as `could you …?`.
func courteous(words []orders.Word) bool {
	return slices.ContainsFunc(tails(words), func(rest []orders.Word) bool {
		return beginsWith(rest, kindnesses) || len(rest) > 1 && rest[1].Fold == "YOU" &&
			slices.Contains(entreaties, rest[0].Fold)
	})
}

// Limits reports whether unread words belong to the order before them, as a condition without an order or as an
// alternative to it.
func Limits(words []orders.Word) bool {
	for len(words) > 0 && slices.Contains([]string{"BUT", "AND", "NOT"}, words[0].Fold) {
		words = words[1:]
	}
	if len(words) == 0 {
		return false
	}
	comma := slices.IndexFunc(words, func(w orders.Word) bool { return w.Text == "," || w.Fold == "THEN" })
	head := words[:max(comma, 0)]
	back := slices.ContainsFunc(head, func(w orders.Word) bool { return slices.Contains(referringBack, w.Fold) })
	_, otherwise := longest(words, elseWords)
	first := words[0].Fold
	condition := isCondition(marks[first]) || first == "PROVIDED" || first == "SHOULD"
	return otherwise > 0 || condition && (comma < 0 || back) ||
		slices.Contains([]string{"ONLY", "UNLESS", "UNTIL", "TILL", "BEFORE", "EXCEPT", "YET"}, first)
}

// elseWords introduce an alternative for the case that the previous order cannot be carried out.
var elseWords = phrases("ELSE", "OTHERWISE", "OR ELSE", "IF NOT", "FAILING THAT", "FAILING WHICH")

// referringBack are words of a condition on the order before: "if it is not possible, …".
var referringBack = strings.Fields("POSSIBLE IMPOSSIBLE SO THAT THIS DOES DO NOT CANNOT CAN'T FAILS FAIL")
