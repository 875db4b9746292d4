// Package courier has what all rulesets share of dispatches: how they are
// named, what can become of them, and the ride.
//
// A dispatch is anything that a courier carries: a directive to a subordinate,
// a letter between seats, a report back. It leaves from where its sender stands
// and rides to where the recipient is now, aiming anew each turn. What becomes
// of it from turn to turn is in package rules (Couriers).
//
//	dispatch.sent → dispatch.riding, dispatch.fled … → dispatch.delivered, .lost or .captured
//
// The package knows no board: a place is whatever the ruleset's step function
// moves over, a point, a hex, a locale, a zone.
package courier
