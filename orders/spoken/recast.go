package spoken

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"galloper/orders"
)

// recasts are ways of saying something that are put in plainer words before anything is made of them. What is said is
// written as in a [Phrase]; `#` in what is put there is its number. The words that are quoted stay the writer's own.
var recasts = []struct{ say, as string }{
	{"ON/AT/UPON MY COMMAND", "ON MY SIGNAL"}, {"BACK HOME", "BACK"}, {"YARDS/YDS/PACES OR NEARER/CLOSER/LESS", "YARDS"},
	{"INCHES OR NEARER/CLOSER/LESS", "INCHES"}, {"SPACES/HEXES OFF/AWAY? OR NEARER/CLOSER/LESS", "SPACES OFF"},
	{"HITS/HIT OR MORE/WORSE", "HITS"},
	{"TO? LET THEM/HIM/ENEMY COME TO/WITHIN? # YARDS/YDS/PACES BEFORE YOU/THEY/HE OPEN/FIRE/SHOOT FIRE?",
		"DO NOT FIRE UNTIL THEY WITHIN # YARDS"},
	{"BEFORE/UNTIL/TILL ENEMY/THEY IS/ARE? ON/AT # YARDS/YDS/PACES AWAY/OFF?", "UNTIL THEY WITHIN # YARDS"},
	{"SWING/SWINGS OUT/ROUND/WIDE BY/VIA/PAST/THROUGH", "GO VIA"}, {"HAVE QUIT/LEFT/ABANDONED", "HAVE LEFT"},
	{"SHALL/TO? HAVE HONOUR/HONOR OF", "TAKE"}, {"HONOUR/HONOR IS? YOURS/THEIRS/HIS OF", "TAKE"},
	{"ALL DAY LONG?", "PLEASE"}, {"WHOLE DAY LONG?", "PLEASE"}, {"WAIT/WAITING FOR SIGNAL/WORD/COMMAND", "WAIT"},
	{"STEP NEARER/CLOSER", "STEP FORWARD"}, {"STEPS NEARER/CLOSER", "STEPS FORWARD"},
	{"SPACE NEARER/CLOSER", "SPACE FORWARD"}, {"SPACES NEARER/CLOSER", "SPACES FORWARD"},
	{"YARDS/YDS/PACES NEARER/CLOSER", "YARDS FORWARD"}, {"INCHES NEARER/CLOSER", "INCHES FORWARD"},
	{"I/WE HAVE? NO USE/NEED FOR/OF IT/THEM/HIM/THAT", "PLEASE"},
	{"UNTIL/TILL I/WE SAY/ORDER/WRITE OTHERWISE/STOP", "PLEASE"}, {"AS STANDING ORDER ,/:?", "FROM NOW ON"},
	{"UNTIL/TILL FURTHER NOTICE", "FROM NOW ON"},
	{"NO PURSUIT WHEN/IF/ONCE THEY BREAK/RUN/FLEE/GIVE WAY?", "NO PURSUIT"},
	{"NOT RUN/GO/CHASE/FOLLOW AFTER? THEM/HIM? WHEN/IF/ONCE THEY BREAK/RUN/FLEE/GIVE/GO WAY?", "NO PURSUIT"},
	{"TRY FOR INITIATIVE", "SEIZE INITIATIVE"}, {"TRY TO? SEIZE/TAKE/WIN/GET INITIATIVE", "SEIZE INITIATIVE"},
	{"ON NO ACCOUNT/CONDITION TO?", "DO NOT"}, {"UNDER NO CIRCUMSTANCES TO?", "DO NOT"}, {"IN NO CASE TO?", "DO NOT"},
	{"BY NO MEANS TO?", "DO NOT"}, {"NOT ON ANY ACCOUNT TO?", "DO NOT"},
	{"NOT SUFFER HIMSELF/THEMSELVES/YOURSELF/ITSELF TO BE DRAWN FROM/OUT IT/THERE?", "NO PURSUIT"},
	{"NOT LET HIMSELF/THEMSELVES/YOURSELF/ITSELF BE DRAWN FROM/OUT IT/THERE?", "NO PURSUIT"},
	{"NOT BE DRAWN FROM/OUT/AWAY IT/THERE?", "NO PURSUIT"},
	{"WITHOUT TROUBLING HIMSELF/THEMSELVES/YOURSELF/ITSELF? TO", "DO NOT"},
	{"NONE OF THEM/YOU/US STOP/HALT TO?", "DO NOT STOP TO"}, {"NONE STOP/HALT TO?", "DO NOT STOP TO"},
	{"LET? NO MAN/ONE STOP/HALT/PAUSE TO?", "DO NOT STOP TO"}, {"LET? NO MAN FIRE/SHOOT", "DO NOT FIRE"},
	{"I AM? OFF TO SEE/VISIT/MEET", "I GO TO"}, {"I AM? OFF TO", "I GO TO"}, {"GO/GOING/COME TO JOIN", "JOIN"},
	{"I AM GOING TO", "I GO TO"}, {"I/WE WOULD RATHER/SOONER", "PLEASE"}, {"I/WE SHOULD/WOULD LIKE/PREFER", "PLEASE"},
	{"TRY/ATTEMPT TO", "PLEASE"}, {", NOT A/ONE? MOMENT/STEP/YARD/INCH/SECOND/MINUTE? SOONER/EARLIER", "PLEASE"},
	{"LET/MAKE/HAVE THEM/ENEMY/HIM/OTHER SIDE/LOT? BEGIN/START FIRST?", "WE MOVE SECOND"},
	{"NOT ONE/SINGLE SHOT UNTIL/TILL/BEFORE", "DO NOT FIRE UNTIL"},
	{"STAND AND TAKE/RECEIVE IT/THEM/HIM/CHARGE/BLOW", "STAND"}, {"STAND TO RECEIVE IT/THEM/HIM/CHARGE", "STAND"},
	{"GO/COME/RIDE/MARCH/MOVE ALONG? WITH HIM/THEM/IT", "DO THE SAME"}, {"GO/COME ALONG", "DO THE SAME"},
	{"ACCOMPANY HIM/THEM/IT", "DO THE SAME"}, {"MAKE MARCH", "MARCH"},
	{"WITH FRONT TO/TOWARD/TOWARDS", "PLEASE PLEASE FACING"},
	{"BUT? NOT STRAIGHT/DIRECT/SHORT WAY/ROAD/ROUTE ,? BUT?", "PLEASE"}, {"MAKE/ADOPT/ASSUME LINE", "FORM LINE"},
	{"SHAKE/GO/GET/CHANGE/SWITCH OUT? INTO LINE", "FORM LINE"}, {"MAKE/ADOPT/ASSUME COLUMN", "FORM COLUMN"},
	{"GO/GET/CHANGE/SWITCH INTO COLUMN", "FORM COLUMN"}, {"AND? AFTER TO", "THEN"},
	{"AS ITS/HIS/THEIR SUPPORT/SUPPORTS/RESERVE", "FOR SUPPORT"},
	{"WE WENT/MOVED/ACTED/ACT FIRST", "PLEASE MOVE FIRST"}, {"WE WENT/MOVED/ACTED/ACT SECOND", "PLEASE MOVE SECOND"},
	{"THEY/ENEMY WENT/MOVED/ACTED/STARTED/BEGAN FIRST", "PLEASE MOVE SECOND"}, {"OR ,? FAILING THAT/THEM/IT ,?", "OR"},
	{"BEFORE THAT", "OTHERWISE"}, {"WHILST", "WHILE"}, {"RIGHT/STRAIGHT AWAY", "PLEASE"},
	{"NONE OF THEM/YOU/US FIRE/SHOOT/FIRING/SHOOTING", "DO NOT FIRE"},
	{"NO SHOT/SHOTS/FIRE/FIRING UNTIL/TILL/BEFORE", "DO NOT FIRE UNTIL"},
	{"NOT SHOT/SHOTS UNTIL/TILL/BEFORE", "DO NOT FIRE UNTIL"}, {"TOO? FAR OFF/AWAY", "FAR"},
	{"LET/LETS FLY/LOOSE/RIP", "FIRE"}, {"ON/IN BROAD/WIDE/NARROW FRONT", "PLEASE"},
	{"AND? KEEP/STAY AT IT", "PLEASE"}, {"THROW/LOB/PUT/SEND SHELLS/SHELL/SHOT/BOMBS INTO/AT/ON/UPON", "FIRE AT"},
	{"DO? NOT/NEVER START/MOVE/STIR/GO/SET OFF/IN/OUT? BEFORE/UNTIL/TILL", "HOLD UNTIL"},
	{"DO? NOT/NEVER START/MOVE/STIR/GO/SET OFF/IN/OUT? EARLIER/SOONER THAN", "HOLD UNTIL"},
	{"UNTIL THEN", "OTHERWISE"}, {"TILL THEN", "OTHERWISE"}, {"IN THE MEANTIME", "OTHERWISE"},
	{"ORDERS/PLAN/INSTRUCTIONS FOR", "TO"}, {"IT IS PLEASURE/WISH/INTENTION/ORDER/DESIRE THAT", "PLEASE"},
	{"IT WOULD PLEASE/OBLIGE/SUIT ME/US IF/THAT", "PLEASE"},
	{"IT/THIS IS OF FIRST/GREATEST/UTMOST/GREAT IMPORTANCE THAT", "PLEASE"}, {"MUST/SHOULD/SHALL/WILL TO", "MUST"},
	{"HAVE/HAS TO", "MUST"}, {"BUT? NOT IF/WHEN/WHILE", "UNLESS"}, {"BUT? NEVER IF/WHEN/WHILE", "UNLESS"},
	{"PROVIDED THAT?", "IF"}, {"AND THAT", "AND"},
	{"ONCE/WHEN/AFTER HE HAVE/HAS/HOLD/HOLDS TAKEN/GOT/CARRIED/WON? IT/THAT", "ONCE IT IS TAKEN"},
	{"AS SOON AS HE HAVE/HAS/HOLD/HOLDS TAKEN/GOT/CARRIED/WON? IT/THAT", "ONCE IT IS TAKEN"}, {"IF HE", "IF THEY"},
	{"WHEN HE", "WHEN THEY"}, {"ONCE HE", "ONCE THEY"}, {"UNTIL HE", "UNTIL THEY"},
	{"TO DISPUTE/CONTEST/OPPOSE/BAR/FORBID IT/YOU/US/THEM/HIM/WAY/PASSAGE", "PLEASE"},
	{"LEAD/LEADS ATTACK/ASSAULT/CHARGE ON/AGAINST/UPON?", "ATTACK"}, {"LEAD/LEADS MARCH/ADVANCE/WAY", "MARCH"},
	{"MAKE/MAKES/DELIVER/DELIVERS/LAUNCH/LAUNCHES ATTACK/ASSAULT/CHARGE ON/TO/AGAINST/UPON", "ATTACK"},
	{"DESCEND/DESCENDS ON/UPON", "ATTACK"}, {"BE/ARE/IS BROUGHT TO BEAR ON/UPON/AGAINST", "FACE"},
	{"BEAR ON/UPON", "BEAR"}, {"BE? CLOSE? BEHIND OF", "BEHIND"}, {"ONE/AND ALL OF US/THEM/YOU", "ALL"},
	{"AND? TAKE/TAKES POSSESSION/HOLD OF", "AND TAKE"}, {"SHOW/SHOWS UP", "COMES"}, {"TURN/TURNS UP", "COMES"},
	{"IF/SHOULD/WHEN NOBODY/NO-ONE IS? THERE", "IF IT IS EMPTY"}, {"IF NO ONE/ENEMY IS? THERE", "IF IT IS EMPTY"},
	{"IF THERE IS NOBODY/NO-ONE THERE?", "IF IT IS EMPTY"}, {"IF THERE IS NO ONE/ENEMY THERE?", "IF IT IS EMPTY"},
	{"IF IT/THAT IS NOT HELD/OCCUPIED/DEFENDED", "IF IT IS EMPTY"},
	{"WHEN/IF/ONCE THEY/IT/YOU/WE/HE SEE/SEES/SPOT/SPOTS/SIGHT/SIGHTS/MEET/MEETS", "IF"},
	{"UNTIL/TILL THEY/IT/YOU/WE/HE SEE/SEES/SPOT/SPOTS/SIGHT/SIGHTS/MEET/MEETS", "UNTIL"},
	{"WE HAVE FIRST MOVE", "WE MOVE FIRST"}, {"WE HAVE SECOND MOVE", "WE MOVE SECOND"},
	{"THEY/ENEMY HAVE/HAS FIRST MOVE", "WE MOVE SECOND"}, {"THEY/ENEMY MOVE/MOVES/GO/GOES FIRST", "WE MOVE SECOND"},
	{"LET/MAKE/HAVE/FORCE THEM/ENEMY/HIM MOVE/GO/START/BEGIN FIRST", "WE MOVE SECOND"},
	{"FOR THIS AND ALL COMING/FOLLOWING/LATER TURNS", "FROM NOW ON"},
	{"FOR ALL COMING/FOLLOWING/LATER TURNS", "FROM NOW ON"},
	{"IN THIS AND ALL COMING/FOLLOWING/LATER TURNS", "FROM NOW ON"},
	{"THIS TURN AND EVERY/EACH TURN AFTER?", "FROM NOW ON"}, {"TO WHOM IT CONCERN", "PLEASE"},
	{"TO WHOM IT MAY CONCERN", "PLEASE"}, {"FIRE NOT TO? BE OPENED", "DO NOT FIRE"},
	{"BUT/AND? STOP/HALT AS SOON AS", "UNTIL"}, {"BUT/AND? STOP/HALT WHEN/ONCE/IF", "UNTIL"},
	{"BUT/AND? STOP/HALT/STAY/KEEP # YARDS/YARD/YDS/PACES OFF/AWAY/SHORT FROM/OF? THEM/HIM/IT?",
		"UNTIL THEY WITHIN # YARDS"},
	{"BUT/AND? STOP/HALT/STAY/KEEP # INCHES/INCH OFF/AWAY/SHORT FROM/OF? THEM/HIM/IT?", "UNTIL THEY WITHIN # INCHES"},
	{"BUT/AND? STOP/HALT/STAY/KEEP # HEXES/HEX? OFF/AWAY/SHORT FROM/OF? THEM/HIM/IT?", "UNTIL THEY WITHIN #"},
	{"TAKE/TAKES OVER ,? AND", "PLEASE"}, {"OR/BUT , IF/WHEN/SHOULD", "BUT IF"},
	{"IF THAT/IT? IMPOSSIBLE ,", "OR ELSE"}, {"IF THAT/IT? NOT POSSIBLE ,", "OR ELSE"},
	{"IF YOU/THEY/HE/IT/WE CAN NOT/NO REACH/MANAGE/DO/GET/SEE? THEM/HIM/IT/SO/THERE/THAT? ,", "OR ELSE"},
	{"PLACE/PUT/SET/POST MYSELF/HIMSELF/YOURSELF AT HEAD OF", "JOIN"}, {"GO/RIDE AT HEAD OF", "RIDE WITH"},
	{"BEFORE ENEMY DO/DOES/CAN", "PLEASE"}, {"PLACE/PUT/POST/ATTACH ME WITH/TO/BESIDE/BY", "I JOIN"},
	{"PLACE/PUT/POST/ATTACH MYSELF WITH/TO/BESIDE/BY", "JOIN"}, {"HAVE/HAS GO AT", "ATTACK"},
	{"IF HE/IT/THEY DOES/DO COME", "IF CHARGED"},
	{"WITH HIS/ITS/THEIR HORSES/HORSE/MEN/TROOPERS/HORSEMEN/REGIMENT/BATTALION/BRIGADE", "PLEASE"},
	{"THAT/WHICH LOOK/LOOKS/FACE/FACES TO/TOWARD/TOWARDS/ON/UPON?", "FACING"},
	{"NOT/NOBODY/NEVER MOVE/STIR/BUDGE STEP/INCH/MUSCLE", "NOT MOVE"}, {"KEEP/KEEPS UP? BEHIND", "KEEP BEHIND"},
	{"PLACE/PUT/POST HIS/ITS PIECES/GUNS", "PLACE"},
	{"ON/AT/TO ITS/HIS/THEIR LEFT FLANK/HAND/SIDE?", "ON THE LEFT OF THEM"},
	{"ON/AT/TO ITS/HIS/THEIR RIGHT FLANK/HAND/SIDE?", "ON THE RIGHT OF THEM"},
	{"NEXT TO IT/THEM/HIM ON LEFT", "ON THE LEFT OF THEM"}, {"NEXT TO IT/THEM/HIM ON RIGHT", "ON THE RIGHT OF THEM"},
	{"BEHIND ITS/HIS/THEIR LEFT/RIGHT? SHOULDER/REAR/BACK", "BEHIND THEM"},
	{"ON ITS/HIS/THEIR LEFT/RIGHT? REAR", "BEHIND THEM"}, {"REGIMENTS/BATTALIONS OF LINE", "LINE REGIMENTS"},
	{"REGIMENT/BATTALION OF LINE", "LINE REGIMENT"},
	{"I SHALL/SHOULD/WOULD/WILL? BE? OBLIGED/GLAD/GRATEFUL IF/BY", "PLEASE"},
	{"YOUR SQUADRON/REGIMENT/BATTALION/COMPANY/CLAN/TROOP/MEN/BRIGADE/TROOPER", "PLEASE"},
	{"YOUR VIRGINIAN/CAROLINIAN/GEORGIAN/ALABAMIAN/MISSISSIPPIAN/TENNESSEAN/TEXAN/LOUISIANAN", "PLEASE"},
	{"ONLY AS FAR AS", "AS FAR AS"}, {"MAKE SHOW/FEINT/DEMONSTRATION AGAINST/AT/TOWARDS/OF", "FEEL OUT"},
	{"TAKE/WIN IT/THEM BACK AGAIN?", "RETAKE IT"}, {"THROW/DRIVE/TURN THEM/HIM OUT AGAIN?", "RETAKE IT"},
	{"WHOEVER/WHATEVER/ANYONE/ANYBODY STAND/STANDS", "WHOEVER"}, {"TURN/TURNS OUT TO BE", "IS"},
	{"PROVE/PROVES BE?", "IS"}, {"BE/IS/ARE FOUND TO? BE?", "IS"}, {"LET US/ME HAVE", "HAVE"},
	{"WITH STAFF/SUITE/ESCORT/AIDES/RETINUE", "PLEASE"},
	{"AHEAD/FRONT OF MY CORPS/TROOPS/MEN/ARMY/DIVISION/COLUMN/BRIGADE", "PLEASE"},
	{"I/WE HAVE HONOUR/HONOR TO? OF? DESIRE/REQUEST/ASK/DIRECT/DESIRING/REQUESTING/ASKING THAT?", "PLEASE"},
	{"BRING/BRINGS HIS/ITS/THEIR GUNS/PIECES/CANNON/CANNONS/ARTILLERY/BATTERY TO BEAR ON/UPON/AGAINST", "FIRE AT"},
	{"WHEN/WHENEVER/WHEREVER YOU/THEY/HE/WE/IT CAN/MAY/ABLE", "PLEASE"}, {"WHENEVER/WHEREVER POSSIBLE", "PLEASE"},
	{"THEY/HE/THESE ARE/IS DO NOT", "DO NOT"},
}

