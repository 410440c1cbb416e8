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
