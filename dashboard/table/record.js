// The page on which a record is written. What is typed or tapped is kept here and shown at once; the server reads it into the
// record, audits that and answers, and a change that it has not answered yet waits in the browser's own store.

import { CARDS_ONLY, mountOf, nth, split, styleSheets, SYMBOLS, themeAt, Words } from "./cards.js";
import { cardsOf, choice, countedKey, fault, goTo, JOKER, optionFields, press, shorter, SUITS, suitTabs } from "./fields.js";
import { forget, hold, keep, kept, last, names } from "./keep.js";
import { repeat } from "./lit/directives/repeat.js";
import { html, nothing, render } from "./lit/lit-html.js";

/** @typedef {import("./message").RecordMessage} RecordMessage */
/** @typedef {import("./message").HandView} HandView */
/** @typedef {import("./message").RowView} RowView */
/** @typedef {import("./message").CellView} CellView */
/** @typedef {import("./message").Choice} Choice */
/** @typedef {import("./cards.js").Part} Part */
/** @typedef {(name: string, value: unknown) => void} Send */
/** @typedef {{number: number, stage: string, seat: string | null, text: string, at: [number, number] | null}} Entry */
/** @typedef {{name: string, plays: Array<[string, string]>, total: number}} Kind Legal plays of a kind, some of so many. */
/**
 * @typedef {object} Kept What the browser keeps of a record.
 * @property {string} draft
 * @property {string} base
 * @property {string} document
 * @property {number} hand
 * @property {string} stage
 * @property {string | null} seat
 * @property {string[]} undo
 * @property {string[]} redo
 * @property {Entry[]} pending
 * @property {number} number
 * @property {string} [unread] Notes that could not be read, of which it is asked what they meant.
 */

const PATIENCE_MS = 12_000; // after which a message that was not answered is sent again
const MOST_UNDO = 400_000; // characters of documents that can be gone back to
const LISTED = 24; // legal plays that are shown at once
const SEVERITIES = ["error", "warning", "note"];
const STYLES = ["table", "judge", "record"];
const KITTY = "kitty";
const OFFERS_SEATS = new Set(["deal", "bids", "kitty", "tribute"]);

/** @extends {Words<any>} */
class Writing extends Words {
  /** @param {ParentNode} parent */
  constructor(parent) {
    super();
    this.root = document.createElement("div");
    this.root.className = "pp judge record";
    parent.append(this.root);
    this.root.addEventListener("keydown", (event) => this.pressed(/** @type {KeyboardEvent} */ (event)));
    /** @type {Send} */ this.send = () => {};
    /** @type {RecordMessage} */ this.data = /** @type {any} */ (null);
    /** @type {Kept} */ this.kept = /** @type {any} */ (null);
    /** @type {Entry[]} */ this.recent = []; // entries that the browser's store does not have yet
    this.opening = ""; // the record that is being fetched from the browser's store
    this.turn = Date.now() % 1_000_000_000; // no message of an earlier visit has the same
    /** @type {{turn: number, made: number, when: number} | null} */ this.flying = null;
    this.made = 0; // goes up with each change that the answer to an earlier one knows nothing of
    this.saved = true;
    this.typed = "";
    this.refused = "";
    /** @type {[number, number] | null} */ this.place = null;
    /** @type {string | null} */ this.taker = null;
    this.suit = "s";
    this.chosen = -1; // of the legal plays, by the arrow keys
    this.incident = "";
    this.pasted = "";
    /** @type {string[]} */ this.others = [];
    /** @type {string | null} */ this.given = null;
    this.loading = false;
    /** @type {[number, number] | null} */ this.ruling = null; // the place whose case is opened when the record is loaded
    this.apart = false; // another tab has the record, and what is done here is kept beside it
    this.release = () => {}; // lets another tab have the record
    this.clock = setInterval(() => this.retry(), 1000);
    this.focused = false; // until then the box waits for the page to be seen
    // keys that are pressed while nothing has the focus are meant for the box
    this.anywhere = (/** @type {KeyboardEvent} */ event) => {
      if (document.activeElement === document.body && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) this.focus();
    };
    document.addEventListener("keydown", this.anywhere);
  }

  destroy() {
    clearInterval(this.clock);
    document.removeEventListener("keydown", this.anywhere);
    this.release();
    this.root.remove();
  }

  /** @param {RecordMessage} data */
  update(data) {
    const first = this.data === null;
    this.data = data;
    this.root.lang = data.lang === "zh" ? "zh-Hans" : "en";
    this.root.dataset.theme = themeAt(this.root);
    const copy = new URLSearchParams(location.search).get("copy");
    const wanted = `${data.start.draft}~${copy ?? ""}`;
    if (this.opening !== wanted) {
      this.opening = wanted;
      void this.open(data.start.draft, copy, wanted);
      return;
    }
    if (this.kept === null) return;
    if (this.flying !== null && data.turn === this.flying.turn && data.draft === this.kept.draft) this.answered(data);
    else if (first) this.ask();
    this.draw();
    if (!this.focused) this.focus();
  }

  // --- what is kept -------------------------------------------------------------------------------------------

  /** Go on with what the browser has of a record, else begin it. A record that another tab has is gone on with under a name
   * of its own, so that neither writes over what the other keeps.
   * @param {string} draft @param {string | null} copy @param {string} wanted
   */
  async open(draft, copy, wanted) {
    const { start } = this.data;
    this.release(); // what this tab has itself it may have again
    this.release = () => {};
    const { name, release, apart } = await hold(draft, copy);
    if (this.opening !== wanted) {
      release();
      return;
    }
    this.release = release;
    this.apart = apart;
    /** @type {Kept | undefined} */ let found;
    try {
      found = await kept(name);
      if (found === undefined && apart) found = { ...(await kept(draft)), draft: name };
      this.others = (await names()).filter((other) => other !== name);
    } catch {
      this.saved = false; // a browser that keeps nothing; the page works without
    }
    const stale = found?.base !== start.base && !found?.undo?.length && !found?.pending?.length;
    this.kept = found?.document === undefined || stale ? this.begun(name, start) : found;
    const { number, pending } = this.kept;
    const { entries, ...where } = last(name) ?? { entries: [] };
    const late = /** @type {Entry[]} */ (entries).filter((entry) => entry.number > number);
    if (late.length) this.kept = { ...this.kept, ...where, pending: [...pending, ...late], number: late[late.length - 1].number };
    this.recent = late;
    this.flying = null;
    if (this.kept.unread) this.given = this.pasted = this.kept.unread; // what was asked of it is asked again
    this.save();
    this.ask();
    this.draw();
  }

