package orders

import (
	"fmt"
	"slices"
	"strings"
)

// letterPart is the part of a letter that is being read.
type letterPart int

const (
	noLetter letterPart = iota
	letterHead
	letterText
)

// isLetter reports whether words begin a letter, perhaps after STANDING.
func isLetter(words []Word) bool {
	if len(words) > 0 && words[0].Fold == "STANDING" {
		words = words[1:]
	}
	return letterWords(words) > 0
}

// letterWords returns the number of words that announce a letter, or 0: LETTER TO, or LETTER before a name and a colon.
func letterWords(words []Word) int {
	switch {
	case len(words) > 1 && words[0].Fold == "LETTER" && words[1].Fold == "TO":
		return 2
	case len(words) > 2 && slices.Contains(outline["letter"], words[0].Fold) && words[1].Text != ":" &&
		words[1].Fold != "FOR" && hasColon(words[:min(mostAddressee, len(words))]):
		return 1
	}
	return 0
}

// isNote reports whether words begin a letter in other words: `Message to all:`, `a note for Gardiner:`.
func isNote(words []Word) bool {
	for len(words) > 0 && (words[0].Fold == "A" || words[0].Fold == "MY") {
		words = words[1:]
	}
	colon := slices.IndexFunc(words, func(w Word) bool { return w.Text == ":" })
	return colon > 2 && colon <= mostAddressee+2 && words[2].Fold != "SELF" &&
		slices.Contains([]string{"LETTER", "MESSAGE", "NOTE", "DISPATCH", "WORD"}, words[0].Fold) &&
		slices.Contains([]string{"TO", "FOR"}, words[1].Fold)
}

// mostAddressee limits the words of an addressee.
const mostAddressee = 6

// head reads the head of a letter, from a word and a byte of the line, and any text of the letter in the same line. A
// head without a colon continues in the next line if its last word requires another; otherwise the text begins there.
func (r *reader) head(first, from int) {
	for i, w := range r.cur.list[first:] {
		if w.Text == ":" {
			end := r.cur.ends[first+i]
			r.open.letter, r.open.end = letterText, len(r.words)
			r.open.parts = append(r.open.parts, r.part(from, int(end)))
			r.addText(int(end))
			return
		}
		r.words = append(r.words, w)
	}
	r.open.end = len(r.words)
	r.open.parts = append(r.open.parts, r.part(from, r.cur.end))
	if !r.unfinished() {
		r.open.letter = letterText
	}
}

// addText adds the line from a byte on to the text of the open letter.
func (r *reader) addText(from int) {
	if p := r.part(from, r.cur.end); p.text != "" {
		r.open.text = append(r.open.text, p)
	}
}

// letterLine reads a line while a letter is open. It reports false if the letter ended above it.
func (r *reader) letterLine(l *Line) bool {
	what := r.afterLetter()
	if what == textLine {
		l.Use, l.Item = UsedItem, len(r.doc.Items)+1
		if r.open.letter == letterHead {
			r.head(0, 0)
			return true
		}
		if r.cur.end < len(l.Text) {
			r.noteItem("line %d: the text after # is a comment and is not sent", l.Number)
		}
		r.addText(0)
		return true
	}
	if what == orderLine && !r.gap || what == doubtfulLine {
		l.Use, l.Item = UsedItem, len(r.doc.Items)+1
		r.noteItem(`line %d begins like an order but is read as part of this letter; a line of "." above it would end the letter`, l.Number)
		r.addText(0)
		return true
	}
	if n := len(r.open.text); n > 0 {
		r.open.notes = append(r.open.notes, fmt.Sprintf("the letter ends with %q; line %d was read as %s",
			tail(r.open.text[n-1].text), l.Number, what))
	}
	r.close()
	return false
}

// lineKind classifies a line below the text of a letter.
type lineKind string

const (
	textLine      lineKind = "text"
	orderLine     lineKind = "an order"          // ends the letter after a blank line
	doubtfulLine  lineKind = "an order, or news" // may be meant for the recipient of the letter
	addressedLine lineKind = "an order to your own"
	nextLetter    lineKind = "another letter"
)

// tail returns the last words of a text.
func tail(text string) string {
	const most = 5
	if words := strings.Fields(text); len(words) > most {
		return "… " + strings.Join(words[len(words)-most:], " ")
	}
	return text
}

func (r *reader) noteItem(format string, line int) {
	r.open.notes = append(r.open.notes, fmt.Sprintf(format, line))
}

// afterLetter classifies the current line below an open letter.
func (r *reader) afterLetter() lineKind {
	if len(r.cur.pieces) == 0 {
		return textLine
	}
	words := r.take(r.cur.pieces[0])
	defer r.drop(words)
	envelope := r.doc.Envelope
	command, isCommand := r.readCommand(words, true)
	switch {
	case isCommand && (command.Kind == Ready || command.Kind == Check):
		return lineKind(command.Kind)
	case isNote(words), isLetter(words) && (hasColon(words) || words[0].Text[0] < 'a'): // `letter to follow` may be text
		return nextLetter
	case r.open.letter == letterHead:
		return textLine
	case r.addressed(words):
		return addressedLine
	case isCommand, isAdd(words), readEnvelope(words, &envelope), r.begins(words, nil):
		return orderLine
	case !r.gap || !r.leads(words):
	case speaksTo(words):
		return doubtfulLine
	default:
		return orderLine
	}
	return textLine
}

// speaksTo reports whether the words address their reader: `our guns will cover you`.
func speaksTo(words []Word) bool {
	return slices.ContainsFunc(words, func(w Word) bool {
		return slices.Contains([]string{"I", "WE", "YOU", "YOUR", "YOURS", "ME", "US", "OUR", "WILL", "SHALL", "MY"}, w.Fold)
	})
}

// addressed reports whether the words begin with units or persons of the seat, by name or in other words, and a colon.
func (r *reader) addressed(words []Word) bool {
	colon := slices.IndexFunc(words, func(w Word) bool { return w.Text == ":" })
	if colon < 1 || colon > mostHead {
		return false
	}
	head := words[:colon]
	s := ScanWords(head)
	s.Accept("TO")
	if s.Accept("ALL") && s.Done() {
		return true
	}
	for s.TryName(r.language.Names) != "" {
		if !s.More() {
			if s.Done() {
				return true
			}
			break
		}
	}
	if r.language.Heads == nil || r.looked == maxLooked {
		return false
	}
	r.looked++
	return r.language.Heads(head)
}

// mostHead limits the words that name the units of an order.
const mostHead = 24

func hasColon(words []Word) bool {
	for i := range words {
		if words[i].Text == ":" {
			return true
		}
	}
	return false
}

// stop reads a line of a single full stop, which ends a letter.
func (r *reader) stop(l *Line) {
	l.Use = UsedBlank
	if r.open.letter != noLetter {
		l.Use, l.Item = UsedFrame, len(r.doc.Items)+1
		r.close()
	}
	r.gap = true
}
