package adjudicator

import "strings"

// What every ruleset calls by the same name, so that who runs a game needs to know
// no rules for it. The tests hold all rulesets to it (adjudicator/oracle).

// Umpire is the seat to which outcomes are told that no player may see, and that
// answers decisions which are the umpire's.
const Umpire = "umpire"

// WinnerItem is the item of the state that says who has won: a side, `draw`, or [Nobody].
const WinnerItem = "game.winner"

// The values of [WinnerItem] that are no side.
const (
	Draw   = "draw"
	Nobody = "-" // not yet; or neither, where a ruleset grades victories
)

// What has become of a dispatch: the values of its [DispatchStatus].
const (
	Riding    = "riding"
	Delivered = "delivered"
	Lost      = "lost"
	Captured  = "captured"
)

// DispatchStatus is the path of the item that says what has become of a dispatch.
func DispatchStatus(id string) string { return "dispatch." + id + ".status" }

// DispatchOf returns the dispatch whose [DispatchStatus] the path is.
func DispatchOf(path string) (id string, ok bool) {
	rest, dispatch := strings.CutPrefix(path, "dispatch.")
	id, status := strings.CutSuffix(rest, ".status")
	return id, dispatch && status
}