// recastIndex finds what the recasts say.
var recastIndex = func() *patternIndex {
	x := &patternIndex{}
	for _, r := range recasts {
		x.add(r.say)
	}
	return x
}()

// plain are the words of an item as they are understood: without courtesies, and in the plainest of words.
func (s *Speech) plain(v *Vocabulary, words []orders.Word) []orders.Word {
	words = v.acted(v.stepped(unlimited(measured(unnumbered(s.simple(words))))))
	return s.recast(v.hostile(v.shared(v.caused(words))), v.Turn)
}

// stepped parts a move as a chess player writes it: `I8-J7` is from I8 to J7.
func (v *Vocabulary) stepped(words []orders.Word) []orders.Word {
	for i := 0; i < len(words); i++ {
		from, to, ok := strings.Cut(words[i].Fold, "-")
		if !ok || !v.isSpot(from) || !v.isSpot(to) {
			continue
		}
		words = slices.Insert(slices.Clone(words), i, words[i], words[i], words[i])
		for k, fold := range []string{"FROM", from, "TO", to} {
			words[i+k].Fold = fold
		}
	}
	return words
}

// isSpot reports whether a word is the whole name of ground.
func (v *Vocabulary) isSpot(word string) bool {
	if word == "" {
		return false
	}
	words := []orders.Word{{Text: word, Fold: word}}
	if v.Value != nil {
		if kind, _, n := v.Value(words); n > 0 && slices.Contains(spots, kind) {
			return true
		}
	}
	return slices.ContainsFunc(v.Kinds, func(of Kind) bool {
		m := of.Names.Find(words)
		return slices.Contains(spots, of.Slot) && m.Whole()
	})
}

