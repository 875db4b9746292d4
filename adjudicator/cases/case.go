package cases

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"
)

type testCase struct {
	comment  string
	scenario []byte
	refused  []line
	turns    []turn // from turn 1, without gaps
}

type turn struct {
	orders   []mail // in byte order of seats
	umpire   string
	answers  []pair
	asked    []pair
	hasAsked bool
	dice     *script
	want     []want
	receipts []fragments
	reports  []fragments
}

type mail struct{ seat, body string }

// pair is a line `seat: text`.
type pair struct {
	line
	seat, text string
}

// fragments are texts that must or must not occur in one seat's receipt or report.
type fragments struct {
	seat  string
	lines []line
}

// line is a line of a case file with its position.
type line struct {
	file string
	n    int
	text string
}

func (l line) String() string { return fmt.Sprintf("%s line %d: `%s`", l.file, l.n, l.text) }

// read parses a case file, and returns the faults of the file itself.
func read(file []byte) (*testCase, []string) {
	archive := txtar.Parse(file)
	c := &testCase{comment: strings.TrimSpace(string(archive.Comment))}
	var faults []string
	seen := map[string]bool{}
	for _, f := range archive.Files {
		if seen[f.Name] {
			faults = append(faults, f.Name+": stands twice in the case")
			continue
		}
		seen[f.Name] = true
		if err := c.take(f.Name, f.Data); err != nil {
			faults = append(faults, err.Error())
		}
	}
	return c, append(faults, c.lacks(seen)...)
}

func (c *testCase) lacks(seen map[string]bool) []string {
	switch {
	case !seen["scenario.yaml"]:
		return []string{"scenario.yaml is missing: a case needs a scenario"}
	case seen["scenario.refused"] && len(c.turns) > 0:
		return []string{"scenario.refused stands instead of turns, not beside them"}
	case seen["scenario.refused"] && len(c.refused) == 0:
		return []string{"scenario.refused says nothing: expected fragments of the message"}
	case !seen["scenario.refused"] && len(c.turns) == 0:
		return []string{"the case wants nothing: expected turn-1.want or scenario.refused"}
	}
	return nil
}

func (c *testCase) take(name string, data []byte) error {
	switch name {
	case "scenario.yaml":
		c.scenario = data
		return nil
	case "scenario.refused":
		c.refused = lines(name, data)
		return nil
	}
	head, seat, inFolder := strings.Cut(name, "/")
	number, part, dotted := strings.Cut(strings.TrimPrefix(head, "turn-"), ".")
	n, err := strconv.Atoi(number)
	if !strings.HasPrefix(name, "turn-") || err != nil || n < 1 || n > maxTurns || number != strconv.Itoa(n) ||
		dotted && part == "" {
		return fmt.Errorf("%s: not a file of a case; expected scenario.yaml, turn-N/SEAT.orders, turn-N.dice, "+
			"turn-N.want, turn-N.answers, turn-N.asked, turn-N.receipt/SEAT, turn-N.report/SEAT or scenario.refused", name)
	}
	t := c.turn(n)
	if inFolder {
		return t.takeSeat(name, part, seat, data)
	}
	return t.take(name, part, data)
}

// maxTurns limits the number of turns, which comes from file names.
const maxTurns = 500

func (c *testCase) turn(n int) *turn {
	for len(c.turns) < n {
		c.turns = append(c.turns, turn{})
	}
	return &c.turns[n-1]
}

func (t *turn) take(name, part string, data []byte) (err error) {
	switch part {
	case "answers":
		t.answers, err = pairs(name, data)
	case "asked":
		t.hasAsked = true
		t.asked, err = pairs(name, data)
	case "dice":
		t.dice, err = readScript(name, data)
	case "want":
		t.want, err = readWants(name, data)
	default:
		err = fmt.Errorf("%s: unknown; expected turn-N.answers, .asked, .dice or .want", name)
	}
	return err
}

func (t *turn) takeSeat(name, part, seat string, data []byte) error {
	orderer, isOrders := strings.CutSuffix(seat, ".orders")
	switch {
	case part == "" && isOrders && orderer == "umpire":
		t.umpire = string(data)
	case part == "" && isOrders && orderer != "":
		t.orders = append(t.orders, mail{orderer, string(data)})
		slices.SortFunc(t.orders, func(a, b mail) int { return strings.Compare(a.seat, b.seat) })
	case part == "receipt" && seat != "":
		t.receipts = append(t.receipts, fragments{seat, lines(name, data)})
	case part == "report" && seat != "":
		t.reports = append(t.reports, fragments{seat, lines(name, data)})
	default:
		return fmt.Errorf("%s: unknown; expected turn-N/SEAT.orders, turn-N.receipt/SEAT or turn-N.report/SEAT", name)
	}
	return nil
}

// lines returns the lines that are not blank.
func lines(file string, data []byte) []line {
	var ls []line
	n := 0
	for text := range strings.Lines(string(data)) {
		n++
		if text = strings.TrimSpace(text); text != "" {
			ls = append(ls, line{file, n, text})
		}
	}
	return ls
}

func pairs(file string, data []byte) ([]pair, error) {
	var ps []pair
	for _, l := range lines(file, data) {
		seat, text, ok := strings.Cut(l.text, ":")
		if text = strings.TrimSpace(text); !ok || text == "" {
			return nil, fmt.Errorf("%s: expected `seat: text`", l)
		}
		ps = append(ps, pair{l, strings.TrimSpace(seat), text})
	}
	return ps, nil
}
