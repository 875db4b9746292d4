package orders

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Receipt is the answer to a mail.
type Receipt struct {
	Document Document
	Entries  []Entry  // results of the ruleset for Document.Items, by number
	Head     []string // lines above the orders: game, seat and turn; what was replaced
	Trailer  []string // the ruleset's lines below the orders: `no orders: r3, v1`
	Examples []string // acceptable orders, if the mail had no accepted ones
	Foot     []string // lines at the end: the deadline
	Undone   []Undone // commands that failed
	Tapped   bool     // shown on a page where a tap takes a proposal
	Moot     bool     // the mail has no effect: it says CHECK, or came too late
}

// Undone is a command that failed, at least in part.
type Undone struct {
	Line int
	Why  string // `you have no order 7`
}

// ReadyWaits returns why the mail's READY does not count, or "" if it does. If a line that may have been meant as an
// order was refused or not read, the seat has more to say, whatever it declares.
func (r *Receipt) ReadyWaits() string {
	var refused []string
	one, many := " is to be confirmed", " are to be confirmed"
	for _, e := range r.Entries {
		item := r.item(&e)
		if e.Refusal == nil || item != nil && item.Prose {
			continue
		}
		if e.Asked == nil {
			one, many = " was refused", " were refused"
		}
		if number := strconv.Itoa(e.Number); !slices.Contains(refused, number) {
			refused = append(refused, number)
		}
	}
	const most = 5
	switch n := len(refused); {
	case n == 1:
		return "order " + refused[0] + one
	case n > most:
		return fmt.Sprintf("orders %s and %d others%s", strings.Join(refused[:most-1], ", "), n-most+1, many)
	case n > 1:
		return "orders " + strings.Join(refused[:n-1], ", ") + " and " + refused[n-1] + many
	case len(r.Document.Outside) > 0:
		return fmt.Sprintf("line %d begins like an order but stands outside of ORDERS and END", r.Document.Outside[0])
	case len(r.Undone) > 0:
		return r.Undone[0].Why
	}
	return ""
}

// Verdict returns a summary of the answers in one line, for the receipt's first line and its subject: `3 orders
// accepted, 1 to be confirmed by you, 1 refused`.
func (r *Receipt) Verdict() string {
	accepted, asked, refused := 0, 0, 0
	does := r.counts("", "would be ")
	for _, e := range r.Entries {
		switch {
		case e.Idle():
		case e.Refusal == nil:
			accepted++
		case e.Asked != nil:
			asked++
		default:
			refused++
		}
	}
	verdict := "no orders in this mail"
	switch {
	case accepted > 0:
		verdict = count(accepted, "order") + " " + does + "accepted"
	case asked > 0:
		verdict = "no order " + does + "accepted"
	case refused > 0:
		return r.checked(count(refused, "order") + " " + does + "refused, none accepted")
	}
	if asked > 0 {
		verdict += fmt.Sprintf(", %d to be confirmed by you", asked)
	}
	if refused > 0 {
		verdict += fmt.Sprintf(", %d refused", refused)
	}
	return r.checked(verdict)
}

// checked adds to a verdict that nothing was recorded, if the mail says CHECK.
func (r *Receipt) checked(verdict string) string {
	if r.Document.Has(Check) {
		verdict = "checked, nothing recorded: " + verdict
	}
	return verdict
}

func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// Text returns the body of the receipt: the verdict, the head, the entries with their details, the commands, the
// trailer, unread lines, examples and the foot.
func (r *Receipt) Text() string { return r.text(false) }

// Technical is Text with the reason and position of each refusal, for programs and test cases.
func (r *Receipt) Technical() string { return r.text(true) }

