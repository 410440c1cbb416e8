// What every part of the card table says and draws in one way: texts, cards, seats, verdicts. Everything a record says is put
// in by textContent alone.

/** @typedef {import("./message").Frame} Frame */
/** @typedef {import("./message").FindingView} FindingView */
/** @typedef {import("./message").NotedView} NotedView */
/** @typedef {import("./message").Message & {frames: Frame[]}} AnyMessage What every family's message has. */

/** @type {Record<string, string>} */
export const SYMBOLS = { s: "♠\uFE0E", h: "♥\uFE0E", c: "♣\uFE0E", d: "♦\uFE0E" };
/** @type {Record<string, string>} */
export const SEVERITY_SHAPES = { error: "✕", warning: "!", note: "i" };
export const SEVERITIES = ["error", "warning", "note"];
const CARDS_IN_TEXT = /(?<![\w/-])((?:[2-9TJQKA][shcd]|BJ|LJ)+)(?![\w/-])/;
export const CARDS_ONLY = /^(?:[2-9TJQKA][shcd]|BJ|LJ|\?\?)+$/;

/** An element with a class, and text or children; a string is always a text node, never markup.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {string} [name] @param {...(Node | string | null | undefined)} children
 */
export function el(tag, name, ...children) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  for (const child of children) if (child !== null && child !== undefined) node.append(child);
  return node;
}

/** Gives a box these children, and leaves what is as it should be: only what differs is laid out anew. What is listened to
 * is not for this, for it is the old node that stays.
 * @param {Node} box @param {...Node} fresh
 */
export function settle(box, ...fresh) {
  const old = [...box.childNodes];
  const least = Math.min(old.length, fresh.length);
  let front = 0;
  while (front < least && old[front].isEqualNode(fresh[front])) front += 1;
  let back = 0;
  while (back < least - front && old[old.length - 1 - back].isEqualNode(fresh[fresh.length - 1 - back])) back += 1;
  const after = old[old.length - back] ?? null;
  const gone = old.slice(front, old.length - back);
  fresh.slice(front, fresh.length - back).forEach((node, at) => {
    if (at >= gone.length) box.insertBefore(node, after);
    else become(gone[at], node);
  });
  for (const node of gone.slice(Math.max(0, fresh.length - back - front))) node.remove();
}

/** @param {ChildNode} node @param {Node} fresh */
function become(node, fresh) {
  if (!(node instanceof Element && fresh instanceof Element) || node.tagName !== fresh.tagName) {
    node.replaceWith(fresh);
    return;
  }
  for (const name of node.getAttributeNames()) if (!fresh.hasAttribute(name)) node.removeAttribute(name);
  for (const name of fresh.getAttributeNames()) {
    const value = fresh.getAttribute(name) ?? "";
    if (node.getAttribute(name) === value) continue;
    if (name !== "style") node.setAttribute(name, value);
    else if (node instanceof HTMLElement) node.style.cssText = value; // as an attribute the page's policy may forbid it
  }
  settle(node, ...fresh.childNodes);
}

/** A text with its keys of the format, which stand between backticks, as code.
 * @param {string} text
 */
function coded(text) {
  return text.split("`").map((part, at) => (at % 2 ? el("code", "", part) : part));
}

