package activationchits

import "galloper/adjudicator/rules"

// causes say what outcomes follow from beside orders.
var causes = rules.Causes{
	"turn.opened": "; the turn itself",
	"chit.drawn event.rolled leader.fate entry.undone hexes.held": "turn.opened",
	"game.ended": "turn.opened banner.won leader.fate",
}
