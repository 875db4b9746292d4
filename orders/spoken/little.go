package spoken

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"galloper/orders"
)

// fillers are passed over wherever they stand.
var fillers = phrases("PLEASE", "KINDLY", "SIR", "GENTLEMEN", "AT ONCE", "IMMEDIATELY", "RIGHT AWAY",
	"FORTHWITH", "NOW",
	"QUICKLY", "WITH ALL SPEED", "IF YOU PLEASE", "YOU WILL", "YOU ARE TO", "YOU MUST", "YOU SHALL", "I WANT YOU TO",
	"I WANT", "I NEED", "I WOULD LIKE YOU TO", "I WANT TO", "WE WANT TO", "WE WISH TO", "I WISH TO",
	"I WOULD LIKE", "I WISH YOU TO", "BE SO GOOD AS TO",
	"BE SO KIND AS TO",
	"SO", "WELL", "ALSO", "JUST", "SIMPLY", "THE", "A", "AN", "YOUR", "MY", "HIS", "THEIR", "ITS", "OUR", "OF COURSE",
	"OVER THERE", "STRAIGHT", "LET", "HAVE", "WILL", "SHALL", "SHOULD", "MUST", "IS TO", "ARE TO", "IS", "ARE", "BE",
	"STEADILY", "TOO", "MEN", "BOYS", "LADS", "TROOPS", "UNITS", "REGIMENTS", "BATTALIONS", "TOGETHER", "DEAR",
	"THIS TURN", "AT ALL COSTS", "AT ALL HAZARDS", "TO THE LAST", "TO THE END", "TO THE DEATH", "BY NIGHTFALL",
	"BEFORE NIGHTFALL", "AGAINST ALL COMERS", "AGAINST ALL ODDS",
	"BEFORE DARK", "BY EVENING",
	"UNTIL I SAY SO", "TILL I SAY SO", "BEFORE I SAY SO", "UNTIL I GIVE THE WORD", "TILL I GIVE THE WORD",
	"BEFORE I GIVE THE WORD", "UNTIL I ORDER IT", "BEFORE I ORDER IT", "WITHOUT MY ORDER", "WITHOUT ORDERS",
	"UNTIL ORDERED", "UNTIL I ORDER OTHERWISE", "TILL I ORDER OTHERWISE", "UNTIL YOU HEAR FROM ME",
	"TILL YOU HEAR FROM ME", "UNTIL YOU HEAR OTHERWISE", "UNTIL I SEND WORD", "UNTIL NEW ORDERS", "THOSE",
	"THESE", "AS BEST YOU CAN", "TO THE LAST MAN", "WHEN YOU CAN",
	"AS SOON AS POSSIBLE", "AS SOON AS YOU CAN", "AS SOON AS HE CAN", "AS SOON AS THEY CAN",
	"IF PRACTICABLE", "GENERAL", "COLONEL", "MARSHAL", "CAPTAIN", "MAJOR", "GOOD", "LUCK", "SEE THAT",
	"MAKE SURE THAT",
	"TELL", "GET", "INFORM", "HEX", "HEXES", "BOLDLY", "LIKEWISE",
	"HERE", "HE", "THEN THEY", "IN THE MEANTIME", "MEANWHILE", "FINALLY", "WITHOUT DELAY", "HI", "HELLO", "FOR NOW",
	"FOR THE MOMENT",
	"FOR THE TIME BEING", "AT ALL", "AT THE DOUBLE", "ON THE DOUBLE", "AT THE RUN", "WHATEVER HAPPENS",
	"COME WHAT MAY",
	"NO MATTER WHAT", "AS FAR AS YOU CAN", "AS FAR AS POSSIBLE", "AS FAST AS YOU CAN", "AS FAST AS POSSIBLE",
	"AS QUICKLY AS YOU CAN", "AS QUICKLY AS POSSIBLE", "IN GOOD ORDER", "ALONG THE LINE", "ALL ALONG THE LINE",
	"FROM YOUR POSITION", "FROM YOUR POSITIONS", "FROM THEIR POSITION", "FROM THEIR POSITIONS", "FROM WHERE YOU ARE",
	"WHERE YOU ARE",
	"WHERE THEY ARE", "WHERE I AM", "WHERE WE ARE",
	"WHERE HE IS", "WHERE IT IS", "WHERE YOU STAND", "WHERE THEY STAND", "SLOWLY", "CAREFULLY", "CLANS", "CLANSMEN",
	"RIGHT NOW", "OR SO",
	"BRIGADIER", "LORD", "REGIMENT", "THERE NOW", "STAYS THERE", "BRAVELY", "FIRMLY", "AND NOW",
	"FOR HEAVENS SAKE", "FOR HEAVEN'S SAKE", "FOR GODS SAKE", "FOR GOD'S SAKE", "BY ALL MEANS", "IF I CAN",
	"IF WE CAN", "IF YOU CAN", "IF THEY CAN", "IF POSSIBLE", "IF AT ALL POSSIBLE",
	"UNTIL RELIEVED", "TILL RELIEVED", "UNTIL FURTHER ORDERS", "TILL FURTHER ORDERS", "UNTIL FURTHER NOTICE",
	"UNTIL TOLD OTHERWISE", "UNTIL ORDERED OTHERWISE", "UNTIL I SAY OTHERWISE", "UNTIL I TELL YOU OTHERWISE")

