package mailgate

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestLenientBase64(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOfN(rapid.Byte(), 1, 200).Draw(t, "bytes")
		text := strings.TrimRight(base64.StdEncoding.EncodeToString(want), "=")
		if got, damaged := decodeBase64([]byte(text)); string(got) != string(want) || damaged {
			t.Fatalf("%q from %q, damaged %v", got, text, damaged)
		}
	})
	for _, c := range []struct {
		name, in, want string
		damaged        bool
	}{
		{"two set end to end", "SE9M" + "RA==" + "TU9WRQ==", "HOLDMOVE", false},
		{"footer below", "SE9MRA==\n____\nA mailing list!\n", "HOLD", false},
		{"letters beside the alphabet", "SE*9MRA==", "HOLD", true},
		{"a letter lost", "SE9MR", "HOL", true},
	} {
		if got, damaged := decodeBase64([]byte(c.in)); string(got) != c.want || damaged != c.damaged {
			t.Errorf("%s: %q, damaged %v", c.name, got, damaged)
		}
	}
}

func TestQuotedPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"a=3Db":         "a=b",
		"a =\r\nb":      "a b",
		"a = b =ZZ":     "a = b =ZZ",
		"L=C3=A9gion":   "Légion",
		"end=":          "end",
		"blank   \r\nx": "blank\nx",
	} {
		if got := string(decodeQuotedPrintable([]byte(in))); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestUUEncoded(t *testing.T) {
	m := Read(crlf("From: anna@players.test\nContent-Transfer-Encoding: x-uuencode\n\nbegin 644 "+
		"orders.txt\n+,69O;W0Z($A/3$0*\n`\nend\n"), Options{})
	if m.Text != "1foot: HOLD" {
		t.Errorf("%q, %q", m.Text, m.Refuse)
	}
}

func TestTransferEncodingNames(t *testing.T) {
	for in, want := range map[string]string{`"quoted-printable"`: "quoted-printable", "BASE64 (by me)": "base64",
		"7-bit": "", "8bit;": "", "utf-8": "", "x-uuencode": "uuencode", "foo": "foo"} {
		if got := transferEncoding(in); got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}

func TestFlowed(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		delSp          bool
	}{
		{"joined", "march to \nthe wood\nhalt", "march to the wood\nhalt", false},
		{"delsp", "march to  \nthe wo \nod", "march to the wood", true},
		{"stuffed", " From here\n > no quote", "From here\n> no quote", false},
		{"quotes apart", "> a \n> b\nc", "> a b\nc", false},
		{"depth changes", "> a \n>> b", "> a \n>> b", false},
		{"signature stands alone", "a\n-- \nAnna", "a\n-- \nAnna", false},
	} {
		if got := strings.ReplaceAll(unflow(c.in, c.delSp), ownMark+" ", ""); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestHTMLLines(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"divs", "<div>a</div><div>b<br>c</div>", "a\nb\nc"},
		{"phrases", "<p>1<b>foot</b>: <i>HOLD</i> &amp; wait</p>", "1foot: HOLD & wait"},
		{"blanks", "<p>a\n   b</p>\n\n<p>c</p>", "a b\nc"},
		{"list", "<ul><li>a</li><li><p>b</p></li></ul>", "a\nb"},
		{"table", "<table><tr><td>a</td><td><p>b</p></td></tr><tr><td>c<td>d</table>", "a b\nc d"},
		{"open paragraphs in cells", "<table><tr><td><p>a</td><td><p>b</td></tr></table>c", "a b\nc"},
		{"layout table", "<table><tr><td><p>a</p><p>b</p></td><td>c</td></tr></table>", "a\nb\nc"},
		{"pre", "<pre>a  b\n  c</pre>", "a  b\n  c"},
		{"unseen", "<head><title>t</title><style>x{}</style></head><!-- c --><div " +
			"style=\"display:none\">d</div><script>s</script>a", "a"},
		{"link", `<a href="https://x.test">the wood</a>`, "the wood"},
		{"no double decoding", "<p>&amp;lt;b&amp;gt;</p>", "&lt;b&gt;"},
		{"cited", `<p>a</p><blockquote type="cite"><p>b</p><p>c</p></blockquote><p>d</p>`, "a\n> b\n> c\nd"},
		{"indented", `<blockquote><p>a</p></blockquote>`, "a"},
		{"stray end tags", "</div>a</p></td>b", "a\nb"},
		{"wingdings", `<p>a <span style="font-family:Wingdings">à</span> b</p>`, "a -> b"},
		{"empty paragraph", "<p>a</p><p>&nbsp;</p><p>b</p>", "a\n\nb"},
	} {
		if got := strings.TrimSpace(htmlText(c.in, &budget{})); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestCutsOnlyAtMarks: lines that other parsers take for marks are kept.
func TestCutsOnlyAtMarks(t *testing.T) {
	for _, text := range []string{
		"From: PAR\nTo: BUR\nMOVE 5",
		"TO north: march",
		"1foot: HOLD\n-----\n13foot: HOLD",
		"LETTER TO british: on 3 March 2026 Smith wrote:\nwe hold\n.",
		"ORDERS\nFrom: x\nSent: y\nTo: z\nSubject: w\nEND",
		"On turn 3 the 1foot HOLD\n2foot: HOLD",
		"- HOLD\n* MOVE",
		"date: 3 March\n1foot: HOLD",
		"__________\n1foot: HOLD",
		"sent word to the wood\n1foot: HOLD",
	} {
		if got := joinLines(cutText(text, looksLikeOrder, &budget{}).kept); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

var replyHeaders = []string{
	"On Tue, 3 Mar 2026 at 08:00, Galloper <orders@games.example>\nwrote:",
	"Am 3. März 2026 08:00:12 MEZ schrieb Galloper <orders@games.example>:",
	"Le 03/03/2026 à 08:00, Galloper a écrit :", "El 3/3/26 a las 8:00, Galloper escribió:",
	"Il 03/03/26 08:00, Galloper ha scritto:",
	"Em 03/03/2026 08:00, Galloper escreveu:", "Op 3-3-2026 om 08:00 schreef Galloper:",
	"W dniu 3.03.2026 o 08:00, Galloper pisze:",
	"Den 2026-03-03 kl. 08:00, skrev Galloper:", "Galloper kirjoitti 3.3.2026 klo 8.00:",
	"Dne 03. 03. 26 v 8:00 Galloper napsal(a):",
	"2026. 03. 03. 8:00 keltezéssel, Galloper írta:", "Pe 03.03.2026 08:00, Galloper a scris:",
	"03.03.2026 08:00, Galloper пишет:",
	"Στις 3/3/26 08:00, ο/η Galloper έγραψε:", "2026/03/03 8:00、Galloper のメール:", "在 2026/3/3 8:00, Galloper 写道:",
	"2026. 3. 3. 오전 8:00에 Galloper 이(가) 작성:",
	"03.03.2026 08:00 tarihinde Galloper yazdı:", "Dana 3.3.2026. u 8:00, Galloper je napisao/la:",
}

// TestReplyHeaders: the attribution is removed in each language, wrapped or not, and the player's text is kept.
func TestReplyHeaders(t *testing.T) {
	for _, header := range replyHeaders {
		for _, order := range []string{"1foot: HOLD\n", "TO 2foot: march 3 miles", "1foot MOVE by 14:30",
			"On turn 3 HOLD until 10:30", "TO 2foot: at 14:30 march to the wood"} {
			c := cutText(order+"\n"+header+"\n> quoted\n\n2foot: HOLD\n", looksLikeOrder, &budget{})
			if got := joinLines(trimBlank(c.kept)); got != strings.TrimSpace(order)+"\n\n2foot: HOLD" &&
				got != strings.TrimSpace(order)+"\n2foot: HOLD" {
				t.Errorf("%s\n%s\nleft %q", order, header, got)
			}
		}
	}
}

func TestSections(t *testing.T) {
	m := &Mail{Text: "Dear all\nGAME a\nHOLD\nGAME b\nMOVE\nGAME a\nWAIT"}
	m.namesInText()
	var got []string
	for _, s := range m.Sections() {
		got = append(got, s.Game+":"+strings.ReplaceAll(s.Text, "\n", "/"))
	}
	if want := "a:Dear all/GAME a/HOLD b:GAME b/MOVE a:GAME a/WAIT"; strings.Join(got, " ") != want {
		t.Errorf("%v", got)
	}
}

func TestDuplicateKeys(t *testing.T) {
	one := crlf("Return-Path: <a@b>\nReceived: from x\n\tby y; now\nFrom: anna@players.test\nMessage-ID: <1@x>\n\nHOLD\n")
	two := crlf("Delivered-To: z@z\nReceived: from q\n\tby r; later\nReceived: from x\n\tby y; now\nFrom: " +
		"anna@players.test\nMessage-ID: <1@x>\n\nHOLD\n")
	changed := crlf("From: anna@players.test\nMessage-ID: <1@x>\n\nMOVE\n")
	a, b, c := Read(one, Options{}), Read(two, Options{}), Read(changed, Options{})
	if SenseKey("anna@players.test", a, false) != SenseKey("ANNA@Players.test", b, false) ||
		SenseKey("anna@players.test", a, false) == SenseKey("anna@players.test", c, false) ||
		SenseKey("mallory@evil.test", a, false) == SenseKey("anna@players.test", a, false) {
		t.Error("who says what under which id")
	}
	if SenseKey("a@b", Read(crlf("From: a@b\n\nHOLD\n"), Options{}), false) != "" {
		t.Error("a mail without Message-ID has a key")
	}
}

func TestWhereGameAndSeatStand(t *testing.T) {
	for _, c := range []struct {
		name, to, subject, text string
		own                     []string
		want                    string // game, seat, turn, key
	}{
		{"address", "orders+quiberon.french.north@games.example", "x", "", nil, "quiberon french.north 0 "},
		{"address of ours", "orders+quiberon@games.example", "x", "", []string{"orders@games.example"}, "quiberon  0 "},
		{"address of another", "anna+games@players.test", "x", "", []string{"orders@games.example"}, "  0 "},
		{"our subject", "orders@games.example", "Re: AW: [quiberon] Turn 3, french.north: 2 of 3 accepted", "", nil,
			"quiberon french.north 3 "},
		{"banner in the subject", "orders@games.example", "[EXTERNAL] [quiberon] orders", "", nil, "quiberon  0 "},
		{"words in the subject", "orders@games.example", "orders, game Quiberon seat french turn 4", "", nil,
			"quiberon french 4 "},
		{"lines first", "orders+aspern.austrian@games.example", "[wagram] Turn 2",
			"GAME quiberon\nSEAT French\nTURN 3\nKEY AB-12", nil, "quiberon french 3 ab-12"},
		{"no line", "orders@games.example", "x", "the game quiberon is fun", nil, "  0 "},
	} {
		m := Read(crlf("From: anna@players.test\nTo: "+c.to+"\nSubject: "+c.subject+"\n\n"+c.text+"\n"), Options{Own: c.own})
		if got := fmt.Sprintf("%s %s %d %s", m.Game, m.Seat, m.Turn, m.Key); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
