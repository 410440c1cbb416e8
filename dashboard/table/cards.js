// What every part of the card table says and draws in one way: texts, cards, seats, verdicts. Everything is a template of lit,
// which puts in what a record says as text and as values of attributes, never as markup.

import { repeat } from "./lit/directives/repeat.js";
import { html, nothing } from "./lit/lit-html.js";

/** @typedef {import("./message").Frame} Frame */
/** @typedef {import("./message").FindingView} FindingView */
/** @typedef {import("./message").NotedView} NotedView */
/** @typedef {import("./message").OptionView} OptionView */
/** @typedef {import("./message").Message & {frames: Frame[]}} AnyMessage What every family's message has. */
/** @typedef {import("./lit/lit-html.js").TemplateResult | typeof nothing | string} Part What can be drawn. */
/** @typedef {[string, Part]} Line A word, and what it says. */

/** @type {Record<string, string>} */
export const SYMBOLS = { s: "♠\uFE0E", h: "♥\uFE0E", c: "♣\uFE0E", d: "♦\uFE0E" };
/** @type {Record<string, string>} */
const SEVERITY_SHAPES = { error: "✕", warning: "!", note: "i" };
const SEVERITIES = ["error", "warning", "note"];
const SUITED = /^[2-9TJQKA][shcd]$/;
const CARDS_IN_TEXT = /(?<![\w/-])((?:[2-9TJQKA][shcd]|BJ|LJ)+)(?![\w/-])/;
export const CARDS_ONLY = /^(?:[2-9TJQKA][shcd?]|\?[shcd?]|BJ|LJ)+$/;

/** A text with its keys of the format, which stand between backticks, as code.
 * @param {string} text
 */
function coded(text) {
  return text.split("`").map((part, at) => (at % 2 ? html`<code>${part}</code>` : part));
}

/** @param {string} text @param {Record<string, unknown>} values */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** @param {string} cards @returns {string[]} */
export function split(cards) {
  return cards.match(/..|\?/gsu) ?? [];
}

/** Whether the page is light or dark where an element is: by its ground, which the theme sets.
 * @param {Element} element
 */
export function themeAt(element) {
  const ground = getComputedStyle(element).getPropertyValue("--st-background-color").trim();
  const canvas = document.createElement("canvas").getContext("2d");
  if (canvas === null) return "light";
  canvas.fillStyle = "#fff";
  if (ground) canvas.fillStyle = ground;
  const hex = canvas.fillStyle;
  const light = /^#/.test(hex)
    ? 0.299 * parseInt(hex.slice(1, 3), 16) + 0.587 * parseInt(hex.slice(3, 5), 16) + 0.114 * parseInt(hex.slice(5, 7), 16)
    : 255;
  return light < 128 ? "dark" : "light";
}

/** What tells equal texts in a list apart, so that those that stay keep their elements: the text, and which of its kind it is.
 * @param {string[]} list @returns {(text: string, at: number) => string}
 */
export function nth(list) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  const keys = list.map((text) => {
    seen.set(text, (seen.get(text) ?? 0) + 1);
    return `${text} ${seen.get(text)}`;
  });
  return (_text, at) => keys[at];
}

/** `data` is the message that a table shows, which is there before anything is drawn.
 * @template {AnyMessage} M
 */
export class Words {
  constructor() {
    this.data = /** @type {M} */ (/** @type {unknown} */ (null));
    /** @type {number} */ this.at = 0;
    this.letters = false;
  }

  /** @param {string} key @param {Record<string, unknown>} [values] */
  t(key, values) {
    const text = this.data.text[key] ?? key;
    return values ? fill(text, values) : text;
  }

  /** A ply as a sentence, for those who hear the table.
   * @param {Frame} frame
   */
  spoken(frame) {
    if (this.at === 0) return this.t("table.spoken.start", { no: this.data.hand });
    const name = (/** @type {string | null} */ seat) => this.data.seats.find((one) => one.seat === seat)?.mark ?? "";
    const cards = split(frame.cards ?? "").map((card) => this.cardName(card)).join(this.t("card.and"));
    const said = frame.cards && frame.cards !== "-" ? "table.spoken.play" : "table.spoken.pass";
    const play = this.t(said, { trick: this.t("table.trick.n", { n: frame.trick }), seat: name(frame.seat), cards });
    const best = frame.done ? "table.spoken.wins" : "table.spoken.best";
    return frame.winner ? `${play} ${this.t(best, { seat: name(frame.winner) })}` : play;
  }

  // --- cards --------------------------------------------------------------------------------------------------

