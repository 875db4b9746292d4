package daemon

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/umpire"
	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/events/vault"
	"galloper/projections/campaign"
	"galloper/projections/knowledge"
	"galloper/scenarios"
)

// actRow is a ruleset in which every act of an umpire is tried.
type actRow struct {
	rules    string
	scenario string   // a shipped scenario; "": the skirmish
	change   []string // old and new text: a courier rides for over a turn, or dice are rolled in turn 1
	seat     string
	friend   string
	enemy    string
	letters  [3]string // orders of the seat with dispatches that are still on the way when turn 2 opens
	subject  string    // the umpire has facts about it
}

// inEveryRuleset runs a subtest with a battle of each ruleset.
func inEveryRuleset(t *testing.T, play func(t *testing.T, w *world, row *actRow)) {
	for _, row := range actRows() {
		t.Run(row.rules, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.newBattle(row)
			play(t, w, &row)
		})
	}
}

func actRows() []actRow {
	return []actRow{
		{"firediscipline", "", []string{"at: [500, 300]", "at: [500, 640]"}, "french.north", "french.west", "dutch.east",
			[3]string{"LETTER TO french.west: one", "LETTER TO french.west: two", "LETTER TO french.west: three"}, "sturler"},
		{"fieldcommand", "gettysburg-first-day", nil, "confederate.ii", "confederate.army", "union.i",
			[3]string{
				"LETTER TO confederate.army: one",
				"LETTER TO confederate.army: two",
				"LETTER TO confederate.army: three",
			}, "gamble"},
		{
			"orderdiscipline",
			"maida",
			[]string{"at: [13, 20]", "at: [13, 34]", "at: [10, 22]", "at: [10, 34]"},
			"british.kempt",
			"british.cole",
			"french.peyri",
			[3]string{
				"LETTER TO british.cole: one",
				"LETTER TO british.acland: two",
				"LETTER TO british.stuart: three",
			},
			"1leger",
		},
		{
			"activationchits",
			"sauren",
			[]string{"\nunits:", "\noptions: {courier_pace: 1}\nunits:"},
			"allied.hill",
			"allied.kempt",
			"french.reille",
			[3]string{"LETTER TO allied.kempt: one", "LETTER TO allied.kempt: two", "LETTER TO allied.kempt: three"},
			"1ligne",
		},
		{
			"commandchaos",
			"allifae",
			[]string{
				"zone: left-wing, name: Gnaeus",
				"zone: right-wing, name: Gnaeus",
				"setup: standard}",
				"setup: standard, runners: zones}",
			},
			"roman.consul",
			"roman.horse",
			"punic.horse",
			[3]string{"LETTER TO roman.horse: one", "LETTER TO roman.horse: two", "LETTER TO roman.horse: three"},
			"r1",
		},
	}
}

// questioning returns all rules, with a question to the seat before the first phase of turn 1.
func questioning(seat string) []*adjudicator.Ruleset {
	all := plainRules()
	for _, rs := range all {
		ask := func(t *adjudicator.Turn) {
			if t.Number == 1 {
				a := t.Ask(
					adjudicator.Decision{
						Name:    "test/" + seat,
						Seat:    seat,
						Text:    "Shall it be so?",
						Options: []string{"yes", "no"},
						Default: "no",
					},
				)
				t.Emit(
					events.Outcome{Name: "question.settled", Fields: events.Fields("option", a.Option, "by", a.By), Clause: "D7"},
				)
			}
		}
		rs.Phases = append([]adjudicator.Phase{{Clause: "0", Title: "a question", Run: ask}}, rs.Phases...)
	}
	return all
}

// newBattle makes the reviewed game of a row.
func (w *world) newBattle(row actRow) {
	w.t.Helper()
	text := skirmish
	if row.scenario != "" {
		file, err := scenarios.Files.ReadFile(row.scenario + "/scenario.yaml")
		if err != nil {
			w.t.Fatal(err)
		}
		text = string(file)
	}
	for change := range slices.Chunk(row.change, 2) {
		if !strings.Contains(text, change[0]) {
			w.t.Fatalf("%q does not stand in the scenario", change[0])
		}
		text = strings.Replace(text, change[0], change[1], 1)
	}
	n := admin.NewGame{
		Name:     "mill",
		File:     "mill.yaml",
		Scenario: text,
		Seats:    map[string][]string{},
		Umpires:  []string{umpireAddress},
		Settings: events.Settings{
			Every:  "3d",
			Review: "umpire",
		},
		Seeds: &vault.Seeds{Turns: 40, S: events.Sum([]byte("S")), P: events.Sum([]byte("P"))},
	}
	rules, sc, err := game.LoadScenario(w.d.Rulesets, "mill.yaml", []byte(text))
	if err != nil {
		w.t.Fatal(err)
	}
	if rules.Name != row.rules {
		w.t.Fatalf("the scenario is one of %s", rules.Name)
	}
	for _, s := range sc.Seats() {
		n.Seats[s.ID] = []string{addressOf(s.ID)}
	}
	if _, err := w.d.New(w.ctx, n); err != nil {
		w.t.Fatal(err)
	}
	w.settle()
}

