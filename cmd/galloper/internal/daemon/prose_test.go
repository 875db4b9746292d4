package daemon

import (
	"strings"
	"testing"
	"unicode/utf8"

	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
)

// A receipt fits the width of mails, except for its orders, which are not broken, and their indented lines.
func TestReceiptsKeepTheWidth(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	w.writes("french.north", "To Champagne: hold")
	order := "To Champagne: general advance to 500,400, fire at 40 yards, and if half spent then withdraw 100 yards"
	receipt := w.writes("french.north", order+"\n\n-- \nAnna")
	mustSay(t, receipt, "This mail REPLACES your earlier one", "To change this, answer this mail", "were passed over: "+
		"signature")
	whole := false
	for line := range strings.Lines(receipt) {
		line = strings.TrimSuffix(line, "\n")
		if n := utf8.RuneCountInString(line); n > prose.TextColumns && !strings.HasPrefix(line, " ") &&
			!strings.HasPrefix(line, "1. ") {
			t.Errorf("%d columns: %s", n, line)
		}
		whole = whole || strings.HasPrefix(line, "1. TO champagne") && strings.HasSuffix(line, ": accepted")
	}
	if !whole {
		t.Errorf("the order is not on one line:\n%s", receipt)
	}
}
