package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// checker compares a file with its Spec and collects the faults.
type checker struct {
	file   string
	faults []Fault
}

func (c *checker) fault(n Node, reason, want, found string) {
	c.faults = append(c.faults, Fault{c.file, n.pos.line, n.pos.col, n.path, reason, want, found})
}

// wrong reports a value of the right type that the spec rejects.
func (c *checker) wrong(n Node, s Spec, reason string) {
	if s.reason != "" {
		reason = s.reason
	}
	c.fault(n, reason, s.what, describeFound(n))
}

// describeFound describes the value in a fault.
func describeFound(n Node) string {
	switch {
	case n.kind == list:
		return fmt.Sprintf("a list of %d", len(n.values))
	case n.kind == mapping:
		return "keys and values"
	case n.null:
		return "nothing"
	case len(n.text) > 40:
		return "a long text"
	}
	return "`" + n.text + "`"
}

// empty reports whether the key has no value.
func empty(n Node) bool { return !n.Exists() || n.kind == scalar && n.null }

func (c *checker) check(n Node, s Spec) {
	if !n.Exists() {
		return // already reported
	}
	switch s.form {
	case formAny:
	case formKeys:
		c.keys(n, s)
	case formEach:
		c.checkEach(n, s)
	case formList, formTuple:
		c.list(n, s)
	case formOneOf:
		c.oneOf(n, s)
	default:
		c.scalar(n, s)
	}
}

func (c *checker) keys(n Node, s Spec) {
	if n.kind != mapping && !empty(n) {
		c.fault(n, WrongType, s.what, describeFound(n))
		return
	}
	for i, name := range n.keys {
		at := slices.IndexFunc(s.keys, func(k Key) bool { return k.Name == name })
		if at < 0 {
			c.unknownKey(n, i, s)
		} else if !empty(n.values[i]) {
			c.check(n.values[i], s.keys[at].Spec)
		}
	}
	for _, k := range s.keys {
		i := slices.Index(n.keys, k.Name)
		if k.Required && (i < 0 || n.values[i].Exists() && empty(n.values[i])) {
			c.faults = append(c.faults, Fault{c.file, n.pos.line, n.pos.col, join(n.path, k.Name), MissingKey, k.Spec.what, ""})
		}
	}
}

func (c *checker) unknownKey(n Node, i int, s Spec) {
	names := make([]string, len(s.keys))
	for j, k := range s.keys {
		names[j] = k.Name
	}
	want := "one of " + wordsText(names)
	if near := cmp.Or(Nearest(n.keys[i], names), described(n.keys[i], s.keys)); near != "" {
		want = "perhaps " + near
	}
	if at := strings.IndexAny(n.keys[i], " :"); at > 0 && slices.Contains(names, n.keys[i][:at]) {
		want = fmt.Sprintf("a colon and a space, as in `%s: %s`", n.keys[i][:at], strings.TrimLeft(n.keys[i][at:], " :"))
	}
	at := n.keyPos[i]
	c.faults = append(c.faults, Fault{c.file, at.line, at.col, join(n.path, n.keys[i]), UnknownKey, want,
		"`" + n.keys[i] + "`"})
}

