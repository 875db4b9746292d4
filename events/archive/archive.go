// Package archive writes, reads and checks the export file of a game: one line of JSON per commit, with exactly the
// bytes of the stored commit.
//
//	_, err := archive.Write(file, log.Game(ctx, "quiberon", events.Head{}))
//	sum, err := archive.Check{Die: dice.Check, Each: again}.Run(archive.Read(file))
//	head, err := archive.Import(ctx, archive.Read(file), log, nil)
//
// Each line contains the hash of the previous one, so that no line can be changed, removed or inserted. Removing lines
// at the end would still be possible, so every mail to a player contains the hash of the last line.
//
// After the commits an archive may contain lines of another shape (Extra), with mails, addresses and secrets. They are
// not part of the chain and not checked with it.
//
// The package knows neither dice nor rules: functions of the caller check these. docs/events.md describes the format
// for authors of independent checkers.
package archive

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"galloper/events"
)

// maxLine bounds a line, in bytes. It is far above the size of any commit.
const maxLine = 64 << 20

// Line is one line of an archive: a commit, or an extra beside the chain.
type Line struct {
	Number int // from 1
	Commit *events.Commit
	Extra  *Extra
}

// LineError is an error in one line of the archive.
type LineError struct {
	Line int
	Err  error
}

// Error implements error.
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the reason.
func (e *LineError) Unwrap() error { return e.Err }

// Write writes the commits, one per line, and returns their number.
func Write(w io.Writer, commits iter.Seq2[events.Commit, error]) (int, error) {
	b := bufio.NewWriterSize(w, 1<<16)
	n := 0
	for c, err := range commits {
		if err != nil {
			return n, errors.Join(err, b.Flush()) // the commits before the error are good
		}
		if c.Line() == "" {
			return n, fmt.Errorf("archive: commit %s of game %s was never stored", c.ID, c.Game)
		}
		b.WriteString(c.Line())
		if err := b.WriteByte('\n'); err != nil {
			return n, err
		}
		n++
	}
	return n, b.Flush()
}

// Read yields the lines of an archive in order. A malformed line yields a *LineError and ends the sequence.
func Read(r io.Reader) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		b := bufio.NewReaderSize(r, 1<<16)
		for number := 1; ; number++ {
			text, err := readLine(b)
			if len(text) == 0 && err == io.EOF {
				return
			}
			line := Line{Number: number}
			if err == nil || err == io.EOF {
				err = line.parse(text)
			}
			if err != nil {
				yield(Line{}, &LineError{number, err})
				return
			}
			if !yield(line, nil) {
				return
			}
		}
	}
}

var errTooLong = errors.New("the line is longer than any commit: this is not an archive of a game")

// readLine returns a copy of the next line, without its end.
func readLine(b *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := b.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxLine {
			return nil, errTooLong
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		return bytes.TrimSuffix(line, []byte("\n")), err
	}
}

func (l *Line) parse(text []byte) error {
	switch {
	case len(text) == 0:
		return errors.New("it is empty")
	case text[len(text)-1] == '\r':
		return errors.New("it ends in CR LF: a mail program or a transfer in text mode changed the file")
	case bytes.HasPrefix(text, []byte(`{"prev":`)):
		c, err := events.ParseCommit(text)
		l.Commit = &c
		return err
	case bytes.HasPrefix(text, []byte(`{"v":`)):
		return errors.New("this is the player's copy of one seat's reports (galloper export --seat), which has no " +
			"chain to verify. Give the full record (galloper export GAME), which the umpire has")
	}
	var err error
	l.Extra, err = parseExtra(text)
	return err
}
