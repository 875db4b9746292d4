package game

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"galloper/adjudicator"
	"galloper/adjudicator/umpire"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/mailgate"
	"galloper/orders"
	"galloper/projections/campaign"
	"galloper/projections/mapview"
)

// DecideMail takes an authenticated mail. The zero Decision means that it was taken before.
func DecideMail(g *Game, m Message, now time.Time) (s Decision) {
	if g.Campaign.Seen(m.Hash) || g.Campaign.Seen(m.Sense) {
		return Decision{}
	}
	switch {
	case g.Name() == Lobby:
		s = guestMail(g, m)
	case m.Sender != Umpire && strings.EqualFold(strings.TrimSpace(m.Subject), Unsubscribe) &&
		strings.TrimSpace(m.Text) == "":
		s = unsubscribed(g, m)
	case m.Refuse != "":
		s = refusedMail(g, m)
	case m.Sender == StandIn:
		s = standInMail(g, m, now)
	case m.Sender == Umpire:
		s = umpireMail(g, m, now)
	default:
		s = seatMail(g, m, now)
	}
	if m.Mute || isLoop(g, &s, m) {
		s.muted()
		s.Mails = slices.DeleteFunc(s.Mails, func(l Outgoing) bool { return l.Kind == "receipt" })
	}
	return s
}

// unsubscribed answers the Unsubscribe button of a mail program.
func unsubscribed(g *Game, m Message) (s Decision) {
	s.Record(receivedEvent(g, m))
	p := &prose.Text{}
	p.Para("You asked to be sent no more mail of %s. Nothing has changed yet: %s is yours, and others wait for its "+
		"orders.", g.Title(), g.SeatName(m.Sender))
	p.Para("To leave the game, answer this mail with the line")
	p.Line("  RESIGN")
	p.Gap()
	p.Para("To be away for a while, answer with ABSENT UNTIL and a day, as ABSENT UNTIL 2026-11-30: your troops go on " +
		"by their standing orders.")
	s.Mail(reply(g, m, "how to leave the game", p.String()))
	return s
}

func refusedMail(g *Game, m Message) (s Decision) {
	s.Record(
		events.MailQuarantined{SHA256: m.Hash, Reason: m.Refuse, Seat: m.Sender, Message: m.Sense,
			Received: m.Received.UTC()},
	)
	p := &prose.Text{}
	p.Para("NOT READ. %s", m.Refuse)
	p.Para("Nothing in this mail counts; your earlier orders stand. The umpire has been told.")
	s.Mail(reply(g, m, "your mail could not be read", p.String()))
	s.Mail(quarantineNotice(g, "from "+m.Sender, m.Refuse))
	return s
}

func seatMail(g *Game, m Message, now time.Time) (s Decision) {
	s.Record(receivedEvent(g, m))
	t := g.Campaign.Current()
	if q, answer, ok := answerIn(g, m, t); ok {
		return takeAnswer(g, s, m, q, answer)
	}
	m = answersTemplate(g, m)
	r := Read(g.Rules, mailDesk(g, m.Sender), m.Text)
	takeYes(g, m.Sender, t, &r)
	readLetters(g, m.Sender, &r)
	check := r.Document.Has(orders.Check)
	if !check {
		sendLetters(g, &s, m.Sender, t.Number, toUmpire(r.posted)) // even if it is too late for orders
	}
	asks := slices.ContainsFunc(r.Document.Commands, asksOnly)
	s.asked = asks || check
	if revokes(&r) && m.Code != "" {
		takeRevoke(g, &s, m)
		defer func() { renewsSecrets(&s, m.Sender, g.Epoch(m.Sender)+1) }()
	}
	meant, why := whyLate(g, m, t, &r)
	switch wants := wantsOrders(g, &r) || revokes(&r) && m.Code == "" || len(s.Mails) == 0 && !asks; {
	case wants && why != "":
		shown := lateNotice(g, &s, m, t, meant, &r)
		s.Mail(lateReply(g, m, why, &r, len(shown) > 0))
		s.Mail(shown...)
	case wants:
		takeOrders(g, &s, m, t, &r, now)
		if !check {
			sendLetters(g, &s, m.Sender, t.Number, byCourier(r.posted))
		}
	}
	if asks {
		s.Mail(answers(g, &s, m, &r, now)...)
	}
	if !check && why == "" {
		s.Mail(unreadNotice(g, m.Sender, t, &r)...)
	}
	return s
}

