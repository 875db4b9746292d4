package firediscipline

import (
	"fmt"
	"strconv"
	"strings"

	"galloper/adjudicator/board"
)

// text is the directive in canonical form: it reads again as the same directive.
//
// Section f
func (b *Battle) text(d *Directive) string {
	var t []string
	add := func(words ...string) { t = append(t, words...) }
	if d.Verb != "" {
		add(string(d.Verb))
	}
	if o := b.object(d); o != "" {
		add(o)
	}
	if len(d.Via) > 0 {
		add("VIA", b.placeList(d.Via))
	}
	if d.Road >= 0 {
		add("BY ROAD", b.Roads[d.Road].ID)
	}
	if d.Facing >= 0 {
		add("FACING", strconv.Itoa(d.Facing))
	}
	if d.Form != "" {
		add(formText[d.Form])
	}
	add(fireText(d)...)
	if d.Dress >= 0 {
		add("DRESS ON", b.Units[d.Dress].ID)
	}
	add(chaseText[d.Chase]...)
	add(chitText(d)...)
	for _, w := range []struct {
		Given bool
		Word  string
	}{{d.Unlimber, "UNLIMBER"}, {d.Dismount, "DISMOUNT"}, {d.Mount, "MOUNT"}} {
		if w.Given {
			add(w.Word)
		}
	}
	for i := range d.If {
		add("IF", b.testText(&d.If[i]), "THEN", b.text(d.If[i].Then))
	}
	return strings.Join(t, " ")
}

var formText = map[Formation]string{Line: "IN LINE", Column: "IN COLUMN", Open: "IN OPEN ORDER"}

var chaseText = [...][]string{PursueDefault: nil, PursueYes: {"PURSUE"}, PursueNo: {"NO PURSUIT"}}

func fireText(d *Directive) []string {
	switch d.Fire {
	case FireWithin:
		return []string{"FIRE AT", strconv.Itoa(d.FireAt)}
	case FireAtWill:
		return []string{"FIRE AT WILL"}
	case FireHeld:
		return []string{"HOLD FIRE"}
	}
	return nil
}

func chitText(d *Directive) []string {
	switch d.Chit {
	case 0:
		return nil
	case 'R', 'L':
		return []string{"CHIT", d.chit(), strconv.Itoa(d.Turn)}
	}
	return []string{"CHIT", d.chit()}
}

// object is what stands behind the verb.
func (b *Battle) object(d *Directive) string {
	switch d.Aim {
	case AimDir:
		return strconv.Itoa(d.Dir)
	case AimYards:
		return strconv.Itoa(d.Yards) + " YDS"
	case AimPlace:
		if d.Verb == Advance || d.Verb == Withdraw {
			return "TO " + b.placeText(d.Place)
		}
		return b.placeText(d.Place)
	}
	return ""
}

func (b *Battle) placeList(places []Place) string {
	list := make([]string, len(places))
	for i, p := range places {
		list[i] = b.placeText(p)
	}
	return strings.Join(list, ", ")
}

// placeText is a place as an order names it: `mill`, `450,300`, `50 YDS 90 OF mill`.
func (b *Battle) placeText(p Place) string {
	switch {
	case p.Yards > 0 && p.Feature >= 0:
		return fmt.Sprintf("%d YDS %d OF %s", p.Yards, p.Dir, b.Features[p.Feature].ID)
	case p.Yards > 0:
		return fmt.Sprintf("%d YDS %d", p.Yards, p.Dir)
	case p.Feature >= 0:
		return b.Features[p.Feature].ID
	}
	return fmt.Sprintf("%d,%d", p.At.X/board.Yard, p.At.Y/board.Yard)
}

func (b *Battle) testText(c *Condition) string {
	switch c.Test {
	case EnemyWithin:
		return "ENEMY WITHIN " + strconv.Itoa(c.N)
	case TurnReached:
		return "TURN " + strconv.Itoa(c.N)
	case EnemyIn:
		return "ENEMY IN " + b.Features[c.Feature].ID
	}
	return "HALF SPENT"
}
