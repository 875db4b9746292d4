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

// Mirror is the archive file of a running game. Commits are appended, and are durable when Add returns. A process
// killed in the middle of a line leaves a torn line, which the next OpenMirror cuts off.
type Mirror struct {
	f    File
	game string
	head events.Head
	last uint64 // number of the first event of the last commit
}

// File stores a mirror: an *os.File opened for reading and writing.
type File interface {
	io.ReadWriteSeeker
	io.Closer
	Truncate(size int64) error
	Sync() error
}

// OpenMirror reads the file and checks its chain, and closes the file if that fails. A mirror contains no extras.
func OpenMirror(f File) (*Mirror, error) {
	m := &Mirror{f: f}
	end, err := m.read()
	if err == nil {
		err = f.Truncate(end)
	}
	if err == nil {
		_, err = f.Seek(end, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return m, nil
}

// read returns the length of the complete lines.
func (m *Mirror) read() (end int64, err error) {
	b := bufio.NewReaderSize(m.f, 1<<16)
	for n := 1; ; n++ {
		text, err := readLine(b)
		if err == io.EOF {
			return end, nil // a torn line, or the end
		}
		if err == nil {
			err = m.take(text)
		}
		if err != nil {
			return end, &LineError{n, err}
		}
		end += int64(len(text)) + 1
	}
}

func (m *Mirror) take(text []byte) error {
	c, err := events.ParseCommit(text)
	if err != nil {
		return err
	}
	return m.follow(&c)
}

// follow advances the head by the commit, if it is the next one.
func (m *Mirror) follow(c *events.Commit) error {
	if m.game != "" && c.Game != m.game {
		return fmt.Errorf("it belongs to game %s, but the lines before it to %s", c.Game, m.game)
	}
	if err := c.Follows(m.head); err != nil {
		return err
	}
	m.game, m.head, m.last = c.Game, c.Head, c.First
	return nil
}

// Head returns the head of the archive. Its Seq is meaningless.
func (m *Mirror) Head() events.Head { return m.head }

// Last returns the number of the first event of the last commit, 0 for an empty archive.
func (m *Mirror) Last() uint64 { return m.last }

// Add appends the commits that the archive lacks, and makes them durable. The first one may be the last commit in the
// archive, which must then be equal. A *ForkError means that the log has a different history or lost its end; the
// archive is then unchanged.
func (m *Mirror) Add(commits iter.Seq2[events.Commit, error]) (added int, err error) {
	var lines bytes.Buffer
	before := *m
	for c, err := range commits {
		if err != nil {
			return 0, m.back(before, err)
		}
		if c.First == m.last && c.Head.Hash == m.head.Hash {
			continue
		}
		if err := m.follow(&c); err != nil {
			return 0, m.back(before, &ForkError{c.Game, c.First, err.Error()})
		}
		lines.WriteString(c.Line())
		lines.WriteByte('\n')
		added++
	}
	if added == 0 {
		return 0, nil
	}
	end, err := m.f.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = m.f.Write(lines.Bytes())
	}
	if err == nil {
		err = m.f.Sync()
	}
	if err != nil { // the disk is full: undo, so that the caller may retry
		return 0, m.back(before, errors.Join(err, m.f.Truncate(end)))
	}
	return added, nil
}

func (m *Mirror) back(before Mirror, err error) error {
	*m = before
	return err
}

// Close closes the file.
func (m *Mirror) Close() error { return m.f.Close() }
