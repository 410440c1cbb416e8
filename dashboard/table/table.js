// The card table: what the games have in common. All frames of a hand come in one message and are stepped here, so that no
// key press waits for the server; the server hears of the ply after a pause. Each family of games fills in what only it has:
// tricks.js, climbing.js.

import { themeAt } from "./cards.js";
import { html, nothing, render } from "./lit/lit-html.js";
import { Verdict } from "./verdict.js";

const PAUSE_MS = 300; // before the ply is written back to the address
const LOST_MS = 5000; // after which a hand that was asked for is waited for no longer
const AUTOPLAY_MS = 1000; // between two steps that it makes by itself
const TOLD_MS = 1800; // for which something is said in passing
const NO_TYPING = new Set(["button", "checkbox", "radio", "range", "submit", "reset"]);

/** @typedef {import("./message").Frame} Frame */
/** @typedef {import("./message").FindingView} FindingView */
/** @typedef {(name: string, value: unknown) => void} Send Tells the server. */

/**
 * What comes from the server: the whole of a hand, or of one that is here what has changed.
 * @template M
 * @typedef {M & {whole: boolean, alternatives: Record<string, unknown>}} Sent
 */

/**
 * @template {import("./cards.js").AnyMessage} M
 * @extends {Verdict<M>}
 */
export class Table extends Verdict {
  /** @param {ParentNode} parent */
  constructor(parent) {
    super();
    this.root = document.createElement("div");
    this.root.className = "pp";
    this.root.tabIndex = 0;
    this.root.setAttribute("role", "group");
    parent.append(this.root);
    /** @type {Send} */ this.send = () => {};
    /** @type {number} */ this.at = 0;
    /** @type {string | null} */ this.lastSeat = null;
    this.furthest = 0; // the last ply that was shown since one seat alone is looked at
    /** @type {string | null} */ this.moveId = null;
    this.pending = 0;
    this.timer = 0;
    this.leavingTimer = 0;
    this.toast = { text: "", on: false }; // what is said in passing
    this.toastTimer = 0;
    /** @type {M | null} */ this.scrolled = null; // whose hands are scrolled to the one that is shown
    this.player = 0; // what steps by itself
    /** @type {{match: string, hand: number} | null} */ this.leaving = null; // the match and the number of the hand that was asked for
    /** @type {string[]} */ this.waiting = []; // keys pressed until it is here
    /** @type {Record<string, unknown>} */ this.legalPlays = {}; // by ply; the server sends those about the ply that it has been told of
    this.keys = (/** @type {KeyboardEvent} */ event) => this.onKey(event);
    document.addEventListener("keydown", this.keys);
    this.sized = () => this.fit();
    window.addEventListener("resize", this.sized);
    this.watch = new ResizeObserver(this.sized); // what the page puts above may come later, or go
    this.watch.observe(this.block() ?? document.body);
  }

  destroy() {
    document.removeEventListener("keydown", this.keys);
    window.removeEventListener("resize", this.sized);
    this.watch.disconnect();
    cancelAnimationFrame(this.pending);
    clearTimeout(this.timer);
    clearTimeout(this.leavingTimer);
    clearTimeout(this.toastTimer);
    clearInterval(this.player);
    this.root.remove();
  }

  // --- data ---------------------------------------------------------------------------------------------------

  /** @param {Sent<M>} sent */
  update(sent) {
    /** @type {M} */
    const data = sent.whole ? sent : { ...this.data, ...sent };
    const fresh = this.data === null || this.data.id !== data.id;
    const sameHand = this.data !== null && this.data.hand_id === data.hand_id;
    this.data = data;
    if (fresh) {
      this.root.lang = data.lang === "zh" ? "zh-Hans" : "en"; // here alone: after it the browser lays out everything anew
      this.root.setAttribute("aria-label", this.t("table.label"));
    }
    this.paintTheme();
    this.fit();
    if (!sameHand) {
      if (this.playing) this.autoplay();
      clearTimeout(this.timer);
      this.legalPlays = {};
    }
    /** @type {number} */ const last = data.frames.length - 1;
    this.at = Math.min(this.at, last);
    Object.assign(this.legalPlays, sent.alternatives);
    if (data.move.id !== this.moveId) {
      this.moveId = data.move.id;
      this.at = Math.min(data.move.ply, last);
      this.asked = "";
      this.view = data.move.seat ?? "a";
      this.furthest = this.at;
    }
    this.draw();
    if (fresh && !sameHand) this.takeFocus();
    if (this.leaving?.hand === data.hand && this.leaving.match === data.match) this.arrive();
  }

  takeFocus() {
    // Only from where nobody is typing: a page that has just loaded, or a picker that has done its work.
    const active = document.activeElement;
    if (!active || active === document.body || !this.typing(active)) this.root.focus({ preventScroll: true });
    else if (this.data.move.focus) this.root.focus({ preventScroll: true });
  }

