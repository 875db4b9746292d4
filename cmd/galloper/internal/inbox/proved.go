package inbox

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"galloper/adjudicator/umpire"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/mailgate"
)

// takeProved performs the mail of an authenticated sender.
func (d *Inbox) takeProved(ctx context.Context, a game.Arrival, proof mailgate.Proof) (mailgate.Filing, error) {
	address, err := d.Book.ID(ctx, a.From)
	if err != nil {
		return mailgate.Leave, err // the address was registered a moment ago, but no longer is
	}
	sense := game.Sense(a.Mail)
	if proof.Signed {
		sense = game.SignedSense(a.Mail)
	}
	seen := d.hasMail(ctx, proof.Game, a, sense)
	if !seen && d.Quotas.Mails.Take(address, d.Now()) == game.Beyond {
		proof.Quarantine, proof.Notice = fmt.Sprintf("more than %d mails came from its address within an hour; send it "+
			"again in the next", d.Quotas.Mails.Most), a.From
		return mailgate.Quarantine, d.quarantine(ctx, a, proof)
	}
	mute := false
	if !seen {
		switch d.Quotas.Receipts.Take(address, d.Now()) {
		case game.Beyond:
			mute = true
		case game.LastWithin:
			a.Problems = append(a.Problems, "So many mails came from your address that further ones are read, but not "+
				"answered, for an hour.")
		}
	}
	msg := game.Message{Mail: a.Mail, Sender: proof.Seat, Proof: proof.Text, Address: address, Hash: a.Hash,
		Sense: sense, Received: a.In.Received, Mute: mute, Answered: max(proof.Turn, d.threadTurn(ctx, a.Mail, proof))}
	a.Text, a.Problems = d.withoutSecrets(ctx, proof.Game, a.Text, a.Problems)
	if msg.Code, err = d.nextCode(ctx, a.Mail, proof.Game, proof.Seat); err != nil {
		return mailgate.Leave, err
	}
	answered := false
	stored, err := d.Commit(ctx, proof.Game, func(g *game.Game) (host.Cause, game.Decision, error) {
		if err := d.takeInHand(ctx, g, &msg); err != nil {
			return host.Cause{}, game.Decision{}, err
		}
		g.TakeMailsFrom(d.MailsOf(ctx, proof.Game, a.In.Raw))
		s := game.DecideMail(g, msg, d.SetsFrom())
		answered = slices.ContainsFunc(s.Mails, func(l game.Outgoing) bool { return l.Kind == "receipt" })
		return causeOf(a, proof.Seat), s, nil
	})
	if err != nil {
		return mailgate.Leave, err
	}
	if !seen && !mute && !answered {
		d.Quotas.Receipts.Return(address)
	}
	as := "duplicate"
	if stored {
		as = "accepted"
		host.Signal(d.MailReady)
		host.Signal(d.Due)
	}
	d.Metrics.Mails.WithLabelValues(as).Inc()
	d.Logger.Info("mail", "game", proof.Game, "seat", proof.Seat, "proof", proof.Text, "as", as, "sha256", a.SHA256[:12])
	if a.Refuse != "" {
		return mailgate.Quarantine, nil
	}
	return mailgate.Processed, nil
}

// takeInHand draws the ids and codes that the vault must have before the mail takes effect.
func (d *Inbox) takeInHand(ctx context.Context, g *game.Game, m *game.Message) (err error) {
	if g.Name() == game.Lobby {
		m.By, err = d.LobbyActor(ctx, g, m.Address, m.Text)
		return err
	}
	switch m.Sender {
	case game.Umpire:
		m.By, err = d.ActorOf(ctx, g, m.Address, m.Text, m.About())
	case game.StandIn:
		m.By, err = d.standInActor(ctx, g, m.Address)
	}
	return err
}

// withoutSecrets removes secrets from the text of a player's mail before it is recorded, and adds a line about that to
// the receipt's problems.
func (d *Inbox) withoutSecrets(ctx context.Context, name, text string, problems []string) (string, []string) {
	clean := text
	_ = d.With(ctx, name, func(g *game.Game) { // the commit that follows reports an error
		if x, err := d.SecretsOf(ctx, g); err == nil {
			clean = x.Cut(text, "")
		}
	})
	if clean == text || host.KeyLine.ReplaceAllString(text, "") == host.KeyLine.ReplaceAllString(clean, "") {
		return clean, problems
	}
	return clean, append(problems,
		"Your mail contained an address for answers, or a KEY. It was removed: anyone who has it can write in your "+
			"name.")
}

