// What the pages on which cards are told have in common: keys for cards, the form of an incident, the options of a sheet.

import { SYMBOLS } from "./cards.js";
import { html, nothing } from "./lit/lit-html.js";

/** @typedef {import("./cards.js").Words<any>} AnyWords */
/** @typedef {import("./message").Choice} Choice */
/** @typedef {import("./message").OptionField} OptionField */
/** @typedef {(word: string, value: string) => void} Turn */

const RANKS = "AKQJT98765432";
const JOKERS = ["BJ", "LJ"];
export const SUITS = ["s", "h", "c", "d"];
export const JOKER = "J"; // stands for the jokers where a suit is chosen
const UNSEEN = "?"; // stands for the suit that nobody saw
const WORDS_OF_FAULT = ["kind", "seat", "at", "noticed", "cards"];

/** @param {string} label @param {boolean} pressed @param {() => void} act */
export function press(label, pressed, act) {
  return html`<button aria-pressed=${pressed ? "true" : "false"} @click=${act}>${label}</button>`;
}

/** A row of choices of which one may be pressed; pressed again it is let go.
 * @param {string} label @param {Choice[]} choices @param {string | null | undefined} value @param {(value: string) => void} turn
 */
export function choice(label, choices, value, turn) {
  const one = (/** @type {Choice} */ each) => press(each.label, each.value === value, () => turn(each.value === value ? "" : each.value));
  return html`<div class="seg" role="group" aria-label=${label}>${choices.map(one)}</div>`;
}

/** The suits, of which one is open; where a suit may not have been seen that too.
 * @param {AnyWords} words @param {string} suit @param {(suit: string) => void} choose @param {boolean} [unseen]
 */
export function suitTabs(words, suit, choose, unseen = false) {
  return html`<div class="seg suits" role="group">
    ${SUITS.map((each) => html`<button class="ink-${each}" aria-label=${words.t(`suit.${each}`)} aria-pressed=${suit === each ? "true" : "false"} @click=${() => choose(each)}>${SYMBOLS[each]}</button>`)}
    <button aria-pressed=${suit === JOKER ? "true" : "false"} aria-label="${words.t("card.BJ")} ${words.t("card.LJ")}" @click=${() => choose(JOKER)}>★</button>
    ${unseen ? html`<button aria-label=${words.t("card.suitless")} aria-pressed=${suit === UNSEEN ? "true" : "false"} @click=${() => choose(UNSEEN)}>?</button>` : nothing}
  </div>`;
}

/** The cards of a suit, or the jokers.
 * @param {string} suit
 */
export function cardsOf(suit) {
  return suit === JOKER ? JOKERS : [...RANKS].map((rank) => rank + suit);
}

/** A key for a card.
 * @param {AnyWords} words @param {string} card @param {(card: string) => void} add
 */
export function cardKey(words, card, add) {
  return html`<button class="key" aria-label=${words.cardName(card)} @click=${() => add(card)}>${words.card(card)}</button>`;
}

/** A key that says as well how many of the card are left, how many of them a hand holds, and whether it stands above the rest.
 * @param {AnyWords} words @param {string} card @param {(card: string) => void} add @param {[number, number]} counts @param {boolean} high
 */
export function countedKey(words, card, add, [left, own], high) {
  const [rank, mark] = words.rankAndMark(card);
  const held = own ? words.t("record.cell.own", { n: own }) : "";
  return html`<button class="cell ${words.kindOf(card)} ${own ? "own" : ""} ${left ? "" : "out"} ${high ? "high" : ""}" data-card=${card} data-left=${Math.min(left, 3)}
    aria-label="${words.cardName(card)} ${words.t("record.cell.left", { n: left })}${held}" @click=${() => add(card)}>${rank}<i aria-hidden="true">${mark}</i></button>`;
}

/** Without its last card, seat or sign.
 * @param {string} value
 */
export function shorter(value) {
  return value.replace(/(?:[2-9TJQKA][shcd?]|BJ|LJ|.)\s*$/u, "");
}

/** What happened: its kind, whose it was, when, when it was noticed, which cards, as one line.
 * @param {AnyWords} words @param {string} id @param {string} value @param {Choice[]} kinds @param {Choice[]} seats
 * @param {(value: string, typed: boolean) => void} tell
 */
export function fault(words, id, value, kinds, seats, tell) {
  const found = /^(\S*)(?: (\S+))?(?: ([\d.]+))?(?: noticed ([\d.]+))?(?: ([^\s].*))?$/.exec(value.split("\n")[0]) ?? [];
  const said = Object.fromEntries(WORDS_OF_FAULT.map((word, at) => [word, found[at + 1] ?? ""]));
  const turn = (/** @type {string} */ word, /** @type {string} */ now, typed = false) => {
    const next = { ...said, [word]: now.trim() };
    const parts = [next.kind, next.seat, next.at, next.noticed ? `noticed ${next.noticed}` : "", next.cards];
    tell(next.kind ? parts.filter(Boolean).join(" ") : "", typed);
  };
  const input = (/** @type {string} */ word) => html`<label class="option"><span>${words.t(`ask.incident.${word}`)}</span>
    <input type="text" autocomplete="off" .value=${said[word]} @input=${(/** @type {any} */ event) => turn(word, event.target.value, true)} /></label>`;
  return html`<label class="option"><span>${words.t("ask.incident.kind")}</span>
      <select id=${id} @change=${(/** @type {any} */ event) => turn("kind", event.target.value)}>
        <option value="" ?selected=${!said.kind}>${words.t("ask.none")}</option>
        ${kinds.map((each) => html`<option value=${each.value} ?selected=${each.value === said.kind}>${each.label}</option>`)}
      </select></label>
    ${choice(words.t("ask.incident.seat"), seats, said.seat, (seat) => turn("seat", seat))}
    ${["at", "noticed", "cards"].map(input)}`;
}

/** The options of a sheet, each with what it is set to; the default is said by nothing.
 * @param {AnyWords} words @param {OptionField[]} options @param {Record<string, string>} set @param {Turn} turn
 */
export function optionFields(words, options, set, turn) {
  const one = (/** @type {OptionField} */ each) => html`<label class="option">
    <span>${each.label}</span>
    <select @change=${(/** @type {any} */ event) => turn(each.key, event.target.value)}>
      <option value="" ?selected=${!(each.key in set)}>${words.t("ask.default")}</option>
      ${each.choices.map((one_) => html`<option value=${one_.value} ?selected=${set[each.key] === one_.value}>${one_.label}</option>`)}
    </select>
  </label>`;
  return options.length ? html`<div class="options">${options.map(one)}</div>` : nothing;
}

/** Another page, in the session that there is: as Streamlit's own links lead.
 * @param {string} to
 */
export function goTo(to) {
  history.pushState(null, "", new URL(to, document.baseURI));
  dispatchEvent(new PopStateEvent("popstate"));
}
