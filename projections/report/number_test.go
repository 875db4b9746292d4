package report

import "testing"

func TestOrdersAreToldUnderTheirNumberInTheMail(t *testing.T) {
	for _, c := range []struct {
		last, number int
		order, text  string
	}{{0, 1, "HOLD a", "HOLD a"}, {1, 3, "3. HOLD b", "HOLD b"}, {3, 4, "HOLD c", "HOLD c"}, {4, 5, "2. HOLD d",
		"HOLD d"}} {
		if number, text := numbered(c.last, c.order); number != c.number || text != c.text {
			t.Errorf("%q behind %d is %d, %q; want %d, %q", c.order, c.last, number, text, c.number, c.text)
		}
	}
}
