package spoken

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"galloper/orders"
)

// fillers are skipped wherever they occur.
var fillers = phrases("PLEASE", "SIR", "GENTLEMEN", "AT ONCE", "RIGHT AWAY", "FORTHWITH", "NOW", "WITH ALL SPEED",
	"IF YOU PLEASE", "YOU WILL", "YOU ARE TO", "YOU MUST", "YOU SHALL", "I WANT YOU TO", "I WANT", "I NEED",
	"I WOULD LIKE YOU TO", "I WANT TO", "WE WANT TO", "WE WISH TO", "I WISH TO", "I WOULD LIKE", "I WISH YOU TO",
	"BE SO GOOD AS TO", "BE SO KIND AS TO", "SO", "WELL", "ALSO", "JUST", "THE", "A", "AN", "YOUR", "OF COURSE",
	"OVER THERE", "STRAIGHT", "LET", "HAVE", "WILL", "SHALL", "SHOULD", "MUST", "IS TO", "ARE TO", "IS", "ARE", "BE",
	"TOO", "MEN", "BOYS", "LADS", "TROOPS", "UNITS", "REGIMENTS", "BATTALIONS", "TOGETHER", "DEAR", "THIS TURN",
	"AT ALL COSTS", "AT ALL HAZARDS", "TO THE LAST", "TO THE END", "TO THE DEATH", "BY NIGHTFALL", "BEFORE NIGHTFALL",
	"AGAINST ALL COMERS", "AGAINST ALL ODDS", "AGAINST ALL ATTACKS", "AGAINST ANY ATTACK", "AGAINST ANY ATTACKS",
	"AGAINST EVERY ATTACK", "AGAINST ATTACK", "AGAINST ATTACKS", "AGAINST ANY COMERS", "AGAINST ANYBODY WHO COMES",
	"AGAINST ANYONE WHO COMES", "AGAINST WHOEVER COMES", "AGAINST WHATEVER COMES", "AGAINST ANYTHING THAT COMES",
	"BEFORE DARK", "BY EVENING", "UNTIL I SAY SO", "TILL I SAY SO",
	"BEFORE I SAY SO", "UNTIL I GIVE THE WORD", "TILL I GIVE THE WORD", "BEFORE I GIVE THE WORD", "UNTIL I ORDER IT",
	"BEFORE I ORDER IT", "WITHOUT MY ORDER", "WITHOUT ORDERS", "UNTIL ORDERED", "UNTIL I ORDER OTHERWISE",
	"TILL I ORDER OTHERWISE", "UNTIL YOU HEAR FROM ME", "TILL YOU HEAR FROM ME", "UNTIL YOU HEAR OTHERWISE",
	"UNTIL I SEND WORD", "UNTIL NEW ORDERS", "THOSE", "THESE", "AS BEST YOU CAN", "TO THE LAST MAN", "WHEN YOU CAN",
	"IF PRACTICABLE", "GENERAL", "COLONEL", "MARSHAL", "CAPTAIN", "MAJOR", "LIEUTENANT-COLONEL", "LIEUTENANT-GENERAL",
	"MAJOR-GENERAL", "LIEUTENANT", "GOOD", "LUCK", "SEE THAT", "MAKE SURE THAT", "TELL", "GET", "INFORM", "HEX",
	"HEXES", "LIKEWISE", "HERE", "HE", "IN THE MEANTIME", "MEANWHILE", "WITHOUT DELAY", "HI", "HELLO", "FOR NOW",
	"FOR THE MOMENT", "FOR THE TIME BEING", "AT ALL", "AT THE DOUBLE", "ON THE DOUBLE", "AT THE RUN",
	"WHATEVER HAPPENS", "COME WHAT MAY", "NO MATTER WHAT", "IN GOOD ORDER", "ALONG THE LINE", "ALL ALONG THE LINE",
	"FROM YOUR POSITION", "FROM YOUR POSITIONS", "FROM WHERE YOU ARE", "WHERE YOU ARE", "WHERE YOU STAND",
	"WHERE THEY STAND", "CLANS", "CLANSMEN", "RIGHT NOW", "OR SO", "EN AVANT", "HURRAH", "HUZZA", "HUZZAH",
	"THE FASTER THE BETTER", "THE SOONER THE BETTER", "BRIGADIER", "LORD", "REGIMENT", "THERE NOW", "STAYS THERE",
	"AND NOW", "FOR HEAVENS SAKE", "FOR HEAVEN'S SAKE", "FOR GODS SAKE", "FOR GOD'S SAKE", "BY ALL MEANS", "IN PERSON",
	"OWN", "AS ONE LINE", "AS ONE", "HAVE THE GOODNESS TO", "BE GOOD ENOUGH TO", "IT IS YOUR PLEASURE THAT",
	"IT IS MY PLEASURE THAT", "IT IS MY WISH THAT", "IT IS MY INTENTION THAT", "OBLIGE ME", "AS A RESERVE",
	"AS RESERVE", "WHILE YOU CAN", "AS LONG AS YOU CAN", "BEFORE YOU CAN LOAD TWICE", "BEFORE YOU CAN LOAD AGAIN",
	"BEFORE THEY LOAD AGAIN", "BEFORE YOU CAN RELOAD", "IF YOU CAN", "IF POSSIBLE", "IF AT ALL POSSIBLE", "YOUR SIDE",
	"WITHOUT LOSS OF TIME", "WITHOUT FURTHER DELAY", "FOR THE PRESENT", "ANYWAY", "ALL OF THEM", "UNTIL RELIEVED",
	"TILL RELIEVED", "UNTIL FURTHER ORDERS", "TILL FURTHER ORDERS", "UNTIL FURTHER NOTICE", "FOR TODAY", "TODAY",
	"NO HEROICS", "THEREFORE", "HENCE", "THUS", "SEE FOR MYSELF", "AND SEE FOR MYSELF", "AHEAD OF THE TROOPS",
	"AHEAD OF MY TROOPS", "YOURSELF", "IN PLACE", "I WISH THAT", "I WANT THAT", "I DESIRE THAT", "WE WISH THAT",
	"WISH THAT", "I DESIRE", "YOUR TROOPERS", "YOUR GALLANT TROOPERS", "GALLANT", "BRAVE", "FOR TO", "MAY", "YET",
	"FOR YOUR PART", "EACH IN TURN", "WITH COLOURS FLYING", "WITH DRUMS BEATING", "AT A WALK", "AT A TROT",
	"AT THE WALK", "AT THE TROT", "AT A RUN", "AT A GALLOP", "IN HASTE", "AND MAKE HASTE", "MAKE HASTE",
	"DUE", "ALL THE WHILE", "THE WHILE", "ASAP",
	"FOR HELP", "FOR SUPPORT", "FOR US", "FOR YOU", "SLEEPING", "READY FOR THEM",
	"READY FOR HIM", "MONSIEUR", "MR", "MESSRS", "MADAME", "WITHOUT ME", "FULL MOVE", "FULL", "AT FULL SPEED", "WIDE",
	"A GOOD", "MYSELF TODAY", "FOR MY SIGNAL", "FOR MY WORD", "FOR MY ORDER", "FOR MY ORDERS", "FOR ORDERS",
	"FOR FURTHER ORDERS", "KINDLY REQUESTED TO", "REQUESTED TO", "ASKED TO", "ORDERED TO", "TOLD TO", "DIRECTED TO",
	"INSTRUCTED TO", "IN THAT ORDER", "IN THIS ORDER", "YOU", "ALONG THE TRACK", "ALONG THE ROAD", "BY THE TRACK",
	"DOWN THE TRACK", "DOWN THE ROAD", "UP THE TRACK", "UP THE ROAD", "RIFLES READY", "MUSKETS READY", "ALL THE WAY",
	"FOR A START", "ON FOOT", "WITH CARE", "IN LINE ABREAST", "DIRECTLY", "IF NEED BE", "IF NECESSARY", "AS NEEDED",
	"FOR CERTAIN", "OLD", "FINE", "STOUT", "GOODLY", "VALIANT", "PROUD", "UNTIL TOLD OTHERWISE",
	"UNTIL ORDERED OTHERWISE", "UNTIL I SAY OTHERWISE", "UNTIL I TELL YOU OTHERWISE", "AS WELL", "IN YOUR PLACE",
	"IN YOUR PLACES", "CAN", "OUGHT TO", "BY COURIER", "BY VOICE", "SHOWS YOURSELF", "SHOW YOURSELF", "QUICK",
	"BY JUPITER", "BY GOD", "WITH THE BAYONET", "BY THE BAYONET", "BY THE SWORD", "AT BAYONET POINT",
	"AT THE POINT OF THE BAYONET", "SWORD IN HAND", "THANKS", "THANK YOU", "MANY THANKS", "THANKS A LOT", "CHEERS",
	"TA", "MUCH OBLIGED", "IF YOU DO NOT MIND", "IF YOU WOULD", "IF YOU WILL", "OLD BOY", "OLD CHAP", "OLD MAN",
	"MY FRIEND", "MY FRIENDS", "MY LADS", "MY BOYS", "CHAPS", "FELLOWS", "FELLOW", "COMRADES", "MATE", "FOLKS", "OK",
	"OKAY", "NOW THEN", "IN POSITION", "STILL FACING THE ENEMY", "STILL FACING THEM", "AS BEFORE", "AS USUAL",
	"AS EVER", "AS PLANNED", "AS AGREED", "AS DISCUSSED", "AS ORDERED", "ONCE MORE", "ONCE AGAIN", "SIDE BY SIDE",
	"SHOULDER TO SHOULDER", "IN STEP", "IN UNISON", "AS A BODY", "IN A BODY", "AS A WHOLE", "EN MASSE", "IN FORCE",
	"IN STRENGTH", "ON THE SPOT", "WHERE YOU ARE NOW", "RIGHT THERE", "RIGHT HERE", "PRETTY", "VERY",
	"A LITTLE WHILE LONGER", "FOR THE TIME", "IN THE USUAL WAY", "S'IL VOUS PLAIT", "WITH MY COMPLIMENTS",
	"AT YOUR CONVENIENCE", "IF IT PLEASES YOU", "WITH ALL DISPATCH", "WITH ALL HASTE", "IN QUICK TIME", "AT THE QUICK",
	"AT QUICK STEP", "AT THE QUICK STEP", "POST HASTE", "AT TOP SPEED", "AT A CANTER", "AT THE GALLOP",
	"AT THE CANTER", "DO NOT DAWDLE", "DO NOT DELAY", "NO DELAY", "NO DAWDLING", "AND QUICK", "AND QUICKLY",
	"DOUBLE QUICK", "DOUBLE-QUICK", "AND BE QUICK", "BE QUICK", "LOOK SHARP", "LOOK LIVELY", "OFF WITH YOU",
	"GO GO GO", "GENTLEMEN PLEASE", "BE KIND ENOUGH TO", "IN HAND", "THEY FIND", "YOU FIND", "THEY MEET", "YOU MEET",
	"WHATEVER IT COSTS", "WHATEVER THE COST", "AT ANY PRICE", "AT ANY COST", "SEE TO IT THAT", "WE NEED", "WE WANT",
	"PASS IT ON", "PLEASE PASS IT ON", "PASS THIS ON", "PRAY", "ON YOUR SQUARE", "ON YOUR SQUARES", "ON YOUR HEX",
	"ON YOUR HEXES", "ON YOUR GROUND", "IN YOUR LINES", "UP THE PIKE", "DOWN THE PIKE", "ALONG THE PIKE",
	"BY THE PIKE", "ALONG THE LANE", "DOWN THE LANE", "UP THE LANE", "ALONG THE PATH", "DOWN THE PATH", "UP THE PATH",
	"AS SECOND LINE", "AS A SECOND LINE", "AS THE SECOND LINE", "THE LATTER", "LATTER", "ON YOUR PLACE",
	"ON YOUR PLACES", "AT YOUR PLACE", "LAST OF ALL", "MIND YOU", "OF MINE", "OF YOURS", "OF OURS", "IF I MAY",
	"IF I MAY SAY SO", "I BEG YOU", "I PRAY", "I IMPLORE YOU", "IF YOU WISH", "IN ANY CASE", "IN ANY EVENT",
	"ABOVE ALL", "AFTER ALL", "AS FOR", "FOR MY SAKE", "BY MY ORDER", "BY ORDER",
	"EYES OPEN", "AND THAT IS THAT", "THAT IS ALL", "NO MORE NO LESS", "NO QUESTIONS ASKED", "WITHOUT QUESTION",
	"WITHOUT HESITATION", "WITHOUT FAIL", "WITHOUT FUSS", "WITHOUT NOISE", "WITHOUT A SOUND", "WITHOUT A WORD",
	"WITHOUT HURRY", "WITHOUT HASTE", "IN SILENCE", "ON THE QUIET", "AT YOUR EASE", "AT EASE", "IN PEACE", "THIS TIME",
	"THIS TIME ROUND", "THIS ROUND", "FOR THIS TURN", "DURING THIS TURN", "IN THIS TURN", "ON THIS TURN", "THIS HOUR",
	"FOR THIS HOUR", "ALL DAY", "ALL DAY LONG", "THE WHOLE DAY", "THE DAY LONG", "ALL THE DAY", "WHATEVER COMES",
	"WHATEVER MAY COME", "WHATEVER BEFALLS", "OH", "AH", "AYE", "OH AND", "TO A MAN", "SIMPLY", "THE SPACE OF",
	"IN THE HOUR OF NEED", "OPENING MOVES", "OPENING MOVE", "OPENING", "FIRST MOVES", "BADLY", "BY ALL ACCOUNTS")

