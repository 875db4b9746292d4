package schedule

import (
	"archive/zip"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// zones returns a zone of the tz database for each set of transitions from 2006 to 2036.
func zones(t *testing.T) []*time.Location {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	archive, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	seen := make(map[string]bool)
	var out []*time.Location
	for _, f := range archive.File {
		if strings.HasSuffix(f.Name, "/") {
			continue
		}
		zone, err := time.LoadLocation(f.Name)
		if err != nil {
			t.Fatalf("the embedded database lacks %s: %v", f.Name, err)
		}
		var key strings.Builder
		for _, at := range transitions(zone) {
			fmt.Fprintln(&key, at.Unix(), offsetAt(at, zone))
		}
		if !seen[key.String()] {
			seen[key.String()] = true
			out = append(out, zone)
		}
	}
	return out
}

// transitions returns the beginning of 2006 in the zone and each change of its offset until 2036.
func transitions(zone *time.Location) []time.Time {
	at := time.Date(2006, 1, 1, 0, 0, 0, 0, time.UTC)
	out := []time.Time{at}
	for {
		if _, at = at.In(zone).ZoneBounds(); at.IsZero() || at.Year() > 2036 {
			return out
		}
		out = append(out, at)
	}
}

// firstShown returns the first moment after the given one at which clocks in the zone reach or skip a listed
// time, to the quarter of an hour. It is an independent version of nextListed, except for times that are shown
// twice.
func firstShown(listed []DayTime, after time.Time, zone *time.Location) time.Time {
	const quarter = 15 * time.Minute
	previous := after
	for {
		now := previous.Truncate(quarter).Add(quarter)
		limit := wall(now, zone)
		shown := wall(previous, zone).Truncate(quarter).Add(quarter)
		if shown.After(limit) || limit.Sub(shown) >= 24*time.Hour { // set back, or a whole date is skipped
			shown = limit
		}
		for ; !shown.After(limit); shown = shown.Add(quarter) {
			for _, d := range listed {
				if shown.Weekday() == d.Day && sinceMidnight(shown) == d.At && now.After(after) {
					return now
				}
			}
		}
		previous = now
	}
}

// wall returns what clocks in the zone show, as a time in UTC.
func wall(t time.Time, zone *time.Location) time.Time { return t.UTC().Add(offsetAt(t, zone)) }

// TestDeadlinesOfAllZones checks turns opened in the days around every change of clocks.
func TestDeadlinesOfAllZones(t *testing.T) {
	t.Parallel()
	at := func(d time.Weekday, h, m int) DayTime {
		return DayTime{d, time.Duration(h)*time.Hour + time.Duration(m)*time.Minute}
	}
	lists := [][]DayTime{
		{at(time.Sunday, 0, 0), at(time.Saturday, 23, 45)},
		{at(time.Sunday, 2, 30), at(time.Thursday, 0, 30), at(time.Friday, 0, 15)},
		{at(time.Sunday, 12, 0)},
		{at(time.Friday, 1, 0), at(time.Saturday, 3, 0)},
	}
	for _, zone := range zones(t) {
		for _, change := range transitions(zone) {
			// Antarctica/Casey sets its clocks back by three hours, so the repeated time comes three hours
			// later.
			again := max(2*time.Hour, offsetAt(change.Add(-1), zone)-offsetAt(change, zone))
			for i, listed := range lists {
				s := Schedule{Days: listed, Zone: zone}
				for _, before := range []time.Duration{5 * 24 * time.Hour, Notice + 90*time.Minute, Notice - time.Minute, 0} {
					opened := change.Add(-before)
					got := s.Deadline(opened)
					first := firstShown(listed, opened.Add(Notice), zone)
					if got.Sub(opened) <= Notice || first.Sub(got) >= 15*time.Minute || got.Sub(first) > again {
						t.Fatalf("%s, list %d, opened %s: due %s, first shown %s", zone, i, opened, got, first)
					}
					isListed := slices.ContainsFunc(listed, func(d DayTime) bool {
						w := wall(got, zone)
						return w.Weekday() == d.Day && sinceMidnight(w) == d.At
					})
					if start, _ := got.In(zone).ZoneBounds(); !isListed && !start.Equal(got) {
						t.Fatalf("%s, list %d, opened %s: due %s, neither listed nor the end of a gap", zone, i, opened, got)
					}
				}
			}
			for _, days := range []int{1, 2, 7} {
				s := Schedule{Every: time.Duration(days) * 24 * time.Hour, Zone: zone}
				for before := range 30 {
					opened := change.Add(-time.Duration(before) * time.Hour / 2)
					got := s.Deadline(opened).Sub(opened)
					if d := got - s.Every; d < -3*time.Hour || d > 3*time.Hour {
						t.Fatalf("%s, %s, opened %s: open for %s", zone, s.Every, opened, got)
					}
				}
			}
		}
	}
}

func TestEndOfDayOfAllZones(t *testing.T) {
	t.Parallel()
	for _, zone := range zones(t) {
		for _, change := range transitions(zone) {
			for hours := -48; hours < 48; hours++ {
				local := change.Add(time.Duration(hours) * time.Hour).In(zone)
				end := EndOfDay(local, zone)
				next := end.Add(time.Second).In(zone)
				if end.Before(local) || dateOf(end.In(zone)) != dateOf(local) || dateOf(next) == dateOf(local) {
					t.Fatalf("%s: the day of %s ends %s", zone, local, end.In(zone))
				}
			}
		}
	}
}
