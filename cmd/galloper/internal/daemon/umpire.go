package daemon

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"galloper/adjudicator"
	"galloper/adjudicator/umpire"
	"galloper/events"
	"galloper/projections/campaign"
)

// request is an act and who asks for it.
type request struct {
	umpire.Act
	by actor
}

// deed is what an act does: a pure function from the game to what is recorded and
// answered, or why it is refused.
type deed func(g *Game, a request, now time.Time) (s step, refused string)

// deeds are what the acts do, by their word.
func deeds() map[string]deed {
	return map[string]deed{
		"APPROVE":    (*Game).approve,
		"CLOSE":      (*Game).closeTurn,
		"EXTEND":     (*Game).extend,
		"HOLD":       (*Game).hold,
		"RESUME":     (*Game).resume,
		"ANSWER":     (*Game).answerFor,
		"ANNOUNCE":   (*Game).announce,
		"LETTER":     (*Game).umpireLetter,
		"RULE":       (*Game).rule,
		"REROLL":     (*Game).reroll,
		"AMEND":      (*Game).amend,
		"COURIER":    (*Game).courier,
		"REVEAL":     (*Game).reveal,
		"ADDRESS":    (*Game).changeAddress,
		"RENEW":      (*Game).renew,
		"SUBSTITUTE": (*Game).substitute,
		"REVERT":     (*Game).revert,
		"STATUS":     (*Game).tellStatus,
		"HISTORY":    (*Game).tellHistory,
		"HELP":       (*Game).tellHelp,
		"CONFIRM":    (*Game).confirm,
	}
}

// umpireMail takes in what an umpire wrote. A mail with a fault changes nothing: an
// umpire's acts belong together, and half of them done is worse than none.
func (g *Game) umpireMail(m message, now time.Time) (s step) {
	s.record(g.received(m))
	acts, text := g.actsStep(&s, m.Text, m.by, now)
	s.mail(g.reply(m, acts, text))
	return s
}

// Subjects of the answers to an umpire's acts.
const (
	actsDone    = "done"
	actsRefused = "refused"
	actsWaiting = "to be confirmed"
)

// actsStep does what the text says, all of it or nothing, and returns the subject
// and the text of the answer.
func (g *Game) actsStep(s *step, text string, by actor, now time.Time) (subject, answer string) {
	acts, faults := umpire.Read(text)
	p := &prose{}
	if len(faults) > 0 || len(acts) == 0 {
		p.para("REFUSED. Nothing was done.")
		for _, f := range faults {
			f.Want = g.exampled(f.Want)
			p.item("-", "%s", f)
		}
		p.gap()
		p.para("An umpire can: %s. HELP and the word tells how each is written.", umpire.Words())
		p.block(g.status(Umpire))
		return actsRefused, p.String()
	}
	if why := together(acts); why != "" {
		p.para("REFUSED. Nothing was done: %s", why)
		return actsRefused, p.String()
	}
	var requests []request
	for _, a := range acts {
		requests = append(requests, request{a, by})
	}
	if umpire.FormOf(acts[0].Word).Final {
		return g.proposeStep(s, requests[0], now)
	}
	return g.allOrNothing(s, requests, now)
}

// proposeStep records an act that waits to be confirmed, and says how.
func (g *Game) proposeStep(s *step, a request, now time.Time) (subject, answer string) {
	p := &prose{}
	line, refused := g.propose(s, a, now)
	if refused != "" {
		p.para("REFUSED. Nothing was done: %s: %s", a.Word, refused)
		return actsRefused, p.String()
	}
	p.para("NOT DONE YET. This cannot be undone:")
	p.line("  %s", a.Source)
	p.gap()
	p.para("To have it done, answer with this line and nothing else:")
	p.line("%s", line)
	return actsWaiting, p.String()
}

// tellUmpires tells the other umpires of a game what one of them has done.
func (g *Game) tellUmpires(s *step, a request) {
	for _, id := range g.Umpires {
		if id == a.by.address || len(g.Umpires) < 2 || g.blind(id) {
			continue
		}
		p := &prose{}
		p.para("Another umpire of the game has acted:")
		p.line("  %s", a.Source)
		s.mail(letter{seat: Umpire, address: id, kind: "notice", turn: max(g.Campaign.Number(), 1), subject: "another umpire: " + a.Word, text: p.String()})
	}
}

