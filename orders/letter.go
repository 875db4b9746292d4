package orders

import "fmt"

// letterPart is how far a letter has been read.
type letterPart int

const (
	noLetter letterPart = iota
	letterHead
	letterText
)

// isLetter reports whether words begin LETTER TO, STANDING or not.
func isLetter(words []Word) bool {
	if len(words) > 0 && words[0].Fold == "STANDING" {
		words = words[1:]
	}
	return len(words) > 1 && words[0].Fold == "LETTER" && words[1].Fold == "TO"
}

// head reads the head of a letter from a word and byte of the line on, and
// what stands of its text in the same line. A head without a colon goes on
// below if it ends in a word that is always followed; else the text begins there.
func (r *reader) head(first, from int) {
	for i, w := range r.cur.list[first:] {
		if w.Text == ":" {
			end := r.cur.ends[first+i]
			r.open.letter, r.open.end = letterText, len(r.words)
			r.open.parts = append(r.open.parts, oneLine(r.cur.text[from:end]))
			r.addText(r.cur.text[end:r.cur.end])
			return
		}
		r.words = append(r.words, w)
	}
	r.open.end = len(r.words)
	r.open.parts = append(r.open.parts, oneLine(r.cur.text[from:r.cur.end]))
	if !r.unfinished() {
		r.open.letter = letterText
	}
}

// addText adds to the text of the open letter.
func (r *reader) addText(text string) {
	if text = oneLine(text); text != "" {
		r.open.text = append(r.open.text, text)
	}
}

// letterLine reads a line while a letter is open. It reports false if the letter has ended above it.
func (r *reader) letterLine(l *Line) bool {
	begins := r.startsSomething()
	if begins && r.gap {
		r.close()
		return false
	}
	l.Use, l.Item = UsedItem, len(r.doc.Items)+1
	if r.open.letter == letterHead {
		r.head(0, 0)
		return true
	}
	if begins {
		r.noteItem(`line %d begins like an order but is read as part of this letter; a line of "." above it would end the letter`, l.Number)
	}
	if r.cur.end < len(l.Text) {
		r.noteItem("line %d: what stands behind # is a comment and not sent", l.Number)
	}
	r.addText(l.Text[:r.cur.end])
	return true
}

func (r *reader) noteItem(format string, line int) {
	r.open.notes = append(r.open.notes, fmt.Sprintf(format, line))
}

// startsSomething reports whether the line that was cut begins an order or is a command.
func (r *reader) startsSomething() bool {
	if len(r.cur.pieces) == 0 {
		return false
	}
	words := r.take(r.cur.pieces[0])
	defer r.drop(words)
	envelope := r.doc.Envelope
	_, command := r.readCommand(words, true)
	return command || isAdd(words) || readEnvelope(words, &envelope) || r.begins(words, nil)
}

// stop reads a line of a single full stop: the end of a letter.
func (r *reader) stop(l *Line) {
	l.Use = UsedBlank
	if r.open.letter != noLetter {
		l.Use, l.Item = UsedFrame, len(r.doc.Items)+1
		r.close()
	}
	r.gap = true
}
