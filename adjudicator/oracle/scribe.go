package oracle

import "strings"

// Scribe writes random lines by a grammar: sensible, rash and senseless ones, so that tests can check that no input
// breaks a turn.
type Scribe struct {
	Lot // source of its choices
	// Grammar has the alternatives for each symbol. `<unit>` in one of them stands for an alternative of `unit`. The
	// first alternative of a symbol must not lead back to it, because it is chosen in deeply nested lines.
	Grammar map[string][]string
}

// Lot returns a random number below n.
type Lot interface{ IntN(n int) int }

// deepest limits the nesting of symbols.
const deepest = 6

// Line returns a random line for the symbol.
func (s *Scribe) Line(thing string) string { return s.write(thing, 0) }

func (s *Scribe) write(thing string, depth int) string {
	ways := s.Grammar[thing]
	if len(ways) == 0 {
		panic("oracle: the grammar has no way to write " + thing)
	}
	way := ways[0]
	if depth < deepest {
		way = ways[s.IntN(len(ways))]
	}
	var b strings.Builder
	for {
		head, rest, ok := strings.Cut(way, "<")
		b.WriteString(head)
		if !ok {
			return b.String()
		}
		part, after, _ := strings.Cut(rest, ">")
		b.WriteString(s.write(part, depth+1))
		way = after
	}
}

// Slip returns the line with one slip of the pen: a word left out, doubled, moved or taken from another line, the end
// cut off, or a stray character.
func (s *Scribe) Slip(line, other string) string {
	words, others := strings.Fields(line), strings.Fields(other)
	if len(words) == 0 || len(others) == 0 {
		return line
	}
	i, j := s.IntN(len(words)), s.IntN(len(words))
	switch s.IntN(6) {
	case 0:
		words = append(words[:i], words[i+1:]...)
	case 1:
		words = append(words[:i+1], words[i:]...)
	case 2:
		words[i], words[j] = words[j], words[i]
	case 3:
		words[i] = others[s.IntN(len(others))]
	case 4:
		words = words[:i]
	default:
		stray := []string{",", ":", ".", ";", "(", "\"", "/", "-", "#", ">", "\u00e9", "\u200b", "\t", "0",
			"99999999999999999999"}
		words[i] += stray[s.IntN(len(stray))]
	}
	return strings.Join(words, " ")
}
