package main

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// packable lists the file types of a packed scenario: text, pictures and the schema.
var packable = []string{".yaml", ".md", ".txt", ".svg", ".png", ".json", ""}

// maxPacked is the maximum size in bytes of a packed scenario, and of each file in it.
const maxPacked = 20 << 20

func newScenarioPack() *cobra.Command {
	out := ""
	c := &cobra.Command{
		Use:   "pack FOLDER",
		Short: "Pack a scenario into one file to share: the battle, its README, pictures and licence",
		Long: `Checks scenario.yaml first and does not pack it if it has faults. Warns if README.md or LICENSE is missing.
Unpack the file with galloper scenario unpack.`,
		Example: example("galloper scenario pack zama", "galloper scenario pack zama -o zama-2.zip"),
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, a []string) error {
			folder := filepath.Clean(a[0])
			if _, _, err := mustLoadScenario(filepath.Join(folder, "scenario.yaml")); err != nil {
				return err
			}
			if out == "" {
				out = filepath.Base(folder) + ".zip"
			}
			names, err := packScenario(folder, out)
			if err != nil {
				return failed(err, "", "cannot pack %s", folder)
			}
			printf(cmd, "%s: %s\n", out, strings.Join(names, ", "))
			for _, want := range []string{"README.md", "LICENSE"} {
				if !slices.Contains(names, want) {
					printf(cmd, "%s is missing: readers will not know %s.\n", want,
						map[string]string{"README.md": "what the battle is " +
							"about", "LICENSE": "how they may use it"}[want])
				}
			}
			return nil
		},
	}
	c.Flags().StringVarP(&out, "output", "o", "", "`FILE` to write (default: the folder's name with .zip)")
	return c
}

// packScenario packs the folder's files that belong to a scenario.
func packScenario(folder, out string) (names []string, err error) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	f, err := os.Create(filepath.Clean(out))
	if err != nil {
		return nil, err
	}
	pack := zip.NewWriter(f)
	for _, e := range files {
		if !e.Type().IsRegular() || strings.HasPrefix(e.Name(), ".") || !slices.Contains(packable, filepath.Ext(e.Name())) {
			continue
		}
		b, readErr := os.ReadFile(filepath.Join(folder, e.Name()))
		w, makeErr := pack.Create(e.Name())
		if err = errors.Join(readErr, makeErr); err == nil {
			_, err = w.Write(b)
		}
		if err != nil {
			break
		}
		names = append(names, e.Name())
	}
	return names, errors.Join(err, pack.Close(), f.Close())
}

func newScenarioUnpack() *cobra.Command {
	return &cobra.Command{
		Use:     "unpack FILE.zip [FOLDER]",
		Short:   "Unpack a scenario and check it",
		Example: example("galloper scenario unpack zama.zip"),
		Args:    args(cobra.RangeArgs(1, 2)),
		RunE: func(cmd *cobra.Command, a []string) error {
			folder := strings.TrimSuffix(filepath.Base(a[0]), ".zip")
			if len(a) > 1 {
				folder = a[1]
			}
			if err := unpackScenario(a[0], folder); err != nil {
				return err
			}
			file := filepath.Join(folder, "scenario.yaml")
			if _, _, err := mustLoadScenario(file); err != nil {
				return err
			}
			printf(cmd, "%s is ready: galloper practise %[1]s\n", filepath.ToSlash(file))
			return nil
		},
	}
}

// unpackScenario unpacks the files that belong to a scenario into a new folder.
func unpackScenario(file, folder string) error {
	pack, err := zip.OpenReader(file)
	if err != nil {
		return usage("name the file that galloper scenario pack wrote", "cannot read the file: %v", err)
	}
	defer pack.Close()
	size := uint64(0)
	for _, f := range pack.File {
		size += f.UncompressedSize64
		if !f.Mode().IsRegular() || filepath.Base(f.Name) != f.Name || !filepath.IsLocal(f.Name) ||
			!slices.Contains(packable, filepath.Ext(f.Name)) {
			return failed(nil, "look at it with unzip -l", "it contains %q, which does not belong to a "+
				"scenario", f.Name)
		}
	}
	if size > maxPacked {
		return failed(nil, "look at it with unzip -l", "it contains %d bytes, more than any scenario", size)
	}
	if err := os.Mkdir(folder, 0o777); errors.Is(err, fs.ErrExist) {
		return failed(nil, "name another folder", "%s already exists", folder)
	} else if err != nil {
		return failed(err, "", "cannot create the folder")
	}
	for _, f := range pack.File {
		if err := unpackOne(f, folder); err != nil {
			return failed(err, "", "cannot unpack %s", f.Name)
		}
	}
	return nil
}

func unpackOne(f *zip.File, folder string) error {
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(r, maxPacked+1))
	if err == nil && len(b) > maxPacked {
		err = fmt.Errorf("it is longer than its header says")
	}
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, filepath.Base(f.Name)), b, 0o666)
}
