package daemon

import (
	"fmt"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/events"
	"galloper/projections/campaign"
	"galloper/projections/knowledge"
	"galloper/projections/report"
)

// The draft of a turn under review, made to be read in two minutes: first what needs
// judgement, then the turn, then what each seat would be told. After a ruling it has
// only what changed.

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
	book := g.book.Clone()
	book.Apply(t.Number, outcomes)
	p.line("THE TURN")
	p.gap()
	p.block(g.told(book.Seat(Umpire), t.Number))
	for _, seat := range g.players() {
		p.line("%s WOULD BE TOLD", strings.ToUpper(g.SeatName(seat)))
		p.gap()
		p.block(g.told(book.Seat(seat), t.Number))
	}
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

// exceptions lists what an umpire should look at before all else.
func (g *Game) exceptions(p *prose, t *campaign.Turn, outcomes []events.Outcome) {
	none := true
	item := func(format string, a ...any) { none = false; p.item("-", format, a...) }
	for _, l := range notApplied(t.Number, outcomes) {
		item("%s", l)
	}
	if unread := g.unread(t); len(unread) > 0 {
		item("Lines that were not accepted: %s.", list(unread))
	}
	if silent := g.Campaign.Silent(); len(silent) > 0 {
		item("Without orders: %s.", list(g.names(silent)))
	}
	for i := range outcomes {
		if o := &outcomes[i]; due(o) {
			item("%s %s", o.Ref, o)
		}
	}
	for _, l := range g.swings(outcomes) {
		item("%s", l)
	}
	for _, l := range g.house(outcomes) {
		item("%s", l)
	}
	if none {
		p.item("-", "Nothing.")
	}
	p.gap()
}

// unread returns the seats with lines that were not accepted, and how many.
func (g *Game) unread(t *campaign.Turn) (out []string) {
	for _, o := range t.Orders {
		if o.Refused > 0 {
			out = append(out, fmt.Sprintf("%s of %s", plural(o.Refused, "line"), g.SeatName(o.Seat)))
		}
	}
	return out
}

// notApplied tells of the rulings that changed nothing, and of settings that could not be made.
func notApplied(turn int, outcomes []events.Outcome) (out []string) {
	for i := range outcomes {
		o := &outcomes[i]
		switch {
		case o.Name == adjudicator.RulingRefused:
			out = append(out, fmt.Sprintf("NOT APPLIED: SET %s = %s (%s), because %s.", o.Get("path"), o.Get("value"), o.Ref, o.Get("reason")))
		case o.Name != adjudicator.RulingLapsed:
		case o.Get("reason") == "ambiguous":
			out = append(out, fmt.Sprintf("NOT APPLIED: your ruling %q. It was on %s, %q, and not as many outcomes read so now as when you ruled. Rule again on the one that you mean.",
				o.Get("text"), o.Get("outcome"), o.Get("was")))
		default:
			out = append(out, fmt.Sprintf("NOT APPLIED: your ruling %q. It was on %s, %q, which does not happen any more. "+
				"Rule again on what does, or on the turn's end: RULE TURN %d: text.", o.Get("text"), o.Get("outcome"), o.Get("was"), turn))
		}
	}
	return out
}

// due reports whether the outcome ends a courier's ride, or the umpire's word changes something.
func due(o *events.Outcome) bool {
	switch o.Name {
	case "dispatch.sent", "dispatch.riding":
		return false
	}
	return strings.HasPrefix(o.Name, "dispatch.") || o.Name == adjudicator.RulingApplied || o.Name == adjudicator.RulingSet
}

// swings names the losses of the turn: by kind, the first few with their ids.
func (g *Game) swings(outcomes []events.Outcome) (out []string) {
	for _, name := range g.Rules.Words.Losses {
		if l := grouped(outcomes, func(o *events.Outcome) bool { return o.Name == name }); l != "" {
			out = append(out, "Loss, "+name+": "+l+".")
		}
	}
	return out
}

// house names what was decided by a clause that is the house's and not the rulebook's.
func (g *Game) house(outcomes []events.Outcome) (out []string) {
	for _, clause := range g.Rules.House {
		if l := grouped(outcomes, func(o *events.Outcome) bool {
			return o.Clause == clause && !strings.HasPrefix(o.Name, knowledge.Prefix)
		}); l != "" {
			out = append(out, "House ruling "+clause+": "+l+".")
		}
	}
	return out
}

// mostNamed is how many outcomes of a kind are named; of more, how many there are.
const mostNamed = 4

func grouped(outcomes []events.Outcome, is func(*events.Outcome) bool) string {
	var named []string
	n := 0
	for i := range outcomes {
		if o := &outcomes[i]; is(o) {
			if n++; n <= mostNamed {
				subject := ""
				if len(o.Fields) > 0 {
					subject = " " + o.Fields[0].Value
				}
				named = append(named, o.Ref+subject)
			}
		}
	}
	if n > mostNamed {
		named = append(named, fmt.Sprintf("%d more", n-mostNamed))
	}
	return strings.Join(named, ", ")
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
	p.block(compare(was, outcomes).text())
	before, after := g.book.Clone(), g.book.Clone()
	before.Apply(t.Number, was)
	after.Apply(t.Number, outcomes)
	for _, seat := range g.players() {
		lines := changedLines(g.told(before.Seat(seat), t.Number), g.told(after.Seat(seat), t.Number))
		if len(lines) == 0 {
			continue
		}
		p.line("%s WOULD NOW BE TOLD", strings.ToUpper(g.SeatName(seat)))
		p.gap()
		p.block(strings.Join(lines, "\n"))
	}
	actLines(p, t.Number, number)
	return p.String()
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
	return slices.DeleteFunc(out, func(s string) bool { return strings.TrimSpace(s) == "" })
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
