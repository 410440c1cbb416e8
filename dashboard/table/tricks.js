// What only the trick games have: trumps, points against the score table, kitty and bids, follows that were owed.

import { CARDS_ONLY, SYMBOLS, split } from "./cards.js";
import { html, nothing } from "./lit/lit-html.js";
import { Table } from "./table.js";

/** @typedef {import("./message").TrickMessage} TrickMessage */
/** @typedef {import("./message").TrickFrame} TrickFrame */
/** @typedef {import("./message").BidView} BidView */
/** @typedef {import("./message").AlternativesView} AlternativesView */

/** @extends {Table<TrickMessage>} */
export class TrickTable extends Table {
  /** @param {ParentNode} parent */
  constructor(parent) {
    super(parent);
    /** @type {TrickMessage | null} */ this.trumpFor = null;
    /** @type {Set<string>} */ this.trumpCards = new Set();
  }

  /** @param {TrickFrame} frame */
  drawBelow(frame) {
    const { bids } = this.data;
    const made = bids?.filter((bid) => bid.word !== "game.not_asked"); // passes are listed before the first trick
    const said = made
      ? html`<p class="bidlist" tabindex="0">${made.map((bid) => this.bid(bid))}</p>`
      : html`<p class="quiet">${this.t("table.bids.unknown")}</p>`;
    return html`<div class="below">
      <section class="box kitty"><h3>${this.t("table.kitty")}</h3><div class="kittycards">${this.drawKitty()}</div></section>
      <section class="box bids"><h3>${this.t("table.bids")}</h3>${said}</section>
      ${this.drawPoints(frame)}
      ${this.drawClaims()}
    </div>`;
  }

  /** A bid, a burial or an answer to the kitty question.
   * @param {BidView} bid
   */
  bid({ seat, word, cards, note }) {
    const quiet = (/** @type {string} */ text) => html`<span class="quiet">${text}</span>`;
    const shown = !cards ? nothing : CARDS_ONLY.test(cards) ? this.run(cards) : html`<code>${cards}</code>`;
    return html`<span class="bid">${this.seatMark(seat)}${word ? quiet(this.t(word)) : nothing}${shown}${note ? quiet(note) : nothing}</span>`;
  }

  drawKitty() {
    const { kitty, kitty_seat: seat, kitty_points: points, has_kitty: has } = this.data;
    const quiet = (/** @type {string} */ key) => html`<p class="quiet">${this.t(key)}</p>`;
    if (!kitty) return quiet(has ? "table.kitty.unknown" : "table.kitty.none");
    if (this.veiled && this.view !== seat) return quiet("table.hidden");
    const by = seat ? html`${this.seatMark(seat)}${this.t("table.bury")} · ` : nothing;
    return html`${this.cards(kitty, "small")}<p class="quiet">${by}${points === null ? "" : this.t("table.kitty.points", { n: points })}</p>`;
  }

  /** The points so far on the bar of what they come to.
   * @param {TrickFrame} frame
   */
  drawPoints(frame) {
    const { bands, scored } = this.data;
    if (!bands.length) return nothing;
    const { to: top } = bands[bands.length - 1];
    const at = (/** @type {number} */ points) => `${Math.max(0, Math.min(100, (100 * points) / top))}%`;
    const pieces = bands.map(({ from, to, side, label, tick }) => html`
      <i class="piece side${side}" title="${from} – ${label}" .style=${`left: ${at(from)}; width: ${at(to - from)}`}></i>
      ${tick ? html`<span class="tick" .style=${`left: ${at(from)}`}>${from}</span>` : nothing}`);
    const { points, penalties } = frame;
    const fines = penalties ? this.t("table.points.penalties", { n: `${penalties > 0 ? "+" : "−"}${Math.abs(penalties)}` }) : "";
    return html`<section class="box points" title=${this.t("table.points.tricks")}>
      <h3>${this.t(scored ? "table.points.scored" : "table.points")}</h3>
      <p class="scoreline">
        <span><b class="score">${points === null ? "–" : String(points).replace("-", "−")}</b> <span class="quiet fines">${points === null ? "" : fines}</span></span>
        <span class="band">${points === null ? "" : frame.band}</span>
      </p>
      <div class="bandbar">
        ${pieces}${points === null ? nothing : html`<i class="needle" .style=${`left: ${at(points)}`}></i>`}
      </div>
    </section>`;
  }

  /** @param {TrickFrame} frame @param {string} seat @param {number} seen @param {number} all */
  countText(frame, seat, seen, all) {
    if (frame.left) {
      const left = frame.left[seat];
      return seen < all ? this.t("table.cards.some", { n: left, known: seen }) : this.cardsLeft(left);
    }
    if (seen === 0 && all > 0) return "";
    return seen < all ? this.t("table.cards.known", { n: seen }) : this.cardsLeft(seen);
  }