// asksOnly reports whether the command only asks for information.
func asksOnly(c orders.Command) bool {
	return c.Kind == orders.Status || c.Kind == orders.History || c.Kind == orders.Why || c.Kind == orders.Help
}

// answers returns the answers to the mail's requests, from the game with all effects of the mail.
func answers(g *Game, s *Decision, m Message, r *Reading, now time.Time) (list []Outgoing) {
	as, err := After(g, s.Data, now)
	if err != nil {
		as = g // nothing of it will be recorded
	}
	answered := map[string]bool{}
	for _, c := range r.Document.Commands {
		if asksOnly(c) && !answered[c.String()] && len(list) < mostQuoted {
			answered[c.String()] = true
			list = append(list, reply(g, m, strings.ToLower(string(c.Kind)), information(as, c, m.Sender)))
		}
	}
	return list
}

// wantsOrders reports whether the mail wants to change anything.
func wantsOrders(g *Game, r *Reading) bool {
	d := &r.Document
	return len(d.Items) > 0 || slices.ContainsFunc(d.Commands, func(c orders.Command) bool {
		switch c.Kind {
		case orders.Ready, orders.Cancel, orders.Absent, orders.Resign, orders.Staff, orders.Back, orders.Yes,
			orders.Check:
			return true
		}
		return false
	})
}

// whyLate returns the turn that the mail is for, and the reason why its orders no longer count, or "".
func whyLate(g *Game, m Message, t *campaign.Turn, r *Reading) (turn int, why string) {
	// The subject has the lowest priority, because it is arbitrary.
	meant := cmp.Or(r.Document.Envelope.Turn, m.Answered, m.Turn, t.Number)
	switch {
	case g.Campaign.Result() != "":
		why = "The game is over: " + g.Campaign.Result()
	case meant < t.Number:
		why = fmt.Sprintf("Turn %d, which this mail is for, is over. Orders are now wanted for turn %d: "+
			"answer its report, or begin with the line TURN %d.", meant, t.Number, t.Number)
	case meant > t.Number:
		why = fmt.Sprintf("Turn %d has not begun: turn %d is open.", meant, t.Number)
	case t.Closed != "":
		why = fmt.Sprintf("Turn %d is closed (%s) and being adjudicated; its report will come. Send your orders as an "+
			"answer to that.", t.Number, t.Closed)
	case !t.Deadline.IsZero() && m.Received.After(g.Schedule.Closes(t.Deadline)):
		why = fmt.Sprintf("The deadline of turn %d was %s; this mail came %s later.", t.Number,
			prose.Moment(t.Deadline, g.Zone()), prose.Span(m.Received.Sub(t.Deadline)))
	}
	return meant, why
}

func lateReply(g *Game, m Message, why string, r *Reading, shown bool) Outgoing {
	p := &prose.Text{}
	if r.lettersAlone() && len(toUmpire(r.posted)) == len(r.posted) {
		p.Para("SENT. The umpire has your letter. It went at once; %s", prose.LowerFirst(why))
		return reply(g, m, "the umpire has your letter", p.String())
	}
	p.Para("TOO LATE. %s", why)
	p.Para("Nothing of this mail was recorded, and nothing of it is kept for a later turn.")
	if shown {
		p.Para("The umpire has been shown it, and may let it count all the same.")
	}
	if len(toUmpire(r.posted)) > 0 && !r.Document.Has(orders.Check) {
		p.Para("The letter to the umpire was sent all the same.")
	}
	if len(r.Document.Items) > 0 {
		r.Receipt.Moot, r.Receipt.Trailer = true, nil
		for i, e := range r.Receipt.Entries {
			if l, ok := letterOf(e.Canonical); ok && !slices.Contains(l.to, Umpire) {
				r.Receipt.Entries[i].Suffix = strings.Replace(e.Suffix, "sent", "would be sent", 1)
			}
		}
		p.Line("For your next mail, it would have been read as:")
		p.Gap()
		p.Block(prose.Folded(r.Receipt.Text()))
	}
	return reply(g, m, "too late", p.String())
}

