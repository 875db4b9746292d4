package store

import (
	"archive/tar"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A copy of a store directory is made while the store may be written to. Its files only grow
// by whole records, and so the order in which they are read makes the copy one that a crash
// could have left: first the heads, which must never be ahead of the log, then the log, then
// the vault, into which everything goes before the log names it. Whoever makes a copy opens
// it and checks that.

// Pack writes a copy of the directory: a tar, compressed.
func Pack(dir string, w io.Writer) error {
	files, err := packed(dir)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("%s holds no store", dir)
	}
	zip := gzip.NewWriter(w)
	out := tar.NewWriter(zip)
	for _, name := range files {
		if err := packFile(out, dir, name); err != nil {
			return err
		}
	}
	return errors.Join(out.Close(), zip.Close())
}

// passing are files that belong to a running process, or are made anew from the others.
var passing = []string{"galloper.lock", "desk.sock", "galloper.snapshot", "index.db"}

// packed returns the files of the directory that a copy has, in the order in which they are read.
func packed(dir string) (files []string, err error) {
	err = filepath.WalkDir(dir, func(at string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(dir, at)
		if !slices.Contains(passing, filepath.Base(at)) {
			files = append(files, filepath.ToSlash(name))
		}
		return err
	})
	slices.SortFunc(files, func(a, b string) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(len(path.Base(a)), len(path.Base(b))),
			strings.Compare(a, b))
	})
	return files, err
}

// rank is when a file is read: blocks of a stream by their number, which its length begins.
func rank(name string) int {
	switch {
	case path.Base(name) == "galloper.heads":
		return 0
	case strings.Contains(name, "/EVENTS/"):
		return 1
	}
	return 2
}

func packFile(out *tar.Writer, dir, name string) error {
	b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil // a file that the store has dropped meanwhile
	}
	if err != nil {
		return err
	}
	h := &tar.Header{Name: name, Mode: 0o600, Size: int64(len(b)), Format: tar.FormatPAX}
	if err := out.WriteHeader(h); err != nil {
		return err
	}
	_, err = out.Write(b)
	return err
}

// Unpack writes what Pack has made into a directory. A name that leads out of it is refused.
func Unpack(r io.Reader, dir string) error {
	zip, err := gzip.NewReader(r)
	if err != nil {
		return fmt.Errorf("it is no copy of a store: %w", err)
	}
	in := tar.NewReader(zip)
	for {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("the copy is damaged: %w", err)
		}
		if err := unpackFile(in, h, dir); err != nil {
			return err
		}
	}
}

func unpackFile(in io.Reader, h *tar.Header, dir string) error {
	if h.Typeflag != tar.TypeReg || !filepath.IsLocal(h.Name) {
		return fmt.Errorf("the copy holds %q, which no store has", h.Name)
	}
	at := filepath.Join(dir, filepath.FromSlash(h.Name))
	if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(at, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if _, err = io.Copy(f, in); err != nil {
		err = fmt.Errorf("the copy is damaged: %w", err)
	}
	return errors.Join(err, f.Sync(), f.Close())
}
