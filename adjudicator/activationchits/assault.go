package activationchits

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/dice"
	"galloper/events"
)

// demand holds the conditions that an ATTACK order sets (section f).
type demand struct {
	from  adjudicator.Index // hex, or none for any
	flank bool
	only  bool
	with  adjudicator.Index // battery
	fight int               // maximum number of hexes to move
}

// attackDeed returns an attack on a unit or a lone leader, or the reason why it is impossible (§A1, §20).
func (p *play) attackDeed(unit int, target, man adjudicator.Index, w demand) (deed, string) {
	d := deed{verb: Attack, unit: adjudicator.At(unit), target: target, man: man}
	if p.b.Units[unit].Arm == Artillery {
		return deed{}, reasonOutOfReach
	}
	var goal int
	if target.Some() {
		goal = p.s.Units[target.Must()].Hex
	} else {
		goal = p.s.Leaders[man.Must()].Hex
	}
	reason := p.s.choose(&d, goal, &w)
	if reason != "" {
		return deed{}, reason
	}
	switch {
	case w.with.Some() && target.Some() && p.supports(w.with.Must(), unit, target.Must()):
		d.gun = w.with
	case w.only:
		return deed{}, reasonNoSupport
	}
	return d, ""
}

// supports reports whether a battery can take part in a combined attack (§20).
func (p *play) supports(g, unit, target int) bool {
	u := &p.s.Units[g]
	if u.Lost || u.Spent || u.Morale == Broken || !p.s.inReach(g) ||
		p.b.arc(u.Hex, u.Facing, p.s.Units[target].Hex) != Front && !p.s.allround(g) {
		return false
	}
	h := shot{from: u.Hex, target: target, except: adjudicator.At(unit)}
	return p.s.sees(g, p.s.Units[target].Hex) && p.s.cannotFire(g, h) == ""
}

// base is a candidate hex to attack from.
type base struct {
	at, moves int
	path      []int
	arc       Arc
	own       bool
}

// choose selects the hex to attack from: fewest moves, then the unit's own hex, then flank or rear before
// front, then reading order (§A1).
func (s *State) choose(d *deed, goal int, w *demand) string {
	best, reason := base{at: nowhere}, reasonOutOfReach
	for _, at := range s.b.next[goal] {
		if at == nowhere || w.from.Some() && !w.from.Is(at) {
			continue
		}
		b, ok := s.baseAt(d, goal, at, w.fight)
		if !ok || w.flank && (b.arc == Front) {
			continue
		}
		if s.meleeDice(d.actor(), at, d.target, d.man, b.arc) < 1 {
			if best.at == nowhere {
				reason = reasonNoDice
			}
			continue
		}
		if best.at == nowhere || b.before(&best) {
			best, reason = b, ""
		}
	}
	if best.at == nowhere {
		return reason
	}
	u := &s.Units[d.actor()]
	d.hex, d.path, d.facing = best.at, best.path, u.Facing
	if d.turn = best.own && best.moves > 0; d.turn || !best.own {
		if !u.allround(s.b.terrainAt(best.at)) || s.b.arc(best.at, u.Facing, goal) != Front {
			d.facing = s.b.toFace(best.at, u.Facing, goal)
		}
	}
	return ""
}

func (b *base) before(o *base) bool {
	switch {
	case b.moves != o.moves:
		return b.moves < o.moves
	case b.own != o.own:
		return b.own
	case (b.arc == Front) != (o.arc == Front):
		return b.arc != Front
	}
	return b.at < o.at
}

// baseAt returns the base at a hex. ok is false if the unit cannot attack from there (§A1, §16).
func (s *State) baseAt(d *deed, goal, at, fight int) (base, bool) {
	u := &s.Units[d.actor()]
	b := base{at: at, arc: Front}
	if d.target.Some() {
		b.arc = s.arcOf(d.foe(), at)
	}
	if at == u.Hex {
		b.own = true
		if !s.allround(d.actor()) && s.b.arc(at, u.Facing, goal) != Front {
			b.moves = 1
		}
		return b, b.moves <= fight
	}
	if u.Square || !s.fightsOnEntry(d.actor(), at) {
		return base{}, false
	}
	path, ok := s.approach(d.actor(), at, fight)
	b.path, b.moves = path, len(path)
	return b, ok
}

