package rules

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/dice"
	"galloper/events"
)

// YesNo returns the text of a bool in items and fields.
func YesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// OrNone returns the text, or `-` if it is empty.
func OrNone(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// ListText returns a list as in items and fields: separated by commas, `-` if empty.
func ListText(ids []string) string { return OrNone(strings.Join(ids, ",")) }

// Expected returns the error for an invalid value of an item.
func Expected(value, want string) error { return fmt.Errorf("%q: expected %s", value, want) }

// ReadNumber parses a whole number from least to most.
func ReadNumber(value string, least, most int) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < least || n > most {
		return 0, Expected(value, fmt.Sprintf("a number from %d to %d", least, most))
	}
	return n, nil
}

// ReadYesNo parses `yes` or `no`.
func ReadYesNo(value string) (bool, error) {
	if value != "yes" && value != "no" {
		return false, Expected(value, "yes or no")
	}
	return value == "yes", nil
}

// ReadWord parses one of the words.
func ReadWord[T ~string](value string, words ...T) (T, error) {
	if !slices.Contains(words, T(value)) {
		var list []string
		for _, w := range words {
			list = append(list, string(w))
		}
		return "", Expected(value, "one of "+strings.Join(list, ", "))
	}
	return T(value), nil
}

// Thing returns the thing with the id; T is a struct with a field ID. It panics if no thing has it.
func Thing[T any](list []T, id string) *T {
	for i := range list {
		if reflect.ValueOf(&list[i]).Elem().FieldByName("ID").String() == id {
			return &list[i]
		}
	}
	panic("rules: an outcome names " + id + ", which is not there")
}

// Because returns the English for a reason from a list such as `not-ranging=the guns were not laid|gone=…`. If the list
// does not have the reason, it returns the reason itself.
func Because(list, reason string) string {
	for row := range strings.SplitSeq(list, "|") {
		if words, ok := strings.CutPrefix(row, reason+"="); ok {
			return words
		}
	}
	return reason
}

// Pile is a draw pile without replacement, such as a cup of chits or a deck of cards. It holds the number of each kind,
// in the order of the rules.
type Pile []int

// Count returns the number of chits or cards left.
func (p Pile) Count() int {
	n := 0
	for _, of := range p {
		n += of
	}
	return n
}

// Draw removes one at random by the named die, and returns its kind. It panics if the pile is empty.
func (p Pile) Draw(r *dice.Roller, name string) (kind int, d events.Die) {
	which, d := r.Pick(name, p.Count())
	for kind := range p {
		if which -= p[kind]; which <= 0 {
			p[kind]--
			return kind, d
		}
	}
	panic("rules: " + name + ": drawn beyond the end of the pile")
}

// Ties is a symmetric relation between the things of one list, usually melee: each is in the other's list, in ascending
// order. Lists are replaced and never modified, so that copies of a state can share them.
type Ties[S any] func(s *S, i int) *[]int

// Tie relates two things.
func (t Ties[S]) Tie(s *S, a, b int) {
	*t(s, a), *t(s, b) = With(*t(s, a), b), With(*t(s, b), a)
}

// Part removes the relation of two things.
func (t Ties[S]) Part(s *S, a, b int) {
	*t(s, a), *t(s, b) = Without(*t(s, a), b), Without(*t(s, b), a)
}

// Bind relates one thing to the given things and no others.
func (t Ties[S]) Bind(s *S, i int, to ...int) {
	for _, other := range *t(s, i) {
		*t(s, other) = Without(*t(s, other), i)
	}
	*t(s, i) = nil
	for _, other := range to {
		t.Tie(s, i, other)
	}
}

// Set is Bind with ids from an item's value. It returns an error if may rejects one of them; want is the expected
// input.
func (t Ties[S]) Set(s *S, i int, value string, ids *IDs, may func(other int) bool, want string) error {
	list, err := ids.ReadList(value, want)
	if err != nil {
		return err
	}
	for _, other := range list {
		if !may(other) {
			return Expected(ids.list[other], want)
		}
	}
	t.Bind(s, i, list...)
	return nil
}

// With returns an ascending list with n inserted, unless it is there already.
func With(list []int, n int) []int {
	i, found := slices.BinarySearch(list, n)
	if found {
		return list
	}
	return slices.Insert(slices.Clone(list), i, n)
}

// Without returns a copy of the list without n.
func Without(list []int, n int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(m int) bool { return m == n })
}

// Listed returns what find knows of a list with commas; find returns a negative number for the rest.
func Listed(text string, find func(string) int) (list []int) {
	for id := range strings.SplitSeq(text, ",") {
		if i := find(id); i >= 0 {
			list = append(list, i)
		}
	}
	return list
}

// First returns the index of the first element that meets the condition, or -1.
func First[T any](list []T, meets func(i int) bool) int {
	for i := range list {
		if meets(i) {
			return i
		}
	}
	return -1
}

// Any reports whether an element meets the condition.
func Any[T any](list []T, meets func(i int) bool) bool { return First(list, meets) >= 0 }

// Which returns the indexes of the elements that meet the condition.
func Which[T any](list []T, meets func(i int) bool) (which []int) {
	for i := range list {
		if meets(i) {
			which = append(which, i)
		}
	}
	return which
}

// Count returns how many elements meet the condition.
func Count[T any](list []T, meets func(i int) bool) int { return len(Which(list, meets)) }
