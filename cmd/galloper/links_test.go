package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var markdownLink = regexp.MustCompile(`\]\(([^()\s]+)\)`)

// pages returns the README and the other pages.
func pages(t *testing.T) (all []string) {
	t.Helper()
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", "adjudicator/examples/*/*.md",
		"scenarios/*/*.md"} {
		more, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, more...)
	}
	return all
}

// Every relative link of the README and other pages leads to an existing file, folder or heading.
func TestLinks(t *testing.T) {
	links := 0
	for _, page := range pages(t) {
		for number, line := range strings.Split(readPage(t, page), "\n") {
			for _, m := range markdownLink.FindAllStringSubmatch(line, -1) {
				if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
					continue
				}
				links++
				if why := deadLink(t, page, m[1]); why != "" {
					t.Errorf("%s:%d: the link %s leads nowhere: %s", page, number+1, m[1], why)
				}
			}
		}
	}
	if links < 10 {
		t.Fatalf("only %d links were looked at", links)
	}
}

// deadLink explains why a page's link does not resolve, or returns "".
func deadLink(t *testing.T, page, link string) string {
	t.Helper()
	path, heading, _ := strings.Cut(link, "#")
	target := page
	if path != "" {
		target = filepath.Join(filepath.Dir(page), filepath.FromSlash(path))
	}
	if _, err := os.Stat(target); err != nil {
		return "there is no such file"
	}
	if heading == "" {
		return ""
	}
	for line := range strings.Lines(readPage(t, target)) {
		if strings.HasPrefix(line, "#") && anchor(line) == heading {
			return ""
		}
	}
	return "no heading of that name"
}

var notInAnchor = regexp.MustCompile(`[^\p{L}\p{N} _-]`)

// anchor returns the fragment by which browsers find a heading.
func anchor(heading string) string {
	text := strings.ToLower(strings.TrimSpace(strings.TrimLeft(heading, "#")))
	return strings.ReplaceAll(notInAnchor.ReplaceAllString(text, ""), " ", "-")
}

func readPage(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestDeadLinksAreFound(t *testing.T) {
	page := filepath.Join(t.TempDir(), "page.md")
	if err := os.WriteFile(page, []byte("# The umpire's desk\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for link, dead := range map[string]bool{
		"page.md": false, "#the-umpires-desk": false, "page.md#the-umpires-desk": false,
		"other.md": true, "#the-desk": true, "page.md#desk": true,
	} {
		if why := deadLink(t, page, link); (why != "") != dead {
			t.Errorf("%s: dead %v, want %v (%s)", link, why != "", dead, why)
		}
	}
}

// codePlace matches a file or folder of the project in a page, and the identifiers in parentheses after it.
var codePlace = regexp.MustCompile("`((?:adjudicator|orders|events|mailgate|projections|cmd|scenarios|docs|\\.ci)/" +
	"[a-z\\d_./-]+)`(?: \\(((?:`\\w+`(?:, )?)+)\\))?")

// Every file and folder of the project that a page names exists, and has the identifiers named with it.
func TestPagesNameTheCode(t *testing.T) {
	seen := 0
	for _, page := range pages(t) {
		for _, m := range codePlace.FindAllStringSubmatch(readPage(t, page), -1) {
			if m[1] == "adjudicator/skirmish" {
				continue // the reader makes it
			}
			seen++
			code, err := codeAt(filepath.Join("..", "..", filepath.FromSlash(strings.TrimSuffix(m[1], "/..."))))
			if err != nil {
				t.Errorf("%s: %v", page, err)
			}
			for _, word := range regexp.MustCompile(`\w+`).FindAllString(m[2], -1) {
				if !regexp.MustCompile(`\b` + word + `\b`).MatchString(code) {
					t.Errorf("%s: %s does not have %s", page, m[1], word)
				}
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d places were looked at", seen)
	}
}

// codeAt returns the text of a file, or of a folder's Go files without tests.
func codeAt(path string) (text string, err error) {
	files := []string{path}
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		files, err = filepath.Glob(filepath.Join(path, "*.go"))
	}
	for _, file := range files {
		if b, read := os.ReadFile(file); read != nil {
			err = read
		} else if !strings.HasSuffix(file, "_test.go") || file == path {
			text += string(b)
		}
	}
	return text, err
}
