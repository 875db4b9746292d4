package game

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/projections/phrase"
)

// reveal shows a subject to seats, or everything to an umpire who plays.
func reveal(g *Game, a request, _ time.Time) (s Decision, refused string) {
	if len(a.Names) == 0 {
		return revealAll(g, a)
	}
	for _, seat := range a.Names {
		if !slices.Contains(g.Players(), seat) {
			return s, noSeat(g, seat)
		}
	}
	if g.Blind(a.by.Address) {
		return s, rulable(g, a)
	}
	text := a.Text
	if text == "" {
		text = factsAbout(g, a.Of)
	}
	if text == "" {
		return s, fmt.Sprintf("nothing is known of %q by that name; name it as the facts do, or write it after a colon: "+
			"REVEAL %s TO %s TURN %d BECAUSE …: text",
			a.Of, a.Of, strings.Join(a.Names, ", "), a.Turn)
	}
	s.Record(events.Revealed{Turn: a.Turn, Seats: a.Names, Subject: a.Of, Text: text, Reason: a.Because})
	s.tell(a.Names, notice(g, "", "the umpire reveals "+a.Of,
		prose.Letter("The umpire reveals to you, because %s:\n\n\t%s", strings.TrimSuffix(a.Because, "."), text)))
	return s, ""
}

// factsAbout lists the umpire's facts about a subject in the words of reports.
func factsAbout(g *Game, subject string) string {
	var lines []string
	for _, l := range g.Rules.Words.Facts {
		words, err := phrase.Compile(l.Now)
		if err != nil {
			panic(err) // the ruleset's own test compiles its words
		}
		for f := range g.Known(Umpire).Of(l.Kind) {
			if len(f.Fields) == 0 || f.Fields[0].Value != subject || words.Empty() {
				continue
			}
			text := words.String(&phrase.Source{Fields: f.Fields, Turn: f.Turn, Names: g.NameOf})
			lines = append(lines, fmt.Sprintf("at the end of turn %d: %s", f.Turn, phrase.Impersonal(text)))
		}
	}
	return strings.Join(lines, "\n")
}

// revealAll shows the turn to an umpire who plays, and tells all players.
func revealAll(g *Game, a request) (s Decision, refused string) {
	switch {
	case a.Of != everything:
		return s, fmt.Sprintf("it does not name a recipient: write REVEAL %s TO seat …, or REVEAL ALL TURN %d "+
			"BECAUSE … to see the whole turn yourself", a.Of, a.Turn)
	case len(playing(g)) == 0:
		return s, "nothing is hidden from you: no umpire of this game plays a seat"
	case g.looked():
		return s, fmt.Sprintf("turn %d is revealed already", a.Turn)
	}
	s.Record(events.Revealed{Turn: a.Turn, Seats: []string{Umpire}, Subject: everything, Text: a.Because})
	s.tell(g.Players(), notice(g, "", "the umpire has looked", prose.Letter("The umpire, who plays a seat himself, has "+
		"looked at the whole of turn %d, because %s. It is on the record.", a.Turn, strings.TrimSuffix(a.Because, "."))))
	for _, q := range g.Campaign.Current().OpenQuestions() {
		s.Mail(askedOfAll(g, q.DecisionAsked))
	}
	if outcomes := Drafted(g); len(outcomes) > 0 {
		l := notice(g, Umpire, "the whole turn", draftText(g, g.Campaign.Current(), outcomes, false))
		l.Kind = "draft"
		s.Mail(l)
	}
	return s, ""
}

// askedOfAll shows a question of the umpires or of a seat to the umpires.
func askedOfAll(g *Game, q events.DecisionAsked) Outgoing {
	if q.Seat == Umpire {
		return questionMail(g, q)
	}
	p := &prose.Text{}
	p.Para("Question %d is open; %s is asked:", q.Number, g.SeatName(q.Seat))
	p.Para("%s", InNames(g, q.Text))
	for _, o := range q.Options {
		p.Line("  ANSWER %d TURN %d: %s", q.Number, q.Turn, o)
	}
	l := notice(g, Umpire, fmt.Sprintf("question %d, to %s", q.Number, g.SeatName(q.Seat)), p.String())
	l.Kind = "question"
	return l
}
