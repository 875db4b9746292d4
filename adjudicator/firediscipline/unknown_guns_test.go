package firediscipline

import "testing"

// Sentences are written for one subject: guns that nobody has made out are called by a
// word that takes a singular.
func TestUnknownGunsTakeASingular(t *testing.T) {
	b := &Battle{}
	if got := b.NameOf("enemy guns"); got != "enemy artillery" {
		t.Errorf("they are called %q", got)
	}
}
