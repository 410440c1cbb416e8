// The page of a table, and that of the results of all tables. What is typed is kept in the browser; what is submitted goes out
// under a key of its own, again until it is acknowledged, so that it counts once.
// @ts-check
export {};

/** @typedef {{zh: string, en: string}} Text */
/** @typedef {{path: string, label: Text, choices: ({value: string} & Text)[] | null, numeric: boolean, required: boolean}} Field */
/** @typedef {{side: string | null, at: string, device: string, finished: string | null, doubts: Text[], values: Record<string, Text>}} Result */
/** @typedef {{stage: string, round: number, table?: string, title: Text, sides: Record<string, Text>, fields: Field[], state: string,
 *   seen: number, stands: Record<string, number>, disputes: Record<string, string>, results: Record<string, Result>,
 *   standing: Record<string, Text> | null, loaded: boolean, settled: {by: string, note: string, at: string} | null}} Match */
/** @typedef {{event: {id: string, name: string}, table: string, device: string, others: number, matches: Match[]}} Table */
/** @typedef {{address: string, body: Record<string, unknown>}} Act */
/** @typedef {{side: string, values: Record<string, string>, finished: string}} Draft */

const POLL_MS = 5000;
const LONGEST_WAIT_MS = 30_000;
/** @type {{lang: "zh" | "en", texts: Record<string, string>, event: string, table?: string}} */
const told = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("told")).textContent ?? "{}");
const at = /** @type {HTMLElement} */ (document.getElementById("table"));
const status = /** @type {HTMLElement} */ (document.getElementById("state"));
const base = `/api/v1/events/${encodeURIComponent(told.event)}`;
const place = `paipu-entry:${told.event}:${told.table ?? ""}`;

/** A text of the page.
 * @param {string} key
 * @param {Record<string, string | number>} filled */
function say(key, filled = {}) {
  return (told.texts[key] ?? "").replace(/\{(\w+)\}/g, (whole, name) => String(filled[name] ?? whole));
}

/** @param {Text} text */
function said(text) {
  return text[told.lang];
}

/** An element with a text or others in it.
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} within
 * @returns {HTMLElement} */
function element(name, attributes = {}, ...within) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...within);
  return made;
}

/** A button that does something.
 * @param {string} words
 * @param {() => void} act
 * @param {Record<string, string>} attributes */
function button(words, act, attributes = {}) {
  const made = element("button", { type: "button", ...attributes }, words);
  made.addEventListener("click", act);
  return made;
}

// ---- what the browser keeps

/** @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T} */
function kept(name, otherwise) {
  try {
    const found = localStorage.getItem(`${place}:${name}`);
    return found === null ? otherwise : JSON.parse(found);
  } catch {
    return otherwise;
  }
}

/** @param {string} name
 * @param {unknown} value */
