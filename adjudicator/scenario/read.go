package scenario

import (
	"fmt"
	"slices"
)

// Doc is a scenario file that its Spec took. Its root's getters are its own:
// `doc.Text("title", "")`.
type Doc struct {
	Node
	File   string
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
