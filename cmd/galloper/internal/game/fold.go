package game

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/schedule"
	"galloper/events"
	"galloper/projections/campaign"
	"galloper/projections/knowledge"
)

// Load folds the commits of one game. The log checks their chain.
func Load(rulesets []*adjudicator.Ruleset, commits func(yield func(events.Commit, error) bool)) (*Game, error) {
	g := New()
	for c, err := range commits {
		if err != nil {
			return nil, err
		}
		if err := g.Apply(rulesets, &c); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// New returns a game without commits.
func New() *Game {
	return &Game{Campaign: &campaign.Campaign{}, unproved: map[string]unproved{}, unanswered: map[string]int{},
		carded: map[string]bool{}, arrivals: map[string][2]arrival{}}
}

// Apply folds the next commit. A panic of the rules becomes an error, because one broken game must not stop the others.
func (g *Game) Apply(rulesets []*adjudicator.Ruleset, c *events.Commit) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("game %s, commit %s: it cannot be folded: %v", c.Game, c.ID, p)
		}
	}()
	if c.Head.Version <= g.Campaign.Head().Version {
		return nil // folded before
	}
	g.rulesets = rulesets
	if err := g.Campaign.Apply(c); err != nil {
		return err
	}
	if err := g.noteMails(c); err != nil {
		return fmt.Errorf("game %s: %w", c.Game, err)
	}
	if err := g.noteOffers(c); err != nil {
		return fmt.Errorf("game %s: %w", c.Game, err)
	}
	for i := range c.Events {
		if err := g.apply(rulesets, c.Events[i]); err != nil {
			return fmt.Errorf("game %s, event %d: %w", c.Game, c.First+uint64(i), err)
		}
	}
	return nil
}

// apply folds the events that need the rules, which the campaign doesn't know.
func (g *Game) apply(rulesets []*adjudicator.Ruleset, e events.Event) error {
	switch e.Type {
	case "mail.received", "orders.accepted", "seat.assigned", "seat.released", "seat.renewed":
		return g.note(e)
	case "turn.resumed":
		g.resumed = g.Campaign.Number()
	case "game.created":
		return g.setUp(rulesets)
	case "game.opened":
		return g.tell(0)
	case "turn.opened":
		g.await()
	case "turn.reported":
		return g.catchUp()
	case "turn.reverted":
		g.restart()
		g.resumed = 0
		return g.catchUp()
	}
	return nil
}

func (g *Game) noteOffers(c *events.Commit) error {
	if c.Game != Lobby {
		return nil
	}
	for _, e := range c.Events {
		data, err := events.Decode(e)
		if err != nil {
			return err
		}
		g.Offers.Apply(data, c.At)
	}
	return nil
}

// await records the seats that the new turn waits for.
func (g *Game) await() {
	if g.Rules != nil {
		g.awaited = g.Rules.Waits(g.Scenario, g.State, g.Campaign.Number())
		g.Campaign.WaitFor(g.awaited.Seats)
	}
}

func (g *Game) setUp(rulesets []*adjudicator.Ruleset) error {
	made := g.Campaign.Created()
	if g.Name() == Lobby {
		return nil
	}
	rules, sc, err := loadMade(rulesets, g.Name()+".yaml", made)
	if err != nil {
		return err
	}
	g.Rules, g.Scenario = rules, sc
	if g.Schedule, err = schedule.Read(made.Settings); err != nil {
		g.Schedule = schedule.Schedule{} // unreadable in an old record: the umpire closes the turns
	}
	g.restart()
	return nil
}

// loadMade reads a game's scenario under its ruleset, in the version that it was made with.
func loadMade(
	rulesets []*adjudicator.Ruleset, file string, made events.GameCreated,
) (*adjudicator.Ruleset, adjudicator.Scenario, error) {
	rules, sc, err := LoadScenario(rulesets, file, []byte(made.Scenario))
	switch {
	case err != nil:
		return nil, nil, err
	case rules.Name != made.Ruleset:
		return nil, nil, fmt.Errorf("the scenario is one of %s, but the game was made under %s", rules.Name, made.Ruleset)
	case rules.Version != made.Version:
		return nil, nil, fmt.Errorf("the game was made under %s %d, but this program has version %d; verify it with "+
			"the Galloper that it was made with", rules.Name, made.Version, rules.Version)
	}
	return rules, sc, nil
}

// restart forgets all turns: after a revert the branch that counts is folded again.
func (g *Game) restart() {
	made := g.Campaign.Created()
	g.book = knowledge.Open(made.Seats, g.Rules.Words.Facts)
	g.State = g.Scenario.Start()
	g.reported = -1
}

