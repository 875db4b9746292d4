package scenario

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSlipsInYAMLAreToldInPlainWords checks that each kind of slip is reported on its line, with a corrected line.
func TestSlipsInYAMLAreToldInPlainWords(t *testing.T) {
	for src, want := range map[string]string{
		"title: x\nmap:\n\twidth: 3\n":                     "3:1: spaces in front of the key, as in `  width: 3`, found a tab",
		"title: a: b\nmap:\n\twidth: 3\n":                  "3:1: spaces in front of the key, as in `  width: 3`, found a tab",
		"title:x\nmap: 3\n":                                "1:7: a space after the colon, as in `title: x`",
		"title: x\nmap 3\nb: 2\n":                          "2:4: a colon after the key, as in `map: 3`",
		"title: x\nmap\n  b: 2\n":                          "2:4: a colon after the key, as in `map:`",
		"title: Maida: the walk\nmap: 3\n":                 "1:8: the text in quotes, as in `title: \"Maida: the walk\"`",
		"a: say \"x\": y  # so\n":                          "1:4: the text in quotes, as in `a: 'say \"x\": y' # so`",
		"a: @x\n":                                          "1:4: the text in quotes, as in `a: \"@x\"`",
		"a: {b: 1, c: 2   # one\nd: 3\n":                   "1:15: the bracket closed, as in `a: {b: 1, c: 2}  # one`",
		"t: {m: [[1,2],\n  [3,4]\nroads:\n  x: 1\n":        "2:8: the bracket closed, as in `  [3,4]]}`",
		"u:\n  a: {s: f.g, at: [1, 2}\n  b: {seat: f.g}\n": "2:24: the other bracket, as in `  a: {s: f.g, at: [1, 2]`",
		"a: {b: [1, 2}, c: 1}\nd: 3\n":                     "1:13: the other bracket, as in `a: {b: [1, 2], c: 1}`",
		"a: [1, 2]]\nb: 1\n":                               "1:10: no such bracket, as in `a: [1, 2]`",
		"u:\n a: {x: 1},\n b: {x: 2}\n":                    "2:11: no comma, as in ` a: {x: 1}`",
		"a: {b: \"x\" y: 1}\nc: 2\n":                       "1:11: a comma, as in `a: {b: \"x\", y: 1}`",
		"a: \"x\nb: 2\n":                                   "1:6: the quote closed, as in `a: \"x\"`",
		"a: {b: it's, c: 'x}\n":                            "1:19: the quote closed, as in `a: {b: it's, c: 'x'}`",
		"a: 'it's'\nb: 2\n":                                "1:4: the text in \"…\", as in `a: \"it's\"`",
		"a:\n  b: 1\n   c: 2\n":                            "3:3: as many spaces as they have, as in `  c: 2`",
		"a:\n  b: 1\n c: 2\n":                              "3:2: as many spaces as they have, as in `  c: 2`",
		"u:\n  - a: 1\n  b: 2\n":                           "3:3: as many spaces as they have, as in `    b: 2`",
		"b:\n all: >-\n text\n f: x\n":                     "3:2: the text further to the right than its key, as in `   text`",
		"b:\n  all: Some text\n  on and on\n  f: x\n":      "3:3: the text further to the right than its key, as in `    on and on`",
		"a: {b: \x00\n":                                    "found",
		"u:\n  a: {s: f.g at: foot, c: [1, 2]}\n":          "2:10: u.a.s: a comma between two values, or the text in quotes",
	} {
		_, faults := parse("s.yaml", []byte(src))
		if len(faults) != 1 {
			t.Errorf("%q: %v", src, faults)
			continue
		}
		if got := strings.Replace(faults[0].String(), "bad-syntax: expected ", "", 1); !strings.Contains(got, want) {
			t.Errorf("%q\n got %s\nwant %s", src, got, want)
		}
	}
	_, faults := Read("s.yaml", []byte("ruleset: x\nunits: {a b: 1}\n"),
		Root("x", Req("units", Keys(Opt("a", Int(1, 2), "")), "")))
	if want := "a colon and a space, as in `a: b`"; len(faults) != 1 || !strings.Contains(faults[0].String(), want) {
		t.Error(faults)
	}
}

// TestSpoiltLinesAreFound spoils each line of the shipped scenarios in each way, and checks that the fault is reported
// on that line, or beside it if only the next line shows it, with a corrected line.
func TestSpoiltLinesAreFound(t *testing.T) {
	files, err := filepath.Glob("../../scenarios/*/scenario.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	spoil := map[string]func(line string) string{
		"tab": func(l string) string { return strings.Replace(l, "  ", "\t", 1) },
		"closing bracket": func(l string) string {
			if end := strings.TrimRight(l, "}]"); end != l {
				return l[:len(l)-1]
			}
			return l
		},
		"extra bracket": func(l string) string {
			if strings.HasSuffix(l, "}") {
				return l + "}"
			}
			return l
		},
		"indent": func(l string) string { return strings.Replace(l, "  ", " ", 1) },
	}
	for how, f := range spoil {
		found, mended, all := 0, 0, 0
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(string(text), "\n")
			for i, line := range lines {
				if isBlank(line) || f(line) == line || i%31 != 0 {
					continue
				}
				lines[i] = f(line)
				_, faults := parse(file, []byte(strings.Join(lines, "\n")))
				lines[i] = line
				if len(faults) == 0 {
					continue // still valid YAML: one space more or less in a text
				}
				all++
				if d := faults[0].Line - i - 1; d >= -1 && d <= 1 {
					found++
				}
				if strings.Contains(faults[0].Want, "as in `") {
					mended++
				}
			}
		}
		if all == 0 || 10*found < 9*all || 10*mended < 9*all {
			t.Errorf("%s: of %d spoilt lines %d were told there, %d mended", how, all, found, mended)
		}
	}
}
