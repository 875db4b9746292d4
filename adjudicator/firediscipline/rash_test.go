package firediscipline

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// randomBattle returns a scenario with a number of units a side, of all kinds, in two lines facing each other.
func randomBattle(r *rand.Rand, each int) string {
	var b strings.Builder
	b.WriteString("ruleset: firediscipline\ntitle: Random\nmap: {width: 2000, height: 1000}\nterrain:\n")
	for i, kind := range kinds {
		x, y := 100+r.IntN(1500), 300+r.IntN(300)
		w, h := 40+r.IntN(160), 40+r.IntN(120)
		if kind == Water {
			x, y, w, h = 0, 480+r.IntN(40), 2000, 12
		}
		fmt.Fprintf(&b, "  f%d: {kind: %s, at: [[%d, %d], [%d, %d], [%d, %d], [%d, %d]]", i, kind, x, y, x+w, y, x+w, y+h,
			x, y+h)
		if kind == Hill {
			fmt.Fprintf(&b, ", level: %d, slope: 15", 1+r.IntN(2))
		}
		b.WriteString("}\n")
	}
	b.WriteString("roads:\n")
	for i := range 4 {
		fmt.Fprintf(&b, "  r%d: {at: [[%d, 0], [%d, 1000]]}\n", i, 200+i*500, 150+i*520)
	}
	b.WriteString("sides: {blue: {edge: south}, red: {edge: north}}\nseats:\n")
	for i, side := range []string{"blue", "red"} {
		for k := range 4 {
			fmt.Fprintf(&b, "  %s.s%d: {at: [%d, %d], chief: %s}\n", side, k, 250+k*500, 60+i*880, rules.YesNo(k == 0))
		}
	}
	b.WriteString("units:\n")
	for i, side := range []string{"blue", "red"} {
		for u := range each {
			x, y := 100+(u%12)*150, []int{430, 570}[i]+(u/12)*[]int{-60, 60}[i]
			fmt.Fprintf(&b, "  %s%d: {seat: %s.s%d, at: [%d, %d], %s}\n", side[:1], u, side, u%4, x, y, randomUnit(r))
		}
	}
	fmt.Fprintf(&b, "options: {chits: yes, campaign: yes, fanaticism: %s, shattered: %s, casualties: %s, "+
		"extended_kill_zone: %s, morale_base: %s, ask: present}\n",
		rules.YesNo(r.IntN(2) == 0), pick(r, "remove", "withdraw"), pick(r, "castings", "boxes"),
		rules.YesNo(r.IntN(2) == 0), pick(r, "five", "castings"))
	b.WriteString("victory: {turns: 25}\n")
	return b.String()
}

func pick(r *rand.Rand, words ...string) string { return words[r.IntN(len(words))] }

func randomUnit(r *rand.Rand) string {
	rating := r.IntN(5)
	switch r.IntN(7) {
	case 0:
		return fmt.Sprintf("arm: horse, stands: %d, rating: %d, tactic: %s", 1+r.IntN(4), rating,
			pick(r, "steel", "fire", "mix"))
	case 1:
		return fmt.Sprintf("arm: dragoons, stands: %d, rating: %d, mounted: %s", 1+r.IntN(4), rating, pick(r, "yes", "no"))
	case 2:
		return fmt.Sprintf("arm: guns, stands: %d, rating: %d, pdr: %s, formation: %s", 1+r.IntN(3), rating,
			pick(r, "3", "6", "8", "12", "18", "howitzer"), pick(r, "limbered", "unlimbered"))
	case 3:
		return fmt.Sprintf("arm: foot, half: yes, stands: %d, rating: %d, formation: open, melee: mixed", 2+r.IntN(3), rating)
	}
	return fmt.Sprintf("arm: foot, stands: %d, rating: %d, firearm: %s, drill: %s, melee: %s", 2+r.IntN(6), rating,
		pick(r, "bow", "matchlock", "firelock", "flintlock"), pick(r, "volley", "platoon"),
		pick(r, "bayonet", "pike", "mixed"))
}

// randomOrder returns an order of a rash player.
func randomOrder(r *rand.Rand, b *Battle, seat int) string {
	var own []string
	for i := range b.Units {
		if b.Units[i].Seat == seat {
			own = append(own, b.Units[i].ID)
		}
	}
	if len(own) == 0 || r.IntN(8) == 0 {
		return pick(r, "RIDE TO f5", "DETACH", "STAY", "ATTACH TO "+pick(r, b.Units[0].ID, b.Units[len(b.Units)-1].ID),
			"LETTER TO s1: come up")
	}
	verb := pick(r, "ADVANCE", "ADVANCE", "ADVANCE", "ADVANCE TO f5", "ADVANCE NORTH", "ADVANCE SOUTH", "ASSAULT f5",
		"ASSAULT f1", "HOLD", "HOLD f5",
		"HOLD 50 YDS N", "WITHDRAW 100 YDS", "HOLD f2 BY ROAD r1", "ADVANCE TO f5 VIA 600,500", "FIRE AT WILL",
		"UNLIMBER", "DISMOUNT", "MOUNT", "CHARGE", "CHARGE 600,500", "ATTACK 600,500", "FOLLOW "+own[0],
		"SUPPORT "+own[0]+" AT 90 YDS")
	detail := pick(r, "", "", "", " IN COLUMN", " IN LINE", " FIRE AT 30", " HOLD FIRE", " NO PURSUIT", " PURSUE",
		" CHIT A", " CHIT C", " CHIT R 30",
		" CHIT L", " CHIT H", " DRESS ON "+own[0], " IF HALF SPENT THEN WITHDRAW 50 YDS",
		" IF ENEMY WITHIN 100 THEN HOLD IF TURN 6 THEN ADVANCE")
	return "TO " + own[r.IntN(len(own))] + ": " + verb + detail
}

