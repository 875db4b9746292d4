package spoken

import (
	"slices"

	"galloper/orders"
)

// goOn matches phrases that tell troops to continue with their earlier orders.
var goOn = patternsOf("CARRY ON", "CARRY/KEEP/GO/CONTINUE/PROCEED ON? AS YOU/THEY/HE/IT/WE ARE/WERE/IS/WAS/DO/DOING?",
	"CARRY/KEEP/GO/CONTINUE/PROCEED ON? AS BEFORE/ORDERED/PLANNED/TOLD/AGREED/USUAL/NOW", "AS BEFORE", "AS YOU/THEY WERE",
	"NO CHANGE OF? ORDERS/PLAN?", "NO CHANGES", "NO NEW/OTHER/FURTHER ORDERS/ORDER", "ORDERS UNCHANGED", "UNCHANGED",
	"KEEP IT UP", "STICK/KEEP TO ORDERS/PLAN", "CARRY/GO ON WITH IT/ORDERS/TASK/PLAN/THAT", "CONTINUE", "FIGHT ON",
	"KEEP FIGHTING/GOING/ON", "KEEP AT IT/THEM/HIM")

// unchanged returns the troops that the words merely tell to continue with their earlier orders, or nil if the words
// say anything else.
func (s *Speech) unchanged(v *Vocabulary, words []orders.Word) []string {
	if !s.Onward {
		return nil
	}
	words = whole(ungreeted(words))
	for i := range words {
		n, _ := goOn.longest(words[i:])
		if n == 0 {
			continue
		}
		rest := slices.Concat(words[:i], words[i+n:])
		rest = slices.DeleteFunc(rest, func(w orders.Word) bool { return w.Text == ":" || w.Text == "." })
		for len(rest) > 0 && rest[len(rest)-1].Text == "," {
			rest = rest[:len(rest)-1]
		}
		if len(rest) == 0 || !s.Heads(v, rest) {
			continue
		}
		var who []string
		for _, k := range tag(s, v, s.plain(v, rest)) {
			if told := k.sense(unit); told != nil {
				who = append(who, told.ids...)
			}
		}
		if who != nil {
			return who
		}
	}
	return nil
}
