package orders

import (
	"regexp"
	"slices"
	"strings"
)

// readEnvelope reads a piece that consists only of envelope fields: `GAME slug`, `SEAT seat`, `TURN n`, `KEY code`. If
// it has anything else, readEnvelope reports false and changes nothing.
func readEnvelope(words []Word, envelope *Envelope) bool {
	if len(words) < 2 {
		return false
	}
	e := *envelope
	for len(words) > 0 {
		n := readField(words, &e)
		if n == 0 {
			return false
		}
		words = words[n:]
		if len(words) > 1 && words[0].Text == "," {
			words = words[1:]
		}
	}
	*envelope = e
	return true
}

// readField reads one field and returns the number of words that it takes, or 0 if the words begin with something else.
func readField(words []Word, e *Envelope) int {
	at := 1
	if len(words) > 1 && words[1].Text == ":" {
		at = 2
	}
	if cut := words[min(at, len(words)):]; words[0].Fold == "KEY" && len(cut) > 2 && cut[0].Text == "(" &&
		cut[2].Text == ")" { // a code removed from the text: KEY (withheld)
		e.Key = cut[1].Text
		return at + 3
	}
	if at >= len(words) || words[at].isPunctuation() && words[at].Fold != "*" {
		return 0
	}
	value := words[at].Text
	switch words[0].Fold {
	case "GAME":
		e.Game = strings.ToLower(value)
	case "SEAT":
		e.Seat = strings.ToLower(value)
	case "KEY":
		e.Key = value
	case "TURN":
		n, ok := parseInt(value)
		if !ok {
			return 0
		}
		e.Turn = n
	default:
		return 0
	}
	return at + 1
}

// readCommand reads a piece that consists only of a command. open tells whether the piece could also continue an order.
func (r *reader) readCommand(words []Word, open bool) (Command, bool) {
	c := Command{Kind: CommandKind(words[0].Fold), Line: words[0].Line}
	rest := words[1:]
	if len(rest) > 0 && rest[len(rest)-1].Fold == "PLEASE" {
		rest = rest[:len(rest)-1]
	}
	if len(rest) > 0 && words[0].Fold == "TAKE" && rest[0].Fold == "BACK" {
		c.Kind, rest = Back, rest[1:]
	}
	switch c.Kind {
	case Back:
		return c, len(rest) == 0
	case Staff:
		c.Text = strings.ToLower(joinText(rest))
		return c, len(rest) <= 1
	case Ready, Check, Status, Resign:
		return c, len(rest) == 0
	case Revoke:
		return c, len(rest) == 0 || len(rest) == 1 && (rest[0].Fold == "KEY" || rest[0].Fold == "TOKEN" ||
			rest[0].Fold == "TOKENS")
	case History:
		return readHistory(c, rest)
	case Why:
		if id := outcomeID.FindString(strings.ToLower(joinText(rest))); id != "" {
			c.Text = "t" + strings.TrimPrefix(id, "t")
			return c, true
		}
		return readTurn(c, rest)
	case Cancel:
		return readCancel(c, rest)
	case Yes:
		if len(rest) > 0 && rest[0].Fold == "TO" {
			rest = rest[1:]
		}
		if len(rest) == 0 || len(rest) == 1 && rest[0].Fold == "ALL" {
			return c, true
		}
		return readNumbers(c, rest)
	case Help:
		c.Text = joinText(rest)
		return c, len(rest) == 0 || r.beginsVerb(rest) || !open && len(rest) <= 3
	case Absent:
		return readAbsent(c, rest)
	}
	return c, false
}

// commandIn finds a command in prose: in capitals and a sentence of its own, or an absence with a date.
func (r *reader) commandIn(words []Word) (c Command, ok bool) {
	for i, w := range words {
		absent := CommandKind(w.Fold) == Absent
		capitals := w.Text == w.Fold && (absent || i == 0 || words[i-1].Stop) &&
			slices.Contains([]CommandKind{Absent, Ready, Resign, Status}, CommandKind(w.Fold))
		if !absent && !capitals || slices.ContainsFunc(words[:i], func(w Word) bool {
			return w.Fold == "NOT" || strings.HasSuffix(w.Fold, "N'T")
		}) {
			continue
		}
		end := len(words)
		if stop := slices.IndexFunc(words[i:], func(w Word) bool { return w.Stop }); stop >= 0 {
			end = i + stop + 1
		}
		if c, ok = r.readCommand(words[i:end], false); ok && (capitals || strings.ContainsAny(c.Text, "0123456789")) &&
			!r.concerns(words[:i]) && !r.concerns(words[end:]) {
			return c, true
		}
	}
	return c, false
}

// outcomeID matches a turn and an outcome number, `t3.5` or `3.5`.
var outcomeID = regexp.MustCompile(`^t?\d+\.\d+$`)

func readHistory(c Command, rest []Word) (Command, bool) {
	if last := len(rest) - 1; last >= 0 && (rest[last].Fold == HistoryFacts || rest[last].Fold == HistoryRecord) {
		c.Text, rest = rest[last].Fold, rest[:last]
	}
	return readTurn(c, rest)
}

func readTurn(c Command, rest []Word) (Command, bool) {
	if len(rest) > 0 && rest[0].Fold == "TURN" {
		rest = rest[1:]
	}
	if len(rest) == 0 {
		return c, true
	}
	n, ok := parseInt(rest[0].Fold)
	c.Turn = n
	return c, ok && len(rest) == 1
}

// readCancel reads the arguments of CANCEL: nothing, ALL, or numbers.
func readCancel(c Command, rest []Word) (Command, bool) {
	for len(rest) > 0 && (rest[0].Fold == "ORDER" || rest[0].Fold == "ORDERS") {
		rest = rest[1:]
	}
	if len(rest) == 0 || rest[0].Fold == "ALL" && (len(rest) == 1 || len(rest) == 2 && rest[1].Fold == "ORDERS") {
		return c, true
	}
	return readNumbers(c, rest)
}

// readNumbers reads numbers separated by commas or AND, and nothing else. The numbers of YES may have a letter.
func readNumbers(c Command, rest []Word) (Command, bool) {
	rivals := make([]string, len(rest))
	if c.Kind == Yes {
		rest = slices.Clone(rest)
		for i := range rest {
			digits := strings.TrimRight(rest[i].Fold, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
			if rival := rest[i].Fold[len(digits):]; digits != "" && len(rival) == 1 {
				rivals[i], rest[i].Fold, rest[i].Text = strings.ToLower(rival), digits, digits
			}
		}
	}
	for s := ScanWords(rest); ; {
		rival := rivals[min(s.Mark(), len(rivals)-1)]
		n, ok := s.Int()
		if !ok {
			return c, false
		}
		c.Which = append(c.Which, Choice{n, rival})
		if s.Done() {
			return c, true
		}
		s.More()
	}
}

func readAbsent(c Command, rest []Word) (Command, bool) {
	if len(rest) == 0 {
		return c, true
	}
	switch rest[0].Fold {
	case "UNTIL", "TILL", "TO":
		c.Text = joinText(rest[1:])
	}
	return c, c.Text != "" && len(rest) <= 8 &&
		!slices.ContainsFunc(rest[:len(rest)-1], func(w Word) bool { return w.Stop })
}

// joinText returns the words as written, with single blanks.
func joinText(words []Word) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 && !w.Glued {
			b.WriteByte(' ')
		}
		b.WriteString(w.Text)
	}
	return b.String()
}
