package mailer

import (
	"strings"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/prose"
	"galloper/mailgate"
	"galloper/projections/report"
)

// Defaults for a mail's layout: every mail has an HTML part, and a preview that lists of mails show beside the subject.

func htmlOf(l game.Outgoing) string {
	if l.HTML != "" {
		return l.HTML
	}
	letter := report.Letter{Title: l.Subject, Text: l.Text, Answers: l.Links}
	if l.Pic != nil {
		letter.Map, letter.MapLine = report.Image{CID: game.MapName, Alt: l.Pic.Alt()}, mailgate.MapHere
	}
	return letter.HTML()
}

// mostPreviewed is the greatest length of a preview, in characters.
const mostPreviewed = 140

// previewOf returns a letter's preview: its beginning, and the deadline for an answer.
func previewOf(l game.Outgoing) string {
	if l.Preview != "" {
		return l.Preview
	}
	var first string
	for block := range strings.SplitSeq(l.Text, "\n\n") {
		if block = strings.TrimSpace(block); block != "" && block != mailgate.MapHere {
			first = strings.Join(strings.Fields(block), " ")
			break
		}
	}
	first = mailgate.Clip(first, mostPreviewed)
	if due := prose.Moment(l.Due.At, l.Due.At.Location()); !l.Due.At.IsZero() && !strings.Contains(first, due) {
		first += " Due " + due + "."
	}
	return first
}
