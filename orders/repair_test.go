package orders

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestRepairs(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"plain", "plain"},
		{"tab\there", "tab\there"},
		{"a\u00a0b\u202fc\u2007d\u3000e", "a b c d e"},
		{"a\u00adb\u200bc\u2060d\ufeffe\u202af\u200e", "abcdef"},
		{"bell\x07", "bell"},
		{"‘a’ ‚b‛ ′c", "'a' 'b' 'c"},
		{"“a” „b‟ «c»", `"a" "b" "c"`},
		{"a‐b‑c‒d–e—f―g−h﹘i﹣j", "a-b-c-d-e-f-g-h-i-j"},
		{"Ａ１－：＃", "A1-:#"},
		{"a、b。", "a,b."},
		{"a→b⇒c➡d➔e⟶f\uf0e0g", "a->b->c->d->e->f->g"},
		{"and so…", "and so..."},
		{"Le\u0301gion", "Légion"},
		{"a\xffb", "a\ufffdb"},
		{"é А 中", "é А 中"},
		{"A\x00\u0300", "À"},
		{"Ａ\u0300", "À"},
		{"\u1ffd", "'"}, // which composes to another sign
	} {
		got, columns := repairLine(c.in)
		if got != c.want {
			t.Errorf("%q repaired to %q, want %q", c.in, got, c.want)
		}
		if columns != nil && len(columns) != len(got) {
			t.Errorf("%q: %d columns for %d bytes", c.in, len(columns), len(got))
		}
	}
}

// TestRepairTwiceChangesNothing also checks that columns never run backwards or past the end.
func TestRepairTwiceChangesNothing(t *testing.T) {
	// Characters that may combine after a repair between them.
	tricky := rapid.StringOf(rapid.SampledFrom([]rune("Ae\u0300\u0301\u0327\x00\u00ad\u200d\ufe0fＡ｀\u1ffd\u1fef\u037e\u2000\u212a\u1100\u1161")))
	rapid.Check(t, func(t *rapid.T) {
		in := strings.ReplaceAll(rapid.OneOf(rapid.String(), tricky).Draw(t, "line"), "\n", "")
		once, columns := repairLine(in)
		if twice, _ := repairLine(once); twice != once {
			t.Fatalf("%q, then %q, then %q", in, once, twice)
		}
		last := int32(1)
		for _, c := range columns {
			if c < last || int(c) > utf8.RuneCountInString(in) {
				t.Fatalf("%q: columns %v", in, columns)
			}
			last = c
		}
	})
}

func TestLineEnds(t *testing.T) {
	for in, want := range map[string]string{
		"":                      "",
		"a":                     "a",
		"a\n":                   "a",
		"a\r\nb\rc\nd":          "a|b|c|d",
		"a\n\nb":                "a||b",
		"a\u2028b\u2029c\u0085": "a|b|c",
		"\n":                    "",
	} {
		if got := strings.Join(splitLines(withNewlines(in)), "|"); got != want {
			t.Errorf("%q is cut into %q, want %q", in, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"move to 450,300", "move to 450 _, _300"},
		{`6" and 3.5".`, `6" and 3.5"`},
		{`"Old Guard": hold.`, "Old Guard _: hold"},
		{"'tis Lane's men's!", "tis Lane's men's"},
		{"*lane*: hold", "lane _: hold"},
		{"(1,2)=x&y", "( _1 _, _2 _) _= _x _& _y"},
		{"... what?!", "what"},
		{"french.ney.t2.1", "french.ney.t2.1"},
		{"gen. Foy", "gen Foy"},
	} {
		var got []string
		it := (&Language{}).ReadLine(c.in)
		for _, w := range it.Words {
			text := w.Text
			if w.Glued {
				text = "_" + text
			}
			got = append(got, text)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q: %q, want %q", c.in, strings.Join(got, " "), c.want)
		}
	}
}

func TestLabels(t *testing.T) {
	for _, c := range []struct {
		in, rest string
		number   int
	}{
		{"1. hold", "hold", 1}, {"2) hold", "hold", 2}, {"(3) hold", "hold", 3}, {"4.hold", "hold", 4},
		{"- hold", "hold", 0}, {"• 5. hold", "hold", 5}, {"* hold", "hold", 0},
		{"45e hold", "45e hold", 0}, {"1.5 miles", "1.5 miles", 0}, {"(1,2) x", "(1,2) x", 0}, {"-hold", "-hold", 0},
		{"1234. x", "1234. x", 0}, {"7", "7", 0}, {"", "", 0},
	} {
		size, number := skipLabel(c.in)
		if c.in[size:] != c.rest || number != c.number {
			t.Errorf("%q: %d, %q; want %d, %q", c.in, number, c.in[size:], c.number, c.rest)
		}
	}
}

func TestComments(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"lane: hold # x", "lane: hold"}, {"lane: hold\t# x # y", "lane: hold"}, {"lane: hold#2", "lane: hold#2"},
		{"# lane: hold", ""}, {"  # lane: hold", ""},
	} {
		doc := Read(c.in, testLanguage)
		got := ""
		if len(doc.Items) > 0 {
			got = doc.Items[0].Text
		}
		if got != c.want {
			t.Errorf("%q is read as %q, want %q", c.in, got, c.want)
		}
	}
}
