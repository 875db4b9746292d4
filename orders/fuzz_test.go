package orders

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"galloper/events/mutate"
)

// checkMail checks the invariants of every mail.
func checkMail(t interface {
	Helper()
	Fatalf(string, ...any)
}, text string) {
	t.Helper()
	doc, entries := readTestMail(text)
	if want := len(splitLines(withNewlines(text))); len(doc.Lines) != want {
		t.Fatalf("%d lines answered of %d", len(doc.Lines), want)
	}
	for i, l := range doc.Lines {
		if l.Number != i+1 {
			t.Fatalf("line %d is numbered %d", i+1, l.Number)
		}
		if (l.Item != 0) != (l.Use == UsedItem) && l.Use != UsedFrame && l.Use < UsedItem {
			t.Fatalf("line %d is part of item %d but of use %d", l.Number, l.Item, l.Use)
		}
		if l.Item > len(doc.Items) {
			t.Fatalf("line %d is part of item %d of %d", l.Number, l.Item, len(doc.Items))
		}
	}
	for i, it := range doc.Items {
		if it.Number != i+1 {
			t.Fatalf("item %d is numbered %d", i+1, it.Number)
		}
		for _, w := range it.Words {
			checkWord(t, doc, w)
		}
	}
	checkFixedPoint(t, entries)
	r := Receipt{Document: doc, Entries: entries}
	if body := r.Text(); !utf8.ValidString(body) {
		t.Fatalf("receipt is no text: %q", body)
	}
}

func checkWord(t interface {
	Helper()
	Fatalf(string, ...any)
}, doc Document, w Word) {
	t.Helper()
	if w.Line < 1 || w.Line > len(doc.Lines) || w.Col < 1 {
		t.Fatalf("word %q at line %d, column %d", w.Text, w.Line, w.Col)
	}
	if strings.ContainsAny(w.Text, " \t\n") || w.Text == "" {
		t.Fatalf("word %q", w.Text)
	}
}

// checkFixedPoint parses accepted orders again, line by line and as a mail: they must not change.
func checkFixedPoint(t interface {
	Helper()
	Fatalf(string, ...any)
}, entries []Entry) {
	t.Helper()
	for _, e := range entries {
		if e.Refusal != nil {
			continue
		}
		it := testLanguage.ReadLine(e.Canonical)
		if again := readTestItem(&it); again.Canonical != e.Canonical {
			t.Fatalf("%q reads as %q (%+v)", e.Canonical, again.Canonical, again.Refusal)
		}
		_, mail := readTestMail(e.Canonical + "\n")
		if it.Letter == nil && (len(mail) != 1 || mail[0].Canonical != e.Canonical) {
			t.Fatalf("%q reads as the mail %+v", e.Canonical, mail)
		}
	}
}

// pieces are fragments of mails.
var pieces = []string{
	"TO royal: HOLD", "TO royal, champagne:", "advance", "NNE", "20 maine", "hold", "READY", "CANCEL 2", "ADD",
	"LETTER TO west:", "letter to north", ".", "--", "END", "ORDERS", "> quoted",
	"# comment", "GAME quiberon", "TURN 3", "and", ",", ";", "STANDING", "move lane to 1,2", "brigade", "1.", "2)",
	"- ", "\"", "Dear umpire,", "On 1 May 2025 at 10:00, X wrote:", "-----Original Message-----", "From: x", "To: y",
	"Subject: z",
	"…", "—", "légion", "Ａ", "\u200b", "А", "if", "then", ":", "(", ")", "=", "&",
}

func FuzzRead(f *testing.F) {
	mutate.Add(f, pieces,
		"", "\r\n\r", "TO royal: HOLD", "1. TO royal, champagne and picardie: advance NNE\nREADY\n--\nme",
		"ORDERS\nTO royal: HOLD;fly\nEND\nREADY", "LETTER TO west: a\n\nb\n\nTO royal: HOLD",
		"LETTER TO west,\nnorth: x\n.\n", "> x\nOn 21 Nov 2025, GM <g@x> wrote:\n> y",
		"From: a\nSent: b\nTo: c\nSubject: d\nTO royal: HOLD", "STANDING: 20 maine hold",
		"ADD\nCANCEL 1, 2 and 3\nHISTORY 4\nABSENT UNTIL 5 May\nHELP MOVE",
		"\ufeffｍｏｖｅ　ｒｏｙａｌ to １，２", "fire lane’s brigade at 30\u00a0yds", "move e\u0301 to (1, 2)", "\xff\xfe",
		"STANDING LETTER TO west: x", "- - 1) (2) * x", "LETTER TO", ";;; ; #",
		strings.Repeat("TO royal: HOLD ", 8)+"\nSTANDING\n: ",
	)
	f.Fuzz(func(t *testing.T, text string) { checkMail(t, text) })
}

// TestAnyMailIsAnswered checks mails built from pieces.
func TestAnyMailIsAnswered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for _, p := range rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 30).Draw(t, "pieces") {
			b.WriteString(p)
			b.WriteString(rapid.SampledFrom([]string{" ", "\n", "\n\n", "\r\n", "; ", "\u00a0", ""}).Draw(t, "between"))
		}
		checkMail(t, b.String())
	})
}
