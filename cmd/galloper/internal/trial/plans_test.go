package trial

import (
	"os"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator/oracle"
	"galloper/events"
)

// storm is a mail that once won the demo battle regardless of the enemy's play.
var storm = Plan{Side: "french", Seat: "french.north", Orders: []string{"Champagne, Picardie: assault the mill"}}

// Neither a single mail nor none at all wins the demo battle.
func TestNoMailAloneWins(t *testing.T) {
	m := shipped(t)["demo"]
	battles, most := oracle.Many(os.Getenv("GALLOPER_BATTLES"), 20), mostOfAPlan
	plans := []Plan{storm, {Side: "french", Seat: "french.north", Alone: true},
		{Side: "dutch", Seat: "dutch.north", Alone: true}}
	if battles >= 100 {
		plans = append(plans, m.Plans()...)
	} else {
		most += 20 // few battles scatter more
	}
	worst := Plan{}
	for _, p := range plans {
		if p = m.Try(p, battles, 2, func(int) {}); p.Share() > most {
			t.Errorf("%d : %d by %s", p.Won, p.Lost, &p)
		}
		if p.Share() > worst.Share() {
			worst = p
		}
	}
	t.Logf("%d plans; the best wins %d %% of %d battles: %s", len(plans), worst.Share(), battles, &worst)
}

// In the demo battle the foot is in contact by the third turn, and two regiments arrive side by side.
func TestFirstBattleBeginsSoon(t *testing.T) {
	contact := []string{"volley.fired", "platoon.fired", "charge.contact"}
	pair := []string{"champagne", "picardie"}
	for _, plan := range []*Plan{nil, &storm} {
		m := shipped(t)["demo"]
		first := 0
		m.Plan, m.Seen = plan, func(turn int, _ []events.SeatOrders, outcomes []events.Outcome) {
			for i := range outcomes {
				o := &outcomes[i]
				if first == 0 && slices.Contains(contact, o.Name) {
					first = turn
				}
				if first == 0 && slices.Contains(pair, o.Get("unit")) && slices.Contains(pair, o.Get("by")) {
					t.Errorf("one is in the other's way: %s", o)
				}
			}
		}
		for n := range 9 {
			first = 0
			if m.Play(n); first == 0 || first > 3 {
				t.Errorf("battle %d: contact in turn %d", n, first)
			}
		}
	}
}

// A plan is sent once. The other seats of its side are played by the staff, or idle.
func TestPlansAreWrittenOnce(t *testing.T) {
	for _, alone := range []bool{false, true} {
		m := shipped(t)["demo"]
		p := storm
		p.Alone = alone
		wrote := map[string][]string{}
		m.Plan, m.Seen = &p, func(_ int, seats []events.SeatOrders, _ []events.Outcome) {
			for _, s := range seats {
				wrote[s.Seat] = append(wrote[s.Seat], s.Orders...)
			}
		}
		m.Play(0)
		if got := wrote[p.Seat]; !slices.Equal(got, []string{"TO champagne, picardie: ASSAULT mill"}) {
			t.Errorf("%s: wrote %q", &p, got)
		}
		if silent := len(wrote["french.south"]) == 0; silent != alone || len(wrote["dutch.north"]) == 0 {
			t.Errorf("%s: the others wrote %q", &p, wrote)
		}
	}
}

// For each seat, newcomers try no orders, each suggestion of the opening mail and all of them, with and without
// the staff in their side's other seats.
func TestPlansOfNewcomers(t *testing.T) {
	var tries []string
	for _, p := range shipped(t)["demo"].Plans() {
		if p.Seat == "dutch.north" && p.Alone {
			tries = append(tries, strings.Join(p.Orders, "; "))
		}
	}
	n := len(tries)
	if n < 4 || tries[0] != "" || tries[n-1] != strings.Join(tries[1:n-1], "; ") {
		t.Errorf("they try %q", tries)
	}
	for _, p := range shipped(t)["lodi"].Plans() {
		if !p.Alone {
			t.Errorf("%s: there is nobody else on the side", &p)
		}
	}
}

// A plan that wins more than 60 % of decided battles causes a warning.
func TestTellPlans(t *testing.T) {
	even := Plan{Seat: "blue.general", Games: 10, Won: 3, Lost: 2, Drawn: 5, Alone: true}
	odd := Plan{Seat: "red.general", Orders: []string{"To all: hold"}, Games: 10, Won: 7, Lost: 3}
	text := TellPlans("The ford", []Plan{even, odd})
	for _, want := range []string{"     3     2     5            60 %  blue.general alone: READY only\n",
		"leave the other side an answer to them:\n! red.general beside the staff: To all: hold: 70 %\n",
		"A figure of 10 battles is right to within some 31 points.\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not told in\n%s", want, text)
		}
	}
	if strings.Count(text, "!") != 1 {
		t.Errorf("it is told of another:\n%s", text)
	}
	if text = TellPlans("The ford", []Plan{even}); !strings.Contains(text, "\nNo plan wins more than 60 %") {
		t.Errorf("it is not told that all is well:\n%s", text)
	}
}
