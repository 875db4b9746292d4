package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/events/vault"
	"galloper/mailgate"
)

// Handle takes a batch of mails in, those of one sender in their order, and says where
// each is filed. It is a mailgate.Handler: after an error the same mails come again, and those that
// were taken in already do nothing then.
func (d *Daemon) Handle(ctx context.Context, batch []mailgate.Incoming) ([]mailgate.Filing, error) {
	filings := make([]mailgate.Filing, len(batch))
	mails := make([]*mailgate.Mail, len(batch))
	for i, in := range batch {
		mails[i] = mailgate.ReadIncoming(in, d.reading())
	}
	g, taking := errgroup.WithContext(ctx)
	g.SetLimit(max(d.Parallel, 1))
	for _, theirs := range inTurn(mails, bySender(mails)) {
		g.Go(func() error {
			for _, i := range theirs {
				filing, err := d.takeSafely(taking, mails[i], batch[i])
				if err != nil {
					return err
				}
				filings[i] = filing
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	if len(batch) > 0 {
		if err := d.keepCheckpoint(ctx, batch[len(batch)-1].At); err != nil {
			return nil, err
		}
	}
	return filings, nil
}

// bySender returns the places of each sender's mails, in the order of their first.
func bySender(mails []*mailgate.Mail) (groups [][]int) {
	of := map[string]int{}
	for i, m := range mails {
		sender := strings.ToLower(m.From)
		n, known := of[sender]
		if !known {
			n = len(groups)
			of[sender] = n
			groups = append(groups, nil)
		}
		groups[n] = append(groups[n], i)
	}
	return groups
}

// inTurn has the groups of different games follow each other: a game takes in one mail
// at a time, and those who write to the others need not wait for it.
func inTurn(mails []*mailgate.Mail, groups [][]int) [][]int {
	before, rank := map[string]int{}, make([]int, len(mails)) // the rank of a group is that of its first mail
	for _, g := range groups {
		game := mails[g[0]].Game
		rank[g[0]] = before[game]
		before[game]++
	}
	slices.SortStableFunc(groups, func(a, b []int) int { return rank[a[0]] - rank[b[0]] })
	return groups
}

const checkpointKey = "mailbox.checkpoint"

func (d *Daemon) keepCheckpoint(ctx context.Context, at mailgate.Checkpoint) error {
	b, err := json.Marshal(at)
	if err != nil {
		return err
	}
	return d.Vault.Put(ctx, checkpointKey, b)
}

// Checkpoint returns how far the mailbox was read; the zero one before the first mail.
func (d *Daemon) Checkpoint(ctx context.Context) (at mailgate.Checkpoint, err error) {
	b, err := d.Vault.Get(ctx, checkpointKey)
	if errors.Is(err, vault.ErrNotFound) {
		return at, nil
	}
	if err != nil {
		return at, err
	}
	return at, json.Unmarshal(b, &at)
}

// Take takes one mail in: who sent it, for which game, and what it does there. All of
// it, and the answer, is one commit.
func (d *Daemon) Take(ctx context.Context, in mailgate.Incoming) (mailgate.Filing, error) {
	return d.takeSafely(ctx, mailgate.ReadIncoming(in, d.reading()), in)
}

func (d *Daemon) takeSafely(
	ctx context.Context,
	m *mailgate.Mail,
	in mailgate.Incoming,
) (filing mailgate.Filing, err error) {
	defer func() {
		// A mail on which a ruleset breaks must not stop the mails behind it.
		if p := recover(); p != nil {
			d.Logger.Error("a mail broke its reader", "sha256", m.SHA256, "panic", p, "stack", string(debug.Stack()))
			filing, err = mailgate.Quarantine, d.quarantineBroken(ctx, m, in)
		}
	}()
	return d.take(ctx, m, in)
}

// quarantineBroken records a mail that broke the program, and tells the umpire.
func (d *Daemon) quarantineBroken(ctx context.Context, m *mailgate.Mail, in mailgate.Incoming) error {
	sha, err := events.ParseHash(m.SHA256)
	if err != nil {
		return err
	}
	proof := mailgate.Proof{Game: m.Game, Seat: m.Seat, Quarantine: "the program broke while it was read; the " +
		"service's log says how"}
	return d.quarantine(ctx, game.Arrival{Mail: m, In: in, Hash: sha}, proof)
}

func (d *Daemon) take(ctx context.Context, m *mailgate.Mail, in mailgate.Incoming) (mailgate.Filing, error) {
	a := game.Arrival{Mail: m, In: in}
	var err error
	if a.Hash, err = events.ParseHash(m.SHA256); err != nil {
		return mailgate.Leave, err
	}
	if why := d.Screen.refuses(m.From); why != "" {
		return mailgate.Quarantine, d.stranger(ctx, a, mailgate.Proof{Quarantine: why})
	}
	if m.Bounce != nil || m.Auto != "" {
		return mailgate.Processed, d.takeAutomatic(ctx, a)
	}
	filing := mailgate.Processed
	for _, one := range m.Split(d.reading()) {
		a.Mail = one
		to, err := d.takePersonal(ctx, a)
		if err != nil {
			return mailgate.Leave, err
		}
		filing = max(filing, to)
	}
	return filing, nil
}

// takePersonal takes in what a person wrote for one game.
func (d *Daemon) takePersonal(ctx context.Context, a game.Arrival) (mailgate.Filing, error) {
	if d.isHeld(ctx, a.Game) {
		return d.takeHeld(ctx, a)
	}
	accounts, err := d.accounts(ctx, a.Mail)
	if err != nil {
		return mailgate.Leave, err
	}
	gate := d.gate
	gate.Trust.DKIM = d.keys.verifier(ctx)
	proof := gate.Prove(a.Mail, accounts)
	a.Lacks = proof.Lacks()
	switch {
	case a.In.Fault != "":
		proof = mailgate.Proof{Quarantine: a.Refuse}
		fallthrough
	case proof.Quarantine != "" && proof.Notice == "":
		return mailgate.Quarantine, d.stranger(ctx, a, proof)
	case proof.Quarantine != "":
		if d.limits.mails.take("unproved "+proof.Notice, d.Now()) == game.Beyond {
			d.metrics.Mails.WithLabelValues("flood").Inc()
			return mailgate.Quarantine, nil
		}
		if err := d.keep(ctx, a.In); err != nil {
			return mailgate.Leave, err
		}
		return mailgate.Quarantine, d.quarantine(ctx, a, proof)
	}
	return d.takeProved(ctx, a, proof)
}

// keep puts the raw mail into the vault.
func (d *Daemon) keep(ctx context.Context, in mailgate.Incoming) error {
	if _, err := d.Vault.PutMail(ctx, in.Raw); err != nil {
		return fmt.Errorf("daemon: keep a mail: %w", err)
	}
	return nil
}

// stranger records a mail that nobody is answered for. In a flood of them the rest is
// filed and no more: what anybody can send must not fill the store.
func (d *Daemon) stranger(ctx context.Context, a game.Arrival, proof mailgate.Proof) error {
	switch d.anotherStranger(ctx) {
	case game.Beyond:
		d.metrics.Mails.WithLabelValues("flood").Inc()
		return nil
	case game.LastWithin:
		d.Logger.Error(
			"so many mails come from nobody known that the rest of this hour is filed unread",
			"mails",
			d.limits.strangers.most,
		)
	}
	if a.In.Fault == "" {
		if err := d.keep(ctx, a.In); err != nil {
			return err
		}
	}
	return d.quarantine(ctx, a, proof)
}

// anotherStranger counts a mail of nobody known, beside those in the lobby's record.
func (d *Daemon) anotherStranger(ctx context.Context) game.Allowance {
	if d.entry(ctx, game.Lobby) != nil {
		// read for its count alone; the commit that follows says what is wrong
		_ = d.with(ctx, game.Lobby, func(*game.Game) {})
	}
	return d.limits.strangers.take("", d.Now())
}

// reading is how mail is read here.
func (d *Daemon) reading() mailgate.Options {
	return mailgate.Options{Own: []string{d.Post.Address}, Delimiter: d.Post.Delimiter, Lists: d.Lists}
}

// accounts returns the seats that the mail could be for: those of the game that it
// names, else of all games that its sender plays.
func (d *Daemon) accounts(ctx context.Context, m *mailgate.Mail) ([]mailgate.Account, error) {
	if m.Game != "" && m.Game != game.Lobby && d.entry(ctx, m.Game) != nil {
		return d.accountsOf(ctx, []string{m.Game})
	}
	// Where the game does not exist the sender is told of those he has.
	id, err := d.book.ID(ctx, m.From)
	if errors.Is(err, vault.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return d.accountsOf(ctx, d.names(id))
}

// bounced returns the seats that one of our mails could have been for that has come back.
func (d *Daemon) bounced(ctx context.Context, m *mailgate.Mail) ([]mailgate.Account, error) {
	if m.Game == "" && m.Bounce != nil {
		named := *m
		named.Game = m.Bounce.Game
		m = &named
	}
	return d.accounts(ctx, m)
}

func (d *Daemon) accountsOf(ctx context.Context, names []string) (all []mailgate.Account, unread error) {
	for _, name := range names {
		err := d.with(ctx, name, func(g *game.Game) {
			if g.Rules != nil {
				var in []mailgate.Account
				in, unread = d.accountsIn(ctx, g)
				all = append(all, in...)
			}
		})
		if err != nil && d.slot(name).held() == nil || unread != nil {
			return nil, errors.Join(err, unread)
		}
	}
	return all, ctx.Err()
}

// tokenTurns is for how many turns back the address of an old report still proves who
// answers it. Its orders come too late; that must be said, not held in quarantine.
const tokenTurns = 3

// accountsIn returns the seats of a game. A vault that cannot be read is an error: a
// mail must not be taken for a stranger's because of it.
func (d *Daemon) accountsIn(ctx context.Context, g *game.Game) (all []mailgate.Account, err error) {
	var turns []int
	for n := max(g.Campaign.Number()-tokenTurns, 0); n <= max(g.Campaign.Number(), g.Campaign.SeenBefore())+1; n++ {
		turns = append(turns, n)
	}
	auth := authOf(g.Campaign.Created().Settings.Auth)
	for _, seat := range append(slices.Clip(g.Campaign.Created().Seats), game.Umpire, game.StandIn) {
		a := mailgate.Account{Game: g.Name(), Seat: seat, Auth: auth, Turns: turns, Epoch: g.Epoch(seat)}
		for _, id := range g.Addresses(seat) {
			address, err := d.resolve(ctx, id)
			if err != nil {
				return nil, err
			}
			if address != "" {
				a.Addresses = append(a.Addresses, address)
			}
		}
		if len(a.Addresses) == 0 {
			continue
		}
		if a.Key, err = d.code(ctx, g.Name(), seat, a.Epoch); err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
}

func authOf(setting string) mailgate.Auth {
	switch setting {
	case "", "token":
		return mailgate.AuthSecret
	case "dkim":
		return mailgate.AuthSigned
	}
	return mailgate.Auth(setting)
}

// takeProved does what a mail of a known sender says.
func (d *Daemon) takeProved(ctx context.Context, a game.Arrival, proof mailgate.Proof) (mailgate.Filing, error) {
	address, err := d.book.ID(ctx, a.From)
	if err != nil {
		return mailgate.Leave, err // it was proved to be registered, and is gone since
	}
	if err := d.keep(ctx, a.In); err != nil {
		return mailgate.Leave, err
	}
	seen := d.seen(ctx, proof.Game, a)
	if !seen && d.limits.mails.take(address, d.Now()) == game.Beyond {
		proof.Quarantine, proof.Notice = fmt.Sprintf("more than %d mails came from its address within an hour; send it "+
			"again in the next", d.limits.mails.most), a.From
		return mailgate.Quarantine, d.quarantine(ctx, a, proof)
	}
	mute := a.Quiet != ""
	if !seen && !mute {
		switch d.limits.receipts.take(address, d.Now()) {
		case game.Beyond:
			mute = true
		case game.LastWithin:
			a.Problems = append(a.Problems, "So many mails came from your address that further ones are read, but not "+
				"answered, for an hour.")
		}
	}
	msg := game.Message{
		Mail: a.Mail, Sender: proof.Seat, Proof: proof.Text, Address: address, Hash: a.Hash,
		Sense: game.Sense(a.Mail), Received: a.In.Received, Mute: mute,
		Answered: max(proof.Turn, d.threadTurn(ctx, a.Mail, proof)),
	}
	a.Text, a.Problems = d.withoutSecrets(ctx, proof.Game, a.Text, a.Problems)
	if msg.Code, err = d.nextCode(ctx, a.Mail, proof.Game, proof.Seat); err != nil {
		return mailgate.Leave, err
	}
	stored, err := d.commit(ctx, proof.Game, func(g *game.Game) (cause, game.Decision, error) {
		if err := d.takeInHand(ctx, g, &msg); err != nil {
			return cause{}, game.Decision{}, err
		}
		s := game.DecideMail(g, msg, d.setsFrom())
		return cause{id: mailCommit(a.Hash), actor: proof.Seat, of: a.Hash.String()}, s, nil
	})
	if err != nil {
		return mailgate.Leave, err
	}
	as := "duplicate"
	if stored {
		as = "accepted"
		signal(d.unsent)
		signal(d.kick)
	}
	d.metrics.Mails.WithLabelValues(as).Inc()
	d.Logger.Info("mail", "game", proof.Game, "seat", proof.Seat, "proof", proof.Text, "as", as, "sha256", a.SHA256[:12])
	if a.Refuse != "" {
		return mailgate.Quarantine, nil
	}
	return mailgate.Processed, nil
}

// seen reports whether the game has the mail already: what comes twice is not counted
// against its sender.
func (d *Daemon) seen(ctx context.Context, name string, a game.Arrival) bool {
	seen := false
	// it is read again before it counts
	_ = d.with(ctx, name, func(g *game.Game) { seen = g.Campaign.Seen(a.Hash) || g.Campaign.Seen(game.Sense(a.Mail)) })
	return seen
}

// takeInHand draws what the vault must have before the mail does what it says.
func (d *Daemon) takeInHand(ctx context.Context, g *game.Game, m *game.Message) (err error) {
	switch m.Sender {
	case game.Umpire:
		m.By, err = d.actorOf(ctx, g, m.Address, m.Text)
	case game.StandIn:
		m.By, err = d.standInActor(ctx, g, m.Address)
	}
	return err
}

func mailCommit(sha events.Hash) string { return "mail." + sha.String()[:32] }

// quarantine records a mail that changes nothing. A registered address is told; a
// stranger is not: the answer could hit somebody whose address was forged.
func (d *Daemon) quarantine(ctx context.Context, a game.Arrival, proof mailgate.Proof) error {
	name := proof.Game
	if e := d.entry(ctx, name); name == "" || e == nil {
		name = game.Lobby
	}
	tell := ""
	if proof.Notice != "" && !d.seen(ctx, name, a) {
		id, err := d.book.ID(ctx, proof.Notice)
		if err != nil && !errors.Is(err, vault.ErrNotFound) {
			return err
		}
		tell = id
	}
	err := d.lobbyFor(ctx, name)
	if err != nil {
		return err
	}
	notice := game.Within
	if !d.seen(ctx, name, a) {
		notice = d.limits.notices.take(name, d.Now())
	}
	_, err = d.commit(ctx, name, func(g *game.Game) (cause, game.Decision, error) {
		c := cause{id: mailCommit(a.Hash), actor: "gate", of: a.Hash.String()}
		return c, game.DecideQuarantine(g, a, proof, tell, notice, d.Now()), nil
	})
	d.metrics.Mails.WithLabelValues("quarantined").Inc()
	d.Logger.Warn("mail in quarantine", "game", name, "reason", proof.Quarantine, "sha256", a.SHA256[:12])
	signal(d.unsent)
	return err
}

// lobbyFor makes sure that the lobby is known to the daemon before it is written to.
func (d *Daemon) lobbyFor(ctx context.Context, name string) error {
	if name != game.Lobby {
		return nil
	}
	d.slot(game.Lobby)
	return ctx.Err()
}

// takeAutomatic files what no person wrote. It is never answered; a bounce of one of
// our mails is noted, and the umpire is told.
func (d *Daemon) takeAutomatic(ctx context.Context, a game.Arrival) error {
	accounts, err := d.bounced(ctx, a.Mail)
	if err != nil {
		return err
	}
	account, ours := d.Post.Keys.BounceOf(a.Mail, accounts)
	if ours && a.Bounce.Final() {
		d.metrics.Mails.WithLabelValues("bounce").Inc()
		if err := d.keep(ctx, a.In); err != nil {
			return err
		}
		return d.takeBounce(ctx, a, account)
	}
	d.metrics.Mails.WithLabelValues("automatic").Inc()
	d.Logger.Info("automatic mail", "why", a.Auto, "sha256", a.SHA256[:12])
	proof := mailgate.Proof{Quarantine: "it was not written by a person: " + a.Auto}
	if ours {
		proof.Game, proof.Seat = account.Game, account.Seat
	} else if d.anotherStranger(ctx) == game.Beyond {
		d.metrics.Mails.WithLabelValues("flood").Inc()
		return nil
	}
	if err := d.keep(ctx, a.In); err != nil {
		return err
	}
	return d.quarantineQuietly(ctx, a, proof)
}

// quarantineQuietly records a mail and tells nobody.
func (d *Daemon) quarantineQuietly(ctx context.Context, a game.Arrival, proof mailgate.Proof) error {
	name := proof.Game
	if name == "" {
		name = game.Lobby
	}
	if err := d.lobbyFor(ctx, name); err != nil {
		return err
	}
	_, err := d.commit(ctx, name, func(g *game.Game) (cause, game.Decision, error) {
		s := game.Decision{}
		if !g.Campaign.Seen(a.Hash) {
			s.Record(
				events.MailQuarantined{SHA256: a.Hash, Reason: proof.Quarantine, Seat: proof.Seat, Received: a.In.Received.UTC()},
			)
		}
		return cause{id: mailCommit(a.Hash), actor: "gate", of: a.Hash.String()}, s, nil
	})
	return err
}
