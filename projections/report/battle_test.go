package report_test

import (
	"galloper/events"
	"galloper/projections/knowledge"
)

// words is the vocabulary of a small test ruleset, with at least one example of each kind.
var words = events.Words{
	Diary: map[string]string{
		"volley.fired":       "{firer:name} gave {target:name} a volley at {range:yards} yards[, {hits} hit{hits:s}]",
		"unit.moved":         "{unit:name} moved {yards} yards and stood at {x:yards},{y:yards}",
		"morale.failed":      "{unit:name} gave way[ with a roll of {roll}]",
		"stand.destroyed":    "{unit:name} lost a stand",
		"directive.acted":    "{unit:name} took it up {how:voice=by your own voice|courier=from your courier}",
		"dispatch.sent":      "a courier rode off to {to:name}",
		"dispatch.delivered": "the dispatch {id} arrived",
	},
	Facts: []events.FactLine{
		{Kind: "sight.commander", Group: 0, Now: "commander {who} at {x:yards},{y:yards}[ with {with}]"},
		{
			Kind: "sight.own", Group: 1,
			Now: "own {unit} {arm} {formation} {stands} stands at {x:yards},{y:yards} facing {facing}[ out " +
				"{out}][{halted:?} halted] boxes {boxes} of {shatter} turn {known}",
			Old: "last known {unit} {arm} {formation} {stands} stands at {x:yards},{y:yards} turn {turn} boxes {boxes} " +
				"of {shatter} turn {known}",
		},
		{Kind: "sight.gone", Group: 1, Now: "gone {unit} turn {turn}", Old: "gone {unit} turn {turn}", Final: true,
			Ousts: []string{"sight.own", "sight.enemy"}},
		{Kind: "sight.enemy", Group: 2,
			Now: "enemy {unit} {arm} {formation} {stands} stands at {x:yards},{y:yards} facing {facing}"},
		{Kind: "sight.letter", Group: 3, Now: "letter from {from} (turn {turn}): {text}", Once: true,
			News: "a letter from {from:name}, written in turn {turn}:"},
	},
}

func names(id string) string {
	switch id {
	case "champagne":
		return "Régiment de Champagne"
	case "french.guiche":
		return "Comte de Guiche"
	case "french.surville":
		return "Marquis de Surville"
	}
	return ""
}

// to makes the whole outcome visible to the seats.
func to(o events.Outcome, seats ...string) events.Outcome {
	o.Views = append(o.Views, events.View{Seats: seats})
	return o
}

// outcome makes an outcome. The clause decides where paragraphs of prose may end.
func outcome(ref, cause, clause, name string, kv ...any) events.Outcome {
	return events.Outcome{Ref: ref, Cause: cause, Clause: clause, Name: name, Fields: events.Fields(kv...)}
}

func own(ref, unit string, x, y, boxes int) events.Outcome {
	return outcome(ref, "", "W4", "sight.own", "unit", unit, "arm", "foot", "formation", "line", "stands", 6,
		"x", x, "y", y, "facing", 0, "out", "-", "halted", false, "boxes", boxes, "shatter", 18, "known", 1)
}

const (
	guiche   = "french.guiche"
	surville = "french.surville"
	fagel    = "dutch.fagel"
)

func opening() []events.Outcome {
	return []events.Outcome{
		to(outcome("t0.1", "", "W4", "sight.commander", "who", guiche, "x", 50000, "y", 6000, "with", "champagne"), guiche),
		to(own("t0.2", "champagne", 50000, 14000, 0), guiche, surville),
		to(own("t0.3", "picardie", 61000, 14000, 0), guiche, surville),
		to(own("t0.4", "royal", 86000, 12000, 0), guiche, surville),
	}
}

func firstTurn() []events.Outcome {
	volley := outcome("t1.4", "t1.3", "7.5", "volley.fired", "firer", "champagne", "target", "sturler", "range", 8049,
		"hits", 2)
	volley.Dice = []events.Die{{Name: "volley/fire/champagne>sturler#1", Die: "d10", Value: 9}}
	volley.Views = []events.View{{Seats: []string{guiche}}, {Seats: []string{fagel}, Hide: []string{"hits", "dice"}}}
	return []events.Outcome{
		to(outcome("t1.1", "order:french.guiche.1", "2.42", "directive.acted", "unit", "champagne", "verb", "ASSAULT",
			"how", "voice"), guiche),
		to(outcome("t1.2", "order:french.guiche.2", "2.41", "dispatch.sent", "id", "french.guiche.t1.1", "to", "royal"),
			guiche),
		to(outcome("t1.3", "t1.1", "4.7", "unit.moved", "unit", "champagne", "x", 50000, "y", 26000, "yards", 120), guiche,
			fagel),
		volley,
		to(outcome("t1.5", "", "5.4", "morale.failed", "unit", "sturler", "roll", 4), fagel),
		to(outcome("t1.6", "t1.4", "1.5", "stand.destroyed", "unit", "champagne", "stand", "b"), guiche),
		to(own("t1.7", "champagne", 50000, 26000, 3), guiche),
		to(outcome("t1.8", "", "W4", "sight.gone", "unit", "picardie"), guiche),
		to(outcome("t1.9", "", "W4", "sight.enemy", "unit", "sturler", "arm", "foot", "formation", "line", "stands", 6, "x",
			60000, "y", 50000, "facing", 180), guiche),
		to(outcome("t1.10", "", "Q4", "sight.letter", "id", "french.surville.t1.1", "from", surville, "turn", 1,
			"text", "Hold the left, whatever comes; I cannot leave the brook before the Dutch horse has shown itself."), guiche),
	}
}

func book() *knowledge.Book {
	b := knowledge.Open([]string{guiche, surville, fagel}, words.Facts)
	b.Apply(0, opening())
	b.Apply(1, firstTurn())
	return b
}
