package game

import (
	"fmt"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/projections/campaign"
	"galloper/projections/knowledge"
	"galloper/projections/phrase"
)

// Exceptions lists the matters that an umpire should look at first.
func Exceptions(g *Game, p *prose.Text, t *campaign.Turn, outcomes []events.Outcome) {
	var all []string
	lapsed, rest := Judgements(g, t.Number, outcomes)
	for _, n := range lapsed {
		all = append(all, n.Text)
	}
	all = append(all, written(g, t)...)
	if silent := g.Campaign.Silent(); len(silent) > 0 {
		all = append(all, "Without orders: "+prose.List(g.SeatNames(silent))+".")
	}
	for _, n := range rest {
		all = append(all, n.Text)
	}
	if len(all) == 0 {
		all = []string{"Nothing."}
	}
	for _, text := range all {
		p.Item("-", "%s", text)
	}
	p.Gap()
}

// Judgements returns a turn's outcomes that need an umpire's attention: the rulings that were not applied, and the
// rest.
func Judgements(g *Game, turn int, outcomes []events.Outcome) (lapsed, all []Notable) {
	s := NewNarrator(g, turn)
	all = append(all, s.describeKind("Your ruling", outcomes, func(o *events.Outcome) bool {
		return o.Name == adjudicator.RulingApplied || o.Name == adjudicator.RulingSet
	})...)
	all = append(all, s.describeKind("Courier", outcomes, hadTrouble)...)
	all = append(all, s.closeCalls(outcomes)...)
	for _, clause := range g.Rules.House {
		all = append(all, s.describeKind("House rule "+clause, outcomes, func(o *events.Outcome) bool {
			return o.Clause == clause && isDecision(o) && !strings.HasPrefix(o.Name, "dispatch.")
		})...)
	}
	all = append(all, s.describeKind("Loss", outcomes, func(o *events.Outcome) bool {
		return g.Rules.Words.Tales[o.Name].Kind == events.SceneLoss
	})...)
	return notApplied(g, turn, outcomes), all
}

// written lists players' letters to the umpire and their unread words.
func written(g *Game, t *campaign.Turn) (out []string) {
	for _, l := range t.Letters {
		if slices.Contains(l.To, Umpire) {
			out = append(out, fmt.Sprintf("%s to you: %q", g.SeatName(l.From), l.Text))
		}
	}
	if unread := unread(g, t); len(unread) > 0 {
		out = append(out, "Lines that were not accepted: "+prose.List(unread)+".")
	}
	for _, q := range NotRead(g) {
		for _, line := range q.Lines {
			out = append(out, "Not read, of "+g.SeatName(q.Seat)+": "+line)
		}
	}
	return out
}

// unread lists the seats with refused lines, and their numbers.
func unread(g *Game, t *campaign.Turn) (out []string) {
	for _, o := range t.Orders {
		if o.Refused > 0 {
			out = append(out, fmt.Sprintf("%s of %s", prose.Plural(o.Refused, "line"), g.SeatName(o.Seat)))
		}
	}
	for _, u := range t.Unread {
		out = append(
			out,
			fmt.Sprintf("%s of %s, whose mail had nothing that could be accepted", prose.Plural(u.Lines, "line"),
				g.SeatName(u.Seat)),
		)
	}
	return out
}

// notApplied describes the rulings without effect and the settings that failed, each with its text, so that it can be
// ruled again.
func notApplied(g *Game, turn int, outcomes []events.Outcome) (out []Notable) {
	for i := range outcomes {
		o := &outcomes[i]
		add := func(format string, a ...any) {
			out = append(out, Notable{fmt.Sprintf(format, a...), fmt.Sprintf("RULE TURN %d: …", turn), ruledBefore(g, turn, o)})
		}
		switch {
		case o.Name == adjudicator.RulingRefused:
			add("NOT APPLIED: SET %s = %s (%s), because %s.", o.Get("path"), o.Get("value"), o.Ref, o.Get("reason"))
		case o.Name != adjudicator.RulingLapsed:
		case o.Get("reason") == "ambiguous":
			add("NOT APPLIED: your ruling %q. It was on %s, %q, and not as many outcomes read so "+
				"now as when you ruled. "+
				"Rule again on the one that you mean.", o.Get("text"), o.Get("outcome"), o.Get("was"))
		default:
			add("NOT APPLIED: your ruling %q. It was on %s, %q, which no longer happens. Rule again on an outcome "+
				"that does, or on the turn's end: RULE TURN %d: "+
				"text.", o.Get("text"), o.Get("outcome"), o.Get("was"), turn)
		}
	}
	return out
}

// ruledBefore returns the original text of a ruling that was not applied, or that had a failed setting.
func ruledBefore(g *Game, turn int, o *events.Outcome) string {
	t := g.Campaign.Turn(turn)
	if t == nil {
		return o.Get("text")
	}
	refused := events.Setting{Path: o.Get("path"), Value: o.Get("value")}
	for _, r := range slices.Backward(t.Rulings) {
		lapsed := o.Get("text") != "" && r.Text == o.Get("text") && r.Outcome == o.Get("outcome")
		if !lapsed && !slices.Contains(r.Sets, refused) {
			continue
		}
		text := r.Text
		for _, s := range r.Sets {
			text += " SET " + s.Path + " = " + s.Value
		}
		return text
	}
	return o.Get("text")
}

// troubled lists the outcomes that befall a courier apart from riding and arriving.
var troubled = []string{"dispatch.fled", "dispatch.lost", "dispatch.captured", "dispatch.delayed"}

func hadTrouble(o *events.Outcome) bool { return slices.Contains(troubled, o.Name) }

// isDecision reports whether the outcome is a decision. Facts that seats learn and table results without effect are
// not.
func isDecision(o *events.Outcome) bool {
	return !strings.HasPrefix(o.Name, knowledge.Prefix) && o.Get("effect") != "none"
}

// describeKind describes the outcomes of a kind, a line each, the first few in words.
func (s *Narrator) describeKind(kind string, outcomes []events.Outcome, is func(*events.Outcome) bool) (out []Notable) {
	var more []string
	for i := range outcomes {
		o := &outcomes[i]
		switch {
		case !is(o):
		case len(out) < mostNamed:
			out = append(out, Notable{Text: fmt.Sprintf("%s: %s (%s)", kind, phrase.Impersonal(s.describe(o)), o.Ref),
				Act: "RULE " + o.Ref + ": …"})
		default:
			more = append(more, o.Ref)
		}
	}
	if n := len(more); n > mostIDs {
		more = append(slices.Clip(more[:mostIDs]), fmt.Sprintf("and %d others", n-mostIDs))
	}
	if len(more) > 0 {
		out = append(out, Notable{Text: fmt.Sprintf("%s, the same: %s", kind, strings.Join(more, ", "))})
	}
	return out
}

const mostIDs = 12
