// What the browser keeps of records that are written in it, so that a reload in the middle loses nothing.

const NAME = "paipu.record";
const STORE = "drafts";

/** @template T @param {IDBRequest<T>} asked @returns {Promise<T>} */
function answer(asked) {
  return new Promise((done, failed) => {
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

function database() {
  if (opened === null) {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "draft" });
    opened = answer(asked);
  }
  return opened;
}

/** @param {IDBTransactionMode} mode */
async function store(mode) {
  return (await database()).transaction(STORE, mode).objectStore(STORE);
}

/** @param {string} draft @returns {Promise<any>} */
export async function kept(draft) {
  return answer((await store("readonly")).get(draft));
}

/** What was typed last, which stands at once: a store is written to a moment later, and a reload may come between.
 * @template T @param {string} draft @param {T[]} [typed] @returns {T[]}
 */
export function last(draft, typed) {
  const place = `${NAME}/${draft}`;
  try {
    if (typed === undefined) return JSON.parse(localStorage.getItem(place) ?? "[]");
    if (typed.length) localStorage.setItem(place, JSON.stringify(typed));
    else localStorage.removeItem(place);
  } catch {
    return []; // the browser keeps nothing
  }
  return typed;
}

/** @param {{draft: string}} what */
export async function keep(what) {
  await answer((await store("readwrite")).put(what));
}

/** @param {string} draft */
export async function forget(draft) {
  await answer((await store("readwrite")).delete(draft));
}

/** The names of all that is kept.
 * @returns {Promise<string[]>}
 */
export async function names() {
  return /** @type {string[]} */ (await answer((await store("readonly")).getAllKeys()));
}
