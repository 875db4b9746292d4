// Package courier is the common part of dispatches in all rulesets: their ids, their outcomes and the ride.
//
// A dispatch is anything that a courier carries: a directive to a subordinate, a letter between seats, a report back.
// It starts at its sender's position and rides to the recipient's current position, which is looked up anew each turn.
// Package rules (Couriers) updates it from turn to turn.
//
//	dispatch.sent → dispatch.riding, dispatch.fled … → dispatch.delivered, .lost or .captured
//
// The package does not depend on a board: a place is any value that the ruleset's step function moves over, such as a
// point, a hex, a locale or a zone.
package courier
