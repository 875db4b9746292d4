// Package phrase has the template language in which a ruleset says how its
// outcomes and facts read (see events.Words).
//
// A template is compiled once and then fills in the fields of any number of
// outcomes. It can look at nothing but those fields, the turn and the written
// names of ids, so a sentence never tells more than its fields do.
//
//	{unit:name} stands at {x:yards},{y:yards}[ with {out:+} out of ranks][, halted{halted:?}]
//
// The forms behind the colon:
//
//	(none)      the value as it is
//	yards       hundredths, rounded to whole ones, halves away from zero
//	hundredths  hundredths with two decimals: 1234 is `12.34`
//	name        the written name of an id, or of each id of a list: `A, B and C`
//	list        a list as words: `a,b,c` is `a, b and c`
//	bag         a list as words, with how many there are of each: `a,b,a` is `2 × a and b`
//	scores      a list of ids with figures, by name: `french:5,allied:3` is `French 5, Allies 3`
//	or          alternatives as words: `a|b` is `a or b`
//	compass     degrees clockwise from north as a point: 46 is `north-east`
//	s           `s` unless the value is 1, for plurals
//	+           the value; nothing, as if absent, unless it is above 0
//	?           nothing itself, but absent where the field is
//	!           nothing itself, but absent where the field is not
//	?a          nothing itself, but absent where the value is not a
//	a=x|b=y     x where the value is a, y where it is b, else the value;
//	            a last `*=z` says z for all others, with # for the value: {hits:0=no hit|1=one hit|*=# hits},
//	            or @ for its written name: {winner:draw=nobody|*=@ has won}
//
// `[ … ]` is left out where something in it is absent; brackets may nest. A
// field is absent if the outcome has it not (hidden from the reader), or if it
// is empty, `-` or `no`. Outside brackets a missing field reads `?`.
package phrase

import (
	"fmt"
	"strings"

	"galloper/events"
)

// Names gives the written name of an id, or "" where it has none. It may be nil.
type Names func(id string) string

// Source is what a template is filled from.
type Source struct {
	Fields []events.Field
	Turn   int // what `{turn}` says where no field has that name
	Names  Names
}

// Template is a compiled template. The zero value writes nothing.
type Template struct{ parts []part }

// part is a literal, a field or an optional group: one of the three.
type part struct {
	literal string
	field   string
	form    form
	table   []events.Field // for formTable: value, text
	group   []part
}

type form uint8

const (
	formLiteral form = iota
	formPlain
	formYards
	formHundredths
	formName
	formList
	formBag
	formScores
	formOr
	formCompass
	formPlural
	formPositive
	formPresent
	formAbsent
	formIs
	formTable
	formGroup
)

var forms = map[string]form{
	"": formPlain, "yards": formYards, "hundredths": formHundredths, "name": formName,
	"list": formList, "bag": formBag,
	"scores": formScores, "or": formOr, "compass": formCompass, "s": formPlural, "+": formPositive,
	"?": formPresent, "!": formAbsent,
}

// Compile reads a template. Its error says what is wrong and at which byte.
func Compile(text string) (Template, error) {
	c := compiler{text: text}
	parts, err := c.parts(false)
	if err != nil {
		return Template{}, fmt.Errorf("phrase: %q: %w", text, err)
	}
	return Template{parts}, nil
}

// Empty reports whether the template writes nothing whatever it is filled from.
func (t Template) Empty() bool { return len(t.parts) == 0 }

type compiler struct {
	text string
	at   int
}

// parts reads up to the end of the text, or to the bracket that closes the group.
func (c *compiler) parts(inGroup bool) ([]part, error) {
	opened := c.at
	var ps []part
	for c.at < len(c.text) {
		i := strings.IndexAny(c.text[c.at:], "{[]}")
		if i < 0 {
			i = len(c.text) - c.at
		}
		if i > 0 {
			ps = append(ps, part{literal: c.text[c.at : c.at+i]})
			c.at += i
			continue
		}
		p, end, err := c.special(inGroup)
		if err != nil || end {
			return ps, err
		}
		ps = append(ps, p)
	}
	if inGroup {
		return nil, fmt.Errorf("byte %d: the bracket [ is not closed", opened)
	}
	return ps, nil
}

// special reads what begins with a brace or bracket; end is the close of a group.
func (c *compiler) special(inGroup bool) (p part, end bool, err error) {
	at := c.at
	c.at++
	switch c.text[at] {
	case '{':
		p, err = c.value()
		return p, false, err
	case '[':
		group, err := c.parts(true)
		return part{form: formGroup, group: group}, false, err
	case ']':
		if inGroup {
			return part{}, true, nil
		}
	}
	return part{}, false, fmt.Errorf("byte %d: %q closes nothing", at, c.text[at:at+1])
}

func (c *compiler) value() (part, error) {
	at := c.at
	body, _, found := strings.Cut(c.text[at:], "}")
	if !found {
		return part{}, fmt.Errorf("byte %d: the brace { is not closed", at-1)
	}
	c.at += len(body) + 1
	field, how, _ := strings.Cut(body, ":")
	if field == "" {
		return part{}, fmt.Errorf("byte %d: a field's name was expected behind {", at)
	}
	if f, ok := forms[how]; ok {
		return part{field: field, form: f}, nil
	}
	if is, ok := strings.CutPrefix(how, "?"); ok && !strings.ContainsAny(is, "=|") {
		return part{field: field, form: formIs, literal: is}, nil
	}
	table, err := readTable(how)
	if err != nil {
		return part{}, fmt.Errorf("byte %d: %w", at, err)
	}
	return part{field: field, form: formTable, table: table}, nil
}

func readTable(how string) ([]events.Field, error) {
	var table []events.Field
	for entry := range strings.SplitSeq(how, "|") {
		value, text, ok := strings.Cut(entry, "=")
		if !ok {
			return nil, fmt.Errorf("%q is no form: yards, hundredths, name, list, bag, compass, s, +, ?, !, ?value or "+
				"value=text|value=text was expected", how)
		}
		table = append(table, events.Field{Key: value, Value: text})
	}
	return table, nil
}
