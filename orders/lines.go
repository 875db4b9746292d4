package orders

import "strings"

// sortLines cuts the text into lines and sorts out those that are never read.
// The others are NotRead so far.
func sortLines(text string, doc *Document) (lines []Line, columns [][]int32, repairs Repair) {
	raw := splitLines(text)
	lines = make([]Line, len(raw))
	for i, s := range raw {
		repaired, cols, changes := repairLine(s)
		repairs |= changes
		if cols != nil {
			if columns == nil {
				columns = make([][]int32, len(raw))
			}
			columns[i] = cols
		}
		lines[i] = Line{Number: i + 1, Text: repaired, Use: firstUse(repaired, s)}
	}
	passOverSignature(lines)
	passOverQuoted(lines)
	passOverOutside(lines, doc)
	return lines, columns, repairs
}

// firstUse returns what a line is by itself.
func firstUse(text, raw string) Use {
	text = strings.Trim(text, " \t")
	switch {
	case text == "":
		return UsedBlank
	case text[0] == '>':
		return UsedQuote
	case text[0] == '#':
		return UsedComment
	case text == "--", text == "-" && !isASCII(raw):
		// QUIRK: iOS smart punctuation makes an em dash of the `--` above a signature.
		return UsedSignature
	case isRule(text):
		return UsedBlank
	}
	return NotRead
}

// isRule reports whether the line is a row of one sign, drawn to part things.
func isRule(text string) bool {
	return len(text) >= 3 && strings.IndexByte("-_=*~", text[0]) >= 0 && strings.Trim(text, text[:1]) == ""
}

// passOverSignature marks all lines below the first signature line.
func passOverSignature(lines []Line) {
	for i := range lines {
		if lines[i].Use == UsedSignature {
			mark(lines[i:], UsedSignature)
			return
		}
	}
}

// mark gives a use to those of the lines that hold something and are not quoted.
func mark(lines []Line, use Use) {
	for i := range lines {
		if u := lines[i].Use; u != UsedBlank && u != UsedQuote {
			lines[i].Use = use
		}
	}
}

// passOverOutside finds the frame, marks what lies outside of it, or, where
// there is none, what lies below END.
func passOverOutside(lines []Line, doc *Document) {
	from, to := findFrame(lines)
	if to < len(lines) {
		for _, l := range lines[to+1:] {
			if l.Use == NotRead {
				doc.Notes = append(doc.Notes, "nothing below the line END was read")
				break
			}
		}
		mark(lines[to+1:], UsedOutside)
		lines[to].Use = UsedFrame
	}
	if from < 0 {
		return
	}
	doc.Framed = true
	lines[from].Use = UsedFrame
	for i := range lines[:from] {
		if lines[i].Use == NotRead {
			lines[i].Use = readOutside(&lines[i], doc)
		}
	}
}

// readOutside reads a line above the frame: a player may give seat and key there.
func readOutside(l *Line, doc *Document) Use {
	var t tokens
	t.cut(l.Text, l.Number, nil)
	if len(t.pieces) == 1 {
		var words []Word
		for _, token := range t.list {
			words = append(words, token.Word)
		}
		if readEnvelope(words, &doc.Envelope) {
			return UsedEnvelope
		}
	}
	return UsedOutside
}

// findFrame returns the lines of ORDERS and END. from is -1 where there is no
// frame, to is len(lines) where nothing ends it.
func findFrame(lines []Line) (from, to int) {
	from, to = -1, len(lines)
	for i, l := range lines {
		if l.Use != NotRead {
			continue
		}
		if from < 0 && opensFrame(l.Text) && (strings.Contains(l.Text, "ORDERS") || closesBelow(lines[i+1:])) {
			from = i
		}
		if closesFrame(l.Text) {
			return from, i
		}
	}
	return from, to
}

func closesBelow(lines []Line) bool {
	for _, l := range lines {
		if l.Use == NotRead && closesFrame(l.Text) {
			return true
		}
	}
	return false
}

// opensFrame reports whether the line is ORDERS, perhaps with the game's slug and turn.
func opensFrame(text string) bool {
	if len(text) > 80 || !hasPrefixFold(text, "ORDERS") {
		return false
	}
	fields := strings.Fields(Fold(strings.ReplaceAll(text, ":", " ")))
	if fields[0] != "ORDERS" {
		return false
	}
	if len(fields) == 1 {
		return true
	}
	_, ok := parseInt(fields[len(fields)-1])
	return ok && len(fields) == 3
}

// closesFrame reports whether the line is END.
func closesFrame(text string) bool {
	if len(text) > 40 || !hasPrefixFold(text, "END") {
		return false
	}
	switch strings.Join(strings.Fields(Fold(strings.TrimRight(text, " \t."))), " ") {
	case "END", "END ORDERS", "END OF ORDERS":
		return true
	}
	return false
}

// hasPrefixFold reports whether the text begins with the word, in capitals or not, behind blanks.
func hasPrefixFold(text, word string) bool {
	text = strings.TrimLeft(text, " \t")
	return len(text) >= len(word) && strings.EqualFold(text[:len(word)], word)
}
