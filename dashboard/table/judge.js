// The page of questions: fields that are told by taps or by typing, and the answer in large type. What is told is kept here and
// shown at once; the server hears of it, answers, and writes it into the address.

import { CARDS_ONLY, mountOf, split, styleSheets, themeAt, Words } from "./cards.js";
import { cardKey, cardsOf, choice, fault, optionFields, press, shorter, suitTabs } from "./fields.js";
import { html, nothing, render } from "./lit/lit-html.js";

/** @typedef {import("./message").JudgeMessage} JudgeMessage */
/** @typedef {import("./message").Field} Field */
/** @typedef {import("./message").VerdictView} VerdictView */
/** @typedef {import("./cards.js").Part} Part */
/** @typedef {(name: string, value: unknown) => void} Send */

const TYPED_MS = 350; // after the last key before the server hears of it
const SAID_MS = 1600;
const SIGNS = /** @type {Record<string, string>} */ ({ good: "✓", error: "✕", warning: "!", note: "…" });
const STYLES = ["table", "judge"];
const AFTER_SEAT = /** @type {Record<string, string>} */ ({ others: ":", hands: ":" });
const APART = /** @type {Record<string, string>} */ ({ bids: "; ", asked: "; " });

/** @extends {Words<any>} */
class Judge extends Words {
  /** @param {ParentNode} parent */
  constructor(parent) {
    super();
    this.root = document.createElement("div");
    this.root.className = "pp judge";
    parent.append(this.root);
    /** @type {Send} */ this.send = () => {};
    /** @type {Record<string, string>} */ this.told = {};
    /** @type {JudgeMessage} */ this.data = /** @type {any} */ (null);
    this.flying = ""; // the question that the server has not answered yet
    this.shown = ""; // the one that it answered last
    /** @type {string | null} */ this.tapped = null; // the field that cards are tapped into
    this.suit = "s";
    this.timer = 0;
    this.copied = false;
  }

  destroy() {
    clearTimeout(this.timer);
    this.root.remove();
  }

  /** @param {JudgeMessage} data */
  update(data) {
    const first = this.data === null;
    this.data = data;
    this.root.lang = data.lang === "zh" ? "zh-Hans" : "en";
    this.root.dataset.theme = themeAt(this.root);
    const own = !first && this.flying !== "" && this.shown !== data.asked;
    if (!own || data.asked === this.shown) {
      this.told = Object.fromEntries(data.fields.map((field) => [field.key, field.value]));
      this.told.about = data.about;
    }
    this.flying = "";
    this.shown = data.asked;
    if (first || !data.fields.some((field) => field.key === this.tapped)) this.tapped = this.firstEmpty();
    this.draw();
  }

  /** The field that is to be told next. */
  firstEmpty() {
    const found = this.data.fields.find((field) => field.needed && !field.value && ["cards", "plays", "pick"].includes(field.way));
    return found?.key ?? null;
  }

  // --- telling ------------------------------------------------------------------------------------------------

