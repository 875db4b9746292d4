package mailgate

import (
	"encoding/base64"
	"fmt"
	"mime/quotedprintable"
	"strings"
	"testing"
)

// orderTexts are players' texts with words that resemble mail headers and marks.
var orderTexts = []string{
	"1foot: HOLD",
	"1foot: HOLD\nTO 2foot: march to the wood\nREADY",
	"GAME quiberon\nTURN 3\n1. 1foot MOVE C4 by 14:30\n2) 2foot HOLD",
	"ORDERS\n1foot: HOLD\n-----\n2foot: FIRE at 20 maine\nEND",
	"LETTER TO british.left: On 3 March 2026 you wrote of peace.\nWe decline.\n.\n1foot: HOLD",
	"IF the enemy comes THEN 1foot HOLD\nSTANDING 2foot: HOLD",
	"ADD\n1foot: MOVE to the farm; 2foot: MOVE to the brook",
	"From the wood the 1foot MOVE to C4\nTo the farm the 2foot MOVE",
}

// quotedTails returns texts that clients append to a reply without marking each line.
func quotedTails() map[string]string {
	report := sample().ReportMark() + "\n\n" + sample().Text
	tails := map[string]string{"nothing": "", "signature": "\n-- \nAnna\nHOLD THE LINE",
		"phone": "\nSent from my iPhone", "own mark": "\n" + report}
	for i, block := range []string{
		"From: Galloper <orders@games.example>\nSent: Tuesday, March 3, 2026 8:00 AM\nTo: Anna " +
			"<anna@players.test>\nSubject: [quiberon] Turn 3",
		"Von: Galloper <orders@games.example>\nGesendet: Dienstag, 3. März 2026 08:00\nAn: Anna\nBetreff: [quiberon] Turn 3",
		"De : Galloper <orders@games.example>\nEnvoyé : mardi 3 mars 2026 08:00\nÀ : Anna\nObjet : [quiberon] Turn 3",
		"*From:* Galloper <orders@games.example>\n*Date:* Tuesday, 3 March 2026 at 08:00\n*To:* Anna\n*Subject:* " +
			"[quiberon] Turn 3",
		"Da: Galloper <orders@games.example>\nInviato: martedì 3 marzo 2026 08:00\nA: Anna\nOggetto: [quiberon] Turn 3",
		"Van: Galloper <orders@games.example>\nVerzonden: dinsdag 3 maart 2026 08:00\nAan: Anna\nOnderwerp: [quiberon] " +
			"Turn 3",
		"Od: Galloper <orders@games.example>\nDatum: 3. března 2026 8:00\nKomu: Anna\nPředmět: [quiberon] Turn 3",
		"Från: Galloper <orders@games.example>\nSkickat: den 3 mars 2026 08:00\nTill: Anna\nÄmne: [quiberon] Turn 3",
		"差出人: Galloper <orders@games.example>\n送信日時: 2026年3月3日 8:00\n宛先: Anna\n件名: [quiberon] Turn 3",
		"发件人： Galloper <orders@games.example>\n发送时间： 2026年3月3日 8:00\n收件人： Anna\n主题： [quiberon] Turn 3",
		"보낸 사람: Galloper <orders@games.example>\n보낸 날짜: 2026년 3월 3일\n받는 사람: Anna\n제목: [quiberon] Turn 3",
		"От: Galloper <orders@games.example>\nДата: 3 марта 2026\nКому: Anna\nТема: [quiberon] Turn 3",
	} {
		tails[fmt.Sprint("block ", i)] = "\n" + block + "\n\n1foot: ADVANCE\n"
		tails[fmt.Sprint("rule and block ", i)] = "\n________________________________\n" + block + "\n\n1foot: ADVANCE\n"
		tails[fmt.Sprint("original mark and block ", i)] = "\n-----Original Message-----\n" + block + "\n\n1foot: ADVANCE\n"
	}
	for i, header := range replyHeaders {
		tails[fmt.Sprint("attribution ", i)] = "\n" + header + "\n> 1foot: ADVANCE\n"
	}
	return tails
}

