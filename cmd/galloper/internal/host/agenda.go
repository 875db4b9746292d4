package host

import (
	"container/heap"
	"maps"
	"slices"
	"sync"
	"time"
)

// agenda knows which games to check and when, so that no loop over all games is needed. A game is checked when an event
// was recorded in it, when its time has come, and when the condition that it waits for is met.
type agenda struct {
	mu      sync.Mutex
	now     map[string]bool      // to be checked at once
	waiting map[string]bool      // until the mailbox has been read
	parked  map[string]bool      // until this daemon holds them
	at      map[string]time.Time // appointments of the others
	queue   timetable
	unsent  map[string]bool // with mail in the outbox
	held    map[string]bool // unreadable games
	seen    time.Time       // time of the last check
}

// setBack is the least jump back of a clock after which all games are checked again: their retries would otherwise wait
// until the clock shows the old time again.
const setBack = time.Minute

func newAgenda() *agenda {
	return &agenda{now: map[string]bool{}, waiting: map[string]bool{}, parked: map[string]bool{},
		at: map[string]time.Time{}, unsent: map[string]bool{}, held: map[string]bool{}}
}

// Touch schedules the game to be checked at once.
func (a *agenda) Touch(name string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.now[name] = true
}

// Due takes the games that are to be checked by that time, sorted.
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

// Put schedules the game to be checked at that time; zero: only after an event.
func (a *agenda) Put(name string, at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.at, name)
	if !at.IsZero() && !a.now[name] {
		a.at[name] = at
		heap.Push(&a.queue, Appointment{name, at})
	}
}

// Wait schedules the game to be checked after the mailbox has been read.
func (a *agenda) Wait(name string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.waiting[name] = true
}

// Park schedules the game to be checked once this daemon holds it.
func (a *agenda) Park(name string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.parked[name] = true
}

// Arrived ends the wait for the mailbox.
func (a *agenda) Arrived() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for name := range a.waiting {
		a.now[name] = true
	}
	clear(a.waiting)
}

// Unpark releases the parked games that this daemon holds, and reports whether there were any.
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

// Next returns the time of the next check, or zero if there is no appointment.
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
		heap.Pop(&a.queue) // it has a newer appointment
	}
	return time.Time{}
}

// Appointment returns the game's next appointment, or zero, and whether it has mail in the outbox.
func (a *agenda) Appointment(name string) (at time.Time, unsent bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.now[name] || a.waiting[name] || a.parked[name] {
		return AtOnce, a.unsent[name]
	}
	return a.at[name].UTC(), a.unsent[name]
}

// Mail records whether the game has mail in the outbox.
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

func (a *agenda) hold(name string, held bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if held {
		a.held[name] = true
	} else {
		delete(a.held, name)
	}
}

// OnHold returns the unreadable games, sorted.
func (a *agenda) OnHold() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Sorted(maps.Keys(a.held))
}

// timetable is a heap of appointments, the earliest first.
type timetable []Appointment

// Appointment is the time of a game's next check.
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

// AtOnce is an appointment in the past.
var AtOnce = time.Unix(1, 0).UTC()