// described returns the only key whose description has the word, such as `level` for `height`. It returns "" unless
// there is exactly one.
func described(word string, keys []Key) (name string) {
	apart := func(c rune) bool { return !unicode.IsLetter(c) }
	for _, k := range keys {
		if slices.Contains(strings.FieldsFunc(k.Doc, apart), word) {
			if name != "" {
				return ""
			}
			name = k.Name
		}
	}
	return name
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func (c *checker) checkEach(n Node, s Spec) {
	if n.kind != mapping {
		if !empty(n) {
			c.fault(n, WrongType, s.what, describeFound(n))
		}
		return
	}
	for i, name := range n.keys {
		key := Node{&value{kind: scalar, text: name, pos: n.keyPos[i], path: join(n.path, name)}}
		c.check(key, s.parts[0])
		if v := n.values[i]; empty(v) && v.Exists() {
			v.value = &value{kind: mapping, pos: v.pos, path: v.path}
			c.check(v, s.parts[1])
		} else {
			c.check(v, s.parts[1])
		}
	}
}

func (c *checker) list(n Node, s Spec) {
	switch {
	case n.kind != list:
		c.fault(n, WrongType, s.what, describeFound(n))
		return
	case s.form == formTuple && len(n.values) != len(s.parts):
		c.fault(n, WrongType, s.what, describeFound(n))
		return
	case s.form == formList && (len(n.values) < s.least || s.most > 0 && len(n.values) > s.most):
		c.wrong(n, s, OutOfRange)
	}
	for i, v := range n.values {
		c.check(v, s.parts[min(i, len(s.parts)-1)])
	}
}

// oneOf accepts a value that matches any of the alternatives. Otherwise it reports the faults of an alternative that
// has the right type, which are more helpful than "none of these".
func (c *checker) oneOf(n Node, s Spec) {
	var nearest []Fault
	for _, a := range s.parts {
		try := &checker{file: c.file}
		try.check(n, a)
		if len(try.faults) == 0 {
			return
		}
		if try.faults[0].Path != n.path {
			nearest = try.faults
		}
	}
	if nearest != nil {
		c.faults = append(c.faults, nearest...)
		return
	}
	reason := WrongType
	if n.kind == scalar && slices.ContainsFunc(s.parts, func(a Spec) bool { return rightType(n, a) }) {
		reason = OutOfRange
	}
	c.wrong(n, s, reason)
}

func rightType(n Node, s Spec) bool {
	try := &checker{}
	try.check(n, s)
	return len(try.faults) > 0 && try.faults[0].Reason != WrongType
}

func (c *checker) scalar(n Node, s Spec) {
	if n.kind != scalar || n.null {
		c.fault(n, WrongType, s.what, describeFound(n))
		return
	}
	if long := utf8.RuneCountInString(n.text); long > s.longest() {
		c.fault(n, OutOfRange, fmt.Sprintf("at most %d characters", s.longest()), fmt.Sprint(long))
		return
	}
	switch s.form {
	case formInt:
		v, ok := readInt(n.text)
		c.number(n, s, v, ok)
	case formDecimal:
		v, ok := readHundredths(n.text)
		c.number(n, s, v, ok)
	case formYesNo:
		if _, ok := readBool(n.text); !ok || n.quoted {
			c.fault(n, WrongType, s.what, describeFound(n))
		}
	case formWord:
		c.word(n, s)
	case formID:
		if slices.Contains(s.except, strings.ToLower(n.text)) {
			s.what += " that is not a reserved word of the rules"
		}
		if !s.takes(n.text) {
			c.wrong(n, s, BadID)
		}
	case formText:
		if !s.takes(n.text) {
			c.wrong(n, s, OutOfRange)
		}
	}
}

func (c *checker) number(n Node, s Spec, v int, ok bool) {
	switch {
	case !ok || n.quoted:
		c.fault(n, WrongType, s.what, describeFound(n))
	case v < s.least || v > s.most || !s.takes(n.text):
		c.wrong(n, s, OutOfRange)
	}
}

func (c *checker) word(n Node, s Spec) {
	if slices.Contains(s.words, n.text) {
		return
	}
	if near := likelyWord(n.text, s.words); near != "" && len(s.words) > 6 {
		s.what += " (perhaps " + near + ")"
	}
	c.wrong(n, s, OutOfRange)
}

var otherWords = map[string][]string{
	"river": {"water", "stream"}, "lake": {"water"}, "pond": {"water"}, "sea": {"water"}, "brook": {"stream", "water"},
	"creek":  {"stream", "water"},
	"forest": {"woods", "heavy_woods"}, "wood": {"woods", "heavy_woods"}, "trees": {"woods", "light_woods"},
	"marsh": {"swamp", "bog"},
	"bog":   {"swamp", "marsh"}, "village": {"town", "buildings"}, "house": {"building", "buildings"},
	"mountain": {"hill"}, "ridge": {"hill"},
}

// likelyWord returns the word that an unknown word was likely meant to be: a synonym or a similar spelling. It returns
// "" for words with another initial and several other letters, because such a guess does not help.
func likelyWord(word string, words []string) string {
	for _, other := range otherWords[strings.ToLower(word)] {
		if slices.Contains(words, other) {
			return other
		}
	}
	near := Nearest(word, words)
	if near != "" && !strings.HasPrefix(word, near[:1]) && editDistance(word, near, 1) > 1 {
		return ""
	}
	return near
}

func (s Spec) takes(text string) bool {
	return (s.accept == nil || s.accept(text)) && !slices.Contains(s.except, strings.ToLower(text))
}
