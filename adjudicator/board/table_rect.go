package board

// slack is the extent, half a yard, that two rectangles may share before they overlap. §G5
const slack = 50

// narrow is the minimum width that counts in a strip or as contact. §G6 §G7
const narrow = 51

// Rect is a rectangle with a facing, such as a stand. Frontage is its width and Depth its length, both even
// numbers of hundredths. §G4
type Rect struct {
	Centre          Point
	Facing          int
	Frontage, Depth int
}

// Frame returns the rectangle's frame.
func (r Rect) Frame() Frame { return Frame{r.Centre, r.Facing} }

// Corners returns front left, front right, rear right and rear left, rounded.
func (r Rect) Corners() [4]Point {
	f, u, v := r.Frame(), r.Frontage/2, r.Depth/2
	return [4]Point{f.World(-u, v), f.World(u, v), f.World(u, -v), f.World(-u, -v)}
}

// Box returns an upright box that contains the rectangle. It is not always the smallest.
func (r Rect) Box() Box {
	return Box{r.Centre, r.Centre}.Grown((r.Frontage + r.Depth) / 2)
}

func (r Rect) local(f Frame) (us, vs [4]int) {
	for i, c := range r.Corners() {
		us[i], vs[i] = f.Local(c)
	}
	return us, vs
}

// Overlaps reports whether two rectangles overlap: in the frame of each, their extents share more than half a
// yard in width and in depth. §G5
func (r Rect) Overlaps(o Rect) bool { return r.Near(o, 0) && share(r, o, slack) && share(o, r, slack) }

// Touches reports whether the rectangle, grown by a yard on all sides, and the other one share any extent in
// the frame of each. §G5
func (r Rect) Touches(o Rect) bool {
	if !r.Near(o, 2*Yard) {
		return false
	}
	r.Frontage, r.Depth = r.Frontage+2*Yard, r.Depth+2*Yard
	return share(r, o, 0) && share(o, r, 0)
}

// Near reports whether two rectangles could be within gap of each other, by a quick check that rules out distant ones.
func (r Rect) Near(o Rect, gap int) bool {
	reach := (r.Frontage+r.Depth+o.Frontage+o.Depth)/2 + gap
	dx, dy := r.Centre.X-o.Centre.X, r.Centre.Y-o.Centre.Y
	return dx <= reach && -dx <= reach && dy <= reach && -dy <= reach
}

// share reports whether the extents of both share more than limit in the frame of r.
func share(r, o Rect, limit int) bool {
	us, vs := o.local(r.Frame())
	return common(us, r.Frontage/2) > limit && common(vs, r.Depth/2) > limit
}

// common returns the length of the overlap of the values' extent with -half to half.
func common(values [4]int, half int) int {
	lo := min(values[0], values[1], values[2], values[3])
	hi := max(values[0], values[1], values[2], values[3])
	return min(hi, half) - max(lo, -half)
}

// Strip is the ground in front of a body: in its frame the band from Left to Right, forward of its Front edge. §G6
type Strip struct {
	Frame       Frame
	Left, Right int // u of the band
	Front       int // v of the front edge
}

// Strip returns the strip of a single rectangle. §G6
func (r Rect) Strip() Strip {
	return Strip{r.Frame(), -r.Frontage / 2, r.Frontage / 2, r.Depth / 2}
}

// StripOf returns the strip of a body of rectangles in its frame. The body must not be empty. §G6
func StripOf(f Frame, body []Rect) Strip {
	s := Strip{Frame: f}
	for i, r := range body {
		left, right, front := r.extents(f)
		if i == 0 {
			s.Left, s.Right, s.Front = left, right, front
		}
		s.Left, s.Right, s.Front = min(s.Left, left), max(s.Right, right), max(s.Front, front)
	}
	return s
}

// extents returns the leftmost and rightmost u and the foremost v in a frame. If the facings agree, the extents
// are exact, without the rounding of corners.
func (r Rect) extents(f Frame) (left, right, front int) {
	if r.Facing == f.Facing {
		u, v := f.Local(r.Centre)
		return u - r.Frontage/2, u + r.Frontage/2, v + r.Depth/2
	}
	us, vs := r.local(f)
	return min(us[0], us[1], us[2], us[3]), max(us[0], us[1], us[2], us[3]), max(vs[0], vs[1], vs[2], vs[3])
}

// Part is the part of a rectangle in the band of a strip.
type Part struct {
	Left, Right int // u of its edges
	Raw         int // raw range: its least v minus that of the strip's front edge
}

// Width returns the width of the part.
func (p Part) Width() int { return p.Right - p.Left }

// Range returns the range in hundredths, or 0 for a part level with the front or behind it. §G6
func (p Part) Range() int { return max(p.Raw, 0) }

// Band returns the part of the rectangle in the band of the strip, in front or behind. ok is false if it is
// less than 51 hundredths wide. §G6
func (s Strip) Band(r Rect) (Part, bool) {
	us, vs := r.local(s.Frame)
	p := Part{
		Left:  max(s.Left, min(us[0], us[1], us[2], us[3])),
		Right: min(s.Right, max(us[0], us[1], us[2], us[3])),
	}
	if p.Width() < narrow {
		return p, false
	}
	p.Raw = s.nearest(us, vs) - s.Front
	return p, true
}

// nearest returns the least v of the rectangle clipped to the band. At crossings of the band's border v is rounded. §G6
func (s Strip) nearest(us, vs [4]int) int {
	least, found := 0, false
	take := func(v int) {
		if !found || v < least {
			least, found = v, true
		}
	}
	for i := range 4 {
		j := (i + 1) % 4
		if us[i] >= s.Left && us[i] <= s.Right {
			take(vs[i])
		}
		for _, border := range [2]int{s.Left, s.Right} {
			if (us[i] < border) != (us[j] < border) && us[i] != border && us[j] != border {
				take(crossing(us[i], vs[i], us[j], vs[j], border))
			}
		}
	}
	return least
}

// crossing returns the v at which the line between two points crosses u, rounded.
func crossing(u0, v0, u1, v1, u int) int {
	if u1 < u0 {
		u0, v0, u1, v1 = u1, v1, u0, v0
	}
	return v0 + Round(int64(u-u0)*int64(v1-v0), int64(u1-u0))
}

// Find returns the part of the rectangle in the strip. ok is false if it is less than 51 hundredths wide or
// more than a yard behind the front edge. §G6
func (s Strip) Find(r Rect) (Part, bool) {
	p, ok := s.Band(r)
	return p, ok && p.Raw >= -Yard
}

// Before reports whether the rectangle t is at least 51 hundredths wide in the band of s, with a raw range
// from minus the depth of s to reach, and returns that width. §G7 §8.2b
func (s Rect) Before(t Rect, reach int) (width int, ok bool) {
	if !s.Near(t, reach) {
		return 0, false
	}
	p, ok := s.Strip().Band(t)
	if !ok || p.Raw < -s.Depth || p.Raw > reach {
		return 0, false
	}
	return p.Width(), true
}

// Contact reports whether two stands are in contact, and returns the wider of their shares. §G7
func (s Rect) Contact(t Rect) (width int, ok bool) {
	a, before := s.Before(t, Yard)
	b, behind := t.Before(s, Yard)
	return max(a, b), before || behind
}
