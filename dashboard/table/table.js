// The card table: what the games have in common. All frames of a hand come in one message and are stepped here, so that no
// key press waits for the server; the server hears of the ply after a pause. Everything a record says is put in by
// textContent alone. Each family of games fills in what only it has: tricks.js, climbing.js.

const PAUSE_MS = 300; // before the ply is written back to the address
const LOST_MS = 5000; // after which a hand that was asked for is waited for no longer
const SYMBOLS = { s: "♠\uFE0E", h: "♥\uFE0E", c: "♣\uFE0E", d: "♦\uFE0E" };
const SEVERITY_SHAPES = { error: "✕", warning: "!", note: "i" };
const SEVERITIES = ["error", "warning", "note"];
const CARDS_ONLY = /^(?:[2-9TJQKA][shcd]|BJ|LJ|\?\?)+$/;
const NO_TYPING = new Set(["button", "checkbox", "radio", "range", "submit", "reset"]);

/** An element with a class, and text or children; a string is always a text node, never markup. */
function el(tag, name, ...children) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  for (const child of children) if (child !== null && child !== undefined) node.append(child);
  return node;
}

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

function split(cards) {
  return cards.match(/../gsu) ?? [];
}

/** The table without what only a family has:
 * buildBelow, drawBelow(frame): what lies below the felt; drawFlag(node, frame, seat), countText(frame, seat, seen, all): beside
 * a name; groups(cards): a hand cut into groups, each with a `name` for its style; drawTrick(frame); headline(frame),
 * beforeFindings(frame), beforeFirst(), legal(): nodes of the verdict; inList(frame), wonAt(frame), sumHead(), sumOf(frame): the
 * list of plays.
 */
class Table {
  constructor(parent) {
    this.parent = parent;
    this.root = el("div", "pp");
    this.root.tabIndex = 0;
    parent.append(this.root);
    this.view = "a";
    this.lastSeat = null;
    this.letters = false;
    this.helpOpen = false;
    this.at = 0;
    this.data = null;
    this.moveId = null;
    this.pending = 0;
    this.timer = 0;
    this.leaving = null; // the number of the hand that was asked for
    this.waiting = []; // keys pressed until it is here
    this.legalPlays = {}; // by ply; the server sends those about the ply that it has been told of
    this.keys = (event) => this.onKey(event);
    document.addEventListener("keydown", this.keys);
    this.sized = () => this.fit();
    window.addEventListener("resize", this.sized);
    this.watch = new ResizeObserver(this.sized); // what the page puts above may come later, or go
    this.watch.observe(this.block() ?? document.body);
  }

  destroy() {
    document.removeEventListener("keydown", this.keys);
    window.removeEventListener("resize", this.sized);
    this.watch.disconnect();
    cancelAnimationFrame(this.pending);
    clearTimeout(this.timer);
    clearTimeout(this.leavingTimer);
    this.root.remove();
  }

  // --- data ---------------------------------------------------------------------------------------------------

  update(data) {
    const fresh = this.data === null || this.data.id !== data.id;
    const sameHand = this.data !== null && this.data.hand_id === data.hand_id;
    this.data = data;
    this.paintTheme();
    this.fit();
    if (fresh) {
      if (!sameHand) {
        clearTimeout(this.timer);
        this.legalPlays = {};
      }
      this.build();
    }
    Object.assign(this.legalPlays, data.alternatives);
    if (data.move.id !== this.moveId) {
      this.moveId = data.move.id;
      this.at = Math.min(data.move.ply, data.frames.length - 1);
    }
    this.draw();
    if (fresh && !sameHand) this.takeFocus();
    if (this.leaving === data.hand) this.arrive();
  }

  takeFocus() {
    // Only from where nobody is typing: a page that has just loaded, or a picker that has done its work.
    const active = document.activeElement;
    if (!active || active === document.body || !this.typing(active)) this.root.focus({ preventScroll: true });
    else if (this.data.move.focus) this.root.focus({ preventScroll: true });
  }

