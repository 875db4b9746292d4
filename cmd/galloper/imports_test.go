package main

import (
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// importPolicy lists the packages of this module that each package (or all packages below it, `/...`) may import. The
// first matching row counts. If this fails, fix the code, not the table.
//
// The row also limits the imports of a package's own tests outside `cmd`, with the additions of testPolicy.
const importPolicy = `
	orders                          :
	orders/say                      : orders
	events                          :
	events/...                      : events events/...

	adjudicator/dice                : events
	adjudicator/board               : events
	adjudicator/scenario            : events
	adjudicator/courier             : events adjudicator/board
	adjudicator                     : events orders orders/say adjudicator/dice adjudicator/board adjudicator/scenario adjudicator/courier
	adjudicator/grammar             : orders adjudicator
	adjudicator/cases               : adjudicator events orders adjudicator/dice adjudicator/board adjudicator/scenario adjudicator/courier
	adjudicator/desks               : adjudicator adjudicator/board events orders projections/...
	adjudicator/staff               : adjudicator events adjudicator/board
	adjudicator/umpire              : adjudicator events orders
	adjudicator/rulesets            : adjudicator adjudicator/...
	adjudicator/examples            :
	adjudicator/examples/...        : adjudicator adjudicator/rules events adjudicator/board adjudicator/scenario
	adjudicator/...                 : adjudicator events orders orders/say adjudicator/dice adjudicator/board adjudicator/scenario adjudicator/courier adjudicator/grammar adjudicator/rules adjudicator/staff

	projections                     : events adjudicator/board adjudicator/scenario
	projections/...                 : events adjudicator/board adjudicator/scenario projections projections/...

	mailgate                        : events orders
	mailgate/mailtest               : events/logtest mailgate mailgate/...
	mailgate/...                    : events orders mailgate mailgate/...

	scenarios                       :
	cmd/galloper/internal/prose     : mailgate
	cmd/galloper/internal/discover  :
	cmd/galloper/internal/schedule  : events orders
	cmd/galloper/internal/game      : cmd/galloper/internal/schedule orders events events/vault adjudicator adjudicator/desks adjudicator/umpire adjudicator/dice adjudicator/scenario mailgate projections/... cmd/galloper/internal/prose
	cmd/galloper/internal/offline   : orders events adjudicator adjudicator/desks cmd/galloper/internal/game
	cmd/galloper/internal/trial     : events adjudicator adjudicator/board adjudicator/dice cmd/galloper/internal/offline adjudicator/scenario
	cmd/galloper/internal/easel     : adjudicator adjudicator/board adjudicator/scenario events projections/knowledge projections/mapview cmd/galloper/internal/game
	cmd/galloper/internal/cluster   : events/alarm events/crew
	cmd/galloper/internal/store     : events/... mailgate cmd/galloper/internal/cluster
	cmd/galloper/internal/mailer    : events mailgate projections/mapview projections/report cmd/galloper/internal/prose cmd/galloper/internal/game
	cmd/galloper/internal/host      : adjudicator events events/natslog events/vault mailgate projections/campaign cmd/galloper/internal/cluster cmd/galloper/internal/game cmd/galloper/internal/mailer
	cmd/galloper/internal/inbox     : adjudicator/umpire events events/natslog events/vault mailgate cmd/galloper/internal/cluster cmd/galloper/internal/prose cmd/galloper/internal/game cmd/galloper/internal/host
	cmd/galloper/internal/outbox    : events events/vault mailgate projections/campaign cmd/galloper/internal/game cmd/galloper/internal/host
	cmd/galloper/internal/verify    : adjudicator adjudicator/dice events events/archive events/vault mailgate cmd/galloper/internal/prose cmd/galloper/internal/game
	cmd/galloper/internal/admin     : cmd/galloper/internal/schedule cmd/galloper/internal/verify adjudicator adjudicator/umpire adjudicator/dice adjudicator/scenario events events/archive events/natslog events/vault mailgate projections/campaign projections/lobby cmd/galloper/internal/prose cmd/galloper/internal/game cmd/galloper/internal/store cmd/galloper/internal/host
	cmd/galloper/internal/simulate  :
	cmd/...                         : ...
`

// outsidePolicy lists the folders that may import each wire library.
const outsidePolicy = `
	github.com/nats-io/...          : events/natslog events/leader events/natsvault events/crew events/alarm events/natstest cmd/...
	github.com/emersion/go-imap/... : mailgate/imapbox mailgate/mailhost cmd/...
	github.com/emersion/go-smtp     : mailgate/smtpout mailgate/mailhost mailgate/mailtest cmd/...
	github.com/emersion/go-message/...: mailgate mailgate/... cmd/...
	github.com/spf13/cobra          : cmd/...
	github.com/goccy/go-yaml/...    : adjudicator/scenario
	codeberg.org/go-fonts/...       : projections/mapview/canvas
	golang.org/x/image/...          : projections/mapview/canvas
	github.com/klauspost/compress/...: projections/mapview/canvas
	github.com/hashicorp/golang-lru/v2: projections/mapview projections/mapview/canvas
	github.com/SherClockHolmes/...  : cmd/...
`

const module = "galloper"

type policyRow struct {
	pattern string
	allowed []string
}

func parsePolicy(t *testing.T, text string) []policyRow {
	t.Helper()
	var rows []policyRow
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		pattern, allowed, ok := strings.Cut(line, ":")
		if !ok {
			t.Fatalf("policy line %q has no colon", line)
		}
		rows = append(rows, policyRow{strings.TrimSpace(pattern), strings.Fields(allowed)})
	}
	return rows
}

