package orders_test

import (
	"fmt"
	"strings"
	"testing"

	"galloper/orders"
)

// A question stands alone where it is the rest of the order that was not understood, and the verdict and READY speak of
// it as what it is.
func TestWhatIsToBeConfirmed(t *testing.T) {
	const doubt = "Not understood: %q. Answer YES 1 to have it so."
	questions := map[string]string{"": "It does not say who. Answer YES 1 to have those do it.",
		"along the track": fmt.Sprintf(doubt, "along the track"), "trots": fmt.Sprintf(doubt, "trots")}
	for unread, tells := range map[string]bool{"along the track": false, "trots": true, "": true} {
		r := orders.Receipt{
			Document: orders.Read("guns trots along the track\nREADY\n", orders.Language{}),
			Entries: []orders.Entry{{Number: 1, Asked: "guns: MOVE TO B2", Unread: unread,
				Refusal: &orders.Refusal{Reason: "no-verb", Line: 1, Col: 6, Word: "trots", Want: "a verb"}}},
		}
		text := r.Text()
		if strings.Contains(text, "expected a verb") != tells {
			t.Errorf("not understood was %q: whether it tells where is %v in\n%s", unread, !tells, text)
		}
		for _, want := range []string{"No order accepted, 1 to be confirmed by you.\n",
			"1? guns: MOVE TO B2. " + questions[unread],
			"READY: not taken, because order 1 is to be confirmed."} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is not in\n%s", want, text)
			}
		}
	}
}

// Whether words are a letter is asked in words of its own, and not where in them an order was expected.
func TestLetterToBeConfirmed(t *testing.T) {
	r := orders.Receipt{
		Document: orders.Read("General Hill, are you there\n", orders.Language{}),
		Entries: []orders.Entry{{Number: 1, Asked: "LETTER TO hill: are you there",
			Refusal: &orders.Refusal{Reason: "no-verb", Line: 1, Col: 1, Word: "General", Want: "a verb"}}},
	}
	text := r.Text()
	if !strings.Contains(text, "1? LETTER TO hill: are you there. Answer YES 1 to send it as a letter.") ||
		strings.Contains(text, "expected a verb") {
		t.Error(text)
	}
}
