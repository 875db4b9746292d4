package daemon

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"galloper/adjudicator"
	"galloper/adjudicator/umpire"
	"galloper/events"
	"galloper/mailgate"
	"galloper/orders"
	"galloper/projections/campaign"
)

// What a proved mail does to a game (CONTRACT §4, §13). All here is pure: the game as
// it stands and the mail in, what is recorded and answered out.

// message is a mail whose sender is proved.
type message struct {
	*mailgate.Mail
	seat     string // or Umpire
	proof    string
	address  string // id of the registered address that it came from
	sha256   events.Hash
	sense    events.Hash // what is the same in every copy of the mail
	received time.Time   // by the receiving server
	by       actor       // of an umpire or a stand-in: what the vault has for what he does
	answered int         // the latest turn that its token or its thread names; 0: neither does
	code     string      // of the seat's KEY lines, once a REVOKE of this mail is done
	mute     bool        // enough was answered to this address for now
}

// mailStep takes a proved mail in. The zero step means that it was taken in before.
func (g *Game) mailStep(m message, now time.Time) (s step) {
	if g.Campaign.Seen(m.sha256) || g.Campaign.Seen(m.sense) {
		return step{}
	}
	switch {
	case m.seat != Umpire && strings.EqualFold(strings.TrimSpace(m.Subject), unsubscribe) && strings.TrimSpace(m.Text) == "":
		s = g.wantsToLeave(m)
	case m.Refuse != "":
		s = g.refusedMail(m)
	case m.seat == StandIn:
		s = g.standInMail(m, now)
	case m.seat == Umpire:
		s = g.umpireMail(m, now)
	default:
		s = g.seatMail(m, now)
	}
	if m.mute {
		s.muted()
		s.mails = slices.DeleteFunc(s.mails, func(l letter) bool { return l.kind == "receipt" })
	}
	return s
}

// received is the record of the mail itself.
func (g *Game) received(m message) events.MailReceived {
	return events.MailReceived{
		Seat: m.seat, SHA256: m.sha256, Proof: m.proof, Message: m.sense,
		Received: m.received.UTC(), Turn: m.Turn,
	}
}

// reply is an answer to the mail, to the address that it came from.
func (g *Game) reply(m message, subject, text string) letter {
	return letter{
		seat: m.seat, address: m.address, kind: "receipt", turn: max(g.Campaign.Number(), 1),
		subject: subject, text: g.unansweredNote(m.seat, text), answers: m.sha256, replyTo: m.MessageID, thread: m.References,
	}
}

// wantsToLeave answers the Unsubscribe button of a mail program.
func (g *Game) wantsToLeave(m message) (s step) {
	s.record(g.received(m))
	p := &prose{}
	p.para("You asked to be sent no more mail of %s. Nothing has changed yet: %s is yours, and others wait for its orders.", g.title(), g.SeatName(m.seat))
	p.para("To leave the game, answer this mail with the line")
	p.line("  RESIGN")
	p.gap()
	p.para("To be away for a while, answer with ABSENT UNTIL and a day, as ABSENT UNTIL 2026-11-30: your troops go on by their standing orders.")
	s.mail(g.reply(m, "how to leave the game", p.String()))
	return s
}

// refusedMail answers a mail that cannot be read: nothing of it counts.
func (g *Game) refusedMail(m message) (s step) {
	s.record(events.MailQuarantined{SHA256: m.sha256, Reason: m.Refuse, Seat: m.seat, Message: m.sense, Received: m.received.UTC()})
	p := &prose{}
	p.para("NOT READ. %s", m.Refuse)
	p.para("Nothing of this mail counts; what you sent before stands. The umpire has been told.")
	s.mail(g.reply(m, "your mail could not be read", p.String()))
	s.mail(g.quarantineNotice(m.seat, m.Refuse))
	return s
}

func (g *Game) quarantineNotice(from, reason string) letter {
	p := &prose{}
	if from == "" {
		from = "somebody"
	}
	p.para("A mail from %s lies in quarantine: %s. It changed nothing.", from, strings.TrimSuffix(reason, "."))
	return letter{seat: Umpire, kind: "notice", turn: max(g.Campaign.Number(), 1), subject: "a mail in quarantine", text: p.String()}
}

