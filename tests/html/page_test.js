// Each test opens a page as a user would: from a file, without a server. A test fails if the page
// writes to the console or tries to load anything.
"use strict";

const assert = require("node:assert");
const { execFileSync, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { after, before, test } = require("node:test");
const { Browser } = require("./browser.js");
const models = require("./models.js");

const ROOT = path.resolve(__dirname, "../..");
let browser;
let folder;

before(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "mazurka-html-"));
  fs.cpSync(path.join(ROOT, "examples"), path.join(folder, "examples"), { recursive: true });
  browser = new Browser();
});
after(async () => {
  await browser.close();
  fs.rmSync(folder, { recursive: true });
});

function check(model, ...options) {
  const isRobust = options[0] === "--robust";
  if (isRobust) options.shift();
  const done = spawnSync(process.env.MAZURKA, [isRobust ? "robust" : "check", model, "--html", "page.html", ...options],
                         { cwd: folder, encoding: "utf8" });
  assert.ok(done.status === 0 || done.status === 1, done.stdout + done.stderr);
  return path.join(folder, "page.html");
}

function write(name, text) {
  fs.writeFileSync(path.join(folder, name), text);
  return name;
}

// Returns the page, and a function that closes it and fails if the page has complained.
async function open(file, options = {}) {
  const page = await browser.newPage({ width: 1400, height: 900, ...options });
  await page.open(file);
  await page.nextFrame();
  return { page, close: async () => {
    assert.deepStrictEqual(page.complaints, []);
    await page.close();
  } };
}

const where = (page) => page.text("#where");
const shot = (page, name) =>
  page.screenshot(path.join(process.env.SCREENSHOTS || folder, name + ".png"));

test("a page that complains is noticed", async () => {
  write("noisy.html", `<title>noisy</title><img src="http://127.0.0.1:9/picture.png">
    <script>console.log("said"); throw new Error("thrown");</script>`);
  const page = await browser.newPage({ width: 300, height: 200 });
  await page.open(path.join(folder, "noisy.html"));
  const complaints = page.complaints.join("\n");
  await page.close();
  assert.match(complaints, /^said$/m);
  assert.match(complaints, /Error: thrown/);
  assert.match(complaints, /loads http:\/\/127\.0\.0\.1:9\/picture\.png/);
});

test("says what happened, because of what, and how to replay it", async () => {
  const { page, close } = await open(check("examples/bank.mzk", "--algorithm", "optimal"));
  assert.strictEqual(await page.text("#verdict"), "error");
  assert.strictEqual(await page.text("#story h1"), "assertion failed: balance == 170");
  assert.match(await page.text(".reasons"), /because client\(\d+\) wrote balance/);
  assert.match(await page.text(".replay"), /mazurka replay bank\.schedule/);
  assert.match(await page.text("#story .reversal"), /Exposed by reversing a race: step \d+/);
  assert.match(await page.text("#counts"), /\(optimal\)/);
  await shot(page, "bank-light");
  await close();
});

test("names the step that decided, and draws a line below it", async () => {
  const { page, close } = await open(check("examples/bank.mzk", "--algorithm", "optimal"));
  assert.match(await page.text("#story .decision"),
               /^unavoidable after step 4 \(client\(20\): reads balance: 100\): both continuations/);
  assert.strictEqual(await page.count(".decided line"), 1);
  await page.click("#story .decision .link");
  assert.strictEqual(await where(page), "step 4 of 9");
  await close();
});

test("shows what 'robust' found", async () => {
  const file = check("examples/robust/chat_client.mzk", "--robust");
  const { page, close } = await open(file);
  assert.match(await page.text("#story h1"), /^not serialisable: /);
  assert.match(await page.text("#story"), /sequential/);
  await shot(page, "robust");
  await close();
});

test("hides what libraries do for themselves until somebody wants to see it", async () => {
  const { page, close } = await open(check("examples/native/data_race.cpp"));
  const steps = () => page.evaluate(
    () => Array.from(document.querySelectorAll(".step[data-at]"), (each) => Number(each.dataset.at)));
  assert.deepStrictEqual(await steps(), [0, 5, 6, 7, 8, 11]);
  await page.press("Home");
  await page.press("ArrowDown");  // past the arguments of the second thread
  assert.strictEqual(await where(page), "step 6 of 12");
  await shot(page, "libraries");
  await page.click("#libraries");
  assert.strictEqual((await steps()).length, 12);
  await close();
});

