// The meaning of object ids in checkpoints. There is one line per object, in the order of ids:
// "handler ADDRESS DISCIPLINE NAME", "box ADDRESS NAME", "synchroniser KIND ADDRESS VISIBLE",
// "cell ADDRESS SIZE", or "gone" for a cell that was divided later. Lines for other knowledge
// follow, as in schedules (knowledge.cpp): "section …", "exit at-once".
#include <sstream>

#include <fmt/format.h>

#include "program/native/schedule/knowledge.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {

std::vector<std::string> Knowledge::identities() const {
  std::vector<std::string> result(runtime_.registry.object_count(), "gone");
  for (const Handler* const handler : runtime_.handlers.all()) {
    const HandlerInfo& info = runtime_.registry.handler(handler->id);
    result[info.as_lock.value] =
        fmt::format("handler {:x} {} {}", handler->address, number_of(info.discipline), info.name);
    result[info.mailbox.value] = "mailbox";
  }
  for (const Mailbox* const mailbox : runtime_.mailboxes.all())
    result[mailbox->object.value] =
        fmt::format("box {:x} {}", mailbox->address, runtime_.registry.name_of(mailbox->object));
  runtime_.synchronisers.for_each([&](std::size_t kind, Address address, const Synchroniser& each) {
    result[each.object.value] =
        fmt::format("synchroniser {} {:x} {}", kind, address, each.visible ? 1 : 0);
  });
  for (const std::uint32_t index : runtime_.cells.visible()) {
    const Cell& cell = runtime_.cells.cell(index);
    result[cell.object.value] = fmt::format("cell {:x} {}", cell.address, cell.size);
  }
  for (const std::string& fact : lines())
    if (fact.starts_with("section ") || fact.starts_with("exit ")) result.push_back(fact);
  return result;
}

// Divides words into cells first, because where a cell begins may depend on other cells in the same
// word. Then adds the objects in the order of their ids.
void Knowledge::use_identities(std::span<const std::string> identities) {
  for (const std::string& line : identities)
    if (line.starts_with("cell ")) learn(line);
  for (const std::string& line : identities) {
    std::istringstream words(line);
    std::string what;
    words >> what;
    if (what == "gone") {
      (void)runtime_.registry.add_object("gone");
    } else if (what == "handler") {
      learn(line);  // with its mailbox and two synchronisers
    } else if (what == "synchroniser") {
      std::size_t kind = 0;
      Address address = 0;
      bool is_visible = false;
      words >> kind >> std::hex >> address >> is_visible;
      if (kind >= Synchroniser::kind_count) return;
      runtime_.synchronisers.at(address, static_cast<Synchroniser::Kind>(kind)).is_news |=
          is_visible;
    } else if (what == "cell") {
      Address address = 0;
      std::size_t size = 0;
      words >> std::hex >> address >> std::dec >> size;
      runtime_.cells.show(address, size);
    } else if (what == "exit" || what == "box") {
      learn(line);
    }
  }
  commit();
  for (const std::string& line : identities) learn_section(line);
  runtime_.sections.commit();
}

}  // namespace mazurka::native
