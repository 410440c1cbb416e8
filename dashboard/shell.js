// What the pages need of the browser and Streamlit has no word for.

// The document's language follows the address, in which the pages write theirs: a screen reader reads by it, and the browser
// chooses Chinese glyphs by it.

const follow = () => {
  const lang = new URLSearchParams(location.search).get("lang");
  if (lang) document.documentElement.lang = lang === "zh" ? "zh-CN" : lang;
};

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
  const link = from instanceof Element ? from.closest(".stHtml a[href], .pp a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const to = new URL(link.href);
  if (to.origin !== location.origin || link.download || link.target === "_blank") return;
  event.preventDefault();
  history.pushState(null, "", to);
  dispatchEvent(new PopStateEvent("popstate"));
});

// Streamlit gives the field that files are dropped on no role, though it has a label and takes the focus.
new MutationObserver(() => {
  for (const node of document.querySelectorAll('section[role="presentation"][aria-label]')) node.setAttribute("role", "group");
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
