//go:build man

package main

import (
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// manual returns a command that writes a manual page for each command. Only builds of packages have it.
func manual() []*cobra.Command {
	return []*cobra.Command{{
		Use:   "man DIRECTORY",
		Short: "Write the manual pages",
		Args:  args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, dirs []string) error {
			root := cmd.Root()
			root.RemoveCommand(cmd)
			root.DisableAutoGenTag = true
			date := time.Unix(0, 0).UTC()
			return doc.GenManTree(root, &doc.GenManHeader{Source: "Galloper", Manual: "Galloper", Date: &date}, dirs[0])
		},
	}}
}
