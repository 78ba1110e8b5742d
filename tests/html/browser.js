// Drives Chromium by its DevTools protocol: JSON messages, each ended by a zero byte, over two pipes
// (--remote-debugging-pipe). It needs nothing besides Node.js and Chromium.
// The commands: https://chromedevtools.github.io/devtools-protocol/
"use strict";

const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const FLAGS = ["--headless", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
               "--disable-quic", "--no-first-run", "--disable-background-networking",
               "--disable-component-update", "--disable-sync", "--hide-scrollbars"];
const LOAD_SECONDS = 60;

class Browser {
  constructor() {
    this.profile = fs.mkdtempSync(path.join(os.tmpdir(), "mazurka-chromium-"));
    this.process = spawn("chromium", [...FLAGS, "--user-data-dir=" + this.profile],
                         { stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"] });
    this.errors = "";
    this.process.stderr.on("data", (data) => { this.errors += data; });
    this.toBrowser = this.process.stdio[3];
    this.exited = new Promise((done) => {
      const end = (reason) => { this.fail(reason); done(); };
      this.process.on("error", (error) => end(`chromium does not start: ${error.message}`));
      this.process.on("close", (status) => end(`chromium has exited (${status}):\n${this.errors}`));
    });
    this.toBrowser.on("error", () => {});  // the browser has exited, which "close" reports
    this.waiting = new Map();  // command id -> { resolve, reject }
    this.listeners = new Map();  // session id -> function of an event
    this.lastId = 0;
    this.failure = null;
    let rest = Buffer.alloc(0);
    this.process.stdio[4].on("data", (data) => {
      rest = Buffer.concat([rest, data]);
      for (let end; (end = rest.indexOf(0)) >= 0; rest = rest.subarray(end + 1))
        this.receive(JSON.parse(rest.toString("utf8", 0, end)));
    });
  }

  // Sends a command. Returns a promise of its result.
  send(method, params = {}, sessionId = undefined) {
    if (this.failure) return Promise.reject(new Error(this.failure));
    const id = ++this.lastId;
    this.toBrowser.write(JSON.stringify({ id, method, params, sessionId }) + "\0");
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject, method }));
  }

  receive(message) {
    if (message.id === undefined) {
      const listener = this.listeners.get(message.sessionId);
      if (listener) listener(message.method, message.params);
      return;
    }
    const { resolve, reject, method } = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) reject(new Error(`${method}: ${message.error.message}`));
    else resolve(message.result);
  }

  // Fails all commands that wait for an answer, and those that follow.
  fail(reason) {
    this.failure = this.failure || reason;
    for (const { reject } of this.waiting.values()) reject(new Error(this.failure));
    this.waiting.clear();
  }

  async close() {
    await this.send("Browser.close").catch(() => {});
    await this.exited;
    fs.rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }

  // A tab with a separate profile: nothing that earlier pages stored is seen.
  async newPage({ width, height, colorScheme = "light" }) {
    const { browserContextId } = await this.send("Target.createBrowserContext");
    const { targetId } = await this.send("Target.createTarget",
                                         { url: "about:blank", browserContextId, width, height });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, sessionId, browserContextId);
    this.listeners.set(sessionId, (method, params) => page.receive(method, params));
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await page.send(domain + ".enable");
    await page.send("Emulation.setDeviceMetricsOverride",
                    { width, height, deviceScaleFactor: 1, mobile: false });
    await page.send("Emulation.setEmulatedMedia",
                    { features: [{ name: "prefers-color-scheme", value: colorScheme }] });
    return page;
  }
}

// Methods with a selector use the first matching element. It is an error if no element matches.
class Page {
  constructor(browser, sessionId, contextId) {
    this.browser = browser;
    this.sessionId = sessionId;
    this.contextId = contextId;
    this.complaints = [];  // console messages, uncaught exceptions, loads that are not from a file
    this.loaded = new Promise((done) => { this.hasLoaded = done; });
  }

  send(method, params) { return this.browser.send(method, params, this.sessionId); }

