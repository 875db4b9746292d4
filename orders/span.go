package orders

import (
	"fmt"
	"strings"
	"time"
)

// maxSpan limits the time spans that people write.
const maxSpan = 3650 * 24 * time.Hour

// ParseSpan parses a time span as people write it: 90s, 15m, 48h, 3d, 2w. It returns an error if the span is invalid,
// negative or too long.
func ParseSpan(text string) (time.Duration, error) {
	s := strings.ToLower(strings.TrimSpace(text))
	if v, ok := parseDays(s); ok {
		return v, nil
	}
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 || d > maxSpan {
		return 0, fmt.Errorf("%q is no time span: write 90s, 15m, 48h, 3d or 2w", text)
	}
	return d, nil
}

func parseDays(s string) (time.Duration, bool) {
	const day = 24 * time.Hour
	length := day
	digits, ok := strings.CutSuffix(s, "d")
	if !ok {
		length = 7 * day
		digits, ok = strings.CutSuffix(s, "w")
	}
	if !ok {
		return 0, false
	}
	n := 0
	if _, err := fmt.Sscanf(digits+";", "%d;", &n); err != nil || n < 0 || n > 3650 {
		return 0, false
	}
	return min(time.Duration(n)*length, maxSpan), true
}
