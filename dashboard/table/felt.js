// The felt: the seats with their hands, the trick between them. From ply to ply only what differs is touched.

import { Words, el, settle, split } from "./cards.js";

const FAN_STEP = 0.58; // of a card's width that shows of each but the last
const FAN_WIDTH = 5.9; // cards' widths that a side hand has for one suit, the last card aside
const SWIPE_PX = 40; // that a finger goes across for a step

/** @typedef {import("./message").Frame} Frame */
/** @typedef {{name: string, cards: string[]}} Group What is fanned together of a hand; `name` is for its style. */
/** @typedef {{panel: HTMLElement, hand: HTMLElement, turn: HTMLElement, count: HTMLElement, flag: HTMLElement}} Panel */

/**
 * @template {import("./cards.js").AnyMessage} M
 * @extends {Words<M>}
 */
export class Felt extends Words {
  constructor() {
    super();
    this.view = "a";
    /** @type {HTMLElement} */ this.felt;
    /** @type {HTMLElement} */ this.centre;
    /** @type {HTMLElement} */ this.middle;
    /** @type {Map<string, Panel & {held?: string, hidden?: boolean}>} */ this.panels;
    /** @type {Map<string, HTMLElement>} */ this.spots;
  }

  // --- what the table does when a seat is clicked, or a finger drawn across --------------------------------------

  /** @param {string} _who */
  look(_who) {}

  /** @param {number} _by */
  step(_by) {}

  // --- what only a family has: beside a name, the groups of a hand, each seat's last play and what is said of it -------

  /** @param {HTMLElement} _node @param {Frame} _frame @param {string} _seat */
  drawFlag(_node, _frame, _seat) {}

  /** @param {Frame} _frame @param {string} _seat @param {number} seen @param {number} all @returns {string} */
  countText(_frame, _seat, seen, all) {
    return this.t(seen < all ? "table.cards.known" : "table.cards.left", { n: seen });
  }

  /** @param {string[]} cards @returns {Group[]} */
  groups(cards) {
    return [{ name: "", cards }];
  }

  /** @param {Frame} _frame @returns {Map<string, string>} */
  latest(_frame) {
    return new Map();
  }

  /** @param {Frame} _frame @param {string} _seat @returns {Node[]} */
  tags(_frame, _seat) {
    return [];
  }

  /** What a seat held of the suit that was led, null where no suit has to be followed or the hand is not known.
   * @param {Frame} _frame @param {string} _led @returns {string | null}
   */
  heldOf(_frame, _led) {
    return null;
  }

  // --- the felt -----------------------------------------------------------------------------------------------

  buildFelt() {
    const { data } = this;
    this.felt = el("div", "felt");
    this.felt.dataset.seats = String(data.seats.length);
    const most = Math.max(25, ...Object.values(data.frames[0].hands).map((held) => split(held).length));
    this.felt.style.setProperty("--pp-dealt", String(most));
    this.panels = new Map();
    this.spots = new Map();
    this.centre = el("div", "centre");
    for (const seat of data.seats) {
      const who = el("span", "who", this.seatMark(seat.seat));
      const name = el("bdi", "name", seat.name);
      name.title = [seat.name, seat.id, seat.team].filter((text) => text).join(" · ");
      const flags = el("span", "flags");
      const flag = el("span", "flag");
      if (seat.banker) flags.append(el("span", "banker", this.t("table.banker.short")));
      flags.append(flag);
      const turn = el("span", "turn", this.t("table.next"));
      const count = el("span", "count");
      const team = seat.team ? el("bdi", "team", seat.team) : null;
      const hand = el("div", "holding");
      const panel = el("section", "seat", el("div", "plate", who, name, team, flags, turn, count), hand);
      panel.style.gridArea = seat.slot;
      panel.dataset.slot = seat.slot;
      panel.addEventListener("click", () => this.look(this.view === seat.seat ? "a" : seat.seat));
      this.felt.append(panel);
      this.panels.set(seat.seat, { panel, hand, turn, count, flag });
      const spot = el("div", "spot");
      spot.style.gridArea = seat.slot;
      spot.dataset.slot = seat.slot;
      this.centre.append(spot);
      this.spots.set(seat.seat, spot);
    }
    this.middle = el("div", "middle");
    this.centre.append(this.middle);
    this.felt.append(this.centre);
    this.followSwipes();
    return this.felt;
  }