  paintTheme() {
    const host = this.root.getRootNode().host ?? this.root.parentElement;
    const probe = getComputedStyle(host).getPropertyValue("--st-background-color").trim();
    const canvas = document.createElement("canvas").getContext("2d");
    canvas.fillStyle = "#fff";
    if (probe) canvas.fillStyle = probe;
    const hex = canvas.fillStyle;
    const light = /^#/.test(hex)
      ? 0.299 * parseInt(hex.slice(1, 3), 16) + 0.587 * parseInt(hex.slice(3, 5), 16) + 0.114 * parseInt(hex.slice(5, 7), 16)
      : 255;
    this.root.dataset.theme = light < 128 ? "dark" : "light";
  }

  /** Lets the table end where the window does, however much the page has put above it. */
  fit() {
    const page = this.block()?.closest('[data-testid="stMain"]');
    const above = this.root.getBoundingClientRect().top + (page?.scrollTop ?? window.scrollY);
    this.root.style.setProperty("--pp-above", `${Math.round(above) + 10}px`);
  }

  /** The page's column that the table stands in. */
  block() {
    return this.root.getRootNode().host?.closest('[data-testid="stMainBlockContainer"]');
  }

  t(key, values) {
    const text = this.data.text[key] ?? key;
    return values ? fill(text, values) : text;
  }

  // --- cards --------------------------------------------------------------------------------------------------

  cardName(card) {
    if (card === "BJ" || card === "LJ") return this.t(`card.${card}`);
    if (card === "??") return this.t("card.unknown");
    const suit = this.t(`suit.${card[1]}`);
    const rank = card[0] === "T" ? "10" : card[0];
    return this.t("card.name", { suit, rank });
  }

  card(card) {
    const known = /^[2-9TJQKA][shcd]$/.test(card);
    const kind = known ? card[1] : card === "BJ" ? "big" : card === "LJ" ? "little" : "unseen";
    const rank = known ? (card[0] === "T" ? "10" : card[0]) : card === "??" ? "?" : card;
    const mark = known ? (this.letters ? card[1] : SYMBOLS[card[1]]) : card === "BJ" ? "★" : card === "LJ" ? "☆" : "";
    const node = el("span", `card ${kind}`, el("b", "", rank), el("i", "", mark));
    node.title = `${this.cardName(card)} ${card}`;
    return node;
  }

  cards(text, name) {
    const row = el("span", `cards ${name ?? ""}`);
    const list = split(text);
    row.setAttribute("role", "img");
    row.setAttribute("aria-label", list.map((card) => this.cardName(card)).join(this.t("card.and")));
    for (const card of list) row.append(this.card(card));
    return row;
  }

  /** Cards as running text, for lists: rank and coloured suit, no card faces. */
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

  /** Notation from the record or the engine: cards where it is cards, plain text where it is not. */
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

  side(seat) {
    const found = this.data.seats.find((one) => one.seat === seat);
    return found ? found.side : 0;
  }

  seatMark(seat) {
    const found = this.data.seats.find((one) => one.seat === seat);
    const mark = el("span", `seatmark side${this.side(seat)}`, el("i", "shape"));
    mark.append(found ? found.mark : seat);
    if (found && found.mark !== seat) mark.append(el("small", "", seat));
    return mark;
  }

  // --- what does not change from ply to ply -------------------------------------------------------------------

  build() {
    const { data, root } = this;
    root.replaceChildren();
    root.lang = data.lang === "zh" ? "zh-Hans" : "en";
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", this.t("table.label"));
    const left = el("div", "left", this.buildFacts(), el("div", "table", this.buildFelt()), this.buildControls(), this.buildBelow());
    const right = el("div", "right", this.buildVerdict(), this.buildPlays());
    root.append(el("div", "sheet", left, right, this.buildFooter()), this.buildHelp());
    this.live = el("div", "live");
    this.live.setAttribute("aria-live", "polite");
    this.toast = el("div", "toast");
    this.toast.setAttribute("role", "status");
    root.append(this.live, this.toast);
    this.at = Math.min(this.at, data.frames.length - 1);
  }

