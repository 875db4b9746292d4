package orders

// Document is what a mail's text was read as. Every line of it is accounted for.
type Document struct {
	Envelope Envelope
	Items    []Item    // orders, letters and standing orders, in mail order
	Commands []Command // READY, CANCEL 3, … in mail order
	Add      bool      // the mail adds to the seat's earlier orders: it says ADD, YES, or CANCEL with numbers
	Framed   bool      // only what stands between ORDERS and END counted
	Lines    []Line    // every line of the text
	Outside  []int     // lines outside of an empty frame that begin like orders
	Notes    []string  // what the player should know of how the mail was read
}

// Line is a line of the mail's text and what it was taken for.
type Line struct {
	Number int // from 1
	Text   string
	Use    Use
	Item   int  // number of the item that it is part of, the first of several; 0 if of none
	Polite bool // NotRead, and no more than a greeting, a close or a name: nobody need look at it
}

// Use is what a line was taken for.
type Use int

// The uses. A line of several parts has the last of these that applies.
const (
	UsedBlank     Use = iota // nothing, or a row of dashes
	UsedQuote                // `>`
	UsedHeader               // of a mail client, above what it quotes
	UsedComment              // `#`
	UsedFrame                // ORDERS, END, the `.` behind a letter
	UsedSignature            // `--` and what is below
	UsedOutside              // before ORDERS or behind END
	UsedEarlier              // a mail quoted without `>`
	UsedEnvelope             // GAME, SEAT, TURN, KEY
	UsedCommand              // READY and the like
	UsedItem                 // an order or letter
	NotRead                  // begins no order, and continues none
)

// NotRead returns the lines that were not read: a greeting, or what stands apart from any order.
func (d *Document) NotRead() []Line {
	var lines []Line
	for _, l := range d.Lines {
		if l.Use == NotRead {
			lines = append(lines, l)
		}
	}
	return lines
}

// Has reports whether the mail gives a command of the kind.
func (d *Document) Has(kind CommandKind) bool {
	for _, c := range d.Commands {
		if c.Kind == kind {
			return true
		}
	}
	return false
}

// Envelope is what a mail says of itself. A field is zero where it says nothing.
type Envelope struct {
	Game string // GAME slug
	Seat string // SEAT seat
	Turn int    // TURN n
	Key  string // KEY code
}

// CommandKind is a command that all rulesets have and that is no order.
type CommandKind string

// The commands.
const (
	Ready   CommandKind = "READY"   // no more to come
	Check   CommandKind = "CHECK"   // parse and answer, record nothing
	Status  CommandKind = "STATUS"  // where the game stands
	History CommandKind = "HISTORY" // of Turn, or of the last turn if 0
	Help    CommandKind = "HELP"    // with the verb in Text, or all
	Why     CommandKind = "WHY"     // of the outcome in Text, `t3.5`; or of which there are in Turn, in the last if 0
	Absent  CommandKind = "ABSENT"  // until the date in Text, or until further notice
	Resign  CommandKind = "RESIGN"
	Staff   CommandKind = "STAFF"     // writes the orders, of the temper in Text
	Back    CommandKind = "TAKE BACK" // from the staff
	Revoke  CommandKind = "REVOKE"    // the seat's secrets: somebody else has them
	Yes     CommandKind = "YES"       // to the readings in Which, or to all that were asked
	Cancel  CommandKind = "CANCEL"    // the orders in Which, or all of earlier mails
)

// Command is a command as given.
type Command struct {
	Kind  CommandKind
	Line  int
	Turn  int      // HISTORY, WHY
	Which []Choice // CANCEL, YES; nil: all
	Text  string   // HELP, ABSENT, STAFF, HISTORY, WHY
}

// What HISTORY shows in place of a report: its exact lines, or its turn outcome by outcome.
const (
	HistoryFacts  = "FACTS"
	HistoryRecord = "RECORD"
)
