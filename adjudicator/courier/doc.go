// Package courier has what all rulesets share of dispatches: how they are
// named, what can become of them, and the ride.
//
// A dispatch is anything that a courier carries: a directive to a subordinate,
// a letter between seats, a report back. It leaves from where its sender stands
// and rides to where the recipient is now, aiming anew each turn. The ruleset
// gives pace, way and what can happen on it; state and outcomes are its own.
//
//	dispatch.sent → dispatch.riding, dispatch.fled … → dispatch.delivered, .lost or .captured
//
// The package knows no board: a place is whatever the ruleset's step function
// moves over, a point, a hex, a locale, a zone.
package courier
