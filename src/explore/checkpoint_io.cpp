#include "explore/checkpoint_io.h"

#include "core/user_error.h"

namespace mazurka {
namespace {

constexpr auto update_kind_count = static_cast<std::uint64_t>(UpdateKind::compare) + 1;

}  // namespace

void CheckpointWriter::choice(Choice choice) {
  task(choice.task);
  value(choice.value);
}

void CheckpointWriter::step(const Step& step) {
  choice(step.as_choice());
  number(step.index);
  list(registry_.accesses(step.accesses), [&](const Access& access) {
    number(objects_.number_of(access.object));
    number(static_cast<std::uint64_t>(access.kind));
    number(access.detail);
  });
  number(step.other.value);
  number(step.other_index);
  number(static_cast<std::uint64_t>(step.operation));
  number((step.succeeded ? 1u : 0u) + (step.ends_task ? 2u : 0u));
  number(static_cast<std::uint64_t>(step.update));
  number(static_cast<std::uint64_t>(step.operand));
}

void CheckpointWriter::key(const TraceKey& key) {
  number(key.high);
  number(key.low);
}

void CheckpointReader::fail() {
  throw UserError("", "the checkpoint is damaged, or was made by another version of mazurka",
                  "start without --resume");
}

std::uint64_t CheckpointReader::number() {
  if (words_.empty()) fail();
  const std::uint64_t value = words_.front();
  words_ = words_.subspan(1);
  return value;
}

std::uint32_t CheckpointReader::number_below(std::uint64_t limit) {
  const std::uint64_t value = number();
  if (value >= limit) fail();
  return static_cast<std::uint32_t>(value);
}

Choice CheckpointReader::choice() {
  const TaskId chosen = task();
  return {chosen, value()};
}

Step CheckpointReader::step() {
  Step step;
  const Choice chosen = choice();
  step.task = chosen.task;
  step.choice = chosen.value;
  step.index = small_number();
  std::vector<Access> accesses;
  list([&] {
    const std::uint64_t object = number();
    const auto kind = static_cast<AccessKind>(number_below(access_kind_count));
    accesses.push_back(names_.access(object, kind, small_number()));
  });
  step.accesses = registry_.access_list(accesses);
  const std::uint64_t other = number();
  step.other = other == TaskId::none_value ? TaskId::none() : names_.task(other);
  step.other_index = small_number();
  step.operation = static_cast<OperationKind>(number_below(operation_kind_count));
  const std::uint32_t flags = number_below(4);
  step.succeeded = (flags & 1) != 0;
  step.ends_task = (flags & 2) != 0;
  step.update = static_cast<UpdateKind>(number_below(update_kind_count));
  step.operand = static_cast<std::int64_t>(number());
  return step;
}

TraceKey CheckpointReader::key() {
  const std::uint64_t high = number();
  return {high, number()};
}

}  // namespace mazurka
