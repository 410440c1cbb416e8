// A match as a page that asks nobody: all its hands are in the page, and the table steps through them as ever.

import { ClimbingTable } from "./climbing.js";
import { TrickTable } from "./tricks.js";

/** @typedef {import("./table.js").Table<any>} Table Of any family. */
/** @typedef {import("./table.js").Sent<import("./cards.js").AnyMessage & {family: string}>} Hand */
/** @typedef {new (parent: ParentNode) => Table} Family */

/** @type {Record<string, Family>} */
const FAMILIES = { tricks: TrickTable, climbing: ClimbingTable };
/** @type {{styles: string, hands: Hand[]}} */
const { styles, hands } = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("match")).textContent ?? "");

class Alone extends FAMILIES[hands[0].family] {
  get served() {
    return false;
  }

  /** @param {number} no @param {number} ply */
  goHand(no, ply) {
    const hand = hands.find((each) => each.hand === no);
    if (hand === undefined) return;
    this.update({ ...hand, move: { ...hand.move, id: `${no} ${ply} ${Date.now()}`, ply, seat: this.seat } });
    this.writeBack();
  }

  /** The place stands behind the address, so that it is there again when the page is opened anew. */
  writeBack() {
    location.replace(`#${this.data.hand}.${this.at}`);
  }

  toCase() {}
}

const root = /** @type {HTMLElement} */ (document.getElementById("table")).attachShadow({ mode: "open" });
const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
root.adoptedStyleSheets.push(sheet);
const [, no, ply] = location.hash.match(/^#(\d+)\.(\d+)$/) ?? [];
const first = hands.find((each) => each.hand === Number(no)) ?? hands[0];
new Alone(root).goHand(first.hand, Number(ply ?? 0));
