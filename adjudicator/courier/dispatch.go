package courier

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Kind is the kind of message that a courier carries.
type Kind string

const (
	Directive Kind = "directive" // to a subordinate
	Letter    Kind = "letter"    // between seats
	Report    Kind = "report"    // from troops to their commander
)

// ID identifies a dispatch as `SENDER.tTURN.N`: the N-th that the sender sent in the turn, in mail order, from 1.
type ID struct {
	Sender string // `french.north`
	Turn   int
	N      int
}

// String returns `french.north.t3.1`.
func (id ID) String() string { return fmt.Sprintf("%s.t%d.%d", id.Sender, id.Turn, id.N) }

// ParseID parses the output of String. ok is false for any other text.
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

// Compare orders dispatches by turn, then by the rank of the sender, then by number, so `t1.10` comes after `t1.9`.
func Compare(a, b ID, rank func(sender string) int) int {
	return cmp.Or(
		cmp.Compare(a.Turn, b.Turn),
		cmp.Compare(rank(a.Sender), rank(b.Sender)),
		cmp.Compare(a.Sender, b.Sender),
		cmp.Compare(a.N, b.N),
	)
}
