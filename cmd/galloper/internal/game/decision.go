package game

import (
	"time"

	"galloper/events"
	"galloper/projections/mapview"
	"galloper/projections/report"
)

// What is attached to a report is called.
const (
	MapName   = "map.png"
	FactsName = "facts.txt"
	ProofName = "proof.txt"
)

// Unsubscribe is the subject of the mail that a program sends for its Unsubscribe button.
// It is answered with how to leave, and changes nothing: a finger on a phone must not
// resign a seat.
const Unsubscribe = "unsubscribe"

// Decision is what one decision comes to: what is recorded, and what is mailed because
// of it. The zero Decision means that nothing is to be done.
type Decision struct {
	Data  []events.Data
	Mails []Outgoing
	// Broken is what the rules broke on, for the operator's log: the game is held for it.
	Broken error

	asked bool   // the mail asked for its answer, as STATUS does
	note  string // of an act: what its umpire is told of it besides that it is done
}

// ReportKind is the Kind of the mail that tells a seat of a turn.
const ReportKind = "report"

// Outgoing is a mail to be queued in the same commit as its reason.
type Outgoing struct {
	Seat    string // or Umpire
	Address string // id of the one address it goes to; "" every address of the seat
	ToName  string // beside the address; set as it is queued
	Kind    string // `receipt`, `report`, `question`, `reminder`, `notice` …
	Turn    int
	Epoch   int    // of the secrets that it brings, where its own decision renews them; 0: the seat's
	Subject string // behind the game's and turn's names
	Text    string
	HTML    string           // "": made of Text, with Pic and Links
	Preview string           // what a list of mails shows of it beside the subject; "" its beginning, and what is due
	Links   []report.Answer  // answers that its HTML opens; a report has its own
	Due     Due              // for the reader's calendar; zero none
	Pic     *mapview.Picture // the map in its HTML; nil none
	Facts   string           // for programs, attached; "" none
	// Chronicle is a page of the whole battle, attached; nil none.
	Chronicle []byte
	Answers   events.Hash // of the mail that it answers
	ReplyTo   string      // that mail's Message-ID
	Thread    []string    // and its References
	Parting   bool        // to who has the seat no more: it invites no answer
}

// Due is what a mail asks of its reader, until when.
type Due struct {
	At   time.Time
	Key  string // `turn3`: a later mail about the same replaces what the calendar has
	What string // `Orders for turn 3 of Prestonpans`
}

// Record adds events to be recorded.
func (s *Decision) Record(data ...events.Data) { s.Data = append(s.Data, data...) }

// Mail adds emails to be queued.
func (s *Decision) Mail(letters ...Outgoing) { s.Mails = append(s.Mails, letters...) }

// unread notes on the record of the mail that is decided on that its orders were all refused.
func (s *Decision) unread(lines int) {
	if m, ok := s.Data[0].(events.MailReceived); ok {
		m.Unread = lines
		s.Data[0] = m
	}
}

// muted notes on the record of the mail that is decided on that it is not answered.
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

// Empty reports whether nothing is to be done.
func (s *Decision) Empty() bool { return len(s.Data) == 0 && len(s.Mails) == 0 }
