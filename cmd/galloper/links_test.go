package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var markdownLink = regexp.MustCompile(`\]\(([^()\s]+)\)`)

// Every relative link of the README and other pages leads to an existing file, folder or heading.
func TestLinks(t *testing.T) {
	root := filepath.Join("..", "..")
	var pages []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", "adjudicator/examples/*/*.md",
		"scenarios/*/*.md"} {
		more, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, more...)
	}
	links := 0
	for _, page := range pages {
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
		t.Fatalf("only %d links were looked at, in %d pages", links, len(pages))
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
