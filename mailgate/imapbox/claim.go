package imapbox

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"

	"galloper/mailgate"
)

// Two services on one mailbox would take each other's mail. So the first one leaves a mail in it, its claim, and
// others do not read the mailbox until the claim is deleted.

// claimField begins a claim. A delivered mail begins with a field of the delivering server, so a sender cannot forge
// a claim.
const claimField = "X-Galloper-Mailbox: "

// claimSubject explains the mail to people, and is the search key.
const claimSubject = "Galloper reads this mailbox"

const claimText = claimField + "%s\r\nFrom: Galloper <galloper@galloper.invalid>\r\nSubject: " + claimSubject +
	"\r\nDate: %s\r\n\r\nA Galloper service, the one called %[1]s, reads this mailbox. As long as this mail is\r\n" +
	"here, no other one does. Delete it only if that service is gone for good.\r\n"

func isClaim(m mailgate.Incoming) bool { return bytes.HasPrefix(m.Raw, []byte(claimField)) }

// claim claims the mailbox if it is free. It returns an error if another service has claimed it.
func (x *session) claim() error {
	owned, err := x.owned()
	if err != nil || owned || x.source.config.Owner == "" {
		return err
	}
	text := fmt.Sprintf(claimText, x.source.config.Owner, time.Now().Format(time.RFC1123Z))
	err = x.withTimeout("claiming the mailbox", func() error {
		cmd := x.client.Append(x.source.config.Mailbox, int64(len(text)),
			&imap.AppendOptions{Flags: []imap.Flag{imap.FlagSeen}})
		_, err := io.WriteString(cmd, text)
		err = errors.Join(err, cmd.Close())
		_, refused := cmd.Wait()
		return errors.Join(err, refused)
	})
	var no *imap.Error
	if errors.As(err, &no) {
		if !x.unclaimed {
			x.source.config.Log.Warn("mail in: the mailbox does not accept a claim; make sure that no other service "+
				"reads it", "error", err)
		}
		x.unclaimed = true
		return nil
	}
	if err == nil {
		_, err = x.owned() // another service may have been first
	}
	return err
}

// owned reports whether this service has claimed the mailbox. The first claim counts.
func (x *session) owned() (owned bool, err error) {
	c := x.source.config
	if c.Owner == "" {
		return false, nil
	}
	uids, err := x.find(&imap.SearchCriteria{
		Header: []imap.SearchCriteriaHeaderField{{Key: "Subject", Value: claimSubject}},
	})
	if err != nil || len(uids) == 0 {
		return false, err
	}
	uids = uids[:min(len(uids), 100)] // senders may have sent many mails with this subject
	sizes, err := x.sizes(uids)
	if err != nil {
		return false, err
	}
	mails, err := x.bodies(sizes, imap.UIDSetNum(uids...), &imap.FetchItemBodySection{Peek: true,
		Partial: &imap.SectionPartial{Size: int64(len(claimText))}})
	if err != nil {
		return false, err
	}
	slices.SortFunc(mails, func(a, b mailgate.Incoming) int { return int(int64(a.At.UID) - int64(b.At.UID)) })
	i := slices.IndexFunc(mails, isClaim)
	if i < 0 {
		return false, nil
	}
	line, _, _ := strings.Cut(string(mails[i].Raw[len(claimField):]), "\r\n")
	if line == c.Owner {
		return true, nil
	}
	return false, fmt.Errorf("another Galloper service, %s, has been reading %s since %s, and the two would take "+
		"each other's mail: stop one of them. If the other one is gone for good, delete its mail %q from %[2]s",
		line, c.Mailbox, mails[i].Received.UTC().Format(time.DateTime), claimSubject)
}
