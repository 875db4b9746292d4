package mailgate

import (
	"bytes"
	"encoding/base64"
	"flag"
	"html"
	"io"
	"iter"
	"mime"
	"mime/multipart"
	"net/mail"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/emersion/go-message"

	"galloper/orders"
)

var update = flag.Bool("update", false, "write the golden mails anew; read the difference before committing")

func sample() Outgoing {
	return Outgoing{
		ID: "c17.2", Domain: "games.example", From: "orders@games.example", Name: "Galloper", To: "anna@players.test",
		ReplyTo: "orders+quiberon.french.north.kaaaaaaaaaaaaaaaa@games.example",
		Bounces: "orders+quiberon.kbbbbbbbbbbbbbbbb@games.example",
		Date:    time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), Game: "quiberon", Seat: "french.north", Turn: 3,
		Subject: "[quiberon] Turn 3, french.north: Légion",
		Text:    "The enemy is in the wood.\n" + orders.Template("quiberon", "french.north", 3, nil),
		HTML:    page("The enemy is in the <wood>."),
		Images:  []Image{{Name: "map.png", Type: "image/png", Data: []byte("not really a picture")}},
	}
}

// page returns a text as HTML, with the picture below it.
func page(text string) string {
	return "<pre style=\"font-family:monospace;white-space:pre-wrap\">" + html.EscapeString(text) + "</pre>\n" +
		"<img src=\"cid:map.png\" alt=\"map\" style=\"max-width:100%\">\n"
}

func mustCompose(t testing.TB, o Outgoing) []byte {
	t.Helper()
	raw, _, err := Compose(o)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// TestComposedMailsAreGolden: an outbox entry must always give the same bytes, or a mail sent again would be a
// different one.
func TestComposedMailsAreGolden(t *testing.T) {
	receipt := sample()
	receipt.Kind, receipt.HTML, receipt.Images = Receipt, "", nil
	receipt.Subject, receipt.Text = "Re: [quiberon] Turn 3, french.north", "1. 1foot HOLD: accepted\n"
	receipt.InReplyTo, receipt.References = "corpus-001@players.test", []string{"turn3@games.example"}
	for name, o := range map[string]Outgoing{"report": sample(), "receipt": receipt} {
		path := "testdata/" + name + ".golden.eml"
		got := mustCompose(t, o)
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", path, got, want)
		}
		if again := mustCompose(t, o); !bytes.Equal(again, got) {
			t.Errorf("%s: two renderings differ", path)
		}
	}
}

// TestReportHasTheStructureThatClientsShow reads a report with the standard
// library: plain text, then HTML with its picture.
func TestReportHasTheStructureThatClientsShow(t *testing.T) {
	m, err := mail.ReadMessage(bytes.NewReader(mustCompose(t, sample())))
	if err != nil {
		t.Fatal(err)
	}
	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	var types []string
	var cid, html string
	var walk func(r *multipart.Reader)
	walk = func(r *multipart.Reader) {
		for {
			p, err := r.NextPart()
			if err != nil {
				return
			}
			kind, params, err := mime.ParseMediaType(p.Header.Get("Content-Type"))
			if err != nil {
				t.Fatal(err)
			}
			types = append(types, kind)
			switch {
			case params["boundary"] != "":
				walk(multipart.NewReader(p, params["boundary"]))
			case kind == "text/html":
				var b bytes.Buffer
				if _, err := b.ReadFrom(p); err != nil {
					t.Fatal(err)
				}
				html = b.String()
			case kind == "image/png":
				cid = strings.Trim(p.Header.Get("Content-Id"), "<>")
			}
		}
	}
	walk(multipart.NewReader(m.Body, params["boundary"]))
	if got := strings.Join(types, " "); got != "text/plain multipart/related text/html image/png" {
		t.Errorf("parts %s", got)
	}
	if cid == "" || !strings.Contains(html, "cid:"+cid) || strings.Contains(html, "http") {
		t.Errorf("content id %q in %s", cid, html)
	}
}

