package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	rfc822 "github.com/emersion/go-message"
	"github.com/spf13/cobra"

	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/game"
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

// kept is a mail that a player kept, with the position of its head in the record.
type kept struct {
	From  string        `json:"from"`            // the file
	Turn  int           `json:"turn"`            // from the subject
	Hash  string        `json:"hash,omitempty"`  // absent: the mail has none, like the opening mail
	Found *admin.HeadAt `json:"found,omitempty"` // absent: not in the record

	game, subject string // game: "" if the subject names none
}

// comparison is the result of `head --check` for one game.
type comparison struct {
	Game   string `json:"game"`
	OK     bool   `json:"ok"`
	Fault  string `json:"fault,omitempty"` // why the record is unreadable after its last head
	Mails  []kept `json:"mails"`           // by turn
	Proved int    `json:"proved"`          // the last turn with a mail whose head is in the record
	Parts  int    `json:"parts,omitempty"` // the first turn with a mail whose head isn't; 0: no such turn
}

func (o *options) checkMails(cmd *cobra.Command, files []string, asJSON bool) error {
	records, mails, err := o.sorted(cmd, files)
	if err != nil {
		return err
	}
	all := []comparison{}
	for _, name := range slices.Sorted(maps.Keys(mails)) {
		r, given := records[name]
		if !given {
			if r, err = o.recordOf(cmd.Context(), name); err != nil {
				return err
			}
		}
		all = append(all, compareMails(r, mails[name]))
	}
	if asJSON {
		err = printJSON(cmd.OutOrStdout(), all)
	} else {
		for _, c := range all {
			printf(cmd, "%s", c.text())
		}
	}
	if err == nil && slices.ContainsFunc(all, func(c comparison) bool { return !c.OK }) {
		err = quiet(statusNo)
	}
	return err
}

// sorted separates archives from mails, and groups the mails by game.
func (o *options) sorted(cmd *cobra.Command, files []string) (map[string]admin.Record, map[string][]kept, error) {
	records, mails := map[string]admin.Record{}, map[string][]kept{}
	for _, file := range files {
		if b, err := os.ReadFile(file); err == nil && bytes.HasPrefix(b, []byte(`{"prev":`)) {
			r, err := o.recordOf(cmd.Context(), file)
			if err != nil {
				return nil, nil, err
			}
			records[r.Game] = r
			continue
		}
		k, err := keptIn(file)
		if err != nil {
			return nil, nil, err
		}
		if k.game == "" || k.game == game.Lobby {
			fmt.Fprintf(cmd.ErrOrStderr(), "skipped: %s: its subject, %q, names no game; mails of the lobby have no "+
				"head\n", file,
				k.subject)
			continue
		}
		mails[k.game] = append(mails[k.game], k)
	}
	if len(mails) == 0 {
		return nil, nil, usage("name the mails that players kept, as .eml files", "there is no mail to check")
	}
	return records, mails, nil
}

// aboutGame matches the start of a game mail's subject, after prefixes such as "Re:".
var aboutGame = regexp.MustCompile(`\[([a-z0-9][a-z0-9-]*)\](?: turn (\d+))?`)

// keptIn reads a mail that a player kept. The last head in it is its own; earlier ones are quoted.
func keptIn(file string) (kept, error) {
	const hint = "give each mail as received, saved as .eml"
	text, err := readText(nil, file)
	if err != nil {
		return kept{}, err
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		return kept{}, usage(hint, "%v", err)
	}
	subject := ""
	if m, err := rfc822.Read(bytes.NewReader(raw)); err == nil || rfc822.IsUnknownCharset(err) {
		if subject, err = m.Header.Text("Subject"); err != nil {
			subject = m.Header.Get("Subject")
		}
	}
	k := kept{From: file, subject: subject}
	if m := aboutGame.FindStringSubmatch(subject); m != nil {
		k.game = m[1]
		k.Turn, _ = strconv.Atoi(m[2]) // 0, without a turn: before turn 1
	}
	if heads := headInOne.FindAllSubmatch(text, -1); len(heads) > 0 {
		k.Hash = strings.ToLower(string(heads[len(heads)-1][1]))
	}
	return k, nil
}

// compareMails looks up the head of each mail in the record.
func compareMails(r admin.Record, mails []kept) comparison {
	c := comparison{Game: r.Game, Fault: r.Fault, Mails: mails}
	slices.SortStableFunc(c.Mails, func(a, b kept) int { return cmp.Compare(a.Turn, b.Turn) })
	for i := range c.Mails {
		k := &c.Mails[i]
		if k.Hash == "" {
			continue
		}
		at := slices.IndexFunc(r.Heads, func(is admin.HeadAt) bool { return strings.HasPrefix(is.Hash, k.Hash) })
		switch {
		case at >= 0:
			k.Found = &r.Heads[at]
			c.Proved = max(c.Proved, k.Turn)
		case c.Parts == 0:
			c.Parts = max(k.Turn, 1)
		}
	}
	c.OK = c.Parts == 0 && c.Fault == ""
	return c
}

func (k kept) text(game string) string {
	switch {
	case k.Hash == "":
		return fmt.Sprintf("skipped: %s, turn %d: mails of the opening have no head", k.From, k.Turn)
	case k.Found == nil:
		return fmt.Sprintf("WRONG: %s, turn %d: %s is not in the record of %s", k.From, k.Turn, k.Hash, game)
	}
	return fmt.Sprintf("ok: %s, turn %d: in the record after event %d", k.From, k.Turn, k.Found.Event)
}

func (c comparison) text() string {
	var b bytes.Buffer
	for _, k := range c.Mails {
		fmt.Fprintf(&b, "%s\n", k.text(c.Game))
	}
	if c.Fault != "" {
		fmt.Fprintf(&b, "WRONG: %s: the record cannot be read to its end: %s\n", c.Game, c.Fault)
	}
	switch {
	case c.Parts == 0:
		fmt.Fprintf(&b, "%s: all mails belong to this record; it is proved up to turn %d\n", c.Game, c.Proved)
	case c.Proved >= c.Parts:
		fmt.Fprintf(&b, "%s: the mails differ at turn %d: some are from this record and some from another, so the "+
			"players were shown two\n", c.Game, c.Parts)
	default:
		fmt.Fprintf(&b, "%s: the mails differ from the record at turn %d: it lost its end, or was rewritten from "+
			"there\n",
			c.Game, c.Parts)
	}
	return b.String()
}
