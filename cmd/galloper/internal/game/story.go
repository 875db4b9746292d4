package game

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/projections/history"
	"galloper/projections/knowledge"
	"galloper/projections/phrase"
)

// Story tells a game's record to an outsider, turn by turn in the ruleset's words: the orders, the umpire's acts with
// their reasons and readers, and the outcomes. Mail deliveries, seeds and seats' facts are only in the whole record.
func Story(g *Game, w io.Writer, entries []*history.Entry) error {
	t := teller{game: g, scribe: NewNarrator(g, 0)}
	t.p.Para("%s (%s), played under %s. Times are UTC. Entries marked [taken back] were played, but no longer count "+
		"since the game went back to an earlier turn; entries marked [replaced] were a draft that only the umpire "+
		"saw. galloper audit %s shows the whole record.", g.Title(), g.Name(), g.Rules.Title, g.Name())
	for _, seat := range g.Campaign.Created().Seats {
		t.p.Line("  %-20s %s", seat, g.SeatName(seat))
	}
	for _, e := range entries {
		t.tell(e)
	}
	t.flush()
	_, err := io.WriteString(w, t.p.String())
	return err
}

// teller writes the story. A commit's mails follow its lines.
type teller struct {
	game   *Game
	scribe *Narrator
	p      prose.Text
	commit string
	said   bool // the commit has had a line
	told   []string
	turn   int // of the current chapter
	last   int // the last turn with a chapter before a revert
}

// again is the history's mark of a result that another one has replaced.
const again = "adjudicated again"

const storyColumns = 100

func (t *teller) tell(e *history.Entry) {
	if e.Commit != t.commit {
		t.flush()
		t.commit = e.Commit
	}
	switch {
	case e.Outcome != nil:
		t.outcome(e)
	case e.Type == events.MailQueued{}.EventType():
		kind, _, _ := strings.Cut(e.Text, " ")
		if e.Seat != Umpire && slices.Contains([]string{"notice", "letter", "question", "reminder"}, kind) &&
			!slices.Contains(t.told, e.Seat) {
			t.told = append(t.told, e.Seat)
		}
	case e.Type == events.TurnOpened{}.EventType():
		t.flush()
		t.p.Gap()
		t.chapter(e.Turn)
		t.line(e)
	case !t.isLeftOut(e):
		t.line(e)
	}
}

func (t *teller) chapter(turn int) {
	again := ""
	if turn <= t.last {
		again = ", AGAIN"
	}
	t.turn, t.last = turn, max(turn, t.last)
	t.p.Line("TURN %d%s", turn, again)
	t.p.Gap()
}

// isLeftOut reports whether the event is left out as uninteresting.
func (t *teller) isLeftOut(e *history.Entry) bool {
	switch e.Type {
	case events.MailReceived{}.EventType():
		return !strings.Contains(e.Text, "none accepted")
	case events.SeatAssigned{}.EventType():
		return e.Commit == "new"
	}
	return slices.Contains([]string{"mail.sent", "game.created", "turn.reported", "umpire.confirmed"}, e.Type)
}

func (t *teller) line(e *history.Entry) {
	t.said = true
	who := e.Actor
	if e.Seat != "" && e.Actor != Umpire {
		who = e.Seat
	}
	if slices.Contains([]string{"adjudicator", "gate", "clock"}, who) {
		who = ""
	}
	text := strings.TrimPrefix(e.Text, fmt.Sprintf("turn %d: ", t.turn))
	if who != "" {
		text = who + ": " + text
	}
	t.item(stampOf(e.At), text+voidMark(e))
	if e.Type == (events.TurnAdjudicated{}).EventType() {
		return // seeds and hashes
	}
	for _, l := range e.Lines {
		t.item(strings.Repeat(" ", len(stampOf(e.At))+2), l)
	}
}

func (t *teller) item(mark, text string) {
	indent := strings.Repeat(" ", len(mark)+2)
	t.p.Line("%s  %s", mark, prose.Wrap(text, storyColumns-len(indent), indent))
}

// voidMark marks an event that no longer counts.
func voidMark(e *history.Entry) string {
	if e.Superseded == "" {
		return ""
	}
	if e.Superseded == again {
		return " [replaced]"
	}
	return " [taken back]"
}

func stampOf(at time.Time) string { return at.UTC().Format("2 Jan 15:04") }

// outcome tells an outcome, unless it is of a draft that a ruling has replaced.
func (t *teller) outcome(e *history.Entry) {
	if strings.HasPrefix(e.Outcome.Name, knowledge.Prefix) || e.Superseded == again {
		return
	}
	t.scribe.turn = e.Turn
	if text := t.scribe.sentence(e.Outcome); text != "" || e.Outcome.Clause == Umpire {
		t.item(fmt.Sprintf("      %-7s", e.Ref), phrase.Impersonal(t.scribe.describe(e.Outcome))+voidMark(e))
	}
}

// flush names the readers of the commit's mails.
func (t *teller) flush() {
	if t.said && len(t.told) > 0 {
		names := strings.Join(t.told, ", ")
		if len(t.told) == len(t.game.Campaign.Created().Seats) {
			names = "every seat"
		}
		t.item("           ", "(told: "+names+")")
	}
	t.told, t.said = nil, false
}
