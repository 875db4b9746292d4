package natslog

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/minio/highwayhash"
	"golang.org/x/sync/errgroup"
)

// The embedded server trusts the record headers in its files. If a bit of a sequence number has flipped, it counts up
// to that number for hours before it answers any request; after a wrong length it cuts off the rest. So the files are
// checked before it is started. A record consists of the following fields, all numbers little endian:
//
//	length 4, sequence 8, time 8, length of the subject 2, subject,
//	[length of the headers 4, headers], data, checksum 8
//
// The highest bit of the length marks a record with headers. The checksum is a HighwayHash of everything but the
// lengths.

const (
	recordHead    = 22
	recordSum     = 8
	recordLongest = 32 << 20
	withHeaders   = 1 << 31 // in the length
	// Bits of the sequence: the message was erased, or the record only marks a deletion.
	seqMarks  = 1<<63 | 1<<62
	indexName = "index.db" // the server's index, beside the files of a stream
	// A larger gap between two messages of a file cannot be due to erasing.
	widestGap = 1 << 20
)

// Damage is a damaged place in the files of an embedded store.
type Damage struct {
	File string
	Byte int64 // offset of the record
	Why  string

	end   int64 // offset of the next record; 0 if unknown
	fatal bool  // the server must not be started on the file
}

// String describes the damage in a sentence.
func (d Damage) String() string {
	return fmt.Sprintf("the file %s is damaged in the record at byte %d: %s", d.File, d.Byte, d.Why)
}

// DamagedError means that the server cannot be started on a damaged store.
type DamagedError struct{ Damage Damage }

// Error implements error.
func (e *DamagedError) Error() string {
	return e.Damage.String() + "; repair it with galloper repair --from ARCHIVE"
}

type blockFile struct {
	path string
	last bool // the last file of its stream, whose end may be an interrupted write
	// Without an index the server reads the whole file, and truncates it at the damage.
	noIndex bool
	buf     []byte // the whole file
	hash    *highwayhash.Digest64
}

// blockFiles returns the message files of all streams below the directory, in order.
func blockFiles(dir string) (files []*blockFile, err error) {
	paths, err := filepath.Glob(filepath.Join(dir, "jetstream", "*", "streams", "*", "msgs", "*.blk"))
	if err != nil {
		return nil, err
	}
	number := func(path string) int {
		n, _ := strconv.Atoi(strings.TrimSuffix(filepath.Base(path), ".blk"))
		return n
	}
	slices.SortFunc(paths, func(a, b string) int {
		if c := strings.Compare(filepath.Dir(a), filepath.Dir(b)); c != 0 {
			return c
		}
		return number(a) - number(b)
	})
	for i, path := range paths {
		stream := filepath.Base(filepath.Dir(filepath.Dir(path)))
		key := sha256.Sum256(fmt.Appendf(nil, "%s-%d", stream, number(path)))
		hash, err := highwayhash.NewDigest64(key[:])
		if err != nil {
			return nil, err
		}
		last := i+1 == len(paths) || filepath.Dir(paths[i+1]) != filepath.Dir(path)
		_, err = os.Stat(filepath.Join(filepath.Dir(path), indexName))
		files = append(files, &blockFile{path: path, last: last, hash: hash, noIndex: errors.Is(err, fs.ErrNotExist)})
	}
	return files, nil
}

// inspect returns the damage in the files of the store below the directory. It verifies the checksums of raw mails,
// which are by far the most, only if all is set.
func inspect(dir string, all bool) ([]Damage, error) {
	files, err := blockFiles(dir)
	if err != nil {
		return nil, err
	}
	found := make([][]Damage, len(files))
	var next atomic.Int64
	var work errgroup.Group
	for range min(len(files), runtime.GOMAXPROCS(0)) {
		work.Go(func() error {
			var buf []byte // allocating a buffer per file would take as long as its checksums
			for i := next.Add(1) - 1; i < int64(len(files)); i = next.Add(1) - 1 {
				b := files[i]
				if !all && strings.Contains(b.path, string(filepath.Separator)+"RAWMAIL") {
					if sound, err := b.soundHeads(); err != nil {
						return err
					} else if sound {
						continue
					}
				}
				var err error
				if buf, err = b.read(buf); errors.Is(err, fs.ErrNotExist) {
					continue // the server has just removed it
				} else if err != nil {
					return err
				}
				found[i] = b.damages()
				b.buf = nil
			}
			return nil
		})
	}
	err = work.Wait()
	return slices.Concat(found...), err
}

// read reads the file into buf if that is large enough, else into new memory, and returns the buffer.
func (b *blockFile) read(buf []byte) ([]byte, error) {
	f, err := os.Open(b.path)
	if err != nil {
		return buf, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return buf, err
	}
	if size := int(info.Size()); cap(buf) < size {
		buf = make([]byte, size+size/16)
	}
	n, err := io.ReadFull(f, buf[:info.Size()])
	if b.buf = buf[:n]; errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = nil // the server has just truncated it
	}
	return buf[:cap(buf)], err
}

