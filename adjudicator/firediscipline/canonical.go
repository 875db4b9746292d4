package firediscipline

import (
	"strconv"
	"strings"

	"galloper/adjudicator/board"
)

// text is the directive in canonical form: it reads again as the same directive.
//
// Section f
func (b *Battle) text(d *Directive) string {
	var buffer [128]byte
	return string(b.appendText(buffer[:0], d))
}

// appendText appends the directive in canonical form to a line.
func (b *Battle) appendText(line []byte, d *Directive) []byte {
	t := sentence{line, len(line)}
	t.add(string(d.Verb))
	t.add(b.object(d))
	if len(d.Via) > 0 {
		t.add("VIA", b.placeList(d.Via))
	}
	if road, ok := d.Road.Get(); ok {
		t.add("BY ROAD", b.Roads[road].ID)
	}
	if facing, ok := d.Facing.Get(); ok {
		t.number("FACING", facing)
	}
	t.add(formText(d.Form))
	t.fire(d)
	if guide, ok := d.Dress.Get(); ok {
		t.add("DRESS ON", b.Units[guide].ID)
	}
	t.add(chaseText[d.Chase])
	t.chit(d)
	t.flag(d.Unlimber, "UNLIMBER")
	t.flag(d.Dismount, "DISMOUNT")
	t.flag(d.Mount, "MOUNT")
	for i := range d.If {
		t.add("IF", b.testText(&d.If[i]), "THEN", b.text(d.If[i].Then))
	}
	return t.line
}

// sentence is a directive as it is written, word by word.
type sentence struct {
	line  []byte
	start int // where it begins in the line
}

// add appends words, a blank between them; an empty one is left out.
func (t *sentence) add(words ...string) {
	for _, w := range words {
		if w == "" {
			continue
		}
		if len(t.line) > t.start {
			t.line = append(t.line, ' ')
		}
		t.line = append(t.line, w...)
	}
}

// number appends a word and a number.
func (t *sentence) number(word string, n int) {
	t.add(word)
	t.line = strconv.AppendInt(append(t.line, ' '), int64(n), 10)
}

// flag appends a word if it is given.
func (t *sentence) flag(given bool, word string) {
	if given {
		t.add(word)
	}
}

func formText(f Formation) string {
	switch f {
	case Line:
		return "IN LINE"
	case Column:
		return "IN COLUMN"
	case Open:
		return "IN OPEN ORDER"
	}
	return ""
}

var chaseText = [...]string{PursueDefault: "", PursueYes: "PURSUE", PursueNo: "NO PURSUIT"}

func (t *sentence) fire(d *Directive) {
	switch d.Fire {
	case FireWithin:
		t.number("FIRE AT", d.FireAt)
	case FireAtWill:
		t.add("FIRE AT WILL")
	case FireHeld:
		t.add("HOLD FIRE")
	}
}

func (t *sentence) chit(d *Directive) {
	switch d.Chit {
	case 0:
	case 'R', 'L':
		t.add("CHIT")
		t.number(d.chit(), d.Turn)
	default:
		t.add("CHIT", d.chit())
	}
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
	if len(places) == 1 {
		return b.placeText(places[0])
	}
	list := make([]string, len(places))
	for i, p := range places {
		list[i] = b.placeText(p)
	}
	return strings.Join(list, ", ")
}

// placeText is a place as an order names it: `mill`, `450,300`, `50 YDS 90 OF mill`.
func (b *Battle) placeText(p Place) string {
	switch {
	case p.Yards > 0 && p.Feature.Some():
		return strconv.Itoa(p.Yards) + " YDS " + strconv.Itoa(p.Dir) + " OF " + b.Features[p.Feature.Must()].ID
	case p.Yards > 0:
		return strconv.Itoa(p.Yards) + " YDS " + strconv.Itoa(p.Dir)
	case p.Feature.Some():
		return b.Features[p.Feature.Must()].ID
	}
	return strconv.Itoa(p.At.X/board.Yard) + "," + strconv.Itoa(p.At.Y/board.Yard)
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
