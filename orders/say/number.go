package say

import (
	"strconv"
	"strings"

	"galloper/orders"
)

var numbers = map[string]int{"ONE": 1, "TWO": 2, "THREE": 3, "FOUR": 4, "FIVE": 5, "SIX": 6, "SEVEN": 7, "EIGHT": 8,
	"NINE": 9, "TEN": 10, "ELEVEN": 11, "TWELVE": 12, "DOZEN": 12, "THIRTEEN": 13, "FOURTEEN": 14, "FIFTEEN": 15,
	"SIXTEEN": 16, "SEVENTEEN": 17, "EIGHTEEN": 18, "NINETEEN": 19, "TWENTY": 20, "THIRTY": 30, "FORTY": 40, "FIFTY": 50,
	"SIXTY": 60, "SEVENTY": 70, "EIGHTY": 80, "NINETY": 90, "HUNDRED": 100, "TWICE": 2}

// NumberAt parses a number, in figures or words, and returns its length in words: `two hundred`, `fifty`, `a hundred`.
func NumberAt(words []orders.Word) (n, count int) {
	figure := strings.TrimRight(words[0].Fold, `"'`)
	if v, err := strconv.Atoi(figure); err == nil && len(figure) < 6 {
		return v, 1
	}
	for count < len(words) {
		v, ok := numbers[words[count].Fold]
		if tens, ones, two := strings.Cut(words[count].Fold, "-"); two { // `forty-five`
			v, ok = numbers[tens]+numbers[ones], numbers[tens] > 9 && numbers[ones] > 0
		}
		switch {
		case !ok:
			return n, count
		case v == 100 && n > 0:
			n *= 100
		default:
			n += v
		}
		count++
	}
	return n, count
}
