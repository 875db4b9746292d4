package story

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"galloper/events"
)

var numerals = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
	"eleven", "a dozen"}

var tens = map[int]string{15: "fifteen", 20: "twenty", 25: "twenty-five", 30: "thirty", 35: "thirty-five", 40: "forty",
	45: "forty-five", 50: "fifty", 60: "sixty", 70: "seventy", 80: "eighty", 90: "ninety", 100: "a hundred"}

// number writes an exact count, in words up to twelve.
func number(n int) string {
	if n >= 0 && n < len(numerals) {
		return numerals[n]
	}
	return strconv.Itoa(n)
}

// counted replaces the small numbers of a sentence with words: `two guns`.
func counted(s string) string {
	words := strings.Split(s, " ")
	for i, w := range words[:len(words)-1] {
		n, err := strconv.Atoi(w)
		if err != nil || n < 2 || n >= len(numerals) || !countable(words[i+1]) {
			continue
		}
		if words[i] = number(n); i == 0 {
			words[i] = sentenceHead(words[i])
		}
	}
	return strings.Join(words, " ")
}

// countable reports whether a word is the plural of a thing, not of a unit of length.
func countable(w string) bool {
	w = strings.TrimRight(w, ".,;:")
	return strings.HasSuffix(w, "s") && w != "yards" && w != "yds" && w != "inches"
}

// some writes a rounded count: `some forty`, `about 150`.
func some(n int) string {
	if n < len(numerals) {
		return number(n)
	}
	step := 5
	switch {
	case n > 200:
		step = 50
	case n > 50:
		step = 10
	}
	n = (n + step/2) / step * step
	if word := tens[n]; word != "" && n < 100 {
		return "some " + word
	} else if word != "" {
		return "about " + word
	}
	return "about " + strconv.Itoa(n)
}

// yards rounds a distance in hundredths of the board's unit to a round number of units.
func yards(hundredths int) int {
	n := (hundredths + 50) / 100
	switch {
	case n > 200:
		return (n + 25) / 50 * 50
	case n >= 10:
		return (n + 5) / 10 * 10
	}
	return n
}

// Hour returns the time when a turn begins: `6.10 in the morning`, or "" without a clock.
func Hour(c events.Clock, turn int) string {
	if c.Minutes == 0 {
		return ""
	}
	at := (c.Start + (max(turn, 1)-1)*c.Minutes) % (24 * 60)
	hour, part := at/60, "in the morning"
	switch {
	case hour >= 18:
		part = "in the evening"
	case hour >= 12:
		part = "in the afternoon"
	}
	if hour > 12 {
		hour -= 12
	}
	return strconv.Itoa(hour) + "." + strconv.Itoa(at%60/10) + strconv.Itoa(at%10) + " " + part
}

// list joins names: `a, b and c`.
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last, and := len(names)-1, " and "
	if strings.Contains(strings.Join(names, ""), and) {
		and = ", and " // a name may itself contain "and"
	}
	return strings.Join(names[:last], ", ") + and + names[last]
}

// sentence capitalises the first letter and adds a full stop if there is no final punctuation.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" {
		return s
	}
	s = sentenceHead(s)
	if !strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "?") && !strings.HasSuffix(s, "!") {
		s += "."
	}
	return s
}

// choose returns a number below n that depends on turn and scene only.
func choose(n, turn int, scene string) int {
	const offset, prime = 2166136261, 16777619 // FNV-1a
	h := uint32(offset)
	for _, c := range []byte(strconv.Itoa(turn) + "/" + scene) {
		h = (h ^ uint32(c)) * prime
	}
	return int(h % uint32(n))
}

// sentenceHead capitalises the first letter.
func sentenceHead(s string) string {
	if r, n := utf8.DecodeRuneInString(s); unicode.IsLower(r) {
		return string(unicode.ToUpper(r)) + s[n:]
	}
	return s
}
