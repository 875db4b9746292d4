package orders

import (
	"slices"
	"strings"
	"testing"
)

func scan(text string, fillers ...string) *Scanner {
	l := Language{Fillers: fillers}
	it := l.ReadLine(text)
	return it.Scan()
}

func TestKeywordsInAnyCaseAndLongestFirst(t *testing.T) {
	for _, c := range []struct {
		text, want, next string
		phrases          []string
	}{
		{"hold fire now", "HOLD FIRE", "now", []string{"HOLD", "HOLD FIRE"}},
		{"Hold the mill", "HOLD", "mill", []string{"HOLD", "HOLD FIRE"}},
		{"hold the fire", "HOLD FIRE", "", []string{"HOLD", "HOLD FIRE"}},
		{"please, hold", "", ",", []string{"HOLD"}},
		{"please hold", "HOLD", "", []string{"HOLD"}},
		{"holding", "", "holding", []string{"HOLD"}},
		{"hold", "", "hold", []string{"HOLD FIRE"}},
		{"at once fire at will", "FIRE", "at", []string{"FIRE"}},
		{"légion", "LEGION", "", []string{"LEGION"}},
	} {
		s := scan(c.text, "THE", "PLEASE", "AT ONCE")
		if got := s.AcceptOf(c.phrases...); got != c.want || s.Peek().Text != c.next {
			t.Errorf("%q: accepted %q, then %q; want %q, then %q", c.text, got, s.Peek().Text, c.want, c.next)
		}
	}
}

func TestFirstRefusalSticks(t *testing.T) {
	s := scan("hold the bridge")
	s.Accept("HOLD")
	s.Refuse("unknown-place", "a place", "ridge")
	s.Refuse("other", "something else")
	r := s.Refusal()
	if r.Reason != "unknown-place" || r.Word != "the" || r.Col != 6 {
		t.Errorf("refusal %+v", r)
	}
	if !s.Done() || s.Accept("THE") || s.Next().Text != "" || s.End("x") {
		t.Error("something was accepted behind a refusal")
	}
}

