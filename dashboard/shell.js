// The document's language follows the address, in which the pages write theirs: a screen reader reads by it, and the browser
// chooses Chinese glyphs by it.

const follow = () => {
  const lang = new URLSearchParams(location.search).get("lang");
  if (lang) document.documentElement.lang = lang === "zh" ? "zh-CN" : lang;
};

for (const name of ["pushState", "replaceState"]) {
  const change = history[name].bind(history);
  history[name] = (...to) => {
    change(...to);
    follow();
  };
}
addEventListener("popstate", follow);
