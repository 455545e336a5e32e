"use strict";
(() => {
  const claims = [...document.querySelectorAll(".claim")];
  const groups = [...document.querySelectorAll(".claim-section")];
  const buttons = [...document.querySelectorAll(".filters button[data-facet]")];
  const search = document.querySelector("#search");
  const shown = document.querySelector("#shown");
  const texts = new Map(claims.map((claim) => [claim, claim.textContent.toLowerCase()]));

  function chosen(facet) {
    return buttons.filter((b) => b.dataset.facet === facet && b.ariaPressed === "true").map((b) => b.dataset.value);
  }

  function apply() {
    const facets = ["verdict", "trust", "state"].map((facet) => [facet, chosen(facet)]);
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const claim of claims) {
      const fits = facets.every(([facet, values]) => !values.length || values.includes(claim.dataset[facet]));
      claim.hidden = !(fits && words.every((word) => texts.get(claim).includes(word)));
      count += claim.hidden ? 0 : 1;
    }
    for (const group of groups) group.hidden = !group.querySelector(".claim:not([hidden])");
    shown.textContent = `${count} of ${claims.length} claims shown`;
  }

  for (const button of buttons) {
    button.addEventListener("click", () => {
      button.ariaPressed = button.ariaPressed === "true" ? "false" : "true";
      apply();
    });
  }
  search.addEventListener("input", apply);
  document.querySelector("#clear").addEventListener("click", () => {
    for (const button of buttons) button.ariaPressed = "false";
    search.value = "";
    apply();
  });
  window.addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  document.querySelector(".filters").hidden = false;
  apply();
})();
