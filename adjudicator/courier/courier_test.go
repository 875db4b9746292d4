package courier

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestIDs(t *testing.T) {
	got := []string{ID{"french.north", 3, 1}.String(), ID{"dutch.t2", 3, 12}.String()}
	if want := []string{"french.north.t3.1", "dutch.t2.t3.12"}; !slices.Equal(got, want) {
		t.Errorf("ids %v, want %v", got, want)
	}
	for _, s := range got {
		if id, ok := ParseID(s); !ok || id.String() != s {
			t.Errorf("%s reads as %v", s, id)
		}
	}
	for _, bad := range []string{"", "french.north", "french.north.t3", "french.north.3.1", ".t3.1", "a.t3.01",
		"a.t3.1x", "a.tx.1", "csa.army.t2.pike"} {
		if id, ok := ParseID(bad); ok {
			t.Errorf("%q reads as %v", bad, id)
		}
	}
}

func TestDispatchesInTheOrderInWhichTheyLeft(t *testing.T) {
	rank := func(sender string) int { return slices.Index([]string{"union.army", "csa.army"}, sender) }
	ids := []ID{{"csa.army", 1, 10}, {"csa.army", 1, 9}, {"union.army", 2, 1}, {"union.army", 1, 2}, {"someone", 1, 1},
		{"else", 1, 1}}
	slices.SortFunc(ids, func(a, b ID) int { return Compare(a, b, rank) })
	want := []ID{{"else", 1, 1}, {"someone", 1, 1}, {"union.army", 1, 2}, {"csa.army", 1, 9}, {"csa.army", 1, 10},
		{"union.army", 2, 1}}
	if !slices.Equal(ids, want) {
		t.Errorf("order %v", ids)
	}
}

func TestRides(t *testing.T) {
	for _, c := range []struct{ distance, pace, want int }{
		{0, 12000, 1}, {1, 12000, 1}, {12000, 12000, 1}, {12001, 12000, 2}, {34000, 12000, 3}, {7, 6, 2},
	} {
		if got := Rides(c.distance, c.pace); got != c.want {
			t.Errorf("%d at %d: %d rides, want %d", c.distance, c.pace, got, c.want)
		}
	}
	// 340 yards at 120 a turn: sent in turn 1, arrives in turn 3, executed in turn 4.
	if got := Expect(1, Rides(34000, 12000)); got != (Estimate{3, 4}) {
		t.Errorf("expected %v", got)
	}
	if got := ActedOn("runner", "3 zones", Expect(1, 3).Acts); got != "by runner, 3 zones, acted on in turn 4" {
		t.Error(got)
	}
}

// road returns a line of places with the movement cost of each step.
func road(costs ...int) Way[int] {
	return func(from int) (int, int, bool) { return from + 1, costs[from], costs[from] > 0 }
}

func TestRide(t *testing.T) {
	for _, c := range []struct {
		why          string
		goal, points int
		costs        []int
		end, left    int
		there        bool
	}{
		{"two boundaries, one point kept", 3, 6, []int{2, 3, 2}, 2, 1, false},
		{"there with points to spare", 2, 6, []int{2, 3}, 2, 1, true},
		{"there already", 0, 6, nil, 0, 6, true},
		{"no way on: waits, keeps nothing", 3, 6, []int{2, 0, 2}, 1, 0, false},
		{"too dear", 1, 3, []int{4}, 0, 3, false},
	} {
		end, left, there := Ride(0, c.goal, c.points, road(c.costs...), nil)
		if end != c.end || left != c.left || there != c.there {
			t.Errorf("%s: at %d, %d left, there %t", c.why, end, left, there)
		}
	}
}

// A ride takes as many turns as estimated.
func TestEstimateHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		distance, pace := rapid.IntRange(1, 200).Draw(t, "distance"), rapid.IntRange(1, 30).Draw(t, "pace")
		at, there, turns := 0, false, 0
		for !there {
			at, _, there = Ride(at, distance, pace, func(from int) (int, int, bool) { return from + 1, 1, true }, nil)
			turns++
		}
		if turns != Rides(distance, pace) {
			t.Fatalf("%d at %d took %d turns, estimated %d", distance, pace, turns, Rides(distance, pace))
		}
	})
}

// A directive executed in the last turn is in time. Without a last turn all are.
func TestTooLate(t *testing.T) {
	for _, c := range []struct {
		rides, last int
		late        bool
	}{{3, 8, false}, {4, 8, true}, {4, 0, false}} {
		if got := Expect(5, c.rides).TooLate(c.last) != ""; got != c.late {
			t.Errorf("%d rides in turn 5 of %d: too late %t, want %t", c.rides, c.last, got, c.late)
		}
	}
}

func TestStepForNothingIsRefused(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a courier rode for ever")
		}
	}()
	Ride(0, 5, 1, func(from int) (int, int, bool) { return from, 0, true }, nil)
}
