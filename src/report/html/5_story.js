// Explains what happened, why, and how to replay it; also describes the selected step.

// Returns a link that selects a step.
function stepLink(trace, at, choose, isLong) {
  const event = trace.events[at];
  const long = isLong ? ` ${trace.tasks[event.task].name}: ${event.text}` : "";
  return html("button", { class: "link", onclick: () => choose(at) },
              html("b", {}, "step " + (at + 1)), long);
}

// Turns "step 4" within a sentence into a link.
function withLinks(text, trace, choose) {
  return text.split(/(\bsteps? \d+\b)/).map((part) => {
    const match = /^steps? (\d+)$/.exec(part);
    const at = match ? Number(match[1]) - 1 : -1;
    const isCount = /\bafter $/.test(text.slice(0, text.indexOf(part)));
    if (!match || isCount || at < 0 || at >= trace.events.length) return part;
    return html("button", { class: "link", onclick: () => choose(at) }, part);
  });
}

function reasonsOf(trace, choose) {
  const reasons = trace.error.because.map((reason) => {
    const subject = reason.subject ? [html("b", {}, reason.subject), " "] : [];
    const because = /^because /.exec(reason.text) !== null;
    const text = because ? [html("em", {}, "because"), reason.text.slice(7)] : [reason.text];
    const parts = text.flatMap(
      (part) => typeof part === "string" ? withLinks(part, trace, choose) : [part]);
    const hasLink = parts.some((part) => typeof part !== "string" && part.className === "link");
    const jump = !hasLink && reason.at !== null && reason.at < trace.events.length
      ? html("button", { class: "go", title: "Show step " + (reason.at + 1),
                         onclick: () => choose(reason.at) }, String(reason.at + 1)) : "";
    return html("li", { class: because ? "because" : "" }, jump, ...subject, ...parts);
  });
  return reasons.length > 0 ? html("ul", { class: "reasons" }, ...reasons) : "";
}

function reversalOf(trace, choose) {
  const race = trace.races.find((each) => each.isReversal);
  const putOff = trace.error.put_off;
  if (!race && putOff)
    return html("p", { class: "reversal" }, "Exposed by reversing a race: ",
      stepLink(trace, putOff.by, choose, true), " now comes before ",
      html("b", {}, trace.tasks[putOff.task].name + ": " + putOff.text),
      ", which went first in the execution explored before this one; now it waits.");
  if (!race) return "";
  return html("p", { class: "reversal" },
    html("span", { class: "letter" }, race.letter), " Exposed by reversing a race: ",
    stepLink(trace, race.earlier, choose, true), " now comes before ",
    stepLink(trace, race.later, choose, true),
    "; in the execution explored before this one, the latter went first.");
}

// Describes the step after which the error was unavoidable.
function decisionOf(trace, choose) {
  const decision = trace.error.decision;
  if (!decision) return "";
  const words = decision.at === null ? [decision.text] : [
    "unavoidable after ", stepLink(trace, decision.at, choose, false),
    decision.text.slice(`unavoidable after step ${decision.at + 1}`.length)];
  return html("p", { class: "decision" }, ...words);
}

// Lists the last races, which are closest to the error; the timeline shows the others.
const MOST_CHIPS = 8;

function racesOf(trace, choose) {
  if (trace.lettered.length === 0) return "";
  const shown = trace.lettered.filter(
    (race, i, all) => race.isReversal || i >= all.length - MOST_CHIPS);
  const chips = shown.map((race) => html("button", {
    class: "chip" + (race.isReversal ? " reversal" : ""), onclick: () => choose(race.later),
    title: `${trace.events[race.earlier].text} / ${trace.events[race.later].text}` },
    html("span", { class: "letter" }, race.letter), ` ${race.earlier + 1} ⇄ ${race.later + 1}`));
  const others = trace.races.length - shown.length;
  return html("p", { class: "races" },
    html("span", { class: "faint", title: "They could also run in the opposite order." }, "races "),
    ...chips, others > 0 ? html("span", { class: "faint" },
      ` and ${others.toLocaleString("en")} more, shown at their steps`) : "");
}

function replayOf(trace) {
  const command = trace.error.replay;
  if (!command) return "";
  const copy = html("button", { class: "copy", title: "Copy the command", onclick: () => {
    if (!navigator.clipboard) return;
    navigator.clipboard.writeText(command).then(() => {
      copy.textContent = "copied";
      setTimeout(() => { copy.textContent = "copy"; }, 1200);
    }, () => {});
  } }, "copy");
  return html("p", { class: "replay" }, html("span", { class: "faint" }, "replay "),
              html("code", {}, command), " ", copy);
}

function storyOf(trace, choose) {
  return [
    html("h1", {}, trace.error.headline),
    trace.error.where ? html("p", { class: "at" }, trace.error.where) : "",
    reasonsOf(trace, choose), decisionOf(trace, choose), reversalOf(trace, choose), racesOf(trace, choose),
    trace.error.simplified ? html("p", { class: "faint" }, trace.error.simplified) : "",
    replayOf(trace),
  ].filter(Boolean);
}

function listOf(title, positions, trace, choose) {
  if (positions.length === 0) return "";
  const most = 8;
  const items = positions.slice(0, most).map(
    (at) => html("li", {}, stepLink(trace, at, choose, true)));
  if (positions.length > most)
    items.push(html("li", { class: "faint" }, `and ${positions.length - most} more`));
  return html("div", { class: "list" }, html("h3", {}, title), html("ul", {}, ...items));
}

function detailsOf(trace, at, files, choose) {
  if (at < 0)
    return [html("p", { class: "faint" }, "↑ ↓ step through the execution, ← → stay with the task. " +
      "Point at a step to see what it comes after.")];
  const event = trace.events[at];
  const task = trace.tasks[event.task];
  const others = event.races.map((number) => trace.races[number]).map(
    (race) => race.earlier === at ? race.later : race.earlier);
  return [
    html("h2", {}, html("i", { class: "dot c" + trace.colourOf[event.task] }), task.name,
         html("span", { class: "faint" }, ` step ${at + 1}`)),
    html("p", { class: "mono" }, event.text,
         html("span", { class: "faint" }, "  " + placeText(event.place, files))),
    html("div", { class: "lists" },
      listOf("happens after", event.after, trace, choose),
      listOf("happens before", event.before, trace, choose),
      listOf("races with", others, trace, choose)),
  ];
}
