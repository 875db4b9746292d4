// Package adjudicator runs the turns of a game under a ruleset.
//
// Its core is one function: [Adjudicate] takes a game's position between two turns and all external inputs of that
// turn, and returns the outcomes and the resulting state. It reads no clock, disk or random source and does not modify
// its arguments: equal inputs give equal outcomes, byte for byte, on every machine.
//
// A [Ruleset] is data and functions. Its phases run in order. A phase makes decisions and calls [Turn.Emit]; the state
// is a fold over the emitted outcomes and nothing else ([Replay] folds a stored turn again, without any rules). Chance
// comes from named dice (package dice). If a person must decide in the middle of a turn, the phase calls [Turn.Ask]. If
// the inputs hold no answer, the turn stops there and its partial results are dropped; it runs again from its start
// once the answer has been given.
//
//	res := adjudicator.Adjudicate(pos, in)
//	for res.Question != nil {
//		in.Answers = append(in.Answers, answerOf(res.Question))
//		res = adjudicator.Adjudicate(pos, in)
//	}
//
// The package knows no ruleset, mail or report. Rulesets import it, and the outcomes' views say which seats are told
// what.
package adjudicator
