// The felt: the seats with their hands, the trick between them.

import { Words, nth, split } from "./cards.js";
import { guard } from "./lit/directives/guard.js";
import { keyed } from "./lit/directives/keyed.js";
import { repeat } from "./lit/directives/repeat.js";
import { html, nothing } from "./lit/lit-html.js";

const FAN_STEP = 0.58; // of a card's width that shows of each but the last
const FAN_WIDTH = 5.9; // cards' widths that a side hand has for one suit, the last card aside
const SWIPE_PX = 40; // that a finger goes across for a step

/** @typedef {import("./message").Frame} Frame */
/** @typedef {import("./message").SeatView} SeatView */
/** @typedef {import("./cards.js").Part} Part */
/** @typedef {import("./cards.js").Line} Line */
/** @typedef {{kind: string, name: string, cards: string[]}} Group Cards of a kind, fanned together; `name` is for their style. */

/**
 * @template {import("./cards.js").AnyMessage} M
 * @extends {Words<M>}
 */
export class Felt extends Words {
  constructor() {
    super();
    this.view = "a";
    /** @type {Touch | null} */ this.finger = null; // where it was put down
    this.touched = { handleEvent: (/** @type {TouchEvent} */ { touches }) => { this.finger = touches.length === 1 ? touches[0] : null; }, passive: true };
    this.lifted = { handleEvent: (/** @type {TouchEvent} */ { changedTouches }) => this.swipe(changedTouches[0]), passive: true };
  }

  // --- what the table does when a seat is clicked, or a finger drawn across --------------------------------------

  /** @param {string} _who */
  look(_who) {}

  /** @param {number} _by */
  step(_by) {}

  /** What was found of other cards at the ply shown.
   * @returns {import("./message").SupposedView | null}
   */
  get supposed() {
    return null;
  }

  // --- what only a family has: beside a name, the groups of a hand, each seat's last play and what is said of it -------

  /** @param {Frame} _frame @param {string} _seat */
  placeOf(_frame, _seat) {
    return "";
  }

  /** @param {Frame} _frame @param {string} _seat @param {number} seen @param {number} all @returns {string} */
  countText(_frame, _seat, seen, all) {
    return seen < all ? this.t("table.cards.known", { n: seen }) : this.cardsLeft(seen);
  }

  /** @param {string[]} cards @returns {Group[]} */
  groups(cards) {
    return [{ kind: "", name: "", cards }];
  }

  /** @param {Frame} _frame @returns {Map<string, string>} */
  latest(_frame) {
    return new Map();
  }

  /** @param {Frame} _frame @param {string} _seat @returns {Part} */
  tags(_frame, _seat) {
    return nothing;
  }

  /** What a seat held of the suit that was led, null where no suit has to be followed or the hand is not known.
   * @param {Frame} _frame @param {string} _led @returns {string | null}
   */
  heldOf(_frame, _led) {
    return null;
  }

  // --- the felt -----------------------------------------------------------------------------------------------

  /** @param {Frame} frame */
  drawFelt(frame) {
    const { seats, frames } = this.data;
    const most = Math.max(25, ...Object.values(frames[0].hands).map((held) => split(held).length));
    const dealt = `--pp-dealt: ${most}`;
    return html`<div class="felt ${this.supposed?.cards ? "what" : ""}" data-seats=${seats.length} .style=${dealt} @touchstart=${this.touched} @touchend=${this.lifted}>
      ${seats.map((seat) => this.drawSeat(frame, seat))}
      <div class="centre">${this.drawTrick(frame)}</div>
    </div>`;
  }

  /** A finger drawn across the felt is a step: to the left on, to the right back.
   * @param {Touch} to
   */
  swipe(to) {
    if (this.finger === null) return;
    const [across, down] = [to.clientX - this.finger.clientX, to.clientY - this.finger.clientY];
    this.finger = null;
    if (Math.abs(across) >= SWIPE_PX && Math.abs(across) > 2 * Math.abs(down)) this.step(across < 0 ? 1 : -1);
  }

  /** @param {Frame} frame @param {SeatView} view */
  drawSeat(frame, { seat, slot, name, id, team, banker }) {
    const held = frame.hands[seat];
    const list = held === undefined ? [] : split(held);
    const unknown = held === undefined || (list.length > 0 && list.every((card) => card === "??"));
    const hidden = this.view !== "a" && this.view !== seat;
    const known = list.filter((card) => card !== "??").length;
    const count = held === undefined ? "" : unknown ? this.countText(frame, seat, 0, 1) : this.countText(frame, seat, known, list.length);
    const place = this.placeOf(frame, seat);
    const office = banker ? html`<span class="banker">${this.t("table.banker.short")}</span>` : nothing;
    const hand = () =>
      unknown ? html`<p class="quiet">${this.t("table.hand.unknown")}</p>`
        : hidden ? this.backs(list.length)
          : this.fans(this.groups(list));
    return html`<section class="seat ${frame.seat === seat ? "acted" : ""}" data-slot=${slot} .style=${`grid-area: ${slot}`}
        @click=${() => this.look(this.view === seat ? "a" : seat)}>
      <div class="plate">
        <span class="who">${this.seatMark(seat)}</span>
        <bdi class="name" title=${[name, id, team].filter((text) => text).join(" · ")}>${name}</bdi>
        ${team ? html`<bdi class="team">${team}</bdi>` : nothing}
        <span class="flags">${office}<span class="flag ${place ? "place" : ""}">${place}</span></span>
        <span class="turn" ?hidden=${frame.next !== seat}>${this.t("table.next")}</span>
        <span class="count">${count}</span>
      </div>
      <div class="holding">${guard([this.data, this.letters, held, hidden], hand)}</div>
    </section>`;
  }

