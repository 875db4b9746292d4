package canvas

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"
)

// SVG returns the page as SVG with a title and what it shows in words. Fonts are named, not embedded:
// a reader's own serif stands in where it has not the one the widths were taken from, and is pressed
// into the same width, so that no label comes to lie over another.
func (p *Page) SVG(title, alt string) []byte {
	w := svgWriter{top: p.Height, buf: make([]byte, 0, 64<<10)}
	w.add(`<svg xmlns="http://www.w3.org/2000/svg" width="`, number(p.Width), `pt" height="`, number(p.Height+p.Below),
		`pt" viewBox="0 0 `, number(p.Width), " ", number(p.Height+p.Below), `" role="img">`, "\n")
	w.add("<title>", escape(title), "</title>\n<desc>", escape(alt), "</desc>\n")
	w.stamps(p.items)
	w.add(`<g font-family="`, family, `" stroke-linejoin="round">`, "\n")
	for i := range p.items {
		w.item(&p.items[i])
	}
	w.add("</g>\n</svg>\n")
	return w.buf
}

type svgWriter struct {
	buf []byte
	top float64 // of the page: SVG counts downwards from it
}

func (w *svgWriter) add(parts ...string) {
	for _, s := range parts {
		w.buf = append(w.buf, s...)
	}
}

// stamps defines each stamp that is used.
func (w *svgWriter) stamps(items []item) {
	known := map[string]bool{}
	for i := range items {
		s := items[i].stamp
		if s == nil || known[s.Name] {
			continue
		}
		known[s.Name] = true
		inner := svgWriter{}
		for j := range s.parts {
			inner.item(&s.parts[j])
		}
		w.add(`<defs><g id="`, s.Name, `">`, string(inner.buf), "</g></defs>\n")
	}
}

func (w *svgWriter) item(it *item) {
	switch {
	case it.stamp != nil:
		for _, at := range it.places {
			w.add(`<use href="#`, it.stamp.Name, `" x="`, number(at.X), `" y="`, number(w.top-at.Y), `"/>`)
		}
		w.add("\n")
	case it.text != "":
		w.text(it)
	default:
		w.add("<path")
		w.paint(" fill", it.ink.Fill)
		if k := it.ink; k.Stroke.A > 0 {
			w.paint(" stroke", k.Stroke)
			w.add(` stroke-width="`, number(k.Width), `"`)
			for i, d := range k.Dash {
				w.add([]string{` stroke-dasharray="`, " "}[min(i, 1)], number(d))
			}
			if len(k.Dash) > 0 {
				w.add(`"`)
			}
		}
		w.add(` d="`)
		for i := range it.path {
			w.figure(&it.path[i])
		}
		w.add(`"/>`, "\n")
	}
}

// paint writes a colour: none where nothing is drawn.
func (w *svgWriter) paint(name string, c color.NRGBA) {
	if c.A == 0 {
		w.add(name, `="none"`)
		return
	}
	w.add(name, `="#`)
	w.buf = fmt.Appendf(w.buf, "%02x%02x%02x\"", c.R, c.G, c.B)
	if c.A < 255 {
		w.add(name, `-opacity="`, number(float64(c.A)/255), `"`)
	}
}

// figure writes a figure with each point relative to the one before, which is shortest.
func (w *svgWriter) figure(f *figure) {
	if f.radius > 0 {
		r, d := number(f.radius), number(2*f.radius)
		w.add("M", number(f.pts[0].X-f.radius), " ", number(w.top-f.pts[0].Y), "a", r, " ", r, " 0 1 0 ", d, " 0",
			"a", r, " ", r, " 0 1 0 -", d, " 0z")
		return
	}
	var x, y float64
	for i, p := range f.pts {
		px, py := hundredths(p.X), hundredths(w.top-p.Y)
		if i == 0 {
			w.add("M", number(px), " ", number(py))
		} else {
			w.add("l", number(px-x), " ", number(py-y))
		}
		x, y = px, py
	}
	if f.closed {
		w.add("z")
	}
}

func (w *svgWriter) text(it *item) {
	l := &it.letters
	w.add(`<text x="`, number(it.at.X), `" y="`, number(w.top-it.at.Y), `" font-size="`, number(l.Size), `"`,
		styles[l.Font], ` textLength="`, number(TextWidth(it.text, *l)-l.Spaced), `" lengthAdjust="spacingAndGlyphs"`)
	w.paint(" fill", l.Colour)
	if l.Halo.A > 0 {
		w.paint(" stroke", l.Halo)
		w.add(` stroke-width="`, number(2*haloWidth), `" paint-order="stroke"`)
	}
	if l.Spaced > 0 {
		w.add(` letter-spacing="`, number(l.Spaced), `"`)
	}
	w.add(">", escape(it.text), "</text>\n")
}

func hundredths(f float64) float64 { return math.Round(f*100) / 100 }

// number writes hundredths, without the zeros that say nothing.
func number(f float64) string { return strconv.FormatFloat(hundredths(f)+0, 'f', -1, 64) }

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;")

func escape(s string) string { return escaper.Replace(s) }
