package adjudicator

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/dice"
	"galloper/adjudicator/scenario"
	"galloper/events"
)

// Army is an army that comes from earlier battles.
type Army struct {
	events.ArmyCarried
	Text  string   // of the scenario: the author's, and behind it the key `carried`
	Lines []string // the strength of each unit, in sentences
}

// CarryError explains why rolls cannot be carried into a battle, and names the next step.
type CarryError struct{ What, Next string }

// Error implements error.
func (e *CarryError) Error() string { return e.What }

func noCarry(next, what string, a ...any) error { return &CarryError{fmt.Sprintf(what, a...), next} }

// CarryInto lays the armies of rolls over the author's text of a scenario. terms are the rolls, the returns and the
// umpire's rulings. The roller has the seed of turn 1 of the new game; without one this is a preview.
func (r *Ruleset) CarryInto(file, author string, terms events.ArmyCarried, roller *dice.Roller) (Army, error) {
	doc, faults := scenario.Read(file, []byte(author), r.Keys)
	if len(faults) > 0 {
		return Army{}, noCarry("galloper scenario check FILE shows all faults", "the scenario has faults: %v", faults[0])
	}
	sc, faults := r.Setup(doc)
	if len(faults) > 0 {
		return Army{}, noCarry("galloper scenario check FILE shows all faults", "the scenario has faults: %v", faults[0])
	}
	terms.Dice, terms.Away = nil, nil
	c := &carrier{rules: r, doc: doc, names: Names(sc), stage: StageOf(sc), room: r.Carry.strengths(sc.Start()),
		roller: roller, army: Army{ArmyCarried: terms}, comes: map[string]arrival{}}
	for _, step := range []func() error{c.check, c.muster, c.officers, c.sides} {
		if err := step(); err != nil {
			return Army{}, err
		}
	}
	c.write(author)
	if roller != nil {
		c.army.Dice = roller.Rolled()
	}
	return c.army, nil
}

// arrival is the strength of a unit in the new battle.
type arrival struct {
	n     int
	maybe bool   // a die may still add one
	note  string // how that came
}

// change is an entry of `carried`.
type change struct {
	layer, id string
	parts     []string // keys with their values
	whole     string   // instead of parts: gone, or a list
	note      string
}

// carrier works out the army of one battle.
type carrier struct {
	rules  *Ruleset
	doc    *scenario.Doc
	names  func(string) string
	stage  events.Stage
	room   map[string]strength // of the field's units
	roller *dice.Roller        // nil: only a preview
	army   Army
	comes  map[string]arrival // by unit of the rolls
	rose   []string           // persons who have taken over a seat
	list   []*change
}

func (c *carrier) say(format string, a ...any) {
	c.army.Lines = append(c.army.Lines, fmt.Sprintf(format, a...))
}

// change returns the entry of `carried` with the id.
func (c *carrier) change(layer, id string) *change {
	i := slices.IndexFunc(c.list, func(e *change) bool { return e.layer == layer && e.id == id })
	if i < 0 {
		i, c.list = len(c.list), append(c.list, &change{layer: layer, id: id})
	}
	return c.list[i]
}

// add adds a key with its value to an entry.
func (c *carrier) add(layer, id, key, value string) {
	e := c.change(layer, id)
	e.parts = append(e.parts, key+": "+value)
}

// die rolls a die of the new game. ok is false in a preview.
func (c *carrier) die(name string, faces int) (value int, ok bool) {
	if c.roller == nil {
		return 0, false
	}
	return c.roller.Die("carried/"+name, faces).Value, true
}

// ruled returns the umpire's ruling on a unit's strength, or on a person's fate.
func (c *carrier) ruled(strength bool, ids ...string) (events.CarryRuling, bool) {
	i := slices.IndexFunc(c.army.Rulings, func(r events.CarryRuling) bool {
		_, err := strconv.Atoi(r.Is)
		return (err == nil) == strength && slices.Contains(ids, r.Who)
	})
	if i < 0 {
		return events.CarryRuling{}, false
	}
	return c.army.Rulings[i], true
}