// seatMail takes in what a player wrote.
func (g *Game) seatMail(m message, now time.Time) (s step) {
	s.record(g.received(m))
	t := g.Campaign.Current()
	if q, answer, ok := g.answerIn(m, t); ok {
		return g.answerStep(s, m, q, answer)
	}
	r := Read(g.Rules, g.mailDesk(m.seat), m.Text)
	g.post(&r)
	check := r.Document.Has(orders.Check)
	if !check {
		g.postStep(&s, m.seat, t.Number, toUmpire(r.posted)) // also where it is too late for orders
	}
	for _, c := range r.Document.Commands {
		switch c.Kind {
		case orders.Status, orders.History, orders.Help:
			s.mail(g.reply(m, strings.ToLower(string(c.Kind)), g.information(c, m.seat)))
		}
	}
	if revokes(&r) && m.code != "" {
		g.revokeStep(&s, m)
		defer func() { renewsSecrets(&s, m.seat, g.epoch(m.seat)+1) }()
	}
	why := g.late(m, t, &r)
	switch wants := g.orders(&r) || revokes(&r) && m.code == "" || len(s.mails) == 0; {
	case wants && why != "":
		s.mail(g.lateReply(m, why, &r))
	case wants:
		g.ordersStep(&s, m, t, &r, now)
		if !check {
			g.postStep(&s, m.seat, t.Number, ridden(r.posted))
		}
	}
	if !check {
		s.mail(g.unreadNotice(m.seat, t, &r)...)
	}
	return s
}

// orders reports whether the mail wants to change anything.
func (g *Game) orders(r *Reading) bool {
	d := &r.Document
	return len(d.Items) > 0 || d.Has(orders.Ready) || d.Has(orders.Cancel) || d.Has(orders.Absent) || d.Has(orders.Resign) || d.Has(orders.Check)
}

// late returns why orders cannot count any more, "" if they can.
func (g *Game) late(m message, t *campaign.Turn, r *Reading) string {
	// Its subject is asked last: it can be as old, or as new, as anybody likes.
	meant := cmp.Or(r.Document.Envelope.Turn, m.answered, m.Turn)
	switch {
	case g.Campaign.Result() != "":
		return "The game is over: " + g.Campaign.Result()
	case meant != 0 && meant < t.Number:
		return fmt.Sprintf("Turn %d, which this mail is for, is over. Orders are now wanted for turn %d: "+
			"answer its report, or begin with the line TURN %d.", meant, t.Number, t.Number)
	case meant > t.Number:
		return fmt.Sprintf("Turn %d has not begun: turn %d is open.", meant, t.Number)
	case t.Closed != "":
		return fmt.Sprintf("Turn %d is closed (%s) and being adjudicated; its report will come. Send your orders as an answer to that.", t.Number, t.Closed)
	case !t.Deadline.IsZero() && m.received.After(g.Schedule.Closes(t.Deadline)):
		return fmt.Sprintf("The deadline of turn %d was %s; this mail came %s later.", t.Number, moment(t.Deadline, g.Zone()), span(m.received.Sub(t.Deadline)))
	}
	return ""
}

func (g *Game) lateReply(m message, why string, r *Reading) letter {
	p := &prose{}
	if r.lettersAlone() && len(toUmpire(r.posted)) == len(r.posted) {
		p.para("SENT. The umpire has your letter. It went at once; %s", lowerFirst(why))
		return g.reply(m, "the umpire has your letter", p.String())
	}
	p.para("TOO LATE. %s", why)
	p.para("Nothing of this mail was recorded, and nothing of it is kept for a later turn.")
	if len(toUmpire(r.posted)) > 0 {
		p.para("The letter to the umpire was sent all the same.")
	}
	if len(r.Document.Items) > 0 {
		r.Receipt.Moot = true
		p.line("For your next mail, it would have been read as:")
		p.gap()
		p.block(folded(r.Receipt.Text()))
	}
	return g.reply(m, "too late", p.String())
}

