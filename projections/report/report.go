package report

import (
	"time"

	"galloper/projections/phrase"
	"galloper/projections/story"
)

// Cover is what stands in a report beside what the seat knows: all of it may be
// known to that seat.
type Cover struct {
	Game     string // slug
	Title    string // of the scenario
	SeatName string // as written in the scenario; "" the seat's id
	// Next is the turn that orders are now wanted for; 0 none (the game is over).
	Next int
	// Deadline is when those orders are due, in the time zone to show it in; zero: none fixed.
	Deadline time.Time
	// Orders are the seat's orders of the turn reported, canonical, in mail order.
	Orders []string
	// Notices come from the umpire: announcements, who was silent, for whom the staff wrote.
	Notices []string
	// Letters came at once, without a courier, each with its writer.
	Letters []string
	// Result is the line with which the game ended; "" while it goes on.
	Result string
	// Seed is the seed of the turn reported, where it is revealed; Head the hash of the
	// log's last commit. Both in hex, "" leaves the line out.
	Seed, Head string
	// SeedNote stands in place of "seed of turn N" (`S[0]`, the commitment in the opening).
	SeedNote string
	// Contact says how to write to the umpire; "" leaves the line out.
	Contact string
	// Moves says whose turn it is where the reader need send nothing for the next; "" where
	// it waits for the reader.
	Moves string
	// Before are paragraphs above the report, and After below it: why it is sent now, and
	// how to answer. Lines within one stay as they are.
	Before, After []string
	// Attached says that a picture comes with the text; "" none does.
	Attached string
	// Names gives the written names of ids; nil none.
	Names phrase.Names
	// Story is the turn as it is told; nil: it is told outcome by outcome.
	Story *story.Story
	// Examples are orders that would do now, for who has never written one.
	Examples []string
	// Template is what to answer with; "" where no orders are wanted.
	Template string
}

// Report is a report ready to be shown as text or HTML.
type Report struct {
	Game, Title string
	Seat, Name  string
	Turn        int
	Headline    string
	Contact     string   // how to write to the umpire; "" is left out
	Before      []string // paragraphs above all else
	After       []string // and below
	Attached    string   // what the text says of the map; the HTML has it
	Due         string   // `Orders for turn 4 are due …`; "" where none are wanted
	Summary     string
	Story       *story.Story // told in place of Summary and Chapters, which then are the record in sentences
	Examples    []string
	Umpire      []Paragraph // with a story: what the umpire says
	News        []Paragraph // and letters
	Chapters    []Chapter
	Facts       [][]string // groups of exact lines
	Record      []string   // exact lines, where the ruleset has them shown
	Proof       []Proof
	Template    string // the order template with its frame; "" where no orders are wanted
}

// Chapter is a part of the prose.
type Chapter struct {
	Title      string
	Paragraphs []Paragraph
}

// Paragraph is running text. Item paragraphs are numbered or marked; Quote
// paragraphs show what somebody wrote.
type Paragraph struct {
	Item  string // `1.`; "" none
	Text  string
	Quote bool
}

// Proof is one line by which the turn can be checked, or a few of one kind.
type Proof struct{ What, Hex string }
