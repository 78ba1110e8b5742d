// The source of the program: which lines were executed, by which task last, and the current step.

const WORDS = new RegExp(
  "(//.*|/\\*.*?\\*/|#\\s*(?:include|define|if|ifdef|ifndef|else|endif|pragma)\\b.*)" +  // comments
  "|(\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*')" +                                 // strings
  "|\\b(var|const|handler|on|thread|message|post|spawn|join|lock|unlock|assert|assume|await|fifo|" +
  "multiset|to|if|else|while|for|return|int|bool|char|void|auto|static|struct|class|namespace|" +
  "using|template|typename|new|delete|do|switch|case|break|continue|unsigned|long|true|false|" +
  "wait|signal|broadcast|send|receive|when|after|self|start|choose|local|mutex|cond|trylock|cas)\\b" +
  "|\\b(\\d[\\w.]*)\\b", "g");
const KINDS = ["", "comment", "string", "keyword", "number"];

// Splits a line into coloured parts. Unknown text is not coloured.
function coloured(line) {
  const pieces = [];
  let end = 0;
  for (const match of line.matchAll(WORDS)) {
    if (match.index > end) pieces.push(line.slice(end, match.index));
    const kind = KINDS[match.findIndex((part, i) => i > 0 && part !== undefined)];
    pieces.push(html("span", { class: kind }, match[0]));
    end = match.index + match[0].length;
  }
  if (end < line.length) pieces.push(line.slice(end));
  return pieces;
}

class Source {
  constructor(element, files, choose) {
    this.element = element;
    this.files = files;
    this.choose = choose;
    this.tabs = html("div", { class: "tabs" });
    this.code = html("div", { class: "code" });
    element.replaceChildren(this.tabs, this.code);
  }

  show(trace) {
    this.trace = trace;
    this.executed = this.files.map(() => new Map());  // by file, line: positions
    for (const event of trace.events) {
      if (!event.place) continue;
      const lines = this.executed[event.place[0]];
      if (!lines.has(event.place[1])) lines.set(event.place[1], []);
      lines.get(event.place[1]).push(event.at);
    }
    this.file = -1;
    this.at = -1;
    const failed = trace.error.failure && trace.error.places[trace.error.failure.place];
    this.failed = failed || null;
    const first = trace.events.find((event) => event.place);
    if (first || failed) this.open((failed || first.place)[0]);
    else this.code.replaceChildren(html("p", { class: "faint" }, "No source location is known."));
  }

  open(file) {
    if (this.file === file) return;
    this.file = file;
    const used = this.files.map((_, i) => i).filter((i) => this.executed[i].size > 0 || i === file);
    this.tabs.replaceChildren(...used.map((i) => html("button", {
      class: i === file ? "current" : "", title: this.files[i].name,
      onclick: () => { this.open(i); this.mark(); } },
      this.files[i].name.replace(/^.*\//, ""))));
    this.lines = new Map();
    const parts = this.files[file].parts;
    const rows = [];
    parts.forEach(([first, text], i) => {
      if (i > 0 || first > 1) rows.push(html("div", { class: "cut" }, "⋯"));
      text.replace(/\n$/, "").split("\n").forEach((line, j) => rows.push(this.row(line, first + j)));
    });
    if (parts.length === 0)
      rows.push(html("p", { class: "faint" }, this.files[file].name + " could not be read."));
    this.code.replaceChildren(...rows);
  }

  row(text, number) {
    const positions = this.executed[this.file].get(number);
    const isFailed = this.failed && this.failed[0] === this.file && this.failed[1] === number;
    const who = html("span", { class: "who" });
    const count = positions ? "×" + positions.length : "";
    const row = html("div", {
      class: "line" + (positions ? " ran" : "") + (isFailed ? " failed" : ""),
      title: positions ? this.stepsInWords(positions) : null,
      onclick: positions ? () => this.choose(this.nextOf(positions)) : null },
      html("span", { class: "count" }, count), html("span", { class: "no" }, String(number)), who,
      html("span", { class: "text" }, ...coloured(text.replace(/\t/g, "    "))));
    this.lines.set(number, { row, who, positions });
    return row;
  }

  stepsInWords(positions) {
    const shown = positions.slice(0, 12).map((at) => at + 1).join(", ");
    return `${positions.length === 1 ? "step" : "steps"} ${shown}` +
      (positions.length > 12 ? ", …" : "") + "; click for the next one";
  }

  // Searches from the current step on, then from the beginning.
  nextOf(positions) {
    const next = positions.find((at) => at > this.at);
    return next === undefined ? positions[0] : next;
  }

  select(at) {
    this.at = at;
    const place = at >= 0 ? this.trace.events[at].place : null;
    if (place) this.open(place[0]);
    this.mark();
    if (!place || !this.lines.has(place[1])) return;
    const row = this.lines.get(place[1]).row;
    const top = row.offsetTop - this.code.offsetTop;
    const height = this.code.clientHeight;
    if (top < this.code.scrollTop + 40 || top > this.code.scrollTop + height - 60)
      this.code.scrollTop = top - height / 2;
  }

  // Lines that are executed only later are paler; a dot is a task that is at this line now.
  mark() {
    if (this.file < 0) return;
    const place = this.at >= 0 ? this.trace.events[this.at].place : null;
    for (const [number, { row, who, positions }] of this.lines) {
      if (!positions) continue;
      row.classList.toggle("later", this.at >= 0 && positions[0] > this.at);
      row.classList.toggle("current",
                           place !== null && place[0] === this.file && place[1] === number);
      if (who.firstChild) who.replaceChildren();
    }
    this.tasksNow().forEach((at, task) => {
      const event = this.trace.events[at];
      if (at < 0 || !event.place || event.place[0] !== this.file) return;
      const line = this.lines.get(event.place[1]);
      if (line && line.who.childElementCount < 3)
        line.who.append(html("i", { class: "c" + this.trace.colourOf[task],
                                    title: this.trace.tasks[task].name + " is here" }));
    });
  }

  // Returns for each task its last step so far, or -1 if it has none or has ended.
  tasksNow() {
    const last = this.trace.tasks.map(() => -1);
    for (let at = 0; at <= this.at; ++at) last[this.trace.events[at].task] = at;
    return last.map((at, task) => {
      if (at < 0) return -1;
      const isOver = this.trace.events[at].next < 0 && this.trace.tasks[task].ends === "";
      return isOver && at !== this.at ? -1 : at;
    });
  }
}
