package report

import (
	"time"

	"galloper/projections/phrase"
	"galloper/projections/story"
)

// Cover is the part of a report that does not come from the seat's knowledge. The seat may know all of it.
type Cover struct {
	Game     string // slug
	Title    string // of the scenario
	SeatName string // as in the scenario; "" if it only has an id
	// Next is the turn whose orders are due next, or 0 if the game is over.
	Next int
	// Deadline is when those orders are due, in the time zone to show it in. It is zero if there is no deadline.
	Deadline time.Time
	// Notices come from the umpire: announcements, seats that sent no orders, seats that the staff played.
	Notices []string
	// Letters arrived at once, without a courier. Each names its writer.
	Letters []string
	// Result is the line that ended the game, or "" if it goes on.
	Result string
	// Seed is the seed of the reported turn, if it is revealed, and Head the hash of the log's last commit, both in
	// hex. "" omits the line.
	Seed, Head string
	// SeedNote replaces "seed of turn N", for example with `S[0]` or with the commitment in the opening.
	SeedNote string
	// Contact says how to write to the umpire. "" omits it.
	Contact string
	// Moves says whose turn it is if the next turn does not wait for the reader; otherwise it is "".
	Moves string
	// Before are paragraphs above the report, and After below it: why the mail is sent now, and how to answer. Their
	// line breaks are kept.
	Before, After []string
	// Attached says that the mail has a picture, or is "".
	Attached string
	// Names returns the written names of ids. It may be nil.
	Names phrase.Names
	// Story is the narrated turn. If it is nil, the report narrates each outcome.
	Story *story.Story
	// Examples are orders that would be valid now, for readers who have never written one.
	Examples []string
	// Template is the order template to answer with, or "" if no orders are due.
	Template string
}

// Report is a report that can be rendered as text or HTML.
type Report struct {
	Game, Title string
	Seat, Name  string
	Turn        int
	Headline    string
	Contact     string   // how to write to the umpire; "" omits it
	Before      []string // paragraphs above the report
	After       []string // paragraphs below it
	Attached    string   // the text's note about the map, which the HTML shows instead
	Due         string   // `Orders for turn 4 are due …`; "" if none are due
	Summary     string
	Story       *story.Story // replaces Summary and Chapters, which then serve as the detailed record
	Examples    []string
	Umpire      []Paragraph // with a story: the umpire's messages
	News        []Paragraph // with a story: letters
	Chapters    []Chapter
	Facts       [][]string // groups of exact lines
	Record      []string   // exact lines, if the ruleset shows them
	Proof       []Proof
	Template    string // the order template with its frame; "" if no orders are due
}

// Chapter is a part of the prose.
type Chapter struct {
	Title      string
	Paragraphs []Paragraph
}

// Paragraph is running text. Item paragraphs are numbered or bulleted; Quote paragraphs show the text of a letter.
type Paragraph struct {
	Item  string // `1.`, or "" for plain text
	Text  string
	Quote bool
}

// Proof is a value by which the reader can verify the turn, or several of one kind, one per line.
type Proof struct{ What, Hex string }
