// Package examples has the sources of the example rulesets in its subfolders, which `galloper ruleset new` copies.
package examples

import "embed"

// Sources are the files of the examples, by path from this folder: `duel/duel.go`.
//
//go:embed duel
var Sources embed.FS
