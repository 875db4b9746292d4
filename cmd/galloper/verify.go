package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/admin"
	"galloper/events/archive"
)

// verified is what `verify --json` prints.
type verified struct {
	File    string `json:"file,omitempty"`
	OK      bool   `json:"ok"`
	Game    string `json:"game,omitempty"`
	Commits int    `json:"commits"`
	Events  int    `json:"events"`
	Turns   int    `json:"turns"`
	Dice    int    `json:"dice"`
	Head    string `json:"head,omitempty"`
	Result  string `json:"result,omitempty"`
	Fault   string `json:"fault,omitempty"`
	Line    int    `json:"line,omitempty"`

	Mails  int      `json:"mails"`            // that the archive brings
	Sent   int      `json:"mails_sent"`       // of them, whose head is that of the record
	Read   int      `json:"mails_read"`       // of them, that were read again and gave the recorded orders
	Held   bool     `json:"held"`             // the record has the hash that was given
	Doubts []string `json:"doubts,omitempty"` // what is odd, and proves nothing
}

func newVerify(o *options) *cobra.Command {
	asJSON, stream, holds := false, false, ""
	c := &cobra.Command{
		Use:   "verify FILE…",
		Short: "Check archives: chain, seeds, every die, every turn adjudicated again",
		Long: `Checks that nothing was changed, dropped or put in between; that the seeds are those promised
before the first turn; that each die shows what its seed gives; and that adjudicating the orders
again comes to the same outcomes and state; that no line can be read in two ways. If the archive
brings its mails (export --with-mail), also that each that was sent has the head of this record, and
that each that came, read again, gives the orders recorded. Names the first line that fails, and why;
says what it could not check.
With --holds the archive must also have the record that a player's mail names: one who rewrote the
whole history could not know which hashes are out. With --stream the whole store is checked instead:
its files, and whether the vault has the seeds, keys, addresses and mails that the record names.`,
		Example: example("galloper verify quiberon.jsonl", "galloper verify quiberon.jsonl --holds 83a82cb3…",
			"galloper verify --stream"),
		GroupID: "look",
		RunE: func(cmd *cobra.Command, files []string) error {
			switch {
			case stream && len(files) == 0:
				return o.verifyStream(cmd, asJSON)
			case stream || len(files) == 0:
				return usage("write: galloper verify FILE…, or galloper verify --stream",
					"verify needs files, or --stream and none")
			}
			return verifyFiles(cmd, files, strings.ToLower(holds), asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print an object for each file")
	c.Flags().StringVar(&holds, "holds", "", "`HASH` from a player's mail, or its beginning, that the archive must have")
	c.Flags().BoolVar(&stream, "stream", false, "check the whole store")
	return c
}

func verifyFiles(cmd *cobra.Command, files []string, holds string, asJSON bool) error {
	bad := false
	for _, f := range files {
		res, err := verifyFile(cmd, f, holds)
		if err != nil {
			return err
		}
		bad = bad || !res.OK
		if asJSON {
			if err := printJSON(cmd.OutOrStdout(), res); err != nil {
				return err
			}
			continue
		}
		showVerified(cmd, res)
	}
	if bad {
		return quiet(statusNo)
	}
	return nil
}

func verifyFile(cmd *cobra.Command, file, holds string) (verified, error) {
	f, err := os.Open(file)
	if err != nil {
		return verified{}, usage("name the file that galloper export wrote", "the archive cannot be read: %v", err)
	}
	defer f.Close()
	held := holds == ""
	sum, mails, err := admin.VerifyMails(rulesets.All(), func(yield func(archive.Line, error) bool) {
		for line, err := range archive.Read(watched(cmd, f, "verifying")) {
			held = held || line.Commit != nil && strings.HasPrefix(line.Commit.Head.Hash.String(), holds)
			if !yield(line, err) {
				return
			}
		}
	})
	if err == nil && !held {
		err = fmt.Errorf("no line has the hash %s: the archive is not the record that the mail was sent from, or an "+
			"older part of it", holds)
	}
	res := verified{
		File: file, OK: err == nil, Game: sum.Game, Commits: sum.Commits, Events: sum.Events, Turns: sum.Turns,
		Dice: sum.Dice,
		Head: sum.Head.Hash.String(), Result: sum.Over,
		Mails: sum.Mails, Sent: mails.Sent, Read: mails.Read, Held: holds != "" && held, Doubts: sum.Doubts,
	}
	if err != nil {
		res.Fault = err.Error()
		var at *archive.LineError
		if errors.As(err, &at) {
			res.Line = at.Line
		}
	}
	return res, nil
}

func showVerified(cmd *cobra.Command, r verified) {
	if !r.OK {
		printf(cmd, "%s: WRONG: %s\n", r.File, r.Fault)
		return
	}
	printf(cmd, "%s: ok: game %s, %d commits, %d events, %d turns adjudicated again, %d dice rolled again\n", r.File,
		r.Game, r.Commits, r.Events, r.Turns, r.Dice)
	printf(cmd, "  head %s\n", r.Head)
	if r.Result != "" {
		printf(cmd, "  %s\n", r.Result)
	}
	for _, d := range r.Doubts {
		printf(cmd, "  odd: %s\n", d)
	}
	for _, text := range r.limits() {
		printf(cmd, "  %s\n", text)
	}
}

// limits says what was compared with the mails, and what nothing in the file can show.
func (r verified) limits() (texts []string) {
	if r.Mails > 0 {
		texts = append(texts,
			fmt.Sprintf("%s in it: %d that were sent have the head of this record, %d that came were read again and give "+
				"the recorded orders",
				count(r.Mails, "mail"), r.Sent, r.Read))
	} else {
		texts = append(texts,
			"not checked: the record against its mails, which are not in the file (galloper export --with-mail)")
	}
	if r.Held {
		return append(texts, "the record has the hash that you hold; what came after it may be missing")
	}
	return append(texts, "not checked: the end may be missing, or all of it be written anew: compare the head with "+
		"one that you hold (--holds HASH)")
}

// longWork is from what size on a file's reading shows its progress.
const longWork = 4 << 20

// watched shows how far a large file has been read, on the standard error and only if
// that is a terminal.
func watched(cmd *cobra.Command, f *os.File, what string) io.Reader {
	info, err := f.Stat()
	stderr, ok := cmd.ErrOrStderr().(*os.File)
	if err != nil || info.Size() < longWork || !ok || !isTerminal(stderr) {
		return f
	}
	bar := progressbar.NewOptions64(info.Size(), progressbar.OptionSetDescription(what),
		progressbar.OptionSetWriter(stderr),
		progressbar.OptionShowBytes(true), progressbar.OptionClearOnFinish())
	r := progressbar.NewReader(f, bar)
	return &r
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func (o *options) verifyStream(cmd *cobra.Command, asJSON bool) error {
	return o.withStore(cmd.Context(), false, func(s backend) error {
		res, err := s.VerifyStore(cmd.Context())
		if err != nil {
			return err
		}
		if asJSON {
			err = printJSON(cmd.OutOrStdout(), res)
		} else {
			for _, f := range res.Faults {
				printf(cmd, "WRONG: %s\n", f)
			}
			printf(cmd, "%s, %d commits, %d events: %s\n", count(res.Games, "game"), res.Commits, res.Events,
				count(len(res.Faults), "fault"))
		}
		if err == nil && len(res.Faults) > 0 {
			err = quiet(statusNo)
		}
		return err
	})
}

func count(n int, thing string) string {
	switch n {
	case 0:
		return "no " + thing
	case 1:
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
