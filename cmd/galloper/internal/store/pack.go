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

// A store directory can be copied while the store is being written to. Its files only grow, by whole records,
// so reading them in the right order gives a copy that a crash could have left: first the heads, which must
// never be ahead of the log, then the log, then the vault, which receives everything before the log refers to
// it. The caller opens the copy to check this.

// Pack writes a gzipped tar of the store directory to w.
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

// passing lists files that belong to a running process or can be rebuilt from the others.
var passing = []string{"galloper.lock", "desk.sock", "galloper.snapshot", "index.db"}

// packed returns the files to copy, in reading order. Blocks of a stream are in order of their numbers, whose
// length decides first.
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

// rank orders files for the copy: the heads, the log, then everything else.
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
		return nil // the store has deleted the file meanwhile
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

// Unpack extracts the output of Pack into a directory. It refuses names that lead out of it.
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
