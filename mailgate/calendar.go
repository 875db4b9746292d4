package mailgate

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// CalendarType is the media type of a [File] for calendar programs.
const CalendarType = "text/calendar"

// Date is a deadline for the reader's calendar.
type Date struct {
	ID    string    // the same in every mail about it, so that a later mail moves it
	At    time.Time // when it is due
	Title string    // on one line
	Told  time.Time // when the mail was written: the latest counts
}

// Calendar returns the dates in iCalendar format (RFC 5545). Each is an event without duration, with an alarm three
// hours before.
func Calendar(dates ...Date) string {
	lines := []string{"BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Galloper//Deadline//EN", "METHOD:PUBLISH"}
	for _, d := range dates {
		lines = append(lines, d.event()...)
	}
	var b strings.Builder
	for _, line := range append(lines, "END:VCALENDAR") {
		writeFolded(&b, line)
	}
	return b.String()
}

func (d Date) event() []string {
	const form = "20060102T150405Z"
	at := d.At.UTC().Format(form)
	return []string{"BEGIN:VEVENT", "UID:" + d.ID, "DTSTAMP:" + d.Told.UTC().Format(form),
		fmt.Sprintf("SEQUENCE:%d", d.Told.Unix()/60), "DTSTART:" + at, "DTEND:" + at,
		"SUMMARY:" + calendarText(d.Title), "TRANSP:TRANSPARENT",
		"BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:" + calendarText(d.Title), "TRIGGER:-PT3H", "END:VALARM",
		"END:VEVENT"}
}

func calendarText(s string) string {
	return strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`).Replace(oneLine(s))
}

// writeFolded writes a line in parts of at most 75 bytes without splitting a character (RFC 5545 §3.1).
func writeFolded(b *strings.Builder, line string) {
	for wide := 75; len(line) > wide; wide = 74 { // from the second part on, a blank precedes it
		at := wide
		for !utf8.RuneStart(line[at]) {
			at--
		}
		b.WriteString(line[:at] + "\r\n ")
		line = line[at:]
	}
	b.WriteString(line + "\r\n")
}
