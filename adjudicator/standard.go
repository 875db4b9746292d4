package adjudicator

import "strings"

// Names that all rulesets share, so that games can be run without knowing their rules. The tests check them for all
// rulesets (adjudicator/oracle).

// Umpire is the seat that is told the outcomes hidden from all players, and that answers the umpire's decisions.
const Umpire = "umpire"

// WinnerItem is the path of the state item with the winner: a side, `draw`, or [Nobody].
const WinnerItem = "game.winner"

// Values of [WinnerItem] other than sides.
const (
	Draw   = "draw"
	Nobody = "-" // undecided, or no winner if a ruleset grades victories
)

// The states of a dispatch, which are the values of [DispatchStatus].
const (
	Riding    = "riding"
	Delivered = "delivered"
	Lost      = "lost"
	Captured  = "captured"
)

// DispatchStatus returns the path of the item with a dispatch's status.
func DispatchStatus(id string) string { return "dispatch." + id + ".status" }

// DispatchOf returns the id of the dispatch whose [DispatchStatus] has the path.
func DispatchOf(path string) (id string, ok bool) {
	rest, dispatch := strings.CutPrefix(path, "dispatch.")
	id, status := strings.CutSuffix(rest, ".status")
	return id, dispatch && status
}
