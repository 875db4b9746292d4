package scenario

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// Spec describes the valid forms of one value of a scenario. Specs are immutable and built by the functions below;
// their methods return new ones. The zero Spec accepts anything.
type Spec struct {
	form   form
	keys   []Key  // of a map with fixed keys
	parts  []Spec // Each: key, value. List: member. Tuple: members. OneOf: alternatives
	least  int    // of a number (decimals: hundredths), or of a list's length
	most   int
	words  []string // of an enumeration
	except []string // forbidden ids, lower case
	what   string   // description of the expected value
	reason string   // reason for values of the right type that are invalid
	accept func(string) bool
	point  bool // of a tuple: a position on the map
}

type form int

const (
	formAny form = iota
	formKeys
	formEach
	formList
	formTuple
	formOneOf
	formText
	formInt
	formDecimal
	formYesNo
	formWord
	formID
)

// Key is one key of a map.
type Key struct {
	Name     string
	Spec     Spec
	Required bool
	Doc      string // for the schema: meaning and default
}

// Req returns a mandatory key.
func Req(name string, s Spec, doc string) Key { return Key{name, s, true, doc} }

// Opt returns an optional key.
func Opt(name string, s Spec, doc string) Key { return Key{name, s, false, doc} }

// Levels are the values of `level`, from easy to hard.
var Levels = [...]string{"easy", "medium", "hard"}

// Root returns the spec of a scenario file: the keys of all rulesets (`ruleset`, `title`, …) and the ruleset's own.
func Root(ruleset string, keys ...Key) Spec {
	return withCarried(append([]Key{
		Req("ruleset", Word(ruleset), "the rules that the game is played by"),
		Opt("title", Text(), "shown at the head of every report"),
		Opt("briefing", letters, "the situation, for the opening mails: by all, side or seat"),
		Opt("aims", letters, "the objectives, in words: by all, side or seat"),
		Opt("commanders", commanders, "the commander of a unit, or the successors of a seat's commander: a name, or "+
			"a list in the order of succession"),
		Opt("clock", Keys(
			Req("start", Text().Where("an hour H.MM", isHour), "when turn 1 begins"),
			Req("minutes", Int(1, 1440), "that a turn takes"),
		), "the hour in mails"),
		Opt("play", Keys(
			Req("level", Word(Levels[:]...), "how much there is to think of"),
			Req("minutes", Int(1, 1000), "that one who plays alone needs for the whole battle"),
		), "for lists of battles, which begin with the easiest"),
		Opt("scale", Int(1, 5000), "men in the unit in which strength and losses are counted"),
	}, keys...)...)
}

var commanders = Each(Text().Where("a unit or a seat", isUnitOrSeat), OneOf(Text(), List(Text(), 1, 0)))

func isUnitOrSeat(t string) bool {
	side, name, dotted := strings.Cut(t, ".")
	return isID(side) && (!dotted || isID(name))
}

// letters are texts by recipient: `all`, a side, a seat.
var letters = Each(Text().Where("all, a side or a seat", isUnitOrSeat),
	Spec{form: formText, what: "text", most: maxLong})

// isHour reports whether a text is a time of day, `5.50`.
func isHour(t string) bool {
	_, err := ReadHour(t)
	return err == nil
}

// ReadHour parses a time of day, `5.50`, as minutes after midnight.
func ReadHour(t string) (int, error) {
	hours, minutes, _ := strings.Cut(t, ".")
	h, err := strconv.Atoi(hours)
	m, wrong := strconv.Atoi(minutes)
	if err != nil || wrong != nil || h < 0 || h > 23 || m < 0 || m > 59 || len(minutes) != 2 {
		return 0, errors.New("an hour H.MM was expected")
	}
	return h*60 + m, nil
}

// Keys is a map with exactly these keys.
func Keys(keys ...Key) Spec { return Spec{form: formKeys, keys: keys, what: "keys and values"} }

// Each is a map with any number of entries, and specs for its keys (see [ID], [Text], [Int]) and values.
func Each(key, value Spec) Spec {
	return Spec{form: formEach, parts: []Spec{key, value}, what: "a map: " + key.what + ": value"}
}

// List is a list of least to most members; most 0 means no limit.
func List(member Spec, least, most int) Spec {
	return Spec{form: formList, parts: []Spec{member}, least: least, most: most, what: listWords(member, least, most)}
}

func listWords(member Spec, least, most int) string {
	switch {
	case most == 0 && least == 0:
		return "a list, each " + member.what
	case most == 0:
		return "a list of " + strconv.Itoa(least) + " or more, each " + member.what
	}
	return "a list of " + strconv.Itoa(least) + " to " + strconv.Itoa(most) + ", each " + member.what
}

