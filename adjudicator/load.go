package adjudicator

import "galloper/adjudicator/scenario"

// Load reads a scenario file under the one of the rulesets that it names. All
// faults come at once: those of the keys, and those that the ruleset's Setup
// finds, where it bears faulty keys; else those of the keys come first.
func Load(rulesets []*Ruleset, file string, src []byte) (*Ruleset, Scenario, []scenario.Fault) {
	names := make([]string, len(rulesets))
	for i, r := range rulesets {
		names[i] = r.Name
	}
	name, faults := scenario.Ruleset(file, src, names)
	if len(faults) > 0 {
		return nil, nil, faults
	}
	rules := Find(rulesets, name)
	doc, faults := scenario.Read(file, src, rules.Keys)
	if len(faults) > 0 {
		if faulty := scenario.Faulty(file, src, faults); rules.BearsFaults && faulty != nil {
			_, more := rules.Setup(faulty)
			faults = scenario.Further(faults, more)
		}
		return rules, nil, faults
	}
	sc, faults := rules.Setup(doc)
	if len(faults) > 0 {
		return rules, nil, faults
	}
	return rules, sc, nil
}

// Find returns the ruleset of that name, or nil.
func Find(rulesets []*Ruleset, name string) *Ruleset {
	for _, r := range rulesets {
		if r.Name == name {
			return r
		}
	}
	return nil
}
