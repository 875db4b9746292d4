package schedule

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"galloper/events"
)

func TestDeadline(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		text   events.Settings
		opened string
		want   string
	}{
		{"hours", events.Settings{Every: "36h"}, "2026-03-01T10:00:00Z", "2026-03-02T22:00:00Z"},
		{
			"days keep the hour when summer time begins",
			events.Settings{Every: "2d", Zone: "Europe/Vienna"},
			"2026-03-28T19:00:00Z",
			"2026-03-30T18:00:00Z",
		},
		{
			"days keep the hour when summer time ends",
			events.Settings{Every: "1d", Zone: "Europe/Vienna"},
			"2026-10-24T18:00:30Z",
			"2026-10-25T19:00:30Z",
		},
		{
			"next weekday",
			events.Settings{Days: []string{"tue 20:00", "friday 20:00"}, Zone: "Europe/Vienna"},
			"2026-11-17T19:00:05Z",
			"2026-11-20T19:00:00Z",
		},
		{
			"the same weekday if there is notice enough",
			events.Settings{Days: []string{"tue 20:00"}},
			"2026-11-17T07:00:00Z",
			"2026-11-17T20:00:00Z",
		},
		{
			"an early close leaves twelve hours",
			events.Settings{Days: []string{"tue 20:00", "fri 20:00"}},
			"2026-11-17T19:55:00Z",
			"2026-11-20T20:00:00Z",
		},
		{
			"days with times of their own",
			events.Settings{Days: []string{"sun 12:00", "fri 20:00"}},
			"2026-11-20T12:00:00Z",
			"2026-11-22T12:00:00Z",
		},
		{
			"weekday over the change of clocks",
			events.Settings{Days: []string{"mon 20:00"}, Zone: "Europe/Vienna"},
			"2026-03-27T12:00:00Z",
			"2026-03-30T18:00:00Z",
		},
		{
			"a time that summer time leaves out",
			events.Settings{Days: []string{"sun 02:30"}, Zone: "Europe/Vienna"},
			"2026-03-27T12:00:00Z",
			"2026-03-29T01:00:00Z",
		},
		{
			"a time that comes twice",
			events.Settings{Days: []string{"sun 02:30"}, Zone: "Europe/Vienna"},
			"2026-10-23T12:00:00Z",
			"2026-10-25T01:30:00Z",
		},
		{
			"a listed time, midnight of that day skipped",
			events.Settings{Days: []string{"sun 12:00"}, Zone: "America/Santiago"},
			"2027-08-29T16:00:05Z",
			"2027-09-05T15:00:00Z",
		},
		{
			"a listed time in a gap at midnight",
			events.Settings{Days: []string{"sun 00:30"}, Zone: "Atlantic/Azores"},
			"2027-03-26T13:00:05Z",
			"2027-03-28T01:00:00Z",
		},
		{
			"days opened at a time that the gap skips",
			events.Settings{Every: "7d", Zone: "America/Havana"},
			"2027-03-07T05:10:00Z",
			"2027-03-14T05:10:00Z",
		},
		{
			"a listed day that the zone skips",
			events.Settings{Days: []string{"fri 20:00", "sun 20:00"}, Zone: "Pacific/Apia"},
			"2011-12-28T20:00:00Z",
			"2012-01-01T06:00:00Z",
		},
		{
			"a day that the zone skips",
			events.Settings{Every: "1d", Zone: "Pacific/Apia"},
			"2011-12-30T06:00:00Z",
			"2011-12-31T06:00:00Z",
		},
		{
			"the other side of the date line",
			events.Settings{Days: []string{"sat 06:00"}, Zone: "Pacific/Kiritimati"},
			"2026-11-19T12:00:00Z",
			"2026-11-20T16:00:00Z",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, err := Read(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			opened, _ := time.Parse(time.RFC3339, tt.opened)
			if got := s.Deadline(opened).Format(time.RFC3339); got != tt.want {
				t.Errorf("deadline of a turn opened %s: got %s, want %s", tt.opened, got, tt.want)
			}
		})
	}
}

func TestDeadlineIsAlwaysAhead(t *testing.T) {
	t.Parallel()
	s, err := Read(events.Settings{Days: []string{"mon 02:30", "thu 02:30"}, Zone: "America/New_York"})
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for range 24 * 400 {
		at = at.Add(time.Hour)
		got := s.Deadline(at)
		if d := got.Sub(at); d <= Notice || d > 9*24*time.Hour {
			t.Fatalf("a turn opened %s is due %s: %v is not between the notice and nine days", at, got, d)
		}
	}
}

func TestReminders(t *testing.T) {
	t.Parallel()
	s, err := Read(events.Settings{Every: "3d", Remind: []string{"2h", "24h"}})
	if err != nil {
		t.Fatal(err)
	}
	due := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	first, ok := s.NextReminder(due, due.Add(-72*time.Hour))
	if !ok || !first.Equal(due.Add(-24*time.Hour)) {
		t.Errorf("first reminder: got %v %v, want a day before", first, ok)
	}
	second, ok := s.NextReminder(due, first)
	if !ok || !second.Equal(due.Add(-2*time.Hour)) {
		t.Errorf("second reminder: got %v %v, want two hours before", second, ok)
	}
	if last, ok := s.NextReminder(due, second); ok {
		t.Errorf("a third reminder at %v, want none", last)
	}
}

func TestScheduleRefused(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text events.Settings
		want []string
	}{
		{events.Settings{Every: "3d", Days: []string{"mon 20:00"}}, []string{"not both"}},
		{events.Settings{Every: "soon"}, []string{`every: "soon" is no time span: write 90s`}},
		{
			events.Settings{Days: []string{"someday 10:00", "mon 25:00"}, Zone: "Mars/Olympus"},
			[]string{`"someday" is no weekday`, `"25:00" is no time of day`, `"Mars/Olympus" is no time zone`},
		},
		{events.Settings{Days: []string{"mon"}}, []string{`"" is no time of day`}},
		{events.Settings{Every: "1d", Early: "maybe"}, []string{`"maybe" is neither ready nor never`}},
	}
	for _, tt := range tests {
		_, err := Read(tt.text)
		for _, want := range tt.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("schedule %+v: got %v, want %q in it", tt.text, err, want)
			}
		}
	}
}
