package game

import (
	"strings"
	"time"
	"unicode"
)

// loopPause is the longest pause between the mails of a loop. A slower robot is left to the hourly limits.
const loopPause = 5 * time.Minute

// isLoop reports whether the mail needs no answer: it did nothing, asked nothing, and is at least the third in quick
// succession that differs from the one before only in digits. Robots write such mails, with a ticket number or the time
// in each, and some lack the header fields of automatic mail.
func isLoop(g *Game, s *Decision, m Message) bool {
	if g.mail == nil || s.asked || len(s.Data) != 1 {
		return false
	}
	_, text, ok := g.mail(m.Hash, m.Sender)
	ok = ok && text != ""
	later := m.Received
	for _, a := range g.arrivals[m.Sender] {
		_, before, there := g.mail(a.sha, m.Sender)
		if !ok || !there || later.Sub(a.received).Abs() > loopPause || withoutDigits(before) != withoutDigits(text) {
			return false
		}
		later = a.received
	}
	return true
}

func withoutDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, text)
}