// takeOrders records the mail's orders, and answers with the receipt.
func takeOrders(g *Game, s *Decision, m Message, t *campaign.Turn, r *Reading, now time.Time) {
	before, _ := t.Of(m.Sender)
	r.Receipt.Head = append(r.Receipt.Head, receiptHead(g, m, t)...)
	switch {
	case r.Document.Has(orders.Check):
		r.Receipt.Head = append(r.Receipt.Head, "CHECK: nothing of this mail is recorded.")
		takenTogether(g, r, m.Sender, t.Number, Held(g, before))
	case m.Received.Before(g.latest(m.Sender, t.Number)):
		r.Receipt.Moot = true
		r.Receipt.Head = append(r.Receipt.Head, "NOT COUNTED: a mail that the server received later has already been "+
			"read, and stands.")
		r.tellInForce(g, m.Sender, t.Number, Held(g, before), false)
	default:
		changed := recordOrders(g, s, m, t, r, before)
		recordAsked(s, m, t, r)
		recordCommands(g, s, m, t, r, now)
		takeReady(s, m, t, r, changed)
	}
	r.Receipt.Head = append(r.Receipt.Head, notYours(m.Text)...) // last, because there may be many
	r.Receipt.Foot = append(r.Receipt.Foot, receiptFoot(g, m, t, closesWith(g, s, m.Sender, now))...)
	s.Mail(receiptMail(g, m, t, r))
}

// cardNote introduces the card in a seat's first receipt that doesn't accept its whole mail.
const cardNote = "The card of the rules, this once; HELP in a mail brings it again:"

func receiptMail(g *Game, m Message, t *campaign.Turn, r *Reading) Outgoing {
	l := reply(g, m, verdict(r)+missedNote(m), prose.Folded(r.Receipt.Text()))
	l.Due = dueOrders(g, t.Number, t.Deadline)
	l.Preview = sentence(r.Receipt.Verdict())
	if !t.Deadline.IsZero() {
		l.Preview += " Orders are due " + prose.Moment(t.Deadline, g.Zone()) + "."
	}
	l.Links = receiptLinks(g, m.Sender, t.Number, r)
	if len(r.Document.Items) > 0 && !r.lettersAlone() {
		if l.Pic = mapOfOrders(g, m.Sender, r.mapOrders()); l.Pic != nil {
			l.Text = strings.TrimRight(l.Text, "\n") + "\n\n" + mailgate.MapHere + "\n"
		}
	}
	if !g.carded[m.Sender] && r.notAccepted() > 0 && !r.Document.Has(orders.Check) {
		l.Text = strings.TrimRight(l.Text, "\n") + "\n\n" + cardNote + "\n\n" + g.Rules.Card
	}
	return l
}

func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] + "." }

// mapOrders returns the orders for the map: those in force after this mail, or those that would be if it were recorded.
func (r *Reading) mapOrders() (list []mapview.Ordered) {
	for _, e := range r.Orders.Entries {
		if e.Refusal == nil && e.Canonical != "" {
			list = append(list, mapview.Ordered{Line: e.Canonical, Rides: e.Rides})
		}
	}
	for _, h := range r.kept {
		if !slices.ContainsFunc(list, func(o mapview.Ordered) bool { return o.Line == h.Canonical }) {
			list = append(list, mapview.Ordered{Line: h.Canonical})
		}
	}
	return list
}

