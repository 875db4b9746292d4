package main

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	rfc822 "github.com/emersion/go-message"
	"github.com/spf13/cobra"

	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/game"
)

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

// checkMails compares mails with the records of their games.
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
