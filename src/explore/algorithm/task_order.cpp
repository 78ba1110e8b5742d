#include "explore/algorithm/task_order.h"

#include <algorithm>
#include <functional>
#include <string_view>

namespace mazurka {

// Computes the texts of all tasks that are known by now. Creators have lower ids than their tasks.
void TextOrder::learn_texts(const Registry& registry) {
  while (texts_.size() < registry.task_count()) {
    const TaskName& name = registry.name_of(TaskId{static_cast<std::uint32_t>(texts_.size())});
    const std::string creator = name.creator.exists() ? texts_[name.creator.value] + "." : "";
    texts_.push_back(creator + std::to_string(name.ordinal + 1));
  }
}

void TextOrder::sort(std::vector<Choice>& choices, const Registry& registry) {
  learn_texts(registry);
  std::ranges::stable_sort(choices, std::ranges::less(), [&](const Choice& choice) {
    return std::string_view(texts_[choice.task.value]);
  });
}

void TextOrder::sort(std::vector<TaskId>& tasks, const Registry& registry) {
  learn_texts(registry);
  std::ranges::stable_sort(tasks, std::ranges::less(),
                           [&](TaskId task) { return std::string_view(texts_[task.value]); });
}

Choice next_in_turn(const std::vector<Choice>& enabled, TaskId last) {
  const auto next = std::ranges::find_if(
      enabled, [&](const Choice& choice) { return choice.task.value > last.value; });
  return next != enabled.end() ? *next : enabled.front();
}

}  // namespace mazurka