  /** A finger drawn across the felt is a step: to the left on, to the right back. */
  followSwipes() {
    /** @type {Touch | null} */
    let from = null;
    this.felt.addEventListener("touchstart", ({ touches }) => { from = touches.length === 1 ? touches[0] : null; }, { passive: true });
    this.felt.addEventListener("touchend", ({ changedTouches: [to] }) => {
      if (from === null) return;
      const [across, down] = [to.clientX - from.clientX, to.clientY - from.clientY];
      from = null;
      if (Math.abs(across) >= SWIPE_PX && Math.abs(across) > 2 * Math.abs(down)) this.step(across < 0 ? 1 : -1);
    }, { passive: true });
  }

  /** @param {Frame} frame */
  drawSeats(frame) {
    for (const { seat } of this.data.seats) {
      const place = this.panels.get(seat);
      if (!place) continue;
      const { panel, hand, turn, count, flag } = place;
      panel.classList.toggle("acted", frame.seat === seat);
      turn.hidden = frame.next !== seat;
      this.drawFlag(flag, frame, seat);
      const held = frame.hands[seat];
      const hidden = this.view !== "a" && this.view !== seat;
      const asBefore = place.held === held && place.hidden === hidden;
      Object.assign(place, { held, hidden });
      if (held === undefined || /^(\?\?)+$/.test(held)) {
        count.textContent = held === undefined ? "" : this.countText(frame, seat, 0, 1);
        settle(hand, el("p", "quiet", this.t("table.hand.unknown")));
        continue;
      }
      const list = split(held);
      count.textContent = this.countText(frame, seat, list.filter((card) => card !== "??").length, list.length);
      if (!asBefore) settle(hand, ...(hidden ? [this.backs(list.length)] : this.groups(list).map((group) => this.fan(group))));
    }
  }

  /** @param {Group} group */
  fan({ name, cards }) {
    const fan = this.cards(cards.join(""), `group ${name}`);
    fan.style.setProperty("--pp-step", String(Math.min(FAN_STEP, FAN_WIDTH / Math.max(1, cards.length - 1))));
    return fan;
  }

  /** A hand that is not to be seen.
   * @param {number} number
   */
  backs(number) {
    const backs = el("span", "backs");
    backs.setAttribute("role", "img");
    backs.setAttribute("aria-label", this.t("table.hidden"));
    for (let i = 0; i < number; i += 1) backs.append(el("span", "back"));
    return backs;
  }

  /** The trick under way: each seat's last play at its place, and in the middle how far the hand is.
   * @param {Frame} frame
   */
  drawTrick(frame) {
    if (!this.data.has_plays) {
      settle(this.middle, el("p", "quiet", this.t("table.noplays")));
      return;
    }
    const latest = this.latest(frame);
    for (const [seat, spot] of this.spots) {
      const cards = latest.get(seat);
      settle(spot, ...(cards === undefined ? [] : [this.played(frame, seat, cards)]));
    }
    const no = el("span", "trickno", frame.trick ? this.t("table.trick.n", { n: frame.trick }) : this.t("table.start"));
    const last = this.at === this.data.frames.length - 1;
    settle(this.middle, no, ...(last ? [el("span", "quiet", this.t("table.end"))] : []));
  }

  /** @param {Frame} frame @param {string} seat @param {string} cards */
  played(frame, seat, cards) {
    const node = el("div", "play");
    node.append(cards && cards !== "-" ? this.cards(cards, this.sizeOf(cards)) : el("span", "quiet", this.t("game.pass")));
    const tags = el("div", "tags", ...this.tags(frame, seat));
    if (seat === frame.leader) tags.append(el("span", "tag led", this.t("table.lead")));
    if (seat === frame.winner) tags.append(el("span", "tag best", this.t(frame.done ? "table.wins" : "table.winning")));
    node.append(tags);
    node.classList.toggle("now", seat === frame.seat);
    node.classList.toggle("best", seat === frame.winner);
    return node;
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
   * @param {Frame} frame @returns {Array<[string, Node]>}
   */
  cardsOf(frame) {
    const [label, answered] = this.answered(frame);
    if (frame.play < 2 || !answered || !frame.cards || frame.cards === "-") return [];
    const held = this.heldOf(frame, answered);
    const none = el("span", "quiet", this.t("table.held.none"));
    /** @type {Array<[string, Node]>} */
    const rows = [[label, this.cards(answered, "small")]];
    if (held !== null) rows.push([this.t("table.held"), held ? this.cards(held, "small") : none]);
    return [...rows, [this.t("label.played"), this.cards(frame.cards, "small")]];
  }
}