// actsOf tries acts by mail, and records which were done.
type actsOf struct {
	*world
	actRow
	done  map[string]bool
	words map[string]string // words in the reasons and texts, with their acts
	shown string            // the text for players that CHECK showed
}

// tagged puts a unique word into each reason and text, to find out who reads it.
func (a *actsOf) tagged(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		form := umpire.FormOf(line)
		if form == nil {
			continue
		}
		tag := fmt.Sprintf("tag%dx", len(a.words))
		switch head, rest, colon := strings.Cut(line, ":"); {
		case strings.Contains(head, "BECAUSE") && colon:
			lines[i] = head + " " + tag + ":" + rest
		case strings.Contains(head, "BECAUSE") || slices.Contains([]string{"ANNOUNCE", "LETTER", "RULE"}, form.Word):
			lines[i] = line + " " + tag
		default:
			continue
		}
		a.words[tag] = form.Word
	}
	return strings.Join(lines, "\n")
}

// toldAsMarked fails unless each act's text reached the readers that its form names.
func (a *actsOf) toldAsMarked() {
	a.t.Helper()
	read := map[string]umpire.Readers{}
	for tag, word := range a.words {
		readers := map[string]bool{}
		for _, m := range a.sent {
			if m.to != umpireAddress && strings.Contains(m.text, tag) {
				readers[m.to] = true
			}
		}
		if len(readers) > 0 && !strings.Contains(a.shown, tag) {
			a.t.Errorf("CHECK does not show what players read of %s: %s", word, tag)
		}
		seats := len(a.game().Campaign.Created().Seats)
		switch {
		case len(readers) >= seats:
			read[word] = umpire.All
		case len(readers) > 0 && read[word] == umpire.None:
			read[word] = umpire.Named
		}
	}
	for _, word := range a.words {
		if form := umpire.FormOf(word); form.Told != read[word] {
			a.t.Errorf("what %s says is read by %q, its form warns of %q", word, read[word], form.Told)
		}
	}
}

// does mails acts that must all be done. @seat, @friend and @enemy stand for the row's.
func (a *actsOf) does(text string) string {
	a.t.Helper()
	text = a.tagged(strings.NewReplacer("@seat", a.seat, "@friend", a.friend, "@enemy", a.enemy).Replace(text))
	acts, faults := umpire.Read(text)
	if len(faults) > 0 {
		a.t.Fatalf("%s: %v", text, faults)
	}
	for part := range strings.SplitSeq(a.writesFrom(umpireAddress, "CHECK\n"+text), "\n\n") {
		if said, ok := strings.CutPrefix(part, "  > "); ok {
			a.shown += said
		}
	}
	answer := a.writesFrom(umpireAddress, text)
	confirm := confirmLine.FindString(answer)
	if confirm != "" {
		a.done["CONFIRM"] = true
		answer = a.writesFrom(umpireAddress, confirm)
	}
	for _, act := range acts {
		word := act.Word
		if confirm != "" {
			word = "CONFIRM"
		}
		if !strings.Contains(answer, word+": done.") {
			a.t.Fatalf("%s: %s", text, answer)
		}
		a.done[act.Word+" "+act.Fate] = true
	}
	return answer
}

func (a *actsOf) phase(want campaign.Phase) *game.Game {
	a.t.Helper()
	g := a.game()
	if p := g.Campaign.Phase(); p != want {
		a.t.Fatalf("the game is %s in turn %d, want %s", p, g.Campaign.Number(), want)
	}
	return g
}

// happened fails unless the current turn has an outcome of that name and id.
func (a *actsOf) happened(name, id string) {
	a.t.Helper()
	if !slices.ContainsFunc(
		game.Drafted(a.game()),
		func(o events.Outcome) bool { return o.Name == name && o.Get("id") == id },
	) {
		a.t.Errorf("no %s of %s", name, id)
	}
}

