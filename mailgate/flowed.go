package mailgate

import "strings"

// unflow joins the lines of a format=flowed text (RFC 3676) into the paragraphs
// that the writer typed. Quoted lines keep their marks; a signature line is
// never joined.
func unflow(text string, delSp bool) string {
	var out strings.Builder
	out.Grow(len(text))
	open, depth := false, 0
	for line := range strings.SplitSeq(text, "\n") {
		quotes := len(line) - len(strings.TrimLeft(line, ">"))
		body := strings.TrimPrefix(line[quotes:], " ")
		signature := body == "-- "
		if open && (quotes != depth || signature) {
			out.WriteByte('\n')
			open = false
		}
		if !open && quotes > 0 {
			out.WriteString(strings.Repeat(">", quotes) + " ")
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
