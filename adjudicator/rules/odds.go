package rules

import (
	"fmt"
	"strconv"
	"strings"

	"galloper/events"
	"galloper/orders"
)

// Odds is a line below an order in its receipt, on its possible results by the seat's knowledge.
type Odds struct {
	Does    string // the test or comparison: `1ligne acts on 10 or less`
	Of      string // how its figure is made up: `8, less 1 against it`
	Against string // the figure it is compared with
	Comes   string // the result: [Ways], [Hits], or what follows without dice
	But     string // what may still change the result
}

// String returns the line, or "" if Comes is empty.
func (o Odds) String() string {
	if o.Comes == "" {
		return ""
	}
	var b strings.Builder
	b.Grow(len(o.Does) + len(o.Of) + len(o.Against) + len(o.Comes) + len(o.But) + len(" () against : ; "))
	part := func(before, text, behind string) {
		if text != "" {
			b.WriteString(before)
			b.WriteString(text)
			b.WriteString(behind)
		}
	}
	part("", o.Does, "")
	part(" (", o.Of, ")")
	part(" against ", o.Against, "")
	part(": ", o.Comes, "")
	part("; ", o.But, "")
	return b.String()
}

// Under appends the lines of the odds to the notes of an order.
func Under(e *orders.Entry, odds ...Odds) {
	for _, o := range odds {
		if text := o.String(); text != "" {
			e.Notes = append(e.Notes, text)
		}
	}
}

// Ways returns how many of all throws of the dice are good: `29 in 36`.
func Ways(dice, faces int, good func(rolled []events.Die) bool) string {
	rolled, all, n := make([]events.Die, dice), 1, 0
	for range dice {
		all *= faces
	}
	for throw := range all {
		for i := range rolled {
			rolled[i].Value = throw%faces + 1
			throw /= faces
		}
		if good(rolled) {
			n++
		}
	}
	return fmt.Sprintf("%d in %d", n, all)
}

// Hits returns the expected number of hits if a die hits with `each` of its faces: `6 dice, about 3 hits`.
func Hits(dice, each, faces int) string {
	each = min(max(each, 0), faces)
	n := (2*dice*each + faces) / (2 * faces)
	switch {
	case dice <= 0 || each == 0:
		return "no hit"
	case each == faces:
		return Counted(dice, "die", "dice") + ", " + Counted(dice, "hit", "hits")
	case n == 0:
		return Counted(dice, "die", "dice") + ", likely no hit"
	}
	return Counted(dice, "die", "dice") + ", about " + Counted(n, "hit", "hits")
}

// Counted returns a number with its noun: `1 hit`, `3 hits`.
func Counted(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + several
}
