package game

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/projections/campaign"
	"galloper/projections/knowledge"
)

func closeTurn(g *Game, a request, _ time.Time) (s Decision, refused string) {
	t := g.Campaign.Current()
	if t.Closed != "" {
		return s, fmt.Sprintf("turn %d is closed already (%s)", t.Number, t.Closed)
	}
	if t.Held != "" {
		s.Record(events.TurnResumed{Turn: t.Number, Reason: because(a, "closed by the umpire")})
	}
	s.Record(staffOrders(g, t)...)
	s.Record(events.TurnClosed{Turn: t.Number, Reason: because(a, "the umpire closed it")})
	if told := askStandIns(g, &s, t); len(told) > 0 {
		s.Mail(silentNotice(g, t, g.Campaign.Silent(), told))
	}
	return s, ""
}

// mostExtended limits the umpires' extensions of one turn in total: a typing error or repeated extensions must not stop
// a game for years. HOLD does that openly.
const mostExtended = 30 * 24 * time.Hour

// extend moves the deadline, and resumes a turn on hold: an announced deadline must be valid.
func extend(g *Game, a request, now time.Time) (s Decision, refused string) {
	t := g.Campaign.Current()
	if t.Closed != "" {
		return s, fmt.Sprintf("turn %d is closed already (%s)", t.Number, t.Closed)
	}
	if given := t.Given(Umpire); given+a.Span > mostExtended {
		before := "nothing"
		if given > 0 {
			before = prose.Span(given)
		}
		return s, fmt.Sprintf("umpires may add %s to one turn in all, and have added %s to turn %d; HOLD TURN %d BECAUSE "+
			"… stops the clock",
			prose.Span(mostExtended), before, t.Number, t.Number)
	}
	to := laterOf(t.Deadline, now).Add(a.Span).UTC().Truncate(time.Second)
	s.note = "Orders are due " + prose.Moment(to, g.Zone()) + "."
	l := movedNotice(g, t, to, a.Because)
	if t.Held != "" {
		s.Record(events.TurnResumed{Turn: t.Number, Reason: a.Because})
		s.note = "The turn was held; it goes on. " + s.note
		l.Text = fmt.Sprintf("Turn %d was held, and goes on.\n\n", t.Number) + l.Text
	}
	s.Record(events.TurnExtended{Turn: t.Number, Deadline: to, Reason: a.Because})
	s.tell(g.Players(), l)
	return s, ""
}

func hold(g *Game, a request, _ time.Time) (s Decision, refused string) {
	t := g.Campaign.Current()
	if t.Held != "" {
		return s, "the turn is held already: " + t.Held
	}
	s.Record(events.TurnHeld{Turn: t.Number, Reason: a.Because})
	so := "It does not close before the umpire lets it go on. You may still send orders."
	if t.Closed != "" {
		so = "It is closed; its report comes when the umpire lets it go on."
		s.note = "Rulings in the meantime count in the next draft, which comes after RESUME."
	}
	s.tell(g.Players(), notice(g, "", "the turn is held", prose.Letter("Turn %d is held by the umpire, because %s.\n\n%s",
		t.Number, strings.TrimSuffix(a.Because, "."), so)))
	return s, ""
}

func resume(g *Game, a request, now time.Time) (s Decision, refused string) {
	t := g.Campaign.Current()
	if t.Held == "" {
		return s, fmt.Sprintf("turn %d is not held", t.Number)
	}
	s.Record(events.TurnResumed{Turn: t.Number, Reason: a.Because})
	s.note = resumeNote(g, t, now)
	s.tell(g.Players(), notice(g, "", "the turn goes on",
		prose.Letter("Turn %d goes on%s. %s", t.Number, reasonOf(a), s.note)))
	return s, ""
}

