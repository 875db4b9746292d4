package commandchaos

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/oracle"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// The games of a pair differ in one fact that the Roman seats cannot know. They are played side by side with the same
// dice and orders, as long as the outcomes differ only in that fact. During that time each Roman seat must get the same
// report and the same receipts.

// happened returns the outcomes of a turn, without those hidden from the enemy.
func happened(outcomes []events.Outcome, hidden func(*events.Outcome) bool) string {
	var b strings.Builder
	for i := range outcomes {
		o := outcomes[i]
		if strings.HasPrefix(o.Name, "sight.") || hidden(&o) {
			continue
		}
		if o.Name == "hand.changed" {
			o.Fields, o.Dice = o.Fields[:4], nil
		}
		b.WriteString(o.String() + "\n")
	}
	return b.String()
}

// nothing hides no outcomes; only the cards of hands stay hidden.
func nothing(*events.Outcome) bool { return false }

// ofSecrets reports whether only the outcome's own side is told of it.
func ofSecrets(o *events.Outcome) bool {
	return slices.ContainsFunc(Ruleset.Outcomes, func(row adjudicator.OutcomeRow) bool {
		return row.Name == o.Name && row.Told == rules.ToOwn
	})
}

// twins plays two battles that differ by kind.Change. It returns how many equal turns were compared, and how many odds
// their receipts gave.
func twins(t *testing.T, n int, kind *secretKind) (compared, odds int) {
	t.Helper()
	var fields [2]*battlefield
	for i := range fields {
		r := rand.New(rand.NewPCG(uint64(n), 11))
		armies := someArmies(r)
		for k := range armies {
			armies[k].hand = ", hand: [feint, wedge, steady]"
		}
		if i == 1 {
			kind.Change(rand.New(rand.NewPCG(uint64(n), 12)), &armies)
		}
		fields[i] = openField(t, randomBattle(r, armies), uint64(n))
	}
	for turn, met := 1, false; turn <= 8; turn++ {
		var told [2]string
		var receipts [2]map[string]string
		for i, f := range fields {
			r := rand.New(rand.NewPCG(uint64(n), uint64(100+turn)))
			in := inputs(turn, uint64(n))
			in.Orders, receipts[i] = f.mails(r, turn, true)
			if i == 1 && kind.Mail != nil {
				f.mailTo(kind.Seat, &in, turn, kind.Mail(rand.New(rand.NewPCG(uint64(n), uint64(turn)))))
			}
			res := answered(f.pos, &in)
			f.take(turn, res)
			met = met || kind.Far && meets(f.state().b, res.Outcomes)
			told[i] = happened(res.Outcomes, kind.Hidden)
		}
		if told[0] != told[1] || met || kind.Far && (fields[0].wingSeen() || fields[1].wingSeen()) {
			return compared, odds
		}
		for _, seat := range []string{"roman.general", "roman.wing"} {
			oracle.CannotTell(t, fmt.Sprintf("pair %d, turn %d, %s", n, turn, seat),
				fields[0].channels(seat, turn, receipts[0][seat]), fields[1].channels(seat, turn, receipts[1][seat]))
		}
		compared++
		odds += strings.Count(receipts[0]["roman.general"]+receipts[0]["roman.wing"], "each die hits")
	}
	return compared, odds
}

// mailTo adds a line to the orders of a seat.
func (f *battlefield) mailTo(seat string, in *events.TurnInput, turn int, text string) {
	_, lines := f.read(seat, text, turn)
	for i := range in.Orders {
		if in.Orders[i].Seat == seat {
			in.Orders[i].Orders = append(slices.Clone(in.Orders[i].Orders), lines...)
			return
		}
	}
	in.Orders = append(in.Orders, events.SeatOrders{Seat: seat, Orders: lines})
	slices.SortFunc(in.Orders, func(a, b events.SeatOrders) int { return strings.Compare(a.Seat, b.Seat) })
}

// channels returns everything that a seat receives.
func (f *battlefield) channels(seat string, turn int, receipt string) []oracle.Channel {
	return []oracle.Channel{{Name: "report", Text: f.report(seat, turn)},
		{Name: "export", Text: string(f.book.Seat(seat).AppendJSON(nil))},
		{Name: "receipt", Text: receipt}}
}

