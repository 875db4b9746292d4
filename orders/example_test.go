package orders_test

import (
	"fmt"

	"galloper/orders"
)

// A ruleset names its verbs, reads each item with a Scanner, and answers with an Entry.
func Example() {
	language := orders.Language{Verbs: []orders.Verb{{Words: []string{"HOLD", "STAND"}, Grammar: "HOLD unit"}}}
	units := orders.NewNames(orders.NamesKind{Want: "a unit"}, orders.Name{ID: "20maine", Name: "20th Maine"},
		orders.Name{ID: "83penn"})

	r := orders.Receipt{Document: orders.Read("Sir,\nstand 20 maine\nhold mane", language)}
	for _, it := range r.Document.Items {
		s := it.Scan()
		s.Expect("unknown-order", "HOLD", "STAND")
		unit := s.Name(units)
		if s.End("incomplete"); s.Failed() {
			r.Entries = append(r.Entries, it.Refuse(s.Refusal()))
		} else {
			r.Entries = append(r.Entries, it.Accept("HOLD "+unit))
		}
	}
	fmt.Print(r.Text())
	// Output:
	// 1 order accepted, 1 refused.
	//
	// 1. HOLD 20maine: accepted
	// 2. hold mane: refused
	//    "mane": expected a unit; nearest: 20maine (20th Maine)
	//
	// Not read:
	//    line 1: Sir,
}
