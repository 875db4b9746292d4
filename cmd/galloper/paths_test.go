package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"galloper/events/natstest"
)

// TestPathsStartAtTheConfiguration sets every path in the file to a relative one, and reads the file from another
// folder.
func TestPathsStartAtTheConfiguration(t *testing.T) {
	c, n := defaultConfig(), 0
	eachPath(reflect.ValueOf(&c).Elem(), func(path reflect.Value) {
		path.SetString(fmt.Sprintf("files/%d", n))
		n++
	})
	text, err := toml.Marshal(c)
	if err != nil || n < 12 {
		t.Fatalf("%d paths: %v", n, err)
	}
	file := writeFile(t, "galloper.toml", string(text))
	t.Chdir(t.TempDir())
	o := options{config: file}
	read, err := o.loadValues()
	if err != nil {
		t.Fatal(err)
	}
	n = 0
	eachPath(reflect.ValueOf(&read).Elem(), func(path reflect.Value) {
		if want := filepath.Join(filepath.Dir(file), "files", fmt.Sprint(n)); path.String() != want {
			t.Errorf("path %d is %s, want %s", n, path, want)
		}
		n++
	})
	if folder := filepath.Dir(file); read.IMAP.credentials().Folder != folder || read.SMTP.credentials().Folder != folder {
		t.Errorf("token commands run in %q and %q", read.IMAP.credentials().Folder, read.SMTP.credentials().Folder)
	}
	t.Setenv("GALLOPER_IMAP_ROOTS", "roots.pem")
	o.data = "typed"
	if read, err = o.loadValues(); err != nil || read.IMAP.Roots != "roots.pem" || read.Store.Dir == c.Store.Dir ||
		strings.HasPrefix(read.Store.Dir, filepath.Dir(file)) {
		t.Errorf("a variable and a flag: %s, %s, %v", read.IMAP.Roots, read.Store.Dir, err)
	}
}

// TestEveryPathIsTagged finds settings that look like paths but are not resolved as such.
func TestEveryPathIsTagged(t *testing.T) {
	looks := regexp.MustCompile(`(?i)\b(file|directory|holds one)\b|_file$`)
	tagged, seen := map[string]bool{}, map[string]bool{}
	var walk func(of reflect.Type, check bool)
	walk = func(of reflect.Type, check bool) {
		for f := range of.Fields() {
			key := f.Tag.Get("toml")
			_, isPath := f.Tag.Lookup("path")
			switch {
			case f.Type.Kind() == reflect.Struct && f.IsExported():
				walk(f.Type, check)
			case f.Type.Kind() != reflect.String:
			case !check:
				tagged[key] = tagged[key] || isPath
			case !isPath && (tagged[key] || looks.MatchString(key) || looks.MatchString(f.Tag.Get("comment"))):
				t.Errorf("%s.%s is a path without a tag", of.Name(), f.Name)
			}
			seen[key] = true
		}
	}
	walk(reflect.TypeFor[Config](), false)
	walk(reflect.TypeFor[Config](), true)
	if len(seen) < 50 {
		t.Errorf("only %d settings were looked at", len(seen))
	}
}

// TestNoSecondStore runs commands outside the service's folder. With its configuration they use its store; without one
// they make none.
func TestNoSecondStore(t *testing.T) {
	w := &town{t: t, dir: t.TempDir()}
	w.write("mill.yaml", twoSeats)
	w.write("password", "secret\n")
	w.write("galloper.toml", "[mail]\naddress = 'orders@example.test'\n[imap]\npassword_file = 'password'\n")
	elsewhere := t.TempDir()
	t.Chdir(elsewhere)
	beside := "store: " + filepath.Join(w.dir, "galloper-data")
	game := []string{"new", filepath.Join(w.dir, "mill.yaml"), "--seat", "french.north=anna@example.test", "--seat",
		"dutch.south=staff"}
	w.must(game, beside+"; "+newStore)
	_, said := w.galloper("audit")
	if said != beside+"\nmill\n" {
		t.Errorf("audit says %q", said)
	}
	archive, copied := w.export("mill", "mill.jsonl"), filepath.Join(w.dir, "copy.tar.gz")
	w.must([]string{"backup", copied}, beside)
	for _, args := range [][]string{game, {"import", archive}, {"audit"}, {"audit", "mill"}, {"rule", "mill", "STATUS"},
		{"lobby"}, {"verify", "--stream"}, {"repair"}, {"backup", copied}, {"forget", "anna@example.test"},
		{"export", "mill"}, {"head", "mill"}, {"map", "mill", "-o", "map.svg"}} {
		var b bytes.Buffer
		status := run(t.Context(), args, strings.NewReader(""), &b, &b)
		if status == statusDone || !strings.Contains(b.String(), filepath.Join(elsewhere, "galloper-data")) ||
			!strings.Contains(b.String(), "with -c") {
			t.Errorf("galloper %v without a configuration: status %d\n%s", args, status, b.String())
		}
	}
	if made, err := os.ReadDir(elsewhere); err != nil || len(made) > 0 {
		t.Errorf("they made %v, %v", made, err)
	}
	w.must(append([]string{"--data", "own"}, game...), "store: "+filepath.Join(elsewhere, "own")+"; "+newStore)
}

// TestNoSecondStoreOnServers gives commands the address of servers without a store. They make nothing there and say so.
// The first game makes a store, and then they find it.
func TestNoSecondStoreOnServers(t *testing.T) {
	w := &town{t: t, dir: t.TempDir()}
	w.write("mill.yaml", twoSeats)
	w.write("password", "secret\n")
	w.write("galloper.toml", "[mail]\naddress = 'orders@example.test'\n[imap]\npassword_file = 'password'\n")
	cluster := natstest.Start(t, 1)
	elsewhere := t.TempDir()
	t.Chdir(elsewhere)
	with := func(args ...string) []string { return append([]string{"--nats", cluster.URL()}, args...) }
	readers := [][]string{{"audit"}, {"rule", "mill", "STATUS"}, {"lobby"}, {"verify", "--stream"}, {"repair"},
		{"forget", "anna@example.test"}, {"export", "mill"}, {"head", "mill"}, {"map", "mill", "-o", "map.svg"}}
	for _, args := range readers {
		var b bytes.Buffer
		status := run(t.Context(), with(args...), strings.NewReader(""), &b, &b)
		if said := b.String(); status == statusDone || !strings.Contains(said, cluster.URL()) ||
			!strings.Contains(said, "no games") || !strings.Contains(said, "galloper new creates") {
			t.Errorf("galloper %v: status %d\n%s", args, status, said)
		}
	}
	if _, said := w.galloper(with("doctor")...); !strings.Contains(said, "no store exists at "+cluster.URL()+" yet") {
		t.Errorf("doctor says\n%s", said)
	}
	if made, err := os.ReadDir(elsewhere); err != nil || len(made) > 0 {
		t.Errorf("they made %v, %v", made, err)
	}
	t.Setenv("GALLOPER_STORE_REPLICAS", "1")
	game := with("new", filepath.Join(w.dir, "mill.yaml"), "--seat", "french.north=anna@example.test", "--seat",
		"dutch.south=staff")
	w.must(game, newStore)
	if _, said := w.galloper(with("audit")...); !strings.Contains(said, "mill\n") || strings.Contains(said, newStore) {
		t.Errorf("audit says:\n%s", said)
	}
}