func TestThreadOfATurn(t *testing.T) {
	report, receipt := sample(), sample()
	receipt.ID, receipt.Kind, receipt.InReplyTo = "c18.0", Receipt, "1@players.test"
	a := Read(mustCompose(t, report), Options{})
	b := Read(mustCompose(t, receipt), Options{})
	if a.References[0] != b.References[0] || a.MessageID == b.MessageID || b.InReplyTo != "1@players.test" ||
		b.References[1] != "1@players.test" {
		t.Errorf("report %v, receipt %v", a.References, b.References)
	}
	next := sample()
	next.Turn = 4
	if c := Read(mustCompose(t, next), Options{}); c.References[0] == a.References[0] {
		t.Error("two turns are one thread")
	}
}

func TestTooLargeMailLosesItsPictureFirst(t *testing.T) {
	o := sample()
	o.Images[0].Data = bytes.Repeat([]byte("x"), 200<<10)
	raw := mustCompose(t, o)
	if len(raw) >= MaxMail || !bytes.Contains(raw, []byte("text/html")) || bytes.Contains(raw, []byte("cid:")) {
		t.Errorf("%d bytes", len(raw))
	}
	o.HTML, o.Files = strings.Repeat("<p>x</p>", 20<<10), []File{{Name: "facts.txt", Text: "x\n"}}
	if raw = mustCompose(t, o); len(raw) >= MaxMail || bytes.Contains(raw, []byte("text/html")) {
		t.Errorf("%d bytes", len(raw))
	}
	if !bytes.Contains(raw, []byte("facts.txt is not attached, because the mail would be too large.")) {
		t.Error("it does not say that its file went too")
	}
}

// TestTextOfAnyLengthIsCut: the beginning and end of a text are kept, and short paragraphs in preference to long
// ones.
func TestTextOfAnyLengthIsCut(t *testing.T) {
	word := func(n int) string { return strings.Repeat("Schützen ", n) }
	for name, middle := range map[string]string{
		"one line":             strings.Repeat("x", 300<<10),
		"one paragraph":        word(40 << 10),
		"many lines":           strings.Repeat("a line as any other\n", 20<<10),
		"many paragraphs":      strings.Repeat("a short paragraph\n\n", 20<<10),
		"long paragraphs":      strings.Repeat(word(2<<10)+"\n\n", 20),
		"one line of no ASCII": strings.Repeat("ü", 100<<10),
	} {
		for kind, most := range map[Kind]int{Report: MaxMail, Receipt: MaxReceipt} {
			o := sample()
			o.Kind, o.HTML, o.Images, o.Files = kind, page("x"), nil, nil
			o.Whole = "All of it is elsewhere."
			o.Text = "1 order refused.\n\n" + middle + "\n\nThe deadline.\n\nORDERS\nGAME quiberon\nEND\n\nThe head.\n"
			raw := mustCompose(t, o)
			got := partText(t, raw)
			if len(raw) >= MaxMail || len(got) > most+most/20 || len(got) < most/4 || !utf8.ValidString(got) {
				t.Errorf("%s: a mail of %d bytes, a text of %d of at most %d", name, len(raw), len(got), most)
			}
			flat := strings.Join(strings.Fields(got), " ")
			for _, want := range []string{"1 order refused.", "The deadline.", "ORDERS GAME quiberon END", "The head.",
				"KB are left out of this mail", "All of it is elsewhere."} {
				if strings.Count(flat, want) != 1 {
					t.Errorf("%s: %q stands there %d times", name, want, strings.Count(flat, want))
				}
			}
		}
	}
	long := "The first.\n\n" + word(20<<10) + "\n\nBetween.\n\n" + word(20<<10) + "\n\nThe last.\n"
	if got := shorten(long, 50<<10, ""); !strings.Contains(got, "\n\nBetween.\n\n") || len(got) < 45<<10 {
		t.Errorf("the paragraph between two long ones is gone; %d bytes are left", len(got))
	}
}

