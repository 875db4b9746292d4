package rules

import (
	"galloper/adjudicator/board"
	"galloper/adjudicator/scenario"
)

// Uniform returns the key of a side for the colour of its troops on maps.
func Uniform() scenario.Key {
	return scenario.Opt("uniform", scenario.Word(board.Uniforms...), "the colour of its troops on maps; by its place")
}

// uniformsOf returns the uniforms of the scenario's sides.
func uniformsOf(doc *scenario.Doc) map[string]string {
	uniforms := map[string]string{}
	for id, n := range doc.Each("sides") {
		uniforms[id] = n.Text("uniform", "")
	}
	return uniforms
}
