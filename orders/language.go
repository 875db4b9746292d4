package orders

// Language is what a ruleset adds to the order language common to all.
type Language struct {
	// Verbs begin an order: keyword phrases in capitals, one or more words (`GENERAL ADVANCE`).
	Verbs []Verb
	// Begins decides where no verb stands first, and may also overrule a verb
	// (`1ligne: HOLD`; `then`, after a comma). It may be nil.
	Begins func(Context) Start
	// Names are the units and persons that the seat which writes commands: a line that
	// names one is never passed over. The ruleset's data leave it nil; it is set for each mail.
	Names *Names
	// Others are further names that an order may begin with, as the seat knows them: for Begins.
	Others *Names
	// Writer is how the seat's player may sign, and no order begins: his own names. It may be nil.
	Writer func() *Names
	// Meant reports whether words that begin no order may be meant as one all the same: they are
	// answered then, and not passed over. It may be nil.
	Meant func([]Word) bool
	// Calls reports whether words begin with troops who are told something: with such a line another order begins where
	// it makes none with the lines above. It may be nil.
	Calls func([]Word) bool
	// Heads reports whether words are those whom an order is for, in whatever words, and no more: a line that has only
	// them before a colon begins an order, and ends a letter. It may be nil.
	Heads func([]Word) bool
	// Mend returns the word as which one with a typing error is read, in capitals, and whether that is beyond doubt; "":
	// it has none. It may be nil.
	Mend func(word string) (right string, sure bool)
	// Continues are further words, in capitals, that an order ending in one goes on behind
	// (beside those of CONTRACT §4).
	Continues []string
	// Ends are phrases in capitals with which an order may end although their last word
	// is one of those (`AT WILL`).
	Ends []string
	// Keywords are phrases in capitals before which a comma means nothing (`VIA`, `LED BY`).
	Keywords []string
	// Unread are the reasons for which a line is refused that may only be a part of another; nil: all are.
	Unread []string
	// Fillers are words in capitals that are passed over wherever they stand
	// (`PLEASE`, `THE`, `AT ONCE`).
	Fillers []string
}

// Verb is one order that a player can write.
type Verb struct {
	Words   []string // the phrase and its synonyms, in capitals: `CHIT`, `RIDE TO`
	Grammar string   // `CHIT unit letter [n]`
	Help    string   // one or two lines, with an example
}

// Accept goes past the verb that comes next and returns the first of its words, "" if
// none comes. A grammar that chooses by it has no verb that begins no order.
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

// Context is a line of which it must be decided whether it begins an order.
type Context struct {
	Before []Word // the order so far; nil if there is none, or if it has ended
	Line   []Word // the line, behind its number; never empty
	Next   []Word // the line below, nil at the end and before a blank line
	Verb   bool   // a verb of the language stands first
	Names  *Names // Language.Names
	Others *Names // Language.Others
}

// Start is whether a line begins an order.
type Start int

// Where Begins returns Undecided a line begins an order if a verb stands first.
const (
	Undecided Start = iota
	Begins
	Continues
)

// Word is one word of an order.
//
// Blanks separate words; each of , : ; & ( ) = is a word of its own (`450,300` is three words, the last two Glued).
// A full stop, question or exclamation mark at the end of a word is no part of it, nor are quotation
// marks around it; `6"` keeps its sign.
type Word struct {
	Text   string // after typographic repair, case kept
	Fold   string // capitals, accents folded: what keywords are compared with
	Line   int    // in the mail's text as read, from 1
	Col    int    // in runes, from 1
	Glued  bool   // no blank before it
	Filler bool   // one of Language.Fillers, or part of one
	Stop   bool   // a sentence ends behind it
	Asks   bool   // and it is a question
	Mended bool   // Fold is what it is read as, for it has a typing error
	Doubt  bool   // and that must be confirmed

	recorded bool // of a canonical line, in which ids are whole
}

// Item is one order or letter as cut from a mail.
type Item struct {
	Number   int    // as the receipt numbers it, from 1
	Text     string // as written, blanks collapsed, on one line
	Words    []Word
	Letter   *Letter  // set if it is a LETTER TO; Words then end before the colon
	Standing bool     // it began with STANDING; Words begin behind it
	Notes    []string // how it was read, where that may surprise: shown below it in the receipt
	// Understood is the order in the ruleset's own language, where it was written in other words.
	Understood string
	Prose      bool // it names no unit of the seat's and does not begin like an order

	pieces []itemPiece // of the mail that it was joined of
	headed bool        // what it begins with is said above
}

// Line returns the line of the mail that the item begins on; 1 if its words do not tell.
func (it *Item) Line() int {
	switch {
	case len(it.Words) > 0:
		return it.Words[0].Line
	case it.Letter != nil && len(it.Letter.To) > 0:
		return it.Letter.To[0].Line
	}
	return 1
}

// itemPiece is a piece of the mail that an item has.
type itemPiece struct {
	place place
	first Word
	gap   bool // a blank line is above it
	begun bool // it looks like the beginning of an order
}

// part is what one piece of the mail gave to an item.
type part struct {
	place place
	text  string // as written
}

// Letter is a dispatch between players.
type Letter struct {
	To   []Word // seats as written
	Text string // on one line
}

// isPunctuation reports whether the word is one of the marks that are words of their own.
func (w Word) isPunctuation() bool {
	return len(w.Text) == 1 && class(w.Text[0]) == classOther
}
