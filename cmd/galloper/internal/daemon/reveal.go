package daemon

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"galloper/events"
	"galloper/projections/phrase"
)

// What an umpire shows beyond what somebody knows, and what is hidden from one who
// plays a seat himself.

// everything is what an umpire who plays says to be shown the whole turn.
const everything = "all"

// reveal shows something to seats; or everything to an umpire who plays.
func (g *Game) reveal(a request, _ time.Time) (s step, refused string) {
	if len(a.Names) == 0 {
		return g.revealAll(a)
	}
	for _, seat := range a.Names {
		if !slices.Contains(g.players(), seat) {
			return s, g.noSeat(seat)
		}
	}
	if g.blind(a.by.address) {
		return s, g.rulable(a)
	}
	text := a.Text
	if text == "" {
		text = g.factsAbout(a.Of)
	}
	if text == "" {
		return s, fmt.Sprintf("nothing is known of %q by that name; name it as the facts do, or say it behind a colon: REVEAL %s TO %s TURN %d BECAUSE …: text",
			a.Of, a.Of, strings.Join(a.Names, ", "), a.Turn)
	}
	s.record(events.Revealed{Turn: a.Turn, Seats: a.Names, Subject: a.Of, Text: text, Reason: a.Because})
	p := &prose{}
	p.para("The umpire reveals to you, because %s:", strings.TrimSuffix(a.Because, "."))
	p.block(text)
	s.tell(a.Names, letter{kind: "notice", turn: a.Turn, subject: "the umpire reveals " + a.Of, text: p.String()})
	return s, ""
}

// factsAbout writes what the umpire knows of a subject, as reports write it.
func (g *Game) factsAbout(subject string) string {
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
			text := words.String(&phrase.Source{Fields: f.Fields, Turn: f.Turn, Names: g.nameOf})
			lines = append(lines, fmt.Sprintf("at the end of turn %d: %s", f.Turn, phrase.Impersonal(text)))
		}
	}
	return strings.Join(lines, "\n")
}

// revealAll shows the turn to an umpire who plays. Everybody is told that he looked.
func (g *Game) revealAll(a request) (s step, refused string) {
	switch {
	case a.Of != everything:
		return s, fmt.Sprintf("it does not say to whom: REVEAL %s TO seat …, or REVEAL ALL TURN %d BECAUSE … to be shown the whole turn yourself", a.Of, a.Turn)
	case len(g.playing()) == 0:
		return s, "nothing is hidden from you: no umpire of this game plays a seat"
	case g.looked():
		return s, fmt.Sprintf("turn %d is revealed already", a.Turn)
	}
	s.record(events.Revealed{Turn: a.Turn, Seats: []string{Umpire}, Subject: everything, Text: a.Because})
	p := &prose{}
	p.para("The umpire, who plays a seat himself, has looked at the whole of turn %d, because %s. It is on the record.", a.Turn, strings.TrimSuffix(a.Because, "."))
	s.tell(g.players(), letter{kind: "notice", turn: a.Turn, subject: "the umpire has looked", text: p.String()})
	for _, q := range g.Campaign.Current().OpenQuestions() {
		s.mail(g.askedOfAll(q.DecisionAsked))
	}
	if outcomes := g.drafted(); len(outcomes) > 0 {
		s.mail(letter{seat: Umpire, kind: "draft", turn: a.Turn, subject: "the whole turn", text: g.draftText(g.Campaign.Current(), outcomes)})
	}
	return s, ""
}

// askedOfAll shows the umpires a question, theirs or a seat's.
func (g *Game) askedOfAll(q events.DecisionAsked) letter {
	if q.Seat == Umpire {
		return g.questionMail(q)
	}
	p := &prose{}
	p.para("Question %d is open; %s is asked:", q.Number, g.SeatName(q.Seat))
	p.para("%s", g.inNames(q.Text))
	for _, o := range q.Options {
		p.line("  ANSWER %d TURN %d: %s", q.Number, q.Turn, o)
	}
	return letter{seat: Umpire, kind: "question", turn: q.Turn, subject: fmt.Sprintf("question %d, to %s", q.Number, g.SeatName(q.Seat)), text: p.String()}
}

// playing returns the ids of the umpires' addresses that also play a seat.
func (g *Game) playing() (ids []string) {
	for _, id := range g.Umpires {
		for _, s := range g.Campaign.Seats() {
			if slices.Contains(s.Addresses, id) && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// looked reports whether the current turn was revealed to the umpires who play.
func (g *Game) looked() bool {
	t := g.Campaign.Current()
	return t != nil && slices.ContainsFunc(t.Revealed, func(r events.Revealed) bool { return r.Subject == everything && slices.Contains(r.Seats, Umpire) })
}

// blind reports whether the enemy is hidden from the umpire with that address; from
// one at the command line, where every umpire plays.
func (g *Game) blind(address string) bool {
	playing := g.playing()
	if len(playing) == 0 || g.looked() {
		return false
	}
	return slices.Contains(playing, address) || address == "" && len(playing) == len(g.Umpires)
}

// forUmpires addresses a mail to the umpires who may see everything, and the other
// one to those from whom the enemy is hidden; one without text goes to nobody.
func (g *Game) forUmpires(whole, hidden letter) (out []letter) {
	if len(g.playing()) == 0 {
		return []letter{whole}
	}
	for _, id := range g.Umpires {
		l := whole
		if g.blind(id) {
			l = hidden
		}
		if l.text != "" {
			l.seat, l.address = Umpire, id
			out = append(out, l)
		}
	}
	return out
}
