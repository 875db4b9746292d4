package rulesets_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"galloper/orders"
)

// BenchmarkOwnWords reads the mails of testdata/*.said of two rulesets one by one, and a sentence of 200 words. It
// reports the median and the 99th percentile of the time for one mail.
func BenchmarkOwnWords(b *testing.B) {
	for _, rules := range []string{"commandchaos", "firediscipline"} {
		text, err := os.ReadFile("testdata/" + rules + ".said")
		if err != nil {
			b.Fatal(err)
		}
		b.Run(rules, func(b *testing.B) {
			for b.Loop() {
				var took []time.Duration
				var read func(string) []orders.Entry
				for line := range strings.Lines(string(text)) {
					if head, ok := strings.CutPrefix(strings.TrimSpace(line), "== "); ok {
						scenario, seat, _ := strings.Cut(head, " ")
						read = opened(b, scenario, seat)
					} else if words, _, ok := strings.Cut(line, " => "); ok {
						began := time.Now()
						read(strings.ReplaceAll(words, `\n`, "\n"))
						took = append(took, time.Since(began))
					}
				}
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms/median")
				b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms/p99")
			}
		})
	}
	b.Run("200 words", func(b *testing.B) {
		read := opened(b, "demo", "french.north")
		long := "Champagne" + strings.Repeat(" and Picardie advance to the mill by the road in column", 18)
		for b.Loop() {
			read(long)
		}
	})
}