// acted says of those behind AFTER that they have acted, where nothing else is said of them: `after the guns`.
func (v *Vocabulary) acted(words []orders.Word) []orders.Word {
	for i := 0; i+1 < len(words); i++ {
		if words[i].Fold != "AFTER" {
			continue
		}
		behind := unarticled(words[i+1:])
		m := v.troops(behind)
		if ids, n := v.group(behind, unit, false, v.Mine); n > m.Words && len(ids) == 1 {
			m.ID, m.Words = ids[0], n
		}
		if end := len(words) - len(behind) + m.Words; m.ID != "" && (end == len(words) || pause(words[end])) {
			has := words[end-1]
			has.Fold = "ACTED"
			words = slices.Insert(slices.Clone(words), end, has)
		}
	}
	return words
}

// caused passes over MAKE before troops that are made to do something: `make the first legion go`.
func (v *Vocabulary) caused(words []orders.Word) []orders.Word {
	for i := 0; i+2 < len(words); i++ {
		if words[i].Fold == "MAKE" && (i == 0 || pause(words[i-1]) ||
			slices.Contains([]string{"TO", "AND", "PLEASE"}, words[i-1].Fold)) && v.troops(unarticled(words[i+1:])).ID != "" {
			words = slices.Clone(words)
			if words[i].Fold = "PLEASE"; i > 0 && words[i-1].Fold == "TO" {
				words[i-1].Fold = "PLEASE"
			}
		}
	}
	return words
}

