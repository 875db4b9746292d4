package spoken

import (
	"slices"

	"galloper/orders"
)

// courteous takes the courtesies off with which a sentence begins.
func courteous(words []orders.Word) []orders.Word {
	for len(words) > 1 && slices.Contains([]string{"PLEASE", "KINDLY", "ALSO"}, words[0].Fold) {
		if words = words[1:]; len(words) > 1 && words[0].Fold == "THAT" { // `please that they hold`
			words = words[1:]
		}
	}
	return words
}

// ungreeted takes the greeting off a sentence that goes on behind it: `Dear all, …`.
func ungreeted(words []orders.Word) []orders.Word {
	if len(words) > 0 && slices.Contains([]string{"DEAR", "HELLO", "HI"}, words[0].Fold) {
		if i := slices.IndexFunc(words, func(w orders.Word) bool { return w.Text == "," }); i > 0 {
			return words[i+1:]
		}
	}
	return uncomplimented(unwished(words))
}

// wishes begin what is only wished those who are named behind.
var wishes = phrases("GOOD LUCK", "BEST OF LUCK", "THE BEST OF LUCK", "ALL THE BEST", "BEST WISHES", "GOOD HUNTING",
	"GODSPEED", "GOD BE WITH", "HAVE FUN", "ENJOY THE GAME", "WELL DONE", "WELL PLAYED", "GOOD WORK", "GOOD SHOW",
	"SPLENDID WORK", "NICE WORK", "BRAVO", "MAY FORTUNE", "MAY GOD", "MAY THE BEST")

// praises reports whether the words have a wish, or praise, and no verb.
func (r *listener) praises(tokens []token) bool {
	for _, k := range tokens {
		if k.from < len(r.words) && beginsWith(r.words[k.from:], wishes) {
			return !slices.ContainsFunc(tokens, token.isVerb)
		}
	}
	return false
}

// unwished leaves of `good luck everybody, and Lee's hold` what behind the comma is said besides, and nothing of a mere
// wish.
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

// uncomplimented leaves of `X presents his compliments to Y, and desires that he hold` what Y shall do.
func uncomplimented(words []orders.Word) []orders.Word {
	at := slices.IndexFunc(words, func(w orders.Word) bool { return w.Fold == "COMPLIMENTS" })
	if at < 0 || at+2 >= len(words) || words[at+1].Fold != "TO" {
		return words
	}
	to := words[at+2:]
	wish := slices.IndexFunc(to, func(w orders.Word) bool {
		return slices.Contains([]string{"DESIRES", "BEGS", "REQUESTS", "WISHES", "ASKS", "WANTS", "WOULD"}, w.Fold)
	})
	if wish < 1 {
		return words
	}
	rest := to[wish+1:]
	if _, n := longest(rest, phrases("THAT", "HIM TO", "THAT HE", "YOU TO",
		"HE BE SO GOOD AS TO", "HE BE SO KIND AS TO", "HE PLEASE", "HE KINDLY", "HE")); n > 0 {
		rest = rest[n:]
	}
	for wish > 0 && (to[wish-1].Text == "," || to[wish-1].Fold == "AND") {
		wish--
	}
	return slices.Concat(to[:wish], rest)
}
