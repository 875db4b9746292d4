package rulesets_test

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/oracle"
	"galloper/adjudicator/rulesets"
)

// TestFiguresInIDsAreNoNumbers checks that numbers in orders are never mistaken for ids that end in digits. It reads
// random orders in each shipped scenario with the original ids, and with digits appended to the ids of units or places;
// the readings must be the same apart from the ids. It continues until GALLOPER_MAILS orders of each ruleset have been
// accepted.
func TestFiguresInIDsAreNoNumbers(t *testing.T) {
	for _, rules := range rulesets.All() {
		t.Run(rules.Name, func(t *testing.T) {
			t.Parallel()
			compared, least := 0, oracle.Many(os.Getenv("GALLOPER_MAILS"), 100)
			for round := range uint64(least) {
				for _, text := range shipped(t, rules) {
					compared += compareFigures(t, rules, text, round, "units")
					compared += compareFigures(t, rules, text, round, "terrain", "roads", "map.places", "map.areas", "map.lines")
				}
				if compared >= least {
					return
				}
			}
			t.Errorf("only %d orders were accepted: the test tests too little", compared)
		})
	}
}

// figures are numbers that occur in the random orders too.
var figures = []string{"2", "6", "12", "1", "-8", "-4", "100", "-3", "200", "-24", "40", "-60"}

// compareFigures reads the same orders with and without digits in the ids under the keys, and returns the number of
// accepted orders.
func compareFigures(t *testing.T, rules *adjudicator.Ruleset, text string, round uint64,
	keys ...string) (compared int) {
	t.Helper()
	c := rashly(t, rules)
	plain := c.open(0, text)
	there, back := renaming{}, renaming{}
	for _, key := range keys {
		node := plain.doc.Node
		for part := range strings.SplitSeq(key, ".") {
			node = node.At(part)
		}
		for _, id := range node.Keys() {
			if len(there) == len(figures) || isSeat(plain.pos.Scenario, id) || mentions(text, id) > 2 {
				continue
			}
			renamed := id + figures[len(there)]
			changed := renaming{id: renamed}.of(text)
			if _, _, faults := adjudicator.Load(rulesets.All(), "s.yaml", []byte(changed)); len(faults) > 0 {
				continue // the id also occurs as a word of the file
			}
			text = changed
			there[id] = renamed
			back[renamed] = id
		}
	}
	figured := c.open(0, text)
	r := rand.New(rand.NewPCG(5, 12+round))
	for _, s := range plain.pos.Scenario.Seats() {
		plain.name(s)
		scribe := oracle.Scribe{Lot: r, Grammar: maps.Clone(plain.scribe.Grammar)}
		for range 25 {
			line := scribe.Line("order")
			if slices.ContainsFunc(scribe.Grammar["foe"], func(id string) bool {
				return there[id] != "" && mentions(line, id) > 0
			}) {
				continue // an unknown unit may have an id that is a word, such as battery
			}
			want, got := plain.accepts(s.ID, line), figured.accepts(s.ID, there.of(line))
			if back.of(strings.Join(got, "\n")) != strings.Join(want, "\n") {
				t.Errorf("%s: %q is read as %q, but %q as %q", s.ID, line, want, there.of(line), got)
			}
			compared += len(want)
		}
	}
	return compared
}

// mentions counts the occurrences of the id in the file, in any case and including names.
func mentions(text, id string) int {
	return len(regexp.MustCompile(`(?i)\b`+regexp.QuoteMeta(id)).FindAllString(text, -1))
}

// isSeat reports whether a seat's id ends with the id.
func isSeat(sc adjudicator.Scenario, id string) bool {
	return slices.ContainsFunc(sc.Seats(), func(s adjudicator.Seat) bool { return strings.HasSuffix(s.ID, "."+id) })
}

// accepts returns the canonical lines of a mail's accepted orders.
func (f *rashField) accepts(seat, mail string) []string {
	_, reading := f.pos.Ruleset.ReadMail(adjudicator.Desk{Scenario: f.pos.Scenario, Seat: seat, Turn: 1,
		Known: f.desks.Known(seat)}, mail)
	return reading.Accepted()
}

// renaming maps ids to other ids.
type renaming map[string]string

// idLike matches a whole word that could be an id.
var idLike = regexp.MustCompile(`[\w-]+(\.[\w-]+)*`)

func (r renaming) of(text string) string {
	return idLike.ReplaceAllStringFunc(text, func(word string) string { return cmp.Or(r[word], word) })
}
