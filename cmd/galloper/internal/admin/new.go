package admin

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"galloper/adjudicator"
	"galloper/adjudicator/dice"
	"galloper/adjudicator/scenario"
	"galloper/adjudicator/umpire"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/prose"
	"galloper/cmd/galloper/internal/schedule"
	"galloper/events"
	"galloper/events/vault"
)

// NewGame has the data for making a game.
type NewGame struct {
	Name     string              `json:"name"`
	File     string              `json:"file"`            // the scenario's, for messages
	Scenario string              `json:"scenario"`        // its whole text
	Seats    map[string][]string `json:"seats"`           // addresses of each seat
	Staff    map[string]string   `json:"staff,omitempty"` // the staff's temper, by seat
	Umpires  []string            `json:"umpires"`
	StandIns []string            `json:"stand_ins"` // asked, in this order, to play a silent seat
	Turns    int                 `json:"turns"`     // length of the seed chains; 0 means 400
	Settings events.Settings     `json:"settings"`
	Seeds    *vault.Seeds        `json:"seeds,omitempty"` // drawn if absent

	Invite  []string `json:"invite,omitempty"`  // addresses invited to play, who choose their seats
	Public  bool     `json:"public,omitempty"`  // anyone may join by mail
	Confirm bool     `json:"confirm,omitempty"` // the umpire confirms each player

	Carried events.ArmyCarried `json:"carried,omitzero"` // the rolls of earlier battles, the returns, the rulings
}

// NewGameResult describes the new game.
type NewGameResult struct {
	Game     string            `json:"game"`
	Title    string            `json:"title"`
	Ruleset  string            `json:"ruleset"`
	Seats    []string          `json:"seats"`
	Keys     map[string]string `json:"keys"`            // by seat with a player
	Staff    map[string]string `json:"staff,omitempty"` // the staff's temper, by seat
	Umpired  bool              `json:"umpired"`
	Deadline time.Time         `json:"deadline,omitzero"`
	// Gathers means that the game gathers players first; Invited is the number of invitations.
	Gathers bool `json:"gathers,omitempty"`
	Invited int  `json:"invited,omitempty"`
	// Army describes the units that come from earlier battles, in sentences.
	Army []string `json:"army,omitempty"`
}

// DefaultTurns is the default for the longest possible game.
const DefaultTurns = 400

// gathers reports whether the game must gather its players first.
func (n *NewGame) gathers() bool { return len(n.Invite) > 0 || n.Public }

// begin makes a game: its first commit has the scenario, the opening, the seats, turn 1 and every seat's first report.
func (d *Admin) begin(ctx context.Context, n NewGame) (res NewGameResult, err error) {
	rules, sc, err := d.checkNew(ctx, &n)
	if err != nil {
		return res, err
	}
	seeds := vault.NewSeeds(n.Turns)
	if n.Seeds != nil {
		seeds = *n.Seeds
	}
	if err := vault.PutSeeds(ctx, d.Vault, n.Name, seeds); err != nil && !errors.Is(err, vault.ErrExists) {
		return res, err
	}
	// A crash after this line leaves seeds without a game; they are used here.
	if seeds, err = vault.GetSeeds(ctx, d.Vault, n.Name); err != nil {
		return res, err
	}
	army, sc, err := d.carry(&n, rules, sc, seeds)
	if err != nil {
		return res, err
	}
	data, err := d.opening(ctx, n, rules, sc, seeds)
	if err != nil {
		return res, err
	}
	res = NewGameResult{Game: n.Name, Title: rules.Title, Ruleset: rules.Name, Staff: n.Staff, Umpired: len(n.Umpires) > 0,
		Army: army}
	if res.Keys, err = d.makeKeys(ctx, n); err != nil {
		return res, err
	}
	g, err := d.store(ctx, n.Name, data, res.Keys)
	if err != nil {
		return res, err
	}
	res.Title, res.Seats, res.Deadline = g.Title(), g.Campaign.Created().Seats, g.Campaign.Current().Deadline
	host.Signal(d.Due)
	host.Signal(d.MailReady)
	return res, nil
}

// checkNew rejects data that can't make a game.
func (d *Admin) checkNew(ctx context.Context, n *NewGame) (*adjudicator.Ruleset, adjudicator.Scenario, error) {
	if err := events.CheckGame(n.Name); err != nil {
		return nil, nil, game.Refuse("give it another name with --name", "%v", err)
	}
	if n.Name == game.Lobby || d.Entry(ctx, n.Name) != nil {
		return nil, nil, game.Refuse("give the new one another name with --name", "there is a game %q already", n.Name)
	}
	rules, sc, err := game.LoadScenario(d.Rulesets, n.File, []byte(n.Scenario))
	if err != nil {
		return nil, nil, game.Refuse("correct the file; galloper scenario check FILE shows all faults", "the scenario has "+
			"faults:\n%v", err)
	}
	if err := game.CheckCarried(rules, n.File, n.Scenario, n.Carried); err != nil {
		return nil, nil, err
	}
	if _, err := schedule.Read(n.Settings); err != nil {
		return nil, nil, game.Refuse("galloper new --help shows how deadlines are written", "%v", err)
	}
	if n.Turns == 0 {
		n.Turns = DefaultTurns
	}
	if len(n.Umpires) == 0 {
		n.Umpires = d.Umpires
	}
	return rules, sc, errors.Join(checkStaff(rules, sc, n), checkSeats(sc, n, d.Post.Address))
}