func TestRefusalAtTheEnd(t *testing.T) {
	s := scan("hold mill")
	s.Accept("HOLD")
	s.Next()
	s.Expect("incomplete", "FACING", "IN LINE")
	if got, want := s.Refusal().Sentence(),
		"line 1, column 10: at the end of the order: expected FACING or IN LINE"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestConditionBeforeThen(t *testing.T) {
	s := scan("IF enemy within 2 AND half spent THEN hold ELSE advance")
	s.Accept("IF")
	cond := s.Before("THEN")
	parts := cond.Split("AND")
	if len(parts) != 2 || !parts[0].Accept("ENEMY") || !parts[1].Accept("HALF SPENT") || !parts[1].Done() {
		t.Fatalf("conditions not split: %d", len(parts))
	}
	if !s.Accept("HOLD") || s.Before("OTHERWISE") != nil || !s.Accept("ELSE") {
		t.Error("what follows THEN was lost")
	}
	parts[0].Refuse("bad-condition", "a number")
	if s.Refusal() == nil || s.Refusal().Word != "within" {
		t.Errorf("a part's refusal is not the whole's: %+v", s.Refusal())
	}
}

func TestAheadLooksAtAllThatIsLeft(t *testing.T) {
	s := scan("hold AND advance if half spent")
	if !s.Ahead("IF") || !s.Ahead("UNTIL", "ADVANCE") || s.Ahead("UNTIL") {
		t.Error("a word to come was not found, or one that does not come")
	}
	if s.Before("IF"); s.Ahead("IF") {
		t.Error("a word behind the scanner was found")
	}
	if s.Refuse("unreadable", "nothing"); s.Ahead("HALF") {
		t.Error("something comes although the order is refused")
	}
}

func TestEmptyConditionPointsAtThen(t *testing.T) {
	s := scan("IF THEN hold")
	s.Accept("IF")
	s.Before("THEN").Refuse("bad-condition", "a condition")
	if r := s.Refusal(); r.Word != "THEN" || r.Col != 4 {
		t.Errorf("refusal %+v", r)
	}
}

func TestValues(t *testing.T) {
	measure := func(s *Scanner) (int64, bool) { return s.Measure(0, "YDS", "YARDS", "YARD", "YD") }
	inches := func(s *Scanner) (int64, bool) { return s.Measure(2, "INCHES", "INCH", "IN", `"`) }
	bearing := func(s *Scanner) (int64, bool) { n, ok := s.Bearing(); return int64(n), ok }
	hex := func(s *Scanner) (int64, bool) { c, r, ok := s.Hex(); return int64(c*100 + r), ok }
	point := func(s *Scanner) (int64, bool) { x, y, ok := s.Point(2); return x*1000000 + y, ok }
	for _, c := range []struct {
		name, text string
		read       func(*Scanner) (int64, bool)
		want       int64 // -1: refused
		rest       string
	}{
		{"measure", "200 yds", measure, 200, ""},
		{"measure", "200yards", measure, 200, ""},
		{"measure", "200 yards facing", measure, 200, "facing"},
		{"measure", "200", measure, 200, ""},
		{"measure", "20.5", measure, -1, "20.5"},
		{"measure", "yards", measure, -1, "yards"},
		{"measure", "9999999999", measure, -1, "9999999999"},
		{"inches", `3.5"`, inches, 350, ""},
		{"inches", "3.5” NE", inches, 350, "NE"},
		{"inches", "6 inches", inches, 600, ""},
		{"inches", "6in", inches, 600, ""},
		{"inches", ".25", inches, 25, ""},
		{"inches", "6.125", inches, -1, "6.125"},
		{"inches", "6.", inches, 600, ""},
		{"bearing", "NNE", bearing, 23, ""},
		{"bearing", "north north east", bearing, 23, ""},
		{"bearing", "north-north-east", bearing, 23, ""},
		{"bearing", "N.E.", bearing, 45, ""},
		{"bearing", "northeast", bearing, 45, ""},
		{"bearing", "north eastwards", bearing, 0, "eastwards"},
		{"bearing", "W S W", bearing, 248, ""},
		{"bearing", "360", bearing, 0, ""},
		{"bearing", "45 degrees", bearing, 45, ""},
		{"bearing", "45°", bearing, 45, ""},
		{"bearing", "361", bearing, -1, "361"},
		{"bearing", "upwards", bearing, -1, "upwards"},
		{"bearing", "new", bearing, -1, "new"},
		{"hex", "E6", hex, 506, ""},
		{"hex", "e 6", hex, 506, ""},
		{"hex", "E06", hex, 506, ""},
		{"hex", "0506", hex, 506, ""},
		{"hex", "AA12", hex, 2712, ""},
		{"hex", "ridge 6", hex, -1, "ridge"},
		{"hex", "E", hex, -1, "E"},
		{"hex", "6", hex, -1, "6"},
		{"point", "450,300", point, 45000_030000, ""},
		{"point", "(20.5, 12.25) facing", point, 2050_001225, "facing"},
		{"point", "450/300", point, 45000_030000, ""},
		{"point", "450, mill", point, -1, "450"},
		{"point", "(450,300", point, -1, "("},
		{"point", "2/x", point, -1, "2/x"},
	} {
		s := scan(repaired(c.text))
		got, ok := c.read(s)
		if !ok {
			got = -1
		}
		if got != c.want || s.Peek().Text != c.rest {
			t.Errorf("%s %q: %d, then %q; want %d, then %q", c.name, c.text, got, s.Peek().Text, c.want, c.rest)
		}
	}
}

func repaired(text string) string {
	text, _ = repairLine(text)
	return text
}

func TestNames(t *testing.T) {
	for _, c := range []struct {
		text, want, rest string // want: id; "?": unknown; else candidates
	}{
		{"champagne", "champagne", ""},
		{"Régiment de Champagne now", "champagne", "now"},
		{"regiment de champagne", "champagne", ""},
		{"champ hold", "champagne", "hold"},
		{"ampagne", "champagne", ""},
		{"20 maine", "20maine", ""},
		{"20th Maine", "20maine", ""},
		{"maine", "20maine", ""},
		{"2/1", "2/1", ""},
		{"2-1 hold", "2/1", "hold"},
		{"21", "21ligne", ""},
		{"1ligne", "1ligne", ""},
		{"1 ligne", "1ligne", ""},
		{"foot guards", "2/1", ""},
		{"the royal", "royal", ""},
		{"Lane's", "lane", ""},
		{"\"Lane's Brigade\" to", "lane", "to"},
		{"brigade", "lane davis", "brigade"},
		{"regiment de", "champagne picardie", "regiment"},
		{"stoen", "?", "stoen"},
		{"22", "?", "22"},
		{"", "?", ""},
	} {
		s := scan(c.text, "THE")
		got := s.Name(testUnits)
		rest := s.Peek().Text
		if r := s.Refusal(); r != nil {
			got, rest = "?", r.Word
			if r.Several {
				got = joinIDs(r.Nearest)
			}
		}
		if got != c.want || rest != c.rest {
			t.Errorf("%q: %q, then %q; want %q, then %q", c.text, got, rest, c.want, c.rest)
		}
	}
}

func joinIDs(shown []string) string {
	var ids []string
	for _, s := range shown {
		id, _, _ := strings.Cut(s, " ")
		ids = append(ids, id)
	}
	return strings.Join(ids, " ")
}

func TestNearestNames(t *testing.T) {
	for written, want := range map[string]string{
		"chapmagne": "champagne", "piccardy": "picardie", "royla": "royal", "daviss": "davis", "xyzzy": "",
	} {
		s := scan(written)
		s.Name(testUnits)
		if got := joinIDs(s.Refusal().Nearest); got != want {
			t.Errorf("nearest to %q: %q, want %q", written, got, want)
		}
	}
}

func TestNameLists(t *testing.T) {
	for _, c := range []struct{ text, want, rest string }{
		{"lane, davis and royal to", "lane davis royal", "to"},
		{"lane & davis, and royal", "lane davis royal", ""},
		{"lane and", "lane", "and"},
		{"lane, else hold", "lane", ","},
		{"lane and else", "lane", "and"},
		{"lane, stoen", "", ""},
		{"lane lane", "lane", "lane"},
	} {
		s := scan(c.text)
		if got := strings.Join(s.Names([]string{"ELSE"}, testUnits), " "); got != c.want || s.Peek().Text != c.rest {
			t.Errorf("%q: %q, then %q; want %q, then %q", c.text, got, s.Peek().Text, c.want, c.rest)
		}
	}
}

// TestOneSearchOverAllKinds checks that the best match of all sets wins, whatever its set.
func TestOneSearchOverAllKinds(t *testing.T) {
	units := NewNames(NamesKind{Kind: "unit"}, Name{ID: "gardiners", Name: "Gardiner's Dragoons"},
		Name{ID: "clayton", Name: "Clayton's Foot"},
		Name{ID: "17e"}, Name{ID: "17foot", Name: "17th Foot"}, Name{ID: "iiicorps"})
	places := NewNames(NamesKind{Kind: "place"}, Name{ID: "knoll", Name: "Murray's Knoll"}, Name{ID: "mill"})
	seats := NewNames(NamesKind{Kind: "seat"}, Name{ID: "red.gardiner", Short: "gardiner"},
		Name{ID: "red.clayton", Short: "clayton", Name: "Colonel Clayton"},
		Name{ID: "red.murray", Short: "murray"}, Name{ID: "red.ii", Short: "ii"}, Name{ID: "red.iii", Short: "iii"})
	if s := scan("clayton"); s.Name(units, places, seats) != "clayton" {
		t.Error("in a canonical line the whole id does not count before the short one")
	}
	for _, c := range []struct{ text, want string }{
		{"gardiner", "red.gardiner"},
		{"gardiner's", "gardiners"},
		{"gardiners", "gardiners"},
		{"murray", "red.murray"},
		{"murray's knoll", "knoll"},
		{"murrays", "knoll"},
		{"clayton", "clayton (Clayton's Foot, unit), red.clayton (Colonel Clayton, seat)"},
		{"colonel clayton", "red.clayton"},
		{"ii", "red.ii"},
		{"iii", "red.iii"},
		{"17", "17e, 17foot (17th Foot)"},
		{"il", "?"},
		{"rdiner", "gardiners (Gardiner's Dragoons, unit), red.gardiner (seat)"},
	} {
		doc := Read("GO "+c.text, Language{Verbs: []Verb{{Words: []string{"GO"}}}})
		s := doc.Items[0].Scan()
		s.Next()
		got := s.Name(units, places, seats)
		if r := s.Refusal(); r != nil && r.Several {
			got = strings.Join(r.Nearest, ", ")
		} else if r != nil {
			got = "?"
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// TestFoilsAreNoCandidates checks that a foil is found only if it matches better than every other name.
func TestFoilsAreNoCandidates(t *testing.T) {
	own := NewNames(NamesKind{}, Name{ID: "roman.horse", Short: "horse"}, Name{ID: "17e"}, Name{ID: "hannover"})
	enemy := NewNames(NamesKind{}, Name{ID: "punic.horse", Short: "horse"}, Name{ID: "17foot", Name: "17th Foot"},
		Name{ID: "hanno"})
	for text, want := range map[string]string{
		"horse": "roman.horse", "punic.horse": "punic.horse", "17": "17e", "17 foot": "17foot", "17e": "17e",
		"17foot": "17foot", "hanno": "hanno", "hann": "hannover",
	} {
		if got, _ := scan(text).NameOf([]*Names{own}, []*Names{enemy}); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestFindAgreesWithSearchingAll checks that the index finds each of a thousand names.
func TestFindAgreesWithSearchingAll(t *testing.T) {
	units := thousandUnits()
	for _, n := range units.All() {
		for _, written := range []string{n.ID, n.Name} {
			it := (&Language{}).ReadLine(written)
			if m := units.Find(it.Words); m.ID != n.ID || m.Words != len(it.Words) {
				t.Fatalf("%q is found as %+v, want %s", written, m, n.ID)
			}
		}
	}
	it := (&Language{}).ReadLine("foot")
	if m := units.Find(it.Words); m.ID != "" || len(m.Fits) != maxFits {
		t.Errorf("foot fits %q", m.Fits)
	}
}

func TestRefusalSentence(t *testing.T) {
	for _, c := range []struct {
		r    Refusal
		want string
	}{
		{Refusal{Reason: "gone"}, ""},
		{Refusal{Reason: "gone", Want: "a unit in play"}, "expected a unit in play"},
		{Refusal{Line: 3, Col: 14, Word: "stoen", Want: "a unit", Nearest: []string{"stone"}},
			`line 3, column 14: "stoen": expected a unit; nearest: stone`},
		{Refusal{Line: 3, Col: 14, Word: "17", Nearest: []string{"17e", "17foot"}, Several: true},
			`line 3, column 14: "17"; it fits 17e, 17foot`},
		{Refusal{Line: 1, Col: 1, Word: "А4", Want: "a hex"},
			`line 1, column 1: "А4" (its letters are Cyrillic): expected a hex`},
		{Refusal{Line: 1, Col: 1, Word: "lаne", Want: "a unit"},
			`line 1, column 1: "lаne" (some of its letters are Cyrillic): expected a unit`},
	} {
		if got := c.r.Sentence(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.r, got, c.want)
		}
	}
}

func TestFold(t *testing.T) {
	for s, want := range map[string]string{
		"Légion": "LEGION", "légion": "LEGION", "Le\u0301gion": "LEGION", "Groß": "GROSS", "Łódź": "LODZ", "Ægir": "AEGIR",
		"ﬁre": "FIRE", "Øst": "OST", "А": "А", "": "",
		"\u07eb": "'", "\u0301\u0302": "'", // words are never empty, even if they are only accents
	} {
		if got := Fold(s); got != want {
			t.Errorf("%q folds to %q, want %q", s, got, want)
		}
	}
}

func TestReceiptOfSeveralEntriesUnderOneNumber(t *testing.T) {
	doc := Read("move lane, davis to 1,2", testLanguage)
	it := &doc.Items[0]
	second := it.Accept("davis: FACE 90")
	second.Suffix, second.Notes = ", but out-of-command", []string{"davis by courier, 61 yds"}
	r := Receipt{Document: doc, Entries: []Entry{it.Accept("lane: FACE 90"), second}, Head: []string{"Turn 3"},
		Trailer: []string{"no orders: -"}, Foot: []string{"Deadline: never"}}
	want := "2 orders accepted.\nTurn 3\n\n1. lane: FACE 90: accepted\n1. davis: FACE 90: accepted, but " +
		"out-of-command\n   davis by courier, 61 yds\n\nno orders: -\n\nDeadline: never\n"
	if got := r.Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestRepairKeepsColumns(t *testing.T) {
	text, columns := repairLine("\u200bmove\u00a0e\u0301x…y")
	if text != "move éx...y" {
		t.Fatalf("repaired to %q", text)
	}
	want := []int32{2, 3, 4, 5, 6, 7, 7, 9, 10, 10, 10, 11}
	if !slices.Equal(columns, want) {
		t.Errorf("columns %v, want %v", columns, want)
	}
}
