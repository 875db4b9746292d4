package archive

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"galloper/events"
)

// Extra is a line beside the chain, one of
//
//	{"mail":"<hex SHA-256>","raw":"<base64>"}
//	{"address":"<id>","is":"anne@example.org"}
//	{"secret":"<key>","value":"<base64>"}
type Extra struct {
	Mail    events.Hash `json:"mail,omitzero"`
	Raw     []byte      `json:"raw,omitempty"`
	Address string      `json:"address,omitempty"` // id used by the commits
	Is      string      `json:"is,omitempty"`      // the mail address
	Secret  string      `json:"secret,omitempty"`  // key in the vault
	Value   []byte      `json:"value,omitempty"`
}

func parseExtra(text []byte) (*Extra, error) {
	x := new(Extra)
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(x); err != nil {
		return nil, fmt.Errorf(`it is not a commit ({"prev":…), a mail, an address or a secret: %w`, err)
	}
	if d.InputOffset() != int64(len(text)) {
		return nil, errors.New("there is text after the object")
	}
	if again, err := x.line(); err != nil || !bytes.Equal(again, text) {
		return nil, errors.New("it is ambiguous: a key is repeated, spelt differently, or out of order")
	}
	return x, x.check()
}

// line returns the encoded line without its end.
func (x *Extra) line() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(x)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

func (x *Extra) check() error {
	kinds := 0
	for _, is := range []bool{!x.Mail.IsZero(), x.Address != "", x.Secret != ""} {
		if is {
			kinds++
		}
	}
	if kinds != 1 {
		return errors.New("expected one of mail, address and secret")
	}
	if sha := events.Sum(x.Raw); !x.Mail.IsZero() && sha != x.Mail {
		return fmt.Errorf("the mail has the hash %s instead of the stated %s: it was changed", sha, x.Mail)
	}
	return nil
}

// WriteExtras writes the extras and returns their number.
func WriteExtras(w io.Writer, extras iter.Seq2[Extra, error]) (int, error) {
	n := 0
	for x, err := range extras {
		if err == nil {
			err = x.check()
		}
		if err != nil {
			return n, err
		}
		line, err := x.line()
		if err != nil {
			return n, err
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// Source provides mails and addresses. ok is false if they were erased.
type Source struct {
	Mail    func(sha events.Hash) (raw []byte, ok bool, err error)
	Address func(id string) (address string, ok bool, err error)
}

// Extras yields the mails and addresses that the commits name, each once, in the order of the first mention. Erased
// ones are left out.
func (s Source) Extras(commits iter.Seq2[events.Commit, error]) iter.Seq2[Extra, error] {
	return func(yield func(Extra, error) bool) {
		seen := map[string]bool{}
		for c, err := range commits {
			if err != nil {
				yield(Extra{}, err)
				return
			}
			for i := range c.Events {
				if !s.event(c.Events[i], seen, yield) {
					return
				}
			}
		}
	}
}

func (s Source) event(e events.Event, seen map[string]bool, yield func(Extra, error) bool) bool {
	mail, address, err := Named(e)
	if err != nil {
		yield(Extra{}, err)
		return false
	}
	if key := mail.String(); !mail.IsZero() && !seen[key] {
		seen[key] = true
		raw, ok, err := s.Mail(mail)
		if (ok || err != nil) && !yield(Extra{Mail: mail, Raw: raw}, err) || err != nil {
			return false
		}
	}
	if address != "" && !seen[address] {
		seen[address] = true
		is, ok, err := s.Address(address)
		if (ok || err != nil) && !yield(Extra{Address: address, Is: is}, err) || err != nil {
			return false
		}
	}
	return true
}

// Named returns the mail and the address that the event names, or zero values.
func Named(e events.Event) (mail events.Hash, address string, err error) {
	switch e.Type {
	case "mail.received", "mail.quarantined", "mail.queued", "seat.assigned":
	default:
		return mail, "", nil
	}
	data, err := events.Decode(e)
	switch d := data.(type) {
	case events.MailReceived:
		mail = d.SHA256
	case events.MailQuarantined:
		mail = d.SHA256
	case events.MailQueued:
		mail, address = d.SHA256, d.Address
	case events.SeatAssigned:
		address = d.Address
	}
	return mail, address, err
}