// hostile puts ENEMY for what the men of the other side are called, where they come or do something: `until the French
// are near`.
func (v *Vocabulary) hostile(words []orders.Word) []orders.Word {
	words = slices.Clone(words)
	for i := 1; i+1 < len(words); i++ {
		called := slices.ContainsFunc(imperative(words[i].Fold), func(w string) bool { return slices.Contains(v.Foes, w) })
		if called && slices.Contains([]string{"THE", "ANY"}, words[i-1].Fold) &&
			slices.Contains([]string{"IS", "ARE", "COME", "COMES", "GET", "GETS", "WITHIN", "MOVE", "MOVES", "GO", "GOES",
				"ATTACK", "ATTACKS", "CHARGE", "CHARGES", "APPROACH", "ADVANCE", "ADVANCES", "DO",
				"HAVE", "TRY", "SEIZE", "SNATCH", "NEAREST", "CLOSEST"}, words[i+1].Fold) {
			words[i].Fold = "ENEMY"
		}
	}
	return words
}

// shared gives each of several the noun that stands behind the last of them: `the second and third legions`.
func (v *Vocabulary) shared(words []orders.Word) []orders.Word {
	for i := 2; i < len(words); i++ {
		noun := words[i]
		forms := imperative(noun.Fold)
		if len(forms) < 2 || noun.Text == "." {
			continue
		}
		noun.Fold, noun.Stop = forms[1], false
		var ends []int // of those that it is the noun of
		for at := i - 1; at >= 0 && v.find(unit, []orders.Word{words[at], noun}).Words == 2; at -= 2 {
			ends = append(ends, at+1)
			if at == 0 || !slices.Contains([]string{"AND", ",", "&"}, words[at-1].Fold) {
				break
			}
		}
		if len(ends) < 2 {
			continue
		}
		words = slices.Clone(words)
		words[i].Fold = noun.Fold
		for _, end := range ends[1:] {
			words = slices.Insert(words, end, noun)
		}
	}
	return words
}

