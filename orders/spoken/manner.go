package spoken

import (
	"slices"
	"strings"

	"galloper/orders"
)

// adverb reports whether the word is an adverb of manner, which does not change an order: `gallantly`.
func (v *Vocabulary) adverb(word string) bool {
	return len(word) > 5 && strings.HasSuffix(word, "LY") && !slices.Contains(limiting, word) &&
		orders.Misspelt(word, v.saying()) == ""
}

// limiting lists words in -LY that limit an action or its time, or are not adverbs.
var limiting = strings.Fields("GENTLY NEARLY PARTLY BARELY HARDLY SCARCELY MERELY SOLELY RARELY MOSTLY MAINLY LARGELY " +
	"PARTIALLY SEPARATELY INDIVIDUALLY ALTERNATELY SUCCESSIVELY OBLIQUELY LATERALLY DIAGONALLY NORTHERLY SOUTHERLY " +
	"EASTERLY WESTERLY INITIALLY FIRSTLY SECONDLY THIRDLY LASTLY EVENTUALLY ORIGINALLY PREVIOUSLY RECENTLY FALSELY " +
	"SEEMINGLY SUPPOSEDLY APPARENTLY PREFERABLY POSSIBLY PROBABLY EXCLUSIVELY OCCASIONALLY REPEATEDLY CONDITIONALLY " +
	"ULTIMATELY SUDDENLY CONSEQUENTLY SUBSEQUENTLY FAMILY SUPPLY ASSEMBLY LIKELY UNLIKELY")
