// The timeline, with one row per step and one lane per task. Only visible rows are in the document, so the
// length of the execution does not matter.

const ROW = 24;
const CHARACTER = 7.25;  // the width of one, in the font of the rows
const NUMBERS = 62;      // the column of step numbers
const MARKS = 40;        // the column of races
const NODE = 5;
const LEAST_LANE = 22;
const MOST_LANE = 150;
const TEXTS = 390;       // the text of the last lane, and the place
const FLAT_NAMES = 96;   // lanes as wide as this have their names written across
const OVERVIEW = 14;

class Timeline {
  // `choose(at)` is called when the user points at a step; `files` are those of the page.
  constructor(element, files, choose) {
    this.element = element;
    this.files = files;
    this.head = svg("svg", { class: "head" });
    this.body = svg("svg", { class: "body" });
    this.room = html("div", { class: "room" }, this.head, this.body);
    this.scroller = html("div", { class: "scroller" }, this.room);
    this.overview = html("canvas", { class: "overview", title: "The whole execution" });
    element.replaceChildren(this.scroller, this.overview);
    this.hovered = -1;
    this.hits = new Set();
    this.scroller.addEventListener("scroll", () => this.redrawSoon(), { passive: true });
    this.body.addEventListener("mousemove", (event) => this.hover(this.positionAt(event)));
    this.body.addEventListener("mouseleave", () => this.hover(-1));
    this.body.addEventListener("click", (event) => {
      const at = this.positionAt(event);
      if (at >= 0) choose(at);
    });
    this.overview.addEventListener("pointerdown", (event) => this.jump(event));
    this.overview.addEventListener("pointermove", (event) => {
      if (event.buttons > 0) this.jump(event);
    });
    new ResizeObserver(() => this.layOut()).observe(this.scroller);
  }

  show(trace, onlyPast, withLibraries) {
    this.trace = trace;
    this.rows = trace.rows(onlyPast, withLibraries);
    // The row of each position. For an omitted step, it is the row of its gap, or the next row.
    this.rowOf = [];
    let next = 0;
    this.rows.forEach((row, i) => {
      const count = row.kind === "gap" ? row.count : row.kind === "event" ? row.steps : 0;
      for (let j = 0; j < row.inside + count; ++j) this.rowOf[next++] = i;
    });
    while (next < trace.events.length) this.rowOf[next++] = Math.max(0, this.rows.length - 1);
    this.extent = trace.tasks.map(() => [Infinity, -Infinity]);  // rows from, to
    this.rows.forEach((row, i) => {
      if (row.kind === "gap") return;
      const extent = this.extent[row.task];
      extent[0] = Math.min(extent[0], i);
      extent[1] = Math.max(extent[1], i);
    });
    this.selected = -1;
    this.relation = null;
    this.hovered = -1;
    this.layOut();
  }

  // --- Measures ---

  layOut() {
    if (!this.trace) return;
    const lanes = this.trace.lanes.length;
    const width = this.scroller.clientWidth;
    const room = width - NUMBERS - MARKS - TEXTS;
    this.lane = Math.max(LEAST_LANE, Math.min(MOST_LANE, room / Math.max(1, lanes - 1)));
    const names = this.trace.lanes.map((task) => this.trace.shortName(task).length);
    const longest = names.reduce((a, b) => Math.max(a, b), 0) * CHARACTER;
    this.isFlat = this.lane >= Math.min(FLAT_NAMES, longest + 8) || lanes === 1;
    this.headHeight = this.isFlat ? 52 : 124;
    this.width = Math.max(width, this.x(lanes - 1) + 260);
    this.room.style.width = this.width + "px";
    this.room.style.height = this.headHeight + this.rows.length * ROW + 8 + "px";
    this.redrawSoon();
  }

  x(lane) { return NUMBERS + MARKS + 14 + lane * this.lane; }
  xOf(task) { return this.x(this.trace.laneOf[task]); }
  y(row) { return (row - this.top) * ROW + ROW / 2; }

  positionAt(event) {
    const row = this.rows[this.top + Math.floor(event.offsetY / ROW)];
    return row && row.kind === "event" ? row.at : -1;
  }

  // --- State ---

  select(at) {
    this.selected = at;
    this.relation = at >= 0 ? this.trace.relativesOf(at) : null;
    if (at >= 0) this.reveal(at);
    this.redrawSoon();
  }

  hover(at) {
    if (at === this.hovered) return;
    this.hovered = at;
    this.redrawSoon();
  }

  showHits(hits) {
    this.hits = new Set(hits);
    this.redrawSoon();
  }

