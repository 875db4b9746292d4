package mailgate

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	datePattern = regexp.MustCompile(`\b(19|20)\d\d\b|\d{1,2}[:.h]\d\d|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d年|\d{4}\. ?\d`)
	mailPattern = regexp.MustCompile(`<[^<>\s]*@[^<>\s]+>|\S+@\S+\.\S+`)
)

// maxHeading is the longest attribution line considered, in bytes.
const maxHeading = 2000

// attribution reports whether line i begins an attribution, the line that a client sets above a quote (`On …
// wrote:`). It returns the index after its last line and whether quoted lines follow. Clients wrap attributions over
// up to four lines.
func (c *cutter) attribution(i int) (end int, quoted bool) {
	joined := ""
	for k := i; k < min(i+4, len(c.lines)); k++ {
		text := strings.TrimSpace(c.lines[k].text)
		if len(text) > maxHeading {
			return 0, false
		}
		text = digits.Replace(text)
		c.work.spend(1 + len(text) + len(joined))
		// QUIRK: Gmail wraps before the `>` of an address, Polymail before `> wrote:`.
		inAddress := k > i && strings.Count(joined, "<") > strings.Count(joined, ">")
		switch {
		case text == "" || isQuote(text) && !inAddress || c.framed[k]:
			return 0, false
		case k > i && !inAddress && (!mayOpenAttribution(joined) || opensAttribution(text) || isWholeAttribution(text)):
			// An order stands right above: the attribution begins further down.
			return 0, false
		}
		joined = strings.TrimSpace(joined + " " + text)
		switch {
		case endsInColon(joined):
			if quoted := c.quoteBelow(k + 1); isAttribution(joined, quoted) {
				return k + 1, quoted
			}
			return 0, false
		case endsInVerb(joined) && isAttribution(joined, false) && c.quoteBelow(k+1):
			return k + 1, true // QUIRK: some clients leave the colon out
		}
	}
	return 0, false
}

// digits replaces Arabic and Persian digits with ASCII ones.
var digits = strings.NewReplacer("٠", "0", "١", "1", "٢", "2", "٣", "3", "٤", "4", "٥", "5", "٦", "6", "٧", "7", "٨",
	"8", "٩", "9", "۰", "0", "۱", "1", "۲", "2", "۳", "3", "۴", "4", "۵", "5", "۶", "6", "۷", "7", "۸", "8", "۹", "9")

func endsInColon(s string) bool {
	return strings.HasSuffix(s, ":") || strings.HasSuffix(s, "：")
}

var (
	calendarPattern = regexp.MustCompile(`\b(19|20)\d\d\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d年`)
	clockPattern    = regexp.MustCompile(`\d[:：]\d`)
	finnishWeekday  = regexp.MustCompile(`^(ma|ti|ke|to|pe|la|su) \d+\. `)
)

// mayOpenAttribution reports whether a line without a final colon can be the beginning of a wrapped attribution.
func mayOpenAttribution(s string) bool {
	return mailPattern.MatchString(s) || opensAttribution(s)
}

// isWholeAttribution reports whether the line is an attribution by itself.
func isWholeAttribution(s string) bool {
	return endsInColon(s) && datePattern.MatchString(s) && isAttribution(s, false)
}

// opensAttribution reports whether the line is the first of an attribution. It must have a calendar date, because
// orders have times of day. Only a word that begins attributions in some language may precede the date. A line with a
// colon outside a time of day is an order.
func opensAttribution(s string) bool {
	if !calendarPattern.MatchString(s) {
		return false
	}
	if rest := clockPattern.ReplaceAllString(s, ""); strings.Contains(strings.TrimRight(rest, ":："), ":") &&
		!mailPattern.MatchString(s) {
		return false
	}
	lower := strings.ToLower(s)
	if finnishWeekday.MatchString(lower) {
		return true
	}
	for _, o := range attributionOpeners {
		if strings.HasPrefix(lower, o) {
			return true
		}
	}
	first, _ := utf8.DecodeRuneInString(s)
	return unicode.IsDigit(first)
}

// isAttribution judges a line that ends in a colon. Above quoted lines a date or an address is enough, in any
// language. Without them the line needs both, or a known verb and one of them.
func isAttribution(line string, quoted bool) bool {
	dated, addressed := datePattern.MatchString(line), mailPattern.MatchString(line)
	if strings.HasPrefix(strings.ToUpper(line), "LETTER TO") {
		return false
	}
	verb := hasWroteVerb(line)
	if quoted {
		return dated || addressed || verb
	}
	return dated && addressed || verb && (addressed || dated)
}

func hasWroteVerb(line string) bool {
	lower := strings.ToLower(strings.TrimRight(line, ":： "))
	for _, v := range wroteVerbs {
		if strings.HasSuffix(lower, v) || strings.Contains(lower, " "+v+" ") {
			return true
		}
	}
	return false
}

// endsInVerb reports whether the line ends in a known verb, like an attribution without its colon.
func endsInVerb(line string) bool {
	lower := strings.ToLower(line)
	for _, v := range wroteVerbs {
		if strings.HasSuffix(lower, v) {
			return true
		}
	}
	return false
}

// quoteBelow reports whether the next non-empty line from i is quoted.
func (c *cutter) quoteBelow(i int) bool {
	for ; i < len(c.lines); i++ {
		c.work.spend(1)
		if t := c.lines[i].text; strings.TrimSpace(t) != "" {
			return isQuote(t)
		}
	}
	return false
}
