package mailgate

import (
	"strings"
	"testing"
)

// readText reads the text of a plain mail.
func readText(text string) *Mail {
	return Read([]byte(minimalHead+"Content-Type: text/plain; charset=utf-8\r\n\r\n"+text),
		Options{Own: []string{"orders@games.example"}})
}

// TestNoOrderIsLostInALetter: lines in a letter that look like an attribution do not remove the text after them.
func TestNoOrderIsLostInALetter(t *testing.T) {
	const after = "\ncome at once\n.\nTO picardie: hold"
	for _, line := range []string{
		"At 10:30 General Cope wrote:", "Yesterday, 3/9/45, Cope wrote:", "On 22 November 1745 the Prince wrote:",
		"Am 22.11.1745 schrieb der Prinz:",
		"From: General Cope\nTo: Lord Loudon\nSubject: the guns", "Von: Cope\nAn: Loudon\nBetreff: Kanonen\nDatum: gestern",
	} {
		for _, letter := range []string{"LETTER TO surville: Read this.\n", "2. letter to surville, guiche: Read this.\n\n"} {
			text := letter + line + after
			if m := readText(text); m.Text != text || len(m.Missed) > 0 {
				t.Errorf("%q was read as\n%s\nmissed %v", text, m.Text, m.Missed)
			}
			for _, tail := range []string{
				"\n\nOn Tue, Mar 3, 2026 at 9:00 AM Galloper wrote:\n> quoted",
				"\n\nOn Tue, Mar 3, 2026 at 9:00 AM Galloper wrote:\n\n=== galloper: mill, turn 3, reply above this line " +
					"===\n\nTO picardie: fire",
				"\n\nFrom: Galloper\nSent: Tuesday\nTo: Anna\nSubject: x\n\n[EXTERNAL] Be careful.\n\n=== galloper: mill, " +
					"turn 3, reply above this line ===\n\nTO picardie: fire",
				"\n\nFrom: Galloper <orders@games.example>\nDate: Tuesday\nTo: Anna <anna@players.test>\nSubject: x\n\nTO " +
					"picardie: fire",
			} {
				if m := readText(text + tail); strings.TrimRight(m.Text, "\n") != text {
					t.Errorf("%q was read as\n%s", text+tail, m.Text)
				}
			}
		}
	}
}

// TestClosedLetterLetsClientsSpeak: after a letter has ended, client marks are recognised again.
func TestClosedLetterLetsClientsSpeak(t *testing.T) {
	const orders = "LETTER TO surville: Read this.\n.\nTO picardie: hold"
	if m := readText(orders + "\n\nOn 3 March 2026 at 9:00 Galloper wrote:\n\nthe enemy stands"); m.Text != orders {
		t.Errorf("read as\n%s", m.Text)
	}
}

// TestLinesThatLookLikeOrdersAreNotedWhereTheyAreCut: the sender learns which lines were taken for the mail replied
// to.
func TestLinesThatLookLikeOrdersAreNotedWhereTheyAreCut(t *testing.T) {
	for text, missed := range map[string]int{
		"HOLD\n\nOn 3 March 2026 at 9:00 Cope wrote:\n\nTO picardie: hold\nso he said\n1foot: ADVANCE":   2,
		"HOLD\n\nOn 3 March 2026 at 9:00 Galloper wrote:\n\n=== galloper: mill ===\n\nTO picardie: hold": 0,
		"HOLD\n\nOn 3 March 2026 at 9:00 Galloper wrote:\n> TO picardie: hold":                           0,
		"HOLD\n\n-----Original Message-----\nFrom: Cope\nSent: Tuesday\nSubject: x\n\nTO picardie: hold": 1,
	} {
		if m := readText(text); len(m.Missed) != missed || m.Text != "HOLD" {
			t.Errorf("%q: missed %v, want %d; text %q", text, m.Missed, missed, m.Text)
		}
	}
}

