#include "program/recorded/recorded.h"

#include "core/invariant.h"
#include "core/user_error.h"
#include "program/presentation.h"
#include "program/recorded/machine.h"
#include "program/recorded/script.h"
#include "program/state_view.h"

namespace mazurka::recorded {

namespace {

// Implements Program with a machine. Not movable, because its parts refer to each other.
class RecordedProgram final : public Program, private Presentation, private StateView {
 public:
  RecordedProgram(const File& trace, const File& dependences, bool every_operation)
      : image_(make_image(trace, dependences, registry_, every_operation)),
        machine_(image_, registry_) {
    replay_recording();
  }
  RecordedProgram(const RecordedProgram&) = delete;
  RecordedProgram& operator=(const RecordedProgram&) = delete;

  Registry& registry() override { return registry_; }
  void restart() override { machine_.restart(); }
  std::span<const Choice> enabled() override { return machine_.enabled(); }
  const Event* step(Choice choice) override { return machine_.step(choice); }
  void pending(std::vector<Pending>& result) override { machine_.pending(result); }
  [[nodiscard]] Ending ending() const override { return machine_.ending(); }

  // There are no awaits, and no values are known.
  bool holds(ConditionId /*condition*/, const Valuation& /*values*/, AccessListId& reads) override {
    reads = Registry::no_accesses();
    return true;
  }
  [[nodiscard]] AccessListId scope_of(ConditionId /*condition*/) const override {
    return Registry::no_accesses();
  }
  [[nodiscard]] std::int64_t initial_value(ObjectId /*variable*/) const override { return 0; }
  [[nodiscard]] std::vector<CodeOperation> operations_in_code() const override {
    CodeOperations result(registry_);
    for (const Event& event : image_.events) result.add(event.operation, event.location);
    return std::move(result).in_order();
  }
  [[nodiscard]] Presentation& presentation() override { return *this; }
  [[nodiscard]] StateView& state_view() override { return *this; }

 private:
  bool set_aside(TaskId message, bool aside) override {
    machine_.set_aside(message, aside);
    return true;
  }
  [[nodiscard]] bool has_values() const override { return false; }
  [[nodiscard]] std::uint64_t mailbox_fingerprint() const override {
    return machine_.mailbox_fingerprint();
  }
  [[nodiscard]] std::uint64_t state_fingerprint() const override {
    return machine_.state_fingerprint();
  }

  void add_statistics(
      std::vector<std::pair<std::string, std::uint64_t>>& statistics) const override {
    statistics.emplace_back("trace: operations", image_.size.length);
    statistics.emplace_back("trace: threads", image_.size.threads);
    statistics.emplace_back("trace: events", image_.size.messages);
    statistics.emplace_back("trace: memory locations", image_.size.locations);
  }
  [[nodiscard]] std::string describe(TaskId task) const override {
    return image_.tasks[task.value].name;
  }
  [[nodiscard]] std::string describe(const Event& event) const override {
    return words_at({event.task, event.index});
  }
  [[nodiscard]] std::string describe(const Pending& pending) const override {
    return words_at({pending.task, pending.index});
  }

  // The operations were checked one by one (task_bodies.h), so that all of them can run in the
  // recorded order. What is explored must contain this order.
  void replay_recording() {
    machine_.restart();
    for (const TaskId task : image_.recorded_order)
      MAZURKA_INVARIANT(machine_.step({task, 0}) != nullptr, "the recorded order cannot run");
    MAZURKA_INVARIANT(machine_.ending().kind == EndingKind::complete, "the recording does not end");
  }

  [[nodiscard]] std::string words_at(EventId event) const {
    return image_.words[image_.tasks[event.task.value].first + event.index];
  }

  Registry registry_;
  const Image image_;
  Machine machine_;
};

}  // namespace

std::unique_ptr<Program> load(const File& trace, const File& dependences, bool every_operation) {
  return std::make_unique<RecordedProgram>(trace, dependences, every_operation);
}

}  // namespace mazurka::recorded