  buildFacts() {
    const { data } = this;
    const bar = el("div", "facts");
    const strip = el("div", "hands");
    strip.setAttribute("role", "group");
    strip.setAttribute("aria-label", this.t("table.hands"));
    for (const hand of data.hands) {
      const node = this.button(String(hand.no), this.t("table.hand.findings", { no: hand.no, n: hand.findings }), () =>
        this.goHand(hand.no, 0),
      );
      node.className = "hand";
      if (hand.no === data.hand) node.setAttribute("aria-current", "true");
      if (hand.worst) node.append(this.dot(hand.worst));
      strip.append(node);
    }
    bar.append(strip);
    for (const fact of data.facts) {
      const value = el("span", "value");
      if (fact.seat) value.append(this.seatMark(fact.seat));
      if (fact.suit) {
        const ink = el("span", `ink-${fact.suit}`, this.letters ? fact.suit : SYMBOLS[fact.suit]);
        value.append(ink, " ");
      }
      if (fact.side !== null) value.append(el("span", `seatmark side${fact.side}`, el("i", "shape")));
      value.append(fact.text);
      const node = el("span", "fact", el("span", "label", fact.label), value);
      if (fact.title) node.title = fact.title;
      bar.append(node);
    }
    this.strip = strip;
    return bar;
  }

  buildFelt() {
    const { data } = this;
    this.felt = el("div", "felt");
    this.felt.dataset.seats = String(data.seats.length);
    const most = Math.max(25, ...Object.values(data.frames[0].hands).map((held) => split(held).length));
    this.felt.style.setProperty("--pp-dealt", String(most));
    this.panels = new Map();
    this.spots = new Map();
    this.centre = el("div", "centre");
    for (const seat of data.seats) {
      const who = el("span", "who", this.seatMark(seat.seat));
      const name = el("bdi", "name", seat.name);
      name.title = [seat.name, seat.id, seat.team].filter((text) => text).join(" · ");
      const flags = el("span", "flags");
      const flag = el("span", "flag");
      if (seat.banker) flags.append(el("span", "banker", this.t("table.banker.short")));
      flags.append(flag);
      const turn = el("span", "turn", this.t("table.next"));
      const count = el("span", "count");
      const team = seat.team ? el("bdi", "team", seat.team) : null;
      const hand = el("div", "holding");
      const panel = el("section", "seat", el("div", "plate", who, name, team, flags, turn, count), hand);
      panel.style.gridArea = seat.slot;
      panel.dataset.slot = seat.slot;
      this.felt.append(panel);
      this.panels.set(seat.seat, { panel, hand, turn, count, flag, held: null, hidden: null });
      const spot = el("div", "spot");
      spot.style.gridArea = seat.slot;
      spot.dataset.slot = seat.slot;
      this.centre.append(spot);
      this.spots.set(seat.seat, spot);
    }
    this.middle = el("div", "middle");
    this.centre.append(this.middle);
    this.felt.append(this.centre);
    return this.felt;
  }

  button(text, label, act, name) {
    const node = el("button", name ?? "", text);
    node.type = "button";
    node.title = label;
    node.setAttribute("aria-label", label);
    node.addEventListener("click", act);
    return node;
  }

  buildControls() {
    const { data } = this;
    const bar = el("div", "controls");
    bar.setAttribute("role", "toolbar");
    this.scrub = el("input", "scrub");
    this.scrub.type = "range";
    this.scrub.min = "0";
    this.scrub.max = String(data.frames.length - 1);
    this.scrub.setAttribute("aria-label", this.t("table.scrub"));
    this.scrub.addEventListener("input", () => this.go(Number(this.scrub.value)));
    const marks = el("div", "marks");
    const last = Math.max(1, data.frames.length - 1);
    data.frames.forEach((frame, ply) => {
      if (!frame.findings.length) return;
      const mark = el("i", `mark ${this.worst(frame.findings)}`);
      mark.style.left = `${(100 * ply) / last}%`;
      marks.append(mark);
    });
    this.counter = el("output", "counter");
    const view = el("div", "view");
    view.setAttribute("role", "group");
    view.setAttribute("aria-label", this.t("table.view"));
    this.views = new Map();
    const all = this.button(this.t("table.view.all"), `${this.t("keys.all")} (a)`, () => this.look("a"));
    this.views.set("a", all);
    view.append(all);
    data.seats.forEach((seat, index) => {
      const label = `${this.t("table.view.seat", { seat: seat.mark })} (${index + 1})`;
      const node = this.button(seat.mark, label, () => this.look(seat.seat));
      this.views.set(seat.seat, node);
      view.append(node);
    });
    this.lettersButton = this.button("♠/s", `${this.t("table.letters")} (s)`, () => this.toggleLetters());
    bar.append(
      el(
        "div",
        "steps",
        this.button("|«", `${this.t("table.first")} (Home)`, () => this.go(0)),
        this.button("«", `${this.t("table.trick.back")} (↑)`, () => this.trick(-1)),
        this.button("‹", `${this.t("table.back")} (←)`, () => this.step(-1)),
        this.counter,
        this.button("›", `${this.t("table.forward")} (→)`, () => this.step(1)),
        this.button("»", `${this.t("table.trick.forward")} (↓)`, () => this.trick(1)),
        this.button("»|", `${this.t("table.last")} (End)`, () => this.go(this.data.frames.length - 1)),
      ),
      el("div", "timeline", marks, this.scrub),
      el(
        "div",
        "steps",
        this.button("‹✕", `${this.t("table.finding.back")} (p)`, () => this.finding(-1), "jump"),
        this.button("✕›", `${this.t("table.finding.forward")} (n)`, () => this.finding(1), "jump"),
      ),
      view,
      el("div", "steps", this.lettersButton, this.button("?", `${this.t("table.help")} (?)`, () => this.help())),
    );
    return bar;
  }

