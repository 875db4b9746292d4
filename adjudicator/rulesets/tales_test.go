package rulesets

import (
	"regexp"
	"strings"
	"testing"

	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/story"
)

// Stories of troops that did not obey say how to prevent it, and stories of troops that run say why they ran.
func TestTalesGiveReasons(t *testing.T) {
	t.Parallel()
	helpless := map[string]bool{ // nothing that a commander could do
		"firediscipline directive.done": true,
	}
	plain := map[string]bool{ // the sentence itself gives the reason
		"activationchits unit.shaken": true, "activationchits rally.rolled": true,
		"commandchaos rout.tested": true, "commandchaos officer.dismay": true,
		"fieldcommand retreat.forced":    true, // told with the assault or the bombardment
		"fieldcommand withdrawal.made":   true, // voluntary
		"firediscipline gun.abandoned":   true, // told with the charge
		"firediscipline unit.evaded":     true, // from the charge
		"firediscipline unit.left":       true,
		"orderdiscipline unit.retired":   true, // told with morale.fell
		"activationchits unit.retreated": true, // told with the assault
		"commandchaos unit.gaveground":   true, // by the card played
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

// If the reader is the one who acted or is affected, `You` has a matching verb in the headline and in the text, and no
// other person is then called `they`.
func TestYouHasAVerb(t *testing.T) {
	t.Parallel()
	choices := regexp.MustCompile(`\{(\w+):([^{}]*=[^{}]*)\}`)
	finite := regexp.MustCompile(`^You (\w+ed|are|had|would|could|will|did|fell|went|came|got|took|ran|met|broke|struck|` +
		`gave|made|found|stood|drew|fled|lost|paid|threw|fought|rode|became|began|let|drove|thrust|mistook|held|` +
		`laid|brought|and \w+)\b`)
	notMe := regexp.MustCompile(`\b(they|them|their)\b`)
	seen := map[string]int{}
	for _, r := range All() {
		book, err := story.Compile(r.Words, r.Symbols)
		if err != nil {
			t.Fatal(err)
		}
		for name, tale := range r.Words.Tales {
			if tale.By == "" {
				continue
			}
			texts := strings.Join(append([]string{tale.Head, tale.Theirs}, tale.Says...), " ")
			fields := []events.Field{{Key: tale.By, Value: "red.me"}}
			tried := [][]events.Field{fields}
			for _, c := range choices.FindAllStringSubmatch(texts, -1) {
				for choice := range strings.SplitSeq(c[2], "|") {
					value, _, _ := strings.Cut(choice, "=")
					tried = append(tried, append([]events.Field{{Key: c[1], Value: value}}, fields...))
				}
			}
			for _, fields := range tried {
				o := events.Outcome{Name: name, Ref: "red.me.t1.1", Fields: fields,
					Views: []events.View{{Seats: []string{"red.me"}}}}
				if tale.On != "" {
					o.Fields = append(o.Fields, events.Field{Key: tale.On, Value: "foe"})
				}
				known := knowledge.Open([]string{"red.me"}, r.Words.Facts)
				known.Apply(1, []events.Outcome{o})
				s := book.Tell(&story.Sheet{
					Stage: events.Stage{Turns: 9, Sides: map[string]string{"red.me": "red", "foe": "blue"}},
					Names: func(id string) string { return map[string]string{"foe": "Foe", "red": "Reds"}[id] },
				}, known.Seat("red.me"))
				said := []string{s.Headline}
				for _, scene := range s.Lead {
					said = append(said, strings.SplitAfter(scene.Text, ". ")...)
				}
				for _, text := range said {
					if !strings.HasPrefix(text, "You ") || strings.Contains(text, "?") { // a field is missing
						continue
					}
					seen[r.Name]++
					if !finite.MatchString(text) || tale.On == "" && notMe.MatchString(text) {
						t.Errorf("%s: %v: %q", r.Name, o.Fields, text)
					}
				}
			}
		}
		if seen[r.Name] < 5 {
			t.Errorf("%s says `You` %d times", r.Name, seen[r.Name])
		}
	}
}

// After a number, the nouns of outcomes and tales are in the plural only if it is not one. Lines of facts are read by
// programs, and are not checked.
func TestOneIsNotSeveral(t *testing.T) {
	t.Parallel()
	several := regexp.MustCompile(`\{\w+(:\+)?\} (yards|turns|hexes|points|spaces|steps|guns|hits|companies|blocks|` +
		`paces|cards|inches|banners|stands)\b`)
	words := 0
	look := func(of string, texts ...string) {
		for _, text := range texts {
			words++
			if found := several.FindString(text); found != "" {
				t.Errorf("%s says %q: write {n} thing{n:s}", of, found)
			}
		}
	}
	for _, r := range All() {
		for name, tale := range r.Words.Tales {
			look(r.Name+" "+name, append([]string{tale.Head, tale.Theirs, tale.Why, tale.Mend}, tale.Says...)...)
		}
		for name, says := range r.Words.Diary {
			look(r.Name+" "+name, says)
		}
		for _, f := range r.Words.Facts {
			look(r.Name+" "+f.Kind, f.Strength, f.State, f.Idle, f.Called)
		}
	}
	if words < 500 {
		t.Errorf("only %d texts were read", words)
	}
}
