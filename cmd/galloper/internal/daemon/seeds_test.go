package daemon

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"galloper/cmd/galloper/internal/game"
	"galloper/events"
)

// everyText returns all text that players were sent or can download, by player.
func (w *world) everyText(ids []string) map[string]string {
	w.t.Helper()
	all := map[string]string{}
	g := w.game()
	for _, id := range ids {
		for _, m := range w.sent {
			if m.to == addressOf(id) {
				for _, part := range parts(w.t, m.raw) {
					all[id] += string(part)
				}
			}
		}
		var b bytes.Buffer
		if err := game.ExportSeat(g, &b, id); err != nil {
			w.t.Fatal(err)
		}
		all[id] += b.String()
		for turn := range g.Reported() + 1 {
			r, err := game.ReportAt(g, id, turn)
			if err != nil {
				w.t.Fatal(err)
			}
			all[id] += r.Text() + game.HistoryText(g, id, turn)
		}
	}
	return all
}

// If a seat may not see every die, no seed reaches a player by any channel before the game is over; the last report
// brings all seeds. If all see all dice, each report has its own seed.
func TestSeedsReachPlayersWhenTheyOpenNothing(t *testing.T) {
	t.Parallel()
	open := map[string]bool{"allifae/scenario.yaml": true}
	for _, file := range []string{"allifae/scenario.yaml", "demo/scenario.yaml", "gettysburg-first-day/scenario.yaml",
		"maida/scenario.yaml", "sauren/scenario.yaml"} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			w, ids := shippedUnder(t, plainRules(), file, events.Settings{})
			for turn := 1; turn <= 2; turn++ {
				w.writes(ids[0], "HISTORY")
				w.writesFrom(umpireAddress, fmt.Sprintf("CLOSE TURN %d", turn))
			}
			for id, text := range w.everyText(ids) {
				for turn := 1; turn <= 2; turn++ {
					r := w.game().Campaign.Turn(turn).Result
					if strings.Contains(text, r.Seed.String()) != open[file] || strings.Contains(text, r.SealedSeed.String()) {
						t.Errorf("%s, turn %d: the seed is shown: %v, the sealed one: %v", id, turn,
							strings.Contains(text, r.Seed.String()), strings.Contains(text, r.SealedSeed.String()))
					}
				}
			}
			if !strings.Contains(w.everyMailTo(umpireAddress), w.game().Campaign.Turn(2).Result.Seed.String()) {
				t.Error("the umpire was not sent the seed")
			}
		})
	}
}

func (w *world) everyMailTo(address string) (all string) {
	for _, m := range w.sent {
		if m.to == address {
			all += m.whole(w.t)
		}
	}
	return all
}

// The scenario's last turn is its second.
func TestLastReportBringsAllSeeds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGameOf(skirmish+"victory: {turns: 2}\n", events.Settings{})
	w.writesFrom(umpireAddress, "CLOSE TURN 1")
	w.writesFrom(umpireAddress, "CLOSE TURN 2")
	g := w.game()
	if g.Campaign.Result() == "" {
		t.Fatal("the game goes on")
	}
	if subject := w.last(addressOf("dutch.east")).msg.Header.Get("Subject"); !strings.Contains(subject, "the chronicle") {
		t.Errorf("the last mail is %q", subject)
	}
	w.sent = slices.DeleteFunc(w.sent, func(m sent) bool {
		return strings.Contains(m.msg.Header.Get("Subject"), "the chronicle")
	})
	text := w.last(addressOf("dutch.east")).whole(t)
	mustSay(t, text, "the seeds S[1] to S[2], then the sealed P[1] to P[2]")
	for turn := 1; turn <= 2; turn++ {
		r := g.Campaign.Turn(turn).Result
		mustSay(t, text, r.Seed.String(), r.SealedSeed.String())
	}
	if out := checkSeatFile(t, w, "dutch.east"); !strings.Contains(out, "all right") ||
		strings.Contains(out, "dice whose seeds") {
		t.Errorf("%s", out)
	}
}

