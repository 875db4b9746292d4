package rulesets_test

import (
	"strings"
	"testing"

	"galloper/adjudicator"
)

// BenchmarkReadMail reads the orders of the staff in a scenario of each ruleset, one mail for each seat.
func BenchmarkReadMail(b *testing.B) {
	for _, scenario := range []string{"prestonpans", "maida", "sauren", "allifae", "gettysburg-first-day"} {
		of := openedBattle(b, scenario)
		var mails []string
		var desks []adjudicator.Desk
		lines := 0
		for _, seat := range of.sc.Seats() {
			desk := of.desk(seat.ID)
			orders := of.rules.Staff(desk, adjudicator.Officer{Game: "said"})
			mails, desks, lines = append(mails, strings.Join(orders, "\n")), append(desks, desk), lines+len(orders)
		}
		b.Run(of.rules.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for i, mail := range mails {
					of.rules.ReadMail(desks[i], mail)
				}
			}
			b.ReportMetric(float64(lines*b.N)/b.Elapsed().Seconds(), "lines/s")
		})
	}
}