  /** @param {Group[]} groups */
  fans(groups) {
    const kinds = groups.map(({ kind }) => kind);
    const key = nth(kinds);
    return repeat(groups, ({ kind }, at) => key(kind, at), (group) => this.fan(group));
  }

  /** @param {Group} group */
  fan({ name, cards }) {
    const step = Math.min(FAN_STEP, FAN_WIDTH / Math.max(1, cards.length - 1));
    return this.cards(cards.join(""), `group ${name}`, `--pp-step: ${step}`);
  }

  /** A hand that is not to be seen.
   * @param {number} number
   */
  backs(number) {
    const back = html`<span class="back"></span>`;
    return html`<span class="backs" role="img" aria-label=${this.t("table.hidden")}>${Array(number).fill(back)}</span>`;
  }

  /** The trick under way: each seat's last play at its place, and in the middle how far the hand is.
   * @param {Frame} frame
   */
  drawTrick(frame) {
    const { has_plays: told, seats, frames } = this.data;
    const latest = told ? this.latest(frame) : new Map();
    const other = this.supposed?.cards;
    if (other && frame.seat) latest.set(frame.seat, other.replace(/^.*>|=.*$/g, ""));
    const spots = seats.map(({ seat, slot }) => {
      const cards = latest.get(seat);
      const play = cards === undefined ? nothing : keyed(`${frame.trick} ${cards}`, this.played(frame, seat, cards));
      return html`<div class="spot" data-slot=${slot} .style=${`grid-area: ${slot}`}>${play}</div>`;
    });
    const no = frame.trick ? this.t("table.trick.n", { n: frame.trick }) : this.t("table.start");
    const end = this.at === frames.length - 1 ? html`<span class="quiet">${this.t("table.end")}</span>` : nothing;
    const middle = told ? html`<span class="trickno">${no}</span>${end}` : html`<p class="quiet">${this.t("table.noplays")}</p>`;
    return html`${spots}<div class="middle">${middle}</div>`;
  }

  /** @param {Frame} frame @param {string} seat @param {string} cards */
  played(frame, seat, cards) {
    const tag = (/** @type {string} */ name, /** @type {string} */ text) => html`<span class="tag ${name}">${this.t(text)}</span>`;
    return html`<div class="play ${this.standing(frame, seat)}">
      ${cards && cards !== "-" ? this.cards(cards, this.sizeOf(cards)) : html`<span class="quiet">${this.t("game.pass")}</span>`}
      <div class="tags">
        ${seat === frame.seat && this.supposed?.cards ? tag("other", "suppose") : this.tags(frame, seat)}
        ${seat === frame.leader ? tag("led", "table.lead") : nothing}
        ${seat === frame.winner ? tag("best", frame.done ? "table.wins" : "table.winning") : nothing}
      </div>
    </div>`;
  }

  /** How a play stands in its trick, for its style.
   * @param {Frame} frame @param {string} seat
   */
  standing(frame, seat) {
    return `${seat === frame.seat ? "now" : ""} ${seat === frame.winner ? "best" : ""}`;
  }

  /** @param {string} cards @returns {string} */
  sizeOf(cards) {
    const n = split(cards).length;
    if (n === 3) return "middling"; // in one row beside those of the other seats
    return n <= 4 ? "large" : n <= 6 ? "middling" : "small";
  }

  /** The cards that a play answers, and what they are called: the lead of the trick.
   * @param {Frame} frame @returns {[string, string]}
   */
  answered(frame) {
    return [this.t("table.led"), this.latest(frame).get(frame.leader ?? "") ?? ""];
  }

  /** What a play answers, what was held of it, and what was played.
   * @param {Frame} frame @returns {Line[]}
   */
  cardsOf(frame) {
    const [label, answered] = this.answered(frame);
    if (frame.play < 2 || !answered || !frame.cards || frame.cards === "-") return [];
    const held = this.heldOf(frame, answered);
    const none = html`<span class="quiet">${this.t("table.held.none")}</span>`;
    /** @type {Line[]} */
    const rows = [[label, this.cards(answered, "small")]];
    if (held !== null) rows.push([this.t("table.held"), held ? this.cards(held, "small") : none]);
    return [...rows, [this.t("label.played"), this.cards(frame.cards, "small")]];
  }
}
