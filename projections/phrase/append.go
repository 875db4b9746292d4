package phrase

import (
	"strconv"
	"strings"

	"galloper/events"
)

// Append adds the filled template to dst.
func (t Template) Append(dst []byte, src *Source) []byte {
	for i := range t.parts {
		dst, _ = t.parts[i].append(dst, src)
	}
	return dst
}

// String returns the filled template.
func (t Template) String(src *Source) string { return string(t.Append(nil, src)) }

// append adds the part and reports whether all that it names was there.
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

// counted is a list with what stands in it several times once, and how many times: `2 × a,b`.
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

// appendEntry adds what the table says for the value.
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

// appendOther adds what is said of a value that the table does not list: # in it is
// the value, @ its written name.
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

// appendGroup adds the group, or nothing where something in it is absent.
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

// present reports whether a value says something.
func present(value string) bool { return value != "" && value != "-" && value != "no" }

// appendNumber adds the value by way of write, or as it is where it is no number (`?`).
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

// appendPoint adds the nearest of the eight points; between two, the one clockwise.
func appendPoint(dst []byte, degrees int64) []byte {
	d := (degrees%360 + 360) % 360
	return append(dst, points[(d*2+45)/90%8]...)
}

// appendList adds the members of a comma list by name, as `a, b and c`.
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

// appendScores adds the members of a list `id:figure,…` by name.
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
