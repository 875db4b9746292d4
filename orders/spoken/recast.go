package spoken

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"galloper/orders"
)

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
	words = nearest(v.acted(v.stepped(unlimited(measured(unnumbered(s.simple(v, words)))))))
	if s.posts {
		words = v.attackedAt(v.drivenFrom(words))
	}
	if !s.from {
		words = v.departed(words)
	}
	return s.recast(v.hostile(v.paired(v.shared(v.caused(v.dispatched(words))))), v.Turn)
}

// nearest says of whom the nearest is meant where fire stands before it, and nobody behind: `shoot at the closest`.
func nearest(words []orders.Word) []orders.Word {
	for i := 2; i < len(words); i++ {
		if !slices.Contains([]string{"NEAREST", "CLOSEST"}, words[i].Fold) {
			continue
		}
		at := i - 1
		if words[at].Fold == "THE" {
			at--
		}
		ends := i+1 == len(words) || pause(words[i+1]) || words[i+1].Fold == "AND" || marks[words[i+1].Fold] != ""
		if ends && at > 0 && words[at].Fold == "AT" && slices.Contains([]string{"FIRE", "FIRES", "FIRING", "SHOOT", "SHOOTS",
			"SHOOTING"}, words[at-1].Fold) {
			enemy := words[i]
			enemy.Fold = "ENEMY"
			words = slices.Insert(slices.Clone(words), i+1, enemy)
		}
	}
	return words
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
	return word != "" && v.spotAt([]orders.Word{{Text: word, Fold: word}}) == 1
}

// spotAt is how many words at the beginning are the name of ground.
func (v *Vocabulary) spotAt(words []orders.Word) int {
	if v.Value != nil && len(words) > 0 {
		if kind, _, n := v.Value(words); n > 0 && slices.Contains(spots, kind) {
			return n
		}
	}
	for _, of := range v.Kinds {
		if m := of.Names.Find(words); m.Whole() && slices.Contains(spots, of.Slot) {
			return m.Words
		}
	}
	return 0
}

// departed passes over where troops stand that are named and sent elsewhere: `left velites from c3 to c5`.
func (v *Vocabulary) departed(words []orders.Word) []orders.Word {
	named := false
	for i := 0; i+2 < len(words); i++ {
		if named = named && words[i].Text != "." || v.troops(words[i:]).ID != ""; !named || words[i].Fold != "FROM" {
			continue
		}
		if n := v.spotAt(words[i+1:]); n > 0 && i+1+n < len(words) && words[i+1+n].Fold == "TO" {
			words = slices.Delete(slices.Clone(words), i, i+1+n)
		}
	}
	return words
}