// together refuses acts that must stand alone in their text: those that cannot be undone.
func together(acts []umpire.Act) string {
	for _, a := range acts {
		if len(acts) > 1 && umpire.FormOf(a.Word).Alone {
			return a.Word + " must stand alone in its mail."
		}
	}
	return ""
}

// act does one act, or says why not.
func (g *Game) act(a request, now time.Time) (step, string) {
	if t := g.Campaign.Number(); umpire.FormOf(a.Word).Acting && a.Turn != t {
		return step{}, fmt.Sprintf("it names turn %d, but turn %d is the current one", a.Turn, t)
	}
	return deeds()[a.Word](g, a, now)
}

func because(a request, other string) string {
	if a.Because == "" {
		return other
	}
	return a.Because
}

func (g *Game) closeTurn(a request, _ time.Time) (s step, refused string) {
	t := g.Campaign.Current()
	if t.Closed != "" {
		return s, fmt.Sprintf("turn %d is closed already (%s)", t.Number, t.Closed)
	}
	if t.Held != "" {
		s.record(events.TurnResumed{Turn: t.Number, Reason: because(a, "closed by the umpire")})
	}
	s.record(events.TurnClosed{Turn: t.Number, Reason: because(a, "the umpire closed it")})
	if told := g.askStandIns(&s, t); len(told) > 0 {
		s.mail(g.silentNotice(t, g.Campaign.Silent(), told))
	}
	return s, ""
}

// mostExtended bounds what the umpires may add to one turn in all: a slip of the pen, or
// one extension behind the other, must not stop a game for years. HOLD does, and says so.
const mostExtended = 30 * 24 * time.Hour

