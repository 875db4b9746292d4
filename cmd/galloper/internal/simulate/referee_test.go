package simulate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"galloper/events"
	"galloper/events/crew"
	"galloper/events/vault"
)

// referee judges whether each answer of servers that are asked sequentially is possible after all earlier ones.
// A request without an answer may or may not have been carried out, so several states may be possible until an
// answer settles it.
type referee struct {
	t      *testing.T
	where  string
	step   int
	games  map[string]*chain
	values map[string]*value
	lines  map[string]*claim
	known  map[uint64]bool // the numbers of entries that were in an answer
	said   map[string]int  // kinds of answers
	story  []string
}

// chain is a game: its known commits (sure), and those that may follow them (open).
type chain struct {
	sure []events.Commit
	open []events.Commit
}

// value holds the values that a key may have, nil for no value. An unanswered write may arrive late until a
// newer one is stored.
type value struct{ may, late [][]byte }

// claim holds the entries that a piece of work may have in the ledger, and those that may still replace them.
type claim struct {
	may  []line
	late []line // the claimant and the number of the entry replaced; an empty claimant drops it
}

// unnumbered marks an entry whose number was in no answer yet.
const unnumbered = ^uint64(0)

func newReferee(t *testing.T, where string) *referee {
	return &referee{t: t, where: where, games: map[string]*chain{}, values: map[string]*value{},
		lines: map[string]*claim{}, known: map[uint64]bool{}, said: map[string]int{}}
}

func (r *referee) wrong(format string, args ...any) {
	r.t.Helper()
	r.t.Errorf("%s, step %d: %s; the end of the story:\n%s", r.where, r.step, fmt.Sprintf(format, args...),
		strings.Join(r.story[max(0, len(r.story)-40):], "\n"))
}

func (r *referee) game(name string) *chain {
	if r.games[name] == nil {
		r.games[name] = &chain{}
	}
	return r.games[name]
}

func (c *chain) head() events.Head {
	if len(c.sure) == 0 {
		return events.Head{}
	}
	return c.sure[len(c.sure)-1].Head
}

func (c *chain) stored(id string) int {
	return slices.IndexFunc(c.sure, func(s events.Commit) bool { return s.ID == id })
}

func (c *chain) add(s events.Commit, head events.Head) {
	s.Head = head
	c.sure, c.open = append(c.sure, s), nil
}

// appended judges the answer to an append.
func (r *referee) appended(at events.Head, s events.Commit, head events.Head, err error) {
	r.t.Helper()
	c := r.game(s.Game)
	stored, stands := c.stored(s.ID), c.head()
	isOpen := func(o events.Commit) bool { return o.ID == s.ID }
	switch {
	case err == nil && stored >= 0:
		if c.sure[stored].Head != head {
			r.wrong("%s is said to stand at %+v, and stood at %+v", s.ID, head, c.sure[stored].Head)
		}
		r.said["append: stored before"]++
	case err == nil && at == stands:
		if head.Seq <= at.Seq || head.Version != at.Version+uint64(len(s.Events)) {
			r.wrong("%s was stored at %+v, behind %+v", s.ID, head, at)
		}
		if len(c.open) > 0 && slices.ContainsFunc(c.open, isOpen) {
			r.said["append: asked again, and stored"]++
		}
		c.add(s, head)
		r.said["append: stored"]++
	case err == nil:
		r.wrong("%s was stored behind %+v, and the game stood at %+v", s.ID, at, stands)
	case errors.Is(err, events.ErrConflict):
		if stored >= 0 {
			r.wrong("%s is refused, and is stored", s.ID)
		} else if at == stands && !slices.ContainsFunc(c.open, func(o events.Commit) bool { return o.ID != s.ID }) {
			r.wrong("%s is refused behind %+v, where the game stands: %v", s.ID, at, err)
		}
		r.said["append: refused"]++
	case errors.Is(err, events.ErrUnknownOutcome):
		if at == stands && stored < 0 && !slices.ContainsFunc(c.open, isOpen) {
			c.open = append(c.open, s)
		}
		r.said["append: no answer"]++
	default:
		r.wrong("%s: an answer of no known kind: %v", s.ID, err)
	}
}