// ordersStep records what the mail orders, and answers with the receipt.
func (g *Game) ordersStep(s *step, m message, t *campaign.Turn, r *Reading, now time.Time) {
	before, _ := t.Of(m.seat)
	r.Receipt.Head = append(r.Receipt.Head, g.receiptHead(m, t)...)
	r.Receipt.Head = append(r.Receipt.Head, notYours(m.Text)...)
	switch {
	case r.Document.Has(orders.Check):
		r.Receipt.Head = append(r.Receipt.Head, "CHECK: nothing of this mail is recorded.")
	case m.received.Before(g.latest(m.seat, t.Number)):
		r.Receipt.Moot = true
		r.Receipt.Head = append(r.Receipt.Head, "NOT COUNTED: a mail that the server received later has already been read, and stands.")
	default:
		changed := g.recordOrders(s, m, t, r, before)
		g.recordCommands(s, m, t, r, now)
		readyStep(s, m, t, r, changed)
	}
	r.Receipt.Foot = append(r.Receipt.Foot, g.receiptFoot(m, t)...)
	s.mail(g.reply(m, verdict(r)+missedNote(m), folded(r.Receipt.Text())))
}

// notYours names the lines of a player's mail that are acts of an umpire: said with
// the right words by the wrong person they do nothing.
func notYours(text string) (lines []string) {
	acts, _ := umpire.Read(text)
	for _, a := range acts {
		if a.Word != "LETTER" && a.Word != "ANSWER" {
			lines = append(lines, "REFUSED: "+a.Source+": only an umpire can say "+a.Word+", from the umpire's address. It did nothing.")
		}
	}
	return lines
}

// missedNote says in the subject that something was passed over which may be orders.
func missedNote(m message) string {
	if len(m.Missed) == 0 {
		return ""
	}
	return ", " + plural(len(m.Missed), "line") + " passed over that may be orders"
}

// verdict is the receipt's first word and its subject.
func verdict(r *Reading) string {
	good, bad := r.accepted()
	switch {
	case r.Document.Has(orders.Check):
		return "checked: " + r.Receipt.Verdict()
	case r.lettersAlone():
		return "your letter has gone"
	case good+bad == 0 && len(r.Document.Commands) == 0:
		return "no orders were found in your mail"
	case r.Document.Has(orders.Ready) && r.Receipt.ReadyWaits() != "":
		return r.Receipt.Verdict() + "; READY not taken"
	case good+bad == 0:
		return "noted"
	}
	return r.Receipt.Verdict()
}

func (g *Game) receiptHead(m message, t *campaign.Turn) []string {
	return []string{
		fmt.Sprintf("%s, turn %d, %s", g.title(), t.Number, g.SeatName(m.seat)),
		fmt.Sprintf("received %s, proved by %s, mail %s", moment(m.received, g.Zone()), m.proof, m.sha256.String()[:12]),
	}
}

func (g *Game) receiptFoot(m message, t *campaign.Turn) (lines []string) {
	for _, r := range m.Repairs {
		lines = append(lines, "changed on the way: "+r)
	}
	for _, c := range m.Cuts {
		where := fmt.Sprintf("lines %d to %d of the mail were", c.First, c.Last)
		if c.First == c.Last {
			where = fmt.Sprintf("line %d of the mail was", c.First)
		}
		lines = append(lines, where+" passed over: "+c.Why)
	}
	if len(m.Missed) > 0 {
		lines = append(lines, fmt.Sprintf("Lines of the mail that you answer, as it seems, look like orders (%s). "+
			"If they are yours, send them again above what you quote.",
			list(numberWords(m.Missed))))
	}
	lines = append(lines, m.Problems...)
	if text := g.moves(g.awaited, m.seat, t.Number); text != "" {
		lines = append(lines, text)
	}
	if !t.Deadline.IsZero() {
		lines = append(lines, "deadline: "+moment(t.Deadline, g.Zone()))
	}
	return append(lines, "To change this, answer this mail: a new mail replaces the whole, one that begins with ADD adds to it.")
}

// numberWords writes the numbers of lines.
func numberWords(lines []int) (words []string) {
	for i, n := range lines {
		if i == 5 {
			return append(words, "others")
		}
		words = append(words, fmt.Sprintf("line %d", n))
	}
	return words
}

