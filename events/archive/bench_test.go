package archive_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"galloper/events"
	"galloper/events/archive"
	"galloper/events/memlog"
)

// campaign returns the archive of a game of three turns, reverted repeatedly to the size of a long campaign.
func campaign(b *testing.B) []byte {
	log := memlog.New()
	add(b, log, "create", "umpire", events.GameCreated{Ruleset: "firediscipline", Version: 1, SeedCommit: seedS[0],
		SealedCommit: seedP[0]})
	turn := adjudicated(1, "")
	turn.Outcomes = nil
	for i := range 500 {
		d := events.Die{Name: fmt.Sprintf("volley/fire/%dfoot.b>2swiss#1", i), Die: "d10"}
		d.Value = face(seedS[1], 1, d.Name, "", 10)
		turn.Outcomes = append(turn.Outcomes, events.Outcome{
			Ref: fmt.Sprint("t1.", i), Name: "volley.fired", Clause: "7.4", Cause: "order:french.north.3", Dice: []events.Die{d},
			Fields: events.Fields("firer", "1foot.b", "target", "2swiss", "range", 12000, "hits", 1, "second", true),
			Views: []events.View{{Seats: []string{"french.north", "french.south"}},
				{Seats: []string{"british.left"}, Hide: []string{"hits"}}},
		})
	}
	for i := range 40 {
		add(b, log, fmt.Sprint("turn-", i), "adjudicator", turn)
	}
	return export(b, log)
}

// BenchmarkVerify compares Check with just hashing and decoding the archive. The ratio must be at least 0.5.
func BenchmarkVerify(b *testing.B) {
	file := campaign(b)
	var bare, ours, std time.Duration
	n := 0
	for b.Loop() {
		t0 := time.Now()
		hashAndDecode(b, file)
		t1 := time.Now()
		if _, err := run(file, archive.Check{Die: right}); err != nil {
			b.Fatal(err)
		}
		t2 := time.Now()
		hashAndUnmarshal(b, file)
		bare, ours, std = bare+t1.Sub(t0), ours+t2.Sub(t1), std+time.Since(t2)
		n++
	}
	rate := func(d time.Duration) float64 { return float64(len(file)*n) / 1e6 / d.Seconds() }
	b.ReportMetric(rate(bare), "bare-MB/s")
	b.ReportMetric(rate(std), "encoding/json-MB/s")
	b.ReportMetric(rate(ours), "ours-MB/s")
	b.ReportMetric(float64(bare)/float64(ours), "ratio")
	b.ReportMetric(0, "ns/op")
}

// hashAndDecode does the minimum of a check with this project's decoder.
func hashAndDecode(b *testing.B, file []byte) {
	for line := range bytes.Lines(file) {
		c, err := events.ParseCommit(bytes.TrimSuffix(bytes.Clone(line), []byte("\n"))) // hashes
		if err != nil {
			b.Fatal(err)
		}
		for _, e := range c.Events {
			if _, err := events.Decode(e); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// hashAndUnmarshal does the same with encoding/json, as other programs would.
func hashAndUnmarshal(b *testing.B, file []byte) {
	for line := range bytes.Lines(file) {
		events.Sum(line)
		var c struct {
			Events []struct{ Data map[string]any }
		}
		if err := json.Unmarshal(line, &c); err != nil {
			b.Fatal(err)
		}
	}
}