  reveal(at) {
    const view = this.scroller;
    const top = this.rowOf[at] * ROW;
    const height = view.clientHeight - this.headHeight;
    const margin = Math.min(3 * ROW, height / 3);
    if (top < view.scrollTop + margin) view.scrollTop = top - margin;
    if (top + ROW > view.scrollTop + height - margin) view.scrollTop = top + ROW - height + margin;
    const x = this.xOf(this.trace.events[at].task);
    if (x < view.scrollLeft + NUMBERS + MARKS) view.scrollLeft = x - NUMBERS - MARKS - 40;
    if (x > view.scrollLeft + view.clientWidth - 260) view.scrollLeft = x - view.clientWidth + 300;
  }

  jump(event) {
    const share = event.offsetY / this.overview.clientHeight;
    const view = this.scroller;
    view.scrollTop = share * this.rows.length * ROW - (view.clientHeight - this.headHeight) / 2;
  }

  // --- Drawing ---

  redrawSoon() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      this.redraw();
    });
  }

  redraw() {
    const view = this.scroller;
    this.top = Math.max(0, Math.floor(view.scrollTop / ROW) - 2);
    const count = Math.ceil(view.clientHeight / ROW) + 5;
    this.bottom = Math.min(this.rows.length, this.top + count);
    this.left = view.scrollLeft;
    this.right = this.left + view.clientWidth;
    this.body.style.top = this.headHeight + this.top * ROW + "px";
    // At least as high as the view, so that the background of handlers fills it.
    this.height = Math.max((this.bottom - this.top) * ROW,
                           Math.min(view.clientHeight - this.headHeight, count * ROW));
    fill(this.body, { width: this.width, height: this.height }, []);
    const active = this.hovered >= 0 ? this.hovered : this.selected;
    this.body.replaceChildren(this.arrowHeads(), ...this.backgrounds(), ...this.laneLines(),
                              ...this.raceLines(active), ...this.arrows(active), ...this.steps());
    this.drawHead();
    this.drawOverview();
  }

  isInView(lane) {
    const x = this.x(lane);
    return x > this.left - this.lane && x < this.right + this.lane;
  }

  arrowHeads() {
    const head = (id) => svg("marker", { id, viewBox: "0 0 8 8", refX: 7, refY: 4,
      markerWidth: 7, markerHeight: 7, orient: "auto" }, svg("path", { d: "M0 0L8 4L0 8z" }));
    return svg("defs", {}, head("arrow-in"), head("arrow-out"));
  }

  backgrounds() {
    const shapes = [];
    for (const group of this.trace.groups) {
      if (group.handler === "") continue;
      shapes.push(svg("rect", { class: "group", x: this.x(group.first) - this.lane * 0.42 - 4,
        y: 0, width: this.lane * (group.count - 1 + 0.84) + 8,
        height: this.height }));
    }
    for (let i = this.top; i < this.bottom; ++i) {
      const row = this.rows[i];
      const isHit = row.kind === "event" && this.hits.has(row.at);
      let name = row.kind;
      if (row.kind === "event")
        name = row.at === this.selected ? "selected" : row.at === this.hovered ? "hovered" : "";
      if (isHit) name += " hit";
      if (name !== "")
        shapes.push(svg("rect", { class: "back " + name, x: this.left, y: this.y(i) - ROW / 2,
          width: this.right - this.left, height: ROW }));
    }
    return shapes;
  }

  laneLines() {
    const lines = [];
    this.trace.lanes.forEach((task, lane) => {
      const [from, to] = this.extent[task];
      if (from >= this.bottom || to < this.top || !this.isInView(lane)) return;
      const colour = "c" + this.trace.colourOf[task];
      const x = this.x(lane);
      lines.push(svg("line", { class: "lane " + colour, x1: x, x2: x,
        y1: this.y(Math.max(from, this.top - 1)), y2: this.y(Math.min(to, this.bottom)) }));
    });
    return lines;
  }

  raceLines(active) {
    const races = new Set(this.trace.lettered);
    if (active >= 0)
      for (const number of this.trace.events[active].races) races.add(this.trace.races[number]);
    const lines = [];
    for (const race of races) {
      const from = this.rowOf[race.earlier];
      const to = this.rowOf[race.later];
      if (to < this.top || from >= this.bottom) continue;
      const isActive = race.earlier === active || race.later === active;
      lines.push(svg("path", {
        class: "race" + (race.isReversal ? " reversal" : "") + (isActive ? " active" : ""),
        d: this.curve(race.earlier, race.later, -1) }));
    }
    return lines;
  }

  // Draws what `active` directly comes after, and what comes after it. The lane shows program order.
  arrows(active) {
    if (active < 0) return [];
    const event = this.trace.events[active];
    return [
      ...event.after.map((at) => this.arrow(at, active, "in")),
      ...event.before.slice(0, 200).map((at) => this.arrow(active, at, "out")),
    ];
  }

  arrow(from, to, kind) {
    return svg("path", { class: "arrow " + kind, d: this.curve(from, to, 1),
                         "marker-end": `url(#arrow-${kind})` });
  }

  curve(from, to, side) {
    const x1 = this.xOf(this.trace.events[from].task);
    const x2 = this.xOf(this.trace.events[to].task);
    const y1 = this.y(this.rowOf[from]) + NODE;
    const y2 = this.y(this.rowOf[to]) - NODE - 1;
    const bend = Math.min(60, Math.max(14, (y2 - y1) / 2));
    if (x1 === x2) {
      const out = side * Math.min(40, 12 + (y2 - y1) / 12);
      return `M${x1} ${y1}C${x1 + out} ${y1 + bend},${x2 + out} ${y2 - bend},${x2} ${y2}`;
    }
    return `M${x1} ${y1}C${x1} ${y1 + bend},${x2} ${y2 - bend},${x2} ${y2}`;
  }

  steps() {
    const shapes = [];
    for (let i = this.top; i < this.bottom; ++i) {
      shapes.push(this.step(this.rows[i], this.y(i)));
      if (this.isDecision(this.rows[i])) shapes.push(this.decisionLine(this.y(i) + ROW / 2));
    }
    return shapes;
  }

  // Draws the line below which the error is unavoidable.
  isDecision(row) {
    const decision = this.trace.error.decision;
    return decision !== null && row.kind === "event" && row.at === decision.at;
  }

  decisionLine(y) {
    return svg("g", { class: "decided" },
      svg("title", {}, this.trace.error.decision.text),
      svg("line", { x1: this.left, x2: this.right, y1: y, y2: y }));
  }

  step(row, y) {
    if (row.kind === "gap") return this.gap(row, y);
    const event = row.kind === "event" ? this.trace.events[row.at] : null;
    const x = this.xOf(row.task);
    const place = placeText(row.place, this.files);
    const placeLeft = this.right - 12 - place.length * CHARACTER;
    const label = shortenedInTheMiddle(row.text, Math.floor((placeLeft - x - 26) / CHARACTER));
    const isHigh = event && event.ledToError;
    const isConcurrent = event && this.relation && this.relation[row.at] === 0;
    const names = ["step", row.kind, isHigh ? "led" : "", isConcurrent ? "concurrent" : "",
                   event && event.showsError ? "shows" : "",
                   event && this.hits.has(row.at) ? "found" : "",
                   event && row.at === this.selected ? "current" : ""];
    return svg("g", { class: names.filter(Boolean).join(" "), "data-at": event ? row.at : null },
      svg("title", {}, this.tip(row)),
      svg("text", { class: "number", x: this.left + NUMBERS - 14, y: y + 4 },
          event ? String(row.at + 1) : row.kind === "failure" ? "✗" : "–"),
      event ? this.marks(event, y) : "",
      this.node(row, x, y),
      svg("text", { class: "label", x: x + NODE + 7, y: y + 4 }, label),
      svg("text", { class: "place", x: this.right - 12, y: y + 4 }, place));
  }

  tip(row) {
    const [file, line] = row.place || [];
    const where = row.place ? `\n${this.files[file].name}:${line}` : "";
    return `${this.trace.tasks[row.task].name}: ${row.text}${where}`;
  }

  gap(row, y) {
    const steps = row.count === 1 ? "1 irrelevant step" : row.count.toLocaleString("en") +
      " irrelevant steps";
    return svg("g", { class: "step gap" },
      svg("text", { class: "label", x: this.left + NUMBERS + MARKS, y: y + 4 }, "⋯ " + steps));
  }

  marks(event, y) {
    const letters = event.races.map((number) => this.trace.races[number].letter).join("");
    if (letters === "") return "";
    return svg("text", { class: "marks", x: this.left + NUMBERS, y: y + 4 }, shortened(letters, 4));
  }

  node(row, x, y) {
    const colour = "c" + this.trace.colourOf[row.task];
    if (row.kind === "failure")
      return svg("path", { class: "cross", d: `M${x - 5} ${y - 5}l10 10m0 -10l-10 10` });
    if (row.kind === "waiting")
      return svg("rect", { class: "node wait " + colour, x: x - 4, y: y - 4, width: 8, height: 8 });
    return svg("circle", { class: "node " + colour, cx: x, cy: y, r: NODE });
  }

  // The names of handlers and tasks, above the lanes.
  drawHead() {
    fill(this.head, { width: this.width, height: this.headHeight }, []);
    const shapes = [svg("rect", { class: "back", x: 0, y: 0, width: this.width,
                                  height: this.headHeight })];
    for (const group of this.trace.groups) shapes.push(...this.groupHead(group));
    this.trace.lanes.forEach((task, lane) => {
      if (this.isInView(lane)) shapes.push(this.laneHead(task, lane));
    });
    shapes.push(svg("text", { class: "number", x: this.left + NUMBERS - 14,
                              y: this.headHeight - 10 }, "step"));
    shapes.push(svg("line", { class: "edge", x1: 0, x2: this.width, y1: this.headHeight - 0.5,
                              y2: this.headHeight - 0.5 }));
    this.head.replaceChildren(...shapes);
  }

  groupHead(group) {
    if (group.handler === "") return [];
    const x = this.x(group.first) - this.lane * 0.42 - 4;
    const width = this.lane * (group.count - 1 + 0.84) + 8;
    const last = this.trace.lanes[group.first + group.count - 1];
    // The name stays in view while a wide group scrolls by.
    const at = Math.min(Math.max(x + 8, this.left + 8), x + Math.max(8, width - 60));
    const room = Math.max(width, this.lane * 1.5) / CHARACTER;
    return [
      svg("rect", { class: "group", x, y: 4, width, height: this.headHeight - 4 }),
      svg("rect", { class: "bar c" + this.trace.colourOf[last], x, y: 4, width, height: 3 }),
      svg("text", { class: "handler", x: at, y: 21 },
          shortened(group.handler, Math.max(3, Math.floor(room))),
          svg("title", {}, "handler " + group.handler)),
    ];
  }

  laneHead(task, lane) {
    const name = this.trace.shortName(task);
    const x = this.x(lane);
    const y = this.headHeight - 10;
    const room = this.isFlat ? Math.floor((this.lane - 10) / CHARACTER) : 14;
    const isCurrent = this.selected >= 0 && this.trace.events[this.selected].task === task;
    return svg("text", {
      class: "task c" + this.trace.colourOf[task] + (isCurrent ? " current" : ""),
      x: this.isFlat ? x - NODE : x + 4, y,
      transform: this.isFlat ? null : `rotate(-65 ${x + 4} ${y})` },
      shortenedName(name, this.trace.lanes.length === 1 ? 60 : Math.max(4, room)),
      svg("title", {}, this.trace.tasks[task].name));
  }

  // Draws the whole execution in a narrow strip: what led to the error, search results, the visible part.
  drawOverview() {
    const height = this.overview.clientHeight;
    if (height === 0) return;
    const scale = window.devicePixelRatio || 1;
    if (this.overview.height !== Math.round(height * scale)) {
      this.overview.width = OVERVIEW * scale;
      this.overview.height = Math.round(height * scale);
    }
    const pen = this.overview.getContext("2d");
    const style = getComputedStyle(this.element);
    const colours = {};  // looking one up is slow
    for (const name of ["--view", "--race", "--hit-line", "--error", "--accent"])
      colours[name] = style.getPropertyValue(name).trim();
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, OVERVIEW, height);
    const step = height / Math.max(1, this.rows.length);
    const band = (row, name, x, width) => {
      pen.fillStyle = colours[name];
      pen.fillRect(x, row * step, width, Math.max(1.5, Math.min(step, 8)));
    };
    pen.fillStyle = colours["--view"];
    const from = this.scroller.scrollTop / ROW;
    const rows = (this.scroller.clientHeight - this.headHeight) / ROW;
    pen.fillRect(0, from * step, OVERVIEW, Math.max(4, Math.min(rows, this.rows.length) * step));
    for (const race of this.trace.lettered) {
      band(this.rowOf[race.earlier], "--race", 2, 4);
      band(this.rowOf[race.later], "--race", 2, 4);
    }
    for (const at of this.hits) band(this.rowOf[at], "--hit-line", 7, 5);
    this.rows.forEach((row, i) => {
      if (row.kind === "failure" || row.kind === "waiting") band(i, "--error", 0, OVERVIEW);
    });
    if (this.selected >= 0) band(this.rowOf[this.selected], "--accent", 0, OVERVIEW);
  }
}
