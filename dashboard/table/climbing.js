// What only the climbing games have: wild cards, what each play counts as, passes, who is out, tribute and places.

import { split } from "./cards.js";
import { guard } from "./lit/directives/guard.js";
import { html, nothing } from "./lit/lit-html.js";
import { Table } from "./table.js";

/** @typedef {import("./message").ClimbingMessage} ClimbingMessage */
/** @typedef {import("./message").ClimbingFrame} ClimbingFrame */
/** @typedef {import("./message").PlayView} PlayView */
/** @typedef {import("./message").GiftView} GiftView */
/** @typedef {import("./message").ClimbingAlternativesView} ClimbingAlternativesView */
/** @typedef {import("./message").TributeView} TributeView */
/** @typedef {import("./cards.js").Part} Part */

/** @extends {Table<ClimbingMessage>} */
export class ClimbingTable extends Table {
  /** @param {ParentNode} parent */
  constructor(parent) {
    super(parent);
    /** @type {ClimbingMessage | null} */ this.wildFor = null;
    /** @type {Set<string>} */ this.wildCards = new Set();
  }

  /** What these games call otherwise has a text of its own.
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
  kindOf(card) {
    return `${super.kindOf(card)} ${this.wilds.has(card) ? "wild" : ""}`;
  }

  /** @param {string} card */
  marked(card) {
    return this.wilds.has(card) ? html`<sup class="wildmark">✦</sup>` : nothing;
  }

