package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/verify"
	"galloper/events"
)

// held is a hash that a player holds, with its position in the record.
type held struct {
	From  string        `json:"from"` // the file, or `argument`
	Hash  string        `json:"hash"`
	Found *admin.HeadAt `json:"found,omitempty"` // absent: not in the record
}

// heads is the output of `head --json`.
type heads struct {
	Game   string       `json:"game"`
	OK     bool         `json:"ok"`
	Head   admin.HeadAt `json:"head"`
	Fault  string       `json:"fault,omitempty"` // why the record is unreadable after Head
	Held   []held       `json:"held"`
	Proved uint64       `json:"proved"` // a player's hash proves the record up to this event
}

func newHead(o *options) *cobra.Command {
	asJSON, check := false, false
	c := &cobra.Command{
		Use:   "head GAME|FILE [HASH|MAIL…] | head --check MAIL…",
		Short: "Compare the record with the hashes that players hold",
		Long: `Every mail of a game ends with the head of its record, a hash of everything that happened until then. This
command checks that the game's record, in the store or in the archive FILE, contains the hashes that players
send in: the hash itself (at least 8 digits), a saved mail, any text with such a line, or - for the standard
input. A missing hash means that after that mail was sent the record lost its end or was rewritten; the exit
status is then 1. Without a hash the command prints the head.

With --check it takes mails of any games and players, and archives, in any order; the mails themselves name
their game and turn. It compares each mail with the archive of its game, or with the store if there is no
archive, and names the first turn at which they differ.`,
		Example: example("galloper head quiberon", "galloper head quiberon 83a82cb3…",
			"galloper head quiberon anna.eml ben.eml", "galloper head --check *.eml quiberon.jsonl",
			"galloper head quiberon.jsonl - < mail.txt"),
		GroupID: "look",
		Args:    args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, a []string) error {
			if check {
				return o.checkMails(cmd, a, asJSON)
			}
			given, err := heldHashes(cmd.InOrStdin(), a[1:])
			if err != nil {
				return err
			}
			record, err := o.recordOf(cmd.Context(), a[0])
			if err != nil {
				return err
			}
			return showHeads(cmd, compareHeads(record, given), asJSON)
		},
	}
	c.Flags().BoolVar(&check, "check", false, "compare the mails of several players with each other's record")
	c.Flags().BoolVar(&asJSON, "json", false, "print an object")
	return c
}

var (
	hashWord  = regexp.MustCompile(`^[0-9a-f]{8,64}$`)
	headInOne = regexp.MustCompile(`(?i)head of the record:[\s>|]*([0-9a-f]{16}(?:[0-9a-f]{48})?)\b`)
)

// heldHashes reads players' hashes from arguments, mails and texts.
func heldHashes(stdin io.Reader, names []string) (list []held, err error) {
	for _, name := range names {
		word := strings.ToLower(strings.TrimRight(name, ".…"))
		if _, err := os.Stat(name); err != nil && hashWord.MatchString(word) {
			list = append(list, held{From: "argument", Hash: word})
			continue
		}
		text, err := readText(stdin, name)
		if err != nil {
			return nil, err
		}
		found := headInOne.FindAllSubmatch(text, -1)
		if len(found) == 0 {
			return nil, usage("give the mail as received, saved as .eml, or a hash from its proof.txt",
				"%s contains no head of a record", name)
		}
		for i, m := range found {
			if i+1 < len(found) && bytes.HasPrefix(found[i+1][1], m[1]) {
				continue // a mail's text cuts the hash; its proof.txt has all of it
			}
			list = append(list, held{From: name, Hash: strings.ToLower(string(m[1]))})
		}
	}
	return list, nil
}

// readText returns the readable text of a file: for a mail, its decoded plain text.
func readText(stdin io.Reader, name string) ([]byte, error) {
	var raw []byte
	var err error
	if name == "-" {
		raw, err = io.ReadAll(stdin)
	} else {
		raw, err = os.ReadFile(name)
	}
	if err != nil {
		return nil, usage("give a hash of at least 8 hex digits, a file with a mail, or -",
			"%q is not a hash, and cannot be read as a file: %v", name, err)
	}
	if text, _, _ := verify.Outgoing(raw); headInOne.MatchString(text) { // ignores decoding errors after the head
		return []byte(text), nil
	}
	return raw, nil // a text, not a mail
}

// recordOf returns the heads of a game in the store or in an archive.
func (o *options) recordOf(ctx context.Context, name string) (r admin.Record, err error) {
	if !isFile(name) {
		err := o.withStore(ctx, false, func(s backend) error {
			r, err = s.Record(ctx, name)
			return err
		})
		return r, err
	}
	commits, err := o.commitsOf(ctx, name)
	var at events.Head
	for i, c := range commits {
		if broken := c.Follows(at); broken != nil {
			r.Fault = fmt.Sprintf("line %d: %v", i+1, broken)
			break
		}
		r.Game, at = c.Game, c.Head
		if err := r.Add(&c, uint64(i)+1); err != nil {
			return r, err
		}
	}
	return r, err
}

// compareHeads looks up each hash in the chain.
func compareHeads(r admin.Record, given []held) heads {
	h := heads{Game: r.Game, OK: r.Fault == "", Fault: r.Fault, Held: append([]held{}, given...)}
	if len(r.Heads) > 0 {
		h.Head = r.Heads[len(r.Heads)-1]
	}
	for i := range h.Held {
		at := slices.IndexFunc(r.Heads, func(is admin.HeadAt) bool { return strings.HasPrefix(is.Hash, h.Held[i].Hash) })
		if at < 0 {
			h.OK = false
			continue
		}
		h.Held[i].Found = &r.Heads[at]
		h.Proved = max(h.Proved, r.Heads[at].Event)
	}
	return h
}

func showHeads(cmd *cobra.Command, h heads, asJSON bool) error {
	var err error
	if asJSON {
		err = printJSON(cmd.OutOrStdout(), h)
	} else {
		printf(cmd, "%s is at event %d, recorded %s\n  head %s\n", h.Game, h.Head.Event,
			h.Head.At.Format(time.DateTime+" MST"), h.Head.Hash)
		if h.Fault != "" {
			printf(cmd, "WRONG: the record is unreadable after that: %s\n", h.Fault)
		}
		lost := false
		for _, g := range h.Held {
			printf(cmd, "%s\n", g.text())
			lost = lost || g.Found == nil
		}
		if lost {
			printf(cmd, "%s", h.verdict())
		}
	}
	if err == nil && !h.OK {
		err = quiet(statusNo)
	}
	return err
}

func (g held) text() string {
	if g.Found == nil {
		return fmt.Sprintf("WRONG: %s: %s is not in the record", g.From, g.Hash)
	}
	return fmt.Sprintf("ok: %s: the record has %s after event %d, position %d, of %s",
		g.From, g.Found.Hash, g.Found.Event, g.Found.Position, g.Found.At.Format(time.DateTime+" MST"))
}

// verdict explains missing hashes and the next step.
func (h heads) verdict() string {
	since := "No hash that a player holds proves any part of it."
	if h.Proved > 0 {
		since = fmt.Sprintf("A hash that a player holds proves it up to event %d.", h.Proved)
	}
	return fmt.Sprintf(`A mail was sent from a record with that hash, and this record no longer has it: it lost its end, or was
rewritten from some point on (a fork). %s
Put the game on hold (galloper rule %s HOLD TURN n BECAUSE …), find an archive that has the hash
(galloper head ARCHIVE HASH), and repair the store from it (galloper repair --from ARCHIVE).
`, since, h.Game)
}
