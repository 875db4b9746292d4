package mutate

import (
	"bytes"
	"strings"
	"testing"
)

// TestSameSeedMakesTheSame: the same seed reproduces a failure, and another seed gives other inputs.
func TestSameSeedMakesTheSame(t *testing.T) {
	known := [][]byte{[]byte("TO royal: HOLD"), []byte("READY")}
	made := func(seed uint64) (all []byte) {
		m := New(seed, 1, known, []string{"zanzibar"})
		for range 200 {
			all = append(append(all, m.Next()...), '\n')
		}
		return all
	}
	first := made(1)
	if !bytes.Equal(first, made(1)) || bytes.Equal(first, made(2)) {
		t.Error("the seed does not say what is made")
	}
	if text := string(first); !strings.Contains(text, "zanzibar") || !strings.Contains(text, "royal") ||
		strings.Contains(text, "\nREADY\nREADY\n") {
		t.Errorf("made\n%s", text)
	}
	for i, in := range []string{"TO royal: HOLD", "READY"} {
		if string(known[i]) != in {
			t.Errorf("%q was changed to %q", in, known[i])
		}
	}
}
