package host

import (
	"container/heap"
	"maps"
	"slices"
	"sync"
	"time"
)

// agenda knows which games have to be looked at and when, so that nobody needs to go
// through all of them: a game is looked at when something was recorded in it, when
// its time has come, and when what it waits for has happened.
type agenda struct {
	mu      sync.Mutex
	now     map[string]bool      // to be looked at
	waiting map[string]bool      // until the mailbox was looked into
	parked  map[string]bool      // until they are this daemon's
	at      map[string]time.Time // when the others are
	queue   timetable
	unsent  map[string]bool // with mail in the outbox
	held    map[string]bool // that cannot be read
	seen    time.Time       // when was looked last
}

// setBack is by how much a clock must be set back for all games to be looked at anew: what was to be tried again in a
// moment would else wait until the clock shows that time again.
const setBack = time.Minute

func newAgenda() *agenda {
	return &agenda{
		now: map[string]bool{}, waiting: map[string]bool{}, parked: map[string]bool{}, at: map[string]time.Time{},
		unsent: map[string]bool{}, held: map[string]bool{},
	}
}

// Touch has the game looked at.
func (a *agenda) Touch(name string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.now[name] = true
}

// Due takes the games that are to be looked at by that time, sorted.
func (a *agenda) Due(now time.Time) (names []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.seen.Sub(now) > setBack {
		for name := range a.at {
			a.now[name] = true
		}
		clear(a.at)
		a.queue = nil
	}
	a.seen = now
	for len(a.queue) > 0 && !a.queue[0].At.After(now) {
		if e := heap.Pop(&a.queue).(Appointment); a.at[e.Name].Equal(e.At) {
			delete(a.at, e.Name)
			a.now[e.Name] = true
		}
	}
	for name := range a.now {
		names = append(names, name)
		delete(a.parked, name)
		delete(a.waiting, name)
	}
	clear(a.now)
	slices.Sort(names)
	return names
}

// Put has the game looked at again at that time; zero: when something happens.
func (a *agenda) Put(name string, at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.at, name)
	if !at.IsZero() && !a.now[name] {
		a.at[name] = at
		heap.Push(&a.queue, Appointment{name, at})
	}
}

// Wait has the game looked at when the mailbox was looked into.
func (a *agenda) Wait(name string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.waiting[name] = true
}

// Park has the game looked at when it is this daemon's.
func (a *agenda) Park(name string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.parked[name] = true
}

// Arrived ends the waiting for the mailbox.
func (a *agenda) Arrived() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for name := range a.waiting {
		a.now[name] = true
	}
	clear(a.waiting)
}

// Unpark ends the parking of the games that are this daemon's, and reports whether
// there were any.
func (a *agenda) Unpark(mine func(name string) bool) (any bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for name := range a.parked {
		if mine(name) {
			delete(a.parked, name)
			a.now[name] = true
			any = true
		}
	}
	return any
}

// Next returns when the next game is to be looked at; zero: when something happens.
func (a *agenda) Next(now time.Time) time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.now) > 0 {
		return now
	}
	for len(a.queue) > 0 {
		e := a.queue[0]
		if a.at[e.Name].Equal(e.At) {
			return e.At
		}
		heap.Pop(&a.queue) // another time holds for it now
	}
	return time.Time{}
}

// Appointment returns when the game is looked at next, zero: when something happens;
// and whether it has mail in the outbox.
func (a *agenda) Appointment(name string) (at time.Time, unsent bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.now[name] || a.waiting[name] || a.parked[name] {
		return AtOnce, a.unsent[name]
	}
	return a.at[name].UTC(), a.unsent[name]
}

// Mail notes whether the game has mail in the outbox.
func (a *agenda) Mail(name string, unsent bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if unsent {
		a.unsent[name] = true
	} else {
		delete(a.unsent, name)
	}
}

// WithMail returns the games that have mail in the outbox, sorted.
func (a *agenda) WithMail() (names []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for name := range a.unsent {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// hold notes whether the game cannot be read.
func (a *agenda) hold(name string, held bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if held {
		a.held[name] = true
	} else {
		delete(a.held, name)
	}
}

// OnHold returns the games that cannot be read, sorted.
func (a *agenda) OnHold() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Sorted(maps.Keys(a.held))
}

// timetable is a heap of appointments, the earliest first.
type timetable []Appointment

// Appointment is when a game is to be looked at.
type Appointment struct {
	Name string
	At   time.Time
}

// Len implements heap.Interface.
func (t timetable) Len() int { return len(t) }

// Less implements heap.Interface.
func (t timetable) Less(i, j int) bool { return t[i].At.Before(t[j].At) }

// Swap implements heap.Interface.
func (t timetable) Swap(i, j int) { t[i], t[j] = t[j], t[i] }

// Push implements heap.Interface.
func (t *timetable) Push(x any) { *t = append(*t, x.(Appointment)) }

// Pop implements heap.Interface.
func (t *timetable) Pop() any {
	last := (*t)[len(*t)-1]
	*t = (*t)[:len(*t)-1]
	return last
}

// AtOnce is a time that has come.
var AtOnce = time.Unix(1, 0).UTC()