// TestReplyToInTheHeaderBlock: the block of Outlook for Mac, and others with folded fields, is recognised in each
// language, also below an unfinished letter, because it holds the player's address and token.
func TestReplyToInTheHeaderBlock(t *testing.T) {
	const token = "orders+mill.french.north.aabcdefghijklmnop@example.net"
	blocks := []string{
		"Message du 22/11/26 09:00\nDe : \"Galloper\" <" + token +
			">\nA : anna@players.test\nCopie à : \nObjet : [mill] turn 1",
		"De : Galloper <" + token + ">\nEnvoyé : 22 novembre 2026 à 09:00\nÀ : anna@players.test\nObjet : [mill] turn 1",
		"envoyé : 22 novembre 2026 à 09:00\nde : Galloper <" + token + ">\nà : anna@players.test\nobjet : [mill] turn 1",
		"From: Galloper\n<" + token + ">\nSent: Tuesday\nTo: Anna\n <anna@players.test>\nSubject: [mill] turn 1",
		"From: Galloper <orders@example.net>\nReply-To:\n<" + token +
			">\nDate: Tuesday\nTo: anna@players.test;\notto@players.test\nSubject: [mill] turn 1",
	}
	for _, f := range [][5]string{
		{"From", "Reply-To", "Date", "To", "Subject"}, {"Von", "Antworten an", "Datum", "An", "Betreff"},
		{"Von", "Antwort an", "Datum", "An", "Betreff"},
		{"De", "Répondre à", "Date", "À", "Objet"}, {"De", "Répondre à ", "Date ", "À ", "Objet "},
		{"Da", "Rispondi a", "Data", "A", "Oggetto"}, {"De", "Responder a", "Fecha", "Para", "Asunto"},
		{"De", "Responder para", "Data", "Para", "Assunto"}, {"Van", "Beantwoorden", "Datum", "Aan", "Onderwerp"},
		{"Van", "Antwoord aan", "Datum", "Aan", "Onderwerp"},
		{"Från", "Svara till", "Datum", "Till", "Ämne"}, {"Fra", "Svar til", "Dato", "Til", "Emne"},
		{"Od", "Odpowiedz do", "Data", "Do", "Temat"},
		{"От", "Ответить", "Дата", "Кому", "Тема"},
	} {
		blocks = append(blocks,
			f[0]+": Galloper <orders@example.net>\n"+f[1]+": <"+token+">\n"+
				f[2]+": Sunday, 22 November 2026 at 09:00\n"+
				f[3]+": Anna <anna@players.test>\n"+f[4]+": [mill] turn 1: the opening")
	}
	for _, block := range blocks {
		for _, orders := range []string{"TO picardie: hold", "LETTER TO surville: Bring your guns up.",
			"LETTER TO surville: Bring your guns up.\n.\nREADY"} {
			for _, body := range []string{"", "\n\nTO picardie: fire", "\n\n=== galloper: mill ===\nTO picardie: fire"} {
				if m := readText(orders + "\n\n" + block + body); m.Text != orders {
					t.Errorf("read as\n%s", m.Text)
				}
			}
		}
	}
}

