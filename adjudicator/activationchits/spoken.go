package activationchits

import (
	"slices"
	"strings"

	"galloper/adjudicator/rules"
	"galloper/orders"
	"galloper/orders/spoken"
)

// speaking is what players say in other words than those of the card.
//
// Section f
var speaking = spoken.Speech{
	If: "{order} IF {cond}", IfNot: "{order} UNLESS {cond}", Else: "{order} ELSE {else}", Behind: ": ",
	To: "TO {to}: {order}", Standing: "STANDING {order}", Ambiguous: ambiguous, Finally: spoken.Hold,
	Letter: "LETTER TO {to}: {text}",
	Unread: []string{unknownOrder, unknownName, ambiguous, badHex, badFacing, badCondition, incomplete},
	Known:  "[NOT] ENEMY WITHIN n, name WITHIN n, name SHAKEN, BROKEN or LOST, AFTER name, hex EMPTY, ENEMY or OURS",
	Frames: []spoken.Frame{
		{Verb: spoken.Move, As: marching}, {Verb: spoken.Advance, As: marching}, {Verb: spoken.Withdraw, As: marching},
		{Verb: spoken.Withdraw, As: "REACT {unit}: RETIRE YES{-charged}"},
		{Verb: spoken.Move, As: closing}, {Verb: spoken.Advance, As: closing},
		{Verb: spoken.Advance, As: "{unit}: MOVE TOWARDS NEAREST[{-they@/to/at/towards}]"},
		{Verb: spoken.Support, As: "{unit}: MOVE TO {hex@/at}"},
		{Verb: spoken.Watch, As: assailing, Near: true},
		{Verb: spoken.Take, As: "{unit}: MOVE TO {hex} IF {=hex} EMPTY ELSE ATTACK {=hex}[{-hold}]"},
		{Verb: spoken.Take, As: assailing}, {Verb: spoken.Attack, As: assailing}, {Verb: spoken.Charge, As: assailing},
		{Verb: spoken.Assault, As: assailing},
		{Verb: spoken.Fire, As: "{unit}: FIRE AT {enemy|hex|nearest}[{-reach}]"},
		{Verb: spoken.Fire, As: "STANDING {unit}: FIRE AT {enemy|hex|nearest}{-always}"},
		{Verb: spoken.NoFire, As: "{unit}: FIRE AT NEAREST", Until: true},
		{Verb: spoken.Hold, As: "{unit}: HOLD"}, {Verb: spoken.Hold, As: "{unit}: MOVE TO {hex@/at}"},
		{Verb: spoken.Hold, As: "STANDING {unit}: HOLD{-always}"},
		{Verb: spoken.Wait, As: "{unit}: HOLD"},
		{Verb: spoken.Face, As: "{unit}: FACE {facing|hex|enemy@/to/at/towards}"},
		{Verb: spoken.Rally, As: "{unit}: RALLY"},
		{Verb: spoken.Square, As: "REACT {unit}: SQUARE AT {number@/at}[{-horse}]"},
		{Verb: spoken.Square, As: "REACT {unit}: SQUARE AT 2[{-near}]"},
		{Verb: spoken.Square, Say: []string{"SQUARE"}, As: "REACT {unit}: SQUARE AT {number@/at}[{-horse}]"},
		{Verb: spoken.NoSquare, As: "REACT {unit}: SQUARE NEVER"},
		{Verb: spoken.Follow, As: beside}, {Verb: spoken.Support, As: beside}, {Verb: spoken.Level, As: beside},
		{Verb: spoken.Join, As: "{self}: ATTACH TO {friend@/to/at/with}"},
		{Verb: spoken.Ride, As: "{self}: ATTACH TO {friend@/to/at/with}"}, {Verb: spoken.Ride, As: "{self}: MOVE TO {hex}"},
		{Verb: spoken.Move, As: "{self}: MOVE TO {hex}"}, {Verb: spoken.Hold, As: "{self}: HOLD"},
		{Verb: spoken.Order, Say: []string{"CHITS FIRST"}, As: "PRECEDENCE {seat*}"},
	},
	Conditions: []spoken.Frame{
		{Say: within, As: "{enemy} WITHIN {number@/at}"}, {Say: within, As: "ENEMY WITHIN {number@/at}[{-they}]"},
		{Say: within, As: "{friend} WITHIN {number@/at}"},
		{Say: near, As: "{enemy} WITHIN 2"}, {Say: near, As: "ENEMY WITHIN 2[{-they}]"}, {Say: near, As: "{friend} WITHIN 2"},
		{Say: []string{"SHAKEN"}, As: "{enemy|friend} SHAKEN"}, {Say: []string{"STEADY"}, As: "{enemy|friend} STEADY"},
		{Say: []string{"BROKEN", "BREAKS", "BREAK"}, As: "{enemy|friend} BROKEN"},
		{Say: []string{"LOST", "DESTROYED", "GONE"}, As: "{enemy|friend} LOST"},
		{Say: []string{"EMPTY", "FREE", "UNDEFENDED"}, As: "{hex} EMPTY"},
		{Say: []string{"OURS", "TAKEN"}, As: "{hex} OURS"},
		{Say: []string{"ATTACKED", "CHARGED"}, As: "ATTACKED"},
	},
}.Compile()

