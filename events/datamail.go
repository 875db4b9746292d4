package events

import "time"

// MailReceived is a mail that was proved to come from the seat. The raw mail is
// in the vault under its hash.
type MailReceived struct {
	Seat     string    `json:"seat"` // or `umpire`
	SHA256   Hash      `json:"sha256"`
	Proof    string    `json:"proof"`             // how the sender was authenticated: `token`, `key`, `dkim=pass` …
	Message  Hash      `json:"message,omitzero"`  // SHA-256 of its Message-ID: the same mail, received twice
	Received time.Time `json:"received,omitzero"` // when the receiving server took it
	Turn     int       `json:"turn,omitempty"`    // turn it was for, as read
	Unread   int       `json:"unread,omitempty"`  // lines that were refused, where none was accepted
	Mute     bool      `json:"mute,omitempty"`    // it was not answered: too many answers had gone to its address
}

// EventType implements Data.
func (MailReceived) EventType() string { return "mail.received" }

// MailQuarantined is a mail that changed nothing: its sender was not proved, or
// it could not be read.
type MailQuarantined struct {
	SHA256   Hash      `json:"sha256"`
	Reason   string    `json:"reason"`
	Seat     string    `json:"seat,omitempty"` // the seat it claims to be from
	Message  Hash      `json:"message,omitzero"`
	Received time.Time `json:"received,omitzero"`
	// Unregistered: it has the seat's secret, and comes from an address that is not the seat's.
	Unregistered bool   `json:"unregistered,omitempty"`
	Owed         string `json:"owed,omitempty"` // id of the address that is to be told of it later, with others
}

// EventType implements Data.
func (MailQuarantined) EventType() string { return "mail.quarantined" }

// MailQueued records a mail to go out, in the same commit as its reason. The
// text is in the vault under its hash.
type MailQueued struct {
	Mail    string `json:"mail"` // id of the mail in this game; its Message-ID is made from it
	Seat    string `json:"seat"` // or `umpire`
	Address string `json:"address,omitempty"`
	Kind    string `json:"kind"` // `receipt`, `report`, `question`, `reminder`, `notice` …
	Turn    int    `json:"turn,omitempty"`
	SHA256  Hash   `json:"sha256,omitzero"`
	Answers Hash   `json:"answers,omitzero"` // the mail that it answers
}

// EventType implements Data.
func (MailQueued) EventType() string { return "mail.queued" }

// MailSent says that the server took a queued mail.
type MailSent struct {
	Mail string `json:"mail"`
}

// EventType implements Data.
func (MailSent) EventType() string { return "mail.sent" }

// MailBounced says that a mail that was sent came back, or was refused for good.
type MailBounced struct {
	Mail   string `json:"mail"`
	Reason string `json:"reason"`
}

// EventType implements Data.
func (MailBounced) EventType() string { return "mail.bounced" }

// OrdersAccepted are the orders of a seat that are in force for the turn from
// now on: those of this mail and, after ADD or CANCEL n, those kept from before.
type OrdersAccepted struct {
	Seat     string   `json:"seat"`
	Turn     int      `json:"turn"`
	Orders   []string `json:"orders"`            // canonical lines, in mail order
	Numbers  []int    `json:"numbers,omitempty"` // theirs in the receipts; left out where they are 1, 2, 3 …
	How      string   `json:"how,omitempty"`     // `add`, `cancel`, `amend` (by the umpire), `staff` (written by it), or "" for replace
	Mail     Hash     `json:"mail,omitzero"`     // the mail they came in
	Replaced Hash     `json:"replaced,omitzero"` // the mail whose orders they replace
	Refused  int      `json:"refused,omitempty"` // lines of the mail that were refused
	Reason   string   `json:"reason,omitempty"`  // of an amendment
}

// EventType implements Data.
func (OrdersAccepted) EventType() string { return "orders.accepted" }

// OrdersAsked is what the receipt of a mail asked: readings of orders of which a part was not understood. It
// takes the place of what the seat was asked before in the turn; they do not act unless YES takes them.
type OrdersAsked struct {
	Seat     string    `json:"seat"`
	Turn     int       `json:"turn"`
	Readings []Reading `json:"readings,omitempty"`
	Mail     Hash      `json:"mail"`
}

// Reading is a reading of an order, by the number in the receipt that asks.
type Reading struct {
	Number int    `json:"number"`
	Rival  string `json:"rival,omitempty"` // `a`, `b`: the order may mean this or another
	Order  string `json:"order"`           // canonical lines, `; ` between them
}

// EventType implements Data.
func (OrdersAsked) EventType() string { return "orders.asked" }

// LetterSent is a letter between seats that needs no courier (`letters:
// immediate`), or one of the umpire's.
type LetterSent struct {
	From string   `json:"from"` // seat, or `umpire`
	To   []string `json:"to"`
	Turn int      `json:"turn"`
	Text string   `json:"text"`
	As   string   `json:"as,omitempty"` // the person in whose name the umpire writes
}

// EventType implements Data.
func (LetterSent) EventType() string { return "letter.sent" }

