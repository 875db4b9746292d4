package canvas

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"
)

// SVG returns the page as SVG with a title and a description. Fonts are referenced by name, not embedded. If the
// viewer lacks the font, its own serif is fitted into the same width, so that labels do not overlap.
func (p *Page) SVG(title, alt string) []byte {
	w := svgWriter{top: p.Height, buf: make([]byte, 0, 64<<10)}
	w.head(p.Width, p.Height+p.Below, title, alt)
	all := p.all()
	w.stamps(all)
	w.add(`<g font-family="`, family, `" stroke-linejoin="round">`, "\n")
	w.items(all)
	w.add("</g>\n</svg>\n")
	return w.buf
}

// head writes the start of an SVG.
func (w *svgWriter) head(wide, high float64, title, alt string) {
	w.add(`<svg xmlns="http://www.w3.org/2000/svg" width="`, number(wide), `pt" height="`, number(high),
		`pt" viewBox="0 0 `, number(wide), " ", number(high), `" role="img">`, "\n")
	w.add("<title>", escape(title), "</title>\n<desc>", escape(alt), "</desc>\n")
}

type svgWriter struct {
	buf []byte
	top float64 // of the page; y counts downwards from it in SVG
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
		inner.items(s.parts)
		w.add(`<defs><g id="`, s.Name, `">`, string(inner.buf), "</g></defs>\n")
	}
}

// items writes the items. Consecutive letters with a halo share one group for its attributes, which saves many bytes
// of a map.
func (w *svgWriter) items(list []item) {
	haloed := false
	for i := range list {
		if now := list[i].text != "" && list[i].stamp == nil && list[i].letters.Halo.A > 0; now != haloed {
			if haloed = now; now {
				w.add(`<g stroke-width="`, number(2*haloWidth), `" paint-order="stroke">`)
			} else {
				w.add("</g>")
			}
		}
		w.item(&list[i])
	}
	if haloed {
		w.add("</g>")
	}
}

func (w *svgWriter) item(it *item) {
	switch {
	case it.stamp != nil:
		for _, at := range it.places {
			w.add(`<use href="#`, it.stamp.Name, `" x="`, number(tenths(at.X)), `" y="`, number(tenths(w.top-at.Y)), `"/>`)
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
		var pen Point
		for i := range it.path {
			w.figure(&it.path[i], &pen)
		}
		w.add(`"/>`, "\n")
	}
}

// paint writes a colour, or "none" if it has no alpha.
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

// figure writes a figure with relative coordinates, which are shortest. pen is the end of the figure before.
func (w *svgWriter) figure(f *figure, pen *Point) {
	at := func(p Point) Point { return Point{tenths(p.X), tenths(w.top - p.Y)} }
	if f.radius > 0 {
		r, d := tenths(f.radius), 2*tenths(f.radius)
		start := at(Point{f.pts[0].X - f.radius, f.pts[0].Y})
		w.way('m', start.Minus(*pen))
		w.arc(r, d)
		w.arc(r, -d)
		w.add("z")
		*pen = start
		return
	}
	start, last := at(f.pts[0]), at(f.pts[0])
	w.way('m', start.Minus(*pen))
	command := byte('l')
	for _, p := range f.pts[1:] {
		p = at(p)
		w.way(command, p.Minus(last))
		last, command = p, 0
	}
	*pen = last
	if f.closed {
		w.add("z")
		*pen = start
	}
}

// arc writes a half circle to the right or left.
func (w *svgWriter) arc(r, d float64) {
	w.add("a")
	w.short(r, false)
	w.short(r, true)
	w.add(" 0 1 0")
	w.short(d, true)
	w.add(" 0")
}

// way writes a step of a path. Without a command it repeats the last command.
func (w *svgWriter) way(command byte, by Point) {
	if command != 0 {
		w.buf = append(w.buf, command)
	}
	w.short(by.X, command == 0)
	w.short(by.Y, true)
}

// short writes a number in tenths without a leading zero, with a separator if needed.
func (w *svgWriter) short(f float64, parted bool) {
	n := int(math.Round(f * 10))
	if n < 0 {
		w.buf = append(w.buf, '-')
		n = -n
	} else if parted {
		w.buf = append(w.buf, ' ')
	}
	if n >= 10 || n == 0 {
		w.buf = strconv.AppendInt(w.buf, int64(n/10), 10)
	}
	if n%10 > 0 {
		w.buf = append(w.buf, '.', byte('0'+n%10))
	}
}

func (w *svgWriter) text(it *item) {
	l := &it.letters
	w.add(`<text x="`, number(tenths(it.at.X)), `" y="`, number(tenths(w.top-it.at.Y)), `" font-size="`, number(l.Size), `"`,
		styles[l.Font], ` textLength="`, number(TextWidth(it.text, *l)-l.Spaced), `" lengthAdjust="spacingAndGlyphs"`)
	w.paint(" fill", l.Colour)
	if l.Halo.A > 0 {
		w.paint(" stroke", l.Halo)
	}
	if l.Spaced > 0 {
		w.add(` letter-spacing="`, number(l.Spaced), `"`)
	}
	w.add(">", escape(it.text), "</text>\n")
}

func tenths(f float64) float64 { return math.Round(f*10) / 10 }

func hundredths(f float64) float64 { return math.Round(f*100) / 100 }

// number formats a number with at most two decimals, without trailing zeros.
func number(f float64) string { return strconv.FormatFloat(hundredths(f)+0, 'f', -1, 64) }

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;")

func escape(s string) string { return escaper.Replace(s) }
