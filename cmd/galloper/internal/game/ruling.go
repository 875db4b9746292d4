package game

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"galloper/adjudicator"
	"galloper/adjudicator/umpire"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/orders"
	"galloper/projections/campaign"
	"galloper/projections/knowledge"
)

// An umpire's decisions about the current turn. Each is an input of the turn: if there is a result already, the turn is
// adjudicated again.

// rulable returns why rulings on the turn aren't possible now, or "".
func rulable(g *Game, a request) string {
	switch {
	case g.Campaign.Phase() == campaign.Over:
		return "the game is over: " + g.Campaign.Result()
	case g.Blind(a.by.Address):
		return fmt.Sprintf("this act needs facts that are hidden from you because you play a seat yourself; REVEAL "+
			"ALL TURN %d BECAUSE … shows them to you, and tells all players so",
			g.Campaign.Number())
	}
	return ""
}

// Drafted returns the outcomes of the current turn, or nil if it has no result yet.
func Drafted(g *Game) []events.Outcome {
	outcomes, err := g.Campaign.Outcomes(g.Campaign.Number())
	if err != nil {
		return nil
	}
	return outcomes
}

func rule(g *Game, a request, _ time.Time) (s Decision, refused string) {
	if why := rulable(g, a); why != "" {
		return s, why
	}
	outcomes, anchor := Drafted(g), events.Anchor{}
	if a.Of != "" {
		i := slices.IndexFunc(outcomes, func(o events.Outcome) bool { return o.Ref == a.Of })
		switch {
		case len(outcomes) == 0:
			return s, fmt.Sprintf("turn %d is not adjudicated, so there is no outcome %s yet; RULE TURN %d: text … rules on "+
				"its end", a.Turn, a.Of, a.Turn)
		case i < 0:
			return s, fmt.Sprintf("turn %d has no outcome %s; %s", a.Turn, a.Of, rulableOutcomes(outcomes))
		case strings.HasPrefix(outcomes[i].Name, knowledge.Prefix):
			return s, fmt.Sprintf("%s only reports a sighting at the end of the turn; %s", a.Of, rulableOutcomes(outcomes))
		case outcomes[i].Clause == Umpire:
			return s, fmt.Sprintf("%s is a ruling itself; rule on an outcome, or on the turn's end: RULE TURN %d: text",
				a.Of, a.Turn)
		}
		anchor = events.AnchorOf(outcomes, i)
		outcomes = outcomes[:i+1]
	}
	state := adjudicator.Replay(g.State, outcomes)
	for _, set := range a.Sets {
		if err := state.Set(set.Path, set.Value); err != nil {
			return s, fmt.Sprintf("SET %s = %s: %v%s", set.Path, set.Value, err, allowed(state, set.Path))
		}
	}
	s.Record(
		events.RulingGiven{Turn: a.Turn, Outcome: a.Of, Anchor: anchor, Text: a.Text, Sets: a.Sets, Reason: a.Because})
	return s, ""
}

// rulableOutcomes names the outcomes of a turn that can be ruled on. Facts that seats learn are not among them.
func rulableOutcomes(outcomes []events.Outcome) string {
	last := outcomes[0].Ref
	for _, o := range outcomes {
		if !strings.HasPrefix(o.Name, knowledge.Prefix) && o.Clause != Umpire {
			last = o.Ref
		}
	}
	return fmt.Sprintf("they are %s to %s", outcomes[0].Ref, last)
}

const mostCandidates = 12

// allowed lists the paths most similar to one that does not exist, or returns "" if it exists.
func allowed(state adjudicator.State, path string) string {
	var all []string
	exists := false
	state.Paths(func(p, _ string) bool {
		all = append(all, p)
		exists = exists || p == path
		return true
	})
	if exists {
		return ""
	}
	return "; " + nearest(all, path)
}

// nearest lists the names with the longest common prefix with written, or those that contain it.
func nearest(all []string, written string) string {
	best, found := 0, []string(nil)
	for _, name := range all {
		n := common(name, written)
		if n < best {
			continue
		}
		if n > best {
			best, found = n, nil
		}
		found = append(found, name)
	}
	within := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return !strings.Contains(name, written) })
	if len(within) > 0 {
		found = within
	}
	if len(found) == 0 {
		return "there are none"
	}
	more := ""
	if len(found) > mostCandidates {
		more = fmt.Sprintf(" and %d more", len(found)-mostCandidates)
		found = found[:mostCandidates]
	}
	return "there are: " + strings.Join(found, ", ") + more
}