test("has one row for the steps of one call of a library", async () => {
  const { page, close } = await open(check(write("push.cpp", `#include <mutex>
#include <thread>
#include <vector>
std::vector<int> all;
std::mutex m;
void add() {
  std::lock_guard lock(m);
  all.push_back(1);
}
int main() {
  std::thread a(add), b(add);
  a.join();
  b.join();
  std::lock_guard lock(m);
  if (all.size() == 2) throw 1;
}
`)));
  const texts = async () => (await page.texts(".step .label")).join("\n");
  assert.match(await texts(), /std::vector::push_back \(\d+ steps\)/);
  await page.click("#libraries");
  assert.doesNotMatch(await texts(), /steps\)/);
  await close();
});

test("has room for everything in a narrow window", async () => {
  const { page, close } = await open(check("examples/bank.mzk"),
                                     { width: 600, height: 800 });
  for (const pane of ["#timeline", "#source", ".code"])
    assert.ok((await page.box(pane)).height > 100, pane);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await shot(page, "narrow");
  await close();
});

test("has no switch for libraries where there are none", async () => {
  const { page, close } = await open(check("examples/bank.mzk"));
  assert.ok(!(await page.isVisible("#libraries")));
  await close();
});

test("steps with the arrow keys, and the source follows", async () => {
  const { page, close } = await open(check("examples/bank.mzk", "--algorithm", "optimal"));
  assert.strictEqual(await where(page), "step 9 of 9");
  await page.press("Home");
  assert.strictEqual(await where(page), "step 1 of 9");
  assert.match(await page.text(".line.current"), /spawn client\(50\)/);
  await page.press("ArrowDown");
  assert.strictEqual(await where(page), "step 2 of 9");
  assert.match(await page.text(".line.current"), /spawn client\(20\)/);
  await page.press("ArrowRight");  // stays with its task: two clients run in between
  assert.strictEqual(await where(page), "step 7 of 9");
  await page.press("ArrowLeft");
  await page.press("ArrowUp");
  await page.press("ArrowUp");  // nothing comes before the first step
  assert.strictEqual(await where(page), "step 1 of 9");
  await close();
});

test("shows the executed lines, and a click on one goes there", async () => {
  const { page, close } = await open(check("examples/bank.mzk", "--algorithm", "optimal"));
  assert.strictEqual(await page.count(".line.ran"), 6);
  assert.match(await page.text(".line.failed"), /assert balance == 170/);
  await page.press("Home");
  await page.click(".line.ran", "balance + amount");
  assert.strictEqual(await where(page), "step 3 of 9");
  await close();
});

test("draws what a step comes after when it is pointed at", async () => {
  const { page, close } = await open(check("examples/bank.mzk", "--algorithm", "optimal"));
  await page.press("Home");
  await page.hover('.step[data-at="6"] .label');  // join client(50): after its last step
  assert.strictEqual(await page.count(".arrow.in"), 1);
  await page.moveMouse(5, 5);
  assert.strictEqual(await page.count(".arrow.in"), 0);
  await close();
});

test("searches", async () => {
  const { page, close } = await open(check("examples/bank.mzk", "--algorithm", "optimal"));
  await page.press("/");
  await page.type("READS balance");
  assert.strictEqual(await page.text("#hits"), "3 of 3");  // the current step is the last
  await page.press("Enter");
  assert.strictEqual(await where(page), "step 3 of 9");
  assert.strictEqual(await page.text("#hits"), "1 of 3");
  await page.fill("#search", "no such thing");
  assert.strictEqual(await page.text("#hits"), "nothing found");
  await page.press("Escape");
  assert.strictEqual(await page.text("#hits"), "");
  await close();
});

test("has the messages of a handler side by side, below its name", async () => {
  const { page, close } = await open(check("examples/ui_order.mzk"));
  assert.match(await page.text(".head .handler"), /^ui/);
  const names = await page.evaluate(
    () => Array.from(document.querySelectorAll(".head .task"), (each) => each.firstChild.textContent));
  assert.deepStrictEqual(names.slice(-3).sort(), ["close", "open", "show"]);
  await close();
});

test("shows who waits for what in a deadlock, in the dark", async () => {
  const { page, close } = await open(check("examples/transfer_deadlock.mzk"),
                                     { colorScheme: "dark" });
  const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.strictEqual(await page.count(".step.waiting"), 2);
  assert.match(await page.text("#story .reversal"), /now it waits/);
  await shot(page, "deadlock-dark");
  await page.click("#theme");
  const light = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.notStrictEqual(dark, light);
  await close();
});

