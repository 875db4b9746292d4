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

// Mail is what one raw mail was read as. Everything in it is as the sender
// claims; only [Gate.Prove] says who the sender is.
type Mail struct {
	SHA256     string    // hex, of the raw bytes as fetched
	Size       int64     // of the whole mail in bytes, also where only its header was fetched
	From       string    // address of the one From mailbox, domain in lower case; "" if none or several
	Recipients []string  // addresses it was delivered or written to, the most trustworthy first
	MessageID  string    // without angle brackets, "" where there is none
	InReplyTo  string    // the first id of In-Reply-To
	References []string  // ids in their order
	Subject    string    // decoded, on one line
	Date       time.Time // the sender's clock; zero if unreadable. Never decides which mail is the later
	Received   time.Time // by the receiving server; zero if not known

	Game  string   // slug by GAME line, address or subject; "" where none says
	Seat  string   // seat by SEAT line, address or subject
	Turn  int      // by TURN line or subject; 0 where none says
	Token string   // the secret in the address it was sent to
	Key   string   // the code of the KEY line
	Games []string // every game named by a GAME line, in order, if more than one

	// why it must not be answered nor read as orders: `auto-submitted`, `mailing list` …; "" for a person's mail
	Auto string

	Text    string   // the orders text: decoded, quotes, signature and reply header gone; lines end in \n but the last
	Lines   []int    // for each line of Text its line, from 1, in the part as a mail reader shows it
	Source  string   // where Text stood: `body`, `html`, or `attachment NAME`
	Cuts    []Cut    // what of the text was passed over, for the receipt
	Missed  []int    // lines of the part that were passed over as a mail replied to, unquoted, and look like orders
	Below   string   // the template of the report below that was passed over, because orders stand above it; "" none
	Repairs []string // characters changed on the way, for the receipt
	Signed  string   // `pgp`, `smime` where a signature is present; it is not checked

	Attachments []Attachment
	Problems    []string // sentences for people, each with what to do
	Refuse      string   // the problem for which nothing of the mail can count; "" if Text may be read
	Bounce      *Bounce  // set if it reports on a mail that was not delivered

	trace   []traceField // header fields that a server wrote, top first
	signed  []dkimField
	written map[string][]string // addresses of To and of Cc
	naming  []string            // which of them hold the address of ours that the mail is for
	doubled string              // a field that steers the reading and stands there twice
	raw     []byte
	work    budget
}

// Attachment is a part that is not the mail's own text.
type Attachment struct {
	Name string // as the sender named it, "" if not
	Type string // media type in lower case
	Size int    // decoded, in bytes
	Read bool   // Text was taken from it
}

// Cut is a run of lines that was passed over.
type Cut struct {
	First, Last int    // lines in the part, from 1
	Why         string // `quoted`, `signature`, `reply header` …
}

// traceField is a header field whose place in the header matters.
type traceField struct{ name, value string }

// Limits bound what is read; each has a default in [DefaultLimits]. They are
// checked before the work that they bound.
type Limits struct {
	RawBytes        int64 // the mail as fetched
	HeaderBytes     int   // of the mail's header
	HeaderFields    int
	PartHeaderBytes int
	Depth           int // multiparts within multiparts
	Parts           int
	TextBytes       int // of one text part, decoded
	HTMLBytes       int // of one HTML part, decoded
	Lines           int // of the orders text
	References      int
	Recipients      int
	Work            int // bytes and lines looked at; 0: as many as it takes
}

// DefaultLimits are far above any mail with orders.
var DefaultLimits = Limits{
	RawBytes: 1 << 20, HeaderBytes: 256 << 10, HeaderFields: 1000, PartHeaderBytes: 16 << 10,
	Depth: 10, Parts: 100, TextBytes: 256 << 10, HTMLBytes: 512 << 10, Lines: 2000,
	References: 100, Recipients: 50, Work: 48 << 20,
}

// Options say how mail is read on this installation.
type Options struct {
	Limits    Limits   // zero: DefaultLimits
	Own       []string // the addresses that Galloper reads mail under, without tags
	Delimiter string   // between local part and tag, "" is `+`
	Lists     []string // List-Ids through which players may write
	// IsOrder reports whether a line begins an order; it decides between a body
	// and an attached text. Nil: a rough guess by the line's look.
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

// Read reads a raw mail. It always returns a Mail and never panics: what cannot
// be read is said in Problems, and in Refuse where nothing can count.
func Read(raw []byte, o Options) *Mail {
	return ReadHead(raw, int64(len(raw)), o)
}

// ReadIncoming reads a mail as it was fetched, whole or not.
func ReadIncoming(in Incoming, o Options) *Mail {
	if in.Fault != "" {
		// Such a mail has no bytes to know it by; its place stands for them.
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

// ReadHead is Read for a mail of which only the first bytes were fetched
// because its size, in bytes, is over the limit.
func ReadHead(raw []byte, size int64, o Options) (m *Mail) {
	o = o.withDefaults()
	sum := sha256.Sum256(raw)
	m = &Mail{SHA256: hex.EncodeToString(sum[:]), Size: size, raw: raw, work: budget{most: o.Limits.Work}}
	defer func() {
		// A mail that breaks the reader must not stop the mails behind it.
		r := recover()
		if _, much := r.(overworked); much {
			m.refuse("This mail is made so that to read it takes too much work. Send the orders alone, as plain text.")
			m.work.most = 0
			m.names(o)
			return
		}
		if r != nil {
			m.refuse(fmt.Sprintf("This mail broke the reader (%v). Please send the orders again as plain text; the umpire "+
				"has the mail.", r))
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

// headBytes is how much of a mail is read that is over the limit: its text mostly stands
// before the pictures.
const headBytes = 256 << 10

// readLarge reads the text of a mail that is over the limit, where all of that stands at
// its beginning. Its signature cannot be verified: that is of the whole.
func (m *Mail) readLarge(h message.Header, body []byte, head int, o Options) {
	m.raw = nil
	before := slices.Clone(m.Problems)
	w := walker{limits: o.Limits, mail: m}
	root := w.walk(h, body[:min(len(body), max(headBytes-head, 0))], 0, true)
	m.chooseText(root, o)
	if m.Text != "" && m.Refuse == "" {
		m.problem(fmt.Sprintf("This mail has %s. Its text was read; what stands behind its large attachment, "+
			"if anything does, was not.", byteSize(m.Size)))
		return
	}
	m.Text, m.Lines, m.Refuse, m.Problems = "", nil, "", before
	m.refuse(fmt.Sprintf("This mail has %s; at most %s are read. Send the orders alone, without attachments.",
		byteSize(m.Size), byteSize(o.Limits.RawBytes)))
}

// problem notes a sentence once.
func (m *Mail) problem(s string) {
	for _, p := range m.Problems {
		if p == s {
			return
		}
	}
	m.Problems = append(m.Problems, s)
}

// refuse notes the first problem for which nothing of the mail can count.
func (m *Mail) refuse(s string) {
	m.problem(s)
	if m.Refuse == "" {
		m.Refuse = s
	}
}

// byteSize writes a number of bytes as people say it.
func byteSize(n int64) string {
	switch {
	case n >= 1<<20:
		return strings.TrimSuffix(fmt.Sprintf("%d.%d", n>>20, (n&(1<<20-1))*10>>20), ".0") + " MB"
	case n >= 1<<10:
		return fmt.Sprintf("%d KB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}