// read judges an answer with the whole game.
func (r *referee) read(game string, list []events.Commit, err error) {
	r.t.Helper()
	c := r.game(game)
	if err != nil {
		if errors.Is(err, events.ErrBroken) {
			r.wrong("%s cannot be read: %v", game, err)
		}
		r.said["read: no answer"]++
		return
	}
	for i, s := range c.sure {
		if i >= len(list) || list[i].ID != s.ID || list[i].Head != s.Head {
			r.wrong("%s has %d commits and not %d, or another in the place of %s", game, len(list), len(c.sure), s.ID)
			return
		}
	}
	r.said["read"]++
	for _, s := range list[len(c.sure):] {
		if !slices.ContainsFunc(c.open, func(o events.Commit) bool { return o.ID == s.ID }) {
			r.wrong("%s has the commit %s, which nobody may have stored there", game, s.ID)
			return
		}
		c.add(s, s.Head)
		r.said["append: no answer, and stored"]++
	}
}

// listed judges an answer with the whole log, which may lack the newest commits.
func (r *referee) listed(list []events.Commit, err error) {
	r.t.Helper()
	if err != nil {
		r.said["all: no answer"]++
		return
	}
	at, total, last := map[string]int{}, 0, uint64(0)
	for _, s := range list {
		c := r.game(s.Game)
		n := at[s.Game]
		at[s.Game]++
		if s.Head.Seq <= last {
			r.wrong("all: %s comes behind position %d", s.ID, last)
		}
		last = s.Head.Seq
		if n < len(c.sure) && c.sure[n].ID != s.ID ||
			n >= len(c.sure) && !slices.ContainsFunc(c.open, func(o events.Commit) bool { return o.ID == s.ID }) {
			r.wrong("all: %s is not commit %d of %s", s.ID, n+1, s.Game)
		}
	}
	for _, c := range r.games {
		total += len(c.sure)
	}
	if len(list) < total {
		r.said["all: an old answer"]++
		return
	}
	r.said["all"]++
}

func (r *referee) value(key string) *value {
	if r.values[key] == nil {
		r.values[key] = &value{may: [][]byte{nil}}
	}
	return r.values[key]
}

func (v *value) has(b []byte) bool {
	return slices.ContainsFunc(v.may, func(m []byte) bool { return (m == nil) == (b == nil) && bytes.Equal(m, b) })
}

// some reports whether the key may have a value.
func (v *value) some() bool {
	return slices.ContainsFunc(v.may, func(m []byte) bool { return m != nil })
}

// settle sets the current value. Writes that may arrive late remain possible, unless this one is newer.
func (v *value) settle(b []byte, newer bool) {
	if newer {
		v.late = nil
	}
	v.may = append([][]byte{b}, v.late...)
}

// open adds an unanswered write to the possible values.
func (v *value) open(b []byte) { v.may, v.late = append(v.may, b), append(v.late, b) }

// set judges the answer to a write. A nil value erases.
func (r *referee) set(what, key string, b []byte, err error) {
	r.t.Helper()
	v := r.value(key)
	if err == nil {
		v.settle(b, b != nil)
		r.said[what]++
		return
	}
	v.open(b)
	r.said[what+": no answer"]++
}

// created judges the answer to a write that requires a free key.
func (r *referee) created(key string, b []byte, err error) {
	r.t.Helper()
	v := r.value(key)
	switch {
	case errors.Is(err, vault.ErrExists):
		if !v.some() {
			r.wrong("%s is said to be there, and cannot be", key)
		}
		v.may = slices.DeleteFunc(v.may, func(m []byte) bool { return m == nil })
		r.said["create: refused"]++
	case err == nil:
		if !v.has(nil) && !v.has(b) {
			r.wrong("%s was made, and was there", key)
		}
		v.settle(b, true)
		r.said["create"]++
	default:
		if v.has(nil) {
			v.open(b)
		}
		r.said["create: no answer"]++
	}
}

