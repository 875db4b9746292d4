package activationchits

import "galloper/adjudicator/rules"

// causes say what outcomes follow from beside orders.
var causes = rules.Causes{
	After: map[string]string{
		"chit.drawn":   "turn.opened",
		"event.rolled": "turn.opened",
		"leader.fate":  "turn.opened",
		"entry.undone": "turn.opened",
		"hexes.held":   "turn.opened",
		"game.ended":   "turn.opened banner.won leader.fate",
	},
	None: map[string]string{"the turn itself": "turn.opened"},
}