// TestClientLines: lines that clients add are removed.
func TestClientLines(t *testing.T) {
	for _, c := range []struct{ name, tail string }{
		{"no colon", "On Tue, Mar 3, 2026 at 9:00 AM Galloper <orders@games.example> wrote\n\n> quoted"},
		{"Gmail wraps before the bracket, English",
			"On Tue, Mar 3, 2026 at 9:00 AM Galloper <\norders+mill.french.north@games.example> wrote:\n\nthe report"},
		{"Gmail wraps before the bracket, German",
			"Am Di., 3. März 2026 um 09:00 Uhr schrieb Galloper <orders@games.example\n>:\n\nthe report"},
		{"Gmail wraps before the bracket, French",
			"Le mar. 3 mars 2026 à 09:00, Galloper <orders@games.example\n> a écrit :\n\nthe report"},
		{"Gmail wraps before the bracket, Norwegian",
			"tir. 3. mars 2026 kl. 09:00 skrev Galloper <orders@games.example\n>:\n\nthe report"},
		{"Gmail, English, wrapped, quoted",
			"On Tue, Mar 3, 2026 at 9:00 AM Galloper <orders@games.example\n> wrote:\n\n> quoted"},
		{"Gmail, Arabic", "في الثلاثاء، ٣ مارس ٢٠٢٦ في ٩:٠٠ ص تمت كتابة ما يلي بواسطة Galloper " +
			"<\norders@games.example>:\n\nthe report"},
		{"Polymail", "On Tue, Mar 3, 2026 at 9:00 AM Galloper <\nmailto:Galloper <orders@games.example>\n> " +
			"wrote:\n\nthe report"},
		{"phone", "Sent from my iPhone\n"},
		{"list", "__\nTo unsubscribe from this group write to x@y.example."},
		{"mark in bold", "*---- Original Message ----*\n\nthe report"},
	} {
		if m := readText("To Champagne: hold\n\n" + c.tail); m.Text != "To Champagne: hold" {
			t.Errorf("%s: read as\n%s", c.name, m.Text)
		}
	}
	if m := readText("LETTER TO surville: Come.\n\nSent from my iPhone\n\nAnna"); strings.Contains(m.Text, "iPhone") {
		t.Errorf("a phone's line goes out with a letter:\n%s", m.Text)
	}
	if m := readText("LETTER TO surville: this was\n\nSent from my camp at Sauren."); !strings.Contains(m.Text,
		"my camp") {
		t.Errorf("a line of a letter is gone:\n%s", m.Text)
	}
}

// TestStuffedLineIsTheWritersOwn: in format=flowed, a blank before the mark shows that the writer typed it, and the
// line continues the one above.
func TestStuffedLineIsTheWritersOwn(t *testing.T) {
	m := Read([]byte(minimalHead+"Content-Type: text/plain; format=flowed\r\n\r\nTo Champagne: fire if range\r\n > "+
		"100 yds\r\n>quoted\r\n"), Options{})
	if m.Text != "To Champagne: fire if range > 100 yds" {
		t.Errorf("read as %q", m.Text)
	}
}

// TestFilledTemplateIsFoundAnywhere: orders in the template of a quoted report count if no order stands elsewhere.
func TestFilledTemplateIsFoundAnywhere(t *testing.T) {
	frame := func(mark, order string) string {
		lines := []string{"=== galloper: mill, turn 1, reply above this line ===", "", "ORDERS", "GAME mill",
			"SEAT french.north", "TURN 1", "# Write your orders between here and END, one", "", "END", "", "THE FACTS"}
		for i, l := range lines {
			lines[i] = strings.TrimRight(mark+l, " ")
		}
		lines[7] = order
		return strings.Join(lines, "\n")
	}
	const want = "GAME mill\nSEAT french.north\nTURN 1\n# Write your orders between here and END, one\nTo Champagne: " +
		"hold\nEND"
	for name, text := range map[string]string{
		"unmarked":                 frame("", "To Champagne: hold"),
		"quoted, typed unquoted":   "On Tue, Mar 3, 2026, Galloper wrote:\n\n" + frame("> ", "To Champagne: hold"),
		"quoted, typed in between": "On Tue, Mar 3, 2026, Galloper wrote:\n\n" + frame("> ", "> To Champagne: hold"),
		"below a line": "My orders are below.\n\nFrom: Galloper <orders@games.example>\nSent: Tuesday\nTo: " +
			"Anna\nSubject: x\n\n" + frame("", "To Champagne: hold"),
		"below a line, quoted": "See below\n\nOn Tue, Mar 3, 2026, Galloper wrote:\n\n" +
			frame("> ", "To Champagne: hold"),
	} {
		m := readText(text)
		if _, got, _ := strings.Cut(m.Text, "ORDERS\n"); got != want || m.Game != "mill" || m.Turn != 1 {
			t.Errorf("%s: read as\n%s\nproblems %q", name, m.Text, m.Problems)
		}
	}
	m := readText("To Champagne: fire\n\nOn Tue, Mar 3, 2026, Galloper wrote:\n\n" + frame("> ", "> To Champagne: hold"))
	if m.Text != "To Champagne: fire" || !strings.Contains(m.Below, "\nTo Champagne: hold\n") {
		t.Errorf("orders above a filled template: %q, below %q", m.Text, m.Below)
	}
	for name, order := range map[string]string{"empty": "", "the rest of a comment": "to a line."} {
		if m := readText("Thanks!\n\nOn Tue, Mar 3, 2026, Galloper wrote:\n\n" +
			frame("> ", order)); strings.TrimSpace(strings.TrimSuffix(m.Text, order)) != "Thanks!" {
			t.Errorf("%s: a template that nobody filled in is read:\n%s", name, m.Text)
		}
	}
}