// meleeDice returns the number of melee dice of a unit in a hex against a unit or a lone leader (§A5, §18, §17, §22).
func (s *State) meleeDice(unit, from int, target, man adjudicator.Index, arc Arc) int {
	u := &s.Units[unit]
	if target.None() {
		n := u.Blocks + u.Melee + s.coverAt(unit, from, s.Leaders[man.Must()].Hex)
		if u.Leader.Some() {
			n++
		}
		if u.Square {
			n = 1 + s.coverAt(unit, from, s.Leaders[man.Must()].Hex)
		}
		return max(0, n)
	}
	t := &s.Units[target.Must()]
	ground := s.coverAt(unit, from, t.Hex)
	if u.Square || u.Arm == Cavalry && t.Square {
		return max(0, 1+ground)
	}
	n := u.Blocks + u.Melee + ground
	if t.Arm == Infantry {
		n += u.Foot
	}
	if u.Leader.Some() {
		n++
	}
	if arc != Front {
		n++
	}
	return max(0, n)
}

// backDice returns the number of dice for battling back (§19, §22).
func (s *State) backDice(unit, target int) int {
	if s.Units[unit].LowAmmo {
		return 1
	}
	return s.meleeDice(unit, s.Units[unit].Hex, adjudicator.At(target), adjudicator.None, Front)
}

// coverAt returns the terrain modifier to the number of melee dice (§T2).
func (s *State) coverAt(unit, from, at int) int {
	arm, in, out := s.Units[unit].Arm, s.b.terrainAt(at), s.b.terrainAt(from)
	dice := in.Into[arm]
	if in.Sight == "hill" && out.Sight == "hill" {
		dice = 0
	}
	return dice + out.Out[arm]
}

// assault is an attack in progress.
type assault struct {
	*play
	deed
	rng     int // distance to the target from where the activation began
	retired bool
	charged bool // cavalry against a square
	went    int  // hex that the attacked leader left
}

// attack carries out a possible attack and any breakthrough that follows (§A2, §A12).
func (p *play) attack(d *deed) {
	goal := p.goal(d)
	rng := p.b.distance(p.s.Units[d.actor()].Hex, goal)
	if !p.assail(d, rng) || d.rash {
		return
	}
	if next, ok := p.secondAttack(d.actor()); ok {
		p.Emit("breakthrough.made", "unit", p.b.Units[d.actor()].ID, "target", p.targetID(&next))
		p.assail(&next, p.b.distance(p.s.Units[d.actor()].Hex, p.goal(&next)))
	}
}

func (p *play) goal(d *deed) int {
	if d.target.Some() {
		return p.s.Units[d.foe()].Hex
	}
	return p.s.Leaders[d.man.Must()].Hex
}

func (p *play) targetID(d *deed) string {
	if d.target.Some() {
		return p.b.Units[d.foe()].ID
	}
	return p.b.leaderID(d.man.Must())
}

// assail carries out one attack and reports whether the attacker took ground (§A2).
func (p *play) assail(d *deed, rng int) bool {
	a := &assault{play: p, deed: *d, rng: rng}
	u := &p.s.Units[d.actor()]
	arc := Front
	if d.target.Some() {
		arc = p.s.arcOf(d.foe(), d.hex)
	}
	p.Cause = p.Emit("melee.declared", "unit", u.ID, "target", p.targetID(d), "hex", p.b.hexName(d.hex), "range", rng,
		"arc", string(arc), "with", p.b.unitIDs.Of(d.gun))
	if !a.close() {
		return false
	}
	if d.target.None() {
		a.strikeLeader()
		return a.takeGround()
	}
	return a.melee(arc)
}

