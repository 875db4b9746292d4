package web

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestContrast reads both palettes from the style sheet and computes the contrast of each text with each background
// it is used on, as in WCAG 2.2: at least 4.5 for text, 3 for borders.
func TestContrast(t *testing.T) {
	css, err := os.ReadFile("static/page.css")
	if err != nil {
		t.Fatal(err)
	}
	light, dark, ok := strings.Cut(string(css), "prefers-color-scheme: dark")
	if !ok {
		t.Fatal("there is no dark palette")
	}
	for name, text := range map[string]string{"light": light, "dark": dark[:strings.Index(dark, "\n}")]} {
		p := palette(text)
		for _, pair := range []struct {
			fore, back string
			least      float64
		}{
			{"ink", "paper", 7}, {"ink", "sheet", 7}, {"ink", "flag-bg", 7}, {"ink", "good-bg", 7}, {"ink", "bad-bg", 7},
			{"dim", "paper", 4.5}, {"dim", "sheet", 4.5}, {"dim", "flag-bg", 4.5},
			{"link", "paper", 4.5}, {"link", "sheet", 4.5}, {"link", "flag-bg", 4.5}, {"link", "bad-bg", 4.5},
			{"good", "paper", 4.5}, {"good", "sheet", 4.5}, {"bad", "paper", 4.5}, {"bad", "sheet", 4.5},
			{"edge", "paper", 3}, {"edge", "sheet", 3}, {"bad", "bad-bg", 3}, {"good", "good-bg", 3}, {"edge", "flag-bg", 3},
		} {
			if p[pair.fore] == nil || p[pair.back] == nil {
				t.Fatalf("%s: no colour %s or %s", name, pair.fore, pair.back)
			}
			if c := contrast(p[pair.fore], p[pair.back]); c < pair.least {
				t.Errorf("%s: %s on %s has a contrast of %.2f, less than %.1f", name, pair.fore, pair.back, c, pair.least)
			}
		}
	}
}

var colour = regexp.MustCompile(`--([a-z-]+): #([0-9a-f]{6});`)

func palette(css string) map[string][]float64 {
	p := map[string][]float64{}
	for _, m := range colour.FindAllStringSubmatch(css, -1) {
		var r, g, b int
		if _, err := fmt.Sscanf(m[2], "%02x%02x%02x", &r, &g, &b); err != nil {
			panic(err)
		}
		p[m[1]] = []float64{linear(r), linear(g), linear(b)}
	}
	return p
}

func linear(c int) float64 {
	s := float64(c) / 255
	if s <= .04045 {
		return s / 12.92
	}
	return math.Pow((s+.055)/1.055, 2.4)
}

func contrast(a, b []float64) float64 {
	light := func(c []float64) float64 { return .2126*c[0] + .7152*c[1] + .0722*c[2] + .05 }
	return max(light(a)/light(b), light(b)/light(a))
}