// wingSeen reports whether a Roman seat may have seen the eastern wing, or the horse has left it.
func (f *battlefield) wingSeen() bool {
	s := f.state()
	for i := range s.b.Commands {
		if s.b.Commands[i].Side == 0 && s.sees(i, 4) {
			return true
		}
	}
	return s.zone(s.b.unit(farHorse)) != 4
}

// meets reports whether the far horse affected another unit, which might be visible and reveal its state.
func meets(b *Battle, outcomes []events.Outcome) bool {
	return slices.ContainsFunc(outcomes, func(o events.Outcome) bool {
		far, other := false, false
		for _, f := range o.Fields {
			far = far || f.Value == farHorse
			other = other || f.Value != farHorse && b.unit(f.Value) >= 0
		}
		return far && other && !strings.HasPrefix(o.Name, "sight.")
	})
}

// farHorse is the Carthaginian cavalry on the eastern wing, out of sight of all Roman seats at first.
const farHorse = "p8"

// secretKind is one kind of fact that the Roman seats cannot know.
type secretKind struct {
	Name   string
	Change func(r *rand.Rand, armies *[2]army)
	Seat   string // the seat that writes one more order
	Mail   func(r *rand.Rand) string
	Hidden func(*events.Outcome) bool
	Far    bool // about the wing out of their sight
}

var secretKinds = []secretKind{
	{Name: "chits", Hidden: nothing, Change: func(r *rand.Rand, a *[2]army) {
		c := a[1].chits
		for i := range c { // the same quality with another chit
			c[i] = map[string]string{"5V": "4V", "4V": "5V", "2": "3", "4": "3", "3": "4"}[c[i]]
		}
		balance(c)
	}},
	{Name: "hands", Hidden: nothing, Change: func(r *rand.Rand, a *[2]army) {
		a[1].hand = ", hand: [" + []string{"relief, push, riposte", "steady, steady, pila",
			"onslaught, wedge, feint"}[r.IntN(3)] + "]"
	}},
	{Name: "letters", Hidden: ofSecrets, Change: func(*rand.Rand, *[2]army) {}, Seat: "punic.general",
		Mail: func(r *rand.Rand) string {
			return []string{"letter to wing: Wait for my sign.", "standing cards second", "card wedge on p3",
				"to left wing: hold p1"}[r.IntN(4)]
		}},
	{Name: "far away", Far: true, Change: func(*rand.Rand, *[2]army) {}, Seat: "punic.wing",
		Mail: func(r *rand.Rand) string {
			return []string{"hold ", "back ", "advance "}[r.IntN(3)] + farHorse
		}, Hidden: func(o *events.Outcome) bool {
			return ofSecrets(o) || slices.ContainsFunc(o.Fields, func(f events.Field) bool { return f.Value == farHorse })
		}},
}

// TestNonInterference compares GALLOPER_PAIRS pairs of each kind: with other morale chits, other hands, other letters
// and standing orders of the enemy, or other moves out of sight.
func TestNonInterference(t *testing.T) {
	t.Parallel()
	for i := range secretKinds {
		kind := &secretKinds[i]
		t.Run(kind.Name, func(t *testing.T) {
			t.Parallel()
			pairs, turns, odds := oracle.Many(os.Getenv("GALLOPER_PAIRS"), 12), 0, 0
			for n := range pairs {
				alike, told := twins(t, n, kind)
				turns, odds = turns+alike, odds+told
			}
			if turns < pairs/6 || odds == 0 && !kind.Far {
				t.Errorf("only %d turns of %d pairs were alike, with %d odds", turns, pairs, odds)
			}
			t.Logf("%d pairs, %d turns compared, %d odds", pairs, turns, odds)
		})
	}
}

// balance restores the sum of the chits with average units.
func balance(chits []string) {
	sum := 0
	for _, c := range chits {
		sum += int(c[0] - '0')
	}
	for i := 0; sum != 34 && i < 100; i++ {
		c := &chits[i%len(chits)]
		switch {
		case strings.HasSuffix(*c, "V"):
		case sum < 34 && (*c)[0] < '5':
			*c = string((*c)[0] + 1)
			sum++
		case sum > 34 && (*c)[0] > '2':
			*c = string((*c)[0] - 1)
			sum--
		}
	}
}
