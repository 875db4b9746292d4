package spoken

import (
	"testing"

	"galloper/orders"
)

// A remark that ended in a comma used to loop for ever.
func TestRemarkWithACommaIsReadOnce(t *testing.T) {
	for _, text := range []string{"All is well,", "That is all,", "This is it,"} {
		if out, passed := meant((&orders.Language{}).ReadLine(text).Words); len(out) > 0 || passed == "" {
			t.Errorf("%q: meant %v, passed over %q", text, out, passed)
		}
	}
}
