// Keeps the page of a table and its script in the browser: what was kept answers where there is no connection.
// @ts-check
const ENTRY_KEPT = "paipu-entry-1";

self.addEventListener("fetch", (event) => {
  const asked = /** @type {any} */ (event);
  const { pathname, searchParams } = new URL(asked.request.url);
  if (asked.request.method !== "GET" || searchParams.has("link") || (pathname !== "/entry" && pathname !== "/entry.js")) return;
  asked.respondWith(entryPage(asked.request));
});

/** From the server, and kept; without a connection what was kept.
 * @param {Request} request
 * @returns {Promise<Response>} */
async function entryPage(request) {
  const kept = await caches.open(ENTRY_KEPT);
  try {
    const found = await fetch(request);
    if (found.ok && !found.redirected) await kept.put(request, found.clone());
    return found;
  } catch (error) {
    const before = await kept.match(request, { ignoreVary: true });
    if (before === undefined) throw error;
    return before;
  }
}
