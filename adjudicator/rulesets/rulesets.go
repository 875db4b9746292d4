// Package rulesets is the explicit list of the rulesets that games are played
// under. Nothing registers itself: what is not written here does not exist.
package rulesets

import (
	"galloper/adjudicator"
	"galloper/adjudicator/activationchits"
	"galloper/adjudicator/commandchaos"
	"galloper/adjudicator/examples/duel"
	"galloper/adjudicator/fieldcommand"
	"galloper/adjudicator/firediscipline"
	"galloper/adjudicator/orderdiscipline"
)

// All returns the rulesets, in byte order of their names.
func All() []*adjudicator.Ruleset {
	return []*adjudicator.Ruleset{
		&activationchits.Ruleset, &commandchaos.Ruleset, &fieldcommand.Ruleset, &firediscipline.Ruleset,
		&orderdiscipline.Ruleset}
}

// Examples returns the sets of rules that are there to be read and copied. They are tested as the
// others are; no game is offered under them.
func Examples() []*adjudicator.Ruleset {
	return []*adjudicator.Ruleset{&duel.Ruleset}
}

// Known returns all of both: what the commands that need no server work with.
func Known() []*adjudicator.Ruleset { return append(All(), Examples()...) }
