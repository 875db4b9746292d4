package game

import (
	"testing"

	"galloper/adjudicator/umpire"
)

// Each act that an umpire can write has a function, and there are no others.
func TestEveryActHasADeed(t *testing.T) {
	t.Parallel()
	known := deeds()
	for _, form := range umpire.Forms() {
		if known[form.Word] == nil && form.Word != "CHECK" { // it previews the acts below it
			t.Errorf("%s does nothing", form.Word)
		}
		delete(known, form.Word)
	}
	for word := range known {
		t.Errorf("nobody can write %s", word)
	}
}
