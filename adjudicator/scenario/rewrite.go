package scenario

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Edit replaces one scalar of a scenario file.
type Edit struct {
	Path string `json:"path"` // `units.royal.at[0]`
	From string `json:"from"` // current value, without quotes
	To   string `json:"to"`
}

// StaleError reports that a value has changed since the edit was made.
type StaleError struct{ Edit Edit }

// Error names the value.
func (e *StaleError) Error() string {
	return fmt.Sprintf("%s is no longer %s in the file", e.Edit.Path, e.Edit.From)
}

// Rewrite applies the edits to the file and leaves all other bytes unchanged: comments, order, spaces.
func Rewrite(src []byte, edits ...Edit) ([]byte, error) {
	type piece struct {
		from, to int
		text     string
	}
	nodes := map[string]Node{}
	for n := range Parse("", src).Values() {
		nodes[n.path] = n
	}
	var pieces []piece
	for _, e := range edits {
		n := nodes[e.Path]
		if !n.Exists() || n.text != e.From {
			return nil, &StaleError{e}
		}
		if !isPlain(e.To) {
			return nil, fmt.Errorf("%s cannot be written as %q: write it by hand", e.Path, e.To)
		}
		at := offset(src, n.pos)
		if quote := string(src[at:min(at+1, len(src))]); n.quoted && (quote == `"` || quote == "'") {
			at++
		}
		if !strings.HasPrefix(string(src[at:]), e.From) {
			return nil, fmt.Errorf("%s is not written on one line: change it by hand", e.Path)
		}
		pieces = append(pieces, piece{at, at + len(e.From), e.To})
	}
	slices.SortStableFunc(pieces, func(a, b piece) int { return cmp.Compare(b.from, a.from) })
	out := slices.Clone(src)
	for _, p := range slices.Compact(pieces) { // an alias is written once
		out = slices.Replace(out, p.from, p.to, []byte(p.text)...)
	}
	return out, nil
}

// isPlain reports whether a value means the same with and without quotes.
func isPlain(text string) bool {
	return text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-./") == ""
}

func offset(src []byte, at position) int {
	i := 0
	for range at.line - 1 {
		i += strings.IndexByte(string(src[i:]), '\n') + 1
	}
	for j := range string(src[i:]) {
		if at.col--; at.col == 0 {
			return i + j
		}
	}
	return len(src)
}

// Values yields the scalars of the file, including those in maps and lists.
func (p *Paper) Values() iter.Seq[Node] {
	return func(yield func(Node) bool) { p.root.each(yield) }
}

func (n Node) each(yield func(Node) bool) bool {
	if n.value == nil {
		return true
	}
	if n.kind == scalar {
		return yield(n)
	}
	for _, v := range n.values {
		if !v.each(yield) {
			return false
		}
	}
	return true
}

// Points returns the values of two numbers that are points [x, y] in the spec.
func (p *Paper) Points(s Spec) (points []Node) {
	p.root.visit(s, func(n Node, s Spec) {
		if !s.point || n.kind != list || len(n.values) != 2 {
			return
		}
		_, x := readHundredths(n.values[0].String())
		_, y := readHundredths(n.values[1].String())
		if x && y {
			points = append(points, n)
		}
	})
	return points
}

// Number is a whole number in a file with the range allowed by the spec.
type Number struct {
	Node
	Least, Most int
}

// Numbers returns the values that are whole numbers in the spec.
func (p *Paper) Numbers(s Spec) (numbers []Number) {
	p.root.visit(s, func(n Node, s Spec) {
		if _, ok := readInt(n.String()); ok && s.form == formInt {
			numbers = append(numbers, Number{n, s.least, s.most})
		}
	})
	return numbers
}

// visit calls f for each value of the node with its spec, and with each spec of alternatives.
func (n Node) visit(s Spec, f func(Node, Spec)) {
	if n.value == nil {
		return
	}
	f(n, s)
	for _, alternative := range s.parts {
		if s.form == formOneOf {
			n.visit(alternative, f)
		}
	}
	for i, v := range n.values {
		switch {
		case s.form == formKeys && n.kind == mapping:
			if at := slices.IndexFunc(s.keys, func(k Key) bool { return k.Name == n.keys[i] }); at >= 0 {
				v.visit(s.keys[at].Spec, f)
			}
		case s.form == formEach && n.kind == mapping:
			v.visit(s.parts[1], f)
		case (s.form == formList || s.form == formTuple) && n.kind == list:
			v.visit(s.parts[min(i, len(s.parts)-1)], f)
		}
	}
}