// TestMatrix: the orders are read as written, whatever a client appends to them, with or without an empty line, and
// however it encodes the text.
func TestMatrix(t *testing.T) {
	for name, tail := range quotedTails() {
		for i, orders := range orderTexts {
			for _, gap := range []string{"", "\n", "\n\n"} {
				for encoding, body := range encodings(orders + gap + tail) {
					m := Read([]byte("From: anna@players.test\r\nContent-Type: text/plain; "+
						"charset=utf-8\r\nContent-Transfer-Encoding: "+encoding+"\r\n\r\n"+body), Options{})
					if got := strings.TrimRight(m.Text, "\n"); got != orders || m.Refuse != "" {
						t.Fatalf("%s, orders %d, gap %q, %s:\n%s\nwant\n%s", name, i, gap, encoding, got, orders)
					}
				}
			}
		}
	}
}

// htmlStyles write lines as different clients do.
var htmlStyles = map[string]func(lines []string) string{
	"divs": func(lines []string) string {
		return `<div dir="ltr"><div>` + strings.Join(lines, "</div><div>") + "</div></div>"
	},
	"breaks": func(lines []string) string { return "<div>" + strings.Join(lines, "<br>\n") + "<br></div>" },
	"word": func(lines []string) string {
		return `<div class="WordSection1"><p class="MsoNormal"><span lang="EN-GB">` + strings.Join(lines,
			"<o:p></o:p></span></p>\r\n<p class=\"MsoNormal\"><span lang=\"EN-GB\">") + "<o:p></o:p></span></p></div>"
	},
	"paragraphs": func(lines []string) string { return "<p>" + strings.Join(lines, "</p><p>") + "</p>" },
	"pre":        func(lines []string) string { return "<pre>" + strings.Join(lines, "\n") + "</pre>" },
	"spans": func(lines []string) string {
		return "<div><span>" + strings.Join(lines, "</span></div><div><span>") + "</span></div>"
	},
	"in a table": func(lines []string) string {
		return "<table><tbody><tr><td><div>" + strings.Join(lines, "</div><div>") + "</div></td></tr></tbody></table>"
	},
	"wrapped source": func(lines []string) string {
		return "<div>" + strings.Join(strings.Split(strings.Join(lines, "</div><div>"), " "), "\r\n ") + "</div>"
	},
}

// htmlTails mark the mail replied to as different clients do.
var htmlTails = map[string]string{
	"nothing":    "",
	"gmail":      `<br><div class="gmail_quote"><div class="gmail_attr">On Tue, Mar 3, 2026, Galloper wrote:<br></div><blockquote class="gmail_quote"><div>1foot: ADVANCE</div></blockquote></div>`,
	"outlook":    `<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal"><b>From:</b> Galloper</p></div></div><p>1foot: ADVANCE</p>`,
	"owa":        `<div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Galloper</div><div>1foot: ADVANCE</div>`,
	"apple":      `<div><br><blockquote type="cite"><div>On 3 Mar 2026, at 08:00, Galloper wrote:</div><div>1foot: ADVANCE</div></blockquote></div>`,
	"moz":        `<div class="moz-cite-prefix">On 3/3/26, Galloper wrote:<br></div><blockquote type="cite"><pre>1foot: ADVANCE</pre></blockquote>`,
	"yahoo":      `<div class="yahoo_quoted"><div>On Tuesday, Galloper wrote:</div><div>1foot: ADVANCE</div></div>`,
	"signature":  `<div><br></div><div class="gmail_signature"><div>Anna</div><div>HOLD THE LINE</div></div>`,
	"plain mark": `<div>-----Original Message-----</div><div>From: Galloper</div><div>1foot: ADVANCE</div>`,
}

// TestHTMLMatrix is TestMatrix for mails with HTML only.
func TestHTMLMatrix(t *testing.T) {
	for style, set := range htmlStyles {
		for name, tail := range htmlTails {
			for i, orders := range orderTexts {
				body := "<html><head><style>p{margin:0}</style></head><body>" + set(strings.Split(escapeHTML(orders), "\n")) +
					tail + "</body></html>"
				m := Read([]byte("From: anna@players.test\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"+body), Options{})
				if m.Text != orders || m.Refuse != "" {
					t.Fatalf("%s, %s, orders %d:\n%s\nwant\n%s\n%s", style, name, i, m.Text, orders, body)
				}
			}
		}
	}
}

func encodings(text string) map[string]string {
	text = strings.ReplaceAll(text, "\n", "\r\n")
	var qp strings.Builder
	w := quotedprintable.NewWriter(&qp)
	if _, err := w.Write([]byte(text)); err != nil {
		panic(err) // unreachable: a builder does not fail
	}
	w.Close()
	return map[string]string{"8bit": text, "quoted-printable": qp.String(),
		"base64": base64.StdEncoding.EncodeToString([]byte(text))}
}
