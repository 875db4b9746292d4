package orders

import (
	"slices"
	"strings"
)

// piece is the text between two semicolons of a line, after its number.
type piece struct {
	first, last int  // range of words, without last
	from, to    int  // range of bytes in the line
	label       int  // the number before it, or 0
	bullet      bool // a list mark that is not a number precedes it
}

// tokens cuts one repaired line into words and pieces.
type tokens struct {
	text    string
	fold    string  // of the whole line if it is ASCII, else ""
	number  int     // of the line
	columns []int32 // original column of each byte; nil if unchanged
	list    []Word
	ends    []int32 // for each word, the byte after it
	pieces  []piece
	end     int // end of the text; a comment may follow
}

// cut cuts t.text into words. It overwrites the words of the line before.
func (t *tokens) cut() {
	t.list, t.ends, t.pieces = t.list[:0], t.ends[:0], t.pieces[:0]
	t.end = commentStart(t.text)
	for at := 0; at <= t.end; {
		at = t.cutPiece(at) + 1
	}
}

// cutWhole cuts a line as a single piece, without looking for a comment or a number.
func (t *tokens) cutWhole(text string) {
	*t = tokens{text: text, number: 1, end: len(text)}
	t.fold, _ = capitals(text)
	t.cutWords(0, false)
}

// commentStart returns the index of a `#` at the beginning or after a blank, else the length of the text.
func commentStart(text string) int {
	for i := 0; ; i++ {
		next := strings.IndexByte(text[i:], '#')
		if next < 0 {
			return len(text)
		}
		i += next
		if i == 0 || text[i-1] == ' ' || text[i-1] == '\t' {
			return i
		}
	}
}

// cutPiece cuts from byte i to the next semicolon and returns the index of the semicolon.
func (t *tokens) cutPiece(i int) int {
	size, label := skipLabel(t.text[i:t.end])
	bullet := label == 0 && strings.TrimLeft(t.text[i:i+size], " \t") != ""
	before := len(t.pieces)
	i = t.cutWords(i+size, true)
	if len(t.pieces) > before {
		t.pieces[before].label, t.pieces[before].bullet = label, bullet
	}
	return i
}

// cutWords cuts words from byte i to the end or, if stop is set, to a semicolon, and returns the index where it
// stopped.
func (t *tokens) cutWords(i int, stop bool) int {
	p := piece{first: len(t.list), from: i}
	blank := true
	for i < t.end && !(stop && t.text[i] == ';') {
		if t.text[i] == ' ' || t.text[i] == '\t' {
			blank = true
			i++
			continue
		}
		to := i + 1
		for !isMark(t.text[i]) && to < t.end && t.text[to] != ' ' && t.text[to] != '\t' && !isMark(t.text[to]) {
			to++
		}
		t.add(i, to, !blank)
		blank, i = false, to
	}
	p.last, p.to = len(t.list), i
	if p.last > p.first {
		t.pieces = append(t.pieces, p)
	}
	return i
}

// isMark reports whether c is a word of its own.
func isMark(c byte) bool {
	switch c {
	case ',', ':', ';', '&', '(', ')', '=', '[', ']', '|':
		return true
	}
	return false
}

// skipLabel returns the length of the number, letter or list mark at the beginning of the text (`1.`, `2)`, `(c)`,
// `iv.`, `1/`, `- `, `-> `), including blanks around it, and its number.
func skipLabel(text string) (size, number int) {
	i := blanks(text, 0)
	for _, bullet := range bullets {
		if after := i + len(bullet); strings.HasPrefix(text[i:], bullet) && after < len(text) && text[after] == ' ' {
			i = blanks(text, after)
			break
		}
	}
	open := i < len(text) && text[i] == '('
	from := i
	if open {
		from++
	}
	to := from
	for to < len(text) && to-from < 4 && class(text[to]) == class(text[from]) && class(text[to]) != classOther {
		to++
	}
	number = labelled(text[from:to])
	if number == 0 || to == len(text) || text[to] != ')' && (open || text[to] != '.' && text[to] != '/') {
		return i, 0
	}
	behind := text[to+1:]
	figure := class(text[from]) == classDigit
	switch apart := behind != "" && behind[0] == ' '; {
	case figure && text[to] == ')':
	case figure && text[to] == '.': // a figure after it makes it a decimal: `1.5`
		if behind != "" && class(behind[0]) == classDigit {
			return i, 0
		}
	case !apart, text[to] == '.' && initial(trimBlanks(behind)):
		return i, 0
	}
	return blanks(text, to+1), number
}

var bullets = []string{"--", "->", "=>", "-", "*", "•", "·", "+", "~"}

// labelled returns the number of a label in figures, in Roman numerals or of a single letter, and 0 for other text.
func labelled(label string) int {
	if n, ok := parseInt(label); ok && len(label) < 4 {
		return n
	}
	if n := slices.Index(romans, strings.ToUpper(label)); n >= 0 {
		return n + 1
	}
	if len(label) == 1 && class(label[0]) == classLetter && label[0] < 0x80 {
		return int(upper(label[0])-'A') + 1
	}
	return 0
}

