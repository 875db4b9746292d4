package mailgate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-message"
)

// Mail is the content of one raw mail. All of it is as the sender claims; only [Gate.Prove] establishes the sender.
type Mail struct {
	SHA256     string    // hex, of the raw bytes as fetched
	Size       int64     // of the whole mail in bytes, even if only its header was fetched
	From       string    // address of the one From mailbox, domain in lower case; "" if none or several
	Recipients []string  // addresses that it was delivered or written to, the most trustworthy first
	MessageID  string    // without angle brackets, "" if there is none
	InReplyTo  string    // the first id in In-Reply-To
	References []string  // ids in order
	Subject    string    // decoded, on one line
	Date       time.Time // the sender's clock, zero if unreadable; never decides which of two mails is later
	Received   time.Time // by the receiving server, zero if unknown

	Game  string   // slug from the GAME line, address or subject; "" if there is none
	Seat  string   // from the SEAT line, address or subject
	Turn  int      // from the TURN line or subject; 0 if there is none
	Token string   // secret in the recipient address
	Key   string   // code in the KEY line
	Games []string // games named by GAME lines, in order, if more than one

	// Auto is why the mail must be neither answered nor read as orders: `auto-submitted`, `mailing list` …; "" for a
	// person's mail.
	Auto string

	Text    string   // text of the orders: decoded, without quotes, signature and reply header; \n between lines
	Lines   []int    // for each line of Text its line number, from 1, in the part as a mail reader shows it
	Source  string   // origin of Text: `body`, `html`, or `attachment NAME`
	Cuts    []Cut    // skipped lines, for the receipt
	Missed  []int    // skipped unquoted lines in the mail replied to that look like orders
	Below   string   // the skipped template of the report below, if orders stand above it; else ""
	Repairs []string // replaced characters, for the receipt
	Signed  string   // `pgp` or `smime` if there is a signature, which is not checked

	Attachments []Attachment
	Problems    []string // sentences for people, each with the next step
	Refuse      string   // the problem for which nothing in the mail can count; "" if Text may be read
	Bounce      *Bounce  // set if the mail reports a failed delivery

	trace   []traceField // header fields written by servers, top first
	signed  []dkimField
	written map[string][]string // addresses in To and Cc
	naming  []string            // which of these fields hold our address
	doubled string              // a duplicate field that affects how the mail is read
	raw     []byte
	work    budget
}

// Attachment is a part other than the mail's own text.
type Attachment struct {
	Name string // file name given by the sender, or ""
	Type string // media type in lower case
	Size int    // decoded, in bytes
	Read bool   // Text came from it
}

// Cut is a run of skipped lines.
type Cut struct {
	First, Last int    // lines in the part, from 1
	Why         string // `quoted`, `signature`, `reply header` …
}

// traceField is a header field whose position in the header matters.
type traceField struct{ name, value string }

// Limits bound the input; [DefaultLimits] has the defaults. Each is checked before the work that it bounds.
type Limits struct {
	RawBytes        int64 // the mail as fetched
	HeaderBytes     int   // of the mail's header
	HeaderFields    int
	PartHeaderBytes int
	Depth           int // nesting of multiparts
	Parts           int
	TextBytes       int // of one text part, decoded
	HTMLBytes       int // of one HTML part, decoded
	Lines           int // of the orders text
	References      int
	Recipients      int
	Work            int // bytes and lines read; 0 means no bound
}

// DefaultLimits are far above any mail with orders.
var DefaultLimits = Limits{
	RawBytes: 1 << 20, HeaderBytes: 256 << 10, HeaderFields: 1000, PartHeaderBytes: 16 << 10,
	Depth: 10, Parts: 100, TextBytes: 256 << 10, HTMLBytes: 512 << 10, Lines: 2000,
	References: 100, Recipients: 50, Work: 48 << 20,
}

// Options are the settings of the reader.
type Options struct {
	Limits    Limits   // zero: DefaultLimits
	Own       []string // addresses at which Galloper receives mail, without tags
	Delimiter string   // between local part and tag; "" means `+`
	Lists     []string // List-Ids that players may write through
	// IsOrder reports whether a line begins an order; it decides between the body and an attached text. If it is nil,
	// a rough guess by the line's look is used.
	IsOrder func(line string) bool
}

func (o Options) withDefaults() Options {
	if o.Limits == (Limits{}) {
		o.Limits = DefaultLimits
	}
	if o.Delimiter == "" {
		o.Delimiter = "+"
	}
	if o.IsOrder == nil {
		o.IsOrder = looksLikeOrder
	}
	return o
}

