package fieldcommand

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/desks"
	"galloper/adjudicator/oracle"
	"galloper/adjudicator/rules"
	"galloper/events"
	"galloper/orders"
)

// columns is a line of locales with two commanders of one side at one end.
const columns = `ruleset: fieldcommand
title: Two columns
map:
  locales: {camp: {}, ford: {}, mill: {}, farm: {}, wood: {}, hill: {}, town: {}}
  boundaries:
    - {between: [camp, ford]}
    - {between: [ford, mill]}
    - {between: [mill, farm]}
    - {between: [farm, wood]}
    - {between: [wood, hill]}
    - {between: [hill, town]}
sides: {union: {}, csa: {}}
seats:
  union.lyon: {role: army, at: camp}
  union.sigel: {at: camp}
  csa.price: {at: town}
units:
  sturgis: {seat: union.lyon, kind: infantry, strength: 3, at: camp}
  salomon: {seat: union.sigel, kind: infantry, strength: 2, at: camp}
  albert: {seat: union.sigel, kind: infantry, strength: 2, at: camp}
  schaefer: {seat: union.sigel, kind: artillery, at: camp}
  slack: {seat: csa.price, kind: infantry, strength: 3, at: town}
options: {first: csa, cards: off, couriers: off}
victory: {rounds: 12}
`

// column is a battle with Lyon as the player, a silent enemy, and the staff in command of Sigel and the other column.
type column struct {
	*testing.T
	pos   adjudicator.Position
	told  *desks.Desks
	turn  int
	given []adjudicator.Given
	lines []string // the staff's lines for the last turn
}

func sendSigel(t *testing.T, scenario string) *column {
	t.Helper()
	_, sc, faults := adjudicator.Load([]*adjudicator.Ruleset{&Ruleset}, "columns", []byte(scenario))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	c := &column{T: t, told: desks.Open(&Ruleset, sc),
		pos: adjudicator.Position{Game: "columns", Ruleset: &Ruleset, Scenario: sc, State: sc.Start()}}
	opened := adjudicator.Open(c.pos, events.TurnInput{Turn: 1})
	c.pos.State = opened.State
	c.told.Tell(0, opened.Outcomes)
	return c
}

// read parses orders as the seat's mail. All of them must be accepted.
func (c *column) read(seat string, lines []string) []string {
	c.Helper()
	desk := adjudicator.Desk{Scenario: c.pos.Scenario, Seat: seat, Turn: c.turn, Known: c.told.Known(seat)}
	var items []orders.Item
	for _, line := range lines {
		items = append(items, language.Item(line))
	}
	r := Ruleset.Read(desk, items)
	for i, e := range r.Entries {
		if e.Refusal != nil {
			c.Errorf("turn %d, %s: %q is refused: %s", c.turn, seat, lines[i], e.Refusal.Reason)
		}
	}
	return r.Accepted()
}

// play plays a turn with the given orders of Lyon.
func (c *column) play(lines ...string) {
	c.Helper()
	c.turn++
	const seat = "union.sigel"
	desk := adjudicator.Desk{Scenario: c.pos.Scenario, Seat: seat, Turn: c.turn, Known: c.told.Known(seat)}
	c.lines = Ruleset.Staff(desk, adjudicator.Officer{Game: "columns", Given: c.given})
	for _, line := range c.lines {
		c.given = append(c.given, adjudicator.Given{Turn: c.turn, Line: line})
	}
	in := events.TurnInput{Turn: c.turn, Seed: [32]byte{7, byte(c.turn)}, Orders: []events.SeatOrders{
		{Seat: "union.lyon", Orders: c.read("union.lyon", lines)}, {Seat: seat, Orders: c.read(seat, c.lines)}}}
	res := adjudicator.Adjudicate(c.pos, in)
	c.pos.State = res.State
	c.told.Tell(c.turn, res.Outcomes)
}

// wrote returns the staff's lines of the last turn that name a unit.
func (c *column) wrote(unit string) (about []string) {
	for _, line := range c.lines {
		if slices.Contains(strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' }), unit) {
			about = append(about, line)
		}
	}
	return about
}

// want checks the staff's lines about a unit.
func (c *column) want(unit string, lines ...string) {
	c.Helper()
	if got := c.wrote(unit); !slices.Equal(got, lines) {
		c.Errorf("turn %d: %q about %s, want %q", c.turn, got, unit, lines)
	}
}

// at checks a unit's position.
func (c *column) at(unit, want string) {
	c.Helper()
	s := rules.StateOf[State](c.pos.State)
	if got := s.b.positionText(s.Units[s.unitIndex(unit)].At); got != want {
		c.Errorf("turn %d: %s at %s, want %s", c.turn, unit, got, want)
	}
}