function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(`${place}:${name}`);
    else localStorage.setItem(`${place}:${name}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing sends all the same.
  }
}

/** @returns {Record<string, Act>} */
const outbox = () => kept("outbox", {});

/** A key for an act, which nobody else makes. */
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16).padStart(2, "0")).join("");
}

// ---- to and from the server

/** @type {Table | null} */
let table = kept("table", null);
/** @type {Match[]} */
let all = [];
let problem = "";
let wait = POLL_MS;
let sending = false;
/** What is shown once more before it is sent: its match and side.
 * @type {{match: string, act: string} | null} */
let confirming = null;
/** @type {string | null} */
let chosen = null;

/** Put an act into the outbox, and send it.
 * @param {string} address
 * @param {Record<string, unknown>} body */
function submit(address, body) {
  const key = newKey();
  keep("outbox", { ...outbox(), [key]: { address: `${address}/${key}`, body } });
  chosen = `${body.stage}:${body.round}`; // what came of it is shown, not the next match
  problem = "";
  draw();
  send();
}

/** Send what waits, one after the other, each until it is answered. */
async function send() {
  if (sending) return;
  sending = true;
  try {
    for (const [key, act] of Object.entries(outbox())) {
      const answer = await fetch(act.address, {
        method: "PUT",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(act.body),
      });
      if (answer.status === 401 || answer.status === 429 || answer.status >= 500) {
        problem = answer.status === 401 ? say("entry.ended") : say("entry.page.busy");
        break;
      }
      keep("outbox", Object.fromEntries(Object.entries(outbox()).filter(([name]) => name !== key)));
      const document = await answer.json();
      if (answer.ok) {
        taken(act, document);
      } else {
        const why = document.errors?.map((/** @type {any} */ each) => `${labelOf(act, each.field)} ${said(each.message)}`).join("; ");
        problem = document.code === "SERVICE-RESULT-SINCE" ? say("entry.page.since") : say("entry.page.failed", { why: why || said(document.message) });
        if (document.match) taken(act, document.match, false);
      }
    }
  } catch {
    // Without a connection it stays where it is.
  } finally {
    sending = false;
  }
  await look();
}

/** @param {Act} act
 * @param {string} path */
function labelOf(act, path) {
  const match = table?.matches.find((each) => each.stage === act.body.stage && each.round === act.body.round);
  const field = match?.fields.find((each) => each.path === path);
  return field ? said(field.label) : "";
}

/** How it stands with a match after an act.
 * @param {Act} act
 * @param {Match} match
 * @param {boolean} done */
function taken(act, match, done = true) {
  if (table !== null) {
    table.matches = table.matches.map((each) => (each.stage === match.stage && each.round === match.round ? match : each));
    keep("table", table);
  }
  if (done && act.body.act === "enter") keep(`draft:${match.stage}:${match.round}`, null);
  confirming = null;
}

/** Ask how it stands. */
async function look() {
  try {
    const answer = await fetch(told.table === undefined ? `${base}/tables` : `${base}/tables/${encodeURIComponent(told.table)}`);
    wait = POLL_MS;
    if (answer.ok) {
      const found = await answer.json();
      if (told.table === undefined) all = found;
      else keep("table", (table = found));
    } else if (answer.status === 401 || answer.status === 403) {
      problem = said({ zh: "", en: "", ...(await answer.json()).message });
    }
  } catch {
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
  draw();
}

// ---- the page of a table

let drawn = "";

/** @param {Match} match */
const nameOf = (match) => `${match.stage}:${match.round}`;

/** Draw the page, unless it would be the same again, or somebody is typing. */
function draw() {
  const waiting = Object.keys(outbox()).length;
  const lines = [problem, waiting > 0 ? say("entry.page.waiting", { count: waiting }) : ""];
  if (table !== null && table.others > 0) lines.push(say("entry.page.others", { count: table.others }));
  status.replaceChildren(...lines.filter(Boolean).map((each) => element("p", { class: each === problem ? "alert" : "kept" }, each)));
  const now = JSON.stringify([told.table === undefined ? all : table?.matches, waiting, confirming, chosen]);
  if (now === drawn || (at.contains(document.activeElement) && document.activeElement instanceof HTMLInputElement)) return;
  drawn = now;
  if (told.table === undefined) at.replaceChildren(...(all.length > 0 ? all.map(settled) : [element("p", {}, say("results.page.none"))]));
  else if (table !== null) at.replaceChildren(...ofTable(table));
}

/** @param {Table} shown
 * @returns {Node[]} */
function ofTable(shown) {
  const open = shown.matches.find((each) => each.state !== "agreed" && each.state !== "settled");
  const match = shown.matches.find((each) => nameOf(each) === chosen) ?? open ?? shown.matches[shown.matches.length - 1];
  if (match === undefined) return [];
  const which = element("select", { "aria-label": say("entry.page.which") });
  for (const each of shown.matches) which.append(new Option(said(each.title), nameOf(each), false, each === match));
  which.addEventListener("change", () => {
    chosen = /** @type {HTMLSelectElement} */ (which).value;
    confirming = null;
    draw();
  });
  const sides = Object.values(match.sides).map(said);
  return [element("p", {}, shown.event.name), which, element("h2", {}, sides.join(" — ")), ...ofMatch(match, shown.device)];
}

/** @param {Match} match
 * @param {string} device
 * @returns {Node[]} */
function ofMatch(match, device) {
  const sides = Object.keys(match.sides);
  const other = (/** @type {string} */ side) => sides.find((each) => each !== side) ?? "";
  if (match.state === "agreed" || match.state === "settled") {
    const words = match.settled ? say("entry.page.settled", match.settled) : say("entry.page.agreed");
    return [element("p", {}, words), values(match, match.standing ?? {}), element("p", { class: "kept" }, say(match.loaded ? "entry.page.loaded" : "entry.page.queued"))];
  }
  if (Object.values(outbox()).some((each) => each.body.stage === match.stage && each.body.round === match.round)) return [];
  if (confirming?.match === nameOf(match) && confirming.act === "enter") return entering(match);
  const nodes = [];
  if (match.state === "none") nodes.push(element("p", {}, say("entry.page.none")));
  if (match.state === "disputed") nodes.push(element("p", { class: "alert" }, say("entry.page.disputed")));
  for (const [side, act] of Object.entries(match.stands)) {
    const result = match.results[act];
    if (result === undefined) continue;
    nodes.push(element("h2", {}, say("entry.page.said", { side: said(match.sides[side]) })), values(match, result.values));
    nodes.push(...result.doubts.map((each) => element("p", { class: "alert" }, `${say("entry.page.doubt")}: ${said(each)}`)));
    const note = match.disputes[other(side)];
    if (note) nodes.push(element("p", { class: "alert" }, note));
    nodes.push(...answers(match, other(side), act, result.device === device));
  }
  nodes.push(...entering(match));
  return nodes;
}

/** What a side may say to the result of the other.
 * @param {Match} match
 * @param {string} side
 * @param {number} act
 * @param {boolean} same
 * @returns {Node[]} */
function answers(match, side, act, same) {
  const address = `${base}/tables/${encodeURIComponent(told.table ?? "")}/acts`;
  const answer = { stage: match.stage, round: match.round, seen: match.seen, side, of: act };
  const name = { match: nameOf(match), act: `agree:${side}` };
  const nodes = [element("p", {}, say("entry.page.yours", { side: said(match.sides[side]) }))];
  if (confirming?.match === name.match && confirming.act === name.act) {
    nodes.push(element("p", {}, say("entry.page.check")));
    nodes.push(button(`${said(match.sides[side])}: ${say("entry.page.sure")}`, () => submit(address, { ...answer, act: "agree" }), { class: "main" }));
    nodes.push(button(say("entry.page.back"), () => confirm(null)));
    if (same) nodes.push(element("p", { class: "kept" }, say("entry.page.same_device")));
    return nodes;
  }
  const note = element("input", { maxlength: "200", placeholder: say("entry.page.why"), "aria-label": say("entry.page.why") });
  const dispute = () => {
    const why = /** @type {HTMLInputElement} */ (note).value.trim();
    submit(address, { ...answer, act: "dispute", ...(why ? { note: why } : {}) });
  };
  nodes.push(button(say("entry.page.agree"), () => confirm(name), { class: "main" }), note, button(say("entry.page.dispute"), dispute));
  return nodes;
}

/** @param {{match: string, act: string} | null} to */
function confirm(to) {
  confirming = to;
  draw();
}

/** The form by which a side enters its result.
 * @param {Match} match
 * @returns {Node[]} */
function entering(match) {
  const name = `draft:${nameOf(match)}`;
  /** @type {Draft} */
  const draft = kept(name, { side: "", values: {}, finished: "" });
  const sure = confirming?.match === nameOf(match) && confirming.act === "enter";
  if (sure) return [element("p", {}, say("entry.page.check")), ...lastLook(match, draft)];
  const form = element("form", { novalidate: "" });
  const pick = element("div", { class: "pick", role: "group", "aria-label": say("entry.page.side") });
  for (const [side, title] of Object.entries(match.sides)) {
    const pressed = String(draft.side === side);
    pick.append(button(said(title), () => { draft.side = side; keep(name, draft); drawn = ""; draw(); }, { "aria-pressed": pressed }));
  }
  const change = Object.keys(match.stands).length > 0;
  form.append(element("h2", {}, say("entry.page.side")), pick);
  const fields = element("fieldset", draft.side === "" ? { disabled: "" } : {});
  for (const field of match.fields) {
    const box = boxOf(field, draft.values[field.path] ?? "");
    box.addEventListener("input", () => {
      draft.values[field.path] = /** @type {HTMLInputElement} */ (box).value;
      keep(name, draft);
    });
    fields.append(element("label", {}, said(field.label), field.required ? " *" : "", box));
  }
  const finished = element("input", { type: "datetime-local", value: draft.finished });
  finished.addEventListener("input", () => {
    draft.finished = /** @type {HTMLInputElement} */ (finished).value;
    keep(name, draft);
  });
  fields.append(element("label", {}, say("entry.page.finished"), finished));
  fields.append(element("button", { class: "main" }, say(change ? "entry.page.enter_other" : "entry.page.enter")));
  form.append(fields, element("p", { class: "kept" }, say("entry.page.kept")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const empty = /** @type {HTMLElement | null} */ (form.querySelector(":invalid:not(fieldset)"));
    if (empty !== null) { empty.focus(); /** @type {HTMLInputElement} */ (empty).reportValidity(); return; }
    if (draft.finished === "") draft.finished = localNow();
    keep(name, draft);
    /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
    confirm({ match: nameOf(match), act: "enter" });
  });
  // Where there is a result to answer, another one is behind a word, so that nobody enters the same again.
  return change ? [element("details", draft.side === "" ? {} : { open: "" }, element("summary", {}, say("entry.page.correct")), form)] : [form];
}

/** @param {Match} match
 * @param {Draft} draft
 * @returns {Node[]} */
function lastLook(match, draft) {
  /** @type {Record<string, Text>} */
  const shown = {};
  for (const field of match.fields) {
    const value = draft.values[field.path] ?? "";
    const choice = field.choices?.find((each) => each.value === value);
    if (value !== "") shown[field.path] = choice ?? { zh: value, en: value };
  }
  const address = `${base}/tables/${encodeURIComponent(told.table ?? "")}/acts`;
  const body = {
    stage: match.stage, round: match.round, seen: match.seen, act: "enter", side: draft.side,
    fields: Object.fromEntries(Object.entries(draft.values).filter(([, value]) => value !== "")), finished: stamp(draft.finished),
  };
  return [
    values(match, shown),
    button(`${said(match.sides[draft.side])}: ${say("entry.page.sure")}`, () => submit(address, body), { class: "main" }),
    button(say("entry.page.back"), () => confirm(null)),
  ];
}

/** @param {Field} field
 * @param {string} value
 * @returns {HTMLElement} */
function boxOf(field, value) {
  /** @type {Record<string, string>} */
  const needed = field.required ? { required: "" } : {};
  if (field.choices === null) {
    /** @type {Record<string, string>} */
    const kind = field.numeric ? { inputmode: "numeric" } : { autocapitalize: "characters" };
    return element("input", { autocomplete: "off", maxlength: "40", value, ...kind, ...needed });
  }
  const made = element("select", needed);
  made.append(new Option(say("entry.page.choose"), ""));
  for (const each of field.choices) made.append(new Option(said(each), each.value, false, each.value === value));
  return made;
}

/** A result as it is read.
 * @param {Match} match
 * @param {Record<string, Text>} shown */
function values(match, shown) {
  const list = element("dl");
  for (const field of match.fields) {
    const value = shown[field.path];
    if (value !== undefined) list.append(element("dt", {}, said(field.label)), element("dd", {}, said(value)));
  }
  return list;
}

/** The time of this device, to the minute. */
function localNow() {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** A time with its zone.
 * @param {string} local */
function stamp(local) {
  const minutes = -new Date(local).getTimezoneOffset();
  const two = (/** @type {number} */ number) => String(Math.floor(Math.abs(number))).padStart(2, "0");
  return `${local}:00${minutes < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
}

// ---- the page of all results

/** @param {Match} match
 * @returns {HTMLElement} */
function settled(match) {
  const heading = `${match.table} · ${said(match.title)} · ${Object.values(match.sides).map(said).join(" — ")}`;
  const section = element("section", { class: "match", "data-state": match.state }, element("h2", {}, heading));
  section.append(element("p", match.state === "disputed" ? { class: "alert" } : {}, say(`results.state.${match.state}`)));
  if (match.standing !== null) {
    if (match.settled) section.append(element("p", {}, say("entry.page.settled", match.settled)));
    section.append(values(match, match.standing));
    return section;
  }
  const note = element("input", { maxlength: "200", placeholder: say("results.page.note"), "aria-label": say("results.page.note") });
  for (const [number, result] of Object.entries(match.results)) {
    const side = match.sides[result.side ?? ""];
    section.append(element("p", {}, say("entry.page.said", { side: side ? said(side) : "" })), values(match, result.values));
    section.append(...result.doubts.map((each) => element("p", { class: "alert" }, `${say("entry.page.doubt")}: ${said(each)}`)));
    section.append(button(say("results.page.settle"), () => {
      const why = /** @type {HTMLInputElement} */ (note).value.trim();
      if (why === "") { problem = say("results.page.needed"); note.focus(); draw(); return; }
      note.blur();
      const address = `${base}/tables/${encodeURIComponent(match.table ?? "")}/settlements`;
      submit(address, { stage: match.stage, round: match.round, seen: match.seen, note: why, of: Number(number) });
    }));
  }
  for (const [side, words] of Object.entries(match.disputes)) section.append(element("p", { class: "alert" }, `${said(match.sides[side])}: ${words}`));
  if (Object.keys(match.results).length > 0) section.append(note);
  return section;
}

// ---- the page without a connection

/** Have the browser keep this page: when it is opened again without a connection, what was typed and submitted is there. */
async function keepPage() {
  await navigator.serviceWorker.register("/entry-worker.js", { scope: "/entry" });
  await navigator.serviceWorker.ready;
  await (await caches.open("paipu-entry-1")).addAll([location.href, "/entry.js"]);
}

// ---- over and over

/** While the page is looked at. */
async function poll() {
  if (document.visibilityState === "visible") await send();
  setTimeout(poll, wait);
}

window.addEventListener("online", send);
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") send(); });
if (told.table !== undefined) keepPage().catch(() => {}); // a browser that keeps no pages shows them all the same
draw();
poll();
