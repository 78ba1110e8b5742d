// Plans a random program: its declarations, which task creates which, and which task writes the
// values that others await.
#include "property/random_program.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "property/event_bound.h"
#include "property/random_bits.h"
#include "property/random_body.h"
#include "property/repair.h"
#include "property/traverse.h"

namespace mazurka::property {
namespace {

class Generator {
 public:
  Generator(RandomBits& bits, const Shape& shape)
      : bits_(bits), shape_(shape), writer_(bits, shape, program_) {}

  RandomProgram generate() {
    declare();
    for (int i = 0; i < task_count(); ++i) task(i).body = writer_.body(i);
    for (int i = first_created_; i < task_count(); ++i) create(i);
    for (const Wish& wish : writer_.wishes()) {
      if (bits_.percent(85)) fulfil(wish);
    }
    repair(program_);
    return std::move(program_);
  }

 private:
  int any(Range range) { return bits_.between(range.low, range.high); }
  int task_count() const { return static_cast<int>(program_.tasks.size()); }
  Task& task(int index) { return program_.tasks[static_cast<std::size_t>(index)]; }

  void declare() {
    for (int i = any(shape_.variables); i > 0; --i) {
      program_.variables.push_back(
          {.initial = bits_.percent(15) ? 1 : 0, .size = bits_.percent(shape_.arrays) ? 2 : 0});
    }
    program_.locks = any(shape_.locks);
    program_.conditions = shape_.conditions;
    for (int i = any(shape_.barriers); i > 0; --i) program_.barriers.push_back(any(shape_.parties));
    for (int i = any(shape_.handlers); i > 0; --i) {
      program_.fifo.push_back(bits_.percent(shape_.fifo));
    }
    declare_tasks();
  }

  // Declares messages and spawned threads after the initial threads, in random order.
  void declare_tasks() {
    const int threads = any(shape_.threads);
    int messages = program_.fifo.empty() ? 0 : any(shape_.messages);
    int spawned = any(shape_.spawned);
    int procedures = shape_.procedures.high > 0 ? any(shape_.procedures) : 0;
    for (int i = 0; i < threads; ++i) program_.tasks.push_back({.kind = TaskKind::thread});
    first_created_ = threads;
    while (messages + spawned + procedures > 0) {
      const int roll = bits_.below(messages + spawned + procedures);
      const TaskKind kind = roll < messages             ? TaskKind::message
                            : roll < messages + spawned ? TaskKind::spawned
                                                        : TaskKind::procedure;
      --(kind == TaskKind::message ? messages : kind == TaskKind::spawned ? spawned : procedures);
      const int parameters = bits_.percent(shape_.parameters) ? 1 : 0;
      program_.tasks.push_back({.kind = kind, .parameters = parameters, .registers = parameters});
    }
  }

  void create(int created) {
    create_by(creator_of(created), created);
    if (bits_.percent(shape_.posted_again)) create_by(creator_of(created), created);
  }

  int creator_of(int created) {
    const int creator =
        bits_.percent(shape_.created_by_tasks) ? bits_.below(created) : bits_.below(first_created_);
    const bool may = task(creator).kind != TaskKind::message || shape_.messages_spawn ||
                     task(created).kind != TaskKind::spawned;
    return may ? creator : bits_.below(first_created_);
  }