// A march continues from turn to turn, and the units then stay at the destination for staffHeeds turns. A unit ordered
// to hold does nothing for as long.
func TestStaffMarchesAsTold(t *testing.T) {
	t.Parallel()
	c := sendSigel(t, columns)
	c.play("TO sigel: march salomon to wood", "TO sigel: hold albert")
	for _, to := range []string{"ford", "mill", "farm", "wood"} {
		c.play()
		c.want("salomon", "MARCH salomon TO "+to)
		c.want("albert")
		c.at("salomon", to)
		c.play()
	}
	for range staffHeeds {
		c.play()
		c.want("salomon")
		c.play()
	}
	c.at("albert", "wood")
}

// The latest directive applies to the units that it names, the older one to the others.
func TestStaffDoesWhatItWasToldLast(t *testing.T) {
	t.Parallel()
	c := sendSigel(t, columns)
	c.play("TO sigel: march salomon, albert to wood")
	c.play()
	c.want("salomon", "MARCH salomon, albert TO ford")
	c.play("TO sigel: march albert to camp")
	c.play()
	c.want("salomon", "MARCH salomon TO mill")
	c.want("albert", "MARCH albert TO camp")
	c.at("albert", "camp")
	c.play("TO sigel: hold salomon")
	c.play()
	c.want("salomon")
	c.at("salomon", "mill")
}

// A directive by courier is carried out in the side's first turn after it arrives.
func TestStaffWaitsForTheCourier(t *testing.T) {
	t.Parallel()
	c := sendSigel(t, strings.NewReplacer("union.sigel: {at: camp}", "union.sigel: {at: farm}", "2, at: camp}",
		"2, at: farm}", "couriers: off", "couriers: on").Replace(columns))
	c.play("TO sigel: march salomon to mill", "TO sigel: hold albert")
	c.play()
	c.want("salomon", "MARCH salomon, albert TO wood")
	c.play()
	for _, to := range []string{"farm", "mill"} {
		c.play()
		c.want("salomon", "MARCH salomon TO "+to)
		c.want("albert")
		c.play()
	}
}

// Of two directives that arrive together, the later one applies too, although the rules let a silent seat carry out the
// first.
func TestStaffWhoHoldsIsNotSilent(t *testing.T) {
	t.Parallel()
	c := sendSigel(t, columns)
	c.play("TO sigel: march salomon, albert to ford", "TO sigel: hold all")
	c.play()
	if !slices.Equal(c.lines, []string{"WAIT"}) {
		t.Errorf("the staff, which is to hold, writes %q", c.lines)
	}
	c.at("salomon", "camp")
}

// The staff ignores orders that the seat could not give and text that is not an order, and the other units follow its
// own plan.
func TestStaffLeavesOutWhatItCannotOrder(t *testing.T) {
	t.Parallel()
	alone := sendSigel(t, columns)
	alone.play()
	alone.play()
	c := sendSigel(t, columns)
	c.play("TO sigel: march sturgis to ford", "TO sigel: mobilize group 1 at camp", "TO sigel: Come up at once!",
		"TO sigel: wait", "TO sigel: charge hill with salomon", "TO sigel: to lyon: hold sturgis")
	c.play()
	if !slices.Equal(c.lines, alone.lines) {
		t.Errorf("the staff writes %q, and told nothing %q", c.lines, alone.lines)
	}
}

// Ranging guns limber up before a march.
func TestStaffLimbersForTheMarch(t *testing.T) {
	t.Parallel()
	c := sendSigel(t, strings.Replace(columns, "artillery, at: camp}", "artillery, at: camp/ford, ranging: yes}", 1))
	c.play("TO sigel: march salomon, schaefer to ford")
	c.play()
	c.want("schaefer", "MARCH schaefer TO ford", "LIMBER schaefer")
	c.at("schaefer", "ford")
}

// ALL at a place stays the group that was there when the directive arrived, until it reaches its destination.
func TestStaffSendsAllFromAPlace(t *testing.T) {
	t.Parallel()
	c := sendSigel(t, strings.Replace(columns, "at: camp}\n  slack", "at: mill}\n  slack", 1))
	c.play("TO sigel: march all at camp to wood", "TO sigel: hold schaefer")
	for _, to := range []string{"ford", "mill", "farm", "wood"} {
		c.play()
		c.want("salomon", "MARCH salomon, albert TO "+to)
		c.want("schaefer")
		c.play()
	}
}

// afield returns columns with Salomon two locales away from an enemy of the given strength on the hill.
func afield(strength string) string {
	return strings.NewReplacer("2, at: camp}\n  albert", "3, at: farm}\n  albert",
		"3, at: town", strength+", at: hill").Replace(columns)
}

// Units ordered to TAKE a place march there and attack until it is taken, and then stay.
func TestStaffTakesAsTold(t *testing.T) {
	t.Parallel()
	c := sendSigel(t, afield("1"))
	c.play("TO sigel: take hill with salomon", "TO sigel: hold albert, schaefer")
	for _, line := range []string{"MARCH salomon TO wood", "TAKE hill WITH salomon", "TAKE hill WITH salomon"} {
		c.play()
		c.want("salomon", line)
		c.play()
	}
	c.at("salomon", "hill")
	c.play()
	c.want("salomon")
}

