package game

import (
	"fmt"
	"strings"

	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/projections/campaign"
	"galloper/projections/history"
	"galloper/projections/knowledge"
)

// whyText shows the causes of an outcome, or without an id the outcomes of a turn in the seat's diary.
func whyText(g *Game, seat string, turn int, id string) string {
	if id == "" {
		return outcomesText(g, seat, turn)
	}
	ref := id
	if seat != Umpire {
		ref += "@" + seat
		if text := unreported(g, events.TurnOf(id)); text != "" {
			return text
		}
	}
	h := &history.History{}
	for c, err := range g.Log() {
		if err == nil {
			err = h.Apply(&c)
		}
		if err != nil {
			return unreadable
		}
	}
	open := seat == Umpire || g.Opened(seat) == campaign.OpenAll
	chain, err := h.WhyFor(seat, ref, open, g.KnownAt)
	if err != nil {
		return fmt.Sprintf("You were told of no outcome %s; WHY %d lists those of that turn.\n", id, events.TurnOf(id))
	}
	p := &prose.Text{}
	for i, l := range chain {
		what := "because of " + l.What + " " + l.Ref
		switch {
		case i == 0:
			what = id
		case l.What == "outcome" && open && seat != Umpire:
			what = "because of " + l.Ref + " of the record" // the record's number, which counts hidden outcomes too
		case l.What == "outcome":
			what = "because of " + shortID(l.Ref)
		}
		if l.What == "outcome" {
			p.Para("%s: %s", what, NewNarrator(g, l.Entry.Turn).describe(l.Entry.Outcome))
			p.Item("   ", "%s", l.Text)
			p.Gap()
			continue
		}
		p.Para("%s: %s", what, l.Text)
	}
	return p.String()
}

// outcomesText lists the outcomes of a turn in the diary of the seat, with their ids.
func outcomesText(g *Game, seat string, turn int) string {
	turn, known, refused := knownOf(g, seat, turn)
	if refused != "" {
		return refused
	}
	p, n := &prose.Text{}, NewNarrator(g, turn)
	for _, o := range known.Diary(turn) {
		p.Item(shortID(o.Ref), "%s", n.describe(&o))
	}
	return p.String()
}

// shortID returns the id of an outcome without the seat whose diary it is from.
func shortID(ref string) string {
	id, _, _ := strings.Cut(ref, "@")
	return id
}

// unreported says that a turn has no report, or returns "" for a turn that has one.
func unreported(g *Game, turn int) string {
	last := fmt.Sprintf("HISTORY %d is the last report", g.reported)
	if g.reported == 0 {
		last = "HISTORY 0 is the opening"
	}
	switch {
	case turn > g.reported && turn == g.Campaign.Number():
		return fmt.Sprintf("Turn %d is not reported yet; %s.\n", turn, last)
	case turn < 0 || turn > g.reported:
		return fmt.Sprintf("There is no report of turn %d; %s.\n", turn, last)
	}
	return ""
}

const unreadable = "The record of that turn cannot be read; write LETTER TO umpire: to tell the umpire.\n"

// knownOf returns a reported turn, the last one for 0, and the seat's knowledge after it, or the reason for a refusal.
func knownOf(g *Game, seat string, turn int) (of int, known *knowledge.Known, refused string) {
	if turn == 0 {
		turn = g.reported
	}
	if refused = unreported(g, turn); refused != "" {
		return turn, nil, refused
	}
	known, err := g.KnownAt(seat, turn)
	if err != nil {
		return turn, nil, unreadable
	}
	return turn, known, ""
}
