//go:build !man

package main

import "github.com/spf13/cobra"

// manual returns nothing: only builds of packages have the command.
func manual() []*cobra.Command { return nil }
