package rulesets_test

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/cases"
	"galloper/adjudicator/oracle"
	"galloper/adjudicator/rulesets"
	"galloper/adjudicator/umpire"
	"galloper/events"
)

// goldenFolder has the hashes, the exceptions, and the small games of each ruleset.
const goldenFolder = "testdata/golden"

// TestGoldenGames plays the golden games of each ruleset and compares the hashes of their five texts with hashes.txt,
// so that every change of behaviour shows. Staff officers order half of the turns. The generator of senseless orders
// orders the other half, and package oracle checks those. Small games with scripted dice add the outcomes that are rare
// in battles. Everything that a ruleset declares must occur unless exceptions.txt excuses it.
//
// GALLOPER_GOLDEN=folder writes the texts there, to compare those of two commits. GALLOPER_GOLDEN_TURNS=n plays at
// least n turns with staff and n/2 with senseless orders, and only logs the hashes. -update rewrites hashes.txt.
func TestGoldenGames(t *testing.T) {
	if testing.Short() {
		t.Skip("not run: golden games take twenty seconds")
	}
	all := rulesets.All()
	found := make([]string, len(all))
	t.Run("play", func(t *testing.T) {
		for i, rules := range all {
			t.Run(rules.Name, func(t *testing.T) {
				t.Parallel()
				g := &golden{rashCampaign: rashly(t, rules)}
				g.shipped, g.small = frozen(t, rules), nil
				found[i] = g.play()
				if os.Getenv("GALLOPER_GOLDEN_TURNS") != "" {
					t.Log("\n" + found[i])
				} else if !*update {
					g.compare(found[i])
					g.complete()
				}
			})
		}
	})
	if *update {
		if slices.Contains(found, "") {
			t.Fatal("nothing is recorded, because not all rulesets were played: run it with -run Golden")
		}
		if err := os.WriteFile(goldenFolder+"/hashes.txt", []byte(strings.Join(found, "")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// golden plays the golden games of one ruleset.
type golden struct {
	*rashCampaign
}

// play plays the games and returns the ruleset's lines of hashes.txt.
func (g *golden) play() string {
	var hashes [texts]hash.Hash
	for i := range hashes {
		hashes[i] = sha256.New()
		g.transcript.texts[i] = hashes[i]
	}
	if folder := os.Getenv("GALLOPER_GOLDEN"); folder != "" {
		defer g.dump(filepath.Join(folder, g.rules.Name))()
	}
	small := g.playSmall()
	turns := oracle.Many(os.Getenv("GALLOPER_GOLDEN_TURNS"), 100)
	staff, rash := g.playBattles(turns, true), g.playBattles(turns/2, false) // these are slower
	var b strings.Builder
	fmt.Fprintf(&b, "%s turns: %d by staff, %d without sense, %d of small games\n", g.rules.Name, staff, rash, small)
	for i, h := range hashes {
		fmt.Fprintf(&b, "%s %s %x\n", g.rules.Name, textNames[i], h.Sum(nil))
	}
	return b.String()
}

// dump also writes the texts to the folder. The caller must call the returned function at the end.
func (g *golden) dump(folder string) (end func()) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		g.t.Fatal(err)
	}
	var ends []func() error
	for i, name := range textNames {
		file, err := os.Create(filepath.Join(folder, name+".txt"))
		if err != nil {
			g.t.Fatal(err)
		}
		b := bufio.NewWriter(file)
		g.transcript.texts[i] = io.MultiWriter(g.transcript.texts[i], b)
		ends = append(ends, b.Flush, file.Close)
	}
	return func() {
		for _, end := range ends {
			if err := end(); err != nil {
				g.t.Error(err)
			}
		}
	}
}

// playSmall plays the small games, which are cases without expectations, and returns the number of their turns.
func (g *golden) playSmall() (turns int) {
	files, err := filepath.Glob(filepath.Join(goldenFolder, g.rules.Name, "*.txtar"))
	if err != nil {
		g.t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			g.t.Fatal(err)
		}
		g.transcript.game = filepath.Base(file)
		var last *recorder
		env := cases.Env{Rulesets: rulesets.All(),
			Desks: func(r *adjudicator.Ruleset, sc adjudicator.Scenario) cases.Desks {
				last = g.transcript.open(r, sc)
				return last
			},
			Umpire: func(pos adjudicator.Position, mail string, in *events.TurnInput) error {
				err := umpire.Input(pos, mail, in)
				g.transcript.meetInput(in)
				return err
			}}
		if res := cases.Run(text, filepath.Base(file), env); !res.OK() {
			g.t.Error(res)
			continue
		}
		turns += last.Turn()
	}
	return turns
}

// playBattles plays battles of at least that many turns: each scenario once with its own options, then with others
// until each value of each option has been played. It returns the number of turns played.
func (g *golden) playBattles(turns int, staff bool) int {
	g.played, g.prove = 0, !staff
	for n := 0; n < len(g.shipped)+rotation || g.played < turns; n++ {
		most, source := 12, g.shipped[n%len(g.shipped)]
		if n >= len(g.shipped) {
			most = 6
			k := n - len(g.shipped)
			if !staff { // another combination of options
				k += rotation
			}
			source = g.optioned(k)
		}
		g.transcript.game = fmt.Sprintf("battle %d, by staff %t", n, staff)
		f := g.open(n, source)
		f.staff = staff
		for turn := 1; turn <= most && f.pos.State.Over() == ""; turn++ {
			f.turn(turn)
			g.played++
		}
	}
	return g.played
}

// compare reports each hash that differs from hashes.txt.
func (g *golden) compare(found string) {
	text, err := os.ReadFile(goldenFolder + "/hashes.txt")
	if err != nil {
		g.t.Fatal(err)
	}
	for line := range strings.Lines(found) {
		if !strings.Contains("\n"+string(text), "\n"+line) {
			g.t.Errorf("changed: %s", line)
		}
	}
	if g.t.Failed() {
		g.t.Log("To see the change, run this test with GALLOPER_GOLDEN=FOLDER here and at the commit before, and compare the " +
			"two folders. If you mean it, run it with -update and say in the commit message which hashes change, and why.")
	}
}

// complete reports kinds that neither occurred nor are excused, and unused exceptions.
func (g *golden) complete() {
	text, err := os.ReadFile(goldenFolder + "/exceptions.txt")
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		g.t.Fatal(err)
	}
	excused := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		kind, reason, _ := strings.Cut(strings.TrimSpace(line), " -- ")
		of, kind, ok := strings.Cut(kind, " ")
		switch {
		case !ok || strings.HasPrefix(line, "#"):
		case reason == "":
			g.t.Errorf("exceptions.txt: %q has no reason; write `RULESET KIND NAME -- reason`", line)
		case of == g.rules.Name || of == "*":
			excused[kind] = true
		}
	}
	for option := range g.options {
		g.transcript.met["option "+option] = true
	}
	for _, kind := range goldenKinds(g.rules, choices(g.t, g.rules, g.sides(g.shipped[0]))) {
		if !g.transcript.met[kind] && !excused[kind] {
			g.t.Errorf("%s does not occur: add a small game to %s/%s", kind, goldenFolder, g.rules.Name)
		}
		if !g.transcript.met[kind] {
			delete(excused, kind)
		}
	}
	for kind := range excused {
		g.t.Errorf("exceptions.txt: %s does occur, or does not exist", kind)
	}
}

// frozen returns the ruleset's scenarios in the version of the golden games.
func frozen(t *testing.T, rules *adjudicator.Ruleset) []string {
	return scenariosIn(t, os.DirFS(frozenFolder), rules)
}
