package umpire

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"galloper/adjudicator"
	"galloper/events"
)

// Act is one act of an umpire, as written in a mail or on the command line: `EXTEND 48h TURN 4 BECAUSE the post was
// late`.
type Act struct {
	Word    string        // `EXTEND`
	Turn    int           // turn named, 0 if there is none
	Replied bool          // the turn is not named: it is that of the mail that this one answers
	Span    time.Duration // EXTEND
	Names   []string      // LETTER, REVEAL: seats; ANSWER: the question's id
	Text    string        // text after the colon: ANNOUNCE, LETTER, ANSWER, RULE, AMEND, REVEAL
	Because string        // the reason
	Line    int           // line number in the text, from 1
	Source  string        // as written, on one line

	Seat    string           // AMEND, SUBSTITUTE, ADDRESS
	Number  int              // AMEND: the order; CONFIRM: the proposal; COURIER, SPECTATORS: turns; APPROVE: the draft
	Of      string           // RULE, WHY: outcome; REROLL: die; COURIER: dispatch; REVEAL: subject; CONFIRM: code
	Fate    string           // COURIER: `lost`, `captured`, `delayed`; SPECTATORS: `delay`, `all`, `none`
	As      string           // LETTER: the name that signs it; COURIER: the captor's seat
	Address string           // SUBSTITUTE, ADDRESS: as written, or `id:` and its id in the vault
	Take    bool             // ADDRESS: remove it
	Sets    []events.Setting // RULE
}

// Fault describes a fault in a line of an umpire's mail, and how to write it.
type Fault struct {
	Line int
	Text string // the line as written
	What string
	Want string

	Turnless bool // Want is the line as written, with the turn that it lacks as TURN 4
}

// String returns the line, the fault and how to write it.
func (f Fault) String() string {
	return fmt.Sprintf("line %d: %s: %s; write: %s", f.Line, f.Text, f.What, f.Want)
}

// Form is the syntax of an act.
type Form struct {
	Word    string
	Grammar string
	Acting  bool    // acts on a turn, and must name it
	span    bool    // a time span follows the word
	names   string  // keyword before the names: `TO`; "-": names without a keyword; "": no names
	text    bool    // a colon and a text follow the act
	bare    bool    // or the act stands alone
	reason  bool    // BECAUSE is mandatory
	Tells   bool    // only informs the umpire
	Alone   bool    // must be the only act of its mail
	Final   bool    // cannot be undone, so it must be confirmed
	Told    Readers // readers of its reason or text besides umpires
	read    func(*reader, *Act)
}

// Readers is the group of players that read the reason or text of an act.
type Readers string

// The groups: no player, the players concerned, all players.
const (
	None  Readers = ""
	Named Readers = "named"
	All   Readers = "all"
)

// Mark returns a warning on the readers of an act, or "" if it has no readers.
func (f Form) Mark() string {
	what := "its reason"
	if f.text && !f.bare {
		what = "what it says"
	}
	switch f.Told {
	case All:
		return "Every player, of both sides, reads " + what + "."
	case Named:
		return "The players concerned read " + what + "."
	}
	return ""
}

