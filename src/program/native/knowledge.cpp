// What the runtime knows, as lines of a schedule: "run OPTION...", "handler ADDRESS DISCIPLINE
// NAME", "task CREATOR ORDINAL CODE HANDLER", "cell ADDRESS SIZE", "synchroniser KIND ADDRESS",
// "frame LOCAL CODE END", "section PLACE ADDRESS SIZE {KIND ADDRESS SIZE}", "exit at-once".
// Addresses are the same in all processes of one executable.
#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "program/native/runtime.h"

namespace mazurka::native {

std::vector<std::string> Runtime::knowledge() const {
  std::vector<std::string> result;
  if (program_.options != RunOptions{}) result.push_back("run " + program_.options.to_text());
  std::vector<const Handler*> handlers;
  for (const auto& [address, handler] : handlers_) handlers.push_back(handler.get());
  std::ranges::sort(handlers, {}, &Handler::id);
  for (const Handler* const handler : handlers)
    result.push_back(fmt::format("handler {:x} {} {}", handler->address,
                                 number_of(registry_.handler(handler->id).discipline),
                                 registry_.handler(handler->id).name));
  for (std::uint32_t i = 1; i < registry_.task_count(); ++i) {
    const TaskName& name = registry_.name_of(TaskId{i});
    result.push_back(fmt::format("task {} {} {} {}", name.creator.value, name.ordinal, name.code,
                                 name.handler.value));
  }
  for (const std::uint32_t index : cells_.visible()) {
    const Cell& cell = cells_.cell(index);
    result.push_back(fmt::format("cell {:x} {}", cell.address, cell.size));
  }
  std::vector<std::string> rest;
  for (const auto& [local, frame] : names_.frames())
    rest.push_back(fmt::format("frame {:x} {:x} {:x}", local, frame.code, frame.end));
  for (std::size_t kind = 0; kind < std::size(synchronisers_); ++kind)
    for (const auto& [address, synchroniser] : synchronisers_[kind])
      if (synchroniser->visible) rest.push_back(fmt::format("synchroniser {} {:x}", kind, address));
  for (const auto& [place, section] : sections_) {
    std::string line = fmt::format("section {:x} {:x} {}", place, section.address, section.size);
    for (const std::uint32_t index : cells_.visible()) {
      const Cell& cell = cells_.cell(index);
      const auto known = section.accesses.find(cell.object);
      if (known == section.accesses.end()) continue;
      line += fmt::format(" {} {:x} {}", known->second == AccessKind::write ? 'w' : 'r',
                          cell.address, cell.size);
    }
    rest.push_back(line);
  }
  if (exits_.at_once) rest.emplace_back("exit at-once");
  std::ranges::sort(rest);
  result.insert(result.end(), rest.begin(), rest.end());
  return result;
}

void Runtime::learn(const std::string& fact) {
  std::istringstream words(fact);
  std::string what;
  words >> what;
  if (what == "handler") {
    Address address = 0;
    int discipline = 0;
    words >> std::hex >> address >> discipline >> std::ws;
    std::string name;
    std::getline(words, name);
    auto& handler = handlers_[address];
    handler = std::make_unique<Handler>();
    add_handler(*handler, address, name.c_str(), discipline_numbered(discipline));
  } else if (what == "run") {
    program_.options = {};
    for (std::string word; words >> word;) program_.options.add(word);
  } else if (what == "task") {
    TaskName name;
    words >> name.creator.value >> name.ordinal >> name.code >> name.handler.value;
    (void)registry_.task(name);
  } else if (what == "cell") {
    Address address = 0;
    std::size_t size = 0;
    words >> std::hex >> address >> std::dec >> size;
    cells_.learn_shared(address, size);
  } else if (what == "frame") {
    Address local = 0;
    CallFrame frame;
    words >> std::hex >> local >> frame.code >> frame.end;
    names_.set_frame(local, frame);
  } else if (what == "exit") {
    exits_.at_once = true;
  } else if (what == "synchroniser") {
    std::size_t kind = 0;
    Address address = 0;
    words >> kind >> std::hex >> address;
    synchroniser(address, static_cast<Synchroniser::Kind>(kind)).is_news = true;
  }
}

void Runtime::learn_section(const std::string& fact) {
  std::istringstream words(fact);
  std::string what;
  Address place = 0;
  words >> what >> std::hex >> place;
  if (what != "section") return;
  Section& section = sections_[place];
  words >> section.address >> std::dec >> section.size;
  Address address = 0;
  std::size_t size = 0;
  for (char kind = 0; words >> kind >> std::hex >> address >> std::dec >> size;)
    if (const Cell* const cell = cells_.find(address, size); cell != nullptr)
      section.news[cell->object] = kind == 'w' ? AccessKind::write : AccessKind::read;
  section.has_news = true;
}

void Runtime::use_knowledge(std::span<const std::string> knowledge) {
  names_.expect_late_blocks();
  (void)registry_.task({TaskId::none(), 0, 0, HandlerId::none()});  // main is always the first
  for (const std::string& fact : knowledge) learn(fact);
  commit();
  for (const std::string& fact : knowledge) learn_section(fact);  // cells have their names now
  commit_sections();
  is_knowledge_fixed_ = true;
}

}  // namespace mazurka::native
