package events

import "strings"

// Words are a ruleset's wording of outcomes and facts in reports. They are data, so that the projections need not
// know the ruleset.
//
// All texts are templates: `{field}` is the value of a field, `{field:yards}` hundredths of a yard rounded to whole
// yards, and `{field:name}` the written name of an id. `[ … ]` is left out if a field in it is absent, `-`, `no` or
// hidden from the reader. `{turn}` is the turn of the fact. Package projections/phrase documents all forms. A
// sentence is capitalised and gets a full stop if the template has none.
type Words struct {
	// Diary has a sentence for each outcome name that reports tell in prose.
	Diary map[string]string
	// Facts are the lines of the facts block, grouped by Group; within a group, facts are in the order in which they
	// were last reported.
	Facts []FactLine
	// Strength explains to new players the strengths in the tables of a report. `{men}` is the number of men per unit of
	// strength, absent if strength is not counted in men.
	Strength string
	// Record adds the seat's outcomes to the report, one canonical line each.
	Record bool
	// EachFight makes a story tell each fight of the reader's own units, and the cause of a unit's loss or flight. It
	// is for rules with few fights per turn that record causes.
	EachFight bool
	// Tales define how the story tells outcomes, by name.
	Tales map[string]Tale
}

// FactLine defines how the facts of one kind are kept and shown.
type FactLine struct {
	Kind  string // outcome name, always `sight.…`; the first field is the subject
	Group int
	Now   string // the line while the fact is from the reported turn
	Old   string // the line for an older fact; "" removes it from the block
	// Once means that the fact is shown only in the report of its own turn (letters).
	Once bool
	// Final means that no newer fact is expected (a destroyed unit).
	Final bool
	// News is the sentence under "What reached you" in the report of the turn in which the fact arrives, or "". The
	// fact's field `text`, if any, follows as a quotation.
	News string
	// Called is the reader's name for the subject under "What you do not know"; "" means the written name of the
	// fact's first field. It is for subjects with an internal id that readers never see, such as sightings.
	Called string
	// Ousts lists the kinds whose fact about the same subject this one replaces (`sight.gone` ousts `sight.own`).
	Ousts []string
	// Role is the fact's role in the tables of a report, or "".
	Role Role
	// LostIf is a field, or `field=value`: the subject is out of play if the field has a value, or that value.
	LostIf string
	// Strength and State are the subject's entries in those tables. A score has only Strength.
	Strength, State string
	// Idle is the table entry for a unit of the reader's without an order.
	Idle string
	// Brink is the sentence for a unit of the reader's that one more loss destroys, according to Lost and Full of its
	// symbol: `can take but one hit more`.
	Brink string
	// Bound is the sentence about a unit of the reader's that has been in melee for a turn, as the marks of its symbol
	// show. It says how the melee would end.
	Bound string
	// Writes is how a unit of the reader's side describes itself in a letter. Besides the fact's fields it may use
	// `where` it stood, if that can be said, and the number of men it `lost`, in words.
	Writes string
}

// OutOfPlay reports whether the fact's subject is out of play. get returns the fact's fields.
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

// Symbol defines how the facts of one kind are drawn on the map.
type Symbol struct {
	Kind string // `sight.enemy`
	// X, Y, Facing, Label, Strength name the fields to draw from, or "".
	X, Y, Facing, Label, Strength string
	Place                         string // field with the locale, hex or zone on boards without coordinates
	// field whose value picks the shape: `foot`, `horse`, `guns`, `commander`, `courier` …
	Shape           string
	Frontage, Depth string // fields with the footprint in hundredths of the board's unit, if there is one
	// field of an outcome with the subject's destination, if that is not Place
	To string
	// field with the route ahead: points `x/y,x/y…`, or the id of a cell or of another fact's subject
	Road string
	// field with the range of fire straight ahead; the symbol is then a band, Frontage wide, drawn on request
	Reach string
	// Full is the field with the maximum of Strength, or of Lost if that is set; the missing part is drawn pale.
	Lost, Full string
	// Marks are the states that the symbol shows.
	Marks []Mark
	Side  string // field with the side, for its colour; "" means the reader's own
	Old   bool   // draw an older fact pale, with its turn
}

// Mark is a state on a symbol: `shaken`, `routed`, `engaged`, `halted` or `dry`, which means out of ammunition.
type Mark struct {
	Field, Is string // required value of the field; "" means any but `no` and `-`
	Shows     string
}

// Symbols are the map symbols of a ruleset.
type Symbols []Symbol
