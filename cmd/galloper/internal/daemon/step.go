package daemon

import (
	"galloper/events"
	"galloper/projections/mapview"
)

// step is what one decision comes to: what is recorded, and what is mailed because
// of it. The zero step means that nothing is to be done.
type step struct {
	data  []events.Data
	mails []letter
	note  string // of an act: what its umpire is told of it besides that it is done
}

// letter is a mail to be queued in the same commit as its reason.
type letter struct {
	seat    string // or Umpire
	address string // id of the one address it goes to; "" every address of the seat
	toName  string // beside the address; set as it is queued
	kind    string // `receipt`, `report`, `question`, `reminder`, `notice` …
	turn    int
	epoch   int    // of the secrets that it brings, where its own step renews them; 0: the seat's
	subject string // behind the game's and turn's names
	text    string
	html    string
	preview string           // what a list of mails shows of it beside the subject
	pic     *mapview.Picture // the map in its HTML; nil none
	facts   string           // for programs, attached; "" none
	answers events.Hash      // of the mail that it answers
	replyTo string           // that mail's Message-ID
	thread  []string         // and its References
}

func (s *step) record(data ...events.Data) { s.data = append(s.data, data...) }

func (s *step) mail(letters ...letter) { s.mails = append(s.mails, letters...) }

// unread notes on the record of the step's mail that its orders were all refused.
func (s *step) unread(lines int) {
	if m, ok := s.data[0].(events.MailReceived); ok {
		m.Unread = lines
		s.data[0] = m
	}
}

// muted notes on the record of the step's mail that it is not answered.
func (s *step) muted() {
	if len(s.data) > 0 {
		if m, ok := s.data[0].(events.MailReceived); ok {
			m.Mute = true
			s.data[0] = m
		}
	}
}

// tell queues the same notice to several seats.
func (s *step) tell(seats []string, l letter) {
	for _, seat := range seats {
		l.seat = seat
		s.mail(l)
	}
}

func (s *step) empty() bool { return len(s.data) == 0 && len(s.mails) == 0 }
