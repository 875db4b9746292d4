package daemon

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"galloper/events"
)

// clients maps programs to their form of an answer: the typed text above, and the report, perhaps changed, below.
var clients = map[string]func(top, text, page string) (kind, body string){
	"Gmail": func(top, text, page string) (kind, body string) {
		const from = "On Mon, Nov 16, 2026 at 1:00 PM Galloper <orders@galloper.test> wrote:"
		return `multipart/alternative; boundary="000000000000a1b2"`, "--000000000000a1b2\r\n" +
			"Content-Type: text/plain; charset=\"UTF-8\"; format=flowed; delsp=yes\r\n\r\n" + top + "\n\n" + from +
			"\n\n" + marked(text) + "\n--000000000000a1b2\r\nContent-Type: text/html; charset=\"UTF-8\"\r\n\r\n" +
			"<div dir=\"ltr\">" +
			html.EscapeString(top) + `</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" ` +
			`class="gmail_attr">` + html.EscapeString(from) + `<br></div><blockquote class="gmail_quote">` +
			inner(page) + "</blockquote></div>\r\n--000000000000a1b2--"
	},
	"Outlook": func(top, _, page string) (kind, body string) {
		page = preformatted.ReplaceAllStringFunc(inner(page), func(block string) string {
			return strings.ReplaceAll(block, "\n", "<o:p></o:p></pre>\n<pre>")
		})
		return `text/html; charset="UTF-8"`, `<html xmlns:o="urn:schemas-microsoft-com:office:office">` +
			`<body lang="EN-GB"><div class="WordSection1"><p class="MsoNormal">` +
			strings.ReplaceAll(html.EscapeString(top), "\n", `<o:p></o:p></p><p class="MsoNormal">`) +
			`<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><div><div style="border:none;` +
			`border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">` +
			`<p class="MsoNormal"><b>From:</b> Galloper &lt;orders@galloper.test&gt; <br>` +
			`<b>Sent:</b> Monday, November 16, 2026 1:00 PM<br><b>To:</b> Anna<br><b>Subject:</b> [mill]<o:p></o:p>` +
			`</p></div></div>` +
			page + "</div></body></html>"
	},
	"iPhone": func(top, text, _ string) (kind, body string) {
		smart := strings.NewReplacer("'", "’", "--", "—", "...", "…", " - ", " – ", ": ", ":\u00a0")
		return "text/plain; charset=utf-8", top + "\n\nSent from my iPhone\n\n> On 16 Nov 2026, at 13:00, Galloper " +
			"<orders@galloper.test> wrote:\n> \n" + marked(smart.Replace(text))
	},
}

var preformatted = regexp.MustCompile(`(?s)<pre.*?</pre>`)

