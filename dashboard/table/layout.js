// What does not change from ply to ply: the felt, the controls, the claims, the list of plays, the list of keys.

import { SYMBOLS, el } from "./cards.js";
import { Felt } from "./felt.js";

/** @typedef {import("./message").ClaimRow} ClaimRow */
/** @typedef {import("./message").Frame} Frame */

/**
 * @template {import("./cards.js").AnyMessage} M
 * @extends {Felt<M>}
 */
export class Layout extends Felt {
  constructor() {
    super();
    this.root = el("div", "pp");
    /** @type {HTMLButtonElement[]} */ this.cells = []; // the list of plays, by ply
    /** @type {Array<{ply: number, won?: HTMLElement, sum: HTMLElement | null}>} */ this.ended = []; // by trick
    /** @type {number | null} */ this.seen = null;
    /** @type {HTMLElement} */ this.plays;
    /** @type {HTMLElement} */ this.verdict;
    /** @type {HTMLElement} */ this.claims;
    /** @type {HTMLElement} */ this.live;
    /** @type {HTMLElement} */ this.toast;
    /** @type {HTMLElement} */ this.counter;
    /** @type {HTMLInputElement} */ this.scrub;
    /** @type {HTMLElement} */ this.lettersButton;
    /** @type {Map<string, HTMLElement>} */ this.views;
    /** @type {HTMLDialogElement} */ this.helpPanel;
  }

  // --- what the table does: table.js --------------------------------------------------------------------------

  /** @param {number} _ply */
  go(_ply) {
    return false;
  }

  /** @param {number} _no @param {number} _ply */
  goHand(_no, _ply) {}

  /** @param {number} _number */
  goTrick(_number) {}

  /** What a key does, if it does anything.
   * @param {string} _key
   */
  act(_key) {
    return false;
  }

  // --- what only a family has: below the felt, and in the list of plays ---------------------------------------

  buildBelow() {
    return el("div", "below", this.buildClaims());
  }

  /** A play in the list.
   * @param {Frame} _frame @returns {Array<Node | string>}
   */
  inList(_frame) {
    return [];
  }

  /** The ply that won the trick which a frame ends.
   * @param {Frame} _frame
   */
  wonAt(_frame) {
    return -1;
  }

  /** The heading of what is summed up trick by trick, null where nothing is.
   * @returns {string | null}
   */
  sumHead() {
    return null;
  }

  /** @param {Frame} _frame */
  sumOf(_frame) {
    return "";
  }

  // --- the parts ----------------------------------------------------------------------------------------------

  build() {
    const { data, root } = this;
    root.replaceChildren();
    root.lang = data.lang === "zh" ? "zh-Hans" : "en";
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", this.t("table.label"));
    const felt = this.buildFelt();
    const table = this.bare ? el("p", "noplays", this.t("table.noplays")) : el("div", "table", felt);
    root.classList.toggle("bare", this.bare);
    const left = el("div", "left", this.buildFacts(), table, this.buildControls(), this.buildBelow());
    const right = el("div", "right", this.buildVerdict(), this.buildPlays());
    root.append(el("div", "sheet", left, right, this.buildFooter()), this.buildHelp());
    this.live = el("div", "live");
    this.live.setAttribute("aria-live", "polite");
    this.toast = el("div", "toast");
    this.toast.setAttribute("role", "status");
    root.append(this.live, this.toast);
    this.at = Math.min(this.at, data.frames.length - 1);
  }

  /** Whether the score sheet is all there is: neither plays nor cards to put on the table. */
  get bare() {
    const { has_plays, frames } = this.data;
    return !has_plays && Object.values(frames[0].hands).every((held) => /^(\?\?)*$/.test(held));
  }

  buildFacts() {
    const { data } = this;
    const bar = el("div", "facts");
    const strip = el("div", "hands");
    strip.setAttribute("role", "group");
    strip.setAttribute("aria-label", this.t("table.hands"));
    for (const hand of data.hands) {
      const node = this.button(String(hand.no), this.t("table.hand.findings", { no: hand.no, n: hand.findings }), () =>
        this.goHand(hand.no, 0),
      );
      node.className = "hand";
      if (hand.no === data.hand) node.setAttribute("aria-current", "true");
      if (hand.worst) node.append(this.dot(hand.worst));
      strip.append(node);
    }
    bar.append(strip);
    for (const fact of data.facts) {
      const value = el("span", "value");
      if (fact.seat) value.append(this.seatMark(fact.seat));
      if (fact.suit) {
        const ink = el("span", `ink-${fact.suit}`, this.letters ? fact.suit : SYMBOLS[fact.suit]);
        value.append(ink, " ");
      }
      if (fact.side !== null) value.append(el("span", `seatmark side${fact.side}`, el("i", "shape")));
      value.append(fact.text);
      const node = el("span", "fact", el("span", "label", fact.label), value);
      if (fact.title) node.title = fact.title;
      bar.append(node);
    }
    this.strip = strip;
    return bar;
  }

