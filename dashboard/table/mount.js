// Where Streamlit hands over: one table an element, of the family that the message is of.

import { styleSheets } from "./cards.js";
import { ClimbingTable } from "./climbing.js";
import { TrickTable } from "./tricks.js";

/** @typedef {import("./table.js").Table<any>} Table Of any family. */
/** @type {Record<string, new (parent: ParentNode) => Table>} */
const FAMILIES = { tricks: TrickTable, climbing: ClimbingTable };
const STYLES = ["table", "climbing"];
/** @type {WeakMap<ParentNode, Table>} */
const tables = new WeakMap();

// Before the first table is drawn, so that nothing of it moves.
const sheets = await styleSheets(STYLES);

/**
 * @typedef {import("./cards.js").AnyMessage & {family: string, whole: boolean, alternatives: Record<string, unknown>}} Given
 * @param {{parentElement: HTMLElement, data: Given, setTriggerValue: import("./table.js").Send}} component
 */
export default function mount(component) {
  const { parentElement, data, setTriggerValue } = component;
  let table = tables.get(parentElement);
  if (!data.whole && table?.data?.id !== data.id) {
    setTriggerValue("lost", `${data.id} ${Date.now()}`); // what was sent goes on from what is not here
    return undefined;
  }
  if (table && table.constructor !== FAMILIES[data.family]) {
    table.destroy(); // a match of another family was chosen
    table = undefined;
  }
  if (!table) {
    const root = /** @type {ShadowRoot | Document} */ (parentElement.getRootNode());
    root.adoptedStyleSheets.push(...sheets);
    table = new FAMILIES[data.family](parentElement);
    tables.set(parentElement, table);
  }
  table.send = setTriggerValue;
  table.update(data);
  return () => {
    tables.get(parentElement)?.destroy();
    tables.delete(parentElement);
  };
}
