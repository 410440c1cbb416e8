// What only the trick games have: trumps, points against the score table, kitty and bids, follows that were owed.

import { CARDS_ONLY, SYMBOLS, el, settle, split } from "./cards.js";
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
    this.top = 1;
    /** @type {HTMLElement} */ this.kitty;
    /** @type {HTMLElement} */ this.score;
    /** @type {HTMLElement} */ this.fines;
    /** @type {HTMLElement} */ this.band;
    /** @type {HTMLElement} */ this.needle;
  }

  buildBelow() {
    const { data } = this;
    const kitty = el("section", "box kitty", el("h3", "", this.t("table.kitty")));
    this.kitty = el("div", "kittycards");
    kitty.append(this.kitty);
    const bids = el("section", "box bids", el("h3", "", this.t("table.bids")));
    if (data.bids === null) bids.append(el("p", "quiet", this.t("table.bids.unknown")));
    else {
      const made = data.bids.filter((bid) => bid.word !== "game.not_asked"); // passes are listed before the first trick
      bids.append(el("p", "bidlist", ...made.map((bid) => this.bid(bid))));
    }
    return el("div", "below", kitty, bids, this.buildPoints(), this.buildClaims());
  }

  /** A bid, a burial or an answer to the kitty question.
   * @param {BidView} bid
   */
  bid(bid) {
    const item = el("span", "bid", this.seatMark(bid.seat));
    if (bid.word) item.append(el("span", "quiet", this.t(bid.word)));
    if (bid.cards) item.append(CARDS_ONLY.test(bid.cards) ? this.run(bid.cards) : el("code", "", bid.cards));
    if (bid.note) item.append(el("span", "quiet", bid.note));
    return item;
  }

  buildPoints() {
    const { data } = this;
    const title = this.t(data.scored ? "table.points.scored" : "table.points");
    const box = el("section", "box points", el("h3", "", title));
    box.title = this.t("table.points.tricks");
    this.score = el("b", "score");
    this.fines = el("span", "quiet fines");
    this.band = el("span", "band");
    if (!data.bands.length) {
      box.hidden = true;
      return box;
    }
    const bar = el("div", "bandbar");
    const top = data.bands[data.bands.length - 1].to;
    this.top = top;
    for (const band of data.bands) {
      const node = el("i", `piece side${band.side}`);
      node.style.left = `${(100 * band.from) / top}%`;
      node.style.width = `${(100 * (band.to - band.from)) / top}%`;
      node.title = `${band.from} – ${band.label}`;
      bar.append(node);
      if (band.tick) {
        const tick = el("span", "tick", String(band.from));
        tick.style.left = `${(100 * band.from) / top}%`;
        bar.append(tick);
      }
    }
    this.needle = el("i", "needle");
    bar.append(this.needle);
    box.append(el("p", "scoreline", el("span", "", this.score, " ", this.fines), this.band), bar);
    return box;
  }

  /** @param {TrickFrame} frame */
  drawBelow(frame) {
    this.drawKitty();
    this.drawPoints(frame);
  }

  drawKitty() {
    const { data } = this;
    if (!data.kitty) {
      settle(this.kitty, el("p", "quiet", this.t(data.has_kitty ? "table.kitty.unknown" : "table.kitty.none")));
      return;
    }
    if (this.veiled && this.view !== data.kitty_seat) {
      settle(this.kitty, el("p", "quiet", this.t("table.hidden")));
      return;
    }
    const line = el("p", "quiet");
    if (data.kitty_seat) line.append(this.seatMark(data.kitty_seat), this.t("table.bury"), " · ");
    if (data.kitty_points !== null) line.append(this.t("table.kitty.points", { n: data.kitty_points }));
    settle(this.kitty, this.cards(data.kitty, "small"), line);
  }

  /** @param {TrickFrame} frame */
  drawPoints(frame) {
    const { bands } = this.data;
    if (!bands.length) return;
    this.needle.hidden = frame.points === null;
    if (frame.points === null) {
      this.score.textContent = "–";
      this.band.textContent = "";
      return;
    }
    this.score.textContent = String(frame.points).replace("-", "−");
    const fines = `${frame.penalties > 0 ? "+" : "−"}${Math.abs(frame.penalties)}`;
    this.fines.textContent = frame.penalties ? this.t("table.points.penalties", { n: fines }) : "";
    this.band.textContent = frame.band;
    this.needle.style.left = `${Math.max(0, Math.min(100, (100 * frame.points) / this.top))}%`;
  }

  drawFlag() {}

  /** @param {TrickFrame} frame @param {string} seat @param {number} seen @param {number} all */
  countText(frame, seat, seen, all) {
    if (frame.left) {
      const left = frame.left[seat];
      return seen < all ? this.t("table.cards.some", { n: left, known: seen }) : this.t("table.cards.left", { n: left });
    }
    if (seen === 0 && all > 0) return "";
    return this.t(seen < all ? "table.cards.known" : "table.cards.left", { n: seen });
  }

  /** A hand in its given order, cut where the effective suit changes.
   * @param {Array<string>} list
   */
  groups(list) {
    const trumps = this.trumpSet;
    /** @type {Array<{suit: string, name: string, cards: string[]}>} */
    const found = [];
    for (const card of list) {
      const suit = trumps.has(card) ? "trump" : card === "??" ? "unseen" : card.length === 2 && card[1] === "J" && card[0] !== "J" ? "trump" : card[1];
      const end = found[found.length - 1];
      if (end && end.suit === suit) end.cards.push(card);
      else found.push({ suit, name: suit === "trump" ? "trump" : "", cards: [card] });
    }
    return found;
  }

  /** @param {TrickFrame} frame @param {string} led */
  heldOf(frame, led) {
    const before = this.data.frames[this.at - 1].hands[frame.seat ?? ""];
    if (before === undefined || before.includes("??")) return null;
    const [{ suit }] = this.groups(split(led));
    const of = this.groups(split(before)).filter((group) => group.suit === suit);
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

  /** @param {TrickFrame} frame @param {string} seat @param {string} cards */
  played(frame, seat, cards) {
    const node = super.played(frame, seat, cards);
    if (seat === frame.seat && frame.attempted) node.lastElementChild?.append(el("span", "tag threw", this.t("table.threw.label")));
    return node;
  }

  /** @param {TrickFrame} frame @param {string} seat */
  tags(frame, seat) {
    return seat in frame.trios ? [el("span", "tag trio", this.trioName(frame.trios[seat]))] : [];
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
    return frame.seat !== null && frame.seat in frame.trios ? [el("span", "tag trio", this.trioName(frame.trios[frame.seat]))] : [];
  }

  /** @param {TrickFrame} frame */
  beforeFindings(frame) {
    if (!frame.attempted) return [];
    return [
      el("p", "threwline", el("span", "label", this.t("table.threw.label")), this.cards(frame.attempted, "small"),
        el("span", "label", this.t("table.stood")), this.cards(frame.cards ?? "", "small")),
    ];
  }

  beforeFirst() {
    const { bids } = this.data;
    return bids?.some((bid) => bid.bury) ? [this.burials(bids)] : [];
  }

  /** Before the first trick: who declared, who buried what, and who took the kitty up again with what.
   * @param {BidView[]} bids
   */
  burials(bids) {
    const list = el("ol", "burials");
    for (const bid of bids) {
      const row = el("li", "", this.bid(bid));
      if (bid.bury) {
        const hidden = this.veiled && this.view !== bid.seat;
        row.append(hidden ? el("span", "quiet", this.t("table.hidden")) : this.cards(bid.bury, "small"));
      }
      list.append(row);
    }
    return el("div", "declared", el("h3", "", this.t("table.declared")), list);
  }

  legal() {
    const box = el("div", "legal");
    const known = /** @type {AlternativesView | undefined} */ (this.legalPlays[String(this.at)]);
    if (known === undefined) {
      box.append(el("p", "quiet", this.t("table.legal.wait")));
      return box;
    }
    if (known.owed) box.append(el("p", "owed", el("span", "label", this.t("table.owed")), el("b", "", known.owed)));
    else if (known.lead) box.append(el("p", "owed", el("span", "label", this.t("table.led")), this.cards(known.lead, "small")));
    const n = known.plays.length;
    if (this.data.frames[this.at].play === 1) {
      box.append(el("p", "quiet", this.t("table.legal.lead")));
      return box;
    }
    const count =
      n === 0
        ? this.t("table.legal.unknown")
        : known.total === null
          ? this.t("list.many", { n })
          : known.total > n
            ? this.t("list.some", { n, total: known.total })
            : this.t("list.all", { n });
    box.append(el("p", "", el("span", "label", this.t("table.legal")), el("span", "n", count)));
    const list = el("div", "alternatives");
    const played = this.data.frames[this.at].attempted ?? this.data.frames[this.at].cards;
    const sorted = (/** @type {string} */ text) => split(text).sort().join("");
    for (const play of known.plays) {
      const chip = el("span", "alt", CARDS_ONLY.test(play) ? this.run(play) : play);
      if (played && sorted(play) === sorted(played)) {
        chip.classList.add("made");
        chip.title = this.t("label.played");
      }
      list.append(chip);
    }
    box.append(list);
    return box;
  }

  /** @param {TrickFrame} frame */
  inList(frame) {
    return [frame.cards ? this.run(frame.cards) : "–", ...(frame.attempted ? [el("span", "threw")] : [])];
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
