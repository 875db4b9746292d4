package courier

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Kind is what a courier carries.
type Kind string

// The kinds.
const (
	Directive Kind = "directive" // to a subordinate
	Letter    Kind = "letter"    // between seats
	Report    Kind = "report"    // back from troops
)

// ID names a dispatch, `SENDER.tTURN.N`: the N-th that the sender sent in the
// turn, in mail order, from 1.
type ID struct {
	Sender string // `french.north`
	Turn   int
	N      int
}

// String returns `french.north.t3.1`.
func (id ID) String() string { return fmt.Sprintf("%s.t%d.%d", id.Sender, id.Turn, id.N) }

// ParseID reads what String wrote.
func ParseID(s string) (ID, bool) {
	head, last, ok := cutLast(s, ".")
	sender, turn, dotted := cutLast(head, ".t")
	id := ID{Sender: sender}
	var errTurn, errN error
	id.Turn, errTurn = strconv.Atoi(turn)
	id.N, errN = strconv.Atoi(last)
	return id, ok && dotted && sender != "" && errTurn == nil && errN == nil && id.String() == s
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return "", s, false
	}
	return s[:i], s[i+len(sep):], true
}

// Compare orders dispatches as they left: by turn, then by sender as rank has
// it, then by number. `t1.10` comes behind `t1.9`.
func Compare(a, b ID, rank func(sender string) int) int {
	return cmp.Or(
		cmp.Compare(a.Turn, b.Turn),
		cmp.Compare(rank(a.Sender), rank(b.Sender)),
		cmp.Compare(a.Sender, b.Sender),
		cmp.Compare(a.N, b.N),
	)
}