// close moves the attacker to the hex to attack from. It returns false if the attacker is stopped by an enemy
// that it had not seen (§A2).
func (a *assault) close() bool {
	u := &a.s.Units[a.actor()]
	if len(a.path) == 0 {
		if a.turn {
			a.Emit("unit.faced", "unit", u.ID, "facing", a.facing.String())
		}
		return true
	}
	last := a.walk(a.actor(), a.path)
	if last == a.hex {
		a.step(a.actor(), last, a.facing, "attack", "A2")
		return true
	}
	if last != u.Hex {
		a.step(a.actor(), last, u.Facing, "attack", "A2")
	}
	a.Emit("melee.halted", "unit", u.ID, "hex", a.b.hexName(u.Hex))
	return false
}

// melee resolves the fight: reaction, bounce, dice and results (§A3, §A4, §A8, §28).
func (a *assault) melee(arc Arc) bool {
	u, t := &a.s.Units[a.actor()], &a.s.Units[a.foe()]
	a.react(arc)
	a.charged = u.Arm == Cavalry && t.Square
	fights := true
	if a.charged {
		fights = a.bounce()
	}
	if t.Square {
		arc = Front
	}
	goal := t.Hex
	a.strikeHome(arc, fights)
	ground := false
	if a.retired && !t.Lost {
		a.goHome()
	}
	if a.s.UnitAt[goal].None() && fights {
		ground = a.takeGroundAt(goal)
	} else if fights {
		a.battleBack(goal)
	}
	if a.charged && !u.Lost && u.Morale == Steady {
		a.Emit("unit.shaken", "unit", u.ID)
	}
	return ground
}

// strikeHome rolls the dice of the attacker and its supporting battery and applies the results (§A5, §A6, §A7, §20).
func (a *assault) strikeHome(arc Arc, fights bool) {
	u, t := &a.s.Units[a.actor()], &a.s.Units[a.foe()]
	lead := 0
	if fights {
		lead = a.s.meleeDice(a.actor(), u.Hex, a.target, adjudicator.None, arc)
	}
	gun, support := a.s.support(&a.deed)
	low := gun.Some() && a.s.Units[gun.Must()].LowAmmo
	n := lead + support
	if n == 0 {
		return
	}
	from := u.Hex
	var hits, flags int
	for again := false; ; again = true {
		rolled := a.roll("melee/dice/"+u.ID+">"+t.ID, n)
		hits, flags = a.tally(rolled, lead)
		fields := []any{"unit", u.ID, "target", t.ID, "arc", string(arc), "rolled", n, "hits", hits, "flags", flags}
		if gun.Some() {
			fields = append(fields, "guns", a.b.unitIDs.Of(gun))
		}
		if again {
			fields = append(fields, "again", true)
		}
		a.Cause = a.Emit("melee.resolved", fields...)
		if again || !a.relieve(a.actor(), forCombat, hits) {
			break
		}
	}
	if gun.Some() {
		a.runLow(gun.Must(), low)
	}
	a.suffer(a.foe(), blow{hits: hits, flags: flags, from: from, retired: a.retired, square: u.Square})
}

// tally counts hits and flags. The first lead dice are the attacker's, whose sabres may hit; the rest are the
// battery's. A target that retired is hit only by its own symbol (§A6, §29).
func (a *assault) tally(rolled []events.Die, lead int) (hits, flags int) {
	t := &a.s.Units[a.foe()]
	hits, flags = a.b.countHits(rolled[:lead], t.Arm, a.b.Units[a.actor()].Sabres && !a.retired)
	h, f := a.b.countHits(rolled[lead:], t.Arm, !a.retired)
	if a.retired {
		return hits + h, 0
	}
	return hits + h, flags + f
}

// support returns the supporting battery and its number of dice, with its own terrain modifier and without
// the flank bonus (§20, §22).
func (s *State) support(d *deed) (gun adjudicator.Index, dice int) {
	if g, ok := d.gun.Get(); ok {
		if u := &s.Units[g]; !u.Lost && u.Hex != nowhere && d.target.Some() && s.Units[d.foe()].Hex != nowhere {
			return d.gun, s.fireDice(g, shot{from: u.Hex, target: d.foe(), except: d.unit}, false)
		}
	}
	return adjudicator.None, 0
}