  /** A hand in its given order, cut where the effective suit changes.
   * @param {Array<string>} list
   */
  groups(list) {
    const trumps = this.trumpSet;
    /** @type {Array<{kind: string, name: string, cards: string[]}>} */
    const found = [];
    for (const card of list) {
      const suit = trumps.has(card) ? "trump" : card === "??" ? "unseen" : card.length === 2 && card[1] === "J" && card[0] !== "J" ? "trump" : card[1];
      const end = found[found.length - 1];
      if (end && end.kind === suit) end.cards.push(card);
      else found.push({ kind: suit, name: suit === "trump" ? "trump" : "", cards: [card] });
    }
    return found;
  }

  /** @param {TrickFrame} frame @param {string} led */
  heldOf(frame, led) {
    const before = this.data.frames[this.at - 1].hands[frame.seat ?? ""];
    if (before === undefined || before.includes("??")) return null;
    const [{ kind }] = this.groups(split(led));
    const of = this.groups(split(before)).filter((group) => group.kind === kind);
    return of.flatMap((group) => group.cards).join("");
  }

  get trumpSet() {
    if (this.trumpFor !== this.data) {
      this.trumpFor = this.data;
      this.trumpCards = new Set(split(this.data.trumps));
    }
    return this.trumpCards;
  }

  /** @param {TrickFrame} frame */
  latest(frame) {
    return new Map(frame.table);
  }

  /** @param {TrickFrame} frame @param {string} seat */
  tags(frame, seat) {
    const threw = seat === frame.seat && frame.attempted;
    return html`${this.trio(frame, seat)}${threw ? html`<span class="tag threw">${this.t("table.threw.label")}</span>` : nothing}`;
  }

  /** @param {TrickFrame} frame @param {string | null} seat */
  trio({ trios }, seat) {
    return seat !== null && seat in trios ? html`<span class="tag trio">${this.trioName(trios[seat])}</span>` : nothing;
  }

  /** `♣ 5·10·K`; of trumps by that word.
   * @param {string} suit
   */
  trioName(suit) {
    const mark = suit === "T" ? this.t("suit.T") : this.letters ? suit : SYMBOLS[suit];
    return this.t("game.trio", { suit: mark });
  }

  /** @param {TrickFrame} frame */
  headline(frame) {
    return this.trio(frame, frame.seat);
  }

  /** @param {TrickFrame} frame */
  beforeFindings({ attempted, cards }) {
    if (!attempted) return nothing;
    const line = (/** @type {string} */ key, /** @type {string} */ what) => html`<span class="label">${this.t(key)}</span>${this.cards(what, "small")}`;
    return html`<p class="threwline">${line("table.threw.label", attempted)}${line("table.stood", cards ?? "")}</p>`;
  }

  /** Who declared, who buried what, and who took the kitty up again with what. */
  beforeFirst() {
    const { bids } = this.data;
    if (!bids?.some((bid) => bid.bury)) return nothing;
    const rows = bids.map((bid) => {
      const hidden = this.veiled && this.view !== bid.seat;
      const buried = hidden ? html`<span class="quiet">${this.t("table.hidden")}</span>` : this.cards(bid.bury ?? "", "small");
      return html`<li>${this.bid(bid)}${bid.bury ? buried : nothing}</li>`;
    });
    return html`<div class="declared"><h3>${this.t("table.declared")}</h3><ol class="burials">${rows}</ol></div>`;
  }

  legal() {
    const known = /** @type {AlternativesView | undefined} */ (this.legalPlays[String(this.at)]);
    if (known === undefined && !this.served) return nothing;
    if (known === undefined) return html`<div class="legal"><p class="quiet">${this.t("table.legal.wait")}</p></div>`;
    const label = (/** @type {string} */ key) => html`<span class="label">${this.t(key)}</span>`;
    const owed = known.owed ? html`<p class="owed">${label("table.owed")}<b>${known.owed}</b></p>`
      : known.lead ? html`<p class="owed">${label("table.led")}${this.cards(known.lead, "small")}</p>` : nothing;
    const { play, attempted, cards } = this.data.frames[this.at];
    if (play === 1) return html`<div class="legal">${owed}<p class="quiet">${this.t("table.legal.lead")}</p></div>`;
    const n = known.plays.length;
    const count = n === 0 ? this.t("table.legal.unknown")
      : known.total === null ? this.t("list.many", { n })
        : known.total > n ? this.t("list.some", { n, total: known.total }) : this.t("list.all", { n });
    const sorted = (/** @type {string} */ text) => split(text).sort().join("");
    const played = sorted(attempted ?? cards ?? "");
    const plays = known.plays.map((text) => {
      const made = played !== "" && sorted(text) === played;
      return this.choice(text, made);
    });
    return html`<div class="legal">
      ${owed}<p>${label("table.legal")}<span class="n">${count}</span></p><div class="alternatives">${plays}</div>
    </div>`;
  }

  /** @param {TrickFrame} frame */
  inList({ cards, attempted }) {
    return html`${cards ? this.run(cards) : "–"}${attempted ? html`<span class="threw"></span>` : nothing}`;
  }

  /** @param {TrickFrame} frame */
  wonAt(frame) {
    return this.data.frames.findIndex((one, at) => at > 0 && one.trick === frame.trick && one.seat === frame.winner);
  }

  sumHead() {
    return this.t("table.points");
  }

  /** @param {TrickFrame} frame */
  sumOf(frame) {
    return String(frame.points ?? "");
  }
}
