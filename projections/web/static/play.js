// The interactive map, and the order form beside it. Everything works without it.
"use strict";

const make = (tag, props = {}, ...children) => {
  const e = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) key in e ? (e[key] = value) : e.setAttribute(key, value);
  e.append(...children);
  return e;
};
const inside = (s, x, y) => x >= s.x && x <= s.x + s.w && y >= s.y && y <= s.y + s.h;
const away = (s, x, y) => Math.hypot(Math.max(s.x - x, x - s.x - s.w, 0), Math.max(s.y - y, y - s.y - s.h, 0));
const small = (s) => s.w < 60 && s.h < 60;
const middle = (s) => [s.x + s.w / 2, s.y + s.h / 2];

// Chart is a map that can be panned, zoomed and clicked.
class Chart {
  constructor(figure, map) {
    Object.assign(this, map);
    this.troops = map.spots.filter((s) => s.kind !== "place");
    this.sites = map.spots.filter((s) => s.kind === "place").sort((a, b) => a.w * a.h - b.w * b.h);
    const img = figure.querySelector("img"), telephone = innerWidth < 700;
    this.lines = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.lines.setAttribute("aria-hidden", "true");
    this.keys = make("div", { className: "spots", role: "group", "aria-label": "On the map: the arrow keys go from one to the next" }, ...this.buttons());
    this.pane = make("div", { className: "pane" }, img, this.lines, this.keys);
    this.view = make("div", { className: "view", tabIndex: 0, role: "region", "aria-label": img.alt.split(". ")[0] }, this.pane);
    const legend = make("button", { type: "button", className: "legend", textContent: "Legend", hidden: !telephone,
      onclick: () => this.unfold(legend, legend.getAttribute("aria-expanded") !== "true") });
    figure.replaceChildren(this.view, make("div", { className: "zoom" }, legend,
      make("button", { type: "button", textContent: "+", "aria-label": "Nearer", onclick: () => this.zoom(1.4) }),
      make("button", { type: "button", textContent: "−", "aria-label": "Farther", onclick: () => this.zoom(1 / 1.4) })));
    figure.classList.add("live");
    this.unfold(legend, !telephone);
    this.wide = Math.max(1, telephone ? 760 / this.view.clientWidth : 1);
    this.zoom(1);
    this.centre(this.troops.filter((s) => s.kind === "own"));
    this.pointers = new Map();
    for (const kind of ["down", "move", "up", "cancel"]) this.pane.addEventListener("pointer" + kind, (e) => this[kind](e));
    // One finger scrolls the page, two move the map. Drawing must not be a swipe to the browser, which would take the
    // next tap as one that stops the swipe.
    this.pane.addEventListener("touchmove", (e) => {
      if (e.touches.length > 1 || (this.held && this.draws(this.held))) e.preventDefault();
    }, { passive: false });
  }

  buttons() {
    return this.spots.map((s, i) => {
      const [x, y] = middle(s);
      const whose = { own: "yours", other: "not yours", place: "a place" }[s.kind];
      const b = make("button", { type: "button", className: s.kind, tabIndex: i ? -1 : 0, "aria-label": s.title + ", " + whose });
      b.style.left = (100 * x) / this.width + "%";
      b.middle = y;
      b.dataset.spot = s.name;
      b.addEventListener("click", (e) => { if (e.detail === 0) this.tapped(s); });
      b.addEventListener("keydown", (e) => this.step(e, i));
      return b;
    });
  }

  // unfold shows or hides the legend below the map.
  unfold(button, on) {
    button.setAttribute("aria-expanded", on);
    this.high = on ? this.height : this.fold;
    this.pane.style.aspectRatio = this.width + " / " + this.high;
    this.lines.setAttribute("viewBox", `0 0 ${this.width} ${this.high}`);
    for (const b of this.keys.children) b.style.top = (100 * b.middle) / this.high + "%";
  }

  // step moves to the next thing on the map on an arrow key.
  step(e, i) {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
    if (!by) return;
    e.preventDefault();
    const all = [...this.keys.children];
    all[i].tabIndex = -1;
    const next = all[(i + by + all.length) % all.length];
    next.tabIndex = 0;
    next.focus();
  }

  zoom(by, cx = this.view.clientWidth / 2, cy = this.view.clientHeight / 2) {
    const before = this.wide;
    this.wide = Math.min(Math.max(this.wide * by, 1), 6);
    const x = (this.view.scrollLeft + cx) / before, y = (this.view.scrollTop + cy) / before;
    this.pane.style.width = this.wide * 100 + "%";
    this.view.scrollTo(x * this.wide - cx, y * this.wide - cy);
  }

