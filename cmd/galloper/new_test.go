package main

import (
	"path/filepath"
	"testing"
)

// The command prints the new game's players, the deadline in the game's own time zone, and a warning that it has no
// umpire. A staff officer's seat has no KEY, and verify doesn't miss one.
func TestNewShowsWhatIsMade(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	game := []string{"new", filepath.Join(w.dir, "mill.yaml"), "--every", "3d", "--zone", "Europe/Vienna",
		"--stand-in", "eve@example.test", "--seat", "french.north=anna@example.test", "--seat", "dutch.south=staff:bold"}
	w.must(game, "french.north             KEY ", "dutch.south              the staff, bold", " CET\n")
	w.must([]string{"verify", "--stream"}, "no fault")
	w.must([]string{"backup", filepath.Join(w.dir, "copy.tar.gz")}, "1 game, all of it verified")

	bare := &town{t: t, dir: t.TempDir()}
	bare.write("galloper.toml", "[store]\ndir = '"+filepath.Join(bare.dir, "data")+"'\n")
	bare.must(game, "the game has no umpire", "galloper rule mill 'ADDRESS umpire +you@example.org BECAUSE …'")
	bare.must([]string{"rule", "mill", "ADDRESS umpire +me@example.org BECAUSE nobody is"}, "ADDRESS: done")
	bare.must([]string{"verify", "--stream"}, "no fault")
}
