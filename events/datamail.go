package events

import "time"

// MailReceived is a mail whose sender was proved to be the seat. The raw mail is in the vault under its hash.
type MailReceived struct {
	Seat     string    `json:"seat"` // or `umpire`
	SHA256   Hash      `json:"sha256"`
	Proof    string    `json:"proof"`             // how the sender was authenticated: `token`, `key`, `dkim=pass` …
	Message  Hash      `json:"message,omitzero"`  // SHA-256 of its Message-ID, to recognise a mail received twice
	Received time.Time `json:"received,omitzero"` // by the receiving server
	Turn     int       `json:"turn,omitempty"`    // the turn that it was read for
	Unread   int       `json:"unread,omitempty"`  // number of refused lines if none was accepted
	Mute     bool      `json:"mute,omitempty"`    // not answered, because too many answers had gone to its address
}

// EventType implements Data.
func (MailReceived) EventType() string { return "mail.received" }

// MailQuarantined is a mail that changed nothing, because its sender was not proved or it could not be read.
type MailQuarantined struct {
	SHA256   Hash      `json:"sha256"`
	Reason   string    `json:"reason"`
	Seat     string    `json:"seat,omitempty"` // the seat it claims to be from
	Message  Hash      `json:"message,omitzero"`
	Received time.Time `json:"received,omitzero"`
	// Unregistered is true if the mail has the seat's secret but comes from an unregistered address.
	Unregistered bool   `json:"unregistered,omitempty"`
	Owed         string `json:"owed,omitempty"` // id of the address to be told of it later, together with other mails
}

// EventType implements Data.
func (MailQuarantined) EventType() string { return "mail.quarantined" }

// MailQueued records an outgoing mail, in the same commit as its reason. The text is in the vault under its hash.
type MailQueued struct {
	Mail    string `json:"mail"` // id of the mail in this game; its Message-ID is derived from it
	Seat    string `json:"seat"` // or `umpire`
	Address string `json:"address,omitempty"`
	Kind    string `json:"kind"` // `receipt`, `report`, `question`, `reminder`, `notice` …
	Turn    int    `json:"turn,omitempty"`
	SHA256  Hash   `json:"sha256,omitzero"`
	Answers Hash   `json:"answers,omitzero"` // the mail that it answers
}

// EventType implements Data.
func (MailQueued) EventType() string { return "mail.queued" }

// MailSent records that the server accepted a queued mail.
type MailSent struct {
	Mail string `json:"mail"`
}

// EventType implements Data.
func (MailSent) EventType() string { return "mail.sent" }

// MailBounced records that a mail bounced or was permanently refused.
type MailBounced struct {
	Mail   string `json:"mail"`
	Reason string `json:"reason"`
}

// EventType implements Data.
func (MailBounced) EventType() string { return "mail.bounced" }

// OrdersAccepted are the orders of a seat that are now in force for the turn: those in this mail and, after ADD or
// CANCEL n, the earlier ones that are kept.
type OrdersAccepted struct {
	Seat     string   `json:"seat"`
	Turn     int      `json:"turn"`
	Orders   []string `json:"orders"`            // canonical lines, in mail order
	Numbers  []int    `json:"numbers,omitempty"` // their numbers in the receipts; omitted if they are 1, 2, 3 …
	How      string   `json:"how,omitempty"`     // `add`, `cancel`, `amend` (by the umpire), `staff` (written by it), or "" for replace
	Mail     Hash     `json:"mail,omitzero"`     // the mail that they came in
	Replaced Hash     `json:"replaced,omitzero"` // the mail whose orders they replace
	Refused  int      `json:"refused,omitempty"` // number of refused lines in the mail
	Reason   string   `json:"reason,omitempty"`  // of an amendment
}

// EventType implements Data.
func (OrdersAccepted) EventType() string { return "orders.accepted" }

// OrdersAsked holds the question of a receipt: readings of orders that were partly not understood. It replaces the
// seat's earlier question in the turn. The readings take effect only if the seat answers YES.
type OrdersAsked struct {
	Seat     string    `json:"seat"`
	Turn     int       `json:"turn"`
	Readings []Reading `json:"readings,omitempty"`
	Mail     Hash      `json:"mail"`
}

// Reading is one reading of an order, with its number in the receipt.
type Reading struct {
	Number int    `json:"number"`
	Rival  string `json:"rival,omitempty"` // `a`, `b` if the order is ambiguous
	Order  string `json:"order"`           // canonical lines separated by `; `
}