  buildClaims() {
    const { data } = this;
    const box = el("section", "box claims", el("h3", "", this.t("table.claims")));
    if (!data.claims.length) {
      box.append(el("p", "quiet", this.t("table.unclaimed")));
      return box;
    }
    const table = el("table");
    const head = el("tr", "", el("th"));
    const claimed = el("tr", "", el("th", "", this.t("table.claimed")));
    const computed = el("tr", "", el("th", "", this.t("table.computed")));
    for (const row of data.claims) {
      if (row.key === "winners") continue;
      const th = el("th", "", this.t(`claim.${row.key}`));
      th.title = this.t(`claim.${row.key}.full`);
      th.scope = "col";
      const bad = row.same === false;
      head.append(th);
      const one = el("td", row.claimed === null ? "quiet" : bad ? "bad" : "", row.claimed ?? "–");
      one.title = row.claimed === null ? this.t("table.unclaimed") : bad ? this.t("table.differs") : this.t("table.same");
      if (bad) one.prepend(el("span", "cross", "✕ "));
      const two = el("td", row.computed === null ? "quiet" : "", row.computed ?? "–");
      two.title = row.computed === null ? this.t("table.undecided") : row.how ?? "";
      claimed.append(one);
      computed.append(two);
    }
    table.append(head, claimed, computed);
    box.append(table);
    const winners = data.claims.find((row) => row.key === "winners");
    if (winners) box.append(this.buildWinners(winners));
    return box;
  }

  /** Trick by trick, who the score sheet says won above who won; a trick that differs is marked. */
  buildWinners(row) {
    const claimed = row.claimed ?? "";
    const computed = row.computed ?? "";
    const line = el("div", "winners");
    line.append(el("span", "label", this.t("claim.winners")));
    const strip = el("div", "winstrip");
    for (let i = 0; i < Math.max(claimed.length, computed.length); i += 1) {
      const one = claimed[i] ?? "–";
      const two = computed[i] ?? "–";
      const differs = row.claimed !== null && row.computed !== null && one !== two;
      const cell = this.button(
        "",
        `${this.t("table.trick.n", { n: i + 1 })}: ${this.t("table.claimed")} ${one}, ${this.t("table.computed")} ${two}`,
        () => this.goTrick(i + 1),
        differs ? "win bad" : "win",
      );
      if (row.claimed !== null) cell.append(el("span", "", one));
      cell.append(el("span", "", two));
      strip.append(cell);
    }
    line.append(strip);
    return line;
  }

  buildVerdict() {
    this.verdict = el("section", "verdict");
    this.verdict.setAttribute("aria-label", this.t("table.verdict"));
    return this.verdict;
  }

