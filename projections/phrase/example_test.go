package phrase_test

import (
	"fmt"

	"galloper/events"
	"galloper/projections/phrase"
)

// A sentence omits hidden fields.
func Example() {
	volley, err := phrase.Compile("{firer:name} gave {target:name} a volley at {range:yards} yards[, {hits:0=without " +
		"effect|1=one hit|*=# hits}]")
	if err != nil {
		fmt.Println(err)
		return
	}
	names := func(id string) string { return map[string]string{"champagne": "Régiment de Champagne"}[id] }
	fields := events.Fields("firer", "champagne", "target", "sturler", "range", 8049, "hits", 2)
	fmt.Println(volley.String(&phrase.Source{Fields: fields, Names: names}))
	fmt.Println(volley.String(&phrase.Source{Fields: fields[:3], Names: names}))
	// Output:
	// Régiment de Champagne gave sturler a volley at 80 yards, 2 hits
	// Régiment de Champagne gave sturler a volley at 80 yards
}
