package game

import (
	"time"

	"galloper/events"
	"galloper/projections/mapview"
	"galloper/projections/report"
)

// Names of the files attached to a report.
const (
	MapName   = "map.png"
	FactsName = "facts.txt"
	ProofName = "proof.txt"
)

// Unsubscribe is the subject of the mail sent by a program's Unsubscribe button. It is answered with instructions for
// leaving and changes nothing, so that a slip of the finger resigns no seat.
const Unsubscribe = "unsubscribe"

// Decision is the result of a decision: the events to record, and the mails that follow from them. The zero Decision
// means that there is nothing to do.
type Decision struct {
	Data  []events.Data
	Mails []Outgoing
	// Broken is the failure of the rules that put the game on hold, for the operator's log.
	Broken error

	asked bool   // the mail asked for its answer, as STATUS does
	note  string // of an act: further text for the umpire's answer
}

// ReportKind is the Kind of a turn's report to a seat.
const ReportKind = "report"

// Outgoing is a mail to be queued in the same commit as its reason.
type Outgoing struct {
	Seat    string // or Umpire
	Address string // id of the only address it goes to; "": all addresses of the seat
	ToName  string // name with the address; set when it is queued
	Kind    string // `receipt`, `report`, `question`, `reminder`, `notice` …
	Turn    int
	Epoch   int    // of the secrets in it, if the same decision renews them; 0: the seat's
	Subject string // after the game's name and the turn
	Text    string
	HTML    string           // "": made from Text, with Pic and Links
	Preview string           // shown beside the subject in a list of mails; "": the text's beginning, and the deadline
	Links   []report.Answer  // answers offered by the HTML; a report has its own
	Due     Due              // for the reader's calendar, or zero
	Pic     *mapview.Picture // the map in its HTML, or nil
	Facts   string           // attached for programs, or ""
	// Chronicle is an attached page about the whole battle, or nil.
	Chronicle []byte
	Answers   events.Hash // of the answered mail
	ReplyTo   string      // that mail's Message-ID
	Thread    []string    // and its References
	Parting   bool        // to a former player: invites no answer
}

// notice returns a mail to the seat; "" for the seats that tell is given.
func notice(g *Game, seat, subject, text string) Outgoing {
	return Outgoing{Seat: seat, Kind: "notice", Turn: max(g.Campaign.Number(), 1), Subject: subject, Text: text}
}

// to returns the mail to one address of its seat.
func (l Outgoing) to(address string) Outgoing {
	l.Address = address
	return l
}

// Due is a request of a mail to its reader, with a deadline.
type Due struct {
	At   time.Time
	Key  string // `turn3`: a later mail with the same key replaces the calendar's entry
	What string // `Orders for turn 3 of Prestonpans`
}

// Record adds events to be recorded.
func (s *Decision) Record(data ...events.Data) { s.Data = append(s.Data, data...) }

// Mail adds emails to be queued.
func (s *Decision) Mail(letters ...Outgoing) { s.Mails = append(s.Mails, letters...) }

// unread notes on the mail's record the number of lines that were not accepted.
func (s *Decision) unread(lines int) {
	if m, ok := s.Data[0].(events.MailReceived); ok {
		m.Unread = lines
		s.Data[0] = m
	}
}

// muted notes on the mail's record that it isn't answered.
func (s *Decision) muted() {
	if len(s.Data) > 0 {
		if m, ok := s.Data[0].(events.MailReceived); ok {
			m.Mute = true
			s.Data[0] = m
		}
	}
}

// tell queues the same notice to several seats.
func (s *Decision) tell(seats []string, l Outgoing) {
	for _, seat := range seats {
		l.Seat = seat
		s.Mail(l)
	}
}

// Empty reports whether there is nothing to do.
func (s *Decision) Empty() bool { return len(s.Data) == 0 && len(s.Mails) == 0 }
