// Random event-driven programs for tests of robustness, as syntax trees: they can be written as
// models, and be run by a semantics of their own (robust_semantics.h).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace mazurka::property::robust {

enum class Kind : std::uint8_t {
  write,   // x = value
  copy,    // x = y + value: a read, then a write
  read,    // y
  branch,  // if (y == value) { body }
  add,     // fetch_add(x, value)
  assume,  // assume y == value
  spawn,   // a thread that runs `procedure`
  post,    // a message that runs `procedure` on `handler`
  locked,  // lock(x); body; unlock(x)
};

struct Statement {
  Kind kind = Kind::read;
  int x = 0;  // the variable that is written, or the lock
  int y = 0;  // the variable that is read
  int value = 0;
  std::size_t procedure = 0;
  std::size_t handler = 0;  // 0: the main handler
  int event = 0;            // a post of the environment: the number of its event, from 1 on
  bool waits = false;       // a post of the environment: only when y == value
  std::vector<Statement> body = {};
};

struct Procedure {
  bool is_message = false;
  std::vector<Statement> body;
};

struct Model {
  int variables = 1;
  int locks = 0;
  std::vector<bool> is_fifo = {false};  // by handler
  std::vector<std::vector<Statement>> environment;
  // A procedure creates only tasks that run procedures of higher numbers, so every program ends.
  std::vector<Procedure> procedures;
};

// What random programs have in addition to reads, writes, branches, spawns and posts.
struct Shape {
  std::string_view name;
  int fifo = 50;  // percent of programs whose main handler is fifo
  bool second_handler = false;
  bool locks = false;
  bool assumes = false;
  bool environment = false;  // its threads access variables, and there are several
  bool updates = false;
  bool conditions = false;  // posts of the environment wait for conditions
};

// Returns whether the sequential method supports the program, and whether it can be translated to a
// sequential model.
[[nodiscard]] bool is_for_sequential(const Model& model);
[[nodiscard]] bool is_for_emission(const Model& model);
[[nodiscard]] const std::vector<Shape>& shapes();

// Returns the same program for the same seed, on every platform.
[[nodiscard]] Model random_model(const Shape& shape, std::uint64_t seed);
[[nodiscard]] std::string to_source(const Model& model);

// Returns a smaller one for which `still_fails` holds too. REQUIRES: still_fails(model).
[[nodiscard]] Model shrink(Model model, const std::function<bool(const Model&)>& still_fails);

}  // namespace mazurka::property::robust
