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

// sealed sets the hash, which identifies equal values. Copies of a sealed value share its roles, but not their array's
// free space.
func sealed(v *Value) *Value {
	v.Roles = slices.Clip(v.Roles)
	h := uint64(14695981039346656037)
	number := func(n uint64) {
		h = (h ^ n) * 0x9e3779b97f4a7c15
		h ^= h >> 32
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

// with returns v with one more role, or nil if v may not take it; see set.
func (v *Value) with(role string, said *Value) *Value {
	c := *v
	c.Roles = slices.Clip(v.Roles)
	if !c.set(role, said) {
		return nil
	}
	return &c
}

// set adds a role to a value that is not sealed yet. It reports false if v has a value for the role, even the same:
// a repeated role may be a different one. Only marks without a value of their own may be repeated: "from now on … every
// turn".
func (v *Value) set(role string, said *Value) bool {
	at := 0
	for at < len(v.Roles) && v.Roles[at].Name < role {
		at++
	}
	if at < len(v.Roles) && v.Roles[at].Name == role {
		return v.Roles[at].Value.hash == said.hash && has([]string{"standing", "fwd", "foe"}, role)
	}
	v.Roles = slices.Insert(v.Roles, at, Role{role, said})
	return true
}

func (v *Value) put(role string, said *Value) *Value {
	return v.drop(role).with(role, said)
}

func (v *Value) drop(role string) *Value {
	c := *v
	c.Roles = slices.DeleteFunc(slices.Clone(v.Roles), func(r Role) bool { return r.Name == role })
	return &c
}
