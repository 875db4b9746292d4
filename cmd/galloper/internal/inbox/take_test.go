package inbox

import (
	"fmt"
	"strings"
	"testing"

	"galloper/mailgate"
)

// The mails of a sender stay in order, and further senders to a game come after the first of each other game.
func TestMailsInTurn(t *testing.T) {
	for _, c := range []struct{ mails, want string }{
		{"", ""},
		{"a:x a:y b:z b:w c:v", "[0] [2] [4] [1] [3]"},
		{"a:x a:y a:X b:z a:x", "[0 2 4] [3] [1]"},
		{":x a:y :x :z", "[0 2] [1] [3]"},
	} {
		var mails []*mailgate.Mail
		for m := range strings.FieldsSeq(c.mails) {
			game, from, _ := strings.Cut(m, ":")
			mails = append(mails, &mailgate.Mail{Game: game, From: from})
		}
		if got := strings.Trim(fmt.Sprint(inTurn(mails, bySender(mails))), "[]"); got != strings.Trim(c.want, "[]") {
			t.Errorf("%q: %s, want %s", c.mails, got, c.want)
		}
	}
}
