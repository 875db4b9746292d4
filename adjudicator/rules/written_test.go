package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"galloper/adjudicator/rules"
	"galloper/adjudicator/scenario"
)

type troop struct {
	ID    string
	Name  string   `key:"name,name" doc:"as players write it"`
	Kind  string   `key:"kind!,foot|horse" doc:"what it is"`
	Men   int      `key:"men,1..99,30"`
	Sight int      `key:"sight,0.00..99.00,48" doc:"inches"`
	Led   bool     `key:"led,,yes"`
	Cards bool     `key:"cards,switch,yes"`
	Fight bool     `key:"on_zero,end|fight=yes" doc:"13.3"`
	Obey  bool     `key:"obey,silent=yes|never"`
	Deck  string   `key:"deck,text,house"`
	Ask   []string `key:"ask,square|retire"`
	At    [2]int   `key:"at,text"`
}

func readTroop(t *testing.T, text string) (troop, []scenario.Fault) {
	t.Helper()
	spec := scenario.Root("skirmish", scenario.Req("unit", rules.KeysOf[troop](rules.Reserved{"hold"}), "it"))
	doc, faults := scenario.Read("x.yaml", []byte("ruleset: skirmish\nunit: "+text+"\n"), spec)
	if len(faults) > 0 {
		return troop{}, faults
	}
	return rules.Written[troop](doc.At("unit")), nil
}

func TestFieldsAreReadAsTheirTagsSay(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"{kind: horse}": "{  horse 30 4800 true true false true house [] [0 0]}",
		"{kind: foot, men: 7, sight: 1.5, led: no, cards: off, on_zero: fight, obey: never, deck: x, " +
			"ask: [retire], at: b}": "{  foot 7 150 false false true false x [retire] [0 0]}",
		"{kind: foot, name: Guard, cards: no}": "{ Guard foot 30 4800 true false false true house [] [0 0]}",
	} {
		if got, faults := readTroop(t, text); fmt.Sprint(got) != want || len(faults) > 0 {
			t.Errorf("%s\n got %v %v\nwant %s", text, got, faults, want)
		}
	}
}

func TestTagsSayWhatIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"{men: 3}", "{kind: cart}", "{kind: foot, men: 0}", "{kind: foot, sight: 99.5}", "{kind: foot, led: on}",
		"{kind: foot, on_zero: yes}", "{kind: foot, ask: [charge]}", "{kind: foot, name: Hold}", "{kind: foot, arm: foot}",
	} {
		if _, faults := readTroop(t, text); len(faults) != 1 {
			t.Errorf("%s: %d faults, want 1: %v", text, len(faults), faults)
		}
	}
}

func TestDefaultsAreInTheSchema(t *testing.T) {
	t.Parallel()
	schema := string(scenario.Schema("x", rules.KeysOf[troop](nil)))
	for _, want := range []string{`"30"`, `"48; inches"`, `"yes"`, `"end; 13.3"`, `"what it is"`,
		`"as players write it"`} {
		if !strings.Contains(schema, `"description": `+want) {
			t.Errorf("the schema has no description %s", want)
		}
	}
}
