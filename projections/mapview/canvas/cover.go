package canvas

import (
	"image"
	"image/color"
)

// dot is a point in units of 1/64 pixel. They are integers, so that the coverage of pixels is the same on every
// processor.
type dot struct{ x, y int32 }

// edge is one side of a filled shape.
type edge struct{ from, to dot }

const (
	grains   = 64          // per pixel
	full     = 2 * 64 * 64 // coverage of a whole pixel
	halfFrom = full * 3 / 8
	// bandCells is the size of a band that fits into the processor's cache.
	bandCells = 1 << 15
)

// fill fills the shape within the edges, band by band.
func (r *raster) fill(c color.NRGBA) {
	box := r.box()
	if box.Empty() {
		return
	}
	row := box.Dx() + 2
	rows := max(bandCells/row, 1)
	if len(r.cells) < rows*row {
		r.cells = make([]int32, rows*row)
	}
	ink, levels := r.wet(c), levelsOf(c)
	for top := box.Min.Y; top < box.Max.Y; top += rows {
		band := image.Rect(box.Min.X, top, box.Max.X, min(top+rows, box.Max.Y))
		for i := range r.edges {
			r.cover(&r.edges[i], band)
		}
		for y := band.Min.Y; y < band.Max.Y; y++ {
			to := r.img.Pix[r.img.PixOffset(box.Min.X, y):][:box.Dx()]
			r.run(to, r.cells[(y-top)*row:][:row], ink, levels)
		}
	}
}

// cover adds an edge to the cells of a band. Each cell holds the difference in coverage from the pixel before.
func (r *raster) cover(e *edge, band image.Rectangle) {
	a, b, sign := e.from, e.to, int32(1)
	if a.y > b.y {
		a, b, sign = b, a, -1
	}
	top, end := int32(band.Min.Y), int32(band.Max.Y)
	if a.y == b.y || b.y <= top*grains || a.y >= end*grains {
		return
	}
	left, row := int32(band.Min.X)*grains, band.Dx()+2
	most := int32(band.Dx()) * grains
	wide, high := int64(b.x-a.x), int64(b.y-a.y)
	at := func(y int32) int32 {
		x := a.x - left + int32(wide*int64(y-a.y)/high)
		return min(max(x, 0), most)
	}
	upper := max(a.y, top*grains)
	from := at(upper)
	for y := upper / grains; y < end && upper < b.y; y++ {
		lower := min(b.y, (y+1)*grains)
		to := at(lower)
		slice(r.cells[int(y-top)*row:][:row], min(from, to), max(from, to), sign*(lower-upper))
		upper, from = lower, to
	}
}

// slice adds the part of an edge within one row of pixels, from one x to another, down units high.
func slice(cells []int32, from, to, down int32) {
	first, last := from/grains, to/grains
	if first == last {
		part := from + to - 2*first*grains
		cells[first] += down * (2*grains - part)
		cells[first+1] += down * part
		return
	}
	var done int32
	for i := first; i <= last; i++ {
		l, r := max(from, i*grains), min(to, (i+1)*grains)
		upTo := int32(int64(down) * 2 * grains * int64(r-from) / int64(to-from))
		here := upTo - done
		done = upTo
		beyond := here * (l + r - 2*i*grains) / (2 * grains)
		cells[i] += here - beyond
		cells[i+1] += beyond
	}
}

// levels are the shades of an ink for pixels that are not, half or fully covered. At two pixels a point, finer steps
// are invisible and cost an eighth of the bytes.
type levels [3]uint8

func levelsOf(c color.NRGBA) (l levels) {
	for half := range l {
		l[half] = uint8((half*int(c.A)*steps/2 + 127) / 255)
	}
	return l
}

// shadeOf returns the shade for a coverage.
func (l *levels) shadeOf(cover int32) uint8 {
	switch cover = max(cover, -cover); {
	case cover < halfFrom:
		return l[0]
	case cover < full-halfFrom:
		return l[1]
	}
	return l[2]
}

// run paints the covered part of a row of pixels and clears its cells. Pixels without an edge have the coverage of
// the pixel before, and are painted in one run.
func (r *raster) run(to []uint8, cells []int32, ink uint8, levels levels) {
	sum := int32(0)
	for x := 0; x < len(to); {
		sum += cells[x]
		cells[x] = 0
		end := x + 1
		for end+4 <= len(to) && cells[end]|cells[end+1]|cells[end+2]|cells[end+3] == 0 {
			end += 4
		}
		for end < len(to) && cells[end] == 0 {
			end++
		}
		switch step := levels.shadeOf(sum); step {
		case 0:
		case steps:
			flood(to[x:end], ink)
		default:
			r.tint(to[x:end], ink, step)
		}
		x = end
	}
	clear(cells[len(to):])
}

// flood sets pixels to one colour.
func flood(to []uint8, ink uint8) {
	if len(to) < 32 {
		for i := range to {
			to[i] = ink
		}
		return
	}
	to[0] = ink
	for done := 1; done < len(to); done *= 2 {
		copy(to[done:], to[:done])
	}
}

// tint paints a shade of an ink over pixels.
func (r *raster) tint(to []uint8, ink, step uint8) {
	known := r.shades[ink]
	for i, under := range to {
		shade := known[under][step]
		if shade == 0 {
			shade = r.shade(ink, under, step)
		}
		to[i] = shade
	}
}

// box returns the bounding box of the edges in pixels.
func (r *raster) box() image.Rectangle {
	if len(r.edges) == 0 {
		return image.Rectangle{}
	}
	lo, hi := r.lo, r.hi
	if r.boxed == 0 {
		lo, hi = r.edges[0].from, r.edges[0].from
	}
	for i := range r.edges[r.boxed:] {
		e := &r.edges[r.boxed+i]
		lo = dot{min(lo.x, e.from.x, e.to.x), min(lo.y, e.from.y, e.to.y)}
		hi = dot{max(hi.x, e.from.x, e.to.x), max(hi.y, e.from.y, e.to.y)}
	}
	r.lo, r.hi, r.boxed = lo, hi, len(r.edges)
	const up = grains - 1
	box := image.Rect(int(lo.x>>6), int(lo.y>>6), int((hi.x+up)>>6), int((hi.y+up)>>6))
	return box.Intersect(r.img.Rect)
}
