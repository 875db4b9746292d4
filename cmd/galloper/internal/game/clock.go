package game

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/orders"
	"galloper/projections/campaign"
	"galloper/projections/report"
)

// MaxSteps limits the steps of a game at one moment: more would mean a loop.
const MaxSteps = 1000

// The clock's effects on a game. Each function is pure: from the game and the time it returns the events to record and
// the mails to send.

// Outage is the shortest gap between two reads of the mailbox that moves a deadline within it.
const Outage = 10 * time.Minute

// DecideClock returns the work due at the time, and the commit's name. seen is the time of the last look into the
// mailbox: unread mail in it may have come in time.
func DecideClock(g *Game, now, seen time.Time) (name string, s Decision) {
	t := g.Campaign.Current()
	if t == nil {
		return "", Decision{}
	}
	if id, s := decideDigest(g, now); !s.Empty() {
		return id, s
	}
	switch g.Campaign.Phase() {
	case campaign.Open:
		return decideOpen(g, t, now, seen)
	case campaign.Deciding:
		return decideQuestion(g, t, now, seen)
	}
	return "", Decision{}
}

// decideOpen closes the turn, puts it on hold, moves its deadline or reminds its seats.
func decideOpen(g *Game, t *campaign.Turn, now, seen time.Time) (string, Decision) {
	closes := g.Schedule.Closes(t.Deadline)
	switch {
	case g.Schedule.Early && g.Campaign.AllReady():
		return g.CommitID("close"), Decision{Data: append(staffOrders(g, t), events.TurnClosed{Turn: t.Number,
			Reason: "ready"})}
	case t.Deadline.IsZero():
		return "", Decision{}
	case !now.Before(closes) && seen.Before(closes):
		if lost := now.Sub(seen); lost > Outage {
			return g.CommitID("outage", strconv.Itoa(len(t.Moves))), decideOutage(g, t, lost)
		}
		return "", Decision{} // the mailbox must be read first
	case !now.Before(closes):
		s := decideDeadline(g, t)
		if s.Data[0].EventType() == "turn.held" {
			return g.CommitID("hold"), s
		}
		return g.CommitID("close"), s
	}
	return decideReminder(g, t, now)
}

// decideOutage moves the deadline by the time lost, and tells all seats.
func decideOutage(g *Game, t *campaign.Turn, lost time.Duration) (s Decision) {
	to := t.Deadline.Add(lost).Truncate(time.Second)
	reason := fmt.Sprintf("the service could not read mail for %s", prose.Span(lost))
	s.Record(events.TurnExtended{Turn: t.Number, Deadline: to, Reason: reason})
	s.tell(g.Everybody(), movedNotice(g, t, to, reason))
	return s
}

// decideDeadline closes the turn at its deadline, or puts it on hold if the silence suggests a fault.
func decideDeadline(g *Game, t *campaign.Turn) (s Decision) {
	if reason := whyHold(g, t); reason != "" && g.resumed != t.Number && len(t.Moves) == 0 {
		return decideHold(g, t, reason)
	}
	s.Record(staffOrders(g, t)...)
	s.Record(events.TurnClosed{Turn: t.Number, Reason: "deadline"})
	told := askStandIns(g, &s, t)
	if silent := g.Campaign.Silent(); len(silent) > 0 {
		s.Mail(silentNotice(g, t, silent, told))
	}
	return s
}

// whyHold returns why the turn must wait for the umpire, or "".
func whyHold(g *Game, t *campaign.Turn) string {
	silent := g.Campaign.Silent()
	anew, of := g.Campaign.SilentAnew()
	lost := 2*anew > of && len(g.Umpires) > 0 // without an umpire the turn would wait forever
	switch {
	case len(silent) == 0 || t.Held != "":
		return ""
	case lost && !slices.ContainsFunc(silent, func(id string) bool { return g.Campaign.LastHeard(id) > 0 }):
		return fmt.Sprintf("nothing was heard of %d of %d seats, which have never written: their first mails may have been "+
			"lost", anew, of)
	case lost:
		return fmt.Sprintf("%d of %d seats are silent that were not before: mail may have been lost", anew, of)
	case g.Campaign.Created().Settings.OnSilence == "hold":
		return "nothing was heard of " + prose.List(g.SeatNames(silent))
	}
	return ""
}

func decideHold(g *Game, t *campaign.Turn, reason string) (s Decision) {
	s.Record(events.TurnHeld{Turn: t.Number, Reason: reason})
	l := notice(g, Umpire, "held: "+reason, prose.Letter("Turn %d is held and waits for you: %s.\n\n"+
		"No orders are lost, and the seats may still send theirs. To continue, answer with one of:\n\n"+
		"\tRESUME TURN %[1]d BECAUSE …        the turn is open; the deadline has passed, so it closes\n"+
		"EXTEND 24h TURN %[1]d BECAUSE …    the same with a later deadline\n"+
		"CLOSE TURN %[1]d BECAUSE …         adjudicate it now", t.Number, reason))
	l.Links = []report.Answer{
		{Label: "Resume", Text: fmt.Sprintf("RESUME TURN %d BECAUSE ", t.Number)},
		{Label: "Extend by a day", Text: fmt.Sprintf("EXTEND 24h TURN %d BECAUSE ", t.Number)},
		{Label: "Close", Text: fmt.Sprintf("CLOSE TURN %d BECAUSE ", t.Number)},
	}
	s.Mail(l)
	// Only the umpire learns who is silent.
	s.tell(g.Players(), notice(g, "", "the turn is held", prose.Letter("The deadline of turn %d has passed, but the turn "+
		"is on hold and waits for the umpire. Your orders count; you may still send orders or change them.", t.Number)))
	return s
}