func marked(text string) string {
	return strings.ReplaceAll("> "+strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n> "), "> \n", ">\n")
}

func inner(page string) string {
	_, page, _ = strings.Cut(page, "<body")
	_, page, _ = strings.Cut(page, ">")
	page, _, _ = strings.Cut(page, "</body>")
	return page
}

const wing = `ruleset: firediscipline
title: A wing
map: {width: 1000, height: 800}
sides: {french: {edge: south}, dutch: {edge: north}}
seats:
  french.north: {at: [500, 60], chief: yes, name: Comte de Guiche}
  french.west: {at: [200, 60], name: Marquis de Surville}
  dutch.south: {at: [500, 740], chief: yes, name: Heer van Fagel}
  dutch.east: {at: [800, 740], name: Heer van Dedem}
units:
  orleans: {seat: french.north, name: Régiment d'Orléans, arm: foot, stands: 4, rating: 3, at: [500, 90]}
  picardie: {seat: french.north, arm: foot, stands: 4, rating: 3, at: [400, 90]}
  royal: {seat: french.north, arm: horse, stands: 4, rating: 3, at: [300, 90]}
  poitou: {seat: french.west, arm: foot, stands: 4, rating: 2, at: [200, 90]}
  sturler: {seat: dutch.south, arm: foot, stands: 4, rating: 3, at: [500, 700]}
  oyen: {seat: dutch.east, arm: horse, stands: 3, rating: 2, at: [800, 700]}
`

// answering answers reports of one seat.
type answering struct {
	*world
	seat   string
	report *sent
	page   string
}

func (w *world) answering(seat string) answering {
	for _, m := range slices.Backward(w.sent) {
		if m.to == addressOf(seat) && strings.Contains(m.text, "\nORDERS\n") {
			return answering{w, seat, &m, string(parts(w.t, m.raw)["text/html"])}
		}
	}
	w.t.Fatal("no report came")
	return answering{}
}

// line returns a unit's line in the template.
func (a answering) line(unit string) string {
	for line := range strings.SplitSeq(a.report.text, "\n") {
		if strings.HasPrefix(strings.TrimPrefix(line, "? "), "TO "+unit+": ") {
			return line
		}
	}
	a.t.Fatalf("no line for %s in\n%s", unit, a.report.text)
	return ""
}

// replies answers the report with one line of its template changed, and returns the receipt.
func (a answering) replies(client, top, was, is string) string {
	a.t.Helper()
	text, page := strings.Replace(a.report.text, was, is, 1), strings.Replace(a.page, html.EscapeString(was),
		html.EscapeString(is), 1)
	if was != "" && was != is && (text == a.report.text || page == a.page) {
		a.t.Fatalf("%q does not stand in the report", was)
	}
	kind, body := clients[client](top, text, page)
	a.uid++
	before := len(a.sent)
	raw := fmt.Sprintf("From: <%s>\nTo: %s\nSubject: Re: %s\nMessage-ID: <%d@players.test>\nDate: %s\n"+
		"MIME-Version: 1.0\nContent-Type: %s\n\n%s\n", addressOf(a.seat), a.report.msg.Header.Get("Reply-To"),
		a.report.msg.Header.Get("Subject"), a.uid, a.now.Format(time.RFC1123Z), kind, body)
	a.arrive([]byte(strings.ReplaceAll(strings.ReplaceAll(raw, "\r\n", "\n"), "\n", "\r\n")), a.now)
	for _, m := range a.sent[before:] {
		if m.to == addressOf(a.seat) {
			return m.text
		}
	}
	a.t.Fatalf("%s: no receipt", client)
	return ""
}

// With every program, changed lines of a report's template are orders, and the rest is not. READY counts beside an
// unchanged template.
func TestTemplateComesBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGameOf(wing, events.Settings{})
	const seat, orleans = "french.north", "Régiment d'Orléans"
	for turn := 1; turn <= 2; turn++ {
		a := w.answering(seat)
		of := map[string]string{}
		for _, unit := range []string{orleans, "picardie", "royal"} {
			of[unit] = a.line(unit)
		}
		if suggested := strings.HasPrefix(of[orleans], "? "); suggested != (turn == 1) {
			t.Fatalf("turn %d: the line of a unit with an order in force from turn 1 is %q", turn, of[orleans])
		}
		frame := func(seat, lines string) string {
			return fmt.Sprintf("ORDERS\nGAME mill\nSEAT %s\nTURN %d\n%s\nEND", seat, turn, lines)
		}
		bare := func(line string) string { return strings.TrimPrefix(line, "? ") }
		for client := range clients {
			for name, c := range map[string]struct {
				top, was, is string
				want         string
				said         string
			}{
				"READY above": {top: "READY", said: "READY noted"},
				"only thanks": {top: "Thanks, all is well.", said: "Thanks, all is well."},
				"a word": {was: of[orleans], is: "TO " + orleans + ": HOLD",
					want: "TO orleans: HOLD"},
				"a word, the mark left":    {was: of["picardie"], is: "? TO picardie: HOLD", want: "TO picardie: HOLD"},
				"the mark":                 {was: of["royal"], is: bare(of["royal"]), want: bare(of["royal"])},
				"a line gone, another new": {was: of["royal"], is: "Picardie: hold", want: "TO picardie: HOLD"},
				"READY and a word": {top: "READY", was: of["picardie"], is: "TO picardie: HOLD",
					want: "TO picardie: HOLD", said: "READY noted"},
				"orders above": {top: "Picardie: hold", want: "TO picardie: HOLD"},
				"orders above and within": {top: "Picardie: hold", was: of["royal"], is: "TO royal: HOLD",
					want: "TO picardie: HOLD", said: "filled in below"},
				"in place above": {top: frame("french.north", of[orleans]+"\n"+of["picardie"]+"\nTO royal: HOLD"),
					want: "TO royal: HOLD"},
				"another seat's": {top: frame("french.west", "TO poitou: HOLD"),
					said: "has no seat french.west in a game mill; it plays mill french.north"},
				"another game's": {top: "ORDERS\nGAME quiberon\nSEAT french.north\nTURN 1\nTO royal: HOLD\nEND",
					said: "has no seat french.north in a game quiberon; it plays mill french.north"},
			} {
				if w.now = w.now.Add(time.Minute); strings.HasPrefix(name, "another") {
					w.now = w.now.Add(time.Hour) // notices come once an hour at most
				}
				receipt := a.replies(client, c.top, c.was, c.is)
				o, _ := w.game().Campaign.Current().Of(seat)
				if strings.Join(o.Orders, "|") != c.want ||
					strings.Contains(receipt, "filled in below") != (name == "orders above and within") {
					t.Errorf("turn %d, %s, %s: %q is ordered, not %q:\n%s", turn, client, name, o.Orders, c.want,
						receipt)
				}
				mustSay(t, receipt, c.said)
				w.writes(seat, "CANCEL")
			}
		}
		if turn == 1 {
			w.writes(seat, "TO orleans: ADVANCE TO 500,400\nREADY")
			w.writes("french.west", "READY")
			w.pass(4 * 24 * time.Hour)
			for client := range clients {
				mustSay(t, a.replies(client, "", of["royal"], bare(of["royal"])), "TOO LATE",
					"1 order would be accepted")
			}
		}
	}
	w.mustVerify()
}
