package daemon

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"galloper/adjudicator"
	"galloper/events"
	"galloper/projections/campaign"
)

// actForms is the table of what an umpire can do. Each act is a row: how it is
// written, and a pure function from the game to what is recorded and answered.
func actForms() []actForm {
	return []actForm{
		{word: "APPROVE", grammar: "APPROVE TURN 4 [DRAFT 2]", acting: true, read: readApproval, decide: (*Game).approve},
		{word: "CLOSE", grammar: "CLOSE TURN 4 [BECAUSE …]", acting: true, decide: (*Game).closeTurn},
		{word: "EXTEND", grammar: "EXTEND 48h TURN 4 BECAUSE …", acting: true, span: true, reason: true, decide: (*Game).extend},
		{word: "HOLD", grammar: "HOLD TURN 4 BECAUSE …", acting: true, reason: true, decide: (*Game).hold},
		{word: "RESUME", grammar: "RESUME TURN 4 [BECAUSE …]", acting: true, decide: (*Game).resume},
		{word: "ANSWER", grammar: "ANSWER 2 TURN 4 [BECAUSE …]: option",
			acting: true, names: "-", text: true, decide: (*Game).answerFor},
		{word: "ANNOUNCE", grammar: "ANNOUNCE: text", text: true, decide: (*Game).announce},
		{word: "LETTER", grammar: "LETTER TO french.north, dutch.south [FROM name]: text", names: "TO", text: true, read: readLetter, decide: (*Game).umpireLetter},
		{word: "RULE", grammar: "RULE t4.17: text [SET path = value …], or RULE TURN 4: text … for the turn's end",
			acting: true, text: true, read: readRuling, decide: (*Game).rule},
		{word: "REROLL", grammar: "REROLL die-name TURN 4 BECAUSE …",
			acting: true, reason: true, read: readReroll, decide: (*Game).reroll},
		{word: "AMEND", grammar: "AMEND french.north 3 TURN 4 BECAUSE …: order (or NOTHING)",
			acting: true, text: true, reason: true, read: readAmendment, decide: (*Game).amend},
		{word: "COURIER", grammar: "COURIER french.north.t3.1 LOST|CAPTURED BY seat|DELAYED n TURN 4 BECAUSE …",
			acting: true, reason: true, read: readCourier, decide: (*Game).courier},
		{word: "REVEAL", grammar: "REVEAL subject TO french.north TURN 4 BECAUSE …[: text], or REVEAL ALL TURN 4 BECAUSE … for an umpire who plays",
			acting: true, text: true, bare: true, reason: true,
			read: readReveal, decide: (*Game).reveal},
		{word: "ADDRESS", grammar: "ADDRESS french.north +anna@example.org BECAUSE … (or -anna@example.org)", reason: true, read: readAddress, decide: (*Game).changeAddress},
		{word: "RENEW", grammar: "RENEW french.north BECAUSE …", reason: true, read: func(r *actReader, a *Act) { a.Seat = r.named("the seat") }, decide: (*Game).renew},
		{word: "SUBSTITUTE", grammar: "SUBSTITUTE french.north BY anna@example.org BECAUSE …", reason: true, final: true, read: readSubstitute, decide: (*Game).substitute},
		{word: "REVERT", grammar: "REVERT TO TURN 3 BECAUSE …", reason: true, final: true, read: readRevert, decide: (*Game).revert},
		{word: "CONFIRM", grammar: "CONFIRM 1 code", read: readConfirm},
		{word: "STATUS", grammar: "STATUS", tells: true, decide: (*Game).tellStatus},
		{word: "HISTORY", grammar: "HISTORY [TURN 3]", tells: true, read: readHistory, decide: (*Game).tellHistory},
		{word: "HELP", grammar: "HELP [act]", tells: true, read: func(r *actReader, a *Act) { a.Of = r.word() }, decide: (*Game).tellHelp},
	}
}

// umpireMail takes in what an umpire wrote. A mail with a fault changes nothing: an
// umpire's acts belong together, and half of them done is worse than none.
func (g *Game) umpireMail(m message, now time.Time) (s step) {
	s.record(g.received(m))
	acts, text := g.actsStep(&s, m.Text, m.hand, now)
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
func (g *Game) actsStep(s *step, text string, by hand, now time.Time) (subject, answer string) {
	acts, faults := readActs(text)
	p := &prose{}
	if len(faults) > 0 || len(acts) == 0 {
		p.para("REFUSED. Nothing was done.")
		for _, f := range faults {
			f.Want = g.exampled(f.Want)
			p.item("-", "%s", f)
		}
		p.gap()
		p.para("An umpire can: %s. HELP and the word tells how each is written.", actWords())
		p.block(g.status(Umpire))
		return actsRefused, p.String()
	}
	for i := range acts {
		acts[i].by = by
	}
	if why := g.together(acts); why != "" {
		p.para("REFUSED. Nothing was done: %s", why)
		return actsRefused, p.String()
	}
	if findAct(acts[0].Word).final {
		return g.proposeStep(s, acts[0], now)
	}
	return g.allOrNothing(s, acts, now)
}

// proposeStep records an act that waits to be confirmed, and says how.
func (g *Game) proposeStep(s *step, a Act, now time.Time) (subject, answer string) {
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
func (g *Game) tellUmpires(s *step, a Act) {
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
func (g *Game) together(acts []Act) string {
	for _, a := range acts {
		if form := findAct(a.Word); len(acts) > 1 && (form.final || form.decide == nil) {
			return a.Word + " must stand alone in its mail."
		}
	}
	return ""
}

// act does one act, or says why not.
func (g *Game) act(a Act, now time.Time) (step, string) {
	form := findAct(a.Word)
	if form.decide == nil {
		return g.confirm(a, now)
	}
	if t := g.Campaign.Number(); form.acting && a.Turn != t {
		return step{}, fmt.Sprintf("it names turn %d, but turn %d is the current one", a.Turn, t)
	}
	return form.decide(g, a, now)
}

func because(a Act, other string) string {
	if a.Because == "" {
		return other
	}
	return a.Because
}

func (g *Game) closeTurn(a Act, _ time.Time) (s step, refused string) {
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
func (g *Game) extend(a Act, now time.Time) (s step, refused string) {
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

func (g *Game) hold(a Act, _ time.Time) (s step, refused string) {
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

func (g *Game) resume(a Act, now time.Time) (s step, refused string) {
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

func reasonOf(a Act) string {
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

func (g *Game) approve(a Act, now time.Time) (s step, refused string) {
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
func (g *Game) answerFor(a Act, _ time.Time) (s step, refused string) {
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

func (g *Game) announce(a Act, _ time.Time) (s step, refused string) {
	s.record(events.Announced{Turn: g.Campaign.Number(), Text: a.Text})
	p := &prose{}
	p.para("The umpire announces to all:")
	p.para("%s", a.Text)
	s.tell(g.players(), letter{kind: "notice", turn: g.Campaign.Number(), subject: "the umpire announces", text: p.String()})
	return s, ""
}

// umpireLetter writes to seats, as the umpire or in the name of any person.
func (g *Game) umpireLetter(a Act, _ time.Time) (s step, refused string) {
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
