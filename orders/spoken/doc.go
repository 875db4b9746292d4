// Package spoken understands orders as people say them: with the troops before the verb or
// behind it, with courtesies, in a dozen words for one thing, with `if`, `until` and `then`. What it
// understands it says again in a ruleset's own language, in which it is then read, judged and recorded.
//
// The words for what troops do are one table for all rulesets ([Verb]): a word means the same in
// each. A ruleset declares what it makes of them, a row for each way to say it in its own language:
//
//	{Verb: spoken.Charge, As: "CHARGE {unit}[ AT {enemy}][ {-they}]"}
//
//	WORD        stands there
//	{kind}      what was said of that kind; {unit} is who shall do it
//	{kind@via}  what was said of it behind that preposition, or one of several: {hex@via/through}
//	{-kind}     may be said, and adds nothing
//	{kind*}     all that was said of it; {=kind} what stood in the slot before
//	[ … ]       what may be left out; a part in it without a slot is never written
//
// Kinds are the seat's [Vocabulary]: `unit`, `number`, and those that the ruleset has; {friend} is a unit
// for which something is done, {self} the player's own person, {they} whoever the enemy is, {or-hold} that
// `or hold` was said, {else-hold} that `otherwise hold` was.
// Nothing is dropped: what no slot takes is told as not understood ([Said].Unread), and then the order
// must be confirmed before it counts.
package spoken