// simple are the words of an item without courtesies, in the active voice.
func (s *Speech) simple(words []orders.Word) []orders.Word {
	plain := whole(courteous(ungreeted(words)))
	if !toUmpire(words) {
		plain = entreated(plain)
	}
	return s.active(plain)
}

// recast puts the words plainer, from the first to the last.
func (s *Speech) recast(words []orders.Word, turn int) []orders.Word {
	words = slices.Clone(words)
	for i := 0; i < len(words); i++ {
		words = phrased(words, i)
		if i == 0 || words[i-1].Text == "." {
			words = slices.Concat(words[:i], exceptLast(words[i:]))
		}
		plainer(words, i)
		farAs(words, i)
		if n := asCan(words[i:]); n > 0 {
			words = replaced(words, i, n, "PLEASE")
		}
		words = readied(words, i)
		words = inWhichCase(roundBy(attended(words, i), i), i)
		if turn > 0 {
			words = s.forTurns(words, i, turn)
		}
		ordering(words, i)
	}
	return words
}

// phrased puts the plainer phrase of the table for what begins at i.
func phrased(words []orders.Word, i int) []orders.Word {
	for _, at := range recastIndex.starting(words[i:]) {
		r := recasts[at]
		n, figure := recastIndex.list[at].at(words[i:])
		if n == 0 || !fitting(r.as, words[:i]) {
			continue
		}
		if r.as == "OTHERWISE" && (i+n == len(words) || words[i+n].Text == ".") { // `stay there till then`
			return replaced(words, i, n, "PLEASE")
		}
		return replaced(words, i, n, strings.ReplaceAll(r.as, "#", figure))
	}
	return words
}

var toFront = patternOf("TO FRONT")

