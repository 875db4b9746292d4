package mailgate

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"iter"
	"mime"
	"net/mail"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/textproto"
)

// HeaderMark is a header field of all of Galloper's mails. Incoming mail with it is neither read nor answered.
const HeaderMark = "X-Galloper"

// MaxMail bounds the size of an outgoing mail, in bytes: Gmail clips larger mails, and phones on slow connections do
// not load them.
const MaxMail = 100 << 10

// Kind is the kind of an outgoing mail.
type Kind int

// Kinds of outgoing mail.
const (
	Report  Kind = iota // a turn report, or any other mail that is not an answer
	Receipt             // the answer to a mail
)

// Image is a picture inside an HTML text.
type Image struct {
	Name string // `map.png`; the HTML names it as `cid:map.png`
	Type string // `image/png`
	Data []byte
	// Sizes yields the picture in ever fewer bytes, the largest first, and encodes each when it is asked for. It may
	// skip those larger than room. The first that fits the mail replaces Data. If Sizes is nil, only Data is tried.
	Sizes func(room int) iter.Seq[[]byte]
}

// File is a text for programs, or a document for people that is opened separately.
type File struct {
	Name string // `facts.txt`
	Text string // lines as given, never folded
	// Type is the media type of a document: `text/html`, or [CalendarType] for a date ([Date.Calendar]). An HTML
	// document is opened separately, so it does not count towards [MaxMail]. "" is a plain text for programs.
	Type string
}

// MapHere is the line in a plain text that announces the map. If even the smallest map does not fit, [MapMissing]
// replaces it and the picture.
const (
	MapHere    = "The map is attached: map.png."
	MapMissing = "This mail has no map: even the smallest map would make it too large. The umpire has been told."
)

// Outgoing is a mail to one person, as finished text. Equal values compose to the same bytes, even after an upgrade
// within a release line, so that a mail sent twice is recognised as one.
type Outgoing struct {
	ID      string    // of the outbox entry; the Message-ID is derived from it and To
	Kind    Kind      // of mail
	Domain  string    // right side of the Message-ID and List-Id
	From    string    // address of the sender
	Name    string    // display name of the sender
	To      string    // a single address
	ToName  string    // recipient's display name; "" omits it
	ReplyTo string    // with the token of the seat and turn; "" omits it
	Bounces string    // envelope sender, with a token; unused for receipts
	Date    time.Time // when the mail was recorded

	Game string
	Seat string
	Turn int

	Subject string
	Text    string // the whole mail for people; lines wider than Columns are folded, except in a receipt
	// Whole is a sentence that says where to read the full text if it is too long for a mail.
	Whole string
	// HTML is the same text with pictures, a whole document; "" makes a plain mail. A link in it that begins with
	// [AnswerLink] opens an answer to the mail.
	HTML       string
	Preview    string  // shown in lists of mails beside the subject; "" means the beginning of the text
	Images     []Image // referenced by HTML
	Files      []File  // only for a mail with HTML
	Proof      *File   // for any mail
	InReplyTo  string  // Message-ID of the mail that this one answers
	References []string
	// Unsubscribe is a `mailto:` that stops the mails; "" omits it.
	Unsubscribe string
}

// MessageID returns the Message-ID of the outbox entry to this recipient, without angle brackets.
func MessageID(id, to, domain string) string {
	sum := sha256.Sum256([]byte("galloper message 1\x00" + id + "\x00" + NormalAddress(to)))
	return tokenLetters.EncodeToString(sum[:16]) + "@" + domain
}

// ThreadID returns the id that comes first in References of all mails of a game's turn to one seat. No mail has this
// id, but clients group by it all the same.
func ThreadID(game string, turn int, seat, domain string) string {
	return fmt.Sprintf("%s.turn%d.%s@%s", game, turn, seat, domain)
}

// ThreadTurn returns the latest turn whose thread with the seat this mail answers, or 0 if it answers none.
func (m *Mail) ThreadTurn(game, seat, domain string) (turn int) {
	for _, id := range append(m.References[:len(m.References):len(m.References)], m.InReplyTo) {
		rest, ok := strings.CutPrefix(strings.ToLower(id), game+".turn")
		number, of, _ := strings.Cut(rest, ".")
		n, err := strconv.Atoi(number)
		if ok && err == nil && strings.EqualFold(of, seat+"@"+domain) {
			turn = max(turn, n)
		}
	}
	return turn
}

// ReportMark returns the first line of every mail. Readers write above it; in a reply it marks the rest as quoted, in
// any language and client.
func (o Outgoing) ReportMark() string {
	var about []string
	if o.Game != "" {
		about = append(about, o.Game)
	}
	if o.Turn > 0 {
		about = append(about, "turn "+strconv.Itoa(o.Turn))
	}
	line := "=== galloper: " + strings.Join(append(about, "reply above this line"), ", ") + " ==="
	if len(line) > Columns {
		return "=== galloper: reply above this line ==="
	}
	return line
}

