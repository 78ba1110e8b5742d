// Mistakes in models: the location, the message and the hint. A model runs only if it has no
// mistakes.
#include <string>

#include <gtest/gtest.h>

#include "unit/model/run.h"

namespace mazurka::model_test {
namespace {

struct Mistake {
  std::string source;
  std::string place;  // line:column
  std::string message;
  std::string hint;
};

void expect_all(const std::vector<Mistake>& mistakes) {
  for (const Mistake& mistake : mistakes) {
    SCOPED_TRACE(mistake.source);
    const UserError error = error_of(mistake.source);
    EXPECT_EQ(error.where, "test.mzk:" + mistake.place);
    EXPECT_EQ(error.message, mistake.message);
    EXPECT_EQ(error.hint, mistake.hint);
    EXPECT_NE(error.excerpt, "");
  }
}

TEST(ModelErrors, ShowTheLineAndUnderlineTheWord) {
  const UserError error = error_of(
      "var cart;\nhandler ui, network;\nmessage total {}\nthread t {\n  post total to cart;\n}\n");
  EXPECT_STREQ(error.what(), "test.mzk:5:17: 'cart' is not a handler");
  EXPECT_EQ(error.hint, "the handlers are 'ui' and 'network'");
  EXPECT_EQ(error.excerpt,
            "    5 |   post total to cart;\n"
            "      |                 ^~~~");
}

TEST(ModelErrors, InWords) {
  expect_all({
      {"var x = 9223372036854775808;", "1:9", "this integer is too large",
       "integers have 64 bits; the largest is 9223372036854775807"},
      {"var 3x;", "1:5", "a name cannot begin with a digit",
       "integers are written in decimal digits"},
      {"thread t { let r = 1 & 2; }", "1:22", "unexpected character '&'", "did you mean '&&'?"},
      {"thread t { let r = 1 | 2; }", "1:22", "unexpected character '|'", "did you mean '||'?"},
      {"thread t { for i in 0.2 {} }", "1:22", "unexpected character '.'", "did you mean '..'?"},
      {"var x = \"a\";", "1:9", "unexpected character '\"'",
       "the language has no strings, only integers"},
      {std::string("\x01", 1), "1:1", "unexpected control character (code 1)", ""},
  });
}

TEST(ModelErrors, InDeclarations) {
  const std::string outside =
      "statements belong in a thread or message; at the top level there are only const, var, lock, "
      "cond, "
      "barrier, handler, thread, message and procedure";
  expect_all({
      {"x = 1;", "1:1", "expected a declaration, found 'x'", outside},
      {"lock(l);", "1:1", "a statement outside a thread or message", outside},
      {"thread t {} }", "1:13", "expected a declaration, found '}'", "this '}' closes nothing"},
      {"var x", "1:6", "expected ';', found the end of the file", ""},
      {"var ;", "1:5", "expected the name of a variable, found ';'", ""},
      {"var let;", "1:5", "'let' is a keyword and cannot be the name of a variable", ""},
      {"const N;", "1:8", "expected '=', found ';'", "a constant has a value: const N = 2;"},
      {"lock l = 1;", "1:8", "expected ',' or ';', found '='",
       "only variables, constants and barriers have values"},
      {"handler h lifo;", "1:11", "expected 'fifo', 'multiset', ',' or ';', found 'lifo'",
       "the disciplines of mailboxes are 'fifo' and 'multiset'"},
      {"var x;\nlock x;", "2:6", "'x' is declared twice",
       "it is a shared variable, declared in line 1"},
      {"thread t {}\nmessage t {}", "2:9", "'t' is declared twice",
       "it is a thread, declared in line 1"},
      {"thread t(a, a) {}", "1:13", "'a' is already a register here",
       "declared in line 1; to change it, write a = …;"},
      {"var x;\nmessage m(x) {}", "2:11", "'x' is already a shared variable",
       "declared in line 1; give the register another name"},
  });
}

TEST(ModelErrors, InConstants) {
  expect_all({
      {"const N = 1 / 0;", "1:11", "this constant divides by 0", ""},
      {"const N = 1; const M = 3 % (N - 1);", "1:24", "this constant divides by 0", ""},
      {"const N = M; const M = 1;", "1:11", "unknown constant 'M'",
       "a constant is declared before it is used: const M = 1;"},
      {"const Size = 1; var a[Sise];", "1:23", "unknown constant 'Sise'", "did you mean 'Size'?"},
      {"var x; const N = x;", "1:18", "'x' is a shared variable, not a constant",
       "only constants are allowed here"},
      {"const N = choose(2);", "1:11", "this is not constant: its value is known only at run time",
       ""},
      {"const N = 1; const M = N[0];", "1:24", "'N' is a constant, not an array", ""},
      {"var a[0];", "1:7", "an array cannot have 0 elements", "the smallest size is 1"},
      {"const N = 2; lock a[N - 4];", "1:21", "an array cannot have -2 elements",
       "the smallest size is 1"},
      {"var a[1000001];", "1:7", "this model is too large",
       "all variables, locks, condition variables and handlers together may have 1,000,000 cells"},
      {"var x; lock a[1000000];", "1:15", "this model is too large",
       "all variables, locks, condition variables and handlers together may have 1,000,000 cells"},
  });
}

TEST(ModelErrors, InStatements) {
  expect_all({
      {"thread t { x 1; }", "1:14", "expected '=', found '1'",
       "a statement that begins with a name is an assignment"},
      {"thread t { 1; }", "1:12", "expected a statement or '}', found '1'", ""},
      {"thread t {", "1:11", "expected a statement or '}', found the end of the file", ""},
      {"thread t;", "1:9", "expected '{', found ';'", "a body is a block: { … }"},
      {"thread t { if 1 {} }", "1:15", "expected '(', found '1'",
       "the condition is in parentheses"},
      {"var x; thread t { if (x = 1) {} }", "1:25", "expected ')', found '='", "'==' compares"},
      {"thread t { if (1) let r = 1; }", "1:19", "expected '{', found 'let'",
       "a body is a block: { … }"},
      {"thread t { else {} }", "1:12", "expected a statement or '}', found 'else'", ""},
      {"thread t { let r; }", "1:17", "expected '=', found ';'",
       "a register is created with its value: let r = 0;"},
      {"thread t { for i of 0..2 {} }", "1:18", "expected 'in', found 'of'",
       "it is written for i in 0..n { … }"},
      {"thread t { for i in 0 {} }", "1:23", "expected '..', found '{'",
       "it is written for i in 0..n { … }"},
      {"cond c; thread t { wait(c); }", "1:26", "expected ',', found ')'",
       "it is written wait(c, l)"},
      {"var x; thread t { cas(x, 1); }", "1:27", "expected ',', found ')'",
       "it is written cas(x, expected, new)"},
      {"thread t { spawn u; } thread u() {}", "1:19", "expected '(', found ';'",
       "a thread is spawned with its arguments: spawn u()"},
      {"var x; thread u() {} thread t { x = spawn u(); }", "1:37",
       "'spawn' cannot be part of an expression", "write 'let t = spawn …;'"},
      {"handler h; message m {} thread t { post m in h; }", "1:43", "expected 'to', found 'in'",
       ""},
      {"thread t { assert ; }", "1:19", "expected an expression, found ';'", ""},
      {"thread t { let r = (1; }", "1:22", "expected ')', found ';'", ""},
      {"var x; thread t { x = 1 }", "1:25", "expected ';', found '}'", ""},
  });
}

TEST(ModelErrors, InNamesOfValues) {
  expect_all({
      {"var total; thread t { totl = 1; }", "1:23", "unknown name 'totl'", "did you mean 'total'?"},
      {"thread t { r = 1; }", "1:12", "unknown name 'r'", "a register is created with let r = …;"},
      {"var x; thread t { x = yy; }", "1:23", "unknown name 'yy'",
       "create a register with let, or declare a shared variable with var"},
      {"var x; thread t { x = true; }", "1:23", "unknown name 'true'", "write 1 for true"},
      {"const N = 1; thread t { N = 2; }", "1:25", "'N' is a constant and cannot be assigned", ""},
      {"lock l; thread t { l = 2; }", "1:20", "'l' is a lock and cannot be assigned",
       "a lock is taken with lock(l) or trylock(l)"},
      {"lock l; thread t { let r = l + 1; }", "1:28", "'l' is a lock, not a value",
       "a lock is taken with lock(l) or trylock(l)"},
      {"handler h; thread t { assert h; }", "1:30", "'h' is a handler, not a value",
       "messages are posted to a handler: post m to h;"},
      {"var a[2]; thread t { a = 1; }", "1:22", "'a' is an array and needs an index",
       "its elements are a[0] to a[1]"},
      {"var a[1]; thread t { let r = a; }", "1:30", "'a' is an array and needs an index",
       "its only element is a[0]"},
      {"var x; thread t { x[0] = 1; }", "1:19", "'x' is not an array",
       "declared in line 1 without a size"},
      {"thread t { let r = 1; r[0] = 1; }", "1:23", "'r' is a register, not an array",
       "only shared variables can be arrays"},
      {"thread t { let r = 1; let s = r[0]; }", "1:31", "'r' is a register, not an array",
       "only shared variables can be arrays"},
      {"lock m[2]; thread t { lock(m); }", "1:28", "'m' is an array and needs an index",
       "its elements are m[0] to m[1]"},
      {"lock l; var x; thread t { lock(x); }", "1:32", "'x' is not a lock", "the only lock is 'l'"},
      {"thread t { signal(c); }", "1:19", "'c' is not a condition variable",
       "the model declares no condition variables"},
      {"lock lok; thread t { lock(lock1); }", "1:27", "'lock1' is not a lock",
       "did you mean 'lok'?"},
      {"var x; thread t { let r = 1; fetch_add(r, 1); }", "1:40", "'r' is not a shared variable",
       "the only shared variable is 'x'"},
      // A register is in scope until the end of its block.
      {"thread t { if (1) { let r = 1; } r = 2; }", "1:34", "unknown name 'r'",
       "a register is created with let r = …;"},
      {"thread t { for i in 0..2 {} i = 1; }", "1:29", "unknown name 'i'",
       "a register is created with let i = …;"},
      {"thread t { let r = r; }", "1:20", "unknown name 'r'",
       "create a register with let, or declare a shared variable with var"},
      // A name has one meaning: an inner `let` of the same name is usually meant to be an
      // assignment.
      {"thread t { let r = 1; if (r) { let r = 2; } }", "1:36", "'r' is already a register here",
       "declared in line 1; to change it, write r = …;"},
      {"thread t { for i in 0..2 { for i in 0..2 {} } }", "1:32", "'i' is already a register here",
       "declared in line 1; to change it, write i = …;"},
      {"var x; thread t { let x = 1; }", "1:23", "'x' is already a shared variable",
       "declared in line 1; give the register another name"},
  });
}

TEST(ModelErrors, InNamesOfTasks) {
  const std::string model =
      "var x; handler h; message bid(who) {} thread main {} thread worker(a, b) {} thread t { ";
  const auto at = [&](std::size_t column) { return "1:" + std::to_string(model.size() + column); };
  expect_all({
      {model + "post bit(1) to h; }", at(6), "unknown message 'bit'", "did you mean 'bid'?"},
      {model + "post offer to h; }", at(6), "unknown message 'offer'", "the only message is 'bid'"},
      {model + "post x to h; }", at(6), "'x' is not a message", "the only message is 'bid'"},
      {model + "post worker(1, 2) to h; }", at(6), "'worker' is a thread, not a message",
       "threads are spawned: spawn worker();"},
      {model + "post bid to h; }", at(6), "'bid' takes 1 argument, not 0",
       "it is message bid(who), declared in line 1"},
      {model + "post bid(1, 2) to h; }", at(6), "'bid' takes 1 argument, not 2",
       "it is message bid(who), declared in line 1"},
      {model + "spawn worker(1); }", at(7), "'worker' takes 2 arguments, not 1",
       "it is thread worker(a, b), declared in line 1"},
      {model + "spawn bid(1); }", at(7), "'bid' is a message, not a thread",
       "messages are posted: post bid to some handler"},
      {model + "spawn main(); }", at(7), "'main' starts with the program and cannot be spawned",
       "a thread to spawn is declared with parentheses: thread main() { … }"},
      {model + "spawn woker(1, 2); }", at(7), "unknown thread 'woker'", "did you mean 'worker'?"},
  });
}

TEST(ModelErrors, InIdsOfThreads) {
  expect_all({
      {"thread t { let self = 1; }", "1:16", "'self' is the id of the running thread",
       "give the register another name"},
      {"thread t { self = 1; }", "1:12", "'self' cannot be assigned",
       "it is the id of the running thread"},
      {"var self;", "1:5", "'self' is the id of the running thread", "give it another name"},
      {"thread u() {} thread t { join u; }", "1:31", "unknown name 'u'",
       "create a register with let, or declare a shared variable with var"},
      {"handler h; thread t { join h; }", "1:28", "'h' is a handler, not a value",
       "messages are posted to a handler: post m to h;"},
  });
}

// A pattern that nothing can match is a mistake: a misspelt name, or a forgotten argument.
TEST(ModelErrors, InMessagesBetweenTasks) {
  const std::string usage = "it is written receive { m(x) => …; after => …; }";
  expect_all({
      {"thread t { receive { m => ; } }", "1:22", "no send has the message 'm' with no arguments",
       "this model has no send"},
      {"thread t { send reply(1) to t; receive { repply(x) => ; } }", "1:42",
       "no send has the message 'repply' with 1 argument", "did you mean 'reply'?"},
      {"thread t { send m(1) to t; receive { m(x, y) => ; } }", "1:38",
       "no send has the message 'm' with 2 arguments", "'m' is sent with 1 argument"},
      {"thread t { send m to t; receive { stop => ; } }", "1:35",
       "no send has the message 'stop' with no arguments", "the messages that are sent are 'm'"},
      {"var x; thread t { send m(1) to t; receive { m(v) when v == x => ; } }", "1:60",
       "a guard sees parameters and registers only", "read 'x' into a register first"},
      {"thread t { send m(1) to t; receive { m(v) when v == choose(2) => ; } }", "1:53",
       "a guard sees parameters and registers only", ""},
      {"thread t { send m(1) to t; receive { after => ; m(v) => ; } }", "1:49",
       "expected '}', found 'm'", "'after' comes last in a receive"},
      {"thread t { send m(1) to t; receive { m(1) => ; } }", "1:40",
       "expected the name of a parameter, found '1'", ""},
      {"thread t { send m(1) to t; receive { m(v) x = 1; } }", "1:43", "expected '=>', found 'x'",
       usage},
      {"thread t { send m(1); }", "1:21", "expected 'to', found ';'", ""},
      {"thread t { send m(1) to u; }", "1:25", "unknown name 'u'",
       "create a register with let, or declare a shared variable with var"},
  });
}

// The condition of an await is evaluated many times before it holds, so it must not have side
// effects.
TEST(ModelErrors, InAwaits) {
  const std::string hint = "its condition may only read; do the rest before or after it";
  expect_all({
      {"var x; thread t { await fetch_add(x, 1) == 1; }", "1:25",
       "an await cannot contain fetch_add", hint},
      {"var x; thread t { await x == 1 && cas(x, 1, 2); }", "1:35", "an await cannot contain cas",
       hint},
      {"var a[2]; thread t { await a[choose(2)]; }", "1:30", "an await cannot contain choose",
       hint},
      {"lock l; thread t { await !trylock(l); }", "1:27", "an await cannot contain trylock", hint},
      {"var x; thread t { await exchange(x, 1); }", "1:25", "an await cannot contain exchange",
       hint},
  });
}

// The parsers are recursive, so a limit on nesting must prevent stack overflows.
TEST(ModelErrors, TooDeepNestingIsRefused) {
  const std::string deep(100'000, '(');
  EXPECT_EQ(error_of("const N = " + deep).message, "this is nested too deeply");
  EXPECT_EQ(error_of("const N = " + std::string(100'000, '-') + "1;").message,
            "this is nested too deeply");
  std::string blocks = "thread t { ";
  for (int i = 0; i < 100'000; ++i) blocks += "if (1) { ";
  EXPECT_EQ(error_of(blocks).message, "this is nested too deeply");
  std::string sum = "const N = 1";
  for (int i = 0; i < 100'000; ++i) sum += "+1";
  EXPECT_EQ(error_of(sum + ";").message, "this expression is too long");
}

// A long chain is not deeply nested and must be accepted.
TEST(ModelErrors, LongChainsOfElseIfAreNotDeep) {
  std::string chain = "var x; thread t { let r = 5000; if (r == 0) {}";
  for (int i = 1; i < 10'000; ++i)
    chain += " else if (r == " + std::to_string(i) + ") { x = " + std::to_string(i) + "; }";
  EXPECT_EQ(operations_of(chain + " }"), Lines{"x = 5000"});
}

TEST(ModelErrors, AnUnknownConstantCannotBeOverridden) {
  const std::vector<model::Define> defines = {{"M", 3}};
  try {
    static_cast<void>(model::load("const N = 1, K = N;", "test.mzk", defines));
    FAIL();
  } catch (const UserError& error) {
    EXPECT_EQ(error.where, "test.mzk");
    EXPECT_EQ(error.message, "there is no constant 'M' to override");
    EXPECT_EQ(error.hint, "the constants are 'N' and 'K'");
  }
}

}  // namespace
}  // namespace mazurka::model_test
