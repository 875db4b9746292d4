package scenario

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"
)

// maxMend limits the size of a file whose faulty line is mended: each attempt parses the file again.
const maxMend = 1 << 16

// syntaxFault explains a YAML error in plain words. It looks for common slips on the line of the error and near it, and
// shows the line without the slip, provided that the parser then gets further.
func syntaxFault(file string, src []byte, err error) Fault {
	f := Fault{File: file, Line: 1, Col: 1, Reason: BadSyntax,
		Want: "`key: value`, or a continuation of the line above"}
	var at yaml.Error
	if errors.As(err, &at) && at.GetToken() != nil && at.GetToken().Position != nil {
		f.Line, f.Col = at.GetToken().Position.Line, at.GetToken().Position.Column
	}
	s := slip{lines: strings.Split(string(src), "\n"), line: f.Line - 1, col: f.Col - 1}
	if s.line >= len(s.lines) {
		return f
	}
	f.Found = "`" + shortened(strings.TrimSpace(s.lines[s.line]), 0) + "`"
	if len(src) > maxMend {
		return f
	}
	for _, m := range mends {
		for _, i := range m.where(&s) {
			if i < 0 || i >= len(s.lines) {
				continue
			}
			for _, mended := range m.mend(&s, i) {
				if mended == s.lines[i] || !s.helps(i, mended) {
					continue
				}
				col := sameRunes(s.lines[i], mended)
				f.Line, f.Col, f.Found = i+1, col+1, m.found
				f.Want = fmt.Sprintf("%s, as in `%s`", m.want, shortened(mended, col))
				return f
			}
		}
	}
	return f
}

// slip is the line and column of a YAML error, from 0.
type slip struct {
	lines     []string
	line, col int
}

// helps reports whether the parser gets further with another line.
func (s *slip) helps(i int, line string) bool {
	lines := append([]string{}, s.lines...)
	lines[i] = line
	_, err := parseYAML([]byte(strings.Join(lines, "\n")))
	if err == nil {
		return true
	}
	var at yaml.Error
	if !errors.As(err, &at) || at.GetToken() == nil || at.GetToken().Position == nil {
		return false
	}
	// The scanner checks tabs and quotes in the whole file before the parser starts. So an error further up is an older
	// one that has only now come to light.
	next := at.GetToken().Position.Line - 1
	return next > max(i, s.line) || next < min(i, s.line)
}

func sameRunes(a, b string) int {
	x, y := []rune(a), []rune(b)
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}

// shortened returns the line; it cuts a long one to the text around the column.
func shortened(line string, col int) string {
	const most = 100
	r := []rune(strings.TrimRight(line, " \r"))
	from := max(0, min(col-most/2, len(r)-most))
	to := min(len(r), from+most)
	text := string(r[from:to])
	if from > 0 {
		text = "…" + text
	}
	if to < len(r) {
		text += "…"
	}
	return text
}

// mend describes one kind of slip: its candidate lines, and for each the mended versions.
type mend struct {
	found, want string
	where       func(*slip) []int
	mend        func(s *slip, i int) []string
}

// mends lists the known slips, the most reliable first.
var mends = []mend{
	{"a tab", "spaces in front of the key", onLine, untab},
	{"the text level with its key", "the text further to the right than its key", onLine, indentText},
	{"a key without a space after its colon", "a space after the colon", onLine, spaceColon},
	{"a comma at the line's end", "no comma", onLine, replaceAt(",", "")},
	{"a bracket of the wrong kind", "the other bracket", onLine, replaceAt("]}", "}]")},
	{"a bracket that is not closed", "the bracket closed", aroundLine, closeBrackets},
	{"a bracket that nothing opened", "no such bracket", onLine, replaceAt("]}", "")},
	{"a quote that is not closed", "the quote closed", onLine, closeQuote},
	{"an apostrophe within '…'", "the text in \"…\"", onLine, doubleQuotes},
	{"a line that begins at another place than its neighbours", "as many spaces as they have", belowLine, indent},
	{"a text with a colon or a special sign in it", "the text in quotes", onLine, quoteText},
	{"two values without a comma between them", "a comma", onLine, addComma},
	{"a key without a colon", "a colon after the key", onLine, addColon},
}

func onLine(s *slip) []int     { return []int{s.line} }
func belowLine(s *slip) []int  { return []int{s.line + 1, s.line} }
func aroundLine(s *slip) []int { return []int{s.lineAbove(s.line), s.line} }

// lineAbove returns the nearest line above with more than a comment, or -1.
func (s *slip) lineAbove(i int) int {
	for i--; i >= 0 && isBlank(s.lines[i]); i-- {
	}
	return i
}

func isBlank(line string) bool {
	t := strings.TrimSpace(line)
	return t == "" || t[0] == '#'
}

func cut(line string) (space, rest string) {
	rest = strings.TrimLeft(line, " \t")
	return line[:len(line)-len(rest)], rest
}

func untab(s *slip, i int) []string {
	space, rest := cut(s.lines[i])
	if !strings.Contains(space, "\t") {
		return nil
	}
	return append([]string{strings.ReplaceAll(space, "\t", "  ") + rest}, indent(s, i)...)
}

var blockText = regexp.MustCompile(`: *[>|][-+]?\s*$`)

// indentText mends text that goes on below its key.
func indentText(s *slip, i int) []string {
	a := s.lineAbove(i)
	if a < 0 {
		return nil
	}
	space, rest := cut(s.lines[i])
	over, _ := cut(s.lines[a])
	if !blockText.MatchString(s.lines[a]) && (len(strings.Fields(rest)) < 3 || strings.Contains(rest, ":")) {
		return nil
	}
	if len(space) > len(over) {
		return nil
	}
	return []string{over + "  " + rest}
}

