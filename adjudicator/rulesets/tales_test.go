package rulesets

import (
	"strings"
	"testing"

	"galloper/events"
)

// Whoever reads that troops did not obey is told what would help, and of those who run why they ran.
func TestTalesGiveReasons(t *testing.T) {
	t.Parallel()
	helpless := map[string]bool{ // nothing that a commander could do
		"firediscipline directive.done": true,
	}
	plain := map[string]bool{ // the sentence says by itself why
		"activationchits unit.shaken": true, "activationchits rally.rolled": true,
		"commandchaos rout.tested": true, "commandchaos officer.dismay": true,
		"fieldcommand retreat.forced":    true, // told with the assault or the bombardment
		"fieldcommand withdrawal.made":   true, // of their own will
		"firediscipline gun.abandoned":   true, // told with the charge
		"firediscipline unit.evaded":     true, // from the charge
		"firediscipline unit.left":       true,
		"orderdiscipline unit.retired":   true, // told with morale.fell
		"activationchits unit.retreated": true, // told with the assault
		"commandchaos unit.gaveground":   true, // by the card that was laid
		"commandchaos unit.stuck":        true,
		"commandchaos unit.recovered":    true,
		"firediscipline unit.reformed":   true,
		"orderdiscipline morale.rose":    true,
		"fieldcommand units.rallied":     true,
		"firediscipline unit.destroyed":  true,
	}
	for _, r := range All() {
		for name, tale := range r.Words.Tales {
			id := r.Name + " " + name
			if (tale.Why == "") != (tale.Mend == "") && !helpless[id] {
				t.Errorf("%s: why it hindered is %q, what would help %q", id, tale.Why, tale.Mend)
			}
			if said := strings.Join(tale.Says, " "); tale.Kind == events.SceneRout && said != "" && !plain[id] &&
				tale.On == "" && !strings.Contains(said, "{blame") && !strings.Contains(said, "{traced") &&
				!strings.Contains(said, "{cause") {
				t.Errorf("%s gives no reason: %s", id, said)
			}
			if said := strings.Join(tale.Says, "|"); strings.Contains(said, "laid down their arms|") ||
				strings.HasSuffix(said, "laid down their arms.") {
				t.Errorf("%s does not say why they surrender: %s", id, said)
			}
		}
	}
}