// resumeNote says until when orders count in a resumed turn.
func resumeNote(g *Game, t *campaign.Turn, now time.Time) string {
	switch {
	case t.Closed != "":
		return "It is closed; its report comes."
	case t.Deadline.IsZero():
		return "It has no deadline: it closes when all are READY, or when the umpire says so."
	case !now.Before(g.Schedule.Closes(t.Deadline)):
		return "Its deadline, " + prose.Moment(t.Deadline, g.Zone()) + ", has passed while it was held: it closes now."
	}
	return "Orders are due " + prose.Moment(t.Deadline, g.Zone()) + "."
}

func approve(g *Game, a request, now time.Time) (s Decision, refused string) {
	t := g.Campaign.Current()
	switch {
	case t.Stale && g.Campaign.Created().Settings.Review != "":
		return s, fmt.Sprintf(
			"turn %d is being adjudicated again with the latest rulings; approve the new draft when it "+
				"arrives", t.Number)
	case g.Campaign.Phase() != campaign.Review:
		return s, fmt.Sprintf("turn %d has no result that waits for approval", t.Number)
	}
	if draft := t.Drafts + 1; a.Number != 0 && a.Number != draft {
		return s, fmt.Sprintf("it approves draft %d, but after a later ruling draft %d is the current one",
			a.Number, draft)
	}
	result := *t.Result
	outcomes, err := g.Campaign.Outcomes(t.Number)
	if err != nil {
		return s, "the turn's result cannot be read: " + err.Error()
	}
	result.Outcomes = outcomes
	s.Record(events.TurnApproved{Turn: t.Number, Reason: a.Because})
	publish(g, &s, result, now)
	return s, ""
}

// answerFor answers a question of the umpire's own, or one that a seat leaves unanswered.
func answerFor(g *Game, a request, _ time.Time) (s Decision, refused string) {
	t := g.Campaign.Current()
	for _, q := range t.OpenQuestions() {
		if strings.TrimPrefix(a.Names[0], "q") != strconv.Itoa(q.Number) {
			continue
		}
		if q.Seat != Umpire && g.Blind(a.by.Address) {
			return s, rulable(g, a)
		}
		d := adjudicator.Decision{Options: q.Options}
		option, ok := d.Accept(a.Text)
		if !ok {
			return s, fmt.Sprintf("%q is no answer to question %d; the answers are: %s", a.Text, q.Number,
				strings.Join(q.Options, "; "))
		}
		s.Record(
			events.DecisionAnswered{Turn: t.Number, Number: q.Number, Decision: q.Decision, Seat: q.Seat,
				Option: option, By: "umpire", Reason: a.Because},
		)
		if q.Seat != Umpire {
			s.Mail(notice(g, q.Seat, fmt.Sprintf("question %d is answered", q.Number), prose.Letter("The umpire has answered "+
				"question %d of turn %d in your place%s: %s.", q.Number, q.Turn, reasonOf(a), option)))
		}
		return s, ""
	}
	return s, "there is no open question " + a.Names[0]
}

func announce(g *Game, a request, _ time.Time) (s Decision, refused string) {
	s.Record(events.Announced{Turn: g.Campaign.Number(), Text: a.Text})
	s.tell(g.Players(), notice(g, "", "the umpire announces", prose.Letter("The umpire announces to all:\n\n%s", a.Text)))
	return s, ""
}

// umpireLetter writes to seats, as the umpire or in any person's name.
func umpireLetter(g *Game, a request, _ time.Time) (s Decision, refused string) {
	for _, seat := range a.Names {
		if !slices.Contains(g.Players(), seat) {
			return s, fmt.Sprintf("there is no seat %s; the seats are %s", seat, prose.List(g.Players()))
		}
	}
	s.Record(events.LetterSent{From: Umpire, To: a.Names, Turn: g.Campaign.Number(), Text: a.Text, As: a.As})
	from := cmp.Or(a.As, "the umpire")
	s.tell(a.Names, letterFrom(g, from, a.Text, ""))
	s.note = fmt.Sprintf("%s will read, from %s: %q", prose.List(g.SeatNames(a.Names)), from, a.Text)
	return s, ""
}

// mostBehind is the largest number of turns that a public page may lag behind; more is a typing error.
const mostBehind = 1000

