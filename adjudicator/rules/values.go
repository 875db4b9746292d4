package rules

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
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
