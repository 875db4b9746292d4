package orders

// Language is what a ruleset adds to the order language common to all.
type Language struct {
	// Verbs begin an order: keyword phrases in capitals, one or more words (`GENERAL ADVANCE`).
	Verbs []Verb
	// Begins reports whether the words of a line begin an order in another way
	// (`1ligne: HOLD`). It may be nil.
	Begins func([]Word) bool
	// Continues are further words, in capitals, that an order ending in one goes on behind
	// (beside those of CONTRACT §4).
	Continues []string
	// Fillers are words in capitals that are passed over wherever they stand (`PLEASE`, `THE`).
	Fillers []string
}

// Verb is one order that a player can write.
type Verb struct {
	Words   []string // the phrase and its synonyms, in capitals: `CHIT`, `RIDE TO`
	Grammar string   // `CHIT unit letter [n]`
	Help    string   // one or two lines, with an example
}

// Word is one word of an order.
//
// Blanks separate words; each of , : ; & ( ) = is a word of its own (`450,300` is three words, the last two Glued).
type Word struct {
	Text  string // after typographic repair, case kept
	Fold  string // capitals, accents folded: what keywords are compared with
	Line  int    // in the mail's text as read, from 1
	Col   int    // in runes, from 1
	Glued bool   // no blank before it
}

// Item is one order or letter as cut from a mail.
type Item struct {
	Number   int    // as the receipt numbers it, from 1
	Text     string // as written, blanks collapsed, on one line
	Words    []Word
	Letter   *Letter // set if it is a LETTER TO; Words then end before the text
	Standing bool    // it began with STANDING; Words begin behind it
}

// Letter is a dispatch between players.
type Letter struct {
	To   []Word // seats as written
	Text string // on one line
}

// Refusal says why an order was not accepted, and what to write instead.
type Refusal struct {
	Reason  string   // the digest's reason word, `unknown-name`
	Line    int      // in the mail's text, from 1
	Col     int      // in runes, from 1
	Word    string   // the word at fault, "" at the end of the order
	Want    string   // what was expected there
	Nearest []string // names or words that come nearest; all candidates if ambiguous
}
