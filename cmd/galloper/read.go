package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"galloper/mailgate"
)

// mailRead is a parsed mail, as `read --json` prints it.
type mailRead struct {
	File        string           `json:"file"`
	From        string           `json:"from"`
	MessageID   string           `json:"message_id"`
	Auto        string           `json:"auto"` // why it would not be answered
	Game        string           `json:"game"`
	Seat        string           `json:"seat"`
	Turn        int              `json:"turn,omitempty"`
	Subject     string           `json:"subject,omitempty"`
	Games       []string         `json:"games,omitempty"`  // if one mail is for several games
	Signed      string           `json:"signed,omitempty"` // pgp or smime if there is a signature; it isn't checked
	Text        string           `json:"text"`
	Source      string           `json:"source,omitempty"`
	Attachments []mailAttachment `json:"attachments"`
	Problems    []string         `json:"problems"`
	Refused     string           `json:"refused,omitempty"`
	Cuts        []mailCut        `json:"cuts,omitempty"` // the parts left out
	Repairs     []string         `json:"repairs,omitempty"`
}

type mailCut struct {
	First int    `json:"first"` // lines of the part, from 1
	Last  int    `json:"last"`
	Why   string `json:"why"`
}

type mailAttachment struct {
	Name string `json:"name"`
	Type string `json:"type"`
	Size int    `json:"size"`
	Read bool   `json:"read"`
}

func newRead(o *options) *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "read FILE.eml…",
		Short: "Show how a mail is read: its sender, game, seat and orders",
		Long: `Reads raw mails as the gateway does: cuts quotes, signatures and reply headers, and converts HTML and
attachments to text. The exit status is 1 if nothing in a mail could count.`,
		Example: example("galloper read reply.eml", "galloper read *.eml --json"),
		GroupID: "offline",
		Args:    args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, files []string) error {
			conf, err := o.loadConfig()
			if err != nil {
				return err
			}
			opts := mailgate.Options{Delimiter: conf.Mail.Delimiter, Lists: conf.Mail.Lists}
			if conf.Mail.Address != "" {
				opts.Own = []string{conf.Mail.Address}
			}
			return readMails(cmd, files, opts, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print an object for each mail")
	return c
}

func readMails(cmd *cobra.Command, files []string, opts mailgate.Options, asJSON bool) error {
	bad := false
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			return usage("name files with raw mails, as a mail program saves them (.eml)",
				"cannot read the mail: %v", err)
		}
		r := mailJSON(f, mailgate.Read(raw, opts))
		bad = bad || r.Refused != ""
		if asJSON {
			if err := printJSON(cmd.OutOrStdout(), r); err != nil {
				return err
			}
			continue
		}
		showMail(cmd, r)
	}
	if bad {
		return quiet(statusNo)
	}
	return nil
}

func mailJSON(file string, m *mailgate.Mail) mailRead {
	r := mailRead{
		File: file, From: m.From, MessageID: m.MessageID, Auto: m.Auto, Game: m.Game, Seat: m.Seat, Turn: m.Turn,
		Subject: m.Subject,
		Text:    m.Text, Source: m.Source, Attachments: []mailAttachment{}, Problems: append([]string{}, m.Problems...),
		Refused: m.Refuse, Repairs: m.Repairs, Games: m.Games, Signed: m.Signed,
	}
	for _, c := range m.Cuts {
		r.Cuts = append(r.Cuts, mailCut(c))
	}
	for _, a := range m.Attachments {
		r.Attachments = append(r.Attachments, mailAttachment(a))
	}
	return r
}

func showMail(cmd *cobra.Command, r mailRead) {
	printf(cmd, "%s\n", r.File)
	for _, f := range [][2]string{
		{"from", r.From}, {"message id", r.MessageID}, {"subject", r.Subject}, {"game", r.Game}, {"seat", r.Seat},
		{"games", strings.Join(r.Games, ", ")}, {"signed by", r.Signed}, {"not answered", r.Auto},
		{"orders from", r.Source}, {"refused", r.Refused},
	} {
		if f[1] != "" {
			printf(cmd, "  %s: %s\n", f[0], printable(f[1]))
		}
	}
	for _, c := range r.Cuts {
		where := fmt.Sprintf("lines %d to %d", c.First, c.Last)
		if c.First == c.Last {
			where = fmt.Sprintf("line %d", c.First)
		}
		printf(cmd, "  skipped: %s, %s\n", where, c.Why)
	}
	for _, a := range r.Attachments {
		printf(cmd, "  attachment: %s %s, %d bytes\n", printable(a.Type), printable(a.Name), a.Size)
	}
	for _, p := range append(r.Repairs, r.Problems...) {
		printf(cmd, "  note: %s\n", printable(p))
	}
	if r.Text != "" {
		printf(cmd, "  | %s\n", strings.ReplaceAll(printable(r.Text), "\n", "\n  | "))
	}
}
