package mailgate

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"galloper/events/mutate"
)

const minimalHead = "From: anna@players.test\r\nTo: orders@games.example\r\nSubject: x\r\n"

// TestBadInput: bad input is refused with a sentence and never causes a panic.
func TestBadInput(t *testing.T) {
	small := DefaultLimits
	small.Lines = 10
	for _, c := range []struct {
		name   string
		raw    string
		refuse string // part of the sentence
	}{
		{"no mail at all", "\x00\x01\x02 nothing", "This is not a mail"},
		{"empty", "", "This mail is empty"},
		{"only line ends", "\r\n\r\n\r\n", "no header"},
		{"header over the limit", minimalHead + "X-Long: " + strings.Repeat("a", 300<<10) + "\r\n\r\nHOLD",
			"header of this mail has 300 KB"},
		{"too many fields", minimalHead + strings.Repeat("X: y\r\n", 2000) + "\r\nHOLD", "2003 fields"},
		{"too many bytes", minimalHead + "\r\n" + strings.Repeat("HOLD\r\n", 200<<10), "at most 1 MB are read"},
		{"text over the limit", minimalHead + "\r\n" + strings.Repeat("HOLD AND HOLD\r\n", 20<<10), "longer than 256 KB"},
		{"too many lines", minimalHead + "\r\n" + strings.Repeat("HOLD\r\n", 3000), "have 3000 lines"},
		{"too many parts", minimalHead + "Content-Type: multipart/mixed; boundary=b\r\n\r\n" +
			strings.Repeat("--b\r\n\r\nx\r\n", 200), "more than 100 parts"},
		{"too deep", minimalHead + nested(30), "deep"},
		{"part header over the limit", minimalHead + "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nX-Long: " +
			strings.Repeat("a", 20<<10) + "\r\n\r\nHOLD\r\n--b--\r\n", "A part of this mail has a header of 20 KB"},
		{"no text", minimalHead + "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=",
			"contains no text"},
		{"unknown encoding", minimalHead + "Content-Transfer-Encoding: x-martian\r\n\r\nHOLD", `the unknown encoding "x-martian"`},
		{"two frames that differ",
			minimalHead + "Content-Type: multipart/mixed; " +
				"boundary=b\r\n\r\n--b\r\n\r\nORDERS\r\nHOLD\r\nEND\r\n--b\r\nContent-Type: text/plain; " +
				"name=a.txt\r\n\r\nORDERS\r\nMOVE\r\nEND\r\n--b--", "in several places"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := Read([]byte(c.raw), Options{})
			if !strings.Contains(m.Refuse, c.refuse) {
				t.Errorf("refused %q, want %q; problems %q", m.Refuse, c.refuse, m.Problems)
			}
		})
	}
}

// nested returns a multipart nested to the given depth.
func nested(depth int) string {
	if depth == 0 {
		return "\r\nHOLD"
	}
	return fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n%s\r\n--b%d--\r\n", depth, depth,
		nested(depth-1), depth)
}

// TestNestedBombIsCheap reads half a megabyte of nested parts, which keeps tolerant parsers busy for many seconds.
// Only the outermost parts are parsed, as the number of allocations shows.
func TestNestedBombIsCheap(t *testing.T) {
	var b strings.Builder
	b.WriteString(minimalHead)
	for i := range 8000 {
		fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i)
	}
	raw := []byte(b.String())
	if m := Read(raw, Options{}); !strings.Contains(m.Refuse, "deep") {
		t.Errorf("refused: %q", m.Refuse)
	}
	if n := testing.AllocsPerRun(1, func() { Read(raw, Options{}) }); n > 1000 {
		t.Errorf("%.0f allocations for 8000 parts, of which the first 10 are read", n)
	}
}

func TestEveryProblemIsASentence(t *testing.T) {
	files, _ := filepath.Glob("testdata/corpus/*.eml")
	if len(files) == 0 {
		t.Fatal("no corpus")
	}
	for _, path := range files {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range Read(raw, corpusOptions).Problems {
			if !strings.HasSuffix(p, ".") || strings.ToUpper(p[:1]) != p[:1] || len(p) > 300 {
				t.Errorf("%s: %q", path, p)
			}
		}
	}
}

// FuzzRead: no input causes a panic, and the text read is printable, within the limits, and the same each time.
func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("testdata/corpus/*.eml")
	if len(files) == 0 {
		f.Fatal("no corpus")
	}
	var known [][]byte
	for _, path := range files {
		raw, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		known = append(known, raw)
	}
	mutate.Add(f, words, known...)
	f.Fuzz(func(t *testing.T, raw []byte) {
		m := Read(raw, corpusOptions)
		if strings.Contains(m.Refuse, "failed to read this mail") {
			t.Fatal(m.Refuse)
		}
		if strings.ContainsAny(m.Text, "\x00\r") || strings.ToValidUTF8(m.Text, "") != m.Text {
			t.Errorf("text %q", m.Text)
		}
		if n := strings.Count(m.Text, "\n") + 1; m.Text != "" && len(m.Lines) != n {
			t.Errorf("%d line numbers for %d lines", len(m.Lines), n)
		}
		if again := Read(raw, corpusOptions); again.Text != m.Text || again.Auto != m.Auto || again.Refuse != m.Refuse {
			t.Error("read twice, and differently")
		}
	})
}

// BenchmarkRead20KB reads a mail of 20 KB: a reply to a report by Gmail.
func BenchmarkRead20KB(b *testing.B) {
	raw, err := os.ReadFile("testdata/corpus/gmail-web-german.eml")
	if err != nil {
		b.Fatal(err)
	}
	quoted := bytes.Repeat([]byte("> The enemy stands in the wood north of the farm; 1foot holds.\r\n"),
		(20<<10-len(raw))/64)
	raw = bytes.Replace(raw, []byte("> =3D=3D=3D galloper"), append(quoted, []byte("> =3D=3D=3D galloper")...), 1)
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		if m := Read(raw, corpusOptions); m.Refuse != "" || m.Text == "" {
			b.Fatal(m.Refuse)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "mails/s")
}

