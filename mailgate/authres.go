package mailgate

import (
	"strings"
)

// Trust says which server's results of DKIM and DMARC are believed.
type Trust struct {
	// Servers are the authserv-ids of the receiving servers, as in their Authentication-Results; `*` matches any
	// characters. If the list is empty, no such field counts.
	Servers []string
	// Unnamed trusts the topmost Authentication-Results although it has no
	// authserv-id, as Exchange Online writes it.
	Unnamed bool
	// Relays are the names of our own servers in Received (`by NAME`); `*` matches any characters. A field counts
	// only above the first Received of another server. If the list is empty, it counts only above the second
	// Received, that is if the delivering server wrote it.
	Relays []string
	// DKIM verifies the raw mail's signatures; see [VerifyDKIM]. If it is nil, signatures are not checked here.
	DKIM func(raw []byte) Signatures
}

// Signatures are the results of checking a mail's DKIM signatures.
type Signatures struct {
	Domains []string // signing domains of the valid signatures
	Broken  []string // signing domains of the invalid signatures
	Unsure  bool     // a key could not be looked up now, so a retry may help
}

// authResult is one `method=result property=value …` of Authentication-Results.
type authResult struct {
	method, result string
	props          map[string]string
}

// parseAuthResults reads an Authentication-Results field (RFC 8601 §2.2). ok is false if the field violates the
// grammar anywhere, since an ambiguous field cannot be believed. Comments nest, and quoted strings may hold any
// character: a parser that splits at `;` first would read results that the sender planted there.
func parseAuthResults(field string) (server string, results []authResult, ok bool) {
	tokens, ok := authTokens(field)
	if !ok {
		return "", nil, false
	}
	groups := splitTokens(tokens)
	first := groups[0]
	if len(first) == 0 || len(first) > 2 || first[0].special {
		return "", nil, false
	}
	if len(first) == 2 && first[1].text != "1" { // the version
		return "", nil, false
	}
	server = strings.ToLower(first[0].text)
	for i, g := range groups[1:] {
		switch {
		case len(g) == 0 && i == len(groups)-2: // a `;` at the end
		case len(g) == 1 && strings.EqualFold(g[0].text, "none"):
		default:
			r, ok := authGroup(g)
			if !ok {
				return "", nil, false
			}
			results = append(results, r)
		}
	}
	return server, results, true
}

// parseUnnamed reads the field of a server that leaves out its authserv-id.
func parseUnnamed(field string) ([]authResult, bool) {
	_, results, ok := parseAuthResults("unnamed; " + field)
	return results, ok
}

// authToken is a word, or one of the special `;` and `=`.
type authToken struct {
	text    string
	special bool
}

// authTokens splits the field into tokens and skips folding white space and comments.
func authTokens(s string) (tokens []authToken, ok bool) {
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			i++
		case c == '(':
			end := commentEnd(s, i)
			if end < 0 {
				return nil, false
			}
			i = end
		case c == '"':
			text, end := quotedText(s, i)
			if end < 0 {
				return nil, false
			}
			tokens, i = append(tokens, authToken{text: text}), end
		case c == ';' || c == '=':
			tokens, i = append(tokens, authToken{string(c), true}), i+1
		case c < ' ' || c == ')' || c == 0x7f:
			return nil, false
		default:
			end := i
			for end < len(s) && !strings.ContainsRune(" \t\r\n();=\"", rune(s[end])) {
				if s[end] < ' ' || s[end] == 0x7f {
					return nil, false
				}
				end++
			}
			tokens, i = append(tokens, authToken{text: s[i:end]}), end
		}
	}
	return tokens, true
}

// commentEnd returns the index after the comment that opens at i, or -1 if it does not close. Comments nest (RFC 5322
// §3.2.2).
func commentEnd(s string, i int) int {
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

func quotedText(s string, i int) (text string, end int) {
	var b strings.Builder
	for i++; i < len(s); i++ {
		switch s[i] {
		case '"':
			return b.String(), i + 1
		case '\\':
			if i++; i < len(s) {
				b.WriteByte(s[i])
			}
		default:
			b.WriteByte(s[i])
		}
	}
	return "", -1
}

func splitTokens(tokens []authToken) [][]authToken {
	groups := [][]authToken{nil}
	for _, t := range tokens {
		if t.special && t.text == ";" {
			groups = append(groups, nil)
			continue
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], t)
	}
	return groups
}

