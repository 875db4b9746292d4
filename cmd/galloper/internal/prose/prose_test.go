package prose

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestProseKeepsItsWidth(t *testing.T) {
	t.Parallel()
	p := &Text{}
	p.Para("%s", strings.Repeat("Régiment de Champagne ", 20))
	p.Item("12.", "%s", strings.Repeat("directive ", 30))
	p.Line("exact   line")
	p.Gap()
	p.Gap()
	p.Block("a\n b\n\n\n")
	for line := range strings.SplitSeq(p.String(), "\n") {
		if utf8.RuneCountInString(line) > TextColumns {
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
	if got, want := Moment(at, vienna), "Friday 3 July 2026, 20:00 CEST (18:00 UTC)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := Moment(at, time.UTC), "Friday 3 July 2026, 18:00 UTC"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Moment(time.Time{}, vienna); got != "no fixed time" {
		t.Errorf("no deadline reads %q", got)
	}
}

func TestSpanReadsAsPeopleSayIt(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		72 * time.Hour: "3 days", 36 * time.Hour: "36 hours", 90 * time.Minute: "90 minutes", 59 * time.Second: "59 seconds",
		2*time.Minute - 20*time.Millisecond: "2 minutes", 2*time.Hour - 2*time.Second: "2 hours", time.Second: "1 second",
		90*time.Second - 20*time.Millisecond: "90 seconds", 72*time.Hour + 20*time.Millisecond: "3 days",
		48*time.Hour - 20*time.Millisecond: "2 days",
	} {
		if got := Span(d); got != want {
			t.Errorf("span(%v) = %q, want %q", d, got, want)
		}
	}
}

// TestOffNamesTheWay: a clock offset names its direction, and uses the same words as any span.
func TestOffNamesTheWay(t *testing.T) {
	t.Parallel()
	for ahead, want := range map[time.Duration]string{
		-90 * time.Second: "90 seconds behind", 90 * time.Second: "90 seconds ahead of",
		-150 * time.Minute: "3 hours behind", 240 * time.Hour: "10 days ahead of",
	} {
		if got := Off(ahead); got != want {
			t.Errorf("off(%v) = %q, want %q", ahead, got, want)
		}
	}
}

func TestLists(t *testing.T) {
	t.Parallel()
	for want, names := range map[string][]string{"nobody": nil, "a": {"a"}, "a and b": {"a", "b"},
		"a, b and c": {"a", "b", "c"}} {
		if got := List(names); got != want {
			t.Errorf("list(%v) = %q, want %q", names, got, want)
		}
	}
	if Plural(1, "order")+Plural(2, "order") != "1 order2 orders" {
		t.Error("counting is wrong")
	}
}