// plainer puts a plainer word for the one at i, by those beside it.
func plainer(words []orders.Word, i int) {
	if i+1 >= len(words) {
		return
	}
	w, next := &words[i], &words[i+1]
	comma := i > 0 && words[i-1].Text == ","
	switch w.Fold {
	case "TO": // `the guns to the front!`
		if n, _ := toFront.at(words[i:]); n > 0 && (i+n == len(words) || pause(words[i+n])) {
			copy(words[i:], replaced(words[i:i+n], 0, n, "FORWARD"))
		}
	case "WITH": // `back to the bridge with them!`
		ends := i+2 == len(words) || pause(words[i+2])
		if ends && slices.Contains([]string{"THEM", "YOU", "HIM", "IT"}, next.Fold) && sends(words[:i]) {
			w.Fold, next.Fold = "PLEASE", "PLEASE"
		}
	case "THAT", "WHO", "WHICH": // `the Outguard, that falls back`
		if comma && isVerbWord(next.Fold) {
			w.Fold = "PLEASE"
		}
	case "HE": // `He stays there.`
		if (i == 0 || words[i-1].Text == ".") && isVerbWord(next.Fold) {
			w.Fold = "THEY"
		}
	case "NOT": // `fire at 50 yards, not before`
		before := slices.Contains([]string{"BEFORE", "SOONER", "EARLIER"}, next.Fold)
		if comma && before && (i+2 == len(words) || pause(words[i+2])) {
			w.Fold, next.Fold = "PLEASE", "PLEASE"
		}
	case "GO", "COME": // `go and help`
		if next.Fold == "AND" && i+2 < len(words) && isVerbWord(words[i+2].Fold) {
			w.Fold, next.Fold = "PLEASE", "PLEASE"
		}
		purpose(words, i)
	case "MOVE", "MARCH", "ADVANCE", "RIDE", "GOES", "COMES", "MOVES", "MARCHES", "ADVANCES", "RIDES":
		purpose(words, i)
	case "HIS", "ITS": // `Whitney will post his squadron in the park`; whom somebody charges are no troops of theirs
		leads := i > 0 && slices.ContainsFunc(imperative(words[i-1].Fold), func(v string) bool {
			return slices.Contains(taking, v)
		})
		if leads && slices.Contains(single, next.Fold) {
			w.Fold, next.Fold = "PLEASE", "PLEASE"
		}
	case "CONTINUE", "CONTINUES": // `continue to fire`
		if next.Fold == "TO" && i+2 < len(words) && isVerbWord(words[i+2].Fold) {
			w.Fold, next.Fold = "PLEASE", "PLEASE"
		}
	case "THESE", "THOSE": // `once these waver`
		if slices.Contains(theirDoings, next.Fold) {
			w.Fold = "THEY"
		}
	case "IF", "WHEN", "ONCE", "UNLESS", "UNTIL": // `if that is held`
		if next.Fold == "THAT" && i+2 < len(words) && words[i+2].Fold == "IS" &&
			!(i+3 < len(words) && words[i+3].Fold == "TAKEN") {
			next.Fold = "IT"
		}
	case "ONLY":
		switch {
		case isVerbWord(next.Fold): // `only go up to the mill` is no further
			w.Fold = "PLEASE"
		case comma: // `all hold, only the guns fire`
			w.Fold = "BUT"
		}
	case "SOME", "ABOUT", "ROUGHLY":
		if figureAt(words[i+1:]) > 0 {
			w.Fold = "PLEASE"
		}
	}
}

// sends reports whether the clause at the end of the words sends somebody away without a verb: `off to the mill`.
func sends(words []orders.Word) bool {
	at := len(words)
	for at > 0 && !pause(words[at-1]) && marks[words[at-1].Fold] == "" {
		at--
	}
	return at < len(words) && slices.Contains([]string{"BACK", "OFF", "AWAY", "FORWARD", "UP", "OUT", "IN", "OVER", "ON",
		"DOWN"}, words[at].Fold)
}

// purpose passes over what only says that somebody goes to do something: `go up to help them`.
func purpose(words []orders.Word, i int) {
	at := i + 1
	if slices.Contains([]string{"UP", "FORWARD", "ON", "OVER", "OUT", "IN", "DOWN", "ACROSS"}, words[at].Fold) {
		at++
	}
	if at+2 >= len(words) || words[at].Fold != "TO" || !slices.Contains(purposes, words[at+1].Fold) {
		return
	}
	for k := i; k <= at; k++ {
		words[k].Fold = "PLEASE"
	}
}

// purposes are what troops go somewhere to do.
var purposes = []string{"HELP", "SUPPORT", "ASSIST", "AID", "ATTACK", "TAKE", "SEIZE", "OCCUPY", "CAPTURE", "STORM",
	"RELIEVE", "REINFORCE", "PROTECT", "GUARD", "DEFEND", "ENGAGE", "THREATEN", "HARASS", "SCREEN", "ASSAULT", "SECURE"}

var readies = patternOf("FIX/LEVEL/LOWER/DRAW/PRESENT/SHOULDER/STAND TO? BAYONET/BAYONETS/SWORDS/SABRES/STEEL/ARMS")

// readied passes over what troops do with their arms before they do something: `fix bayonets and charge`.
func readied(words []orders.Word, i int) []orders.Word {
	n, _ := readies.at(words[i:])
	next := i + n
	if next < len(words) && words[next].Text == "," {
		next++
	}
	if next < len(words) && words[next].Fold == "AND" {
		next++
	}
	if n == 0 || next == i+n || next >= len(words) || !isVerbWord(words[next].Fold) && words[next].Fold != "DO" {
		return words
	}
	return replaced(words, i, next-i, "PLEASE")
}

// ordering puts a gerund that says what is to be done as an order: `to 700,640, dressing on Lee's`.
func ordering(words []orders.Word, i int) {
	if i == 0 || i+1 >= len(words) {
		return
	}
	before := &words[i-1]
	if !slices.Contains([]string{",", "AND", "BY", "THEN", ".", "AM", "IS", "ARE"}, before.Fold) {
		return
	}
	if base := gerund(words[i].Fold); base != "" {
		words[i].Fold = base
		if slices.Contains([]string{"BY", "AM", "IS", "ARE"}, before.Fold) {
			before.Fold = "PLEASE"
		}
	}
}

