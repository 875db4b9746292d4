package main

import (
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"galloper/adjudicator/rulesets"
)

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of the program and of its rulesets",
		Args:  args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			printf(cmd, "galloper %s, %s %s/%s\n", programVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			for _, rs := range rulesets.All() {
				printf(cmd, "%s %d, %s\n", rs.Name, rs.Version, rs.Title)
			}
			return nil
		},
	}
}

// programVersion returns the module's version and the commit it was built from.
func programVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	version := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && !strings.Contains(version, s.Value[:min(12, len(s.Value))]) {
			version += " (" + s.Value[:min(12, len(s.Value))] + ")"
		}
	}
	return version
}
