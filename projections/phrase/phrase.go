// Package phrase implements the template language of the rulesets' texts for outcomes and facts (see events.Words).
//
// A template is compiled once and can then be filled from the fields of any number of outcomes. It has access only to
// those fields, the turn and the written names of ids, so a sentence never reveals more than its fields do.
//
//	{unit:name} stands at {x:yards},{y:yards}[ with {out:+} out of ranks][, halted{halted:?}]
//
// The forms after the colon:
//
//	(none)      the value itself
//	yards       hundredths, rounded to whole ones, halves away from zero
//	hundredths  hundredths with two decimals: 1234 is `12.34`
//	name        the written name of an id, or of each id of a list: `A, B and C`
//	list        a list as words: `a,b,c` is `a, b and c`
//	bag         a list as words, with the number of each: `a,b,a` is `2 × a and b`
//	scores      a list of ids with figures, by name: `french:5,allied:3` is `French 5, Allies 3`
//	or          alternatives as words: `a|b` is `a or b`
//	compass     degrees clockwise from north as a point: 46 is `north-east`
//	s           `s` unless the value is 1, for plurals
//	+           the value if it is above 0; otherwise nothing, and it counts as absent
//	?           nothing; counts as absent if the field is absent
//	!           nothing; counts as absent if the field is present
//	?a          nothing; counts as absent if the value is not a
//	a=x|b=y     x if the value is a, y if it is b, otherwise the value;
//	            a final `*=z` writes z for all other values, with # for the value: {hits:0=no hit|1=one hit|*=# hits},
//	            or @ for its written name: {winner:draw=nobody|*=@ has won}
//
// A group `[ … ]` is omitted if anything in it is absent; groups may nest. A field is absent if the outcome does not
// have it (it is hidden from the reader), or if it is empty, `-` or `no`. Outside groups a missing field is written as
// `?`.
package phrase

import (
	"fmt"
	"strings"

	"galloper/events"
)

// Names returns the written name of an id, or "" if it has no name. It may be nil.
type Names func(id string) string

// Source holds the values for filling a template.
type Source struct {
	Fields []events.Field
	Turn   int // the value of `{turn}` if there is no field of that name
	Names  Names
}

// Template is a compiled template. The zero value writes nothing.
type Template struct{ parts []part }

// part is exactly one of a literal, a field and an optional group.
type part struct {
	literal string
	field   string
	form    form
	table   []events.Field // for formTable: value → text
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

// Compile parses a template. Its error gives the problem and its byte offset.
func Compile(text string) (Template, error) {
	c := compiler{text: text}
	parts, err := c.parts(false)
	if err != nil {
		return Template{}, fmt.Errorf("phrase: %q: %w", text, err)
	}
	return Template{parts}, nil
}

// Empty reports whether the template never writes anything.
func (t Template) Empty() bool { return len(t.parts) == 0 }

type compiler struct {
	text string
	at   int
}

// parts parses up to the end of the text, or to the bracket that closes the group.
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

// special parses a construct that starts with a brace or bracket. end reports the end of a group.
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
		return part{}, fmt.Errorf("byte %d: a field's name was expected after {", at)
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
