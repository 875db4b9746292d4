package scenario

import (
	"fmt"
	"slices"
	"strings"
)

// Doc is a scenario file that its Spec took. Its root's getters are its own:
// `doc.Text("title", "")`.
type Doc struct {
	Node
	File   string
	Faulty bool    // Read refused it: a value may be missing, or of any kind
	read   []Fault // those with which Read refused it
	faults []Fault
}

// Paper is a scenario file that has been parsed, before any Spec has judged it.
type Paper struct {
	file   string
	root   Node
	faults []Fault // for which it is no YAML, or more than is read
}

// Parse parses a file. What is wrong with its YAML the Paper's methods tell.
func Parse(file string, src []byte) *Paper {
	root, faults := parse(file, src)
	return &Paper{file, root, faults}
}

// Read parses a file and checks it against the spec. Where there are faults the
// Doc is nil; they are in the order of the file.
func Read(file string, src []byte, spec Spec) (*Doc, []Fault) { return Parse(file, src).Read(spec) }

// Read checks the file against the spec. Where there are faults the Doc is nil;
// they are in the order of the file.
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

// Faulty returns a file that Read refused with the faults, for a Setup that looks
// for what else is wrong; nil where there is nothing to look at.
func (p *Paper) Faulty(faults []Fault) *Doc {
	if p.root.IsMap() && !slices.ContainsFunc(p.faults, func(f Fault) bool { return f.Reason == BadSyntax }) {
		return &Doc{Node: p.root, File: p.file, Faulty: true, read: faults}
	}
	return nil
}

// Sound reports whether what is written at the path can be relied upon: Read
// found no fault in it, nor in what it is a part of.
func (d *Doc) Sound(path string) bool {
	return !slices.ContainsFunc(d.read, func(f Fault) bool {
		within, inside := strings.CutPrefix(f.Path, path)
		return inside && (within == "" || within[0] == '.' || within[0] == '[') || strings.HasPrefix(path, f.Path+".")
	})
}

// SoundNames reports whether the names that the map at the path gives can be relied
// upon, whatever is wrong with what they are given to.
func (d *Doc) SoundNames(path string) bool {
	return !slices.ContainsFunc(d.read, func(f Fault) bool {
		id, inside := strings.CutPrefix(f.Path, path+".")
		return f.Path == path || strings.HasPrefix(path, f.Path+".") || inside && id != "" && f.Reason == BadID
	})
}

// ReadsThrough reports whether each value can be relied upon although Read refused the
// file: it has nothing but keys that nobody knows.
func (d *Doc) ReadsThrough() bool {
	return !slices.ContainsFunc(d.read, func(f Fault) bool { return f.Reason != UnknownKey })
}

// Further returns the faults and those of more that tell something new, in the
// order of the file: not of an entry (`units.royal`) in which there is one already,
// for that may be why. A key that nobody knows is no reason: what else is written
// there was read.
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

// entry is the part of a path that names one entry: `units.royal`, `map.places.ford`,
// `seats.french.guiche`, `sides.union.groups.2`.
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

// Ruleset returns the ruleset that the file names, one of those known, before
// anything else of the file is judged.
func (p *Paper) Ruleset(known []string) (string, []Fault) {
	if !p.root.Exists() {
		return "", p.faults
	}
	c := &checker{file: p.file}
	if p.root.kind != mapping {
		c.fault(p.root, WrongType, "keys and values", found(p.root))
		return "", c.faults
	}
	name := p.root.At("ruleset")
	if !name.Exists() {
		return "", []Fault{{p.file, 1, 1, "ruleset", MissingKey, wordsText(known), ""}}
	}
	c.check(name, Word(known...))
	return name.String(), c.faults
}

// Refuse adds a fault that a ruleset's Setup found at the value. want says what
// was expected. Of a value that is missing from a file with faults there is no more
// to say: where it must be written Read has said so.
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

// foundText says what stands there, as far as it is a text or a list of texts.
func foundText(n Node) string {
	switch {
	case n.kind == scalar && !n.null:
		return found(n)
	case n.kind == list && !slices.ContainsFunc(n.values, func(v Node) bool { return v.kind != scalar }):
		texts := make([]string, len(n.values))
		for i, v := range n.values {
			texts[i] = v.text
		}
		return "`[" + strings.Join(texts, ", ") + "]`"
	}
	return ""
}

// RefuseName refuses a value that names none of what stands at the path `of`; where
// that cannot be relied upon itself, the value may well be right.
func (d *Doc) RefuseName(n Node, of, reason, want string, args ...any) {
	if d.SoundNames(of) {
		d.Refuse(n, reason, want, args...)
	}
}

// RefuseKey adds a fault about a key of the map, written or not.
func (d *Doc) RefuseKey(n Node, key, reason, want string, args ...any) {
	if v := n.At(key); v.Exists() {
		d.Refuse(v, reason, want, args...)
		return
	}
	d.faults = append(d.faults, Fault{d.File, n.pos.line, n.pos.col, join(n.path, key), reason,
		fmt.Sprintf(want, args...), ""})
}

// Faults returns what was refused, in the order of the file.
func (d *Doc) Faults() []Fault {
	fs := slices.Clone(d.faults)
	sortFaults(fs)
	return fs
}