// Read reads a raw mail. It always returns a Mail and never panics. Unreadable parts are reported in Problems, and in
// Refuse if nothing can count.
func Read(raw []byte, o Options) *Mail {
	return ReadHead(raw, int64(len(raw)), o)
}

// ReadIncoming reads a fetched mail, complete or partial.
func ReadIncoming(in Incoming, o Options) *Mail {
	if in.Fault != "" {
		// Such a mail has no bytes to hash; its place in the mailbox identifies it.
		sum := sha256.Sum256([]byte("not handed out\x00" + PlaceKey(in.At)))
		m := &Mail{SHA256: hex.EncodeToString(sum[:]), Size: in.Size}
		m.refuse("The mail server did not hand out this mail: " + in.Fault + ".")
		return m
	}
	size := in.Size
	if !in.Partial {
		size = int64(len(in.Raw))
	}
	m := ReadHead(in.Raw, size, o)
	m.Received = in.Received
	return m
}

// ReadHead is Read for a mail of which only the first bytes were fetched because its size, in bytes, exceeds the
// limit.
func ReadHead(raw []byte, size int64, o Options) (m *Mail) {
	o = o.withDefaults()
	sum := sha256.Sum256(raw)
	m = &Mail{SHA256: hex.EncodeToString(sum[:]), Size: size, raw: raw, work: budget{most: o.Limits.Work}}
	defer func() {
		// A mail that crashes the reader must not stop the mails after it.
		r := recover()
		if _, much := r.(overworked); much {
			m.refuse("This mail would take too much work to read. Send only the orders, as plain text.")
			m.work.most = 0
			m.names(o)
			return
		}
		if r != nil {
			m.refuse(fmt.Sprintf("Galloper failed to read this mail (%v). Please send the orders again as plain "+
				"text; the umpire has the mail.", r))
		}
	}()
	m.read(raw, o)
	return m
}

func (m *Mail) read(raw []byte, o Options) {
	head, body := splitHead(raw)
	h, ok := m.readHeader(head, o.Limits)
	if !ok {
		return
	}
	m.readEnvelope(h, o)
	m.Auto = autoReason(h, m, o)
	if m.Size > o.Limits.RawBytes {
		m.readLarge(h, body, len(raw)-len(body), o)
		m.names(o)
		return
	}
	w := walker{limits: o.Limits, mail: m}
	root := w.walk(h, body, 0, false)
	m.Bounce = readBounce(root, h, m)
	if m.Bounce != nil && m.Auto == "" {
		m.Auto = "bounce"
	}
	m.chooseText(root, o)
	m.names(o)
}

// headBytes is how much of an oversized mail is read: the text usually stands before the pictures.
const headBytes = 256 << 10

// readLarge reads the text of an oversized mail if all of it is within the first headBytes. The signature cannot be
// verified, because it covers the whole mail.
func (m *Mail) readLarge(h message.Header, body []byte, head int, o Options) {
	m.raw = nil
	before := slices.Clone(m.Problems)
	w := walker{limits: o.Limits, mail: m}
	root := w.walk(h, body[:min(len(body), max(headBytes-head, 0))], 0, true)
	m.chooseText(root, o)
	if m.Text != "" && m.Refuse == "" {
		m.problem(fmt.Sprintf("This mail has %s. Its text was read, but not anything after its large "+
			"attachment.", byteSize(m.Size)))
		return
	}
	m.Text, m.Lines, m.Refuse, m.Problems = "", nil, "", before
	m.refuse(fmt.Sprintf("This mail has %s; at most %s are read. Send only the orders, without attachments.",
		byteSize(m.Size), byteSize(o.Limits.RawBytes)))
}

// problem adds a sentence to Problems unless it is there already.
func (m *Mail) problem(s string) {
	for _, p := range m.Problems {
		if p == s {
			return
		}
	}
	m.Problems = append(m.Problems, s)
}

// refuse adds a problem; the first one becomes m.Refuse.
func (m *Mail) refuse(s string) {
	m.problem(s)
	if m.Refuse == "" {
		m.Refuse = s
	}
}

// byteSize formats a number of bytes for people.
func byteSize(n int64) string {
	switch {
	case n >= 1<<20:
		return strings.TrimSuffix(fmt.Sprintf("%d.%d", n>>20, (n&(1<<20-1))*10>>20), ".0") + " MB"
	case n >= 1<<10:
		return fmt.Sprintf("%d KB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}