// TestRashOrders plays at random, with rides, letters and reactions. It checks of every turn that it ends, that the
// stored outcomes alone lead to the same state, that the invariants hold, and that the same inputs give the same
// outcomes.
func TestRashOrders(t *testing.T) {
	t.Parallel()
	battles, turns := 8, 10
	if testing.Short() {
		battles = 3
	}
	for n := range battles {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(n), 7))
			playAtRandom(t, r, loadScenario(t, randomBattle(r, 4+r.IntN(12))), turns)
		})
	}
}

func playAtRandom(t *testing.T, r *rand.Rand, sc adjudicator.Scenario, turns int) {
	t.Helper()
	b := rules.BattleOf[*Battle](sc)
	pos := adjudicator.Position{Game: "random", Ruleset: &Ruleset, Scenario: sc}
	res := adjudicator.Open(pos, events.TurnInput{Turn: 1})
	pos.State = res.State
	for turn := 1; turn <= turns && pos.State.Over() == ""; turn++ {
		in := events.TurnInput{Turn: turn, Orders: randomMails(r, b)}
		for i := range in.Seed {
			in.Seed[i] = byte(r.Uint32())
		}
		res = answered(pos, &in)
		again := adjudicator.Adjudicate(pos, in)
		if again.StateHash != res.StateHash {
			t.Fatalf("turn %d: the same inputs lead elsewhere", turn)
		}
		if replayed := adjudicator.Replay(pos.State, stored(t, res.Outcomes)); adjudicator.Hash(replayed) != res.StateHash {
			t.Fatalf("turn %d: the stored outcomes do not lead to the state", turn)
		}
		holdInvariants(t, rules.StateOf[State](res.State))
		pos.State, pos.Turn = res.State, turn
	}
}

// answered runs the turn. It answers every question with the default, or sometimes with another option.
func answered(pos adjudicator.Position, in *events.TurnInput) adjudicator.Result {
	for {
		res := adjudicator.Adjudicate(pos, *in)
		if res.Question == nil {
			return res
		}
		option := res.Question.Default
		if len(in.Answers)%3 == 2 {
			option = res.Question.Options[0]
		}
		in.Answers = append(in.Answers, events.Answer{Seat: res.Question.Seat, Option: option})
	}
}

// randomMails returns a few orders for each seat, without those that would be refused.
func randomMails(r *rand.Rand, b *Battle) []events.SeatOrders {
	var all []events.SeatOrders
	for seat := range b.Commands {
		so := events.SeatOrders{Seat: b.Commands[seat].ID}
		for range r.IntN(4) {
			if o, refusal := readLine(b, so.Seat, randomOrder(r, b, seat)); refusal == nil {
				so.Orders = append(so.Orders, o.Canonical)
			}
		}
		all = append(all, so)
	}
	return all
}

// stored round-trips outcomes through their stored form.
func stored(t *testing.T, outcomes []events.Outcome) []events.Outcome {
	t.Helper()
	raw, err := json.Marshal(outcomes)
	if err != nil {
		t.Fatal(err)
	}
	var back []events.Outcome
	if err := json.Unmarshal(raw, &back); err != nil {
		t.Fatal(err)
	}
	return back
}

// holdInvariants checks the invariants at the end of a turn.
func holdInvariants(t *testing.T, s *State) {
	t.Helper()
	for n := range s.Units {
		u := &s.Units[n]
		for _, e := range u.Engaged {
			if !s.engagedWith(e, n) || s.Units[e].Side == u.Side || !s.Units[e].fit() || !u.fit() {
				t.Errorf("turn %d: %s is engaged with %s, which is not so the other way round", s.Turn, u.ID, s.Units[e].ID)
			}
		}
		if u.fit() && u.ranks()+u.standsOut() == 0 {
			t.Errorf("turn %d: %s is fit and has no stand in play", s.Turn, u.ID)
		}
		if u.fit() && !u.Broken && u.Boxes >= u.Shatter {
			t.Errorf("turn %d: %s has %d boxes of %d and is still in play", s.Turn, u.ID, u.Boxes, u.Shatter)
		}
		if u.fit() && (u.At.X < 0 || u.At.Y < 0 || u.At.X > s.b.Width || u.At.Y > s.b.Height) {
			t.Errorf("turn %d: %s is fit and off the map at %v", s.Turn, u.ID, u.At)
		}
	}
	for i := range s.Seats {
		if a, ok := s.Seats[i].Attached.Get(); ok && (!s.Units[a].fit() || s.Seats[i].Status != Fit) {
			t.Errorf("turn %d: %s is attached to %s", s.Turn, s.Seats[i].ID, s.Units[a].ID)
		}
	}
}
