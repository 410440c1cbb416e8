// Where Streamlit hands over: one table an element, of the family that the message is of.

const FAMILIES = { tricks: TrickTable, climbing: ClimbingTable };
const tables = new WeakMap();

export default function mount(component) {
  const { parentElement, data, setTriggerValue } = component;
  let table = tables.get(parentElement);
  if (table && !(table instanceof FAMILIES[data.family])) {
    table.destroy(); // a match of another family was chosen
    table = undefined;
  }
  if (!table) {
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
