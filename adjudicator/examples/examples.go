// Package examples has the sources of the sets of rules below it: what `galloper ruleset new`
// copies.
package examples

import "embed"

// Sources are the files of the examples, by path from this folder: `duel/duel.go`.
//
//go:embed duel
var Sources embed.FS
