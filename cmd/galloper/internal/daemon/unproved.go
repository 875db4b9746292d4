package daemon

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"galloper/events"
)

// What is sent to an address because of mails in its name that were not proved to be its
// (CONTRACT §13). Anybody can cause them: so one notice goes out at once, and what comes
// within the hour is told together when it is over. None of it is counted as a receipt, so
// that who forges mails takes no receipt from the player.

// digestAfter is for how long further mails are only counted.
const digestAfter = time.Hour

// unproved is what an address was told of such mails.
type unproved struct {
	seat string
	told time.Time // when it was told last
	more int       // of which it was not told since
}

// unprovedKind is the kind of those notices.
const unprovedKind = "unproved"

// noteUnproved keeps what a commit says of them, and who was not answered.
func (g *Game) noteUnproved(c *events.Commit) error {
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
			if d.Mute {
				g.unanswered[d.Seat]++
			} else {
				delete(g.unanswered, d.Seat)
			}
		case events.MailQuarantined:
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

// owes reports whether the address is told later of a mail that comes now.
func (g *Game) owes(address string, now time.Time) bool {
	u, told := g.unproved[address]
	return told && now.Sub(u.told) < digestAfter
}

// digestAt returns when the next digest is due; false: nobody is owed one.
func (g *Game) digestAt() (at time.Time, owed bool) {
	for _, u := range g.unproved {
		if due := u.told.Add(digestAfter); u.more > 0 && (!owed || due.Before(at)) {
			at, owed = due, true
		}
	}
	return at, owed
}

// digestStep tells an address of the mails that came in its name since it was told last.
func (g *Game) digestStep(now time.Time) (id string, s step) {
	for _, address := range slices.Sorted(maps.Keys(g.unproved)) {
		u := g.unproved[address]
		if u.more == 0 || g.owes(address, now) {
			continue
		}
		p := &prose{}
		p.para("NOT READ. Since %s %s in your name %s not proved to be yours, and changed nothing.",
			moment(u.told, g.Zone()), plural(u.more, "further mail"), map[bool]string{true: "was", false: "were"}[u.more == 1])
		p.para("If you wrote them, do as the notice before this one says. If you did not, somebody uses your address; you need do nothing.")
		s.mail(letter{seat: u.seat, address: address, kind: unprovedKind, turn: max(g.Campaign.Number(), 1),
			subject: plural(u.more, "further mail") + " not read", text: p.String()})
		return g.id(unprovedKind, address, strconv.FormatInt(u.told.Unix(), 10)), s
	}
	return "", s
}

// unansweredNote tells on a receipt of those that were withheld before it.
func (g *Game) unansweredNote(seat, text string) string {
	n := g.unanswered[seat]
	if n == 0 {
		return text
	}
	note := plural(n, "mail") + " of yours before this one had no receipt, as too many had gone to your address; all were read. STATUS shows what is in force."
	return strings.TrimRight(text, "\n") + "\n\n" + wrap(note, textColumns, "") + "\n"
}
