// Package mutate generates broken inputs from valid ones, to test parsers.
//
// It does not look at the parser's coverage. The fuzzer of package testing does, and is some fifty times slower for
// it. Inputs found by the fuzzer are good seeds here.
package mutate

import (
	"bytes"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Mutator generates inputs. The same seed gives the same inputs.
type Mutator struct {
	rng    *rand.Rand
	inputs [][]byte
	words  []string
	out    []byte
	piece  []byte
}

// New returns a mutator of at least one input. The words are fragments that break
// parsers in the wrong place.
func New(seed, stream uint64, inputs [][]byte, words []string) *Mutator {
	return &Mutator{rng: rand.New(rand.NewPCG(seed, stream)), inputs: inputs, words: append(words, marks...)}
}

// marks are fragments for all parsers.
var marks = []string{"\r\n", "\n", "\r", "\x00", " ", "\t", ":", ";", ",", ".", "\"", "'", "(", ")", "{", "}", "[", "]",
	"<", ">", "\\", "/", "%", "&", "=", "#", "*", "-", "0", "-1", "1e9", "9223372036854775808", "\xff\xfe", "\u202e", "é",
	"\u0301", "\u00a0", "\ufeff", "ſ", "ı"}

func (m *Mutator) pick() []byte { return m.inputs[m.rng.IntN(len(m.inputs))] }

// span returns a random range of b, usually short.
func (m *Mutator) span(b []byte) (from, to int) {
	if len(b) == 0 {
		return 0, 0
	}
	from = m.rng.IntN(len(b))
	return from, min(len(b), from+1<<m.rng.IntN(9))
}

// set inserts a piece into b. The piece may be part of b.
func (m *Mutator) set(b []byte, at int, piece []byte) []byte {
	m.piece = append(m.piece[:0], piece...)
	return slices.Insert(b, at, m.piece...)
}

// Next returns an input with up to eight errors. It is valid until the next call.
func (m *Mutator) Next() []byte {
	b := append(m.out[:0], m.pick()...)
	for range 1 + m.rng.IntN(8) {
		from, to := m.span(b)
		switch m.rng.IntN(8) {
		case 0: // bits
			for i := from; i < min(to, from+4); i++ {
				b[i] ^= byte(1 << m.rng.IntN(8))
			}
		case 1: // lost
			b = append(b[:from], b[to:]...)
		case 2: // twice
			b = m.set(b, to, b[from:to])
		case 3: // cut short
			if m.rng.IntN(4) == 0 {
				b = b[:from]
			}
		case 4: // from another input
			other := m.pick()
			a, z := m.span(other)
			b = m.set(b, from, other[a:z])
		case 5: // many times
			if m.rng.IntN(4) == 0 {
				b = m.set(b, from, bytes.Repeat(b[from:min(to, from+40)], m.rng.IntN(200)))
			}
		default: // a word in the wrong place
			b = m.set(b, from, []byte(m.words[m.rng.IntN(len(m.words))]))
		}
	}
	m.out = b
	return b
}

// Add adds the inputs to a fuzz target of one argument, and GALLOPER_INPUTS more that are generated from them, the
// target's corpus in testdata and the words, with GALLOPER_SEED. A failing one can be run alone by its name: -run
// 'FuzzRead/seed#4711$'.
func Add[T ~string | ~[]byte](f *testing.F, words []string, inputs ...T) {
	f.Helper()
	for _, in := range inputs {
		f.Add(in)
	}
	n, _ := strconv.Atoi(os.Getenv("GALLOPER_INPUTS"))
	if n == 0 {
		return
	}
	known := corpus(f)
	for _, in := range inputs {
		known = append(known, []byte(in))
	}
	seed, _ := strconv.ParseUint(os.Getenv("GALLOPER_SEED"), 10, 64)
	stream := fnv.New64a()
	stream.Write([]byte(f.Name()))
	m := New(seed, stream.Sum64(), known, words)
	for range n {
		f.Add(T(bytes.Clone(m.Next())))
	}
}

// corpus returns the target's corpus in testdata.
func corpus(f *testing.F) (inputs [][]byte) {
	f.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "fuzz", f.Name(), "*"))
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		_, text, _ = bytes.Cut(text, []byte("\n"))
		_, literal, _ := strings.Cut(strings.TrimSuffix(strings.TrimSpace(string(text)), ")"), "(")
		input, err := strconv.Unquote(literal)
		if err != nil {
			f.Fatalf("%s: %v", path, err)
		}
		inputs = append(inputs, []byte(input))
	}
	return inputs
}
