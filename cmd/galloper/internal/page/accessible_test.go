package page

import (
	"encoding/json"
	"os"
	"strings"

	"github.com/chromedp/chromedp"
)

// faults is the automated part of an accessibility check. It returns the problems of the page in its present
// state.
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
  for (const e of document.querySelectorAll("table")) if (!e.querySelector("thead th[scope=col]")) wrong.push("a table without column heads: " + at(e));
  for (const e of document.querySelectorAll("nav, section:not([role])")) if (!e.getAttribute("aria-label") && !e.getAttribute("aria-labelledby")) wrong.push("a landmark without a name: " + at(e));
  const landmarks = [...document.querySelectorAll("nav, section, [role=region]")].map(name);
  for (const n of new Set(landmarks.filter((n, i) => landmarks.indexOf(n) !== i))) wrong.push("a landmark twice: " + n);
  for (const e of document.querySelectorAll("[aria-current]")) if (e.getAttribute("aria-current") !== "page") wrong.push("aria-current: " + at(e));
  for (const e of document.querySelectorAll("fieldset")) if (!e.querySelector("legend")) wrong.push("a fieldset without a legend: " + at(e));
  const light = (c) => { const [r, g, b] = c.match(/[\d.]+/g).map((x) => { x /= 255; return x <= .04045 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4; }); return .2126 * r + .7152 * g + .0722 * b + .05; };
  const clear = (c) => c === "transparent" || /, 0\)$/.test(c);
  const ground = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (!clear(c)) return c; } return "rgb(255, 255, 255)"; };
  for (const e of document.querySelectorAll("body *")) {
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || !e.checkVisibility()) continue;
    const a = light(getComputedStyle(e).color), b = light(ground(e)), ratio = Math.max(a / b, b / a);
    if (ratio < 4.5) wrong.push("contrast " + ratio.toFixed(2) + ": " + at(e));
  }
  for (const e of document.querySelectorAll("button, input:not([type=hidden]):not([type=radio]), select")) {
    const r = e.getBoundingClientRect();
    if (r.width && r.height < 24) wrong.push("too small to hit: " + at(e));
  }
  return JSON.stringify(wrong);
})()`

// axeEnv names a file with the script of axe-core, an accessibility checker that is not part of this
// repository (`npm pack axe-core`). If it is set, the tests run it on each page as well.
const axeEnv = "GALLOPER_AXE"

// check fails the test for each accessibility fault of the page.
func (b *tab) check(page string) {
	b.t.Helper()
	b.holds("document.readyState === 'complete' && [...document.images].every((i) => i.complete)")
	list := b.listOf(faults)
	if file := os.Getenv(axeEnv); file != "" {
		list = append(list, b.axe(file)...)
	}
	if len(list) > 0 {
		b.t.Errorf("%s:\n  %s", page, strings.Join(list, "\n  "))
	}
}

func (b *tab) listOf(script string) (list []string) {
	b.t.Helper()
	if err := json.Unmarshal([]byte(b.eval(script)), &list); err != nil {
		b.t.Fatal(err)
	}
	return list
}

// axe returns the violations that axe-core finds against WCAG 2.2 AA and its best practices.
func (b *tab) axe(file string) []string {
	b.t.Helper()
	script, err := os.ReadFile(file)
	if err != nil {
		b.t.Fatal(err)
	}
	b.do(chromedp.Evaluate[chromedp.Void](string(script) + "\n;0"))
	b.eval(`(window.axeResult = "", axe.run().then((r) => { window.axeResult = JSON.stringify(r.violations.flatMap((v) => v.nodes.map((n) => v.id + ": " + n.html.slice(0, 120)))); }), 0)`)
	b.until(func() bool { return b.eval("window.axeResult") != "" }, func() string { return "axe does not end" })
	return b.listOf("window.axeResult")
}

// tabbed presses Tab until it has gone through the whole page, and returns the elements that got the focus. It
// also checks that the focus is visible on each.
func (b *tab) tabbed() (stops []string) {
	b.t.Helper()
	b.eval("document.activeElement.blur()")
	const focus = `(() => {
  const e = document.activeElement;
  if (!e || e === document.body) return "";
  const s = getComputedStyle(e);
  const seen = e.matches(":focus-visible") && s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2;
  const r = e.getBoundingClientRect();
  return (e.id || e.getAttribute("name") || e.textContent.trim()).slice(0, 60) + (seen && r.width > 0 ? "" : " UNSEEN");
})()`
	for range 400 {
		b.do(chromedp.KeyEvent("\t"))
		at := b.eval(focus)
		if at == "" || len(stops) > 3 && at == stops[0] {
			return stops
		}
		stops = append(stops, at)
	}
	b.t.Fatal("the tab key does not come to an end")
	return nil
}
