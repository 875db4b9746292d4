package rulesets_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// spoil is one way to spoil one place of a scenario.
type spoil struct {
	what     string // `7: misspell "rating"`
	from, to int    // what is replaced in the sound scenario
	with     string
	line     int
	told     told
}

// told is what becomes of a spoilt place.
type told int

const (
	somewhere told = iota // perhaps nothing; else the fault is told wherever it shows
	ifAtAll               // perhaps nothing; else the fault is told on its line
	surely                // the fault is told on its line
)

func (s *spoil) in(text string) string { return text[:s.from] + s.with + text[s.to:] }

// A scenario is taken apart as text, by what people write on one line.
var (
	someComment = regexp.MustCompile(`(?m)(?:^| )#.*|"[^"\n]*"|` +
		`>-\n(?:    .*\n)+`) // and folded texts
	someKey    = regexp.MustCompile(`([\w.-]+):(?: |\n)`)
	someScalar = regexp.MustCompile(`: +([^\s,\[\]{}][^,\[\]{}\n]*)`)
	someMember = regexp.MustCompile(`[\[,] *([^\s,\[\]{}:]+)[,\]]`)
	someList   = regexp.MustCompile(`\[`)
)

// blotted is a text of which only the lines and how far they are indented can be seen.
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

// nonsense stands where a value stood.
var nonsense = []struct {
	with string
	told told
}{
	{"[{no: sense}]", surely}, {"xyzzy", ifAtAll}, {"-987654321", ifAtAll}, {`""`, ifAtAll}, {"{}", ifAtAll},
	{"[]", ifAtAll},
	{"~", somewhere}, {"99999", somewhere}, {"[1, 2]", somewhere}, {"{a: {b: [c]}}", somewhere}, {"no", somewhere},
}

// spoils are the ways to spoil a scenario in one place: each key misspelt and removed,
// each value made nonsense, each list emptied. Each leaves everything else on its line.
// Of places alike (a unit's rating) at most so many are taken, counted in seen; 0 takes one, with a third of the
// nonsense.
func spoils(text string, seen map[string]int, alike int) []spoil {
	blind := someComment.ReplaceAllStringFunc(text, blotted)
	kindOf := kinds(blind)
	var all []spoil
	each := func(places *regexp.Regexp, do func(from, to int, add func(what string, to int, with string, told told))) {
		for _, at := range places.FindAllStringSubmatchIndex(blind, -1) {
			from, to := at[len(at)-2], at[len(at)-1]
			kind := kindOf(from)
			if kind == "ruleset" || kind == "title" {
				continue // without the one nothing is judged, and any text is good for the other
			}
			line := 1 + strings.Count(text[:from], "\n")
			do(from, to, func(what string, to int, with string, told told) {
				if strings.HasPrefix(kind, "tables ") {
					told = min(told, somewhere) // of cards and kinds that others name
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

// kinds tells of each place in the text what kind of place it is: the part of the
// scenario and the key there or before. Keys that stand only once are ids, all alike.
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

// closing is where what is opened at i ends, behind its bracket.
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

// lineStart is where the words of the line begin in which i stands.
func lineStart(text string, i int) int {
	start := strings.LastIndexByte(text[:i], '\n') + 1
	return start + strings.IndexFunc(text[start:], func(r rune) bool { return r != ' ' })
}

// entryEnd is where the entry ends whose key stands at key and whose value begins
// behind i, with the comma behind it. What is written as lines ends before the next
// line that is not indented more.
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
		i += strings.IndexByte(text[i:]+"\n", '\n') // of a folded text, behind its mark
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
