package page

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
)

// faults is the part of an accessibility check that a program can do: it returns what
// is wrong with the page as it stands in the browser.
const faults = `(() => {
  const wrong = [];
  const name = (e) => (e.getAttribute("aria-label") || (e.getAttribute("aria-labelledby") || "").split(" ").map((i) => (document.getElementById(i) || {}).textContent || "").join(" ")
    || (e.labels && [...e.labels].map((l) => l.textContent).join(" ")) || e.textContent.trim() || e.alt || [...e.querySelectorAll("img")].map((i) => i.alt).join(" ") || e.title || "").trim();
  const at = (e) => e.outerHTML.slice(0, 90);
  if (!document.documentElement.lang) wrong.push("no language");
  if (!document.title) wrong.push("no title");
  for (const e of document.querySelectorAll("input:not([type=hidden]), select, textarea")) {
    if (!e.labels.length && !e.getAttribute("aria-label")) wrong.push("no label: " + at(e));
  }
  for (const e of document.querySelectorAll("a, button, summary, nav, [role=region], section[aria-labelledby], form[role=search]")) if (!name(e)) wrong.push("no name: " + at(e));
  for (const e of document.querySelectorAll("img")) if (!(e.alt || "").trim()) wrong.push("no text for a picture: " + at(e));
  for (const e of document.querySelectorAll("img")) if (e.complete && !e.naturalWidth) wrong.push("a picture does not load: " + at(e));
  let level = 0;
  for (const e of document.querySelectorAll("h1, h2, h3, h4")) {
    const now = Number(e.tagName[1]);
    if (now > level + 1) wrong.push("heading out of order: " + at(e));
    level = now;
  }
  if (document.querySelectorAll("h1").length !== 1) wrong.push("not one h1");
  for (const tag of ["main", "header", "footer"]) if (document.querySelectorAll("body > " + tag).length !== 1) wrong.push("not one " + tag);
  const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
  for (const id of new Set(ids.filter((id, i) => ids.indexOf(id) !== i))) wrong.push("an id twice: " + id);
  for (const e of document.querySelectorAll("[aria-labelledby], [aria-describedby], label[for]")) {
    for (const id of [e.getAttribute("aria-labelledby"), e.getAttribute("aria-describedby"), e.getAttribute("for")].join(" ").split(" ").filter(Boolean)) {
      if (!document.getElementById(id)) wrong.push("points to nothing: " + at(e));
    }
  }
  for (const e of document.querySelectorAll("[tabindex]")) if (e.tabIndex > 0) wrong.push("a tabindex of its own: " + at(e));
  for (const e of document.querySelectorAll("table")) if (!e.querySelector("th[scope]")) wrong.push("a table without heads: " + at(e));
  for (const e of document.querySelectorAll("ul, ol")) for (const c of e.children) if (c.tagName !== "LI") wrong.push("no item of a list: " + at(c));
  for (const e of document.querySelectorAll("button, input:not([type=hidden]):not([type=radio]), select")) {
    const r = e.getBoundingClientRect();
    if (r.width && r.height < 24) wrong.push("too small to hit: " + at(e));
  }
  return JSON.stringify(wrong);
})()`

// check fails the test for each fault of accessibility that the page has.
func (b *tab) check(page string) {
	b.t.Helper()
	for b.eval("[...document.images].every((i) => i.complete)") != "true" {
		b.do(chromedp.Sleep(20 * time.Millisecond))
	}
	var list []string
	if err := json.Unmarshal([]byte(b.eval(faults)), &list); err != nil {
		b.t.Fatal(err)
	}
	if len(list) > 0 {
		b.t.Errorf("%s:\n  %s", page, strings.Join(list, "\n  "))
	}
}
