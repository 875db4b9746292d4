package mapview

import (
	"testing"

	"galloper/adjudicator/board"
)

// TestUniformsHaveColours: the colours that a scenario may name are exactly those that are drawn.
func TestUniformsHaveColours(t *testing.T) {
	for _, name := range append(board.Uniforms, unnamed...) {
		if _, ok := uniforms[name]; !ok {
			t.Errorf("no colour for %s", name)
		}
	}
	if len(uniforms) != len(board.Uniforms) {
		t.Errorf("%d colours for %d uniforms", len(uniforms), len(board.Uniforms))
	}
}
