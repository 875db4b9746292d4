package imapbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"galloper/mailgate"
)

// maxBroken is the number of attempts to fetch a mail alone before it is handed over without its content.
const maxBroken = 3

// step fetches, hands over and files one batch. It returns how many of the uids it processed.
func (x *session) step(ctx context.Context, uids []imap.UID) (int, error) {
	s := x.source
	batch, done, err := x.fetch(uids)
	if err != nil {
		return 0, s.shrink(uids, err)
	}
	s.batch = min(2*s.batch, s.config.Batch)
	if len(batch) == 0 {
		return done, nil // all were expunged, or are the claim
	}
	filings, err := s.handle(ctx, batch)
	if err != nil {
		return 0, &handlerError{err}
	}
	if len(filings) != len(batch) {
		return 0, &handlerError{fmt.Errorf("%d filings for %d mails", len(filings), len(batch))}
	}
	for i, m := range batch {
		s.at.UID = max(s.at.UID, m.At.UID)
		if filings[i] != mailgate.Leave {
			s.pending[imap.UID(m.At.UID)] = filings[i]
		}
	}
	return done, x.filePending()
}

// shrink halves the next batch, until the mail that breaks the server or the client is alone in it.
func (s *Source) shrink(uids []imap.UID, err error) error {
	if len(uids) == 1 {
		s.broken[uids[0]]++
	}
	s.batch = max(1, len(uids)/2)
	return err
}

// fetch gets the mails. done is the number of uids that it covered: fewer than all if the batch would exceed
// batchBytes.
func (x *session) fetch(uids []imap.UID) (batch []mailgate.Incoming, done int, err error) {
	sizes, err := x.sizes(uids)
	if err != nil {
		return nil, 0, err
	}
	var whole, heads imap.UIDSet
	total := int64(0)
	for _, uid := range uids {
		m, there := sizes[uid]
		if !there {
			done++
			continue
		}
		get := min(m.RFC822Size, headBytes)
		if m.RFC822Size <= x.source.config.MaxSize {
			get = m.RFC822Size
		}
		if total += get; total > batchBytes && done > 0 {
			break
		}
		done++
		switch {
		case x.source.broken[uid] >= maxBroken:
			batch = append(batch, x.incoming(m, nil, "the server did not hand it out"))
		case m.RFC822Size <= x.source.config.MaxSize:
			whole.AddNum(uid)
		default:
			heads.AddNum(uid)
		}
	}
	wholes, err := x.bodies(sizes, whole, &imap.FetchItemBodySection{Peek: true})
	if err != nil {
		return nil, 0, err
	}
	parts, err := x.bodies(sizes, heads, &imap.FetchItemBodySection{Peek: true, Partial: &imap.SectionPartial{Offset: 0,
		Size: headBytes}})
	if err != nil {
		return nil, 0, err
	}
	batch = slices.DeleteFunc(append(append(batch, wholes...), parts...), isClaim)
	slices.SortFunc(batch, func(a, b mailgate.Incoming) int { return int(int64(a.At.UID) - int64(b.At.UID)) })
	return batch, done, nil
}

// sizes fetches the sizes, flags and dates. It never asks for ENVELOPE or BODYSTRUCTURE: the client's parser for them
// fails on hostile mail and drops the connection.
func (x *session) sizes(uids []imap.UID) (map[imap.UID]*imapclient.FetchMessageBuffer, error) {
	out := map[imap.UID]*imapclient.FetchMessageBuffer{}
	err := x.withTimeout("asking for sizes", func() error {
		list, err := x.client.Fetch(imap.UIDSetNum(uids...), &imap.FetchOptions{UID: true, Flags: true, InternalDate: true,
			RFC822Size: true}).Collect()
		for _, m := range list {
			out[m.UID] = m
		}
		return err
	})
	return out, err
}