// attackedAt puts last that a place is attacked: `if the hill is attacked, hold it` is `at the hill hold it if
// attacked`.
func (v *Vocabulary) attackedAt(words []orders.Word) []orders.Word {
	at := 0
	if len(words) < 4 || !slices.Contains([]string{"IF", "WHEN", "ONCE"}, words[0].Fold) || several(words) {
		return words
	}
	for at = 1; at < len(words) && slices.Contains(articles, words[at].Fold); at++ {
	}
	n := v.spotAt(words[at:])
	end := at + n
	for end < len(words) && slices.Contains([]string{"IS", "GETS", "COMES", "UNDER"}, words[end].Fold) {
		end++
	}
	if n == 0 || end+1 >= len(words) || !slices.Contains([]string{"ATTACKED", "ASSAULTED", "ATTACK"}, words[end].Fold) {
		return words
	}
	attacked := words[end]
	attacked.Fold = "ATTACKED"
	rest := words[end+1:]
	for len(rest) > 0 && (pause(rest[0]) || rest[0].Fold == "THEN") {
		rest = rest[1:]
	}
	to := words[0]
	to.Fold = "AT"
	return slices.Concat([]orders.Word{to}, words[at:at+n], rest, []orders.Word{words[0], attacked})
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
		if called && words[i-1].Fold == "ANY" && words[i+1].Fold == "WHO" { // `any Frenchman who comes`
			words[i-1].Fold, words[i].Fold = "PLEASE", "ANYONE"
		}
		if called && slices.Contains([]string{"THE", "ANY"}, words[i-1].Fold) &&
			slices.Contains([]string{"IS", "ARE", "COME", "COMES", "GET", "GETS", "WITHIN", "MOVE", "MOVES", "GO", "GOES",
				"ATTACK", "ATTACKS", "CHARGE", "CHARGES", "APPROACH", "ADVANCE", "ADVANCES", "DO",
				"HAVE", "TRY", "SEIZE", "SNATCH", "NEAREST", "CLOSEST", "OPPOSITE"}, words[i+1].Fold) {
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
		if noun.Text == "." {
			continue
		}
		noun.Fold, noun.Stop = forms[len(forms)-1], false
		if len(forms) > 1 {
			noun.Fold = forms[1]
		}
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

// paired calls two that bear one name by it: `both Hamilton's squadrons`, `Hamilton's two squadrons`.
func (v *Vocabulary) paired(words []orders.Word) []orders.Word {
	for i := range words {
		short, ok := strings.CutSuffix(words[i].Fold, "'S")
		if !ok || i == 0 && len(words) < 3 {
			continue
		}
		both, from, end := words[i], i, i+1
		switch {
		case i > 0 && words[i-1].Fold == "BOTH":
			from = i - 1
		case i > 1 && words[i-1].Fold == "OF" && words[i-2].Fold == "BOTH":
			from = i - 2
		case i+2 < len(words) && slices.Contains([]string{"TWO", "2"}, words[i+1].Fold) &&
			slices.Contains(plural, words[i+2].Fold):
			end = i + 2
		default:
			continue
		}
		bears := func(n orders.Name) bool {
			return slices.Contains(v.Mine, n.ID) && slices.ContainsFunc(nameWords(n), func(w string) bool {
				return strings.TrimSuffix(w, "'S") == short
			})
		}
		if named := slices.DeleteFunc(slices.Clone(v.names(unit)), func(n orders.Name) bool { return !bears(n) }); len(
			named) != 2 {
			continue
		}
		if end < len(words) && slices.Contains(plural, words[end].Fold) {
			end++
		}
		both.Fold = "BOTH"
		name := words[i]
		name.Fold = short + "S"
		return slices.Concat(words[:from], []orders.Word{both, name}, words[end:])
	}
	return words
}

// simple are the words of an item without courtesies, in the active voice.
func (s *Speech) simple(v *Vocabulary, words []orders.Word) []orders.Word {
	plain := whole(courteous(ungreeted(words)))
	if !toUmpire(words) {
		plain = v.entreated(plain)
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
		foughtOn(words, i)
		if n := asCan(words[i:]); n > 0 {
			words = replaced(words, i, n, "PLEASE")
		}
		words = readied(words, i)
		unreported(words, i)
		insteadOf(words, i)
		allThem(words, i)
		notToBe(words, i)
		words = inWhichCase(roundBy(attended(lined(words, i), i), i), i)
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

// foughtOn passes over `fight on`, which troops do anyway.
func foughtOn(words []orders.Word, i int) {
	if phraseAt(words[i:], []string{"FIGHT", "ON"}) > 0 && (i+2 == len(words) || pause(words[i+2])) {
		words[i].Fold, words[i+1].Fold = "PLEASE", "PLEASE"
	}
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
	if !slices.Contains([]string{",", "AND", "BY", "THEN", ".", "AM", "IS", "ARE", "BE"}, before.Fold) {
		return
	}
	if base := gerund(words[i].Fold); base != "" {
		words[i].Fold = base
		if slices.Contains([]string{"BY", "AM", "IS", "ARE", "BE"}, before.Fold) {
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
