package activationchits

import (
	"galloper/adjudicator/rules"
	"galloper/events"
)

// tales say how the story of a report tells outcomes.
var tales = rules.Tales{
	Steps: "event.rolled adc.gained bonus.gained bonus.lapsed leader.rolled leader.activated adc.used unit.faced " +
		"leader.checked flags.ignored square.left leader.moved leader.attached leader.detached directive.advised " +
		"directive.replaced directive.done hexes.held turn.opened",
	Of: map[string]events.Tale{
		"leader.casualty": {Kind: events.SceneOfficer, By: "leader",
			Weight: 100, Says: []string{"{leader:name} was struck down."},
			Head: "{leader:name} fell", Theirs: "{leader:name} fell"},
		"leader.attacked": {Kind: events.SceneOfficer, By: "leader", On: "unit", Weight: 60,
			Says: []string{"{unit:name} fell upon {leader:name}, who {result:casualty=was cut down|*=got away}."},
			Head: "{leader:name} attacked", Theirs: "{leader:name} attacked"},
		"leader.fate": {Kind: events.SceneOfficer, By: "leader", Weight: 40, Rise: []events.Rise{
			{Field: "result", Value: "eliminated", Weight: 100}, {Field: "result", Value: "away", Weight: 15}},
			Says:   []string{"{leader:name} {result:eliminated=died of the wounds|returns=came back|*=is still away}."},
			Head:   "{leader:name} {result:eliminated=dead|returns=back|*=away}",
			Theirs: "{leader:name} {result:eliminated=dead|returns=back|*=away}"},
		"leader.escaped": {Kind: events.SceneOfficer, By: "leader",
			Weight: 30, Says: []string{"{leader:name} escaped{to:?=|-=|*= to #}."},
			Head: "{leader:name} escaped", Theirs: "{leader:name} escaped"},
		"game.ended": {Kind: events.SceneArmy, By: "winner", Weight: 200,
			Says: []string{"The battle is over[: the field belongs to {winner:draw=nobody|*=@}]" +
				"{reason:banners=|turns=; night falls|destroyed=; no enemy is left|resigned=; the sword is given up}."},
			Head: "The battle is over", Theirs: "The battle is over"},
		"banner.won": {Kind: events.SceneArmy, By: "side", Weight: 30,
			Says: []string{"{side:name} took a banner[ from {of:name}]: {total} in all."}, Head: "A banner won",
			Theirs: "A banner lost"},

		"activation.rolled": {Kind: events.SceneOrder, By: "unit", Rise: []events.Rise{
			{Field: "result", Value: "failed", Weight: 25}, {Field: "result", Value: "botched", Weight: 30}},
			Says: []string{"{unit:name} {result:failed=would not stir|botched=mistook the orders|*=obeyed}."},
			Head: "{unit:name} {result:failed=would not stir|*=mistook the orders}",
			Why:  "{result:failed=would not stir|double=hesitated|botched=mistook the orders|*=}"},
		"botch.rolled": {Kind: events.SceneOrder, By: "unit", Weight: 30,
			Says: []string{"{unit:name} {effect:panic=fell into a panic|wrong-way=marched off the wrong way|" +
				"halt=halted in confusion|rash=pressed on beyond the orders|*=did otherwise than ordered}."},
			Head: "{unit:name} mistook the orders"},
		"entry.undone": {Kind: events.SceneOrder, By: "unit", Weight: 12,
			Why: "not tried: {reason:no-chit=no chit came|out-of-command=too far from a leader|spent=had acted already|" +
				"condition=the condition did not hold|enemy-adjacent=an enemy was next to them|not-seen=the target was not seen|" +
				"no-target=no such target|blocked=the way was barred|out-of-range=out of range|low-ammo=short of ammunition|" +
				"no-line-of-fire=no line of fire|not-in-arc=the target was not in front|out-of-reach=out of reach|" +
				"no-dice=no dice to roll|no-support=no battery could help|*=it could not be done}"},
		"ammo.low": {Kind: events.SceneOrder, By: "unit",
			Weight: 25, Says: []string{"{unit:name} ran short of ammunition."},
			Head: "{unit:name} short of shot", Why: "short of ammunition"},

		"unit.moved": {Kind: events.SceneMarch, By: "unit", Weight: 10},
		"fire.resolved": {Kind: events.SceneFire, By: "unit", On: "target", Hits: "hits", Weight: 30,
			Rise: []events.Rise{{Field: "hits", Value: "0", Weight: 8}},
			Says: []string{"{unit:name} fired on {target:name}{hits:0= without effect|1=: one hit|*=: # hits}.",
				"{unit:name} gave {target:name} a volley{hits:0=, to no purpose|1= that told once|*= that told # times}."},
			Head: "{unit:name} in action", Theirs: "{unit:name} firing"},
		"melee.declared": {Kind: events.SceneCharge, By: "unit", On: "target", Weight: 55, Rise: []events.Rise{
			{Field: "arc", Value: "rear", Weight: 72}, {Field: "arc", Value: "flank", Weight: 70}},
			Says: []string{"{unit:name}[ with the guns of {with:name}] assaulted {target:name}{arc:rear=, from behind|" +
				"flank=, in flank|*=}."},
			Head: "{unit:name} assault", Theirs: "{unit:name} assault"},
		"melee.halted": {Kind: events.SceneCharge, By: "unit", Weight: 25,
			Says: []string{"{unit:name} met an enemy who had not been seen, and halted."}, Head: "{unit:name} halted",
			Theirs: "{unit:name} halted"},
		"square.rolled": {Kind: events.SceneCharge, By: "unit", On: "attacker", Stands: true, Weight: 40,
			Says:   []string{"{unit:name} {result:formed=formed square in time|*=could not form square in time}."},
			Head:   "{unit:name} {result:formed=in square|*=caught out of square}",
			Theirs: "{unit:name} {result:formed=in square|*=caught out of square}"},
		"bounce.rolled": {Kind: events.SceneCharge, By: "attacker", On: "unit", Weight: 45,
			Says: []string{"{attacker:name} {result:bounced=bounced off the square|hit=lost men before the square|" +
				"*=rode at the square}."},
			Head: "{attacker:name} at the square", Theirs: "{attacker:name} at the square"},
		"retire.rolled": {Kind: events.SceneCharge, By: "unit", On: "attacker", Stands: true, Weight: 40,
			Says:   []string{"{unit:name} {result:retired=slipped away|*=could not slip away} before {attacker:name}."},
			Head:   "{unit:name} {result:retired=slipped away|*=caught}",
			Theirs: "{unit:name} {result:retired=slipped away|*=caught}"},
		"melee.resolved": {Kind: events.SceneMelee, By: "unit", On: "target", Hits: "hits", Weight: 50,
			Says: []string{"{unit:name} struck at {target:name}: {hits:0=no hit|1=one hit|*=# hits}."},
			Head: "{unit:name} hand to hand", Theirs: "{unit:name} hand to hand"},
		"back.resolved": {Kind: events.SceneMelee, By: "unit", On: "target", Hits: "hits", Weight: 30,
			Rise: []events.Rise{{Field: "hits", Value: "0", Weight: 0}},
			Says: []string{"{unit:name} struck back: {hits:1=one hit|*=# hits}."}, Head: "{unit:name} struck back",
			Theirs: "{unit:name} struck back"},
		"breakthrough.made": {Kind: events.SceneCharge, By: "unit", On: "target", Weight: 65,
			Says:   []string{"{unit:name} broke through and went on at {target:name}."},
			Head:   "{unit:name} broke through",
			Theirs: "{unit:name} broke through"},
		"unit.lost": {Kind: events.SceneLoss, By: "unit", Loss: "blocks", Weight: 35,
			Says: []string{"{unit:name} lost {blocks:1=a block|*=# blocks}."}, Head: "{unit:name} cut up",
			Theirs: "{unit:name} cut up"},
		"unit.retreated": {Kind: events.SceneRout, By: "unit",
			Weight: 60, Says: []string{"{unit:name} fell back{to:?=|*= to #}."},
			Head: "{unit:name} driven back", Theirs: "{unit:name} driven back"},
		"morale.checked": {Kind: events.SceneRout, By: "unit", Rise: []events.Rise{
			{Field: "result", Value: "shaken", Weight: 40}, {Field: "result", Value: "broken", Weight: 60},
			{Field: "result", Value: "lost", Weight: 75}},
			Says:   []string{"{unit:name} {result:shaken=began to shake|broken=broke|lost=ran from the field|*=stood}."},
			Head:   "{unit:name} {result:shaken=shaken|broken=broke|*=ran}",
			Theirs: "{unit:name} {result:shaken=shaken|broken=broke|*=ran}"},
		"unit.shaken": {Kind: events.SceneRout, By: "unit", Weight: 40,
			Says: []string{"{unit:name} came away shaken."}, Head: "{unit:name} shaken", Theirs: "{unit:name} shaken"},
		"rally.rolled": {Kind: events.SceneRout, By: "unit", Weight: 20,
			Says: []string{"{unit:name} {result:rallied=rallied|*=did not rally}."}, Head: "{unit:name} rallied",
			Theirs: "{unit:name} rallied"},
		"unit.eliminated": {Kind: events.SceneLoss, By: "unit", Weight: 85,
			Says: []string{"The last of {unit:name} fell or fled.", "Of {unit:name} nobody is left."},
			Head: "{unit:name} gone", Theirs: "{unit:name} destroyed"},
	},
}

// places are the hexes that are worth banners.
func (b *Battle) places() (list []events.Place) {
	for _, h := range b.Victory.Hexes {
		list = append(list, events.Place{ID: b.hexName(h.At), Points: h.Banners})
	}
	return list
}
