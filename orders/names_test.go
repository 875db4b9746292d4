package orders

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

var nameWords = []string{"Royal", "Foot", "Guards", "1st", "2nd", "20th", "de", "Régiment", "Ligne", "Old", "St.",
	"O'Neill", "12", "2/1", "Lane's"}

// drawUnits returns a few names that share words.
func drawUnits(t *rapid.T) []Name {
	var list []Name
	for i := range rapid.IntRange(1, 8).Draw(t, "units") {
		words := rapid.SliceOfN(rapid.SampledFrom(nameWords), 1, 4).Draw(t, "name")
		list = append(list, Name{ID: "u" + string(rune('a'+i)), Name: strings.Join(words, " ")})
	}
	return list
}

// TestEachPartOfANameFindsIt checks that any words of a name find it, alone or among others, whatever their case and
// accents. A bare number only finds names that begin with it (see TestNumbersAreNoParts).
func TestEachPartOfANameFindsIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := drawUnits(t)
		names := NewNames(NamesKind{}, list...)
		target := rapid.SampledFrom(list).Draw(t, "target")
		words := strings.Fields(target.Name)
		from := rapid.IntRange(0, len(words)-1).Draw(t, "from")
		to := rapid.IntRange(from+1, len(words)).Draw(t, "to")
		written := strings.Join(words[from:to], " ")
		if written == "12" && from > 0 {
			t.Skip("a bare number is no part of a name")
		}
		if rapid.Bool().Draw(t, "folded") {
			written = strings.ToLower(Fold(written))
		}
		it := (&Language{}).ReadLine(written)
		m := names.Find(it.Words)
		if m.Words != len(it.Words) {
			t.Fatalf("%q takes %d of %d words: %+v", written, m.Words, len(it.Words), m)
		}
		whole := slices.ContainsFunc(list, func(n Name) bool { return sameKey(n.Name, written) })
		if m.ID != target.ID && !slices.Contains(m.Fits, target.ID) && (!whole || sameKey(target.Name, written)) {
			t.Fatalf("%q does not fit %s: %+v", written, target.Name, m)
		}
	})
}

func TestNumbersAreNoParts(t *testing.T) {
	names := NewNames(NamesKind{}, Name{ID: "hill-5"}, Name{ID: "wall6", Name: "Wall 7"},
		Name{ID: "maine", Name: "20th Maine"}, Name{ID: "14"}, Name{ID: "1leger"})
	for written, want := range map[string]string{
		"5": "", `5"`: "", "5.5": "", "6": "", "7": "", "-5": "", "-1": "", "-20": "", "-14": "", "1.5": "",
		"hill 5": "hill-5", "hill5": "hill-5", "wall 6": "wall6", "Wall 7": "wall6", "20": "maine", "20th": "maine",
		"14": "14", "1": "1leger",
	} {
		it := (&Language{}).ReadLine(written)
		if m := names.Find(it.Words); m.ID != want {
			t.Errorf("%q finds %q, want %q", written, m.ID, want)
		}
		if m := names.findInside(it.Words); want == "" && m.ID != "" {
			t.Errorf("%q finds %q, which has it inside", written, m.ID)
		}
	}
}

// TestNamesWrittenAsTheScenarioHasThem checks that a name is found whatever its typography, copied into a mail or typed
// plainly.
func TestNamesWrittenAsTheScenarioHasThem(t *testing.T) {
	sign := rapid.StringOf(rapid.SampledFrom([]rune("abcdé́ÉœßøŁﬁ’‘'`´-–—‐−\u00a0\u202f\u2009 \u00ad\u200b1２.·“”\"")))
	rapid.Check(t, func(t *rapid.T) {
		name := "x" + sign.Draw(t, "name") + "y"
		names := NewNames(NamesKind{}, Name{ID: "a"}, Name{ID: "b", Name: name})
		typed := []string{name, strings.ToUpper(name), strings.ToLower(Fold(name)), norm.NFD.String(name)}
		doc := Read("HOLD "+rapid.SampledFrom(typed).Draw(t, "typed"), Language{Verbs: []Verb{{Words: []string{"HOLD"}}}})
		if len(doc.Items) != 1 {
			t.Fatalf("%q: %+v", name, doc)
		}
		s := doc.Items[0].Scan()
		s.Next()
		if id := s.Name(names); id != "b" || !s.Done() {
			t.Fatalf("%q is not found: %q, then %q", name, id, s.Peek().Text)
		}
	})
}