// threadTurn returns the latest turn among our mails that the mail answers, or 0.
func (d *Inbox) threadTurn(ctx context.Context, m *mailgate.Mail, proof mailgate.Proof) int {
	domain := d.Post.Domain()
	if turn := m.ThreadTurn(proof.Game, proof.Seat, domain); turn > 0 || !strings.HasSuffix(m.InReplyTo, "@"+domain) {
		return turn
	}
	// QUIRK: some programs name the mail that they answer, but not its thread.
	if q := d.mailWithID(ctx, proof.Game, m.InReplyTo); q.Seat == proof.Seat {
		return q.Turn
	}
	return 0
}

// ActorOf stores in the vault the data for the acts of a text: an id for each address, and a new code for each seat
// that changes hands. None of it takes effect before the act is done. The text is about the turn, or 0.
func (d *Inbox) ActorOf(ctx context.Context, g *game.Game, by, text string, turn int) (h game.Actor, err error) {
	h = game.Actor{Address: by, Addresses: map[string]string{}, Keys: map[string]string{}}
	acts, faults := umpire.ReadReply(text, turn)
	if len(faults) > 0 {
		return h, nil
	}
	for _, a := range acts {
		if p := game.Proposal(g, a.Number); a.Word == "CONFIRM" && p != nil {
			acts, _ = umpire.Read(p.Text)
			a = acts[0]
		}
		if a.Address == "" && a.Word != "RENEW" || !g.HasSeat(a.Seat) && a.Seat != game.StandIn {
			continue
		}
		if a.Address != "" {
			if h.Addresses[a.Address], err = d.enter(ctx, a.Address); err != nil {
				return h, err
			}
		}
		if err := d.drawKeys(ctx, g, &h, a.Seat, acts); err != nil {
			return h, err
		}
	}
	return h, nil
}

// drawKeys draws the codes that the seat may have after any of the acts.
func (d *Inbox) drawKeys(ctx context.Context, g *game.Game, h *game.Actor, seat string, acts []umpire.Act) (err error) {
	last := g.Epoch(seat)
	for _, a := range acts {
		switch {
		case a.Seat != seat:
		case a.Word == "SUBSTITUTE":
			last += len(g.Addresses(seat))
		case a.Word == "RENEW" || a.Take:
			last++
		}
	}
	for epoch := g.Epoch(seat); epoch <= last; epoch++ {
		if h.Keys[game.KeyOf(seat, epoch)], err = d.SeatCode(ctx, g.Name(), seat, epoch); err != nil {
			return err
		}
	}
	return nil
}

// enter returns the id of an address, or "" for an id that the vault does not know.
func (d *Inbox) enter(ctx context.Context, address string) (string, error) {
	id, given := strings.CutPrefix(address, umpire.Vaulted)
	if !given {
		return d.Book.Enter(ctx, address)
	}
	if d.AddressOf(ctx, id) == "" {
		return "", nil
	}
	return id, nil
}

// LobbyActor reads the data for a text in the lobby from the vault: the ids of the addresses it names and, for an
// umpire, the addresses of the people in the game.
func (d *Inbox) LobbyActor(ctx context.Context, g *game.Game, by, text string) (h game.Actor, err error) {
	h = game.Actor{Address: by, Addresses: map[string]string{}, Names: map[string]string{}}
	umpires := by == ""
	for _, o := range g.Offers.Offers() {
		if by != "" && !o.Umpired(by) {
			continue
		}
		umpires = true
		for _, p := range o.Players {
			h.Names[p.Address] = d.AddressOf(ctx, p.Address)
		}
		for _, i := range o.Invited {
			h.Names[i.Address] = d.AddressOf(ctx, i.Address)
		}
	}
	if !umpires {
		return h, nil
	}
	for _, word := range strings.Fields(strings.ToLower(text)) {
		if word = strings.Trim(word, ".,;<>"); umpire.IsAddress(word) {
			if h.Addresses[word], err = d.Book.Enter(ctx, word); err != nil {
				return h, err
			}
		}
	}
	return h, nil
}
