package game

import (
	"fmt"
	"galloper/adjudicator/desks"
	"slices"
	"strings"

	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/mailgate"
	"galloper/projections/campaign"
	"galloper/projections/knowledge"
	"galloper/projections/report"
)

// The draft of a turn under review can be read in two minutes: first the matters of judgement, then the turn, one line
// for each outcome with the seats that would be told it. After a ruling it has only the changes. The record at the end
// is for reference.

// draftMails returns the mails that a reviewed game's umpires get before any player.
func draftMails(g *Game, t *campaign.Turn, result events.TurnAdjudicated) []Outgoing {
	number := 1
	book := g.book.Clone()
	book.Apply(t.Number, result.Outcomes)
	pic := Map(g, book.Seat(Umpire))
	text := draftText(g, t, result.Outcomes, pic != nil)
	if t.Result != nil {
		number = t.Drafts + 2
		text = redraftText(g, t, number, result.Outcomes)
		if pic != nil {
			text = mailgate.MapHere + "\n\n" + text
		}
	}
	l := notice(g, Umpire, fmt.Sprintf("draft %d for approval", number), text)
	l.Kind = "draft"
	hidden := l
	hidden.Text = hiddenDraft(g, t, number)
	l.Pic = pic
	l.Links = []report.Answer{
		{Label: "Approve", Text: fmt.Sprintf("APPROVE TURN %d DRAFT %d\n", t.Number, number)},
		{Label: "Hold it back", Text: fmt.Sprintf("HOLD TURN %d BECAUSE ", t.Number)},
	}
	return ForUmpires(g, l, hidden)
}

// draftText returns the whole draft: the matters of judgement, the map, each seat's text, the record.
func draftText(g *Game, t *campaign.Turn, outcomes []events.Outcome, hasMap bool) string {
	p := &prose.Text{}
	p.Para("Turn %d is adjudicated and waits for your approval. It is not reported yet.", t.Number)
	actLines(p, t.Number, t.Drafts+1)
	p.Line("WHAT NEEDS YOUR EYE")
	p.Gap()
	Exceptions(g, p, t, outcomes)
	if hasMap {
		p.Line("%s", mailgate.MapHere)
		p.Gap()
	}
	asRead(g, p, t.Number, outcomes)
	p.Line("THE TURN")
	p.Gap()
	TheTurn(g, p, t.Number, outcomes)
	p.Line("THE RECORD")
	p.Gap()
	for i := range outcomes {
		if !strings.HasPrefix(outcomes[i].Name, knowledge.Prefix) {
			p.Line("%s %s", outcomes[i].Ref, outcomes[i].String())
		}
	}
	return p.String()
}

func actLines(p *prose.Text, turn, draft int) {
	p.Line("APPROVE TURN %d DRAFT %d            sends the reports", turn, draft)
	p.Line("HOLD TURN %d BECAUSE …             keeps them back", turn)
	p.Line("RULE t%d.N: text SET path = value   changes what follows the outcome t%d.N", turn, turn)
	p.Line("REROLL die-name TURN %d BECAUSE …  rolls one die again", turn)
	p.Gap()
}

// TextFor is a text for all seats that read the same.
type TextFor struct {
	Seats []string // by name
	Text  string
}

// Readings returns the turn as each seat will read it, with seats that read the same together.
func Readings(g *Game, known func(seat string) *knowledge.Known, turn int) (list []TextFor) {
	for _, seat := range g.Players() {
		text := reportProse(g, known(seat), turn)
		i := slices.IndexFunc(list, func(r TextFor) bool { return r.Text == text })
		if i < 0 {
			i = len(list)
			list = append(list, TextFor{Text: text})
		}
		list[i].Seats = append(list[i].Seats, g.SeatName(seat))
	}
	return list
}

// asRead writes the turn as each seat will read it.
func asRead(g *Game, p *prose.Text, turn int, outcomes []events.Outcome) {
	book := g.book.Clone()
	book.Apply(turn, outcomes)
	for _, r := range Readings(g, book.Seat, turn) {
		p.Line("%s", prose.Wrap(prose.List(r.Seats)+" will read:", prose.TextColumns, ""))
		p.Gap()
		p.Block(r.Text)
	}
}