  /** @param {string} key @param {string} value @param {number} [wait] */
  tell(key, value, wait = 0) {
    this.told = { ...this.told, [key]: value };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), wait);
    this.draw();
  }

  ask() {
    const said = Object.fromEntries(Object.entries(this.told).filter(([, value]) => value.trim() !== ""));
    this.flying = JSON.stringify(said);
    this.send("asked", said);
  }

  clear() {
    const { about, sheet } = this.told;
    this.told = { about, sheet };
    this.tapped = null;
    this.ask();
    this.draw();
  }

  async copy() {
    await navigator.clipboard.writeText(location.href);
    this.copied = true;
    this.draw();
    setTimeout(() => {
      this.copied = false;
      this.draw();
    }, SAID_MS);
  }

  // --- drawing ------------------------------------------------------------------------------------------------

  draw() {
    const { data } = this;
    const open = data.fields.filter((field) => field.open);
    const more = data.fields.filter((field) => !field.open);
    const told = more.some((field) => this.told[field.key]);
    render(
      html`<div class="two">
        <section class="ans" aria-live="polite" aria-label=${this.t("ask.answer")}>
          ${data.verdicts.map((verdict) => this.box(verdict))}
          ${data.end.length ? html`<p class="end">${data.end.map((line) => html`<span>${this.sentence(line)}</span>`)}</p>` : nothing}
          <div class="share">
            <button class="main" @click=${() => this.copy()}>${this.t(this.copied ? "ask.copied" : "ask.copy")}</button>
            <button @click=${() => this.root.querySelector(".ans")?.requestFullscreen()}>${this.t("ask.show")}</button>
            <button @click=${() => this.clear()}>${this.t("ask.clear")}</button>
            ${data.record ? html`<a class="to-record" href=${this.record()}>${this.t("ask.record")}</a>` : nothing}
          </div>
        </section>
        <section class="ask" aria-label=${this.t("ask.question")}>
          <div class="abouts" role="group" aria-label=${this.t("ask.about")}>
            ${data.abouts.map(({ value, label }) => press(label, data.about === value, () => this.turn(value)))}
          </div>
          ${open.map((field) => this.row(field))}
          ${more.length
            ? html`<details class="more" ?open=${told}>
                <summary>${this.t("ask.more")}</summary>
                ${more.map((field) => this.row(field))}
              </details>`
            : nothing}
        </section>
      </div>`,
      this.root,
    );
  }

  /** Where what is told by now is gone on with as a record: the server may not have heard of all of it. */
  record() {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(this.told)) for (const line of value.split("\n")) if (line.trim()) query.append(key, line);
    query.set("lang", this.data.lang);
    return `record?${query}`;
  }

  /** Another question with what is told so far.
   * @param {string} about
   */
  turn(about) {
    this.tapped = null;
    this.tell("about", about);
  }

  /** @param {VerdictView} verdict */
  box(verdict) {
    const plays = verdict.allowed.map((play) => html`<li>${CARDS_ONLY.test(play) ? this.cards(play, "small") : play}</li>`);
    return html`<article class="box ${verdict.tone}">
      ${verdict.word ? html`<p class="word"><span class="sym" aria-hidden="true">${SIGNS[verdict.tone]}</span>${verdict.word}</p>` : nothing}
      <p class="why">${this.sentence(verdict.said)}</p>
      ${verdict.clauses.map((clause) => html`<p class="clause">${clause}</p>`)}
      ${plays.length ? html`<div class="can"><span class="soft">${verdict.choices}</span><ul>${plays}</ul><span class="soft">${verdict.more}</span></div>` : nothing}
      ${verdict.rows.length
        ? html`<dl class="lines">${verdict.rows.map(([word, what]) => html`<dt>${word}</dt><dd>${this.sentence(what)}</dd>`)}</dl>`
        : nothing}
    </article>`;
  }

  /** @param {Field} field */
  row(field) {
    const id = `ask-${field.key}`;
    return html`<div class="row by-${field.way}" data-key=${field.key}>
      <label class="l" for=${id}>${field.label}</label>
      <div class="v">${this.way(field, id)}</div>
    </div>`;
  }

  /** @param {Field} field @param {string} id @returns {Part} */
  way(field, id) {
    const value = this.told[field.key] ?? "";
    if (field.way === "choice") return field.choices.length > 6 ? this.list(field, id, value) : choice(field.label, field.choices, value, (said) => this.tell(field.key, said));
    if (field.way === "flag") {
      const turn = (/** @type {any} */ event) => this.tell(field.key, event.target.checked ? "1" : "");
      return html`<input id=${id} type="checkbox" .checked=${value !== ""} @change=${turn} />`;
    }
    if (field.way === "options") return this.options(field, value);
    if (field.way === "incident") {
      const tell = (/** @type {string} */ said, /** @type {boolean} */ typed) => this.tell(field.key, said, typed ? TYPED_MS : 0);
      return fault(this, id, value, field.choices, this.data.seats, tell);
    }
    if (field.way === "pick" && this.held().length) return this.pick(field, value);
    if (field.way === "text" || field.way === "number") return this.typed(field, id, value);
    return this.tappable(field, id, value);
  }

  /** @param {Field} field @param {string} id @param {string} value */
  list(field, id, value) {
    const none = field.empty ? html`<option value="" ?selected=${value === ""}>${field.empty}</option>` : nothing;
    const choose = (/** @type {any} */ event) => this.tell(field.key, event.target.value);
    return html`<select id=${id} .value=${value} @change=${choose}>
      ${none}${field.choices.map((each) => html`<option value=${each.value} ?selected=${each.value === value}>${each.label}</option>`)}
    </select>`;
  }

  /** @param {Field} field @param {string} id @param {string} value */
  typed(field, id, value) {
    const type = (/** @type {any} */ event) => this.tell(field.key, event.target.value, TYPED_MS);
    const mode = field.way === "number" ? "numeric" : "text";
    return html`<input id=${id} type="text" inputmode=${mode} autocomplete="off" placeholder=${field.hint} .value=${value} @input=${type} />`;
  }

  /** What is typed, or tapped on a picker.
   * @param {Field} field @param {string} id @param {string} value
   */
  tappable(field, id, value) {
    const open = this.tapped === field.key;
    const turn = () => {
      this.tapped = open ? null : field.key;
      this.draw();
    };
    const faces = field.way !== "plays" && CARDS_ONLY.test(value) ? this.faces(field, value) : nothing;
    return html`${faces}
      <div class="type">
        ${this.typed(field, id, value)}
        <button class="tap" aria-expanded=${open ? "true" : "false"} aria-label=${this.t("ask.picks", { field: field.label })} @click=${turn}>🂠</button>
      </div>
      ${open ? this.picker(field, value) : nothing}`;
  }

  /** The cards told, each of which a tap takes away.
   * @param {Field} field @param {string} value
   */
  faces(field, value) {
    const cards = split(value);
    const without = (/** @type {number} */ at) => cards.filter((_card, other) => other !== at).join("");
    return html`<div class="faces">
      ${cards.map((card, at) => html`<button aria-label=${this.cardName(card)} @click=${() => this.tell(field.key, without(at))}>${this.card(card)}</button>`)}
    </div>`;
  }

  /** The cards of the hand, which tells what can have been played.
   * @returns {string[]}
   */
  held() {
    const hand = (this.told.hand ?? "").replace(/\s/g, "");
    return CARDS_ONLY.test(hand) ? split(hand) : [];
  }

  /** @param {Field} field @param {string} value */
  pick(field, value) {
    const left = CARDS_ONLY.test(value) ? split(value) : [];
    const taken = this.held().map((card) => {
      const at = left.indexOf(card);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
    const turn = (/** @type {number} */ at) => {
      const said = this.held().filter((_card, other) => taken[other] !== (other === at));
      this.tell(field.key, said.join(""));
    };
    const id = `ask-${field.key}`;
    return html`<div class="faces pick" role="group" aria-label=${this.t("ask.pick.of")}>
        ${this.held().map((card, at) => html`<button aria-pressed=${taken[at] ? "true" : "false"} aria-label=${this.cardName(card)} @click=${() => turn(at)}>${this.card(card)}</button>`)}
      </div>
      ${this.typed(field, id, value)}`;
  }

  /** Keys for cards, a suit at a time; for plays behind seats those too.
   * @param {Field} field @param {string} value
   */
  picker(field, value) {
    const add = (/** @type {string} */ said) => this.tell(field.key, value + said);
    const plays = field.way === "plays";
    const apart = APART[field.key] ?? " ";
    const seat = (/** @type {string} */ each) => add(`${value.trim() ? (value.endsWith(apart) ? "" : apart.trim() + " ") : ""}${each}${AFTER_SEAT[field.key] ?? " "}`);
    const choose = (/** @type {string} */ suit) => {
      this.suit = suit;
      this.draw();
    };
    return html`<div class="picker">
      ${plays ? html`<div class="seg" role="group">${this.data.seats.map((each) => press(each.label, false, () => seat(each.value)))}</div>` : nothing}
      ${suitTabs(this, this.suit, choose, true)}
      <div class="ranks">${cardsOf(this.suit).map((card) => cardKey(this, card, add))}</div>
      <div class="seg">
        ${plays ? press(this.t("ask.next"), false, () => add(" ")) : nothing}
        ${plays ? press("-", false, () => add(`${value.endsWith(" ") ? "" : " "}- `)) : nothing}
        ${press(this.t("ask.back"), false, () => this.tell(field.key, shorter(value)))}
      </div>
    </div>`;
  }

  /** The options of the sheet; what is the default is not told.
   * @param {Field} field @param {string} value
   */
  options(field, value) {
    /** @type {Record<string, string>} */
    const set = Object.fromEntries(value.split("\n").filter(Boolean).map((line) => line.split("=", 2)));
    const turn = (/** @type {string} */ key, /** @type {string} */ chosen) => {
      const now = { ...set, [key]: chosen };
      const said = Object.entries(now).filter(([, each]) => each !== "");
      this.tell(field.key, said.map(([name, each]) => `${name}=${each}`).join("\n"));
    };
    return optionFields(this, field.options, set, turn);
  }
}

export default mountOf(Judge, await styleSheets(STYLES));
