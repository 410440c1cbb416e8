// What the pages need of the browser and Streamlit has no word for.

// Whose page is one's own is kept in the browser alone. It is a query of the page of players, of which two names are taken.
const MINE = "paipu.mine";
const kept = () => {
  const said = new URLSearchParams(localStorage.getItem(MINE) ?? "");
  const [by, u] = [said.get("by"), said.get("u")];
  return by && u ? new URLSearchParams({ by, u }) : null;
};
const showMine = () => {
  const link = document.getElementById("mine");
  const [own, lang] = [kept(), new URLSearchParams(location.search).get("lang") ?? "zh"];
  if (link instanceof HTMLAnchorElement) {
    link.hidden = own === null;
    link.href = `./players?${own}&lang=${lang}`;
    link.textContent = link.dataset[lang] ?? "";
  }
  document.documentElement.classList.toggle("mine", own !== null);
};
const nameMine = () => {
  const own = kept();
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-mine]"))) {
    const text = (own && `${own}` === `${new URLSearchParams(node.dataset.mine)}` ? node.dataset.unset : node.dataset.set) ?? "";
    if (node.textContent !== text) node.textContent = text;
  }
};
const setMine = (/** @type {HTMLElement} */ node) => {
  const own = kept();
  if (own && `${own}` === `${new URLSearchParams(node.dataset.mine)}`) localStorage.removeItem(MINE);
  else localStorage.setItem(MINE, node.dataset.mine ?? "");
  showMine();
  nameMine();
};

// The document's language follows the address, in which the pages write theirs: a screen reader reads by it, and the browser
// chooses Chinese glyphs by it.
const follow = () => {
  const lang = new URLSearchParams(location.search).get("lang");
  if (lang) document.documentElement.lang = lang === "zh" ? "zh-CN" : lang;
  showMine();
};
showMine();

for (const name of /** @type {const} */ (["pushState", "replaceState"])) {
  const change = history[name].bind(history);
  history[name] = (data, unused, url) => {
    change(data, unused, url);
    follow();
  };
}
addEventListener("popstate", follow);

// A link in what a page draws itself is followed as Streamlit's own are: the page is not loaded anew.
addEventListener("click", (event) => {
  const [from] = event.composedPath();  // within a component, whose own root hides what was pressed
  const link = from instanceof Element ? from.closest(".stHtml a[href], .pp a[href], #mine") : null;
  if (link instanceof HTMLAnchorElement && link.dataset.mine) {
    event.preventDefault();
    setMine(link);
    return;
  }
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const to = new URL(link.href);
  if (to.origin !== location.origin || link.download || link.target === "_blank" || link.closest(".signed-in")) return;
  event.preventDefault();
  history.pushState(null, "", to);
  dispatchEvent(new PopStateEvent("popstate"));
});

// Streamlit gives the field that files are dropped on no role, though it has a label and takes the focus.
new MutationObserver(() => {
  for (const node of document.querySelectorAll('section[role="presentation"][aria-label]')) node.setAttribute("role", "group");
  nameMine();
}).observe(document, { childList: true, subtree: true });

// A figure is as wide as the page was on the screen: on paper it is made as much smaller as that is wider.
const PAPER = 690;
const figures = () => /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".js-plotly-plot"));
addEventListener("beforeprint", () => {
  for (const figure of figures()) figure.style.setProperty("zoom", String(Math.min(1, PAPER / (figure.querySelector(".main-svg")?.clientWidth || PAPER))));
});
addEventListener("afterprint", () => {
  for (const figure of figures()) figure.style.removeProperty("zoom");
});