  centre(list) {
    if (!list.length) return;
    const mid = (k) => list.map((s) => middle(s)[k]).reduce((a, b) => a + b) / list.length;
    const scale = this.pane.clientWidth / this.width;
    this.view.scrollTo(mid(0) * scale - this.view.clientWidth / 2, mid(1) * scale - this.view.clientHeight / 2);
  }

  at(e) {
    const r = this.pane.getBoundingClientRect();
    return [((e.clientX - r.left) / r.width) * this.width, ((e.clientY - r.top) / r.height) * this.high];
  }

  // hit returns the target of a tap at the point: troops right there, or else a small place, or else troops nearby, or
  // else the place around it.
  hit(x, y) {
    const pixel = this.width / this.pane.clientWidth;
    const near = this.troops.map((s) => [away(s, x, y), Math.hypot(middle(s)[0] - x, middle(s)[1] - y), s])
      .sort((a, b) => a[0] - b[0] || a[1] - b[1])[0];
    const site = this.sites.find((s) => inside(s, x, y));
    if (near && (near[0] <= 4 * pixel || (near[0] <= 16 * pixel && !(site && small(site))))) return near[2];
    return site;
  }

  // place returns a point as orders name it: a small place there, a cell, or its coordinates.
  place(x, y) {
    const f = this.field;
    if (!inside({ x: f.x, y: f.y, w: f.w, h: f.h }, x, y)) return "";
    const site = this.sites.find((s) => inside(s, x, y));
    if (site && (!f.unit || small(site))) return site.name;
    if (f.unit) {
      const part = (from, to, p) => Math.round(from + (to - from) * p);
      return part(f.west, f.east, (x - f.x) / f.w) + "," + part(f.north, f.south, (y - f.y) / f.h);
    }
    const all = (this.cells || []).concat(this.sites.map((s) => [s.name, ...middle(s)]));
    all.sort((a, b) => Math.hypot(a[1] - x, a[2] - y) - Math.hypot(b[1] - x, b[2] - y));
    return all.length ? all[0][0] : "";
  }

  down(e) {
    this.pointers.set(e.pointerId, [e.clientX, e.clientY]);
    if (this.pointers.size === 2) { this.held = null; this.grip = this.pinch(); return; }
    if (e.button !== 0) return;
    const [x, y] = this.at(e);
    const spot = this.hit(x, y);
    this.held = { x, y, spot, from: [e.clientX, e.clientY], scroll: [this.view.scrollLeft, this.view.scrollTop], moved: false };
    if (e.pointerType === "mouse" || (spot && spot.kind === "own")) this.pane.setPointerCapture(e.pointerId);
  }

  // pinch returns the midpoint of two fingers and the distance between them.
  pinch() {
    const [a, b] = [...this.pointers.values()];
    return { x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2, span: Math.hypot(a[0] - b[0], a[1] - b[1]) };
  }

  move(e) {
    if (!this.pointers.has(e.pointerId)) return;
    this.pointers.set(e.pointerId, [e.clientX, e.clientY]);
    if (this.pointers.size === 2) {
      const now = this.pinch(), before = this.grip, r = this.view.getBoundingClientRect();
      this.view.scrollBy(before.x - now.x, before.y - now.y);
      this.zoom(now.span / before.span, now.x - r.left, now.y - r.top);
      this.grip = now;
      return;
    }
    const h = this.held;
    if (!h) return;
    const [dx, dy] = [e.clientX - h.from[0], e.clientY - h.from[1]];
    h.moved = h.moved || Math.hypot(dx, dy) > 10;
    if (!h.moved) return;
    if (this.draws(h)) this.arrows("drawn", [[middle(h.spot), this.at(e), "march"]]);
    else if (e.pointerType === "mouse") this.view.scrollTo(h.scroll[0] - dx, h.scroll[1] - dy);
  }

  draws(h) { return h.spot && h.spot.kind === "own" && this.march && this.marched; }

  up(e) {
    this.pointers.delete(e.pointerId);
    const h = this.held;
    this.held = null;
    this.arrows("drawn", []);
    if (!h) return;
    const [x, y] = this.at(e);
    if (!h.moved) {
      if (h.spot) this.tapped(h.spot);
      else if (this.place(x, y)) this.tapped({ name: this.place(x, y), kind: "place" });
    } else if (this.draws(h) && this.place(x, y)) this.marched(h.spot.name, this.place(x, y));
  }

  cancel(e) {
    this.pointers.delete(e.pointerId);
    this.held = null;
    this.arrows("drawn", []);
  }