var tightKey = regexp.MustCompile(`^(\s*(?:- )?[\w.-]+):([^\s:/].*)$`)

func spaceColon(s *slip, i int) []string {
	return []string{tightKey.ReplaceAllString(s.lines[i], "$1: $2")}
}

// brackets returns which closing brackets are due after the lines, and the last line with each that is missing added.
func brackets(lines []string) (due, mended string) {
	var open []rune
	for _, line := range lines {
		var b strings.Builder
		quote := rune(0)
		for j, r := range line {
			switch {
			case quote != 0:
				if r == quote {
					quote = 0
				}
			case (r == '"' || r == '\'') && (j == 0 || strings.ContainsRune(" [{,", rune(line[j-1]))):
				quote = r
			case r == '#' && (j == 0 || line[j-1] == ' '):
				rest := line[j:]
				b.WriteString(rest)
				line = strings.TrimRight(line[:j], " ")
			case r == '[':
				open = append(open, ']')
			case r == '{':
				open = append(open, '}')
			case r == ']' || r == '}':
				for len(open) > 1 && open[len(open)-1] != r {
					b.WriteRune(open[len(open)-1])
					open = open[:len(open)-1]
				}
				open = open[:max(0, len(open)-1)]
			}
			if len(line) <= j {
				break
			}
			b.WriteRune(r)
		}
		mended = b.String()
	}
	for _, r := range open {
		due = string(r) + due
	}
	return due, mended
}

// closeBrackets closes the brackets that were opened since the last line without indentation.
func closeBrackets(s *slip, i int) []string {
	from := i
	for from > 0 && (isBlank(s.lines[from]) || strings.ContainsAny(s.lines[from][:1], " \t")) {
		from--
	}
	due, mended := brackets(s.lines[from : i+1])
	body, comment, _ := strings.Cut(strings.TrimRight(mended, " \r"), " #")
	body = strings.TrimRight(body, " ,") + due
	if comment != "" {
		body += "  #" + comment
	}
	return []string{body}
}

// replaceAt replaces a character from signs at the error with its counterpart in `by`, or removes it.
func replaceAt(signs, by string) func(*slip, int) []string {
	return func(s *slip, i int) []string {
		r := []rune(s.lines[i])
		if s.col >= len(r) {
			return nil
		}
		n := strings.IndexRune(signs, r[s.col])
		if n < 0 {
			return nil
		}
		return []string{string(r[:s.col]) + by[min(n, len(by)):min(n+1, len(by))] + string(r[s.col+1:])}
	}
}

// splitAtError splits the line at the error: the text before it, the value that begins there, and the text after that
// value.
func (s *slip) splitAtError(i int) (before, value, after string) {
	r := []rune(s.lines[i])
	col := min(s.col, len(r))
	before, value = string(r[:col]), strings.TrimRight(string(r[col:]), " \r")
	if due, _ := brackets([]string{before}); due == "" {
		return before, value, ""
	}
	if end := strings.IndexAny(value, ",}]"); end >= 0 {
		return before, value[:end], value[end:]
	}
	return before, value, ""
}

func closeQuote(s *slip, i int) []string {
	before, value, after := s.splitAtError(i)
	if value == "" || value[0] != '"' && value[0] != '\'' {
		return nil
	}
	return []string{before + value + value[:1] + after}
}

var innerQuote = regexp.MustCompile(`'([^'",]*'[^'",]*)'(\s*(?:[,}\]].*)?)$`)

func doubleQuotes(s *slip, i int) []string {
	return []string{innerQuote.ReplaceAllString(s.lines[i], `"$1"$2`)}
}

// indent gives the line the indentation of each of the lines above it.
func indent(s *slip, i int) []string {
	_, rest := cut(s.lines[i])
	if isBlank(rest) {
		return nil
	}
	var all []string
	for a, n := s.lineAbove(i), 0; a >= 0 && n < 10; a, n = s.lineAbove(a), n+1 {
		space, text := cut(s.lines[a])
		if strings.HasPrefix(text, "- ") && !strings.HasPrefix(rest, "- ") {
			all = append(all, space+"  "+rest)
		}
		all = append(all, space+rest)
	}
	return all
}

// quoteText quotes a value that contains a character with a special meaning in YAML.
func quoteText(s *slip, i int) []string {
	before, value, after := s.splitAtError(i)
	value, comment, commented := strings.Cut(value, " #")
	value = strings.TrimRight(value, " ")
	if commented {
		after = " #" + comment
	}
	special := value != "" && strings.ContainsAny(value[:1], "@`%&*!|>-?")
	if !special && !strings.Contains(value+" ", ": ") || before == "" {
		return nil
	}
	if strings.ContainsAny(value, `"\`) {
		return []string{before + "'" + strings.ReplaceAll(value, "'", "''") + "'" + after}
	}
	return []string{before + `"` + value + `"` + after}
}

func addComma(s *slip, i int) []string {
	r := []rune(s.lines[i])
	col := min(s.col, len(r))
	return []string{strings.TrimRight(string(r[:col]), " ") + ", " + string(r[col:])}
}

var noColon = regexp.MustCompile(`^(\s*[\w.-]+)(\s+[^\s:]+)?\s*$`)

func addColon(s *slip, i int) []string {
	return []string{noColon.ReplaceAllString(s.lines[i], "$1:$2")}
}