// fitting reports whether what is said may be put so behind the words before it. What is not to be done before
// something else is so is not HOLD where something else is done, nor is where to stop UNTIL where nothing is.
func fitting(as string, before []orders.Word) bool {
	switch {
	case as == "DO THE SAME": // `Lee's attack and Murray's go with them`; alone it says whom they join
		return len(before) > 1 && !slices.ContainsFunc(before, func(w orders.Word) bool {
			return slices.Contains([]string{"I", "WE", "TO", "WITH"}, w.Fold)
		}) && acting(before)
	case as == "FOR SUPPORT": // `stay behind Lee's as its support`
		return slices.ContainsFunc(before, func(w orders.Word) bool {
			return preps[w.Fold] == "behind" || slices.Contains(imperative(w.Fold), "FOLLOW")
		})
	case strings.HasPrefix(as, "PLEASE MOVE"): // `I would rather we moved`; by itself it tells what has been
		return len(before) > 0 && before[len(before)-1].Fold == "PLEASE"
	case strings.HasPrefix(as, "HOLD"):
		return !acting(before)
	case as == "OR ELSE": // what cannot be done must have been said
		return slices.ContainsFunc(before, func(w orders.Word) bool { return isVerbWord(w.Fold) })
	case as == "ONCE IT IS TAKEN": // and not of an enemy who comes: `Davis takes the hill. Once he has it, …`
		return slices.ContainsFunc(before, func(w orders.Word) bool { return takes(w.Fold) })
	case strings.HasPrefix(as, "UNTIL"):
		return acting(before)
	case strings.HasSuffix(as, "OF THEM"): // `follow the Camerons on their right`
		return !slices.ContainsFunc(before, func(w orders.Word) bool {
			return slices.Contains(imperative(w.Fold), "FOLLOW") || slices.Contains(imperative(w.Fold), "SUPPORT")
		})
	}
	return true
}

var goesRound = patternOf("GO/RIDE/MARCH/MOVE/WORK/SWING/COME/GALLOP/TROT ROUND/AROUND BY/VIA/THROUGH")

// roundBy makes of `ride round by the farm and charge` the way that is taken there.
func roundBy(words []orders.Word, i int) []orders.Word {
	n, _ := goesRound.at(words[i:])
	const most = 6 // words of a name
	for at := i + n + 1; n > 0 && at+1 < len(words) && at < i+n+most && words[at].Text != "."; at++ {
		if (words[at].Fold == "AND" || words[at].Fold == "THEN") && isVerbWord(words[at+1].Fold) {
			words[i].Fold, words[at].Fold = "PLEASE", "PLEASE"
			break
		}
	}
	return words
}

// takes reports whether a word is a verb for what gets troops a place.
func takes(word string) bool {
	return slices.ContainsFunc(imperative(word), func(form string) bool {
		return slices.ContainsFunc(sharedVerbs[form], func(p verbPhrase) bool {
			return len(p.words) == 1 && slices.Contains([]Verb{Take, Attack, Assault, Charge}, p.verb)
		})
	})
}

var (
	followed   = patternOf("FOLLOWED CLOSELY/HARD? BY")
	behindThem = patternOf("RIGHT/CLOSE/JUST/HARD/CLOSELY? BEHIND/FOLLOWING/AFTER HIM/THEM/IT?")
)

// attended makes an order by itself of whom others follow: `…, with Lee's right behind them`, `…, followed by Lee's`.
func attended(words []orders.Word, i int) []orders.Word {
	n, _ := followed.at(words[i:])
	goes := acting(words[:i]) || slices.ContainsFunc(words[:i], func(w orders.Word) bool { return preps[w.Fold] == "to" })
	if n == 0 && words[i].Fold != "WITH" || !goes {
		return words
	}
	const most = 7 // words of names
	for at := i + 1; at <= len(words) && at < i+max(n, 1)+most; at++ {
		if ends := at == len(words) || pause(words[at]); n > 0 && ends {
			words = slices.Insert(slices.Clone(words), at, words[at-1], words[at-1])
			words[at].Fold, words[at+1].Fold = "FOLLOW", "THEM"
			return replaced(words, i, n, "AND")
		} else if ends || n > 0 {
			continue
		}
		behind, _ := behindThem.at(words[at:])
		if behind > 0 && (at+behind == len(words) || pause(words[at+behind])) {
			return replaced(replaced(words, at, behind, "FOLLOW THEM"), i, 1, "AND")
		}
	}
	return words
}

// theirDoings are what is said of those who are pointed at.
var theirDoings = []string{"ARE", "HAVE", "WAVER", "BREAK", "RUN", "COME", "GET", "APPROACH", "FALL", "FLEE", "MOVE",
	"ADVANCE", "CHARGE", "ATTACK", "TURN", "RETIRE"}

var thatCase = patternOf("IN WHICH/THAT CASE")

// inWhichCase makes of `do not move unless they come, in which case attack` a condition with what is done then.
func inWhichCase(words []orders.Word, i int) []orders.Word {
	n, _ := thatCase.at(words[i:])
	for at := i - 1; n > 0 && at >= 0 && words[at].Text != "."; at-- {
		if words[at].Fold == "UNLESS" || words[at].Fold == "IF" {
			words[at].Fold = "IF"
			return replaced(words, i, n, "THEN")
		}
	}
	return words
}

var (
	farForward = patternOf("AS/SO FAR FORWARD/FORWARDS/BACK/AHEAD/UP AS")
	noFarther  = patternOf(",/AND/BUT AND/BUT? NO/NOT FARTHER/FURTHER/MORE")
)

// farAs puts whither somebody goes before how far: `as far forward as they can` is `forward as far as they can`. And it
// passes over what only says again how far they go: `two spaces, and no farther`.
func farAs(words []orders.Word, i int) {
	if n, _ := farForward.at(words[i:]); n == 4 {
		words[i].Fold, words[i+1].Fold, words[i+2].Fold = words[i+2].Fold, "AS", "FAR"
	}
	n, _ := noFarther.at(words[i:])
	if n > 0 && (i+n == len(words) || pause(words[i+n])) {
		for k := i; k < i+n; k++ {
			words[k].Text, words[k].Fold = "please", "PLEASE"
		}
	}
}