  /** @param {string} text @param {string} label @param {() => void} act @param {string} [name] */
  button(text, label, act, name) {
    const node = el("button", name ?? "", text);
    node.type = "button";
    node.title = label;
    node.setAttribute("aria-label", label);
    node.addEventListener("click", act);
    return node;
  }

  buildControls() {
    const { data } = this;
    const bar = el("div", "controls");
    bar.setAttribute("role", "toolbar");
    this.scrub = el("input", "scrub");
    this.scrub.type = "range";
    this.scrub.min = "0";
    this.scrub.max = String(data.frames.length - 1);
    this.scrub.setAttribute("aria-label", this.t("table.scrub"));
    this.scrub.addEventListener("input", () => this.go(Number(this.scrub.value)));
    const marks = el("div", "marks");
    const last = Math.max(1, data.frames.length - 1);
    data.frames.forEach((frame, ply) => {
      if (!frame.findings.length && !frame.noted.length) return;
      const mark = el("i", `mark ${frame.findings.length ? this.worst(frame.findings) : "noted"}`);
      mark.style.left = `${(100 * ply) / last}%`;
      marks.append(mark);
    });
    this.counter = el("output", "counter");
    const view = el("div", "view");
    view.setAttribute("role", "group");
    view.setAttribute("aria-label", this.t("table.view"));
    this.views = new Map();
    const all = this.button(this.t("table.view.all"), `${this.t("keys.all")} (a)`, () => this.act("a"));
    this.views.set("a", all);
    view.append(all);
    data.seats.forEach((seat, index) => {
      const label = `${this.t("table.view.seat", { seat: seat.mark })} (${index + 1})`;
      const node = this.button(seat.mark, label, () => this.act(String(index + 1)));
      this.views.set(seat.seat, node);
      view.append(node);
    });
    this.lettersButton = this.button("♠/s", `${this.t("table.letters")} (s)`, () => this.act("s"));
    bar.append(
      el(
        "div",
        "steps",
        this.button("|«", `${this.t("table.first")} (Home)`, () => this.act("Home")),
        this.button("«", `${this.t("table.trick.back")} (↑)`, () => this.act("ArrowUp")),
        this.button("‹", `${this.t("table.back")} (←)`, () => this.act("ArrowLeft")),
        this.counter,
        this.button("›", `${this.t("table.forward")} (→)`, () => this.act("ArrowRight")),
        this.button("»", `${this.t("table.trick.forward")} (↓)`, () => this.act("ArrowDown")),
        this.button("»|", `${this.t("table.last")} (End)`, () => this.act("End")),
      ),
      el("div", "timeline", marks, this.scrub),
      el(
        "div",
        "steps",
        this.button("‹✕", `${this.t("table.finding.back")} (p)`, () => this.act("p"), "jump"),
        this.button("✕›", `${this.t("table.finding.forward")} (n)`, () => this.act("n"), "jump"),
      ),
      view,
      el("div", "steps", this.lettersButton, this.button("?", `${this.t("table.help")} (?)`, () => this.act("?"))),
    );
    return bar;
  }

  buildClaims() {
    const { data } = this;
    const box = el("section", "box claims", el("h3", "", this.t("table.claims")));
    box.append(el("p", "quiet later", this.t("table.veiled.claims")));
    this.claims = box;
    if (!data.claims.length) {
      box.append(el("p", "quiet", this.t("table.unclaimed")));
      return box;
    }
    const table = el("table");
    const head = el("tr", "", el("td"));
    const claimed = el("tr", "", el("th", "", this.t("table.claimed")));
    const computed = el("tr", "", el("th", "", this.t("table.computed")));
    for (const row of data.claims) {
      if (row.key === "winners") continue;
      const th = el("th", "", this.t(`claim.${row.key}`));
      th.title = this.t(`claim.${row.key}.full`);
      th.scope = "col";
      const bad = row.same === false;
      head.append(th);
      const one = el("td", row.claimed === null ? "quiet" : bad ? "bad" : "", row.claimed ?? "–");
      one.title = row.claimed === null ? this.t("table.unclaimed") : bad ? this.t("table.differs") : this.t("table.same");
      if (bad) one.prepend(el("span", "cross", "✕ "));
      const two = el("td", row.computed === null ? "quiet" : "", row.computed ?? "–");
      two.title = row.computed === null ? this.t("table.undecided") : row.how ?? "";
      claimed.append(one);
      computed.append(two);
    }
    table.append(head, claimed, computed);
    box.append(table);
    const fined = data.claims.find((row) => row.key === "penalties");
    if (fined?.how) box.append(el("p", "quiet fined", `${this.t("claim.penalties")} ${fined.how}`));
    const winners = data.claims.find((row) => row.key === "winners");
    if (winners) box.append(this.buildWinners(winners));
    return box;
  }

