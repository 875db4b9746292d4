package demo

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"mime"
	"mime/quotedprintable"
	"strings"
	"time"
)

// letter is a player's mail to send: the typed orders, and the mail that it answers.
type letter struct {
	from, name string // address and display name
	to         string // the Reply-To of the player's last report
	subject    string
	answers    string // Message-ID of the answered mail
	quoted     string // text of the answered mail
	quotedFrom string
	id         string // Message-ID without brackets
	date       time.Time
	orders     string
}

// client writes a letter as one mail program does.
type client struct {
	name  string
	write func(letter) []byte
}

// clients are the mail programs of the demonstration's players. Each writes a form of mail that is common in practice.
var clients = map[string]client{
	"phone":   {"a phone: reply above the quote, text and HTML, quoted-printable", writePhone},
	"tablet":  {"a tablet: format=flowed with delsp, a signature line", writeTablet},
	"desktop": {"a desktop program: format=flowed, a signature after two dashes", writeDesktop},
	"office":  {"an office program: HTML with text, windows-1252, header block above the quote", writeOffice},
	"webmail": {"a web mailer: base64, an attribution of two lines", writeWebmail},
	"plain":   {"a terminal: plain text below the quote", writeTerminal},
}

// head writes the common header lines, in the usual order.
func (l letter) head(b *bytes.Buffer, extra ...string) {
	fmt.Fprintf(b, "From: %s <%s>\r\n", mime.QEncoding.Encode("utf-8", l.name), l.from)
	fmt.Fprintf(b, "To: %s\r\n", l.to)
	fmt.Fprintf(b, "Subject: %s\r\n", mime.QEncoding.Encode("utf-8", l.subject))
	fmt.Fprintf(b, "Date: %s\r\n", l.date.Format(time.RFC1123Z))
	fmt.Fprintf(b, "Message-ID: <%s>\r\n", l.id)
	if l.answers != "" {
		fmt.Fprintf(b, "In-Reply-To: %s\r\nReferences: %s\r\n", l.answers, l.answers)
	}
	for _, line := range append([]string{"MIME-Version: 1.0"}, extra...) {
		b.WriteString(line + "\r\n")
	}
	b.WriteString("\r\n")
}

func (l letter) quote(prefix string) string {
	if l.quoted == "" {
		return ""
	}
	lines := strings.Split(strings.TrimRight(strings.ReplaceAll(l.quoted, "\r\n", "\n"), "\n"), "\n")
	return prefix + strings.Join(lines, "\r\n"+prefix) + "\r\n"
}

func crlf(s string) string {
	return strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\r\n") + "\r\n"
}

func quotedPrintable(text string) string {
	var b strings.Builder
	w := quotedprintable.NewWriter(&b)
	w.Write([]byte(text)) // a strings.Builder accepts every write
	w.Close()
	return b.String()
}

// wrapped64 encodes in base64, in lines of 76 characters.
func wrapped64(text string) string {
	enc := base64.StdEncoding.EncodeToString([]byte(text))
	var b strings.Builder
	for len(enc) > 76 {
		b.WriteString(enc[:76] + "\r\n")
		enc = enc[76:]
	}
	b.WriteString(enc + "\r\n")
	return b.String()
}

func paragraphs(text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		if line == "" {
			line = "\u00a0"
		}
		b.WriteString("<div dir=\"ltr\">" + html.EscapeString(line) + "</div>")
	}
	return b.String()
}

func alternative(b *bytes.Buffer, boundary, charset, encoding, text, markup string) {
	fmt.Fprintf(b, "--%s\r\nContent-Type: text/plain; charset=%q\r\nContent-Transfer-Encoding: %s\r\n\r\n%s\r\n",
		boundary, charset, encoding, text)
	fmt.Fprintf(b, "--%s\r\nContent-Type: text/html; charset=%q\r\nContent-Transfer-Encoding: %s\r\n\r\n%s\r\n",
		boundary, charset, encoding, markup)
	fmt.Fprintf(b, "--%s--\r\n", boundary)
}

// writePhone replies above the quote. Its attribution has a narrow no-break space in the time, as phones write it.
func writePhone(l letter) []byte {
	var b bytes.Buffer
	l.head(&b, `Content-Type: multipart/alternative; boundary="0000000000000a1b2c"`)
	attribution := fmt.Sprintf("On %s, %s wrote:", l.date.Format("Mon, Jan 2, 2006 at 3:04\u202fPM"), l.quotedFrom)
	text := crlf(l.orders) + "\r\n" + attribution + "\r\n\r\n" + l.quote("> ")
	markup := paragraphs(l.orders) + `<br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">` +
		html.EscapeString(attribution) +
		`<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex"><pre>` + html.EscapeString(l.quoted) +
		`</pre></blockquote></div>`
	alternative(&b, "0000000000000a1b2c", "UTF-8", "quoted-printable", quotedPrintable(text), quotedPrintable(markup))
	return b.Bytes()
}