// Announced is what the umpire tells everybody.
type Announced struct {
	Turn int    `json:"turn"`
	Text string `json:"text"`
}

// EventType implements Data.
func (Announced) EventType() string { return "umpire.announced" }

// Revealed is what the umpire shows to seats beyond what they know.
type Revealed struct {
	Turn    int      `json:"turn"`
	Seats   []string `json:"seats"`
	Subject string   `json:"subject"`
	Text    string   `json:"text,omitempty"`
	Reason  string   `json:"reason,omitempty"`
}

// EventType implements Data.
func (Revealed) EventType() string { return "umpire.revealed" }

// PageOpened lets anybody look at the game, so many turns behind; with no delay, once it is over.
type PageOpened struct {
	Turn   int    `json:"turn"`
	Delay  int    `json:"delay,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// EventType implements Data.
func (PageOpened) EventType() string { return "page.opened" }

// PageClosed ends that.
type PageClosed struct {
	Turn   int    `json:"turn"`
	Reason string `json:"reason,omitempty"`
}

// EventType implements Data.
func (PageClosed) EventType() string { return "page.closed" }

// DecisionAsked is a question that must be answered before the turn can be
// adjudicated to its end.
type DecisionAsked struct {
	Turn     int       `json:"turn"`
	Number   int       `json:"number"` // of the question within the turn, from 1: `ANSWER 2: …`
	Decision string    `json:"decision"`
	Seat     string    `json:"seat"`
	Text     string    `json:"text"`
	Options  []string  `json:"options"`
	Default  string    `json:"default"`
	Deadline time.Time `json:"deadline,omitzero"`
}

// EventType implements Data.
func (DecisionAsked) EventType() string { return "decision.asked" }

// DecisionAnswered is the answer.
type DecisionAnswered struct {
	Turn     int    `json:"turn"`
	Number   int    `json:"number"`
	Decision string `json:"decision"`
	Seat     string `json:"seat"`
	Option   string `json:"option"`
	By       string `json:"by"`               // `answer`, `umpire`, or `default` where the deadline passed
	Reason   string `json:"reason,omitempty"` // the umpire's
}

// EventType implements Data.
func (DecisionAnswered) EventType() string { return "decision.answered" }

// RulingGiven is what the umpire adds to a turn.
type RulingGiven struct {
	Turn    int       `json:"turn"`
	Outcome string    `json:"outcome,omitempty"` // ref of the outcome it follows, when it was ruled; "" at the turn's end
	Anchor  Anchor    `json:"anchor,omitzero"`   // the same outcome by what it says; schema 1 had none
	Text    string    `json:"text"`
	Sets    []Setting `json:"sets,omitempty"`
	Reason  string    `json:"reason,omitempty"`
}

// EventType implements Data.
func (RulingGiven) EventType() string { return "ruling.given" }

// DieRerolled adds a salt to the name of one die: it falls anew when the turn
// is adjudicated again.
type DieRerolled struct {
	Turn   int    `json:"turn"`
	Die    string `json:"die"`
	Salt   string `json:"salt"`
	Reason string `json:"reason"`
}

// EventType implements Data.
func (DieRerolled) EventType() string { return "die.rerolled" }

// CourierRuled is the umpire's word on a dispatch: `lost`, `captured` or `delayed`.
type CourierRuled struct {
	Turn     int    `json:"turn"`
	Dispatch string `json:"dispatch"`
	Fate     string `json:"fate"`
	By       string `json:"by,omitempty"`    // seat that captured it
	Turns    int    `json:"turns,omitempty"` // by which it is delayed
	Reason   string `json:"reason,omitempty"`
}

// EventType implements Data.
func (CourierRuled) EventType() string { return "courier.ruled" }

// ActProposed is an act of the umpire that cannot be undone: it waits to be
// confirmed with its number and code. Addresses in it are ids of the vault.
type ActProposed struct {
	Number int    `json:"number"` // within the game, from 1
	Turn   int    `json:"turn"`   // the current one; with it the proposal lapses
	Text   string `json:"text"`
	Code   string `json:"code"`
}

// EventType implements Data.
func (ActProposed) EventType() string { return "umpire.proposed" }

// ActConfirmed says that the act with the number was confirmed, and done.
type ActConfirmed struct {
	Number int `json:"number"`
}

// EventType implements Data.
func (ActConfirmed) EventType() string { return "umpire.confirmed" }

func (d GameCreated) filled() Data     { d.Seats = list(d.Seats); return d }
func (d GameOpened) filled() Data      { d.Outcomes = list(d.Outcomes); return d }
func (d TurnAdjudicated) filled() Data { d.Outcomes = list(d.Outcomes); return d }
func (d OrdersAccepted) filled() Data  { d.Orders = list(d.Orders); return d }
func (d LetterSent) filled() Data      { d.To = list(d.To); return d }
func (d Revealed) filled() Data        { d.Seats = list(d.Seats); return d }
func (d DecisionAsked) filled() Data   { d.Options = list(d.Options); return d }