// Every act of an umpire works in every ruleset.
func TestEveryActInEveryRuleset(t *testing.T) {
	t.Parallel()
	for _, row := range actRows() {
		t.Run(row.rules, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.rules = questioning(row.seat)
			w.start()
			w.newBattle(row)
			a := &actsOf{world: w, actRow: row, done: map[string]bool{}, words: map[string]string{}}
			a.whileOpen()
			a.whileReviewed()
			a.couriersOnTheirWay()
			a.whatCannotBeUndone()
			a.whoPlays()
			a.toldAsMarked()
			for _, f := range umpire.Forms() {
				fates := []string{""}
				switch f.Word {
				case "COURIER":
					fates = []string{"lost", "captured", "delayed"}
				case "SPECTATORS":
					fates = []string{"delay", "none"}
				case "DISCLOSE":
					fates = nil // only a battle of a campaign has it: TestCampaignKeepsItsSecrets
				}
				for _, fate := range fates {
					if word := strings.TrimSpace(f.Word + " " + fate); !a.done[f.Word+" "+fate] && !a.done[word] {
						t.Errorf("%s was not tried", word)
					}
				}
			}
			w.mustVerify()
		})
	}
}

func (a *actsOf) whileOpen() {
	a.t.Helper()
	a.does("ANNOUNCE: no mail on Sunday\nLETTER TO @seat, @enemy FROM a deserter: come\nEXTEND 1d TURN 1 BECAUSE of " +
		"rain\nHOLD TURN 1 BECAUSE of rain")
	a.phase(campaign.Held)
	mustSay(
		a.t,
		a.writesFrom(umpireAddress, "STATUS\nHELP AMEND\nHISTORY\nWHY\nHELP"),
		"turn 1. The turn is held",
		"Nothing has come from: ",
		"AMEND "+a.game().Campaign.Created().Seats[0]+" 3 TURN 1 BECAUSE …: order",
		"The opening of",
		"THE FACTS",
		"SUBSTITUTE ",
	)
	a.done["STATUS"], a.done["HELP"], a.done["HISTORY"], a.done["WHY"] = true, true, true, true
	a.does("RESUME TURN 1 BECAUSE it has stopped")
	mustSay(a.t, a.last(addressOf(a.enemy)).text, "Turn 1 goes on")
	for _, to := range []string{a.seat, a.enemy} {
		if a.mailed(addressOf(to), "A letter from a deserter: come") != 1 {
			a.t.Errorf("%s has not the letter", to)
		}
	}
	text := ""
	for i, order := range a.letters {
		text += fmt.Sprintf("AMEND @seat %d TURN 1 BECAUSE of a test: %s\n", i+1, order)
	}
	a.does(text + "AMEND @seat 4 TURN 1 BECAUSE of a test: " + a.letters[0] + "\nAMEND @seat 4 TURN 1 BECAUSE of a " +
		"test: NOTHING")
	mustSay(a.t, a.last(addressOf(a.seat)).text, "The umpire has amended your orders for turn 1", "3. ")
	if n := len(ordersOf(a.game(), 1, a.seat)); n != 3 {
		a.t.Errorf("the seat has %d orders", n)
	}
	mustSay(a.t, a.writesFrom(umpireAddress, "CHECK\n\nCLOSE TURN 1 BECAUSE all have written"), "CHECK: nothing of this "+
		"was done. It would be answered: - CLOSE: done.", "CLOSE: Every player, of both sides, reads its reason.")
	a.phase(campaign.Open)
	a.done["CHECK"] = true
	a.does("CLOSE TURN 1 BECAUSE all have written")
	for _, seat := range a.game().Campaign.Created().Seats {
		mustSay(a.t, a.writes(seat, "READY"), "Turn 1 is closed (all have written")
	}
	a.phase(campaign.Deciding)
	a.does("ANSWER 1 TURN 1 BECAUSE he is away: yes")
}

