package rulesets_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// spoil is a change that spoils one place of a scenario.
type spoil struct {
	what     string // `7: misspell "rating"`
	from, to int    // replaced range of the sound scenario
	with     string
	line     int
	told     told
}

// told says where the fault of a spoilt place must be reported.
type told int

const (
	somewhere told = iota // possibly nowhere, otherwise anywhere
	ifAtAll               // possibly nowhere, otherwise on its line
	surely                // on its line
)

func (s *spoil) in(text string) string { return text[:s.from] + s.with + text[s.to:] }

// Patterns for the parts of a scenario as text, each on one line.
var (
	someComment = regexp.MustCompile(`(?m)(?:^| )#.*|"[^"\n]*"|` +
		`>-\n(?:    .*\n)+`) // and folded texts
	someKey    = regexp.MustCompile(`([\w.-]+):(?: |\n)`)
	someScalar = regexp.MustCompile(`: +([^\s,\[\]{}][^,\[\]{}\n]*)`)
	someMember = regexp.MustCompile(`[\[,] *([^\s,\[\]{}:]+)[,\]]`)
	someList   = regexp.MustCompile(`\[`)
)

// blotted blanks out a text except for its lines and their indentation.
func blotted(s string) string {
	b, indented := []byte(s), false
	for i := range b {
		if b[i] == '\n' || indented && b[i] == ' ' {
			indented = true
			continue
		}
		b[i], indented = 0, false
	}
	return string(b)
}

// nonsense are replacements for values.
var nonsense = []struct {
	with string
	told told
}{
	{"[{no: sense}]", surely}, {"xyzzy", ifAtAll}, {"-987654321", ifAtAll}, {`""`, ifAtAll}, {"{}", ifAtAll},
	{"[]", ifAtAll},
	{"~", somewhere}, {"99999", somewhere}, {"[1, 2]", somewhere}, {"{a: {b: [c]}}", somewhere}, {"no", somewhere},
}

// spoils returns the ways to spoil one place of a scenario: each key misspelt and removed, each value replaced by
// nonsense, each list emptied. Everything else stays on its line. Of similar places (units' ratings) it takes at most
// `alike`, counted in seen; 0 takes one place, with a third of the nonsense.
func spoils(text string, seen map[string]int, alike int) []spoil {
	blind := someComment.ReplaceAllStringFunc(text, blotted)
	kindOf := kinds(blind)
	var all []spoil
	each := func(places *regexp.Regexp, do func(from, to int, add func(what string, to int, with string, told told))) {
		for _, at := range places.FindAllStringSubmatchIndex(blind, -1) {
			from, to := at[len(at)-2], at[len(at)-1]
			kind := kindOf(from)
			if kind == "ruleset" || kind == "title" {
				continue // without a ruleset nothing else is checked, and a title can be any text
			}
			line := 1 + strings.Count(text[:from], "\n")
			do(from, to, func(what string, to int, with string, told told) {
				if strings.HasPrefix(kind, "tables ") {
					told = min(told, somewhere) // for cards and kinds that other values name
				}
				if seen[kind+what]++; seen[kind+what] <= max(alike, 1) {
					all = append(all, spoil{fmt.Sprintf("%d: %s %q", line, what, text[from:to]), from, to, with, line, told})
				}
			})
		}
	}
	each(someKey, func(from, to int, add func(string, int, string, told)) {
		add("misspell", to, text[from:to]+"!", surely)
		end := entryEnd(blind, from, to+1)
		add("remove", end, strings.Repeat("\n", strings.Count(text[from:end], "\n")), somewhere)
	})
	for _, values := range []*regexp.Regexp{someScalar, someMember} {
		each(values, func(from, to int, add func(string, int, string, told)) {
			to = from + len(strings.TrimRight(blind[from:to], " \x00"))
			lines := ""
			if text[from] == '>' {
				to = entryEnd(blind, lineStart(blind, from), from)
				lines = strings.Repeat("\n", strings.Count(text[from:to], "\n"))
			}
			for i, n := range nonsense {
				if alike == 0 && n.told != surely && (i+len(seen))%3 != 0 {
					continue
				}
				add(n.with+" for", to, n.with+lines, n.told)
			}
		})
	}
	each(someList, func(from, _ int, add func(string, int, string, told)) {
		add("empty", closing(blind, from), "[]", ifAtAll)
	})
	return all
}

// kinds returns a function from places in the text to their kind: the part of the scenario with the key at or before
// the place. Keys that occur only once are ids, which are all alike.
func kinds(text string) func(at int) string {
	keys := someKey.FindAllStringSubmatchIndex(text, -1)
	count, parts, part := map[string]int{}, make([]string, len(keys)), ""
	for i, k := range keys {
		name := text[k[2]:k[3]]
		count[name]++
		if k[2] == 0 || text[k[2]-1] == '\n' {
			part = name
		}
		parts[i] = part
	}
	return func(at int) string {
		i, found := slices.BinarySearchFunc(keys, at, func(k []int, at int) int { return k[2] - at })
		if !found {
			i--
		}
		switch name := text[keys[i][2]:keys[i][3]]; {
		case name == parts[i]:
			return name
		case count[name] > 1:
			return parts[i] + " " + name
		}
		return parts[i] + " id"
	}
}

// closing returns the position after the bracket that closes the one at i.
func closing(text string, i int) int {
	depth := 0
	for ; i < len(text); i++ {
		switch text[i] {
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth <= 0 {
				return i + 1
			}
		}
	}
	return i
}

// lineStart returns the position of the first word of the line with i.
func lineStart(text string, i int) int {
	start := strings.LastIndexByte(text[:i], '\n') + 1
	return start + strings.IndexFunc(text[start:], func(r rune) bool { return r != ' ' })
}

// entryEnd returns the end of the entry with its key at key and its value after i, including a comma. A block ends
// before the next line that is not indented further.
func entryEnd(text string, key, i int) int {
	for i < len(text) && text[i] == ' ' {
		i++
	}
	switch {
	case i < len(text) && (text[i] == '[' || text[i] == '{'):
		i = closing(text, i)
	case i < len(text) && text[i] != '\n' && text[i] != 0:
		i += strings.IndexAny(text[i:]+"\n", ",]}\n")
	default:
		i += strings.IndexByte(text[i:]+"\n", '\n') // for a folded text, after its mark
		deeper := strings.Repeat(" ", key-strings.LastIndex(text[:key], "\n"))
		for i < len(text) && (strings.HasPrefix(text[i+1:], deeper) || strings.HasPrefix(text[i+1:], "\n")) {
			i += 1 + strings.IndexByte(text[i+1:]+"\n", '\n')
		}
	}
	if strings.HasPrefix(text[i:], ", ") {
		i += 2
	}
	return i
}
