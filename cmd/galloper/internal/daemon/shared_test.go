package daemon

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator/dice"
	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/verify"
	"galloper/events"
	"galloper/events/archive"
)

// With shared dice, a turn's dice are rolled with its seed and the mails that brought its orders. That is recorded, and
// checked by verify and by the script written from docs/events.md only.
func TestSharedDice(t *testing.T) {
	t.Parallel()
	w, umpire := newBrawl(t, events.Settings{Dice: "shared"})
	w.writes("french.north", "To Champagne: hold")
	w.writes("dutch.south", "To Sturler: hold")
	mustSay(t, umpire("AMEND french.north 1 TURN 1 BECAUSE he wrote so: To Champagne: hold"), "AMEND: done")
	umpire("CLOSE TURN 1") // two wrote
	umpire("CLOSE TURN 2") // no mail
	w.writes("dutch.south", "To Sturler: hold")
	umpire("CLOSE TURN 3")
	confirms(t, umpire, "REVERT TO TURN 3 BECAUSE x")
	umpire("CLOSE TURN 3")
	rolled := 0
	for turn, writers := range map[int]int{1: 2, 2: 0, 3: 1} {
		r := w.game().Campaign.Turn(turn).Result
		if len(r.Shared) != writers {
			t.Errorf("%d mails have part in turn %d, want %d", len(r.Shared), turn, writers)
		}
		for _, o := range w.outcomes(turn) {
			for _, d := range o.Dice {
				rolled++
				key := events.SharedKey(r.Seed, r.Shared)
				if d.Sealed {
					key = events.SharedKey(r.SealedSeed, r.Shared)
				}
				if !dice.Check(key, "mill", turn, d) {
					t.Errorf("turn %d: %s shows %d, which its key does not give", turn, d.Name, d.Value)
				}
			}
		}
	}
	if rolled == 0 {
		t.Error("nothing was rolled: the test is blind")
	}
	w.mustVerify()
	w.strangersScript()

	var b bytes.Buffer
	if err := w.d.Export(w.ctx, &b, "mill", admin.ExportOptions{}); err != nil {
		t.Fatal(err)
	}
	whole := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	for what, change := range map[string]tamper{
		"another mail":   match(`"shared":\["[0-9a-f]{64}`, `"shared":["`+strings.Repeat("ab", 32)),
		"no mail":        match(`"shared":\[[^\]]*\],`, ``),
		"the same twice": match(`"shared":\[("[0-9a-f]{64}")`, `"shared":[$1,$1`),
		"the setting":    func(l []string) []string { l[0] = strings.Replace(l[0], `"dice":"shared"`, `"dice":""`, 1); return l },
	} {
		changed := change(slices.Clone(whole))
		if changed == nil || slices.Equal(changed, whole) {
			t.Errorf("%s: nothing of the kind is in the archive", what)
			continue
		}
		text := strings.Join(rechained(changed), "\n") + "\n"
		if _, err := verify.Record(w.d.Rulesets, archive.Read(strings.NewReader(text))); err == nil {
			t.Errorf("%s: it verifies", what)
		}
	}
}

// The key is the one that docs/events.md defines.
func TestSharedKey(t *testing.T) {
	seed := [32]byte(bytes.Repeat([]byte{1}, 32))
	if events.SharedKey(seed, nil) != seed {
		t.Error("where nobody wrote it is not the seed")
	}
	// python3: hmac.new(b"\x01"*32, b"\x02"*32 + b"\x03"*32, "sha256").hexdigest()
	a, b := events.Hash(bytes.Repeat([]byte{2}, 32)), events.Hash(bytes.Repeat([]byte{3}, 32))
	if got := fmt.Sprintf("%x", events.SharedKey(seed, []events.Hash{a, b})); got != "5527c5baf0c0b6553937a0a0a9e8872ad7a8360f1913ad27d833d04a6d6f3df5" {
		t.Error(got)
	}
}

// A player can ask about the proof in the mails, which depends on the setting of the dice.
func TestHelpProof(t *testing.T) {
	t.Parallel()
	for setting, says := range map[string]string{"": "the host has the seeds", "shared": "with the mails of"} {
		w, _ := newBrawl(t, events.Settings{Dice: setting})
		text := w.writes("french.north", "HELP PROOF")
		mustSay(t, text, "Keep the mails of this game", "galloper head --check", says)
	}
}
