package history

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"galloper/events"
)

// describe sets the text of an event, and its seat and turn.
func describe(e *Entry, data events.Data) {
	switch d := data.(type) {
	case events.MailReceived, events.MailQuarantined, events.MailQueued, events.MailSent, events.MailBounced:
		describeMail(e, d)
	case events.StandInAsked, events.StandInDeclined, events.SeatAssigned, events.SeatReleased, events.SeatReady,
		events.SeatAbsent, events.SeatResigned, events.SeatStaffed, events.SeatTakenBack, events.SeatReminded,
		events.SeatRenewed, events.SeatBounced:
		describeSeat(e, d)
	case events.TurnOpened, events.TurnClosed, events.TurnHeld, events.TurnResumed, events.TurnExtended,
		events.TurnReverted, events.TurnAdjudicated, events.TurnApproved, events.TurnReported:
		describeTurn(e, d)
	case events.GameCreated:
		e.Text = fmt.Sprintf("game made under %s, version %d, with %d seats: %s", d.Ruleset, d.Version, len(d.Seats),
			strings.Join(d.Seats, ", "))
	case events.ArmyCarried:
		for _, r := range d.Rolls {
			e.Text += fmt.Sprintf("armies carried over from %s, head %s (%s); ", r.Game, brief(r.Head.String()), r.Result)
		}
		e.Text += fmt.Sprintf("of 100 losses %d come back to the side that held the field, %d to the other", d.Held, d.Lost)
		for _, r := range d.Rulings {
			e.Text += fmt.Sprintf("; ruled: %s is %s, because %s", r.Who, r.Is, r.Reason)
		}
	case events.GameOpened:
		e.Text = "opening: " + decided(len(d.Outcomes))
	case events.Blinded:
		e.Text = "random bits, which prevent guessing this commit from its hash"
	case events.SecretsOpened:
		e.Text = "secrets opened" + because(d.Reason)
	case events.GameEnded:
		e.Text = "game ended: " + d.Reason
	default:
		if !describeLobby(e, d) {
			describeInput(e, d)
		}
	}
}

func describeMail(e *Entry, data events.Data) {
	switch d := data.(type) {
	case events.MailReceived:
		e.Seat, e.Turn, e.Mail = d.Seat, d.Turn, d.SHA256.String()
		e.Text = "mail " + short(d.SHA256) + " received, proved by " + d.Proof + received(d.Received)
		if d.Unread > 0 {
			e.Text += fmt.Sprintf("; orders refused: %d, none accepted", d.Unread)
		}
	case events.MailQuarantined:
		e.Seat, e.Mail = d.Seat, d.SHA256.String()
		e.Text = "mail " + short(d.SHA256) + " put in quarantine: " + d.Reason + received(d.Received)
	case events.MailQueued:
		e.Seat, e.Turn = d.Seat, d.Turn
		e.Text = d.Kind + " " + d.Mail + " queued for " + d.Seat
	case events.MailSent:
		e.Text = d.Mail + " taken by the server"
	case events.MailBounced:
		e.Text = d.Mail + " came back: " + d.Reason
	}
}

func received(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return ", at its server " + at.UTC().Format("2006-01-02 15:04:05")
}