// authGroup reads `method[/version] = result` and the `ptype.property = value` pairs after it. It fails if a property
// is given twice.
func authGroup(g []authToken) (authResult, bool) {
	r := authResult{props: map[string]string{}}
	if len(g)%3 != 0 || len(g) == 0 {
		return r, false
	}
	for i := 0; i < len(g); i += 3 {
		key, eq, value := g[i], g[i+1], g[i+2]
		if key.special || !eq.special || eq.text != "=" || value.special {
			return r, false
		}
		name := strings.ToLower(key.text)
		if i == 0 {
			r.method, _, _ = strings.Cut(name, "/")
			r.result = strings.ToLower(value.text)
			continue
		}
		if _, twice := r.props[name]; twice {
			return r, false
		}
		r.props[name] = strings.ToLower(value.text)
	}
	return r, true
}

// testimony is the content of the topmost Authentication-Results of a trusted server.
type testimony struct {
	server  string // the pattern in [Trust.Servers]; "" if there is no such field
	results []authResult
	alone   bool // no other field of that server stands among our own
}

// testimony returns the topmost field with a trusted name above the Received of the first foreign server. If that
// field cannot be read, or is spelled as no server spells it, it has no results, and no other field is used instead.
func (m *Mail) testimony(t Trust) (top testimony) {
	foreign, received, fields := false, 0, 0
	for _, f := range m.trace {
		if f.name == "received" {
			received++
			foreign = foreign || !t.isOurs(f.value, received)
			continue
		}
		fields++
		if foreign {
			break
		}
		server, results := t.verdict(f.value)
		switch {
		case server == "" || server == unnamed && fields > 1 && top.server != unnamed:
		case top.server == "":
			top = testimony{server, results, true}
		case top.server == server:
			top.alone = false
		}
	}
	return top
}

// unnamed stands for a server that leaves out its authserv-id.
const unnamed = "(no name)"

// verdict reads a field of a trusted server. It returns the pattern in [Trust.Servers] that matches the field's id,
// or "" if none does. Servers write the id bare, so only such a field has results: if the id is quoted or follows a
// comment, the server is recognised but the results are dropped.
func (t Trust) verdict(field string) (server string, results []authResult) {
	if t.Unnamed {
		if results, ok := parseUnnamed(field); ok {
			return unnamed, results
		}
	}
	id, results, ok := parseAuthResults(field)
	if !ok {
		return t.mentioned(field), nil
	}
	server = fitting(t.Servers, id)
	plain := strings.TrimLeft(field, " \t\r\n")
	if server == "" || len(plain) < len(id) || !strings.EqualFold(plain[:len(id)], id) {
		return server, nil
	}
	return server, results
}

// mentioned returns the first trusted server named anywhere in a field that cannot be parsed.
func (t Trust) mentioned(field string) string {
	for _, word := range strings.FieldsFunc(strings.ReplaceAll(field, `\`, ""), func(r rune) bool {
		return r != '.' && r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) {
		if server := fitting(t.Servers, word); server != "" {
			return server
		}
	}
	return ""
}

// isOurs reports whether the nth Received from the top was written by our servers.
func (t Trust) isOurs(received string, n int) bool {
	if len(t.Relays) == 0 {
		return n == 1
	}
	return fitting(t.Relays, receivedBy(received)) != ""
}

// receivedBy returns the name of the server that wrote the Received field, or "" if it gives none.
func receivedBy(received string) string {
	words := strings.Fields(received)
	for i, w := range words {
		if strings.EqualFold(w, "by") && i+1 < len(words) {
			return strings.Trim(words[i+1], ";")
		}
	}
	return ""
}

// fitting returns the first pattern in the list that matches the name, or "" if none does.
func fitting(patterns []string, name string) string {
	for _, p := range patterns {
		if fits := matchName(strings.ToLower(p), strings.ToLower(name)); fits {
			return p
		}
	}
	return ""
}

// matchName reports whether the name matches a pattern in which `*` stands for any characters.
func matchName(pattern, name string) bool {
	head, rest, wild := strings.Cut(pattern, "*")
	if !wild {
		return pattern == name
	}
	if !strings.HasPrefix(name, head) {
		return false
	}
	name = name[len(head):]
	for {
		piece, more, wild := strings.Cut(rest, "*")
		if !wild {
			return strings.HasSuffix(name, piece)
		}
		at := strings.Index(name, piece)
		if at < 0 {
			return false
		}
		name, rest = name[at+len(piece):], more
	}
}
