package adjudicator

import "galloper/adjudicator/scenario"

// Load reads a scenario file and returns the ruleset that it names and the scenario. It reports all faults at once:
// those of the keys and those found by the ruleset's Setup.
func Load(rulesets []*Ruleset, file string, src []byte) (*Ruleset, Scenario, []scenario.Fault) {
	names := make([]string, len(rulesets))
	for i, r := range rulesets {
		names[i] = r.Name
	}
	paper := scenario.Parse(file, src)
	name, faults := paper.Ruleset(names)
	if len(faults) > 0 {
		return nil, nil, faults
	}
	rules := Find(rulesets, name)
	doc, faults := paper.Read(rules.Keys)
	if len(faults) > 0 {
		if faulty := paper.Faulty(faults); faulty != nil {
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

// Find returns the ruleset with the name, or nil.
func Find(rulesets []*Ruleset, name string) *Ruleset {
	for _, r := range rulesets {
		if r.Name == name {
			return r
		}
	}
	return nil
}
