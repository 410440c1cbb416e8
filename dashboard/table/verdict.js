// What is said of a ply: what happened, the findings and what the record notes, what could have been played.

import { Layout } from "./layout.js";
import { keyed } from "./lit/directives/keyed.js";
import { html, nothing } from "./lit/lit-html.js";

/** @typedef {import("./message").Frame} Frame */
/** @typedef {import("./cards.js").Part} Part */

/**
 * @template {import("./cards.js").AnyMessage} M
 * @extends {Layout<M>}
 */
export class Verdict extends Layout {
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

  // --- the verdict --------------------------------------------------------------------------------------------

  /** @param {Frame} frame */
  drawVerdict(frame) {
    return html`<section class="verdict" aria-label=${this.t("table.verdict")} tabindex="0">
      <header class="at">${this.at === 0 ? html`<b>${this.t("table.start")}</b>` : this.where(frame)}</header>
      ${this.beforeFindings(frame)}
      ${this.veiled ? this.unsaid(frame) : this.said(frame)}
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
    return html`${cards}${frame.noted.map((index) => this.notedCard(noted[index]))}
      ${cards.length ? nothing : html`<p class="clean">${none}</p>`}
      ${this.at > 0 ? this.legal() : this.beforeFirst()}`;
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
