package rules

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/scenario"
)

// KeysOf returns the scenario keys that the fields of the struct T declare by their tags. [Written] reads their values.
// A tag is `key:"NAME,VALUES,DEFAULT" doc:"MEANING"`, with `!` after the name of a mandatory key:
//
//	Commands int      `key:"commands,0..9,3"`            a whole number within bounds
//	Sight    int      `key:"sight,0.00..500.00,48"`      a decimal within bounds, in hundredths
//	Storms   bool     `key:"storms,,yes"`                yes or no
//	Cards    bool     `key:"cards,switch,yes"`           on or off, or yes or no
//	Fought   bool     `key:"on_zero,end|fight=yes"`      a word: one of them means yes
//	Fog      string   `key:"fog,blocks|sight|open"`      a word; the first is the default
//	Deck     string   `key:"deck,text,house"`            any text
//	Name     string   `key:"name,name"`                  a text that is no word of the order language
//	Ask      []string `key:"ask,square|retire"`          a list of words, or of any texts: `texts`
//	Bands    []int    `key:"bands,-9..9"`                a list of whole numbers
//
// Fields of other types, with the VALUES `text` or `texts`, only declare their key; Setup reads it, for example the
// place of a unit. more are further keys.
func KeysOf[T any](reserved Reserved, more ...scenario.Key) scenario.Spec {
	var keys []scenario.Key
	for _, w := range writtenFields(reflect.TypeFor[T]()) {
		keys = append(keys, scenario.Key{Name: w.name, Spec: w.spec(reserved), Required: w.required, Doc: w.meaning()})
	}
	return scenario.Keys(append(keys, more...)...)
}

// Written returns the values at a node, with defaults for missing keys.
func Written[T any](n scenario.Node) T {
	t := new(T)
	for _, w := range writtenFields(reflect.TypeFor[T]()) {
		w.read(n, reflect.ValueOf(t).Elem().FieldByIndex(w.index))
	}
	return *t
}

// Rewritten returns a printed row, with the values at a node replacing its own.
func Rewritten[T any](n scenario.Node, printed T) T {
	for _, w := range writtenFields(reflect.TypeFor[T]()) {
		if n.Has(w.name) {
			w.read(n, reflect.ValueOf(&printed).Elem().FieldByIndex(w.index))
		}
	}
	return printed
}

// writtenField is a field with a tag `key`.
type writtenField struct {
	index             []int
	of                reflect.Type
	name, values, doc string
	absent            string // the default, as written
	required          bool
	words             []string
	yes               string // the word that means yes
}

func writtenFields(t reflect.Type) []writtenField {
	var list []writtenField
	for _, f := range reflect.VisibleFields(t) {
		tag, ok := f.Tag.Lookup("key")
		if !ok {
			continue
		}
		name, rest, _ := strings.Cut(tag, ",")
		w := writtenField{index: f.Index, of: f.Type, doc: f.Tag.Get("doc")}
		w.values, w.absent, _ = strings.Cut(rest, ",")
		w.name, w.required = strings.CutSuffix(name, "!")
		kind := f.Type.Kind()
		if strings.Contains(w.values, "|") || kind == reflect.Slice && w.values != "texts" && w.values != "text" {
			for word := range strings.SplitSeq(w.values, "|") {
				word, yes := strings.CutSuffix(word, "=yes")
				if yes {
					w.yes = word
				}
				w.words = append(w.words, word)
			}
			if w.absent == "" && !w.required && (kind == reflect.String || kind == reflect.Bool) {
				w.absent = w.words[0]
			}
		}
		list = append(list, w)
	}
	return list
}

func (w *writtenField) spec(reserved Reserved) scenario.Spec {
	least, most, bounded := strings.Cut(w.values, "..")
	switch {
	case w.words != nil && w.of.Kind() == reflect.Slice:
		return scenario.List(scenario.Word(w.words...), 0, 0)
	case w.words != nil:
		return scenario.Word(w.words...)
	case w.values == "switch":
		return scenario.OneOf(scenario.Word("on", "off"), scenario.YesNo())
	case w.values == "name":
		return reserved.Name()
	case w.values == "text":
		return scenario.Text()
	case w.values == "texts":
		return scenario.List(scenario.Text(), 0, 0)
	case w.of.Kind() == reflect.Bool:
		return scenario.YesNo()
	case bounded && strings.Contains(w.values[:len(least)], "."):
		return scenario.Decimal(w.parseInt(strings.Replace(least, ".", "", 1)), w.parseInt(strings.Replace(most, ".", "", 1)))
	case bounded && w.of.Kind() == reflect.Slice:
		return scenario.List(scenario.Int(w.parseInt(least), w.parseInt(most)), 0, 0)
	case bounded:
		return scenario.Int(w.parseInt(least), w.parseInt(most))
	}
	panic("rules: the key " + w.name + " takes " + w.values + ", which is not one of the kinds of values")
}

func (w *writtenField) parseInt(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		panic(fmt.Errorf("rules: the key %s takes %s: %w", w.name, w.values, err))
	}
	return n
}

// meaning returns the default and the meaning of the key, for the schema.
func (w *writtenField) meaning() string {
	absent := w.absent
	if w.of.Kind() == reflect.Bool && w.words == nil {
		absent = cmp.Or(absent, "no")
	}
	return strings.Join(slices.DeleteFunc([]string{absent, w.doc}, func(s string) bool { return s == "" }), "; ")
}

func (w *writtenField) read(n scenario.Node, into reflect.Value) {
	switch into.Kind() {
	case reflect.Bool:
		into.SetBool(w.isTrue(n))
	case reflect.String:
		into.SetString(n.Text(w.name, w.absent))
	case reflect.Slice:
		if into.Type().Elem().Kind() == reflect.String {
			into.Set(reflect.ValueOf(n.Texts(w.name)))
		} else if strings.Contains(w.values, "..") {
			into.SetZero()
			for _, figure := range n.List(w.name) {
				into.Set(reflect.Append(into, reflect.ValueOf(figure.AsInt(0))))
			}
		}
	case reflect.Int:
		if least, _, bounded := strings.Cut(w.values, ".."); bounded {
			into.SetInt(int64(w.number(n, strings.Contains(least, "."))))
		}
	}
}

func (w *writtenField) number(n scenario.Node, decimal bool) int {
	absent := 0
	if w.absent != "" {
		absent = w.parseInt(w.absent)
	}
	if decimal {
		return n.Hundredths(w.name, absent*100)
	}
	return n.Int(w.name, absent)
}

func (w *writtenField) isTrue(n scenario.Node) bool {
	switch {
	case w.words != nil:
		return n.Text(w.name, w.absent) == w.yes
	case w.values == "switch":
		word := strings.ToLower(n.Text(w.name, w.absent))
		return word == "on" || word == "yes" || word == "true"
	}
	return n.Bool(w.name, w.absent == "yes")
}
