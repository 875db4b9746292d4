package events

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// String returns the canonical text: `name field=value … clause=… dice=name:value,…`. A value that is empty or
// contains a blank or quote is quoted and escaped as in JSON.
func (o *Outcome) String() string { return string(o.AppendText(make([]byte, 0, 160))) }

// AppendText appends the canonical text.
func (o *Outcome) AppendText(b []byte) []byte {
	b = append(b, o.Name...)
	for i := range o.Fields {
		b = appendField(b, o.Fields[i].Key, o.Fields[i].Value)
	}
	if o.Clause != "" {
		b = appendField(b, "clause", o.Clause)
	}
	for i := range o.Dice {
		if i == 0 {
			b = append(b, " dice="...)
		} else {
			b = append(b, ',')
		}
		b = append(b, o.Dice[i].Name...)
		b = append(b, ':')
		b = strconv.AppendInt(b, int64(o.Dice[i].Value), 10)
	}
	return b
}

func appendField(b []byte, key, value string) []byte {
	b = append(b, ' ')
	b = append(b, key...)
	b = append(b, '=')
	if needsQuotes(value) {
		return appendJSONString(b, value)
	}
	return append(b, value...)
}

// needsQuotes reports whether the value must be quoted.
func needsQuotes(v string) bool {
	for i := 0; i < len(v); i++ {
		if c := v[i]; c <= ' ' || c == '"' || c == 0x7f {
			return true
		} else if c >= 0x80 {
			return strings.ContainsFunc(v[i:], func(r rune) bool {
				return unicode.IsSpace(r) || r < ' ' || r == '"' || !unicode.IsPrint(r)
			})
		}
	}
	return v == ""
}

// ParseText reads canonical text. The kinds of the dice, Ref, Cause and Views are not part of it and stay empty.
func ParseText(line string) (Outcome, error) {
	var o Outcome
	var rest string
	o.Name, rest, _ = strings.Cut(strings.Trim(line, " \t\r\n"), " ") // other white space may be part of a value
	if !word(o.Name) {
		return o, fmt.Errorf("outcome %q: expected a name first", line)
	}
	for rest = strings.TrimLeft(rest, " "); rest != ""; rest = strings.TrimLeft(rest, " ") {
		key, value, after, err := cutField(rest)
		if err != nil {
			return o, fmt.Errorf("outcome %s: %w", o.Name, err)
		}
		rest = after
		switch key {
		case "clause":
			o.Clause = value
		case "dice":
			if o.Dice, err = parseDice(value); err != nil {
				return o, fmt.Errorf("outcome %s: %w", o.Name, err)
			}
		default:
			o.Fields = append(o.Fields, Field{key, value})
		}
	}
	return o, o.checkText()
}

// cutField splits the first `key=value` off the text.
func cutField(s string) (key, value, rest string, err error) {
	eq := strings.IndexByte(s, '=')
	if eq < 1 || !word(s[:eq]) {
		first, _, _ := strings.Cut(s, " ")
		return "", "", "", fmt.Errorf("expected key=value, found %q", first)
	}
	key, s = s[:eq], s[eq+1:]
	if !strings.HasPrefix(s, `"`) {
		value, rest, _ = strings.Cut(s, " ")
		return key, value, rest, nil
	}
	p := scanner{s: s}
	if value, err = p.str(); err != nil {
		return "", "", "", fmt.Errorf("%s: %w", key, err)
	}
	rest = s[p.i:]
	if rest != "" && rest[0] != ' ' {
		return "", "", "", fmt.Errorf("%s: expected a blank after the closing quote, found %q", key, rest[:1])
	}
	return key, value, rest, nil
}

func parseDice(list string) ([]Die, error) {
	var dice []Die
	for item := range strings.SplitSeq(list, ",") {
		colon := strings.LastIndexByte(item, ':')
		if colon < 1 {
			return nil, fmt.Errorf("dice: expected name:value, found %q", item)
		}
		n, err := strconv.Atoi(item[colon+1:])
		if err != nil {
			return nil, fmt.Errorf("dice: expected a whole number after %q, found %q", item[:colon+1], item[colon+1:])
		}
		dice = append(dice, Die{Name: item[:colon], Value: n})
	}
	return dice, nil
}