  // arrows replaces the lines of one kind.
  arrows(layer, list) {
    for (const old of this.lines.querySelectorAll("." + layer)) old.remove();
    for (const [from, to, kind] of list) {
      const a = Math.atan2(to[1] - from[1], to[0] - from[0]);
      const wing = (by) => `L${to[0] - 9 * Math.cos(a + by)} ${to[1] - 9 * Math.sin(a + by)}`;
      const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      path.setAttribute("class", layer + " " + kind);
      path.setAttribute("d", `M${from} L${to}` + (kind === "march" ? `M${to} ${wing(0.45)} M${to} ${wing(-0.45)}` : ""));
      this.lines.append(path);
    }
  }

  tapped(spot) {
    if (this.named) this.named(spot);
  }

  // show highlights things on the map.
  show(names) {
    for (const b of this.keys.children) b.classList.toggle("shown", names.includes(b.dataset.spot));
    this.centre(this.spots.filter((s) => names.includes(s.name)));
  }

  // find returns the position of a thing that an order names.
  find(word) {
    const w = word.toLowerCase();
    const spot = this.spots.find((s) => s.name.toLowerCase() === w);
    if (spot) return { at: middle(spot), own: spot.kind === "own" };
    const cell = (this.cells || []).find((c) => c[0].toLowerCase() === w);
    if (cell) return { at: [cell[1], cell[2]] };
    const m = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(w), f = this.field;
    if (!m || !f.unit) return null;
    return { at: [f.x + ((m[1] - f.west) / (f.east - f.west)) * f.w, f.y + ((f.north - m[2]) / (f.north - f.south)) * f.h] };
  }

  // orders draws the accepted orders, and the rides of couriers to their recipients.
  orders(list, seat) {
    const lines = [];
    for (const { text, rides } of list) {
      if (text.startsWith("LETTER")) continue;
      const found = text.split(/[\s:;()]+/).map((w) => this.find(w.replace(/^,|,$/g, ""))).filter(Boolean);
      const movers = found.filter((f) => f.own), goal = found.filter((f) => !f.own).at(-1), chief = this.find(seat);
      for (const m of movers) {
        if (goal) lines.push([m.at, goal.at, "march"]);
        if (rides && chief) lines.push([chief.at, m.at, "ride"]);
      }
    }
    this.arrows("given", lines);
  }
}

// charts makes the maps of the page interactive.
async function charts() {
  for (const figure of document.querySelectorAll("figure.map[data-spots]")) {
    const answer = await fetch(figure.dataset.spots, { credentials: "same-origin" });
    if (!answer.ok || !figure.isConnected) continue;
    const chart = new Chart(figure, await answer.json());
    const form = document.getElementById("write");
    if (form) pointed(chart, form);
    else scenes(chart);
  }
}

// scenes links the sentences of the story with the map, both ways.
function scenes(chart) {
  const all = [...document.querySelectorAll("[data-about]")];
  const mark = (scene) => { for (const s of all) s.classList.toggle("shown", s === scene); };
  for (const s of all) {
    s.addEventListener("click", (e) => {
      if (e.target.closest("a")) return;
      mark(s);
      chart.show(s.dataset.about.split(" "));
    });
  }
  for (const b of document.querySelectorAll("button.see")) b.hidden = false;
  chart.named = (spot) => {
    const s = all.find((s) => s.dataset.about.split(" ").includes(spot.name));
    chart.show([spot.name]);
    mark(s);
    if (s) s.scrollIntoView({ block: "nearest" });
  };
}

// Box is the text box for orders.
class Box {
  constructor(text) { this.text = text; }

  changed() { this.text.dispatchEvent(new Event("input", { bubbles: true })); }

  // line returns the current line up to the caret.
  line() { return this.text.value.slice(0, this.text.selectionStart).split("\n").at(-1); }

  put(words, gap = / |\n|^$/.test(this.text.value.slice(0, this.text.selectionStart).slice(-1)) ? "" : " ") {
    const t = this.text;
    t.setRangeText(gap + words, t.selectionStart, t.selectionEnd, "end");
    this.changed();
  }

  // name inserts the name of a thing. At the start of a line, an own unit becomes the recipient of an order.
  name(spot, march) {
    const head = /^(.*)\{unit\}(: )/.exec(march || "");
    const line = this.line();
    if (spot.kind === "own" && head && line.startsWith(head[1]) && line.endsWith(": ") && !line.slice(0, -2).includes(": ")) {
      const end = this.text.selectionStart;
      this.text.setRangeText(", " + spot.name + ": ", end - 2, end, "end");
      return this.changed();
    }
    if (spot.kind === "own" && line.trim() !== "" && !/\s$/.test(line)) this.put("\n", "");
    if (spot.kind === "own" && head && this.line().trim() === "") return this.put(head[1] + spot.name + head[2]);
    this.put(spot.name + " ");
  }

