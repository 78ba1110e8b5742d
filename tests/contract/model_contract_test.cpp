// Models keep the contract of program/program.h: small models that cover all statements, and every
// example model in the repository.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "contract/program_contract.h"
#include "program/model/model.h"

namespace mazurka {
namespace {

[[nodiscard]] NamedProgram model_of(std::string name, std::string source,
                                    std::vector<model::Define> defines = {}) {
  return {std::move(name), [source = std::move(source), defines = std::move(defines)] {
            return model::load(source, "test.mzk", defines);
          }};
}

[[nodiscard]] std::string text_of(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

[[nodiscard]] std::string name_of(const std::filesystem::path& file) {
  std::string result = file.parent_path().filename().string() + "_" + file.stem().string();
  for (char& c : result)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return result;
}

void add_models_in(const std::string& folder, std::vector<NamedProgram>& result) {
  const std::filesystem::path root = std::filesystem::path(MAZURKA_TEST_ROOT) / folder;
  if (!std::filesystem::exists(root)) return;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root))
    if (entry.path().extension() == ".mzk") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    // This one has 72 threads unless told otherwise, and texts of whole states are long then.
    const bool is_large = file.stem() == "filesystem_processes";
    std::vector<model::Define> defines;
    if (is_large) defines = {{"N", 2}, {"INODES", 2}, {"BLOCKS", 2}};
    result.push_back(model_of(name_of(file), text_of(file), std::move(defines)));
  }
}

[[nodiscard]] std::vector<NamedProgram> model_programs() {
  std::vector<NamedProgram> result = {
      model_of("empty", ""),
      model_of("everything", R"(
        const N = 3;
        var x, y = 2, a[N];
        lock l, m[2];
        cond c;
        handler ui fifo, pool, w[2] fifo;
        thread t1 { post e(1) to ui; post e(choose(N)) to w[y - 1]; lock(l); x = 1; wait(c, l);
                    unlock(l); assert x != 7; }
        thread t2 { for i in 0..N { post e(i) to pool; } let h = spawn t4(2); join h;
                    await a[y] == 1 || x == 2; fetch_add(x, 1); }
        thread t3 { lock(l); signal(c); unlock(l); lock(m[x % 2]); broadcast(c);
                    if (cas(x, 1, 7)) { post f to ui; } else if (trylock(l)) { unlock(l); } }
        thread t4(i) { a[i] = exchange(y, 1); while (x < 2) { assume a[0] == 0; x = x + 1; } }
        message e(i) { a[i % N] = 1; if (x > y) { post f to w[0]; } }
        message f { lock(m[1]); let r = a[x]; unlock(m[1]); unlock(m[r]); y = 1 / y; }
      )"),
      model_of("mailboxes", R"(
        var x;
        handler h fifo;
        thread server { for i in 0..3 { receive { ask(who, v) when v < 2 => send answer(v) to who;
                                                  tell(v) => x = v; after => ; } } }
        thread client { let c = spawn asks(1); send tell(2) to server; join c; post m to h; }
        thread asks(v) { send ask(self, v) to server; receive { answer(w) => assert w == v; } }
        message m { send ask(self, 0) to server; receive { answer(w) => x = w; after => ; } }
      )"),
      model_of("sleepers", R"(
        lock l; cond c, d[2]; var woken, ready;
        thread a { lock(l); ready = ready + 1; wait(c, l); woken = woken + 1; unlock(l); }
        thread b { lock(l); ready = ready + 1; wait(c, l); woken = woken + 1; wait(d[1], l);
                   unlock(l); }
        thread e { lock(l); wait(d[0], l); unlock(l); }
        thread s { lock(l); signal(c); signal(c); unlock(l); broadcast(d[0]); signal(d[1]); }
        thread p { await ready == 2; lock(l); broadcast(c); unlock(l); }
      )"),
      model_of("failing_awaits", R"(
        var x, y = 1, a[2];
        thread t { await a[x] == 1; x = 5; }
        thread u { for i in 0..4 { x = i; a[i % 2] = i; } y = 0; }
        thread v { await x > 1 && 4 / y > 1; let r = 1; await a[r] == 3 && a[x - 2] >= 0; }
      )"),
      model_of("stopped_from_the_start", R"(
        var x; thread t { assert 1 == 2; x = 1; } thread u { assume 0; } thread v { x = 2; }
        lock l; thread w { unlock(l); }
      )"),
      // Task ids appear in many different orders in this model.
      model_of("many_tasks", R"(
        var x; handler h, g fifo;
        thread t { for i in 0..6 { if (x % 2 == 0) { post m(i) to h; } else { post m(i) to g; } } }
        thread u { for i in 0..3 { spawn v(i); } }
        thread v(i) { post n to g; fetch_add(x, 1); }
        message m(i) { x = x + i; if (i > 2) { post n to h; } }
        message n { x = x * 3; }
      )"),
      model_of("delayed_posts", R"(
        var x; handler h fifo, g, w[2] fifo;
        thread t { post m(1) to h delayed; post n to h;
                   for i in 0..2 { post m(i) to w[i] delayed; } }
        message m(i) { x = x + i; if (x > 1) { post n to g delayed; } }
        message n { x = x * 3; }
      )"),
      // Each call has its own registers, also while its task waits in it.
      model_of("procedures", R"(
        var x, visible; lock l; cond c; handler ui fifo;
        procedure add(n) { if (n > 1) { let r = call add(n - 1); x = x + r; return r * n; }
                           await visible == 1 || x > n; return 1; }
        procedure answer(wanted) { receive { ask(who, v) when v == wanted => send told(v) to who;
                                             after => return choose(2); } return wanted; }
        procedure guarded(n) { lock(l); while (x == 0) { wait(c, l); } x = call add(n); unlock(l); }
        thread server { let r = call answer(call add(2)); assert call answer(r) != 7; }
        thread client { send ask(self, 1) to server; receive { told(v) => fetch_add(x, v); } }
        thread a { call guarded(2); visible = 1; post m(call add(1)) to ui; }
        thread b { x = 1; lock(l); signal(c); unlock(l); visible = 1 - visible; }
        message m(i) { x = call add(i + 1); call deep(); }
        procedure deep() { call deep(); }
      )"),
      model_of("conditional_posts", R"(
        var x, a[2]; handler h fifo, g, w[2];
        thread t { let i = 1; post m(i) to h when x == i; post m(x) to w[x % 2] when a[i] > 0; }
        thread u { x = 1; post n to g delayed when x == 2 || a[0] == a[1]; x = 2; }
        message m(i) { a[i % 2] = 1; post n to h when x == 2; }
        message n { x = x + 1; }
      )"),
  };
  for (const char* const folder : {"tests/litmus/models", "examples", "bench/models"})
    add_models_in(folder, result);
  return result;
}

INSTANTIATE_TEST_SUITE_P(Model, ProgramContract, ::testing::ValuesIn(model_programs()),
                         name_of_program);

}  // namespace
}  // namespace mazurka
