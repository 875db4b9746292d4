// Package spoken parses orders in everyday English: with the troops before or after the verb, with courtesies,
// with many words for one action, and with `if`, `until` and `then`. It translates them into the ruleset's own
// language, to be parsed, judged and recorded like any other order.
//
// All rulesets share one table of verbs ([Verb]), so a word means the same in each. A ruleset declares a row for
// each way to express a verb in its own language:
//
//	{Verb: spoken.Charge, As: "CHARGE {unit}[ AT {enemy}][ {-they}]"}
//
//	WORD        literal text
//	{kind}      an argument of that kind; {unit} is the acting unit
//	{kind@via}  an argument after that preposition, or one of several: {hex@via/through}
//	{-kind}     an argument that may be given and is not written
//	{kind*}     all arguments of the kind; {=kind} repeats the slot's earlier value
//	[ … ]       an optional part; if it has no slot, it is never written
//
// Kinds come from the seat's [Vocabulary]: `unit`, `number` and the ruleset's own. {friend} is a unit that the action
// benefits, {self} the player's own person, {they} the enemy in any wording, {or-hold} the words `or hold`, and
// {else-hold} the words `otherwise hold`.
// No word is dropped silently: words that no slot takes are reported in [Said].Unread, and the order then needs
// confirmation before it takes effect.
package spoken