func (r *Receipt) text(technical bool) string {
	blocks := [][]string{append([]string{capital(r.Verdict()) + "."}, r.Head...), r.orderLines(technical),
		r.commandLines(), r.Trailer, r.notReadLines(), r.exampleLines(), r.Foot}
	var b strings.Builder
	for _, lines := range blocks {
		if len(lines) > 0 && b.Len() > 0 {
			b.WriteByte('\n')
		}
		for _, l := range lines {
			b.WriteString(l)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// exampleLines returns the example orders with an introduction.
func (r *Receipt) exampleLines() []string {
	if len(r.Examples) == 0 {
		return nil
	}
	lines := []string{"So written, orders of yours would do now:"}
	for _, e := range r.Examples {
		lines = append(lines, below+e)
	}
	return append(lines, "HELP in a mail brings the card of the rules.")
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// below indents the lines below a numbered line.
const below = "   "

func (r *Receipt) orderLines(technical bool) []string {
	var lines []string
	for _, l := range r.answers(technical) {
		lines = append(lines, l.Text)
		for _, b := range l.Below {
			lines = append(lines, below+b)
		}
	}
	return lines
}

// item returns the item that an order was read from, or nil.
func (r *Receipt) item(e *Entry) *Item {
	number := cmp.Or(e.Item, e.Number)
	if items := r.Document.Items; number > 0 && number <= len(items) && items[number-1].Number == number {
		return &items[number-1]
	}
	for i := range r.Document.Items {
		if r.Document.Items[i].Number == number {
			return &r.Document.Items[i]
		}
	}
	return nil
}

func (e *Entry) line(item *Item, technical bool) string {
	number := strconv.Itoa(e.Number) + ". "
	if e.Refusal != nil {
		text := e.Written(item) + ": refused"
		if technical {
			text += ": " + e.Refusal.Reason
		}
		if e.Asked != nil {
			text += ", unless you confirm what stands below"
		}
		return number + text
	}
	if e.Idle() {
		return number + e.shown(item) + ": no order"
	}
	return number + e.shown(item) + ": accepted" + e.Suffix
}

// Written returns the text that the order was read from, in the writer's words.
func (e *Entry) Written(item *Item) string {
	switch {
	case e.Text != "":
		return e.Text
	case item != nil:
		return item.Text
	}
	return e.Canonical
}

// tellsWhere reports whether the position of the fault helps the writer. It does not if the order was understood in
// other words except for a different part.
func (e *Entry) tellsWhere() bool {
	understood := e.Asked != nil || e.Read != ""
	return !understood && e.Refusal.Reason != Asked || e.LeftOut == nil && e.Corrected == nil && !e.asksLetter() ||
		e.Refusal.Reason != Asked && strings.Contains(strings.Join(e.LeftOut, " "), e.Refusal.Word)
}

// asksLetter reports whether the question is only whether the words are a letter.
func (e *Entry) asksLetter() bool {
	return len(e.Asked) == 1 && strings.HasPrefix(e.Asked[0], "LETTER TO ")
}

// questions returns a line for each reading of an order, with the reason for asking: unread words, no unit, or a letter
// without the word LETTER. The lines offer YES only if the mail counts.
func (r *Receipt) questions(e *Entry) (lines []string) {
	why, yes := e.unsure(), "Answer YES %s to have it so."
	switch {
	case why != "":
	case e.asksLetter():
		yes = "Answer YES %s to send it as a letter."
	case len(e.Asked) == 1:
		why, yes = "It does not say who", "Answer YES %s to have those do it."
	}
	choices := e.Choices()
	if len(e.Asked) > 1 {
		lines = append(lines, fmt.Sprintf("%d? %s.", e.Number, cmp.Or(why, "It may mean either")))
		why = ""
	}
	for i, reading := range e.Asked {
		text := reading + "."
		if why != "" {
			text = why + ". Read: " + text
		}
		switch {
		case !r.Counts():
		case r.Tapped:
			text += " Tap it below to have it so."
		default:
			text += " " + fmt.Sprintf(yes, choices[i])
		}
		lines = append(lines, choices[i].String()+"? "+text)
	}
	return lines
}

// unsure returns a sentence about the words that the reading ignores or corrects, or "".
func (e *Entry) unsure() string {
	var parts []string
	for _, left := range e.LeftOut {
		parts = append(parts, strconv.Quote(left))
	}
	text := ""
	if parts != nil {
		text = "Not understood: " + strings.Join(parts, ", ")
	}
	for _, c := range e.Corrected {
		if text != "" {
			text += ". "
		}
		text += fmt.Sprintf("%q is read as %q", c.From, c.To)
	}
	return text
}

// shown returns the canonical text. For a letter it is only the head, because the text follows below.
func (e *Entry) shown(item *Item) string {
	if item != nil && item.Letter != nil {
		return strings.TrimSuffix(e.Canonical, ": "+item.Letter.Text)
	}
	if e.Canonical == "" && item != nil {
		return item.Text
	}
	return e.Canonical
}

// details returns the lines below the numbered line.
func (e *Entry) details(item *Item, technical bool) []string {
	var lines []string
	switch {
	case e.Refusal != nil:
		s := e.Refusal.Told()
		if technical {
			s = e.Refusal.Sentence()
		}
		if s != "" && e.tellsWhere() && (technical || !e.Explained && e.Asked == nil) {
			lines = append(lines, s)
		}
		if why := e.unsure(); why != "" && e.Asked == nil {
			if e.Read != "" {
				if why += ". Read of it: " + e.Read; !technical {
					why += ". As those words may change it, YES does not take that: write the order again"
				}
			}
			lines = append(lines, why)
		}
	case item != nil && item.Letter != nil:
		lines = append(lines, `"`+item.Letter.Text+`"`)
	case e.Means != "":
		lines = append(lines, inside(e.Means))
	}
	if why := e.unsure(); why != "" && e.Refusal == nil {
		lines = append(lines, why)
	}
	return append(lines, e.Notes...)
}

// inside puts the article of names within a sentence into lower case.
func inside(sentence string) string {
	const article = " The "
	for at := strings.Index(sentence, article); at >= 0; {
		if !strings.HasSuffix(sentence[:at], ".") {
			sentence = sentence[:at] + " the " + sentence[at+len(article):]
		}
		next := strings.Index(sentence[at+1:], article)
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return sentence
}

func (r *Receipt) commandLines() []string {
	var lines []string
	if r.Document.Add && len(r.Entries) > 0 {
		lines = append(lines, "ADD: "+r.counts("added to your earlier orders", "would be added to your earlier orders"))
	}
	for _, c := range r.Document.Commands {
		lines = append(lines, c.String()+": "+r.means(c))
	}
	return lines
}

// counts returns does if the mail counts, and would otherwise.
func (r *Receipt) counts(does, would string) string {
	if !r.Counts() {
		return would
	}
	return does
}

// Counts reports whether the mail has any effect, so that the questions to it can be answered.
func (r *Receipt) Counts() bool { return !r.Moot && !r.Document.Has(Check) }

func (r *Receipt) means(c Command) string {
	if i := slices.IndexFunc(r.Undone, func(u Undone) bool { return u.Line == c.Line }); i >= 0 {
		if len(c.Which) > 1 {
			return "taken back, but " + r.Undone[i].Why
		}
		return "not done: " + r.Undone[i].Why
	}
	switch c.Kind {
	case Ready:
		if why := r.ReadyWaits(); why != "" && r.Tapped {
			return "not taken as long as this stands, because " + why
		} else if why != "" {
			return r.counts("not taken, because "+why+". The turn still waits for you: mend it, or if it does not matter "+
				"answer READY alone",
				"would not be taken, because "+why)
		}
		return r.counts("you need not write again this turn", "would be taken: nothing is left unanswered")
	case Check:
		return "nothing of this mail was recorded"
	case Status:
		return "where the game stands"
	case History:
		return "what happened"
	case Why:
		return "what it came of"
	case Help:
		return "how to write orders"
	case Absent:
		return r.counts("your standing orders apply", "your standing orders would apply")
	case Staff:
		return r.counts("the staff writes orders for you where none have come from you, until you write TAKE BACK",
			"the staff would write orders for you where none have come from you, until you write TAKE BACK")
	case Back:
		return r.counts("the staff writes no more orders for you", "the staff would write no more orders for you")
	case Resign:
		return r.counts("you give up your seat", "you would give up your seat")
	case Revoke:
		return "your old secrets prove nothing any more"
	case Cancel:
		return r.counts("taken back", "would be taken back")
	case Yes:
		return r.counts("you want it so", "it would be taken, where it was asked")
	}
	return ""
}

// String returns the command in canonical form, `CANCEL 3, 5`.
func (c Command) String() string {
	s := string(c.Kind)
	switch {
	case (c.Kind == Cancel || c.Kind == Yes) && c.Which == nil:
		s += " ALL"
	case c.Kind == Absent && c.Text != "":
		s += " UNTIL " + c.Text
	case c.Text != "":
		s += " " + c.Text
	case c.Turn > 0:
		s += " TURN " + strconv.Itoa(c.Turn)
	}
	for i, n := range c.Which {
		if i > 0 {
			s += ","
		}
		s += " " + n.String()
	}
	return s
}

func (r *Receipt) notReadLines() []string {
	var lines []string
	for _, l := range r.Document.NotRead() {
		lines = append(lines, fmt.Sprintf("%sline %d: %s", below, l.Number, oneLine(l.Text)))
	}
	if lines != nil {
		lines = append([]string{"Not read:"}, lines...)
	}
	return append(lines, r.Document.Notes...)
}