// carry lays the rolls of earlier battles over the scenario of the new game, and describes its units.
func (d *Admin) carry(n *NewGame, rules *adjudicator.Ruleset, sc adjudicator.Scenario, seeds vault.Seeds) (
	army []string, carried adjudicator.Scenario, err error) {
	if len(n.Carried.Rolls) == 0 {
		return nil, sc, nil
	}
	s1, _, err := seeds.At(1)
	if err != nil {
		return nil, nil, err
	}
	in, err := rules.CarryInto(n.File, n.Scenario, n.Carried, &dice.Roller{Game: n.Name, Turn: 1, Seed: s1})
	if err != nil {
		return nil, nil, game.CarryRefused(err)
	}
	n.Carried, n.Scenario = in.ArmyCarried, in.Text
	if _, sc, err = game.LoadScenario(d.Rulesets, n.File, []byte(in.Text)); err != nil {
		return nil, nil, game.Refuse("change the field so that it holds these armies, or rule on a unit with --ruling",
			"the armies do not fit into the field:\n%v", err)
	}
	return in.Lines, sc, nil
}

// checkSeats rejects unknown seats, seats without a player, and invalid addresses.
func checkSeats(sc adjudicator.Scenario, n *NewGame, own string) error {
	var ids []string
	for _, s := range sc.Seats() {
		ids = append(ids, s.ID)
	}
	for _, seat := range sortedKeys(n.Seats) {
		if !slices.Contains(ids, seat) {
			return game.Refuse("the scenario's seats are "+prose.List(ids), "the scenario has no seat %q", seat)
		}
		for _, a := range n.Seats[seat] {
			if err := checkAddress(a, own); err != nil {
				return err
			}
		}
	}
	for _, id := range ids {
		if len(n.Seats[id]) == 0 && n.Staff[id] == "" && !n.gathers() {
			return game.Refuse(fmt.Sprintf("add --seat %s=address, or --seat %s=staff", id, id),
				"the seat %s has no player", id)
		}
	}
	for _, a := range slices.Concat(n.Umpires, n.StandIns, n.Invite) {
		if err := checkAddress(a, own); err != nil {
			return err
		}
	}
	return nil
}

