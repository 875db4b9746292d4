package game

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"galloper/adjudicator"
	"galloper/adjudicator/desks"
	"galloper/cmd/galloper/internal/prose"
	"galloper/mailgate"
	"galloper/orders"
	"galloper/projections/campaign"
	"galloper/projections/report"
)

// information answers STATUS, HISTORY, WHY and HELP from the seat's knowledge.
func information(g *Game, c orders.Command, seat string) string {
	switch c.Kind {
	case orders.Status:
		return StatusText(g, seat)
	case orders.History:
		return historyText(g, seat, c.Turn, c.Text)
	case orders.Why:
		return whyText(g, seat, c.Turn, c.Text)
	default:
		return helpText(g, c.Text)
	}
}

// StatusText describes the state of the game, and the seat's orders in force.
func StatusText(g *Game, seat string) string {
	p := &prose.Text{}
	t := g.Campaign.Current()
	p.Para("%s, turn %d. %s", g.Title(), t.Number, phaseText(g, t, seat))
	o, ok := t.Of(seat)
	switch {
	case seat == Umpire:
		listSeatStates(g, p, t)
		if lost := unreachable(g); len(lost) > 0 {
			p.Para("Mail comes back from: %s.", prose.List(g.SeatNames(lost)))
		}
	case !ok:
		p.Para("Nothing has come from you for this turn.")
	default:
		for _, line := range inForceLines(Held(g, o)) {
			p.Line("%s", line)
		}
		p.Gap()
	}
	if text := Moves(g, seat); text != "" && seat != Umpire && g.Campaign.Result() == "" {
		p.Para("%s", text)
	}
	if t.IsReady(seat) {
		p.Para("You have said READY.")
	}
	if g.Campaign.Created().Settings.Open && seat != Umpire {
		p.Para("Waited for: %s.", prose.List(g.SeatNames(g.Campaign.Waiting())))
	}
	return p.String()
}

// listSeatStates lists the seats for an umpire: ready, with orders, silent and so on. Each seat is in one list.
func listSeatStates(g *Game, p *prose.Text, t *campaign.Turn) {
	var ready, ordered, silent, away, amended, staffed []string
	waiting := g.Campaign.Waiting()
	for _, seat := range g.Players() {
		switch {
		case t.IsReady(seat):
			ready = append(ready, seat)
		case t.IsAbsent(seat):
			away = append(away, seat)
		case t.Ordered(seat):
			ordered = append(ordered, seat)
		case slices.Contains(waiting, seat):
			silent = append(silent, seat)
		}
		switch o, any := t.Of(seat); {
		case !any || t.Ordered(seat):
		case o.How == campaign.ByStaff:
			staffed = append(staffed, seat)
		default:
			amended = append(amended, seat)
		}
	}
	for _, l := range []struct {
		what  string
		seats []string
	}{
		{"READY", ready}, {"Orders are in, without READY", ordered}, {"Nothing has come from", silent}, {"Away", away},
		{"Orders that you alone have written", amended}, {"Orders that the staff has written", staffed},
	} {
		if len(l.seats) > 0 {
			p.Item("-", "%s: %s.", l.what, prose.List(g.SeatNames(l.seats)))
		}
	}
	p.Gap()
}

// phaseText describes the turn's phase. Only the seat that is asked and the umpire learn of an open question.
func phaseText(g *Game, t *campaign.Turn, seat string) string {
	switch g.Campaign.Phase() {
	case campaign.Over:
		return "The game is over: " + g.Campaign.Result()
	case campaign.Held:
		if t.Closed != "" {
			return "The turn is closed, and held by the umpire: its report comes when the umpire lets it go on."
		}
		return "The turn is held by the umpire; you may still send orders."
	case campaign.Open:
		if t.Deadline.IsZero() {
			return "The turn is open until all are READY, or the umpire closes it."
		}
		return "Orders are due " + prose.Moment(t.Deadline, g.Zone()) + "."
	case campaign.Deciding:
		if seat == Umpire ||
			slices.ContainsFunc(t.OpenQuestions(), func(q campaign.Question) bool { return q.Seat == seat }) {
			return "The turn is being adjudicated and waits for an answer."
		}
	}
	return "The turn is being adjudicated."
}

// HistoryText repeats the report of an earlier turn, from the seat's knowledge at that time.
func HistoryText(g *Game, seat string, turn int) string { return historyText(g, seat, turn, "") }