// TestHeadersAreBounded: subject, name and thread come from others and may have any length.
func TestHeadersAreBounded(t *testing.T) {
	o := sample()
	o.Subject, o.ToName = strings.Repeat("Überfall ", 20<<10), strings.Repeat("Graf ", 20<<10)
	o.InReplyTo = strings.Repeat("x", 50<<10) + "@players.test"
	o.References = slices.Repeat([]string{o.InReplyTo, "1@players.test"}, 20)
	raw := mustCompose(t, o)
	head, _ := splitHead(raw)
	if len(head) > 4<<10 || !bytes.Contains(raw, []byte("text/html")) || !bytes.Contains(head, []byte("1@players.test")) {
		t.Errorf("a header of %d bytes", len(head))
	}
	o.To = strings.Repeat("x", 1000) + "@players.test"
	if _, _, err := Compose(o); err == nil {
		t.Error("an address that no server takes is taken")
	}
}

// partText returns the plain text of a mail.
func partText(t *testing.T, raw []byte) string {
	t.Helper()
	e, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(e.Body)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(b), "\r\n", "\n")
}

func TestMapIsTheLargestThatFits(t *testing.T) {
	sizes := []int{300 << 10, 150 << 10, 60 << 10, 40 << 10}
	made, most := 0, 0
	o := sample()
	o.Text = MapHere + "\n" + o.Text
	o.Images[0].Data = nil
	o.Images[0].Sizes = func(room int) iter.Seq[[]byte] {
		return func(yield func([]byte) bool) {
			made, most = 0, room
			for i, n := range sizes {
				if made++; !yield(bytes.Repeat([]byte{byte('a' + i)}, n)) {
					return
				}
			}
		}
	}
	for text, want := range map[int]int{0: 3, 30 << 10: 4} { // text in bytes: expected index into the sizes
		o.HTML = page(strings.Repeat("line\n", text/5))
		raw, whole, err := Compose(o)
		if err != nil || !whole || made != want || len(raw) >= MaxMail || !bytes.Contains(raw, []byte(MapHere)) {
			t.Errorf("%d bytes of text: size %d, %d bytes, whole %v, %v; want size %d", text, made, len(raw), whole, err, want)
		}
		if most < sizes[want-1] || most >= sizes[want-2] {
			t.Errorf("%d bytes of text: a picture is said to have room of %d", text, most)
		}
	}
	o.HTML = page(strings.Repeat("line\n", 10<<10))
	raw, whole, err := Compose(o)
	if err != nil || whole || bytes.Contains(raw, []byte(MapHere)) ||
		strings.Count(string(raw), "This mail has no map") != 2 {
		t.Errorf("a mail without room: whole %v, %v; it must say in both parts that it has no map", whole, err)
	}
	if o.Images[0].Data != nil {
		t.Error("the value that was handed in was changed")
	}
}

// TestDocumentsAreAttached: a document is opened separately, so it follows both forms of the text and takes no room
// from them.
func TestDocumentsAreAttached(t *testing.T) {
	o := sample()
	o.Files = append(o.Files, File{Name: "battle.html", Type: "text/html",
		Text: strings.Repeat("<p>Prestonpans</p>\n", 20<<10)})
	raw, whole, err := Compose(o)
	if err != nil || !whole || len(raw) < 400<<10 {
		t.Fatalf("%d bytes, whole %v, %v", len(raw), whole, err)
	}
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	kind, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/mixed" {
		t.Fatalf("%s, %v", kind, err)
	}
	parts := multipart.NewReader(m.Body, params["boundary"])
	forms, err := parts.NextPart()
	if err != nil || !strings.HasPrefix(forms.Header.Get("Content-Type"), "multipart/alternative") {
		t.Fatalf("first part %v, %v", forms.Header, err)
	}
	document, err := parts.NextPart()
	if err != nil || document.FileName() != "battle.html" {
		t.Fatalf("second part %v, %v", document, err)
	}
	text, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, document))
	if err != nil || string(text) != o.Files[len(o.Files)-1].Text {
		t.Errorf("%d bytes come back, %v", len(text), err)
	}
	if _, err := parts.NextPart(); err != io.EOF {
		t.Errorf("a third part, %v", err)
	}
}