// catchUp folds the turns reported since, in order.
func (g *Game) catchUp() error {
	if g.reported < 0 {
		if err := g.tell(0); err != nil {
			return err
		}
	}
	for {
		t := g.Campaign.Turn(g.reported + 1)
		if t == nil || !t.Reported {
			return nil
		}
		if err := g.tell(t.Number); err != nil {
			return err
		}
	}
}

func (g *Game) tell(turn int) error {
	outcomes, err := g.outcomes(turn)
	if err != nil {
		return err
	}
	g.book.Apply(turn, outcomes)
	g.State = adjudicator.Replay(g.State, outcomes)
	g.reported = turn
	return nil
}

// note records the time of each seat's latest mail, the seats with unread or refused orders, the umpires and stand-ins.
func (g *Game) note(e events.Event) error {
	data, err := events.Decode(e)
	if err != nil {
		return err
	}
	switch d := data.(type) {
	case events.MailReceived:
		if d.Unread > 0 && !d.Mute {
			g.carded[d.Seat] = true
		}
		if d.Received.After(g.latest(d.Seat, g.Campaign.Number())) {
			if g.last == nil {
				g.last = map[string]last{}
			}
			g.last[d.Seat] = last{g.Campaign.Number(), d.Received}
		}
	case events.OrdersAccepted:
		if d.Refused > 0 {
			g.carded[d.Seat] = true
		}
	case events.SeatAssigned:
		if d.Seat == Umpire && !slices.Contains(g.Umpires, d.Address) {
			g.Umpires = append(g.Umpires, d.Address)
		}
		if d.Seat == StandIn && !slices.Contains(g.StandIns, d.Address) {
			g.StandIns = append(g.StandIns, d.Address)
		}
	case events.SeatRenewed:
		if d.Seat == Umpire {
			g.umpireEpoch++
		}
	case events.SeatReleased:
		if d.Seat == StandIn {
			g.StandIns = without(g.StandIns, d.Address)
		}
		if d.Seat == Umpire {
			g.Umpires = without(g.Umpires, d.Address)
			g.umpireEpoch++
		}
	}
	return nil
}

func without(list []string, drop string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == drop })
}

// noteMails records the last mails of each sender, the withheld receipts, and the notices of unauthenticated mails.
func (g *Game) noteMails(c *events.Commit) error {
	for _, e := range c.Events {
		switch e.Type {
		case "mail.received", "mail.quarantined", "mail.queued":
		default:
			continue
		}
		data, err := events.Decode(e)
		if err != nil {
			return err
		}
		switch d := data.(type) {
		case events.MailReceived:
			g.arrivals[d.Seat] = [2]arrival{{d.SHA256, d.Received}, g.arrivals[d.Seat][0]}
			if d.Mute {
				g.unanswered[d.Seat]++
			} else {
				delete(g.unanswered, d.Seat)
			}
		case events.MailQuarantined:
			g.arrivals[d.Seat] = [2]arrival{{d.SHA256, d.Received}, g.arrivals[d.Seat][0]}
			if d.Owed != "" {
				u := g.unproved[d.Owed]
				u.more++
				g.unproved[d.Owed] = u
			}
		case events.MailQueued:
			if d.Kind == unprovedKind {
				g.unproved[d.Address] = unproved{seat: d.Seat, told: c.At}
			}
		}
	}
	return nil
}

// The acts of one text are done in order. Each is decided on a sketch of the game with the effects of those before; the
// game itself changes when all of them are stored, in one commit.

// sketch returns a copy of the game that can be folded independently.
func (g *Game) sketch() *Game {
	n := *g
	n.Campaign, n.book = g.Campaign.Clone(), g.book.Clone()
	n.Umpires, n.StandIns, n.last = slices.Clone(g.Umpires), slices.Clone(g.StandIns), maps.Clone(g.last)
	n.carded, n.unanswered, n.unproved = maps.Clone(g.carded), maps.Clone(g.unanswered), maps.Clone(g.unproved)
	n.arrivals = maps.Clone(g.arrivals)
	if n.stored == nil {
		head := g.Campaign.Head()
		n.stored = &head
	}
	return &n
}

// After returns the game as it will be after storing the events.
func After(g *Game, data []events.Data, now time.Time) (*Game, error) {
	n := g.sketch()
	if len(data) == 0 {
		return n, nil
	}
	packed, err := events.Pack(data...)
	if err != nil {
		return nil, err
	}
	c, err := events.Commit{Game: g.Name(), ID: "sketch", At: now, Actor: Umpire, Events: packed}.Follow(g.Campaign.Head())
	if err != nil {
		return nil, err
	}
	return n, n.Apply(nil, &c)
}