// TestOneBadByteCostsOneCharacter: UTF-8 text is read as such, whatever a footer, client or server has added to it,
// and whatever the label says.
func TestOneBadByteCostsOneCharacter(t *testing.T) {
	for _, c := range []struct{ name, charset, in, want string }{
		{"a signature in Latin-1", "utf-8", "To R\xc3\xa9giment: hold\n\n-- \nAndr\xe9", "To Régiment: hold"},
		{"a footer kept", "utf-8", "To R\xc3\xa9giment: hold\nAndr\xe9", "To Régiment: hold\nAndré"},
		{"a byte in place of NUL", "utf-8", "To R\xc3\xa9giment: hold \x80 now", "To Régiment: hold € now"},
		{"a letter cut in half", "utf-8", "To R\xc3\xa9giment: hold \xc3", "To Régiment: hold Ã"},
		{"no charset", "", "To R\xc3\xa9giment: hold\nAndr\xe9", "To Régiment: hold\nAndré"},
		{"Latin-1 labelled UTF-8", "utf-8", "To R\xe9giment: hold", "To Régiment: hold"},
		{"UTF-8 labelled Latin-1", "iso-8859-1", "To R\xc3\xa9giment: hold", "To Régiment: hold"},
		{"UTF-8 labelled windows-1252, a bad byte", "windows-1252", "To R\xc3\xa9giment: h\xc3\xb4ld \x93",
			"To Régiment: hôld “"},
		{"Cyrillic labelled Latin-1", "iso-8859-1", "To \xd0\x9f\xd0\xbe\xd0\xbb\xd0\xba: hold", "To Полк: hold"},
		{"Latin-1 that is also UTF-8", "iso-8859-1", "\xab ORL\xc9\xbb: hold", "« ORLÉ»: hold"},
		{"true windows-1252", "windows-1252", "To R\xe9giment: \x93hold\x94", "To Régiment: “hold”"},
		{"parameter in the label", `"UTF-8; format=flowed"`, "To R\xc3\xa9giment: hold", "To Régiment: hold"},
		{"as a database calls it", "utf8mb4", "To R\xc3\xa9giment: hold", "To Régiment: hold"},
	} {
		field := "Content-Type: text/plain; charset=" + c.charset + "\r\n"
		if c.charset == "" {
			field = ""
		}
		if m := Read([]byte(minimalHead+field+"Content-Transfer-Encoding: 8bit\r\n\r\n"+c.in),
			Options{}); m.Text != c.want || m.Refuse != "" {
			t.Errorf("%s: %q, want %q; refused %q", c.name, m.Text, c.want, m.Refuse)
		}
	}
}

