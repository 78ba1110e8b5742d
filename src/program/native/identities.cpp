// What the ids of objects mean, in their order, for checkpoints: "handler ADDRESS DISCIPLINE NAME",
// "synchroniser KIND ADDRESS VISIBLE", "cell ADDRESS SIZE", "gone" for one that was divided later;
// and what else is known, as in schedules (knowledge.cpp): "section …", "exit at-once".
#include <sstream>

#include <fmt/format.h>

#include "program/native/runtime.h"

namespace mazurka::native {

std::vector<std::string> Runtime::identities() const {
  std::vector<std::string> result(registry_.object_count(), "gone");
  for (const auto& [address, handler] : handlers_) {
    const HandlerInfo& info = registry_.handler(handler->id);
    result[info.as_lock.value] =
        fmt::format("handler {:x} {} {}", address, number_of(info.discipline), info.name);
    result[info.mailbox.value] = "mailbox";
  }
  for (std::size_t kind = 0; kind < std::size(synchronisers_); ++kind)
    for (const auto& [address, synchroniser] : synchronisers_[kind])
      result[synchroniser->object.value] =
          fmt::format("synchroniser {} {:x} {}", kind, address, synchroniser->visible ? 1 : 0);
  for (const std::uint32_t index : cells_.visible()) {
    const Cell& cell = cells_.cell(index);
    result[cell.object.value] = fmt::format("cell {:x} {}", cell.address, cell.size);
  }
  for (const std::string& fact : knowledge())
    if (fact.starts_with("section ") || fact.starts_with("exit ")) result.push_back(fact);
  return result;
}

// Cells are cut first, all of them: where one begins may depend on others in the same word.
void Runtime::use_identities(std::span<const std::string> identities) {
  for (const std::string& line : identities)
    if (line.starts_with("cell ")) learn(line);
  for (const std::string& line : identities) {
    std::istringstream words(line);
    std::string what;
    words >> what;
    if (what == "gone") {
      (void)registry_.add_object("gone");
    } else if (what == "handler") {
      learn(line);  // with its mailbox and two synchronisers
    } else if (what == "synchroniser") {
      std::size_t kind = 0;
      Address address = 0;
      bool is_visible = false;
      words >> kind >> std::hex >> address >> is_visible;
      if (kind >= std::size(synchronisers_)) return;
      synchroniser(address, static_cast<Synchroniser::Kind>(kind)).is_news |= is_visible;
    } else if (what == "cell") {
      Address address = 0;
      std::size_t size = 0;
      words >> std::hex >> address >> std::dec >> size;
      cells_.show(address, size);
    } else if (what == "exit") {
      learn(line);
    }
  }
  commit();
  for (const std::string& line : identities) learn_section(line);
  commit_sections();
}

}  // namespace mazurka::native