// Compose writes the mail. If it exceeds [MaxMail], first the pictures shrink, then they are dropped, then the HTML
// with its files, and last the text is cut; the text of a receipt is cut to [MaxReceipt]. whole is false if a picture
// was dropped.
func Compose(o Outgoing) (raw []byte, whole bool, err error) {
	for _, v := range []string{o.From, o.To, o.ReplyTo} {
		if strings.ContainsAny(v, "\r\n<>") || len(v) > maxAddress {
			return nil, false, fmt.Errorf("mailgate: %q is not a mail address", Clip(v, maxAddress))
		}
	}
	o.Subject, o.ToName = Clip(o.Subject, maxName), Clip(o.ToName, maxName)
	most := MaxMail // of the text
	if o.Kind == Receipt {
		most = MaxReceipt
	}
	fits := func() bool { return err != nil || len(raw) < o.room() && len(o.Text) <= most }
	if raw, err = o.composeToFit(o.room()); fits() {
		return raw, true, err
	}
	if whole = len(o.Images) == 0; !whole {
		o.HTML, o.Text, o.Images = withoutImages(o.HTML), strings.ReplaceAll(o.Text, MapHere, MapMissing), nil
		raw, err = o.compose()
	}
	if !fits() && o.HTML != "" {
		for _, f := range o.Files {
			o.Text += "\n" + f.Name + " is not attached, because the mail would be too large.\n"
		}
		o.HTML, o.Files = "", nil
		raw, err = o.compose()
	}
	text := o.Text
	for size := min(len(text)-1, most); !fits() && size > 0; size -= size/8 + 1 {
		o.Text = shorten(text, size, o.Whole)
		raw, err = o.compose()
	}
	return raw, whole, err
}

// composeToFit writes the mail with the largest pictures that fit.
func (o Outgoing) composeToFit(room int) (raw []byte, err error) {
	o.Images = slices.Clone(o.Images)
	for i, img := range o.Images {
		if img.Sizes == nil {
			continue
		}
		for data := range img.Sizes(o.forPicture(room)) {
			o.Images[i].Data = data
			if raw, err = o.compose(); err != nil || len(raw) < room {
				return raw, err
			}
		}
	}
	return o.compose()
}

// forPicture returns an upper bound for a picture's size in bytes, given that base64 takes four characters for three
// bytes.
func (o Outgoing) forPicture(room int) int {
	room -= len(o.Text) + len(o.HTML)
	if o.Proof != nil {
		room -= len(o.Proof.Text)
	}
	for _, f := range o.Files {
		if f.Type == "" {
			room -= len(f.Text)
		}
	}
	return max(room, 0) * 3 / 4
}

var cidImage = regexp.MustCompile(`(?i)<img\b[^>]*\bcid:[^>]*>`)

func withoutImages(html string) string {
	return cidImage.ReplaceAllString(html, "<p>"+MapMissing+"</p>")
}

func (o Outgoing) compose() ([]byte, error) {
	var b bytes.Buffer
	h := o.header()
	text := strings.TrimRight(o.Text, "\n")
	if o.Kind != Receipt { // a receipt's lines about orders stay as they are
		text = Fold(text)
	}
	text = o.ReportMark() + "\n\n" + text + "\n"
	if o.Proof != nil {
		o.Files = append(slices.Clone(o.Files), *o.Proof)
	}
	if o.HTML == "" {
		err := o.plain(&b, h, text)
		return b.Bytes(), err
	}
	err := o.parts(&b, append(h, field{"Mime-Version", "1.0"}), text)
	return b.Bytes(), err
}

var bodyTag = regexp.MustCompile(`(?i)<body\b[^>]*>\n?`)

// markedHTML returns the HTML with the report mark at the start of its body, after the hidden preview text.
func (o Outgoing) markedHTML() string {
	mark := "<p style=\"color:#777\">" + escapeHTML(o.ReportMark()) + "</p>\n"
	if o.Preview != "" {
		mark = "<div style=\"display:none;mso-hide:all\">" + escapeHTML(oneLine(o.Preview)) + "</div>\n" + mark
	}
	at := bodyTag.FindStringIndex(o.HTML)
	if at == nil {
		return mark + o.HTML
	}
	return o.HTML[:at[1]] + mark + o.HTML[at[1]:]
}

// contentID is unique to the mail, because some clients cache pictures by it.
func (o Outgoing) contentID(img Image) string {
	return strings.TrimPrefix(o.boundary("c"), "=_") + "." + img.Name + "@" + o.Domain
}

// boundary is derived from the mail's ID, so that composing again gives the same bytes.
func (o Outgoing) boundary(which string) string {
	sum := sha256.Sum256([]byte("galloper boundary 1\x00" + o.ID + "\x00" + o.To + "\x00" + which))
	return "=_" + which + tokenLetters.EncodeToString(sum[:15])
}

