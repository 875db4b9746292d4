package firediscipline

import "testing"

// Sentences are written for one subject, so the alias of unidentified guns is a singular.
func TestUnknownGunsTakeASingular(t *testing.T) {
	b := &Battle{}
	if got := b.NameOf("enemy guns"); got != "enemy artillery" {
		t.Errorf("they are called %q", got)
	}
}
