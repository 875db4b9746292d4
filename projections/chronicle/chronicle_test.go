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

// What people wrote stands in the file as they wrote it, and does nothing there.
func TestHTMLEscapes(t *testing.T) {
	c := Chronicle{Title: "A & B", Letters: []Letter{{From: "x", To: "y", Text: "<script>alert(1)</script>"}},
		Plates: []Plate{{Views: []View{{Caption: "as it was", SVG: []byte("<svg/>")}}}}}
	page, err := c.HTML()
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	if strings.Contains(text, "<script>") || !strings.Contains(text, "&lt;script&gt;") ||
		!strings.Contains(text, `src="data:image/svg`) || !strings.Contains(text, "PHN2Zy8") {
		t.Error(text)
	}
}
