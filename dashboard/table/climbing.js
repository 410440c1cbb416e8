// What only the climbing games have: wild cards, what each play counts as, passes, who is out, tribute and places.

import { el, settle, split } from "./cards.js";
import { Table } from "./table.js";

/** @typedef {import("./message").ClimbingMessage} ClimbingMessage */
/** @typedef {import("./message").ClimbingFrame} ClimbingFrame */
/** @typedef {import("./message").PlayView} PlayView */
/** @typedef {import("./message").GiftView} GiftView */
/** @typedef {import("./message").ClimbingAlternativesView} ClimbingAlternativesView */

/** @extends {Table<ClimbingMessage>} */
export class ClimbingTable extends Table {
  /** @param {ParentNode} parent */
  constructor(parent) {
    super(parent);
    /** @type {ClimbingMessage | null} */ this.wildFor = null;
    /** @type {Set<string>} */ this.wildCards = new Set();
    /** @type {HTMLElement} */ this.order;
    /** @type {HTMLElement} */ this.came;
  }

  /** What these games call otherwise has a text of its own: a round is no trick.
   * @param {string} key @param {Record<string, unknown>} [values]
   */
  t(key, values) {
    const own = `climb.${key}`;
    return super.t(own in this.data.text ? own : key, values);
  }

  get wilds() {
    if (this.wildFor !== this.data) {
      this.wildFor = this.data;
      this.wildCards = new Set(split(this.data.wild));
    }
    return this.wildCards;
  }

  /** @param {string} card */
  cardName(card) {
    const name = super.cardName(card);
    return this.wilds.has(card) ? this.t("climb.wild.card", { card: name }) : name;
  }

  /** @param {string} card */
  card(card) {
    const node = super.card(card);
    if (this.wilds.has(card)) node.classList.add("wild");
    return node;
  }

  /** @param {string} text */
  run(text) {
    const row = super.run(text);
    const list = split(text);
    [...row.children].forEach((node, index) => {
      if (this.wilds.has(list[index])) node.append(el("sup", "wildmark", "✦"));
    });
    return row;
  }

