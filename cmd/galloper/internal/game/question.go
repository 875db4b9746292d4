package game

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/mailgate"
	"galloper/projections/campaign"
	"galloper/projections/report"
)

// Questions of a turn to seats and umpires.

// decideAsk asks the question by mail. The default is taken for a seat without a player, and for one that has let a
// question of this turn lapse, because it would delay the turn again.
func decideAsk(g *Game, t *campaign.Turn, q *adjudicator.Decision, number int, now time.Time) (s Decision) {
	asked := events.DecisionAsked{Turn: t.Number, Number: number, Decision: q.Name, Seat: q.Seat, Text: q.Text,
		Options: q.Options, Default: q.Default, Deadline: questionDeadline(g, t, now)}
	s.Record(asked)
	seat, _ := g.Campaign.Seat(q.Seat)
	if !seat.Writes() || t.IsAbsent(q.Seat) || letLapse(t, q.Seat) {
		s.Record(
			events.DecisionAnswered{Turn: t.Number, Number: number, Decision: q.Name, Seat: q.Seat,
				Option: q.Default, By: "default"},
		)
		return s
	}
	s.Mail(questionMails(g, asked)...)
	return s
}

// questionMails returns the mail to the seat, or those to the umpires; an umpire who plays doesn't see the subject.
func questionMails(g *Game, q events.DecisionAsked) []Outgoing {
	whole := questionMail(g, q)
	if q.Seat != Umpire {
		return []Outgoing{whole}
	}
	p := &prose.Text{}
	p.Para("Turn %d waits for an umpire's decision, question %d. Its subject is hidden from you because you play a "+
		"seat yourself.", q.Turn, q.Number)
	if !q.Deadline.IsZero() {
		p.Para("Without an answer by %s the default is taken. To be shown the question:", prose.Moment(q.Deadline, g.Zone()))
	}
	p.Line("REVEAL ALL TURN %d BECAUSE …   shows you everything, and tells all players that you looked", q.Turn)
	hidden := whole
	hidden.Links, hidden.Pic = nil, nil
	hidden.Subject, hidden.Text = fmt.Sprintf("question %d", q.Number), p.String()
	return ForUmpires(g, whole, hidden)
}

// letLapse reports whether the seat has left a question of the turn to its default.
func letLapse(t *campaign.Turn, seat string) bool {
	return slices.ContainsFunc(t.Questions, func(q campaign.Question) bool {
		return q.Seat == seat && q.Answer != nil && q.Answer.By == "default" && !q.Deadline.IsZero()
	})
}

// questionDeadline gives seats half of the game's interval, at most a day, for all questions of a turn together, and at
// least an eighth of that for a late one. Questions of a turn depend on each other's answers, so they can't be asked at
// once.
func questionDeadline(g *Game, t *campaign.Turn, now time.Time) time.Time {
	var whole time.Duration
	switch {
	case g.Schedule.Every > 0:
		whole = min(g.Schedule.Every/2, 24*time.Hour)
	case len(g.Schedule.Days) > 0:
		whole = 24 * time.Hour
	default:
		return time.Time{}
	}
	for _, q := range t.Questions {
		if !q.Deadline.IsZero() {
			return laterOf(q.Deadline, now.Add(whole/8)).Truncate(time.Second)
		}
	}
	return now.Add(whole).Truncate(time.Second)
}

func questionMail(g *Game, q events.DecisionAsked) Outgoing {
	p := &prose.Text{}
	p.Para("Turn %d waits for your decision.", q.Turn)
	p.Para("%s", InNames(g, q.Text))
	var links []report.Answer
	for _, o := range q.Options {
		links = append(links, report.Answer{Label: o, Text: answerWord(q) + ": " + o + "\n"})
		mark := "  "
		if o == q.Default {
			mark = "* "
		}
		p.Line("  %s%s: %s", mark, answerWord(q), o)
	}
	p.Gap()
	p.Para("Answer with one of these lines.")
	if !q.Deadline.IsZero() {
		p.Para("Without an answer by %s the one marked with a star is taken.", prose.Moment(q.Deadline, g.Zone()))
	}
	l := Outgoing{Seat: q.Seat, Kind: "question", Turn: q.Turn,
		Subject: fmt.Sprintf("question %d: %s", q.Number, InNames(g, q.Text)), Text: p.String(), Links: links,
		Due: dueAnswer(g, q)}
	illustrate(g, &l)
	return l
}

// illustrate adds the seat's map to a mail about events on it.
func illustrate(g *Game, l *Outgoing) {
	pic := Map(g, g.Known(l.Seat))
	if pic == nil {
		return
	}
	l.Text, l.Pic = l.Text+"\nThe map as you knew it when the turn began:\n\n"+mailgate.MapHere+"\n", pic
}

var oneOfMany = regexp.MustCompile(`\b1 (hexes|inches|yards|spaces|zones|stands|blocks)\b`)

var singular = map[string]string{
	"hexes":  "hex",
	"inches": "inch",
	"yards":  "yard",
	"spaces": "space",
	"zones":  "zone",
	"stands": "stand",
	"blocks": "block",
}

var idInText = regexp.MustCompile(`[\pL\pN][\pL\pN.-]*[\pL\pN]`)

// InNames returns a question with names instead of ids.
func InNames(g *Game, text string) string {
	text = idInText.ReplaceAllStringFunc(text, func(word string) string {
		if name := g.NameOf(word); name != "" && word == strings.ToLower(word) {
			return name
		}
		return word
	})
	return oneOfMany.ReplaceAllStringFunc(text, func(s string) string { return "1 " + singular[s[2:]] })
}

// answerWord returns the start of an answer to the question. An umpire's answer names the turn.
func answerWord(q events.DecisionAsked) string {
	if q.Seat == Umpire {
		return fmt.Sprintf("ANSWER %d TURN %d", q.Number, q.Turn)
	}
	return fmt.Sprintf("ANSWER %d", q.Number)
}
