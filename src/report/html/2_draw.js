// Creates elements of HTML and SVG. Texts become text nodes: names of a program are never markup.

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false)
      element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== ""));
  return element;
}

function html(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

// Shortens a name, but keeps the line of "lambda at form.cpp:34".
function shortenedName(name, length) {
  const line = /:\d+( #\d+)?$/.exec(name);
  if (name.length <= length || !line || line[0].length + 4 > length) return shortened(name, length);
  return name.slice(0, length - line[0].length - 1) + "…" + line[0];
}

// Shortens the text of a step in the middle: the operation is at the beginning, the value at the end.
function shortenedInTheMiddle(text, length) {
  if (text.length <= length || length < 3) return shortened(text, length);
  const begin = Math.floor(length / 2) - 1;
  return text.slice(0, begin) + "…" + text.slice(text.length - (length - begin - 1));
}

function shortened(text, length) {
  return text.length <= length ? text : text.slice(0, Math.max(1, length - 1)) + "…";
}
