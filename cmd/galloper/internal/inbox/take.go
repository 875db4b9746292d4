package inbox

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
	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/events/vault"
	"galloper/mailgate"
)

// Handle takes a batch of mails, those of one sender in order, and returns the folder for each. It is a
// mailgate.Handler: after an error the same mails come again, and those already taken then have no effect.
func (d *Inbox) Handle(ctx context.Context, batch []mailgate.Incoming) ([]mailgate.Filing, error) {
	filings := make([]mailgate.Filing, len(batch))
	mails := make([]*mailgate.Mail, len(batch))
	for i, in := range batch {
		mails[i] = mailgate.ReadIncoming(in, d.Reading())
	}
	g, taking := errgroup.WithContext(ctx)
	g.SetLimit(max(d.Parallel, 1))
	for _, theirs := range inTurn(mails, bySender(mails)) {
		g.Go(func() error {
			for _, i := range theirs {
				filing, err := d.take(taking, mails[i], batch[i])
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

// bySender groups the mails' indexes by sender, in the order of each sender's first mail.
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

// inTurn alternates between groups of different games: a game takes one mail at a time, and mails for other games need
// not wait for it.
func inTurn(mails []*mailgate.Mail, groups [][]int) [][]int {
	before, rank := map[string]int{}, make([]int, len(mails)) // a group has the rank of its first mail
	for _, g := range groups {
		game := mails[g[0]].Game
		rank[g[0]] = before[game]
		before[game]++
	}
	slices.SortStableFunc(groups, func(a, b []int) int { return rank[a[0]] - rank[b[0]] })
	return groups
}

const checkpointKey = "mailbox.checkpoint"

func (d *Inbox) keepCheckpoint(ctx context.Context, at mailgate.Checkpoint) error {
	b, err := json.Marshal(at)
	if err != nil {
		return err
	}
	return d.Vault.Put(ctx, checkpointKey, b)
}

// Checkpoint returns the position up to which the mailbox was read, or the zero value before the first mail.
func (d *Inbox) Checkpoint(ctx context.Context) (at mailgate.Checkpoint, err error) {
	b, err := d.Vault.Get(ctx, checkpointKey)
	if errors.Is(err, vault.ErrNotFound) {
		return at, nil
	}
	if err != nil {
		return at, err
	}
	return at, json.Unmarshal(b, &at)
}

// Take handles one mail: it finds the sender and the game, and records the mail's effect and its answer in one commit.
func (d *Inbox) Take(ctx context.Context, in mailgate.Incoming) (mailgate.Filing, error) {
	return d.take(ctx, mailgate.ReadIncoming(in, d.Reading()), in)
}

func (d *Inbox) take(ctx context.Context, m *mailgate.Mail, in mailgate.Incoming) (mailgate.Filing, error) {
	hash, err := events.ParseHash(m.SHA256)
	if err != nil {
		return mailgate.Leave, err
	}
	parts, filing := []*mailgate.Mail{m}, mailgate.Processed
	if m.Bounce == nil && m.Auto == "" {
		parts = m.Split(d.Reading())
	}
	for _, one := range parts {
		to, err := d.takeSafely(ctx, game.Arrival{Mail: one, In: in, Hash: hash})
		if err != nil {
			return mailgate.Leave, err
		}
		filing = max(filing, to)
	}
	return filing, nil
}

// takeSafely takes a part of a mail, and sets it aside if the program panics on it or its effect can't be recorded.
// Only errors of the store reach the mailbox: after them the same mails come again.
func (d *Inbox) takeSafely(ctx context.Context, a game.Arrival) (filing mailgate.Filing, err error) {
	err = safely(func() (err error) { filing, err = d.takePart(ctx, a); return err })
	if !errors.Is(err, host.ErrUnfit) {
		return filing, err
	}
	d.Logger.Error("a mail is set aside", "sha256", a.SHA256, "error", err)
	if err = safely(func() error { return d.setAside(ctx, a, err) }); errors.Is(err, host.ErrUnfit) {
		d.Logger.Error("could not report it", "sha256", a.SHA256, "error", err)
		err = nil
	}
	return mailgate.Quarantine, err
}

// safely runs a step and turns a panic into an error of the kind [host.ErrUnfit].
func safely(step func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: the program broke: %v\n%s", host.ErrUnfit, p, debug.Stack())
		}
	}()
	return step()
}

// setAside records a mail that cannot be handled, and tells the umpire and, unless it is automatic, its sender.
func (d *Inbox) setAside(ctx context.Context, a game.Arrival, why error) error {
	proof, err := d.prove(ctx, a.Mail)
	if err != nil {
		return err
	}
	if proof.Quarantine == "" && a.Auto == "" {
		proof.Notice = a.From
	}
	proof.Quarantine = "the program broke while it was read; the service's log says how. Send it again in other words"
	if errors.Is(why, events.ErrTooLarge) {
		proof.Quarantine = "its effect is too large to be recorded. Send it again in several shorter mails"
	}
	return d.quarantine(ctx, a, proof)
}

// takePart handles the part of a mail that concerns one game.
func (d *Inbox) takePart(ctx context.Context, a game.Arrival) (mailgate.Filing, error) {
	if why := d.Screen.Refuses(a.From); why != "" {
		return mailgate.Quarantine, d.stranger(ctx, a, mailgate.Proof{Quarantine: why})
	}
	if a.Bounce != nil || a.Auto != "" {
		return mailgate.Processed, d.takeAutomatic(ctx, a)
	}
	if filing, taken, err := d.takeGuest(ctx, a); taken || err != nil {
		return filing, err
	}
	if d.isHeld(ctx, a.Game) {
		return d.takeHeld(ctx, a)
	}
	proof, err := d.prove(ctx, a.Mail)
	if err != nil {
		return mailgate.Leave, err
	}
	if d.isHeld(ctx, proof.Game) {
		a.Game = proof.Game
		return d.takeHeld(ctx, a)
	}
	a.Lacks = proof.Lacks()
	switch {
	case a.In.Fault != "":
		proof = mailgate.Proof{Quarantine: a.Refuse}
		fallthrough
	case proof.Quarantine != "" && proof.Notice == "":
		return mailgate.Quarantine, d.stranger(ctx, a, proof)
	case proof.Quarantine != "":
		if d.Quotas.Mails.Take("unproved "+proof.Notice, d.Now()) == game.Beyond {
			d.Metrics.Mails.WithLabelValues("flood").Inc()
			return mailgate.Quarantine, nil
		}
		return mailgate.Quarantine, d.quarantine(ctx, a, proof)
	}
	return d.takeProved(ctx, a, proof)
}

// prove authenticates the mail. In a crew, another daemon may have played turns of a game since it was last read here,
// so a mail is judged by the current record before it is rejected. A mail with the secret of a turn after the end of
// the record puts its game on hold.
func (d *Inbox) prove(ctx context.Context, m *mailgate.Mail) (proof mailgate.Proof, err error) {
	gate := d.gate
	gate.Trust.DKIM = d.keys.Verifier(ctx)
	accounts, err := d.accounts(ctx, m)
	if err != nil {
		return proof, err
	}
	proof = gate.Prove(m, accounts)
	if proof.Turn > 0 && proof.Quarantine == "" { // the record has the turn of its secret
		return proof, nil
	}
	name, turn := gate.Keys.Ahead(m, accounts)
	if d.Crew != nil && (proof.Quarantine != "" || name != "") {
		if accounts, err = d.refreshed(ctx, m, accounts); err != nil {
			return proof, err
		}
		proof = gate.Prove(m, accounts)
		name, turn = gate.Keys.Ahead(m, accounts)
	}
	if name != "" {
		proof.Game = name
		if err = d.Lost.Note(ctx, name, turn); err == nil {
			err = d.HoldOld(ctx)
		}
	}
	return proof, err
}

// refreshed returns the accounts that the mail could be for, from the current record.
func (d *Inbox) refreshed(ctx context.Context, m *mailgate.Mail, accounts []mailgate.Account) ([]mailgate.Account,
	error) {
	read := map[string]bool{}
	for _, a := range accounts {
		if read[a.Game] {
			continue
		}
		read[a.Game] = true
		if err := d.Refresh(ctx, a.Game); err != nil && d.Slot(a.Game).Held() == nil {
			return nil, err
		}
	}
	return d.accounts(ctx, m)
}

// takeAutomatic files an automatic mail. It is never answered; a bounce of our own mail is recorded, and the umpire is
// told.
func (d *Inbox) takeAutomatic(ctx context.Context, a game.Arrival) error {
	accounts, err := d.bounced(ctx, a.Mail)
	if err != nil {
		return err
	}
	account, ours := d.Post.Keys.BounceOf(a.Mail, accounts)
	if ours && a.Bounce.Final() {
		d.Metrics.Mails.WithLabelValues("bounce").Inc()
		return d.takeBounce(ctx, a, account)
	}
	d.Metrics.Mails.WithLabelValues("automatic").Inc()
	d.Logger.Info("automatic mail", "why", a.Auto, "sha256", a.SHA256[:12])
	proof := mailgate.Proof{Quarantine: "it was not written by a person: " + a.Auto}
	if ours {
		proof.Game, proof.Seat = account.Game, account.Seat
	} else if d.countStranger(ctx) == game.Beyond {
		d.Metrics.Mails.WithLabelValues("flood").Inc()
		return nil
	}
	return d.quarantineQuietly(ctx, a, proof)
}
