package grammar

import (
	"cmp"
	"math/bits"
	"reflect"
	"strings"
)

// fields are those of a struct that slots and keywords are read into.
type fields struct {
	of    reflect.Type
	slots map[string]place
	flags map[string]flag
	name  place // of the row's name; none: no path
	rest  place // of the slots without a field; none: no path
	all   []place
}

// place is where a field is in its struct: of an embedded one, behind that.
type place struct {
	path []int
	at   int // in fields.all
}

// alwaysFilled is the set of what is to be asked for in every order.
const alwaysFilled = 1 << 63

// bit is the place in sets of fields.
func (p *place) bit(always bool) uint64 {
	if always || p.at >= 63 {
		return alwaysFilled
	}
	return 1 << p.at
}

// in is the field of a struct: what [reflect.Value.FieldByIndex] does, without pointers, for which it looks.
func (p *place) in(value reflect.Value) reflect.Value {
	for _, i := range p.path {
		value = value.Field(i)
	}
	return value
}

// record is a struct that is read or written by its fields.
type record struct {
	value reflect.Value
	held  []held // fields.all of it; nil: each is looked for when it is wanted
}

// held is a field of one struct, and a pointer to it.
type held struct {
	value reflect.Value
	at    any
}

// recordOf is the struct to which o points.
func recordOf(o any) record { return record{value: reflect.ValueOf(o).Elem()} }

// known is recordOf for a struct that many orders are read into.
func (f *fields) known(o any) record {
	r := recordOf(o)
	r.held = make([]held, len(f.all))
	for i := range f.all {
		value := f.all[i].in(r.value)
		r.held[i] = held{value, value.Addr().Interface()}
	}
	return r
}

// field is a field of the struct.
func (r *record) field(p *place) reflect.Value {
	if r.held != nil {
		return r.held[p.at].value
	}
	return p.in(r.value)
}

// at points at a field of the struct.
func (r *record) at(p *place) any {
	if r.held != nil {
		return r.held[p.at].at
	}
	return p.in(r.value).Addr().Interface()
}

// filled is the set of those of the fields that hold something.
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

// Filled is what stands in a slot that has no field of its own, as the canonical line has it.
type Filled struct{ Key, Text string }

// flag is the field that says that a keyword is there.
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