func decideReminder(g *Game, t *campaign.Turn, now time.Time) (string, Decision) {
	for _, before := range g.Schedule.Remind {
		at := t.Deadline.Add(-before)
		if now.Before(at) || at.Before(t.Opened) {
			continue
		}
		var s Decision
		for _, seat := range g.Campaign.Silent() {
			if !reminded(t, seat, before) {
				s.Record(events.SeatReminded{Seat: seat, Turn: t.Number, Before: before.String()})
				s.Mail(reminder(g, t, seat, t.Deadline.Sub(now)))
			}
		}
		if !s.Empty() {
			return g.CommitID("remind", before.String(), strconv.Itoa(len(t.Reminded))), s
		}
	}
	return "", Decision{}
}

func reminded(t *campaign.Turn, seat string, before time.Duration) bool {
	for _, r := range t.Reminded {
		if d, err := orders.ParseSpan(r.Before); r.Question == 0 && r.Seat == seat && err == nil && d <= before {
			return true
		}
	}
	return false
}

func reminder(g *Game, t *campaign.Turn, seat string, left time.Duration) Outgoing {
	l := notice(g, seat, "orders are due in "+prose.Span(left)+", nothing has come from you", prose.Letter(
		"Orders for turn %d are due in %s, %s. Nothing has come from you yet.\n\n"+
			"%s If you are away, answer ABSENT; if you have nothing to add, READY.",
		t.Number, prose.Span(left), prose.Moment(t.Deadline, g.Zone()), silenceMeans(g)))
	l.Kind, l.Due = "reminder", dueOrders(g, t.Number, t.Deadline)
	l.Links = append(orderLinks(g, seat, t.Number), report.Answer{Label: "I am away: ABSENT", Text: "ABSENT\n"})
	return l
}

// decideQuestion answers an open question by its default when its time is over.
func decideQuestion(g *Game, t *campaign.Turn, now, seen time.Time) (string, Decision) {
	for _, q := range t.OpenQuestions() {
		if half := halfTime(q); !half.IsZero() && !now.Before(half) && now.Before(q.Deadline) && !remindedOf(t, q) {
			return g.CommitID("remind", "q"+strconv.Itoa(q.Number)), questionReminder(g, t, q, now)
		}
		if q.Deadline.IsZero() || now.Before(q.Deadline) || seen.Before(q.Deadline) {
			continue
		}
		return g.CommitID("default", strconv.Itoa(q.Number)), Decision{Data: []events.Data{events.DecisionAnswered{
			Turn: t.Number, Number: q.Number, Decision: q.Decision, Seat: q.Seat, Option: q.Default, By: "default"}}}
	}
	return "", Decision{}
}

// halfTime returns the time of the reminder, after half of the time for an answer, or zero without a deadline.
func halfTime(q campaign.Question) time.Time {
	if q.Deadline.IsZero() {
		return time.Time{}
	}
	return q.Asked.Add(q.Deadline.Sub(q.Asked) / 2)
}

func remindedOf(t *campaign.Turn, q campaign.Question) bool {
	return slices.ContainsFunc(t.Reminded,
		func(r events.SeatReminded) bool { return r.Question == q.Number && r.Seat == q.Seat })
}

func questionReminder(g *Game, t *campaign.Turn, q campaign.Question, now time.Time) (s Decision) {
	left := q.Deadline.Sub(now)
	s.Record(events.SeatReminded{Seat: q.Seat, Turn: t.Number, Before: left.String(), Question: q.Number})
	for _, l := range questionMails(g, q.DecisionAsked) {
		l.Kind, l.Subject = "reminder", fmt.Sprintf("question %d is due in %s", q.Number, prose.Span(left))
		s.Mail(l)
	}
	return s
}

// Wake returns the time of the game's next work for the clock; false: never.
func Wake(g *Game, now time.Time) (time.Time, bool) {
	at, ok := wakeForTurn(g, now)
	if digest, owed := digestAt(g); owed && (!ok || digest.Before(at)) {
		return digest, true
	}
	return at, ok
}

// wakeForTurn returns the time of the current turn's next work.
func wakeForTurn(g *Game, now time.Time) (time.Time, bool) {
	t := g.Campaign.Current()
	if t == nil {
		return time.Time{}, false
	}
	switch g.Campaign.Phase() {
	case campaign.Open:
		if t.Deadline.IsZero() {
			return time.Time{}, false
		}
		if at, ok := g.Schedule.NextReminder(t.Deadline, now); ok {
			return at, true
		}
		return g.Schedule.Closes(t.Deadline), true
	case campaign.Deciding:
		for _, q := range t.OpenQuestions() {
			if half := halfTime(q); now.Before(half) {
				return half, true
			}
			if !q.Deadline.IsZero() {
				return q.Deadline, true
			}
		}
	}
	return time.Time{}, false
}
