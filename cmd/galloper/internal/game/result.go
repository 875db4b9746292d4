package game

import (
	"fmt"
	"strings"
	"time"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/orders"
	"galloper/projections/story"
)

// attempt adjudicates the current turn and composes its mails. A panic on the way is returned.
func attempt(g *Game, in events.TurnInput, now time.Time) (s Decision, broken error) {
	broken = recoverPanic(func() { s = resultOf(g, in, now) })
	return s, broken
}

func resultOf(g *Game, in events.TurnInput, now time.Time) (s Decision) {
	t := g.Campaign.Current()
	res := adjudicator.Adjudicate(g.Position(), in)
	if res.Question != nil {
		return decideAsk(g, t, res.Question, len(in.Answers)+1, now)
	}
	result := events.TurnAdjudicated{Turn: t.Number, Seed: in.Seed, SealedSeed: in.Sealed, Salt: in.Salt,
		Shared: in.Shared, Outcomes: res.Outcomes, State: res.StateHash, Over: res.State.Over()}
	s.Record(result)
	if g.Campaign.Created().Settings.Review != "" {
		s.tryPart(g, "the draft", func() { s.Mail(draftMails(g, t, result)...) })
		return s
	}
	publish(g, &s, result, now)
	s.tryPart(g, "the list of lines that were not read", func() { s.Mail(notReadNotice(g, t)...) })
	return s
}

// publish records that the turn's result is sent, opens the next turn, and queues every seat's report.
func publish(g *Game, s *Decision, result events.TurnAdjudicated, now time.Time) {
	s.Record(events.TurnReported{Turn: result.Turn})
	sheet := TurnReport{Game: g, turn: result.Turn, result: &result, told: map[string]*story.Story{}}
	if result.Over == "" {
		sheet.Next, sheet.Deadline = result.Turn+1, g.NextDeadline(now)
		sheet.Awaited = g.Rules.Waits(g.Scenario, adjudicator.Replay(g.State, result.Outcomes), sheet.Next)
		s.Record(events.TurnOpened{Turn: sheet.Next, Deadline: sheet.Deadline})
	}
	book := g.book.Clone()
	book.Apply(result.Turn, result.Outcomes)
	if result.Over != "" && !g.Campaign.Secret() {
		sheet.truth = book.Seat(Umpire)
	}
	for _, seat := range g.Players() {
		l := Outgoing{Seat: seat, Kind: ReportKind, Turn: max(sheet.Next, sheet.turn), Subject: sheet.subject(),
			Due: sheet.deadlineFor(seat)}
		l.Text = fmt.Sprintf("Turn %d is adjudicated, but your report is left out: the program failed while it wrote it.\n"+
			"The umpire has been told. HISTORY %d asks for it again.\n", sheet.turn, sheet.turn)
		if sheet.Next > 0 {
			l.Text += "\n" + orders.Template(g.Name(), seat, sheet.Next, nil)
		}
		s.tryPart(g, "the report to "+g.SeatName(seat), func() { l = sheet.Report(book.Seat(seat)) })
		s.Mail(l)
	}
	s.tryPart(g, "the umpire's report", func() {
		sheet.before = eachReads(g, sheet.told)
		whole := sheet.Report(book.Seat(Umpire))
		s.Mail(ForUmpires(g, whole, HiddenReport(g, whole))...)
	})
	if result.Over != "" && !g.Campaign.Secret() {
		s.tryPart(g, "the chronicle", func() { s.Mail(chronicleMails(g, &result)...) })
	}
}

// tryPart writes a part of a turn's mails. If that panics, the turn goes on without the part, and the umpire is told.
func (s *Decision) tryPart(g *Game, what string, write func()) {
	broken := recoverPanic(write)
	if broken == nil {
		return
	}
	l := notice(g, Umpire, "left out: "+what, prose.Letter("Of turn %d, %s is left out, because the program failed while it "+
		"wrote that. The turn counts, and you can act on it as ever.", g.Campaign.Number(), what))
	whole := l
	whole.Text += "\n" + broken.Error() + "\n"
	s.Mail(ForUmpires(g, whole, l)...)
}

// eachReads gives the beginning of each seat's report, or nil under rules without stories.
func eachReads(g *Game, told map[string]*story.Story) []string {
	var lines []string
	for _, seat := range g.Players() {
		if s := told[seat]; s != nil {
			first := s.Headline + "."
			if len(s.Lead) > 0 {
				first += " " + s.Lead[0].Text
			}
			text := strings.TrimSpace(g.SeatName(seat) + " reads: " + first + " " + s.Standing)
			lines = append(lines, prose.Wrap("- "+text, prose.TextColumns, "  "))
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return []string{strings.Join(lines, "\n")}
}

// A broken rules engine stops one game, not all. The culprit is found by leaving out one order after another: without
// knowing it, the umpire could not resume the game.

// Adjudicate runs the turn and catches a panic of the rules engine.
func Adjudicate(pos adjudicator.Position, in events.TurnInput) (res adjudicator.Result, broken error) {
	broken = recoverPanic(func() { res = adjudicator.Adjudicate(pos, in) })
	return res, broken
}

// recoverPanic calls run and returns the value of a panic.
func recoverPanic(run func()) (broken error) {
	defer func() {
		if p := recover(); p != nil {
			err, ok := p.(error)
			if !ok {
				err = fmt.Errorf("%v", p)
			}
			broken = err
		}
	}()
	run()
	return nil
}