// checkStaff rejects a staff that the rules don't have, or an unknown temper.
func checkStaff(rules *adjudicator.Ruleset, sc adjudicator.Scenario, n *NewGame) error {
	if rules.Staff == nil && (len(n.Staff) > 0 || n.Settings.OnSilence == game.OnSilenceStaff) {
		return game.Refuse("give every seat an address, and another --on-silence", "%s has no staff", rules.Name)
	}
	seats := sc.Seats()
	for _, seat := range sortedKeys(n.Staff) {
		if !slices.ContainsFunc(seats, func(s adjudicator.Seat) bool { return s.ID == seat }) {
			return game.Refuse("galloper scenario check FILE lists the seats", "the scenario has no seat %q", seat)
		}
		if _, ok := game.TemperNamed(n.Staff[seat]); !ok {
			return game.Refuse("write --seat "+seat+"=staff, or staff:bold", "the staff is %s, not %q",
				strings.Join(adjudicator.Tempers[:], ", "), n.Staff[seat])
		}
	}
	return nil
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func checkAddress(a, own string) error {
	switch {
	case !umpire.IsAddress(a):
		return game.Refuse("write it as anna@example.org", "%q is not a mail address", a)
	case strings.EqualFold(a, own):
		return game.Refuse("give another address, whose mailbox is read by a person",
			"%s is the service's own address: mail from it is never taken in", a)
	}
	return nil
}

func (d *Admin) opening(ctx context.Context, n NewGame, rules *adjudicator.Ruleset, sc adjudicator.Scenario,
	seeds vault.Seeds) ([]events.Data, error) {
	s0, p0, err := seeds.At(0)
	if err != nil {
		return nil, err
	}
	s1, p1, err := seeds.At(1)
	if err != nil {
		return nil, err
	}
	created := events.GameCreated{Ruleset: rules.Name, Version: rules.Version, Scenario: n.Scenario, SeedCommit: s0,
		SealedCommit: p0, Turns: seeds.Turns, Title: titleOf(n, rules), Settings: n.Settings}
	for _, s := range sc.Seats() {
		created.Seats = append(created.Seats, s.ID)
	}
	pos := adjudicator.Position{Game: n.Name, Ruleset: rules, Scenario: sc, State: sc.Start()}
	res := adjudicator.Open(pos, events.TurnInput{Turn: 1, Seed: s1, Sealed: p1})
	data := []events.Data{created}
	if len(n.Carried.Rolls) > 0 {
		data = append(data, n.Carried)
	}
	data = append(data, events.GameOpened{Outcomes: res.Outcomes, State: res.StateHash})
	return d.assignments(ctx, n, created.Seats, data)
}

// assignments adds the players of the seats, by ids that reveal nothing of the addresses.
func (d *Admin) assignments(ctx context.Context, n NewGame, seats []string, data []events.Data) ([]events.Data, error) {
	assign := func(seat string, addresses []string) error {
		for _, a := range addresses {
			id, err := d.Book.Enter(ctx, a)
			if err != nil {
				return err
			}
			data = append(data, events.SeatAssigned{Seat: seat, Address: id})
		}
		return nil
	}
	for _, seat := range seats {
		if err := assign(seat, n.Seats[seat]); err != nil {
			return nil, err
		}
		if temper := n.Staff[seat]; temper != "" {
			data = append(data, events.SeatStaffed{Seat: seat, Temper: temper})
		}
	}
	if err := assign(game.StandIn, n.StandIns); err != nil {
		return nil, err
	}
	return data, assign(game.Umpire, n.Umpires)
}

// titleOf returns the scenario's title, or else the game's name.
func titleOf(n NewGame, rules *adjudicator.Ruleset) string {
	doc, faults := scenario.Read(n.File, []byte(n.Scenario), rules.Keys)
	if len(faults) > 0 {
		return n.Name // unreachable: the scenario was read before
	}
	return doc.Text("title", n.Name)
}

// makeKeys gives each seat a code for KEY lines, for players whose mail program loses the reply address.
func (d *Admin) makeKeys(ctx context.Context, n NewGame) (map[string]string, error) {
	keys := map[string]string{}
	seats := sortedKeys(n.Seats)
	if len(n.Umpires) > 0 {
		seats = append(seats, game.Umpire)
	}
	for _, seat := range seats {
		code, err := d.SeatCode(ctx, n.Name, seat, 0)
		if err != nil {
			return nil, err
		}
		keys[seat] = code
	}
	return keys, nil
}

// store appends the game's first commit. Its reports are written from the commit itself.
func (d *Admin) store(ctx context.Context, name string, data []events.Data,
	keys map[string]string) (*game.Game, error) {
	draft, err := d.draftOf(name, data)
	if err != nil {
		return nil, err
	}
	s := game.Decision{Data: data}
	now := d.SetsFrom().UTC()
	deadline := draft.NextDeadline(now)
	s.Record(events.TurnOpened{Turn: 1, Deadline: deadline})
	made := draft.Campaign.Created()
	cover := game.TurnReport{Game: draft, Next: 1, Deadline: deadline,
		Seed: made.SeedCommit.String() + "\n" + made.SealedCommit.String(), Note: "S[0] and P[0]",
		Awaited: draft.Rules.Waits(draft.Scenario, draft.State, 1)}
	for _, seat := range append(draft.Players(), game.Umpire) {
		cover.After = append(game.KeyNote(draft, seat, keys[seat]), game.StaffNote(draft)...)
		l := cover.Report(draft.Known(seat))
		if seat == game.Umpire {
			s.Mail(game.ForUmpires(draft, l, game.HiddenReport(draft, l))...)
			continue
		}
		s.Mail(l)
	}
	for _, id := range draft.StandIns {
		s.Mail(game.NamedStandIn(draft, id, ""))
	}
	c, err := d.Prepare(ctx, draft, name, host.Cause{Id: "new", Actor: game.Umpire}, s)
	if err != nil {
		return nil, err
	}
	if _, err := d.Log.Append(ctx, events.Head{}, c); err != nil {
		return nil, fmt.Errorf("daemon: make the game %s: %w", name, err)
	}
	return d.Reread(ctx, name)
}

// draftOf folds events that are not stored yet.
func (d *Admin) draftOf(name string, data []events.Data) (*game.Game, error) {
	packed, err := events.Pack(data...)
	if err != nil {
		return nil, err
	}
	c, err := events.Commit{Game: name, ID: "draft", At: d.Now(), Actor: game.Umpire, Events: packed}.Follow(events.Head{})
	if err != nil {
		return nil, err
	}
	g := game.New()
	g.Unstored = true
	return g, g.Apply(d.Rulesets, &c)
}