// reportProse returns the prose of a seat's report, without facts, proof and template.
func reportProse(g *Game, known *knowledge.Known, turn int) string {
	c := report.Cover{Game: g.Name(), Title: g.Title(), SeatName: g.SeatName(known.Seat()),
		Names: g.NameOf, Story: storyFor(g, known)}
	c.Notices, c.Letters = notices(g, turn, known.Seat())
	r := desks.Reports(g.Rules).Write(c, known)
	if r.Story != nil {
		return r.Prose()
	}
	r.Facts, r.Record, r.Template = nil, nil, ""
	_, body, _ := strings.Cut(r.Text(), "\n\n") // the title is always the same
	return body
}

// redraftText returns the draft after a ruling, with only the changes.
func redraftText(g *Game, t *campaign.Turn, number int, outcomes []events.Outcome) string {
	p := &prose.Text{}
	was := Drafted(g)
	p.Para("Turn %d was adjudicated again. It is not reported yet.", t.Number)
	for _, l := range notApplied(g, t.Number, outcomes) {
		p.Item("-", "%s", l.Text)
	}
	p.Gap()
	p.Para("This is all that changed:")
	p.Block(DifferenceOf(g, was, outcomes).Text(NewNarrator(g, t.Number)))
	describeReportChanges(g, p, t.Number, was, outcomes)
	actLines(p, t.Number, number)
	return p.String()
}

// describeReportChanges describes the changes in the seats' reports, with seats that read the same together.
func describeReportChanges(g *Game, p *prose.Text, turn int, was, is []events.Outcome) {
	before, after := g.book.Clone(), g.book.Clone()
	before.Apply(turn, was)
	after.Apply(turn, is)
	var texts []string
	seats := map[string][]string{}
	for _, seat := range g.Players() {
		old, now := reportProse(g, before.Seat(seat), turn), reportProse(g, after.Seat(seat), turn)
		text := strings.Join(changedLines(old, now), "\n")
		if text == "" {
			continue
		}
		if seats[text] == nil {
			texts = append(texts, text)
		}
		seats[text] = append(seats[text], g.SeatName(seat))
	}
	for _, text := range texts {
		p.Line("%s", prose.Wrap(strings.ToUpper(prose.List(seats[text]))+" WOULD NOW BE TOLD", prose.TextColumns, ""))
		p.Gap()
		p.Block(text)
	}
	if len(texts) == 0 {
		p.Para("No seat would be told anything else.")
	}
}

// changedLines compares two texts sentence by sentence, so that a word that only moved to the next line is not a
// change.
func changedLines(was, is string) (out []string) {
	a, b := sentences(was), sentences(is)
	edit(a, b, func(mark byte, i int) {
		switch mark {
		case '-':
			out = append(out, prose.Wrap("- "+a[i], prose.TextColumns, "  "))
		case '+':
			out = append(out, prose.Wrap("+ "+b[i], prose.TextColumns, "  "))
		}
	})
	return out
}

// sentences splits a text at full stops and empty lines.
func sentences(text string) (out []string) {
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		flat := strings.Join(strings.Fields(paragraph), " ")
		out = append(out, strings.SplitAfter(flat, ". ")...)
	}
	heading := func(s string) bool { return !strings.Contains(s, ".") && s == strings.ToUpper(s) }
	return slices.DeleteFunc(out, func(s string) bool { return strings.TrimSpace(s) == "" || heading(s) })
}

// hiddenDraft returns the draft for an umpire who plays: the matters of judgement, without the enemy's actions.
func hiddenDraft(g *Game, t *campaign.Turn, number int) string {
	p := &prose.Text{}
	p.Para("Turn %d is adjudicated and waits for your approval. You play a seat yourself, so what happened is hidden "+
		"from you.", t.Number)
	if unread := unread(g, t); len(unread) > 0 {
		p.Item("-", "Lines that were not accepted: %s.", prose.List(unread))
	}
	if silent := g.Campaign.Silent(); len(silent) > 0 {
		p.Item("-", "Without orders: %s.", prose.List(g.SeatNames(silent)))
	}
	p.Gap()
	p.Line("APPROVE TURN %d DRAFT %d         sends the reports", t.Number, number)
	p.Line("REVEAL ALL TURN %d BECAUSE …   shows you everything, and tells all players that you looked", t.Number)
	return p.String()
}

// HiddenReport returns the umpire's report for an umpire who plays: it is empty, because they get their seat's report.
func HiddenReport(g *Game, whole Outgoing) Outgoing { return Outgoing{Seat: whole.Seat} }
