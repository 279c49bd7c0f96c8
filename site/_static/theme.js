// The theme furo of Debian 12 has no rules for pages that are dark because the system is: it
// has them for a page that was made dark. So "auto" is told as what it stands for.
(function () {
  const isDark = matchMedia("(prefers-color-scheme: dark)");
  const resolve = () => {
    const { dataset } = document.body;
    if (dataset.theme === "auto") dataset.theme = isDark.matches ? "dark" : "light";
  };
  resolve();
  new MutationObserver(resolve).observe(document.body, { attributeFilter: ["data-theme"] });
})();
