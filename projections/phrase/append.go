package phrase

import (
	"strconv"
	"strings"

	"galloper/events"
)

// Append appends the filled template to dst.
func (t Template) Append(dst []byte, src *Source) []byte {
	for i := range t.parts {
		dst, _ = t.parts[i].append(dst, src)
	}
	return dst
}

// String returns the filled template.
func (t Template) String(src *Source) string { return string(t.Append(nil, src)) }

// append appends the part and reports whether all of its fields were present.
func (p *part) append(dst []byte, src *Source) ([]byte, bool) {
	switch p.form {
	case formLiteral:
		return append(dst, p.literal...), true
	case formGroup:
		return appendGroup(dst, p.group, src), true
	}
	value, found := lookup(src, p.field)
	there := found && present(value)
	switch p.form {
	case formPresent:
		return dst, there
	case formAbsent:
		return dst, !there
	case formIs:
		return dst, found && value == p.literal
	case formPositive:
		n, err := strconv.Atoi(value)
		if err != nil || n <= 0 {
			return dst, false
		}
		return append(dst, value...), true
	}
	if !found || value == "" {
		return append(dst, '?'), false
	}
	return p.appendValue(dst, value, src.Names), there
}

func (p *part) appendValue(dst []byte, value string, names Names) []byte {
	switch p.form {
	case formYards:
		return appendNumber(dst, value, appendRounded)
	case formHundredths:
		return appendNumber(dst, value, appendDecimal)
	case formCompass:
		return appendNumber(dst, value, appendPoint)
	case formName:
		return appendList(dst, value, names)
	case formList:
		return appendList(dst, value, nil)
	case formBag:
		return appendList(dst, counted(value), nil)
	case formScores:
		return appendScores(dst, value, names)
	case formOr:
		return append(dst, strings.ReplaceAll(value, "|", " or ")...)
	case formPlural:
		if value == "1" {
			return dst
		}
		return append(dst, 's')
	case formTable:
		return appendEntry(dst, value, p.table, names)
	}
	return append(dst, value...)
}

// counted merges equal members of a list into one with a count: `2 × a,b`.
func counted(list string) string {
	var kinds []string
	times := map[string]int{}
	for one := range strings.SplitSeq(strings.ReplaceAll(list, " ", ""), ",") {
		if times[one]++; times[one] == 1 {
			kinds = append(kinds, one)
		}
	}
	for i, one := range kinds {
		if times[one] > 1 {
			kinds[i] = strconv.Itoa(times[one]) + " × " + one
		}
	}
	return strings.Join(kinds, ",")
}

func appendEntry(dst []byte, value string, table []events.Field, names Names) []byte {
	for i := range table {
		switch table[i].Key {
		case value:
			return append(dst, table[i].Value...)
		case "*":
			return appendOther(dst, value, table[i].Value, names)
		}
	}
	return append(dst, value...)
}

// appendOther appends the table's text for unlisted values. It replaces # with the value and @ with its written name.
func appendOther(dst []byte, value, text string, names Names) []byte {
	at := strings.IndexAny(text, "#@")
	if at < 0 {
		return append(dst, text...)
	}
	dst = append(dst, text[:at]...)
	if text[at] == '@' {
		value = written(value, names)
	}
	dst = append(dst, value...)
	return append(dst, text[at+1:]...)
}

// appendGroup appends the group, or nothing if a field in it is absent.
func appendGroup(dst []byte, group []part, src *Source) []byte {
	mark := len(dst)
	for i := range group {
		var ok bool
		if dst, ok = group[i].append(dst, src); !ok {
			return dst[:mark]
		}
	}
	return dst
}

func lookup(src *Source, key string) (string, bool) {
	for i := range src.Fields {
		if src.Fields[i].Key == key {
			return src.Fields[i].Value, true
		}
	}
	if key == "turn" {
		return strconv.Itoa(src.Turn), true
	}
	return "", false
}

func present(value string) bool { return value != "" && value != "-" && value != "no" }

// appendNumber appends the value as formatted by write, or unchanged if it is not a number (`?`).
func appendNumber(dst []byte, value string, write func([]byte, int64) []byte) []byte {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return append(dst, value...)
	}
	return write(dst, n)
}

func appendRounded(dst []byte, n int64) []byte {
	if n < 0 {
		return strconv.AppendInt(dst, -((-n + 50) / 100), 10)
	}
	return strconv.AppendInt(dst, (n+50)/100, 10)
}

func appendDecimal(dst []byte, n int64) []byte {
	if n < 0 {
		dst, n = append(dst, '-'), -n
	}
	dst = strconv.AppendInt(dst, n/100, 10)
	return append(dst, '.', byte('0'+n%100/10), byte('0'+n%10))
}

var points = [8]string{"north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"}

// appendPoint appends the nearest of the eight compass points; halfway between two, the clockwise one.
func appendPoint(dst []byte, degrees int64) []byte {
	d := (degrees%360 + 360) % 360
	return append(dst, points[(d*2+45)/90%8]...)
}

// appendList appends the written names in a comma-separated list: `a, b and c`.
func appendList(dst []byte, value string, names Names) []byte {
	for i := 0; ; i++ {
		member, rest, more := strings.Cut(value, ",")
		switch {
		case i > 0 && more:
			dst = append(dst, ", "...)
		case i > 0:
			dst = append(dst, " and "...)
		}
		dst = append(dst, written(member, names)...)
		if !more {
			return dst
		}
		value = rest
	}
}

// appendScores appends a list `id:figure,…` with written names.
func appendScores(dst []byte, value string, names Names) []byte {
	for i, member := range strings.Split(value, ",") {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		id, figure, _ := strings.Cut(member, ":")
		dst = append(dst, written(id, names)...)
		if figure != "" {
			dst = append(append(dst, ' '), figure...)
		}
	}
	return dst
}

func written(id string, names Names) string {
	if names != nil {
		if name := names(id); name != "" {
			return name
		}
	}
	return id
}
