package daemon

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/verify"
	"galloper/events"
	"galloper/events/archive"
	"galloper/events/vault"
)

// A recorded game of each ruleset must verify forever: after an incompatible change of the rules its result would
// differ from the players' reports. With -update the games are played anew; do so only for rules that are not in use
// yet.
//
// The orders come from test cases, for variety; the dice are random.
var recordedFrom = map[string]string{
	"firediscipline":  "Q4_addressee_gone",
	"fieldcommand":    "9.3_mobilize",
	"orderdiscipline": "2.5_contested",
	"activationchits": "P3_standing",
	"commandchaos":    "f_alternatives",
}

// recordedTurns is the least number of turns of each game.
const recordedTurns = 6

func recordedFile(ruleset string) string { return filepath.Join("testdata", ruleset+".jsonl") }

// playCase plays the orders of a case by mail, and records the game.
func playCase(t *testing.T, ruleset, name string) {
	t.Helper()
	c, err := txtar.ParseFile(filepath.Join("..", "..", "..", "..", "adjudicator", ruleset, "testdata", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range c.Files {
		files[f.Name] = string(f.Data)
	}
	w := newWorld(t)
	n := admin.NewGame{
		Name: "mill", File: "mill.yaml", Scenario: files["scenario.yaml"], Seats: map[string][]string{},
		Umpires: []string{umpireAddress},
		Seeds:   &vault.Seeds{Turns: 40, S: events.Sum([]byte("S" + ruleset)), P: events.Sum([]byte("P" + ruleset))},
	}
	_, sc, err := game.LoadScenario(w.d.Rulesets, n.File, []byte(n.Scenario))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sc.Seats() {
		n.Seats[s.ID] = []string{addressOf(s.ID)}
	}
	if _, err := w.d.New(w.ctx, n); err != nil {
		t.Fatal(err)
	}
	w.settle()
	for turn := 1; turn <= recordedTurns && w.game().Campaign.Result() == ""; turn++ {
		for _, seat := range slices.Sorted(maps.Keys(n.Seats)) {
			if text := files[fmt.Sprintf("turn-%d/%s.orders", turn, seat)]; text != "" {
				w.writes(seat, text)
			}
		}
		w.writesFrom(umpireAddress, fmt.Sprintf("CLOSE TURN %d BECAUSE all have written", turn))
		for {
			open := w.game().Campaign.Turn(turn).OpenQuestions()
			if len(open) == 0 {
				break
			}
			w.writesFrom(umpireAddress, fmt.Sprintf("ANSWER %d TURN %d: %s", open[0].Number, turn, open[0].Options[0]))
		}
	}
	w.mustVerify()
	w.export(recordedFile(ruleset))
}

func TestRecordedGamesOfEveryRuleset(t *testing.T) {
	for _, rules := range rulesets.All() {
		t.Run(rules.Name, func(t *testing.T) {
			name, ok := recordedFrom[rules.Name]
			if !ok {
				t.Fatalf("no game of %s is recorded: name a case that it is played from", rules.Name)
			}
			if *update {
				playCase(t, rules.Name, name)
			}
			verifies(t, recordedFile(rules.Name), rules.Version)
		})
	}
}

func verifies(t *testing.T, file string, version int) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	sum, err := verify.Record(plainRules(), archive.Read(bytes.NewReader(text)))
	if err != nil {
		t.Fatalf("the recorded game does not verify: %v\nraise the ruleset's version if its outcomes have changed; "+
			"while nobody plays by it: go test ./cmd/galloper/internal/daemon -run Recorded -update", err)
	}
	if sum.Turns < 3 || sum.Dice == 0 || strings.Count(string(text), `"type":"orders.accepted"`) == 0 {
		t.Errorf("%d turns, %d dice: the recorded game shows nothing", sum.Turns, sum.Dice)
	}
	if !strings.Contains(string(text), fmt.Sprintf(`,"version":%d,`, version)) {
		t.Errorf("%s is not of version %d", file, version)
	}
	t.Logf("%d commits, %d turns, %d dice", sum.Commits, sum.Turns, sum.Dice)
}

// An archive of rules that this program does not have is refused with an explanation.
func TestRulesetsArePinned(t *testing.T) {
	text, err := os.ReadFile(recordedFile("firediscipline"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	for from, c := range map[string][2]string{
		`"version":6`: {`"version":99`, "made under firediscipline 99, but this program has version 6; " +
			"verify it with the Galloper that it was made with"},
		`"ruleset":"firediscipline"`: {`"ruleset":"fieldcommand"`, "the scenario is one of firediscipline, but the game " +
			"was made under fieldcommand"},
		"ruleset: firediscipline\\n": {"ruleset: waterloo\\n", "waterloo"},
	} {
		if !strings.Contains(first, from) {
			t.Fatalf("%q does not stand in the first line", from)
		}
		changed := strings.Replace(first, from, c[0], 1)
		_, err := verify.Record(plainRules(), archive.Read(strings.NewReader(changed+"\n")))
		if err == nil || !strings.Contains(err.Error(), "line 1: ") || !strings.Contains(err.Error(), c[1]) {
			t.Errorf("%s: %v; want %q", c[0], err, c[1])
		}
	}
}