// takeGround moves the attacker into the hex of the lone leader that it attacked.
func (a *assault) takeGround() bool {
	u := &a.s.Units[a.actor()]
	for _, at := range a.b.next[u.Hex] {
		if at == a.went {
			return a.takeGroundAt(at)
		}
	}
	return false
}

// takeGroundAt moves the attacker into the hex that it has cleared and reports whether it moved (§A8).
func (a *assault) takeGroundAt(at int) bool {
	u := &a.s.Units[a.actor()]
	if u.Lost || u.Hex != a.hex || u.Arm == Artillery || u.Square || !u.React.Ground || !a.s.canStand(a.actor(), at) {
		return false
	}
	a.step(a.actor(), at, u.Facing, "ground", "A8")
	return true
}

// battleBack resolves the dice of a target that stood its ground (§19).
func (a *assault) battleBack(goal int) {
	u, t := &a.s.Units[a.actor()], &a.s.Units[a.foe()]
	if t.Lost || t.Hex != goal || t.Spent || t.Morale == Broken || a.retired || !t.React.Back || u.Lost || u.Hex != a.hex {
		return
	}
	n := a.s.backDice(a.foe(), a.actor())
	if n == 0 {
		return
	}
	var hits, flags int
	for again := false; ; again = true {
		rolled := a.roll("back/dice/"+t.ID+">"+u.ID, n)
		hits, flags = a.b.countHits(rolled, u.Arm, t.Sabres)
		fields := []any{"unit", t.ID, "target", u.ID, "rolled", n, "hits", hits, "flags", flags}
		if again {
			fields = append(fields, "again", true)
		}
		a.Cause = a.Emit("back.resolved", fields...)
		if again || !a.relieve(a.foe(), forCombat, hits) {
			break
		}
	}
	a.suffer(a.actor(), blow{hits: hits, flags: flags, from: t.Hex, square: t.Square})
}

// strikeLeader resolves an attack on a lone leader: any sabre makes the leader a casualty, otherwise the
// leader escapes (§A9).
func (a *assault) strikeLeader() {
	man := a.man.Must()
	u, id := &a.s.Units[a.actor()], a.b.leaderID(man)
	a.went = a.s.Leaders[man].Hex
	n := a.s.meleeDice(a.actor(), u.Hex, adjudicator.None, a.man, Front)
	rolled := a.roll("melee/dice/"+u.ID+">"+id, n)
	caught := slices.ContainsFunc(rolled, func(d events.Die) bool { return a.b.Tables.face(d.Value) == FaceSabre })
	result := "escaped"
	if caught {
		result = "casualty"
	}
	a.Cause = a.Emit("leader.attacked", "unit", u.ID, "leader", id, "rolled", n, "result", result)
	if caught {
		a.fall(man)
	} else {
		a.escape(man)
	}
}

// secondAttack returns the second attack that cavalry may make after taking ground (§A12).
func (p *play) secondAttack(unit int) (deed, bool) {
	u := &p.s.Units[unit]
	if u.Arm != Cavalry || !p.b.Options.Breakthrough || !u.React.Breakthrough || u.Morale == Broken || u.Lost {
		return deed{}, false
	}
	var best deed
	var chosen base
	for t := range p.s.Units {
		x := &p.s.Units[t]
		if x.Side == u.Side || x.Lost || !p.s.sees(unit, x.Hex) {
			continue
		}
		d, reason := p.attackDeed(unit, adjudicator.At(t), adjudicator.None, demand{fight: 1})
		if reason != "" {
			continue
		}
		b := base{at: d.hex, moves: len(d.path), arc: p.s.arcOf(t, d.hex), own: d.hex == u.Hex}
		if d.turn {
			b.moves = 1
		}
		if best.verb == "" || b.before(&chosen) {
			best, chosen = d, b
		}
	}
	return best, best.verb != ""
}

