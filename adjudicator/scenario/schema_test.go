package scenario

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/jsonschema-go/jsonschema"
)

func resolved(t *testing.T, spec Spec) *jsonschema.Resolved {
	t.Helper()
	var s jsonschema.Schema
	if err := json.Unmarshal(Schema("minirules", spec), &s); err != nil {
		t.Fatal(err)
	}
	r, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The schema accepts and refuses the same files as the spec, in an editor without this package.
func TestSchemaAgreesWithTheSpec(t *testing.T) {
	schema := resolved(t, testSpec)
	for why, c := range map[string]struct {
		old, new string
	}{
		"as it is":           {"", ""},
		"unknown key":        {"width: 1200", "width: 1200, depth: 3"},
		"missing key":        {"arm: foot\n", "name: x\n"},
		"out of range":       {"rating: 4", "rating: 5"},
		"no whole number":    {"rating: 4", "rating: 3.5"},
		"word":               {"arm: horse", "arm: camel"},
		"decimals":           {"60.5", "60.555"},
		"no point":           {"[500, 60.5]", "[500]"},
		"yes or no":          {"chief: yes", "chief: perhaps"},
		"true":               {"chief: yes", "chief: true"},
		"seat's id":          {"french.guiche:", "French.guiche:"},
		"list for a word":    {"road: main\n", "road: [main, lane]\n"},
		"number for a map":   {"options:", "options: 3"},
		"nothing for a name": {"name: 1812}", "name: }"},
	} {
		src := strings.Replace(good, c.old, c.new, 1)
		_, faults := Read("s.yaml", []byte(src), testSpec)
		var instance any
		if err := yaml.Unmarshal([]byte(src), &instance); err != nil {
			t.Fatalf("%s: %v", why, err)
		}
		if err := schema.Validate(plain(t, instance)); (err == nil) != (len(faults) == 0) {
			t.Errorf("%s: the schema says %v, the spec %v", why, err, faults)
		}
	}
}

// plain converts a YAML value into JSON types: text keys, one type of number.
func plain(t *testing.T, v any) any {
	t.Helper()
	text, err := json.Marshal(textKeys(v))
	if err != nil {
		t.Fatal(err)
	}
	var out any
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func textKeys(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, e := range v {
			out[k] = textKeys(e)
		}
		return out
	case map[any]any:
		out := map[string]any{}
		for k, e := range v {
			out[strings.Trim(strconv.Quote(toText(k)), `"`)] = textKeys(e)
		}
		return out
	case []any:
		for i := range v {
			v[i] = textKeys(v[i])
		}
	}
	return v
}

func toText(v any) string {
	text, _ := json.Marshal(v)
	return strings.Trim(string(text), `"`)
}
