package rules

import (
	"galloper/adjudicator/board"
	"galloper/adjudicator/scenario"
)

// Uniform is the key of a side for what its troops wear on maps, the same whoever reads them.
func Uniform() scenario.Key {
	return scenario.Opt("uniform", scenario.Word(board.Uniforms...), "the colour of its troops on maps; by its place")
}

// uniformsOf are the uniforms that a scenario gives its sides.
func uniformsOf(doc *scenario.Doc) map[string]string {
	uniforms := map[string]string{}
	for id, n := range doc.Each("sides") {
		uniforms[id] = n.Text("uniform", "")
	}
	return uniforms
}
