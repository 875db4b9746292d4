package say

import (
	"slices"
	"strconv"
)

// Value is the meaning of a constituent: a reference, a set of roles, or a list. Values are immutable.
type Value struct {
	Kind    string   // kind of reference: `unit`, `place`, `number`; "" if it has only roles
	Text    string   // canonical text, if it has no ids
	IDs     []string // ids of names; candidates if Several is set
	N       int
	Several bool
	Group   bool // a collective, such as "the cavalry"
	Roles   []Role
	List    []*Value

	from, to int // span in tokens
	hash     uint64
}

// Role is a named part of a meaning: `to`, `who`, `do`.
type Role struct {
	Name  string
	Value *Value
}

// Get returns the value of a role, or nil.
func (v *Value) Get(role string) *Value {
	for i := range v.Roles {
		if v.Roles[i].Name == role {
			return v.Roles[i].Value
		}
	}
	return nil
}

// Is returns the text of a role, or "".
func (v *Value) Is(role string) string {
	if r := v.Get(role); r != nil {
		return r.Text
	}
	return ""
}

func number(n int) *Value { return sealed(&Value{Kind: "number", Text: strconv.Itoa(n), N: n}) }

func atom(text string) *Value { return sealed(&Value{Kind: "atom", Text: text}) }

// sealed sets the hash, which identifies equal values.
func sealed(v *Value) *Value {
	h := uint64(14695981039346656037)
	number := func(n uint64) {
		for range 8 {
			h = (h ^ n&0xff) * 1099511628211
			n >>= 8
		}
	}
	text := func(s string) {
		for i := range len(s) {
			h = (h ^ uint64(s[i])) * 1099511628211
		}
		h = (h ^ 0x100) * 1099511628211
	}
	text(v.Kind)
	text(v.Text)
	for _, id := range v.IDs {
		text(id)
	}
	number(uint64(v.N))
	if v.Several {
		number(1)
	}
	for i := range v.Roles {
		text(v.Roles[i].Name)
		number(v.Roles[i].Value.hash)
	}
	for _, l := range v.List {
		number(l.hash)
	}
	v.hash = h
	return v
}

// with returns v with one more role, or nil if v has another value for the role.
func (v *Value) with(role string, said *Value) *Value {
	switch before := v.Get(role); {
	case before == nil:
	case before.hash == said.hash:
		return v
	default:
		return nil
	}
	at, _ := slices.BinarySearchFunc(v.Roles, role, func(r Role, name string) int {
		if r.Name < name {
			return -1
		}
		return 1
	})
	c := *v
	c.Roles = slices.Insert(slices.Clip(v.Roles), at, Role{role, said})
	return &c
}

// put returns v with the role replaced.
func (v *Value) put(role string, said *Value) *Value {
	return v.drop(role).with(role, said)
}

// drop returns v without the role.
func (v *Value) drop(role string) *Value {
	c := *v
	c.Roles = slices.DeleteFunc(slices.Clone(v.Roles), func(r Role) bool { return r.Name == role })
	return &c
}
