package daemon

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/mailgate"
)

// bounces are delivery status notifications as servers write them. The %s are the address that receives them, the
// recipient, and the Message-ID of our mail.
var bounces = map[string]string{
	"Postfix, RFC 3464": "Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.players.test (Mail Delivery System)\r\nTo: " +
		"%[1]s\r\nSubject: Undelivered Mail Returned to Sender\r\nAuto-Submitted: auto-replied\r\n" +
		"Content-Type: multipart/report; report-type=delivery-status; " +
		"boundary=b\r\n\r\n--b\r\n\r\nSorry.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; " +
		"mx\r\n\r\n" +
		"Final-Recipient: rfc822; %[2]s\r\nAction: failed\r\nStatus: 5.2.2\r\nDiagnostic-Code: smtp; 552 5.2.2 mailbox " +
		"full\r\n\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-Id: %[3]s\r\n\r\n--b--\r\n",
	"qmail, free form": "Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.players.test\r\nTo: %[1]s\r\nSubject: failure " +
		"notice\r\n\r\nHi. This is the qmail-send program at mx.players.test.\r\n" +
		"I'm afraid I wasn't able to deliver your message to the following addresses.\r\n\r\n<%[2]s>:\r\nThe users " +
		"mailfolder is over the allowed quota (size). (#5.2.2)\r\n\r\n--- Below this line is a copy of the message.\r\n\r\n" +
		"Return-Path: <x@y>\r\nFrom: Galloper <orders@galloper.test>\r\nMessage-Id: %[3]s\r\nSubject: x\r\n\r\ny\r\n",
	"Exim, free form": "Return-path: <>\r\nX-Failed-Recipients: %[2]s\r\nAuto-Submitted: auto-replied\r\nFrom: Mail " +
		"Delivery System <Mailer-Daemon@mx.players.test>\r\nTo: %[1]s\r\nSubject: Mail delivery failed: returning message " +
		"to sender\r\n\r\n" +
		"This message was created automatically by mail delivery software.\r\n\r\nA message that you sent could not be " +
		"delivered to one or more of its\r\nrecipients. This is a permanent error. The following address(es) " +
		"failed:\r\n\r\n  %[2]s\r\n" +
		"    host mx2.players.test [192.0.2.9]\r\n    SMTP error from remote mail server after RCPT TO:<%[2]s>:\r\n    " +
		"552 5.2.2 quota exceeded\r\n\r\n------ This is a copy of the message, including all the headers. " +
		"------\r\n\r\nMessage-ID: %[3]s\r\n",
	"Exchange Online": "From: <postmaster@players.test>\r\nTo: %[1]s\r\nSubject: Undeliverable: [mill] turn " +
		"1\r\nAuto-Submitted: auto-replied\r\nX-MS-Exchange-Message-Is-Ndr:\r\n" +
		"Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: " +
		"text/html\r\n\r\n<p>Your message to %[2]s couldn't be delivered.</p>\r\n--b\r\nContent-Type: " +
		"message/delivery-status\r\n\r\n" +
		"Reporting-MTA: dns;AM0PR01MB.eurprd01.prod.outlook.com\r\n\r\nFinal-Recipient: rfc822;%[2]s\r\nAction: " +
		"failed\r\nStatus: 5.2.2\r\nDiagnostic-Code: smtp;554 5.2.2 mailbox full; QuotaExceededException\r\n\r\n" +
		"--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: %[3]s\r\nSubject: x\r\n\r\ny\r\n--b--\r\n",
	"a gateway without a report": "From: Mail Delivery Subsystem <MAILER-DAEMON@gw.players.test>\r\nTo: " +
		"%[1]s\r\nSubject: Mail could not be delivered\r\n\r\nThe original message was received and\r\n" +
		"   ----- The following addresses had permanent fatal errors -----\r\n<%[2]s>\r\n   ----- Transcript of session " +
		"follows -----\r\n552 <%[2]s>... Mailbox full\r\n\r\n> Message-Id: %[3]s\r\n",
}

// bounce returns a bounce of the last mail to the seat.
func (w *world) bounce(form, address string) []byte {
	w.t.Helper()
	for _, m := range slices.Backward(w.sent) {
		if m.to == address && m.from != "" {
			return w.returned(form, m.from, address, m.msg.Header.Get("Message-Id"))
		}
	}
	w.t.Fatalf("%s was never sent a report", address)
	return nil
}

// returned writes a bounce to that address. No two are the same mail.
func (w *world) returned(form, to, recipient, id string) []byte {
	w.uid++
	return fmt.Appendf(fmt.Appendf(nil, "X-Number: %d\r\n", w.uid), form, to, recipient, id)
}

