package demo

import (
	"bytes"
	"io"
	"strings"

	"github.com/emersion/go-message"
)

// textOf returns the text part of a mail, as a mail program shows it.
func textOf(raw []byte) (text string, err error) {
	e, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		return "", err
	}
	err = e.Walk(func(_ []int, part *message.Entity, err error) error {
		if media, _, _ := part.Header.ContentType(); err != nil || media != "text/plain" || text != "" {
			return err
		}
		body, err := io.ReadAll(part.Body)
		text = strings.ReplaceAll(string(body), "\r\n", "\n")
		return err
	})
	return text, err
}
