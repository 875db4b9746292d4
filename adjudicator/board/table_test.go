package board

import (
	"math/rand/v2"
	"testing"
)

// The tests check the integer geometry against its plain definition, because shortcuts must never change a
// result.

func TestSineTableIsSymmetric(t *testing.T) {
	for a := -720; a <= 720; a++ {
		if Sin(180-a) != Sin(a) || Sin(180+a) != -Sin(a) || Cos(a) != Sin(a+90) {
			t.Fatalf("sine of %d breaks its symmetry", a)
		}
	}
	for a, want := range map[int]int{0: 0, 30: 5000, 45: 7071, 90: 10000, 150: 5000, 210: -5000, 359: -175} {
		if got := Sin(a); got != want {
			t.Errorf("Sin(%d) = %d, want %d", a, got, want)
		}
	}
}

func TestRoundHalfAwayFromZero(t *testing.T) {
	for _, c := range []struct {
		n, d int64
		want int
	}{{5, 10, 1}, {-5, 10, -1}, {4, 10, 0}, {-4, 10, 0}, {15, 10, 2}, {-15, 10, -2}, {7, 3, 2}, {8, 3, 3}, {1, 2, 1}, {1,
		3, 0}, {3, 2, 2}, {0, 7, 0}} {
		if got := Round(c.n, c.d); got != c.want {
			t.Errorf("Round(%d, %d) = %d, want %d", c.n, c.d, got, c.want)
		}
	}
}

func TestRootRoundsDown(t *testing.T) {
	for n := int64(0); n < 70000; n++ {
		checkRoot(t, n)
	}
	for _, r := range []int64{1 << 20, 499_999, 707_106, 2_147_483_000} {
		for d := int64(-2); d <= 2; d++ {
			checkRoot(t, r*r+d)
		}
	}
}

func checkRoot(t *testing.T, n int64) {
	t.Helper()
	r := int64(Root(n))
	if r*r > n || (r+1)*(r+1) <= n {
		t.Fatalf("Root(%d) = %d", n, r)
	}
}

func TestTurnIsShortest(t *testing.T) {
	for _, c := range [][3]int{{0, 90, 90}, {90, 0, -90}, {350, 10, 20}, {10, 350, -20}, {0, 180, 180}, {180, 0, 180},
		{0, 181, -179}, {45, 45, 0}} {
		if got := Turn(c[0], c[1]); got != c[2] {
			t.Errorf("Turn(%d, %d) = %d, want %d", c[0], c[1], got, c[2])
		}
	}
}

func TestWithinRoundsTheDistanceDown(t *testing.T) {
	p := Point{}
	if q := (Point{6000, 100}); p.Distance(q) != 6000 || !p.Within(q, 6000) || p.Within(q, 5999) {
		t.Errorf("60.008 yards: distance %d, within %v", p.Distance(q), p.Within(q, 6000))
	}
	if Yards(3000) != 30 || Yards(3001) != 31 || Yards(0) != 0 || Yards(1) != 1 {
		t.Error("whole yards must be rounded up")
	}
}

// plainBearing compares all 360 angles, as the definition says.
func plainBearing(p, q Point) int {
	best, score := 0, int64(-1)
	for a := range 360 {
		if s := int64(q.X-p.X)*int64(Sin(a)) + int64(q.Y-p.Y)*int64(Cos(a)); s > score {
			best, score = a, s
		}
	}
	return best
}

func TestBearingFindsTheBestAngle(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{3, 40, 3000, 500_000} {
		for range 4000 {
			p := Point{rnd.IntN(size), rnd.IntN(size)}
			q := Point{rnd.IntN(size), rnd.IntN(size)}
			if p == q {
				continue
			}
			if got, want := p.Bearing(q, 7), plainBearing(p, q); got != want {
				t.Fatalf("bearing from %v to %v: %d, want %d", p, q, got, want)
			}
		}
	}
	if got := (Point{5, 5}).Bearing(Point{5, 5}, 77); got != 77 {
		t.Errorf("bearing of a point to itself: %d, want the present facing", got)
	}
}

func TestFrameAndBack(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		f := Frame{Point{rnd.IntN(500_000), rnd.IntN(500_000)}, rnd.IntN(360)}
		u, v := rnd.IntN(20_000)-10_000, rnd.IntN(20_000)-10_000
		gu, gv := f.Local(f.World(u, v))
		if abs(gu-u) > 3 || abs(gv-v) > 3 {
			t.Fatalf("%v: %d,%d came back as %d,%d", f, u, v, gu, gv)
		}
		if f.Facing%90 == 0 && (gu != u || gv != v) {
			t.Fatalf("%v: %d,%d came back as %d,%d", f, u, v, gu, gv)
		}
		if got := f.Centre.Step(v, f.Facing); got != f.World(0, v) {
			t.Fatalf("step %d of %v: %v, want %v", v, f, got, f.World(0, v))
		}
	}
}

