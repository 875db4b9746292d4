package activationchits

import "galloper/adjudicator/rules"

// causes lists the outcomes that follow from other outcomes instead of orders.
var causes = rules.Causes{
	"turn.opened": "; the turn itself",
	"chit.drawn event.rolled leader.fate entry.undone hexes.held": "turn.opened",
	"game.ended": "turn.opened banner.won leader.fate",
}
