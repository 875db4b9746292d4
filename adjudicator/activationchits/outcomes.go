package activationchits

import (
	"galloper/adjudicator/rules"
	"galloper/events"
)

// outcomes lists the outcomes of section k and this implementation's own (see the package comment). Each names
// the clauses that it can follow from; EmitBy selects one of several.
var outcomes = append(rules.Outcomes[State]{
	// The turn, its event and the cup.
	{Name: "turn.opened", Clause: "1", Fields: "turn chits", Says: "A new round began.", Apply: (*State).newRound},
	{Name: "staff.told", Clause: "Q1", Fields: "seat text first", To: rules.ToNone, Apply: (*State).keepOrder},
	{Name: "leader.fate", Clause: "37", Fields: "leader result hex", Apply: (*State).decideFate},
	{Name: "event.rolled", Clause: "3", Fields: "faces side effect", To: rules.ToAll,
		Says: "{effect:dash=A general might ride as he liked|chit=One more unit might be stirred|adc=One more aide was " +
			"at hand|none=Fortune favoured nobody}[: the event was for {side:name}].", Apply: (*State).addEventChit},
	{Name: "adc.gained", Clause: "3", Fields: "leader left", To: rules.ToOwn,
		Says:  "One more aide reported to {leader:name}.",
		Apply: func(s *State, o *events.Outcome) { s.leaderOf(o).ADC = o.Int("left") }},
	{Name: "chit.drawn", Clause: "2", Fields: "n side left", To: rules.ToOwn, Hide: "n dice"},
	{Name: "chit.passed", Clause: "P6", Fields: "n side", To: "{side}", Hide: "n dice"},
	{Name: "chit.returned", Clause: "9", Fields: "n side unit? leader?", To: "{side}", Hide: "n dice"},
	{Name: "bonus.gained", Clause: "41", Fields: "side", To: "{side}",
		Says: "The enemy had shown all his hand: {side:name} might strike in between."},
	{Name: "bonus.lapsed", Clause: "P7", Fields: "side", To: "{side}", Says: "The moment passed unused."},

	// Activation.
	{Name: "activation.rolled", Clause: "4 9 10 11",
		Fields: "unit seat with distance target drm roll result", To: rules.ToOwn, Apply: (*State).activate},
	{Name: "leader.rolled", Clause: "36", Fields: "leader target roll result", To: rules.ToOwn,
		Says: "{leader:name} {result:passed=left his men|failed=could not get away from his men|double=was held up for " +
			"a moment|free=left his men at once}.", Apply: (*State).markRolledLeader},
	{Name: "leader.activated", Clause: "35", Fields: "leader", To: rules.ToOwn,
		Says:  "{leader:name} gave his horse the spur.",
		Apply: func(s *State, o *events.Outcome) { l := s.leaderOf(o); l.Spent, l.Acted = true, true }},
	{Name: "adc.used", Clause: "38", Fields: "leader unit for left", To: rules.ToOwn,
		Says: "An aide of {leader:name} galloped to {unit:name}: {for:activation=once more the order|rally=a word to " +
			"steady the men|morale=stand|combat=once more} ({left} left).", Apply: (*State).takeBack},
	{Name: "botch.rolled", Clause: "11", Fields: "unit face effect", To: rules.ToOwn, Apply: (*State).confuse},
	{Name: "entry.undone", Clause: "P9", Fields: "seat unit? leader? reason", To: "{seat}",
		Says: "An entry for [{unit:name}][{leader:name}] was not tried: {reason:" + undone + "}."},

	// Movement and fire.
	{Name: "unit.moved", Clause: "11 29 A2 A8 M4", Fields: "unit from to facing reason",
		Says: "{unit:name} {reason:order=marched|attack=went in|wrong-way=blundered|rash=pressed on|retire=retired " +
			"before the enemy to reform|ground=took the ground}[ from {from}][ to {to}].", Apply: (*State).march},
	{Name: "unit.faced", Clause: "14", Fields: "unit facing", Says: "{unit:name} turned to face {facing}.",
		Apply: func(s *State, o *events.Outcome) { s.unitOf(o).Facing = facingOf(o.Get("facing")) }},
	{Name: "fire.resolved", Clause: "F2", Fields: "unit target range arc rolled hits flags again?",
		Veil: "rolled again dice", Apply: (*State).fireAt},
	{Name: "ammo.low", Clause: "21", Fields: "unit", To: rules.ToOwn,
		Apply: func(s *State, o *events.Outcome) { s.unitOf(o).LowAmmo = true }},

	// Melee.
	{Name: "melee.declared", Clause: "A2", Fields: "unit target hex range arc with", Apply: (*State).markAttacked},
	{Name: "melee.halted", Clause: "A2", Fields: "unit hex"},
	{Name: "square.rolled", Clause: "23", Fields: "unit attacker range target drm roll result",
		Veil: "target drm roll dice", Apply: (*State).formSquare},
	{Name: "bounce.rolled", Clause: "24", Fields: "unit attacker face result"},
	{Name: "retire.rolled", Clause: "29", Fields: "unit attacker target drm roll result", Veil: "target drm roll dice",
		Apply: func(s *State, o *events.Outcome) { s.unitOf(o).Spent = true }},
	{Name: "melee.resolved", Clause: "A5", Fields: "unit target arc rolled hits flags guns? again?", Veil: "guns again",
		Apply: (*State).useGuns},
	{Name: "back.resolved", Clause: "19", Fields: "unit target rolled hits flags again?", Veil: "again"},
	{Name: "leader.attacked", Clause: "A9", Fields: "unit leader rolled result"},

	// Consequences.
	{Name: "unit.lost", Clause: "24 R1 R3", Fields: "unit blocks left cause",
		Apply: func(s *State, o *events.Outcome) { s.unitOf(o).Blocks = o.Int("left") }},
	{Name: "leader.checked", Clause: "R2", Fields: "leader unit result",
		Says: "{leader:name} with {unit:name} was {result:unhurt=unhurt|casualty=hit}."},
	{Name: "leader.casualty", Clause: "37", Fields: "leader", Apply: (*State).carryOff},
	{Name: "leader.escaped", Clause: "L4", Fields: "leader from to", Apply: (*State).rideTo},
	{Name: "flags.ignored", Clause: "34", Fields: "unit flags ignored",
		Says: "{unit:name} stood where others would give way."},
	{Name: "unit.retreated", Clause: "R3", Fields: "unit from to hexes", Apply: (*State).march},
	{Name: "morale.checked", Clause: "31", Fields: "unit rolled result", Veil: "rolled dice", Apply: (*State).waver},
	{Name: "rally.rolled", Clause: "R5", Fields: "unit rolled result morale", Veil: "rolled dice",
		Apply: func(s *State, o *events.Outcome) { s.unitOf(o).Morale = moraleOf(o.Get("morale")) }},
	{Name: "unit.shaken", Clause: "28", Fields: "unit",
		Apply: func(s *State, o *events.Outcome) { s.unitOf(o).Morale = Shaken }},
	{Name: "unit.eliminated", Clause: "24 33 R1",
		Fields: "unit cause", Apply: (*State).eliminate},
	{Name: "banner.won", Clause: "V1", Fields: "side of total",
		Says:  "{side:name} took a banner[ from {of:name}]: {total} in all.",
		Apply: func(s *State, o *events.Outcome) { s.force(o).Banners = o.Int("total") }},
	{Name: "square.left", Clause: "27", Fields: "unit facing", Says: "{unit:name} left the square, facing {facing}.",
		Apply: (*State).leaveSquare},
	{Name: "leader.moved", Clause: "3 35",
		Fields: "leader from to reason", Says: "{leader:name} rode[ from {from}][ to {to}].", Apply: (*State).rideTo},
	{Name: "leader.attached", Clause: "36", Fields: "leader unit", Says: "{leader:name} joined {unit:name}."},
	{Name: "leader.detached", Clause: "36", Fields: "leader unit", Says: "{leader:name} left {unit:name}."},
	{Name: "breakthrough.made", Clause: "A12", Fields: "unit target"},

	// Directives.
	{Name: "directive.advised", Clause: "Q6", Fields: "seat unit id", To: "{seat}",
		Says: "The chief would have {unit:name} act; so they will, if you order nothing else.", Apply: (*State).advise},
	{Name: "directive.replaced", Clause: "Q6", Fields: "seat unit id", To: "{seat}",
		Says: "An older directive for {unit:name} no longer counts.", Apply: (*State).dropAdvice},
	{Name: "directive.done", Clause: "P3", Fields: "seat unit id", To: "{seat}",
		Says: "The directive for {unit:name} was tried.", Apply: (*State).dropAdvice},

	// The end.
	{Name: "hexes.held", Clause: "V1", Fields: "side banners", To: "{side}",
		Says:  "[For the places held {side:name} counted {banners:+}.]",
		Apply: func(s *State, o *events.Outcome) { s.force(o).Held = o.Int("banners") }},
	{Name: "game.ended", Clause: "V1 V2", Fields: "winner reason score", To: rules.ToAll,
		Apply: func(s *State, o *events.Outcome) { s.End, s.Winner = true, s.b.sideIDs.Find(o.Get("winner")) }},

	// The knowledge of a seat (section i). Unknown fields are left out.
	{Name: "sight.own", Clause: "W1 W4", Fields: "unit lost? hex? facing? blocks? full? morale? spent? square? low? " +
		"shots? with? kind? arm? side bearing? standing?"},
	{Name: "sight.friend", Clause: "W1 W4",
		Fields: "unit lost? hex? facing? blocks? full? morale? spent? square? low? " +
			"seen? with? kind? arm? side bearing? turn?"},
	{Name: "sight.enemy", Clause: "W3 W4", Fields: "unit lost? hex? facing? kind? seen? blocks? morale? square? arm? " +
		"side bearing? turn?"},
	{Name: "sight.leader", Clause: "W2 W W1 W4", Fields: "leader hex adc? with? status? seen? side turn?"},
	{Name: "sight.banners", Clause: "V1", Fields: "of banners held? all?"},
}, couriers.Outcomes()...)

// causes lists the outcomes that follow from other outcomes instead of orders.
var causes = rules.Causes{
	"turn.opened": "; the turn itself",
	"chit.drawn event.rolled leader.fate entry.undone hexes.held": "turn.opened",
	"game.ended": "turn.opened banner.won leader.fate",
}