/** @param {string} text @param {Record<string, unknown>} values */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** @param {string} cards @returns {string[]} */
export function split(cards) {
  return cards.match(/../gsu) ?? [];
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
    if (card === "??") return this.t("card.unknown");
    const suit = this.t(`suit.${card[1]}`);
    const rank = card[0] === "T" ? "10" : card[0];
    return this.t("card.name", { suit, rank });
  }

  /** @param {string} card */
  card(card) {
    const known = /^[2-9TJQKA][shcd]$/.test(card);
    const kind = known ? card[1] : card === "BJ" ? "big" : card === "LJ" ? "little" : "unseen";
    const rank = known ? (card[0] === "T" ? "10" : card[0]) : card === "??" ? "?" : card;
    const mark = known ? (this.letters ? card[1] : SYMBOLS[card[1]]) : card === "BJ" ? "★" : card === "LJ" ? "☆" : "";
    const node = el("span", `card ${kind}`, el("b", "", rank), el("i", "", mark));
    node.title = `${this.cardName(card)} ${card}`;
    return node;
  }

  /** @param {string} text @param {string} [name] */
  cards(text, name) {
    const row = el("span", `cards ${name ?? ""}`);
    const list = split(text);
    row.setAttribute("role", "img");
    row.setAttribute("aria-label", list.map((card) => this.cardName(card)).join(this.t("card.and")));
    for (const card of list) row.append(this.card(card));
    return row;
  }

  /** Cards as running text, for lists: rank and coloured suit, no card faces.
   * @param {string} text
   */
  run(text) {
    const row = el("span", "run");
    for (const card of split(text)) {
      const known = /^[2-9TJQKA][shcd]$/.test(card);
      if (known) {
        const mark = this.letters ? card[1] : SYMBOLS[card[1]];
        row.append(el("span", `ink-${card[1]}`, (card[0] === "T" ? "10" : card[0]) + mark));
      } else row.append(el("span", card === "BJ" ? "ink-h" : "ink-s", card));
      row.append("\u200B");
    }
    return row;
  }

  /** Notation from the record or the engine: cards where it is cards, plain text where it is not.
   * @param {string} text
   */
  notation(text) {
    const plays = text.replace(/ \([^)]*\)$/, "").split(" | ");
    if (!plays.every((play) => CARDS_ONLY.test(play))) return el("code", "", text);
    if (plays.length === 1) return this.cards(plays[0], "small");
    const row = el("span", "choices");
    for (const play of plays) row.append(el("span", "alt", this.run(play)));
    const more = text.match(/ \(([^)]*)\)$/);
    if (more && more[1] !== `${plays.length}/${plays.length}`) row.append(el("span", "quiet", more[1]));
    return row;
  }

  /** @param {string} seat */
  side(seat) {
    const found = this.data.seats.find((one) => one.seat === seat);
    return found ? found.side : 0;
  }

  /** @param {string} seat */
  seatMark(seat) {
    const found = this.data.seats.find((one) => one.seat === seat);
    const mark = el("span", `seatmark side${this.side(seat)}`, el("i", "shape"));
    mark.append(found ? found.mark : seat);
    if (found && found.mark !== seat) mark.append(el("small", "", seat));
    return mark;
  }

  /** @param {string} severity */
  dot(severity) {
    const node = el("span", `dot ${severity}`, SEVERITY_SHAPES[severity] ?? "");
    node.title = this.t(`severity.${severity}`);
    return node;
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
   * @param {FindingView} finding @param {Array<[string, Node]>} [rows]
   */
  findingCard(finding, rows = []) {
    const { severity } = finding;
    const badge = el("span", `badge ${severity}`, this.dot(severity), this.t(`severity.${severity}`));
    const kind = el("span", "chip", this.t(`kind.${finding.kind}`));
    const scope = finding.scope === "play" ? null : el("span", "chip", this.t(`scope.${finding.scope}`));
    const node = el("article", `finding ${severity}`, el("div", "head", badge, scope, kind), el("p", "message", ...this.sentence(finding.message)));
    const said = [...rows];
    if (finding.actual !== null && !rows.length) said.push([this.t("label.actual"), this.notation(finding.actual)]);
    if (finding.expected !== null) said.push([this.t("label.expected"), this.notation(finding.expected)]);
    if (said.length) {
      const list = el("dl", "lines");
      for (const [word, what] of said) list.append(el("dt", "", word), el("dd", "", what));
      node.append(list);
    }
    if (finding.fits !== null) node.append(el("p", "fits", finding.fits));
    const name = el("b", "", finding.clause ?? this.t("table.clause.missing"));
    node.append(el("blockquote", "clause", finding.clause_text ? `${finding.clause_text} ` : "", name));
    node.append(el("p", `basis ${finding.basis}`, this.t(`basis.${finding.basis}.why`)));
    if (finding.options.length) {
      const list = el("ul", "rests");
      list.setAttribute("aria-label", this.t("table.options"));
      for (const option of finding.options) {
        list.append(el("li", "", el("span", "label", this.t("table.options")), el("code", "", option.id), ` ${option.text}`));
      }
      node.append(list);
    }
    node.append(el("code", "code", finding.code));
    node.append(el("p", "remedy", el("span", "label", this.t("table.remedy")), ...coded(finding.remedy)));
    return finding.cause === null ? node : this.folded(finding.cause, node);
  }

  /** An incident or a ruling that the record itself has.
   * @param {NotedView} noted
   */
  notedCard(noted) {
    const ruling = noted.what === "ruling";
    const head = el("div", "head", el("b", "", ruling ? noted.title : this.t("noted.incident")));
    if (noted.seat) head.append(this.seatMark(noted.seat));
    if (noted.state) head.append(el("span", "chip", noted.state));
    const node = el("article", noted.counts ? `noted ${noted.what}` : `noted ${noted.what} idle`, head);
    const effects = noted.effects.length ? noted.effects.join(this.t("list.stop")) : this.t("noted.nothing");
    const message = el("p", "message", ruling ? effects : noted.title);
    if (noted.cards) message.append(" ", this.cards(noted.cards, "small"));
    node.append(message);
    const facts = [...noted.facts, noted.by].filter((text) => text);
    if (facts.length) node.append(el("p", "facts-of", facts.join(" · ")));
    if (noted.note) node.append(el("blockquote", "", noted.note));
    if (noted.clause) node.append(el("p", "clause", el("b", "", noted.clause), noted.clause_text ? ` ${noted.clause_text}` : ""));
    return node;
  }

  /** A finding that follows from another: what from, and itself when it is opened.
   * @param {string} cause @param {HTMLElement} card
   */
  folded(cause, card) {
    const node = el("details", "follows", el("summary", "", cause));
    node.append(card);
    return node;
  }
}
