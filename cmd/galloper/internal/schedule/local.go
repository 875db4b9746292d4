package schedule

import "time"

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
