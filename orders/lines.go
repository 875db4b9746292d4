package orders

import "strings"

// sorted is a text cut into lines. Lines that are never read already have their use; the others are still NotRead.
type sorted struct {
	lines   []Line
	folds   []string  // each line in capitals; nil if the text is not plain ASCII
	columns [][]int32 // for each line, the original columns of its bytes; nil if no line needed repair
}

// sortLines cuts a text into lines and classifies them. It records the frame, and the envelope above it, in the
// document.
func sortLines(text string, doc *Document) sorted {
	text = withNewlines(text)
	if text == strings.ToUpper(text) && strings.Count(text, " STOP") > 1 { // the full stop of a telegram
		text = strings.ReplaceAll(text, " STOP", ".    ")
	}
	raw := splitLines(text)
	s := sorted{lines: make([]Line, len(raw))}
	fold, plain := capitals(text)
	if plain {
		s.folds = make([]string, len(raw))
	}
	for i, written := range raw {
		if s.folds != nil {
			s.folds[i] = fold[:len(written)]
			fold = fold[min(len(written)+1, len(fold)):]
		}
		repaired, columns := repairLine(written)
		if repaired != written {
			s.folds = nil
		}
		if columns != nil {
			if s.columns == nil {
				s.columns = make([][]int32, len(raw))
			}
			s.columns[i] = columns
		}
		s.lines[i] = Line{Number: i + 1, Text: repaired, Use: firstUse(repaired, written)}
	}
	passOverSignature(s.lines)
	passOverQuoted(s.lines)
	passOverOutside(s.lines, doc)
	return s
}

// unread returns the number of lines that may be orders.
func (s *sorted) unread() int {
	n := 0
	for i := range s.lines {
		if s.lines[i].Use == NotRead {
			n++
		}
	}
	return n
}

// cut cuts line i into words.
func (s *sorted) cut(i int, t *tokens) {
	l := &s.lines[i]
	t.text, t.number, t.fold, t.columns = l.Text, l.Number, "", nil
	if s.folds != nil {
		t.fold = s.folds[i]
	} else {
		t.fold, _ = capitals(l.Text)
	}
	if s.columns != nil {
		t.columns = s.columns[i]
	}
	t.cut()
}

// firstUse returns the use of a line, judged by itself.
func firstUse(text, raw string) Use {
	text = trimBlanks(text)
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

// isRule reports whether the line is a separator of one repeated sign.
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

// mark gives a use to those of the lines that are neither blank nor quoted.
func mark(lines []Line, use Use) {
	for i := range lines {
		if u := lines[i].Use; u != UsedBlank && u != UsedQuote {
			lines[i].Use = use
		}
	}
}

// passOverOutside finds the frame and marks the lines outside it. Without a frame, it marks the lines below END.
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

// readOutside reads a line above the frame, where a player may give seat and key.
func readOutside(l *Line, doc *Document) Use {
	if l.envelope(&doc.Envelope) {
		return UsedEnvelope
	}
	return UsedOutside
}

// envelope reads a line that consists only of envelope fields, and reports whether it does.
func (l *Line) envelope(e *Envelope) bool {
	t := tokens{text: l.Text, number: l.Number}
	t.cut()
	return len(t.pieces) == 1 && readEnvelope(t.list, e)
}

// findFrame returns the indexes of the lines ORDERS and END: from is -1 if there is no frame, and to is len(lines) if
// there is no END. A line `orders` that is not in capitals may be the end of a sentence, so it opens a frame only if
// END follows.
func findFrame(lines []Line) (from, to int) {
	from, to = -1, len(lines)
	maybe := -1
	for i, l := range lines {
		switch {
		case l.Use != NotRead:
		case from < 0 && opensFrame(l.Text):
			if strings.Contains(l.Text, "ORDERS") {
				from = i
			} else if maybe < 0 {
				maybe = i
			}
		case closesFrame(l.Text):
			if from < 0 {
				from = maybe
			}
			return from, i
		}
	}
	return from, to
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

// hasPrefixFold reports whether the text begins with the word, ignoring case and leading blanks.
func hasPrefixFold(text, word string) bool {
	text = strings.TrimLeft(text, " \t")
	return len(text) >= len(word) && strings.EqualFold(text[:len(word)], word)
}