// spectators opens the game to the public, or closes it. Its players are told, because others may then look up some of
// their knowledge.
func spectators(g *Game, a request, _ time.Time) (s Decision, refused string) {
	was, turn := g.Campaign.Opened(), g.Campaign.Number()
	if a.Fate == "none" {
		if was == nil {
			return s, "the game is open to its players only"
		}
		s.Record(events.PageClosed{Turn: turn, Reason: a.Because})
		s.note = "From now on the page says that the game does not exist."
		s.tell(g.Players(), notice(g, "", "the game is closed to spectators", prose.Letter("Only the players can see the "+
			"game now%s.", reasonOf(a))))
		return s, ""
	}
	over := g.Opened(knowledge.Public) == campaign.OpenAll
	switch {
	case a.Fate == "all" && g.Campaign.Result() != "" && !over:
		return s, "the campaign that the battle belongs to goes on, and keeps its secrets; DISCLOSE opens them when it is over"
	case a.Fate == "all" && !over:
		return s, "the game is still being played, and players could read the orders of others; state how many turns " +
			"the page is behind: SPECTATORS DELAY 3"
	case a.Fate == "delay" && a.Number == 0:
		return s, "with a delay of 0 who plays could read what others do this turn; at least 1 is needed, and 2 or 3 are " +
			"better: SPECTATORS DELAY 3"
	case a.Number > mostBehind:
		return s, fmt.Sprintf("a page can be %d turns behind at most; SPECTATORS ALL opens the game when it is over", mostBehind)
	case was != nil && was.Delay == a.Number:
		return s, "the game is open in this way already; SPECTATORS NONE closes it"
	}
	s.Record(events.PageOpened{Turn: turn, Delay: a.Number, Reason: a.Because})
	what := "the whole battle, and its chronicle"
	if !over {
		what = fmt.Sprintf("the battle as it was %s ago, as far as both sides saw it by then: no orders, no letters, "+
			"nothing that is hidden from either. When it is over, all of it", prose.Plural(a.Number, "turn"))
	}
	s.note = "Anyone who opens the page's /public/" + g.Name() + " is shown " + what + "."
	s.tell(g.Players(), notice(g, "", "the game is open to spectators", prose.Letter("The umpire has opened the game "+
		"to spectators%s. Anyone may watch it on the service's page at %s.", reasonOf(a), what)))
	return s, ""
}

// disclose opens the secrets that a battle of a campaign has kept beyond its end, and sends what every other battle
// sends with its last report.
func disclose(g *Game, a request, _ time.Time) (s Decision, refused string) {
	switch {
	case g.Campaign.Result() == "":
		return s, "the battle goes on; its secrets can be opened when it and its campaign are over"
	case !g.Campaign.Secret():
		return s, "the secrets of the battle are open already"
	}
	s.Record(events.SecretsOpened{Turn: g.Campaign.Number(), Reason: a.Because})
	s.note = "The players are sent the seeds of all dice, and the chronicle."
	s.tell(g.Players(), notice(g, "", "the secrets of the battle are open", prose.Letter("The umpire has opened the "+
		"secrets of this battle%s. These are the seeds S[1] to S[%d], then the sealed P[1] to P[%d]:", reasonOf(a),
		g.Campaign.Number(), g.Campaign.Number())+"\n"+allSeeds(g, nil)+"\n"))
	s.Mail(chronicleMails(g, nil)...)
	return s, ""
}

// PublicTitle returns the public title of the game, or "" if spectators aren't allowed.
func PublicTitle(g *Game) string {
	if _, open := g.Campaign.Public(g.reported, g.Opened(knowledge.Public) == campaign.OpenAll); open {
		return g.Title()
	}
	return ""
}

// Commons returns the public knowledge of the game's turns.
func Commons(g *Game) *knowledge.Commons {
	c := &knowledge.Commons{Seats: map[string]string{}, Facts: g.Rules.Words.Facts, Tales: g.Rules.Words.Tales}
	for _, seat := range g.Scenario.Seats() {
		c.Seats[seat.ID] = seat.Side
	}
	return c
}
