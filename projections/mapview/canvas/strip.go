package canvas

// Strip returns the pages side by side in rows of columns pages, as one SVG of the given width in points.
func Strip(pages []*Page, columns int, width float64, title, alt string) []byte {
	const gap = 6
	columns = max(min(columns, len(pages)), 1)
	each := (width - gap*float64(columns-1)) / float64(columns)
	type spot struct{ x, y, scale float64 }
	spots, y, high := make([]spot, len(pages)), 0.0, 0.0
	for i, p := range pages {
		if i > 0 && i%columns == 0 {
			y, high = y+high+gap, 0
		}
		spots[i] = spot{float64(i%columns) * (each + gap), y, each / p.Width}
		high = max(high, (p.Height+p.Below)*spots[i].scale)
	}
	w := newSequence(pages, width, y+high, title, alt)
	for i, p := range pages {
		s := spots[i]
		w.add(`<svg x="`, number(s.x), `" y="`, number(s.y), `" width="`, number(each), `" height="`,
			number((p.Height+p.Below)*s.scale), `" viewBox="0 0 `, number(p.Width), " ", number(p.Height+p.Below), `">`, "\n")
		w.page(p)
		w.add("</svg>\n")
	}
	w.add("</g>\n</svg>\n")
	return w.buf
}

// sequence writes an SVG of several pages.
type sequence struct {
	svgWriter
	first *Page
}

// newSequence starts an SVG with the parts that its pages share.
func newSequence(pages []*Page, wide, high float64, title, alt string) *sequence {
	w := &sequence{svgWriter: svgWriter{buf: make([]byte, 0, 256<<10)}}
	w.head(wide, high, title, alt)
	var items []item
	for _, p := range pages {
		items = append(items, p.all()...)
	}
	w.stamps(items)
	w.add(`<g font-family="`, family, `" stroke-linejoin="round">`, "\n")
	if len(pages) > 0 && pages[0].base != nil {
		w.first = pages[0]
		w.top = w.first.Height
		w.add(`<defs><g id="base">`, "\n")
		w.items(w.first.base.items)
		w.add("</g></defs>\n")
	}
	return w
}

// page writes a page, with a reference to the first page's base if it has the same one.
func (w *sequence) page(p *Page) {
	w.top = p.Height
	if w.first != nil && p.Height == w.first.Height && p.base.same(w.first.base) {
		w.add(`<use href="#base"/>`, "\n")
		w.items(p.items)
		return
	}
	w.items(p.all())
}