  buildPlays() {
    const { data } = this;
    const box = el("section", "plays");
    const table = el("table");
    table.setAttribute("aria-label", this.t("table.plays"));
    const head = el("tr", "", el("th", "no", this.t("table.trick")));
    for (const seat of data.seats) head.append(el("th", "", this.seatMark(seat.seat)));
    const sum = this.sumHead();
    if (sum !== null) head.append(el("th", "sum", sum));
    table.append(el("thead", "", head));
    const body = el("tbody");
    table.append(body);
    box.append(table);
    this.cells = [];
    this.rows = new Map();
    const start = this.button(this.t("table.start"), this.t("table.start"), () => this.go(0), "ply start");
    if (data.frames[0] && data.frames[0].findings.length) start.prepend(this.dot(this.worst(data.frames[0].findings)));
    const first = el("td", "", start);
    first.colSpan = data.seats.length + (sum === null ? 1 : 2);
    body.append(el("tr", "", first));
    this.cells[0] = start;
    let row = null;
    let used = new Set();
    let trick = 0;
    const order = new Map(data.seats.map((seat, index) => [seat.seat, index + 1]));
    data.frames.forEach((frame, ply) => {
      if (ply === 0) return;
      if (row === null || frame.trick !== trick || used.has(frame.seat)) {
        row = el("tr");
        const no = el("td", "no", frame.trick === trick ? "" : String(frame.trick));
        row.append(no);
        for (let i = 0; i < data.seats.length; i += 1) row.append(el("td"));
        if (sum !== null) row.append(el("td", "sum"));
        body.append(row);
        used = new Set();
        if (frame.trick !== trick) this.rows.set(frame.trick, row);
        trick = frame.trick;
      }
      used.add(frame.seat);
      const label = `${this.t("table.trick.n", { n: frame.trick })} ${frame.seat} ${frame.cards ?? ""}`;
      const node = this.button("", label, () => this.go(ply), "ply");
      if (frame.findings.length) node.append(this.dot(this.worst(frame.findings)));
      if (frame.play === 1) node.append(el("span", "led"));
      node.append(...this.inList(frame));
      const cell = row.children[order.get(frame.seat) ?? 1];
      cell.append(node);
      this.cells[ply] = node;
      if (frame.done) {
        const won = this.wonAt(frame);
        if (won > 0 && this.cells[won]) this.cells[won].classList.add("won");
        if (sum !== null) row.lastChild.textContent = this.sumOf(frame);
      }
    });
    this.plays = box;
    return box;
  }

  buildFooter() {
    const { data } = this;
    const foot = el("footer", "foot");
    for (const item of data.pinned) {
      const node = el("span", "", el("span", "label", item.label), el("code", "", item.short));
      node.title = item.full;
      foot.append(node);
    }
    return foot;
  }

  buildHelp() {
    const box = el("div", "help");
    box.setAttribute("role", "dialog");
    box.setAttribute("aria-label", this.t("table.help"));
    const n = this.data.seats.length;
    const lines = [
      [["←", "→"], "keys.ply"],
      [["↑", "↓", "PgUp", "PgDn"], "keys.trick"],
      [["[", "]"], "keys.hand"],
      [["n", "p"], "keys.finding"],
      [["Home", "End"], "keys.ends"],
      [["1", "–", String(n)], "keys.seat"],
      [["a"], "keys.all"],
      [["h"], "keys.hide"],
      [["s"], "keys.letters"],
      [["?", "Esc"], "keys.help"],
    ];
    const list = el("dl");
    for (const [keys, words] of lines) {
      const dt = el("dt");
      for (const key of keys) dt.append(key === "–" ? "–" : el("kbd", "", key));
      list.append(dt, el("dd", "", this.t(words)));
    }
    const close = this.button("✕", `${this.t("table.close")} (Esc)`, () => this.help(false), "close");
    box.append(el("div", "helpbox", el("h3", "", this.t("table.help")), close, list));
    box.addEventListener("click", (event) => {
      if (event.target === box) this.help(false);
    });
    box.hidden = !this.helpOpen;
    this.helpPanel = box;
    this.helpClose = close;
    return box;
  }

  dot(severity) {
    const node = el("span", `dot ${severity}`, SEVERITY_SHAPES[severity] ?? "");
    node.title = this.t(`severity.${severity}`);
    return node;
  }

  worst(findings) {
    const found = new Set(findings.map((index) => this.data.findings[index].severity));
    return SEVERITIES.find((severity) => found.has(severity)) ?? "note";
  }

