package main

import (
	"go/scanner"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// fold keeps the letters, spaces, commas and apostrophes of a sentence, in lower case.
func fold(r rune) rune {
	switch {
	case 'A' <= r && r <= 'Z':
		return r - 'A' + 'a'
	case 'a' <= r && r <= 'z', r == ' ', r == ',', r == '\'':
		return r
	}
	return -1
}

// A construction is a turn of phrase that makes text hard to read.
type construction struct {
	name    string
	key     string // a part of every match, so that the pattern runs on few sentences
	pattern *regexp.Regexp
}

const (
	verb  = `(is|are|has|have|may|must|can)`
	thing = `(it|they|one|a|an|the|each|all|some|something|nothing|nobody|there)`
)

var constructions = []construction{
	{"free who", "who", anyOf(`^who\b`, `^whoever\b`, `, who `+verb+` \w+ `+verb+`\b`,
		after("after against and are ask asks before but by find finds for from if is name names of or say says tell "+
			"tells than that to what where with", `who\b`))},
	{"whom", "whom", anyOf(`\bwhom\b`)},
	{"free what", "what", anyOf(`^what\b`,
		after("about after all and are at before behind by do does for from in into is of on only or over than that to "+
			"was with without", `what\b`),
		after("what", `(is|was|are|were|it|they|one|a|an|the|each|all|none|nobody|somebody|may|must|can) \w`))},
	{"nobody", "body", anyOf(`\b(no|some|every|any)body\b`)},
	{"none", "none", anyOf(after("are for had has have if is know knows need needs of take takes to where", `none\b`),
		after("none", `(does|has|is|where)\b`))},
	{"where nothing", "where", anyOf(`^where\b`,
		after("where", `(nothing|nobody|none|something|somebody|one|it|he|they|there)\b`))},
	{"he", "", anyOf(`\b(he|him|his)\b`)},
	{"shall", "shall", anyOf(`\bshall\b`)},
	{"is where", "", anyOf(after("is are", `(how|where|why|whether|(that|those) of)\b`))},
	{"of which nothing", "which", anyOf(after("at behind by for from in of on to with", `which `+thing+`\b`))},
	{"and so", "", anyOf(after("and but", `(is|are|was|has) so\b`), `\bbe it\b`, `\bas (it is|they are)\b`,
		`\bit is that\b`, `\bthat it be\b`)},
}

// anyOf compiles a pattern that matches wherever one of the patterns does.
func anyOf(patterns ...string) *regexp.Regexp { return regexp.MustCompile(strings.Join(patterns, "|")) }

// after returns a pattern of one of the words, a space, and the rest.
func after(words, rest string) string {
	return `\b(` + strings.Join(strings.Fields(words), "|") + `) ` + rest
}

// A passage is a piece of a file's prose.
type passage struct {
	line int
	text string
}

// A hit is a construction found in a sentence.
type hit struct {
	line         int // of the passage
	construction string
	sentence     string
}

var (
	codeSpan    = regexp.MustCompile("`[^`]*`")
	sentenceEnd = regexp.MustCompile(`[.!?;:]\s+`)
)

// englishHits returns the constructions in each sentence of more than three words, each at most once per sentence.
func englishHits(p passage) (hits []hit) {
	text := codeSpan.ReplaceAllString(p.text, "X")
	for text != "" {
		sentence := text
		if end := sentenceEnd.FindStringIndex(text); end != nil {
			sentence, text = text[:end[0]+1], text[end[1]:]
		} else {
			text = ""
		}
		if len(strings.Fields(sentence)) <= 3 {
			continue
		}
		folded := strings.Map(fold, strings.TrimSpace(sentence))
		for _, c := range constructions {
			if strings.Contains(folded, c.key) && c.pattern.MatchString(folded) {
				hits = append(hits, hit{p.line, c.name, sentence})
			}
		}
	}
	return hits
}

// goText is the part of a Go file that the budget counts.
type goText struct {
	code     int       // lines with code on them
	comments []passage // those that have a line of their own; adjacent lines are one passage
	literals []passage // strings; those joined by + are one passage

	codeEnd, commentEnd int
}

var directive = regexp.MustCompile(`^//(go:|line|nolint)`)

func readGo(src []byte) *goText {
	file := token.NewFileSet().AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, scanner.ScanComments)
	g := &goText{commentEnd: -1}
	var before, last token.Token
	for {
		pos, tok, text := s.Scan()
		line := file.Line(pos)
		switch {
		case tok == token.EOF:
			return g
		case tok == token.COMMENT:
			g.comment(line, text)
			continue
		case tok == token.SEMICOLON && text == "\n":
			continue
		case tok == token.STRING:
			g.literal(line, text, before == token.STRING && last == token.ADD)
		}
		before, last = last, tok
		for n, part := range strings.Split(text, "\n") {
			if line+n > g.codeEnd && (text == "" || strings.TrimSpace(part) != "") {
				g.code++
				g.codeEnd = line + n
			}
		}
	}
}

func (g *goText) comment(line int, text string) {
	text, ok := strings.CutPrefix(text, "//")
	follows := line == g.commentEnd+1
	if !ok || line == g.codeEnd || !follows && directive.MatchString("//"+text) {
		return
	}
	if !follows {
		g.comments = append(g.comments, passage{line: line})
	}
	g.commentEnd = line
	if !strings.HasPrefix(text, "\t") && !strings.HasPrefix(text, "    ") {
		g.comments[len(g.comments)-1].add(text)
	}
}

