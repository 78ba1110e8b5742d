// The statements of one task of a random program.
#pragma once

#include <string_view>
#include <vector>

#include "property/random_bits.h"
#include "property/random_program.h"
#include "property/scope.h"

namespace mazurka::property {

// A value that a task awaits. Another task should write it, or the await would rarely succeed.
struct Wish {
  int task = 0;  // the task that awaits
  Expression place;
  int value = 0;
};

[[nodiscard]] Expression constant(int value);
[[nodiscard]] Statement write(Expression place, Expression value);

// Values are small, variables are few, and conditions compare with values that occur. So accesses
// often conflict, and branches and awaits can go either way.
class BodyWriter {
 public:
  // REQUIRES: the program has its declarations, and the kinds and parameters of its tasks are set.
  BodyWriter(RandomBits& bits, const Shape& shape, RandomProgram& program)
      : bits_(bits), shape_(shape), program_(program) {}

  [[nodiscard]] Block body(int task);
  [[nodiscard]] const std::vector<Wish>& wishes() const { return wishes_; }

  // Returns a condition that a post can wait for. Another task should make it hold.
  [[nodiscard]] Expression condition_of_post(int task) {
    self_ = task;
    return awaited();
  }

  // Returns 0, 1 or 2; mostly 1.
  [[nodiscard]] int small();

 private:
  using Maker = Statement (BodyWriter::*)(const Scope&);
  struct Option {
    int weight;
    Maker make;
  };

  [[nodiscard]] const Mix& mix() const;
  // Returns whether the body is written in the way of messages. Procedures are, in programs that
  // have messages.
  [[nodiscard]] bool is_like_message() const;
  [[nodiscard]] bool is_procedure() const;
  [[nodiscard]] Block block(Scope scope, int statements);
  [[nodiscard]] Block nested(const Scope& scope, int statements);
  [[nodiscard]] Statement statement(const Scope& scope);

  Statement read(const Scope& scope);
  Statement store(const Scope& scope);
  Statement update(const Scope& scope);
  Statement compare(const Scope& scope);
  Statement branch(const Scope& scope);
  Statement loop(const Scope& scope);
  Statement section(const Scope& scope);
  Statement try_section(const Scope& scope);
  Statement wait(const Scope& scope);
  Statement notify(const Scope& scope);
  Statement arrive(const Scope& scope);
  Statement await(const Scope& scope);
  Statement choice(const Scope& scope);
  Statement assume(const Scope& scope);
  Statement assertion(const Scope& scope);
  Statement send(const Scope& scope);
  Statement receive(const Scope& scope);
  Statement give(const Scope& scope);

  [[nodiscard]] Statement wait_under(int lock, const Scope& scope);
  [[nodiscard]] Expression place();
  [[nodiscard]] Expression value(const Scope& scope);
  [[nodiscard]] Expression updated();
  [[nodiscard]] Expression compare_exchange(const Scope& scope);
  [[nodiscard]] Expression condition(const Scope& scope);
  [[nodiscard]] Expression branch_condition(const Scope& scope);
  [[nodiscard]] Expression awaited();
  [[nodiscard]] Expression compared(Expression operand);
  [[nodiscard]] Expression any_register(const Scope& scope);
  [[nodiscard]] int free_lock(const Scope& scope);
  [[nodiscard]] Name new_register();
  [[nodiscard]] Task& task() { return program_.tasks[static_cast<std::size_t>(self_)]; }

  RandomBits& bits_;
  const Shape& shape_;
  RandomProgram& program_;
  std::vector<Wish> wishes_;
  int self_ = 0;   // the task whose body is being written
  int depth_ = 0;  // of blocks within blocks
};

}  // namespace mazurka::property
