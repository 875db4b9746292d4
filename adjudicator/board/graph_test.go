package board

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// costs makes a Crossing from the cost of each boundary. 0 means closed.
func costs(by ...int) Crossing {
	return func(_ int, over Border) (int, bool) { return by[over.Boundary], by[over.Boundary] > 0 }
}

func TestWayIsTheCheapestThenTheShortestThenTheEarliest(t *testing.T) {
	//    1      0-1-4 and 0-2-4 cost the same, 0-3-4 more;
	//  0 2 4    0-4 direct costs as much as either
	//    3
	g := NewGraph(5)
	for i, ends := range [][2]int{{0, 2}, {2, 4}, {0, 1}, {1, 4}, {0, 3}, {3, 4}, {0, 4}} {
		g.Join(ends[0], ends[1], i)
	}
	for _, c := range []struct {
		why  string
		by   []int
		want []int
	}{
		{"equal cost, equal length: map order", []int{2, 2, 2, 2, 2, 3, 9}, []int{1, 4}},
		{"equal cost: fewest locales", []int{2, 2, 2, 2, 2, 3, 4}, []int{4}},
		{"cheapest", []int{2, 2, 2, 3, 1, 1, 4}, []int{3, 4}},
		{"closed", []int{2, 2, 0, 2, 0, 1, 0}, []int{2, 4}},
		{"no way", []int{0, 2, 0, 2, 0, 1, 0}, nil},
	} {
		if got := g.Way(0, 4, costs(c.by...)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.why, got, c.want)
		}
	}
	if got := g.Way(2, 2, costs(1, 1, 1, 1, 1, 1, 1)); len(got) != 0 {
		t.Errorf("from a locale to itself: %v", got)
	}
	if cost, ok := g.Cost(0, 4, costs(2, 2, 2, 3, 1, 1, 4)); !ok || cost != 2 {
		t.Errorf("cost %d, %t", cost, ok)
	}
	if b, ok := g.BorderOf(0, 4); !ok || b.Boundary != 6 || len(g.Borders(0)) != 4 {
		t.Errorf("border %v, %t", b, ok)
	}
	if _, ok := g.BorderOf(1, 3); ok {
		t.Error("1 does not border 3")
	}
}

// A crossing may depend on the direction, here on the locale that is entered.
func TestWayPaysInTheDirectionOfTravel(t *testing.T) {
	g := NewGraph(4)
	for i, ends := range [][2]int{{0, 1}, {1, 3}, {0, 2}, {2, 3}} {
		g.Join(ends[0], ends[1], i)
	}
	enter := []int{9, 5, 1, 1}
	cross := func(_ int, over Border) (int, bool) { return enter[over.To], true }
	if got := g.Way(0, 3, cross); !slices.Equal(got, []int{2, 3}) {
		t.Errorf("way %v", got)
	}
	if cost, _ := g.Cost(0, 3, cross); cost != 2 {
		t.Errorf("there it costs %d, want 2", cost)
	}
	if cost, _ := g.Cost(3, 0, cross); cost != 10 {
		t.Errorf("back it costs %d, want 10", cost)
	}
}

// The cost of the path is the least of all paths, found by exhaustive search.
func TestWayAgainstEveryWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const n = 6
		g, by := NewGraph(n), []int{}
		for a := range n {
			for b := range a {
				g.Join(a, b, len(by))
				by = append(by, rapid.IntRange(0, 4).Draw(t, "cost"))
			}
		}
		cross := costs(by...)
		best, path := everyWay(g, 0, n-1, cross, []int{0})
		got := g.Way(0, n-1, cross)
		if cost, ok := g.Cost(0, n-1, cross); ok != (path != nil) || ok && cost != best || !slices.Equal(got, path) {
			t.Fatalf("way %v of %d, want %v of %d", got, cost, path, best)
		}
	})
}

func everyWay(g *Graph, at, goal int, cross Crossing, been []int) (int, []int) {
	if at == goal {
		return 0, []int{}
	}
	best, path := 0, []int(nil)
	for next := range 6 {
		b, ok := g.BorderOf(at, next)
		if !ok || slices.Contains(been, next) {
			continue
		}
		cost, open := cross(at, b)
		rest, way := everyWay(g, next, goal, cross, append(slices.Clone(been), next))
		if !open || way == nil {
			continue
		}
		total := cost + rest
		if path == nil || total < best || total == best && len(way)+1 < len(path) {
			best, path = total, append([]int{next}, way...)
		}
	}
	return best, path
}
