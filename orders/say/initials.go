package say

import (
	"slices"
	"strconv"
	"strings"

	"galloper/orders"
)

// Prices of abbreviated names.
const (
	abbreviation = 3
	bareNumber   = 5
	leastNumber  = 10 // smaller bare numbers are counts
)

// initials adds an edge for an abbreviated name: `GB` for the Grande Batterie, `10H` for the 10th Hussars, `95` or
// `95 th` for the 95th Foot. The seat's own units come before other names.
func (l *lattice) initials(at int) {
	fold := l.tokens[at].fold
	letters := strings.TrimLeft(fold, "0123456789")
	digits := fold[:len(fold)-len(letters)]
	if len(letters) > 3 || strings.ContainsFunc(letters, func(r rune) bool { return r < 'A' || r > 'Z' }) ||
		digits == "" && (len(letters) < 2 || l.starts(at)) || digits != "" && l.isUnit(letters) {
		return
	}
	to, price := at+1, int32(abbreviation)
	if letters == "" {
		price = bareNumber
		if to < len(l.tokens) && has([]string{"TH", "ST", "ND", "RD"}, l.tokens[to].fold) {
			to, price = to+1, abbreviation
		} else if n, err := strconv.Atoi(digits); err != nil || n < leastNumber {
			return
		}
	}
	type found struct{ kind, id string }
	var own, others []found
	for _, k := range l.v.Kinds {
		for _, n := range k.Names.All() {
			f := found{k.Slot, n.ID}
			switch list := &others; {
			case !abbreviates(digits, letters, orders.Fold(n.Name)):
			case slices.Contains(l.v.Mine, n.ID):
				list = &own
				fallthrough
			default:
				if !slices.Contains(*list, f) {
					*list = append(*list, f)
				}
			}
		}
	}
	if len(own) == 0 {
		own = others
	}
	if len(own) == 1 {
		l.put(own[0].kind, at, to, price, sealed(&Value{Kind: own[0].kind, IDs: []string{own[0].id}}))
	}
}

// abbreviates reports whether digits and letters abbreviate a name: its number and the initials of its other words, or
// the beginning of its second word.
func abbreviates(digits, letters, name string) bool {
	words := strings.Fields(strings.TrimPrefix(name, "THE "))
	if len(words) == 0 {
		return false
	}
	number := words[0][:len(words[0])-len(strings.TrimLeft(words[0], "0123456789"))]
	if number != digits {
		return false
	}
	if number != "" {
		words = words[1:]
	} else if len(words) < 2 {
		return false
	}
	initials := ""
	for _, w := range words {
		initials += w[:1]
	}
	if digits == "" {
		return letters == initials
	}
	return strings.HasPrefix(initials, letters) || len(words) > 0 && strings.HasPrefix(words[0], letters)
}