func common(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

func reroll(g *Game, a request, _ time.Time) (s Decision, refused string) {
	if why := rulable(g, a); why != "" {
		return s, why
	}
	names := DiceOf(Drafted(g))
	switch {
	case len(names) == 0:
		return s, fmt.Sprintf("no die of turn %d has been rolled yet", a.Turn)
	case !slices.Contains(names, a.Of):
		return s, "no die of that name was rolled; " + nearest(names, a.Of)
	}
	s.Record(events.DieRerolled{Turn: a.Turn, Die: a.Of, Salt: nextSalt(g.Campaign.Current(), a.Of), Reason: a.Because})
	return s, ""
}

// nextSalt returns the salt for rolling the die again: 1, 2 … The umpire can't choose it.
func nextSalt(t *campaign.Turn, die string) string {
	times := 1
	for _, r := range t.Rerolls {
		if r.Die == die {
			times++
		}
	}
	return strconv.Itoa(times)
}

// DiceOf returns the names of the outcomes' dice, in order.
func DiceOf(outcomes []events.Outcome) (names []string) {
	for i := range outcomes {
		for _, d := range outcomes[i].Dice {
			if !slices.Contains(names, d.Name) {
				names = append(names, d.Name)
			}
		}
	}
	return names
}

// amend replaces or removes a seat's order, or adds one after its last.
func amend(g *Game, a request, _ time.Time) (s Decision, refused string) {
	if why := rulable(g, a); why != "" {
		return s, why
	}
	now, refused := amended(g, g.Campaign.Current(), a.Act)
	if refused != "" {
		return s, refused
	}
	before, _ := g.Campaign.Current().Of(a.Seat)
	lines, numbers := orderLines(g, a.Seat, now)
	s.Record(
		events.OrdersAccepted{Seat: a.Seat, Turn: a.Turn, Orders: lines, Numbers: numbers, How: "amend",
			Mail: before.Mail, Refused: before.Refused, Reason: a.Because},
	)
	p := &prose.Text{}
	p.Para("The umpire has amended your orders for turn %d, because %s.", a.Turn, strings.TrimSuffix(a.Because, "."))
	for _, line := range inForceLines(now) {
		p.Line("%s", line)
	}
	s.Mail(notice(g, a.Seat, "your orders were amended", p.String()))
	s.note = staleCourierRulings(g, a)
	return s, ""
}

// staleCourierRulings names the rulings on dispatches that may get other numbers from the amended orders.
func staleCourierRulings(g *Game, a request) string {
	var ids []string
	for _, c := range g.Campaign.Current().Couriers {
		if strings.HasPrefix(c.Dispatch, fmt.Sprintf("%s.t%d.", a.Seat, a.Turn)) {
			ids = append(ids, c.Dispatch)
		}
	}
	if len(ids) == 0 {
		return ""
	}
	return "You have ruled on " + prose.List(ids) + ": a dispatch's number counts the orders, so look whether it is " +
		"the one that you meant."
}

// amended returns the seat's orders of a turn with the change.
func amended(g *Game, t *campaign.Turn, a umpire.Act) (now []orders.Held, refused string) {
	if _, ok := g.Campaign.Seat(a.Seat); !ok {
		return nil, noSeat(g, a.Seat)
	}
	o, _ := t.Of(a.Seat)
	now = Held(g, o)
	is := func(h orders.Held) bool { return h.Number == a.Number }
	at, next := slices.IndexFunc(now, is), lastNumber(now)+1
	if at < 0 && a.Number != next {
		return nil, fmt.Sprintf("%s has %s; %d can be added", a.Seat, numbers(now), next)
	}
	if strings.EqualFold(a.Text, "NOTHING") {
		if at < 0 {
			return nil, fmt.Sprintf("%s has no order %d to take away", a.Seat, a.Number)
		}
		return slices.DeleteFunc(now, is), ""
	}
	known, err := g.KnownAt(a.Seat, t.Number-1)
	if err != nil {
		return nil, err.Error()
	}
	desk := deskAt(g, a.Seat, t.Number)
	desk.Known = known
	r := Read(g.Rules, desk, a.Text)
	if good, bad := r.accepted(); good != 1 || bad != 0 || len(r.Orders.Held()) != 1 {
		return nil, "it is not read as one order of " + a.Seat + ":\n" + r.Receipt.Text()
	}
	order := orders.Held{Number: a.Number, Canonical: r.Orders.Held()[0].Canonical}
	if at < 0 {
		return append(now, order), ""
	}
	return slices.Insert(slices.DeleteFunc(now, is), at, order), ""
}

// numbers lists the orders: `no orders`, `order 1`, `the orders 1, 3 and 4`.
func numbers(held []orders.Held) string {
	var all []string
	for _, h := range held {
		all = append(all, strconv.Itoa(h.Number))
	}
	switch len(all) {
	case 0:
		return "no orders"
	case 1:
		return "order " + all[0]
	}
	return "the orders " + prose.List(all)
}

// ruleCourier decides the fate of a dispatch on its way. Its sender learns of it only as reports would arrive.
func ruleCourier(g *Game, a request, _ time.Time) (s Decision, refused string) {
	if why := rulable(g, a); why != "" {
		return s, why
	}
	if ids := UnderWay(g); !slices.Contains(ids, a.Of) && !maySend(g, a.Of) {
		return s, "no dispatch of that id is under way; " + nearest(ids, a.Of)
	}
	if _, ok := g.Campaign.Seat(a.As); a.As != "" && !ok {
		return s, noSeat(g, a.As)
	}
	if strings.Contains(a.Of, fmt.Sprintf(".t%d.", a.Turn)) {
		s.note = "The number refers to the dispatches of the seat's current orders; if the orders change, check it " +
			"again."
	}
	s.Record(events.CourierRuled{Turn: a.Turn, Dispatch: a.Of, Fate: a.Fate, By: a.As, Turns: a.Number, Reason: a.Because})
	return s, ""
}

// UnderWay returns the ids of the dispatches on their way, sent before or in the current turn.
func UnderWay(g *Game) (ids []string) {
	add := func(id string) {
		if id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	g.State.Paths(func(path, value string) bool {
		if id, ok := adjudicator.DispatchOf(path); ok && value == adjudicator.Riding {
			add(id)
		}
		return true
	})
	for _, o := range Drafted(g) {
		if o.Name == "dispatch.sent" {
			add(o.Get("id"))
		}
	}
	return ids
}

// maySend reports whether the id is one that a seat's orders of the open turn may still give a dispatch: SEAT.tTURN.N.
func maySend(g *Game, id string) bool {
	t := g.Campaign.Current()
	for _, o := range t.Orders {
		n, ok := strings.CutPrefix(id, fmt.Sprintf("%s.t%d.", o.Seat, t.Number))
		if i, err := strconv.Atoi(n); ok && err == nil && t.Result == nil && i >= 1 && i <= len(o.Orders) {
			return true
		}
	}
	return false
}

// revert returns the game to the open turn, with the orders that it had. The turns played since stay in the record.
func revert(g *Game, a request, now time.Time) (s Decision, refused string) {
	if why := revertible(g, a.Turn); why != "" {
		return s, why
	}
	sheet := reportAgain(g, a.Turn-1)
	sheet.Deadline = g.NextDeadline(now)
	s.Record(events.TurnReverted{Turn: a.Turn, Reason: a.Because},
		events.TurnOpened{Turn: a.Turn, Deadline: sheet.Deadline})
	news := func(seat string) []string {
		mine := ", and you may change yours"
		if seat == Umpire {
			mine = ""
		}
		return []string{
			fmt.Sprintf("The umpire has taken the game back to turn %d, because %s.", a.Turn,
				strings.TrimSuffix(a.Because, ".")),
			fmt.Sprintf("The reports of turn %d and later no longer count; the record keeps them. Turn %d is open "+
				"again with its orders%s. Its dice will be rolled anew. Orders are due %s.", a.Turn, a.Turn, mine,
				prose.Moment(sheet.Deadline, g.Zone())),
		}
	}
	for _, seat := range g.Everybody() {
		known, err := g.KnownAt(seat, a.Turn-1)
		if err != nil {
			return Decision{}, "the record of that turn cannot be read: " + err.Error()
		}
		sheet.before = append(news(seat), ordersInForce(g, a.Turn, seat)...)
		if seat != Umpire {
			sheet.before = append(sheet.before, "What you knew then:")
		}
		l := sheet.Report(known)
		l.Kind, l.Subject = "notice", fmt.Sprintf("the game goes back to turn %d", a.Turn)
		if seat != Umpire {
			s.Mail(l)
			continue
		}
		hidden := Outgoing{Seat: seat, Kind: l.Kind, Turn: l.Turn, Subject: l.Subject, Text: prose.Paragraphs(news(seat))}
		s.Mail(ForUmpires(g, l, hidden)...)
	}
	return s, ""
}

// revertible returns why the game can't return to the turn, or "".
func revertible(g *Game, turn int) string {
	c := g.Campaign
	current := c.Number()
	t := c.Turn(turn)
	reverts := c.Reverts()
	if g.Next != nil {
		if next := g.Next(); next != "" {
			return fmt.Sprintf("the armies of this battle fight on in the game %s, whose record says how this one ended; "+
				"correct their strengths by a ruling in %s", next, next)
		}
	}
	switch {
	case t == nil && turn <= c.SeenBefore():
		return fmt.Sprintf(
			"turn %d was played on a branch that was taken back and no longer counts; the game is in turn %d", turn,
			current)
	case t == nil:
		return fmt.Sprintf("turn %d was not played; the game is in turn %d", turn, current)
	case turn == current && t.Closed == "":
		return fmt.Sprintf("turn %d is open: there is nothing to take back", turn)
	case len(reverts) > 0 && turn < reverts[len(reverts)-1].Turn:
		return fmt.Sprintf("the game was taken back to turn %d already; it cannot go back past that, to turn %d",
			reverts[len(reverts)-1].Turn, turn)
	case max(current, c.SeenBefore())+1 > c.Created().Turns:
		return "the chain of seeds is used up: all seeds are known, so the dice could not be rolled anew"
	}
	return ""
}
