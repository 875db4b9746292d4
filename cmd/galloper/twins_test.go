package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// A second service on a mailbox stays off it. The doctor, /health and a mail to the umpire report it, and the mails of
// the first service's players are all answered.
func TestTwoServicesOnOneMailbox(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	stop := w.serve()
	w.made()
	second := w.start("second", "GALLOPER_UMPIRE_UNREAD=1s", "GALLOPER_SERVE_PAGE=")
	w.awaitDesk("second")
	doctor := []string{"doctor", "--data", filepath.Join(w.dir, "second")}
	w.until("the doctor to find the first service", func() bool {
		_, said := w.galloper(doctor...)
		return strings.Contains(said, "WRONG galloper serve   the mailbox cannot be read: another Galloper service")
	})
	raw, _ := w.mail("umpire@example.test", "mail cannot be read")
	if !strings.Contains(raw, "another") {
		t.Errorf("the umpire is told\n%s", raw)
	}
	for n := range 5 {
		for _, who := range people[1:3] {
			raw, _ := w.mail(who, "turn 1: the opening")
			w.writes(who, raw, fmt.Sprint("To all: advance ", n+1))
		}
	}
	w.until("an answer to each mail", func() bool {
		return len(w.answered(people[1]))+len(w.answered(people[2])) == 10
	})
	w.checkAnswers()
	second.Process.Kill()
	second.Wait()
	status, said := w.galloper(doctor...)
	if status != statusNo || !strings.Contains(said, "WRONG imap read it alone another Galloper service, ") {
		t.Errorf("the doctor says of a service that does not run: status %d\n%s", status, said)
	}
	stop()
	w.must([]string{"doctor"}, "ok    imap search for mail")
}
