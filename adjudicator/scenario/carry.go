package scenario

import (
	"slices"
	"strings"
)

// A battle that follows another one is the author's file with the key `carried` behind it. Its entries replace those of
// the file, which stays as the author wrote it, or take them away.

const (
	carried = "carried"
	// Gone is the value of `carried` that takes an entry away.
	Gone = "gone"
)

// layers are the keys that `carried` may have: those of the things that change between two battles.
var layers = []string{"units", "officers", "seats", "commanders", "options"}

// withCarried returns the spec of a file with the keys and with `carried`, which accepts parts of its layers.
func withCarried(keys ...Key) Spec {
	var parts []Key
	for _, k := range keys {
		if slices.Contains(layers, k.Name) {
			parts = append(parts, Opt(k.Name, k.Spec.part(), k.Doc))
		}
	}
	return Keys(append(keys, Opt(carried, Keys(parts...), "changes by earlier battles: values that replace those "+
		"above, or gone"))...)
}

// part returns the spec for a part of the value. Each entry may be gone.
func (s Spec) part() Spec {
	entry := func(s Spec) Spec { return OneOf(s.part(), Word(Gone)) }
	switch s.form {
	case formKeys:
		var keys []Key
		for _, k := range s.keys {
			keys = append(keys, Opt(k.Name, entry(k.Spec), k.Doc))
		}
		return Keys(keys...)
	case formEach:
		return Each(s.parts[0], entry(s.parts[1]))
	}
	return s
}

// carry lays the entries of `carried` over the others. The faults of replaced values, found later, have the place of
// the value that replaces them.
func (c *converter) carry(root Node) Node {
	over := root.At(carried)
	if !over.Exists() {
		return root
	}
	root.take(carried)
	if over.kind != mapping {
		c.fault(over.pos, carried, WrongType, "keys and values", describeFound(over))
		return root
	}
	for i, layer := range over.keys {
		what := over.values[i]
		if !slices.Contains(layers, layer) {
			c.fault(over.keyPos[i], join(carried, layer), UnknownKey, "one of "+wordsText(layers), "`"+layer+"`")
			continue
		}
		for _, id := range slices.Clone(what.Keys()) {
			if known := layer == "commanders" || layer == "options" || root.At(layer).Has(id); !known {
				at := what.keyPos[slices.Index(what.keys, id)]
				c.fault(at, join(layer, id), UnknownName, "one of the "+layer+" of this scenario", "`"+id+"`")
				what.take(id)
			}
		}
		root.lay(layer, what, over.keyPos[i])
	}
	return root
}

// lay puts the value under the key. Maps are merged; the word gone takes the entry away.
func (n Node) lay(key string, v Node, at position) {
	i := slices.Index(n.keys, key)
	switch {
	case v.String() == Gone:
		n.take(key)
	case v.IsMap():
		if i < 0 {
			i = len(n.keys)
			n.keys, n.keyPos, n.values = append(n.keys, key), append(n.keyPos, at), append(n.values, Node{})
		}
		if !n.values[i].IsMap() {
			n.values[i] = Node{&value{kind: mapping, pos: v.pos, path: v.path}}
		}
		for j, k := range v.keys {
			n.values[i].lay(k, v.values[j], v.keyPos[j])
		}
	case i < 0:
		n.keys, n.keyPos, n.values = append(n.keys, key), append(n.keyPos, at), append(n.values, v)
	default:
		n.values[i], n.keyPos[i] = v, at
	}
}

// take takes an entry away.
func (n Node) take(key string) {
	if i := slices.Index(n.keys, key); i >= 0 {
		n.keys, n.keyPos = slices.Delete(n.keys, i, i+1), slices.Delete(n.keyPos, i, i+1)
		n.values = slices.Delete(n.values, i, i+1)
	}
}

// Author returns the author's part of a file: the lines before `carried`. ok is false if the file has no such key.
func Author(src string) (author string, ok bool) {
	at := strings.Index("\n"+src, "\n"+carried+":")
	if at < 0 {
		return src, false
	}
	return src[:at], true
}