var within = []string{"WITHIN", "CLOSER THAN", "NEARER THAN"}

// near is what is said of an enemy within two hexes.
var near = []string{"COME NEAR", "COMES NEAR", "GET NEAR", "GETS NEAR", "COME CLOSE", "COMES CLOSE", "GET CLOSE",
	"GETS CLOSE", "COME TOO CLOSE", "COMES TOO CLOSE", "GET TOO CLOSE", "GETS TOO CLOSE", "APPROACH", "APPROACHES", "NEAR",
	"CLOSE"}

const (
	marching  = "{unit}: MOVE TO {hex@/to/at/towards}[ VIA {hex*@via}][ FACING {hex|facing@facing}][{-hold}]"
	closing   = "{unit}: MOVE TOWARDS {enemy|nearest@/to/at/towards}"
	assailing = "{unit}: ATTACK {enemy|hex|nearest}[ FROM {hex@from}][ IN FLANK{-flank}][ WITH {friend@with}]"
	beside    = "{unit}: MOVE TOWARDS {friend@/to/at/with/behind/beside}[{-side}]"
)

// vocabulary is what the words of a seat may mean, by what it knows.
func vocabulary(d rules.Desk[*Battle]) *spoken.Vocabulary {
	b, v := d.Battle, newView(d)
	own, _ := nameable(d)
	sp := speechOf(b, v.knows)
	side := b.Posts[v.seat].Side
	w := &spoken.Vocabulary{
		Kinds: []spoken.Kind{{Slot: "unit", Names: sp.units[side]}, {Slot: "enemy", Names: sp.units[1-side]},
			{Slot: "hex", Names: b.sites}, {Slot: "self", Names: leaderNames(own, b)}, {Slot: "seat", Names: sp.seats[side]},
			{Slot: "to", Names: others(sp.seats[side], b.Posts[v.seat].ID)}},
		Self: "ME", Under: map[string][]string{}, Samples: map[string]string{"facing": "ne", "nearest": "NEAREST"},
		Phrases: sayings, Value: b.hexOrFacing,
	}
	groups := map[string]*spoken.Group{}
	for i := range b.Units {
		u := &b.Units[i]
		if v.gone(u.ID) || !v.knows(u.ID) {
			continue
		}
		slot := ""
		switch {
		case u.Seat == v.seat:
			w.Mine = append(w.Mine, u.ID)
		case u.Side == side:
			w.Under[b.Posts[u.Seat].ID] = append(w.Under[b.Posts[u.Seat].ID], u.ID)
			continue
		default:
			slot = "enemy"
		}
		for _, say := range calledArms[u.Arm] {
			join(groups, slot, say, u.ID)
		}
		join(groups, slot, strings.ToUpper(u.Kind.Name), u.ID)
	}
	for i := range b.Units {
		for _, slot := range []string{"", "enemy"} {
			for _, say := range append(calledArms[b.Units[i].Arm], strings.ToUpper(b.Units[i].Kind.Name)) {
				if g := groups[slot+" "+say]; g != nil {
					w.Groups = append(w.Groups, *g)
					delete(groups, slot+" "+say)
				}
			}
		}
	}
	return w
}