// writeTablet wraps at 60 columns by format=flowed with DelSp, and writes typographic dashes and quotation marks.
func writeTablet(l letter) []byte {
	var b bytes.Buffer
	l.head(&b, `Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes`, "Content-Transfer-Encoding: 8bit",
		"X-Mailer: Tablet Mail (21A5)")
	for line := range strings.SplitSeq(strings.TrimRight(l.orders, "\n"), "\n") {
		b.WriteString(flow(line, 60, " ") + "\r\n")
	}
	b.WriteString("\r\nSent from my tablet\r\n\r\n")
	fmt.Fprintf(&b, "> On %s, %s wrote:\r\n>\r\n%s", l.date.Format("2 Jan 2006, at 15:04"), l.quotedFrom, l.quote("> "))
	return b.Bytes()
}

// flow breaks a line at spaces. Each broken line ends in a space, and with DelSp in another one that the reader drops.
func flow(line string, width int, extra string) string {
	var b strings.Builder
	for len(line) > width {
		cut := strings.LastIndexByte(line[:width], ' ')
		if cut <= 0 {
			break
		}
		b.WriteString(line[:cut+1] + extra + "\r\n")
		line = line[cut+1:]
	}
	return b.String() + line
}

func writeDesktop(l letter) []byte {
	var b bytes.Buffer
	l.head(&b, "User-Agent: Desktop Mail", `Content-Type: text/plain; charset=UTF-8; format=flowed`,
		"Content-Transfer-Encoding: 8bit")
	fmt.Fprintf(&b, "On %s, %s wrote:\r\n%s\r\n", l.date.Format("2006-01-02 15:04"), l.quotedFrom, l.quote("> "))
	for line := range strings.SplitSeq(strings.TrimRight(l.orders, "\n"), "\n") {
		b.WriteString(flow(line, 72, "") + "\r\n")
	}
	fmt.Fprintf(&b, "\r\n-- \r\n%s\r\nby the grace of the post\r\n", l.name)
	return b.Bytes()
}

// writeOffice writes HTML and a text made from it, in windows-1252, with the old mail below a header block and no
// quotation marks at all.
func writeOffice(l letter) []byte {
	var b bytes.Buffer
	l.head(&b, `Content-Type: multipart/alternative; boundary="_000_OFFICE_"`, "Content-Language: en-GB",
		"Thread-Topic: "+l.subject)
	block := fmt.Sprintf("From: %s\nSent: %s\nTo: %s\nSubject: %s\n\n", l.quotedFrom,
		l.date.Format("02 January 2006 15:04"), l.from, l.subject)
	// 0x96 is the dash of windows-1252, which office programs write for a hyphen between spaces.
	orders := strings.ReplaceAll(l.orders, " - ", " \x96 ")
	old := strings.ToValidUTF8(asciiOnly(l.quoted), "?")
	text := crlf(orders) + "\r\nKind regards\r\n" + l.name + "\r\n\r\n" + crlf(block) + crlf(old)
	var p strings.Builder
	for line := range strings.SplitSeq(strings.TrimRight(orders, "\n"), "\n") {
		p.WriteString(`<p class="MsoNormal">` + html.EscapeString(line) + "<o:p></o:p></p>\n")
	}
	markup := `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body>` + p.String() +
		`<p class="MsoNormal">Kind regards<br>` + l.name +
		`</p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal">` +
		strings.ReplaceAll(html.EscapeString(block), "\n", "<br>") + `</p></div><pre>` + html.EscapeString(old) +
		`</pre></body></html>`
	alternative(&b, "_000_OFFICE_", "windows-1252", "quoted-printable", quotedPrintable(text), quotedPrintable(markup))
	return b.Bytes()
}

func asciiOnly(s string) string {
	return strings.Map(func(r rune) rune {
		if r > 126 {
			return '?'
		}
		return r
	}, s)
}

func writeWebmail(l letter) []byte {
	var b bytes.Buffer
	l.head(&b, `Content-Type: text/plain; charset="utf-8"`, "Content-Transfer-Encoding: base64")
	text := crlf(l.orders) + "\r\n" + fmt.Sprintf("On %s, %s\r\nwrote:\r\n\r\n",
		l.date.Format("Monday 2 January 2006 at 15:04"), l.quotedFrom) + l.quote("> ")
	b.WriteString(wrapped64(text))
	return b.Bytes()
}

func writeTerminal(l letter) []byte {
	var b bytes.Buffer
	l.head(&b, `Content-Type: text/plain; charset=utf-8`, "Content-Transfer-Encoding: 8bit", "Content-Disposition: inline")
	fmt.Fprintf(&b, "* %s [%s]:\r\n%s\r\n%s", l.quotedFrom, l.date.Format("2006-01-02 15:04 -0700"), l.quote("> "),
		crlf(l.orders))
	return b.Bytes()
}