// got judges an answer with the value of a key.
func (r *referee) got(key string, b []byte, err error) {
	r.t.Helper()
	v := r.value(key)
	if err != nil && !errors.Is(err, vault.ErrNotFound) {
		r.said["get: no answer"]++
		return
	}
	if err != nil {
		b = nil
	}
	if !v.has(b) {
		r.wrong("%s is said to be %q, and may be %q", key, b, v.may)
	}
	v.settle(b, false)
	r.said["get"]++
}

func (r *referee) claim(piece string) *claim {
	if r.lines[piece] == nil {
		r.lines[piece] = &claim{may: []line{{}}}
	}
	return r.lines[piece]
}

// settle sets the entries that are possible now, and adds those that may arrive late in place of one of them.
func (c *claim) settle(may ...line) {
	c.may = may
	for i := 0; i < len(c.may); i++ {
		for _, l := range c.late {
			next := line{l.by, unnumbered}
			if l.by == "" {
				next = line{}
			}
			if c.may[i].number == l.number && !slices.Contains(c.may, next) {
				c.may = append(c.may, next)
			}
		}
	}
}

// claimed judges the answer to a claim. A retry may be refused because of its own first attempt, stored or not.
func (r *referee) claimed(piece, by string, at uint64, err error) {
	r.t.Helper()
	c := r.claim(piece)
	here := func(l line) bool { return l.number == at }
	other := func(l line) bool { return !here(l) }
	switch {
	case err == nil:
		if !slices.ContainsFunc(c.may, here) {
			r.wrong("%s was claimed in the place of %d, and that may be %v", piece, at, c.may)
		}
		c.settle(line{by, unnumbered})
		r.said["claim"]++
	case errors.Is(err, crew.ErrTaken) && slices.ContainsFunc(c.may, other):
		r.said["claim: refused"]++
	default:
		if slices.ContainsFunc(c.may, here) {
			c.late = append(c.late, line{by, at})
			c.settle(c.may...)
		}
		if errors.Is(err, crew.ErrTaken) {
			r.said["claim: refused, for it was heard twice"]++
		} else {
			r.said["claim: no answer"]++
		}
	}
}

// line judges an answer with the entry of a piece of work.
func (r *referee) line(piece, by string, number uint64, err error) {
	r.t.Helper()
	c := r.claim(piece)
	if err != nil {
		r.said["whose: no answer"]++
		return
	}
	fits := func(l line) bool {
		return l.by == by && (l.number == number || l.number == unnumbered && !r.known[number])
	}
	if !slices.ContainsFunc(c.may, fits) {
		r.wrong("%s is said to be claimed by %q under %d, and may be %v", piece, by, number, c.may)
	}
	r.known[number] = number > 0
	c.settle(line{by, number})
	r.said["whose"]++
}

// dropped judges the answer to dropping a claim.
func (r *referee) dropped(piece string, number uint64, err error) {
	c := r.claim(piece)
	if err == nil {
		c.settle(line{})
		r.said["drop"]++
		return
	}
	c.late = append(c.late, line{"", number})
	c.settle(c.may...)
	r.said["drop: no answer"]++
}

// TestRefereeKnowsLateDrops: a claim may be read once more after an unanswered drop, and then be gone.
func TestRefereeKnowsLateDrops(t *testing.T) {
	r := newReferee(t, "here")
	r.claimed("piece", "c", 0, nil)
	r.line("piece", "c", 1, nil)
	r.dropped("piece", 1, context.DeadlineExceeded)
	r.line("piece", "c", 1, nil)
	r.claimed("piece", "a", 0, nil)
	r.line("piece", "a", 2, nil)
	if got := r.claim("piece").may; len(got) != 1 {
		t.Errorf("the line may be %v, though its number is known, and nothing comes late in its place", got)
	}
}
