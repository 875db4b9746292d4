package natslog

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// mostSearched bounds the length, in bytes, of a record in which every bit is tried.
const mostSearched = 64 << 10

// mendBlocks repairs the files of the store below the directory so that the server can be started on them. A single
// flipped bit is corrected: the record then matches its checksum again. If more is wrong and the server must not read
// the record, the record is removed and will be missing. mendBlocks keeps the original files and returns a
// description of each change.
func mendBlocks(dir string) (done []string, err error) {
	files, err := blockFiles(dir)
	if err != nil {
		return nil, err
	}
	keep := filepath.Join(dir, "damaged-"+time.Now().UTC().Format("20060102T150405.000Z")+"-files")
	for _, b := range files {
		if b.buf, err = os.ReadFile(b.path); err != nil {
			return done, err
		}
		was := b.buf
		said := b.mend()
		if len(said) == 0 {
			continue
		}
		done = append(done, said...)
		if err := b.replace(keep, was); err != nil {
			return done, err
		}
	}
	if len(done) > 0 {
		done = append(done, "the damaged files are kept in "+keep)
	}
	return done, nil
}

// mend repairs the contents of the file in memory.
func (b *blockFile) mend() (done []string) {
	found := b.damages()
	if len(found) == 0 {
		return nil
	}
	b.buf = append([]byte(nil), b.buf...)
	fatal, left := false, found[:0]
	for _, d := range found {
		length := d.end - d.Byte
		bits := int(min(max(length, recordHead), mostSearched)) * 8
		if bit := b.flipped(int(d.Byte), bits); bit >= 0 {
			flip(b.buf[d.Byte:], bit)
			done = append(done, fmt.Sprintf("corrected a flipped bit in byte %d of %s", d.Byte+int64(bit/8), b.path))
			continue
		}
		fatal = fatal || d.fatal
		left = append(left, d)
	}
	if !fatal {
		return done
	}
	var kept []byte
	at := int64(0)
	for _, d := range left {
		kept = append(kept, b.buf[at:d.Byte]...)
		if at = d.end; at == 0 {
			at = int64(len(b.buf))
		}
		done = append(done, fmt.Sprintf("removed %d unreadable bytes from byte %d of %s", at-d.Byte, d.Byte, b.path))
	}
	b.buf = append(kept, b.buf[at:]...)
	return done
}

// replace rewrites the file and keeps the original. It removes the server's index, which may have been built from
// damaged data; the server rebuilds it.
func (b *blockFile) replace(keep string, was []byte) error {
	stream := filepath.Base(filepath.Dir(filepath.Dir(b.path)))
	if err := os.MkdirAll(filepath.Join(keep, stream), 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(keep, stream, filepath.Base(b.path)), was, 0o600); err != nil {
		return err
	}
	f, err := replaceFile(b.path, b.buf)
	if err != nil {
		return err
	}
	err = os.Remove(filepath.Join(filepath.Dir(b.path), indexName))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(f.Close(), err)
}