// An attack is made once, by the units that have reached the position for it.
func TestStaffAttacksOnce(t *testing.T) {
	t.Parallel()
	c := sendSigel(t, afield("3"))
	c.play("TO sigel: attack hill with salomon", "TO sigel: hold albert, schaefer")
	for _, line := range []string{"MARCH salomon TO wood", "ATTACK hill WITH salomon"} {
		c.play()
		c.want("salomon", line)
		c.play()
	}
	c.play()
	if slices.Contains(c.lines, "ATTACK hill WITH salomon") {
		t.Errorf("it attacks again: %q", c.lines)
	}
}

// The staff carries out other directives once, beside the lasting ones: the commander rides to the destination and
// stays there.
func TestStaffDoesOnceWhatItWasTold(t *testing.T) {
	t.Parallel()
	c := sendSigel(t, strings.Replace(columns, "artillery, at: camp}", "artillery, at: camp/ford, ranging: yes}", 1))
	c.play("TO sigel: ride to farm", "TO sigel: standing withdraw", "TO sigel: march schaefer to farm",
		"TO sigel: limber schaefer", "TO sigel: split salomon into 1, 1")
	c.play()
	c.want("schaefer", "LIMBER schaefer", "MARCH schaefer TO ford")
	for _, line := range []string{"RIDE TO farm", "STANDING WITHDRAW", "SPLIT salomon INTO 1, 1"} {
		if !slices.Contains(c.lines, line) {
			t.Errorf("no %s in %q", line, c.lines)
		}
	}
	for range staffHeeds - 1 {
		c.play()
		c.play()
		for _, line := range c.lines {
			if verb, _, _ := strings.Cut(line, " "); verb == "RIDE" || verb == "STANDING" || verb == "SPLIT" {
				t.Errorf("turn %d: %s", c.turn, line)
			}
		}
	}
}

// Every order that staffs write is accepted, whatever the army's commander orders, in a battle of any kind. Staffs with
// the same knowledge write the same orders.
func TestStaffIsNeverRefused(t *testing.T) {
	t.Parallel()
	battles, heeded := oracle.Many(os.Getenv("GALLOPER_BATTLES"), len(kindsOfGames)), 0
	for n := range battles {
		l := &levy{Rand: rand.New(rand.NewPCG(uint64(n), 1861))}
		g := newGame(t, l.writeScenario(6, 3, 12, kindsOfGames[n%len(kindsOfGames)]), fmt.Sprint("staff", n))
		given := map[string][]adjudicator.Given{}
		for turn := 1; turn <= 16 && !g.state().Over; turn++ {
			mails := map[string]string{"union.army": l.telling(g.state())}
			for _, seat := range l.seats {
				if seat != "union.army" {
					mails[seat] = g.staff(seat, given)
				}
			}
			heeded += strings.Count(mails["union.i"]+mails["union.ii"], "\n")
			g.play(mails, l.answer)
		}
	}
	if heeded < 10*battles {
		t.Errorf("in %d battles the staffs wrote %d orders: the test tests too little", battles, heeded)
	}
}

// telling returns orders from the army's commander to the other seats of the side.
func (l *levy) telling(s *State) string {
	var b strings.Builder
	for _, seat := range []string{"union.i", "union.ii"} {
		for range l.IntN(3) {
			line := l.fighting(s, seat)
			if l.IntN(2) == 0 {
				line, _, _ = strings.Cut(l.line(s, seat), "\n")
			}
			b.WriteString("TO " + seat + ": " + line + "\n")
		}
	}
	return b.String()
}

// staff returns the lines of a seat's staff. Each must be an order that the seat could write itself.
func (g *game) staff(seat string, given map[string][]adjudicator.Given) string {
	g.t.Helper()
	desk := adjudicator.Desk{Scenario: g.pos.Scenario, Seat: seat, Turn: g.pos.Turn + 1, Known: g.book.Seat(seat)}
	officer := adjudicator.Officer{Game: "lot", Given: given[seat]}
	lines := Ruleset.Staff(desk, officer)
	if again := Ruleset.Staff(desk, officer); !slices.Equal(again, lines) {
		g.t.Errorf("%s, turn %d: %q, and again %q", seat, desk.Turn, lines, again)
	}
	body := strings.Join(lines, "\n") + "\n"
	_, reading := Ruleset.ReadMail(desk, body)
	for i, e := range reading.Entries {
		if e.Refusal != nil {
			g.t.Errorf("%s, turn %d: %s of %q is refused: %s", seat, desk.Turn, reading.Entries[i].Canonical, lines,
				e.Refusal.Reason)
		}
	}
	for _, line := range lines {
		given[seat] = append(given[seat], adjudicator.Given{Turn: desk.Turn, Line: line})
	}
	return body
}