  /** Plays that a finding expects; among them may be a pass.
   * @param {string} text
   */
  notation(text) {
    const plain = text.replace(/ \| -(?= \(|$)/, "");
    const node = super.notation(plain);
    return plain === text ? node : el("span", "choices", node, el("span", "alt quiet", this.t("game.pass")));
  }

  // --- what lies below the felt -------------------------------------------------------------------------------

  buildBelow() {
    const { data } = this;
    const below = el("div", "below climb");
    if (data.tribute !== null) {
      const box = el("section", "box tribute", el("h3", "", this.t("climb.tribute"), " ", el("span", "said", data.tribute.said)));
      if (data.tribute.gifts.length) box.append(el("div", "gifts", ...data.tribute.gifts.map((gift) => this.gift(gift))));
      below.append(box);
    } else below.classList.add("plain");
    const order = el("section", "box order", el("h3", "", this.t("climb.order")));
    this.order = el("ol", "order");
    this.came = el("p", "came");
    order.append(this.order, this.came);
    below.append(order, this.buildClaims());
    return below;
  }

  /** One card of the tribute: who gives it to whom.
   * @param {GiftView} gift
   */
  gift(gift) {
    const row = el("span", "gift", this.seatMark(gift.giver), el("span", "quiet", this.t(gift.back ? "climb.back" : "climb.gift")));
    row.append(this.run(gift.card), el("span", "to"), this.seatMark(gift.taker));
    return row;
  }

  /** @param {ClimbingFrame} frame */
  drawBelow(frame) {
    const { places, result } = this.data;
    const over = this.at === this.data.frames.length - 1 && result !== null;
    const rows = places.map((place, index) => {
      const seat = frame.out[index] ?? (over && !result.double ? result.finish[index] : undefined);
      return el("li", seat ? "" : "open", el("span", "label", place), seat === "?" ? seat : seat ? this.seatMark(seat) : "–");
    });
    settle(this.order, ...rows);
    const double = over && result.double ? [el("b", "double", this.t("game.double"))] : [];
    settle(this.came, ...double, ...(over ? result.lines.map((line) => el("span", "", line)) : []));
  }

  // --- the seats ----------------------------------------------------------------------------------------------

  /** The place of a seat that is out; at the end of the hand that of the last one too.
   * @param {HTMLElement} node @param {ClimbingFrame} frame @param {string} seat
   */
  drawFlag(node, frame, seat) {
    const { places, result, frames } = this.data;
    let place = frame.out.indexOf(seat);
    if (place < 0 && this.at === frames.length - 1 && result !== null && !result.double) place = result.finish.indexOf(seat);
    node.textContent = place < 0 ? "" : places[place];
    node.className = place < 0 ? "flag" : "flag place";
  }

  /** @param {ClimbingFrame} frame @param {string} seat @param {number} seen @param {number} all */
  countText(frame, seat, seen, all) {
    const left = frame.left[seat];
    if (!left) return "";
    return seen < all ? this.t("table.cards.some", { n: left, known: seen }) : this.t("table.cards.left", { n: left });
  }

  /** A hand in its given order, cut where the rank changes.
   * @param {Array<string>} list
   */
  groups(list) {
    /** @type {Array<{rank: string, name: string, cards: string[]}>} */
    const found = [];
    for (const card of list) {
      const rank = /^.J$/.test(card) && card[0] !== "J" ? card : card[0];
      const end = found[found.length - 1];
      if (end && end.rank === rank) end.cards.push(card);
      else found.push({ rank, name: "rank", cards: [card] });
    }
    return found;
  }

  // --- the trick ----------------------------------------------------------------------------------------------

  /** @param {ClimbingFrame} frame */
  latest(frame) {
    return new Map(frame.table.map((play) => [play.seat, play.cards]));
  }

  /** What lay there to be beaten, by whoever held the round before.
   * @param {ClimbingFrame} frame @returns {[string, string]}
   */
  answered(frame) {
    const before = /** @type {ClimbingFrame | undefined} */ (this.data.frames[this.at - 1]);
    const holder = before?.trick === frame.trick ? before.winner : null;
    return [this.t("climb.against"), (before && holder && this.latest(before).get(holder)) || ""];
  }

  /** A play is `earlier` if somebody has played since.
   * @param {ClimbingFrame} frame @param {string} seat @param {string} cards
   */
  played(frame, seat, cards) {
    const node = super.played(frame, seat, cards);
    const own = frame.table.findLastIndex((play) => play.seat === seat);
    if (own < frame.table.findLastIndex((play) => play.cards !== "-")) node.classList.add("earlier");
    return node;
  }

  /** @param {ClimbingFrame} frame @param {string} seat */
  tags(frame, seat) {
    const play = frame.table.findLast((one) => one.seat === seat);
    return play === undefined || play.cards === "-" ? [] : [this.readingOf(play)];
  }

  /** What a play counts as, and what decided that where it could be several things.
   * @param {PlayView} play
   */
  readingOf(play) {
    if (play.reading === null) return el("span", "tag broken", this.t("game.broken"));
    const node = el("span", "tag reading", play.reading);
    if (play.why) node.append(this.why(play));
    return node;
  }

  /** @param {PlayView} play */
  why(play) {
    const node = el("span", `why ${play.why}`, this.t(`climb.${play.why}`, { text: play.declared ?? "" }));
    node.title = this.t(`climb.why.${play.why}`);
    return node;
  }

  /** @param {string} cards */
  sizeOf(cards) {
    const n = split(cards).length;
    if (this.data.seats.length > 4) return n <= 2 ? "middling" : "tiny";
    return n <= 2 ? "large" : n === 3 ? "middling" : "small";
  }

  // --- the verdict --------------------------------------------------------------------------------------------

  /** @param {ClimbingFrame} frame */
  headline(frame) {
    const play = frame.table[frame.table.length - 1];
    const nodes = !play || play.cards === "-" ? [] : [this.readingOf(play)];
    if (frame.relieved && frame.play === 1) {
      const found = this.data.seats.find((one) => one.seat === frame.relieved);
      nodes.push(el("span", "tag relieves", this.t("game.relieves", { seat: found ? found.mark : frame.relieved })));
    }
    return nodes;
  }

  /** @param {ClimbingFrame} frame */
  time(frame) {
    const node = super.time(frame);
    if (frame.limit === null || frame.limit === undefined) return node;
    node.append(" · ", this.t("game.limit", { n: frame.limit }));
    if (frame.seconds !== null && frame.seconds > frame.limit) node.append(" ", el("b", "over", this.t("game.over_time")));
    return node;
  }

  /** The stage before trick 1: the cards that change hands, and who is to lead. */
  beforeFirst() {
    const { tribute, seats } = this.data;
    const box = el("div", "declared");
    if (tribute !== null) {
      box.append(el("p", "", el("b", "", this.t("climb.tribute")), " ", el("span", "quiet", tribute.said)));
      const list = el("ol", "burials");
      for (const gift of tribute.gifts) {
        const row = el("li", "", this.seatMark(gift.giver), el("span", "quiet", this.t(gift.back ? "climb.back" : "climb.gift")));
        row.append(this.cards(gift.card, "small"), el("span", "to"), this.seatMark(gift.taker));
        list.append(row);
      }
      box.append(list);
    }
    const leaders = tribute !== null ? tribute.leaders : seats.filter((seat) => seat.banker).map((seat) => seat.seat);
    if (leaders.length) {
      const marks = leaders.map((seat) => this.seatMark(seat));
      box.append(el("p", "leads", el("span", "label", this.t("climb.leads")), ...marks));
    }
    return [box];
  }

  legal() {
    const box = el("div", "legal");
    const known = /** @type {ClimbingAlternativesView | undefined} */ (this.legalPlays[String(this.at)]);
    if (known === undefined) {
      box.append(el("p", "quiet", this.t("table.legal.wait")));
      return box;
    }
    const owed = known.owed === null ? this.t("climb.lead") : `${this.t("climb.against")} ${known.owed}`;
    if (known.total === null) {
      box.append(el("p", "quiet", this.t("table.legal.unknown")));
      return box;
    }
    const count = el("span", "n", known.total ? this.t("list.all", { n: known.total }) : this.t("climb.legal.none"));
    box.append(el("p", "", el("span", "label", this.t("table.legal")), count, el("span", "against", owed)));
    const list = el("div", "kinds");
    const { cards } = this.data.frames[this.at];
    if (known.passing) list.append(this.kind(this.t("game.pass"), [], 0, cards));
    for (const group of known.groups) list.append(this.kind(group.kind, group.plays, group.total, cards));
    box.append(list);
    return box;
  }

  /** The legal plays of one kind, and the count where not all are listed.
   * @param {string} name @param {Array<[string, string]>} plays @param {number} total @param {string | null} made
   */
  kind(name, plays, total, made) {
    const row = el("div", "kind", el("span", "label", name));
    const sorted = (/** @type {string} */ text) => split(text).sort().join("");
    for (const [cards, reading] of plays) {
      const chip = el("span", "alt", this.run(cards));
      chip.title = reading;
      if (sorted(cards) === sorted(made ?? "")) chip.classList.add("made");
      row.append(chip);
    }
    if (!plays.length && made === "-") row.classList.add("made");
    if (total > plays.length) row.append(el("span", "quiet", this.t("climb.more", { n: plays.length, total })));
    return row;
  }

  // --- the list of plays --------------------------------------------------------------------------------------

  /** One or two cards with their suits, more by their ranks alone, one letter each: the list is narrow.
   * @param {ClimbingFrame} frame
   */
  inList(frame) {
    const play = frame.table[frame.table.length - 1];
    if (frame.cards === null || frame.cards === "-") return [el("span", "quiet", "–")];
    const list = split(frame.cards);
    const broken = play && play.reading === null ? " broken" : "";
    if (list.length < 3) {
      const short = this.run(frame.cards);
      if (broken) short.classList.add("broken");
      return [short];
    }
    const row = el("span", `run ranks${broken}`);
    for (const card of list) {
      row.append(this.wilds.has(card) ? el("span", "wildmark", "✦") : card[0]);
    }
    row.title = play?.reading ?? this.t("game.broken");
    return [row];
  }

  /** @param {ClimbingFrame} frame */
  wonAt(frame) {
    return this.data.frames.findLastIndex(
      (one, at) => at > 0 && one.trick === frame.trick && one.seat === frame.winner && one.cards !== "-",
    );
  }
}