var romans = strings.Fields("I II III IV V VI VII VIII IX X XI XII")

// initial reports whether a text begins with an initial, because a letter before it is then one too.
func initial(text string) bool {
	return len(text) > 1 && class(text[0]) == classLetter && text[1] == '.'
}

// blanks returns the end of the blanks that begin at byte i.
func blanks(text string, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	return i
}

// add appends the word from byte i to j of the line, without quotation marks around it and full stops after it. It
// appends no empty word.
func (t *tokens) add(i, j int, glued bool) {
	from, to := trimWord(t.text, i, j)
	if from == to {
		return
	}
	before := ""
	if len(t.list) > 0 {
		before = t.list[len(t.list)-1].Fold
	}
	w := Word{Text: t.text[from:to], Line: t.number, Col: from + 1, Glued: glued,
		Stop: to < j && stops(before, t.text[from:to], t.text[to:j])}
	w.Asks = w.Stop && strings.Contains(t.text[to:j], "?")
	if t.columns != nil {
		w.Col = int(t.columns[from])
	}
	if t.fold != "" {
		w.Fold = t.fold[from:to]
	} else {
		w.Fold = Fold(w.Text)
	}
	t.list, t.ends = append(t.list, w), append(t.ends, int32(to))
}

// pointing lists the words before a compass point.
var pointing = []string{"FACE", "FACES", "FACING", "DUE", "BEARING"}

// stops reports whether the punctuation after a word ends a sentence, and not an abbreviation.
func stops(before, word, cut string) bool {
	switch {
	case strings.ContainsAny(cut, "!?"):
		return true
	case !strings.Contains(cut, "."):
		return false
	case len(word) == 1 && class(word[0]) == classLetter:
		return slices.Contains([]string{"N", "E", "S", "W"}, word) && slices.Contains(pointing, before) // or initial
	}
	return !slices.Contains([]string{"COL", "GEN", "LT", "CAPT", "MAJ", "RGT", "ST", "YDS", "YD", "MR", "DR",
		"BRIG", "REGT", "ETC", "ADV", "SUPP", "DIST", "INF", "CAV", "ART", "ARTY", "BDE", "BTN", "SQN", "APPROX", "FWD"},
		strings.ToUpper(word))
}

// trimWord removes quotation marks and asterisks around the word, and full stops after it. An inch sign stays: `6"`.
func trimWord(text string, i, j int) (int, int) {
	for i < j && (text[i] == '"' || text[i] == '\'' || text[i] == '*') {
		i++
	}
	for i < j {
		switch c := text[j-1]; {
		case c == '.' || c == '!' || c == '?' || c == '\'' || c == '*':
		case c == '"' && (j-2 < i || class(text[j-2]) != classDigit):
		default:
			return i, j
		}
		j--
	}
	return i, j
}

// dropCommas removes each comma before one of the phrases.
func dropCommas(words []Word, phrases []string) []Word {
	if len(phrases) == 0 {
		return words
	}
	kept := 0
	for i := range words {
		if words[i].Text == "," && slices.ContainsFunc(phrases, func(p string) bool { return phraseAt(words[i+1:], p) > 0 }) {
			continue
		}
		if kept < i {
			words[kept] = words[i]
		}
		kept++
	}
	return words[:kept]
}

// phraseAt returns the number of words in the phrase if the words begin with it, else 0.
func phraseAt(words []Word, phrase string) int {
	if len(words) == 0 || phrase == "" || words[0].Fold == "" || words[0].Fold[0] != phrase[0] {
		return 0
	}
	n := 0
	for phrase != "" {
		if n == len(words) {
			return 0
		}
		rest, ok := nextWord(phrase, words[n].Fold)
		if !ok {
			return 0
		}
		n++
		phrase = rest
	}
	return n
}

func trimBlanks(text string) string { return trimBlanksRight(text[blanks(text, 0):]) }

// trimBlanksRight returns the text without the blanks at its end.
func trimBlanksRight(text string) string {
	n := len(text)
	for n > 0 && (text[n-1] == ' ' || text[n-1] == '\t') {
		n--
	}
	return text[:n]
}

// oneLine collapses each run of blanks into one, and removes those at the ends.
func oneLine(text string) string {
	text = trimBlanks(text)
	if !strings.Contains(text, "  ") && !strings.Contains(text, "\t") {
		return text
	}
	return strings.Join(strings.Fields(text), " ")
}

// After reports whether w comes after other in the mail.
func (w Word) After(other Word) bool {
	return w.Line > other.Line || w.Line == other.Line && w.Col > other.Col
}

// Sentence returns the item's text from one of its words to another, as written, or "" if a sentence ends between them.
func (it *Item) Sentence(first, last Word) string {
	var b strings.Builder
	for _, w := range it.Words {
		if first.After(w) || w.After(last) {
			continue
		}
		if b.Len() > 0 && !w.Glued && !strings.Contains(",;:", w.Text) {
			b.WriteByte(' ')
		}
		b.WriteString(w.Text)
		if w.Stop && last.After(w) {
			return ""
		}
	}
	return b.String()
}