  /** @param {string} card */
  cardName(card) {
    if (card === "BJ" || card === "LJ") return this.t(`card.${card}`);
    if (card === "??" || card === "?") return this.t("card.unknown");
    const suit = this.t(card[1] === "?" ? "card.suitless" : `suit.${card[1]}`);
    const rank = card[0] === "T" ? "10" : card[0] === "?" ? this.t("card.rankless") : card[0];
    return this.t("card.name", { suit, rank });
  }

  /** How many cards a seat has left.
   * @param {number} n
   */
  cardsLeft(n) {
    return this.t(n === 1 ? "table.cards.one" : "table.cards.left", { n });
  }

  /** What a card is, for its style.
   * @param {string} card
   */
  kindOf(card) {
    if (SUITED.test(card)) return card[1];
    return card === "BJ" ? "big" : card === "LJ" ? "little" : "blank";
  }

  /** @param {string} card @returns {[string, string]} */
  rankAndMark(card) {
    if (SUITED.test(card)) return [card[0] === "T" ? "10" : card[0], this.letters ? card[1] : SYMBOLS[card[1]]];
    if (card.includes("?")) return [card[0] === "T" ? "10" : card[0], card === "??" ? "" : SYMBOLS[card[1]] ?? card[1] ?? ""];
    return [card, card === "BJ" ? "★" : card === "LJ" ? "☆" : ""];
  }

  /** @param {string} card */
  card(card) {
    const [rank, mark] = this.rankAndMark(card);
    return html`<span class="card ${this.kindOf(card)}" title="${this.cardName(card)} ${card}"><b>${rank}</b><i>${mark}</i></span>`;
  }

  /** @param {string} text @param {string} [name] @param {string} [style] */
  cards(text, name = "", style = "") {
    const list = split(text);
    const said = list.map((card) => this.cardName(card)).join(this.t("card.and"));
    const faces = repeat(list, nth(list), (card) => this.card(card));
    return html`<span class="cards ${name}" role="img" aria-label=${said} .style=${style}>${faces}</span>`;
  }

  /** What marks a card in running text.
   * @param {string} _card @returns {Part}
   */
  marked(_card) {
    return nothing;
  }

  /** Cards as running text, for lists: coloured suit and rank, no card faces; in letters as records write them.
   * @param {string} text @param {string} [name]
   */
  run(text, name = "") {
    const one = (/** @type {string} */ card) => {
      const suited = SUITED.test(card);
      const ink = suited ? card[1] : card === "BJ" ? "h" : "s";
      const [rank, mark] = this.rankAndMark(card);
      const said = !suited && !card.includes("?") ? card : this.letters || card[1] === "?" ? rank + mark : mark + rank;
      return html`<span class="ink-${ink}">${said}${this.marked(card)}</span>\u200B`;
    };
    return html`<span class="run ${name}">${split(text).map(one)}</span>`;
  }

