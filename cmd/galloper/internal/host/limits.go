package host

import (
	"slices"
	"strings"
	"sync"
	"time"

	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/mailgate"
)

// Limits limit the work that mail can cause. A field that is 0 has its default. The use before the start of the process
// is read from a game's record when it is first needed, so that a mail loop that crashes the process does not start
// afresh.
type Limits struct {
	Hourly    int // receipts to one address in an hour; 60
	Daily     int // receipts to one address in a day; 240
	Mails     int // mails of one address that are read in an hour; 120
	Strangers int // strangers' mails that are recorded in an hour; 200
	Guests    int // strangers asked in an hour to confirm a mail to the lobby; 30
	Notices   int // notices on mails in quarantine to the umpires of one game in an hour; 20
}

func (l Limits) withDefaults() Limits {
	for n, standard := range map[*int]int{&l.Hourly: 60, &l.Daily: 240, &l.Mails: 120, &l.Strangers: 200, &l.Guests: 30,
		&l.Notices: 20} {
		if *n == 0 {
			*n = standard
		}
	}
	return l
}

// limiter counts recent uses by key.
type limiter struct {
	Most  int
	HourN int // the part of Most allowed within an hour; 0: no such limit
	span  time.Duration
	mu    sync.Mutex
	times map[string][]time.Time
	swept time.Time
}

// Take counts a use by the key unless there were too many. It marks the last allowed use, so that the user can be told.
func (l *limiter) Take(key string, now time.Time) game.Allowance {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sweep(now)
	recent := l.recent(key, now)
	left := l.Most - len(recent)
	if l.HourN > 0 {
		lately := 0
		for _, t := range recent {
			if now.Sub(t) < time.Hour {
				lately++
			}
		}
		left = min(left, l.HourN-lately)
	}
	if left <= 0 {
		return game.Beyond
	}
	l.times[key] = append(recent, now)
	if left == 1 {
		return game.LastWithin
	}
	return game.Within
}

// Return gives back the key's last use, because it was not needed.
func (l *limiter) Return(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.times[key] = l.times[key][:max(len(l.times[key])-1, 0)]
}

func (l *limiter) recent(key string, now time.Time) []time.Time {
	if l.times == nil {
		l.times = map[string][]time.Time{}
	}
	recent := slices.DeleteFunc(l.times[key], func(t time.Time) bool { return now.Sub(t) >= l.span })
	l.times[key] = recent
	return recent
}

// sweep forgets keys without recent use: the number of strangers' addresses has no bound.
func (l *limiter) sweep(now time.Time) {
	if now.Sub(l.swept) < l.span {
		return
	}
	l.swept = now
	for key := range l.times {
		if len(l.recent(key, now)) == 0 {
			delete(l.times, key)
		}
	}
}

type limiters struct {
	Receipts, Mails, Strangers, Notices limiter

	Guests int // strangers asked in an hour; counted in the lobby's record
}

func newLimiters(l Limits) *limiters {
	l = l.withDefaults()
	return &limiters{Guests: l.Guests, Receipts: limiter{Most: l.Daily, HourN: l.Hourly, span: 24 * time.Hour},
		Mails: limiter{Most: l.Mails, span: time.Hour}, Strangers: limiter{Most: l.Strangers, span: time.Hour},
		Notices: limiter{Most: l.Notices, span: time.Hour}}
}

func (l *limiters) longest() time.Duration { return l.Receipts.span }

// usage is a recorded mail's use of a limiter.
type usage struct {
	of  func(*limiters) *limiter
	key string
	at  time.Time
}

// recall counts uses from before the start of the process.
func (l *limiters) recall(all []usage) {
	for _, u := range all {
		u.of(l).note(u.key, u.at)
	}
}

func (l *limiter) note(key string, at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.times[key] = append(l.recent(key, at), at)
}

// usageIn returns the uses by the mails of a commit.
func usageIn(c *events.Commit) (all []usage) {
	var quarantined, warned bool
	receipts := map[events.Hash]string{} // by the mail answered: the recipient
	var received []events.Hash
	for _, e := range c.Events {
		data, err := events.Decode(e)
		if err != nil {
			continue // the fold reports it
		}
		switch data := data.(type) {
		case events.MailReceived:
			received = append(received, data.SHA256)
		case events.MailQuarantined:
			quarantined = true
		case events.MailQueued:
			if data.Kind == "receipt" {
				receipts[data.Answers] = data.Address
				all = append(all, usage{func(l *limiters) *limiter { return &l.Receipts }, data.Address, c.At})
			}
			warned = warned || data.Kind == "notice" && data.Seat == game.Umpire
		}
	}
	for _, mail := range received {
		if from := receipts[mail]; from != "" {
			all = append(all, usage{func(l *limiters) *limiter { return &l.Mails }, from, c.At})
		}
	}
	switch {
	case quarantined && c.Game == game.Lobby:
		all = append(all, usage{func(l *limiters) *limiter { return &l.Strangers }, "", c.At})
	case quarantined && warned:
		all = append(all, usage{func(l *limiters) *limiter { return &l.Notices }, c.Game, c.At})
	}
	return all
}

// Screen selects the senders whose mail is read. Each entry is an address, or a domain as `@example.org` without its
// subdomains.
type Screen struct {
	Allow []string // empty: all senders
	Deny  []string // has priority over Allow
}

// Refuses returns why mail of the address is not read, or "".
func (s Screen) Refuses(address string) string {
	switch {
	case onList(s.Deny, address):
		return "its sender is on the deny list"
	case len(s.Allow) > 0 && !onList(s.Allow, address):
		return "its sender is not on the allow list"
	}
	return ""
}

func onList(list []string, address string) bool {
	_, domain, _ := strings.Cut(mailgate.NormalAddress(address), "@")
	return slices.ContainsFunc(list, func(entry string) bool {
		if of, ok := strings.CutPrefix(entry, "@"); ok {
			return strings.EqualFold(of, domain)
		}
		return mailgate.SameAddress(entry, address)
	})
}
