// Package schedule computes when the turns of a game are due: intervals or times of the week in a time zone, with
// summer time, grace and reminders.
package schedule

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"galloper/events"
	"galloper/orders"
)

// Schedule says when the turns of a game close. Without Every and Days its turns have no deadline.
type Schedule struct {
	Every  time.Duration   // from the opening of a turn to its deadline
	Days   []DayTime       // or: the times of the week that are deadlines
	Zone   *time.Location  // of those times; UTC if nil
	Grace  time.Duration   // how long mails count after the deadline
	Remind []time.Duration // before the deadline, longest first
	Early  bool            // close as soon as every seat is READY
}

// DayTime is a time of the week.
type DayTime struct {
	Day time.Weekday
	At  time.Duration // since midnight, as clocks show it
}

// Notice is the shortest turn of a game with listed times: if a turn closes early, the players still have time for the
// next.
const Notice = 12 * time.Hour

// Deadline returns the deadline of a turn that was opened at that time, in UTC.
//
// Whole days of an interval are days of the calendar, so that summer time doesn't move the deadline; if summer time
// skips the time of day, they are 24 hours each. A listed time that is skipped is due at the end of the gap. A date
// that the zone skips counts neither as a day of the interval nor as a listed one.
func (s Schedule) Deadline(opened time.Time) time.Time {
	if len(s.Days) > 0 {
		return s.nextListed(opened.Add(Notice)).UTC()
	}
	const day = 24 * time.Hour
	if s.Every < day {
		return opened.Add(s.Every).UTC()
	}
	zone := s.Location()
	local := opened.In(zone)
	today := dateOf(local)
	left := s.Every / day
	for ahead := 1; ; ahead++ {
		at, skipped, exists := today.plus(ahead).at(sinceMidnight(local), zone)
		if exists {
			left--
		}
		if left == 0 && skipped > 0 {
			return opened.Add(s.Every).UTC()
		}
		if left == 0 {
			return at.Add(s.Every % day).UTC()
		}
	}
}

// nextListed returns the first listed time of the week after the given time.
func (s Schedule) nextListed(after time.Time) time.Time {
	today := dateOf(after.In(s.Location()))
	for ahead := -1; ; ahead++ {
		date, next := today.plus(ahead), time.Time{}
		for _, d := range s.Days {
			if d.Day != date.weekday() {
				continue
			}
			at, _, exists := date.at(d.At, s.Location())
			if exists && at.After(after) && (next.IsZero() || at.Before(next)) {
				next = at
			}
		}
		if !next.IsZero() {
			return next
		}
	}
}

// Closes returns when a turn with that deadline stops taking orders.
func (s Schedule) Closes(deadline time.Time) time.Time { return deadline.Add(s.Grace) }

// NextReminder returns the first reminder after the given time, and false if no
// reminder is left before the deadline.
func (s Schedule) NextReminder(deadline, after time.Time) (time.Time, bool) {
	for _, before := range s.Remind {
		if at := deadline.Add(-before); at.After(after) {
			return at, true
		}
	}
	return time.Time{}, false
}

// Location returns the schedule's zone, UTC by default.
func (s Schedule) Location() *time.Location {
	if s.Zone == nil {
		return time.UTC
	}
	return s.Zone
}

// Read reads the schedule in a game's settings. Without interval and weekdays there are no deadlines: a turn is
// closed when all seats are READY, or by the umpire. The error lists every fault.
func Read(t events.Settings) (Schedule, error) {
	r := reader{}
	s := Schedule{Every: r.span("every", t.Every), Zone: r.zone(t.Zone), Grace: r.span("grace", t.Grace),
		Remind: r.spans("remind", t.Remind), Early: r.early(t.Early)}
	s.Days = r.days(t.Days)
	r.check(t)
	slices.SortFunc(s.Remind, func(a, b time.Duration) int { return cmp.Compare(b, a) })
	return s, errors.Join(r.faults...)
}

// reader collects faults, so that they are all reported at once.
type reader struct{ faults []error }

func (r *reader) fault(format string, a ...any) {
	r.faults = append(r.faults, fmt.Errorf(format, a...))
}

func (r *reader) check(t events.Settings) {
	if t.Every != "" && len(t.Days) > 0 {
		r.fault("schedule: give either an interval (every) or weekdays (days), not both")
	}
}

func (r *reader) span(key, text string) time.Duration {
	if text == "" {
		return 0
	}
	d, err := orders.ParseSpan(text)
	if err != nil {
		r.fault("schedule: %s: %w", key, err)
	}
	return d
}