func TestStandsSideBySideDoNotOverlapButTouch(t *testing.T) {
	a := Rect{Point{0, 0}, 0, 1500, 1250}
	for _, c := range []struct {
		x, y, facing     int
		overlap, touches bool
	}{
		{1500, 0, 0, false, true},
		{1450, 0, 0, false, true},
		{1449, 0, 0, true, true},
		{1599, 0, 0, false, true},
		{1600, 0, 0, false, false},
		{0, 1250, 0, false, true},
		{0, 1350, 180, false, false},
		{1375, 0, 90, false, true},
		{1300, 0, 90, true, true},
		{1400, 1200, 45, false, false}, // the corner box shares, the turned frame does not
	} {
		b := Rect{Point{c.x, c.y}, c.facing, 1500, 1250}
		if got := a.Overlaps(b); got != c.overlap {
			t.Errorf("overlap with a stand at %d,%d facing %d: %v", c.x, c.y, c.facing, got)
		}
		if got := a.Touches(b); got != c.touches {
			t.Errorf("touch with a stand at %d,%d facing %d: %v", c.x, c.y, c.facing, got)
		}
	}
}

func TestOverlapIsSymmetric(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	found := 0
	for range 20_000 {
		a := Rect{Point{rnd.IntN(3000), rnd.IntN(3000)}, rnd.IntN(360), 1500, 1250}
		b := Rect{Point{rnd.IntN(3000), rnd.IntN(3000)}, rnd.IntN(360), 750, 1000}
		if a.Overlaps(b) != b.Overlaps(a) {
			t.Fatalf("%v and %v do not agree", a, b)
		}
		_, one := a.Contact(b)
		_, two := b.Contact(a)
		if one != two {
			t.Fatalf("%v and %v do not agree on contact", a, b)
		}
		if a.Overlaps(b) {
			found++
			if !a.Touches(b) {
				t.Fatalf("%v and %v overlap but do not touch", a, b)
			}
		}
	}
	if found == 0 {
		t.Fatal("no two rectangles overlapped: the test tested nothing")
	}
}

func TestStripClipsAndMeasures(t *testing.T) {
	s := Rect{Point{0, 0}, 0, 1500, 1250}.Strip()
	for _, c := range []struct {
		r          Rect
		in         bool
		left, wide int
		raw        int
	}{
		{Rect{Point{0, 5625}, 180, 1500, 1250}, true, -750, 1500, 4375},
		{Rect{Point{1449, 5625}, 180, 1500, 1250}, true, 699, 51, 4375},
		{Rect{Point{1450, 5625}, 180, 1500, 1250}, false, 0, 0, 0},
		{Rect{Point{0, 1150}, 180, 1500, 1250}, true, -750, 1500, -100},
		{Rect{Point{0, 1149}, 180, 1500, 1250}, false, 0, 0, 0},
		// A diamond: its lowest corner lies outside the band, the border cuts the edge above it.
		{Rect{Point{1000, 5000}, 45, 1400, 1400}, true, 10, 740, 5000 - 990 + 250 - 625},
	} {
		p, ok := s.Find(c.r)
		if ok != c.in {
			t.Errorf("%v in the strip: %v", c.r, ok)
			continue
		}
		if ok && (p.Left != c.left || p.Width() != c.wide || p.Raw != c.raw) {
			t.Errorf("%v: %+v width %d", c.r, p, p.Width())
		}
	}
}

func TestContactReachesAYardAndADepth(t *testing.T) {
	a := Rect{Point{0, 0}, 0, 1500, 1250}
	for _, c := range []struct {
		x, y, facing int
		width        int
	}{
		{0, 1250, 180, 1500},
		{0, 1350, 180, 1500},
		{0, 1351, 180, 0},
		{1449, 1250, 180, 51},
		{1450, 1250, 180, 0},
		{1375, 0, 90, 0},      // beside it, facing away
		{1375, 0, 270, 1250},  // on its right flank, facing it: t's front lies on the side of a
		{1375, 600, 270, 675}, // half way along the flank
		{0, -1250, 0, 1500},   // behind it, facing its back
		{0, -1250, 180, 0},    // back to back
	} {
		b := Rect{Point{c.x, c.y}, c.facing, 1500, 1250}
		width, ok := a.Contact(b)
		if ok != (c.width > 0) || ok && width < c.width {
			t.Errorf("contact with a stand at %d,%d facing %d: %d %v, want %d", c.x, c.y, c.facing, width, ok, c.width)
		}
	}
}