  // --- moving -------------------------------------------------------------------------------------------------

  go(ply) {
    const last = this.data.frames.length - 1;
    const to = Math.max(0, Math.min(last, ply));
    if (to === this.at) return false;
    this.at = to;
    this.later();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.writeBack(), PAUSE_MS);
    return true;
  }

  step(by) {
    this.go(this.at + by);
  }

  /** To the first ply of the trick before or after; from inside a trick, back goes to its own first ply. */
  trick(by) {
    const { frames } = this.data;
    const here = frames[this.at].trick;
    if (by > 0) {
      const next = frames.findIndex((frame, ply) => ply > this.at && frame.trick > here);
      this.go(next < 0 ? frames.length - 1 : next);
      return;
    }
    if (this.at === 0) return;
    let first = this.at;
    while (first > 1 && frames[first - 1].trick === here) first -= 1;
    if (first < this.at) {
      this.go(first);
      return;
    }
    let back = this.at - 1;
    while (back > 0 && frames[back - 1].trick === frames[back].trick) back -= 1;
    this.go(back);
  }

  goTrick(number) {
    const ply = this.data.frames.findIndex((frame, at) => at > 0 && frame.trick === number && frame.done);
    if (ply > 0) this.go(ply);
  }

  finding(by) {
    const { frames, hands, hand } = this.data;
    for (let ply = this.at + by; ply >= 0 && ply < frames.length; ply += by) {
      if (frames[ply].findings.some((index) => this.data.findings[index].cause === null)) {
        this.go(ply);
        return;
      }
    }
    const index = hands.findIndex((one) => one.no === hand);
    for (let i = index + by; i >= 0 && i < hands.length; i += by) {
      if (hands[i].plies.length) {
        const { plies } = hands[i];
        this.goHand(hands[i].no, by > 0 ? plies[0] : plies[plies.length - 1]);
        return;
      }
    }
    this.say(this.t(by > 0 ? "table.finding.end" : "table.finding.start"));
  }

  hand(by) {
    const { hands } = this.data;
    const index = hands.findIndex((one) => one.no === (this.leaving ?? this.data.hand)) + by;
    if (index < 0 || index >= hands.length) this.say(this.t(by > 0 ? "table.hand.end" : "table.hand.start"));
    else this.goHand(hands[index].no, 0);
  }

  goHand(no, ply) {
    if (no === this.data.hand) {
      this.go(ply);
      return;
    }
    clearTimeout(this.timer);
    clearTimeout(this.leavingTimer);
    this.leaving = no;
    this.leavingTimer = setTimeout(() => this.arrive(), LOST_MS);
    this.send("place", { match: this.data.match, hand: no, ply });
  }

  /** The hand that was asked for is here, or never came: the keys pressed in the meantime take effect. */
  arrive() {
    clearTimeout(this.leavingTimer);
    this.leaving = null;
    const waiting = this.waiting.splice(0);
    for (const key of waiting) this.act(key);
  }

  writeBack() {
    const { data } = this;
    const address = `${window.location.pathname}?${data.query.replace("{ply}", String(this.at))}`;
    // The same text that the server is about to set, so that stepping leaves no trail in the browser's history.
    window.history.replaceState(window.history.state, "", address);
    this.send("place", { match: data.match, hand: data.hand, ply: this.at });
  }

  look(who) {
    this.view = who;
    if (who !== "a") this.lastSeat = who;
    this.later();
  }

  toggleLetters() {
    this.letters = !this.letters;
    this.build();
    this.draw();
    this.root.focus({ preventScroll: true });
  }

  help(open) {
    this.helpOpen = open ?? !this.helpOpen;
    this.helpPanel.hidden = !this.helpOpen;
    if (this.helpOpen) this.helpClose.focus({ preventScroll: true });
    else this.root.focus({ preventScroll: true });
  }

  say(text) {
    this.toast.textContent = text;
    this.toast.classList.add("on");
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(() => this.toast.classList.remove("on"), 1800);
  }

  /** Whether key presses at this element are somebody's typing. */
  typing(node) {
    const tag = node.tagName;
    if (tag === "INPUT") return !NO_TYPING.has(node.type);
    return tag === "TEXTAREA" || tag === "SELECT" || node.isContentEditable || node.getAttribute?.("role") === "combobox";
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || this.data === null) return;
    if (!this.root.isConnected) return;
    const target = event.composedPath()[0];
    const inside = event.composedPath().includes(this.root);
    if (target instanceof Element) {
      if (this.typing(target)) return;
      const menu = target.closest('[role="listbox"],[role="menu"],[role="dialog"],[data-testid="stDataFrame"]');
      if (!inside && menu) return;
      if (!inside && (event.key === "Home" || event.key === "End") && target.closest('[role="tablist"]')) return;
    }
    if (this.leaving !== null && !this.helpOpen && event.key !== "[" && event.key !== "]") {
      if (event.key === "Tab" || event.key === "Enter" || event.key === " ") return;
      this.waiting.push(event.key);
      event.preventDefault();
    } else if (this.act(event.key)) event.preventDefault();
  }

  act(key) {
    if (this.helpOpen) {
      if (key === "Escape" || key === "?") this.help(false);
      return key === "Escape" || key === "?" || key.startsWith("Arrow");
    }
    switch (key) {
      case "ArrowLeft": this.step(-1); return true;
      case "ArrowRight": this.step(1); return true;
      case "ArrowUp": case "PageUp": this.trick(-1); return true;
      case "ArrowDown": case "PageDown": this.trick(1); return true;
      case "Home": this.go(0); return true;
      case "End": this.go(this.data.frames.length - 1); return true;
      case "[": this.hand(-1); return true;
      case "]": this.hand(1); return true;
      case "n": this.finding(1); return true;
      case "p": this.finding(-1); return true;
      case "a": this.look("a"); return true;
      case "h": this.look(this.view === "a" ? this.lastSeat ?? this.data.seats[0].seat : "a"); return true;
      case "s": this.toggleLetters(); return true;
      case "?": this.help(true); return true;
      default: break;
    }
    const seat = this.data.seats[Number(key) - 1];
    if (/^[1-9]$/.test(key) && seat) {
      this.look(seat.seat);
      return true;
    }
    return false;
  }

  // --- drawing one ply ----------------------------------------------------------------------------------------

  later() {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.draw();
    });
  }

  draw() {
    const { data } = this;
    const frame = data.frames[this.at];
    this.root.dataset.ply = String(this.at);
    this.drawSeats(frame);
    this.drawTrick(frame);
    this.drawBelow(frame);
    this.drawVerdict(frame);
    const last = data.frames.length - 1;
    this.counter.textContent = `${this.at} / ${last}`;
    this.scrub.value = String(this.at);
    this.scrub.setAttribute("aria-valuetext", this.t("table.ply.of", { ply: this.at, last }));
    for (const [who, node] of this.views) node.setAttribute("aria-pressed", String(who === this.view));
    this.lettersButton.setAttribute("aria-pressed", String(this.letters));
    this.drawPlace();
  }

  drawPlace() {
    const old = this.plays.querySelector('[aria-current="true"]');
    if (old) old.removeAttribute("aria-current");
    const cell = this.cells[this.at];
    if (!cell) return;
    cell.setAttribute("aria-current", "true");
    const box = this.plays.getBoundingClientRect();
    const here = cell.getBoundingClientRect();
    const head = 26;
    if (here.top < box.top + head) this.plays.scrollTop -= box.top + head - here.top + 40;
    else if (here.bottom > box.bottom) this.plays.scrollTop += here.bottom - box.bottom + 40;
  }

  drawSeats(frame) {
    for (const seat of this.data.seats) {
      const place = this.panels.get(seat.seat);
      const { panel, hand, turn, count, flag } = place;
      const held = frame.hands[seat.seat];
      const hidden = this.view !== "a" && this.view !== seat.seat;
      panel.classList.toggle("acted", frame.seat === seat.seat);
      turn.hidden = frame.next !== seat.seat;
      this.drawFlag(flag, frame, seat.seat);
      if (place.held === held && place.hidden === hidden) continue; // most hands stay as they are from ply to ply
      Object.assign(place, { held, hidden });
      hand.replaceChildren();
      if (held === undefined || /^(\?\?)+$/.test(held)) {
        count.textContent = held === undefined ? "" : this.countText(frame, seat.seat, 0, 1);
        hand.append(el("p", "quiet", this.t("table.hand.unknown")));
        continue;
      }
      const list = split(held);
      const seen = list.filter((card) => card !== "??").length;
      count.textContent = this.countText(frame, seat.seat, seen, list.length);
      if (hidden) {
        const backs = el("span", "backs");
        backs.setAttribute("role", "img");
        backs.setAttribute("aria-label", this.t("table.hidden"));
        for (let i = 0; i < list.length; i += 1) backs.append(el("span", "back"));
        hand.append(backs);
        continue;
      }
      for (const group of this.groups(list)) {
        hand.append(this.cards(group.cards.join(""), `group ${group.name}`));
      }
    }
  }

  sizeOf(cards) {
    const n = split(cards).length;
    if (n === 3) return "middling"; // in one row beside those of the other seats
    return n <= 4 ? "large" : n <= 6 ? "middling" : "small";
  }

  drawVerdict(frame) {
    const { data } = this;
    const box = this.verdict;
    box.replaceChildren();
    const head = el("header", "at");
    if (this.at === 0) head.append(el("b", "", this.t("table.start")));
    else {
      head.append(
        el("span", "where", `${this.t("table.trick.n", { n: frame.trick })} · ${frame.trick}.${frame.play}`),
        this.seatMark(frame.seat ?? ""),
      );
      if (frame.cards) head.append(frame.cards === "-" ? this.t("game.pass") : this.run(frame.cards));
      head.append(...this.headline(frame), this.time(frame));
    }
    box.append(head, ...this.beforeFindings(frame));
    for (const index of frame.findings) box.append(this.findingCard(data.findings[index]));
    if (!frame.findings.length) {
      box.append(el("p", "clean", this.t(this.at === 0 ? "table.verdict.start" : "table.verdict.none")));
    }
    box.append(...(this.at > 0 ? [this.legal()] : this.beforeFirst()));
    this.live.textContent = frame.findings.map((index) => data.findings[index].message).join(" ");
  }

  time(frame) {
    const time = frame.seconds === null ? this.t("game.not_recorded") : this.t("game.seconds", { n: frame.seconds });
    return el("span", "time", `${this.t("table.time")} ${time}`);
  }

  findingCard(finding) {
    const { severity } = finding;
    const badge = el("span", `badge ${severity}`, this.dot(severity), this.t(`severity.${severity}`));
    const basis = el("span", `chip ${finding.basis}`, this.t(`basis.${finding.basis}`));
    basis.title = this.t(`basis.${finding.basis}.why`);
    const kind = el("span", "chip", this.t(`kind.${finding.kind}`));
    const scope = finding.scope === "play" ? null : el("span", "chip", this.t(`scope.${finding.scope}`));
    const head = el("div", "head", badge, el("code", "", finding.code), scope, kind, basis);
    const node = el("article", `finding ${severity}`, head);
    node.append(el("p", "message", finding.message));
    if (finding.fits !== null) node.append(el("p", "fits", finding.fits));
    if (finding.expected !== null || finding.actual !== null) {
      const line = el("p", "versus");
      if (finding.expected !== null) line.append(el("span", "label", this.t("label.expected")), this.notation(finding.expected));
      if (finding.actual !== null) line.append(el("span", "label", this.t("label.actual")), this.notation(finding.actual));
      node.append(line);
    }
    const clause = el("p", "clause", el("b", "", finding.clause ?? this.t("table.clause.missing")));
    if (finding.clause_text) clause.append(" ", finding.clause_text);
    node.append(clause);
    if (finding.options.length) {
      const list = el("ul", "rests");
      list.setAttribute("aria-label", this.t("table.options"));
      for (const option of finding.options) {
        list.append(el("li", "", el("span", "label", this.t("table.options")), el("code", "", option.id), ` ${option.text}`));
      }
      node.append(list);
    }
    return finding.cause === null ? node : this.folded(finding.cause, node);
  }

  /** A finding that follows from another: what from, and itself when it is opened. */
  folded(cause, card) {
    const node = el("details", "follows", el("summary", "", cause));
    node.append(card);
    return node;
  }

}