// colleague is the kind of those to whom letters go.
const colleague = "seat"

// articles at the end of an order are no articles: something is missing there.
var articles = []string{"A", "AN", "THE"}

// allWords say that all of what follows is meant.
var allWords = phrases("ALL OF", "ALL OF YOU", "ALL TWO", "ALL THREE", "ALL FOUR", "ALL FIVE", "ALL SIX", "ALL",
	"BOTH", "BOTH OF YOU", "BOTH OF THEM", "ALL OF THEM", "THE LOT OF YOU", "EVERY", "EACH", "EVERYONE",
	"EVERYBODY", "ALL UNITS", "EVERY UNIT", "EVERYTHING", "EVERYTHING YOU HAVE", "EVERYTHING WE HAVE",
	"WHOLE BRIGADE", "MY BRIGADE",
	"WHOLE DIVISION", "MY DIVISION", "WHOLE COMMAND", "MY COMMAND", "WHOLE FORCE", "MY WHOLE COMMAND", "ENTIRE FORCE",
	"THE WHOLE ARMY", "WHOLE ARMY", "THE ARMY", "WHOLE", "ENTIRE", "EVERY MAN", "ALL MEN", "ALL TROOPS", "WE", "US")

// exceptWords take what follows out of a list.
var exceptWords = phrases("EXCEPT FOR", "EXCEPT", "BUT NOT", "SAVE", "APART FROM", "OTHER THAN", "EXCEPTING")

// theyWords mean the enemy last named, or whoever he is.
var theyWords = phrases("THEM", "ENEMY'S", "ENEMIES'", "THEY", "ENEMY", "ENEMIES", "HIM", "THE FOE", "FOE", "IT",
	"THERE", "ANYBODY",
	"ANYONE",
	"SOMEBODY", "SOMEONE", "WHATEVER", "WHOEVER", "ANYTHING", "ANY ENEMY", "REBELS", "REDCOATS", "THEM ALL")

// talkers begin sentences that are no orders, if they say what somebody thinks or would.
var talkers = []string{"SORRY", "APOLOGIES", "THANKS", "THANK", "HOPE", "HOPING", "WELL", "SO",
	"I", "WE", "HE", "SHE", "IT", "THEY", "THAT", "THIS", "WHAT", "HOW", "WHY", "PERHAPS", "MAYBE", "CAN", "MAY",
	"DOES",
	"DID", "HAS", "WHERE", "WHO"}

var selfWords = phrases("I", "ME", "MYSELF")

