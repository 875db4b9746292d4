package scenarios

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/rulesets"
	"galloper/adjudicator/scenario"
)

// TestEveryValueIsRewritten moves each point of each shipped scenario, and changes each other number and hex: nothing
// but that value differs, and the file is as before when it is changed back.
func TestEveryValueIsRewritten(t *testing.T) {
	t.Parallel()
	files, err := fs.Glob(Files, "*/scenario.yaml")
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		src, err := fs.ReadFile(Files, file)
		if err != nil {
			t.Fatal(err)
		}
		rules, _, faults := adjudicator.Load(rulesets.All(), file, src)
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		for _, text := range [][]byte{src, bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n"))} {
			paper := scenario.Parse(file, text)
			points, was := paper.Points(rules.Keys), values(file, text)
			for i, p := range points {
				if bytes.Contains(text, []byte("\r")) && i%9 > 0 {
					continue
				}
				x, y := p.Items()[0], p.Items()[1]
				edits := []scenario.Edit{
					{Path: x.Path(), From: x.String(), To: fmt.Sprint(1000 + i)},
					{Path: y.Path(), From: y.String(), To: fmt.Sprint(2000 + i)}}
				rewrite(t, file, text, was, edits...)
			}
			if on := map[string]bool{"firediscipline": true, "orderdiscipline": true}; on[rules.Name] && len(points) < 30 {
				t.Errorf("%s has %d points", file, len(points))
			}
			n := 0
			for v := range paper.Values() {
				if len(v.String()) > 3 || v.String() == "" {
					continue
				}
				if n++; n%11 == 0 || !bytes.Contains(text, []byte("\r")) && strings.HasSuffix(v.Path(), ".at") {
					rewrite(t, file, text, was, scenario.Edit{Path: v.Path(), From: v.String(), To: "zz9"})
				}
			}
			if n < 20 {
				t.Errorf("%s has %d short values", file, n)
			}
		}
	}
}

// rewrite makes the edits in a scenario with these values, and undoes them.
func rewrite(t *testing.T, file string, src []byte, a map[string]string, edits ...scenario.Edit) {
	t.Helper()
	out, err := scenario.Rewrite(src, edits...)
	if err != nil {
		t.Errorf("%s: %v", file, err)
		return
	}
	b := values(file, out)
	back := make([]scenario.Edit, len(edits))
	for i, e := range edits {
		if a[e.Path] != e.From || b[e.Path] != e.To {
			t.Errorf("%s: %s was %q and is %q", file, e.Path, a[e.Path], b[e.Path])
		}
		b[e.Path], back[i] = e.From, scenario.Edit{Path: e.Path, From: e.To, To: e.From}
	}
	if fmt.Sprint(a) != fmt.Sprint(b) {
		t.Errorf("%s: %v changed something else", file, edits)
	}
	again, err := scenario.Rewrite(out, back...)
	if err != nil || !bytes.Equal(again, src) {
		t.Errorf("%s: %v leaves another file when it is undone: %v", file, edits, err)
	}
	var stale *scenario.StaleError
	if _, err := scenario.Rewrite(out, edits...); !errors.As(err, &stale) {
		t.Errorf("%s: %v is done twice: %v", file, edits, err)
	}
}

func values(file string, src []byte) map[string]string {
	all := map[string]string{}
	for v := range scenario.Parse(file, src).Values() {
		all[v.Path()] = v.String()
	}
	return all
}