// colleague is the slot of the recipients of letters.
const colleague = "seat"

// articles at the end of an order show that a word is missing.
var articles = []string{"A", "AN", "THE"}

// allWords are phrases that include everything that follows them.
var allWords = phrases("ALL OF", "ALL OF YOU", "ALL TWO", "ALL THREE", "ALL FOUR", "ALL FIVE", "ALL SIX", "ALL",
	"BOTH", "BOTH OF YOU", "BOTH OF THEM", "ALL OF THEM", "THE LOT OF YOU", "EVERY", "EACH", "EVERYONE",
	"EVERYBODY", "ALL UNITS", "EVERY UNIT", "EVERYTHING", "EVERYTHING YOU HAVE", "EVERYTHING WE HAVE",
	"WHOLE BRIGADE", "MY BRIGADE",
	"WHOLE DIVISION", "MY DIVISION", "WHOLE COMMAND", "MY COMMAND", "WHOLE FORCE", "MY WHOLE COMMAND", "ENTIRE FORCE",
	"THE WHOLE ARMY", "WHOLE ARMY", "THE ARMY", "WHOLE", "ENTIRE", "EVERY MAN", "ALL MEN", "ALL TROOPS", "WE", "US")

// exceptWords exclude the names that follow from a list.
var exceptWords = phrases("EXCEPT FOR", "EXCEPT", "BUT NOT", "SAVE", "APART FROM", "OTHER THAN", "EXCEPTING")