// react lets the target of an attack form square, or retire and reform (§A3).
func (a *assault) react(arc Arc) {
	u, t := &a.s.Units[a.actor()], &a.s.Units[a.foe()]
	switch {
	case u.Arm == Cavalry && t.Arm == Infantry && !t.Square:
		if a.s.maySquare(a.foe()) && arc == Front && a.willSquare() {
			a.formSquare()
		}
	case t.Arm == Cavalry && u.Arm == Infantry:
		if a.mayRetire() && a.willRetire() {
			a.retire()
		}
	}
}

// maySquare reports whether the unit may try to form square (§23).
func (s *State) maySquare(unit int) bool {
	t := &s.Units[unit]
	return !t.Spent && t.Morale != Broken && s.inReach(unit) && s.terrainOf(unit).Square
}

// willSquare reports whether the unit tries to form square, by its policy or its seat's decision (§23, section g).
func (a *assault) willSquare() bool {
	t := &a.s.Units[a.foe()]
	return a.consult("square", a.foe(), t.Seat, t.React.Square > 0 && t.React.Square <= a.rng, []string{"form", "stand"},
		"Cavalry that starts "+itoa(a.rng)+" hexes away charges "+t.ID+". Shall "+t.ID+" try to form square?")
}

// formSquare rolls for forming square against cavalry (§23, §24, §25).
func (a *assault) formSquare() {
	u, t := &a.s.Units[a.actor()], &a.s.Units[a.foe()]
	number, _, _ := a.s.number(a.foe())
	drm := a.s.drm(a.foe()) + a.b.Tables.Square[a.rng]
	rolled := a.roll("square/roll/"+t.ID+">"+u.ID, 2)
	result := "failed"
	if reacts(rolled, number-drm) {
		result = "formed"
	}
	a.Cause = a.Emit("square.rolled", "unit", t.ID, "attacker", u.ID, "range", a.rng, "target", number, "drm", drm,
		"roll", dice.Sum(rolled), "result", result)
}

// bounce rolls for cavalry that attacks a square and reports whether the cavalry still attacks (§24).
func (a *assault) bounce() bool {
	u, t := &a.s.Units[a.actor()], &a.s.Units[a.foe()]
	rolled := a.roll("bounce/die/"+t.ID+">"+u.ID, 1)
	face := a.b.Tables.face(rolled[0].Value)
	result := nothing
	switch face {
	case FaceFlag:
		result = "bounced"
	case FaceCavalry, FaceSabre:
		result = "hit"
	}
	a.Cause = a.Emit("bounce.rolled", "unit", t.ID, "attacker", u.ID, "face", string(face), "result", result)
	switch result {
	case "bounced":
		a.suffer(a.actor(), blow{flags: 1, hexes: 1, firm: true, from: t.Hex, check: true})
		return false
	case "hit":
		a.suffer(a.actor(), blow{hits: 1, cause: "bounce", from: t.Hex})
		return !u.Lost && u.Morale != Broken
	}
	return true
}

// mayRetire reports whether the target may try to retire and reform (§29).
func (a *assault) mayRetire() bool {
	t := &a.s.Units[a.foe()]
	if t.Spent || t.Morale == Broken || !a.s.inReach(a.foe()) {
		return false
	}
	_, ok := a.s.twoSteps(a.foe(), a.s.Units[a.actor()].Hex)
	return ok
}

// twoSteps returns the end of a retreat of two free hexes homewards. Among several it takes the one with the
// better first hex, then the better second (§29, §R3).
func (s *State) twoSteps(unit, attacker int) (to int, ok bool) {
	u := &s.Units[unit]
	best := nowhere
	for _, side := range homeward(s.b.Sides[u.Side].South) {
		first := s.b.next[u.Hex][side]
		if first == nowhere || !s.canStand(unit, first) {
			continue
		}
		second := s.homewards(unit, first, attacker)
		if second == nowhere {
			continue
		}
		if best == nowhere || s.isSafer(unit, first, best, attacker) {
			best, to, ok = first, second, true
		}
	}
	return to, ok
}

