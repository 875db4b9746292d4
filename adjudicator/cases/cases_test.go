package cases

import (
	"fmt"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/events"
	"galloper/events/mutate"
)

const head = `Clause 1. A case of the minirules.
-- scenario.yaml --
ruleset: minirules
seats: {french.ney: {}, allied.hill: {}}
units:
  1foot: {seat: french.ney}
  2foot: {seat: french.ney}
  95th.b: {seat: allied.hill}
  kgl: {seat: allied.hill, men: 2}
`

// head95 is head with an id that the minirules accept.
var head95 = strings.Replace(head, "95th.b", "95th", 1)

// whole is a case with every kind of file.
var whole = head95 + `-- turn-1/french.ney.orders --
FIRE 1foot AT 95th
FIRE kgl AT 95th
FIRE 2foot AT kgl
-- turn-1/allied.hill.orders --
CHECK
FIRE kgl AT 1foot
-- turn-1.dice --
strict
open/wind/* = 4
fire/volley/1foot>95th#1 = 5
fire/volley/*#* = 6 1 2
-- turn-1.answers --
allied.hill: withdraw to wood
-- turn-1.asked --
allied.hill: stand
-- turn-1.receipt/french.ney --
1. FIRE 1foot AT 95th: accepted
2. refused: not-yours
! 4.
-- turn-1.report/allied.hill --
turn 0: game.opened wind=4
unit.withdrawn unit=95th
!unit.withdrawn unit=kgl
-- turn-1.want --
game.opened wind=4 dice=open/wind/field:4
volley.fired firer=1foot hits=2 clause=1
unit.withdrawn unit=95th to=wood
volley.fired firer=2foot
! game.over
! volley.fired firer=kgl
= unit.95th.men 1
= unit.95th.at wood
-- turn-3/allied.hill.orders --
FIRE kgl AT 1foot
-- turn-3.dice --
strict
fire/volley/kgl>1foot#* = 3 3
-- turn-3.want --
volley.fired firer=kgl hits=0
= unit.1foot.men 3
`

func TestWholeCasePasses(t *testing.T) {
	res := Run([]byte(whole), "whole.txtar", env())
	if !res.OK() {
		t.Fatal(res)
	}
	if res.String() != "ok   whole.txtar" || res.Comment != "Clause 1. A case of the minirules." {
		t.Errorf("%q, comment %q", res, res.Comment)
	}
}

