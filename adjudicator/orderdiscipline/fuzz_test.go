package orderdiscipline

import (
	"math/rand/v2"
	"strings"
	"testing"

	"galloper/adjudicator/rules"
	"galloper/events/mutate"
)

const fuzzField = `ruleset: orderdiscipline
title: Orders of all kinds
map:
  size: [48, 36]
  places: {farm: [24, 20], mill: [10, 9.5]}
  areas: {copse: {kind: wood, polygon: [[8,14],[14,14],[14,20],[8,20]]}}
sides: {french: {home: south}, allied: {home: north}}
seats:
  french.ney: {name: Marshal Ney, at: [24, 3], ability: 2}
  french.foy: {name: General Foy, at: [20, 5], superior: french.ney}
  allied.hill: {name: Lord Hill, at: [24, 29], ability: 1}
units:
  45e: {name: 45e Ligne, general: french.ney, kind: infantry, stands: 6, at: [18, 7]}
  17e: {name: 17e Leger, general: french.ney, kind: light-infantry, stands: 6, at: [28, 7]}
  6cha: {name: 6e Chasseurs, general: french.ney, kind: light-cavalry, stands: 5, at: [34, 8]}
  bty: {name: 4e batterie, general: french.ney, kind: foot-artillery, stands: 2, at: [40, 8]}
  9leg: {name: 9e Leger, general: french.foy, kind: infantry, stands: 6, at: [10, 4]}
  42foot: {name: 42nd Foot, general: allied.hill, kind: infantry, stands: 6, at: [24, 22.5], facing: 180}
  rogers: {name: Rogers' Battery, general: allied.hill, kind: foot-artillery, stands: 2, at: [24, 27], facing: 180}
`

// readAgain reads a mail, then reads each accepted line again and checks that it stays the same.
func readAgain(t *testing.T, f *field, text string) (accepted int) {
	t.Helper()
	lines, reading := f.read("french.ney", text, 1)
	for _, e := range reading.Entries {
		if e.Refusal != nil && e.Refusal.Reason == "" {
			t.Fatalf("%q is refused without a reason", text)
		}
	}
	for _, line := range lines {
		if strings.HasPrefix(line, "LETTER") {
			continue
		}
		again, answer := f.read("french.ney", line, 1)
		if len(again) != 1 || again[0] != line {
			t.Fatalf("%q\n reads as %q,\n that as %q %+v", text, line, again, answer.Entries)
		}
		b := rules.BattleOf[*Battle](f.pos.Scenario)
		b.recorded(b.seatIDs.Must("french.ney"), line) // panics if the adjudicator cannot read the line
	}
	return len(lines)
}

// FuzzOrders checks that any text is either accepted or refused with a reason, and that the canonical form of
// an accepted order reads as the same order.
func FuzzOrders(f *testing.F) {
	mutate.Add(f, nil,
		"45e and 17e will advance to the farm via 20,10 and mill in column facing NE keeping front",
		"45e: if enemy cavalry within 6 then form square else support 17e",
		"standing all on charge stand; seize with queen or jack if turn 3", "reroll foy, ney if below 6 with jack twice",
		"TO foy: all form column then move to farm then hold then face 42foot",
		"I join the 45e", "bty limber then move to 26,14 then unlimber facing 30",
		"17e hold fire until the enemy is within 4\" if not charged", "sequence 45e, then 17e",
		"cancel standing 45e, seize", "obey french.ney.t1.1",
		"6cha charge enemy guns at 24,27 if lost 2 stands and 17e routing", "45e move 4 to the north-east",
		"LETTER TO foy: hold\n.\n",
	)
	open := openField(f, fuzzField)
	f.Fuzz(func(t *testing.T, text string) { readAgain(t, open, text) })
}

// TestOrdersOfAllKindsReadAgain combines the words of the order language at random.
func TestOrdersOfAllKindsReadAgain(t *testing.T) {
	t.Parallel()
	lists := map[string][]string{
		"SUBJECT": {"45e", "17e", "45e and 17e", "all", "the 6cha", "bty:", "45e, 17e & bty", "9leg", "42foot", "77e",
			"self", "I", "Marshal Ney", ""},
		"VERB": {"hold", "stand fast facing DIR", "move to PLACE", "march to PLACE via PLACE and PLACE", "advance N",
			"move N DIR", "fall back N", "withdraw to PLACE keeping front",
			"form FORM", "form FORM facing DIR", "limber", "deploy", "face DIR", "charge FOE", "support 17e",
			"support the 9leg", "rally", "fire at FOE", "fire at will", "hold fire",
			"cease fire until they are at N", "on charge REACT", "if charged REACT", "join 45e", "leave", "ride to PLACE",
			"go to PLACE in FORM facing DIR", "dance"},
		"DIR":   {"north", "to the north-east", "SW", "0", "359", "360", "farm", "42foot", "nearest enemy", "20,12", "17e"},
		"PLACE": {"farm", "the mill", "copse", "20,12", "(20.5, 12.25)", "50,50", "17e", "42foot", "the moon"},
		"N":     {"6", "6.5 in", "4\"", "3 inches", "0", "0.25", "1.125"},
		"FORM":  {"line", "attack column", "march column", "skirmish order", "square", "battery", "unlimbered", "wedge"},
		"FOE":   {"42foot", "rogers", "nearest enemy", "nearest enemy guns", "enemy cavalry at 20,12", "enemy", "17e"},
		"REACT": {"stand", "square", "form square", "evade", "countercharge", "run"},
		"COND": {"enemy within N", "no enemy horse comes within N", "17e within N", "the 42foot gets within N", "first",
			"we move second", "we have the initiative", "it is unsteady",
			"17e routing", "lost 2 stands", "turn 3", "charged", "not charged", "hand 2", "hungry", "COND and COND"},
		"CARD": {"joker", "king", "a queen or jack", "lowest", "knave", "ace"},
		"ORDER": {"SUBJECT VERB", "SUBJECT VERB then VERB", "SUBJECT VERB then VERB, then VERB", "SUBJECT VERB if COND",
			"if COND then SUBJECT VERB", "SUBJECT if COND then VERB else VERB",
			"SUBJECT VERB then VERB if COND else VERB", "SUBJECT will please VERB"},
		"MAIL": {"ORDER", "ORDER", "standing ORDER", "TO foy: ORDER", "TO foy: all VERB", "seize with CARD if COND",
			"contest CARD", "reroll foy if below N with CARD twice", "reroll any",
			"sequence 45e, then 17e", "initiative second", "standing seize with CARD", "cancel standing 45e",
			"obey french.ney.t1.1", "ORDER\nORDER", "ORDER; ORDER", "do not seize"},
	}
	open := openField(t, fuzzField)
	rng, accepted := rand.New(rand.NewPCG(3, 1)), 0
	var say func(text string, deep int) string
	say = func(text string, deep int) string {
		words := strings.Split(text, " ")
		for i, w := range words {
			bare := strings.Trim(w, ":,;")
			if list := lists[bare]; list != nil && deep < 9 {
				words[i] = strings.Replace(w, bare, say(list[rng.IntN(len(list))], deep+1), 1)
			}
		}
		return strings.Join(words, " ")
	}
	for range 4000 {
		accepted += readAgain(t, open, say("MAIL", 0))
	}
	if accepted < 1000 {
		t.Errorf("only %d orders were accepted: the test tests too little", accepted)
	}
}
