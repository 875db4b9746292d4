package spoken

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"galloper/orders"
)

// marks maps the words that separate clauses to their meaning.
var marks = inPersons(map[string]string{"THEN": "then", "AND THEN": "then", "AFTER THAT": "then", "NEXT": "then",
	"AND OTHERWISE": "else",
	"ELSE":          "else", "OTHERWISE": "else", "OR ELSE": "else", "IF NOT": "else", "FAILING THAT": "else",
	"IF": "if", "WHEN": "if", "WHENEVER": "if", "ONCE": "if", "AS SOON AS": "if", "IN CASE": "if", "PROVIDED": "if",
	"AND IF": "if", "BUT IF": "else if", "OTHERWISE IF": "else if", "SHOULD": "",
	"ONLY IF": "if", "ONLY WHEN": "if", "BUT ONLY IF": "if", "BUT ONLY WHEN": "if", "IN THE EVENT THAT": "if",
	"IN CASE THAT": "if", "IN THE CASE THAT": "if", "ON CONDITION THAT": "if", "SUPPOSING": "if", "ASSUMING": "if",
	"THE MOMENT": "if", "THE INSTANT": "if", "THE MINUTE": "if", "AT THE MOMENT WHEN": "if", "EVERY TIME": "if",
	"IF AND WHEN": "if", "IF AND ONLY IF": "if", "AS AND WHEN": "if", "IF EVER": "if", "IF ONLY": "if",
	"EXCEPT IF": "unless", "EXCEPT WHEN": "unless", "SAVE IF": "unless",
	"UNLESS": "unless", "UNTIL": "until", "TILL": "until", "WAIT FOR": "wait",
	"WAITS FOR": "wait",
	"BUT":       "but", "OR": "or",
	"HAVING TAKEN IT": "then", "AND HAVING TAKEN IT": "then", "HAVING DONE SO": "then", "AND HAVING DONE SO": "then",
	"HAVING DONE THAT": "then", "WHEN THERE": "then", "ONCE THERE": "then", "AND ONCE THERE": "then",
	"AND WHEN THERE": "then", "ON ARRIVAL": "then", "AND ON ARRIVAL": "then", "WHEN YOU GET THERE": "then",
	"WHEN YOU ARE THERE": "then", "ARRIVED THERE": "then", "AND ARRIVED THERE": "then", "HAVING ARRIVED": "then",
	"FROM THERE ON": "then", "AND FROM THERE ON": "then",
	"FROM THERE": "then", "WHEREUPON": "then", "UPON WHICH": "then", "AT WHICH": "then",
	"AT WHICH POINT": "then", "WHEN DONE": "then",
	"WHEN THEY GET THERE": "then", "WHEN THEY ARE THERE": "then",
	"ONCE YOU ARE THERE": "then", "ONCE YOU HAVE IT": "then", "WHEN YOU HAVE IT": "then", "ONCE TAKEN": "then",
	"AND ONCE TAKEN": "then", "WHEN THAT IS DONE": "then", "THAT DONE": "then", "THEREAFTER": "then",
	"AND THEREAFTER": "then", "FROM THEN ON": "then", "FROM THEN": "then", "FROM THAT POINT ON": "then",
	"AND FROM THERE": "then", "AND THERE": "then", "AFTER WHICH": "then", "THENCE": "then", "AND THENCE": "then",
	"AFTER THIS": "then", "SUBSEQUENTLY": "then", "FOLLOWED BY": "then", "IF NOT SO": "else",
	"AFTERWARDS": "then", "AND AFTERWARDS": "then",
	"SO THAT": "why", "SO AS TO": "why", "IN ORDER TO": "why", "IN ORDER THAT": "why", "BECAUSE": "why", "LEST": "why",
	"FOR FEAR OF": "why", "FOR FEAR THAT": "why", "READY TO": "why", "TO SEE": "why", "AND SEE": "why",
	"TO LOOK":  "why",
	"FOR LOOK": "why", "AND LOOK": "why", "TO FIND OUT": "why", "TO LEARN": "why", "TO WATCH THE SHOW": "why",
	"THAT WE MAY": "why", "THAT I MAY": "why", "THAT THEY MAY": "why", "THAT WE CAN": "why", "TO MEET": "join",
	"TO JOIN": "join", "I WANT TO SEE": "why", "I WISH TO SEE": "why",
	"I WOULD LIKE TO SEE": "why", "I WANT TO KNOW": "why", "I WANT TO LOOK": "why",
	"WHILE": "while", "AS LONG AS": "if", "SO LONG AS": "if", "AFTER": "after", "BEFORE": "before",
	"ONLY AFTER": "after", "BUT ONLY AFTER": "after"})

// inPersons adds the forms for other grammatical persons.
func inPersons(marks map[string]string) map[string]string {
	for _, said := range slices.Sorted(maps.Keys(marks)) {
		for _, text := range forms(said) {
			marks[text] = marks[said]
		}
	}
	return marks
}

// numbers maps number words to values.
var numbers = map[string]int{"ONE": 1, "TWO": 2, "THREE": 3, "FOUR": 4, "FIVE": 5, "SIX": 6, "SEVEN": 7, "EIGHT": 8,
	"NINE": 9, "TEN": 10, "ELEVEN": 11, "TWELVE": 12, "DOZEN": 12, "THIRTEEN": 13, "FOURTEEN": 14, "FIFTEEN": 15,
	"SIXTEEN": 16, "SEVENTEEN": 17, "EIGHTEEN": 18, "NINETEEN": 19, "TWENTY": 20, "THIRTY": 30, "FORTY": 40, "FIFTY": 50,
	"SIXTY": 60, "SEVENTY": 70, "EIGHTY": 80, "NINETY": 90, "HUNDRED": 100, "TWICE": 2}

// numberAt parses a number, in figures or words, and returns its length in words: `two hundred`, `fifty`, `a hundred`.
func numberAt(words []orders.Word) (n, count int) {
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
