package daemon

import (
	"fmt"
	"slices"
	"strings"

	"galloper/events"
	"galloper/mailgate"
	"galloper/projections/campaign"
	"galloper/projections/knowledge"
	"galloper/projections/report"
)

// The draft of a turn under review, made to be read in two minutes: first what needs
// judgement, then the turn, a line an outcome with who would be told it and how. After a
// ruling it has only what changed. The record behind it is for looking things up.

// draft is what the umpires of a reviewed game get before anybody else.
func (g *Game) draft(t *campaign.Turn, result events.TurnAdjudicated) []letter {
	number := 1
	text := g.draftText(t, result.Outcomes)
	if t.Result != nil {
		number = t.Drafts + 2
		text = g.redraftText(t, number, result.Outcomes)
	}
	l := letter{seat: Umpire, kind: "draft", turn: t.Number, subject: fmt.Sprintf("draft %d for approval", number), text: text}
	hidden := l
	hidden.text = g.hiddenDraft(t, number)
	book := g.book.Clone()
	book.Apply(t.Number, result.Outcomes)
	if l.pic = g.Map(book.Seat(Umpire)); l.pic != nil {
		l.text = mailgate.MapHere + "\n\n" + l.text
		l.html = mailgate.HTML(l.text, &mailgate.Image{Name: mapName})
	}
	return g.forUmpires(l, hidden)
}

// draftText is the whole draft.
func (g *Game) draftText(t *campaign.Turn, outcomes []events.Outcome) string {
	p := &prose{}
	p.para("Turn %d is adjudicated and waits for your approval. Nobody has been told.", t.Number)
	actLines(p, t.Number, t.Drafts+1)
	p.line("WHAT NEEDS YOUR EYE")
	p.gap()
	g.exceptions(p, t, outcomes)
	p.line("THE TURN")
	p.gap()
	g.theTurn(p, t.Number, outcomes)
	p.line("THE RECORD")
	p.gap()
	for i := range outcomes {
		if !strings.HasPrefix(outcomes[i].Name, knowledge.Prefix) {
			p.line("%s %s", outcomes[i].Ref, outcomes[i].String())
		}
	}
	return p.String()
}

func actLines(p *prose, turn, draft int) {
	p.line("APPROVE TURN %d DRAFT %d            sends the reports", turn, draft)
	p.line("HOLD TURN %d BECAUSE …             keeps them back", turn)
	p.line("RULE t%d.N: text SET path = value   changes what follows the outcome t%d.N", turn, turn)
	p.line("REROLL die-name TURN %d BECAUSE …  rolls one die again", turn)
	p.gap()
}

// told is the prose of a seat's report: no facts, no proof, no template.
func (g *Game) told(known *knowledge.Known, turn int) string {
	book, err := report.Compile(g.Rules.Words)
	if err != nil {
		panic(err) // the ruleset's own test compiles its words
	}
	r := book.Write(report.Cover{
		Game: g.Name(), Title: g.title(), SeatName: g.SeatName(known.Seat()),
		Orders: g.ordersOf(turn, known.Seat()), Notices: g.notices(turn, known.Seat()), Names: g.nameOf,
	}, known)
	r.Facts, r.Record, r.Template = nil, nil, ""
	_, body, _ := strings.Cut(r.Text(), "\n\n") // the title is the same in all
	return body
}

// redraftText is the draft after a ruling: only what changed.
func (g *Game) redraftText(t *campaign.Turn, number int, outcomes []events.Outcome) string {
	p := &prose{}
	was := g.drafted()
	p.para("Turn %d was adjudicated again. Nobody has been told.", t.Number)
	for _, l := range notApplied(t.Number, outcomes) {
		p.item("-", "%s", l)
	}
	p.gap()
	p.para("This is all that changed:")
	p.block(g.compare(was, outcomes).text(g.scribe(t.Number)))
	g.retold(p, t.Number, was, outcomes)
	actLines(p, t.Number, number)
	return p.String()
}

// retold says what the seats would now be told otherwise; those who would be told the
// same, together.
func (g *Game) retold(p *prose, turn int, was, is []events.Outcome) {
	before, after := g.book.Clone(), g.book.Clone()
	before.Apply(turn, was)
	after.Apply(turn, is)
	var texts []string
	seats := map[string][]string{}
	for _, seat := range g.players() {
		text := strings.Join(changedLines(g.told(before.Seat(seat), turn), g.told(after.Seat(seat), turn)), "\n")
		if text == "" {
			continue
		}
		if seats[text] == nil {
			texts = append(texts, text)
		}
		seats[text] = append(seats[text], g.SeatName(seat))
	}
	for _, text := range texts {
		p.line("%s", wrap(strings.ToUpper(list(seats[text]))+" WOULD NOW BE TOLD", textColumns, ""))
		p.gap()
		p.block(text)
	}
	if len(texts) == 0 {
		p.para("No seat would be told anything else.")
	}
}

// changedLines compares two texts paragraph by paragraph, so that words which only moved
// to the next line are no change.
func changedLines(was, is string) (out []string) {
	a, b := sentences(was), sentences(is)
	edit(a, b, func(mark byte, i int) {
		switch mark {
		case '-':
			out = append(out, wrap("- "+a[i], textColumns, "  "))
		case '+':
			out = append(out, wrap("+ "+b[i], textColumns, "  "))
		}
	})
	return out
}

// sentences cuts a text at its full stops and empty lines.
func sentences(text string) (out []string) {
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		flat := strings.Join(strings.Fields(paragraph), " ")
		out = append(out, strings.SplitAfter(flat, ". ")...)
	}
	heading := func(s string) bool { return !strings.Contains(s, ".") && s == strings.ToUpper(s) }
	return slices.DeleteFunc(out, func(s string) bool { return strings.TrimSpace(s) == "" || heading(s) })
}

// hiddenDraft is the draft for an umpire who plays: what needs judgement, and nothing
// of what the enemy did.
func (g *Game) hiddenDraft(t *campaign.Turn, number int) string {
	p := &prose{}
	p.para("Turn %d is adjudicated and waits for your approval. You play a seat yourself, so what happened is hidden from you.", t.Number)
	if unread := g.unread(t); len(unread) > 0 {
		p.item("-", "Lines that were not accepted: %s.", list(unread))
	}
	if silent := g.Campaign.Silent(); len(silent) > 0 {
		p.item("-", "Without orders: %s.", list(g.names(silent)))
	}
	p.gap()
	p.line("APPROVE TURN %d DRAFT %d         sends the reports", t.Number, number)
	p.line("REVEAL ALL TURN %d BECAUSE …   shows you everything, and tells everybody that you looked", t.Number)
	return p.String()
}

// hiddenReport is the umpire's report for one who plays: nothing, for he gets that of his seat.
func (g *Game) hiddenReport(whole letter) letter { return letter{seat: whole.seat} }
