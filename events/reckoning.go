package events

// Reckoning says how a battle would be decided now by its rules, as far as its reader knows.
type Reckoning struct {
	Armies [2]Army // in scenario order
	What   string  // what is counted, in the plural: `points`; "": the rules count none
	Places bool    // places count their points for their holder, besides the Points of the armies
	Clock  string  // the side that wins if the last turn ends without a decision, or "" if the count decides
	// Outweighs is the difference, in per cent of the losses that break an army, which tells more of the end than
	// points do. Lead is the lead in points, in per cent of all points, with which a side is ahead. Both are found by
	// trial.
	Outweighs, Lead int
}

// Army is the count of one side.
type Army struct {
	Side   string
	Points []Points // by source
	Goal   int      // the points with which it wins at once; 0: none
	Limits []Limit  // each breaks it
}

// Points is a source of points: `broken units`.
type Points struct {
	For string
	N   int
}

// Limit is a loss that breaks an army.
type Limit struct {
	Gone, At int
	Part     string // what is counted: `company`
	Least    bool   // more may be gone than is known
}

// Sum returns all points of the army.
func (a *Army) Sum() (n int) {
	for _, p := range a.Points {
		n += p.N
	}
	return n
}

// Nearest returns the limit that is nearest, with At 0 if nothing breaks the army.
func (a *Army) Nearest() (near Limit) {
	for _, l := range a.Limits {
		if near.At == 0 || l.Gone*near.At > near.Gone*l.At {
			near = l
		}
	}
	return near
}

// The reasons for which a side is ahead.
const (
	ByPoints   = "points"
	ByBreaking = "breaking"
	ByClock    = "clock"
)

// Ahead returns the side that is ahead, and why, or "" if none is.
func (r *Reckoning) Ahead() (side, why string) {
	a, b := &r.Armies[0], &r.Armies[1]
	switch near := a.lossShare() - b.lossShare(); {
	case near > 0 && near >= r.Outweighs:
		return b.Side, ByBreaking
	case near < 0 && -near >= r.Outweighs:
		return a.Side, ByBreaking
	case r.Clock != "":
		return r.Clock, ByClock
	}
	n, m := a.Sum(), b.Sum()
	if a.Goal > 0 && b.Goal > 0 {
		n, m = n*b.Goal, m*a.Goal
	}
	switch lead := (n - m) * 100; {
	case lead > 0 && lead >= r.Lead*(n+m):
		return a.Side, ByPoints
	case lead < 0 && -lead >= r.Lead*(n+m):
		return b.Side, ByPoints
	}
	return "", ""
}

// lossShare returns the losses in per cent of those that break the army.
func (a *Army) lossShare() int {
	l := a.Nearest()
	if l.At == 0 {
		return 0
	}
	return l.Gone * 100 / l.At
}
