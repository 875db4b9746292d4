package admin

import (
	"context"
	"errors"
	"slices"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/projections/lobby"
)

// A game without players is offered in the lobby. Once every seat has one, or the umpire says so, it is made like any
// other.

// New makes a game, or offers it if it must gather its players first.
func (d *Admin) New(ctx context.Context, n NewGame) (res NewGameResult, err error) {
	if o, ok := d.offerOf(ctx, n.Name); ok {
		return res, game.Refuse("give the new one another name with --name, or galloper lobby WITHDRAW "+o.Game,
			"a game %q gathers players", n.Name)
	}
	if n.gathers() {
		return d.offer(ctx, n)
	}
	return d.begin(ctx, n)
}

// offerOf returns the offer of that name, if its game was not made yet.
func (d *Admin) offerOf(ctx context.Context, name string) (o lobby.Offer, ok bool) {
	if d.Entry(ctx, game.Lobby) == nil {
		return o, false
	}
	err := d.With(ctx, game.Lobby, func(g *game.Game) { o, ok = g.Offers.Offer(name) })
	return o, ok && err == nil && o.Stage != lobby.Begun
}

// offer records the offer, and invites the players.
func (d *Admin) offer(ctx context.Context, n NewGame) (res NewGameResult, err error) {
	rules, sc, err := d.checkNew(ctx, &n)
	switch {
	case err != nil:
		return res, err
	case len(n.Umpires) == 0:
		return res, game.Refuse("name yourself with --umpire", "a game that gathers players needs an umpire, who is told "+
			"of them")
	case len(n.Carried.Rolls) > 0:
		return res, game.Refuse("name the players with --seat: the armies know their commanders",
			"a game with --roll does not gather players")
	case n.Public && !d.Guests:
		return res, game.Refuse("set guests = true in [mail] of galloper.toml, or invite the players with --invite",
			"this service does not answer strangers, so no one could join")
	}
	o := events.LobbyOffered{Game: n.Name, Title: titleOf(n, rules), Ruleset: rules.Name, File: n.File,
		Scenario: n.Scenario, Turns: n.Turns, Settings: n.Settings, Public: n.Public, Confirm: n.Confirm}
	for _, s := range sc.Seats() {
		o.Seats = append(o.Seats, events.LobbySeat{ID: s.ID, Name: s.Name, Side: s.Side})
		if temper := n.Staff[s.ID]; temper != "" {
			o.Staff = append(o.Staff, events.SeatStaffed{Seat: s.ID, Temper: temper})
		}
	}
	if o.Umpires, err = d.enterAll(ctx, n.Umpires); err != nil {
		return res, err
	}
	if o.StandIns, err = d.enterAll(ctx, n.StandIns); err != nil {
		return res, err
	}
	s := game.Decision{}
	s.Record(o)
	if err := d.fill(ctx, &s, n, o); err != nil {
		return res, err
	}
	if err := d.LobbyFor(ctx, game.Lobby); err != nil {
		return res, err
	}
	_, err = d.Commit(ctx, game.Lobby, func(*game.Game) (host.Cause, game.Decision, error) {
		return host.Cause{Id: "offer." + n.Name + "." + d.Now().UTC().Format("20060102150405"), Actor: game.Umpire}, s, nil
	})
	host.Signal(d.Due)
	host.Signal(d.MailReady)
	return NewGameResult{Game: n.Name, Title: o.Title, Ruleset: o.Ruleset, Gathers: true, Invited: len(n.Invite)}, err
}