  // add inserts a line after the other orders, but before letters, which would swallow it.
  add(line) {
    const lines = this.text.value.replace(/\s+$/, "").split("\n").filter((l, i, all) => all.length > 1 || l);
    const letter = lines.findIndex((l) => /^\s*letter\s+to\b/i.test(l));
    const at = letter < 0 ? lines.length : letter;
    if (lines.includes(line)) return;
    lines.splice(at, 0, line);
    this.set(lines.join("\n") + "\n", lines.slice(0, at + 1).join("\n").length + 1);
  }

  set(value, caret = value.length) {
    this.text.value = value;
    this.text.setSelectionRange(caret, caret);
    this.changed();
  }

  // march writes a march that was drawn. It replaces an earlier march of the same unit.
  march(form, unit, place) {
    const line = form.replace("{unit}", unit).replace("{place}", place);
    const plain = (s) => s.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const same = new RegExp("^" + plain(form.replace("{unit}", unit).split("{place}")[0]) + "\\S+\\s*$", "i");
    const lines = this.text.value.split("\n"), i = lines.findIndex((l) => same.test(l));
    if (i < 0) {
      const begun = lines.findIndex((l) => l.trim() !== "" && form.replace("{unit}", unit).startsWith(l.trimEnd()));
      if (begun < 0) return this.add(line);
      lines[begun] = line; // the line that a tap began
    } else lines[i] = line;
    this.set(lines.join("\n"));
  }

  // mend applies a proposal of the receipt.
  mend({ line, col, word, with: instead }) {
    if (line === "0") return this.add(instead);
    const lines = this.text.value.split("\n"), i = Number(line) - 1;
    const runes = [...(lines[i] || "")], at = Number(col) - 1;
    if (at < 0 && lines[i] && lines[i].trim() === word) lines[i] = instead;
    else if (at >= 0 && runes.slice(at).join("").startsWith(word)) {
      lines[i] = runes.slice(0, at).join("") + instead + runes.slice(at).join("").slice(word.length);
    }
    this.set(lines.join("\n"));
  }
}

let orders = null; // draws the receipt's orders on the map

function pointed(chart, form) {
  const box = new Box(document.getElementById("text"));
  chart.march = form.dataset.march;
  chart.named = (spot) => box.name(spot, chart.march);
  chart.marched = (unit, place) => box.march(chart.march, unit, place);
  orders = () => chart.orders([...document.querySelectorAll("#receipt [data-order]")].map((li) => ({
    text: li.dataset.order, rides: /courier/.test(li.textContent) })), form.dataset.seat);
  orders();
  document.getElementById("hint").hidden = false;
}

// writing shows the receipt during typing, and stores the draft.
function writing() {
  const form = document.getElementById("write");
  if (!form) return;
  const text = document.getElementById("text"), receipt = document.getElementById("receipt");
  const mail = document.getElementById("mailto"), box = new Box(text);
  if (text.value && !text.value.endsWith("\n")) text.value += "\n";
  text.setSelectionRange(text.value.length, text.value.length);
  const echo = make("a", { id: "echo", href: "#write" });
  // If the box is out of sight, the text that a tap wrote is shown at the bottom.
  const told = (more = "") => {
    const line = box.line() || text.value.slice(0, text.selectionStart).trimEnd().split("\n").at(-1);
    echo.textContent = more ? line + " · " + more : line;
    if (line && document.activeElement !== text) document.querySelector(".thumb").prepend(echo);
    else echo.remove();
  };
  let timer = 0, asked = 0, lifted = null; // lifted resolves when the finger leaves the receipt
  receipt.addEventListener("pointerdown", () => {
    lifted = new Promise((done) => {
      for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(done), { once: true });
    });
  });
  const check = async () => {
    const turn = ++asked;
    let answer = null;
    try {
      answer = await fetch(form.dataset.check, { method: "POST", credentials: "same-origin",
        headers: { Accept: "text/html;part=receipt" }, body: new URLSearchParams(new FormData(form)) });
    } catch { /* no network: reported below */ }
    const read = answer && answer.ok ? await answer.text().catch(() => "") : "";
    await lifted; // the button under a finger must stay until its tap is handled
    if (turn !== asked) return;
    if (read) receipt.innerHTML = read;
    else receipt.textContent = answer && answer.status === 429 ? "Read too often for a moment; type on, nothing is lost."
      : "This could not be read now. What you wrote is kept on this device; load the page again.";
    if (orders) orders();
    const verdict = receipt.querySelector(".verdict");
    if (verdict) told(verdict.textContent);
  };
  text.addEventListener("focus", () => echo.remove());
  text.addEventListener("input", () => {
    told();
    if (mail) mail.href = mail.dataset.head + encodeURIComponent(text.value.replace(/\n/g, "\r\n"));
    keep(form, text.value);
    clearTimeout(timer);
    timer = setTimeout(check, 250);
  });
  form.addEventListener("click", (e) => {
    const tap = e.target.closest("button.tap");
    if (!tap) return;
    e.preventDefault();
    box.mend(tap.dataset);
  });
  for (const span of document.querySelectorAll("#troops [data-name]")) {
    const own = span.closest("section").getAttribute("aria-label") === "Your command";
    span.replaceWith(make("button", { type: "button", className: "name", textContent: span.textContent,
      onclick: () => box.name({ name: span.dataset.name, kind: own ? "own" : "other" }, form.dataset.march) }));
  }
  restore(form, box);
  watch(form);
}

