package daemon

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"galloper/events"
	"galloper/orders"
	"galloper/projections/campaign"
)

// What the clock does to a game (CONTRACT §12). Each function is pure: it looks at
// the game and at the time, and returns what is to be recorded and mailed.

// outage is how long nobody may have looked into the mailbox before a deadline that
// passed meanwhile is moved.
const outage = 10 * time.Minute

// clockStep returns what is due at the time, and the commit's name. seen is when the
// mailbox was last looked into: a mail that lies there unread came in time.
func (g *Game) clockStep(now, seen time.Time) (name string, s step) {
	t := g.Campaign.Current()
	if t == nil {
		return "", step{}
	}
	if id, s := g.digestStep(now); !s.empty() {
		return id, s
	}
	switch g.Campaign.Phase() {
	case campaign.Open:
		return g.openStep(t, now, seen)
	case campaign.Deciding:
		return g.questionStep(t, now, seen)
	}
	return "", step{}
}

// openStep closes the turn, holds it, moves its deadline or reminds its seats.
func (g *Game) openStep(t *campaign.Turn, now, seen time.Time) (string, step) {
	closes := g.Schedule.Closes(t.Deadline)
	switch {
	case g.Schedule.Early && g.Campaign.AllReady():
		return g.id("close"), step{data: []events.Data{events.TurnClosed{Turn: t.Number, Reason: "ready"}}}
	case t.Deadline.IsZero():
		return "", step{}
	case !now.Before(closes) && seen.Before(closes):
		if lost := now.Sub(seen); lost > outage {
			return g.id("outage", strconv.Itoa(len(t.Moves))), g.outageStep(t, lost)
		}
		return "", step{} // the mailbox must be looked into first
	case !now.Before(closes):
		s := g.deadlineStep(t)
		if s.data[0].EventType() == "turn.held" {
			return g.id("hold"), s
		}
		return g.id("close"), s
	}
	return g.remindStep(t, now)
}

// outageStep moves the deadline by the time that was lost, and tells everybody.
func (g *Game) outageStep(t *campaign.Turn, lost time.Duration) (s step) {
	to := t.Deadline.Add(lost).Truncate(time.Second)
	reason := fmt.Sprintf("the service could not read mail for %s", span(lost))
	s.record(events.TurnExtended{Turn: t.Number, Deadline: to, Reason: reason})
	s.tell(g.everybody(), g.movedNotice(t, to, reason))
	return s
}

func (g *Game) movedNotice(t *campaign.Turn, to time.Time, reason string) letter {
	p := &prose{}
	p.para("The deadline of turn %d has moved to %s, because %s.", t.Number, moment(to, g.Zone()), reason)
	p.para("What you have sent for this turn stands; you may still change it.")
	return letter{kind: "notice", turn: t.Number, subject: "the deadline has moved", text: p.String()}
}

// everybody returns all seats that are played, and the umpire.
func (g *Game) everybody() []string { return append(g.players(), Umpire) }

// players returns the seats that are played.
func (g *Game) players() []string {
	var ids []string
	for _, s := range g.Campaign.Seats() {
		if !s.Resigned {
			ids = append(ids, s.ID)
		}
	}
	return ids
}

// deadlineStep closes the turn at its deadline, or holds it where silence says that
// something is wrong.
func (g *Game) deadlineStep(t *campaign.Turn) (s step) {
	if reason := g.silence(t); reason != "" && g.resumed != t.Number && len(t.Moves) == 0 {
		return g.holdStep(t, reason)
	}
	s.record(events.TurnClosed{Turn: t.Number, Reason: "deadline"})
	told := g.askStandIns(&s, t)
	if silent := g.Campaign.Silent(); len(silent) > 0 {
		s.mail(g.silentNotice(t, silent, told))
	}
	return s
}

// silence returns why the turn must wait for the umpire, "" if it need not.
func (g *Game) silence(t *campaign.Turn) string {
	silent := g.Campaign.Silent()
	anew, of := g.Campaign.SilentAnew()
	switch {
	case len(silent) == 0 || t.Held != "":
		return ""
	case t.Number > 1 && 2*anew > of:
		return fmt.Sprintf("%d of %d seats are silent that were not before: mail may have been lost", anew, of)
	case g.Campaign.Created().Settings.OnSilence == "hold":
		return "nothing was heard of " + list(g.names(silent))
	}
	return ""
}

func (g *Game) names(seats []string) []string {
	var out []string
	for _, id := range seats {
		out = append(out, g.SeatName(id))
	}
	return out
}

func (g *Game) holdStep(t *campaign.Turn, reason string) (s step) {
	s.record(events.TurnHeld{Turn: t.Number, Reason: reason})
	p := &prose{}
	p.para("Turn %d is held and waits for you: %s.", t.Number, reason)
	p.para("Nobody's orders are lost, and the seats may still send theirs. To go on, answer with one of:")
	p.line("RESUME TURN %d BECAUSE …        the turn is open; the deadline has passed, so it closes", t.Number)
	p.line("EXTEND 24h TURN %d BECAUSE …    the same with a later deadline", t.Number)
	p.line("CLOSE TURN %d BECAUSE …         adjudicate it as it is", t.Number)
	s.mail(letter{seat: Umpire, kind: "notice", turn: t.Number, subject: "held: " + reason, text: p.String()})
	waits := &prose{} // who is silent is the umpire's to know
	waits.para("The deadline of turn %d has passed, but the turn is held and waits for the umpire. What you have sent counts; you may still send orders or change them.", t.Number)
	s.tell(g.players(), letter{kind: "notice", turn: t.Number, subject: "the turn is held", text: waits.String()})
	return s
}