// Forms returns the table of the umpire's acts.
func Forms() []Form {
	return []Form{
		{Word: "APPROVE", Grammar: "APPROVE TURN 4 [DRAFT 2]", Acting: true, read: readApproval},
		{Word: "CLOSE", Told: All, Grammar: "CLOSE TURN 4 [BECAUSE …]", Acting: true},
		{Word: "EXTEND", Told: All, Grammar: "EXTEND 48h TURN 4 BECAUSE …", Acting: true, span: true, reason: true},
		{Word: "HOLD", Told: All, Grammar: "HOLD TURN 4 BECAUSE …", Acting: true, reason: true},
		{Word: "RESUME", Told: All, Grammar: "RESUME TURN 4 [BECAUSE …]", Acting: true},
		{Word: "ANSWER", Told: Named, Grammar: "ANSWER 2 TURN 4 [BECAUSE …]: option",
			Acting: true, names: "-", text: true},
		{Word: "ANNOUNCE", Told: All, Grammar: "ANNOUNCE: text", text: true},
		{Word: "LETTER", Told: Named, Grammar: "LETTER TO french.north, dutch.south [FROM name]: text",
			names: "TO", text: true, read: readLetter},
		{Word: "RULE", Told: All, Grammar: "RULE t4.17: text [SET path = value …], or RULE TURN 4: text … for the turn's end",
			Acting: true, text: true, read: readRuling},
		{Word: "REROLL", Grammar: "REROLL die-name TURN 4 BECAUSE …",
			Acting: true, reason: true, read: readReroll},
		{Word: "AMEND", Told: Named, Grammar: "AMEND french.north 3 TURN 4 BECAUSE …: order (or NOTHING)",
			Acting: true, text: true, reason: true, read: readAmendment},
		{Word: "COURIER", Grammar: "COURIER french.north.t3.1 LOST|CAPTURED BY seat|DELAYED n TURN 4 BECAUSE …",
			Acting: true, reason: true, read: readCourier},
		{Word: "REVEAL", Told: Named, Grammar: "REVEAL subject TO french.north TURN 4 BECAUSE …[: text]" +
			", or REVEAL ALL TURN 4 BECAUSE … for an umpire who plays",
			Acting: true, text: true, bare: true, reason: true, read: readReveal},
		{Word: "SPECTATORS", Told: All, Grammar: "SPECTATORS DELAY 3 [BECAUSE …], SPECTATORS ALL once the game is over, or " +
			"SPECTATORS NONE", read: readSpectators},
		{Word: "DISCLOSE", Told: All, Grammar: "DISCLOSE BECAUSE the campaign is over", reason: true},
		{Word: "ADDRESS", Told: Named, Grammar: "ADDRESS french.north +anna@example.org BECAUSE … (or -anna@example.org)",
			reason: true, read: readAddress},
		{Word: "RENEW", Told: Named, Grammar: "RENEW french.north BECAUSE …",
			reason: true, read: func(r *reader, a *Act) { a.Seat = r.readName("the seat") }},
		{Word: "SUBSTITUTE", Told: Named, Grammar: "SUBSTITUTE french.north BY anna@example.org BECAUSE …",
			reason: true, Alone: true, Final: true, read: readSubstitute},
		{Word: "REVERT", Told: All, Grammar: "REVERT TO TURN 3 BECAUSE …",
			reason: true, Alone: true, Final: true, read: readRevert},
		{Word: "CHECK", Grammar: "CHECK, above other acts: nothing is done, and the answer says what would be", Tells: true},
		{Word: "CONFIRM", Grammar: "CONFIRM 1 code", Alone: true, read: readConfirm},
		{Word: "STATUS", Grammar: "STATUS", Tells: true},
		{Word: "HISTORY", Grammar: "HISTORY [TURN 3]", Tells: true, read: readHistory},
		{Word: "WHY", Grammar: "WHY t4.17, or WHY [TURN 4] for the ids of that turn", Tells: true, read: readWhy},
		{Word: "HELP", Grammar: "HELP [act]", Tells: true, read: func(r *reader, a *Act) { a.Of = r.word() }},
	}
}

// FormOf returns the form of the act that begins the line, or nil.
func FormOf(line string) *Form {
	word, _, _ := strings.Cut(line, " ")
	word = strings.TrimRight(strings.ToUpper(word), ":.,!")
	forms := Forms()
	i := slices.IndexFunc(forms, func(f Form) bool { return f.Word == word })
	if i < 0 {
		return nil
	}
	return &forms[i]
}

// Words lists the first words of all acts.
func Words() string {
	var words []string
	for _, f := range Forms() {
		words = append(words, f.Word)
	}
	return strings.Join(words, ", ")
}

// Help lists the syntax of all acts.
func Help() string {
	var b strings.Builder
	for _, f := range Forms() {
		b.WriteString("  " + f.Grammar + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// Input adds the acts of the umpire's mail in a test case to a turn's input: RULE, REROLL and COURIER. They need not
// name the turn or a reason.
func Input(_ adjudicator.Position, mail string, in *events.TurnInput) error {
	acts, faults := read(mail, known{turn: in.Turn, brief: true})
	if len(faults) > 0 {
		return errors.New(faults[0].String())
	}
	for _, a := range acts {
		switch {
		case a.Turn != in.Turn:
			return fmt.Errorf(
				"line %d: %s: it names turn %d; write: TURN %d, or none",
				a.Line,
				a.Source,
				a.Turn,
				in.Turn,
			)
		case a.Word == "RULE":
			in.Rulings = append(in.Rulings, events.Ruling{Outcome: a.Of, Text: a.Text, Sets: a.Sets})
		case a.Word == "REROLL":
			in.Rerolls = append(
				in.Rerolls,
				events.Reroll{Die: a.Of, Salt: strconv.Itoa(timesRerolled(in.Rerolls, a.Of) + 1)},
			)
		case a.Word == "COURIER":
			in.Couriers = append(
				in.Couriers,
				events.CourierRuling{Dispatch: a.Of, Fate: a.Fate, By: a.As, Turns: a.Number},
			)
		default:
			return fmt.Errorf(
				"line %d: %s: %s is no input of a turn that a case can give; write: RULE, REROLL or COURIER",
				a.Line,
				a.Source,
				a.Word,
			)
		}
	}
	return nil
}

func timesRerolled(rerolls []events.Reroll, die string) (times int) {
	for _, r := range rerolls {
		if r.Die == die {
			times++
		}
	}
	return times
}