  paintTheme() {
    this.root.dataset.theme = themeAt(this.host ?? this.root);
  }

  /** Lets the table end where the window does, however much the page has put above it. */
  fit() {
    const page = this.block()?.closest('[data-testid="stMain"]');
    const above = this.root.getBoundingClientRect().top + (page?.scrollTop ?? window.scrollY);
    this.root.style.setProperty("--pp-above", `${Math.round(above) + 10}px`);
  }

  /** What the page has the table in. */
  get host() {
    const root = this.root.getRootNode();
    return root instanceof ShadowRoot ? root.host : this.root.parentElement;
  }

  /** The list of keys. */
  get help() {
    return this.root.querySelector("dialog");
  }

  /** The page's column that the table stands in. */
  block() {
    return this.host?.closest('[data-testid="stMainBlockContainer"]');
  }

  // --- moving -------------------------------------------------------------------------------------------------

  /** @param {number} ply */
  go(ply) {
    const last = this.data.frames.length - 1;
    const to = Math.max(0, Math.min(last, ply));
    if (to === this.at) return false;
    this.at = to;
    this.asked = "";
    this.moved();
    return true;
  }

  // --- what only a family has ---------------------------------------------------------------------------------

  /** What lies below the felt.
   * @param {Frame} _frame
   */
  drawBelow(_frame) {
    return html`<div class="below">${this.drawClaims()}</div>`;
  }