// preps are prepositions, by what they are written as in frames.
var preps = map[string]string{"TO": "to", "INTO": "to", "ONTO": "to", "UP TO": "to", "DOWN TO": "to", "OVER TO": "to",
	"BACK TO": "to", "OUT TO": "to", "AT": "at", "ON": "at", "UPON": "at", "AGAINST": "at", "IN": "at", "FOR": "at",
	"TOWARDS": "towards", "TOWARD": "towards", "IN THE DIRECTION OF": "towards", "WITH": "with", "BEHIND": "behind",
	"IN REAR OF": "behind", "IN SUPPORT OF": "behind", "BESIDE": "beside", "NEXT TO": "beside", "ALONGSIDE": "beside",
	"LEVEL WITH": "beside", "VIA": "via", "THROUGH": "via", "BY WAY OF": "via", "USING": "via", "MAKING USE OF": "via",
	"UNDER COVER OF": "via", "BY": "by", "FROM": "from",
	"OUT OF": "from",
	"FACING": "facing", "OF": "of", "ROUND": "at", "AROUND": "at", "NEAR": "near", "OFF": "from", "AWAY FROM": "from",
	"SUPPORTED BY": "with", "WITH THE SUPPORT OF": "with", "WITH SUPPORT FROM": "with", "WITH THE HELP OF": "with",
	"WITH HELP FROM": "with", "LED BY": "led", "APPROACH TO": "facing", "APPROACH TOWARDS": "facing",
	"APPROACH FACING": "facing", "APPROACH THAT FACES": "facing", "THE APPROACH TO": "facing",
	"IN FRONT OF": "before", "TO FACE": "facing", "LOOKING": "facing", "BETWEEN": "between",
	"ACROSS": "via", "ALONG": "via", "UP": "to", "DOWN": "to", "UP BEHIND": "behind", "TO SUPPORT": "behind",
	"TO THE REAR OF": "behind", "TO WHERE": "to", "IN THE REAR OF": "behind", "LEFT OF": "left",
	"ON THE LEFT OF": "left",
	"TO THE LEFT OF": "left",
	"RIGHT OF":       "right", "ON THE RIGHT OF": "right", "TO THE RIGHT OF": "right", "ABREAST OF": "beside",
	"IN LINE WITH": "beside",
	"AHEAD OF":     "before"}

var prepPhrases = phrases(slices.Sorted(maps.Keys(preps))...)

// marks part clauses.
var marks = map[string]string{"THEN": "then", "AND THEN": "then", "AFTER THAT": "then", "NEXT": "then",
	"ELSE": "else", "OTHERWISE": "else", "OR ELSE": "else", "IF NOT": "else", "FAILING THAT": "else",
	"IF": "if", "WHEN": "if", "WHENEVER": "if", "ONCE": "if", "AS SOON AS": "if", "IN CASE": "if", "PROVIDED": "if",
	"AND IF": "if", "BUT IF": "else if", "OTHERWISE IF": "else if", "SHOULD": "",
	"ONLY IF": "if", "ONLY WHEN": "if", "UNLESS": "unless", "UNTIL": "until", "TILL": "until", "WAIT FOR": "wait",
	"WAITS FOR": "wait",
	"BUT":       "but", "OR": "or",
	"WHILE": "while", "AS LONG AS": "while", "AFTER": "after", "BEFORE": "before"}

var markPhrases = func() (list [][]string) {
	for _, m := range slices.Sorted(maps.Keys(marks)) {
		if marks[m] != "" {
			list = append(list, strings.Fields(m))
		}
	}
	return list
}()

func phrases(list ...string) (out [][]string) {
	for _, p := range list {
		out = append(out, strings.Fields(p))
	}
	return out
}

// longest returns the longest of the phrases with which the words begin, and its length.
func longest(words []orders.Word, phrases [][]string) (string, int) {
	var best []string
	for _, p := range phrases {
		if len(p) > len(best) && phraseAt(words, p) > 0 {
			best = p
		}
	}
	return strings.Join(best, " "), len(best)
}

// numbers are those in words.
var numbers = map[string]int{"ONE": 1, "TWO": 2, "THREE": 3, "FOUR": 4, "FIVE": 5, "SIX": 6, "SEVEN": 7, "EIGHT": 8,
	"NINE": 9, "TEN": 10, "ELEVEN": 11, "TWELVE": 12, "FIFTEEN": 15, "TWENTY": 20, "THIRTY": 30, "FORTY": 40,
	"FIFTY": 50,
	"SIXTY": 60, "SEVENTY": 70, "EIGHTY": 80, "NINETY": 90, "HUNDRED": 100, "TWICE": 2}

// numberAt reads a number in figures or words: `two hundred`, `fifty`, `a hundred`.
func numberAt(words []orders.Word) (n, count int) {
	figure := strings.TrimRight(words[0].Fold, `"'`)
	if v, err := strconv.Atoi(figure); err == nil && len(figure) < 6 {
		return v, 1
	}
	for count < len(words) {
		v, ok := numbers[words[count].Fold]
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