func describeSeat(e *Entry, data events.Data) {
	switch d := data.(type) {
	case events.SeatAssigned:
		e.Seat, e.Text = d.Seat, "address "+brief(d.Address)+" given to "+d.Seat+because(d.Reason)
	case events.SeatReleased:
		e.Seat, e.Text = d.Seat, "address "+brief(d.Address)+" taken from "+d.Seat+because(d.Reason)
	case events.SeatRenewed:
		e.Seat, e.Text = d.Seat, "secrets of "+d.Seat+" made new"+because(d.Reason)
	case events.SeatBounced:
		e.Seat, e.Text = d.Seat, fmt.Sprintf("mail to address %s of %s came back, %d in a row: %s", d.Address, d.Seat,
			d.Count, d.Reason)
		if d.Lost {
			e.Text += "; the address is marked as lost"
		}
	case events.StandInAsked:
		e.Seat, e.Turn, e.Text = d.Seat, d.Turn,
			fmt.Sprintf("stand-in %s asked to play %s, %s", brief(d.Address), d.Seat, vacant(d.Silent))
	case events.StandInDeclined:
		e.Seat, e.Turn, e.Text = d.Seat, d.Turn, "stand-in "+brief(d.Address)+" declines to play "+d.Seat
	case events.SeatReady:
		e.Seat, e.Turn, e.Text = d.Seat, d.Turn, "ready for turn "+strconv.Itoa(d.Turn)
		if d.Not {
			e.Text = "not ready for turn " + strconv.Itoa(d.Turn) + " after all"
		}
	case events.SeatAbsent:
		e.Seat, e.Turn, e.Text = d.Seat, d.Turn, "absent in turn "+strconv.Itoa(d.Turn)
		if !d.Until.IsZero() {
			e.Text = "absent until " + stamp(d.Until)
		}
	case events.SeatResigned:
		e.Seat, e.Turn, e.Text = d.Seat, d.Turn, "resigned"
	case events.SeatStaffed:
		e.Seat, e.Turn, e.Text = d.Seat, d.Turn, "the staff, "+d.Temper+", writes its orders"+because(d.Reason)
	case events.SeatTakenBack:
		e.Seat, e.Turn, e.Text = d.Seat, d.Turn, "its player writes its orders again"
	case events.SeatReminded:
		e.Seat, e.Turn, e.Text = d.Seat, d.Turn, "reminded of turn "+strconv.Itoa(d.Turn)+", "+d.Before+" before the deadline"
		if d.Question > 0 {
			e.Text = fmt.Sprintf("reminded of question %d of turn %d", d.Question, d.Turn)
		}
	}
}

func describeTurn(e *Entry, data events.Data) {
	switch d := data.(type) {
	case events.TurnOpened:
		e.Turn, e.Text = d.Turn, opened(d)
	case events.TurnClosed:
		e.Turn, e.Text = d.Turn, turn(d.Turn)+"closed: "+d.Reason
	case events.TurnHeld:
		e.Turn, e.Text = d.Turn, turn(d.Turn)+"held: "+d.Reason
	case events.TurnResumed:
		e.Turn, e.Text = d.Turn, turn(d.Turn)+"resumed"+because(d.Reason)
	case events.TurnExtended:
		e.Turn, e.Text = d.Turn, turn(d.Turn)+"deadline moved to "+stamp(d.Deadline)+because(d.Reason)
	case events.TurnReverted:
		e.Turn, e.Text = d.Turn, "reverted to turn "+strconv.Itoa(d.Turn)+because(d.Reason)
	case events.TurnAdjudicated:
		e.Turn, e.Text = d.Turn, turn(d.Turn)+decided(len(d.Outcomes))
		e.Lines = []string{"seed " + d.Seed.String(), "sealed " + d.SealedSeed.String(), "state " + d.State.String()}
		if d.Salt != "" {
			e.Lines = append(e.Lines, "played again: salt "+d.Salt)
		}
		if d.Over != "" {
			e.Lines = append(e.Lines, "result: "+d.Over)
		}
	case events.TurnApproved:
		e.Turn, e.Text = d.Turn, turn(d.Turn)+"approved"+because(d.Reason)
	case events.TurnReported:
		e.Turn, e.Text = d.Turn, turn(d.Turn)+"reports queued"
	}
}

func turn(n int) string { return "turn " + strconv.Itoa(n) + ": " }

func decided(n int) string {
	if n == 1 {
		return "1 outcome"
	}
	return strconv.Itoa(n) + " outcomes"
}

func opened(d events.TurnOpened) string {
	if d.Deadline.IsZero() {
		return turn(d.Turn) + "opened, no deadline"
	}
	return turn(d.Turn) + "opened, deadline " + stamp(d.Deadline)
}

