package demo

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"galloper/cmd/galloper/internal/game"
	"galloper/mailgate"
	"galloper/mailgate/mailtest"
)

// TestDemo plays the whole demonstration and checks its output.
func TestDemo(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	dir := t.TempDir()
	if err := Run(t.Context(), Options{Dir: dir, Out: &out}); err != nil {
		log, _ := os.ReadFile(filepath.Join(dir, "daemon.log"))
		t.Fatalf("%v\n%s\n%s", err, out.String(), log)
	}
	mustShow(t, out.String())
	if n := strings.Count(out.String(), "\n"); n > mostLines {
		t.Errorf("the demo prints %d lines, more than %d", n, mostLines)
	}
	for _, file := range []string{"mill.jsonl", game.ChronicleName, "map.umpire.svg", "map.french.north.svg",
		"mails/french.north/sent-1.eml", "mails/umpire/01.eml"} {
		if _, err := os.Stat(filepath.Join(dir, file)); err != nil {
			t.Errorf("the demo left no %s: %v", file, err)
		}
	}
}

// mostLines is the most lines for a reader who only checks that it works.
const mostLines = 60

// mustShow checks the promised parts of the performance.
func mustShow(t *testing.T, out string) {
	t.Helper()
	for _, want := range []string{
		"1 order refused, none accepted", `"Navarre" is not one of your units`, // a refused order with its receipt
		"Bruno Surville   reads in the report: A letter from Comte de Guiche", // a letter between seats
		"Dirk van Dedem was reminded a day before",                            // a silent seat
		"--- the end: ", `late: Heer van Fagel to Regiment Sturler, "HOLD FIRE AT 30", came in turn`, "verifies: ", "turns adjudicated again", "galloper verify ",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the demo does not show %q:\n%s", want, out)
		}
	}
	if _, last, _ := strings.Cut(out, "--- what to try next"); !strings.Contains(last, "galloper practise demo") {
		t.Errorf("it does not end with what to try next:\n%s", out)
	}
}

// With --keep a person can play on, with their own mail program and the printed settings.
func TestDemoIsKept(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var out strings.Builder
	watch := writer(func(b []byte) (int, error) {
		if out.Write(b); strings.Contains(string(b), "Ctrl-C ends it") {
			stop()
		}
		return len(b), nil
	})
	if err := Run(ctx, Options{Dir: t.TempDir(), Out: watch, Keep: true}); err != nil {
		t.Fatal(err)
	}
	if said := out.String(); strings.Contains(said, "--- the end") || !strings.Contains(said, "CLOSE TURN 6") {
		t.Errorf("no turn is left to be played:\n%s", said)
	}
}

type writer func([]byte) (int, error)

func (w writer) Write(b []byte) (int, error) { return w(b) }

// TestSameGameOnRealServers plays the same game through Dovecot and Postfix, with the players' mails delivered by
// swaks.
func TestSameGameOnRealServers(t *testing.T) {
	t.Parallel()
	mailtest.Require(t, "swaks")
	users := []mailtest.User{{Address: orders, Password: password}, {Address: umpire, Password: password}}
	for _, c := range cast {
		users = append(users, mailtest.User{Address: c.address, Password: password})
	}
	dovecot := mailtest.StartDovecot(t, users...)
	postfix := mailtest.StartPostfix(t, dovecot)
	var out bytes.Buffer
	dir := t.TempDir()
	real := &servers{imap: dovecot.IMAP, smtp: postfix.SMTP,
		inject: func(from, to string, raw []byte) error { return swaks(dir, postfix.SMTP, from, to, raw) }}
	if err := Run(t.Context(), Options{Dir: dir, Out: &out, Verbose: true, servers: real}); err != nil {
		log, _ := os.ReadFile(filepath.Join(dir, "daemon.log"))
		t.Fatalf("%v\n%s\n%s\n%s", err, out.String(), log, postfix.Log())
	}
	mustShow(t, out.String())
	for _, want := range []string{clients["tablet"].name, "THE PLAYER'S CARD", "OUR ARMY AT THE END"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not shown to those who want to see everything", want)
		}
	}
	if left := dovecot.Count(orders, "INBOX"); left != 0 {
		t.Errorf("%d mails were left in the mailbox", left)
	}
	if n := dovecot.Count(orders, "Processed"); n < 30 {
		t.Errorf("%d mails were filed as processed, want every one", n)
	}
}

// swaks delivers a raw mail to the server as any outside sender would.
func swaks(dir, server, from, to string, raw []byte) error {
	file := filepath.Join(dir, "swaks.eml")
	if err := os.WriteFile(file, raw, 0o600); err != nil {
		return err
	}
	said, err := exec.Command("swaks", "--server", server, "--from", from, "--to", to, "--data", "@"+file).CombinedOutput()
	if err != nil {
		return fmt.Errorf("swaks: %w\n%s", err, said)
	}
	return nil
}

// Whichever program writes the orders, the gateway reads the same lines, and nothing of the answered mail.
func TestClientsWriteWhatTheyMean(t *testing.T) {
	t.Parallel()
	const text = "Gentlemen, the mill before noon.\n\n" +
		"To Champagne: general advance to the mill, dressing on Picardie, fire at 40 yards, and if half spent then " +
		"withdraw 100 yards\n" +
		"LETTER TO surville: bring your guns up - as far as you dare.\n.\nREADY\n"
	for name, c := range clients {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			raw := c.write(letter{
				from: "anna@example.test", name: "Anna Guiche", to: "orders+mill@example.test",
				subject: "Re: [mill] turn 2: report of turn 1",
				answers: "<1@example.test>",
				quoted: "=== galloper: mill, turn 2, reply above this line ===\n\nTO royal: HOLD\nRégiment de Picardie " +
					"stood firm.",
				quotedFrom: "Galloper <orders@example.test>", id: "2@anna", date: time.Date(2026, 11, 21, 17, 0, 0, 0, time.UTC),
				orders: text,
			})
			m := mailgate.Read(raw, mailgate.Options{Own: []string{"orders@example.test"}})
			if m.Refuse != "" || m.Auto != "" || m.From != "anna@example.test" || m.Game != "mill" || m.Turn != 2 {
				t.Errorf("read as %+v", m)
			}
			// The office program turns the hyphen into a dash; the order language accepts both.
			read := strings.ReplaceAll(strings.Join(strings.Fields(m.Text), " "), "–", "-")
			for _, line := range []string{"fire at 40 yards, and if half spent then withdraw 100 yards",
				"LETTER TO surville: bring your guns up - as far as you dare.", "READY"} {
				if !strings.Contains(read, line) {
					t.Errorf("%q was lost:\n%s", line, m.Text)
				}
			}
			if strings.Contains(m.Text, "royal") || strings.Contains(m.Text, "stood firm") {
				t.Errorf("the mail that was answered is read as orders:\n%s", m.Text)
			}
		})
	}
}
