package phrase

import "strings"

// asSeen are the words in which a ruleset speaks to the seat that it tells something, and
// what they are to somebody else. The first that fits counts.
var asSeen = strings.NewReplacer(
	" at your word", " at their commander's word",
	" by your courier", " by courier",
	" in your hands", " in the hands of the addressee",
	" as you answered", " as was answered",
	" if you order nothing else", " if nothing else is ordered",
	"Your men have", "Men have",
	"You drew ", "The side drew ",
	"You were asked ", "The commander was asked ",
	"Your ", "The ", " your ", " the ",
)

// Impersonal tells a sentence or a fact that was written for a seat to somebody who takes no
// side: it speaks to nobody, and calls nobody's troops one's own. What is quoted stays.
func Impersonal(text string) string {
	parts := strings.Split(strings.TrimPrefix(text, "own "), `"`)
	for i := 0; i < len(parts); i += 2 {
		parts[i] = asSeen.Replace(parts[i])
	}
	return strings.Join(parts, `"`)
}
