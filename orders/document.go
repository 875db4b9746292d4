package orders

// Document is the result of reading a mail's text. It accounts for every line.
type Document struct {
	Envelope Envelope
	Items    []Item    // orders, letters and standing orders, in mail order
	Commands []Command // READY, CANCEL 3, … in mail order
	Add      bool      // the mail adds to the seat's earlier orders: it says ADD, YES, or CANCEL with numbers
	Framed   bool      // only the text between ORDERS and END counted
	Lines    []Line    // every line of the text
	Outside  []int     // lines outside an empty frame that begin like orders
	Notes    []string  // messages to the player about how the mail was read
}

// Line is a line of the mail's text and its use.
type Line struct {
	Number int // from 1
	Text   string
	Use    Use
	Item   int  // number of the first item that it is part of, or 0
	Polite bool // NotRead, but only a greeting, a close or a name, which needs no attention
}

// Use is the function of a line in the mail.
type Use int

// The uses. If the parts of a line have different uses, the last of them in this list applies.
const (
	UsedBlank     Use = iota // blank, or a row of dashes
	UsedQuote                // `>`
	UsedHeader               // header that a mail client puts above a quoted mail
	UsedComment              // `#`
	UsedFrame                // ORDERS, END, the `.` that ends a letter
	UsedSignature            // `--` and everything below
	UsedOutside              // above ORDERS or below END
	UsedEarlier              // a mail quoted without `>`
	UsedEnvelope             // GAME, SEAT, TURN, KEY
	UsedCommand              // READY and the like
	UsedItem                 // an order or letter
	NotRead                  // neither begins nor continues an order
)

// NotRead returns the unread lines, such as greetings and text apart from any order.
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

// Envelope holds the game, seat, turn and key that a mail names. Missing fields are zero.
type Envelope struct {
	Game string // GAME slug
	Seat string // SEAT seat
	Turn int    // TURN n
	Key  string // KEY code
}

// CommandKind is a command that all rulesets have in common. It is not an order.
type CommandKind string

// The commands.
const (
	Ready   CommandKind = "READY"   // the seat's orders are complete
	Check   CommandKind = "CHECK"   // parse and answer, but record nothing
	Status  CommandKind = "STATUS"  // state of the game
	History CommandKind = "HISTORY" // report of Turn, or of the last turn if 0
	Help    CommandKind = "HELP"    // on the verb in Text, or on everything
	Why     CommandKind = "WHY"     // causes of the outcome in Text, `t3.5`; else a list for Turn, the last turn if 0
	Absent  CommandKind = "ABSENT"  // until the date in Text, or until further notice
	Resign  CommandKind = "RESIGN"
	Staff   CommandKind = "STAFF"     // the staff writes the orders, with the temper in Text
	Back    CommandKind = "TAKE BACK" // the player takes over from the staff
	Revoke  CommandKind = "REVOKE"    // the seat's secrets have leaked and become invalid
	Yes     CommandKind = "YES"       // take the readings in Which, or all that were asked
	Cancel  CommandKind = "CANCEL"    // withdraw the orders in Which, or all of earlier mails
)

// Command is a command as given.
type Command struct {
	Kind  CommandKind
	Line  int
	Turn  int      // HISTORY, WHY
	Which []Choice // CANCEL, YES; nil: all
	Text  string   // HELP, ABSENT, STAFF, HISTORY, WHY
}

// Variants of HISTORY: the exact lines of the report, or the turn outcome by outcome.
const (
	HistoryFacts  = "FACTS"
	HistoryRecord = "RECORD"
)