  /** Notation from the record or the engine: cards where it is cards, plain text where it is not.
   * @param {string} text @returns {Part}
   */
  notation(text) {
    const plays = text.replace(/ \([^)]*\)$/, "").split(" | ");
    if (!plays.every((play) => CARDS_ONLY.test(play))) return html`<code>${text}</code>`;
    if (plays.length === 1) return this.cards(plays[0], "small");
    const [, more] = text.match(/ \(([^)]*)\)$/) ?? [];
    const rest = more && more !== `${plays.length}/${plays.length}` ? html`<span class="quiet">${more}</span>` : nothing;
    return html`<span class="choices">${plays.map((play) => html`<span class="alt">${this.run(play)}</span>`)}${rest}</span>`;
  }

  /** @param {string} seat */
  seatMark(seat) {
    const found = this.data.seats.find((one) => one.seat === seat);
    const letter = found && found.mark !== seat ? html`<small>${seat}</small>` : nothing;
    return html`<span class="seatmark side${found?.side ?? 0}"><i class="shape"></i>${found?.mark ?? seat}${letter}</span>`;
  }

  /** @param {string} severity */
  dot(severity) {
    return html`<span class="dot ${severity}" title=${this.t(`severity.${severity}`)}>${SEVERITY_SHAPES[severity] ?? ""}</span>`;
  }

  /** @param {Array<number>} findings */
  worst(findings) {
    const found = new Set(findings.map((index) => this.data.findings[index].severity));
    return SEVERITIES.find((severity) => found.has(severity)) ?? "note";
  }

  /** A text with its cards as cards.
   * @param {string} text
   */
  sentence(text) {
    return text.split(CARDS_IN_TEXT).map((part, at) => (at % 2 ? this.run(part) : part));
  }

  /** A finding: a sentence, the cards that it is about as rows of a word and what it says, the clause, what it rests on, its
   * code, and what would come of it.
   * @param {FindingView} finding @param {Line[]} [rows]
   */
  findingCard(finding, rows = []) {
    const { severity, clause, clause_text: text } = finding;
    const said = [...rows];
    if (finding.actual !== null && !rows.length) said.push([this.t("label.actual"), this.notation(finding.actual)]);
    if (finding.expected !== null) said.push([this.t("label.expected"), this.notation(finding.expected)]);
    const chip = (/** @type {string} */ key) => html`<span class="chip">${this.t(key)}</span>`;
    const card = html`<article class="finding ${severity}">
      <div class="head">
        <span class="badge ${severity}">${this.dot(severity)}${this.t(`severity.${severity}`)}</span>
        ${finding.scope === "play" ? nothing : chip(`scope.${finding.scope}`)}${chip(`kind.${finding.kind}`)}
      </div>
      <p class="message">${this.sentence(finding.message)}</p>
      ${said.length ? html`<dl class="lines">${said.map(([word, what]) => html`<dt>${word}</dt><dd>${what}</dd>`)}</dl>` : nothing}
      ${finding.fits === null ? nothing : html`<p class="fits">${finding.fits}</p>`}
      <blockquote class="clause">${text ? `${text} ` : ""}<b>${clause ?? this.t("table.clause.missing")}</b></blockquote>
      <p class="basis ${finding.basis}">${this.t(`basis.${finding.basis}.why`)}</p>
      ${finding.options.length ? this.rests(finding.options) : nothing}
      <code class="code">${finding.code}</code>
      <p class="remedy"><span class="label">${this.t("table.remedy")}</span>${coded(finding.remedy)}</p>
    </article>`;
    return finding.cause === null ? card : html`<details class="follows"><summary>${finding.cause}</summary>${card}</details>`;
  }

  /** The options that a finding rests on.
   * @param {OptionView[]} options
   */
  rests(options) {
    const word = this.t("table.options");
    const one = (/** @type {OptionView} */ { id, text }) => html`<li><span class="label">${word}</span><code>${id}</code> ${text}</li>`;
    return html`<ul class="rests" aria-label=${word}>${options.map(one)}</ul>`;
  }

  /** An incident or a ruling that the record itself has.
   * @param {NotedView} noted
   */
  notedCard(noted) {
    const ruling = noted.what === "ruling";
    const effects = noted.effects.length ? noted.effects.join(this.t("list.stop")) : this.t("noted.nothing");
    const facts = [...noted.facts, noted.by].filter((text) => text);
    return html`<article class="noted ${noted.what} ${noted.counts ? "" : "idle"}">
      <div class="head">
        <b>${ruling ? noted.title : this.t("noted.incident")}</b>
        ${noted.seat ? this.seatMark(noted.seat) : nothing}
        ${noted.state ? html`<span class="chip">${noted.state}</span>` : nothing}
      </div>
      <p class="message">${ruling ? effects : noted.title} ${noted.cards ? this.cards(noted.cards, "small") : nothing}</p>
      ${facts.length ? html`<p class="facts-of">${facts.join(" · ")}</p>` : nothing}
      ${noted.note ? html`<blockquote>${noted.note}</blockquote>` : nothing}
      ${noted.clause ? html`<p class="clause"><b>${noted.clause}</b>${noted.clause_text ? ` ${noted.clause_text}` : ""}</p>` : nothing}
    </article>`;
  }
}

/** The style sheets of these names, once they are there.
 * @param {string[]} names
 */
export function styleSheets(names) {
  return Promise.all(
    names.map(async (name) => {
      const sheet = new CSSStyleSheet();
      return sheet.replace(await (await fetch(new URL(`${name}.css`, import.meta.url))).text());
    }),
  );
}

/** What Streamlit calls for an element: the page that it has, made when it is first drawn, is told who hears it and what there is.
 * @typedef {{send: (name: string, value: unknown) => void, update(data: any): void, destroy(): void}} Page
 * @param {new (parent: ParentNode) => Page} Kind
 * @param {CSSStyleSheet[]} sheets
 */
export function mountOf(Kind, sheets) {
  /** @type {WeakMap<ParentNode, Page>} */
  const pages = new WeakMap();
  return (/** @type {{parentElement: HTMLElement, data: unknown, setTriggerValue: Page["send"]}} */ component) => {
    const { parentElement, data, setTriggerValue } = component;
    let page = pages.get(parentElement);
    if (!page) {
      const root = /** @type {ShadowRoot | Document} */ (parentElement.getRootNode());
      root.adoptedStyleSheets.push(...sheets);
      page = new Kind(parentElement);
      pages.set(parentElement, page);
    }
    page.send = setTriggerValue;
    page.update(data);
    return () => {
      pages.get(parentElement)?.destroy();
      pages.delete(parentElement);
    };
  };
}