func (d *Admin) enterAll(ctx context.Context, addresses []string) (ids []string, err error) {
	for _, a := range addresses {
		id, err := d.Book.Enter(ctx, a)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// fill assigns the given seats, and invites the other players.
func (d *Admin) fill(ctx context.Context, s *game.Decision, n NewGame, o events.LobbyOffered) error {
	for _, seat := range sortedKeys(n.Seats) {
		ids, err := d.enterAll(ctx, n.Seats[seat])
		if err != nil {
			return err
		}
		for _, id := range ids[:min(len(ids), 1)] {
			s.Record(events.LobbyJoined{Game: n.Name, Address: id, Seat: seat},
				events.LobbyConfirmed{Game: n.Name, Address: id})
		}
	}
	ids, err := d.enterAll(ctx, n.Invite)
	if err != nil {
		return err
	}
	l := lobby.Lobby{}
	for _, e := range s.Data {
		l.Apply(e, d.Now())
	}
	open, _ := l.Offer(n.Name)
	for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
		s.Record(events.LobbyInvited{Game: n.Name, Address: id})
		s.Mail(game.Invitation(d.Rulesets, open, id, n.Umpires[0]))
	}
	return nil
}

// KeepOffers makes the games that are ready, and makes the waiting players of games in progress their stand-ins.
func (d *Admin) KeepOffers(ctx context.Context) error {
	if d.Entry(ctx, game.Lobby) == nil {
		return nil
	}
	var offers []lobby.Offer
	err := d.With(ctx, game.Lobby, func(g *game.Game) { offers = g.Offers.Offers() })
	for _, o := range offers {
		switch o.Stage {
		case lobby.Starting:
			err = errors.Join(err, d.makeOffered(ctx, o))
		case lobby.Begun:
			err = errors.Join(err, d.keepWaiting(ctx, o))
		}
	}
	return err
}

// makeOffered makes the game of an offer. If that fails, its umpires are told, and it gathers players again.
func (d *Admin) makeOffered(ctx context.Context, o lobby.Offer) error {
	n, err := d.gameOf(ctx, o)
	if err == nil && d.Entry(ctx, o.Game) == nil {
		_, err = d.begin(ctx, n)
	}
	var no *game.Refused
	if err != nil && !errors.As(err, &no) {
		return err
	}
	_, err = d.Commit(ctx, game.Lobby, func(g *game.Game) (host.Cause, game.Decision, error) {
		s := game.Decision{}
		c := host.Cause{Id: "begin." + o.Game + "." + d.Now().UTC().Format("20060102150405"), Actor: "clock"}
		if now, ok := g.Offers.Offer(o.Game); !ok || now.Stage != lobby.Starting {
			return c, s, nil
		}
		if no == nil {
			s.Record(events.LobbyMade{Game: o.Game})
			return c, s, nil
		}
		s.Record(events.LobbyHalted{Game: o.Game, Reason: no.What})
		p := &prose.Text{}
		p.Para("%s could not be made: %s. It gathers players again.", o.Title, no.What)
		p.Para("To mend it: %s. Then START %s.", no.Hint, o.Game)
		for _, id := range o.Umpires {
			s.Mail(game.Outgoing{Seat: id, Address: id, Kind: "notice", Subject: o.Game + " could not begin",
				Text: p.String()})
		}
		return c, s, nil
	})
	host.Signal(d.MailReady)
	return err
}

// gameOf returns the data for making the offer's game.
func (d *Admin) gameOf(ctx context.Context, o lobby.Offer) (n NewGame, err error) {
	n = NewGame{Name: o.Game, File: o.File, Scenario: o.Scenario, Turns: o.Turns, Settings: o.Settings,
		Seats: map[string][]string{}, Staff: map[string]string{}}
	for _, s := range o.Staff {
		n.Staff[s.Seat] = s.Temper
	}
	for _, s := range o.Free() {
		n.Staff[s.ID] = o.FreeTo
	}
	for _, p := range o.Players {
		if p.Seat != "" {
			n.Seats[p.Seat] = append(n.Seats[p.Seat], d.AddressOf(ctx, p.Address))
		}
	}
	for _, id := range slices.Concat(o.StandIns, o.Waiting()) {
		n.StandIns = append(n.StandIns, d.AddressOf(ctx, id))
	}
	for _, id := range o.Umpires {
		n.Umpires = append(n.Umpires, d.AddressOf(ctx, id))
	}
	n.StandIns = slices.DeleteFunc(n.StandIns, func(a string) bool { return a == "" })
	if n.Settings.OnSilence == "" && (o.Public || len(n.StandIns) > 0) {
		n.Settings.OnSilence = "stand-in"
	}
	return n, ctx.Err()
}

// keepWaiting makes a game's waiting players its stand-ins, so that they are asked when a seat becomes free.
func (d *Admin) keepWaiting(ctx context.Context, o lobby.Offer) error {
	if d.Entry(ctx, o.Game) == nil || len(o.Waiting())+len(o.Gone) == 0 {
		return nil
	}
	_, err := d.Commit(ctx, o.Game, func(g *game.Game) (host.Cause, game.Decision, error) {
		s := game.Decision{}
		c := host.Cause{Id: "waiting." + d.Now().UTC().Format("20060102150405.000"), Actor: "gate"}
		if g.Rules == nil || g.Campaign.Result() != "" {
			return c, s, nil
		}
		for _, id := range o.Waiting() {
			if !slices.Contains(g.StandIns, id) {
				s.Record(events.SeatAssigned{Seat: game.StandIn, Address: id, Reason: "waits for a seat"})
			}
		}
		for _, id := range o.Gone {
			if slices.Contains(g.StandIns, id) {
				s.Record(events.SeatReleased{Seat: game.StandIn, Address: id, Reason: "waits no more"})
			}
		}
		return c, s, nil
	})
	return err
}
