package activationchits

import (
	"cmp"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
	"galloper/orders"
)

func hexProse(k *parser, hex int) string { return k.b.spot(hex) }

// spot describes a hex for a sentence: `La Haye (D4)`, `hex E4` (§G9).
func (b *Battle) spot(hex int) string {
	if name := b.siteName(hex); name != "" {
		return name + " (" + b.hexName(hex) + ")"
	}
	return "hex " + b.hexName(hex)
}

func facingProse(k *parser, h Heading) string {
	if hex, ok := h.Hex.Get(); ok {
		return hexProse(k, hex)
	}
	return orders.Towards(h.Facing.bearing())
}

// named describes a unit, a leader or a hex for a sentence. It returns "" without any of them.
func (b *Battle) named(unit, leader, hex adjudicator.Index) string {
	switch {
	case unit.Some():
		return cmp.Or(b.Units[unit.Must()].Name, b.Units[unit.Must()].ID)
	case leader.Some():
		return cmp.Or(b.Posts[leader.Must()].Name, b.Posts[leader.Must()].Leader)
	case hex.Some():
		return b.spot(hex.Must())
	}
	return ""
}

func targetProse(k *parser, t Target) string {
	if t.Nearest {
		return "the nearest enemy"
	}
	return k.b.named(t.Unit, t.Leader, t.Hex)
}

// conditionsProse describes conditions for a sentence.
func conditionsProse(k *parser, list []Condition) string {
	return strings.Join(rules.Texts(list, func(c Condition) string { return c.prose(k.b) }), " and ")
}

func (c *Condition) prose(b *Battle) string {
	who, is, has := b.named(c.Unit, c.Leader, c.Hex), " is", " has"
	switch {
	case c.Test == EnemyWithin && c.Not:
		return "no enemy is within " + hexesOf(c.N)
	case c.Test == EnemyWithin:
		who = "an enemy"
	case who == "":
		who = "the unit"
	case c.Unit.Some():
		is, has = " are", " have"
	}
	if c.Not {
		is += " not"
	}
	is += " "
	switch c.Test {
	case EnemyWithin, Within:
		return who + is + "within " + hexesOf(c.N)
	case After:
		if c.Not {
			return who + has + " not acted yet"
		}
		return who + has + " acted"
	case HasEnemy:
		if c.Not {
			return "no enemy is on " + who
		}
		return "an enemy is on " + who
	}
	return who + is + strings.ToLower(string(c.Test))
}

func hexesOf(n int) string {
	if n == 1 {
		return "1 hex"
	}
	return strconv.Itoa(n) + " hexes"
}
