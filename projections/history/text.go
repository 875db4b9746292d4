package history

import (
	"cmp"
	"fmt"
)

// AppendText appends the entry as a line of the audit log, with its line end. An outcome is indented below its
// result.
func (e *Entry) AppendText(b []byte) []byte {
	if e.Outcome != nil {
		b = fmt.Appendf(b, "        %-7s %s", e.Ref, e.Text)
		if e.Outcome.Cause != "" {
			b = append(b, " <- "+e.Outcome.Cause...)
		}
		return append(e.appendVoidNote(b), '\n')
	}
	b = fmt.Appendf(b, "#%-5d %s  %-14s %s", e.Number, e.At.UTC().Format("2006-01-02 15:04:05"), cmp.Or(e.Seat, e.Actor),
		e.Text)
	b = append(e.appendVoidNote(b), '\n')
	for _, l := range e.Lines {
		b = append(b, "        "...)
		b = append(b, l...)
		b = append(b, '\n')
	}
	return b
}

// appendVoidNote appends a note if the entry no longer counts.
func (e *Entry) appendVoidNote(b []byte) []byte {
	if e.Superseded == "" {
		return b
	}
	return append(b, " [no longer counts: "+e.Superseded+"]"...)
}