// Each row changes the whole case, and gives the expected message of the runner.
func TestWhatFailsACase(t *testing.T) {
	for _, c := range []struct{ why, old, new, want string }{
		{"another value", "firer=1foot hits=2", "firer=1foot hits=1",
			"turn 1: turn-1.want line 2: `volley.fired firer=1foot hits=1 clause=1`: nearest is `volley.fired firer=1foot " +
				"target=95th hits=2 clause=1`"},
		{"another clause", "hits=2 clause=1", "hits=2 clause=9", "nearest is `volley.fired firer=1foot"},
		{"other dice", "dice=open/wind/field:4", "dice=open/wind/field:5", "nearest is `game.opened wind=4"},
		{"no such outcome", "unit.withdrawn unit=95th to=wood\n", "unit.routed unit=95th\n",
			"there is no unit.routed; nearest is `unit.withdrawn unit=95th to=wood clause=1`"},
		{"nothing like it", "unit.withdrawn unit=95th to=wood\n", "unit.routed unit=9th\n",
			"there is no unit.routed among 4 outcomes"},
		{"wrong order", "game.opened wind=4 dice=open/wind/field:4\n", "unit.withdrawn\n",
			"it is there, but before the match of the previous line: `unit.withdrawn"},
		{"twice wanted", "unit.withdrawn unit=95th to=wood\n", "unit.withdrawn\nunit.withdrawn\n", "it is there, but before"},
		{"unwanted", "! game.over", "! volley.fired hits=0",
			"but there is `volley.fired firer=2foot target=kgl hits=0 clause=1`"},
		{"state", "= unit.95th.men 1", "= unit.95th.men 2", "turn-1.want line 7: `= unit.95th.men 2`: it is `1`"},
		{"no such path", "= unit.95th.men 1", "= unit.95th.mn 2", "there is no such path; near it are `unit.95th.men 1`"},
		{"receipt", "2. refused: not-yours", "2. refused: unknown", "does not stand in the receipt"},
		{"receipt not", "! 4.", "! 3.", "must not stand in the receipt"},
		{"receipt of nobody", "turn-1.receipt/french.ney", "turn-1.receipt/french.foy", "that seat got no receipt"},
		{"report", "turn 0: game.opened wind=4", "turn 0: game.opened wind=5", "does not stand in the report"},
		{"report not", "!unit.withdrawn unit=kgl", "!unit.withdrawn unit=95th", "must not stand in the report"},
		{"report of nobody", "turn-1.report/allied.hill", "turn-1.report/allied.picton", "that seat gets no report"},
		{"strict", "fire/volley/*#* = 6 1 2", "fire/volley/*#* = 6 1",
			"strict: the die fire/volley/2foot>kgl#2 is not in the script"},
		{"no crossing", "open/wind/* = 4", "open/* = 4", "strict: the die open/wind/field is not in the script"},
		{"no such face", "open/wind/* = 4", "open/wind/* = 7", "the die open/wind/field has no 7; expected 1 to 6"},
		{"asked", "allied.hill: stand\n", "allied.hill: retreat\n",
			"asked was `allied.hill: stand`, wanted is `allied.hill: retreat`"},
		{"asked more", "allied.hill: stand\n", "allied.hill: stand\nallied.hill: stand\n",
			"asked was `allied.hill: stand`, wanted"},
		{"not an option", "withdraw to wood\n", "surrender\n",
			"allied.hill is asked stand: `surrender` is not one of: stand, withdraw"},
		{"not asked", "withdraw to wood\n", "withdraw to wood\nfrench.ney: stand\n",
			"`french.ney: stand`: that seat was not asked"},
		{"no such seat", "turn-3/allied.hill.orders", "turn-3/allied.hull.orders", "the scenario has no such seat"},
		{"scenario", "men: 2", "men: 12",
			"scenario.yaml:7:33: units.kgl.men: out-of-range: expected a whole number from 1 to 9, found `12`"},
		{"unknown file", "turn-3.want", "turn-3.wants",
			"turn-3.wants: unknown; expected turn-N.answers, .asked, .dice or .want"},
		{"unknown folder", "turn-3/allied.hill.orders", "turn-3/allied.hill.order", "expected turn-N/SEAT.orders"},
		{"turn 0", "turn-3.want", "turn-0.want", "not a file of a case"},
		{"turn 01", "turn-3.want", "turn-03.want", "not a file of a case"},
		{"any file", "turn-3.want", "notes.md", "notes.md: not a file of a case"},
		{"twice", "turn-3.want", "turn-1.want", "turn-1.want: stands twice in the case"},
		{"want word", "! game.over", "? game.over", "expected key=value"},
		{"want words", "! game.over", "! game.over loser", "expected key=value"},
		{"want name", "! game.over", "over", "expected an outcome `noun.verb field=value …`"},
		{"state words", "= unit.95th.men 1", "= unit.95th.men", "expected `= path value`"},
		{"dice words", "open/wind/* = 4", "open/wind/* 4", "expected `GLOB = v v v …` or `strict`"},
		{"dice values", "open/wind/* = 4", "open/wind/* = four", "expected `GLOB = v v v …` or `strict`"},
		{"no dice values", "open/wind/* = 4", "open/wind/* =", "expected `GLOB = v v v …` or `strict`"},
		{"answers words", "allied.hill: withdraw to wood", "allied.hill withdraw", "expected `seat: text`"},
		{"nobody reads", "turn-3/allied.hill.orders", "turn-3/umpire.orders", "this program cannot read the umpire's mail"},
		{"refused and played", "-- turn-3.want --", "-- scenario.refused --", "stands instead of turns"},
	} {
		changed := strings.Replace(whole, c.old, c.new, 1)
		if changed == whole {
			t.Errorf("%s: nothing was changed", c.why)
		}
		res := Run([]byte(changed), c.why, env())
		if res.OK() || !strings.Contains(strings.Join(res.Failed, "\n"), c.want) {
			t.Errorf("%s: %v\nwant %s", c.why, res, c.want)
		}
		if !strings.HasPrefix(res.String(), "FAIL "+c.why+"\n") {
			t.Errorf("%s: printed as %q", c.why, res)
		}
	}
}

