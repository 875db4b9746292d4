package scenario

import (
	"iter"
	"slices"
	"strconv"
	"strings"
)

type kind int

const (
	absent kind = iota
	scalar
	list
	mapping
)

// Node is a value of a scenario file with its position. The zero Node is an absent value: it has no entries, and its
// getters return their defaults.
//
// Getters assume that the file matches its Spec. If a value has another type, they return the default.
type Node struct{ *value }

type value struct {
	kind   kind
	text   string // scalar: as written, quotes removed
	null   bool   // scalar: no value was written
	quoted bool   // scalar: in quotes, or a block of text
	keys   []string
	keyPos []position
	values []Node // of a mapping or list, in order
	pos    position
	path   string
}

type position struct{ line, col int }

// Exists reports whether the value was written.
func (n Node) Exists() bool { return n.value != nil && n.kind != absent }

// Path returns the path of the value, `units.royal.rating`, or "" if it is absent.
func (n Node) Path() string {
	if n.value == nil {
		return ""
	}
	return n.path
}

// Line returns the line on which the value begins, from 1; 0 if it is absent.
func (n Node) Line() int {
	if n.value == nil {
		return 0
	}
	return n.pos.line
}

// At returns the value of a key, or the zero Node if the key is missing or has no value.
func (n Node) At(key string) Node {
	if n.value == nil {
		return Node{}
	}
	if i := slices.Index(n.keys, key); i >= 0 && !empty(n.values[i]) {
		return n.values[i]
	}
	return Node{}
}

// Has reports whether the key has a value.
func (n Node) Has(key string) bool { return n.At(key).Exists() }

// IsMap reports whether the value has keys.
func (n Node) IsMap() bool { return n.Exists() && n.kind == mapping }

// IsList reports whether the value is a list.
func (n Node) IsList() bool { return n.Exists() && n.kind == list }

// Entries yields the keys of a map and their values in scenario order.
func (n Node) Entries() iter.Seq2[string, Node] {
	return func(yield func(string, Node) bool) {
		if n.value == nil || n.kind != mapping {
			return
		}
		for i, k := range n.keys {
			if !yield(k, n.values[i]) {
				return
			}
		}
	}
}

// Each yields the entries of the map under the key: `for id, u := range doc.Each("units")`.
func (n Node) Each(key string) iter.Seq2[string, Node] { return n.At(key).Entries() }

// Items returns the members of a list. A scalar counts as a list of one.
func (n Node) Items() []Node {
	switch {
	case n.value == nil:
		return nil
	case n.kind == list:
		return n.values
	case n.kind == scalar:
		return []Node{n}
	}
	return nil
}

// List returns the members of the list under the key.
func (n Node) List(key string) []Node { return n.At(key).Items() }

// Keys returns the keys of a map in scenario order.
func (n Node) Keys() []string {
	if n.value == nil {
		return nil
	}
	return n.keys
}

// String returns a scalar as written, without quotes; "" for other values.
func (n Node) String() string {
	if n.value == nil || n.kind != scalar {
		return ""
	}
	return n.text
}

// Text returns the text under the key.
func (n Node) Text(key, absent string) string {
	if v := n.At(key); v.Exists() && v.kind == scalar {
		return v.text
	}
	return absent
}

// Texts returns the list of texts under the key.
func (n Node) Texts(key string) []string {
	var ts []string
	for _, v := range n.List(key) {
		ts = append(ts, v.String())
	}
	return ts
}

// Int returns the whole number under the key.
func (n Node) Int(key string, absent int) int { return n.At(key).AsInt(absent) }

// AsInt returns the value itself as a whole number.
func (n Node) AsInt(absent int) int {
	if v, ok := readInt(n.String()); ok {
		return v
	}
	return absent
}

// Bool returns the yes or no under the key.
func (n Node) Bool(key string, absent bool) bool { return n.At(key).AsBool(absent) }

// AsBool returns the value itself as yes or no.
func (n Node) AsBool(absent bool) bool {
	if v, ok := readBool(n.String()); ok {
		return v
	}
	return absent
}

// Hundredths returns the decimal under the key in hundredths: 22.5 is 2250.
func (n Node) Hundredths(key string, absent int) int { return n.At(key).AsHundredths(absent) }

// AsHundredths returns the value itself in hundredths.
func (n Node) AsHundredths(absent int) int {
	if v, ok := readHundredths(n.String()); ok {
		return v
	}
	return absent
}

// Point returns the pair of decimals under the key in hundredths. ok is false if it is missing.
func (n Node) Point(key string) (x, y int, ok bool) { return n.At(key).AsPoint() }

// AsPoint returns the value itself as a pair of decimals in hundredths.
func (n Node) AsPoint() (x, y int, ok bool) {
	if !n.IsList() || len(n.values) != 2 {
		return 0, 0, false
	}
	return n.values[0].AsHundredths(0), n.values[1].AsHundredths(0), true
}

func readInt(s string) (int, bool) {
	if strings.HasPrefix(s, "+") {
		return 0, false
	}
	v, err := strconv.ParseInt(s, 10, 32)
	return int(v), err == nil
}

func readBool(s string) (value, ok bool) {
	switch strings.ToLower(s) {
	case "yes", "true":
		return true, true
	case "no", "false":
		return false, true
	}
	return false, false
}

// readHundredths parses a decimal with at most two places exactly, without floating point: 22.5 is 2250.
func readHundredths(s string) (int, bool) {
	digits, negative := strings.CutPrefix(s, "-")
	whole, part, dotted := strings.Cut(digits, ".")
	if whole == "" || dotted && part == "" || len(part) > 2 || len(whole) > 7 {
		return 0, false
	}
	n := 0
	for _, r := range whole + part + "00"[len(part):] {
		if r < '0' || r > '9' {
			return 0, false
		}
		n = 10*n + int(r-'0')
	}
	if negative {
		n = -n
	}
	return n, true
}
