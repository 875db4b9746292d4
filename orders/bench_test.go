package orders

import (
	"fmt"
	"strings"
	"testing"
)

// thousandUnits returns the names of a large scenario.
func thousandUnits() *Names {
	var list []Name
	arms := []string{"Foot", "Dragoons", "Ligne", "Hussards", "Chasseurs", "Grenadiers", "Landwehr", "Lancers"}
	for i := range 1000 {
		arm := arms[i%len(arms)]
		list = append(list, Name{ID: fmt.Sprintf("%d%s", i+1, strings.ToLower(arm)), Name: fmt.Sprintf("%d. Régiment %s",
			i+1, arm)})
	}
	return NewNames(NamesKind{Want: "a unit"}, list...)
}

func benchmarkMail(lines int) string {
	var b strings.Builder
	for i := range lines {
		n := i*7%1000/8*8 + 1
		fmt.Fprintf(&b, "TO %dfoot and %ddragoons: advance NNE\n", n, n+1)
	}
	return b.String()
}

// BenchmarkRead cuts a mail of a thousand lines and reads each line with a thousand unit names.
func BenchmarkRead(b *testing.B) {
	const lines = 1000
	units, text := thousandUnits(), benchmarkMail(lines)
	language := testLanguage
	language.Begins = nil
	b.ReportAllocs()
	for b.Loop() {
		doc := Read(text, language)
		for i := range doc.Items {
			s := doc.Items[i].Scan()
			s.Accept("TO")
			s.Name(units)
			s.More()
			s.Name(units)
			s.Expect("incomplete", ":")
			s.Expect("unknown-order", "ADVANCE", "HOLD")
			s.Bearing()
			if s.End("trailing-words"); s.Failed() {
				b.Fatal(s.Refusal().Sentence())
			}
		}
	}
	b.ReportMetric(float64(b.N)*lines/b.Elapsed().Seconds(), "lines/s")
}

// BenchmarkNames finds one name among a thousand by its id, by its name and by a part of it.
func BenchmarkNames(b *testing.B) {
	units := thousandUnits()
	for _, written := range []string{"137foot", "137 foot", "137. Régiment Foot", "regiment 137"} {
		var t tokens
		t.cutWhole(written)
		words := t.list
		b.Run(written, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				units.Find(words)
			}
		})
	}
}

// BenchmarkUnknown looks for the nearest of a thousand names.
func BenchmarkUnknown(b *testing.B) {
	units := thousandUnits()
	words := []Word{{Text: "137foto", Fold: "137FOTO"}}
	b.ReportAllocs()
	for b.Loop() {
		units.Nearest(words)
	}
}