// extend moves the deadline. A held turn goes on with it: a deadline that is told to
// everybody must be one that counts.
func (g *Game) extend(a request, now time.Time) (s step, refused string) {
	t := g.Campaign.Current()
	if t.Closed != "" {
		return s, fmt.Sprintf("turn %d is closed already (%s)", t.Number, t.Closed)
	}
	if given := t.Given(Umpire); given+a.Span > mostExtended {
		before := "nothing"
		if given > 0 {
			before = span(given)
		}
		return s, fmt.Sprintf("umpires may add %s to one turn in all, and have added %s to turn %d; HOLD TURN %d BECAUSE … stops the clock",
			span(mostExtended), before, t.Number, t.Number)
	}
	to := later(t.Deadline, now).Add(a.Span).UTC().Truncate(time.Second)
	s.note = "Orders are due " + moment(to, g.Zone()) + "."
	l := g.movedNotice(t, to, a.Because)
	if t.Held != "" {
		s.record(events.TurnResumed{Turn: t.Number, Reason: a.Because})
		s.note = "The turn was held; it goes on. " + s.note
		l.text = fmt.Sprintf("Turn %d was held, and goes on.\n\n", t.Number) + l.text
	}
	s.record(events.TurnExtended{Turn: t.Number, Deadline: to, Reason: a.Because})
	s.tell(g.players(), l)
	return s, ""
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func (g *Game) hold(a request, _ time.Time) (s step, refused string) {
	t := g.Campaign.Current()
	if t.Held != "" {
		return s, "the turn is held already: " + t.Held
	}
	s.record(events.TurnHeld{Turn: t.Number, Reason: a.Because})
	p := &prose{}
	p.para("Turn %d is held by the umpire, because %s.", t.Number, strings.TrimSuffix(a.Because, "."))
	if t.Closed == "" {
		p.para("It does not close before the umpire lets it go on. You may still send orders.")
	} else {
		p.para("It is closed; its report comes when the umpire lets it go on.")
	}
	s.tell(g.players(), letter{kind: "notice", turn: t.Number, subject: "the turn is held", text: p.String()})
	return s, ""
}

func (g *Game) resume(a request, now time.Time) (s step, refused string) {
	t := g.Campaign.Current()
	if t.Held == "" {
		return s, fmt.Sprintf("turn %d is not held", t.Number)
	}
	s.record(events.TurnResumed{Turn: t.Number, Reason: a.Because})
	s.note = g.goesOn(t, now)
	p := &prose{}
	p.para("Turn %d goes on%s. %s", t.Number, reasonOf(a), s.note)
	s.tell(g.players(), letter{kind: "notice", turn: t.Number, subject: "the turn goes on", text: p.String()})
	return s, ""
}

func reasonOf(a request) string {
	if a.Because == "" {
		return ""
	}
	return ", because " + strings.TrimSuffix(a.Because, ".")
}

// goesOn says by when orders count in a turn that was held.
func (g *Game) goesOn(t *campaign.Turn, now time.Time) string {
	switch {
	case t.Closed != "":
		return "It is closed; its report comes."
	case t.Deadline.IsZero():
		return "It has no deadline: the umpire closes it."
	case !now.Before(g.Schedule.Closes(t.Deadline)):
		return "Its deadline, " + moment(t.Deadline, g.Zone()) + ", has passed while it was held: it closes now."
	}
	return "Orders are due " + moment(t.Deadline, g.Zone()) + "."
}

func (g *Game) approve(a request, now time.Time) (s step, refused string) {
	t := g.Campaign.Current()
	switch {
	case t.Stale && g.Campaign.Created().Settings.Review != "":
		return s, fmt.Sprintf("turn %d is adjudicated again with what was ruled since; approve the draft that comes of it", t.Number)
	case g.Campaign.Phase() != campaign.Review:
		return s, fmt.Sprintf("turn %d has no result that waits for approval", t.Number)
	}
	if draft := t.Drafts + 1; a.Number != 0 && a.Number != draft {
		return s, fmt.Sprintf("it approves draft %d, but somebody has ruled since: draft %d is the current one", a.Number, draft)
	}
	result := *t.Result
	outcomes, err := g.Campaign.Outcomes(t.Number)
	if err != nil {
		return s, "the turn's result cannot be read: " + err.Error()
	}
	result.Outcomes = outcomes
	s.record(events.TurnApproved{Turn: t.Number, Reason: a.Because})
	g.publish(&s, result, now)
	return s, ""
}

// answerFor answers a question: the umpire's own, or one that a seat does not answer.
func (g *Game) answerFor(a request, _ time.Time) (s step, refused string) {
	t := g.Campaign.Current()
	for _, q := range t.OpenQuestions() {
		if strings.TrimPrefix(a.Names[0], "q") != strconv.Itoa(q.Number) {
			continue
		}
		if q.Seat != Umpire && g.blind(a.by.address) {
			return s, g.rulable(a)
		}
		d := adjudicator.Decision{Options: q.Options}
		option, ok := d.Accept(a.Text)
		if !ok {
			return s, fmt.Sprintf("%q is no answer to question %d; the answers are: %s", a.Text, q.Number, strings.Join(q.Options, "; "))
		}
		s.record(events.DecisionAnswered{Turn: t.Number, Number: q.Number, Decision: q.Decision, Seat: q.Seat, Option: option, By: "umpire", Reason: a.Because})
		if q.Seat != Umpire {
			p := &prose{}
			p.para("The umpire has answered question %d of turn %d in your place%s: %s.", q.Number, q.Turn, reasonOf(a), option)
			s.mail(letter{seat: q.Seat, kind: "notice", turn: t.Number, subject: fmt.Sprintf("question %d is answered", q.Number), text: p.String()})
		}
		return s, ""
	}
	return s, "there is no open question " + a.Names[0]
}

func (g *Game) announce(a request, _ time.Time) (s step, refused string) {
	s.record(events.Announced{Turn: g.Campaign.Number(), Text: a.Text})
	p := &prose{}
	p.para("The umpire announces to all:")
	p.para("%s", a.Text)
	s.tell(g.players(), letter{kind: "notice", turn: g.Campaign.Number(), subject: "the umpire announces", text: p.String()})
	return s, ""
}

// umpireLetter writes to seats, as the umpire or in the name of any person.
func (g *Game) umpireLetter(a request, _ time.Time) (s step, refused string) {
	for _, seat := range a.Names {
		if !slices.Contains(g.players(), seat) {
			return s, fmt.Sprintf("there is no seat %s; the seats are %s", seat, list(g.players()))
		}
	}
	s.record(events.LetterSent{From: Umpire, To: a.Names, Turn: g.Campaign.Number(), Text: a.Text, As: a.As})
	from := a.As
	if from == "" {
		from = "the umpire"
	}
	p := &prose{}
	p.para("A letter from %s:", from)
	p.para("%s", a.Text)
	s.tell(a.Names, letter{kind: "letter", turn: g.Campaign.Number(), subject: "a letter from " + from, text: p.String()})
	s.note = fmt.Sprintf("%s will read, from %s: %q", list(g.names(a.Names)), from, a.Text)
	return s, ""
}
