"use strict";

/* The castles in the order that is chosen: the highest score, the name, or most tiles first. */
const wall = document.querySelector(".cards");
const cards = [...wall.children];
const byName = (one, other) => one.dataset.name.localeCompare(other.dataset.name);
const most = (key) => (one, other) => other.dataset[key] - one.dataset[key] || byName(one, other);
const orders = { score: most("score"), name: byName, tiles: most("tiles") };
const sorting = document.querySelector(".sorting");

if (sorting) {
  const choice = sorting.querySelector("select");
  const sort = () => wall.append(...cards.sort(orders[choice.value]));
  choice.addEventListener("change", sort);
  sorting.hidden = false;
  sort(); // a browser may have kept the choice of an earlier visit
}
