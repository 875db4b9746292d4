package rules

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// YesNo is how a truth is written.
func YesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// OrNone is `-` where there is nothing.
func OrNone(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// ListText is a list as an item or field has it: with commas, `-` for an empty one.
func ListText(ids []string) string { return OrNone(strings.Join(ids, ",")) }

// Expected says of a value that an item is given what was expected instead.
func Expected(value, want string) error { return fmt.Errorf("%q: expected %s", value, want) }

// ReadNumber reads a whole number within bounds.
func ReadNumber(value string, least, most int) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < least || n > most {
		return 0, Expected(value, fmt.Sprintf("a number from %d to %d", least, most))
	}
	return n, nil
}

// ReadYesNo reads a truth.
func ReadYesNo(value string) (bool, error) {
	if value != "yes" && value != "no" {
		return false, Expected(value, "yes or no")
	}
	return value == "yes", nil
}

// ReadWord reads one of some words.
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

// Thing returns the thing of that id: T is a struct with a field ID. That there is none is a broken
// invariant.
func Thing[T any](list []T, id string) *T {
	for i := range list {
		if reflect.ValueOf(&list[i]).Elem().FieldByName("ID").String() == id {
			return &list[i]
		}
	}
	panic("rules: an outcome names " + id + ", which is not there")
}