func TestCaseOfARefusedScenario(t *testing.T) {
	const refused = "-- scenario.refused --\nunits.95th.b: bad-id\nscenario.yaml:6:3\n! kgl\n"
	if res := Run([]byte(head+refused), "refused", env()); !res.OK() {
		t.Error(res)
	}
	for why, c := range map[string]struct{ file, want string }{
		"another fault": {head + strings.Replace(refused, "bad-id", "wrong-type", 1), "does not stand in the refusal"},
		"says nothing":  {head + "-- scenario.refused --\n", "scenario.refused says nothing"},
		"not refused":   {head95 + refused, "the scenario is not refused"},
		"no wish":       {head, "the case wants nothing"},
		"no scenario":   {"-- turn-1.want --\ngame.opened\n", "scenario.yaml is missing"},
		"no ruleset":    {"-- scenario.yaml --\ntitle: x\n-- turn-1.want --\ngame.opened\n", "ruleset: missing-key"},
	} {
		if res := Run([]byte(c.file), why, env()); res.OK() || !strings.Contains(res.String(), c.want) {
			t.Errorf("%s: %v", why, res)
		}
	}
}

func TestQuestionWithoutAnAnswerTakesItsDefault(t *testing.T) {
	changed := strings.NewReplacer("allied.hill: withdraw to wood", "french.ney: stand",
		"unit.withdrawn unit=95th to=wood\n", "",
		"= unit.95th.at wood", "= unit.95th.at line", "unit.withdrawn unit=95th\n", "").Replace(whole)
	res := Run([]byte(changed), "default", env())
	if len(res.Failed) != 1 || !strings.Contains(res.Failed[0], "that seat was not asked") {
		t.Error(res)
	}
}

func TestUmpiresMailGoesIntoTheInput(t *testing.T) {
	e := env()
	e.Umpire = func(pos adjudicator.Position, mail string, in *events.TurnInput) error {
		path, value, ok := strings.Cut(strings.TrimSpace(mail), " = ")
		if !ok {
			return fmt.Errorf("%q: expected path = value", mail)
		}
		in.Rulings = append(in.Rulings, events.Ruling{Text: "so be it", Sets: []events.Setting{{Path: path, Value: value}}})
		return nil
	}
	ruled := strings.Replace(whole, "-- turn-3.dice --",
		"-- turn-3/umpire.orders --\nunit.kgl.men = 7\n-- turn-3.dice --", 1) +
		"ruling.applied text=\"so be it\"\nruling.set path=unit.kgl.men value=7\n= unit.kgl.men 7\n"
	if res := Run([]byte(ruled), "ruled", e); !res.OK() {
		t.Error(res)
	}
	bad := strings.Replace(ruled, "unit.kgl.men = 7\n--", "unit.kgl.men\n--", 1)
	if res := Run([]byte(bad), "ruled", e); res.OK() || !strings.Contains(res.String(), "expected path = value") {
		t.Error(res)
	}
}

