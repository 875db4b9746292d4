//go:build !man

package main

import "github.com/spf13/cobra"

// manual is empty but where packages are made.
func manual() []*cobra.Command { return nil }