func TestHTMLBeginsAsADocument(t *testing.T) {
	o := sample()
	o.HTML = "<!DOCTYPE html><html><head><title>x</title></head><body style=\"margin:0\">\n<h1>x</h1></body></html>"
	o.Preview = "The guns are\nlost. Orders are due <soon>."
	want := "<body style=\"margin:0\">\n<div style=\"display:none;mso-hide:all\">The guns are lost. Orders are due " +
		"&lt;soon&gt;.</div>\n<p style=\"color:#777\">=== galloper"
	if got := o.markedHTML(); !strings.HasPrefix(got, "<!DOCTYPE html>") || !strings.Contains(got, want) {
		t.Errorf("%s", got)
	}
	// The hidden text is not read as part of the answer above it.
	m := Read(crlf("From: anna@players.test\nContent-Type: text/html\n\n<p>1foot: HOLD</p>"+o.markedHTML()), Options{})
	if m.Text != "1foot: HOLD" {
		t.Errorf("read as %q", m.Text)
	}
}

func TestFilesAreAttached(t *testing.T) {
	o := sample()
	line := "own champagne " + strings.Repeat("x ", 60) + "end"
	o.Files = []File{{Name: "facts.txt", Text: line + "\n"}}
	o.Text, o.ToName = line, "Comte de Guiche"
	raw := mustCompose(t, o)
	if !bytes.Contains(raw, []byte("To: \"Comte de Guiche\" <anna@players.test>")) {
		t.Error("the addressee has no name")
	}
	if got := readParts(t, raw); got["facts.txt"] != line+"\r\n" && got["facts.txt"] != line+"\n" {
		t.Errorf("%q", got)
	}
}