// Every case catches a ruleset that changes its state without an outcome.
func TestStateThatOutcomesDoNotLeadTo(t *testing.T) {
	cheat := minirules
	cheat.Phases = append([]adjudicator.Phase{{Clause: "0", Title: "cheat", Run: func(t *adjudicator.Turn) {
		t.State.(*ground).men["kgl"] = 9
	}}}, minirules.Phases...)
	e := env()
	e.Rulesets = []*adjudicator.Ruleset{&cheat}
	res := Run([]byte(whole), "cheat", e)
	if res.OK() || !strings.Contains(res.String(),
		"the outcomes alone do not lead to the state: it has `unit.kgl.men 9`, they give `unit.kgl.men 2`") {
		t.Error(res)
	}
}

func TestBrokenRulesetFailsItsCase(t *testing.T) {
	broken := minirules
	broken.Phases = []adjudicator.Phase{{Clause: "1", Title: "fire", Run: func(*adjudicator.Turn) { panic("no powder") }}}
	e := env()
	e.Rulesets = []*adjudicator.Ruleset{&broken}
	if res := Run([]byte(whole), "broken", e); res.OK() || !strings.Contains(res.String(), "broke in phase 1 fire") {
		t.Error(res)
	}
}

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		glob, name string
		want       bool
	}{
		{"volley/fire/a>d.a#*", "volley/fire/a>d.a#12", true},
		{"volley/fire/a>d.a#*", "volley/fire/a>d.b#1", false},
		{"melee/fight/y.*>b.*", "melee/fight/y.a>b.c", true},
		{"melee/fight/y.*>b.*", "melee/fight/y.a>c.c", false},
		{"*/morale/d", "pursuit/morale/d", true},
		{"*", "a/b", false},
		{"*/*", "a/b", true},
		{"*/*", "a/b/c", false},
		{"a*", "a", true},
		{"a", "ab", false},
		{"[ab]", "a", false},
		{"a**c", "abc", true},
	} {
		if got := matches(c.glob, c.name); got != c.want {
			t.Errorf("%s takes %s: %t", c.glob, c.name, got)
		}
	}
}

func FuzzRun(f *testing.F) {
	mutate.Add(f, nil, []byte(whole), []byte(head))
	f.Fuzz(func(t *testing.T, file []byte) {
		a, b := Run(file, "x", env()), Run(file, "x", env())
		if a.String() != b.String() {
			t.Errorf("two runs differ:\n%s\n%s", a, b)
		}
	})
}

// Dice without a script roll by a seed of the case, which is the same in every run.
func TestUnscriptedDiceAreTheSameInEveryRun(t *testing.T) {
	wind := head95 + "-- turn-1.want --\ngame.opened wind=9\n"
	first, again := Run([]byte(wind), "wind", env()), Run([]byte(wind), "wind", env())
	if first.OK() || first.String() != again.String() ||
		!strings.Contains(first.String(), "nearest is `game.opened wind=") {
		t.Errorf("%v, then %v", first, again)
	}
}

// Turns without files are played too, and a game that is over does not change.
func TestTurnsBetweenAndBehindTheEnd(t *testing.T) {
	end := head95 + `-- turn-2/french.ney.orders --
FIRE 1foot AT kgl
-- turn-2.dice --
fire/volley/* = 6 6
-- turn-2.want --
game.over loser=kgl
-- turn-4/french.ney.orders --
FIRE 1foot AT 95th
-- turn-4.want --
! volley.fired
= unit.kgl.men 0
= unit.95th.men 3
`
	if res := Run([]byte(end), "end", env()); !res.OK() {
		t.Error(res)
	}
}

func TestFragmentsMayRunOverLines(t *testing.T) {
	const text = "The 95th is seen\n  no more.\nunit 1foot at E6"
	for fragment, want := range map[string]bool{
		"is seen no more": true, "unit 1foot  at E6": true, "unit 2foot": false,
		"! unit 2foot": true, "!is seen no more.": false, "!The 95th": false,
	} {
		failed := judgeText([]line{{"f", 1, fragment}}, text, "the report")
		if (len(failed) == 0) != want {
			t.Errorf("%q: %v", fragment, failed)
		}
	}
}
