package page

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestBrowserVerifier builds the page that checks archives, opens it from its file, and has it check a valid
// archive, one with a changed die, and one without the hash given.
func TestBrowserVerifier(t *testing.T) {
	t.Parallel()
	requireChromium(t)
	dir := t.TempDir()
	page := filepath.Join(dir, "verify.html")
	build := exec.Command("../../../../.ci/verifier", page)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	recorded := "../daemon/testdata/firediscipline.jsonl"
	whole, err := os.ReadFile(recorded)
	if err != nil {
		t.Fatal(err)
	}
	changed := filepath.Join(dir, "changed.jsonl")
	if err := os.WriteFile(changed, []byte(strings.Replace(string(whole), `"value":3`, `"value":4`, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	recorded, err = filepath.Abs(recorded)
	if err != nil {
		t.Fatal(err)
	}
	b := newWorld(t).chromium()
	b.do(chromedp.Navigate("file://"+page), chromedp.WaitReady("main"))
	b.wait("#state", "Ready.")
	b.do(chromedp.SetUploadFiles("#files", []string{recorded}))
	b.wait("section.good h2", "firediscipline.jsonl: the record is whole")
	b.wait("section.good pre", "dice rolled again")
	b.do(chromedp.SetUploadFiles("#files", []string{changed}))
	b.wait("section.bad h2", "changed.jsonl: the record is wrong")
	b.wait("section.bad pre", "line ")
	b.shoot("verifier")
	b.do(chromedp.SendKeys("#holds", "beefbeef"), chromedp.SetUploadFiles("#files", []string{recorded}))
	b.wait("section.bad pre", "no line has the hash beefbeef")
}
