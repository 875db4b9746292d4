// Package spoken holds what the parser of everyday English (orders/say) knows of a seat: its [Vocabulary] of names,
// groups and relations, the spelling of words, and the result of parsing one order ([Said]).
package spoken
