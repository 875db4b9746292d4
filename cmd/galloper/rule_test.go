package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// Flags after an act count as flags, not as part of the act.
func TestFlagsBehindAnAct(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	w.made()
	other := []string{"--data", filepath.Join(w.dir, "data")}
	for _, args := range [][]string{{"rule", "mill", "STATUS"}, {"lobby", "LIST"}} {
		var b bytes.Buffer
		if status := run(t.Context(), append(args, other...), nil, &b, &b); status != 0 ||
			strings.Contains(b.String(), "--data") {
			t.Errorf("%v: %d %s", args, status, b.String())
		}
		w.must(append(args, "--json"), `"done":true`)
		for flag, want := range map[string]string{"--dada": "unknown flag: --dada", "--data": "needs an argument: --data"} {
			if status, said := w.galloper(append(args, flag)...); status != statusUsage || !strings.Contains(said, want) {
				t.Errorf("%v %s: %d %s", args, flag, status, said)
			}
		}
		nowhere := filepath.Join(w.dir, "nowhere")
		b.Reset()
		if status := run(t.Context(), append(args, "--data="+nowhere), nil, &b, &b); status == 0 ||
			!strings.Contains(b.String(), nowhere) {
			t.Errorf("%v --data=%s: %d %s", args, nowhere, status, b.String())
		}
	}
	w.must([]string{"rule", "mill", "ADDRESS stand-in", "+eve@example.test", "BECAUSE", "she", "--", "so", "to", "say"},
		"ADDRESS: done")
}
