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

// Mirror is a file that is kept as the archive of a game that goes on: commits are
// added at its end, and are on the disk when Add returns. A process that is killed in
// mid-line leaves a torn line, which the next one cuts off.
type Mirror struct {
	f    File
	game string
	head events.Head
	last uint64 // number of the first event of the last commit
}

// File is what a mirror is kept in: an *os.File, open to be read and written.
type File interface {
	io.ReadWriteSeeker
	io.Closer
	Truncate(size int64) error
	Sync() error
}

// OpenMirror reads what the file has, and checks the chain in it; the file is closed where
// that fails. What stands beside the chain is no part of a mirror.
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

// read returns the length of the whole lines.
func (m *Mirror) read() (end int64, err error) {
	b := bufio.NewReaderSize(m.f, 1<<16)
	for n := 1; ; n++ {
		text, err := readLine(b)
		if err == io.EOF {
			return end, nil // torn, or nothing
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

// follow moves the head behind the commit, if it is the next.
func (m *Mirror) follow(c *events.Commit) error {
	if m.game != "" && c.Game != m.game {
		return fmt.Errorf("it is of game %s, the lines before it are of %s", c.Game, m.game)
	}
	if err := c.Follows(m.head); err != nil {
		return err
	}
	m.game, m.head, m.last = c.Game, c.Head, c.First
	return nil
}

// Head returns where the archive stands. Its Seq is of no meaning.
func (m *Mirror) Head() events.Head { return m.head }

// Last returns the number of the first event of the last commit, 0 for an empty archive.
func (m *Mirror) Last() uint64 { return m.last }

// Add adds the commits that the archive lacks, and has them on the disk when it returns.
// The first may be the one that the archive ends with, which must then be the same. A
// *ForkError says that the log has another history, or lost its end: the archive stays
// as it is.
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
	if err != nil { // the disk is full: nothing of it counts, and it may be tried again
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