// TestUnseenHTML: text that no client displays is not read.
func TestUnseenHTML(t *testing.T) {
	for _, hidden := range []string{`hidden`, `hidden=""`, `style="max-height:0; overflow:hidden"`,
		`style="max-height: 0px"`, `style="color:red;opacity:0"`, `style="opacity: 0.0 !important"`} {
		if got := htmlText("<div "+hidden+">1foot: FIRE</div><div>1foot: HOLD</div>", &budget{}); got != "1foot: HOLD" {
			t.Errorf("%s: %q", hidden, got)
		}
	}
	for _, shown := range []string{`style="opacity:0.9"`, `style="max-height:400px"`, `data-hidden="1"`} {
		if got := htmlText("<div "+shown+">1foot: FIRE</div>", &budget{}); got != "1foot: FIRE" {
			t.Errorf("%s: %q", shown, got)
		}
	}
}

// TestMultipartWithoutBoundary: the boundary is found in the body.
func TestMultipartWithoutBoundary(t *testing.T) {
	m := Read([]byte(minimalHead+"Content-Type: multipart/alternative\r\n\r\npreamble\r\n--x-y\r\nContent-Type: "+
		"text/plain\r\n\r\n1foot: HOLD\r\n--x-y\r\nContent-Type: text/html\r\n\r\n<b>x</b>\r\n--x-y--\r\n"), Options{})
	if m.Text != "1foot: HOLD" {
		t.Errorf("read as %q", m.Text)
	}
	if m := Read([]byte(minimalHead+"Content-Type: multipart/mixed\r\n\r\n1foot: HOLD\r\n--\r\nAnna\r\n"),
		Options{}); m.Text != "1foot: HOLD" {
		t.Errorf("read as %q", m.Text)
	}
}

// TestSubjectIsNotRead: a player who writes the order only into the subject is told that subjects are not read.
func TestSubjectIsNotRead(t *testing.T) {
	for subject, told := range map[string]bool{"To Champagne: hold": true, "Re: [mill] turn 1: the opening": false,
		"": false} {
		for _, typ := range []string{"text/plain", "image/png"} {
			m := Read([]byte("From: anna@players.test\r\nSubject: "+subject+"\r\nContent-Type: "+typ+"\r\n\r\n"), Options{})
			if said := strings.Contains(strings.Join(m.Problems, " "), "subject is not read"); said != told {
				t.Errorf("%q, %s: %q", subject, typ, m.Problems)
			}
		}
	}
}

