package scenario

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// Limits on files, far above real ones.
const (
	MaxBytes = 1 << 20 // of a file
	maxNodes = 200_000 // values, including those of aliases
	maxDepth = 40      // nesting of values
	maxLong  = 16_000  // characters of a text for mails, such as a briefing
	maxText  = 200     // of any other text and of a key, because names occur in every mail
)

// parse parses YAML into nodes. Invalid YAML, or more than the limits allow, is a fault.
func parse(file string, src []byte) (root Node, faults []Fault) {
	if f, ok := refuseSource(src); !ok {
		f.File = file
		return Node{}, []Fault{f}
	}
	src = bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n")) // the parser would count each as two lines
	tree, err := parseYAML(src)
	if err != nil {
		return Node{}, []Fault{syntaxFault(file, src, err)}
	}
	c := &converter{file: file, anchors: map[string]ast.Node{}, open: map[string]bool{}}
	switch {
	case len(tree.Docs) == 0 || tree.Docs[0].Body == nil:
		return Node{}, []Fault{{File: file, Line: 1, Col: 1, Reason: BadSyntax, Want: "a scenario, `key: value` lines",
			Found: "nothing"}}
	case len(tree.Docs) > 1:
		return Node{}, []Fault{{File: file, Line: 1, Col: 1, Reason: BadSyntax, Want: "one scenario in a file",
			Found: "several, divided by `---`"}}
	}
	root = c.node(tree.Docs[0].Body, "", 0)
	return c.carry(root), c.faults
}

// refuseSource refuses a file before it is parsed if it is not text, too long, or nested so deeply that parsing it
// could exhaust the stack.
func refuseSource(src []byte) (Fault, bool) {
	bad := func(line int, want, found string) (Fault, bool) {
		return Fault{Line: line, Col: 1, Reason: BadSyntax, Want: want, Found: found}, false
	}
	if len(src) > MaxBytes {
		return bad(1, fmt.Sprintf("at most %d bytes", MaxBytes), fmt.Sprint(len(src)))
	}
	if !utf8.Valid(src) {
		return bad(1, "text in UTF-8", "other bytes")
	}
	depth, line := 0, 1
	for l := range strings.Lines(string(src)) {
		depth = max(0, depth+strings.Count(l, "[")+strings.Count(l, "{")-strings.Count(l, "]")-strings.Count(l, "}"))
		if nested := depth + opensOnLine(l); nested > 4*maxDepth {
			return bad(line, fmt.Sprintf("values nested at most %d deep", maxDepth), "more")
		}
		line++
	}
	return Fault{}, true
}

// opensOnLine counts the possible starts of nested values on one line, including those without brackets.
func opensOnLine(l string) int {
	most, depth := 0, 0
	for _, r := range l {
		switch r {
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		}
		most = max(most, depth)
	}
	rest := strings.TrimLeft(l, " ")
	return most + strings.Count(rest, "- ") + strings.Count(rest, "? ") + strings.Count(rest, "!") + strings.Count(rest,
		"&")
}

// parseYAML calls the parser, and returns its panics as errors: they are caused by the file.
func parseYAML(src []byte) (tree *ast.File, err error) {
	defer func() {
		if p := recover(); p != nil {
			tree, err = nil, fmt.Errorf("it cannot be read as YAML: %v", p)
		}
	}()
	return parser.ParseBytes(src, 0, parser.AllowDuplicateMapKey())
}

// converter converts the parser's tree into nodes.
type converter struct {
	file    string
	faults  []Fault
	count   int
	anchors map[string]ast.Node
	open    map[string]bool // anchors whose value is being read; an alias to one would not terminate
}

func (c *converter) fault(at position, path, reason, want, found string) {
	c.faults = append(c.faults, Fault{c.file, at.line, at.col, path, reason, want, found})
}

// place returns the position at which a node begins. A block mapping begins at its first key.
func place(n ast.Node) position {
	t := n.GetToken()
	if m, ok := n.(*ast.MappingNode); ok && !m.IsFlowStyle && len(m.Values) > 0 {
		t = m.Values[0].Key.GetToken()
	}
	if m, ok := n.(*ast.MappingValueNode); ok {
		t = m.Key.GetToken()
	}
	return tokenPlace(t)
}

func tokenPlace(t *token.Token) position {
	if t == nil || t.Position == nil {
		return position{1, 1}
	}
	return position{t.Position.Line, t.Position.Column}
}

