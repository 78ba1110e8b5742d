// Programs whose pages the tests open.
"use strict";

// About 5,000 steps: four workers, and messages to two handlers. The first execution fails.
exports.large = `
const ROUNDS = 280;
var total, log[4], seen;
handler ui fifo;
handler net;
thread main {
  for w in 0..4 { spawn worker(w); }
  for i in 0..20 { post tick(i) to ui; }
  for i in 0..10 { post packet(i) to net; }
}
thread worker(w) {
  for i in 0..ROUNDS {
    log[w] = i;
    total = total + 1;
    log[w] = i + 1;
  }
  assert total < 0;
}
message tick(i) { for j in 0..20 { seen = i + j; } }
message packet(i) { for j in 0..10 { seen = i * j; } }
`;

// Slightly more than 200 steps.
exports.medium = `
var total;
thread a { for i in 0..50 { total = total + 1; } }
thread b { for i in 0..50 { total = total + 1; } assert total < 0; }
`;
