package scenario

import (
	"fmt"
	"slices"
	"strings"
)

// Doc is a scenario file that matches its Spec. The getters of its root can be called on it directly:
// `doc.Text("title", "")`.
type Doc struct {
	Node
	File   string
	Faulty bool    // Read has refused it: values may be missing or of any kind
	read   []Fault // the faults found by Read
	faults []Fault
}

// Paper is a parsed scenario file, before it is checked against a Spec.
type Paper struct {
	file   string
	root   Node
	faults []Fault // of the YAML or its size
}

// Parse parses a file. The Paper's methods return the faults of its YAML.
func Parse(file string, src []byte) *Paper {
	root, faults := parse(file, src)
	return &Paper{file, root, faults}
}

// Read parses a file and checks it against the spec. If there are faults, sorted by position, the Doc is nil.
func Read(file string, src []byte, spec Spec) (*Doc, []Fault) { return Parse(file, src).Read(spec) }

// Read checks the file against the spec. If there are faults, sorted by position, the Doc is nil.
func (p *Paper) Read(spec Spec) (*Doc, []Fault) {
	c := &checker{file: p.file, faults: slices.Clone(p.faults)}
	if p.root.Exists() {
		c.check(p.root, spec)
	}
	if len(c.faults) > 0 {
		sortFaults(c.faults)
		return nil, c.faults
	}
	return &Doc{Node: p.root, File: p.file}, nil
}

// Faulty returns a file that Read has refused with the faults, for a Setup that looks for further faults. It returns
// nil if the file cannot be read at all.
func (p *Paper) Faulty(faults []Fault) *Doc {
	if p.root.IsMap() && !slices.ContainsFunc(p.faults, func(f Fault) bool { return f.Reason == BadSyntax }) {
		return &Doc{Node: p.root, File: p.file, Faulty: true, read: faults}
	}
	return nil
}

// Sound reports whether the value at the path is reliable: Read found no fault in it or in a value that contains it.
func (d *Doc) Sound(path string) bool {
	return !slices.ContainsFunc(d.read, func(f Fault) bool {
		within, inside := strings.CutPrefix(f.Path, path)
		return inside && (within == "" || within[0] == '.' || within[0] == '[') || strings.HasPrefix(path, f.Path+".")
	})
}

// SoundNames reports whether the keys of the map at the path are reliable, regardless of faults in their values.
func (d *Doc) SoundNames(path string) bool {
	return !slices.ContainsFunc(d.read, func(f Fault) bool {
		id, inside := strings.CutPrefix(f.Path, path+".")
		return f.Path == path || strings.HasPrefix(path, f.Path+".") || inside && id != "" && f.Reason == BadID
	})
}

// ReadsThrough reports whether all values are reliable although Read refused the file, because its only faults are
// unknown keys.
func (d *Doc) ReadsThrough() bool {
	return !slices.ContainsFunc(d.read, func(f Fault) bool { return f.Reason != UnknownKey })
}

// Further returns the faults together with those of more that are new, sorted by position. It drops faults of more in
// an entry (`units.royal`) that has a fault already, because that may be their cause. Unknown keys do not count as such
// a cause.
func Further(faults, more []Fault) []Fault {
	all := slices.Clone(faults)
	for _, m := range more {
		if !slices.ContainsFunc(faults, func(f Fault) bool {
			return f.Reason != UnknownKey && (entry(f.Path) == entry(m.Path) || strings.HasPrefix(f.Path, m.Path+"."))
		}) {
			all = append(all, m)
		}
	}
	sortFaults(all)
	return all
}

// entry returns the part of a path that names one entry: `units.royal`, `map.places.ford`, `seats.french.guiche`,
// `sides.union.groups.2`.
func entry(path string) string {
	names, depth := strings.Split(path, "."), 2
	switch {
	case slices.Contains([]string{"seats", "map", "victory", "tables"}, names[0]):
		depth = 3
	case names[0] == "sides" && len(names) > 4:
		depth = 4
	}
	return strings.Join(names[:min(depth, len(names))], ".")
}

// Ruleset returns the ruleset named by the file, which must be one of those known. It checks nothing else.
func (p *Paper) Ruleset(known []string) (string, []Fault) {
	if !p.root.Exists() {
		return "", p.faults
	}
	c := &checker{file: p.file}
	if p.root.kind != mapping {
		c.fault(p.root, WrongType, "keys and values", describeFound(p.root))
		return "", c.faults
	}
	name := p.root.At("ruleset")
	if !name.Exists() {
		return "", []Fault{{p.file, 1, 1, "ruleset", MissingKey, wordsText(known), ""}}
	}
	c.check(name, Word(known...))
	return name.String(), c.faults
}

// Refuse adds a fault at the value, for a ruleset's Setup. want describes the expected value. If the value is missing
// from a file with faults, it adds nothing: Read has reported missing keys already.
func (d *Doc) Refuse(n Node, reason, want string, args ...any) {
	if n.value == nil {
		if d.Faulty {
			return
		}
		n = d.Node
	}
	d.faults = append(d.faults, Fault{d.File, n.pos.line, n.pos.col, n.path, reason, fmt.Sprintf(want, args...),
		foundText(n)})
}

// foundText describes a scalar or a list of scalars, and returns "" for other values.
func foundText(n Node) string {
	switch {
	case n.kind == scalar && !n.null:
		return describeFound(n)
	case n.kind == list && !slices.ContainsFunc(n.values, func(v Node) bool { return v.kind != scalar }):
		texts := make([]string, len(n.values))
		for i, v := range n.values {
			texts[i] = v.text
		}
		return "`[" + strings.Join(texts, ", ") + "]`"
	}
	return ""
}

// RefuseName refuses a value that is not a name at the path `of`, unless the names there are unreliable themselves.
func (d *Doc) RefuseName(n Node, of, reason, want string, args ...any) {
	if d.SoundNames(of) {
		d.Refuse(n, reason, want, args...)
	}
}

// RefuseKey adds a fault about a key of the map, present or not.
func (d *Doc) RefuseKey(n Node, key, reason, want string, args ...any) {
	if v := n.At(key); v.Exists() {
		d.Refuse(v, reason, want, args...)
		return
	}
	d.faults = append(d.faults, Fault{d.File, n.pos.line, n.pos.col, join(n.path, key), reason,
		fmt.Sprintf(want, args...), ""})
}

// Faults returns the faults added by Refuse, sorted by position.
func (d *Doc) Faults() []Fault {
	fs := slices.Clone(d.faults)
	sortFaults(fs)
	return fs
}
