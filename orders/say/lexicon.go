package say

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// entry parses `category role=atom …: form, form …`. In a form, `a/b` is an alternative, `a?` is optional, and a number
// in brackets is the price. In categories that begin with v, the first word is a verb lemma, and entry also adds its
// inflections.
func (d *data) entry(line string) error {
	head, forms, _ := strings.Cut(line, ":")
	fields := strings.Fields(head)
	v := &Value{}
	for _, f := range fields[1:] {
		role, text, ok := strings.Cut(f, "=")
		if !ok {
			return fmt.Errorf("%q: a meaning is given as role=word", f)
		}
		if role == "kind" {
			v.Kind = text
			continue
		}
		if role == "text" {
			v.Text = text
			continue
		}
		said := d.atom(text)
		if n, err := strconv.Atoi(text); err == nil {
			said = number(n)
		}
		v = v.with(role, said)
	}
	sealed(v)
	for form := range strings.SplitSeq(forms, ",") {
		form, price := strings.TrimSpace(form), 0
		if at := strings.Index(form, "("); at > 0 {
			n, err := strconv.Atoi(strings.Trim(form[at:], "()"))
			if err != nil {
				return fmt.Errorf("%q: the price is no number", form)
			}
			form, price = strings.TrimSpace(form[:at]), n
		}
		if form == "" {
			continue
		}
		for _, words := range spread(strings.Fields(strings.ToUpper(form)), nil) {
			words = d.withoutFillers(words)
			if fields[0][0] == 'v' && fields[0] != "via" {
				for _, b := range bent(words[0]) {
					d.add(phrase{append([]string{b[0]}, words[1:]...), d.symbol(fields[0] + b[1]), v, int32(price)})
				}
				continue
			}
			d.add(phrase{words, d.symbol(fields[0]), v, int32(price)})
		}
	}
	return nil
}

// withoutFillers drops the words that tokens drops. A phrase of which one word would remain could mean anything: it is
// left as it is, and never matches.
func (d *data) withoutFillers(words []string) []string {
	if len(words) <= 2 {
		return words
	}
	rest := slices.DeleteFunc(slices.Clone(words), func(word string) bool {
		_, ok := d.forms["filler "+strings.ToLower(word)]
		return ok
	})
	if len(rest) < 2 {
		return words
	}
	return rest
}

func (d *data) add(p phrase) {
	d.words[p.words[0]], d.worded[p.symbol] = append(d.words[p.words[0]], p), true
}

// spread expands the alternatives and optional words of a form.
func spread(rest, done []string) (all [][]string) {
	if len(rest) == 0 {
		if len(done) == 0 {
			return nil
		}
		return [][]string{append([]string(nil), done...)}
	}
	word, optional := strings.CutSuffix(rest[0], "?")
	for one := range strings.SplitSeq(word, "/") {
		all = append(all, spread(rest[1:], append(done[:len(done):len(done)], one))...)
	}
	if optional {
		all = append(all, spread(rest[1:], done)...)
	}
	return all
}

// bent returns the inflections of a verb, each with the suffix of its category.
func bent(verb string) [][2]string {
	list := [][2]string{{verb, ""}, {third(verb), ""}}
	ing, ed := participle(verb, "ING"), participle(verb, "ED")
	if forms, ok := irregular[verb]; ok {
		ed = forms
	}
	list = append(list, [2]string{ing, "ing"})
	for one := range strings.SplitSeq(ed, " ") {
		list = append(list, [2]string{one, "ed"})
	}
	return list
}

func third(verb string) string {
	last := verb[len(verb)-1]
	switch {
	case strings.HasSuffix(verb, "CH"), strings.HasSuffix(verb, "SH"), last == 'S', last == 'X', last == 'O':
		return verb + "ES"
	case last == 'Y' && !strings.ContainsRune("AEIOU", rune(verb[len(verb)-2])):
		return verb[:len(verb)-1] + "IES"
	case verb == "BE" || verb == "HAVE":
		return map[string]string{"BE": "IS", "HAVE": "HAS"}[verb]
	}
	return verb + "S"
}

func participle(verb, ending string) string {
	n := len(verb)
	vowel := func(i int) bool { return i >= 0 && strings.ContainsRune("AEIOU", rune(verb[i])) }
	switch {
	case strings.HasSuffix(verb, "EE"):
		return verb + strings.TrimPrefix(ending, "E")
	case strings.HasSuffix(verb, "IE") && ending == "ING":
		return verb[:n-2] + "YING"
	case verb[n-1] == 'E':
		return verb[:n-1] + ending
	case verb[n-1] == 'Y' && !vowel(n-2) && ending == "ED":
		return verb[:n-1] + "IED"
	case n > 2 && n < 5 && !vowel(n-1) && vowel(n-2) && !vowel(n-3) && !strings.ContainsRune("WXY", rune(verb[n-1])):
		return verb + verb[n-1:] + ending
	}
	return verb + ending
}

// irregular lists past participles that do not end in -ED.
var irregular = map[string]string{"HOLD": "HELD", "BRING": "BROUGHT", "SEND": "SENT", "PUT": "PUT", "LEAD": "LED",
	"KEEP": "KEPT", "THROW": "THROWN", "DRAW": "DRAWN", "TAKE": "TAKEN", "RIDE": "RIDDEN", "FALL": "FALLEN",
	"GO": "GONE", "COME": "COME", "STAND": "STOOD", "SHOOT": "SHOT", "FIGHT": "FOUGHT", "BREAK": "BROKEN",
	"RUN": "RUN", "SEE": "SEEN", "HIT": "HIT", "MEET": "MET", "STICK": "STUCK", "FORM": "FORMED", "SET": "SET",
	"MAKE": "MADE", "GIVE": "GIVEN", "WITHDRAW": "WITHDRAWN", "DRIVE": "DRIVEN", "LAY": "LAID", "CREEP": "CREPT",
	"SWING": "SWUNG", "SIT": "SAT", "GET": "GOT", "FLEE": "FLED", "STRIKE": "STRUCK", "LOSE": "LOST", "LEAVE": "LEFT",
	"DIG": "DUG", "BE": "BEEN", "HAVE": "HAD", "SWAP": "SWAPPED"}