func TestBouncesOfAllKindsAreMatched(t *testing.T) {
	t.Parallel()
	for name, form := range bounces {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.newGame(events.Settings{})
			address := addressOf("french.north")
			w.arrive(w.bounce(form, address), w.now)
			mustSay(t, w.last(umpireAddress).text, "A mail (report) to Comte de Guiche was not delivered")
			if n := len(w.mailsTo(address)); n != 1 {
				t.Errorf("the bounce was answered: %d mails", n)
			}
			w.arrive(w.bounce(form, address), w.now)
			w.arrive(w.bounce(form, address), w.now)
			asked := w.last(umpireAddress).text
			mustSay(t, asked, "Comte de Guiche cannot be reached", "the third in a row", "ADDRESS french.north +new@address "+
				"BECAUSE", "SUBSTITUTE french.north BY")
			mustSay(t, w.writesFrom(umpireAddress, "STATUS"), "Mail comes back from: Comte de Guiche")
			before := len(w.mailsTo(umpireAddress))
			w.arrive(w.bounce(form, address), w.now)
			if n := len(w.mailsTo(umpireAddress)); n != before {
				t.Error("the umpire is told of a bounce of an address that is marked")
			}
			w.writes("french.north", "STATUS") // the player can be reached after all
			if seat, _ := w.game().Campaign.Seat("french.north"); len(seat.Lost) != 0 || len(seat.Bounces) != 0 {
				t.Errorf("he writes, and is still marked: %+v", seat)
			}
			w.mustVerify()
		})
	}
}

// A provider that sends all mail from the account's own address gets the bounces there. The returned mail identifies
// the seat by its secret.
func TestBouncesToThePlainAddress(t *testing.T) {
	t.Parallel()
	for name, form := range bounces {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.newGame(events.Settings{})
			address := addressOf("french.north")
			ours := w.last(address).msg.Header
			quote := ""
			if strings.Contains(form, "> Message-Id") {
				quote = "> "
			}
			answering := func(reply string) []byte {
				header := fmt.Sprintf(
					"%s\r\n%sReply-To: %s\r\n%sX-Galloper: %s",
					ours.Get("Message-Id"),
					quote,
					reply,
					quote,
					ours.Get("X-Galloper"),
				)
				return w.returned(form, "orders@galloper.test", address, header)
			}
			told := len(w.mailsTo(umpireAddress))
			forged := regexp.MustCompile(`[a-z2-7]{16}@`).ReplaceAllString(ours.Get("Reply-To"), "aaaaaaaaaaaaaaaa@")
			for range 4 {
				w.arrive(answering(forged), w.now)
			}
			if seat, _ := w.game().Campaign.Seat("french.north"); len(seat.Bounces) != 0 ||
				len(w.mailsTo(umpireAddress)) != told {
				t.Errorf("a forged one counted: %v", seat.Bounces)
			}
			for range 3 {
				w.arrive(answering(ours.Get("Reply-To")), w.now)
			}
			mustSay(t, w.last(umpireAddress).text, "Comte de Guiche cannot be reached", "the third in a row", "a mail (report)")
			w.mustVerify()
		})
	}
}

func TestBounceOfNoSuchAddressMarksAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	form := strings.NewReplacer("5.2.2", "5.1.1", "mailbox full", "no such user").Replace(bounces["Postfix, RFC 3464"])
	w.arrive(w.bounce(form, addressOf("dutch.east")), w.now)
	mustSay(t, w.last(umpireAddress).text, "Heer van Dedem cannot be reached", "marked as lost")
	seat, _ := w.game().Campaign.Seat("dutch.east")
	if len(seat.Lost) != 1 {
		t.Errorf("not marked: %+v", seat)
	}
	mustSay(t, w.writesFrom(umpireAddress, "ADDRESS dutch.east +new@players.test BECAUSE the old one is dead"), "done")
	w.mustVerify()
}

// A mail that a server gave up after days has failed, even with the status of a temporary fault.
func TestGivenUpAfterDays(t *testing.T) {
	t.Parallel()
	expired := strings.NewReplacer(
		"5.2.2",
		"4.4.1",
		"552",
		"421",
		"mailbox full",
		"delivery time expired",
		"over the allowed quota (size)",
		"in the queue too long",
	)
	for name, form := range bounces {
		if name == "a gateway without a report" {
			continue // it has no status
		}
		w := newWorld(t)
		w.newGame(events.Settings{})
		w.arrive(w.bounce(expired.Replace(form), addressOf("french.north")), w.now)
		if seat, _ := w.game().Campaign.Seat("french.north"); len(seat.Bounces) != 1 {
			t.Errorf("%s: the report is lost, and nobody is told", name)
		}
	}
}

