// What stands about the felt: facts, controls, claims, the list of plays, the list of keys.

import { SYMBOLS } from "./cards.js";
import { Felt } from "./felt.js";
import { guard } from "./lit/directives/guard.js";
import { html, nothing } from "./lit/lit-html.js";

/** @typedef {import("./message").ClaimRow} ClaimRow */
/** @typedef {import("./message").FactView} FactView */
/** @typedef {import("./message").Frame} Frame */
/** @typedef {import("./message").PinView} PinView */
/** @typedef {import("./cards.js").Part} Part */
/** @typedef {{trick: string, plies: Array<number | null>, done: number | null}} Row Of the list: a trick, or what goes on of one. */

/** @type {Array<[string[], string]>} */
const KEYS = [
  [["←", "→"], "keys.ply"],
  [["↑", "↓", "PgUp", "PgDn"], "keys.trick"],
  [["[", "]"], "keys.hand"],
  [["n", "p"], "keys.finding"],
  [["m", "M"], "keys.mistake"],
  [["Home", "End"], "keys.ends"],
  [["1", "–", "{seats}"], "keys.seat"],
  [["a"], "keys.all"],
  [["h"], "keys.hide"],
  [["s"], "keys.letters"],
  [["c"], "keys.colours"],
  [["k"], "keys.autoplay"],
  [["r"], "keys.case"],
  [["?", "Esc"], "keys.help"],
];

/**
 * @template {import("./cards.js").AnyMessage} M
 * @extends {Felt<M>}
 */
export class Layout extends Felt {
  constructor() {
    super();
    /** @type {M | null} */ this.listed = null; // what the rows are of
    /** @type {Row[]} */ this.rows = [];
    this.playing = false; // whether it steps by itself
    this.twoColours = false;
    /** @type {Map<number, number>} */ this.won = new Map(); // by the ply that won a trick, the one that ended it
  }

  // --- what the table does: table.js --------------------------------------------------------------------------

  /** @param {number} _ply */
  go(_ply) {
    return false;
  }

  copyLink() {}