func describeInput(e *Entry, data events.Data) {
	switch d := data.(type) {
	case events.OrdersAccepted:
		e.Seat, e.Turn, e.Lines = d.Seat, d.Turn, numbered(d.Orders, d.Numbers)
		if !d.Mail.IsZero() {
			e.Mail = d.Mail.String()
		}
		e.Text = ordered(&d)
	case events.OrdersAsked:
		e.Seat, e.Turn, e.Mail = d.Seat, d.Turn, d.Mail.String()
		e.Text = turn(d.Turn) + "asked whether orders were meant so: " + strconv.Itoa(len(d.Readings))
		if len(d.Readings) == 0 {
			e.Text = turn(d.Turn) + "nothing that was asked is open any more"
		}
		for _, r := range d.Readings {
			e.Lines = append(e.Lines, strconv.Itoa(r.Number)+r.Rival+"? "+r.Order)
		}
	case events.DecisionAsked:
		e.Seat, e.Turn = d.Seat, d.Turn
		e.Text = fmt.Sprintf("%squestion %d to %s (%s): %s", turn(d.Turn), d.Number, d.Seat, d.Decision, d.Text)
		e.Lines = []string{"options: " + strings.Join(d.Options, " | "), "default: " + d.Default}
	case events.DecisionAnswered:
		e.Seat, e.Turn = d.Seat, d.Turn
		e.Text = fmt.Sprintf("%squestion %d (%s) answered: %s (%s)", turn(d.Turn), d.Number, d.Decision, d.Option, d.By) +
			because(d.Reason)
	case events.RulingGiven:
		e.Turn, e.Text = d.Turn, "ruling on "+cmp.Or(d.Outcome, "the turn's end")+": "+d.Text+because(d.Reason)
		for _, s := range d.Sets {
			e.Lines = append(e.Lines, "SET "+s.Path+" = "+s.Value)
		}
	case events.DieRerolled:
		e.Turn, e.Text = d.Turn, "die "+d.Die+" to be rolled again, salt "+d.Salt+because(d.Reason)
	case events.CourierRuled:
		e.Turn, e.Text = d.Turn, "dispatch "+d.Dispatch+" ruled "+d.Fate+because(d.Reason)
	case events.LetterSent:
		e.Seat, e.Turn, e.Text = d.From, d.Turn, "letter from "+cmp.Or(d.As, d.From)+" to "+strings.Join(d.To, ", ")
		e.Lines = []string{d.Text}
	case events.ActProposed:
		e.Turn, e.Text = d.Turn, fmt.Sprintf("act %d waits to be confirmed: %s", d.Number, d.Text)
	case events.ActConfirmed:
		e.Text = fmt.Sprintf("act %d confirmed", d.Number)
	case events.Announced:
		e.Turn, e.Text, e.Lines = d.Turn, "announced to all", []string{d.Text}
	case events.PageOpened:
		e.Turn, e.Text = d.Turn, "opened to anybody"+because(d.Reason)
		if d.Delay > 0 {
			e.Text = fmt.Sprintf("opened to spectators, %d turns behind", d.Delay) + because(d.Reason)
		}
	case events.PageClosed:
		e.Turn, e.Text = d.Turn, "closed to all but the players"+because(d.Reason)
	case events.Revealed:
		e.Turn, e.Text = d.Turn, "revealed to "+strings.Join(d.Seats, ", ")+": "+d.Subject+because(d.Reason)
		if d.Text != "" {
			e.Lines = []string{d.Text}
		}
	}
}

func ordered(d *events.OrdersAccepted) string {
	text := "orders for turn " + strconv.Itoa(d.Turn)
	if d.How != "" {
		text += " (" + d.How + ")"
	}
	if !d.Mail.IsZero() {
		text += ", by mail " + short(d.Mail)
	}
	if !d.Replaced.IsZero() {
		text += ", in place of mail " + short(d.Replaced)
	}
	if d.Refused > 0 {
		text += ", " + strconv.Itoa(d.Refused) + " refused"
	}
	return text + because(d.Reason)
}

func numbered(orders []string, numbers []int) []string {
	lines := make([]string, len(orders))
	for i, o := range orders {
		n := i + 1
		if i < len(numbers) {
			n = numbers[i]
		}
		lines[i] = strconv.Itoa(n) + ". " + o
	}
	return lines
}

// brief returns the first characters of an address id, enough to distinguish it.
func brief(address string) string { return address[:min(len(address), 8)] }

func short(h events.Hash) string { return h.String()[:8] }

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }

func because(reason string) string {
	if reason == "" {
		return ""
	}
	return ", because " + reason
}

// vacant says why a seat needs a stand-in: the number of silent turns, or that its player has resigned if that is 0.
func vacant(silent int) string {
	switch silent {
	case 0:
		return "whose player has resigned"
	case 1:
		return "of which nothing was heard for 1 turn"
	}
	return fmt.Sprintf("of which nothing was heard for %d turns", silent)
}
