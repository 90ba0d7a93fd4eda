"use strict";

/* A picture that can be zoomed and moved by pointer, pinch, wheel and keys. The view is the svg's own
   viewBox, so nothing else has to be redrawn. */
class Stage {
  constructor(castle) {
    this.box = castle.querySelector(".stage");
    this.svg = this.box.querySelector("svg");
    this.told = castle.querySelector(".told");
    const [x, y, width, height] = this.svg.getAttribute("viewBox").split(" ").map(Number);
    this.whole = { x, y, width, height };
    this.view = { ...this.whole };
    this.pointers = new Map();
    for (const button of castle.querySelectorAll("[data-zoom]")) {
      button.addEventListener("click", () => this.zoom(Number(button.dataset.zoom)));
    }
    this.listen();
    this.tiles = [...this.svg.querySelectorAll(".caladale-tile")];
    this.tiles.forEach((tile, n) => tile.setAttribute("tabindex", n ? "-1" : "0"));
  }

  listen() {
    const svg = this.svg;
    svg.addEventListener("pointerover", (event) => this.tell(event.target));
    svg.addEventListener("focusin", (event) => this.focused(event.target));
    svg.addEventListener("keydown", (event) => this.key(event));
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) {
      svg.addEventListener(end, (event) => this.pointers.delete(event.pointerId));
    }
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    svg.addEventListener("dblclick", (event) => this.zoom(2, this.at(event)));
  }

  /* Where a pointer is, in units of the drawing. */
  at(event) {
    const point = new DOMPoint(event.clientX, event.clientY);
    return point.matrixTransform(this.svg.getScreenCTM().inverse());
  }

  /* Show the drawing so many times larger around a point; 0 shows the whole. */
  zoom(times, around) {
    const { view, whole } = this;
    const centre = around || { x: view.x + view.width / 2, y: view.y + view.height / 2 };
    const largest = whole.width;
    const width = times ? Math.min(largest, Math.max(largest / 16, view.width / times)) : largest;
    const share = width / view.width;
    this.show({
      x: centre.x - (centre.x - view.x) * share,
      y: centre.y - (centre.y - view.y) * share,
      width,
      height: (width * whole.height) / whole.width,
    });
  }

  /* Show a part of the drawing, moved so that it does not reach beyond it. */
  show(view) {
    const { whole } = this;
    const inside = (from, size, start, length) =>
      Math.min(Math.max(from, start), start + length - size);
    view.x = inside(view.x, view.width, whole.x, whole.width);
    view.y = inside(view.y, view.height, whole.y, whole.height);
    this.view = view;
    this.svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
    this.box.classList.toggle("zoomed", view.width < whole.width);
  }

  down(event) {
    this.pointers.set(event.pointerId, event);
    if (this.box.classList.contains("zoomed")) this.svg.setPointerCapture(event.pointerId);
  }

  move(event) {
    if (!this.pointers.has(event.pointerId)) return;
    const before = this.pointers.get(event.pointerId);
    const others = [...this.pointers.values()].filter((one) => one.pointerId !== event.pointerId);
    this.pointers.set(event.pointerId, event);
    const [from, to] = [this.at(before), this.at(event)];
    if (others.length) {
      const anchor = this.at(others[0]);
      const apart = (point) => Math.hypot(point.x - anchor.x, point.y - anchor.y);
      if (apart(from) > 0) this.zoom(apart(to) / apart(from), anchor);
    } else {
      const { view } = this;
      this.show({ ...view, x: view.x + from.x - to.x, y: view.y + from.y - to.y });
    }
  }

  /* The wheel alone scrolls the page; with Ctrl, as a pinch on a touchpad sends it, it zooms. */
  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 300), this.at(event));
  }

  tell(target) {
    const tile = target.closest(".caladale-tile, .caladale-exposed");
    if (tile) this.told.textContent = tile.querySelector("title").textContent;
  }

  focused(tile) {
    this.tell(tile);
    if (!this.tiles.includes(tile)) return;
    for (const other of this.tiles) other.setAttribute("tabindex", other === tile ? "0" : "-1");
    const box = tile.getBBox();
    const { view } = this;
    const seen = (from, size, start, length) => from >= start && from + size <= start + length;
    const inside =
      seen(box.x, box.width, view.x, view.width) && seen(box.y, box.height, view.y, view.height);
    if (!inside) {
      const x = box.x + (box.width - view.width) / 2;
      this.show({ ...view, x, y: box.y + (box.height - view.height) / 2 });
    }
  }

  key(event) {
    const zooms = { "+": 1.5, "=": 1.5, "-": 1 / 1.5, 0: 0 };
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in zooms) {
      this.zoom(zooms[event.key]);
    } else if (event.key in steps) {
      const next = this.neighbour(event.target, steps[event.key]);
      if (next) next.focus();
    } else {
      return;
    }
    event.preventDefault();
  }

  /* The nearest tile in one direction; one straight ahead is nearer than one off to the side. */
  neighbour(tile, [right, up]) {
    const cell = (one) => (one.dataset.cell || "0,0").split(",").map(Number);
    const [x, y] = cell(tile);
    let best = null;
    let least = Infinity;
    for (const other of this.tiles) {
      const [u, v] = cell(other);
      const ahead = (u - x) * right + (v - y) * up;
      const aside = Math.abs((u - x) * up) + Math.abs((v - y) * right);
      if (ahead > 0 && ahead + 3 * aside < least) {
        least = ahead + 3 * aside;
        best = other;
      }
    }
    return best;
  }
}

/* The castles of a search, one at a time. */
function stepper(castles) {
  const bar = document.querySelector(".stepper");
  const [slider, told] = [bar.querySelector("input"), bar.querySelector("output")];
  const [back, on] = bar.querySelectorAll("button");
  const show = (step) => {
    slider.value = step;
    castles.forEach((castle, n) => (castle.hidden = n + 1 !== step));
    told.textContent = `Castle ${step} of ${castles.length}: ${castles[step - 1].dataset.words}`;
    [back.disabled, on.disabled] = [step === 1, step === castles.length];
  };
  slider.addEventListener("input", () => show(Number(slider.value)));
  back.addEventListener("click", () => show(Number(slider.value) - 1));
  on.addEventListener("click", () => show(Number(slider.value) + 1));
  bar.hidden = false;
  show(castles.length);
}

const castles = [...document.querySelectorAll(".castle")];
for (const castle of castles) {
  new Stage(castle);
  castle.querySelector(".zoom").hidden = false;
}
if (castles.length > 1) stepper(castles);
