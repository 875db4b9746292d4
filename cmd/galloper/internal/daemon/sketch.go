package daemon

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"galloper/adjudicator/umpire"
	"galloper/events"
)

// The acts of one text are done one after another. Each is decided from a sketch of the
// game, which has what the acts before it have done; the game itself changes when all
// of them are stored, in one commit.

// sketch returns a copy of the game that can be folded on by itself.
func (g *Game) sketch() *Game {
	n := *g
	n.Campaign, n.book = g.Campaign.Clone(), g.book.Clone()
	n.Umpires, n.StandIns, n.last = slices.Clone(g.Umpires), slices.Clone(g.StandIns), maps.Clone(g.last)
	if n.stored == nil {
		head := g.Campaign.Head()
		n.stored = &head
	}
	return &n
}

// after returns the game as it will be once the events are stored.
func (g *Game) after(data []events.Data, now time.Time) (*Game, error) {
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

// allOrNothing does the acts of a text one after another. The first that is refused
// takes the others with it.
func (g *Game) allOrNothing(s *step, acts []request, now time.Time) (subject, answer string) {
	done, p, as := step{}, &prose{}, g
	for i, a := range acts {
		one, refused := as.act(a, now)
		if refused != "" {
			return actsRefused, refusal(acts, i, refused)
		}
		if !umpire.FormOf(a.Word).Tells {
			as.tellUmpires(&one, a)
		}
		done.record(one.data...)
		done.mail(as.addressed(one.mails, g)...)
		if umpire.FormOf(a.Word).Tells {
			p.block(one.note)
			p.gap()
		} else {
			p.item("-", "%s", strings.TrimSpace(a.Word+": done. "+one.note))
		}
		if len(acts) == 1 {
			break
		}
		next, err := as.after(one.data, now)
		if err != nil {
			return actsRefused, refusal(acts, i, "what it comes to cannot be recorded: "+err.Error())
		}
		as = next
	}
	if len(acts) > 1 {
		as.renewAll(done.mails)
	}
	s.record(done.data...)
	s.mail(done.mails...)
	return actsDone, p.String()
}

// refusal says which act of a text is refused and why, and that nothing of it was done.
func refusal(acts []request, at int, why string) string {
	p := &prose{}
	head, more, long := strings.Cut(why, "\n")
	which := acts[at].Word
	if len(acts) > 1 {
		which = fmt.Sprintf("act %d of %d (line %d), %s", at+1, len(acts), acts[at].Line, which)
	}
	p.para("REFUSED. Nothing was done: %s: %s", which, head)
	if long {
		p.block(more)
	}
	return p.String()
}

// addressed gives letters to a seat whose addresses an earlier act of the same text has
// changed to those that it has now; those are queued while the game is as it was.
func (g *Game) addressed(letters []letter, stored *Game) (out []letter) {
	for _, l := range letters {
		now := g.addresses(l.seat)
		if l.address != "" || slices.Equal(now, stored.addresses(l.seat)) {
			out = append(out, l)
			continue
		}
		for _, id := range now {
			l.address = id
			out = append(out, l)
		}
	}
	return out
}

// renewAll has mails to those who still have their seat behind all acts carry the
// secrets that it has then: an act further down may have made them new.
func (g *Game) renewAll(letters []letter) {
	for i := range letters {
		if l := &letters[i]; l.address == "" || slices.Contains(g.addresses(l.seat), l.address) {
			l.epoch = max(l.epoch, g.epoch(l.seat))
		}
	}
}
