package game

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"galloper/adjudicator"
	"galloper/adjudicator/dice"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/events/vault"
	"galloper/projections/campaign"
)

func movedNotice(g *Game, t *campaign.Turn, to time.Time, reason string) Outgoing {
	at := prose.Moment(to, g.Zone())
	l := notice(g, "", "the deadline has moved to "+at, prose.Letter("The deadline of turn %d has moved to %s, because "+
		"%s.\n\nYour orders for this turn stand; you may still change them.", t.Number, at, reason))
	l.Due = dueOrders(g, t.Number, to)
	return l
}

// Earlier returns the earlier of two times.
func Earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func turnInput(g *Game, t *campaign.Turn, seeds vault.Seeds) events.TurnInput {
	in := t.Input()
	seed, sealed, err := seeds.At(t.Number)
	if err != nil {
		panic(err) // unreachable: DecideResult ends a game whose seeds are used up
	}
	in.Seed, in.Sealed, in.Salt = seed, sealed, branchSalt(g, seeds)
	in.Shared = SharedBy(g, t)
	return in
}

// SharedBy returns the mails that contribute to the turn's dice, if the game has shared dice.
func SharedBy(g *Game, t *campaign.Turn) []events.Hash {
	if g.Campaign.Created().Settings.Dice != "shared" {
		return nil
	}
	return t.Mails()
}

// branchSalt returns the salt of the current turn's dice, or "" unless a revert has returned to before the turn.
func branchSalt(g *Game, seeds vault.Seeds) string {
	seen := g.Campaign.SeenBefore()
	if g.Campaign.Number() > seen {
		return ""
	}
	next, _, err := seeds.At(seen + 1)
	if err != nil {
		panic(err) // unreachable: without a seed left the revert was refused
	}
	return dice.BranchSalt(next, g.Name(), len(g.Campaign.Reverts()), g.Campaign.Number())
}

// notices returns the umpire's notices to the seat in a report, and the letters that came to it without a courier.
// Moved deadlines are omitted, because they have passed.
func notices(g *Game, turn int, seat string) (out, letters []string) {
	t := g.Campaign.Turn(turn)
	if t == nil {
		return nil, nil
	}
	if g.Campaign.Created().Settings.Open && turn <= g.Campaign.Number() && t.Closed != "" {
		for _, s := range g.Campaign.Seats() {
			if !s.Resigned && t.Missed(s.ID) && s.ID != seat {
				out = append(out, "Nothing was heard of "+g.SeatName(s.ID)+".")
			}
		}
	}
	out = append(out, staffNotices(g, t)...)
	for _, a := range t.Announced {
		out = append(out, fmt.Sprintf("The umpire announced in turn %d: %s", turn, a.Text))
	}
	for _, l := range t.Letters {
		if slices.Contains(l.To, seat) {
			letters = append(letters, "A letter from "+writer(g, l)+": "+l.Text)
		}
	}
	return out, letters
}

func writer(g *Game, l events.LetterSent) string {
	switch {
	case l.As != "":
		return l.As
	case l.From == Umpire:
		return "the umpire"
	}
	return g.SeatName(l.From)
}

func ordersInForce(g *Game, turn int, seat string) []string {
	if seat == Umpire {
		return nil
	}
	t := g.Campaign.Turn(turn)
	if t == nil {
		return nil
	}
	o, ok := t.Of(seat)
	if !ok {
		return []string{fmt.Sprintf("Nothing has come from you for turn %d.", turn)}
	}
	return []string{strings.Join(inForceLines(Held(g, o)), "\n")}
}

// Moves says which side moves now if the seat need send nothing.
func Moves(g *Game, seat string) string { return moves(g, g.awaited, seat, g.Campaign.Number()) }

// moves says which side moves if the seat need send nothing, or returns "" if the turn waits for the seat.
func moves(g *Game, a adjudicator.Awaited, seat string, turn int) string {
	s, _ := g.Seat(seat)
	switch {
	case slices.Contains(a.Seats, seat):
		return ""
	case a.Side != "" && a.Side != s.Side:
		written := func(seat string) bool { s, ok := g.Campaign.Seat(seat); return ok && s.Writes() }
		if g.Schedule.Every == 0 && len(g.Schedule.Days) == 0 && !slices.ContainsFunc(a.Seats, written) {
			return mover(g, a, turn) + ". You need order nothing: READY has it played."
		}
		return mover(g, a, turn) + "; you need send nothing."
	}
	return fmt.Sprintf("Turn %d does not wait for you: you have nothing to order, and need send nothing.", turn)
}

// MoverAfter says which side moves after a reported turn, as every seat was told, without naming seats. Turn -1, before
// the opening, goes by the scenario.
func MoverAfter(g *Game, turn int) string {
	if turn < 0 {
		return mover(g, g.Rules.Waits(g.Scenario, g.Scenario.Start(), 1), 1) + "."
	}
	return mover(g, g.Rules.Waits(g.Scenario, g.stateAt(turn), turn+1), turn+1) + "."
}

// mover returns the clause that names the side that moves in the turn.
func mover(g *Game, a adjudicator.Awaited, turn int) string {
	if a.Side == "" {
		return fmt.Sprintf("In turn %d all sides give orders", turn)
	}
	name, verb := cmp.Or(g.NameOf(a.Side), a.Side), "moves"
	if strings.HasSuffix(name, "s") {
		verb = "move"
	}
	return fmt.Sprintf("In turn %d %s %s", turn, name, verb)
}

func laterOf(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