// EventType implements Data.
func (OrdersAsked) EventType() string { return "orders.asked" }

// LetterSent is a letter that needs no courier: between seats (`letters: immediate`), or from the umpire.
type LetterSent struct {
	From string   `json:"from"` // seat, or `umpire`
	To   []string `json:"to"`
	Turn int      `json:"turn"`
	Text string   `json:"text"`
	As   string   `json:"as,omitempty"` // person in whose name the umpire writes
}

// EventType implements Data.
func (LetterSent) EventType() string { return "letter.sent" }

// Announced is an announcement by the umpire to all players.
type Announced struct {
	Turn int    `json:"turn"`
	Text string `json:"text"`
}

// EventType implements Data.
func (Announced) EventType() string { return "umpire.announced" }

// Revealed is information that the umpire gives to seats beyond their knowledge.
type Revealed struct {
	Turn    int      `json:"turn"`
	Seats   []string `json:"seats"`
	Subject string   `json:"subject"`
	Text    string   `json:"text,omitempty"`
	Reason  string   `json:"reason,omitempty"`
}

// EventType implements Data.
func (Revealed) EventType() string { return "umpire.revealed" }

// PageOpened makes the game's page public, Delay turns behind; without a delay, once the game is over.
type PageOpened struct {
	Turn   int    `json:"turn"`
	Delay  int    `json:"delay,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// EventType implements Data.
func (PageOpened) EventType() string { return "page.opened" }

// PageClosed makes the game's page private again.
type PageClosed struct {
	Turn   int    `json:"turn"`
	Reason string `json:"reason,omitempty"`
}

// EventType implements Data.
func (PageClosed) EventType() string { return "page.closed" }

// DecisionAsked is a question that must be answered before the adjudication of the turn can be completed.
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

// DecisionAnswered answers a DecisionAsked.
type DecisionAnswered struct {
	Turn     int    `json:"turn"`
	Number   int    `json:"number"`
	Decision string `json:"decision"`
	Seat     string `json:"seat"`
	Option   string `json:"option"`
	By       string `json:"by"`               // `answer`, `umpire`, or `default` if the deadline passed
	Reason   string `json:"reason,omitempty"` // the umpire's
}

// EventType implements Data.
func (DecisionAnswered) EventType() string { return "decision.answered" }

// RulingGiven is an addition to a turn by the umpire.
type RulingGiven struct {
	Turn    int       `json:"turn"`
	Outcome string    `json:"outcome,omitempty"` // Ref, at that time, of the outcome it follows; "" at the turn's end
	Anchor  Anchor    `json:"anchor,omitzero"`   // the same outcome by its text; schema 1 had none
	Text    string    `json:"text"`
	Sets    []Setting `json:"sets,omitempty"`
	Reason  string    `json:"reason,omitempty"`
}

// EventType implements Data.
func (RulingGiven) EventType() string { return "ruling.given" }

// DieRerolled adds a salt to the name of one die, which gives it a new value when the turn is adjudicated again.
type DieRerolled struct {
	Turn   int    `json:"turn"`
	Die    string `json:"die"`
	Salt   string `json:"salt"`
	Reason string `json:"reason"`
}

// EventType implements Data.
func (DieRerolled) EventType() string { return "die.rerolled" }

// CourierRuled decides the fate of a dispatch: `lost`, `captured` or `delayed`.
type CourierRuled struct {
	Turn     int    `json:"turn"`
	Dispatch string `json:"dispatch"`
	Fate     string `json:"fate"`
	By       string `json:"by,omitempty"`    // seat that captured it
	Turns    int    `json:"turns,omitempty"` // delay in turns
	Reason   string `json:"reason,omitempty"`
}

// EventType implements Data.
func (CourierRuled) EventType() string { return "courier.ruled" }

// ActProposed is an irreversible act of the umpire that must be confirmed with its number and code. Addresses in it
// are ids in the vault.
type ActProposed struct {
	Number int    `json:"number"` // within the game, from 1
	Turn   int    `json:"turn"`   // the current turn; the proposal expires with it
	Text   string `json:"text"`
	Code   string `json:"code"`
}

// EventType implements Data.
func (ActProposed) EventType() string { return "umpire.proposed" }

// ActConfirmed records that the act with the number was confirmed and carried out.
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