  /** @param {string} draft @param {import("./message").StartView} start @returns {Kept} */
  begun(draft, { base, document: text, hand, stage }) {
    return { draft, base, document: text, hand, stage, seat: null, undo: [], redo: [], pending: [], number: 0 };
  }

  save() {
    this.saved = false;
    const { kept: now } = this;
    this.remember();
    keep(now).then(
      () => {
        if (this.kept === now) this.saved = true;
        if (this.kept.draft === now.draft) {
          this.recent = this.recent.filter((entry) => entry.number > now.number);
          this.remember();
        }
        this.drawSaved();
      },
      () => this.drawSaved(),
    );
  }

  /** What the store does not have yet, for a reload in the meantime. */
  remember() {
    const { draft, hand, stage, seat } = this.kept;
    last(draft, { hand, stage, seat, entries: this.recent });
  }

  /** @param {Partial<Kept>} change */
  change(change) {
    this.kept = { ...this.kept, ...change };
    this.save();
  }

  /** Another document, from which one can go back to the one before.
   * @param {string} text
   */
  put(text) {
    const undo = [...this.kept.undo, this.kept.document];
    let size = undo.reduce((sum, each) => sum + each.length, 0);
    while (size > MOST_UNDO && undo.length > 1) size -= /** @type {string} */ (undo.shift()).length;
    this.kept = { ...this.kept, undo, redo: [], document: text, unread: "" };
  }

  /** A change that is made here: of a field, or by taking something away.
   * @param {(document: any, hand: any) => void} act
   */
  edit(act) {
    const whole = JSON.parse(this.kept.document);
    act(whole, whole.hands[this.kept.hand]);
    this.put(JSON.stringify(whole));
    this.changed();
  }

  changed() {
    this.made += 1;
    this.refused = "";
    this.save();
    this.ask();
    this.draw();
  }

  back() {
    const { pending, undo, redo, document: text } = this.kept;
    if (pending.length) {
      const { number } = pending[pending.length - 1];
      this.recent = this.recent.filter((entry) => entry.number !== number);
      this.kept = { ...this.kept, pending: pending.slice(0, -1) };
    } else if (undo.length) this.kept = { ...this.kept, document: undo[undo.length - 1], undo: undo.slice(0, -1), redo: [...redo, text] };
    else return;
    this.clamp();
    this.changed();
  }

  again() {
    const { undo, redo, document: text } = this.kept;
    if (!redo.length) return;
    this.kept = { ...this.kept, document: redo[redo.length - 1], redo: redo.slice(0, -1), undo: [...undo, text] };
    this.clamp();
    this.changed();
  }

  clamp() {
    const { hands } = JSON.parse(this.kept.document);
    this.place = null;
    if (this.kept.hand >= hands.length) this.kept = { ...this.kept, hand: Math.max(hands.length - 1, 0) };
  }

  /** The hand as the document has it. */
  get hand() {
    return this.whole.hands[this.kept.hand] ?? {};
  }

  get whole() {
    return JSON.parse(this.kept.document);
  }

  // --- telling the server, and its answer ---------------------------------------------------------------------

  ask(load = false) {
    if (this.flying !== null) return;
    const { draft, document: text, hand, stage, seat, pending } = this.kept;
    this.turn += 1;
    this.flying = { turn: this.turn, made: this.made, when: Date.now() };
    this.send("draft", { draft, turn: this.turn, document: text, hand, stage, seat, entries: pending.slice(0, 100), given: this.given, load, place: this.ruling });
  }

  /** @param {RecordMessage} data */
  answered(data) {
    const { made } = /** @type {{made: number}} */ (this.flying);
    this.flying = null;
    this.loading = false;
    if (made !== this.made) {
      this.ask(); // something was changed meanwhile, of which this knows nothing
      return;
    }
    const begun = this.given !== null;
    const unread = this.given !== null && !data.documents.length ? this.given : "";
    this.given = null;
    const count = this.kept.pending.length;
    data.documents.forEach((text) => this.put(text));
    const pending = begun ? this.kept.pending : this.kept.pending.slice(data.documents.length);
    this.kept = { ...this.kept, pending, unread: begun ? unread : this.kept.unread };
    if (begun && data.documents.length) {
      this.kept = { ...this.kept, hand: 0, stage: "plays" };
      this.pasted = "";
    }
    if (data.refused !== null) {
      this.refused = data.refused.said;
      this.typed = [...pending.map((entry) => entry.text), this.typed].filter(Boolean).join(" ");
      this.kept = { ...this.kept, pending: [] };
      this.recent = [];
    } else if (count) {
      this.refused = "";
      this.place = null;
    }
    if (data.loaded?.sha256) this.kept = { ...this.kept, base: data.loaded.sha256 };
    this.save();
    if (data.loaded !== null) {
      const { ruling } = this;
      this.ruling = null;
      if (ruling !== null && data.loaded.case !== null) goTo(data.loaded.case);
    }
    const arrived = begun && data.documents.length > 0; // what cannot be read stays said, with what it may have meant
    if (this.kept.pending.length || arrived || this.wants !== this.looked) this.ask();
  }

  /** What is looked at, which the last answer may not be about. */
  get wants() {
    return `${this.kept.hand} ${this.kept.stage} ${this.kept.seat}`;
  }

  /** @param {Partial<Kept>} change */
  look(change) {
    this.change(change);
    this.place = null;
    this.chosen = -1;
    this.refused = "";
    this.made += 1;
    this.ask();
    this.draw();
  }

  retry() {
    if (!this.focused && this.kept !== null && document.activeElement === document.body) this.focus();
    if (this.flying !== null && Date.now() - this.flying.when > PATIENCE_MS) {
      this.flying = null;
      this.ask();
      this.draw();
    }
  }

  // --- typing and tapping -------------------------------------------------------------------------------------

  /** What is in the box is said. */
  enter() {
    const text = this.typed.trim();
    if (!text) return;
    const { stage, number, pending } = this.kept;
    const seat = this.seat();
    const entry = { number: number + 1, stage, seat, text, at: this.place };
    this.kept = { ...this.kept, number: number + 1, pending: [...pending, entry] };
    this.recent.push(entry);
    this.typed = "";
    this.refused = "";
    this.chosen = -1;
    this.place = null;
    this.save();
    this.ask();
    this.draw();
    this.focus();
  }

  /** Something that is said without being typed.
   * @param {string} text
   */
  say(text) {
    this.typed = text;
    this.enter();
  }

