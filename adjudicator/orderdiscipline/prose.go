package orderdiscipline

import (
	"strings"

	"galloper/adjudicator/board"
	"galloper/orders"
)

// spot describes a point for a sentence, if possible by the place or area there.
func (k *parser) spot(p board.Point) string {
	for i := range k.b.Places {
		if k.b.Places[i].At == p {
			return k.placeName(k.b.Places[i].ID)
		}
	}
	for i := range k.b.Areas {
		if poly := k.b.Areas[i].Poly; poly != nil && poly.Centre() == p {
			return k.placeName(k.b.Areas[i].ID)
		}
	}
	return "the point " + point(p)
}

func (k *parser) placeName(id string) string {
	if k.speech != nil {
		if n, ok := k.places.Get(id); ok && n.Name != "" {
			return n.Name
		}
	}
	return id
}

// wayProse describes a route for a sentence.
func (k *parser) wayProse(way []board.Point) string {
	last := len(way) - 1
	text := k.spot(way[last])
	for i, p := range way[:last] {
		text += [...]string{" by way of ", " and "}[min(i, 1)] + k.spot(p)
	}
	return text
}

func (k *parser) aimProse(a aim) string {
	switch a.Kind {
	case aimDegrees:
		return orders.Towards(a.Deg)
	case aimPoint:
		return k.spot(a.At)
	}
	return k.targetProse(a.Target)
}

func (k *parser) targetProse(t target) string {
	if u, ok := t.Unit.Get(); ok {
		return k.b.Units[u].Name
	}
	what := "enemy"
	if arm, ok := t.Arm.Get(); ok {
		what += " " + strings.ToLower(arms[arm])
	}
	if t.AtPoint {
		return "the " + what + " at " + k.spot(t.At)
	}
	return "the nearest " + what
}

func towards(_ *parser, degrees int) string { return orders.Towards(degrees) }

// inchesProse formats a length for a sentence, without trailing zeros.
func inchesProse(_ *parser, n int) string {
	if n == 100 {
		return "1 inch"
	}
	return strings.TrimSuffix(strings.TrimRight(inches(n), "0"), ".") + " inches"
}