// A battle of a campaign keeps its secrets beyond its end: no seeds, no chronicle and no page of everything, until the
// umpire discloses them.
func TestCampaignKeepsItsSecrets(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGameOf(skirmish+"victory: {turns: 2}\n", events.Settings{Secrets: "campaign"})
	w.writesFrom(umpireAddress, "CLOSE TURN 1")
	mustSay(t, w.writesFrom(umpireAddress, "DISCLOSE BECAUSE we are curious"), "the battle goes on")
	w.writesFrom(umpireAddress, "CLOSE TURN 2")
	r := w.game().Campaign.Turn(2).Result
	const player = "dutch.east"
	kept := w.everyText([]string{player})[player]
	if !strings.Contains(w.last(addressOf(player)).msg.Header.Get("Subject"), "report of turn 2, the last") ||
		strings.Contains(kept, r.Seed.String()) || strings.Contains(kept, r.SealedSeed.String()) {
		t.Errorf("the last mail is %q, or it has the seeds", w.last(addressOf(player)).msg.Header.Get("Subject"))
	}
	mustSay(t, w.everyMailTo(umpireAddress), r.Seed.String())
	mustSay(t, w.writesFrom(umpireAddress, "SPECTATORS ALL"), "DISCLOSE opens them")
	if _, err := game.Chronicle(w.game()); err == nil {
		t.Error("anyone may read the chronicle")
	}

	mustSay(t, w.writesFrom(umpireAddress, "DISCLOSE BECAUSE the campaign is over"), "done")
	mustSay(t, w.everyText([]string{player})[player], r.Seed.String(), r.SealedSeed.String(),
		"because the campaign is over")
	if subject := w.last(addressOf(player)).msg.Header.Get("Subject"); !strings.Contains(subject, "the chronicle") {
		t.Errorf("the last mail is %q", subject)
	}
	if _, err := game.Chronicle(w.game()); err != nil {
		t.Error(err)
	}
	mustSay(t, w.writesFrom(umpireAddress, "DISCLOSE BECAUSE it is over"), "open already")
	w.mustVerify()
}

// A seat's file is checked as far as possible, and the unchecked parts are named.
func TestSeatFileIsCheckedAsFarAsItGoes(t *testing.T) {
	t.Parallel()
	w, _ := shippedUnder(t, plainRules(), "allifae/scenario.yaml", events.Settings{})
	w.writesFrom(umpireAddress, "CLOSE TURN 1")
	w.writesFrom(umpireAddress, "CLOSE TURN 2")
	if out := checkSeatFile(t, w, "roman.consul"); !strings.Contains(out, "3 reports") ||
		strings.Contains(out, " 0 dice") {
		t.Errorf("an open game: %s", out)
	}
	w, _ = brawlOf(t)
	if out := checkSeatFile(t, w, "french.north"); !strings.Contains(out, "dice whose seeds are not shown before the "+
		"game is over") {
		t.Errorf("a fogged game: %s", out)
	}
}

// brawlOf returns a game with fog of war in which french.north has seen dice.
func brawlOf(t *testing.T) (*world, []string) {
	w, _ := newBrawl(t, events.Settings{})
	for turn := 1; turn <= 3; turn++ {
		w.writesFrom(umpireAddress, fmt.Sprintf("CLOSE TURN %d", turn))
	}
	return w, seats
}

func checkSeatFile(t *testing.T, w *world, seat string) string {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("not run: docs/check.py: python3 is not installed; as root run .ci/install")
	}
	var b bytes.Buffer
	if err := game.ExportSeat(w.game(), &b, seat); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "seat.jsonl")
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(python, "../../../../docs/check.py", file).CombinedOutput()
	if err != nil {
		t.Fatalf("docs/check.py: %v\n%s", err, out)
	}
	return string(out)
}
