package mailgate

import "strings"

// ownMark stands before a line that begins with a quote mark but is not quoted. Texts cannot contain it, because NUL
// is dropped earlier.
const ownMark = "\x00own"

// unflow joins the lines of a format=flowed text (RFC 3676) into the paragraphs that the writer typed. Quoted lines
// keep their marks; a signature mark is never joined.
func unflow(text string, delSp bool) string {
	var out strings.Builder
	out.Grow(len(text))
	open, depth := false, 0
	for line := range strings.SplitSeq(text, "\n") {
		quotes := len(line) - len(strings.TrimLeft(line, ">"))
		body, stuffed := strings.CutPrefix(line[quotes:], " ")
		signature := body == "-- "
		if open && (quotes != depth || signature) {
			out.WriteByte('\n')
			open = false
		}
		switch {
		case !open && quotes > 0:
			out.WriteString(strings.Repeat(">", quotes) + " ")
		case !open && stuffed && strings.HasPrefix(body, ">"):
			out.WriteString(ownMark + " ") // a stuffed blank shows that the writer typed the mark (RFC 3676 §4.4)
		}
		open, depth = strings.HasSuffix(body, " ") && !signature, quotes
		if open && delSp {
			body = strings.TrimSuffix(body, " ")
		}
		out.WriteString(body)
		if !open {
			out.WriteByte('\n')
		}
	}
	return strings.TrimSuffix(out.String(), "\n")
}
