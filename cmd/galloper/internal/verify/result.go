package verify

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/events/archive"
)

// Result is the result of checking one file, as printed by `verify --json`.
type Result struct {
	File    string `json:"file,omitempty"`
	OK      bool   `json:"ok"`
	Game    string `json:"game,omitempty"`
	Commits int    `json:"commits"`
	Events  int    `json:"events"`
	Turns   int    `json:"turns"`
	Dice    int    `json:"dice"`
	Head    string `json:"head,omitempty"`
	Over    string `json:"result,omitempty"`
	Fault   string `json:"fault,omitempty"`
	Line    int    `json:"line,omitempty"`

	Mails  int      `json:"mails"`                       // in the archive
	Sent   int      `json:"mails_sent"`                  // of these, sent mails that quote the right head of the record
	Read   int      `json:"mails_read"`                  // of these, received mails that gave the recorded orders again
	Lacks  []string `json:"mails_missing,omitempty"`     // named by commits but absent, if the archive has any mails
	Held   bool     `json:"held"`                        // the record has the given hash
	Doubts []string `json:"doubts,omitempty"`            // oddities that prove nothing
	Alone  []string `json:"rolls_not_checked,omitempty"` // games whose rolls it was made from, without their archives

	game  *game.Game
	heads map[events.Hash]bool
}

// leastHeld is the least length of the hash given. A shorter one would match some line of many records by
// chance.
const leastHeld = 8

// File checks the archive that r reads; messages call it name. If holds is not empty, the hash of some commit
// must begin with it. If each is not nil, it is called after each line.
func File(rules []*adjudicator.Ruleset, name string, r io.Reader, holds string, each func(archive.Line)) Result {
	holds = strings.ToLower(holds)
	held, heads := holds == "", map[events.Hash]bool{}
	sum, mails, err := Archive(rules, func(yield func(archive.Line, error) bool) {
		for line, err := range archive.Read(r) {
			if line.Commit != nil {
				heads[line.Commit.Head.Hash] = true
			}
			held = held || line.Commit != nil && strings.HasPrefix(line.Commit.Head.Hash.String(), holds)
			if !yield(line, err) {
				return
			}
			if each != nil {
				each(line)
			}
		}
	})
	if short := holds != "" && len(holds) < leastHeld; err == nil && short {
		err = fmt.Errorf("the hash %s is too short to prove anything: give %d letters and digits of it, or all", holds,
			leastHeld)
	} else if err == nil && !held {
		err = fmt.Errorf("no line has the hash %s: the archive is not the record that the mail was sent from, or an "+
			"older part of it", holds)
	}
	res := Result{File: name, OK: err == nil, Game: sum.Game, Commits: sum.Commits, Events: sum.Events,
		Turns: sum.Turns, Dice: sum.Dice, Head: sum.Head.Hash.String(), Over: sum.Over, Mails: sum.Mails,
		Sent: mails.Sent, Read: mails.Read, Lacks: sum.Missing, Held: holds != "" && held, Doubts: sum.Doubts,
		game: mails.game, heads: heads}
	if err != nil {
		res.Fault = err.Error()
		var at *archive.LineError
		if errors.As(err, &at) {
			res.Line = at.Line
		}
	}
	return res
}

// Text returns the result as lines of text, all but the first indented.
func (r Result) Text() string {
	if !r.OK {
		return fmt.Sprintf("%s: WRONG: %s\n", r.File, r.Fault)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: ok: game %s, %d commits, %d events, %d turns adjudicated again, %d dice rolled again\n", r.File,
		r.Game, r.Commits, r.Events, r.Turns, r.Dice)
	fmt.Fprintf(&b, "  head %s\n", r.Head)
	if r.Over != "" {
		fmt.Fprintf(&b, "  %s\n", r.Over)
	}
	for _, d := range r.Doubts {
		fmt.Fprintf(&b, "  odd: %s\n", d)
	}
	for _, g := range r.Alone {
		fmt.Fprintf(&b, "  not checked: its roll of %s: give that archive too\n", g)
	}
	fmt.Fprintf(&b, "  %s\n", r.againstMails())
	if n := len(r.Lacks); n > 0 {
		fmt.Fprintf(&b, "  not checked: %s that the record names and the file has not: erased, or left out\n",
			prose.Plural(n, "mail"))
		for _, m := range r.Lacks[:min(n, mostLacks)] {
			fmt.Fprintf(&b, "    %s\n", m)
		}
		if n > mostLacks {
			fmt.Fprintf(&b, "    and %d more (--json names all)\n", n-mostLacks)
		}
	}
	fmt.Fprintf(&b, "  %s\n", r.limits())
	return b.String()
}

const mostLacks = 20

func (r Result) againstMails() string {
	if r.Mails == 0 {
		return "not checked: the record against its mails, which are not in the file (galloper export --with-mail)"
	}
	return fmt.Sprintf("%s in it: %d that were sent have the head of this record, %d that came were read again and give "+
		"the recorded orders", prose.Plural(r.Mails, "mail"), r.Sent, r.Read)
}

// limits names the gaps that no check of the file alone can close.
func (r Result) limits() string {
	if r.Held {
		return "the record has the hash that you hold; events after it may be missing"
	}
	return "not checked: the end may be missing, or all of it be written anew: compare the head with one that you hold " +
		"(--holds HASH)"
}