// asCan is how many words say that something is done as well as can be, which is passed over: `as quick as you can`,
// `as far as possible`. `As long as you can` says until when, and `as soon as you can reach them` on what condition.
func asCan(words []orders.Word) int {
	if len(words) < 4 || words[0].Fold != "AS" && words[0].Fold != "SO" || words[2].Fold != "AS" ||
		words[1].Fold == "LONG" {
		return 0
	}
	if words[3].Fold == "POSSIBLE" {
		return 4
	}
	if len(words) < 5 || words[4].Fold != "CAN" && words[4].Fold != "MAY" ||
		!slices.Contains([]string{"YOU", "THEY", "HE", "IT", "WE", "I"}, words[3].Fold) {
		return 0
	}
	if len(words) == 5 || pause(words[5]) || words[5].Fold == "AND" || preps[words[5].Fold] != "" ||
		marks[words[5].Fold] != "" {
		return 5
	}
	return 0
}

// replaced puts others in the place of some words, of which they keep the place and the text.
func replaced(words []orders.Word, at, n int, as string) []orders.Word {
	var out []orders.Word
	fields := strings.Fields(as)
	for k := range max(n, len(fields)) {
		w := words[at+min(k, n-1)]
		if w.Fold = "PLEASE"; k < len(fields) {
			w.Fold = fields[k]
		}
		out = append(out, w)
	}
	return slices.Replace(words, at, at+n, out...)
}

// gerund is the verb of a word that says what somebody does besides; "": it is none.
func gerund(word string) string {
	stem, ok := strings.CutSuffix(word, "ING")
	if word == "GOING" {
		return "GO"
	}
	if !ok || len(stem) < 3 || word == "FACING" || word == "FIRING" || word == "LOOKING" {
		return ""
	}
	for _, base := range []string{stem, stem + "E", stem[:len(stem)-1]} {
		whole := func(p verbPhrase) bool { return p.verb != "" && len(p.words) == 1 }
		if base == "DRESS" || base == "KEEP" || slices.ContainsFunc(sharedVerbs[base], whole) {
			return base
		}
	}
	return ""
}

// acting reports whether something else is to be done in the sentence at the end of the words: `charge, and do not move
// before turn 3` cannot both be.
func acting(words []orders.Word) bool {
	for i := len(words) - 1; i >= 0 && words[i].Text != "."; i-- {
		if isVerbWord(words[i].Fold) {
			return true
		}
	}
	return false
}

// isVerbWord reports whether a verb begins with a word.
func isVerbWord(word string) bool {
	return slices.ContainsFunc(imperative(word), func(form string) bool {
		return slices.ContainsFunc(sharedVerbs[form], func(p verbPhrase) bool { return p.verb != "" })
	})
}

// moreTurns and someTurns say for how many turns something is done; the latter behind WAIT.
var (
	moreTurns = patternsOf("FOR # MORE/ANOTHER? TURN/TURNS", "FOR A/ONE MORE/ANOTHER? TURN/TURNS", "FOR ANOTHER TURN")
	someTurns = patternsOf("# TURN/TURNS", "A/ANOTHER TURN")
)

// forTurns makes of `for two turns`, and `wait a turn`, until which turn that is.
func (s *Speech) forTurns(words []orders.Word, i, turn int) []orders.Word {
	if !slices.ContainsFunc(s.conds, func(t *template) bool { return slices.Contains(t.Say, "TURN") }) {
		return words
	}
	n, figure := moreTurns.longest(words[i:])
	if n == 0 && i > 0 && slices.Contains([]string{"WAIT", "WAITS", "HOLD", "STAY"}, words[i-1].Fold) {
		n, figure = someTurns.longest(words[i:])
	}
	if n == 0 {
		return words
	}
	return untilTurn(words, i, n, turn, cmp.Or(figure, "1"))
}

func untilTurn(words []orders.Word, at, n, turn int, turns string) []orders.Word {
	if k, err := strconv.Atoi(turns); err == nil {
		turn += k
	}
	return replaced(words, at, n, "UNTIL TURN "+strconv.Itoa(turn))
}

// exceptLast puts who is taken out of a list behind it, and what they do in a sentence of their own: `except for the
// guns, who stay, all advance` is `all except for the guns advance. the guns stay`.
func exceptLast(words []orders.Word) []orders.Word {
	_, n := longest(words, exceptWords)
	end := slices.IndexFunc(words, func(w orders.Word) bool { return w.Text == "." })
	if end < 0 {
		end = len(words)
	}
	for at := n + 2; n > 0 && at < end; at++ {
		if words[at-1].Text != "," {
			continue
		}
		from := at
		if words[at].Fold == "THE" {
			from++
		}
		_, all := longest(words[from:end], allWords)
		if all == 0 {
			continue
		}
		out, does := words[n:at-1], []orders.Word(nil)
		who := slices.IndexFunc(out, func(w orders.Word) bool { return w.Fold == "WHO" || w.Fold == "WHICH" })
		if who > 1 {
			stop := out[who-1]
			stop.Text, stop.Fold = ".", "."
			does = slices.Concat([]orders.Word{stop}, out[:who-1], out[who+1:])
			out = out[:who-1]
		}
		return slices.Concat(words[from:from+all], words[:n], out, words[from+all:end], does, words[end:])
	}
	return words
}
