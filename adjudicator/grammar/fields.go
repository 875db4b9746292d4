package grammar

import (
	"cmp"
	"math/bits"
	"reflect"
	"strings"
)

// fields describes the fields of a struct that slots and keywords are read into.
type fields struct {
	of    reflect.Type
	slots map[string]place
	flags map[string]flag
	name  place // field for the row's name; no path if there is none
	rest  place // field for slots without a field of their own; no path if there is none
	all   []place
}

// place locates a field in its struct by index path, including through embedded structs.
type place struct {
	path []int
	at   int // index into fields.all
}

// alwaysFilled marks fields whose presence must be checked in every order, because they do not fit into the bit set or
// their zero value counts as present.
const alwaysFilled = 1 << 63

// bit returns the field's bit in a set of fields.
func (p *place) bit(always bool) uint64 {
	if always || p.at >= 63 {
		return alwaysFilled
	}
	return 1 << p.at
}

// in returns the field of a struct value. Unlike [reflect.Value.FieldByIndex] it does not follow pointers.
func (p *place) in(value reflect.Value) reflect.Value {
	for _, i := range p.path {
		value = value.Field(i)
	}
	return value
}

// record is a struct that is read or written through its fields.
type record struct {
	value reflect.Value
	held  []held // its fields.all; if nil, each field is looked up when needed
}

// held is a field of one struct and a pointer to it.
type held struct {
	value reflect.Value
	at    any
}

func recordOf(o any) record { return record{value: reflect.ValueOf(o).Elem()} }

// prepare returns a record with its fields looked up in advance, for a struct that many orders are read into.
func (f *fields) prepare(o any) record {
	r := recordOf(o)
	r.held = make([]held, len(f.all))
	for i := range f.all {
		value := f.all[i].in(r.value)
		r.held[i] = held{value, value.Addr().Interface()}
	}
	return r
}

func (r *record) field(p *place) reflect.Value {
	if r.held != nil {
		return r.held[p.at].value
	}
	return p.in(r.value)
}

// pointer returns a pointer to a field.
func (r *record) pointer(p *place) any {
	if r.held != nil {
		return r.held[p.at].at
	}
	return p.in(r.value).Addr().Interface()
}

// filled returns the subset of the fields that are not zero, together with the alwaysFilled bit.
func (r *record) filled(f *fields, of uint64) uint64 {
	set := of & alwaysFilled
	for of &^= alwaysFilled; of != 0; of &= of - 1 {
		i := bits.TrailingZeros64(of)
		if !r.field(&f.all[i]).IsZero() {
			set |= 1 << i
		}
	}
	return set
}

func (r *record) setVerb(f *fields, name string) {
	if f.name.path != nil {
		r.field(&f.name).SetString(name)
	}
}

// Filled is the canonical text of a slot without a field of its own.
type Filled struct{ Key, Text string }

// flag is the field that records a keyword, and the value for that keyword.
type flag struct {
	field place
	value reflect.Value
}

func fieldsOf(t reflect.Type) fields {
	f := fields{of: t, slots: map[string]place{}, flags: map[string]flag{}}
	for _, field := range reflect.VisibleFields(t) {
		tag := field.Tag.Get("slot")
		if tag == "" {
			continue
		}
		p := place{field.Index, len(f.all)}
		f.all = append(f.all, p)
		keyword, _, _ := strings.Cut(tag, "=")
		switch {
		case tag == "verb":
			f.name = p
		case tag == "*":
			f.rest = p
		case strings.ToUpper(keyword) == keyword:
			f.flag(tag, p, field.Type)
		default:
			f.slots[tag] = p
		}
	}
	return f
}

// flag reads a tag such as `TO CONTACT` or `LEFT=-1,RIGHT=1`.
func (f *fields) flag(tag string, field place, of reflect.Type) {
	for _, each := range strings.Split(tag, ",") {
		words, text, given := strings.Cut(each, "=")
		value := reflect.New(of).Elem()
		switch {
		case of.Kind() == reflect.Bool:
			value.SetBool(true)
		case of.Kind() == reflect.String:
			value.SetString(cmp.Or(text, words))
		default:
			n, ok := atoi(text)
			if !given || !ok {
				panic("grammar: " + of.String() + " has no value for " + words)
			}
			value.SetInt(int64(n))
		}
		f.flags[words] = flag{field, value}
	}
}

func atoi(text string) (n int, ok bool) {
	digits, minus := strings.CutPrefix(text, "-")
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	if minus {
		n = -n
	}
	return n, digits != ""
}
