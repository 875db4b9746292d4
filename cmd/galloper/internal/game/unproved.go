package game

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"galloper/cmd/galloper/internal/prose"
)

// Notices to an address about unauthenticated mails in its name. Anyone can cause them, so one is sent at once, and
// further mails within the hour are reported together afterwards. They don't count as receipts, so that forged mails
// don't use up a player's receipts.

// digestAfter is the time during which further mails are only counted.
const digestAfter = time.Hour

// unprovedKind is the kind of these notices.
const unprovedKind = "unproved"

// owes reports whether the address is told later of a mail that comes now.
func owes(g *Game, address string, now time.Time) bool {
	u, told := g.unproved[address]
	return told && now.Sub(u.told) < digestAfter
}

// digestAt returns the time of the next digest; owed is false if there is none.
func digestAt(g *Game) (at time.Time, owed bool) {
	for _, address := range slices.Sorted(maps.Keys(g.unproved)) {
		u := g.unproved[address]
		if due := u.told.Add(digestAfter); u.more > 0 && (!owed || due.Before(at)) {
			at, owed = due, true
		}
	}
	return at, owed
}

// decideDigest tells an address of the mails in its name since the last notice.
func decideDigest(g *Game, now time.Time) (id string, s Decision) {
	for _, address := range slices.Sorted(maps.Keys(g.unproved)) {
		u := g.unproved[address]
		if u.more == 0 || owes(g, address, now) {
			continue
		}
		p := &prose.Text{}
		p.Para("NOT READ. Since %s %s in your name %s not proved to be yours, and changed nothing.",
			prose.Moment(u.told, g.Zone()), prose.Plural(u.more, "further mail"),
			map[bool]string{true: "was", false: "were"}[u.more == 1])
		p.Para("If you wrote them, do as the previous notice says. If you did not, another person uses your address; " +
			"you need not do anything.")
		s.Mail(Outgoing{Seat: u.seat, Address: address, Kind: unprovedKind, Turn: max(g.Campaign.Number(), 1),
			Subject: prose.Plural(u.more, "further mail") + " not read", Text: p.String()})
		return g.CommitID(unprovedKind, address, strconv.FormatInt(u.told.Unix(), 10)), s
	}
	return "", s
}
