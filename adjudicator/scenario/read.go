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
	Faulty bool // Read refused it: a value may be missing, or of any kind
	faults []Fault
}

// Read parses a file and checks it against the spec. Where there are faults the
// Doc is nil; they are in the order of the file.
func Read(file string, src []byte, spec Spec) (*Doc, []Fault) {
	root, faults := parse(file, src)
	if root.Exists() {
		c := &checker{file: file, faults: faults}
		c.check(root, spec)
		faults = c.faults
	}
	if len(faults) > 0 {
		sortFaults(faults)
		return nil, faults
	}
	return &Doc{Node: root, File: file}, nil
}

// Faulty returns a file that Read refused with the faults, for a Setup that looks
// for what else is wrong; nil where too much is for that: what the others stand
// on, a whole part or the map.
func Faulty(file string, src []byte, faults []Fault) *Doc {
	root, unread := parse(file, src)
	if len(unread) > 0 || slices.ContainsFunc(faults, func(f Fault) bool {
		part, _, inside := strings.Cut(f.Path, ".")
		return !inside || part == "map"
	}) {
		return nil
	}
	return &Doc{Node: root, File: file, Faulty: true}
}

// Further returns the faults and those of more that tell something new, in the
// order of the file: not of an entry (`units.royal`) in which there is one already.
func Further(faults, more []Fault) []Fault {
	all := slices.Clone(faults)
	for _, m := range more {
		if !slices.ContainsFunc(faults, func(f Fault) bool {
			return entry(f.Path) == entry(m.Path) || strings.HasPrefix(f.Path, m.Path+".")
		}) {
			all = append(all, m)
		}
	}
	sortFaults(all)
	return all
}

// entry is the part of a path that names one entry: `units.royal`, `seats.french.guiche`.
func entry(path string) string {
	names := strings.SplitN(path, ".", 4)
	if names[0] == "seats" {
		return strings.Join(names[:min(3, len(names))], ".")
	}
	return strings.Join(names[:min(2, len(names))], ".")
}

// Ruleset returns the ruleset that a file names, one of those known, before
// anything else of the file is judged.
func Ruleset(file string, src []byte, known []string) (string, []Fault) {
	root, faults := parse(file, src)
	if !root.Exists() {
		return "", faults
	}
	c := &checker{file: file}
	if root.kind != mapping {
		c.fault(root, WrongType, "keys and values", found(root))
		return "", c.faults
	}
	name := root.At("ruleset")
	if !name.Exists() {
		return "", []Fault{{file, 1, 1, "ruleset", MissingKey, wordsText(known), ""}}
	}
	c.check(name, Word(known...))
	return name.String(), c.faults
}

// Refuse adds a fault that a ruleset's Setup found at the value. want says what
// was expected.
func (d *Doc) Refuse(n Node, reason, want string, args ...any) {
	if n.value == nil {
		n = d.Node
	}
	d.faults = append(d.faults, Fault{d.File, n.pos.line, n.pos.col, n.path, reason, fmt.Sprintf(want, args...), ""})
}

// RefuseKey adds a fault about a key of the map, written or not.
func (d *Doc) RefuseKey(n Node, key, reason, want string, args ...any) {
	if v := n.At(key); v.Exists() {
		d.Refuse(v, reason, want, args...)
		return
	}
	d.faults = append(d.faults, Fault{d.File, n.pos.line, n.pos.col, join(n.path, key), reason, fmt.Sprintf(want, args...), ""})
}

// Faults returns what was refused, in the order of the file.
func (d *Doc) Faults() []Fault {
	fs := slices.Clone(d.faults)
	sortFaults(fs)
	return fs
}