// readParts returns the texts of the parts of a mail that have a file name.
func readParts(t *testing.T, raw []byte) map[string]string {
	t.Helper()
	e, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	err = e.Walk(func(_ []int, part *message.Entity, err error) error {
		if _, params, _ := part.Header.ContentDisposition(); err == nil && params["filename"] != "" {
			b, err := io.ReadAll(part.Body)
			files[params["filename"]] = string(b)
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestFoldedLinesHaveTheWidthOfMails(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("some words ", 20))
	order := "12. TO royal, picardie: " + long + ": accepted"
	list := "dice=" + strings.Repeat("volley/fire/a>b#1:3,", 9) + "end"
	text := long + "\n  t1.4 volley " + list + "\n    " + long + "\n# " + long + "\n" + order + "\nshort   as it is"
	got := Fold(text)
	for i, line := range strings.Split(got, "\n") {
		if utf8.RuneCountInString(line) > Columns && line != order {
			t.Errorf("line %d has %d columns: %s", i, utf8.RuneCountInString(line), line)
		}
	}
	if flat := strings.ReplaceAll(got, "\n    ", ""); !strings.Contains(flat, list) {
		t.Errorf("the list was not only broken: %s", got)
	}
	if !strings.Contains(got, "\n"+order+"\nshort   as it is") || strings.Count(got, "\n# ") != 4 ||
		!strings.Contains(got, "\n      some words") {
		t.Errorf("%s", got)
	}
}

func TestNoHeaderCanBeSmuggledIn(t *testing.T) {
	o := sample()
	o.Subject, o.InReplyTo, o.HTML = "x\r\nBcc: mallory@evil.test", "a>\r\nBcc: m@evil.test", ""
	if m, err := mail.ReadMessage(bytes.NewReader(mustCompose(t, o))); err != nil || m.Header.Get("Bcc") != "" {
		t.Errorf("%v %v", m.Header, err)
	}
	o.To = "anna@players.test\r\nBcc: m@evil.test"
	if _, _, err := Compose(o); err == nil {
		t.Error("an address with a line end is taken")
	}
}

// TestNoLoop: Galloper's mails are not answered by another Galloper, nor by robots that know RFC 3834.
func TestNoLoop(t *testing.T) {
	other := Options{Own: []string{"orders@elsewhere.example"}}
	for _, kind := range []Kind{Report, Receipt} {
		o := sample()
		o.Kind = kind
		if m := Read(mustCompose(t, o), other); m.Auto == "" {
			t.Errorf("kind %d would be answered", kind)
		}
		// A gateway may drop fields that it does not know.
		raw := bytes.Replace(mustCompose(t, o), []byte(HeaderMark+":"), []byte("X-Dropped:"), 1)
		if m := Read(raw, other); !strings.HasPrefix(m.Auto, "auto-submitted") {
			t.Errorf("kind %d without its mark: %q", kind, m.Auto)
		}
	}
}

func TestAutoReplies(t *testing.T) {
	for fields, want := range map[string]string{
		"Auto-Submitted: no":                  "",
		"Auto-Submitted: auto-replied; x=y":   "auto-submitted: auto-replied",
		"Return-Path: <>":                     "null sender",
		"Precedence: bulk":                    "precedence: bulk",
		"Precedence: first-class":             "",
		"Precedence: list":                    "mailing list",
		"List-Id: x <a.lists.test>":           "mailing list",
		"List-Id: x <allowed.lists.test>":     "",
		"List-Unsubscribe: <mailto:x@y.test>": "",
		"X-Autoreply: yes":                    "auto-reply: x-autoreply",
		"X-Loop: galloper@games.example":      "own mail",
		"X-Auto-Response-Suppress: OOF":       "",
		"Subject: Out of Office: Re: orders":  "auto-reply by its subject",
		"Subject: Re: Out of office planning": "",
		"Content-Type: multipart/report; boundary=x; report-type=delivery-status": "bounce",
	} {
		m := Read(crlf(fields+"\nFrom: anna@players.test\n\nHOLD\n"), Options{Lists: []string{"allowed.lists.test"}})
		if m.Auto != want {
			t.Errorf("%s: %q, want %q", fields, m.Auto, want)
		}
	}
	for from, want := range map[string]string{"MAILER-DAEMON@x.test": "sent by mailer-daemon",
		"no-reply@x.test": "sent by no-reply", "orders@games.example": "own mail",
		"orders+x@games.example": "own mail", "anna@x.test": ""} {
		if m := Read(crlf("From: "+from+"\n\nHOLD\n"), corpusOptions); m.Auto != want {
			t.Errorf("%s: %q, want %q", from, m.Auto, want)
		}
	}
}

func TestWrapLeavesFactsAlone(t *testing.T) {
	fact := "3. 1foot MOVE " + strings.Repeat("C4 ", 40) + "C5: accepted"
	text := strings.Repeat("The enemy stands in the wood. ", 6) + "\n" + fact + "\n  indented " + strings.Repeat("x ",
		50) + "x\n\nEnd."
	got := Wrap(text, Columns, nil)
	if !strings.Contains(got, "\n"+fact+"\n") {
		t.Errorf("the fact was wrapped:\n%s", got)
	}
	for line := range strings.SplitSeq(got, "\n") {
		if utf8.RuneCountInString(line) > Columns && !IsFact(line) {
			t.Errorf("%d columns: %s", utf8.RuneCountInString(line), line)
		}
	}
	if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(text), " ") {
		t.Error("words were lost")
	}
}

// TestReplyToOwnReport: of a reply with a quoted report, only the text above the quote is read.
func TestReplyToOwnReport(t *testing.T) {
	report := Read(mustCompose(t, sample()), Options{})
	body := sample().ReportMark() + "\n\n" + sample().Text
	if !strings.Contains(string(report.raw), sample().ReportMark()) {
		t.Fatal("the report has no mark")
	}
	for name, quoted := range map[string]string{
		"marked": "> " + strings.ReplaceAll(body, "\n", "\n> "),
		"plain":  body,
		"nested": ">> " + strings.ReplaceAll(body, "\n", "\n>> "),
	} {
		m := Read(crlf("From: anna@players.test\n\n1foot: HOLD\n\n"+quoted+"\n"), Options{})
		if m.Text != "1foot: HOLD" {
			t.Errorf("%s: %q", name, m.Text)
		}
	}
}
