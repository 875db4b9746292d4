package rulesets_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/scenario"
)

// choice is an option of a ruleset with its values. The first value is "", for an unset option.
type choice struct {
	Key    string
	Values []string
}

// choices returns the options of a ruleset. Options with free text get the name of a side.
func choices(t *testing.T, rules *adjudicator.Ruleset, sides []string) (all []choice) {
	t.Helper()
	var root schema
	if err := json.Unmarshal(scenario.Schema(rules.Title, rules.Keys), &root); err != nil {
		t.Fatal(err)
	}
	options := root.Properties["options"].AnyOf[0].Properties
	for _, key := range slices.Sorted(maps.Keys(options)) {
		o := options[key]
		values := append([]string{""}, o.values(sides)...)
		if len(values) < 3 || len(values) > rotation {
			t.Fatalf("the option %s has %d values: %q", key, len(values), values)
		}
		all = append(all, choice{key, values})
	}
	return all
}

// schema is the part of a JSON Schema that the tests use.
type schema struct {
	Type       any               `json:"type"`
	Enum       []any             `json:"enum"`
	Minimum    float64           `json:"minimum"`
	Maximum    float64           `json:"maximum"`
	AnyOf      []schema          `json:"anyOf"`
	Properties map[string]schema `json:"properties"`
	Items      json.RawMessage   `json:"items"` // false in a tuple
	Values     json.RawMessage   `json:"additionalProperties"`
}

// values returns values that the schema accepts: all words, and of numbers the bounds, the one above the least and the
// middle.
func (s *schema) values(sides []string) (values []string) {
	for i := range s.AnyOf {
		values = append(values, s.AnyOf[i].values(sides)...)
	}
	for _, v := range s.Enum {
		if word, ok := v.(string); ok { // yes and no also cover true and false
			values = append(values, word)
		}
	}
	switch s.Type {
	case "integer", "number":
		for _, n := range []float64{s.Minimum, s.Minimum + 1, float64(int(s.Minimum+s.Maximum) / 2), s.Maximum} {
			values = append(values, strconv.FormatFloat(n, 'f', -1, 64))
		}
	case "array":
		var member schema
		if json.Unmarshal(s.Items, &member) != nil {
			break
		}
		members := member.values(sides)
		values = append(values, "["+strings.Join(members, ", ")+"]")
		for _, m := range members {
			values = append(values, "["+m+"]")
		}
	case "object":
		var each schema
		if json.Unmarshal(s.Values, &each) == nil {
			of := each.values(sides)
			values = append(values, fmt.Sprintf("{1: %s, 2: %s, 4: %s}", of[0], of[len(of)-1], of[0]))
		}
	}
	if kinds, ok := s.Type.([]any); ok && slices.Contains(kinds, "string") {
		values = append(values, sides...)
	}
	return values
}

// rotation is the number of scenarios in which every value of every option occurs. No option has more values.
const rotation = 9

// chosen returns the options of the n-th scenario. Each value occurs in each rotation, in changing combinations.
func chosen(all []choice, n int) map[string]string {
	lot := rand.New(rand.NewPCG(uint64(n/rotation), 2))
	taken := map[string]string{}
	for _, c := range all {
		value := c.Values[(n%rotation+lot.IntN(rotation))%rotation%len(c.Values)]
		if value != "" {
			taken[c.Key] = value
		}
	}
	return taken
}

var ownOptions = regexp.MustCompile(`(?m)^options:.*\n`)

// withOptions returns the scenario with its options replaced.
func withOptions(text string, options map[string]string) string {
	var written []string
	for _, key := range slices.Sorted(maps.Keys(options)) {
		written = append(written, key+": "+options[key])
	}
	rest := strings.TrimRight(ownOptions.ReplaceAllString(text, ""), "\n")
	return rest + "\noptions: {" + strings.Join(written, ", ") + "}\n"
}