// check refuses rolls that do not fit together, and rulings on no one.
func (c *carrier) check() error {
	known := map[string]bool{}
	for i, roll := range c.army.Rolls {
		if roll.Check != roll.Sealed().Check {
			return noCarry("write it anew with galloper export GAME --roll", "the roll of %s was changed after it was written",
				roll.Game)
		}
		if roll.Ruleset != c.rules.Name || roll.Rules != c.rules.Version {
			return noCarry("take a field of "+roll.Ruleset+", and the version of Galloper that played the battle",
				"the roll of %s is of %s, version %d, but the field is one of %s, version %d", roll.Game, roll.Ruleset,
				roll.Rules, c.rules.Name, c.rules.Version)
		}
		for _, other := range c.army.Rolls[:i] {
			for _, u := range roll.Units {
				if slices.ContainsFunc(other.Units, func(o events.RollUnit) bool { return o.ID == u.ID }) {
					return noCarry("carry the roll of one of the two", "the unit %s is on the rolls of %s and of %s", u.ID,
						other.Game, roll.Game)
				}
			}
		}
		for _, u := range roll.Units {
			known[u.ID], known[u.Seat] = true, true
		}
		for _, o := range roll.Officers {
			known[o.Who], known[o.Name] = true, true
		}
	}
	for _, r := range c.army.Rulings {
		_, wrong := strconv.Atoi(r.Is)
		if fate := slices.Contains([]string{FateDead, FateCaptured, FateWounded, FateFit}, r.Is); !known[r.Who] ||
			!fate && wrong != nil || strings.HasPrefix(r.Is, "-") {
			return noCarry("write UNIT=STRENGTH, or OFFICER=dead, captured, wounded or fit, as the roll names them",
				"there is nothing to rule on: %s=%s", r.Who, r.Is)
		}
	}
	return nil
}