  receive(method, params) {
    if (method === "Page.loadEventFired") this.hasLoaded();
    if (method === "Runtime.consoleAPICalled")
      this.complaints.push(params.args.map((each) => each.value ?? each.description).join(" "));
    if (method === "Runtime.exceptionThrown")
      this.complaints.push(params.exceptionDetails.exception?.description ??
                           params.exceptionDetails.text);
    if (method === "Log.entryAdded") this.complaints.push(params.entry.text);
    if (method === "Network.requestWillBeSent" && !/^(file|data):/.test(params.request.url))
      this.complaints.push("loads " + params.request.url);
  }

  // Opens a file, and waits until the page and everything that it loads are complete.
  async open(file) {
    const { errorText } = await this.send("Page.navigate",
                                          { url: "file://" + encodeURI(file) });
    if (errorText) throw new Error(`${file}: ${errorText}`);
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${file} does not load`)), LOAD_SECONDS * 1000);
    });
    await Promise.race([this.loaded, late]).finally(() => clearTimeout(timer));
  }

  async close() {
    await this.browser.send("Target.disposeBrowserContext", { browserContextId: this.contextId });
    this.browser.listeners.delete(this.sessionId);
  }

  // Calls a function inside the page, with arguments and a result that JSON can hold.
  async evaluate(inside, ...args) {
    const list = args.map((each) => JSON.stringify(each)).join(", ");
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
      expression: `(${inside})(${list})`, awaitPromise: true, returnByValue: true });
    if (exceptionDetails)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  // --- Looking ---

  count(selector) {
    return this.evaluate((selector) => document.querySelectorAll(selector).length, selector);
  }

  text(selector) {
    return this.evaluate((selector) => document.querySelector(selector).textContent, selector);
  }

  texts(selector) {
    return this.evaluate((selector) => Array.from(document.querySelectorAll(selector),
                                                  (each) => each.textContent), selector);
  }

  box(selector) {
    return this.evaluate((selector) => {
      const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
      return { x, y, width, height };
    }, selector);
  }

  isVisible(selector) {
    return this.evaluate((selector) => {
      const element = document.querySelector(selector);
      const { width, height } = element.getBoundingClientRect();
      return width > 0 && height > 0 && getComputedStyle(element).visibility === "visible";
    }, selector);
  }

  // Changes of the page's state are drawn in the next frame.
  nextFrame() {
    return this.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }

  async screenshot(file) {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    fs.writeFileSync(file, Buffer.from(data, "base64"));
  }

  // --- Mouse and keyboard ---

  async moveMouse(x, y) {
    await this.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
    await this.nextFrame();
  }

  // Moves the mouse to the middle of the first element that contains `text`, as if to click on it.
  async hover(selector, text = "") {
    const { x, y, isCovered } = await this.evaluate((selector, text) => {
      const element = Array.from(document.querySelectorAll(selector))
        .find((each) => each.textContent.includes(text));
      element.scrollIntoView({ block: "nearest", inline: "nearest" });
      const box = element.getBoundingClientRect();
      const x = box.x + box.width / 2, y = box.y + box.height / 2;
      const hit = document.elementFromPoint(x, y);
      return { x, y, isCovered: !hit || !(element.contains(hit) || hit.contains(element)) };
    }, selector, text);
    if (isCovered) throw new Error(`${selector} is covered by something else`);
    await this.moveMouse(x, y);
    return { x, y };
  }

  async click(selector, text = "") {
    const at = await this.hover(selector, text);
    for (const type of ["mousePressed", "mouseReleased"])
      await this.send("Input.dispatchMouseEvent", { type, ...at, button: "left", clickCount: 1 });
    await this.nextFrame();
  }

  // Presses a key, given by its name ("Home") or as a character.
  async press(key) {
    const text = key === "Enter" ? "\r" : key.length === 1 ? key : undefined;
    const codes = { Enter: 13, Escape: 27, End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38,
                    ArrowRight: 39, ArrowDown: 40 };
    const which = { key, windowsVirtualKeyCode: codes[key] };
    const type = text ? "keyDown" : "rawKeyDown";
    await this.send("Input.dispatchKeyEvent", { type, text, ...which });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...which });
    await this.nextFrame();
  }

  async type(text) {
    for (const character of text) await this.press(character);
  }

  // Replaces the contents of an input field.
  async fill(selector, text) {
    await this.evaluate((selector) => {
      const field = document.querySelector(selector);
      field.focus();
      field.select();
    }, selector);
    await this.send("Input.insertText", { text });
    await this.nextFrame();
  }
}

module.exports = { Browser };