// join puts a unit into the group of a name.
func join(groups map[string]*spoken.Group, slot, say, id string) {
	g := groups[slot+" "+say]
	if g == nil {
		g = &spoken.Group{Slot: slot, Say: []string{say}}
		groups[slot+" "+say] = g
	}
	g.IDs = append(g.IDs, id)
}

// calledArms are what troops of an arm are called.
var calledArms = map[Arm][]string{Infantry: {"INFANTRY", "FOOT"}, Cavalry: {"CAVALRY", "HORSE"},
	Artillery: {"GUN", "ARTILLERY", "BATTERY", "CANNON"}}

// others are the names but for one.
func others(names *orders.Names, but string) *orders.Names {
	list := slices.DeleteFunc(names.All(), func(n orders.Name) bool { return n.ID == but })
	return orders.NewNames(orders.NamesKind{}, list...)
}

// leaderNames are those of the seat's own names that are its leader's.
func leaderNames(own *orders.Names, b *Battle) *orders.Names {
	var list []orders.Name
	for _, n := range own.All() {
		if b.leaderIDs.Find(n.ID).Some() {
			list = append(list, n)
		}
	}
	return orders.NewNames(orders.NamesKind{}, list...)
}

// hexOrFacing reads `D4`, and a point of the compass.
func (b *Battle) hexOrFacing(words []orders.Word) (kind, text string, count int) {
	s := orders.ScanWords(words)
	if w := words[0].Fold; len(w) > 1 && len(w) < 4 {
		if column, row, ok := s.Hex(); ok && s.Mark() == 1 && column <= b.Columns && row >= 1 && row <= b.Rows {
			return "hex", b.hexName((row-1)*b.Columns + column - 1), 1
		}
		s.Back(0)
	}
	if c, ok := s.Compass(); ok {
		if f, is := headings[c.String()]; is {
			return "facing", f.String(), s.Mark()
		}
	}
	return "", "", 0
}

// sayings are phrases with one meaning.
var sayings = []spoken.Phrase{
	{Kind: "nearest", Text: "NEAREST", Say: []string{"NEAREST", "THE NEAREST", "NEAREST ENEMY", "THE NEAREST ENEMY",
		"CLOSEST",
		"WHATEVER IS CLOSEST", "WHATEVER IS NEAREST", "WHOEVER IS NEAREST", "WHOEVER IS CLOSEST", "THE CLOSEST"}},
	{Kind: "flank", Say: []string{"IN FLANK", "IN THE FLANK", "IN THEIR FLANK", "ON THE FLANK", "FROM THE FLANK"}},
	{Kind: "reach", Say: []string{"WHEN IN RANGE", "IF IN RANGE", "ONCE IN RANGE", "AS SOON AS IN RANGE"}},
	{Kind: "always", Say: []string{"EVERY TURN", "EACH TURN", "ALWAYS"}},
	{Kind: "charged", Say: []string{"WHEN CHARGED", "IF CHARGED", "WHEN ATTACKED", "IF ATTACKED"}},
	{Kind: "hold", Say: []string{"AND HOLD IT", "AND HOLD", "AND STAY THERE", "AND HOLD THERE"}},
	{Kind: "side", Say: []string{"ON THE RIGHT", "ON THE LEFT", "ON ITS RIGHT", "ON ITS LEFT"}},
	{Kind: "horse", Say: []string{"WHEN CAVALRY IS WITHIN", "IF CAVALRY IS WITHIN", "IF CAVALRY COMES WITHIN",
		"WHEN CAVALRY COMES WITHIN"}},
	{Kind: "near", Say: []string{"IF CAVALRY COMES NEAR", "WHEN CAVALRY COMES NEAR", "IF CAVALRY COME", "IF CAVALRY COMES",
		"AGAINST CAVALRY", "IF CAVALRY APPROACHES", "WHEN CAVALRY APPROACHES", "IF CAVALRY CHARGES"}},
}