// willRetire reports whether the cavalry tries to retire, by its policy or its seat's decision (§29, section g).
func (a *assault) willRetire() bool {
	t := &a.s.Units[a.foe()]
	by := t.React.Retire == "yes" || t.React.Retire != "no" && t.Blocks <= int(t.React.Retire[0]-'0')
	return a.consult("retire", a.foe(), t.Seat, by, []string{"retire", "stand"},
		"An enemy attacks "+t.ID+". Shall "+t.ID+" try to retire and reform?")
}

// retire rolls for the target to retire and reform (§29).
func (a *assault) retire() {
	u, t := &a.s.Units[a.actor()], &a.s.Units[a.foe()]
	number, _, _ := a.s.number(a.foe())
	drm := a.s.drm(a.foe())
	rolled := a.roll("retire/roll/"+t.ID+">"+u.ID, 2)
	result := "failed"
	if reacts(rolled, number-drm) {
		result, a.retired = "retired", true
	}
	a.Cause = a.Emit("retire.rolled", "unit", t.ID, "attacker", u.ID, "target", number, "drm", drm,
		"roll", dice.Sum(rolled), "result", result)
}

// goHome moves a target that has retired (§29).
func (a *assault) goHome() {
	t := &a.s.Units[a.foe()]
	if to, ok := a.s.twoSteps(a.foe(), a.s.Units[a.actor()].Hex); ok {
		a.step(a.foe(), to, t.Facing, "retire", "29")
	}
}

// botch resolves a natural 12 and returns the effect (§11).
func (p *play) botch(unit int) string {
	u := &p.s.Units[unit]
	rolled := p.roll("botch/roll/"+u.ID, 1)
	word := p.b.Tables.Botch.row(rolled[0].Value)
	p.Cause = p.Emit("botch.rolled", "unit", u.ID, "face", rolled[0].Value, "effect", word)
	switch word {
	case botchPanic:
		p.suffer(unit, blow{flags: 1, hexes: 1, firm: true, from: nowhere, check: true})
	case botchWrong:
		p.moveAstray(unit)
	case botchRash:
		p.runWild(unit)
	}
	return word
}

// moveAstray moves a unit one hex in a random direction, or in the next possible one clockwise (§11).
func (p *play) moveAstray(unit int) {
	u := &p.s.Units[unit]
	if u.Square {
		return
	}
	rolled := p.roll("botch/way/"+u.ID, 1)
	for i := range 6 {
		at := p.b.next[u.Hex][(rolled[0].Value-1+i)%6]
		if !p.s.canStand(unit, at) {
			continue
		}
		had := u.Leader
		p.EmitBy("11", "unit.moved", "unit", u.ID, "from", p.b.hexName(u.Hex), "to", p.b.hexName(at),
			"facing", u.Facing.String(), "reason", botchWrong)
		p.emitJoined(unit, had)
		return
	}
}

// runWild resolves a rash unit: it attacks, fires at or moves towards the nearest enemy (§11, §g3).
func (p *play) runWild(unit int) {
	u := &p.s.Units[unit]
	if u.Morale == Broken {
		return
	}
	for _, verb := range []Verb{Attack, Fire, Towards} {
		if verb == Attack && u.Arm == Artillery || verb == Fire && u.Range == 0 || verb == Towards && u.Square {
			continue
		}
		d, reason := p.nearest(unit, func(t int) (deed, string) { return p.rashDeed(unit, t, verb) })
		if reason == "" {
			d.rash = true
			p.do(unit, &d)
			return
		}
		if verb == Towards {
			return
		}
	}
}

func (p *play) rashDeed(unit, t int, verb Verb) (deed, string) {
	switch verb {
	case Attack:
		return p.attackDeed(unit, adjudicator.At(t), adjudicator.None, demand{fight: p.s.Units[unit].Fight})
	case Fire:
		return p.fireDeed(unit, t)
	}
	if list := p.s.enemiesSeen(unit); list[0] != t {
		return deed{}, reasonBlocked
	}
	return p.towardsDeed(unit, t)
}
