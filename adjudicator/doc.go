// Package adjudicator runs the turns of a game under a ruleset.
//
// It is one function: [Adjudicate] takes a game's position between two turns
// and everything from outside that one turn depends on, and returns what
// happened, as outcomes, and the state they lead to. It reads no clock, no
// disk, no random source, and changes nothing that it is given: same inputs,
// same outcomes, byte for byte, on every machine.
//
// The model: a [Ruleset] is data and functions. Its phases run in order; a
// phase decides and calls [Turn.Emit], and the state is the fold of what was
// emitted and of nothing else ([Replay] folds a stored turn again, without any
// rules). Chance comes from named dice (package dice). Where a person must
// decide in mid-turn a phase calls [Turn.Ask]: if the answer is not among the
// inputs the turn stops there, nothing half-done is kept, and the turn runs
// again from its start once the answer has been given.
//
//	res := adjudicator.Adjudicate(pos, in)
//	for res.Question != nil {
//		in.Answers = append(in.Answers, answerOf(res.Question))
//		res = adjudicator.Adjudicate(pos, in)
//	}
//
// The package knows no ruleset, no mail and no report: rulesets import it, and
// who is told what is in the outcomes' views.
package adjudicator