// recordOrders records the orders that are in force from now on, and reports whether they are others than before.
func (g *Game) recordOrders(s *step, m message, t *campaign.Turn, r *Reading, before campaign.Orders) bool {
	now, how, ok := r.inForce(g.held(before))
	_, bad := r.accepted()
	if !ok {
		s.unread(r.notAccepted())
		switch earlier := "your earlier mail, with " + plural(len(before.Orders), "order") + ", stands."; {
		case len(before.Orders) == 0 || len(r.Document.Items) == 0:
		case r.lettersAlone():
			r.Receipt.Head = append(r.Receipt.Head, "Your letter has gone; "+earlier)
		default:
			r.Receipt.Head = append(r.Receipt.Head, "None of these orders was accepted: "+earlier)
		}
		return false
	}
	lines, numbers := g.lines(m.seat, now)
	s.record(events.OrdersAccepted{
		Seat: m.seat, Turn: t.Number, Orders: lines, Numbers: numbers, How: how, Mail: m.sha256, Replaced: before.Mail, Refused: bad,
	})
	if note := replaced(before, now, how); note != "" {
		r.Receipt.Head = append(r.Receipt.Head, note)
	}
	if how != "" {
		r.Receipt.Trailer = append(r.Receipt.Trailer, inForceLines(now)...)
	}
	return true
}

func replaced(before campaign.Orders, now []orders.Held, how string) string {
	if len(before.Orders) == 0 {
		return ""
	}
	switch how {
	case "add":
		return fmt.Sprintf("ADDED to the %s of your earlier mail: %s in force.", plural(len(before.Orders), "order"), plural(len(now), "order"))
	case "cancel":
		return fmt.Sprintf("CANCELLED: %s of %d in force.", plural(len(now), "order"), len(before.Orders))
	}
	return fmt.Sprintf("This mail REPLACES your earlier one (mail %s, %s).", before.Mail.String()[:12], plural(len(before.Orders), "order"))
}

func inForceLines(now []orders.Held) []string {
	lines := []string{"all orders in force:"}
	for _, h := range now {
		lines = append(lines, fmt.Sprintf("  %d. %s", h.Number, h.Canonical))
	}
	if len(now) == 0 {
		lines = append(lines, "  none")
	}
	return lines
}

// readyStep records whether the turn still waits for the seat. READY counts only where no line
// of the mail that may have been an order was left undone: the turn may close on it at once.
func readyStep(s *step, m message, t *campaign.Turn, r *Reading, changed bool) {
	says, waits := r.Document.Has(orders.Ready), r.Receipt.ReadyWaits()
	if says && waits == "" {
		s.record(events.SeatReady{Seat: m.seat, Turn: t.Number})
		r.Receipt.Head = append(r.Receipt.Head, "READY noted.")
		return
	}
	if says {
		r.Receipt.Head = append(r.Receipt.Head, "READY NOT TAKEN, because "+waits+": the turn still waits for you.")
	}
	if !t.IsReady(m.seat) || !changed && waits == "" {
		return
	}
	s.record(events.SeatReady{Seat: m.seat, Turn: t.Number, Not: true})
	if !says {
		r.Receipt.Head = append(r.Receipt.Head, "You had said READY; as more came, the turn waits for you: say it again when no more is to come.")
	}
}

// recordCommands records ABSENT and RESIGN.
func (g *Game) recordCommands(s *step, m message, t *campaign.Turn, r *Reading, now time.Time) {
	for _, c := range r.Document.Commands {
		switch c.Kind {
		case orders.Absent:
			g.absentStep(s, m, t, r, c)
		case orders.Resign:
			g.resignStep(s, m, t, r)
		}
	}
}

// resignStep notes that the seat's player gives up, and asks the umpire for another.
func (g *Game) resignStep(s *step, m message, t *campaign.Turn, r *Reading) {
	s.record(events.SeatResigned{Seat: m.seat, Turn: t.Number})
	r.Receipt.Head = append(r.Receipt.Head, "RESIGN noted. The umpire looks for somebody to take your seat; if nobody has it when the "+
		"turn is adjudicated, the rules say what becomes of your command.")
	p := &prose{}
	p.para("%s gives up the game. If nobody has the seat when the turn is adjudicated, the rules say what becomes of it: "+
		"a side whose chief has resigned may lose the battle.", g.SeatName(m.seat))
	p.para("To seat somebody:")
	p.line("SUBSTITUTE %s BY name@example.org BECAUSE …", m.seat)
	s.mail(letter{seat: Umpire, kind: "notice", turn: t.Number, subject: g.SeatName(m.seat) + " resigns", text: p.String()})
}

