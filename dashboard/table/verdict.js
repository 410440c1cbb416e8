// What is said of a ply: what happened, the findings and what the record notes, what could have been played.

import { CARDS_ONLY, split } from "./cards.js";
import { Layout } from "./layout.js";
import { keyed } from "./lit/directives/keyed.js";
import { html, nothing } from "./lit/lit-html.js";

/** @typedef {import("./message").Frame} Frame */
const GRADES = /** @type {Record<string, string>} */ ({ same: "=", open: "◇", doubtful: "△", mistake: "▼" });
/** @typedef {import("./cards.js").Part} Part */

/**
 * @template {import("./cards.js").AnyMessage} M
 * @extends {Layout<M>}
 */
export class Verdict extends Layout {
  constructor() {
    super();
    this.asked = ""; // the other cards that are asked about at the ply shown, as they were typed
  }

  // --- what only a family has ---------------------------------------------------------------------------------

  /** What is said of a play beside its cards.
   * @param {Frame} _frame @returns {Part}
   */
  headline(_frame) {
    return nothing;
  }

  /** @param {Frame} _frame @returns {Part} */
  beforeFindings(_frame) {
    return nothing;
  }

  /** What happened before the first trick.
   * @returns {Part}
   */
  beforeFirst() {
    return nothing;
  }

  /** What could have been played.
   * @returns {Part}
   */
  legal() {
    return nothing;
  }

  // --- what if ------------------------------------------------------------------------------------------------

  /** Other cards are asked about at the ply that is shown.
   * @param {string} _cards
   */
  suppose(_cards) {}

  /** The case of this ply, with another play that goes with it.
   * @param {string} [_cards]
   */
  toCase(_cards) {}

  /** A legal play, which can be tried.
   * @param {string} text @param {boolean} made @param {string} [title]
   */
  choice(text, made, title) {
    const what = CARDS_ONLY.test(text) ? this.run(text) : text;
    const said = split(text).map((card) => this.cardName(card)).join(this.t("card.and"));
    const name = made ? "alt made" : "alt";
    if (made || !this.served) return html`<span class=${name} title=${title || (made ? this.t("label.played") : nothing)}>${what}</span>`;
    return html`<button type="button" class=${name} title=${title || nothing} aria-label=${this.t("suppose.cards", { cards: said })}
      aria-pressed=${this.supposed?.cards === text ? "true" : nothing} @click=${() => this.suppose(text)}>${what}</button>`;
  }