const draftOf = (form) => "galloper.draft." + form.dataset.game + "." + form.dataset.seat;

function keep(form, text) {
  try { localStorage.setItem(draftOf(form), JSON.stringify({ turn: form.dataset.turn, text })); } catch { /* private window */ }
}

// restore restores a draft that was not sent.
function restore(form, box) {
  let draft = null;
  try { draft = JSON.parse(localStorage.getItem(draftOf(form))); } catch { return; }
  if (document.querySelector(".answer.good")) { localStorage.removeItem(draftOf(form)); return; }
  if (!draft || !draft.text.trim() || draft.text === box.text.value || document.querySelector(".answer.bad")) return;
  const old = draft.turn !== form.dataset.turn;
  note(old ? "What you wrote for turn " + draft.turn + " and did not send is kept. " : "What you wrote last is not sent yet. ",
    make("button", { type: "button", textContent: old ? "Put it into the box" : "Go on with it", onclick: () => {
      box.set(old ? draft.text.replace(/^[?#].*\n?(  .*\n?)*/gm, "") : draft.text); // without its outdated suggestions
      note("");
    } }), " ", make("button", { type: "button", className: "plain", textContent: "Forget it", onclick: () => {
      localStorage.removeItem(draftOf(form));
      note("");
    } }));
}

function note(...parts) {
  const at = document.getElementById("moved");
  at.hidden = parts[0] === "";
  at.replaceChildren(...parts);
}

// watch shows when the turn has moved on during typing, and counts down to the deadline.
function watch(form) {
  const due = document.getElementById("countdown");
  const count = () => {
    const left = (new Date(due.dateTime) - Date.now()) / 60000;
    const part = (n, of) => Math.floor(n) + " " + of + (Math.floor(n) === 1 ? "" : "s");
    due.title = due.title || due.textContent;
    if (left <= 0) due.textContent = "due now";
    else if (left < 60) due.textContent = "due in " + part(left, "minute");
    else if (left < 2880) due.textContent = "due in " + part(left / 60, "hour") + " " + part(left % 60, "minute");
    else due.textContent = "due in " + part(left / 1440, "day") + " " + part((left / 60) % 24, "hour");
  };
  if (due) { count(); setInterval(count, 30000); }
  let stand = "";
  const look = async () => {
    if (document.hidden || !form.isConnected) return;
    const answer = await fetch(form.dataset.pulse + "?seat=" + encodeURIComponent(form.dataset.seat), { credentials: "same-origin" }).catch(() => null);
    if (!answer || !answer.ok) {
      if (answer && answer.status === 401) note("You are signed out. What you wrote is kept on this device. ", make("a", { href: "/", textContent: "Sign in" }));
      return;
    }
    const now = await answer.text(), turn = now.split(" ")[0];
    if (turn !== form.dataset.turn) {
      note("The game has moved on: " + now.slice(turn.length + 1) + ". What you wrote is kept. ",
        make("a", { href: location.pathname.replace(/\/orders.*/, ""), textContent: "See what happened" }));
    } else if (stand && stand !== now) note("The game has moved on: " + now.slice(turn.length + 1) + ". What you wrote is kept.");
    stand = stand || now;
  };
  look();
  setInterval(look, document.querySelector(".answer.good") ? 3000 : 15000); // a player who has sent orders is waiting
}

// forgetful deletes the stored drafts on sign-out.
function forgetful() {
  const out = document.querySelector("form[action='/signout']");
  if (!out) return;
  out.addEventListener("submit", () => {
    for (const key of Object.keys(localStorage)) if (key.startsWith("galloper.")) localStorage.removeItem(key);
  });
}
