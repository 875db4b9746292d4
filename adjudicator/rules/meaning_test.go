package rules

import (
	"testing"

	"galloper/events"
)

// A tale that is like another only states the differences. Roles without a field are left out.
func TestWhole(t *testing.T) {
	fields := map[string]bool{"unit": true, "hits": true}
	has := func(f string) bool { return fields[f] }
	plain := inherit(events.Tale{Like: Fired}, has)
	if plain.Kind != events.SceneFire || plain.By != "unit" || plain.On != "" || plain.Hits != "hits" ||
		plain.Weight != 30 || len(plain.Rise) != 1 || plain.Theirs != Fired.Theirs || plain.Like != nil {
		t.Errorf("like Fired: %+v", plain)
	}
	own := inherit(events.Tale{Like: Fired, By: "light", Weight: 12, Head: "{light:name} fire"}, has)
	if own.By != "light" || own.On != "" || own.Weight != 12 || own.Rise != nil || own.Theirs != "" {
		t.Errorf("with parts of its own: %+v", own)
	}
	rear := events.Rise{Field: "edge", Value: "rear", Weight: 78}
	if w := When("edge", "left 75, rear 78"); len(w) != 2 || w[1] != rear {
		t.Errorf("weights %+v", w)
	}
}
