package game

import (
	"testing"

	"galloper/adjudicator/umpire"
)

// What an umpire can write does something, and nothing else does.
func TestEveryActHasADeed(t *testing.T) {
	t.Parallel()
	known := deeds()
	for _, form := range umpire.Forms() {
		if known[form.Word] == nil && form.Word != "CHECK" { // it asks what the acts below it would do
			t.Errorf("%s does nothing", form.Word)
		}
		delete(known, form.Word)
	}
	for word := range known {
		t.Errorf("nobody can write %s", word)
	}
}
