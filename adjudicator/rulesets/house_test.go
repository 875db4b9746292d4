package rulesets_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"galloper/adjudicator/rulesets"
)

// markedHouse matches a digest's marks of house rules.
var markedHouse = regexp.MustCompile("`house`|\\[H\\]|\\[H,|, H\\]|house deck")

// TestHouseClausesAreMarkedInTheDigest checks that each clause shown to the umpire as a house rule is marked as one in
// the digest.
func TestHouseClausesAreMarkedInTheDigest(t *testing.T) {
	for _, rs := range rulesets.All() {
		digest, err := os.ReadFile(filepath.Join("..", "..", "docs", "rules", rs.Name+".md"))
		if err != nil {
			t.Fatal(err)
		}
		if len(rs.House) == 0 {
			t.Errorf("%s names no clause of the house", rs.Name)
		}
		for _, clause := range rs.House {
			if !isHouse(string(digest), clause) {
				t.Errorf("%s: the digest does not mark %s as the house's", rs.Name, clause)
			}
		}
	}
}

// isHouse reports whether the clause or its chapter is marked. House rules numbered with an H need no mark.
func isHouse(digest, clause string) bool {
	at := regexp.MustCompile(`\*\*` + regexp.QuoteMeta(clause) + `[* ]`).FindStringIndex(digest)
	if at == nil {
		return false
	}
	if clause[0] == 'H' {
		return true
	}
	text, _, _ := strings.Cut(digest[at[0]:], "\n- **")
	head := digest[strings.LastIndex(digest[:at[0]], "\n###")+1:]
	head, _, _ = strings.Cut(head, "\n")
	return markedHouse.MatchString(text) || markedHouse.MatchString(head) || inHouseTable(digest, clause)
}

// inHouseTable reports whether the digest's table of house rules names the clause.
func inHouseTable(digest, clause string) bool {
	for line := range strings.Lines(digest) {
		if strings.HasPrefix(line, "|") && strings.Contains(line, "house") &&
			regexp.MustCompile(`\b`+clause+`\b`).MatchString(line) {
			return true
		}
	}
	return false
}