  /** Trick by trick, who the score sheet says won above who won; a trick that differs is marked.
   * @param {ClaimRow} row
   */
  buildWinners(row) {
    const claimed = row.claimed ?? "";
    const computed = row.computed ?? "";
    const line = el("div", "winners");
    line.append(el("span", "label", this.t("claim.winners")));
    const strip = el("div", "winstrip");
    for (let i = 0; i < Math.max(claimed.length, computed.length); i += 1) {
      const one = claimed[i] ?? "–";
      const two = computed[i] ?? "–";
      const differs = row.claimed !== null && row.computed !== null && one !== two;
      const cell = this.button(
        "",
        `${this.t("table.trick.n", { n: i + 1 })}: ${this.t("table.claimed")} ${one}, ${this.t("table.computed")} ${two}`,
        () => this.goTrick(i + 1),
        differs ? "win bad" : "win",
      );
      if (row.claimed !== null) cell.append(el("span", "", one));
      cell.append(el("span", "", two));
      strip.append(cell);
    }
    line.append(strip);
    return line;
  }

  buildVerdict() {
    this.verdict = el("section", "verdict");
    this.verdict.setAttribute("aria-label", this.t("table.verdict"));
    this.verdict.tabIndex = 0; // a long one scrolls, by the keyboard too
    return this.verdict;
  }

  buildPlays() {
    const { data } = this;
    const box = el("section", "plays");
    const table = el("table");
    table.setAttribute("aria-label", this.t("table.plays"));
    const head = el("tr", "", el("th", "no", this.t("table.trick")));
    for (const seat of data.seats) head.append(el("th", "", this.seatMark(seat.seat)));
    const sum = this.sumHead();
    if (sum !== null) head.append(el("th", "sum", sum));
    table.append(el("thead", "", head));
    const body = el("tbody");
    table.append(body);
    box.append(table);
    this.cells = [];
    this.ended = [];
    this.seen = null;
    const start = this.button(this.t("table.start"), this.t("table.start"), () => this.go(0), "ply start");
    if (data.frames[0]?.noted.length) start.prepend(el("span", "notedmark", "§"));
    if (data.frames[0]?.findings.length) start.prepend(this.dot(this.worst(data.frames[0].findings)));
    const first = el("td", "", start);
    first.colSpan = data.seats.length + (sum === null ? 1 : 2);
    body.append(el("tr", "", first));
    this.cells[0] = start;
    /** @type {HTMLElement | null} */ let row = null;
    let used = new Set();
    let trick = 0;
    const order = new Map(data.seats.map((seat, index) => [seat.seat, index + 1]));
    data.frames.forEach((frame, ply) => {
      if (ply === 0) return;
      if (row === null || frame.trick !== trick || used.has(frame.seat)) {
        row = el("tr");
        const no = el("td", "no", frame.trick === trick ? "" : String(frame.trick));
        row.append(no);
        for (let i = 0; i < data.seats.length; i += 1) row.append(el("td"));
        if (sum !== null) row.append(el("td", "sum"));
        body.append(row);
        used = new Set();
        trick = frame.trick;
      }
      used.add(frame.seat);
      const label = `${this.t("table.trick.n", { n: frame.trick })} ${frame.seat} ${frame.cards ?? ""}`;
      const node = this.button("", label, () => this.go(ply), "ply");
      if (frame.findings.length) node.append(this.dot(this.worst(frame.findings)));
      if (frame.noted.length) node.append(el("span", "notedmark", "§"));
      if (frame.play === 1) node.append(el("span", "led"));
      node.append(...this.inList(frame));
      row.children[order.get(frame.seat ?? "") ?? 1].append(node);
      this.cells[ply] = node;
      if (frame.done) {
        const last = sum === null ? null : /** @type {HTMLElement} */ (row.lastElementChild);
        if (last !== null) last.textContent = this.sumOf(frame);
        this.ended.push({ ply, won: this.cells[this.wonAt(frame)], sum: last });
      }
    });
    this.plays = box;
    return box;
  }

  buildFooter() {
    const { data } = this;
    const foot = el("footer", "foot");
    for (const item of data.pinned) {
      const node = el("span", "", el("span", "label", item.label), el("code", "", item.short));
      node.title = item.full;
      foot.append(node);
    }
    return foot;
  }

  buildHelp() {
    const box = el("dialog", "help");
    box.setAttribute("aria-label", this.t("table.help"));
    /** @type {Array<[string[], string]>} */
    const lines = [
      [["←", "→"], "keys.ply"],
      [["↑", "↓", "PgUp", "PgDn"], "keys.trick"],
      [["[", "]"], "keys.hand"],
      [["n", "p"], "keys.finding"],
      [["Home", "End"], "keys.ends"],
      [["1", "–", String(this.data.seats.length)], "keys.seat"],
      [["a"], "keys.all"],
      [["h"], "keys.hide"],
      [["s"], "keys.letters"],
      [["r"], "keys.case"],
      [["?", "Esc"], "keys.help"],
    ];
    const list = el("dl");
    for (const [keys, words] of lines) {
      const dt = el("dt");
      for (const key of keys) dt.append(key === "–" ? "–" : el("kbd", "", key));
      list.append(dt, el("dd", "", this.t(words)));
    }
    const close = this.button("✕", `${this.t("table.close")} (Esc)`, () => box.close(), "close");
    box.append(el("div", "helpbox", el("h3", "", this.t("table.help")), close, list));
    box.addEventListener("click", (event) => {
      if (event.target === box) box.close(); // beside the list
    });
    this.helpPanel = box;
    return box;
  }
}
