// The execution of one error, with the queries that the page needs. Positions count from 0.

const MOST_LETTERS = 26;

class Trace {
  constructor(error) {
    this.error = error;
    this.tasks = error.tasks;
    this.events = error.events.map(([task, text, place, ...after], at) => ({
      at, task, after,
      text: error.texts[text],
      place: place < 0 ? null : error.places[place],
      ledToError: error.past[at] === "1",
      isBookkeeping: error.past[at] === "2",  // an internal step of a library
      call: "",      // the library function that it is in
      showsError: false,
      previous: -1,  // of the same task
      next: -1,
      before: [],    // the inverse of `after`
      races: [],     // numbers of races
    }));
    for (const [at, call] of error.calls) this.events[at].call = error.texts[call];
    for (const at of error.shown) if (this.events[at]) this.events[at].showsError = true;
    this.linkEvents();
    this.markRaces();
    this.placeLanes();
  }

  linkEvents() {
    const last = this.tasks.map(() => -1);
    for (const event of this.events) {
      event.previous = last[event.task];
      if (event.previous >= 0) this.events[event.previous].next = event.at;
      last[event.task] = event.at;
      for (const earlier of event.after) this.events[earlier].before.push(event.at);
    }
  }

  // Races that led to the error get letters. If there are too many, the last ones do, because they are
  // closest to the error. The race whose reversal led here always gets one.
  markRaces() {
    const reversal = this.error.reversal;
    this.races = this.error.races.map(([earlier, later], number) => ({
      earlier, later, number, letter: "",
      isReversal: reversal !== null && reversal[0] === earlier && reversal[1] === later,
    }));
    for (const race of this.races) {
      this.events[race.earlier].races.push(race.number);
      this.events[race.later].races.push(race.number);
    }
    const led = this.races.filter(
      (race) => this.events[race.earlier].ledToError && this.events[race.later].ledToError);
    const lettered = new Set(led.slice(-MOST_LETTERS));
    const reversed = this.races.find((race) => race.isReversal);
    if (reversed && !lettered.has(reversed)) {
      if (lettered.size === MOST_LETTERS) lettered.delete(led[led.length - MOST_LETTERS]);
      lettered.add(reversed);
    }
    this.lettered = [...lettered].sort((a, b) => a.number - b.number);
    this.lettered.forEach((race, i) => { race.letter = String.fromCharCode(97 + i); });
  }

  // A lane per task: threads first, then the messages of each handler side by side.
  placeLanes() {
    const handlers = [...new Set(this.tasks.map((task) => task.handler))];
    handlers.sort((a, b) => (a !== "") - (b !== ""));  // stable: threads come first
    this.lanes = [];  // task numbers
    this.groups = [];
    handlers.forEach((handler) => {
      const first = this.lanes.length;
      this.tasks.forEach((task, i) => { if (task.handler === handler) this.lanes.push(i); });
      this.groups.push({ handler, first, count: this.lanes.length - first });
    });
    this.laneOf = [];
    this.lanes.forEach((task, lane) => { this.laneOf[task] = lane; });
    // Each thread has its own colour; the messages of a handler share one.
    let colour = 0;
    this.colourOf = [];
    for (const group of this.groups) {
      for (let lane = group.first; lane < group.first + group.count; ++lane) {
        this.colourOf[this.lanes[lane]] = colour % COLOURS;
        if (group.handler === "") ++colour;
      }
      if (group.handler !== "") ++colour;
    }
  }

  // Returns "bid(2)" for "ui/bid(2)": the group has the rest.
  shortName(task) {
    const { name, handler } = this.tasks[task];
    return handler !== "" && name.startsWith(handler + "/") ? name.slice(handler.length + 1) : name;
  }

  // Returns for each position 1 if the event happens before `at`, 2 if it happens after it, 3 for `at`
  // itself, and 0 if it is concurrent.
  relativesOf(at) {
    const relation = new Uint8Array(this.events.length);
    const walk = (mark, neighbours) => {
      const open = [at];
      while (open.length > 0) {
        for (const next of neighbours(this.events[open.pop()]))
          if (next >= 0 && relation[next] === 0) {
            relation[next] = mark;
            open.push(next);
          }
      }
    };
    walk(1, (event) => [event.previous, ...event.after]);
    walk(2, (event) => [event.next, ...event.before]);
    relation[at] = 3;
    return relation;
  }

  hasStepsInLibraries() {
    return this.events.some((event) => event.isBookkeeping || event.call !== "");
  }

  // Combines consecutive steps of one task in one library call, except those that the report refers to.
  continuesCall(row, event) {
    if (!row || row.kind !== "event" || event.call === "" || row.task !== event.task) return false;
    const isSpecial = (each) => each.showsError ||
      each.races.some((number) => this.races[number].letter !== "");
    const first = this.events[row.at];
    return first.call === event.call && first.place === event.place &&
      first.ledToError === event.ledToError && !isSpecial(first) && !isSpecial(event);
  }

  // Returns the rows of the timeline, from top to bottom: {kind, at | task, text, inside, ...}. `inside` is
  // the number of library steps omitted before the row, `steps` the number of steps that it represents.
  rows(onlyPast, withLibraries) {
    const rows = [];
    const failure = this.error.failure;
    let gap = 0;
    let inside = 0;
    const push = (row) => {
      rows.push({ ...row, inside });
      inside = 0;
    };
    const endGap = () => {
      if (gap > 0) rows.push({ kind: "gap", count: gap, inside: 0 });
      gap = 0;
    };
    for (let at = 0; at <= this.events.length; ++at) {
      if (failure && failure.at === at) {
        endGap();
        push({ kind: "failure", task: failure.task, text: failure.text,
               place: failure.place < 0 ? null : this.error.places[failure.place] });
      }
      const event = this.events[at];
      if (!event) break;
      if (onlyPast && !event.ledToError && !event.showsError && !event.isBookkeeping) {
        gap += 1 + inside;  // the row of a gap represents all of them
        inside = 0;
      } else if (event.isBookkeeping && !withLibraries) {
        if (gap > 0) ++gap; else ++inside;
      } else if (!withLibraries && gap === 0 && this.continuesCall(rows.at(-1), event)) {
        const row = rows.at(-1);
        row.steps += inside + 1;
        row.text = `${event.call} (${row.steps} steps)`;
        inside = 0;
      } else {
        endGap();
        push({ kind: "event", at, task: event.task, text: event.text, place: event.place,
               steps: 1 });
      }
    }
    endGap();
    if (!failure)
      this.tasks.forEach((task, i) => {
        if (task.ends !== "" && !task.in_mailbox)
          push({ kind: "waiting", task: i, text: task.ends, place: null });
      });
    return rows;
  }
}

const COLOURS = 8;

// Returns "bank.mzk:18:3". The tooltip has the folder.
function placeText(place, files) {
  if (!place) return "";
  const [file, line, column] = place;
  const name = files[file].name.replace(/^.*\//, "");
  return name + ":" + line + (column > 0 ? ":" + column : "");
}
