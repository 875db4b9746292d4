//go:build js && wasm

// The verifier is `galloper verify` in a browser: it runs in a worker of the page, takes the text of an archive, and
// returns the program's verdict. Nothing leaves the browser.
package main

import (
	"strings"
	"syscall/js"

	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/verify"
	"galloper/events/archive"
)

// told is the number of lines of an archive between reports of progress to the page.
const told = 25

func main() {
	js.Global().Set("check", js.FuncOf(check))
	js.Global().Call("postMessage", map[string]any{"ready": true})
	select {}
}

// check takes an id for its answers, an archive's name and text, and the hash that the archive must have, or "". It
// posts its progress and finally the result.
func check(_ js.Value, args []js.Value) any {
	id, name, text, holds := args[0], args[1].String(), args[2].String(), strings.TrimSpace(args[3].String())
	all, n := 1+strings.Count(strings.TrimRight(text, "\n"), "\n"), 0
	res := verify.File(rulesets.All(), name, strings.NewReader(text), holds, func(archive.Line) {
		if n++; n%told == 0 {
			js.Global().Call("postMessage", map[string]any{"id": id, "line": n, "lines": all})
		}
	})
	js.Global().Call("postMessage", map[string]any{"id": id, "name": name, "ok": res.OK, "text": res.Text()})
	return nil
}