test("leaves out what plays no role, if asked to", async () => {
  const model = write("noise.mzk", `var x, y;
    thread noise { y = 1; y = 2; }
    thread main { x = 1; assert x == 2; }`);
  const { page, close } = await open(check(model, "--no-shorten"));
  assert.strictEqual(await page.count(".step.event"), 4);
  await page.click("#only-past");
  assert.strictEqual(await page.count(".step.event"), 2);
  assert.match(await page.text(".step.gap"), /2 irrelevant steps/);
  await close();
});

test("lists what is not covered", async () => {
  const model = write("deep.mzk", "var x; procedure deep() { x = x + 1; call deep(); } thread t { call deep(); }");
  const accepted = ["--max-depth", "3", "--accept", "call_cut"];
  const { page, close } = await open(check(model, ...accepted));
  assert.strictEqual(await page.text("#verdict"), "no errors");
  assert.match(await page.text("#counts"), /note: accepted: deep.mzk:1:.* \[call_cut\]/);
  await close();
  const { page: strict, close: closeStrict } = await open(check(model, "--max-depth", "3", "--allow-incomplete"));
  assert.strictEqual(await strict.text("#verdict"), "no errors so far");
  await closeStrict();
});

test("says so if there are no errors", async () => {
  const { page, close } = await open(check("examples/bank_fixed.mzk"));
  assert.strictEqual(await page.text("#verdict"), "no errors");
  assert.match(await page.text("#story"), /traces explored/);
  assert.strictEqual(await page.isVisible("#panes"), false);
  await close();
});

test("takes names as text", async () => {
  const name = "<img src=x onerror=alert(1)>.mzk";
  const { page, close } = await open(check(write(name, "var x; thread t { assert x == 1; }")));
  assert.strictEqual(await page.text("#program"), name);
  assert.strictEqual(await page.evaluate(() => document.title), "error: " + name);
  assert.strictEqual(await page.count("img"), 0);
  await close();
});

test("is small for an error of 200 steps", () => {
  const file = check(write("medium.mzk", models.medium), "--no-shorten");
  const data = /id="data">(.*?)<\/script>/s.exec(fs.readFileSync(file, "utf8"))[1];
  assert.ok(JSON.parse(data).errors[0].events.length >= 200);
  assert.ok(fs.statSync(file).size < 300_000, `${fs.statSync(file).size} bytes`);
});

// Returns how long it takes until a key press is drawn, in milliseconds: the median of 40.
const timeOfStep = (page) => page.evaluate(async () => {
  const times = [];
  for (let i = 0; i < 40; ++i) {
    const begin = performance.now();
    document.dispatchEvent(new KeyboardEvent("keydown", { key: i % 2 ? "PageUp" : "PageDown" }));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    times.push(performance.now() - begin);
  }
  return times.sort((a, b) => a - b)[20];
});

// Only the visible part is drawn, so 25 times as many steps take hardly more time.
// Both times are measured on the same machine one after the other, so a slow or busy
// machine does not fail the test.
test("does not lag with 5,000 steps", async () => {
  const medium = await open(check(write("medium.mzk", models.medium), "--no-shorten"));
  const timeOfMedium = await timeOfStep(medium.page);
  await medium.close();
  const { page, close } = await open(check(write("large.mzk", models.large), "--no-shorten"));
  assert.match(await where(page), /of 5,0\d\d$/);
  await shot(page, "large-light");
  const elements = () => page.evaluate(() => document.querySelectorAll("*").length);
  assert.ok(await elements() < 2000);
  await page.press("Home");
  assert.strictEqual(await page.count('.step[data-at="0"]'), 1);
  const time = await timeOfStep(page);
  assert.ok(time < 5 * timeOfMedium, `${time} ms, and ${timeOfMedium} ms with 200 steps`);
  await page.fill("#search", "total = 17");
  await page.press("Enter");
  assert.match(await page.text("#hits"), /^\d+ of \d+$/);
  assert.ok(await elements() < 2000);
  await close();
});

test("Graphviz understands the graphs", () => {
  for (const model of ["bank", "transfer_deadlock", "ui_order"]) {
    check(`examples/${model}.mzk`, "--dot", "error.dot");
    const drawn = execFileSync("dot", ["-Tsvg", "error.dot"], { cwd: folder, encoding: "utf8" });
    assert.match(drawn, /<svg/);
  }
});
