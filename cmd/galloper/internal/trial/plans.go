package trial

import (
	"fmt"
	"math"
	"strings"

	"galloper/adjudicator"
)

// Plans lists the first attempts of newcomers: for each seat no orders, each order that the opening mail
// suggests, and all of them.
func (m *Match) Plans() (plans []Plan) {
	f := m.field(0)
	f.begin()
	seats := m.Scenario.Seats()
	sizes := map[string]int{}
	for _, s := range seats {
		sizes[s.Side]++
	}
	for _, s := range seats {
		said := f.table.Told(s.ID).Examples
		tries := [][]string{nil}
		for _, line := range said {
			tries = append(tries, []string{line})
		}
		if len(said) > 1 {
			tries = append(tries, said)
		}
		for _, orders := range tries {
			plans = append(plans, Plan{Side: s.Side, Seat: s.ID, Orders: orders, Alone: true})
			if sizes[s.Side] > 1 {
				plans = append(plans, Plan{Side: s.Side, Seat: s.ID, Orders: orders})
			}
		}
	}
	return plans
}

// Try plays the plan in this many battles against the staff. done is called after each with the number finished
// so far.
func (m *Match) Try(p Plan, games, workers int, done func(n int)) Plan {
	tried := *m
	tried.Plan = &p
	for _, b := range tried.Run(games, workers, done) {
		switch b.Winner {
		case p.Side:
			p.Won++
		case adjudicator.Draw:
			p.Drawn++
		default:
			p.Lost++
		}
	}
	p.Games = games
	return p
}

// Share returns the percentage of decided battles that the plan won.
func (p *Plan) Share() int { return percent(p.Won, p.Won+p.Lost) }

// TellPlans returns a table of plans for a terminal.
func TellPlans(title string, plans []Plan) string {
	var b, warnings strings.Builder
	fmt.Fprintf(&b, "%s: orders once, then READY, against the staff\n\n   won  lost drawn  won of decided\n", title)
	for i := range plans {
		p := &plans[i]
		fmt.Fprintf(&b, "%6d %5d %5d %13d %%  %s\n", p.Won, p.Lost, p.Drawn, p.Share(), p)
		if p.Share() > mostOfAPlan {
			fmt.Fprintf(&warnings, "! %s: %d %%\n", p, p.Share())
		}
	}
	if warnings.Len() > 0 {
		fmt.Fprintf(&b, "\nWin more than %d %% of their decided battles; leave the other side an answer to them:\n%s",
			mostOfAPlan, warnings.String())
	} else {
		fmt.Fprintf(&b, "\nNo plan wins more than %d %% of its decided battles.\n", mostOfAPlan)
	}
	if len(plans) > 0 && plans[0].Games > 0 {
		const spread = 98 // per cent times the root of the battles, for 19 of 20 samples of an even plan
		fmt.Fprintf(&b, "A figure of %d battles is right to within some %.0f points.\n", plans[0].Games,
			spread/math.Sqrt(float64(plans[0].Games)))
	}
	return b.String()
}

// mostOfAPlan is the highest percentage of decided battles that a plan may win before TellPlans warns of it.
const mostOfAPlan = 60

// String names the plan.
func (p *Plan) String() string {
	does := "READY only"
	if len(p.Orders) > 0 {
		does = strings.Join(p.Orders, "; ")
	}
	if p.Alone {
		return p.Seat + " alone: " + does
	}
	return p.Seat + " beside the staff: " + does
}