func matches(pattern, pkg string) bool {
	if prefix, ok := strings.CutSuffix(pattern, "/..."); ok {
		return pkg == prefix || strings.HasPrefix(pkg, prefix+"/")
	}
	return pattern == "..." || pattern == pkg
}

func allowedBy(patterns []string, pkg string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, pkg) })
}

// goList returns the direct imports of each package of the module, without those of its tests.
func goList(t *testing.T) map[string][]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, module+"/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	imports := make(map[string][]string)
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line)
		imports[strings.TrimPrefix(f[0], module+"/")] = f[1:]
	}
	return imports
}

// Imports follow the table. Run it with -count=1: a cached pass hides an import added to a package that this test does
// not link.
func TestImportsRunOneWay(t *testing.T) {
	rows := parsePolicy(t, importPolicy)
	for pkg, imports := range goList(t) {
		i := slices.IndexFunc(rows, func(r policyRow) bool { return matches(r.pattern, pkg) })
		if i < 0 {
			t.Errorf("%s: no row of the import table covers this package", pkg)
			continue
		}
		for _, imp := range imports {
			ours, ok := strings.CutPrefix(imp, module+"/")
			if !ok {
				checkOutside(t, pkg, imp)
				continue
			}
			if strings.HasPrefix(ours, "cmd/") && !strings.HasPrefix(pkg, "cmd/") {
				t.Errorf("%s imports %s: nothing imports cmd", pkg, ours)
			} else if !allowedBy(rows[i].allowed, ours) {
				t.Errorf("%s imports %s; its row allows only %v", pkg, ours, rows[i].allowed)
			}
		}
	}
}

func checkOutside(t *testing.T, pkg, imp string) {
	t.Helper()
	for _, row := range parsePolicy(t, outsidePolicy) {
		if matches(row.pattern, imp) && !allowedBy(row.allowed, pkg) {
			t.Errorf("%s imports %s; only %v may", pkg, imp, row.allowed)
		}
	}
}

// The table names no package that is gone.
func TestEveryImportRowIsUsed(t *testing.T) {
	imports := goList(t)
	for _, row := range parsePolicy(t, importPolicy) {
		used := false
		for pkg := range imports {
			used = used || matches(row.pattern, pkg)
		}
		if !used {
			t.Errorf("no package matches the row %q", row.pattern)
		}
	}
}

func TestPolicyPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern, pkg string
		want         bool
	}{
		{"events", "events", true},
		{"events", "events/natslog", false},
		{"events/...", "events/natslog", true},
		{"events/...", path.Join("eventsource"), false},
		{"...", "anything/at/all", true},
	} {
		if got := matches(c.pattern, c.pkg); got != c.want {
			t.Errorf("matches(%q, %q) = %v", c.pattern, c.pkg, got)
		}
	}
}
