package main

import (
	"regexp"
	"testing"
)

// Every test that docs/security.md names as proof exists.
func TestSecurityTableNamesTests(t *testing.T) {
	named := regexp.MustCompile("`(Test\\w+)`").FindAllStringSubmatch(readPage(t, "../../docs/security.md"), -1)
	if len(named) < 50 {
		t.Errorf("only %d tests are named", len(named))
	}
	for _, m := range named {
		if !definedTests()[m[1]] {
			t.Errorf("there is no test %s", m[1])
		}
	}
}
