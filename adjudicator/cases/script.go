package cases

import (
	"fmt"
	"strconv"
	"strings"
)

// script gives dice their values. The first line that matches the name and has values left applies. It collects faults,
// because rolling a die cannot return an error.
type script struct {
	strict bool
	lines  []scriptLine
	faults []string
}

type scriptLine struct {
	line
	glob   string
	values []int
	next   int
}

func readScript(file string, data []byte) (*script, error) {
	s := &script{}
	for _, l := range lines(file, data) {
		if l.text == "strict" {
			s.strict = true
			continue
		}
		glob, list, ok := strings.Cut(l.text, "=")
		sl := scriptLine{line: l, glob: strings.TrimSpace(glob)}
		for v := range strings.FieldsSeq(list) {
			n, err := strconv.Atoi(v)
			ok = ok && err == nil
			sl.values = append(sl.values, n)
		}
		if !ok || sl.glob == "" || len(sl.values) == 0 {
			return nil, fmt.Errorf("%s: expected `GLOB = v v v …` or `strict`", l)
		}
		s.lines = append(s.lines, sl)
	}
	return s, nil
}

// value returns the die's value if a line of the script matches.
func (s *script) value(name string, least, most int) (int, bool) {
	if s == nil {
		return 0, false
	}
	for i := range s.lines {
		l := &s.lines[i]
		if l.next == len(l.values) || !matches(l.glob, name) {
			continue
		}
		v := l.values[l.next]
		l.next++
		if v < least || v > most {
			s.fault(fmt.Sprintf("%s: the die %s has no %d; expected %d to %d", l, name, v, least, most))
			return 0, false
		}
		return v, true
	}
	if s.strict {
		s.fault(fmt.Sprintf("strict: the die %s is not in the script", name))
	}
	return 0, false
}

// fault records a fault once, because a turn that asks is run again from its start.
func (s *script) fault(text string) {
	for _, f := range s.faults {
		if f == text {
			return
		}
	}
	s.faults = append(s.faults, text)
}

// mark returns the number of used values of each line; rewind restores it for a turn that runs again.
func (s *script) mark() []int {
	if s == nil {
		return nil
	}
	used := make([]int, len(s.lines))
	for i := range s.lines {
		used[i] = s.lines[i].next
	}
	return used
}

func (s *script) rewind(used []int) {
	for i, n := range used {
		s.lines[i].next = n
	}
}

// matches reports whether the glob matches the name. `*` matches any characters except `/`.
func matches(glob, name string) bool {
	head, tail, starred := strings.Cut(glob, "*")
	if !starred {
		return glob == name
	}
	rest, ok := strings.CutPrefix(name, head)
	if !ok {
		return false
	}
	for i := 0; ; i++ {
		if matches(tail, rest[i:]) {
			return true
		}
		if i == len(rest) || rest[i] == '/' {
			return false
		}
	}
}