// preps maps prepositions to the form that frames use.
var preps = withParts(map[string]string{"TO": "to", "INTO": "to", "ONTO": "to", "UP TO": "to", "DOWN TO": "to",
	"OVER TO": "to", "DOWN INTO": "to", "UP INTO": "to", "OVER INTO": "to",
	"BACK INTO": "to", "UP ONTO": "to", "BACK ONTO": "to",
	"BACK TO": "to", "OUT TO": "to", "AT": "at", "ON": "at", "UPON": "at", "AGAINST": "at", "IN": "at", "FOR": "at",
	"TO SAVE": "at",
	"TOWARDS": "towards", "TOWARD": "towards", "IN THE DIRECTION OF": "towards", "WITH": "with", "BEHIND": "behind",
	"IN REAR OF": "behind", "IN SUPPORT OF": "behind", "BESIDE": "beside", "NEXT TO": "beside", "ALONGSIDE": "beside",
	"LEVEL WITH": "beside", "VIA": "via", "THROUGH": "via", "PAST": "via", "BY WAY OF": "via", "USING": "via",
	"MAKING USE OF":  "via",
	"UNDER COVER OF": "via", "BY": "by", "FROM": "from",
	"OUT OF": "from",
	"FACING": "facing", "STILL FACING": "facing", "OF": "of", "ROUND": "at", "AROUND": "at", "NEAR": "near",
	"OFF": "from", "AWAY FROM": "from",
	"SUPPORTED BY": "with", "WITH THE SUPPORT OF": "with", "WITH SUPPORT FROM": "with", "WITH THE HELP OF": "with",
	"WITH HELP FROM": "with", "LED BY": "led", "APPROACH TO": "facing", "APPROACH TOWARDS": "facing",
	"APPROACH FACING": "facing", "APPROACH THAT FACES": "facing", "THE APPROACH TO": "facing",
	"IN FRONT OF": "before", "TO FACE": "facing", "LOOKING": "facing", "BETWEEN": "between",
	"ACROSS": "via", "ALONG": "via", "UP": "to", "DOWN": "to", "UP BEHIND": "behind", "TO SUPPORT": "behind",
	"TO THE REAR OF": "behind", "TO WHERE": "to", "IN THE REAR OF": "behind", "LEFT OF": "left",
	"ON THE LEFT OF": "left",
	"TO THE LEFT OF": "left", "TO THE LEFT SIDE OF": "left", "ON THE LEFT SIDE OF": "left", "AT THE LEFT OF": "left",
	"TO LEFT OF": "left", "ON LEFT OF": "left", "TO RIGHT OF": "right", "ON RIGHT OF": "right",
	"TO THE LEFT HAND OF": "left", "ON THE LEFT HAND OF": "left", "ON THE LEFT FLANK OF": "left",
	"TO THE LEFT FLANK OF": "left", "TO THE RIGHT SIDE OF": "right", "ON THE RIGHT SIDE OF": "right",
	"AT THE RIGHT OF": "right", "TO THE RIGHT HAND OF": "right", "ON THE RIGHT HAND OF": "right",
	"ON THE RIGHT FLANK OF": "right", "TO THE RIGHT FLANK OF": "right",
	"RIGHT OF": "right", "ON THE RIGHT OF": "right", "TO THE RIGHT OF": "right", "ABREAST OF": "beside",
	"IN LINE WITH": "beside",
	"AHEAD OF":     "before", "TO THE FRONT OF": "before", "AT THE FRONT OF": "before", "ROUND BY": "via",
	"AROUND BY": "via", "ROUND THROUGH": "via", "OVER BY": "via", "SIDE TOWARDS": "facing", "SIDE TOWARD": "facing",
	"SIDE FACING": "facing", "FRONT TOWARDS": "facing", "FRONT TOWARD": "facing", "FRONT FACING": "facing",
	"EDGE TOWARDS": "facing", "EDGE TOWARD": "facing", "IN DIRECTION OF": "towards", "DIRECTION": "towards",
	"IN DIRECTION": "towards", "IN THE LEAD OF": "before", "FRONT TO": "facing", "THEIR FRONT TO": "facing",
	"TOGETHER WITH": "with", "ALONG WITH": "with",
	"AS FAR AS": "to", "CLOSE BEHIND": "behind", "RIGHT BEHIND": "behind",
	"JUST BEHIND": "behind", "CLOSE UP BEHIND": "behind", "UP CLOSE BEHIND": "behind", "SHORT OF": "short",
	"THIS SIDE OF": "short", "OVER": "via", "CLOSE BESIDE": "beside", "ACROSS TO": "to",
	"AMONG": "with", "AMONGST": "with", "AMID": "with", "IN THE MIDST OF": "with", "IN THE RANKS OF": "with"})

// withParts adds parts of ground that stand for the whole: `to the south edge of the wood`.
func withParts(preps map[string]string) map[string]string {
	for _, part := range []string{"EDGE OF", "SIDE OF", "END OF", "FOOT OF", "SLOPE OF", "CREST OF", "TOP OF", "MIDDLE OF",
		"CENTRE OF", "CENTER OF", "HEART OF"} {
		preps["TO THE "+part], preps["ON THE "+part], preps["AT THE "+part] = "to", "at", "at"
		preps["INTO THE "+part], preps["IN THE "+part] = "to", "at"
	}
	for _, far := range []string{"TO THE FAR SIDE OF", "ON THE FAR SIDE OF", "AT THE FAR SIDE OF"} {
		preps[far] = "beyond"
	}
	return preps
}

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