// Tuple is a list with exactly these members.
func Tuple(members ...Spec) Spec {
	whats := make([]string, len(members))
	for i, m := range members {
		whats[i] = m.what
	}
	return Spec{form: formTuple, parts: members, what: "[" + strings.Join(whats, ", ") + "]"}
}

// Point is a pair of decimals, x and y.
func Point() Spec {
	s := Tuple(Decimal(-maxDecimal, maxDecimal), Decimal(-maxDecimal, maxDecimal))
	s.what, s.point = "a point [x, y]", true
	return s
}

// OneOf is a value that matches one of the alternatives.
func OneOf(alternatives ...Spec) Spec {
	whats := make([]string, len(alternatives))
	for i, a := range alternatives {
		whats[i] = a.what
	}
	return Spec{form: formOneOf, parts: alternatives, what: strings.Join(whats, ", or ")}
}

// longest returns the maximal length of the value in characters.
func (s Spec) longest() int {
	if s.form == formText && s.most > 0 {
		return s.most
	}
	return maxText
}

// Text is any text of at most 200 characters, on one or several lines. Numbers count as text.
func Text() Spec { return Spec{form: formText, what: "text"} }

// Name is a name that players use in orders: any text except the given words of the order language.
func Name(words ...string) Spec {
	return Text().Except(words...).What("a name that is no word of the order language").Because(ReservedWord)
}

// Match is text for which accept returns true. what describes it, and reason is the reason for refusing other text.
func Match(what, reason string, accept func(string) bool) Spec {
	return Spec{form: formText, what: what, reason: reason, accept: accept}
}

// Int is a whole number from least to most.
func Int(least, most int) Spec {
	return Spec{form: formInt, least: least, most: most,
		what: "a whole number from " + strconv.Itoa(least) + " to " + strconv.Itoa(most)}
}

// maxDecimal is in hundredths, and far larger than any map.
const maxDecimal = 999_999_99

// Decimal is a number with at most two decimals. least and most are in hundredths: Decimal(100, 2250) is 1 to 22.50.
func Decimal(least, most int) Spec {
	s := Spec{form: formDecimal, least: least, most: most, what: "a number with at most two decimals"}
	if least > -maxDecimal || most < maxDecimal {
		s.what += " from " + DecimalText(least) + " to " + DecimalText(most)
	}
	return s
}

// DecimalText returns hundredths as a decimal: 22.5 for 2250.
func DecimalText(hundredths int) string {
	sign := ""
	if hundredths < 0 {
		sign, hundredths = "-", -hundredths
	}
	s := sign + strconv.Itoa(hundredths/100)
	if part := hundredths % 100; part != 0 {
		s += "." + strings.TrimRight(strconv.Itoa(100 + part)[1:], "0")
	}
	return s
}

// YesNo is `yes` or `no`, or `true` or `false`.
func YesNo() Spec { return Spec{form: formYesNo, what: "yes or no"} }

// Word is one of the words.
func Word(words ...string) Spec {
	return Spec{form: formWord, words: words, what: wordsText(words)}
}

func wordsText(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// ID is an id of lower-case letters, digits and hyphens. what names the kind of thing: `unit`.
func ID(what string) Spec {
	return Spec{form: formID, what: "an id for a " + what + " (lower-case letters, digits, hyphens)", accept: isID}
}

// SeatID is the id of a seat, `SIDE.NAME`.
func SeatID() Spec {
	return Spec{form: formID, what: "a seat's id SIDE.NAME (lower-case letters, digits, hyphens)",
		accept: func(s string) bool {
			side, name, dotted := strings.Cut(s, ".")
			return dotted && isID(side) && isID(name)
		}}
}

func isID(s string) bool {
	for _, r := range s {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' {
			return false
		}
	}
	return s != ""
}

// Except returns the spec without the words, in any case. Ids that are words of the order language would make orders
// ambiguous.
func (s Spec) Except(words ...string) Spec {
	except := slices.Clone(s.except)
	for _, w := range words {
		except = append(except, strings.ToLower(w))
	}
	s.except = except
	return s
}

// Where returns the spec with another condition on text, ids and numbers, as written. what replaces the description of
// the expected value.
func (s Spec) Where(what string, accept func(string) bool) Spec {
	before := s.accept
	s.what = what
	s.accept = func(t string) bool { return (before == nil || before(t)) && accept(t) }
	return s
}

// Because returns the spec with another reason for values out of range, invalid ids and unlisted words.
func (s Spec) Because(reason string) Spec {
	s.reason = reason
	return s
}

// What returns the spec with another description of the expected value.
func (s Spec) What(what string) Spec {
	s.what = what
	return s
}

// SideOf returns the side in a seat's id SIDE.NAME.
func SideOf(seat string) string {
	side, _, _ := strings.Cut(seat, ".")
	return side
}