func TestTypographicNames(t *testing.T) {
	names := NewNames(NamesKind{}, Name{ID: "aux", Name: "Légion d’Auvergne"}, Name{ID: "rdp", Name: "Royal–Deux–Ponts"},
		Name{ID: "kgl", Name: "King’s German\u00a0Legion"}, Name{ID: "stray", Name: "Vieux\u00a0\u0301\u00a0Corps"})
	for written, want := range map[string]string{
		"Légion d’Auvergne": "aux", "legion d'auvergne": "aux", "LEGION D‘AUVERGNE": "aux", "d`auvergne": "aux",
		"Royal-Deux-Ponts": "rdp", "royal—deux—ponts": "rdp",
		"royal deux ponts": "rdp", "kings german legion": "kgl", "king's german legion": "kgl", "German\u202fLegion": "kgl",
		"Vieux\u00a0\u0301\u00a0Corps": "stray", "Vieux Corps": "stray", "vieux \u0301 \u0302 corps": "stray",
	} {
		doc := Read("HOLD "+written, Language{Verbs: []Verb{{Words: []string{"HOLD"}}}})
		s := doc.Items[0].Scan()
		s.Next()
		if id := s.Name(names); id != want || !s.Done() {
			t.Errorf("%q: %q, then %q; want %s", written, id, s.Peek().Text, want)
		}
	}
}

func sameKey(a, b string) bool {
	return string(appendKey(nil, Fold(a))) == string(appendKey(nil, Fold(b)))
}

// TestNoNameFitsWhatItHasNot checks that each match contains the words that were written.
func TestNoNameFitsWhatItHasNot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := drawUnits(t)
		names := NewNames(NamesKind{}, list...)
		written := strings.Join(rapid.SliceOfN(rapid.SampledFrom(append(nameWords, "1", "x", "ro", "roya", "0")), 1,
			3).Draw(t, "written"), " ")
		it := (&Language{}).ReadLine(written)
		m := names.Find(it.Words)
		var key []byte
		for _, w := range it.Words[:m.Words] {
			key = appendKey(key, w.Fold)
		}
		for _, id := range append(m.Fits, m.ID) {
			n, ok := names.Get(id)
			if ok && !strings.Contains(string(appendKey(nil, Fold(n.Name))), string(key)) && !sameKey(n.ID, string(key)) {
				t.Fatalf("%q (%s) fits %+v", written, key, n)
			}
		}
	})
}

func TestIDBeforeNameBeforePart(t *testing.T) {
	names := NewNames(NamesKind{}, Name{ID: "a", Name: "Guards"}, Name{ID: "guards", Name: "Old Guards"},
		Name{ID: "c", Name: "Royal", Also: []string{"Cravates"}}, Name{ID: "d", Name: "Royal Scots"}, Name{ID: "e",
			Name: "Scotsmen"})
	for written, want := range map[string]string{"guards": "guards", "old": "guards", "royal": "c", "royal scots": "d",
		"cravates": "c", "scots": "d", "a": "a"} {
		it := (&Language{}).ReadLine(written)
		if m := names.Find(it.Words); m.ID != want {
			t.Errorf("%q finds %+v, want %s", written, m, want)
		}
	}
}

func TestNoNamesAtAll(t *testing.T) {
	var none *Names
	it := (&Language{}).ReadLine("royal")
	if m := none.Find(it.Words); m.ID != "" || m.Words != 0 {
		t.Errorf("found %+v in nothing", m)
	}
	s := it.Scan()
	if s.Name(NewNames(NamesKind{Unknown: "unknown-unit"})); s.Refusal().Reason != "unknown-unit" {
		t.Errorf("refused as %s", s.Refusal().Reason)
	}
}

// distance is editDistance by its definition, without a limit.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			switch {
			case i == 0 || j == 0:
				rows[i][j] = i + j
				continue
			case a[i-1] == b[j-1]:
				rows[i][j] = rows[i-1][j-1]
			default:
				rows[i][j] = 1 + rows[i-1][j-1]
			}
			rows[i][j] = min(rows[i][j], rows[i-1][j]+1, rows[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}

func TestEditDistanceWithinItsLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringOfN(rapid.RuneFrom([]rune("abc1")), 0, 9, -1)
		a, b, limit := word.Draw(t, "a"), word.Draw(t, "b"), rapid.IntRange(0, 9).Draw(t, "limit")
		want, got := distance(a, b), editDistance(a, b, limit)
		if want <= limit && got != want || want > limit && got <= limit {
			t.Fatalf("%q to %q: %d, want %d (limit %d)", a, b, got, want, limit)
		}
	})
}

func TestNearestKeywords(t *testing.T) {
	s := scan("hodl the line")
	s.RefuseWord("unknown-order", "HOLD or ADVANCE", []string{"HOLD", "ADVANCE", "HOLD FIRE"})
	if got := s.Refusal().Nearest; !slices.Equal(got, []string{"HOLD"}) {
		t.Errorf("nearest %q", got)
	}
}

// TestAColonIsNoPartOfAName checks that a name found in the middle of a word leaves the colon after it to the grammar.
func TestAColonIsNoPartOfAName(t *testing.T) {
	names := NewNames(NamesKind{}, Name{ID: "lafrize"}, Name{ID: "royal"})
	for _, written := range []string{"frize: hold", "lafrize: hold", "royal: hold", "roy: hold"} {
		it := (&Language{}).ReadLine(written)
		s := it.Scan()
		s.Name(names)
		if next := s.Peek(); next.Text != ":" {
			t.Errorf("behind the name in %q comes %q, not the colon", written, next.Text)
		}
	}
}