  /** Something else is shown: it is drawn, and after a pause the address follows. */
  moved() {
    this.later();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.writeBack(), PAUSE_MS);
  }

  /** @param {number} by */
  step(by) {
    this.go(this.at + by);
  }

  /** To the first ply of the trick before or after; from inside a trick, back goes to its own first ply.
   * @param {number} by
   */
  trick(by) {
    const { frames } = this.data;
    const here = frames[this.at].trick;
    if (by > 0) {
      const next = frames.findIndex((frame, ply) => ply > this.at && frame.trick > here);
      this.go(next < 0 ? frames.length - 1 : next);
      return;
    }
    if (this.at === 0) return;
    let first = this.at;
    while (first > 1 && frames[first - 1].trick === here) first -= 1;
    if (first < this.at) {
      this.go(first);
      return;
    }
    let back = this.at - 1;
    while (back > 0 && frames[back - 1].trick === frames[back].trick) back -= 1;
    this.go(back);
  }

  /** @param {number} number */
  goTrick(number) {
    const ply = this.data.frames.findIndex((frame, at) => at > 0 && frame.trick === number && frame.done);
    if (ply > 0) this.go(ply);
  }

  /** @param {number} by */
  finding(by) {
    const { frames, hands, hand, queue } = this.data;
    const stops = queue.stops && hands.map(({ no }) => queue.stops?.[no] ?? []);
    if (this.veiled && !stops) {
      this.say(this.t("table.veiled.findings"));
      return;
    }
    const index = hands.findIndex((one) => one.no === hand);
    for (let ply = this.at + by; ply >= 0 && ply < frames.length; ply += by) {
      const here = stops ? stops[index].includes(ply) : frames[ply].findings.some((at) => this.wanted(this.data.findings[at]));
      if (here) {
        this.go(ply);
        return;
      }
    }
    for (let i = index + by; i >= 0 && i < hands.length; i += by) {
      const plies = stops ? stops[i] : hands[i].plies;
      if (plies.length) {
        this.goHand(hands[i].no, by > 0 ? plies[0] : plies[plies.length - 1]);
        return;
      }
    }
    const next = by > 0 ? queue.on : queue.back;
    const [last, first] = stops ? ["table.list.end", "table.list.start"] : ["table.finding.end", "table.finding.start"];
    if (next === null) this.say(this.t(by > 0 ? last : first));
    else this.goHand(next.hand, next.ply, next.match);
  }

  /** To the next mistake that the review has, in this hand or another.
   * @param {number} by
   */
  mistake(by) {
    const { hands, hand, review } = this.data;
    if (review === null || this.veiled) {
      this.say(this.t(this.veiled ? "table.veiled.findings" : "review.none"));
      return;
    }
    const all = hands.flatMap(({ no }) => (review.stops[no] ?? []).map((ply) => ({ no, ply })));
    const here = hands.findIndex(({ no }) => no === hand);
    const place = (/** @type {{no: number, ply: number}} */ stop) => hands.findIndex(({ no }) => no === stop.no) - here || stop.ply - this.at;
    const stops = all.filter((stop) => Math.sign(place(stop)) === by);
    const next = by > 0 ? stops[0] : stops[stops.length - 1];
    if (next === undefined) this.say(this.t(by > 0 ? "review.end" : "review.start"));
    else this.goHand(next.no, next.ply);
  }

  /** Whether a finding is one of those that are gone through.
   * @param {FindingView} finding
   */
  wanted({ cause, severity, code }) {
    const { queue } = this.data;
    return cause === null && (queue.severity ?? severity) === severity && (queue.code ?? code) === code;
  }

  /** @param {number} by */
  hand(by) {
    const { hands } = this.data;
    const index = hands.findIndex((one) => one.no === (this.leaving?.hand ?? this.data.hand)) + by;
    if (index < 0 || index >= hands.length) this.say(this.t(by > 0 ? "table.hand.end" : "table.hand.start"));
    else this.goHand(hands[index].no, 0);
  }

  /** @param {number} no @param {number} ply @param {string} [match] */
  goHand(no, ply, match = this.data.match) {
    if (match === this.data.match && no === this.data.hand) {
      this.go(ply);
      return;
    }
    clearTimeout(this.timer);
    clearTimeout(this.leavingTimer);
    this.leaving = { match, hand: no };
    this.leavingTimer = setTimeout(() => this.arrive(), LOST_MS);
    this.send("place", { match, hand: no, ply, seat: match === this.data.match ? this.seat : null });
  }

  /** The hand that was asked for is here, or never came: the keys pressed in the meantime take effect. */
  arrive() {
    clearTimeout(this.leavingTimer);
    this.leaving = null;
    const waiting = this.waiting.splice(0);
    for (const key of waiting) this.act(key);
  }

  writeBack() {
    const { data } = this;
    const from = this.seat === null ? "" : `&seat=${this.seat}`;
    const query = data.query.replace("{ply}", String(this.at)).replace("{seat}", from);
    const address = `${window.location.pathname}?${query}`;
    // The same text that the server is about to set, so that stepping leaves no trail in the browser's history.
    window.history.replaceState(window.history.state, "", address);
    this.send("place", { match: data.match, hand: data.hand, ply: this.at, seat: this.seat });
  }

  /** The case of this ply, on the page of rulings: a link that is followed like the others (shell.js). Other plays go with it.
   * @param {string} [cards]
   */
  toCase(cards) {
    const { data } = this;
    const query = data.query.replace("{ply}", String(this.at)).replace("{seat}", "");
    const others = [...(data.desk ? data.attached : []), ...(cards ? [cards] : [])].map((each) => `&if=${encodeURIComponent(each)}`);
    window.history.pushState(null, "", new URL(`rulings?${query}${others.join("")}`, window.location.href));
    window.dispatchEvent(new PopStateEvent("popstate"));
  }

  /** @param {string} cards */
  suppose(cards) {
    const { match, hand } = this.data;
    this.asked = cards;
    if (cards && this.supposed === null) this.send("suppose", { match, hand, ply: this.at, cards });
    this.draw();
  }

  /** The seat whose view it is, null where all hands are open. */
  get seat() {
    return this.view === "a" ? null : this.view;
  }

  /** @param {string} who */
  look(who) {
    this.view = who;
    if (who !== "a") {
      this.lastSeat = who;
      this.furthest = this.at;
    }
    this.moved();
  }

  /** Whether things are kept from the reader that the seat he looks from did not know: until the hand is over. */
  get veiled() {
    return this.view !== "a" && this.furthest < this.data.frames.length - 1;
  }

  /** Steps by itself until the hand ends, or somebody does anything. */
  autoplay() {
    clearInterval(this.player);
    this.playing = !this.playing && this.at < this.data.frames.length - 1;
    if (this.playing) {
      this.player = setInterval(() => {
        this.step(1);
        if (this.at === this.data.frames.length - 1) this.autoplay();
      }, AUTOPLAY_MS);
    }
    this.later();
  }

  /** The address of what is shown, for somebody else. */
  copyLink() {
    this.writeBack();
    const said = (/** @type {boolean} */ done) => this.say(this.t(done ? "table.link.copied" : "table.link.address"));
    if (!navigator.clipboard) said(false);
    else navigator.clipboard.writeText(window.location.href).then(() => said(true), () => said(false));
  }

  toggleColours() {
    this.twoColours = !this.twoColours;
    this.draw();
  }

  toggleLetters() {
    this.letters = !this.letters;
    this.draw();
    this.root.focus({ preventScroll: true });
  }

  /** @param {string} text */
  say(text) {
    this.toast = { text, on: true };
    this.later();
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(() => {
      this.toast.on = false;
      this.later();
    }, TOLD_MS);
  }

  /** Whether key presses at this element are somebody's typing.
   * @param {Element} node
   */
  typing(node) {
    const tag = node.tagName;
    if (node instanceof HTMLInputElement) return !NO_TYPING.has(node.type);
    return tag === "TEXTAREA" || tag === "SELECT" || (node instanceof HTMLElement && node.isContentEditable) || node.getAttribute("role") === "combobox";
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || this.data === null) return;
    if (!this.root.isConnected) return;
    const target = event.composedPath()[0];
    const inside = event.composedPath().includes(this.root);
    if (target instanceof Element) {
      if (this.typing(target)) return;
      const menu = target.closest('[role="listbox"],[role="menu"],[role="dialog"],[data-testid="stDataFrame"]');
      if (!inside && menu) return;
      if (!inside && (event.key === "Home" || event.key === "End") && target.closest('[role="tablist"]')) return;
    }
    if (this.leaving !== null && !this.help?.open && event.key !== "[" && event.key !== "]") {
      if (event.key === "Tab" || event.key === "Enter" || event.key === " ") return;
      this.waiting.push(event.key);
      event.preventDefault();
    } else if (this.act(event.key)) event.preventDefault();
  }

  /** @param {string} key */
  act(key) {
    if (this.help?.open) {
      if (key === "?" || key === "Escape") this.help.close(); // it may have waited for a hand: not the browser's alone
      return key === "?" || key === "Escape" || key.startsWith("Arrow");
    }
    switch (key) {
      case "ArrowLeft": this.step(-1); return true;
      case "ArrowRight": this.step(1); return true;
      case "ArrowUp": case "PageUp": this.trick(-1); return true;
      case "ArrowDown": case "PageDown": this.trick(1); return true;
      case "Home": this.go(0); return true;
      case "End": this.go(this.data.frames.length - 1); return true;
      case "[": this.hand(-1); return true;
      case "]": this.hand(1); return true;
      case "n": this.finding(1); return true;
      case "p": this.finding(-1); return true;
      case "m": this.mistake(1); return true;
      case "M": this.mistake(-1); return true;
      case "a": this.look("a"); return true;
      case "h": this.look(this.view === "a" ? this.lastSeat ?? this.data.seats[0].seat : "a"); return true;
      case "s": this.toggleLetters(); return true;
      case "c": this.toggleColours(); return true;
      case "k": this.autoplay(); return true;
      case "r": this.toCase(); return true;
      case "?": this.help?.showModal(); return true;
      default: break;
    }
    const seat = this.data.seats[Number(key) - 1];
    if (/^[1-9]$/.test(key) && seat) {
      this.look(seat.seat);
      return true;
    }
    return false;
  }

  // --- drawing one ply ----------------------------------------------------------------------------------------

  later() {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.draw();
    });
  }

  draw() {
    const { data, root } = this;
    const frame = data.frames[this.at];
    this.furthest = Math.max(this.furthest, this.at);
    root.dataset.ply = String(this.at);
    root.dataset.veiled = String(this.veiled);
    root.classList.toggle("bare", this.bare);
    root.classList.toggle("desk", data.desk);
    root.classList.toggle("two", this.twoColours);
    const felt = this.bare
      ? html`<p class="noplays">${this.t("table.noplays")}</p>`
      : html`<div class="table">${this.drawFelt(frame)}</div>`;
    const seen = this.veiled ? this.furthest : data.frames.length - 1;
    const sheet = html`<div class="sheet">
        <div class="left">${this.drawFacts()}${felt}${this.drawControls()}${this.drawBelow(frame)}</div>
        <div class="right">${this.drawVerdict(frame)}${this.drawReview()}${this.asked && !this.veiled ? this.drawSupposed(frame) : data.desk ? nothing : this.drawPlays(seen)}</div>
        ${this.drawFooter()}
      </div>
      ${this.drawHelp()}
      <div class="live" aria-live="polite">${this.told(frame)}</div>
      <div class="toast ${this.toast.on ? "on" : ""}" role="status">${this.toast.text}</div>`;
    render(sheet, root);
    this.scrollList();
  }

  /** Lets the list of plays show the one that the table is at. */
  scrollList() {
    const hand = /** @type {HTMLElement | null} */ (this.root.querySelector('.hands [aria-current="true"]'));
    if (hand?.parentElement && this.scrolled !== this.data) hand.parentElement.scrollLeft = hand.offsetLeft - hand.parentElement.offsetLeft - 60;
    this.scrolled = this.data;
    const list = this.root.querySelector(".plays");
    const ply = list?.querySelector('[aria-current="true"]');
    if (!list || !ply) return;
    const box = list.getBoundingClientRect();
    const here = ply.getBoundingClientRect();
    const head = 26;
    if (here.top < box.top + head) list.scrollTop -= box.top + head - here.top + 40;
    else if (here.bottom > box.bottom) list.scrollTop += here.bottom - box.bottom + 40;
  }
}