func TestBouncesThatDoNotCount(t *testing.T) {
	t.Parallel()
	delayed := strings.NewReplacer("failed", "delayed", "5.2.2", "4.2.2", "552", "452").Replace(bounces["Postfix, RFC "+
		"3464"])
	free := "From: Mail Delivery System <Mailer-Daemon@mx.players.test>\r\nTo: %[1]s\r\nSubject: Warning: message 1abc " +
		"delayed 24 hours\r\nAuto-Submitted: auto-replied\r\n\r\n  %[2]s\r\nMessage-ID: %[3]s\r\n"
	delivered := strings.NewReplacer(
		"failed",
		"relayed",
		"5.2.2",
		"2.0.0",
		"552",
		"250",
	).Replace(
		bounces["Postfix, RFC 3464"],
	)
	w := newWorld(t)
	w.newGame(events.Settings{})
	told := len(w.mailsTo(umpireAddress))
	for _, form := range []string{delayed, free, delivered} {
		w.arrive(w.bounce(form, addressOf("french.north")), w.now)
	}
	forged := strings.Replace(
		bounces["qmail, free form"],
		"To: %[1]s",
		"To: orders+mill.french.north.aaaaaaaaaaaaaaaaa@galloper.test",
		1,
	)
	for range 4 {
		w.arrive(w.bounce(forged+"%[1]s", addressOf("french.north")), w.now)
	}
	if seat, _ := w.game().Campaign.Seat("french.north"); len(seat.Bounces) != 0 || len(w.mailsTo(umpireAddress)) != told {
		t.Errorf("counted: %v, the umpire got %d mails more", seat.Bounces, len(w.mailsTo(umpireAddress))-told)
	}
	raw := w.bounce(bounces["Exim, free form"], addressOf("french.north"))
	for range 3 {
		w.arrive(raw, w.now) // one bounce, fetched three times
	}
	if seat, _ := w.game().Campaign.Seat("french.north"); len(seat.Lost) != 0 {
		t.Error("one bounce that was fetched three times counts three times")
	}
}

// One recipient is rejected with 5xx, and the others get their mail.
func TestRefusedAtTheDoor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	gone := addressOf("dutch.east")
	w.change = func(o *host.Options) {
		o.Sender = senderFunc(func(d mailgate.Delivery) mailgate.Result {
			if d.To == gone {
				return mailgate.Result{Fate: mailgate.Permanent, Code: 550, Text: "550 5.1.1 no such user here"}
			}
			return w.Send(w.ctx, d)
		})
	}
	w.start()
	w.newGame(events.Settings{})
	w.settle() // handle the rejection
	if n := len(w.game().Campaign.Unsent()); n != 0 {
		t.Errorf("%d mails wait", n)
	}
	for _, seat := range seats[:3] {
		if len(w.mailsTo(addressOf(seat))) != 1 {
			t.Errorf("%s got %q", seat, w.mailsTo(addressOf(seat)))
		}
	}
	mustSay(t, w.last(umpireAddress).text, "Heer van Dedem cannot be reached", "no such user here")
}

// A player whose mailbox was full when a report came hears of it with the next report or receipt, and can get the
// report. Once they have written, they are not told again.
func TestLostReportIsTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	address := addressOf("french.north")
	w.arrive(w.bounce(bounces["Postfix, RFC 3464"], address), w.now)
	mustSay(t, w.writes("french.north", "To Champagne: hold"), "The opening did not reach you", "HISTORY 0")
	w.full = address
	w.writesFrom(umpireAddress, "CLOSE TURN 1 BECAUSE of the test")
	w.full = ""
	for _, lost := range []string{"the next report", "the one after it"} {
		n := w.game().Campaign.Number()
		w.writesFrom(umpireAddress, fmt.Sprintf("CLOSE TURN %d BECAUSE of the test", n))
		report := w.last(address)
		mustSay(t, report.msg.Header.Get("Subject"), fmt.Sprintf("report of turn %d", n))
		for _, part := range []string{report.text, string(report.raw)} {
			if !strings.Contains(part, "The report of turn 1 did not reach you") {
				t.Errorf("%s does not say that one is lost:\n%s", lost, part)
			}
		}
	}
	mustSay(t, w.writes("french.north", "HISTORY 1"), "552 5.2.2 mailbox full", "HISTORY 1", "A skirmish, turn 1")
	if again := w.writes("french.north", "STATUS"); strings.Contains(again, "did not reach you") {
		t.Errorf("they have written since, and are told again:\n%s", again)
	}
	w.mustVerify()
}