  /** Whether there is somebody to ask: what follows another play, the case of a ply, an address for others. */
  get served() {
    return true;
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

  /** Whether things are kept from the reader that the seat he looks from did not know. */
  get veiled() {
    return false;
  }

  // --- what only a family has: in the list of plays -----------------------------------------------------------

  /** A play in the list.
   * @param {Frame} _frame @returns {Part}
   */
  inList(_frame) {
    return nothing;
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

  /** Whether the score sheet is all there is: neither plays nor cards to put on the table. */
  get bare() {
    const { has_plays: told, frames } = this.data;
    return !told && Object.values(frames[0].hands).every((held) => /^(\?\?)*$/.test(held));
  }

  drawFacts() {
    const { data } = this;
    const hands = data.hands.map((hand) =>
      this.button(
        html`<b>${hand.no}</b>${hand.worst ? this.dot(hand.worst) : nothing}<small> ${hand.level}${hand.short ? `→${hand.short}` : ""}</small>`,
        this.t("table.board", { no: hand.no, n: hand.findings, level: hand.level, office: hand.office, result: hand.result }),
        () => this.goHand(hand.no, 0),
        { name: "hand", current: hand.no === data.hand },
      ),
    );
    return html`<div class="facts">
      <div class="hands" role="group" aria-label=${this.t("table.hands")}>${hands}</div>
      ${data.facts.map((fact) => this.fact(fact))}
    </div>`;
  }

  /** @param {FactView} fact */
  fact({ label, text, title, seat, suit, side }) {
    const ink = suit ? html`<span class="ink-${suit}">${this.letters ? suit : SYMBOLS[suit]}</span> ` : nothing;
    const shape = side === null ? nothing : html`<span class="seatmark side${side}"><i class="shape"></i></span>`;
    const value = html`<span class="value">${seat ? this.seatMark(seat) : nothing}${ink}${shape}${text}</span>`;
    return html`<span class="fact" title=${title || nothing}><span class="label">${label}</span>${value}</span>`;
  }

  /** A button is named by `label`, and by `what` is in it.
   * @param {Part} what @param {string} label @param {() => void} act
   * @param {{name?: string, current?: boolean, pressed?: boolean, off?: boolean}} how
   */
  button(what, label, act, { name, current, pressed, off = false }) {
    return html`<button type="button" class=${name ?? nothing} title=${label} aria-label=${label} ?disabled=${off}
      aria-current=${current ? "true" : nothing} aria-pressed=${pressed ?? nothing} @click=${act}>${what}</button>`;
  }

  /** A button that does what a key does.
   * @param {string} key @param {Part} text @param {string} label @param {{name?: string, pressed?: boolean, shown?: string}} [how]
   */
  keyButton(key, text, label, how = {}) {
    const { shown } = how;
    return this.button(text, `${label} (${shown ?? key})`, () => this.act(key), how);
  }

  drawControls() {
    const { seats, frames } = this.data;
    const last = frames.length - 1;
    const moved = (/** @type {InputEvent & {currentTarget: HTMLInputElement}} */ { currentTarget }) => this.go(Number(currentTarget.value));
    const look = (/** @type {string} */ key, /** @type {string} */ who, /** @type {string} */ text, /** @type {string} */ label) =>
      this.keyButton(key, text, label, { pressed: this.view === who });
    return html`<div class="controls" role="toolbar">
      <div class="steps">
        ${this.keyButton("Home", "|«", this.t("table.first"))}
        ${this.keyButton("ArrowUp", "«", this.t("table.trick.back"), { shown: "↑" })}
        ${this.keyButton("ArrowLeft", "‹", this.t("table.back"), { shown: "←" })}
        <output class="counter">${this.at} / ${last}</output>
        ${this.keyButton("ArrowRight", "›", this.t("table.forward"), { shown: "→" })}
        ${this.keyButton("ArrowDown", "»", this.t("table.trick.forward"), { shown: "↓" })}
        ${this.keyButton("End", "»|", this.t("table.last"))}
      </div>
      <div class="timeline">
        <div class="marks">${guard([this.data], () => this.marks())}</div>
        <input class="scrub" type="range" min="0" max=${last} .value=${String(this.at)} aria-label=${this.t("table.scrub")}
          aria-valuetext=${this.t("table.ply.of", { ply: this.at, last })} @input=${moved}>
      </div>
      <div class="steps">
        ${this.keyButton("p", "‹✕", this.t("table.finding.back"), { name: "jump" })}
        ${this.keyButton("n", "✕›", this.t("table.finding.forward"), { name: "jump" })}
      </div>
      <div class="view" role="group" aria-label=${this.t("table.view")}>
        ${look("a", "a", this.t("table.view.all"), this.t("keys.all"))}
        ${seats.map(({ seat, mark }, index) => look(String(index + 1), seat, mark, this.t("table.view.seat", { seat: mark })))}
      </div>
      <div class="steps">
        ${this.keyButton("k", this.playing ? "❚❚" : "▶", this.t("table.autoplay"), { pressed: this.playing })}
        ${this.keyButton("s", "♠/s", this.t("table.letters"), { pressed: this.letters })}
        ${this.keyButton("c", html`<span class="ink-h">♥</span><span class="ink-d">♦</span>`, this.t("table.colours"), { pressed: this.twoColours })}
        ${this.served ? this.button("↗", this.t("table.link"), () => this.copyLink(), {}) : nothing}
        ${this.keyButton("?", "?", this.t("table.help"))}
      </div>
    </div>`;
  }

  /** Where along the hand there are findings, or what the record itself notes. */
  marks() {
    const { frames } = this.data;
    const last = Math.max(1, frames.length - 1);
    return frames.map((frame, ply) => {
      if (!frame.findings.length && !frame.noted.length) return nothing;
      const kind = frame.findings.length ? this.worst(frame.findings) : "noted";
      return html`<i class="mark ${kind}" .style=${`left: ${(100 * ply) / last}%`}></i>`;
    });
  }

  // --- the claims ---------------------------------------------------------------------------------------------

  drawClaims() {
    return html`<section class="box claims ${this.veiled ? "veiled" : ""}">
      <h3>${this.t("table.claims")}</h3>
      <p class="quiet later">${this.t("table.veiled.claims")}</p>
      ${guard([this.data], () => this.claims())}
    </section>`;
  }

  claims() {
    const { claims } = this.data;
    if (!claims.length) return html`<p class="quiet">${this.t("table.unclaimed")}</p>`;
    const shown = claims.filter(({ key }) => key !== "winners");
    const fined = claims.find(({ key }) => key === "penalties");
    const winners = claims.find(({ key }) => key === "winners");
    const head = shown.map(({ key }) => html`<th scope="col" title=${this.t(`claim.${key}.full`)}>${this.t(`claim.${key}`)}</th>`);
    const claimed = shown.map(({ claimed: said, same, ruled }) => {
      const differs = ruled ? ["", "table.ruled"] : ["bad", "table.differs"];
      const [name, why] = said === null ? ["quiet", "table.unclaimed"] : same === false ? differs : ["", "table.same"];
      const cross = name === "bad" ? html`<span class="cross">✕ </span>` : nothing;
      return html`<td class=${name} title=${this.t(why)}>${cross}${said ?? "–"}</td>`;
    });
    const computed = shown.map(({ computed: is, how }) =>
      html`<td class=${is === null ? "quiet" : ""} title=${is === null ? this.t("table.undecided") : how ?? ""}>${is ?? "–"}</td>`);
    return html`<table>
        <tr><td></td>${head}</tr>
        <tr><th>${this.t("table.claimed")}</th>${claimed}</tr>
        <tr><th>${this.t("table.computed")}</th>${computed}</tr>
      </table>
      ${fined?.how ? html`<p class="quiet fined">${this.t("claim.penalties")} ${fined.how}</p>` : nothing}
      ${winners ? this.winners(winners) : nothing}`;
  }

  /** Trick by trick, who the score sheet says won above who won; a trick that differs is marked.
   * @param {ClaimRow} row
   */
  winners({ claimed, computed }) {
    const cells = Array.from({ length: Math.max(claimed?.length ?? 0, computed?.length ?? 0) }, (_, i) => {
      const [one, two] = [claimed?.[i] ?? "–", computed?.[i] ?? "–"];
      const differs = claimed !== null && computed?.[i] !== undefined && one !== two; // an unfinished trick has no winner
      const label = `${this.t("table.trick.n", { n: i + 1 })}: ${this.t("table.claimed")} ${one}, ${this.t("table.computed")} ${two}`;
      const what = html`${claimed === null ? nothing : html`<span>${one}</span>`}<span>${two}</span>`;
      return this.button(what, label, () => this.goTrick(i + 1), { name: differs ? "win bad" : "win" });
    });
    return html`<div class="winners"><span class="label">${this.t("claim.winners")}</span><div class="winstrip">${cells}</div></div>`;
  }

  // --- the list of plays --------------------------------------------------------------------------------------

  /** Brings the rows to what the hand has: a trick has more than one where a seat has played more than once in it. */
  list() {
    const { seats, frames } = this.data;
    this.listed = this.data;
    this.rows = [];
    this.won = new Map();
    const order = new Map(seats.map(({ seat }, index) => [seat, index]));
    let trick = 0;
    frames.forEach((frame, ply) => {
      if (ply === 0) return;
      const at = order.get(frame.seat ?? "") ?? 0;
      let row = this.rows[this.rows.length - 1];
      if (row === undefined || frame.trick !== trick || row.plies[at] !== null) {
        row = { trick: frame.trick === trick ? "" : String(frame.trick), plies: seats.map(() => null), done: null };
        this.rows.push(row);
        trick = frame.trick;
      }
      row.plies[at] = ply;
      if (frame.done) {
        row.done = ply;
        this.won.set(this.wonAt(frame), ply);
      }
    });
  }

  /** As far as the ply `seen`: what comes later is kept from the reader.
   * @param {number} seen
   */
  drawPlays(seen) {
    const { seats } = this.data;
    if (this.listed !== this.data) this.list();
    const sum = this.sumHead();
    const rows = this.rows.map((row) => {
      const here = row.plies.includes(this.at) ? this.at : 0;
      return guard([this.data, this.letters, seen, here], () => this.row(row, seen, sum !== null));
    });
    return html`<section class="plays"><table aria-label=${this.t("table.plays")}>
      <thead><tr>
        <th class="no">${this.t("table.trick")}</th>
        ${seats.map(({ seat }) => html`<th>${this.seatMark(seat)}</th>`)}
        ${sum === null ? nothing : html`<th class="sum">${sum}</th>`}
      </tr></thead>
      <tbody><tr><td colspan=${seats.length + (sum === null ? 1 : 2)}>${this.ply(0, seen)}</td></tr>${rows}</tbody>
    </table></section>`;
  }

  /** @param {Row} row @param {number} seen @param {boolean} summed */
  row({ trick, plies, done }, seen, summed) {
    const sum = done === null ? "" : this.sumOf(this.data.frames[done]);
    return html`<tr>
      <td class="no">${trick}</td>
      ${plies.map((ply) => html`<td>${ply === null ? nothing : this.ply(ply, seen)}</td>`)}
      ${summed ? html`<td class="sum ${(done ?? 0) > seen ? "unseen" : ""}">${sum}</td>` : nothing}
    </tr>`;
  }

  /** @param {number} ply @param {number} seen */
  ply(ply, seen) {
    const frame = this.data.frames[ply];
    const dot = frame.findings.length ? this.dot(this.worst(frame.findings)) : nothing;
    const noted = frame.noted.length ? html`<span class="notedmark">§</span>` : nothing;
    const led = frame.play === 1 ? html`<span class="led"></span>` : nothing;
    const what = ply === 0 ? this.t("table.start") : html`${led}${this.inList(frame)}`;
    const label = ply === 0 ? this.t("table.start") : `${this.t("table.trick.n", { n: frame.trick })} ${frame.seat} ${frame.cards ?? ""}`;
    const ended = this.won.get(ply);
    const won = ended !== undefined && ended <= seen ? "won" : "";
    const name = `ply ${ply === 0 ? "start" : ""} ${won} ${ply > seen ? "unseen" : ""}`;
    return this.button(html`${dot}${noted}${what}`, label, () => this.go(ply), { name, current: ply === this.at, off: ply > seen });
  }

  // --- what is pinned, and the keys ---------------------------------------------------------------------------

  drawFooter() {
    const pin = (/** @type {PinView} */ { label, short, full }) => html`<span title=${full}><span class="label">${label}</span><code>${short}</code></span>`;
    return html`<footer class="foot">${this.data.pinned.map(pin)}</footer>`;
  }

  drawHelp() {
    const close = (/** @type {Event} */ { currentTarget }) => /** @type {Element} */ (currentTarget).closest("dialog")?.close();
    const beside = (/** @type {Event} */ event) => { if (event.target === event.currentTarget) close(event); };
    const name = (/** @type {string} */ key) => key.replace("{seats}", String(this.data.seats.length));
    const key = (/** @type {string} */ one) => (one === "–" ? one : html`<kbd>${name(one)}</kbd>`);
    const lines = KEYS.filter(([, words]) => this.served || words !== "keys.case").map(([keys, words]) => html`<dt>${keys.map(key)}</dt><dd>${this.t(words)}</dd>`);
    const label = `${this.t("table.close")} (Esc)`;
    return html`<dialog class="help" aria-label=${this.t("table.help")} @click=${beside}><div class="helpbox">
      <h3>${this.t("table.help")}</h3>
      <button type="button" class="close" title=${label} aria-label=${label} @click=${close}>✕</button>
      <dl>${lines}</dl>
    </div></dialog>`;
  }
}