// absentStep notes an absence, and pushes the deadline back as far as the game allows.
func (g *Game) absentStep(s *step, m message, t *campaign.Turn, r *Reading, c orders.Command) {
	until, err := parseUntil(c.Text, g.Zone())
	if err != nil {
		r.Receipt.Undone = append(r.Receipt.Undone, orders.Undone{Line: c.Line, Why: err.Error()})
		r.Receipt.Head = append(r.Receipt.Head, "ABSENT was not noted: "+err.Error())
		return
	}
	s.record(events.SeatAbsent{Seat: m.seat, Turn: t.Number, Until: until.UTC()})
	if until.IsZero() {
		r.Receipt.Head = append(r.Receipt.Head, "ABSENT noted for this turn: standing orders apply.")
		return
	}
	r.Receipt.Head = append(r.Receipt.Head, "ABSENT noted until "+moment(until, g.Zone())+": standing orders apply.")
	if to := g.pushedBack(t, until); to.After(t.Deadline) {
		reason := g.SeatName(m.seat) + " is away"
		s.record(events.TurnExtended{Turn: t.Number, Deadline: to, Reason: reason})
		for _, seat := range g.everybody() {
			s.tell([]string{seat}, g.movedNotice(t, to, g.whyAway(m.seat, seat, reason)))
		}
	}
}

// whyAway is why a deadline moved because somebody is away, as it is told to a reader: who
// it is, where the game has no fog or they are of one side.
func (g *Game) whyAway(who, reader, reason string) string {
	a, _ := g.Seat(who)
	b, ok := g.Seat(reader)
	if ok && a.Side != b.Side && !g.Campaign.Created().Settings.Open {
		return "of an absence"
	}
	return reason
}

// pushedBack returns the deadline that an absence until then leads to.
func (g *Game) pushedBack(t *campaign.Turn, until time.Time) time.Time {
	most, err := orders.ParseSpan(g.Campaign.Created().Settings.Absence)
	if err != nil || t.Deadline.IsZero() {
		return t.Deadline
	}
	first := g.deadline(t.Opened)
	return earlier(until, first.Add(most)).UTC().Truncate(time.Second)
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// latest returns when the mail was received by which the seat's orders of the turn stand.
func (g *Game) latest(seat string, turn int) time.Time {
	if l := g.last[seat]; l.turn == turn {
		return l.received
	}
	return time.Time{}
}

var answerLine = regexp.MustCompile(`(?im)^\s*ANSWER\s+q?(\d+)\s*:\s*(.+?)\s*$`)

// answerIn finds the answer to an open question in a seat's mail: a line
// `ANSWER 2: option`, or a first line that is nothing but one of the options.
func (g *Game) answerIn(m message, t *campaign.Turn) (q campaign.Question, answer string, ok bool) {
	for _, q := range t.OpenQuestions() {
		if q.Seat != m.seat {
			continue
		}
		if f := answerLine.FindStringSubmatch(m.Text); f != nil && f[1] == strconv.Itoa(q.Number) {
			return q, f[2], true
		}
		first, _, _ := strings.Cut(strings.TrimSpace(m.Text), "\n")
		d := adjudicator.Decision{Options: q.Options}
		if _, fits := d.Accept(first); fits {
			return q, first, true
		}
	}
	return q, "", false
}

// answerStep records the answer to a question, or says which there are.
func (g *Game) answerStep(s step, m message, q campaign.Question, answer string) step {
	d := adjudicator.Decision{Options: q.Options}
	option, ok := d.Accept(answer)
	p := &prose{}
	if !ok {
		p.para("NOT ACCEPTED. %q is no answer to question %d; the answers are: %s.", answer, q.Number, strings.Join(q.Options, "; "))
		s.mail(g.reply(m, "your answer was not accepted", p.String()))
		return s
	}
	s.record(events.DecisionAnswered{Turn: q.Turn, Number: q.Number, Decision: q.Decision, Seat: q.Seat, Option: option, By: "answer"})
	p.para("ACCEPTED. Question %d of turn %d is answered: %s.", q.Number, q.Turn, option)
	s.mail(g.reply(m, "your answer is noted", p.String()))
	return s
}