// silentNotice tells the umpire who was silent, and which stand-ins were asked.
func (g *Game) silentNotice(t *campaign.Turn, silent, standIns []string) letter {
	p := &prose{}
	p.para("Turn %d is closed. Nothing was heard of %s; standing orders and what their troops have been told go on.", t.Number, list(g.names(silent)))
	for _, text := range standIns {
		p.para("%s", text)
	}
	return letter{seat: Umpire, kind: "notice", turn: t.Number, subject: "silent: " + list(g.names(silent)), text: p.String()}
}

// remindStep reminds the seats that nothing was heard of.
func (g *Game) remindStep(t *campaign.Turn, now time.Time) (string, step) {
	for _, before := range g.Schedule.Remind {
		at := t.Deadline.Add(-before)
		if now.Before(at) || at.Before(t.Opened) {
			continue
		}
		var s step
		for _, seat := range g.Campaign.Silent() {
			if !reminded(t, seat, before) {
				s.record(events.SeatReminded{Seat: seat, Turn: t.Number, Before: before.String()})
				s.mail(g.reminder(t, seat, t.Deadline.Sub(now)))
			}
		}
		if !s.empty() {
			return g.id("remind", before.String(), strconv.Itoa(len(t.Reminded))), s
		}
	}
	return "", step{}
}

func reminded(t *campaign.Turn, seat string, before time.Duration) bool {
	for _, r := range t.Reminded {
		if d, err := orders.ParseSpan(r.Before); r.Question == 0 && r.Seat == seat && err == nil && d <= before {
			return true
		}
	}
	return false
}

func (g *Game) reminder(t *campaign.Turn, seat string, left time.Duration) letter {
	p := &prose{}
	p.para("Orders for turn %d are due in %s, %s. Nothing has come from you yet.", t.Number, span(left), moment(t.Deadline, g.Zone()))
	p.para("Without orders your troops go on with what they have been told. If you are away, answer ABSENT; if you have nothing to add, READY.")
	return letter{seat: seat, kind: "reminder", turn: t.Number, subject: "orders are due in " + span(left), text: p.String()}
}

// questionStep answers an open question by its default once its time is over.
func (g *Game) questionStep(t *campaign.Turn, now, seen time.Time) (string, step) {
	for _, q := range t.OpenQuestions() {
		if half := halfTime(q); !half.IsZero() && !now.Before(half) && now.Before(q.Deadline) && !remindedOf(t, q) {
			return g.id("remind", "q"+strconv.Itoa(q.Number)), g.questionReminder(t, q, now)
		}
		if q.Deadline.IsZero() || now.Before(q.Deadline) || seen.Before(q.Deadline) {
			continue
		}
		return g.id("default", strconv.Itoa(q.Number)), step{data: []events.Data{events.DecisionAnswered{
			Turn: t.Number, Number: q.Number, Decision: q.Decision, Seat: q.Seat, Option: q.Default, By: "default",
		}}}
	}
	return "", step{}
}

// halfTime is when the one who is asked is reminded: half of his time is over. Zero
// where there is no deadline.
func halfTime(q campaign.Question) time.Time {
	if q.Deadline.IsZero() {
		return time.Time{}
	}
	return q.Asked.Add(q.Deadline.Sub(q.Asked) / 2)
}

func remindedOf(t *campaign.Turn, q campaign.Question) bool {
	return slices.ContainsFunc(t.Reminded, func(r events.SeatReminded) bool { return r.Question == q.Number && r.Seat == q.Seat })
}

// questionReminder asks a question once more.
func (g *Game) questionReminder(t *campaign.Turn, q campaign.Question, now time.Time) (s step) {
	left := q.Deadline.Sub(now)
	s.record(events.SeatReminded{Seat: q.Seat, Turn: t.Number, Before: left.String(), Question: q.Number})
	for _, l := range g.questionMails(q.DecisionAsked) {
		l.kind, l.subject = "reminder", fmt.Sprintf("question %d is due in %s", q.Number, span(left))
		s.mail(l)
	}
	return s
}

// wake returns when the clock next has something to do for the game; false: never.
func (g *Game) wake(now time.Time) (time.Time, bool) {
	at, ok := g.wakeForTurn(now)
	if digest, owed := g.digestAt(); owed && (!ok || digest.Before(at)) {
		return digest, true
	}
	return at, ok
}

// wakeForTurn returns when the current turn next wants the clock.
func (g *Game) wakeForTurn(now time.Time) (time.Time, bool) {
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

// id names a commit after what caused it: the turn, the branch (each revert begins
// one) and the deed. The same cause acted on twice is stored once.
func (g *Game) id(parts ...string) string {
	id := fmt.Sprintf("t%d", g.Campaign.Number())
	if n := len(g.Campaign.Superseded()); n > 0 {
		id += fmt.Sprintf("r%d", n)
	}
	for _, p := range parts {
		id += "." + p
	}
	return id
}