// bodies fetches a section of each mail in the set.
func (x *session) bodies(sizes map[imap.UID]*imapclient.FetchMessageBuffer, set imap.UIDSet,
	section *imap.FetchItemBodySection) ([]mailgate.Incoming, error) {
	if len(set) == 0 {
		return nil, nil
	}
	var batch []mailgate.Incoming
	err := x.withTimeout("fetching", func() error {
		cmd := x.client.Fetch(set, &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{section}})
		for m := cmd.Next(); m != nil; m = cmd.Next() {
			uid, raw, err := readBody(m)
			if err != nil {
				// QUIRK: go-imap beta.8 keeps reading the connection by itself after such an error, so neither
				// Collect nor Close may be called any more.
				x.conn.Close()
				return err
			}
			if known := sizes[uid]; known != nil && raw != nil {
				batch = append(batch, x.incoming(known, raw, ""))
			}
		}
		return cmd.Close()
	})
	return batch, err
}

func readBody(m *imapclient.FetchMessageData) (uid imap.UID, raw []byte, err error) {
	for item := m.Next(); item != nil; item = m.Next() {
		switch item := item.(type) {
		case imapclient.FetchItemDataUID:
			uid = item.UID
		case imapclient.FetchItemDataBodySection:
			if item.Literal == nil {
				continue
			}
			raw = make([]byte, item.Literal.Size())
			// A connection that breaks within a mail looks like the end of the mail.
			if _, err := io.ReadFull(item.Literal, raw); err != nil {
				return uid, nil, err
			}
		}
	}
	return uid, raw, nil
}

func (x *session) incoming(m *imapclient.FetchMessageBuffer, raw []byte, fault string) mailgate.Incoming {
	at := x.source.at
	at.UID = uint32(m.UID)
	return mailgate.Incoming{
		At: at, Received: m.InternalDate, Size: m.RFC822Size, Raw: raw,
		Partial: m.RFC822Size > x.source.config.MaxSize || fault != "", Fault: fault,
	}
}

// refile files mails that were stored before the connection broke and are still in the mailbox, and forgets the
// others.
func (x *session) refile(uids []imap.UID) error {
	s := x.source
	for uid := range s.pending {
		if !slices.Contains(uids, uid) {
			delete(s.pending, uid)
		}
	}
	return x.filePending()
}

// filePending moves or flags the stored mails.
func (x *session) filePending() error {
	s := x.source
	for _, to := range []struct {
		filing mailgate.Filing
		folder string
		flag   imap.Flag
	}{{mailgate.Processed, s.config.Processed, flagProcessed}, {mailgate.Quarantine, s.config.Quarantine,
		flagQuarantine}} {
		var set imap.UIDSet
		for uid, f := range s.pending {
			if f == to.filing {
				set.AddNum(uid)
			}
		}
		if len(set) == 0 {
			continue
		}
		if err := x.file(set, to.folder, to.flag); err != nil {
			return err
		}
		for uid, f := range s.pending {
			if f == to.filing {
				delete(s.pending, uid)
			}
		}
	}
	return nil
}

// file moves mails, or flags them if the server does not allow that. If it allows neither, only the checkpoint keeps
// them from coming again.
func (x *session) file(set imap.UIDSet, folder string, flag imap.Flag) error {
	canMove := x.caps.Has(imap.CapMove) || x.caps.Has(imap.CapIMAP4rev2) || x.caps.Has(imap.CapUIDPlus)
	var no *imap.Error
	if folder != "" && canMove {
		err := x.withTimeout("moving to "+folder, func() error { _, err := x.client.Move(set, folder).Wait(); return err })
		if err == nil || !errors.As(err, &no) {
			return err
		}
		x.source.config.Log.Warn("mail in: could not move; flagging in place", "folder", folder, "error", err)
	}
	err := x.withTimeout("flagging", func() error {
		return x.client.Store(set, &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{flag}},
			nil).Close()
	})
	if errors.As(err, &no) {
		x.source.config.Log.Warn("mail in: could not flag; leaving the mails in place", "error", err)
		return nil
	}
	return err
}
