package board

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

func TestGaps(t *testing.T) {
	line := Rect{Point{2000, 600}, 0, 600, 50}
	for _, c := range []struct {
		o    Rect
		want int
	}{
		{Rect{Point{2000, 1100}, 180, 600, 50}, 450},
		{Rect{Point{2000, 625}, 180, 600, 50}, 0},
		{Rect{Point{2000, 650}, 180, 600, 50}, 0},
		{Rect{Point{2700, 600}, 0, 600, 50}, 100},
		{Rect{Point{2000, 600}, 90, 50, 50}, 0},
	} {
		a, b := line.Quad(), c.o.Quad()
		if got := a.Gap(&b); got != c.want || b.Gap(&a) != c.want {
			t.Errorf("%+v: gap %d and %d, want %d", c.o, got, b.Gap(&a), c.want)
		}
	}
}

func TestSegments(t *testing.T) {
	s := Segment{Point{0, 0}, Point{1000, 0}}
	for _, c := range []struct {
		p    Point
		want int
	}{{Point{500, 70}, 70}, {Point{-30, 40}, 50}, {Point{1030, -40}, 50}, {Point{10, 0}, 0}} {
		if got := s.Distance(c.p); got != c.want {
			t.Errorf("%v: %d, want %d", c.p, got, c.want)
		}
	}
	if !s.Has(Point{1000, 0}) || s.Has(Point{1001, 0}) || s.Has(Point{500, 1}) {
		t.Error("which points lie on a segment")
	}
	for _, c := range []struct {
		o    Segment
		want bool
	}{
		{Segment{Point{500, -5}, Point{500, 5}}, true},
		{Segment{Point{500, 0}, Point{500, 5}}, true},
		{Segment{Point{500, 1}, Point{500, 5}}, false},
		{Segment{Point{1000, 0}, Point{2000, 0}}, true},
		{Segment{Point{1001, 0}, Point{2000, 0}}, false},
	} {
		if s.Meets(c.o) != c.want || c.o.Meets(s) != c.want {
			t.Errorf("%v meets: %t", c.o, !c.want)
		}
	}
}

func TestGapsAreTheSameBothWaysAndNeverSmallerThanBoxes(t *testing.T) {
	rect := rapid.Custom(func(t *rapid.T) Rect {
		return Rect{Point{rapid.IntRange(0, 3000).Draw(t, "x"), rapid.IntRange(0, 3000).Draw(t, "y")},
			rapid.IntRange(0, 359).Draw(t, "facing"), 2 * rapid.IntRange(10, 400).Draw(t, "front"), 2 * rapid.IntRange(10,
				200).Draw(t, "depth")}
	})
	rapid.Check(t, func(t *rapid.T) {
		r, o := rect.Draw(t, "a"), rect.Draw(t, "b")
		a, b := r.Quad(), o.Quad()
		gap := a.Gap(&b)
		if gap != b.Gap(&a) {
			t.Fatal("not the same both ways")
		}
		if gap > a.Distance(o.Centre) || gap > 0 && a.Farther(&b, gap) {
			t.Fatalf("gap %d", gap)
		}
	})
}

func TestPacesEndWhereTheyShould(t *testing.T) {
	w := NewPaces(Point{0, 0}, Point{30, 40})
	if w.Length != 50 || w.At(0) != w.From || w.At(50) != w.To || w.At(10) != (Point{6, 8}) || w.At(60) != w.To {
		t.Errorf("%+v: %v", w, w.At(10))
	}
	if back := NewPaces(Point{0, 0}, Point{-5, 0}); back.At(3) != (Point{-3, 0}) {
		t.Errorf("to the west: %v", back.At(3))
	}
}

func TestNoPlaceOutsideTheSpanOfABoxIsInIt(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 9))
	lot := func() Point { return Point{rng.IntN(900) - 100, rng.IntN(900) - 100} }
	inside := 0
	for range 2000 {
		w, b := NewPaces(lot(), lot()), BoxOf(lot(), lot())
		if rng.IntN(5) == 0 {
			w = NewPaces(w.From, Point{w.From.X, w.To.Y})
		}
		from, to := w.Within(b)
		for s := 0; s <= w.Length; s++ {
			if in := b.Has(w.At(s)); in && (s < from || s > to) {
				t.Fatalf("%+v is in %+v at %d, not only from %d to %d", w, b, s, from, to)
			} else if in {
				inside++
			}
		}
	}
	if inside == 0 {
		t.Error("no way ever met a box")
	}
}
