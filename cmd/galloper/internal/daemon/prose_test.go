package daemon

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"galloper/events"
)

func TestProseKeepsItsWidth(t *testing.T) {
	t.Parallel()
	p := &prose{}
	p.para("%s", strings.Repeat("Régiment de Champagne ", 20))
	p.item("12.", "%s", strings.Repeat("directive ", 30))
	p.line("exact   line")
	p.gap()
	p.gap()
	p.block("a\n b\n\n\n")
	for line := range strings.SplitSeq(p.String(), "\n") {
		if utf8.RuneCountInString(line) > textColumns {
			t.Errorf("a line of %d columns: %s", utf8.RuneCountInString(line), line)
		}
	}
	if !strings.HasSuffix(p.String(), "directive\nexact   line\n\na\n b\n") {
		t.Errorf("the end reads %q", p.String()[len(p.String())-60:])
	}
	if !strings.Contains(p.String(), "\n    directive") {
		t.Error("the second line of a list entry is not indented as far as the first")
	}
}

func TestMomentNamesBothClocks(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 7, 3, 18, 0, 0, 0, time.UTC)
	vienna, err := time.LoadLocation("Europe/Vienna")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := moment(at, vienna), "Friday 3 July 2026, 20:00 CEST (18:00 UTC)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := moment(at, time.UTC), "Friday 3 July 2026, 18:00 UTC"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := moment(time.Time{}, vienna); got != "no fixed time" {
		t.Errorf("no deadline reads %q", got)
	}
}

func TestSpanReadsAsPeopleSayIt(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		72 * time.Hour: "3 days", 36 * time.Hour: "36 hours", 90 * time.Minute: "90 minutes", 59 * time.Second: "59 seconds",
	} {
		if got := span(d); got != want {
			t.Errorf("span(%v) = %q, want %q", d, got, want)
		}
	}
}

func TestLists(t *testing.T) {
	t.Parallel()
	for want, names := range map[string][]string{"nobody": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}} {
		if got := list(names); got != want {
			t.Errorf("list(%v) = %q, want %q", names, got, want)
		}
	}
	if plural(1, "order")+plural(2, "order") != "1 order2 orders" {
		t.Error("counting is wrong")
	}
}

// TestReceiptsKeepTheWidth: all of a receipt but its orders and what is set in below them
// fits the width of mails, and the orders are not broken.
func TestReceiptsKeepTheWidth(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	w.writes("french.north", "To Champagne: hold")
	order := "To Champagne: general advance to 500,400, fire at 40 yards, and if half spent then withdraw 100 yards"
	receipt := w.writes("french.north", order+"\n\n-- \nAnna")
	mustSay(t, receipt, "This mail REPLACES your earlier one", "To change this, answer this mail", "were passed over: signature")
	whole := false
	for line := range strings.Lines(receipt) {
		line = strings.TrimSuffix(line, "\n")
		if n := utf8.RuneCountInString(line); n > textColumns && !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "1. ") {
			t.Errorf("%d columns: %s", n, line)
		}
		whole = whole || strings.HasPrefix(line, "1. TO champagne") && strings.HasSuffix(line, ": accepted")
	}
	if !whole {
		t.Errorf("the order is not on one line:\n%s", receipt)
	}
}