func (a *actsOf) whileReviewed() {
	a.t.Helper()
	g := a.phase(campaign.Review)
	outcomes := game.Drafted(g)
	mustSay(a.t, outcomes[0].String()+outcomes[1].String(), "option=yes by=umpire")
	path, value := "", ""
	adjudicator.Replay(g.State, outcomes).Paths(func(p, v string) bool {
		path, value = p, v
		return adjudicator.Replay(g.State, outcomes).Set(p, v) != nil
	})
	i := slices.IndexFunc(outcomes, func(o events.Outcome) bool {
		return !strings.HasPrefix(o.Name, knowledge.Prefix) && o.Name != "question.settled"
	})
	a.does(fmt.Sprintf("RULE %s: it was seen", outcomes[i].Ref))
	a.does(fmt.Sprintf("RULE TURN 1: so it stands\nSET %s = %s", path, value))
	if g := a.phase(campaign.Review); !slices.ContainsFunc(
		game.Drafted(g),
		func(o events.Outcome) bool { return o.Name == adjudicator.RulingSet && o.Get("path") == path },
	) {
		a.t.Errorf("SET %s was not applied", path)
	}
	dice := game.DiceOf(outcomes)
	if len(dice) == 0 {
		a.t.Fatal("no die fell in turn 1")
	}
	a.does(fmt.Sprintf("REROLL %s TURN 1 BECAUSE of a test", dice[0]))
	a.does("REVEAL " + a.subject + " TO @seat TURN 1 BECAUSE a peasant talks")
	mustSay(a.t, a.last(addressOf(a.seat)).text, "The umpire reveals to you", "at the end of turn")
	a.does("REVEAL the guns TO @seat TURN 1 BECAUSE a peasant talks: they are wood")
	mustSay(a.t, a.last(addressOf(a.seat)).text, "they are wood")
	a.does(fmt.Sprintf("APPROVE TURN 1 DRAFT %d", a.game().Campaign.Current().Drafts+1))
}

func (a *actsOf) couriersOnTheirWay() {
	a.t.Helper()
	g := a.phase(campaign.Open)
	ids := game.UnderWay(g)
	if len(ids) < 3 {
		a.t.Fatalf("of three couriers %q are under way in turn 2", ids)
	}
	mustSay(a.t, a.writesFrom(umpireAddress, "COURIER nobody.t1.9 LOST TURN 2 BECAUSE he drowned"), "no dispatch of "+
		"that id is under way")
	a.does(fmt.Sprintf("COURIER %s LOST TURN 2 BECAUSE he drowned\nCOURIER %s CAPTURED BY @enemy TURN 2 BECAUSE of a "+
		"patrol\nCOURIER %s DELAYED 2 TURN 2 BECAUSE of mud\nCLOSE TURN 2", ids[0], ids[1], ids[2]))
	a.phase(campaign.Review)
	a.happened("dispatch.lost", ids[0])
	a.happened("dispatch.captured", ids[1])
	a.happened("dispatch.delayed", ids[2])
	a.does("APPROVE TURN 2")
	if left := game.UnderWay(a.game()); slices.Contains(left, ids[0]) || slices.Contains(left, ids[1]) ||
		!slices.Contains(left, ids[2]) {
		a.t.Errorf("under way are now %q", left)
	}
}

func (a *actsOf) whatCannotBeUndone() {
	a.t.Helper()
	a.does("REVERT TO TURN 2 BECAUSE of a test")
	if g := a.phase(campaign.Open); g.Campaign.Number() != 2 || len(game.UnderWay(g)) < 3 {
		a.t.Errorf("turn %d, couriers %q", g.Campaign.Number(), game.UnderWay(g))
	}
}

func (a *actsOf) whoPlays() {
	a.t.Helper()
	a.does("SPECTATORS DELAY 2 BECAUSE friends ask")
	mustSay(a.t, a.last(addressOf(a.seat)).text, "opened the game to spectators, because friends ask")
	if open := a.d.Opened(); len(open) != 1 {
		a.t.Errorf("open are %v", open)
	}
	a.does("SPECTATORS NONE")
	mustSay(a.t, a.last(addressOf(a.enemy)).text, "Only the players can see the game now")
	a.does("ADDRESS @friend +eve@work.test BECAUSE of work\nADDRESS @friend -" + addressOf(a.friend) + " BECAUSE of work")
	mustSay(a.t, a.writesFrom("eve@work.test", "READY"), "READY noted")
	a.does("RENEW @seat BECAUSE the report was passed on")
	mustSay(a.t, a.last(addressOf(a.seat)).text, "The secrets of", "are new")
	a.does("SUBSTITUTE @enemy BY carl@work.test BECAUSE of illness")
	mustSay(a.t, a.last("carl@work.test").text, "You now play")
	mustSay(a.t, a.writesFrom("carl@work.test", "READY"), "READY noted")
}
