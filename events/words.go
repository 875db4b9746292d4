package events

import "strings"

// Words say how a ruleset's outcomes and facts read in a report. A ruleset
// brings them as data, so that the projections need not know any ruleset.
//
// All texts are templates: text with `{field}` for the value of a field,
// `{field:yards}` for hundredths of a yard rounded to whole yards,
// `{field:name}` for an id's written name, and `[ … ]` around what is left out
// when a field in it is absent, `-`, `no` or hidden from the reader. `{turn}` is
// the turn of the fact. The package projections/phrase has all the forms. A
// sentence's first letter is made a capital and its full stop is added where
// the template has them not.
type Words struct {
	// Diary has a sentence for each outcome name that a report tells in prose.
	Diary map[string]string
	// Losses are the outcome names whose sentences stand under the losses.
	Losses []string
	// Facts are the lines of the facts block, in groups of equal Group; within a
	// group in the order in which the facts were last told.
	Facts []FactLine
	// Tallies make the line of summary at the top; those that count nothing are left out.
	Tallies []Tally
	// Record adds the seat's outcomes to the report, a canonical line each.
	Record bool
	// EachFight: a story tells each fight of the reader's own units, and whose doing it was that a unit lost or ran:
	// for rules of few fights a turn, which say what followed from what.
	EachFight bool
	// Tales say how the story tells outcomes, by name.
	Tales map[string]Tale
}

// FactLine says how the facts of one kind are kept and shown.
type FactLine struct {
	Kind  string // outcome name, always `sight.…`; the first field is the subject
	Group int
	Now   string // the line while the fact is of the turn reported
	Old   string // the line when it is older; "" drops it from the block
	// Once: shown in the report of the turn in which it was told, then forgotten (letters).
	Once bool
	// Final: nothing newer is to be expected (a unit that is gone).
	Final bool
	// News is the sentence under "What reached you" in the report in which the fact
	// came; "" none. Its field `text`, where it has one, is set off below it as a quotation.
	News string
	// Called is what the reader calls the subject under "What you do not know"; "" is
	// the written name of the fact's first field. For subjects with an id of the
	// record that no reader has seen, as that of a sighting.
	Called string
	// Ousts lists kinds whose fact about the same subject this one replaces
	// (`sight.gone` ousts `sight.own`).
	Ousts []string
	// Role is what the fact is for the tables of a report; "" nothing.
	Role Role
	// LostIf is a field that has a value, or the one behind `=`, where the subject is out of play.
	LostIf string
	// Strength and State are what those tables say of the subject; of a score, Strength is all.
	Strength, State string
	// Idle is what the reader's table says of a unit of theirs that stands under no order.
	Idle string
	// Brink is what is said of a unit of the reader's that one loss more ends, as its symbol's Lost and Full have it:
	// `can take but one hit more`.
	Brink string
	// Writes is what a unit of the reader's side says of itself in a letter. Beside the fact's fields: `where` it
	// stood, if that can be said, and how many men it had `lost`, in words.
	Writes string
	// Lead is, of a score, how far each side is: `french 2, allied 3`. Whoever has more is ahead, or who has
	// less, where Less.
	Lead string
	Less bool
}

// OutOfPlay reports whether a fact of the line, whose fields get gives, says that its subject is out of play.
func (l *FactLine) OutOfPlay(get func(field string) string) bool {
	field, value, one := strings.Cut(l.LostIf, "=")
	switch is := get(field); {
	case l.Role == RoleGone:
		return true
	case field == "" || is == "" || is == "no":
		return false
	default:
		return !one || is == value
	}
}

// Tally counts one kind of fact of the turn, or one name of outcome told in it.
type Tally struct {
	Of   string // `sight.enemy`, `stand.destroyed`
	Sum  string // field whose values are added up; "" counts the tellings
	One  string // `1 enemy unit in sight`
	Many string // `{n} enemy units in sight`
}

// Symbol says how the facts of one kind are drawn on the map.
type Symbol struct {
	Kind string // `sight.enemy`
	// X, Y, Facing, Label, Strength name the fields to draw from ("" none).
	X, Y, Facing, Label, Strength string
	Place                         string // field with the locale, hex or zone, on boards without coordinates
	// field whose value picks the shape: `foot`, `horse`, `guns`, `commander`, `courier` …
	Shape           string
	Frontage, Depth string // fields with the footprint in hundredths of the board's unit, where it has one
	// field of an outcome with the place that the subject came to, where that is not Place
	To string
	// field with the way ahead: points `x/y,x/y…`, or the id of a cell or of another fact's subject
	Road string
	// field with how far its fire goes straight ahead: the symbol is a band, Frontage wide, drawn on request
	Reach string
	// Full is what Strength or, where it is named, Lost is a part of: the part that is gone is drawn pale.
	Lost, Full string
	// Marks are states that are drawn on the symbol.
	Marks []Mark
	Side  string // field with the side, for its colour; "" the reader's own
	Old   bool   // drawn pale, with its turn, when older
}

// Mark is a state that a symbol shows: `shaken`, `routed`, `engaged`, `halted` or `dry`, which is out of
// ammunition.
type Mark struct {
	Field, Is string // what the field must be; Is "": anything but `no` and `-`
	Shows     string
}

// Symbols are the map symbols of a ruleset.
type Symbols []Symbol