// soundHeads reports whether the record headers of a file form a valid sequence. It reads only the headers.
func (b *blockFile) soundHeads() (bool, error) {
	f, err := os.Open(b.path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	var head [recordHead]byte
	last := uint64(0)
	for at := int64(0); at < info.Size(); {
		if _, err := f.ReadAt(head[:], at); err != nil {
			return b.last, nil
		}
		length := int64(binary.LittleEndian.Uint32(head[:]) &^ withHeaders)
		if length < recordHead+recordSum || length > recordLongest || at+length > info.Size() {
			return false, nil
		}
		seq := binary.LittleEndian.Uint64(head[4:])
		if seq&seqMarks == 0 {
			if !plausible(seq, last) {
				return false, nil
			}
			last = seq
		}
		at += length
	}
	return true, nil
}

// plausible reports whether a sequence may follow the last one in a file, which is 0 for the first record.
func plausible(seq, last uint64) bool {
	seq &^= seqMarks
	return last == 0 && seq < 1<<40 || last < seq && seq <= last+widestGap
}

// record is one message in a file.
type record struct {
	length  int
	seq     uint64 // including the mark bits
	subject []byte
	data    []byte
}

// readRecord reads the record at the offset. why describes what is wrong, or is "".
func (b *blockFile) readRecord(off int) (r record, why string) {
	buf := b.buf[off:]
	if len(buf) < recordHead+recordSum {
		return r, "it is truncated"
	}
	length := binary.LittleEndian.Uint32(buf)
	r.length, r.seq = int(length&^withHeaders), binary.LittleEndian.Uint64(buf[4:])
	subject, skip := int(binary.LittleEndian.Uint16(buf[20:])), 0
	if length&withHeaders != 0 {
		skip = 4
	}
	switch {
	case r.length < recordHead+recordSum || r.length > recordLongest || r.length > len(buf):
		return r, "its length is wrong"
	case recordHead+subject+skip+recordSum > r.length:
		return r, "the length of its subject is wrong"
	}
	body := buf[recordHead : r.length-recordSum]
	r.subject, r.data = body[:subject], body[subject+skip:]
	b.hash.Reset()
	b.hash.Write(buf[4:20])
	b.hash.Write(r.subject)
	b.hash.Write(r.data)
	if b.hash.Sum64() != binary.LittleEndian.Uint64(buf[r.length-recordSum:]) {
		return r, "its checksum is wrong"
	}
	if skip > 0 && r.seq&seqMarks == 0 {
		headers := binary.LittleEndian.Uint32(body[subject:])
		if int64(headers) > int64(len(r.data)) || !bytes.HasPrefix(r.data, []byte("NATS/1.0")) ||
			!bytes.HasSuffix(r.data[:headers], []byte("\r\n\r\n")) {
			return r, "the lengths of its subject and headers are wrong"
		}
	}
	return r, ""
}

func (b *blockFile) damages() (found []Damage) {
	if bytes.HasPrefix(b.buf, []byte("cmp")) {
		return nil // compressed by an older version
	}
	last := uint64(0)
	for off := 0; off < len(b.buf); {
		r, why := b.readRecord(off)
		if why == "" {
			if r.seq&seqMarks == 0 {
				last = r.seq
			}
			off += r.length
			continue
		}
		next, head := b.recordAfter(off, r.length)
		d := Damage{File: b.path, Byte: int64(off), Why: why, fatal: head || next == 0 || b.noIndex ||
			!plausible(r.seq, last)}
		if next == 0 && b.last && b.unfinished(off, r.length) {
			return found
		}
		if d.end = int64(next); next == 0 {
			return append(found, d)
		}
		found = append(found, d)
		off = next
	}
	return found
}

// unfinished reports whether the rest of the file is a write that a crash interrupted, and that was never
// acknowledged. After a power cut a file can end in zeros, because it grew before its bytes were written.
func (b *blockFile) unfinished(off, length int) bool {
	rest := b.buf[off:]
	written := len(bytes.TrimRight(rest, "\x00"))
	return len(rest) < recordHead || length > len(rest) || written <= max(0, length-recordSum)
}

// recordAfter returns the offset of the record after a damaged one, 0 if unknown, and whether the header is damaged.
func (b *blockFile) recordAfter(off, length int) (next int, head bool) {
	ends := func(at int) bool {
		if at == len(b.buf) {
			return true
		}
		_, why := b.readRecord(at)
		return why == ""
	}
	if bit := b.flipped(off, recordHead*8); bit >= 0 {
		flip(b.buf[off:], bit)
		defer flip(b.buf[off:], bit)
		r, _ := b.readRecord(off)
		return off + r.length, true
	}
	if length >= recordHead+recordSum && off+length <= len(b.buf) && ends(off+length) {
		return off + length, false
	}
	return 0, false
}

// flipped returns which of the first bits of a record must be flipped to make it valid, or -1.
func (b *blockFile) flipped(off, bits int) int {
	buf := b.buf[off:]
	for bit := range min(bits, len(buf)*8) {
		flip(buf, bit)
		_, why := b.readRecord(off)
		flip(buf, bit)
		if why == "" {
			return bit
		}
	}
	return -1
}

func flip(b []byte, bit int) { b[bit/8] ^= 1 << (bit % 8) }
