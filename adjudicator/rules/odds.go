package rules

import (
	"fmt"
	"strconv"
	"strings"

	"galloper/events"
	"galloper/orders"
)

// Odds are a line below an order in its receipt: what it may come to, by what its seat knows.
type Odds struct {
	Does    string // who throws for what, or what is weighed: `1ligne acts on 10 or less`
	Of      string // what that is made up of: `8, less 1 against it`
	Against string // what it is weighed against
	Comes   string // of it: [Ways], [Hits], or what follows without dice
	But     string // what may yet change it
}

// String returns the line, "" where there is nothing to be told.
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

// Under writes the lines of an order's odds below it.
func Under(e *orders.Entry, odds ...Odds) {
	for _, o := range odds {
		if text := o.String(); text != "" {
			e.Notes = append(e.Notes, text)
		}
	}
}

// Ways says how many of all throws of so many dice with so many faces are good: `29 in 36`.
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

// Hits says what may be expected of dice of which each hits with so many of its faces: `6 dice, about 3 hits`.
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

// Counted is a number with what is counted: `1 hit`, `3 hits`.
func Counted(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + several
}
