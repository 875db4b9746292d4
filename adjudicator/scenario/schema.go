package scenario

import "encoding/json"

// Schema returns the JSON Schema (2020-12) of the spec, for checks and completion in editors. It does not include the
// checks of a ruleset's Setup.
func Schema(title string, spec Spec) []byte {
	root := spec.schema()
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["title"] = title
	text, err := json.MarshalIndent(root, "", "  ")
	if err != nil {
		panic("scenario: a schema that is no JSON: " + err.Error()) // unreachable: strings, numbers, lists and maps
	}
	return append(text, '\n')
}

// object is a JSON object; encoding sorts its keys.
type object = map[string]any

func (s Spec) schema() object {
	switch s.form {
	case formKeys:
		return s.schemaOfKeys()
	case formEach:
		return object{"type": "object", "propertyNames": s.parts[0].schemaOfKey(),
			"additionalProperties": s.parts[1].schema()}
	case formList:
		o := object{"type": "array", "items": s.parts[0].schema(), "minItems": s.least}
		if s.most > 0 {
			o["maxItems"] = s.most
		}
		return o
	case formTuple:
		return object{"type": "array", "prefixItems": schemas(s.parts), "items": false, "minItems": len(s.parts)}
	case formOneOf:
		return object{"anyOf": schemas(s.parts)}
	}
	return s.schemaOfScalar()
}

func (s Spec) schemaOfScalar() object {
	switch s.form {
	case formInt:
		return object{"type": "integer", "minimum": s.least, "maximum": s.most}
	case formDecimal:
		return object{"type": "number", "multipleOf": json.Number("0.01"),
			"minimum": json.Number(DecimalText(s.least)), "maximum": json.Number(DecimalText(s.most))}
	case formYesNo:
		return object{"enum": []any{"yes", "no", true, false}}
	case formWord:
		return object{"enum": s.words}
	case formID, formText:
		// An id or a name such as 1812 is written without quotes, and YAML reads it as a number.
		return object{"type": []string{"string", "number", "boolean"}, "description": s.what, "maxLength": s.longest()}
	}
	return object{}
}

// schemaOfKey returns the schema of a map key, which is always text.
func (s Spec) schemaOfKey() object {
	o := object{"description": s.what}
	if s.form == formWord {
		o["enum"] = s.words
	}
	if s.form == formID {
		o["pattern"] = "^[a-z0-9.-]+$"
	}
	return o
}

func schemas(specs []Spec) []object {
	list := make([]object, len(specs))
	for i, s := range specs {
		list[i] = s.schema()
	}
	return list
}

func (s Spec) schemaOfKeys() object {
	properties, required := object{}, []string{}
	for _, k := range s.keys {
		o := k.Spec.schema()
		if k.Doc != "" {
			o["description"] = k.Doc
		}
		if !k.Required {
			// `options:` without a value counts as missing.
			o = object{"anyOf": []object{o, {"type": "null"}}}
			if k.Doc != "" {
				o["description"] = k.Doc
			}
		}
		properties[k.Name] = o
		if k.Required {
			required = append(required, k.Name)
		}
	}
	o := object{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		o["required"] = required
	}
	return o
}
