package mailgate

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const minimalHead = "From: anna@players.test\r\nTo: orders@games.example\r\nSubject: x\r\n"

// TestBadInput: whatever comes, the answer is a sentence and never a panic.
func TestBadInput(t *testing.T) {
	small := DefaultLimits
	small.Lines = 10
	for _, c := range []struct {
		name   string
		raw    string
		refuse string // part of the sentence
	}{
		{"no mail at all", "\x00\x01\x02 nothing", "This is no mail"},
		{"empty", "", "This mail is empty"},
		{"only line ends", "\r\n\r\n\r\n", "no header"},
		{"header over the limit", minimalHead + "X-Long: " + strings.Repeat("a", 300<<10) + "\r\n\r\nHOLD", "header of this mail has 300 KB"},
		{"too many fields", minimalHead + strings.Repeat("X: y\r\n", 2000) + "\r\nHOLD", "2003 fields"},
		{"too many bytes", minimalHead + "\r\n" + strings.Repeat("HOLD\r\n", 200<<10), "at most 1 MB are read"},
		{"text over the limit", minimalHead + "\r\n" + strings.Repeat("HOLD AND HOLD\r\n", 20<<10), "longer than 256 KB"},
		{"too many lines", minimalHead + "\r\n" + strings.Repeat("HOLD\r\n", 3000), "have 3000 lines"},
		{"too many parts", minimalHead + "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + strings.Repeat("--b\r\n\r\nx\r\n", 200), "more than 100 parts"},
		{"too deep", minimalHead + nested(30), "deep within each other"},
		{"part header over the limit", minimalHead + "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nX-Long: " + strings.Repeat("a", 20<<10) + "\r\n\r\nHOLD\r\n--b--\r\n", "A part of this mail has a header of 20 KB"},
		{"no text", minimalHead + "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=", "holds no text"},
		{"unknown encoding", minimalHead + "Content-Transfer-Encoding: x-martian\r\n\r\nHOLD", `encoded as "x-martian"`},
		{"two frames that differ", minimalHead + "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nORDERS\r\nHOLD\r\nEND\r\n--b\r\nContent-Type: text/plain; name=a.txt\r\n\r\nORDERS\r\nMOVE\r\nEND\r\n--b--", "more than one place"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := Read([]byte(c.raw), Options{})
			if !strings.Contains(m.Refuse, c.refuse) {
				t.Errorf("refused %q, want %q; problems %q", m.Refuse, c.refuse, m.Problems)
			}
		})
	}
}

// nested is a multipart within a multipart within …
func nested(depth int) string {
	if depth == 0 {
		return "\r\nHOLD"
	}
	return fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n%s\r\n--b%d--\r\n", depth, depth, nested(depth-1), depth)
}

// TestNestedBombIsCheap: half a megabyte of parts within parts, which keeps
// tolerant parsers busy for many seconds, is refused at once.
func TestNestedBombIsCheap(t *testing.T) {
	var b strings.Builder
	b.WriteString(minimalHead)
	for i := range 8000 {
		fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i)
	}
	raw := []byte(b.String())
	result := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			Read(raw, Options{})
		}
	})
	if per := result.NsPerOp(); per > 100e6 {
		t.Errorf("%d ms", per/1e6)
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

// FuzzRead: any bytes, no panic; what is read is text that can be shown, in
// bounds, and the same each time.
func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("testdata/corpus/*.eml")
	if len(files) == 0 {
		f.Fatal("no corpus")
	}
	for _, path := range files {
		raw, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		m := Read(raw, corpusOptions)
		if strings.Contains(m.Refuse, "broke the reader") {
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

// BenchmarkRead20KB reads a mail of 20 KB as Gmail writes a reply to a report.
func BenchmarkRead20KB(b *testing.B) {
	raw, err := os.ReadFile("testdata/corpus/gmail-web-german.eml")
	if err != nil {
		b.Fatal(err)
	}
	quoted := bytes.Repeat([]byte("> The enemy stands in the wood north of the farm; 1foot holds.\r\n"), (20<<10-len(raw))/64)
	raw = bytes.Replace(raw, []byte("> =3D=3D=3D galloper"), append(quoted, []byte("> =3D=3D=3D galloper")...), 1)
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		if m := Read(raw, corpusOptions); m.Refuse != "" || m.Text == "" {
			b.Fatal(m.Refuse)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "mails/s")
}
