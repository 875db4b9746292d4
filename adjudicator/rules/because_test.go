package rules

import "testing"

// TestBecause checks that a reason is replaced by its English, if the list has it.
func TestBecause(t *testing.T) {
	t.Parallel()
	const list = "gone=not in the field|too-far=it is too far"
	for reason, want := range map[string]string{"gone": "not in the field", "too-far": "it is too far", "far": "far"} {
		if got := Because(list, reason); got != want {
			t.Errorf("%s: %q, want %q", reason, got, want)
		}
	}
}
