package events

// Words say how a ruleset's outcomes and facts read in a report. A ruleset
// brings them as data, so that the projections need not know any ruleset.
//
// A template is text with `{field}` for the value of a field, `{field:yards}`
// for hundredths of a yard rounded to whole yards, `{field:name}` for an id's
// written name, and `[ … ]` around what is left out when a field in it is
// absent, `-`, `no` or hidden from the reader. `{turn}` is the turn of the fact.
type Words struct {
	// Diary has a sentence for each outcome name that a report tells in prose.
	Diary map[string]string
	// Facts are the lines of the facts block, in groups of equal Group; within a
	// group in the order in which the facts were last told.
	Facts []FactLine
}

// FactLine says how the facts of one kind are kept and shown.
type FactLine struct {
	Kind  string // outcome name, always `sight.…`; the first field is the subject
	Group int
	Now   string // template while the fact is of the turn reported
	Old   string // template when it is older; "" drops it from the block
	// Once: shown in the report of the turn in which it was told, then forgotten (letters).
	Once bool
	// Ousts lists kinds whose fact about the same subject this one replaces
	// (`sight.gone` ousts `sight.own`).
	Ousts []string
}

// Symbol says how the facts of one kind are drawn on the map.
type Symbol struct {
	Kind string // `sight.enemy`
	// X, Y, Facing, Label, Strength name the fields to draw from ("" none).
	X, Y, Facing, Label, Strength string
	Place                         string // field with the locale, hex or zone, on boards without coordinates
	Shape                         string // field whose value picks the shape: `foot`, `horse`, `guns`, `commander`, `courier` …
	Frontage, Depth               string // fields with the footprint in the board's unit, where it has one
	Side                          string // field with the side, for its colour; "" the reader's own
	Old                           bool   // drawn pale, with its turn, when older
}

// Symbols are the map symbols of a ruleset.
type Symbols []Symbol
