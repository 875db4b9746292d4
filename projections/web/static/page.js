// Makes the page livelier; everything works without it.
"use strict";

// The slider shows the map of a turn while it is dragged, and loads the turn when it is released.
function slider() {
  const form = document.getElementById("slider");
  const range = document.getElementById("turn");
  if (!form || !range) return;
  const out = document.getElementById("turn-now");
  range.addEventListener("input", () => {
    const named = range.value === "0" ? "The opening" : "Turn " + range.value;
    out.textContent = named + " of " + range.max;
    for (const img of document.querySelectorAll("figure.map img")) {
      img.src = img.src.replace(/\/turns\/\d+\//, "/turns/" + range.value + "/");
    }
  });
  range.addEventListener("change", () => load(form));
  const seat = document.getElementById("seat");
  if (seat) seat.addEventListener("change", () => load(form));
}

// load shows another turn in the same page, so that the slider keeps the keyboard focus.
async function load(form) {
  const url = form.action + "?" + new URLSearchParams(new FormData(form));
  const focus = document.activeElement && document.activeElement.id;
  const answer = await fetch(url, { credentials: "same-origin" });
  if (!answer.ok) { location.assign(url); return; }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.getElementById("main").replaceWith(page.getElementById("main"));
  document.title = page.title;
  history.replaceState(null, "", answer.url);
  start();
  const again = focus && document.getElementById(focus);
  if (again) again.focus();
}

const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
const utf8 = new TextEncoder();

// roll rolls a die as in docs/events.md: the first 8 bytes of an HMAC, with rejection sampling.
async function roll(key, game, turn, die) {
  const faces = BigInt(die.dataset.die.replace(/^(draw|d)/, ""));
  const whole = 1n << 64n;
  for (let counter = 0; ; counter++) {
    const message = [game, turn, die.dataset.name, die.dataset.salt, counter].join("|");
    const mac = await crypto.subtle.sign("HMAC", key, utf8.encode(message));
    const u = new DataView(mac).getBigUint64(0);
    if (u < whole - (whole % faces)) {
      const fromZero = die.dataset.die === "d10" || die.dataset.die.startsWith("draw");
      return Number(u % faces) + (fromZero ? 0 : 1);
    }
  }
}

const keyOf = (seed) => crypto.subtle.importKey("raw", unhex(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

// sharedKey returns the key of a turn whose dice depend on mails: the HMAC of their hashes under the seed.
async function sharedKey(seed, mails) {
  const key = await keyOf(seed);
  return mails ? keyOf(hex(new Uint8Array(await crypto.subtle.sign("HMAC", key, unhex(mails))))) : key;
}

// follows reports whether the previous seed is the SHA-256 of this one.
const follows = async (seed, before) => hex(new Uint8Array(await crypto.subtle.digest("SHA-256", unhex(seed)))) === before;

function mark(die, verdict, good) {
  const note = document.createElement("span");
  note.className = good ? "match" : "mismatch";
  note.textContent = verdict;
  die.append(" ", note);
}

const counted = (n, one, many) => n + " " + (n === 1 ? one : many);

// dice rolls every die on the page again, and shows whether the result is the same.
async function dice() {
  const proof = document.getElementById("proof");
  if (!proof) return;
  const result = document.getElementById("proof-result");
  if (!window.crypto || !crypto.subtle) {
    result.textContent = "The dice cannot be rolled again here: browsers do so only on https or on this machine. galloper verify does.";
    return;
  }
  const { game, turn, seed, before, sealed, sealedBefore, mails } = proof.dataset;
  const open = await sharedKey(seed, mails);
  const hidden = sealed ? await sharedKey(sealed, mails) : null;
  let good = 0, wrong = 0, left = 0;
  for (const die of document.querySelectorAll(".die")) {
    if (die.dataset.set || (die.dataset.sealed && !hidden)) { left++; continue; }
    const face = await roll(die.dataset.sealed ? hidden : open, game, turn, die);
    if (face === Number(die.dataset.value)) { good++; mark(die, "rolled again: " + face, true); }
    else { wrong++; mark(die, "ROLLED AGAIN: " + face, false); }
  }
  let chain = await follows(seed, before);
  if (sealed) chain = (await follows(sealed, sealedBefore)) && chain;
  result.className = wrong || !chain ? "mismatch" : "match";
  const rolled = good + wrong;
  const said = [chain ? "The seed fits the one before it." : "THE SEED DOES NOT FIT THE ONE BEFORE IT."];
  if (rolled) said.push("On this page your browser rolled " + counted(rolled, "die", "dice") + " again: " + good + (good === 1 ? " matches" : " match") + (wrong ? ", " + wrong + " DO NOT." : "."));
  else said.push("No open die was rolled on this page.");
  if (left) said.push(counted(left, "die is", "dice are") + " sealed until the game is over, or set by a person.");
  result.textContent = said.join(" ");
}

// notified offers to notify this device of each turn, if its browser supports it.
function notified() {
  const form = document.getElementById("push");
  if (!form || !("serviceWorker" in navigator) || !("PushManager" in window)) return;
  form.hidden = false;
  document.getElementById("notify").addEventListener("click", async () => {
    try {
      const worker = await navigator.serviceWorker.register("/worker.js");
      if (await Notification.requestPermission() !== "granted") throw new Error("its browser does not let this page do so");
      await navigator.serviceWorker.ready;
      const device = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: form.dataset.key });
      form.elements.device.value = JSON.stringify(device);
      form.submit();
    } catch (fault) {
      document.getElementById("notify-said").textContent = "This device cannot be notified: " + fault.message + ".";
    }
  });
}

// finding filters the acts on the desk by the text in the search field.
function finding() {
  const find = document.getElementById("find");
  if (!find) return;
  find.hidden = false;
  find.querySelector("input").addEventListener("input", (e) => {
    const words = e.target.value.toLowerCase().split(" ");
    for (const act of find.parentNode.querySelectorAll("details")) {
      act.hidden = !words.every((word) => act.textContent.toLowerCase().includes(word));
    }
  });
}

function start() {
  finding();
  slider();
  dice();
  writing();
  charts();
  forgetful();
  notified();
}

start();
