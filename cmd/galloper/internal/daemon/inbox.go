package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"galloper/events"
	"galloper/events/vault"
	"galloper/mailgate"
)

// Lobby is the chain that records mails which belong to no game. No game can have
// its name.
const Lobby = "lobby"

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

func (d *Daemon) takeSafely(ctx context.Context, m *mailgate.Mail, in mailgate.Incoming) (filing mailgate.Filing, err error) {
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
	proof := mailgate.Proof{Game: m.Game, Seat: m.Seat, Quarantine: "the program broke while it was read; the service's log says how"}
	return d.quarantine(ctx, arrival{Mail: m, in: in, sha256: sha}, proof)
}

func (d *Daemon) take(ctx context.Context, m *mailgate.Mail, in mailgate.Incoming) (mailgate.Filing, error) {
	a := arrival{Mail: m, in: in}
	var err error
	if a.sha256, err = events.ParseHash(m.SHA256); err != nil {
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
func (d *Daemon) takePersonal(ctx context.Context, a arrival) (mailgate.Filing, error) {
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
	a.lacks = proof.Lacks()
	switch {
	case a.in.Fault != "":
		proof = mailgate.Proof{Quarantine: a.Refuse}
		fallthrough
	case proof.Quarantine != "" && proof.Notice == "":
		return mailgate.Quarantine, d.stranger(ctx, a, proof)
	case proof.Quarantine != "":
		if d.limits.mails.take("unproved "+proof.Notice, d.Now()) == beyond {
			d.metrics.Mails.WithLabelValues("flood").Inc()
			return mailgate.Quarantine, nil
		}
		if err := d.keep(ctx, a.in); err != nil {
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
func (d *Daemon) stranger(ctx context.Context, a arrival, proof mailgate.Proof) error {
	switch d.anotherStranger(ctx) {
	case beyond:
		d.metrics.Mails.WithLabelValues("flood").Inc()
		return nil
	case lastWithin:
		d.Logger.Error("so many mails come from nobody known that the rest of this hour is filed unread", "mails", d.limits.strangers.most)
	}
	if a.in.Fault == "" {
		if err := d.keep(ctx, a.in); err != nil {
			return err
		}
	}
	return d.quarantine(ctx, a, proof)
}

// anotherStranger counts a mail of nobody known, beside those in the lobby's record.
func (d *Daemon) anotherStranger(ctx context.Context) allowance {
	if d.entry(ctx, Lobby) != nil {
		_ = d.with(ctx, Lobby, func(*Game) {}) // read for its count alone; the commit that follows says what is wrong
	}
	return d.limits.strangers.take("", d.Now())
}

// reading is how mail is read here.
func (d *Daemon) reading() mailgate.Options {
	return mailgate.Options{Own: []string{d.Post.Address}, Delimiter: d.Post.Delimiter, Lists: d.Lists}
}

// arrival is a mail on its way in.
type arrival struct {
	*mailgate.Mail
	in     mailgate.Incoming
	sha256 events.Hash
	lacks  mailgate.Lack // of one in quarantine: what its sender can mend
}

// accounts returns the seats that the mail could be for: those of the game that it
// names, else of all games that its sender plays.
func (d *Daemon) accounts(ctx context.Context, m *mailgate.Mail) ([]mailgate.Account, error) {
	if m.Game != "" && m.Game != Lobby && d.entry(ctx, m.Game) != nil {
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
		err := d.with(ctx, name, func(g *Game) {
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
func (d *Daemon) accountsIn(ctx context.Context, g *Game) (all []mailgate.Account, err error) {
	var turns []int
	for n := max(g.Campaign.Number()-tokenTurns, 0); n <= max(g.Campaign.Number(), g.Campaign.SeenBefore())+1; n++ {
		turns = append(turns, n)
	}
	auth := authOf(g.Campaign.Created().Settings.Auth)
	for _, seat := range append(slices.Clip(g.Campaign.Created().Seats), Umpire, StandIn) {
		a := mailgate.Account{Game: g.Name(), Seat: seat, Auth: auth, Turns: turns, Epoch: g.epoch(seat)}
		for _, id := range g.addresses(seat) {
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
func (d *Daemon) takeProved(ctx context.Context, a arrival, proof mailgate.Proof) (mailgate.Filing, error) {
	address, err := d.book.ID(ctx, a.From)
	if err != nil {
		return mailgate.Leave, err // it was proved to be registered, and is gone since
	}
	if err := d.keep(ctx, a.in); err != nil {
		return mailgate.Leave, err
	}
	seen := d.seen(ctx, proof.Game, a)
	if !seen && d.limits.mails.take(address, d.Now()) == beyond {
		proof.Quarantine, proof.Notice = fmt.Sprintf("more than %d mails came from its address within an hour; send it again in the next", d.limits.mails.most), a.From
		return mailgate.Quarantine, d.quarantine(ctx, a, proof)
	}
	mute := a.Quiet != ""
	if !seen && !mute {
		switch d.limits.receipts.take(address, d.Now()) {
		case beyond:
			mute = true
		case lastWithin:
			a.Problems = append(a.Problems, "So many mails came from your address that further ones are read, but not answered, for an hour.")
		}
	}
	msg := message{
		Mail: a.Mail, seat: proof.Seat, proof: proof.Text, address: address, sha256: a.sha256,
		sense: sense(a.Mail), received: a.in.Received, mute: mute,
		answered: max(proof.Turn, d.threadTurn(ctx, a.Mail, proof)),
	}
	a.Text, a.Problems = d.withoutSecrets(ctx, proof.Game, a.Text, a.Problems)
	if msg.code, err = d.nextCode(ctx, a.Mail, proof.Game, proof.Seat); err != nil {
		return mailgate.Leave, err
	}
	stored, err := d.commit(ctx, proof.Game, func(g *Game) (cause, step, error) {
		if err := d.takeInHand(ctx, g, &msg); err != nil {
			return cause{}, step{}, err
		}
		s := g.mailStep(msg, d.setsFrom())
		return cause{id: mailCommit(a.sha256), actor: proof.Seat, of: a.sha256.String()}, s, nil
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
func (d *Daemon) seen(ctx context.Context, game string, a arrival) bool {
	seen := false
	_ = d.with(ctx, game, func(g *Game) { seen = g.Campaign.Seen(a.sha256) || g.Campaign.Seen(sense(a.Mail)) }) // it is read again before it counts
	return seen
}

// takeInHand draws what the vault must have before the mail does what it says.
func (d *Daemon) takeInHand(ctx context.Context, g *Game, m *message) (err error) {
	switch m.seat {
	case Umpire:
		m.by, err = d.actorOf(ctx, g, m.address, m.Text)
	case StandIn:
		m.by, err = d.standInActor(ctx, g, m.address)
	}
	return err
}

func mailCommit(sha events.Hash) string { return "mail." + sha.String()[:32] }

// sense is the hash of what all copies of a mail share; zero for one without Message-ID.
func sense(m *mailgate.Mail) events.Hash {
	h, err := events.ParseHash(mailgate.SenseKey(m.From, m))
	if err != nil {
		return events.Hash{}
	}
	return h
}

// quarantine records a mail that changes nothing. A registered address is told; a
// stranger is not: the answer could hit somebody whose address was forged.
func (d *Daemon) quarantine(ctx context.Context, a arrival, proof mailgate.Proof) error {
	game := proof.Game
	if e := d.entry(ctx, game); game == "" || e == nil {
		game = Lobby
	}
	tell := ""
	if proof.Notice != "" && !d.seen(ctx, game, a) {
		id, err := d.book.ID(ctx, proof.Notice)
		if err != nil && !errors.Is(err, vault.ErrNotFound) {
			return err
		}
		tell = id
	}
	err := d.lobbyFor(ctx, game)
	if err != nil {
		return err
	}
	notice := within
	if !d.seen(ctx, game, a) {
		notice = d.limits.notices.take(game, d.Now())
	}
	_, err = d.commit(ctx, game, func(g *Game) (cause, step, error) {
		c := cause{id: mailCommit(a.sha256), actor: "gate", of: a.sha256.String()}
		return c, g.quarantineStep(a, proof, tell, notice, d.Now()), nil
	})
	d.metrics.Mails.WithLabelValues("quarantined").Inc()
	d.Logger.Warn("mail in quarantine", "game", game, "reason", proof.Quarantine, "sha256", a.SHA256[:12])
	signal(d.unsent)
	return err
}

// quarantineStep records the mail, tells the umpire, and the address in whose name it came.
func (g *Game) quarantineStep(a arrival, proof mailgate.Proof, tell string, notice allowance, now time.Time) (s step) {
	if g.Campaign.Seen(a.sha256) {
		return step{}
	}
	q := events.MailQuarantined{SHA256: a.sha256, Reason: proof.Quarantine, Seat: proof.Seat, Message: sense(a.Mail),
		Received: a.in.Received.UTC(), Unregistered: a.lacks == mailgate.LacksAddress}
	later := tell != "" && g.owes(tell, now)
	if later {
		q.Owed = tell
	}
	s.record(q)
	if tell != "" && !later {
		p := &prose{}
		p.para("NOT READ. A mail in your name (subject: %s) changed nothing: %s.", quoted(a.Subject), strings.TrimSuffix(proof.Quarantine, "."))
		g.cure(p, a, proof)
		if g.Rules != nil {
			p.para("You are told of further ones together, when an hour is over.")
		}
		s.mail(letter{seat: proof.Seat, address: tell, kind: unprovedKind, turn: g.Campaign.Number(), subject: "your mail was not read", text: p.String(),
			answers: a.sha256, replyTo: a.MessageID, thread: a.References})
	}
	if g.Rules != nil && notice != beyond {
		l := g.quarantineNotice(proof.Seat, proof.Quarantine)
		l.text += g.sentBy(a, proof)
		if notice == lastWithin {
			l.text += "\nSo many mails lie there that further ones of this hour are in the record alone: galloper audit shows them.\n"
		}
		s.mail(g.forUmpires(l, g.quarantineNotice(proof.Seat, proof.Quarantine))...)
	}
	return s
}

// cure says which proof a mail lacks, and the one thing that mends it.
func (g *Game) cure(p *prose, a arrival, proof mailgate.Proof) {
	const notMine = "If you did not write it, somebody uses your address; you need do nothing."
	switch a.lacks {
	case mailgate.LacksSecret:
		p.para("Your address is right; what is missing is the secret that each mail of the game brings. If you wrote it, answer the latest mail of the game, " +
			"so that your answer goes to its Reply-To address, and send the orders again. Where your mail program does not keep that address, write your KEY line into them.")
		p.para(notMine)
	case mailgate.LacksSignature:
		p.para("The secret is right; what is missing is that a mail server vouches for your address. If you wrote it, send the orders again from the web page or the " +
			"program of your own mail provider, not through another server or a forwarding. No KEY and no answer to another mail makes up for it.")
		p.para(notMine)
	case mailgate.LacksAddress:
		p.para("The secret is right; what is wrong is the address that it came from, %s, which is not registered for the seat. "+
			"If you wrote it, send the orders again from this address. To use the other one too, ask the umpire, from this one:", a.From)
		p.line("LETTER TO umpire: please add %s to %s", a.From, proof.Seat)
		p.gap()
		p.para("If you did not write it, somebody has a mail of yours: answer with the line REVOKE, and its secret is void.")
	case mailgate.LacksChoice:
		p.para("If you wrote it, send it again as an answer to the latest mail of the seat that you mean.")
		p.para(notMine)
	default:
		p.para(notMine)
	}
}

// sentBy shows the umpire a mail in quarantine: who sent it, what it says, and the act that
// would let its sender in.
func (g *Game) sentBy(a arrival, proof mailgate.Proof) string {
	p := &prose{}
	p.gap()
	p.para("It came from %s:", a.From)
	quote(p, beginning(a.Text))
	if a.lacks == mailgate.LacksAddress && g.hasSeat(proof.Seat) {
		p.gap()
		p.para("It has the secret of %s. Only if you know that the address is the player's, let it in:", g.SeatName(proof.Seat))
		p.line("ADDRESS %s +%s BECAUSE …", proof.Seat, a.From)
	}
	return "\n" + p.String()
}

func quoted(s string) string {
	if s == "" {
		return "none"
	}
	return fmt.Sprintf("%q", s)
}

// lobbyFor makes sure that the lobby is known to the daemon before it is written to.
func (d *Daemon) lobbyFor(ctx context.Context, game string) error {
	if game != Lobby {
		return nil
	}
	d.slot(Lobby)
	return ctx.Err()
}

// takeAutomatic files what no person wrote. It is never answered; a bounce of one of
// our mails is noted, and the umpire is told.
func (d *Daemon) takeAutomatic(ctx context.Context, a arrival) error {
	accounts, err := d.bounced(ctx, a.Mail)
	if err != nil {
		return err
	}
	account, ours := d.Post.Keys.BounceOf(a.Mail, accounts)
	if ours && a.Bounce.Final() {
		d.metrics.Mails.WithLabelValues("bounce").Inc()
		if err := d.keep(ctx, a.in); err != nil {
			return err
		}
		return d.takeBounce(ctx, a, account)
	}
	d.metrics.Mails.WithLabelValues("automatic").Inc()
	d.Logger.Info("automatic mail", "why", a.Auto, "sha256", a.SHA256[:12])
	proof := mailgate.Proof{Quarantine: "it was not written by a person: " + a.Auto}
	if ours {
		proof.Game, proof.Seat = account.Game, account.Seat
	} else if d.anotherStranger(ctx) == beyond {
		d.metrics.Mails.WithLabelValues("flood").Inc()
		return nil
	}
	if err := d.keep(ctx, a.in); err != nil {
		return err
	}
	return d.quarantineQuietly(ctx, a, proof)
}

// quarantineQuietly records a mail and tells nobody.
func (d *Daemon) quarantineQuietly(ctx context.Context, a arrival, proof mailgate.Proof) error {
	game := proof.Game
	if game == "" {
		game = Lobby
	}
	if err := d.lobbyFor(ctx, game); err != nil {
		return err
	}
	_, err := d.commit(ctx, game, func(g *Game) (cause, step, error) {
		s := step{}
		if !g.Campaign.Seen(a.sha256) {
			s.record(events.MailQuarantined{SHA256: a.sha256, Reason: proof.Quarantine, Seat: proof.Seat, Received: a.in.Received.UTC()})
		}
		return cause{id: mailCommit(a.sha256), actor: "gate", of: a.sha256.String()}, s, nil
	})
	return err
}
