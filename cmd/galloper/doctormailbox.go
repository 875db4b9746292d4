package main

import (
	"fmt"
	"slices"
	"strings"

	"galloper/cmd/galloper/internal/prose"
	"galloper/mailgate"
)

// recentMails is the number of newest mails whose recipients are checked.
const recentMails = 20

// crowded describes other users of the mailbox, or returns "" if there is no sign of any. The service takes every mail
// in its mailbox, so it can't share one with a person or a whole domain. recent holds the newest of the lie mails in
// it.
func crowded(recent []mailgate.Incoming, lie int, c MailConfig) string {
	reading := mailgate.Options{Own: []string{c.Address}, Delimiter: c.Delimiter}
	_, home, _ := strings.Cut(c.Address, "@")
	strange, others := 0, []string{}
	for _, in := range recent {
		to := mailgate.ReadIncoming(in, reading).Recipients
		if len(to) == 0 || slices.ContainsFunc(to, reading.Ours) {
			continue
		}
		strange++
		for _, a := range to {
			if _, domain, _ := strings.Cut(a, "@"); strings.EqualFold(domain, home) && !slices.Contains(others, a) {
				others = append(others, a)
			}
		}
	}
	const then = "A running service takes every mail out of this mailbox and moves those that are not for a game to " +
		"the folder Quarantine: use a separate mailbox, or a folder that your provider fills by a rule, and name it " +
		"with mailbox in [imap]"
	switch {
	case len(others) > 0:
		return fmt.Sprintf("mails to %s arrive here too: it is a catch-all mailbox or has aliases. %s",
			prose.List(others[:min(len(others), 3)]), then)
	case strange > 2 && 2*strange > len(recent):
		return fmt.Sprintf("%d mails are here, and of the newest %d, %d are not for %s. %s", lie, len(recent), strange,
			c.Address, then)
	}
	return ""
}