// TestLargeMailKeepsItsText: a photograph does not lose the orders above it, whether or not the mail was fetched
// whole.
func TestLargeMailKeepsItsText(t *testing.T) {
	const orders = "--b\r\nContent-Type: text/plain\r\n\r\nTo Champagne: hold\r\n"
	photo := "--b\r\nContent-Type: image/jpeg; name=a.jpg\r\nContent-Transfer-Encoding: base64\r\n\r\n" +
		strings.Repeat("AAAA", 800_000) + "\r\n"
	text := "--b\r\nContent-Type: text/plain\r\n\r\n" + strings.Repeat("To Champagne: hold\r\n", 160_000)
	for name, c := range map[string]struct {
		parts string
		read  bool
	}{
		"text and a photograph": {orders + photo, true},
		"in an alternative": {"--b\r\nContent-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\n\r\nTo " +
			"Champagne: hold\r\n--c\r\nContent-Type: text/html\r\n\r\nTo Champagne: hold\r\n--c--\r\n" + photo, true},
		"a photograph first":  {photo + orders, false},
		"a text that is long": {text, false},
		"a second long text":  {orders + strings.Replace(text, "text/plain", "text/plain; name=x.txt", 1), false},
	} {
		raw := []byte(minimalHead + "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + c.parts + "--b--\r\n")
		for _, m := range []*Mail{Read(raw, Options{}),
			ReadIncoming(Incoming{Raw: raw[:256<<10], Size: int64(len(raw)), Partial: true}, Options{})} {
			said := strings.Join(m.Problems, " ")
			if c.read && (m.Text != "To Champagne: hold" || m.Refuse != "" ||
				!strings.Contains(said, "This mail has 3 MB. Its text was read")) {
				t.Errorf("%s: %q, refused %q, problems %q", name, m.Text, m.Refuse, m.Problems)
			}
			if !c.read && (m.Text != "" || !strings.Contains(m.Refuse, "This mail has 3 MB; at most 1 MB are read") ||
				len(m.Problems) != 1) {
				t.Errorf("%s: %q, refused %q, problems %q", name, m.Text, m.Refuse, m.Problems)
			}
		}
	}
}

// TestFrameEndsAboveTheQuotedMail: a frame with ORDERS but without END does not extend into the quoted mail, up to
// the END of the report.
func TestFrameEndsAboveTheQuotedMail(t *testing.T) {
	m := Read([]byte("From: anna@players.test\r\nContent-Type: text/html\r\n\r\n"+
		`<p>ORDERS</p><p>1foot: HOLD</p><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">`+
		`<p><b>Odesláno:</b> 3. března</p></div><p>The enemy stands in the wood.</p><p>1foot: ADVANCE<br>END</p>`),
		corpusOptions)
	if !strings.HasPrefix(m.Text, "ORDERS\n") || !strings.HasSuffix(m.Text, "1foot: HOLD") {
		t.Errorf("read as %q", m.Text)
	}
}

// TestBrokenStructure: mails whose MIME structure was damaged by common programs are read as their writers meant
// them, and text that only resembles a structure stays text.
func TestBrokenStructure(t *testing.T) {
	const html = "<html><body><p>1foot: HOLD</p></body></html>"
	const part = "Content-Type: text/plain\r\n\r\n1foot: HOLD\r\n"
	for name, c := range map[string]struct{ head, body, want string }{
		"no empty line above the boundary": {"multipart/mixed; boundary=b", "--b\r\n" + part + "--b--\r\n", "1foot: HOLD"},
		"nor above an inner one": {"multipart/mixed; boundary=b\r\n", "--b\r\nContent-Type: multipart/alternative; " +
			"boundary=c\r\n--c\r\n" + part + "--c--\r\n--b--\r\n", "1foot: HOLD"},
		"escaped quotes":   {`multipart/mixed; boundary=\"a=b\"` + "\r\n", "--a=b\r\n" + part + "--a=b--\r\n", "1foot: HOLD"},
		"MIME as text":     {"text/plain\r\n", "\r\n--b\r\n" + part + "--b--\r\n", "1foot: HOLD"},
		"below a preamble": {"text/plain\r\n", "A message in MIME format.\r\n--b\r\n" + part + "--b--\r\n", "1foot: HOLD"},
		"encoded as a whole": {"text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n", "--=3Db\r\n" + part +
			"--=3Db--\r\n", "1foot: HOLD"},
		"orders above pasted MIME": {"text/plain\r\n", "1foot: HOLD\r\n\r\n--b\r\n" + part,
			"1foot: HOLD\n\n--b\nContent-Type: text/plain\n\n1foot: HOLD"},
		"lines behind the HTML": {"text/html\r\n", html + "\r\n2foot: HOLD\r\n3foot: HOLD\r\n",
			"1foot: HOLD\n\n2foot: HOLD\n3foot: HOLD"},
		"quoted mail behind the HTML": {"text/html\r\n", html + "\r\n-----Original Message-----\r\nFrom: Galloper " +
			"<orders@games.example>\r\nSent: Sunday\r\nTo: Anna\r\nSubject: x\r\n\r\n1foot: FIRE\r\n", "1foot: HOLD"},
		"reply lines behind the HTML": {"text/html\r\n", html + "\r\n> 1foot: FIRE\r\n", "1foot: HOLD"},
		"a second document": {"text/html\r\n", html + "\r\n<html><body><p>2foot:\r\nHOLD</p></body></html>",
			"1foot: HOLD\n\n2foot: HOLD"},
	} {
		m := Read([]byte(minimalHead+"Content-Type: "+c.head+"\r\n"+c.body), corpusOptions)
		if m.Text != c.want || m.Refuse != "" {
			t.Errorf("%s: read as %q, want %q; refused %q", name, m.Text, c.want, m.Refuse)
		}
	}
}
