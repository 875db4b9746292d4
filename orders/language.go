package orders

// Language is a ruleset's part of the order language.
type Language struct {
	// Verbs begin an order: keyword phrases in capitals, of one or more words (`GENERAL ADVANCE`).
	Verbs []Verb
	// Begins decides whether a line without an initial verb begins an order. It may also overrule a verb (`1ligne:
	// HOLD`; `then`, after a comma). It may be nil.
	Begins func(Context) Start
	// Names are the units and persons that the writing seat commands. A line that names one is never ignored. Names is
	// nil in the ruleset's data, and set for each mail.
	Names *Names
	// Others are other names, known to the seat, that may begin an order, for Begins.
	Others *Names
	// Writer returns the names that the player may use as a signature. They begin no order. It may be nil.
	Writer func() *Names
	// Meant reports whether words that don't begin an order may still be meant as one. They are then answered instead
	// of ignored. It may be nil.
	Meant func([]Word) bool
	// Calls reports whether words begin by addressing troops. Such a line begins another order if it doesn't fit the
	// lines above. It may be nil.
	Calls func([]Word) bool
	// Heads reports whether words only name the recipients of an order. Such words before a colon begin an order and
	// end a letter. It may be nil.
	Heads func([]Word) bool
	// Mend returns the correction of a misspelt word, in capitals, and whether it is certain; "" if it has no
	// correction. It may be nil.
	Mend func(word string) (right string, sure bool)
	// Continues are words in capitals after which an order goes on, in addition to those of all rulesets.
	Continues []string
	// Ends are phrases in capitals that may end an order although their last word is one of those (`AT WILL`).
	Ends []string
	// Keywords are phrases in capitals before which a comma is ignored (`VIA`, `LED BY`).
	Keywords []string
	// Unread are the reasons for refusing a line that may only be part of another order; nil: all reasons.
	Unread []string
	// Fillers are words in capitals that are ignored everywhere (`PLEASE`, `THE`, `AT ONCE`).
	Fillers []string
}

// Verb describes one order that a player can write.
type Verb struct {
	Words   []string // the phrase and its synonyms, in capitals: `CHIT`, `RIDE TO`
	Grammar string   // `CHIT unit letter [n]`
	Help    string   // one or two lines, with an example
}

// Accept moves past the verb that comes next and returns the first of its synonyms, or "" if there is no verb. A
// grammar that switches on the result has exactly the verbs that begin an order.
func (l *Language) Accept(s *Scanner) string {
	at, most := -1, 0
	mark := s.Mark()
	for i := range l.Verbs {
		if s.Accept(l.Verbs[i].Words...) && s.Mark() > most {
			at, most = i, s.Mark()
		}
		s.Back(mark)
	}
	if at < 0 {
		return ""
	}
	s.Back(most)
	return l.Verbs[at].Words[0]
}

// Context is a line for which Begins must decide whether it begins an order.
type Context struct {
	Before []Word // the open order; nil if no order is open
	Line   []Word // the line without its number; never empty
	Next   []Word // the line below; nil at the end and before a blank line
	Verb   bool   // a verb of the language comes first
	Names  *Names // Language.Names
	Others *Names // Language.Others
}

// Start says whether a line begins an order.
type Start int

// If Begins returns Undecided, a line begins an order if a verb comes first.
const (
	Undecided Start = iota
	Begins
	Continues
)

// Word is one word of an order.
//
// Blanks separate words, and each of , : ; & ( ) = is a word of its own (`450,300` is three words, the last two Glued).
// A word includes neither the full stop, question or exclamation mark that follows it nor quotation marks around it;
// `6"` keeps its sign.
type Word struct {
	Text   string // after typographic repair, case kept
	Fold   string // in capitals without accents, for comparison with keywords
	Line   int    // in the mail's text as read, from 1
	Col    int    // in runes, from 1
	Glued  bool   // no blank before it
	Filler bool   // one of Language.Fillers, or part of one
	Stop   bool   // a sentence ends after it
	Asks   bool   // that sentence is a question
	Mended bool   // Fold is the correction of a misspelling
	Doubt  bool   // the correction must be confirmed

	recorded bool // in a canonical line, which has whole ids
}

// Item is one order or letter of a mail.
type Item struct {
	Number   int    // in the receipt, from 1
	Label    int    // number before it in a list, or 0
	Text     string // as written, on one line, with blanks collapsed
	Words    []Word
	Letter   *Letter  // set for a letter; Words then end before the colon
	Standing bool     // it began with STANDING, which Words omit
	Notes    []string // surprises in how it was read, shown below it in the receipt
	// Understood is the order in the ruleset's own language, if it was written in other words.
	Understood string
	Prose      bool // it names no unit of the seat and does not begin like an order

	pieces []itemPiece // pieces of the mail that it consists of
	headed bool        // it begins with the words of a heading
}

// Line returns the first line of the item in the mail, or 1 if its words have no position.
func (it *Item) Line() int {
	switch {
	case len(it.Words) > 0:
		return it.Words[0].Line
	case it.Letter != nil && len(it.Letter.To) > 0:
		return it.Letter.To[0].Line
	}
	return 1
}

type itemPiece struct {
	place place
	first Word
	gap   bool // a blank line is above it
	begun bool // it looks like the beginning of an order
	flows bool // it is on the same line as the piece above, or that line is so long that a mail client wrapped it
}

// part is the text that a piece of the mail adds to an item.
type part struct {
	place place
	text  string // as written
}

// Letter is a dispatch between players.
type Letter struct {
	To   []Word // addressees as written
	Text string // on one line
}

// isPunctuation reports whether the word is a single punctuation mark.
func (w Word) isPunctuation() bool {
	return len(w.Text) == 1 && class(w.Text[0]) == classOther
}