  /** Plays that a finding expects; among them may be a pass.
   * @param {string} text
   */
  notation(text) {
    const plain = text.replace(/ \| -(?= \(|$)/, "");
    const plays = super.notation(plain);
    return plain === text ? plays : html`<span class="choices">${plays}<span class="alt quiet">${this.t("game.pass")}</span></span>`;
  }

  // --- what lies below the felt -------------------------------------------------------------------------------

  /** @param {ClimbingFrame} frame */
  drawBelow(frame) {
    const { tribute, places, result } = this.data;
    const over = this.at === this.data.frames.length - 1 && result !== null;
    const rows = places.map((place, index) => {
      const seat = frame.out[index] ?? (over && !result.double ? result.finish[index] : undefined);
      const who = !seat ? "–" : seat === "?" ? seat : this.seatMark(seat);
      return html`<li class=${seat ? "" : "open"}><span class="label">${place}</span>${who}</li>`;
    });
    const double = over && result.double ? html`<b class="double">${this.t("game.double")}</b>` : nothing;
    const came = over ? result.lines.map((line) => html`<span>${line}</span>`) : nothing;
    return html`<div class="below climb ${tribute === null ? "plain" : ""}">
      ${tribute === null ? nothing : guard([this.data, this.letters], () => this.given(tribute))}
      <section class="box order"><h3>${this.t("climb.order")}</h3><ol class="order">${rows}</ol><p class="came">${double}${came}</p></section>
      ${this.drawClaims()}
    </div>`;
  }

  /** @param {TributeView} tribute */
  given({ said, gifts }) {
    const given = gifts.map((gift) => html`<span class="gift">${this.gift(gift, this.run(gift.card))}</span>`);
    return html`<section class="box tribute">
      <h3>${this.t("climb.tribute")} <span class="said">${said}</span></h3>
      ${gifts.length ? html`<div class="gifts">${given}</div>` : nothing}
    </section>`;
  }

  /** One card of the tribute: who gives it to whom.
   * @param {GiftView} gift @param {Part} card
   */
  gift({ giver, taker, back }, card) {
    const word = this.t(back ? "climb.back" : "climb.gift");
    return html`${this.seatMark(giver)}<span class="quiet">${word}</span>${card}<span class="to"></span>${this.seatMark(taker)}`;
  }

  // --- the seats ----------------------------------------------------------------------------------------------

  /** The place of a seat that is out; at the end of the hand that of the last one too.
   * @param {ClimbingFrame} frame @param {string} seat
   */
  placeOf(frame, seat) {
    const { places, result, frames } = this.data;
    let place = frame.out.indexOf(seat);
    if (place < 0 && this.at === frames.length - 1 && result !== null && !result.double) place = result.finish.indexOf(seat);
    return place < 0 ? "" : places[place];
  }

  /** @param {ClimbingFrame} frame @param {string} seat @param {number} seen @param {number} all */
  countText(frame, seat, seen, all) {
    const left = frame.left[seat];
    if (!left) return "";
    if (frame.at_most.includes(seat)) return this.t("table.cards.most", { n: left });
    return seen < all ? this.t("table.cards.some", { n: left, known: seen }) : this.cardsLeft(left);
  }

  /** A hand in its given order, cut where the rank changes.
   * @param {Array<string>} list
   */
  groups(list) {
    /** @type {Array<{kind: string, name: string, cards: string[]}>} */
    const found = [];
    for (const card of list) {
      const rank = /^.J$/.test(card) && card[0] !== "J" ? card : card[0];
      const end = found[found.length - 1];
      if (end && end.kind === rank) end.cards.push(card);
      else found.push({ kind: rank, name: "rank", cards: [card] });
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
   * @param {ClimbingFrame} frame @param {string} seat
   */
  standing(frame, seat) {
    const own = frame.table.findLastIndex((play) => play.seat === seat);
    const earlier = own < frame.table.findLastIndex((play) => play.cards !== "-");
    return `${super.standing(frame, seat)} ${earlier ? "earlier" : ""}`;
  }

  /** @param {ClimbingFrame} frame @param {string} seat */
  tags(frame, seat) {
    const play = frame.table.findLast((one) => one.seat === seat);
    return play === undefined || play.cards === "-" ? nothing : this.readingOf(play);
  }

  /** What a play counts as, and what decided that where it could be several things.
   * @param {PlayView} play
   */
  readingOf(play) {
    if (play.unseen) return html`<span class="tag reading">${this.t("game.unseen")}</span>`;
    if (play.reading === null) return html`<span class="tag broken">${this.t("game.broken")}</span>`;
    return html`<span class="tag reading">${play.reading}${play.why ? this.why(play) : nothing}</span>`;
  }

  /** @param {PlayView} play */
  why({ why, declared }) {
    return html`<span class="why ${why}" title=${this.t(`climb.why.${why}`)}>${this.t(`climb.${why}`, { text: declared ?? "" })}</span>`;
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
    const reading = !play || play.cards === "-" ? nothing : this.readingOf(play);
    if (!frame.relieved || frame.play !== 1) return reading;
    const found = this.data.seats.find((one) => one.seat === frame.relieved);
    const seat = found ? found.mark : frame.relieved;
    return html`${reading}<span class="tag relieves">${this.t("game.relieves", { seat })}</span>`;
  }

  /** @param {ClimbingFrame} frame */
  time(frame) {
    const { limit, seconds } = frame;
    if (limit === null || limit === undefined) return super.time(frame);
    const over = seconds !== null && seconds > limit ? html` <b class="over">${this.t("game.over_time")}</b>` : nothing;
    return html`${super.time(frame)} · ${this.t("game.limit", { n: limit })}${over}`;
  }

  /** The stage before trick 1: the cards that change hands, and who is to lead. */
  beforeFirst() {
    const { tribute, seats } = this.data;
    const leaders = tribute !== null ? tribute.leaders : seats.filter((seat) => seat.banker).map((seat) => seat.seat);
    const given = tribute === null ? nothing : html`
      <p><b>${this.t("climb.tribute")}</b> <span class="quiet">${tribute.said}</span></p>
      <ol class="burials">${tribute.gifts.map((gift) => html`<li>${this.gift(gift, this.cards(gift.card, "small"))}</li>`)}</ol>`;
    const leads = html`<p class="leads"><span class="label">${this.t("climb.leads")}</span>${leaders.map((seat) => this.seatMark(seat))}</p>`;
    return html`<div class="declared">${given}${leaders.length ? leads : nothing}</div>`;
  }

  legal() {
    const known = /** @type {ClimbingAlternativesView | undefined} */ (this.legalPlays[String(this.at)]);
    if (known === undefined && !this.served) return nothing;
    if (known === undefined || known.total === null) {
      const why = this.t(known === undefined ? "table.legal.wait" : "table.legal.unknown");
      return html`<div class="legal"><p class="quiet">${why}</p></div>`;
    }
    const owed = known.owed === null ? this.t("climb.lead") : `${this.t("climb.against")} ${known.owed}`;
    const count = known.total ? this.t("list.all", { n: known.total }) : this.t("climb.legal.none");
    const { cards } = this.data.frames[this.at];
    return html`<div class="legal">
      <p><span class="label">${this.t("table.legal")}</span><span class="n">${count}</span><span class="against">${owed}</span></p>
      <div class="kinds">
        ${known.passing ? this.kind(this.t("game.pass"), [], 0, cards) : nothing}
        ${known.groups.map(({ kind, plays, total }) => this.kind(kind, plays, total, cards))}
      </div>
    </div>`;
  }

  /** The legal plays of one kind, and the count where not all are listed.
   * @param {string} name @param {Array<[string, string]>} plays @param {number} total @param {string | null} made
   */
  kind(name, plays, total, made) {
    const sorted = (/** @type {string} */ text) => split(text).sort().join("");
    const chips = plays.map(([cards, reading]) => {
      return this.choice(cards, sorted(cards) === sorted(made ?? ""), reading);
    });
    const more = total > plays.length ? html`<span class="quiet">${this.t("climb.more", { n: plays.length, total })}</span>` : nothing;
    const pass = !plays.length && made !== "-" ? this.button(name, this.t("suppose.cards", { cards: name }), () => this.suppose("-"), { name: "alt" }) : nothing;
    return html`<div class="kind ${!plays.length && made === "-" ? "made" : ""}">${pass === nothing ? html`<span class="label">${name}</span>` : pass}${chips}${more}</div>`;
  }

  // --- the list of plays --------------------------------------------------------------------------------------

  /** One or two cards with their suits, more by their ranks alone, one letter each: the list is narrow.
   * @param {ClimbingFrame} frame
   */
  inList({ cards, table }) {
    if (cards === null || cards === "-") return html`<span class="quiet">–</span>`;
    const play = table[table.length - 1];
    const broken = play && play.reading === null && !play.unseen ? "broken" : "";
    const list = split(cards);
    if (list.length < 3) return this.run(cards, broken);
    const ranks = list.map((card) => (this.wilds.has(card) ? html`<span class="wildmark">✦</span>` : card[0]));
    return html`<span class="run ranks ${broken}" title=${play?.reading ?? this.t(play?.unseen ? "game.unseen" : "game.broken")}>${ranks}</span>`;
  }

  /** @param {ClimbingFrame} frame */
  wonAt(frame) {
    return this.data.frames.findLastIndex(
      (one, at) => at > 0 && one.trick === frame.trick && one.seat === frame.winner && one.cards !== "-",
    );
  }
}
