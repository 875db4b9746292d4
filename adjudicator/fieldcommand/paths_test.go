package fieldcommand

import (
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/oracle"
)

// ruledField is a game with items for the umpire to set.
const ruledField = `ruleset: fieldcommand
title: Set
map:
  locales:
    ridge: {name: Oak Ridge}
    town: {name: Harper's Mill, capacity: 4}
    hill: {name: Signal Hill, capacity: 1}
    wood: {name: Long Wood}
  boundaries:
    - {between: [ridge, town], road: main}
    - {between: [town, hill], road: main}
    - {between: [town, wood], impassable: yes}
sides:
  union: {morale: 20, groups: {1: {}}, hand: [orders]}
  csa: {morale: 20, hand: [steel]}
seats:
  union.army: {role: army, at: town}
  union.i: {at: town}
  csa.army: {at: ridge}
units:
  stone: {seat: union.army, kind: infantry, strength: 3, at: town/ridge}
  sykes: {seat: union.i, kind: infantry, disrupted: yes, at: town}
  buford: {seat: union.army, kind: cavalry, strength: 2, at: town}
  calef: {seat: union.army, kind: artillery, at: town/ridge, ranging: yes}
  rowley: {seat: union.army, kind: infantry, strength: 2, group: 1}
  lane: {seat: csa.army, kind: infantry, strength: 3, at: ridge}
  davis: {seat: csa.army, kind: infantry, strength: 2, at: ridge}
`

func ruled(t *testing.T) adjudicator.State {
	t.Helper()
	return newGame(t, ruledField, "1").pos.State
}

func TestUmpireSetsItems(t *testing.T) {
	t.Parallel()
	start := ruled(t)
	for _, c := range []struct{ path, value, shows, as string }{
		{"unit.stone.strength", "1", "unit.stone.strength", "1"},
		{"unit.stone.seat", "union.i", "unit.stone.seat", "union.i"},
		{"unit.stone.at", "hill", "locale.hill.blocks", "1"},
		{"unit.stone.at", "town", "approach.town/ridge.blocks", "1"},
		{"unit.stone.state", "gone", "unit.stone.at", "-"},
		{"unit.stone.state", "gone", "unit.stone.strength", "0"},
		{"unit.stone.state", "disrupted", "unit.stone.at", "town"},
		{"unit.stone.state", "disrupted", "unit.stone.face", "up"},
		{"unit.sykes.state", "ready", "unit.sykes.strength", "1"},
		{"unit.rowley.at", "wood", "unit.rowley.state", "ready"},
		{"unit.calef.ranging", "no", "unit.calef.ranging", "no"},
		{"unit.calef.at", "town", "unit.calef.ranging", "no"},
		{"unit.stone.face", "up", "unit.stone.face", "up"},
		{"side.union.morale", "0", "side.union.morale", "0"},
		{"side.union.demoralized", "yes", "side.union.demoralized", "yes"},
		{"side.union.group.1", "mobilized", "side.union.group.1", "mobilized"},
		{"side.union.hand", "works,guns", "side.union.hand", "works,guns"},
		{"side.union.hand", "works,guns", "side.union.deck", "14"},
		{"side.union.hand", "-", "side.union.deck", "16"},
		{"seat.union.i.at", "hill", "seat.union.i.at", "hill"},
		{"seat.union.i.at", "-", "seat.union.i.at", "-"},
		{"game.over", "yes", "game.over", "yes"},
	} {
		oracle.Takes(t, start, c.path, c.value, c.shows, c.as)
	}
}

func TestUmpireCannotSetNonsense(t *testing.T) {
	t.Parallel()
	start := ruled(t)
	for _, c := range []struct{ path, value string }{
		{"unit.stone.strength", "4"}, {"unit.stone.strength", "0"}, {"unit.stone.strength", "many"},
		{"unit.sykes.strength", "2"}, {"unit.buford.strength", "3"}, {"unit.rowley.at", "town"},
		{"unit.stone.at", "moon"}, {"unit.stone.at", "moon/town"}, {"unit.stone.at", "town/moon"},
		{"unit.stone.at", "town/wood"}, {"unit.stone.at", "ridge"},
		{"unit.stone.at", "-"}, {"unit.sykes.at", "town/ridge"}, {"unit.stone.state", "waiting"},
		{"unit.stone.state", "asleep"}, {"unit.buford.state", "disrupted"},
		{"unit.rowley.state", "ready"}, {"unit.stone.ranging", "yes"}, {"unit.stone.ranging", "maybe"},
		{"unit.calef.face", "down"}, {"unit.sykes.face", "down"},
		{"unit.stone.seat", "csa.army"}, {"unit.stone.seat", "nobody"}, {"unit.stone.side", "csa"},
		{"unit.stone.kind", "cavalry"}, {"unit.stone.token", "u09"},
		{"unit.nobody.at", "town"}, {"side.union.morale", "100"}, {"side.union.morale", "-1"},
		{"side.union.hand", "banana"}, {"side.union.hand", "guns,guns"},
		{"side.union.deck", "3"}, {"side.union.group.2", "waiting"}, {"side.union.group.1", "late"},
		{"side.gaul.morale", "1"}, {"locale.town.side", "csa"},
		{"approach.town/ridge.blocks", "1"}, {"seat.union.i.at", "moon"}, {"seat.nobody.at", "town"}, {"game.turn", "4"},
		{"game.winner", "gaul"},
		{"game.over", "soon"}, {"dispatch.none.at", "town"}, {"weather", "fair"},
	} {
		oracle.Refuses(t, start, c.path, c.value)
	}
}