// hostile returns texts of about n bytes that made, or could make, a reader go over the same place again and again.
func hostile(n int) map[string]string {
	times := func(s string) string { return strings.Repeat(s, n/len(s)) }
	half := func(a, b string) string { return strings.Repeat(a, n/2/len(a)) + strings.Repeat(b, n/2/len(b)) }
	html := map[string]string{
		"cells":                            "<table><tr>" + times("<td>x"),
		"cells that are closed":            "<table><tr>" + times("<td>x</td>"),
		"cells in blocks":                  "<table><tr>" + times("<td><div>x</div></td>"),
		"cells below deep elements":        "<table><tr>" + half("<b>", "<td>x"),
		"rows":                             "<table>" + times("<tr><td>x<td>y"),
		"deep elements":                    half("<div><span>", "</div>"),
		"phrases that end nowhere":         half("<b>", "</i>"),
		"quote marks and empty paragraphs": half("&gt;", "</p>"),
		"blanks and blocks":                "<pre>" + half(" ", "</p><div>"),
		"breaks":                           times("<br>"),
		"quotes":                           half("<blockquote type=cite>", "x<br>"),
		"marks of a client":                times("<div id=appendonsend>"),
		"wingdings":                        times("<font face=wingdings>J</font>"),
		"attributes":                       "<a " + times("a=b "),
		"comments that do not end":         times("<!--"),
		"cells with letters":               "<table><tr>" + times("<td>&#x4f60;"),
	}
	texts := map[string]string{
		"empty lines and marks":       half("\n", "-----Original Message-----\n"),
		"forwards of quotes":          times("-----Forwarded Message-----\n>\n"),
		"rules":                       times("__________\n\n"),
		"attributions":                times("On Tue, 3 Mar 2026,\n"),
		"attributions and blanks":     times("On Tue, 3 Mar 2026, a@b.cd wrote:\n\n\n\n\n\n"),
		"header fields":               times("From: x\n"),
		"headers in a letter":         "LETTER TO x: y\n" + times("From: x\nTo: x\nSubject: x\n\n"),
		"attributions in a letter":    "LETTER TO x: y\n" + times("At 10:30 Cope wrote:\n\n"),
		"attributions above blanks":   "LETTER TO x: y\n" + half("At 10:30 Cope wrote:\n", "\n"),
		"frames":                      times("ORDERS\n"),
		"templates that are not used": times("> ORDERS\n> END\n"),
		"templates that do not end":   times("> ORDERS\n> GAME x\n"),
		"phone lines":                 times("\nSent from my iPhone\n"),
		"one line":                    times("a:"),
		"GAME lines":                  times("GAME a\nGAME b\n"),
	}
	mails := map[string]string{}
	for name, body := range html {
		mails["html: "+name] = minimalHead + "Content-Type: text/html\r\n\r\n" + body
		mails["two html parts: "+name] = minimalHead +
			"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n" + body[:len(body)/2] +
			"\r\n--b\r\nContent-Type: image/png\r\n\r\nx\r\n--b\r\nContent-Type: text/html\r\n\r\n" + body[:len(body)/2] +
			"\r\n--b--\r\n"
	}
	for name, body := range texts {
		mails["text: "+name] = minimalHead + "\r\n" + body
		mails["flowed: "+name] = minimalHead + "Content-Type: text/plain; format=flowed\r\n\r\n" + body
	}
	return mails
}

// TestWorkIsLinear: no text makes the readers look at more than a fixed number of bytes per byte of input.
func TestWorkIsLinear(t *testing.T) {
	free := DefaultLimits
	free.Work, free.TextBytes, free.HTMLBytes, free.RawBytes, free.Lines = 0, 4<<20, 4<<20, 4<<20, 1<<20
	const most = 24
	if int64(DefaultLimits.Work) < most*DefaultLimits.RawBytes {
		t.Errorf("the limit of %d could meet a mail that does no harm", DefaultLimits.Work)
	}
	for name, raw := range hostile(1 << 18) {
		m := Read([]byte(raw), Options{Limits: free})
		if per := m.work.spent / len(raw); per > most {
			t.Errorf("%s: %d bytes were looked at for each of its %d", name, per, len(raw))
		}
		if m.work.spent < len(raw)/8 {
			t.Errorf("%s: only %d bytes were counted of %d", name, m.work.spent, len(raw))
		}
	}
}

// TestWorkHasALimit: a mail over the limit is refused with a sentence, and its game is still known.
func TestWorkHasALimit(t *testing.T) {
	small := DefaultLimits
	small.Work = 1000
	for _, kind := range []string{"plain", "html"} {
		m := Read([]byte(minimalHead+"Delivered-To: orders+mill.french.north@games.example\r\nContent-Type: text/"+kind+"\r\n\r\n"+strings.Repeat("1foot: hold\r\n", 200)), Options{Limits: small})
		if !strings.Contains(m.Refuse, "would take too much work") || m.Game != "mill" || m.From != "anna@players.test" {
			t.Errorf("%s: refused %q, of game %q", kind, m.Refuse, m.Game)
		}
	}
}

// BenchmarkReadHostile reads a megabyte of each text. None takes more than 150 ms.
func BenchmarkReadHostile(b *testing.B) {
	mails := hostile(1<<20 - 1<<10)
	for _, name := range slices.Sorted(maps.Keys(mails)) {
		raw := []byte(mails[name])
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Read(raw, Options{})
			}
		})
	}
}
