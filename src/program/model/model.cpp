#include "program/model/model.h"

#include <limits>
#include <utility>
#include <vector>

#include "program/learning.h"
#include "program/model/compile.h"
#include "program/model/fingerprint.h"
#include "program/model/machine.h"
#include "program/model/model_describer.h"
#include "program/model/operations_in_code.h"
#include "program/presentation.h"
#include "program/state_view.h"

namespace mazurka::model {

namespace {

// Implements Program with a machine. Not movable, because its parts refer to each other.
class ModelProgram final : public Program,
                           private Presentation,
                           private StateView,
                           private Learning {
 public:
  ModelProgram(const Source& source, std::span<const Define> defines, const Options& options)
      : image_(compile(source, defines, registry_, options)),
        machine_(image_, registry_, options.max_depth),
        words_(image_, registry_, machine_),
        initial_values_(registry_.object_count(), 0) {
    for (const Cell& cell : image_.cells) initial_values_[cell.object.value] = cell.initial;
  }
  ModelProgram(const ModelProgram&) = delete;
  ModelProgram& operator=(const ModelProgram&) = delete;

  Registry& registry() override { return registry_; }
  void restart() override { machine_.restart(); }
  std::span<const Choice> enabled() override { return machine_.enabled(); }
  const Event* step(Choice choice) override { return machine_.step(choice); }
  void pending(std::vector<Pending>& result) override { machine_.pending(result); }
  [[nodiscard]] Ending ending() const override { return machine_.ending(); }

  bool holds(ConditionId condition, const Valuation& values, AccessListId& reads) override {
    const Conditions::Outcome outcome = machine_.conditions().evaluate(condition, values);
    reads = machine_.conditions().reads();
    return outcome.lets_continue();
  }
  [[nodiscard]] AccessListId scope_of(ConditionId condition) const override {
    return machine_.conditions().scope(condition);
  }
  [[nodiscard]] std::int64_t initial_value(ObjectId variable) const override {
    return variable.value < initial_values_.size() ? initial_values_[variable.value] : 0;
  }
  [[nodiscard]] std::vector<CodeOperation> operations_in_code() const override {
    return model::operations_in_code(image_, registry_);
  }
  [[nodiscard]] Presentation& presentation() override { return *this; }
  [[nodiscard]] StateView& state_view() override { return *this; }
  // Only the numbers of messages and receives are learned.
  [[nodiscard]] Learning* learning() override { return image_.tags.empty() ? nullptr : this; }

 private:
  [[nodiscard]] bool let_messages_overlap(HandlerId handler, bool overlap) override {
    return machine_.let_messages_overlap(handler, overlap);
  }
  bool set_aside(TaskId message, bool aside) override { return machine_.set_aside(message, aside); }
  [[nodiscard]] std::uint64_t mailbox_fingerprint() const override {
    return model::mailbox_fingerprint(machine_.state(), machine_.names());
  }
  [[nodiscard]] std::uint64_t state_fingerprint() const override {
    return model::state_fingerprint(machine_.state(), image_, machine_.names(),
                                    machine_.messages());
  }

  [[nodiscard]] bool knows_more() const override { return false; }
  void use_what_it_knows() override {}
  [[nodiscard]] std::vector<std::string> knowledge() const override { return {}; }
  void use_knowledge(std::span<const std::string> /*knowledge*/) override {}
  [[nodiscard]] std::vector<std::string> messages() const override {
    return machine_.messages().lines();
  }
  [[nodiscard]] std::vector<std::uint32_t> numbers_of(
      std::span<const std::string> messages) override {
    return machine_.messages().numbers_of(messages);
  }

  [[nodiscard]] std::string describe(TaskId task) const override {
    return words_.task_without_number(task);
  }
  [[nodiscard]] std::string describe(const Event& event) const override {
    return words_.event(event);
  }
  [[nodiscard]] std::string describe(const Pending& pending) const override {
    return words_.pending(pending);
  }

  Registry registry_;
  const Image image_;
  Machine machine_;
  Words words_;
  std::vector<std::int64_t> initial_values_;  // by object
};

}  // namespace

std::unique_ptr<Program> load(std::string_view source, const std::string& file_name,
                              std::span<const Define> defines, const Options& options) {
  if (source.size() >= std::numeric_limits<std::uint32_t>::max())
    throw UserError(file_name, "this model is too large", "a model must be smaller than 4 GiB");
  return std::make_unique<ModelProgram>(Source(file_name, source), defines, options);
}

}  // namespace mazurka::model