type field struct{ name, value string }

// plainPart returns the header and body of a plain text. Short ASCII lines are sent unencoded, readable in any tool.
// A line that begins with `From ` is encoded, because it could come back as `>From `.
func plainPart(text string) ([]field, string) {
	h := []field{{"Content-Type", "text/plain; charset=utf-8"}, {"Content-Transfer-Encoding", "7bit"}}
	for line := range strings.SplitSeq(text, "\n") {
		if !isPlain(line) || len(line) > 76 || strings.HasPrefix(line, "From ") || strings.HasSuffix(line, " ") ||
			strings.Contains(line, "\r") {
			h[1].value = "quoted-printable"
			return h, text
		}
	}
	return h, strings.ReplaceAll(text, "\n", "\r\n")
}

var htmlHeader = []field{{"Content-Type", "text/html; charset=utf-8"},
	{"Content-Transfer-Encoding", "quoted-printable"}}

func multipartField(kind, boundary string) field {
	return field{"Content-Type", mime.FormatMediaType("multipart/"+kind, map[string]string{"boundary": boundary})}
}

// entityHeader builds a header with the fields in the given order; go-message writes the last one added first.
func entityHeader(fields []field) message.Header {
	var h textproto.Header
	for i := len(fields) - 1; i >= 0; i-- {
		if fields[i].value != "" {
			h.Add(fields[i].name, fields[i].value)
		}
	}
	return message.Header{Header: h}
}

func addPart(w *message.Writer, h []field, body string) error {
	p, err := w.CreatePart(entityHeader(h))
	if err != nil {
		return err
	}
	if _, err := io.WriteString(p, body); err != nil {
		return err
	}
	return p.Close()
}

// header returns the fields of the mail itself.
func (o Outgoing) header() []field {
	from := mail.Address{Name: o.Name, Address: o.From}
	to := mail.Address{Name: o.ToName, Address: o.To}
	auto := "auto-generated"
	if o.Kind == Receipt {
		auto = "auto-replied"
	}
	h := []field{
		{"From", from.String()},
		{"To", to.String()},
		{"Subject", mime.QEncoding.Encode("utf-8", oneLine(o.Subject))},
		{"Date", o.Date.Format("Mon, 02 Jan 2006 15:04:05 -0700")},
		{"Message-Id", "<" + MessageID(o.ID, o.To, o.Domain) + ">"},
		{"In-Reply-To", bracketed(o.InReplyTo)},
		{"References", o.references()},
		{"Reply-To", bare(o.ReplyTo)},
		{"Auto-Submitted", auto},
		{"X-Auto-Response-Suppress", "All"},
		{HeaderMark, o.about()},
	}
	if o.Game != "" {
		h = append(h, field{"List-Id", "<" + o.Game + ".galloper." + o.Domain + ">"})
	}
	if o.Unsubscribe != "" {
		h = append(h, field{"List-Unsubscribe", "<" + o.Unsubscribe + ">"})
	}
	return h
}

func (o Outgoing) about() string {
	about := "1"
	if o.Game != "" {
		about += "; game=" + o.Game
	}
	if o.Seat != "" {
		about += "; seat=" + o.Seat
	}
	if o.Turn > 0 {
		about += "; turn=" + strconv.Itoa(o.Turn)
	}
	return about
}

// Bounds on values of others that a header repeats.
const (
	maxReferences = 10
	maxID         = 900 // bytes of each id; a line may have 998
	maxName       = 200 // runes of a subject or a name
	maxAddress    = 258 // bytes (RFC 5321 §4.5.3.1, with the angle brackets)
)

// references returns the turn's thread first, then the mails that this one answers.
func (o Outgoing) references() string {
	var ids []string
	if o.Game != "" {
		ids = append(ids, ThreadID(o.Game, o.Turn, o.Seat, o.Domain))
	}
	refs := o.References[max(0, len(o.References)-maxReferences):]
	for _, id := range append(refs[:len(refs):len(refs)], o.InReplyTo) {
		known := id == ""
		for _, have := range ids {
			known = known || have == id
		}
		if !known {
			ids = append(ids, id)
		}
	}
	for i := range ids {
		ids[i] = bracketed(ids[i])
	}
	return strings.Join(ids, " ")
}

func bracketed(id string) string {
	id = strings.Trim(oneLine(id), "<> ")
	if id == "" || len(id) > maxID || strings.ContainsAny(id, " <>") {
		return ""
	}
	return "<" + id + ">"
}

func bare(address string) string {
	if address == "" {
		return ""
	}
	return (&mail.Address{Address: address}).String()
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// writePlain writes a mail with a single part.
func writePlain(b *bytes.Buffer, h []field, text string) error {
	content, text := plainPart(text)
	w, err := message.CreateWriter(b, entityHeader(append(append(h, field{"Mime-Version", "1.0"}), content...)))
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, text); err != nil {
		return err
	}
	return w.Close()
}