  /** The seat that cards are told of. */
  seat() {
    const { stage, seat } = this.kept;
    if (!OFFERS_SEATS.has(stage)) return null;
    const seats = this.data.seats.map((each) => each.seat);
    if (stage === "deal" && seat === KITTY) return seat;
    if (seat !== null && seats.includes(seat)) return seat;
    return stage === "deal" ? seats[0] : stage === "kitty" ? (this.data.hand?.dealer ?? null) : null;
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const box = /** @type {HTMLElement | null} */ (event.composedPath()[0] ?? null);
    const inBox = box?.id === "record-in";
    const other = !inBox && box?.matches?.("input, textarea, select");
    const control = event.ctrlKey || event.metaKey;
    if (other) return;
    if (control && /^[zy]$/i.test(event.key) && (!inBox || !this.typed)) {
      event.preventDefault();
      if (event.key.toLowerCase() === "y" || event.shiftKey) this.again();
      else this.back();
      return;
    }
    if (event.altKey && /^[1-9]$/.test(event.key)) {
      const stage = this.data.sheet.stages[Number(event.key) - 1];
      if (stage) this.look({ stage, seat: null });
      event.preventDefault();
      this.focus();
      return;
    }
    if (!inBox || event.isComposing) return;
    if (event.key === "Enter") this.enter();
    else if (event.key === "Backspace" && !this.typed) this.back();
    else if (event.key === "Escape") {
      this.place = null;
      this.typed = "";
      this.draw();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") this.candidate(event.key === "ArrowDown" ? 1 : -1);
    else return;
    event.preventDefault();
  }

  /** Another of the legal plays into the box.
   * @param {number} by
   */
  candidate(by) {
    const plays = this.kinds().flatMap((kind) => kind.plays.map(([cards]) => cards));
    if (!plays.length) return;
    this.chosen = (Math.max(this.chosen, by < 0 ? 0 : -1) + by + plays.length) % plays.length;
    this.typed = plays[this.chosen];
    this.draw();
  }

  focus() {
    if (matchMedia("(pointer: coarse)").matches) return; // a keyboard would come up over half the page
    const box = /** @type {HTMLInputElement | null} */ (this.root.querySelector("#record-in"));
    box?.focus({ preventScroll: true });
    const within = /** @type {ShadowRoot | Document} */ (this.root.getRootNode()).activeElement;
    this.focused = this.focused || (box !== null && within === box);
  }

  /** A card is tapped.
   * @param {string} card
   */
  tap(card) {
    const { stage } = this.kept;
    if (stage === "deal") {
      this.say(card);
      return;
    }
    if (stage === "tribute" && !this.typed && this.kept.seat && this.taker) {
      this.say(`${this.kept.seat}>${this.taker} ${card}`);
      return;
    }
    this.typed += card;
    this.draw();
  }

  // --- drawing ------------------------------------------------------------------------------------------------

  draw() {
    if (this.kept === null) return;
    const { data } = this;
    const { hand } = data;
    this.looked = hand === null ? "" : this.wants;
    render(
      html`<header class="bar">
          <h1>${data.sheets.find((each) => each.value === data.sheet.key)?.label ?? ""}</h1>
          <div class="seg hands" role="group" aria-label=${this.t("record.hands")}>
            ${data.hands.map((each, index) => html`<button aria-pressed=${index === this.kept.hand ? "true" : "false"} @click=${() => this.look({ hand: index })}>
              ${each.no}${each.worst ? this.dot(each.worst) : nothing}</button>`)}
            <button aria-label=${this.t("record.hand.new")} @click=${() => this.newHand()}>+</button>
          </div>
          ${(hand?.facts ?? []).map((fact) => html`<span class="fact" title=${fact.title}><span class="soft">${fact.label}</span> ${fact.suit ? html`<span class="ink-${fact.suit}">${SYMBOLS[fact.suit]}</span>` : nothing}<b>${fact.text}</b></span>`)}
          <span class="save" id="record-saved" role="status">${this.savedWords()}</span>
        </header>
        ${this.notices()}
        <nav class="seg stages" aria-label=${this.t("record.stages")}>
          ${data.sheet.stages.map((stage, index) => this.stageTab(stage, index))}
        </nav>
        <div class="work" data-stage=${this.kept.stage}>
          <section class="entry" aria-label=${this.t(`record.stage.${this.kept.stage}`)}>${this.stage()}</section>
          ${hand === null ? nothing : html`${this.felt(hand)}${this.list(hand)}${this.held(hand)}`}
        </div>`,
      this.root,
    );
  }

  savedWords() {
    const waiting = this.kept.pending.length;
    if (!this.saved) return this.t("record.saved.not");
    return waiting ? this.t("record.saved.waits", { n: waiting }) : `✓ ${this.t("record.saved")}`;
  }

  drawSaved() {
    const place = this.root.querySelector("#record-saved");
    if (place) this.draw();
  }

  /** Begin from a file's text, or from notes.
   * @param {string} text
   */
  begin(text) {
    this.given = text;
    this.changed();
  }

  notices() {
    const { start, problems, read_so, loaded } = this.data;
    const newer = start.base !== this.kept.base && start.base !== "" && !loaded;
    const afresh = () => {
      this.kept = { ...this.begun(this.kept.draft, start), number: this.kept.number };
      this.recent = [];
      this.changed();
    };
    const asked = start.draft.startsWith("?");
    return html`${start.said ? html`<p class="say ${asked ? "note" : "warning"}" role=${asked ? "status" : "alert"}>${start.said}</p>` : nothing}
      ${this.apart ? html`<p class="say warning" role="alert">${this.t("record.apart")}</p>` : nothing}
      ${newer ? html`<p class="say note">${this.t("record.newer")} <button @click=${afresh}>${this.t("record.afresh")}</button></p>` : nothing}
      ${problems.map((each) => html`<p class="say error" role="alert">${each.pointer ? html`<code>${each.pointer}</code> ` : nothing}${each.said} ${each.choices.map((meant) => html`<button class="meant" @click=${() => this.begin(meant.given)}>${meant.said}</button>`)}</p>`)}
      ${read_so.length ? html`<details class="say note" open><summary>${this.t("record.readings")}</summary><ul>${read_so.map((each) => html`<li>${each}</li>`)}</ul></details>` : nothing}
      ${loaded ? html`<p class="say ${loaded.tone}" role="status">${loaded.said} ${loaded.link ? html`<a href=${loaded.link}>${this.t("record.to.replay")}</a>` : nothing} ${loaded.case ? html`<a href=${loaded.case}>${this.t("record.to.rulings")}</a>` : nothing}</p>` : nothing}`;
  }

  /** The gravest of what is found in a stage.
   * @param {string} stage
   */
  worstIn(stage) {
    const { hand, findings } = this.data;
    const found = findings.filter((_each, at) => hand !== null && hand.stage_of[at] === stage && !hand.opens[at]);
    return SEVERITIES.find((severity) => found.some((each) => each.severity === severity));
  }

  /** @param {string} stage @param {number} index */
  stageTab(stage, index) {
    const worst = this.worstIn(stage);
    return html`<button data-stage=${stage} title="Alt+${index + 1}" aria-pressed=${this.kept.stage === stage ? "true" : "false"}
      @click=${() => this.look({ stage, seat: null })}>${this.t(`record.stage.${stage}`)}${worst ? this.dot(worst) : nothing}</button>`;
  }

  /** @returns {Part} */
  stage() {
    const { stage } = this.kept;
    /** @type {Record<string, () => Part>} */
    const drawn = {
      setup: () => this.setup(),
      deal: () => this.dealing(),
      bids: () => this.listed("bids", this.hand.bids ?? [], (/** @type {string} */ bid) => this.seated(bid)),
      kitty: () => this.listed("kitty", this.hand.kitty ?? [], (/** @type {any} */ act) => this.acted(act)),
      tribute: () => this.paying(),
      plays: () => this.playing(),
      incidents: () => this.incidents(),
      claims: () => this.claims(),
      file: () => this.file(),
    };
    return html`${drawn[stage]()}${this.foundIn(stage)}`;
  }

  /** The findings of a stage; those of plays stand beside their tricks, and what only lacks facts is folded.
   * @param {string} stage @returns {Part}
   */
  foundIn(stage) {
    const { hand, findings } = this.data;
    if (hand === null) return nothing;
    const mine = findings.map((_each, at) => at).filter((at) => hand.stage_of[at] === stage);
    const told = mine.filter((at) => !hand.opens[at] && stage !== "plays");
    const open = mine.filter((at) => hand.opens[at]);
    return html`${told.map((at) => this.finding(at))}
      ${open.length ? html`<details class="opens"><summary>${this.t("record.opens", { n: open.length })}</summary>${open.map((at) => this.finding(at))}</details>` : nothing}`;
  }

  /** @param {number} at */
  finding(at) {
    const finding = this.data.findings[at];
    const { hand } = this.data;
    const place = hand?.places[at] ?? null;
    const go = () => {
      this.look({ stage: hand?.stage_of[at] ?? "setup", seat: null });
      if (place?.[1]) this.place = place;
      this.draw();
      this.root.querySelector(place?.[1] ? `[data-at="${place.join(".")}"]` : `.entry`)?.scrollIntoView({ block: "center" });
    };
    return html`<details class="found ${finding.severity}">
      <summary>${this.dot(finding.severity)}<b>${finding.clause ?? finding.code}</b> ${this.sentence(finding.message)}</summary>
      <div class="acts">
        <button class="to" @click=${go}>${this.t("record.go")}</button>
        ${hand?.opens[at] ? nothing : html`<button class="rule" ?disabled=${this.loading} @click=${() => this.load(place ?? [0, 0])}>${this.t("record.rule")}</button>`}
      </div>
      ${this.findingCard(finding)}
    </details>`;
  }

  /** The record goes into the warehouse; then the case of a place is opened, where one is told.
   * @param {[number, number] | null} ruling
   */
  load(ruling = null) {
    this.loading = true;
    this.flying = null;
    this.ruling = ruling;
    this.ask(true);
    this.draw();
  }

  // --- the box ------------------------------------------------------------------------------------------------

  /** The box in which all is typed, and what came of it.
   * @param {string} hint
   */
  box(hint) {
    const type = (/** @type {any} */ event) => {
      this.typed = event.target.value;
      this.chosen = -1;
      this.draw();
    };
    const waiting = this.kept.pending.map((entry) => entry.text);
    const compact = this.typed.replace(/\s/g, "");
    return html`<div class="line">
        <input id="record-in" type="text" autocomplete="off" autocapitalize="off" spellcheck="false" aria-label=${hint} placeholder=${hint}
          .value=${this.typed} @input=${type} @paste=${(/** @type {ClipboardEvent} */ event) => this.paste(event)} />
        <span class="echo" aria-hidden="true">${CARDS_ONLY.test(compact) ? this.run(compact) : nothing}</span>
        <button class="main" @click=${() => this.enter()}>${this.t("record.enter")}</button>
      </div>
      ${this.refused ? html`<p class="say error" role="alert">${this.sentence(this.refused)}</p>` : nothing}
      <p class="waiting" aria-hidden="true">${repeat(waiting, nth(waiting), (text) => html`<span class="chip">${CARDS_ONLY.test(text) ? this.run(text) : text}</span>`)}</p>`;
  }

  /** Several lines that are pasted are said at once.
   * @param {ClipboardEvent} event
   */
  paste(event) {
    const text = event.clipboardData?.getData("text") ?? "";
    if (!/\n./.test(text.trim())) return;
    event.preventDefault();
    this.say(text.trim());
  }

  /** Keys for cards: all on a wide page, a suit at a time on a phone.
   * @returns {Part}
   */
  picker() {
    const { hand } = this.data;
    if (hand === null) return nothing;
    const choose = (/** @type {string} */ suit) => {
      this.suit = suit;
      this.draw();
    };
    const add = (/** @type {string} */ card) => this.tap(card);
    const row = (/** @type {string} */ suit) => html`<div class="cells ${suit === this.suit ? "on" : ""}" data-suit=${suit}>
      ${cardsOf(suit).map((card) => countedKey(this, card, add, hand.cells[card] ?? [0, 0], hand.high.includes(card)))}</div>`;
    return html`<div class="picker" role="group" aria-label=${this.t("record.picker")}>
      ${suitTabs(this, this.suit, choose)}
      ${[...SUITS, JOKER].map(row)}
      <div class="seg under">
        ${this.kept.stage === "plays" ? html`${press("-", false, () => this.say("-"))}<button aria-label=${this.t("record.nobody")} @click=${() => this.say("?")}>?</button>` : nothing}
        ${press(this.t("ask.back"), false, () => { this.typed = shorter(this.typed); this.draw(); })}
      </div>
    </div>`;
  }

  /** Undo and redo. */
  tools() {
    const { undo, redo, pending } = this.kept;
    return html`<div class="tools">
      <button ?disabled=${!undo.length && !pending.length} @click=${() => this.back()}>↶ ${this.t("record.undo")}</button>
      <button ?disabled=${!redo.length} @click=${() => this.again()}>↷ ${this.t("record.redo")}</button>
      <span class="soft keys">${this.t("record.keys")}</span>
    </div>`;
  }

  /** Seats to choose from, the kitty among them where there is one.
   * @param {string | null} value @param {(seat: string) => void} turn @param {boolean} [kitty]
   */
  seatChoice(value, turn, kitty = false) {
    const one = (/** @type {string} */ seat, /** @type {Part} */ label) =>
      html`<button data-seat=${seat} aria-pressed=${seat === value ? "true" : "false"} @click=${() => turn(seat)}>${label}</button>`;
    return html`<div class="seg" role="group" aria-label=${this.t("record.seat")}>
      ${this.data.seats.map(({ seat }) => one(seat, this.seatMark(seat)))}
      ${kitty ? one(KITTY, html`${this.t("record.kitty")}`) : nothing}
    </div>`;
  }

  // --- stages -------------------------------------------------------------------------------------------------

  /** @param {string} label @param {Part} what */
  field(label, what) {
    return html`<div class="row"><span class="l">${label}</span><div class="v">${what}</div></div>`;
  }

  /** @param {string} label @param {Choice[]} choices @param {string} value @param {(value: string) => void} turn @param {string} [empty] */
  select(label, choices, value, turn, empty = this.t("ask.none")) {
    return html`<select aria-label=${label} @change=${(/** @type {any} */ event) => turn(event.target.value)}>
      ${empty ? html`<option value="" ?selected=${!value}>${empty}</option>` : nothing}
      ${choices.map((each) => html`<option value=${each.value} ?selected=${each.value === value}>${each.label}</option>`)}
    </select>`;
  }

  /** A member of an object is set, or with nothing taken away.
   * @param {any} of @param {string} name @param {unknown} value
   */
  member(of, name, value) {
    if (value === "" || value === null || value === undefined) delete of[name];
    else of[name] = value;
  }

  setup() {
    const { sheet, sheets: all, hand: view } = this.data;
    const { whole, hand } = this;
    const text = (/** @type {string} */ key) => this.t(`record.${key}`);
    const set = (/** @type {string} */ name) => (/** @type {string} */ value) => this.edit((_match, mine) => this.member(mine, name, value));
    const sheetTurn = (/** @type {string} */ key) => this.edit((match) => {
      match.sheet = key;
      delete match.options;
    });
    const before = (/** @type {string} */ side) => (/** @type {string} */ level) => this.edit((match) => {
      const levels = { ...match.start?.levels };
      this.member(levels, side, level);
      match.start = { ...match.start, levels };
    });
    const option = (/** @type {string} */ name, /** @type {string} */ value) => this.edit((match) => {
      const given = { ...match.options };
      this.member(given, name, /^\d+$/.test(value) ? Number(value) : value);
      match.options = given;
    });
    const player = (/** @type {string} */ seat) => (/** @type {any} */ event) => {
      const name = event.target.value.trim();
      this.edit((match) => {
        const seats = { ...match.seats };
        this.member(seats, seat, name ? { ...seats[seat], id: seats[seat]?.id ?? name, name } : "");
        match.seats = seats;
      });
    };
    const dealerKey = sheet.family === "tricks" ? "dealer" : "lead";
    return html`${this.box(text("hint.setup"))}
      ${this.field(text("sheet"), this.select(text("sheet"), all, sheet.key, sheetTurn, ""))}
      ${this.field(text("level"), choice(text("level"), sheet.levels, hand.level ?? view?.level, set("level")))}
      ${this.field(text(dealerKey), this.seatChoice(hand[dealerKey] ?? (dealerKey === "dealer" ? view?.dealer ?? null : null), set(dealerKey)))}
      ${sheet.trumps.length ? this.field(text("trump"), choice(text("trump"), sheet.trumps, hand.trump ?? view?.trump, set("trump"))) : nothing}
      ${this.field(text("before"), html`<div class="pair">${sheet.sides.map((side) => html`<label>${side.label} ${this.select(side.label, sheet.levels, whole.start?.levels?.[side.value] ?? "", before(side.value))}</label>`)}</div>`)}
      ${this.field(text("players"), html`<div class="pair">${this.data.seats.map(({ seat }) => html`<label>${this.seatMark(seat)}
        <input type="text" maxlength="100" .value=${whole.seats?.[seat]?.name ?? whole.seats?.[seat]?.id ?? ""} @change=${player(seat)} /></label>`)}</div>`)}
      ${sheet.options.length ? html`<details class="more"><summary>${text("options")}</summary>${optionFields(this, sheet.options, Object.fromEntries(Object.entries(whole.options ?? {}).map(([name, value]) => [name, String(value)])), option)}</details>` : nothing}
      ${this.tools()}`;
  }

  dealing() {
    const { sheet } = this.data;
    const seat = /** @type {string} */ (this.seat());
    const deal = this.hand.deal ?? {};
    const cards = split((deal[seat] ?? "").replace(/\s/g, ""));
    const left = this.hand.left ?? {};
    const size = (/** @type {string} */ at) => (at === KITTY ? sheet.kitty : left[at] ?? sheet.hand_size);
    const setLeft = (/** @type {string} */ at) => (/** @type {any} */ event) => this.edit((_match, hand) => {
      const said = event.target.value.trim();
      const now = { ...hand.left };
      this.member(now, at, said === "" ? "" : Math.min(Math.max(Math.trunc(Number(said)) || 0, 0), sheet.hand_size));
      this.member(hand, "left", Object.keys(now).length ? now : "");
    });
    const without = (/** @type {number} */ at) => this.edit((_match, hand) => {
      hand.deal = { ...hand.deal };
      this.member(hand.deal, seat, cards.filter((_card, other) => other !== at).join(""));
    });
    const places = [...this.data.seats.map((each) => each.seat), ...(sheet.kitty ? [KITTY] : [])];
    const count = (/** @type {string} */ at) => split((deal[at] ?? "").replace(/\s/g, "")).length;
    const name = (/** @type {string} */ at) => (at === KITTY ? html`${this.t("record.kitty")}` : this.seatMark(at));
    return html`<div class="seg" role="group" aria-label=${this.t("record.seat")}>
        ${places.map((at) => html`<button data-seat=${at} aria-pressed=${at === seat ? "true" : "false"} @click=${() => this.look({ seat: at })}>${name(at)} <span class="soft">${count(at)}/${size(at)}</span></button>`)}
      </div>
      ${this.box(this.t("record.hint.deal"))}
      <div class="faces">${cards.map((card, at) => html`<button aria-label="${this.cardName(card)} ${this.t("record.remove")}" @click=${() => without(at)}>${this.card(card)}</button>`)}</div>
      ${this.picker()}
      ${this.field(this.t("record.rest"), html`<div class="seg">${places.map((at) => html`<button data-rest=${at} @click=${() => this.say(`rest ${at}`)}>${name(at)}</button>`)}</div>`)}
      <details class="more" ?open=${Object.keys(left).length > 0}><summary>${this.t("record.left")}</summary><div class="pair">${this.data.seats.map((each) => html`<label>${this.seatMark(each.seat)}
        <input type="number" inputmode="numeric" min="0" max=${sheet.hand_size} data-left-of=${each.seat} placeholder=${sheet.hand_size} .value=${String(left[each.seat] ?? "")} @change=${setLeft(each.seat)} /></label>`)}</div></details>
      ${this.tools()}`;
  }

  /** A list of what was told in a stage, each of which can be taken away.
   * @param {string} stage @param {any[]} items @param {(item: any) => Part} said
   */
  listed(stage, items, said) {
    const without = (/** @type {number} */ at) => this.edit((_match, hand) => {
      hand[stage] = items.filter((_item, other) => other !== at);
      if (!hand[stage].length) delete hand[stage];
    });
    const bySeat = OFFERS_SEATS.has(stage) && stage !== "tribute";
    return html`${bySeat ? this.seatChoice(this.seat(), (seat) => this.look({ seat: seat === this.kept.seat ? null : seat })) : nothing}
      ${this.box(this.t(`record.hint.${stage}`))}
      <ol class="told">${items.map((item, at) => html`<li>${said(item)}<button aria-label=${this.t("record.remove")} @click=${() => without(at)}>✕</button></li>`)}</ol>
      ${stage === "kitty" && items.length ? html`<div class="seg">${press(this.t("record.pass"), false, () => this.say(`${this.kept.seat ?? ""} -`))}</div>` : nothing}
      ${stage === "incidents" ? nothing : this.picker()}
      ${this.tools()}`;
  }

  /** Cards behind a seat.
   * @param {string} text
   */
  seated(text) {
    const [seat, ...rest] = text.split(" ");
    return html`${this.seatMark(seat)} ${rest.map((each) => this.token(each))}`;
  }

  /** A play in notation.
   * @param {string} token
   */
  token(token) {
    const [cards, ...more] = token.split(/(?=[>=])/);
    return html`${CARDS_ONLY.test(cards) ? this.run(cards) : cards}${more.map((each) => html`<span class="soft">${each[0]}</span>${CARDS_ONLY.test(each.slice(1)) ? this.run(each.slice(1)) : each.slice(1)}`)}`;
  }

  /** @param {{seat: string, show?: string, bury?: string, pass?: boolean}} act */
  acted({ seat, show, bury, pass }) {
    return html`${this.seatMark(seat)} ${pass ? this.t("game.not_asked") : nothing} ${show ? html`${this.t("table.show")} ${this.token(show)}` : nothing} ${bury ? html`${this.t("table.bury")} ${this.token(bury)}` : nothing}`;
  }

  paying() {
    const { hand } = this;
    const taker = (/** @type {string} */ seat) => {
      this.taker = seat === this.taker ? null : seat;
      this.draw();
    };
    const resist = (/** @type {any} */ event) => this.edit((_match, mine) => this.member(mine, "resisted", event.target.checked || ""));
    return html`${this.field(this.t("record.giver"), this.seatChoice(this.kept.seat, (seat) => this.look({ seat: seat === this.kept.seat ? null : seat })))}
      ${this.field(this.t("record.taker"), this.seatChoice(this.taker, taker))}
      ${this.listed("tribute", hand.tribute ?? [], (gift) => html`<bdi>${this.seatMark(gift[0])}→ ${this.seatMark(gift[2])}</bdi> ${this.run(gift.slice(4))}`)}
      <label class="check"><input type="checkbox" .checked=${hand.resisted === true} @change=${resist} /> ${this.t("record.resisted")}</label>`;
  }

  /** The legal plays at the play that is due, by kind.
   * @returns {Kind[]}
   */
  kinds() {
    const found = /** @type {any} */ (this.data.hand?.due?.legal);
    if (!found) return [];
    if ("plays" in found) {
      const plays = found.plays.map((/** @type {string} */ play) => [play, ""]);
      return [{ name: "", plays, total: found.total ?? plays.length }];
    }
    const groups = found.groups.map((/** @type {any} */ { kind, plays, total }) => ({ name: kind, plays, total }));
    return found.passing ? [{ name: "", plays: [["-", this.t("record.no")]], total: 1 }, ...groups] : groups;
  }

  playing() {
    const { hand } = this.data;
    return html`${this.prompt()}
      ${this.box(this.t("record.hint.plays"))}
      ${this.place === null && hand !== null ? this.choices() : nothing}
      ${this.picker()}${this.tools()}`;
  }

  /** Whose turn it is. */
  prompt() {
    const { hand } = this.data;
    const due = hand?.due;
    if (this.place !== null) {
      return html`<p class="q"><b>${this.t("record.replaces", { trick: this.place[0], play: this.place[1] })}</b>
        <button class="rule" ?disabled=${this.loading} @click=${() => this.load(this.place)}>${this.t("record.rule")}</button>
        <button @click=${() => this.takeAway()}>${this.t("record.remove")}</button>
        <button @click=${() => { this.place = null; this.draw(); }}>${this.t("record.cancel")}</button></p>`;
    }
    if (due) return html`<p class="q"><span class="nw">${due.trick}.${due.play}</span> ${this.seatMark(due.seat)} <b>${this.t(due.play === 1 ? "record.leads" : "record.plays")}</b></p>`;
    return html`<p class="q">${this.t(hand?.over ? "record.over" : "record.who")}</p>`;
  }

  /** What is owed, and the legal plays, of which many are folded. */
  choices() {
    const found = /** @type {any} */ (this.data.hand?.due?.legal);
    if (!found) return nothing;
    const one = (/** @type {[string, string]} */ [cards, word]) => html`<button data-play=${cards} title=${word} aria-pressed=${this.typed === cards ? "true" : "false"} @click=${() => this.say(cards)}>
      ${cards === "-" ? word : this.run(cards)}</button>`;
    const kinds = this.kinds();
    const kind = (/** @type {Kind} */ { name, plays, total }) => html`<span class="kind">${name ? html`<span class="soft">${name}</span>` : nothing}${plays.map(one)}
      ${total > plays.length ? html`<span class="soft">${this.t("record.legal", { n: total })}</span>` : nothing}</span>`;
    let shown = 0;
    const few = kinds.findIndex((each) => (shown += each.plays.length) > LISTED);
    const more = few < 0 ? [] : kinds.slice(Math.max(few, 1));
    return html`<div class="legal">
      ${found.owed ? html`<span class="soft">${this.sentence(found.owed)}</span>` : nothing}
      ${kinds.slice(0, kinds.length - more.length).map(kind)}
      ${more.length ? html`<details><summary>${this.t("record.more", { n: more.reduce((sum, each) => sum + each.total, 0) })}</summary><div class="legal">${more.map(kind)}</div></details>` : nothing}
    </div>`;
  }

  /** The play that was chosen is taken out of its trick, and what comes after it moves up. */
  takeAway() {
    const [trick, play] = /** @type {[number, number]} */ (this.place);
    this.place = null;
    this.edit((_match, hand) => {
      const tricks = [...hand.tricks];
      const words = tricks[trick - 1].split(" ");
      words.splice(play, 1);
      if (words.length > 1) tricks[trick - 1] = words.join(" ");
      else tricks.splice(trick - 1, 1);
      hand.tricks = tricks;
      const times = [...(hand.seconds ?? [])].map((row) => [...row]);
      times[trick - 1]?.splice(play - 1, 1);
      if (words.length <= 1) times.splice(trick - 1, 1);
      this.member(hand, "seconds", times.length ? times : "");
      if (!tricks.length) delete hand.tricks;
    });
  }

  incidents() {
    const { sheet } = this.data;
    const items = this.hand.incidents ?? [];
    const name = (/** @type {string} */ kind) => sheet.incidents.find((each) => each.value === kind)?.label ?? kind;
    const said = (/** @type {any} */ each) => html`${this.seatMark(each.seat)} ${name(each.kind)} ${each.at ?? ""} ${each.cards ? this.run(each.cards) : nothing}`;
    const seats = this.data.seats.map((each) => ({ value: each.seat, label: each.mark }));
    const tell = (/** @type {string} */ value) => {
      this.incident = value;
      this.draw();
    };
    const add = () => {
      this.say(this.incident);
      this.incident = "";
    };
    return html`${this.listed("incidents", items, said)}
      <div class="form">${fault(this, "record-fault", this.incident, sheet.incidents, seats, tell)}
      <button class="main" ?disabled=${!/^\S+ \S/.test(this.incident)} @click=${add}>${this.t("record.add")}</button></div>`;
  }

  claims() {
    const { sheet, hand: view } = this.data;
    const claimed = this.hand.claims ?? {};
    const claim = (/** @type {string} */ name, /** @type {unknown} */ value) => this.edit((_match, hand) => {
      hand.claims = { ...hand.claims };
      this.member(hand.claims, name, value);
      if (!Object.keys(hand.claims).length) delete hand.claims;
    });
    const levels = (/** @type {string} */ side) => (/** @type {string} */ level) => {
      const now = { ...claimed.levels };
      this.member(now, side, level);
      claim("levels", Object.keys(now).length ? now : "");
    };
    const winner = (/** @type {string} */ side) => this.edit((match) => {
      match.claims = { ...match.claims };
      this.member(match.claims, "winner", side);
      if (!Object.keys(match.claims).length) delete match.claims;
    });
    return html`${this.box(this.t(`record.hint.claims.${sheet.family}`))}
      <table class="sums"><thead><tr><td></td><th scope="col">${this.t("record.claimed")}</th><th scope="col">${this.t("record.computed")}</th></tr></thead>
        <tbody>${(view?.claims ?? []).map((row) => html`<tr class=${row.same === false ? "wrong" : ""}><th scope="row">${this.t(`claim.${row.key}`)}</th><td>${row.claimed ?? "–"}</td><td title=${row.how ?? ""}>${row.computed ?? "–"}</td></tr>`)}</tbody></table>
      ${this.field(this.t("record.after"), html`<div class="pair">${sheet.sides.map((side) => html`<label>${side.label} ${this.select(side.label, sheet.levels, claimed.levels?.[side.value] ?? "", levels(side.value))}</label>`)}</div>`)}
      ${sheet.family === "tricks" ? this.field(this.t("claim.next_dealer"), this.seatChoice(claimed.next_dealer ?? null, (seat) => claim("next_dealer", seat === claimed.next_dealer ? "" : seat))) : nothing}
      ${this.field(this.t("record.winner"), choice(this.t("record.winner"), sheet.sides, this.whole.claims?.winner, winner))}
      ${this.tools()}`;
  }

  file() {
    const { whole } = this;
    const name = (/** @type {any} */ event) => this.edit((match) => { match.id = event.target.value.trim() || match.id; });
    const told = (/** @type {string} */ key) => (/** @type {any} */ event) => this.edit((match) => {
      const value = event.target.value.trim();
      match.event = { ...match.event };
      this.member(match.event, key, key === "round" && /^\d+$/.test(value) ? Number(value) : value);
      if (!Object.keys(match.event).length) delete match.event;
    });
    const begin = (/** @type {string} */ text) => this.begin(text);
    const chosen = (/** @type {any} */ event) => {
      const [picked] = event.target.files;
      event.target.form?.reset();
      if (picked) void picked.text().then(begin);
    };
    const go = (/** @type {string} */ draft) => {
      const [, first, copy] = /** @type {string[]} */ (/^(.*?)(?:~(\d+))?$/s.exec(draft));
      const query = new URLSearchParams(first.startsWith("?") ? first : first === "new" ? {} : { match: first });
      if (copy) query.set("copy", copy);
      return `record?${query}`;
    };
    const called = (/** @type {string} */ draft) => {
      if (draft.startsWith("?")) return `${this.t("record.from.judge")} ${[...new URLSearchParams(draft).values()].join(" ")}`;
      return draft.replace(/^new(?=$|~)/, this.t("record.unnamed"));
    };
    return html`${this.field(this.t("record.id"), html`<input type="text" maxlength="200" aria-label=${this.t("record.id")} .value=${whole.id} @change=${name} />`)}
      ${this.field(this.t("record.event"), html`<div class="pair">${["id", "stage", "round", "table"].map((key) => html`<label>${this.t(`record.event.${key}`)}
        <input type="text" maxlength="100" .value=${String(whole.event?.[key] ?? "")} @change=${told(key)} /></label>`)}</div>`)}
      <div class="seg acts">
        <button class="main" id="record-export" @click=${() => this.export()}>${this.t("record.export")}</button>
        <button id="record-load" ?disabled=${this.loading} @click=${() => this.load()}>${this.t(this.loading ? "record.loading" : "record.load")}</button>
        <button @click=${() => this.clear()}>${this.t("record.clear")}</button>
        ${this.data.hands.length > 1 ? html`<button @click=${() => this.dropHand()}>${this.t("record.hand.drop", { no: this.hand.no })}</button>` : nothing}
      </div>
      ${this.field(this.t("record.open"), html`<form><label class="pick">${this.t("record.choose")}<input type="file" accept=".json,.ndjson,.txt" @change=${chosen} /></label></form>
        <textarea rows="4" aria-label=${this.t("record.paste")} placeholder=${this.t("record.paste")} .value=${this.pasted} @input=${(/** @type {any} */ event) => { this.pasted = event.target.value; }}></textarea>
        <button @click=${() => begin(this.pasted)}>${this.t("record.begin")}</button>`)}
      ${this.others.length ? this.field(this.t("record.others"), html`<ul class="told">${this.others.map((draft) => html`<li><a href=${go(draft)}>${called(draft)}</a>
        <button aria-label=${this.t("record.remove")} @click=${() => this.drop(draft)}>✕</button></li>`)}</ul>`) : nothing}
      ${this.tools()}`;
  }

  /** @param {string} draft */
  async drop(draft) {
    await forget(draft);
    this.others = this.others.filter((other) => other !== draft);
    this.draw();
  }

  export() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([this.kept.document], { type: "application/json" }));
    link.download = `${String(this.whole.id).replace(/[^\p{L}\p{N}.-]+/gu, "-")}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  /** An empty record in place of this one, which can be undone. */
  clear() {
    const { sheet } = this.whole;
    const { id } = JSON.parse(this.data.start.document);
    this.put(JSON.stringify({ format: "paipu/1", id, sheet, hands: [{ no: 1 }] }));
    this.kept = { ...this.kept, hand: 0, stage: "setup" };
    this.changed();
  }

  newHand() {
    const { hands } = this.whole;
    this.edit((match) => match.hands.push({ no: Math.max(0, ...hands.map((/** @type {any} */ each) => each.no)) + 1 }));
    this.look({ hand: hands.length, stage: "deal" });
  }

  dropHand() {
    this.edit((match) => match.hands.splice(this.kept.hand, 1));
    this.clamp();
    this.changed();
  }

  // --- what is on record --------------------------------------------------------------------------------------

  /** The trick that lies there.
   * @param {HandView} hand
   */
  felt(hand) {
    const row = hand.rows[hand.rows.length - 1];
    const made = row && (!row.done || hand.due === null) ? row.plays : [];
    const waiting = this.kept.pending.length > 0;
    const one = (/** @type {import("./message").SeatView} */ { seat, slot, name, banker }) => {
      const mine = made.filter((play) => play.seat === seat);
      const lying = mine[mine.length - 1];
      const cards = lying?.token.split(/[>=]/)[0] ?? "";
      return html`<div class="at ${lying?.best ? "best" : ""} ${hand.due?.seat === seat && !waiting ? "now" : ""}" style=${`grid-area: ${slot}`}>
        <span class="nw">${this.seatMark(seat)}<bdi>${name === seat ? "" : name}</bdi>${banker ? html` <b class="bank">${this.t("table.banker.short")}</b>` : nothing} <span class="soft">${hand.at_most.includes(seat) ? "≤ " : ""}${hand.left[seat] ?? ""}</span></span>
        ${CARDS_ONLY.test(cards) ? this.cards(cards, "small") : html`<span class="soft">${cards}</span>`}
      </div>`;
    };
    return html`<section class="felt desk" data-seats=${this.data.seats.length} aria-label=${this.t("record.table")}>${this.data.seats.map(one)}
      <div class="at" style="grid-area: centre">${row ? html`<span class="nw">${this.t("table.trick.n", { n: row.trick })}</span>` : nothing}</div></section>`;
  }

  /** The tricks on record, the newest first.
   * @param {HandView} hand
   */
  list(hand) {
    const rows = [...hand.rows].reverse();
    const points = rows.some((row) => row.points !== null);
    return html`<section class="tricks" aria-label=${this.t("record.tricks")}>
      <h2>${this.t("record.tricks")} <span class="soft">${hand.rows.length}</span></h2>
      <ol>${repeat(rows, (row) => row.trick, (row) => this.trick(row, points))}</ol>
    </section>`;
  }

  /** @param {RowView} row @param {boolean} points */
  trick(row, points) {
    const found = [...row.plays.flatMap((play) => play.findings), ...row.findings].filter((at) => this.data.hand?.opens[at] === false);
    const worst = SEVERITIES.find((severity) => found.some((at) => this.data.findings[at].severity === severity)) ?? "";
    return html`<li data-trick=${row.trick} class=${worst}>
      <span class="no">${row.trick}</span>
      <span class="mks">${row.plays.map((play) => this.cellOf(row, play))}</span>
      ${points ? html`<span class="pt">${row.points ?? ""}</span>` : nothing}
      ${found.length ? html`<div class="under">${found.map((at) => this.finding(at))}</div>` : nothing}
    </li>`;
  }

  /** @param {RowView} row @param {CellView} play */
  cellOf(row, play) {
    const chosen = this.place !== null && this.place[0] === row.trick && this.place[1] === play.play;
    const turn = () => {
      if (this.kept.stage !== "plays") this.look({ stage: "plays", seat: null });
      this.place = chosen ? null : [row.trick, play.play];
      this.draw();
      this.focus();
    };
    const wrong = play.findings.some((at) => this.data.hand?.opens[at] === false);
    return html`<button class="mk ${play.best && row.done ? "wins" : ""} ${wrong ? "wrong" : ""}" title=${play.word} data-at="${row.trick}.${play.play}" aria-pressed=${chosen ? "true" : "false"} @click=${turn}>
      ${this.seatMark(play.seat)}${play.token === "-" ? "–" : this.token(play.token)}</button>`;
  }

  /** What the seats hold by now, as far as it is known.
   * @param {HandView} hand
   */
  held(hand) {
    const rest = (/** @type {string} */ seat) => split(hand.held[seat] ?? "").filter((card) => card !== "??");
    return html`<section class="holds" aria-label=${this.t("record.holds")}><h2>${this.t("record.holds")}</h2>
      ${this.data.seats.map(({ seat }) => html`<div class="hold">${this.seatMark(seat)}<span class="soft">${hand.at_most.includes(seat) ? this.t("table.cards.most", { n: hand.left[seat] ?? 0 }) : this.cardsLeft(hand.left[seat] ?? 0)}</span>
        ${rest(seat).length ? this.run(rest(seat).join("")) : html`<span class="soft">${this.t("record.unseen")}</span>`}</div>`)}
    </section>`;
  }
}

export default mountOf(Writing, await styleSheets(STYLES));