// muster works out the strength of each unit.
func (c *carrier) muster() error {
	for _, roll := range c.army.Rolls {
		var side string
		units := slices.Clone(roll.Units)
		slices.SortStableFunc(units, func(a, b events.RollUnit) int { return strings.Compare(a.Side, b.Side) })
		for _, u := range units {
			share, how := c.army.Lost, "lost the field"
			if drawn := roll.Winner == Draw || roll.Winner == Nobody; drawn || roll.Winner == u.Side {
				share, how = c.army.Held, map[bool]string{true: "did not lose the field", false: "held the field"}[drawn]
			}
			if u.Side != side {
				side = u.Side
				c.say("%s %s: %d in 100 losses come back.", c.named(side), how, share)
			}
			if err := c.unit(u, share); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *carrier) named(id string) string {
	if name := c.names(id); name != "" {
		return name
	}
	return id
}

// unit works out the strength of one unit. Of its losses the share comes back; a die decides on the fraction.
func (c *carrier) unit(u events.RollUnit, share int) error {
	lost := (u.Began - u.Left) * share
	back, part := lost/100, lost%100
	may := ""
	if part > 0 {
		if v, rolled := c.die("return/"+u.ID, 100); !rolled {
			may = fmt.Sprintf("; a die may add one, %d in 100", part)
		} else if v <= part {
			back++
		}
	}
	n := u.Left + back
	note := fmt.Sprintf("%d began, %d left, %d came back", u.Began, u.Left, back)
	text := fmt.Sprintf("%d of %d: %d were left, %d came back%s.", n, u.Began, u.Left, back, may)
	r, ruled := c.ruled(true, u.ID)
	switch {
	case ruled:
		n = events.Number(r.Is)
		may, note = "", note+"; ruled: "+oneLine(r.Reason)
		text = fmt.Sprintf("%d of %d, as the umpire rules, because %s.", n, u.Began, oneLine(r.Reason))
	case u.Left == u.Began:
		text = fmt.Sprintf("all %d.", n)
	}
	switch text = "will fight with " + text; {
	case n == 1 && u.Left == 1 && u.Began == 1:
		text = "will fight as before."
	case n == 0 && ruled:
		text = fmt.Sprintf("will not fight, as the umpire rules, because %s.", oneLine(r.Reason))
	case n == 0 && may == "":
		text = "will not fight: nothing is left."
	}
	field, there := c.room[u.ID]
	switch {
	case n > 0 && !there:
		return noCarry(fmt.Sprintf("add the unit %s to the field, or leave it behind: --ruling '%s=0 because it stays'",
			u.ID, u.ID), "%s is on the roll, and the field has no unit %s", u.Name, u.ID)
	case n > field.n:
		return noCarry(fmt.Sprintf("make the unit larger in the field, or rule: --ruling '%s=%d because …'", u.ID, field.n),
			"%s will fight with %d, and the field has room for %d", u.Name, n, field.n)
	}
	c.comes[u.ID] = arrival{n, may != "", note}
	c.say("  %s %s", u.Name, text)
	return nil
}

// officers decides who misses the battle, by rule 2.33 of Fire & Discipline: of those hit half are dead. A wounded
// officer is back for this battle with 0 to 4 on a d10.
func (c *carrier) officers() error {
	for _, roll := range c.army.Rolls {
		for _, o := range c.addRisked(roll, slices.Clone(roll.Officers)) {
			if known := c.decideFate(&o); !known {
				c.say("%s was hit: a die decides who leads in this battle.", o.Name)
			} else if o.Fate == FateFit {
				c.say("%s was hit, and is back.", o.Name)
			} else {
				c.army.Away = append(c.army.Away, o)
			}
		}
	}
	for seat := range c.doc.Each("seats") {
		c.succeed(seat, c.named(c.post(seat)), c.stage.Commanders[seat])
	}
	for unit := range c.doc.Each("units") {
		if held := c.stage.Commanders[unit]; len(held) > 0 && !c.stays(unit) {
			c.succeed(unit, "", held)
		}
	}
	return nil
}

// decideFate decides the fate of an officer. known is false if a die of the new game will decide it.
func (c *carrier) decideFate(o *events.RollOfficer) (known bool) {
	if r, ruled := c.ruled(false, o.Who, o.Name); ruled {
		o.Fate = r.Is
		return true
	}
	if o.Fate == "" {
		v, rolled := c.die("fate/"+o.Who, 10)
		if !rolled {
			return false
		}
		if o.Fate = FateWounded; v%2 == 1 {
			o.Fate = FateDead
		}
	}
	if o.Fate == FateWounded {
		v, rolled := c.die("wound/"+o.Who, 10)
		if v < 5 {
			o.Fate = FateFit
		}
		return rolled
	}
	return true
}

// addRisked adds the officers hit after a battle whose rules harm none: one in ten of those who lost half their men.
func (c *carrier) addRisked(roll events.Roll, hit []events.RollOfficer) []events.RollOfficer {
	if !c.rules.Carry.Unharmed {
		return hit
	}
	for _, seat := range c.doc.At("seats").Keys() {
		began, left, side := 0, 0, ""
		for _, u := range roll.Units {
			if u.Seat == seat {
				began, left, side = began+u.Began, left+u.Left, u.Side
			}
		}
		if began == 0 || 2*left > began {
			continue
		}
		if v, rolled := c.die("risk/"+seat, 10); rolled && v == 0 {
			hit = append(hit, events.RollOfficer{Who: seat, Name: c.named(seat), Side: side, Game: roll.Game})
		}
	}
	return hit
}

// stays reports whether nothing of the unit comes.
func (c *carrier) stays(unit string) bool {
	came, carried := c.comes[unit]
	return carried && came.n == 0 && !came.maybe
}

// post returns the id under which the scenario names the commander of a seat.
func (c *carrier) post(seat string) string {
	return c.doc.At("seats").At(seat).Text("officer", seat)
}

// succeed fills a post whose holder is away. head is the commander of a seat; a unit's is the first of those after it.
func (c *carrier) succeed(id, head string, after []string) {
	away := func(name string) bool {
		return slices.ContainsFunc(c.army.Away, func(o events.RollOfficer) bool { return o.Name == name })
	}
	list := slices.DeleteFunc(slices.Clone(after), func(name string) bool {
		return away(name) || head == "" && slices.Contains(c.rose, name)
	})
	if head != "" && away(head) {
		next := "The successor of " + head
		if len(list) > 0 {
			next, list = list[0], list[1:]
		}
		c.rose = append(c.rose, next)
		layer := "seats"
		if c.post(id) != id {
			layer = "officers"
		}
		c.add(layer, c.post(id), "name", quoted(next))
		i := slices.IndexFunc(c.army.Away, func(o events.RollOfficer) bool { return o.Name == head })
		how := map[string]string{FateDead: "is dead", FateCaptured: "is a prisoner",
			FateWounded: "is wounded and misses this battle"}[c.army.Away[i].Fate]
		c.say("%s %s; %s takes over.", head, how, next)
	}
	switch {
	case len(list) == len(after):
	case len(list) == 0:
		c.change("commanders", id).whole = scenario.Gone
	default:
		for i := range list {
			list[i] = quoted(list[i])
		}
		c.change("commanders", id).whole = "[" + strings.Join(list, ", ") + "]"
	}
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// quoted returns text that YAML reads as the same text.
func quoted(text string) string {
	q, err := json.Marshal(text)
	if err != nil {
		panic("adjudicator: a name cannot be quoted: " + err.Error()) // unreachable: every string can
	}
	return string(q)
}

// sides refuses an army without a unit.
func (c *carrier) sides() error {
	stands := map[string]bool{}
	for unit := range c.doc.Each("units") {
		if !c.stays(unit) {
			stands[c.stage.Sides[unit]] = true
		}
	}
	for _, side := range c.doc.At("sides").Keys() {
		if !stands[side] {
			return noCarry("the campaign is over: galloper chronicle tells its battles; or the umpire brings a unit back "+
				"with --ruling 'UNIT=STRENGTH because …'", "%s has no unit left and cannot take the field", c.named(side))
		}
	}
	return nil
}

// write makes the text of the scenario with the key `carried`.
func (c *carrier) write(author string) {
	for unit, n := range c.doc.Each("units") {
		came, carried := c.comes[unit]
		switch {
		case !carried:
			continue
		case c.stays(unit):
			c.change("units", unit).whole = scenario.Gone
			c.forget(unit, n)
		case c.room[unit].counted && (n.Has(c.rules.Carry.Strength) || came.n != c.room[unit].n):
			mark := strings.TrimLeft(n.Text(c.rules.Carry.Strength, ""), "0123456789") // 5V: a veteran
			c.add("units", unit, c.rules.Carry.Strength, strconv.Itoa(came.n)+mark)
		}
		c.change("units", unit).note = " # " + came.note
	}
	if key, value, ok := strings.Cut(c.rules.Carry.Options, ": "); ok {
		c.change("options", key).whole = value
	}
	b := strings.Builder{}
	if b.WriteString(author); !strings.HasSuffix(author, "\n") {
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "carried: # of the losses come back: held %d, lost %d in 100\n", c.army.Held, c.army.Lost)
	for _, roll := range c.army.Rolls {
		fmt.Fprintf(&b, "  # from %s, turn %d: %s\n", oneLine(roll.Game), roll.Turn, oneLine(roll.Result))
	}
	slices.SortStableFunc(c.list, func(x, y *change) int { return strings.Compare(x.layer, y.layer) })
	layer := ""
	for _, e := range c.list {
		switch {
		case e.whole == "" && len(e.parts) == 0:
			continue // a unit whose strength the author leaves out, and that comes as strong
		case e.whole == "":
			e.whole = "{" + strings.Join(e.parts, ", ") + "}"
		}
		if e.layer != layer {
			layer = e.layer
			fmt.Fprintf(&b, "  %s:\n", layer)
		}
		fmt.Fprintf(&b, "    %s: %s%s\n", e.id, e.whole, e.note)
	}
	c.army.Text = b.String()
}

// forget takes away the references to a unit that does not come. An officer with it stands in its place.
func (c *carrier) forget(unit string, n scenario.Node) {
	if len(c.stage.Commanders[unit]) > 0 {
		c.change("commanders", unit).whole = scenario.Gone
	}
	for _, layer := range []string{"seats", "officers", "units"} {
		for id, e := range c.doc.Each(layer) {
			for _, key := range []string{"attached", "with", "unit", "engaged", "contact"} {
				if !slices.Contains(e.Texts(key), unit) || layer == "units" && c.stays(id) {
					continue
				}
				c.add(layer, id, key, scenario.Gone)
				if at := n.Texts("at"); layer == "seats" && !e.Has("at") && len(at) == 2 {
					c.add(layer, id, "at", "["+strings.Join(at, ", ")+"]")
				}
			}
		}
	}
}
