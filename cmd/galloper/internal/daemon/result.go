package daemon

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"galloper/adjudicator"
	"galloper/adjudicator/dice"
	"galloper/events"
	"galloper/events/vault"
	"galloper/projections/campaign"
)

// resultStep adjudicates the closed turn. It comes to the turn's result, to a
// question, or, where something broke on the way, to a held turn.
func (g *Game) resultStep(seeds vault.Seeds, now time.Time) (id string, s step) {
	t := g.Campaign.Current()
	if t.Number > seeds.Turns {
		return g.id("end"), g.endOfSeeds(t)
	}
	in := g.input(t, seeds)
	s, broken := g.attempt(in, now)
	if broken != nil {
		return g.id("broken", fmt.Sprint(g.Campaign.Head().Version)), g.brokenStep(t, broken, g.adviceOn(t, in, now))
	}
	return g.id("result", fmt.Sprint(t.Inputs)), s
}

// attempt adjudicates the current turn from the input, up to the mails that go out. What
// breaks on the way is returned.
func (g *Game) attempt(in events.TurnInput, now time.Time) (s step, broken error) {
	broken = caught(func() { s = g.resultOf(in, now) })
	return s, broken
}

func (g *Game) resultOf(in events.TurnInput, now time.Time) (s step) {
	t := g.Campaign.Current()
	res := adjudicator.Adjudicate(g.Position(), in)
	if res.Question != nil {
		return g.askStep(t, res.Question, len(in.Answers)+1, now)
	}
	result := events.TurnAdjudicated{
		Turn: t.Number, Seed: in.Seed, SealedSeed: in.Sealed, Salt: in.Salt,
		Outcomes: res.Outcomes, State: res.StateHash, Over: res.State.Over(),
	}
	s.record(result)
	if g.Campaign.Created().Settings.Review != "" {
		s.mail(g.draft(t, result)...)
		return s
	}
	g.publish(&s, result, now)
	s.mail(g.notReadNotice(t)...)
	return s
}

func (g *Game) input(t *campaign.Turn, seeds vault.Seeds) events.TurnInput {
	in := t.Input()
	seed, sealed, err := seeds.At(t.Number)
	if err != nil {
		panic(err) // unreachable: resultStep ends a game whose seeds are used up
	}
	in.Seed, in.Sealed, in.Salt = seed, sealed, g.branchSalt(seeds)
	return in
}

// branchSalt returns the salt of the current turn's dice, "" unless a revert has
// taken the turn back before.
func (g *Game) branchSalt(seeds vault.Seeds) string {
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

// endOfSeeds ends a game whose chains of seeds are used up.
func (g *Game) endOfSeeds(t *campaign.Turn) (s step) {
	reason := fmt.Sprintf("The game ends undecided: it was made for %s.", plural(t.Number-1, "turn"))
	s.record(events.GameEnded{Reason: reason})
	p := &prose{}
	p.para("%s", reason)
	if seeds := g.allSeeds(nil); seeds != "" {
		p.line("The seeds of all turns, first the open ones, then the sealed:")
		p.gap()
		p.block(seeds)
	}
	s.tell(g.everybody(), letter{kind: "notice", turn: t.Number, subject: "the game has ended", text: p.String()})
	return s
}

// publish records that the turn's result goes out, opens the next turn, and queues
// every seat's report.
func (g *Game) publish(s *step, result events.TurnAdjudicated, now time.Time) {
	s.record(events.TurnReported{Turn: result.Turn})
	sheet := sheet{game: g, turn: result.Turn, result: &result}
	if result.Over == "" {
		sheet.next, sheet.deadline = result.Turn+1, g.deadline(now)
		sheet.awaited = g.Rules.Waits(g.Scenario, adjudicator.Replay(g.state, result.Outcomes), sheet.next)
		s.record(events.TurnOpened{Turn: sheet.next, Deadline: sheet.deadline})
	}
	book := g.book.Clone()
	book.Apply(result.Turn, result.Outcomes)
	for _, seat := range g.players() {
		s.mail(sheet.report(book.Seat(seat)))
	}
	whole := sheet.report(book.Seat(Umpire))
	s.mail(g.forUmpires(whole, g.hiddenReport(whole))...)
}

// deadline returns when a turn that opens now is due; zero where the umpire closes the turns.
func (g *Game) deadline(now time.Time) time.Time {
	if g.Schedule.Every == 0 && len(g.Schedule.Days) == 0 {
		return time.Time{}
	}
	return g.Schedule.Deadline(now.Truncate(time.Second))
}

func inZone(t time.Time, zone *time.Location) time.Time {
	if t.IsZero() {
		return t
	}
	return t.In(zone)
}

func (g *Game) title() string { return g.Campaign.Created().Title }

// ordersOf returns the orders that were in force for the seat in a turn.
func (g *Game) ordersOf(turn int, seat string) []string {
	t := g.Campaign.Turn(turn)
	if t == nil {
		return nil
	}
	o, _ := t.Of(seat)
	return o.Orders
}

// notices are what the umpire and the clock have to say to the seat in a report.
func (g *Game) notices(turn int, seat string) []string {
	t := g.Campaign.Turn(turn)
	if t == nil {
		return nil
	}
	var out []string
	for _, m := range t.Moves {
		reason := m.Reason
		if _, away := g.Seat(m.By); away {
			reason = strings.TrimPrefix(g.whyAway(m.By, seat, reason), "of ")
		}
		out = append(out, fmt.Sprintf("The deadline was moved to %s: %s.", moment(m.Deadline, g.Zone()), reason))
	}
	if g.Campaign.Created().Settings.Open && turn <= g.Campaign.Number() && t.Closed != "" {
		for _, s := range g.Campaign.Seats() {
			if !s.Resigned && t.Missed(s.ID) && s.ID != seat {
				out = append(out, "Nothing was heard of "+g.SeatName(s.ID)+".")
			}
		}
	}
	for _, a := range t.Announced {
		out = append(out, a.Text)
	}
	for _, l := range t.Letters {
		if slices.Contains(l.To, seat) {
			out = append(out, "A letter from "+g.writer(l)+": "+l.Text)
		}
	}
	return out
}

// writer is who signs a letter.
func (g *Game) writer(l events.LetterSent) string {
	switch {
	case l.As != "":
		return l.As
	case l.From == Umpire:
		return "the umpire"
	}
	return g.SeatName(l.From)
}

func (g *Game) nameOf(id string) string { return nameIn(g.Scenario, id) }