  void create_by(int creator, int created) {
    Block& block = any_block(creator);
    const std::size_t place = bits_.below(block.size() + 1);
    const bool message = task(created).kind == TaskKind::message;
    const bool procedure = task(created).kind == TaskKind::procedure;
    Statement creation{.kind = message     ? StatementKind::post
                               : procedure ? StatementKind::call
                                           : StatementKind::spawn,
                       .names = {{Sort::task, created}}};
    for (int i = 0; i < task(created).parameters; ++i) {
      creation.operands.push_back(argument(creator));
    }
    if (message) {
      creation.names.push_back(
          {Sort::handler, static_cast<int>(bits_.below(program_.fifo.size()))});
      if (shape_.delayed > 0 && bits_.percent(shape_.delayed)) creation.value = is_delayed;
      if (shape_.conditional > 0 && bits_.percent(shape_.conditional)) {
        creation.value |= has_condition;
        creation.operands.push_back(writer_.condition_of_post(creator));
      }
    } else if (procedure) {
      if (bits_.percent(60)) use_value_of(creation, creator, block, place);
    }
    const bool spawns = !message && !procedure;
    const bool creates_thread = spawns || (creation.value & is_delayed) != 0;
    const bool joins = spawns && bits_.percent(shape_.joins);
    const bool cancels = creates_thread && shape_.cancels > 0 && bits_.percent(shape_.cancels);
    if (joins || cancels) {
      const Name handle{Sort::reg, task(creator).registers++};
      creation.names.push_back(handle);
      const auto use = [&](StatementKind kind) {
        insert(block, place + bits_.below(block.size() - place + 1),
               {.kind = kind, .names = {handle}});
      };
      if (joins) use(StatementKind::join);
      if (cancels) use(StatementKind::cancel);
    }
    insert(block, place, std::move(creation));
  }

  // Keeps the value of a call, and mostly writes it.
  void use_value_of(Statement& call, int caller, Block& block, std::size_t place) {
    const Name value{Sort::reg, task(caller).registers++};
    call.names.push_back(value);
    if (!bits_.percent(70)) return;
    const auto variable = static_cast<int>(bits_.below(program_.variables.size()));
    Expression to{.kind = ExpressionKind::variable, .name = {Sort::variable, variable}};
    if (program_.variables[static_cast<std::size_t>(variable)].size > 0)
      to.operands = {constant(0)};
    insert(block, place + bits_.below(block.size() - place + 1),
           write(std::move(to), {.kind = ExpressionKind::reg, .name = value}));
  }

  Expression argument(int creator) {
    if (task(creator).parameters > 0 && bits_.percent(30)) {
      return {.kind = ExpressionKind::reg, .name = {Sort::reg, 0}};
    }
    return constant(bits_.below(3));
  }

  // Returns a block of the task: mostly the whole body, sometimes a branch, a loop or a section in
  // it.
  Block& any_block(int index) {
    std::vector<Block*> blocks;
    for_each_block(task(index).body, [&blocks](Block& block) { blocks.push_back(&block); });
    std::erase_if(blocks, [&](Block* block) { return block->empty() && block != blocks[0]; });
    return bits_.percent(80) ? *blocks[0] : *blocks[bits_.below(blocks.size())];
  }

  void fulfil(const Wish& wish) {
    if (task_count() < 2) return;
    const int other = (wish.task + 1 + bits_.below(task_count() - 1)) % task_count();
    Block& block = task(other).body;
    insert(block, bits_.below(block.size() + 1), write(wish.place, constant(wish.value)));
  }

  static void insert(Block& block, std::size_t place, Statement statement) {
    block.insert(block.begin() + static_cast<std::ptrdiff_t>(place), std::move(statement));
  }

  RandomBits& bits_;
  const Shape& shape_;
  RandomProgram program_;
  BodyWriter writer_;
  int first_created_ = 0;
};

// Returns how far this number of events is from the intended size. Too large
// counts more than too small.
std::int64_t distance_from_size(std::int64_t events, const Shape& shape) {
  if (events > shape.max_events) return 1000 * (events - shape.max_events);
  return std::max<std::int64_t>(0, shape.max_events / 2 - events);
}

}  // namespace

// Most shapes yield a program of the right size after a few attempts. If none does,
// returns the closest one: the largest of those that are too small, or the smallest of
// those that are too large.
RandomProgram random_program(std::uint64_t seed, const Shape& shape) {
  RandomBits bits(seed);
  RandomProgram best;
  std::int64_t best_distance = std::numeric_limits<std::int64_t>::max();
  for (int attempt = 0; attempt < 64 && best_distance > 0; ++attempt) {
    RandomProgram program = Generator(bits, shape).generate();
    const std::int64_t distance = distance_from_size(event_bound(program), shape);
    if (program.tasks.empty() || distance >= best_distance) continue;
    best = std::move(program);
    best_distance = distance;
  }
  return best;
}

}  // namespace mazurka::property
