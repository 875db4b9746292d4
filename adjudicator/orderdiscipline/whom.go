package orderdiscipline

import (
	"slices"

	"galloper/adjudicator"
	"galloper/orders"
)

// readGeneral reads a friendly general and refuses an enemy one.
func readGeneral(r *reader) int {
	k := r.Desk
	if m, _ := r.MatchName(k.generals, k.others); m.Words == 0 {
		r.Accept(titles...)
	}
	at := r.Here()
	if r.First.Text == "" {
		r.First = at
	}
	id, set := r.NameOf([]*orders.Names{k.generals}, []*orders.Names{k.others})
	if id != "" && set == k.others {
		r.Forbid(at, notOurSide, "")
	}
	return k.b.seatIDs.Find(id).Or(-1)
}

// passOver skips optional words between subject and verb.
func passOver(r *reader) {
	for r.Accept(":", ",") || r.Accept(auxiliaries...) {
	}
	if mark := r.Mark(); r.Accept("TO") && !startsHere(r.Scanner) {
		r.Back(mark) // as in `45e to the farm`
	}
	r.Accept("AT ONCE")
}

// subject reads the units that the order is for.
func subject(r *reader) []int {
	for r.Accept(",") {
	}
	switch {
	case !verbAhead(r.Scanner) && !r.Ahead("TO"):
		noVerbHere(r)
		return nil
	case startsHere(r.Scanner):
		if anybody(r) {
			noVerbHere(r)
			return nil
		}
		r.Refuse(r.Here(), noSubject, "whom it is for: units, ALL or SELF, before the verb")
		return nil
	case r.At("SELF", "I", "ME", "I'LL") || atMyself(r):
		r.Refuse(r.Here(), badCondition, "no condition in an order to yourself")
		return nil
	}
	list := units(r)
	passOver(r)
	return list
}

// anybody reports whether a possible subject is named after the verb. After LIMBER and UNLIMBER the word
// "guns" is an object, so it doesn't count.
func anybody(r *reader) bool {
	mark, named := r.Mark(), slices.Clone(everyone)
	if !r.At("LIMBER", "UNLIMBER") {
		named = slices.Concat(named, slices.Concat(armPhrases[:]...))
	}
	words := r.Rest()
	r.Back(mark)
	for i := range words {
		own, general := r.Desk.own.Find(words[i:]), r.Desk.generals.Find(words[i:])
		if own.Telling(words[i:]) || general.Telling(words[i:]) || startsWith(words[i:], named) {
			return true
		}
	}
	return false
}

// noVerbHere refuses an order without a verb, at the word after its units.
func noVerbHere(r *reader) {
	for r.TryName(r.Desk.own) != "" && r.More() {
	}
	r.Refuse(r.Here(), noVerb, "a verb: "+someVerbs, r.NearestOf(conduct.Phrases())...)
}

func units(r *reader) (list []int) {
	k, at := r.Desk, r.Here()
	if list, ok := group(r); ok {
		if len(list) == 0 {
			r.Forbid(at, unitGone, "units of yours of that kind that are not gone")
		}
		return list
	}
	for {
		if u := readOwn(r); u >= 0 && !slices.Contains(list, u) {
			list = append(list, u)
		}
		mark := r.Mark()
		if !r.More() && !r.Accept("THEN") || r.Failed() {
			break
		}
		r.Accept("THEN")
		if startsHere(r.Scanner) || r.At("IF") {
			r.Back(mark)
			break
		}
	}
	if len(list) == 1 && k.known && k.gone(list[0]) {
		r.Forbid(r.Here(), unitGone, "")
	}
	return list
}

// group reads the whole command or its units of one arm (f9).
func group(r *reader) (list []int, ok bool) {
	k, at := r.Desk, r.Here()
	if r.At("EVERYONE", "EVERYBODY") && len(k.wholeCommand()) == 1 &&
		slices.ContainsFunc(k.b.Generals, func(g General) bool { return g.Superior.Is(k.whose) }) {
		return nil, false // may mean more than the one unit
	}
	word := r.AcceptOf(everyone...)
	both := word == "BOTH" || word == "BOTH OF"
	all := word != "" && !both
	mark := r.Mark()
	m, _, _ := r.MatchOf([]*orders.Names{k.own}, nil)
	arm := adjudicator.None
	if all || both || m.Words == 0 || r.At("HORSE GUNS", "HORSE ARTILLERY") {
		arm = readArm(r)
	}
	if !all && !both && arm.None() {
		r.Back(mark)
		return nil, false
	}
	r.Accept("UNITS", "BATTALIONS", "REGIMENTS", "TROOPS", "MEN", "OF THEM", "COMMAND")
	for _, u := range k.wholeCommand() {
		if arm.None() || arm.Is(int(k.b.Units[u].Kind.Arm())) {
			list = append(list, u)
		}
	}
	if both && len(list) != 2 {
		r.Refuse(at, unknownName, "ALL, or the names of the units: there are not two", unitNames(k, list)...)
	}
	return list, true
}

func unitNames(k *parser, list []int) (names []string) {
	for _, u := range list {
		names = append(names, k.b.Units[u].ID)
	}
	return names
}

// everyone lists the words for all units of the command.
var everyone = []string{"ALL OF", "ALL", "EVERYONE", "EVERYBODY", "WHOLE COMMAND", "BOTH OF", "BOTH"}

// readOwn reads a unit of the command that the order is for.
func readOwn(r *reader) int {
	k, at := r.Desk, r.Here()
	id, set := r.NameOf([]*orders.Names{k.own, k.self}, []*orders.Names{k.side, k.enemy})
	if id != "" && set != k.own {
		whose := "yours"
		if k.whose != k.g {
			whose = "his command"
		}
		r.Forbid(at, notYours, "a unit of "+whose)
	}
	return k.b.unitIDs.Find(id).Or(-1)
}

// wholeCommand returns the units of the command that are not known to be gone.
func (k *parser) wholeCommand() []int {
	var units []int
	for _, u := range k.b.Generals[k.whose].Units {
		if !k.known || !k.gone(u) {
			units = append(units, u)
		}
	}
	return units
}

// atMyself reports whether the name of the general in person comes next, unless it fits a unit as well or
// better.
func atMyself(r *reader) bool {
	mark := r.Mark()
	defer r.Back(mark)
	r.Accept(titles...)
	k := r.Desk
	m, set, _ := r.MatchOf([]*orders.Names{k.own, k.self}, []*orders.Names{k.side, k.enemy})
	return m.ID != "" && set == k.self && !r.At(everyone...)
}

// myself skips the general's own name.
func myself(r *reader) bool {
	r.Accept(titles...)
	r.TryName(r.Desk.self)
	return false
}
