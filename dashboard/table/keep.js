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

async function reading() {
  return (await database()).transaction(STORE, "readonly").objectStore(STORE);
}

/** Write, until it stands.
 * @param {(store: IDBObjectStore) => void} act @returns {Promise<void>}
 */
async function write(act) {
  const transaction = (await database()).transaction(STORE, "readwrite");
  act(transaction.objectStore(STORE));
  await new Promise((done, failed) => {
    transaction.oncomplete = () => done(undefined);
    transaction.onabort = () => failed(transaction.error);
  });
}

/** @param {string} draft @returns {Promise<any>} */
export async function kept(draft) {
  return answer((await reading()).get(draft));
}

/**
 * @typedef {object} Last What the store may not have yet.
 * @property {number} hand
 * @property {string} stage
 * @property {string | null} seat
 * @property {any[]} entries
 */

/** What was typed last, and where, which stands at once: the store is written to a moment later, and a reload may come between.
 * @param {string} draft @param {Last | null} [typed] null for nothing @returns {Last | null}
 */
export function last(draft, typed) {
  const place = `${NAME}/${draft}`;
  try {
    if (typed === undefined) {
      const found = JSON.parse(localStorage.getItem(place) ?? "null");
      return found?.entries ? found : null;
    }
    if (typed?.entries.length) localStorage.setItem(place, JSON.stringify(typed));
    else localStorage.removeItem(place);
  } catch {
    return null; // the browser keeps nothing
  }
  return typed;
}

/** @param {{draft: string}} what */
export async function keep(what) {
  await write((store) => store.put(what));
}

/** @param {string} draft */
export async function forget(draft) {
  await write((store) => store.delete(draft));
  last(draft, null);
}

/** The names of all that is kept.
 * @returns {Promise<string[]>}
 */
export async function names() {
  return /** @type {string[]} */ (await answer((await reading()).getAllKeys()));
}

/** Have a record for this tab alone: under its name, or under that of a copy where another tab has it. `release` lets it go;
 * `apart` tells that another tab has the record itself.
 * @param {string} draft @param {string | null} copy
 * @returns {Promise<{name: string, release: () => void, apart: boolean}>}
 */
export async function hold(draft, copy) {
  const own = copy && /^\d{1,4}$/.test(copy) ? `${draft}~${copy}` : draft;
  if (!("locks" in navigator)) return { name: own, release: () => {}, apart: false };
  const there = new Set(await names().catch(() => /** @type {string[]} */ ([])));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? own : `${draft}~${number}`;
    if (number > 1 && there.has(name)) continue;
    const release = await lock(name);
    if (release !== null) return { name, release, apart: number > 1 };
  }
}

/** @param {string} name @returns {Promise<(() => void) | null>} */
function lock(name) {
  return new Promise((done) => {
    void navigator.locks.request(`${NAME}/${name}`, { ifAvailable: true }, (got) => {
      if (got === null) {
        done(null);
        return undefined;
      }
      return new Promise((free) => {
        done(() => free(undefined));
      });
    });
  });
}
