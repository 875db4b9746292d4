package game

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

// Schedule says when the turns of a game close (CONTRACT §12).
// Either Every or Days is set.
type Schedule struct {
	Every  time.Duration   // from the opening of a turn to its deadline
	Days   []DayTime       // or: at these times of the week
	Zone   *time.Location  // in this zone
	Notice time.Duration   // a turn is open for at least so long (Days only)
	Grace  time.Duration   // mails count for so long after the deadline
	Remind []time.Duration // before the deadline, longest first
	Early  bool            // close as soon as every seat is READY
}

// DayTime is a time of the week.
type DayTime struct {
	Day time.Weekday
	At  Clock
}

// Clock is a time of day.
type Clock struct{ Hour, Minute int }

// String writes the time as 20:00.
func (c Clock) String() string { return fmt.Sprintf("%02d:%02d", c.Hour, c.Minute) }

// defaultNotice is the shortest turn of a game with fixed weekdays: a turn that
// closed early must not leave the players minutes for the next.
const defaultNotice = 12 * time.Hour

// Deadline returns when a turn opened at that time is due.
// Whole days of an interval are days of the calendar: summer time moves no deadline.
func (s Schedule) Deadline(opened time.Time) time.Time {
	if len(s.Days) > 0 {
		return s.nextDay(opened)
	}
	const day = 24 * time.Hour
	if s.Every < day {
		return opened.Add(s.Every).UTC()
	}
	local := opened.In(s.zone())
	date := local.AddDate(0, 0, int(s.Every/day))
	at := wallTime(date, Clock{local.Hour(), local.Minute()}, s.zone())
	rest := time.Duration(local.Second())*time.Second + time.Duration(local.Nanosecond())
	return at.Add(rest + s.Every%day).UTC()
}

func (s Schedule) nextDay(opened time.Time) time.Time {
	from := opened.Add(s.Notice)
	var best time.Time
	for _, d := range s.Days {
		for ahead := range 9 {
			date := from.In(s.zone()).AddDate(0, 0, ahead)
			at := wallTime(date, d.At, s.zone())
			if date.Weekday() == d.Day && at.After(from) && (best.IsZero() || at.Before(best)) {
				best = at
			}
		}
	}
	return best.UTC()
}

// Closes returns when a turn with that deadline stops taking orders.
func (s Schedule) Closes(deadline time.Time) time.Time { return deadline.Add(s.Grace) }

// NextReminder returns the first reminder after the given time, and false where
// none is left before the deadline.
func (s Schedule) NextReminder(deadline, after time.Time) (time.Time, bool) {
	for _, before := range s.Remind {
		if at := deadline.Add(-before); at.After(after) {
			return at, true
		}
	}
	return time.Time{}, false
}

func (s Schedule) zone() *time.Location {
	if s.Zone == nil {
		return time.UTC
	}
	return s.Zone
}

// wallTime returns the moment at which clocks in the zone show that time on that
// day. A time that summer time leaves out is an hour later, and of a time that comes
// twice it is the second: neither takes time away from a player.
func wallTime(date time.Time, c Clock, zone *time.Location) time.Time {
	plain := time.Date(date.Year(), date.Month(), date.Day(), c.Hour, c.Minute, 0, 0, time.UTC)
	_, before := plain.Add(-24 * time.Hour).In(zone).Zone()
	_, after := plain.Add(24 * time.Hour).In(zone).Zone()
	first := plain.Add(-time.Duration(before) * time.Second)
	second := plain.Add(-time.Duration(after) * time.Second)
	if shows(second, c, zone) && (second.After(first) || !shows(first, c, zone)) {
		return second
	}
	return first
}

func shows(t time.Time, c Clock, zone *time.Location) bool {
	l := t.In(zone)
	return l.Hour() == c.Hour && l.Minute() == c.Minute
}

// ReadSchedule reads the schedule in a game's settings. One without interval and weekdays has no deadlines:
// a turn is closed when all are READY, or by the umpire. The error tells all that is
// wrong with it.
func ReadSchedule(t events.Settings) (Schedule, error) {
	r := scheduleReader{}
	s := Schedule{
		Every:  r.span("every", t.Every),
		Zone:   r.zone(t.Zone),
		Notice: defaultNotice,
		Grace:  r.span("grace", t.Grace),
		Remind: r.spans("remind", t.Remind),
		Early:  r.early(t.Early),
	}
	s.Days = r.days(t.Days)
	r.check(t)
	slices.SortFunc(s.Remind, func(a, b time.Duration) int { return cmp.Compare(b, a) })
	return s, errors.Join(r.faults...)
}

// scheduleReader collects what is wrong, so that all faults are told at once.
type scheduleReader struct{ faults []error }

func (r *scheduleReader) fault(format string, a ...any) {
	r.faults = append(r.faults, fmt.Errorf(format, a...))
}

func (r *scheduleReader) check(t events.Settings) {
	if t.Every != "" && len(t.Days) > 0 {
		r.fault("schedule: give either an interval (every) or weekdays (days), not both")
	}
}

func (r *scheduleReader) span(key, text string) time.Duration {
	if text == "" {
		return 0
	}
	d, err := orders.ParseSpan(text)
	if err != nil {
		r.fault("schedule: %s: %w", key, err)
	}
	return d
}

func (r *scheduleReader) spans(key string, texts []string) []time.Duration {
	out := make([]time.Duration, 0, len(texts))
	for _, t := range texts {
		out = append(out, r.span(key, t))
	}
	return out
}

func (r *scheduleReader) days(texts []string) []DayTime {
	var days []DayTime
	for _, t := range texts {
		name, at, _ := strings.Cut(strings.TrimSpace(t), " ")
		day, ok := parseWeekday(name)
		if !ok {
			r.fault(
				"schedule: days: %q is no weekday: write mon, tue, wed, thu, fri, sat or sun, and a time, as mon 20:00",
				name,
			)
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

func (r *scheduleReader) clock(text string) Clock {
	at, err := time.Parse("15:04", strings.TrimSpace(text))
	if err != nil {
		r.fault("schedule: days: %q is no time of day: write hours and minutes, as mon 20:00", text)
	}
	return Clock{at.Hour(), at.Minute()}
}

func (r *scheduleReader) zone(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil || strings.EqualFold(name, "local") {
		r.fault("schedule: zone: %q is no time zone: write its name in the tz database, as Europe/Vienna", name)
		return time.UTC
	}
	return zone
}

func (r *scheduleReader) early(text string) bool {
	switch strings.ToLower(text) {
	case "", "ready":
		return true
	case "never":
		return false
	}
	r.fault("schedule: early: %q is neither ready nor never", text)
	return false
}
