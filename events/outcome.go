package events

import (
	"strconv"
	"strings"
)

// Field is one `key=value` of an outcome. Keys are lower case. Values are text, decimal numbers, `yes` or `no`, `-`
// for nothing, and lists with commas.
type Field struct{ Key, Value string }

// Fields returns fields from alternating keys and values: string, int, bool (yes/no), []string (joined with commas,
// or `-` if empty).
func Fields(kv ...any) []Field {
	return AppendFields(make([]Field, 0, len(kv)/2), kv...)
}

// AppendFields appends the fields that Fields would return.
func AppendFields(fs []Field, kv ...any) []Field {
	if len(kv)%2 != 0 {
		panic("events.Fields: a key without a value")
	}
	for i := 0; i < len(kv); i += 2 {
		fs = append(fs, Field{kv[i].(string), text(kv[i+1])})
	}
	return fs
}

func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int:
		return strconv.Itoa(v)
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case []string:
		if len(v) == 0 {
			return "-"
		}
		return strings.Join(v, ",")
	}
	panic("events.Fields: a value must be string, int, bool or []string")
}

// Die is one die, card or chit that decided an outcome.
type Die struct {
	Name   string `json:"name"` // see docs/events.md, e.g. `volley/fire/1foot.b>2swiss#2`
	Die    string `json:"die"`  // `d10`, `d100` …, or `drawN` for a draw from N, counted from 0
	Value  int    `json:"value"`
	Salt   string `json:"salt,omitempty"`   // set if the umpire ordered a reroll
	Sealed bool   `json:"sealed,omitempty"` // drawn from the second, sealed chain of seeds
	Set    string `json:"set,omitempty"`    // `umpire` if a person set the value
}

// View defines who sees an outcome, and how. The named seats see it without the fields in Hide (`dice` hides the dice),
// and with the fields in As in place of the true ones. If anything is hidden from them, they see a die only if its name
// mentions nothing that they are not shown. An outcome without views is shown only to the umpire.
type View struct {
	Seats []string
	Hide  []string
	As    []Field
}

// Outcome is one result of the adjudicator. Only outcomes change a game's state.
//
// Its canonical text is `name field=value … clause=… dice=name:value,…`; Ref, Cause and Views are not part of it.
type Outcome struct {
	Ref    string  // `t3.17`: the 17th outcome of turn 3
	Name   string  // lower-case dotted, `volley.fired`
	Fields []Field // in the order fixed by the ruleset
	Clause string  // number in the ruleset's digest
	Dice   []Die
	Cause  string // Ref of the outcome, or input (`order:french.north.3`), that it follows from; may be empty
	Views  []View
}

// Get returns the value of the field, or "" if it is missing.
func (o *Outcome) Get(key string) string {
	for i := range o.Fields {
		if o.Fields[i].Key == key {
			return o.Fields[i].Value
		}
	}
	return ""
}

// TurnOf returns the turn in a Ref such as `t3.17`, or -1 for any other text.
func TurnOf(ref string) int {
	head, _, ok := strings.Cut(strings.TrimPrefix(ref, "t"), ".")
	if n, err := strconv.Atoi(head); ok && err == nil && strings.HasPrefix(ref, "t") {
		return n
	}
	return -1
}

// Int returns the value of the field as a number; see [Number].
func (o *Outcome) Int(key string) int {
	return Number(o.Get(key))
}

// Number parses a recorded value. It returns 0 if the value is not a number that fits in 32 bits.
func Number(value string) int {
	n, err := strconv.ParseInt(value, 10, 32)
	if err != nil {
		return 0
	}
	return int(n)
}
