package chronicle

import (
	"slices"
	"strings"
	"testing"
)

func TestChoose(t *testing.T) {
	long := []int{0, 5, 90, 5, 70, 5, 5, 80, 5, 60, 40, 30, 20, 10}
	for _, c := range []struct{ weights, want []int }{
		{[]int{0}, []int{0}},
		{[]int{0, 5, 9}, []int{0, 1, 2}},
		{long, []int{0, 1, 2, 4, 7, 9, 10, 11, 12, 13}},
	} {
		if got := Choose(c.weights); !slices.Equal(got, c.want) {
			t.Errorf("of %v the turns %v are drawn, not %v", c.weights, got, c.want)
		}
	}
}

// Text that players wrote appears verbatim in the file and is never interpreted as HTML.
func TestHTMLEscapes(t *testing.T) {
	c := Chronicle{Title: "A & B", Letters: []Letter{{From: "x", To: "y", Text: "<script>alert(1)</script>"}}}
	page, err := c.HTML()
	if err != nil {
		t.Fatal(err)
	}
	if text := string(page); strings.Contains(text, "<script>") || !strings.Contains(text, "&lt;script&gt;") {
		t.Error(text)
	}
}

// Common parts of maps are written once; other parts stay in their map.
func TestMapsShareTheirGround(t *testing.T) {
	ground := `<path fill="#dfe0b4" d="m32.7 188.9l.4 1.2 .8 .7 1.2 .3 8.4-.4"/>` + "\n"
	stamped := `<defs><g id="tu"><path d="m0 0"/>` + "\n</g></defs>\n"
	drawn := func(own string) View {
		return View{SVG: []byte("<svg>\n" + stamped + "<g>\n" + ground + own + "</g>\n</svg>\n")}
	}
	const one, other = `<path fill="#aa0000" d="m1 1l2 2 3 3 4 4 5 5z"/>` + "\n",
		`<path fill="#00aa00" d="m1 1l2 2 3 3 4 4 5 5z"/>` + "\n"
	c := Chronicle{Plates: []Plate{{Views: []View{drawn(one), drawn(other)}}}}
	page, err := c.HTML()
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	for _, once := range []string{`<g id="p0">` + "\n" + ground + "</g>", stamped, one, other} {
		if strings.Count(text, once) != 1 {
			t.Errorf("%q stands there %d times", once, strings.Count(text, once))
		}
	}
	if strings.Count(text, `<use href="#p0"/>`) != 2 || strings.Count(text, ground) != 1 {
		t.Error(text)
	}
}
