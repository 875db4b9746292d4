package commandchaos

import (
	"math/rand/v2"
	"testing"

	"galloper/adjudicator/oracle"
)

func TestUmpireSetsItems(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 9))
	start := load(t, randomBattle(r, someArmies(r))).Start()
	for _, c := range []struct{ path, value, shows, as string }{
		{"unit.r3.hits", "2", "unit.r3.hits", "2"},
		{"unit.r3.at", "e3", "unit.r3.at", "e3"},
		{"unit.r3.status", "routed", "side.roman.removed", "1"},
		{"unit.r3.engaged", "p3", "unit.p3.engaged", "r3"},
		{"officer.rgen.unit", "r4", "officer.rgen.zone", "centre"},
		{"officer.rgen.status", "dead", "officer.rgen.status", "dead"},
		{"side.roman.hand", "wedge,feint", "side.roman.hand", "feint,wedge"},
		{"game.status", "over", "game.winner", "draw"},
		{"game.winner", "punic", "game.winner", "punic"},
		{"unit.r3.hits", "2", "unit.r3.status", "field"},
		{"unit.r3.stamina", "0", "unit.r3.stamina", "0"},
		{"unit.r3.max", "9", "unit.r3.max", "9"},
		{"unit.r3.facing", "e", "unit.r3.facing", "e"},
		{"unit.r3.charged", "yes", "unit.r3.charged", "yes"},
		{"unit.r3.known", "yes", "unit.r3.known", "yes"},
		{"unit.r9.reserve", "no", "unit.r9.reserve", "no"},
		{"unit.r11.status", "dispersed", "unit.r11.at", "-"},
		{"officer.rgen.zone", "left", "officer.rgen.unit", "-"},
	} {
		oracle.Takes(t, start, c.path, c.value, c.shows, c.as)
	}
}

func TestUmpireCannotSetNonsense(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 9))
	start := load(t, randomBattle(r, someArmies(r))).Start()
	for path, value := range map[string]string{
		"unit.r3.hits": "many", "unit.r3.at": "z9", "unit.r99.hits": "1", "unit.r3.courage": "1", "unit.r11.hits": "1",
		"unit.r3.engaged": "r4",
		"unit.r3.facing":  "up", "unit.r3.status": "asleep", "officer.rgen.zone": "moon", "officer.rgen.unit": "p1",
		"officer.nobody.zone": "left",
		"side.roman.hand":     "wedge,wedge,wedge", "side.roman.pile": "3", "game.status": "won", "game.winner": "gaul",
		"weather": "fair", "unit.r3.mixed": "yes",
		"unit.r4.hits": "100", "unit.r5.hits": "-1", "unit.r3.stamina": "10", "unit.r3.max": "0", "unit.r4.max": "10",
		"unit.r3.morale": "1",
		"unit.r4.at":     "r5", "unit.r3.side": "punic", "unit.r3.kind": "light", "unit.r4.status": "dispersed",
		"unit.r11.status": "routed",
		"unit.r11.max":    "3", "unit.r11.stamina": "1", "unit.r3.veteran": "maybe", "unit.r4.engaged": "p99",
		"officer.rgen.role":   "lieutenant",
		"officer.rgen.status": "asleep", "side.roman.discards": "1", "side.roman.removed": "-1", "side.gaul.hand": "-",
		"dispatch.none.zone": "left",
	} {
		oracle.Refuses(t, start, path, value)
	}
}