// notYours lists the lines of a player's mail that only an umpire may use. Players may ask for information too.
func notYours(text string) (lines []string) {
	acts, _ := umpire.Read(text)
	for _, a := range acts {
		if a.Word != "LETTER" && a.Word != "ANSWER" && !umpire.FormOf(a.Word).Tells {
			lines = append(lines, "REFUSED: "+a.Source+": only an umpire can say "+a.Word+", from the umpire's address. It "+
				"did nothing.")
		}
	}
	return lines
}

// missedNote notes in the subject that unread lines may be orders.
func missedNote(m Message) string {
	if len(m.Missed) == 0 {
		return ""
	}
	return ", " + prose.Plural(len(m.Missed), "line") + " passed over that may be orders"
}

func verdict(r *Reading) string {
	good, bad := r.accepted()
	switch {
	case r.Document.Has(orders.Check):
		return r.Receipt.Verdict()
	case r.Receipt.Moot:
		return "not counted: a later mail of yours stands"
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

func receiptHead(g *Game, m Message, t *campaign.Turn) []string {
	return []string{
		fmt.Sprintf("%s, turn %d, %s", g.Title(), t.Number, g.SeatName(m.Sender)),
		fmt.Sprintf("received %s, proved by %s, mail %s", prose.Moment(m.Received, g.Zone()), m.Proof, m.Hash.String()[:12]),
	}
}

// closesWith reports whether the turn closes as soon as the decision on the seat's mail is recorded.
func closesWith(g *Game, s *Decision, seat string, now time.Time) bool {
	others := slices.DeleteFunc(g.Campaign.Waiting(), func(id string) bool { return id == seat })
	if !g.Schedule.Early || len(others) > 0 {
		return false
	}
	next, err := After(g, s.Data, now)
	return err == nil && next.Campaign.Phase() == campaign.Open && next.Campaign.AllReady()
}

func receiptFoot(g *Game, m Message, t *campaign.Turn, closes bool) (lines []string) {
	for _, r := range m.Repairs {
		lines = append(lines, "changed on the way: "+r)
	}
	for i, c := range m.Cuts {
		if i == mostQuoted {
			lines = append(lines, "and "+prose.Plural(len(m.Cuts)-i, "other part")+" of the mail")
			break
		}
		where := fmt.Sprintf("lines %d to %d of the mail were", c.First, c.Last)
		if c.First == c.Last {
			where = fmt.Sprintf("line %d of the mail was", c.First)
		}
		lines = append(lines, where+" passed over: "+c.Why)
	}
	if len(m.Missed) > 0 {
		lines = append(lines, fmt.Sprintf("Lines of the mail that you answer, as it seems, look like orders (%s). "+
			"If they are yours, send them again above what you quote.",
			prose.List(numberWords(m.Missed))))
	}
	lines = append(lines, m.Problems...)
	if text := Moves(g, m.Sender); text != "" {
		lines = append(lines, text)
	}
	if closes {
		return append(lines, "Now all seats are ready: the turn closes.")
	}
	if !t.Deadline.IsZero() {
		lines = append(lines, "deadline: "+prose.Moment(t.Deadline, g.Zone()))
	}
	return append(lines, "To change this, answer this mail: a new mail replaces the whole, one that begins with ADD "+
		"adds to it.")
}

func numberWords(lines []int) (words []string) {
	for i, n := range lines {
		if i == 5 {
			return append(words, "others")
		}
		words = append(words, fmt.Sprintf("line %d", n))
	}
	return words
}

// recordOrders records the orders that are in force from now on, and reports whether they have changed.
func recordOrders(g *Game, s *Decision, m Message, t *campaign.Turn, r *Reading, before campaign.Orders) bool {
	now, how, ok := takenTogether(g, r, m.Sender, t.Number, Held(g, before))
	_, bad := r.accepted()
	if !ok {
		s.unread(r.notAccepted())
		switch earlier := "your earlier mail, with " + prose.Plural(len(before.Orders), "order") + ", stands."; {
		case len(before.Orders) == 0 || len(r.Document.Items) == 0:
		case r.lettersAlone():
			r.Receipt.Head = append(r.Receipt.Head, "Your letter has gone; "+earlier)
		default:
			r.Receipt.Head = append(r.Receipt.Head, "None of these orders was accepted: "+earlier)
		}
		return false
	}
	lines, numbers := orderLines(g, m.Sender, now)
	s.Record(events.OrdersAccepted{Seat: m.Sender, Turn: t.Number, Orders: lines, Numbers: numbers, How: how,
		Mail: m.Hash, Replaced: before.Mail, Refused: bad})
	if note := replaced(before, now, how); note != "" {
		r.Receipt.Head = append(r.Receipt.Head, note)
	}
	return true
}

func replaced(before campaign.Orders, now []orders.Held, how string) string {
	if len(before.Orders) == 0 {
		return ""
	}
	switch how {
	case "add":
		return fmt.Sprintf("ADDED to the %s of your earlier mail: %s in force.",
			prose.Plural(len(before.Orders), "order"), prose.Plural(len(now), "order"))
	case "cancel":
		return fmt.Sprintf("CANCELLED: %s of %d in force.", prose.Plural(len(now), "order"), len(before.Orders))
	}
	return fmt.Sprintf("This mail REPLACES your earlier one (mail %s, %s).", before.Mail.String()[:12],
		prose.Plural(len(before.Orders), "order"))
}

// takeReady records whether the turn still waits for the seat. READY counts only if no line that may be an order was
// left undone, because the turn may close at once.
func takeReady(s *Decision, m Message, t *campaign.Turn, r *Reading, changed bool) {
	says, waits := r.Document.Has(orders.Ready), r.Receipt.ReadyWaits()
	if says && waits == "" {
		s.Record(events.SeatReady{Seat: m.Sender, Turn: t.Number})
		r.Receipt.Head = append(r.Receipt.Head, "READY noted.")
		return
	}
	if says {
		r.Receipt.Head = append(r.Receipt.Head, "READY NOT TAKEN, because "+waits+": the turn still waits for you.")
	}
	if !t.IsReady(m.Sender) || !changed && waits == "" {
		return
	}
	s.Record(events.SeatReady{Seat: m.Sender, Turn: t.Number, Not: true})
	if !says {
		r.Receipt.Head = append(r.Receipt.Head, "You had said READY; as more came, the turn waits for you: say it again "+
			"when no more is to come.")
	}
}

// recordCommands records ABSENT, RESIGN, STAFF and TAKE BACK.
func recordCommands(g *Game, s *Decision, m Message, t *campaign.Turn, r *Reading, now time.Time) {
	for _, c := range r.Document.Commands {
		switch c.Kind {
		case orders.Absent:
			takeAbsence(g, s, m, t, r, c, now)
		case orders.Resign:
			takeResignation(g, s, m, t, r)
		case orders.Staff:
			takeStaff(g, s, m, t, r, c)
		case orders.Back:
			takeBack(g, s, m, t, r)
		}
	}
}

// takeResignation records that the player gives up the seat, and asks the umpire for a successor.
func takeResignation(g *Game, s *Decision, m Message, t *campaign.Turn, r *Reading) {
	s.Record(events.SeatResigned{Seat: m.Sender, Turn: t.Number})
	r.Receipt.Head = append(r.Receipt.Head, "RESIGN noted. The umpire looks for a new player for your seat; if there "+
		"is none when the turn is adjudicated, the rules decide the fate of your command.")
	p := &prose.Text{}
	p.Para("%s gives up the game. If the seat has no player when the turn is adjudicated, the rules decide its fate: "+
		"a side whose chief has resigned may lose the battle.", g.SeatName(m.Sender))
	p.Para("To seat somebody:")
	p.Line("SUBSTITUTE %s BY name@example.org BECAUSE …", m.Sender)
	for _, told := range askForResigned(g, s, t, m.Sender, new([]string)) {
		p.Gap()
		p.Para("%s", told)
	}
	s.Mail(notice(g, Umpire, g.SeatName(m.Sender)+" resigns", p.String()))
}

// takeAbsence records an absence, and delays the deadline as far as the game allows.
func takeAbsence(g *Game, s *Decision, m Message, t *campaign.Turn, r *Reading, c orders.Command, now time.Time) {
	until, err := parseUntil(c.Text, g.Zone(), now)
	away := events.SeatAbsent{Seat: m.Sender, Turn: t.Number, Until: until.UTC()}
	if err == nil && !r.Document.Has(orders.Ready) {
		try := Decision{Data: append(slices.Clone(s.Data), away)}
		if closesWith(g, &try, m.Sender, now) {
			err = errors.New("with it the turn would close now, since all others are ready. To let it close, send it " +
				"once more with the line READY below it. Otherwise the turn stays open for your orders")
		}
	}
	if err != nil {
		r.Receipt.Undone = append(r.Receipt.Undone, orders.Undone{Line: c.Line, Why: err.Error()})
		r.Receipt.Head = append(r.Receipt.Head, "ABSENT was not noted: "+err.Error())
		return
	}
	s.Record(away)
	if until.IsZero() {
		r.Receipt.Head = append(r.Receipt.Head, "ABSENT noted for this turn: standing orders apply.")
		return
	}
	r.Receipt.Head = append(r.Receipt.Head, "ABSENT noted until "+prose.Moment(until, g.Zone())+": standing orders apply.")
	if to := pushedBack(g, t, until); to.After(t.Deadline) {
		reason := g.SeatName(m.Sender) + " is away"
		s.Record(events.TurnExtended{Turn: t.Number, Deadline: to, Reason: reason})
		for _, seat := range g.Everybody() {
			s.tell([]string{seat}, movedNotice(g, t, to, whyAway(g, m.Sender, seat, reason)))
		}
	}
}

// pushedBack returns the deadline after an absence until then.
func pushedBack(g *Game, t *campaign.Turn, until time.Time) time.Time {
	most, err := orders.ParseSpan(g.Campaign.Created().Settings.Absence)
	if err != nil || t.Deadline.IsZero() {
		return t.Deadline
	}
	first := g.NextDeadline(t.Opened)
	return Earlier(until, first.Add(most)).UTC().Truncate(time.Second)
}

var answerLine = regexp.MustCompile(`(?im)^\s*ANSWER\s+q?(\d+)\s*:\s*(.+?)\s*$`)

// answerIn finds the answer to an open question in a seat's mail: a line `ANSWER 2: option`, or a first line that is
// only an option.
func answerIn(g *Game, m Message, t *campaign.Turn) (q campaign.Question, answer string, ok bool) {
	for _, q := range t.OpenQuestions() {
		if q.Seat != m.Sender {
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

// takeAnswer records the answer to a question, or lists the valid answers.
func takeAnswer(g *Game, s Decision, m Message, q campaign.Question, answer string) Decision {
	d := adjudicator.Decision{Options: q.Options}
	option, ok := d.Accept(answer)
	p := &prose.Text{}
	if !ok {
		p.Para("NOT ACCEPTED. %q is no answer to question %d; the answers are: %s.", answer, q.Number,
			strings.Join(q.Options, "; "))
		s.Mail(reply(g, m, "your answer was not accepted", p.String()))
		return s
	}
	s.Record(
		events.DecisionAnswered{Turn: q.Turn, Number: q.Number, Decision: q.Decision, Seat: q.Seat,
			Option: option, By: "answer"},
	)
	p.Para("ACCEPTED. Question %d of turn %d is answered: %s.", q.Number, q.Turn, option)
	s.Mail(reply(g, m, "your answer is noted", p.String()))
	return s
}

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
