package orders

import (
	"testing"
	"time"
)

func TestParseSpan(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Duration{
		"3d": 72 * time.Hour, " 2W ": 14 * 24 * time.Hour, "90s": 90 * time.Second, "1h30m": 90 * time.Minute, "0d": 0,
	} {
		if got, err := ParseSpan(text); err != nil || got != want {
			t.Errorf("ParseSpan(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "d", "-1d", "1.5d", "99999d", "-3h", "1y", "9999999h"} {
		if got, err := ParseSpan(text); err == nil {
			t.Errorf("ParseSpan(%q) = %v, want an error", text, got)
		}
	}
}
