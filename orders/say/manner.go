package say

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
	for i := range words {
		if begins(words[i:], "BE SO KIND", "BE SO GOOD", "PLEASE", "KINDLY", "BE GOOD ENOUGH", "BE KIND ENOUGH", "WOULD YOU",
			"COULD YOU", "WILL YOU", "MIGHT YOU", "CAN YOU") {
			return true
		}
	}
	return false
}

// begins reports whether the words start with one of the phrases, in capitals.
func begins(words []orders.Word, phrases ...string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool { return phraseAt(words, strings.Fields(p)) > 0 })
}

// Limits reports whether unread words belong to the order before them, as a condition without an order or as an
// alternative to it.
func Limits(words []orders.Word) bool {
	for begins(words, "BUT", "AND", "NOT") {
		words = words[1:]
	}
	comma := slices.IndexFunc(words, func(w orders.Word) bool { return w.Text == "," || w.Fold == "THEN" })
	back := slices.ContainsFunc(words[:max(comma, 0)], func(w orders.Word) bool { // `if it is not possible, …`
		return has(strings.Fields("POSSIBLE IMPOSSIBLE SO THAT THIS DOES DO NOT CANNOT CAN'T FAILS FAIL"), w.Fold)
	})
	return begins(words, "ELSE", "OTHERWISE", "OR ELSE", "IF NOT", "FAILING THAT", "FAILING WHICH", "ONLY", "UNLESS",
		"UNTIL", "TILL", "BEFORE", "EXCEPT", "YET") || (comma < 0 || back) && begins(words, "IF", "WHEN", "WHENEVER", "ONCE",
		"SUPPOSING", "ASSUMING", "PROVIDED", "AFTER", "SHOULD")
}