func (r *reader) spans(key string, texts []string) []time.Duration {
	out := make([]time.Duration, 0, len(texts))
	for _, t := range texts {
		out = append(out, r.span(key, t))
	}
	return out
}

func (r *reader) days(texts []string) []DayTime {
	var days []DayTime
	for _, t := range texts {
		name, at, _ := strings.Cut(strings.TrimSpace(t), " ")
		day, ok := parseWeekday(name)
		if !ok {
			r.fault(
				"schedule: days: %q is no weekday: write mon, tue, wed, thu, fri, sat or sun, and a time, as mon 20:00",
				name)
			continue
		}
		days = append(days, DayTime{day, r.clock(at)})
	}
	return days
}

func parseWeekday(text string) (time.Weekday, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	for day := time.Sunday; day <= time.Saturday; day++ {
		if name := strings.ToLower(day.String()); len(text) >= 3 && strings.HasPrefix(name, text) {
			return day, true
		}
	}
	return 0, false
}

func (r *reader) clock(text string) time.Duration {
	at, err := time.Parse("15:04", strings.TrimSpace(text))
	if err != nil {
		r.fault("schedule: days: %q is no time of day: write hours and minutes, as mon 20:00", text)
	}
	return sinceMidnight(at)
}

func (r *reader) zone(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil || strings.EqualFold(name, "local") {
		r.fault("schedule: zone: %q is no time zone: write its name in the tz database, as Europe/Vienna", name)
		return time.UTC
	}
	return zone
}

func (r *reader) early(text string) bool {
	switch strings.ToLower(text) {
	case "", "ready":
		return true
	case "never":
		return false
	}
	r.fault("schedule: early: %q is neither ready nor never", text)
	return false
}

// maxOffset is more than any zone's distance from UTC, and than any change of one.
const maxOffset = 26 * time.Hour

// date is a day of the calendar, as its midnight in UTC. Arithmetic on local times would lose the days whose midnight
// is skipped by summer time.
type date struct{ midnight time.Time }

func dateOf(local time.Time) date {
	return date{time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, time.UTC)}
}

func (d date) plus(days int) date { return date{d.midnight.AddDate(0, 0, days)} }

func (d date) weekday() time.Weekday { return d.midnight.Weekday() }

// at returns the moment at which clocks in the zone show the time of day on that date. For a time that clocks show
// twice it returns the second moment, for a skipped time the end of the gap, so that players never lose time. skipped
// is the length of that gap; exists is false if the zone skips the whole date, as Samoa did in 2011.
func (d date) at(timeOfDay time.Duration, zone *time.Location) (moment time.Time, skipped time.Duration, exists bool) {
	wall := d.midnight.Add(timeOfDay)
	for t := wall.Add(-maxOffset); t.Before(wall.Add(maxOffset)); {
		start, end := t.In(zone).ZoneBounds()
		offset := offsetAt(t, zone)
		candidate := wall.Add(-offset)
		if !candidate.Before(start) && (end.IsZero() || candidate.Before(end)) {
			moment, skipped = candidate, 0
		}
		if end.IsZero() {
			break
		}
		gapStart, gapEnd := end.Add(offset), end.Add(offsetAt(end, zone)) // as clocks show them
		if !wall.Before(gapStart) && wall.Before(gapEnd) {
			if !d.midnight.Before(gapStart) && !d.plus(1).midnight.After(gapEnd) {
				return time.Time{}, 0, false
			}
			moment, skipped = end, gapEnd.Sub(gapStart)
		}
		t = end
	}
	return moment, skipped, true
}

func offsetAt(t time.Time, zone *time.Location) time.Duration {
	_, seconds := t.In(zone).Zone()
	return time.Duration(seconds) * time.Second
}

// sinceMidnight returns the time of day that a local time shows.
func sinceMidnight(local time.Time) time.Duration {
	return time.Duration(local.Hour())*time.Hour + time.Duration(local.Minute())*time.Minute +
		time.Duration(local.Second())*time.Second + time.Duration(local.Nanosecond())
}

// EndOfDay returns the last second of a day in the zone, given by its year, month and day. If the zone skips that day,
// it is the end of the day before.
func EndOfDay(day time.Time, zone *time.Location) time.Time {
	for d := dateOf(day); ; d = d.plus(-1) {
		at, skipped, exists := d.at(24*time.Hour-time.Second, zone)
		if exists && skipped > 0 {
			return at.Add(-time.Second)
		}
		if exists {
			return at
		}
	}
}