  /** Where any other play can be typed. */
  drawIf() {
    if (this.at === 0 || this.bare || !this.served) return nothing;
    const ask = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const typed = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("cards");
      if (typeof typed === "string" && typed.trim()) this.suppose(typed.trim());
    };
    return html`<form class="ask" @submit=${ask}>
        <label><span class="label">${this.t("suppose.other")}</span>
          <input name="cards" maxlength="400" autocomplete="off" spellcheck="false" placeholder=${this.t("suppose.example")}></label>
        <button type="submit">${this.t("suppose")}</button>
      </form>`;
  }

  /** What follows another play, in the place of the list of plays.
   * @param {Frame} frame
   */
  drawSupposed(frame) {
    return html`<section class="if" aria-label=${this.t("suppose")} aria-live="polite" tabindex="0">${this.ifSo(frame)}</section>`;
  }

  /** @param {Frame} frame */
  ifSo(frame) {
    const found = this.supposed;
    if (found === null) return html`<p class="quiet">${this.t("table.legal.wait")}</p>`;
    if (found.cards === null) return html`<p class="refused">${this.dot("error")}${found.refused}</p>`;
    const { cards, verdicts } = found;
    const was = frame.findings.some((index) => this.data.findings[index].severity === "error" && this.data.findings[index].scope === "play");
    const said = (/** @type {boolean} */ wrong) => html`<b class=${wrong ? "wrong" : "right"}>${this.t(wrong ? "suppose.illegal" : "suppose.legal")}</b>`;
    const attached = this.data.attached.includes(cards);
    return html`<table>
        <thead><tr><th></th><th scope="col">${this.t("suppose.was")}</th><th scope="col">${this.t("suppose.would")}</th></tr></thead>
        <tbody>
          <tr><th scope="row">${this.seatMark(frame.seat ?? "")}</th><td>${this.laid(frame.cards ?? "")} ${said(was)}</td><td>${this.laid(cards)} ${said(verdicts.length > 0)}</td></tr>
          ${found.was && found.would ? html`
          <tr><th scope="row">${this.t("table.trick.n", { n: frame.trick })}</th><td>${this.trickRow(frame, frame.cards ?? "", found.was[0])}</td><td>${this.trickRow(frame, cards, found.would[0])}</td></tr>
          <tr><th scope="row">${this.t("claim.winners")}</th><td>${found.was[1]}</td><td class=${found.was[1] === found.would[1] ? "" : "changed"}>${found.was[1] === found.would[1] ? `= ${found.would[1]}` : found.would[1]}</td></tr>` : nothing}
        </tbody>
      </table>
      ${verdicts.map((verdict) => html`<p class="refused">${this.dot("error")}${this.sentence(verdict)}</p>`)}
      ${found.outcome.map(([line, below]) => html`<p>${this.sentence(line)}</p>${below.length ? html`<ul>${below.map((each) => html`<li>${this.sentence(each)}</li>`)}</ul>` : nothing}`)}
      <p class="acts">
        ${this.button(this.t(attached ? "suppose.attached" : "suppose.attach"), this.t("suppose.attach.why"), () => this.toCase(cards), { name: "attach", off: attached })}
        ${found.rest ? html`<a class="to-judge" href=${found.rest}>${this.t("suppose.rest")}</a>` : nothing}
        ${this.button(this.t("suppose.back"), this.t("suppose.back"), () => this.suppose(""), { name: "unask" })}
      </p>`;
  }

  /** A play in running text.
   * @param {string} cards
   */
  laid(cards) {
    const stood = cards.replace(/=.*$/, "");
    return stood === "-" || !stood ? this.t("game.pass") : CARDS_ONLY.test(stood) ? this.run(stood) : html`<code>${stood}</code>`;
  }

  /** The trick of a ply, all of it, with some cards at the ply; who wins it is marked.
   * @param {Frame} frame @param {string} cards @param {string | null} winner
   */
  trickRow(frame, cards, winner) {
    const plays = this.data.frames.filter((one, at) => at > 0 && one.trick === frame.trick);
    return html`<span class="trickrow">${plays.map((one) => html`<span class=${one.seat === winner ? "takes" : ""}>${this.seatMark(one.seat ?? "")}${this.laid(one === frame ? cards : one.cards ?? "")}</span>`)}</span>`;
  }

  /** What was found of the cards that are asked about at the ply shown; null while it is worked out.
   * @returns {import("./message").SupposedView | null}
   */
  get supposed() {
    const { supposed, hand_id: hand } = this.data;
    return this.asked && supposed?.hand_id === hand && supposed.ply === this.at && supposed.asked === this.asked ? supposed : null;
  }

  // --- the review ---------------------------------------------------------------------------------------------

  /** What the play was worth beside the others, by what its seat knew and with cards open; and how the hand went. */
  drawReview() {
    const { review } = this.data;
    if (review === null || this.veiled || this.data.desk) return nothing;
    const found = review.decisions.filter((each) => each.ply === this.at); // before the first play there may be two
    const graded = (/** @type {import("./message").ReviewedView} */ { grade }) => (grade ? html` <b class="grade ${grade}">${GRADES[grade]} ${this.t(`review.grade.${grade}`)}</b>` : nothing);
    return html`<section class="review" aria-label=${this.t("review.title")} tabindex="0">
      <h3>${this.t("review.title")}${found.map(graded)}</h3>
      ${found.map((each) => html`<p>${this.sentence(each.said)}</p>${each.plays.length ? this.worths(each) : nothing}<p class="small">${each.small}</p>`)}
      ${this.drawCurve()}
    </section>`;
  }

  /** @param {import("./message").ReviewedView} found */
  worths({ plays }) {
    const review = /** @type {import("./message").ReviewView} */ (this.data.review);
    const opened = review.ply === this.at ? review.opened : {};
    const most = Math.max(...plays.map(({ gain, reach }) => Math.abs(gain) + (reach ?? 0)), 1e-9);
    const away = Math.max(...Object.values(opened), 1e-9);
    const part = (/** @type {number} */ value, /** @type {number} */ of) => `${Math.max(0, Math.min(100, (100 * value) / of)).toFixed(1)}%`;
    const at = (/** @type {number} */ gain) => part(gain + most, 2 * most);
    const known = (/** @type {number} */ gain, /** @type {number | null} */ reach) => html`<span class="track both" aria-hidden="true">
      <i class="b ${gain > 0 ? "more" : ""}" style=${`left: ${at(Math.min(gain, 0))}; width: ${part(Math.abs(gain), 2 * most)}`}></i>
      ${reach === null ? nothing : html`<i class="e" style=${`left: ${at(gain - reach)}; width: ${part(2 * reach, 2 * most)}`}></i>`}</span>`;
    const number = (/** @type {number} */ gain) => (Math.abs(gain) < 0.05 ? "0" : `${gain > 0 ? "+" : "−"}${Math.abs(gain).toFixed(1)}`);
    const row = (/** @type {import("./message").WorthView} */ { cards, gain, reach, made }) => html`<tr class=${made ? "made" : ""}>
      <th scope="row">${this.laid(cards)}${made ? html` <span class="small">${this.t("review.made")}</span>` : nothing}</th>
      <td>${known(gain, reach)}<span class="n">${made ? "0" : number(gain)}${reach === null ? nothing : ` ± ${reach.toFixed(1)}`}</span></td>
      <td>${cards in opened ? html`<span class="track" aria-hidden="true"><i class="b" style=${`width: ${part(opened[cards], away)}`}></i></span><span class="n">${opened[cards] ? number(-opened[cards]) : this.t("review.best")}</span>` : html`<span class="small">–</span>`}</td></tr>`;
    return html`<table><thead><tr><th scope="col">${this.t("review.play")}</th><th scope="col">${this.t("review.known")}</th><th scope="col">${this.t("review.open")}</th></tr></thead>
      <tbody>${plays.map(row)}</tbody></table><p class="small">${this.t("review.limits")}</p>`;
  }

  /** What was expected of the hand after each play that was reviewed, with the 95 % interval, and its mistakes to go to. */
  drawCurve() {
    const told = this.data.review?.decisions.filter((each) => each.value !== null) ?? [];
    if (told.length < 2) return nothing;
    const values = told.map((each) => /** @type {number} */ (each.value));
    const reaches = told.map((each) => each.reach ?? 0);
    const [low, high] = [Math.min(...values.map((value, at) => value - reaches[at])), Math.max(...values.map((value, at) => value + reaches[at]))];
    const last = Math.max(this.data.frames.length - 1, 1);
    const x = (/** @type {number} */ ply) => (100 * ply) / last;
    const y = (/** @type {number} */ value) => 92 - (84 * (value - low)) / Math.max(high - low, 1e-9);
    const line = (/** @type {number} */ side) => told.map((each, at) => `${x(each.ply).toFixed(2)},${y(values[at] + side * reaches[at]).toFixed(2)}`);
    const [points, band] = [line(0).join(" "), [...line(1), ...line(-1).reverse()].join(" ")];
    const mark = (/** @type {import("./message").ReviewedView} */ each) => html`<button type="button" class="at" style=${`left: ${x(each.ply)}%; top: ${y(each.value ?? 0)}%`}
      title=${each.said} aria-label=${`${this.t("review.grade.mistake")} ${each.ply}: ${each.said}`} @click=${() => this.go(each.ply)}>▼</button>`;
    return html`<div class="curve"><h3>${this.t("review.curve")} ${values[0].toFixed(1)} → ${values[values.length - 1].toFixed(1)}</h3>
      <div class="plot"><svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <polygon points=${band}></polygon><polyline points=${points}></polyline><line x1=${x(this.at)} x2=${x(this.at)} y1="0" y2="100"></line></svg>
      ${told.filter((each) => each.grade === "mistake").map(mark)}</div></div>`;
  }

  /** Goes to a ply.
   * @param {number} _ply
   */
  go(_ply) {
    return false;
  }

  // --- the verdict --------------------------------------------------------------------------------------------

  /** @param {Frame} frame */
  drawVerdict(frame) {
    const { desk } = this.data;
    const rule = desk || !this.served ? nothing : this.button(this.t("table.case"), `${this.t("keys.case")} (r)`, () => this.toCase(), { name: "rule" });
    return html`<section class="verdict" aria-label=${this.t("table.verdict")} tabindex="0">
      <header class="at">${this.at === 0 ? html`<b>${this.t("table.start")}</b>` : this.where(frame)}${rule}</header>
      ${this.beforeFindings(frame)}
      ${this.veiled ? this.unsaid(frame) : this.said(frame)}
      ${this.veiled ? nothing : this.drawIf()}
    </section>`;
  }

  /** @param {Frame} frame */
  where(frame) {
    const cards = !frame.cards ? nothing : frame.cards === "-" ? this.t("game.pass") : this.run(frame.cards);
    return html`<span class="where">${this.t("table.trick.n", { n: frame.trick })} · ${frame.trick}.${frame.play}</span>
      ${this.seatMark(frame.seat ?? "")}${cards}${this.headline(frame)}
      <span class="time">${this.t("table.time")} ${this.time(frame)}</span>`;
  }

  /** What the seat that is looked from may know.
   * @param {Frame} frame
   */
  unsaid(frame) {
    const known = this.at === 0 ? this.beforeFirst() : frame.seat === this.view ? this.legal() : nothing;
    return html`<p class="clean">${this.t("table.veiled")}</p>${known}`;
  }

  /** @param {Frame} frame */
  said(frame) {
    const { findings, noted } = this.data;
    const none = this.t(this.at === 0 ? "table.verdict.start" : "table.verdict.none");
    const cards = frame.findings.map((index) => {
      const finding = findings[index];
      return keyed(index, this.findingCard(finding, finding.scope === "play" ? this.cardsOf(frame) : []));
    });
    const known = html`${cards}${frame.noted.map((index) => this.notedCard(noted[index]))}
      ${cards.length ? nothing : html`<p class="clean">${none}</p>`}`;
    return html`${this.data.desk ? nothing : known}${this.at > 0 ? this.legal() : this.beforeFirst()}`;
  }

  /** What those hear who do not see the table.
   * @param {Frame} frame
   */
  told(frame) {
    if (this.veiled) return this.spoken(frame);
    const { findings, noted } = this.data;
    const found = frame.findings.map((index) => findings[index].message);
    return [this.spoken(frame), ...found, ...frame.noted.flatMap((index) => [noted[index].title, ...noted[index].effects])].join(" ");
  }

  /** What it took, of the time that there was.
   * @param {Frame} frame @returns {Part}
   */
  time(frame) {
    return frame.seconds === null ? this.t("game.not_recorded") : this.t("game.seconds", { n: frame.seconds });
  }
}
