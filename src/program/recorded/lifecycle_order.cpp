#include "program/recorded/lifecycle_order.h"

#include <unordered_map>
#include <unordered_set>

namespace mazurka::recorded {

namespace {

class LifecycleOrder {
 public:
  LifecycleOrder(const File& trace, const std::vector<Operation>& operations)
      : trace_(trace), operations_(operations), message_of_(operations.size()) {}

  std::vector<Dependence> run() {
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      find_message(i);
      const Operation& each = operations_[i];
      if (each.kind == Kind::post) posted_[each.message] = i;
      if (each.kind == Kind::enable) enabled_[each.object].push_back(i);
      if (each.kind == Kind::trigger) order(i);
    }
    return std::move(result_);
  }

 private:
  // Notes to which message an operation belongs; to none if it has no name.
  void find_message(std::size_t operation) {
    const Operation& each = operations_[operation];
    if (each.kind == Kind::call) running_[each.thread] = each.message;
    message_of_[operation] = running_[each.thread];
    if (each.kind == Kind::ret) running_[each.thread] = {};
  }

  void order(std::size_t trigger) {
    const std::string_view message = message_of_[trigger];
    const auto found = enabled_.find(operations_[trigger].object);
    if (found == enabled_.end()) return require_earlier_trigger(trigger);
    ordered_.insert(message);
    const std::vector<std::size_t>& enables = found->second;
    if (!message.empty())
      for (std::size_t i = enables.size(); i-- > 0;)
        if (enables[i] < posted_.at(message)) return add(enables[i], posted_.at(message), trigger);
    const std::size_t enable = enables.back();
    add(enable, trigger, trigger);
    const std::string_view enabling = message_of_[enable];
    const bool same_thread = operations_[enable].thread == operations_[trigger].thread;
    if (same_thread && !message.empty() && !enabling.empty() &&
        posted_.at(enabling) < posted_.at(message))
      add(posted_.at(enabling), posted_.at(message), trigger);
  }

  void require_earlier_trigger(std::size_t trigger) const {
    const std::string_view message = message_of_[trigger];
    if (!message.empty() && ordered_.contains(message)) return;
    const std::string name(
        operations_[trigger].words.substr(0, operations_[trigger].words.find_first_of(" \t")));
    fail(trace_, operations_[trigger].line,
         "no ENABLE- line says what must run before this " + name,
         "write a file dependence.txt beside the trace with lines 'src:A dest:B'; an empty file "
         "means that nothing else is ordered");
  }

  void add(std::size_t earlier, std::size_t later, std::size_t trigger) {
    result_.push_back(
        {operations_[earlier].number, operations_[later].number, operations_[trigger].line});
  }

  const File& trace_;
  const std::vector<Operation>& operations_;
  std::vector<std::string_view> message_of_;                           // by operation
  std::unordered_map<std::string_view, std::string_view> running_;     // messages, by thread
  std::unordered_map<std::string_view, std::size_t> posted_;           // by message
  std::unordered_map<std::string, std::vector<std::size_t>> enabled_;  // ENABLE- lines
  std::unordered_set<std::string_view> ordered_;                       // messages
  std::vector<Dependence> result_;
};

}  // namespace

std::vector<Dependence> lifecycle_order(const File& trace,
                                        const std::vector<Operation>& operations) {
  return LifecycleOrder(trace, operations).run();
}

}  // namespace mazurka::recorded