// historyText repeats a report, or the requested part of it.
func historyText(g *Game, seat string, turn int, part string) string {
	_, known, refused := knownOf(g, seat, turn)
	if refused != "" {
		return refused
	}
	r := desks.Reports(g.Rules).Write(report.Cover{Game: g.Name(), Title: g.Title(), SeatName: g.SeatName(seat),
		Names: g.NameOf, Story: storyFor(g, known)}, known)
	switch part {
	case orders.HistoryFacts:
		return r.Lines()
	case orders.HistoryRecord:
		return mailgate.Fold(r.Log())
	}
	return mailgate.Fold(r.Text())
}

// HelpOn returns the form and the help of an order, or "" if the rules have no order of that name.
func HelpOn(rules *adjudicator.Ruleset, verb string) string {
	verb = strings.ToUpper(strings.TrimSpace(verb))
	for _, v := range rules.Language.Verbs {
		for _, w := range v.Words {
			if strings.HasPrefix(w, verb) {
				return v.Grammar + "\n\n" + v.Help + "\n"
			}
		}
	}
	return onCard(rules.Card, verb)
}

// onCard returns the entries of a card about a word in capitals: those that begin with it, or else those that contain
// it. Indented lines below an entry belong to it.
func onCard(card, word string) string {
	var begin, within []string
	entries := strings.Split(strings.TrimRight(card, "\n"), "\n")
	for i := 0; i < len(entries); {
		entry, next := entries[i], i+1
		for next < len(entries) && indent(entries[next]) > indent(entry) && indent(entry) > 0 {
			next++
		}
		words := strings.FieldsFunc(strings.Join(entries[i:next], " "), func(r rune) bool { return !unicode.IsLetter(r) })
		if slices.Contains(words, word) {
			lines := entries[i:next]
			if words[0] == word {
				begin = append(begin, lines...)
			} else {
				within = append(within, lines...)
			}
		}
		i = next
	}
	if begin == nil {
		begin = within
	}
	if begin == nil {
		return ""
	}
	return strings.Join(begin, "\n") + "\n"
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// helpText returns the player's card, or its part about one verb.
func helpText(g *Game, verb string) string {
	verb = strings.ToUpper(strings.TrimSpace(verb))
	if verb == "" {
		return strings.TrimRight(g.Rules.Card, "\n") + "\n"
	}
	if verb == "PROOF" {
		return proofText(g)
	}
	if text := HelpOn(g.Rules, verb); text != "" {
		return text
	}
	return fmt.Sprintf("There is no order %q. The whole card:\n\n%s\n", verb, strings.TrimRight(g.Rules.Card, "\n"))
}

// Mails carry the head of the record: the head of the commit before the one that queues the mail, because that commit
// contains the mail's own hash. A mail is sent only if its commit was stored on that head, so each head that a player
// holds is in the chain, unless the chain was altered.

const headLine = "head of the record:"

// WithHead adds the head to a mail unless its text has it, for the player to keep. It omits the record's length, which
// would show how much the others write.
func WithHead(g *Game, text string) string {
	head := g.Head()
	if head == "" || strings.Contains(text, head) {
		return text
	}
	return text + "\n" + headLine + "\n  " + head + "\n"
}

func proofText(g *Game) string {
	p := &prose.Text{}
	p.Para("Keep the mails of this game, each as a file (.eml). Its proof.txt has the head of the record, a " +
		"fingerprint " +
		"of all that had happened by then. Whoever has one can show later, with the game's archive and galloper head " +
		"--check, that no order, die or time before that mail was changed, left out or put in. Players who compare " +
		"their mails find out a host who showed them different games. It proves nothing of what came after the last " +
		"mail that any of you kept.")
	if g.Campaign.Created().Settings.Dice == "shared" {
		p.Para("The dice of a turn are rolled with a seed that was fixed when the game was made and with the mails of " +
			"its players, so that the host, who has the seeds, knows none before the last mail is in. Mails do not bind a " +
			"host who writes one of them: they could write it anew until its dice suit them.")
	} else {
		p.Para("The dice of a turn are rolled with a seed that was fixed when the game was made. You can roll each again " +
			"once it is shown; but the host has the seeds, and could have known what was to come.")
	}
	return p.String()
}
