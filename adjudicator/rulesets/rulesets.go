// Package rulesets lists the available rulesets explicitly. There is no registration.
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

// Examples returns rulesets to be read and copied. They are tested like the others, but no games are offered under
// them.
func Examples() []*adjudicator.Ruleset {
	return []*adjudicator.Ruleset{&duel.Ruleset}
}

// Known returns all rulesets and examples, for commands that need no server.
func Known() []*adjudicator.Ruleset { return append(All(), Examples()...) }