func TestPolygonEdgeIsInside(t *testing.T) {
	p := NewPolygon([]Point{{0, 0}, {1000, 0}, {1000, 1000}, {500, 400}, {0, 1000}})
	for _, c := range []struct {
		q  Point
		in bool
	}{
		{Point{0, 0}, true}, {Point{500, 0}, true}, {Point{1000, 500}, true}, {Point{500, 400}, true},
		{Point{500, 401}, false}, {Point{500, 399}, true}, {Point{750, 700}, true}, {Point{749, 701}, false},
		{Point{-1, 0}, false}, {Point{1001, 1000}, false}, {Point{1, 998}, true}, {Point{2, 998}, false},
	} {
		if got := p.Has(c.q); got != c.in {
			t.Errorf("%v in the polygon: %v", c.q, got)
		}
	}
	if got := p.Centre(); got != (Point{500, 480}) {
		t.Errorf("centre %v", got)
	}
	if p.HasDeep(Point{200, 200}, 200) || !p.HasDeep(Point{201, 201}, 200) {
		t.Error("the top of a hill begins beyond its slope")
	}
}

func TestDistanceToLine(t *testing.T) {
	a, b := Point{0, 0}, Point{3000, 4000}
	for _, c := range []struct {
		p    Point
		want int
	}{{Point{1500, 2000}, 0}, {Point{1900, 1700}, 500}, {Point{-300, -400}, 500}, {Point{3000, 4100}, 100}} {
		if got := c.p.DistanceToLine(a, b); got != c.want {
			t.Errorf("distance of %v: %d, want %d", c.p, got, c.want)
		}
	}
}

// plainSamples checks every sample, as the definition says.
func plainSamples(p *Polygon, l Line, depth int) int {
	n := 0
	for k := 1; k < l.Yards; k++ {
		if p.HasDeep(l.At(k), depth) {
			n++
		}
	}
	return n
}

func TestSamplesInCountsAsOneByOne(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	some := 0
	for range 3000 {
		corners := make([]Point, 3+rnd.IntN(5))
		for i := range corners {
			corners[i] = Point{rnd.IntN(60_000), rnd.IntN(60_000)}
		}
		if rnd.IntN(3) == 0 { // an upright one, so that lines run along its edges
			a, b := corners[0], corners[1]
			corners = []Point{a, {b.X, a.Y}, b, {a.X, b.Y}}
		}
		p := NewPolygon(corners)
		from, to := Point{rnd.IntN(60_000), rnd.IntN(60_000)}, Point{rnd.IntN(60_000), rnd.IntN(60_000)}
		if rnd.IntN(4) == 0 {
			from.X, to.X = corners[0].X, corners[0].X+rnd.IntN(3)-1
		}
		l, depth := NewLine(from, to), rnd.IntN(3)*1500
		want := plainSamples(p, l, depth)
		if want > 0 {
			some++
		}
		if got := p.SamplesIn(l, depth, 1<<30); got != want {
			t.Fatalf("polygon %v, line %v: %d samples, want %d", corners, l, got, want)
		}
		if got := p.SamplesIn(l, depth, 5); (got > 5) != (want > 5) {
			t.Fatalf("polygon %v, line %v: with a limit %d samples, want %d", corners, l, got, want)
		}
	}
	if some < 500 {
		t.Fatalf("only %d lines met their polygon", some)
	}
}

func TestIndexFindsAllInTheBox(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 10))
	points := make([]Point, 700)
	for i := range points {
		points[i] = Point{rnd.IntN(120_000), rnd.IntN(90_000)}
	}
	var x Index
	x.Fill(points)
	for range 300 {
		c := Point{rnd.IntN(140_000) - 10_000, rnd.IntN(120_000) - 10_000}
		b := BoxOf(c).Grown(rnd.IntN(30_000))
		seen := make(map[int]int)
		x.In(b, func(i int) bool { seen[i]++; return true })
		for i, p := range points {
			if b.Has(p) && seen[i] != 1 {
				t.Fatalf("point %v of box %v found %d times", p, b, seen[i])
			}
		}
	}
	x.Fill(nil)
	x.In(Box{Point{-1000, -1000}, Point{1 << 20, 1 << 20}},
		func(int) bool { t.Fatal("an empty index has nothing"); return false })
}

func BenchmarkOverlaps(b *testing.B) {
	r, o := Rect{Point{0, 0}, 17, 1500, 1250}, Rect{Point{1300, 900}, 200, 1500, 1250}
	for b.Loop() {
		r.Overlaps(o)
	}
}

func BenchmarkSamplesInWood(b *testing.B) {
	p := NewPolygon([]Point{{10_000, 40_000}, {30_000, 40_000}, {30_000, 56_000}, {10_000, 56_000}})
	l := NewLine(Point{5_000, 5_000}, Point{32_000, 90_000})
	for b.Loop() {
		p.SamplesIn(l, 0, 15)
	}
}