func (c *converter) node(n ast.Node, path string, depth int) Node {
	at := place(n)
	c.count++
	switch {
	case c.count == maxNodes+1:
		c.fault(at, path, BadSyntax, fmt.Sprintf("at most %d values, aliases followed", maxNodes), "more")
	case depth > maxDepth:
		c.fault(at, path, BadSyntax, fmt.Sprintf("values nested at most %d deep", maxDepth), "more")
	}
	if c.count > maxNodes || depth > maxDepth {
		return Node{}
	}
	v := &value{pos: at, path: path}
	switch n := n.(type) {
	case *ast.MappingNode:
		c.mapping(v, n.Values, depth)
	case *ast.MappingValueNode:
		c.mapping(v, []*ast.MappingValueNode{n}, depth)
	case *ast.SequenceNode:
		v.kind = list
		for i, item := range n.Values {
			v.values = append(v.values, c.node(item, fmt.Sprintf("%s[%d]", path, i), depth+1))
		}
	case *ast.AnchorNode:
		return c.anchor(n, path, depth)
	case *ast.AliasNode:
		return c.alias(n, path, depth)
	case *ast.TagNode:
		return c.node(n.Value, path, depth+1)
	default:
		c.scalar(v, n)
	}
	return Node{v}
}

func (c *converter) mapping(v *value, entries []*ast.MappingValueNode, depth int) {
	v.kind = mapping
	for _, e := range entries {
		key, at := keyText(e.Key), tokenPlace(e.Key.GetToken())
		c.refuseControls(at, v.path, key)
		path := key
		if v.path != "" {
			path = v.path + "." + key
		}
		if e.Key.IsMergeKey() {
			c.fault(at, path, UnknownKey, "the keys written out: `<<` is not read", "")
			continue
		}
		if n := utf8.RuneCountInString(key); n > maxText {
			c.fault(at, v.path, OutOfRange, fmt.Sprintf("a key of at most %d characters", maxText), fmt.Sprint(n))
			continue
		}
		for i, k := range v.keys {
			if k == key {
				c.fault(at, path, DuplicateID, "each key once", fmt.Sprintf("it again; the first stands on line %d",
					v.keyPos[i].line))
			}
		}
		if path == carried {
			path = "" // its values have the paths of those that they replace
		}
		v.keys, v.keyPos = append(v.keys, key), append(v.keyPos, at)
		v.values = append(v.values, c.node(e.Value, path, depth+1))
	}
}

// keyText returns a key as text, whatever its YAML type.
func keyText(k ast.MapKeyNode) string {
	if m, ok := k.(*ast.MappingKeyNode); ok && m.Value != nil {
		return m.Value.GetToken().Value
	}
	return k.GetToken().Value
}

func (c *converter) scalar(v *value, n ast.Node) {
	v.kind = scalar
	switch n := n.(type) {
	case *ast.NullNode:
		v.null = n.Token.Type != token.StringType
		v.text = n.Token.Value
	case *ast.StringNode:
		v.text = n.Value
		v.quoted = n.Token.Type == token.SingleQuoteType || n.Token.Type == token.DoubleQuoteType
		if !v.quoted && strings.Contains(v.text, ": ") { // accepted by the parser, but invalid YAML
			c.fault(v.pos, v.path, BadSyntax, "a comma between two values, or the text in quotes", "`"+shortened(v.text, 0)+"`")
		}
	case *ast.LiteralNode:
		v.text, v.quoted = strings.TrimRight(n.Value.Value, "\n"), true
	default:
		v.text = n.GetToken().Value
	}
	c.refuseControls(v.pos, v.path, v.text)
}

// refuseControls refuses text that would control a terminal or change the direction of the text around it.
func (c *converter) refuseControls(at position, path, text string) {
	for _, r := range text {
		if r != '\n' && r != '\t' && IsControl(r) {
			c.fault(at, path, BadSyntax, "text without control characters", fmt.Sprintf("%U", r))
			return
		}
	}
}

// IsControl reports whether the character is a control character or changes the direction of text.
func IsControl(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }

func (c *converter) anchor(n *ast.AnchorNode, path string, depth int) Node {
	name := n.Name.GetToken().Value
	c.anchors[name] = n.Value
	c.open[name] = true
	defer delete(c.open, name)
	return c.node(n.Value, path, depth+1)
}

func (c *converter) alias(n *ast.AliasNode, path string, depth int) Node {
	name := n.Value.GetToken().Value
	target, ok := c.anchors[name]
	if !ok || c.open[name] {
		c.fault(place(n), path, UnknownName, "an anchor `&"+name+"` before it", "*"+name)
		return Node{}
	}
	return c.node(target, path, depth+1)
}

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
