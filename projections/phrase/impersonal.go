package phrase

import "strings"

// asSeen rewrites phrases that address a seat as impersonal ones. The first match applies.
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

// Impersonal rewrites a sentence or a fact for a reader without a side: it addresses no player and calls no troops
// "own". Quoted text is unchanged.
func Impersonal(text string) string {
	parts := strings.Split(strings.TrimPrefix(text, "own "), `"`)
	for i := 0; i < len(parts); i += 2 {
		parts[i] = asSeen.Replace(parts[i])
	}
	return strings.Join(parts, `"`)
}
