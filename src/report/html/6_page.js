// The page: the selected error and step, the search, light or dark.

class Page {
  constructor(data) {
    this.data = data;
    this.at = -1;
    this.hits = [];
    const choose = (at) => this.choose(at);
    this.timeline = new Timeline(byId("timeline"), data.files, choose);
    this.source = new Source(byId("source"), data.files, choose);
    this.showVerdict();
    this.connect();
    if (data.errors.length > 0) this.showError(0);
  }

  showVerdict() {
    const { verdict, errors } = this.data;
    const words = { safe: "no errors", error: errors.length > 1 ? `${errors.length} errors` : "error",
                    incomplete: this.data.verdict_words || "no errors so far" };
    byId("verdict").textContent = words[verdict];
    byId("verdict").classList.add(verdict);
    byId("program").textContent = this.data.program;
    const notes = [...this.data.not_covered,
                   ...this.data.warnings.map((text) => "warning: " + text),
                   ...this.data.notes.map((text) => "note: " + text)];
    if (this.data.left_out > 0) notes.push(`${this.data.left_out} more errors are not on this page`);
    byId("counts").replaceChildren(
      html("span", {}, `${this.data.coverage} · ${this.data.counts} · mazurka ${this.data.mazurka}`),
      ...notes.map((text) => html("div", {}, text)));
    if (errors.length === 0) byId("story").replaceChildren(html("h1", {}, this.data.coverage));
    const select = byId("which-error");
    select.hidden = errors.length < 2;
    select.append(...errors.map((error, i) => html("option", { value: i },
      `${i + 1}: ${shortened(error.headline, 70)}`)));
  }

  showError(number) {
    this.trace = new Trace(this.data.errors[number]);
    byId("story").replaceChildren(...storyOf(this.trace, (at) => this.choose(at)));
    const hasSteps = this.trace.events.length > 0;
    byId("tools").hidden = byId("panes").hidden = !hasSteps;
    if (!hasSteps) return;
    this.at = -1;
    this.source.show(this.trace);
    this.showTimeline();
    this.choose(this.startOf(this.trace));
    this.search();
  }

  showTimeline() {
    byId("libraries").parentElement.hidden = !this.trace.hasStepsInLibraries();
    this.timeline.show(this.trace, byId("only-past").checked, byId("libraries").checked);
  }

  // Returns the step that the explanation ends with, or the last one before the error.
  startOf(trace) {
    const failure = trace.error.failure;
    const end = failure ? failure.at : trace.events.length;
    return Math.max(0, Math.min(end, trace.events.length) - 1);
  }

  choose(at) {
    if (at < 0 || at >= this.trace.events.length) return;
    this.at = at;
    this.timeline.select(at);
    this.source.select(at);
    byId("details").replaceChildren(
      ...detailsOf(this.trace, at, this.data.files, (next) => this.choose(next)));
    byId("where").textContent = `step ${(at + 1).toLocaleString("en")} of ` +
      this.trace.events.length.toLocaleString("en");
    this.showHits();
  }

  // --- Stepping ---

  // Returns the nearest visible step in that direction.
  step(direction) {
    const isShown = (at) => this.timeline.rows[this.timeline.rowOf[at]].at === at;
    let at = this.at + direction;
    while (at >= 0 && at < this.trace.events.length && !isShown(at)) at += direction;
    this.choose(at);
  }

  stepInTask(direction) {
    const event = this.trace.events[this.at];
    this.choose(direction > 0 ? event.next : event.previous);
  }

  key(event) {
    const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) &&
      event.target.type !== "checkbox";
    if (event.key === "Escape") return this.clearSearch();
    if (isTyping || event.ctrlKey || event.altKey || event.metaKey || !this.trace) return;
    const page = Math.max(1, Math.floor(byId("timeline").clientHeight / ROW) - 4);
    const actions = {
      ArrowDown: () => this.step(1), ArrowUp: () => this.step(-1),
      ArrowRight: () => this.stepInTask(1), ArrowLeft: () => this.stepInTask(-1),
      PageDown: () => this.choose(Math.min(this.at + page, this.trace.events.length - 1)),
      PageUp: () => this.choose(Math.max(this.at - page, 0)),
      Home: () => this.choose(0), End: () => this.choose(this.startOf(this.trace)),
      n: () => this.nextHit(1), N: () => this.nextHit(-1),
      "/": () => byId("search").focus(), t: () => switchTheme(),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  // --- Search ---

  search() {
    const wanted = byId("search").value.trim().toLowerCase();
    const { tasks, events } = this.trace;
    const matches = (event) => event.text.toLowerCase().includes(wanted) ||
      tasks[event.task].name.toLowerCase().includes(wanted) ||
      placeText(event.place, this.data.files).toLowerCase().includes(wanted);
    this.hits = wanted === "" ? [] : events.filter(matches).map((event) => event.at);
    this.timeline.showHits(this.hits);
    this.showHits();
  }

  nextHit(direction) {
    if (this.hits.length === 0) return;
    const ahead = direction > 0 ? this.hits.find((at) => at > this.at)
                                : this.hits.findLast((at) => at < this.at);
    this.choose(ahead !== undefined ? ahead : this.hits.at(direction > 0 ? 0 : -1));
  }

  showHits() {
    const box = byId("hits");
    if (byId("search").value.trim() === "") { box.textContent = ""; return; }
    const number = this.hits.indexOf(this.at);
    box.textContent = this.hits.length === 0 ? "nothing found"
      : (number >= 0 ? `${number + 1} of ` : "") + this.hits.length.toLocaleString("en");
  }

  clearSearch() {
    byId("search").value = "";
    byId("search").blur();
    if (this.trace) this.search();
  }

  // --- Controls ---

  connect() {
    const on = (id, type, action) => byId(id).addEventListener(type, action);
    document.addEventListener("keydown", (event) => this.key(event));
    on("first", "click", () => this.choose(0));
    on("previous", "click", () => this.step(-1));
    on("next", "click", () => this.step(1));
    on("last", "click", () => this.choose(this.startOf(this.trace)));
    on("theme", "click", switchTheme);
    on("search", "input", () => this.search());
    on("search", "keydown", (event) => {
      if (event.key === "Enter") this.nextHit(event.shiftKey ? -1 : 1);
    });
    on("which-error", "change", (event) => this.showError(Number(event.target.value)));
    for (const id of ["only-past", "libraries"]) {
      on(id, "change", () => {
        const at = this.at;
        this.showTimeline();
        this.timeline.showHits(this.hits);
        this.choose(at);
      });
    }
    new MutationObserver(() => this.trace && this.timeline.redrawSoon())
      .observe(document.documentElement, { attributes: true });
  }
}

function byId(id) { return document.getElementById(id); }

// Uses the theme of the system until the user chooses one. Browsers may refuse to store it.
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  byId("theme").textContent = theme === "dark" ? "☀" : "☾";
}
function switchTheme() {
  const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  setTheme(theme);
  try { localStorage.setItem("mazurka-theme", theme); } catch { /* not remembered */ }
}
function firstTheme() {
  try {
    const chosen = localStorage.getItem("mazurka-theme");
    if (chosen === "light" || chosen === "dark") return chosen;
  } catch { /* nothing remembered */ }
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

setTheme(firstTheme());
const page = new Page(JSON.parse(byId("data").textContent));
