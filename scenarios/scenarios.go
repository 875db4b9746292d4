// Package scenarios holds the scenarios that come with Galloper, each in a
// folder of its own: scenario.yaml, a README for those who run it, and for some a
// set of orders to play them with (played/turn-N/SEAT.orders).
//
// They are files first: `galloper new scenarios/demo/scenario.yaml` reads them from disk. The package embeds them for
// commands that must work without a checkout.
package scenarios

import "embed"

// Files are the scenarios, by path from this folder: `demo/scenario.yaml`.
//
//go:embed */scenario.yaml */README.md */played
var Files embed.FS

// Starters have a small complete battle for each ruleset, by its name, for writers to begin with.
//
//go:embed starters
var Starters embed.FS