func (g *goText) literal(line int, text string, joined bool) {
	value, err := strconv.Unquote(text)
	if err != nil {
		return
	}
	if joined {
		g.literals[len(g.literals)-1].text += value
		return
	}
	g.literals = append(g.literals, passage{line, value})
}

func (p *passage) add(text string) { p.text += " " + strings.TrimSpace(text) }

// prose returns the comments, without notices of copyright or generated code, and the literals that are prose.
func (g *goText) prose() []passage {
	return slices.Concat(slices.DeleteFunc(g.comments, isNotice), slices.DeleteFunc(g.literals, isCode))
}

func isNotice(p passage) bool {
	return strings.Contains(p.text, "Code generated") || strings.Contains(p.text, "Copyright")
}

// isCode reports whether a literal isn't counted as prose: it has fewer than five words, asks a question, or fewer than
// half of its words begin with a small letter, as in orders, patterns and lists of the words that orders may contain.
func isCode(p passage) bool {
	words := strings.Fields(p.text)
	small := 0
	for _, word := range words {
		if first, _ := utf8.DecodeRuneInString(word); unicode.IsLower(first) {
			small++
		}
	}
	return len(words) < 5 || strings.HasSuffix(words[len(words)-1], "?") || 2*small < len(words)
}

// markdownProse returns the paragraphs, list items and table cells of a Markdown file.
func markdownProse(src []byte) (prose []passage) {
	fenced, open := false, false
	for i, line := range strings.Split(string(src), "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "```"):
			fenced = !fenced
		case fenced || trimmed == "" || notProse.MatchString(line):
			open = false
			if strings.HasPrefix(line, "|") && !fenced {
				for cell := range strings.SplitSeq(line, "|") {
					prose = append(prose, passage{i + 1, cell})
				}
			}
		default:
			if !open {
				prose = append(prose, passage{line: i + 1})
			}
			open = true
			prose[len(prose)-1].add(strings.TrimLeft(trimmed, "*-> "))
		}
	}
	return prose
}

var notProse = regexp.MustCompile(`^(    |#|\||!)`)

// TestEnglishHits gives the counter a sentence of each construction, and the same said plainly.
func TestEnglishHits(t *testing.T) {
	for _, c := range []struct{ name, odd, plain string }{
		{"free who", "Tells who has signed in.", "Returns the sender that has signed in."},
		{"whom", "The seat whom the letter reaches.", "The seat that the letter reaches."},
		{"free what", "It counts what was lost.", "It counts the losses of the turn."},
		{"nobody", "The wood that nobody holds.", "The wood that neither side holds."},
		{"none", "Returns -1 if there is none.", "Returns -1 if there are no guns."},
		{"where nothing", "It stands where it stood.", "It remains in the same place."},
		{"he", "The general rides his horse.", "The general rides a horse."},
		{"shall", "The battery shall not fire.", "The battery may not fire."},
		{"is where", "The question is how they cross.", "It says how they cross."},
		{"of which nothing", "A dispatch of which nothing is known.", "A dispatch without a known position."},
		{"and so", "The town burns and is so lost.", "The town burns down and is lost."},
	} {
		hits := englishHits(passage{text: c.odd})
		if len(hits) != 1 || hits[0].construction != c.name {
			t.Errorf("%q has %v, want one hit, %s", c.odd, hits, c.name)
		}
		if hits := englishHits(passage{text: c.plain}); len(hits) > 0 {
			t.Errorf("%q has %v", c.plain, hits)
		}
	}
}

// TestEnglishIsFound reads a Go file and a page with hits beside text that isn't counted.
func TestEnglishIsFound(t *testing.T) {
	code := "// Package p is for whom it concerns.\n//\n// It asks whom `whom else` and whom nobody names.\n" + `package p

//go:generate for whom it may concern
var a = 1 // beside code, not for whom it concerns

// An example for the reader:
//
//	for whom it may concern

var b = "a message for whom " +
	"it may concern today"

var c = "for whom is the message meant?"
var d = "FOR WHOM IT MAY CONCERN"
var e = "for whom it may"
`
	g := readGo([]byte(code))
	if g.code != 7 {
		t.Errorf("%d lines of code, want 7", g.code)
	}
	var lines []int
	for _, p := range g.prose() {
		for _, h := range englishHits(p) {
			lines = append(lines, h.line)
		}
	}
	if want := []int{1, 1, 1, 13}; !slices.Equal(lines, want) {
		t.Errorf("hits on the lines %v, want %v", lines, want)
	}
	page := "# For whom it may concern\n\nThe page for\nwhom it concerns.\n\n    for whom it may concern\n\n" +
		"```\nfor whom it may concern\n```\n\n| a | the row for whom it may concern |\n"
	lines = nil
	for _, p := range markdownProse([]byte(page)) {
		for _, h := range englishHits(p) {
			lines = append(lines, h.line)
		}
	}
	if want := []int{3, 12}; !slices.Equal(lines, want) {
		t.Errorf("hits on the lines %v of the page, want %v", lines, want)
	}
}
