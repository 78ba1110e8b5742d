// Lines of a schedule: "run OPTION...", "handler ADDRESS DISCIPLINE NAME", "box ADDRESS NAME",
// "task CREATOR ORDINAL CODE HANDLER", "cell ADDRESS SIZE", "synchroniser KIND ADDRESS", "frame
// LOCAL CODE END", "section PLACE ADDRESS SIZE {KIND ADDRESS SIZE}", "exit at-once". The kinds of a
// section are r and w (cells), l (a mutex; its size is 0), and c (a choice; its address is the
// number of values, its size 0).
#include "program/native/schedule/knowledge.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "program/native/schedule/runtime.h"

namespace mazurka::native {

bool Knowledge::has_news() const {
  return !is_fixed_ && (runtime_.cells.has_news() || runtime_.synchronisers.has_news() ||
                        runtime_.exits.at_once_is_news);
}

void Knowledge::commit() {
  runtime_.cells.commit();
  runtime_.sections.commit();
  runtime_.synchronisers.commit();
  runtime_.state.forget_initial_values();
  Exits& exits = runtime_.exits;
  exits.at_once |= std::exchange(exits.at_once_is_news, false);
  if (facts_memory != nullptr) facts_memory->used = facts_memory->size;
}

std::vector<std::string> Knowledge::lines() const {
  std::vector<std::string> result;
  if (runtime_.program.options != RunOptions{})
    result.push_back("run " + runtime_.program.options.to_text());
  for (const Handler* const handler : runtime_.handlers.all())
    result.push_back(fmt::format("handler {:x} {} {}", handler->address,
                                 number_of(handler->state.discipline()),
                                 runtime_.registry.handler(handler->id).name));
  for (const Mailbox* const mailbox : runtime_.mailboxes.all())
    result.push_back(
        fmt::format("box {:x} {}", mailbox->address, runtime_.registry.name_of(mailbox->object)));
  for (std::uint32_t i = 1; i < runtime_.registry.task_count(); ++i) {
    const TaskName& name = runtime_.registry.name_of(TaskId{i});
    result.push_back(fmt::format("task {} {} {} {}", name.creator.value, name.ordinal, name.code,
                                 name.handler.value));
  }
  for (const std::uint32_t index : runtime_.cells.visible()) {
    const Cell& cell = runtime_.cells.cell(index);
    result.push_back(fmt::format("cell {:x} {}", cell.address, cell.size));
  }
  std::vector<std::string> rest;
  for (const auto& [local, frame] : runtime_.names.frames())
    rest.push_back(fmt::format("frame {:x} {:x} {:x}", local, frame.code, frame.end));
  runtime_.synchronisers.for_each([&](std::size_t kind, Address address, const Synchroniser& each) {
    if (each.visible) rest.push_back(fmt::format("synchroniser {} {:x}", kind, address));
  });
  for (const auto& [place, section] : runtime_.sections.all()) {
    std::string line = fmt::format("section {:x} {:x} {}", place, section.address, section.size);
    for (const std::uint32_t index : runtime_.cells.visible()) {
      const Cell& cell = runtime_.cells.cell(index);
      const auto known = section.accesses.find(cell.object);
      if (known == section.accesses.end()) continue;
      line += fmt::format(" {} {:x} {}", known->second == AccessKind::write ? 'w' : 'r',
                          cell.address, cell.size);
    }
    if (section.mutex != 0) line += fmt::format(" l {:x} 0", section.mutex);
    for (const std::uint32_t count : section.choices) line += fmt::format(" c {:x} 0", count);
    rest.push_back(line);
  }
  if (runtime_.exits.at_once) rest.emplace_back("exit at-once");
  std::ranges::sort(rest);
  result.insert(result.end(), rest.begin(), rest.end());
  return result;
}

void Knowledge::learn(const std::string& fact) {
  std::istringstream words(fact);
  std::string what;
  words >> what;
  if (what == "handler") {
    Address address = 0;
    int discipline = 0;
    words >> std::hex >> address >> discipline >> std::ws;
    std::string name;
    std::getline(words, name);
    runtime_.handlers.add(address, name.c_str(), discipline_numbered(discipline));
  } else if (what == "box") {
    Address address = 0;
    words >> std::hex >> address >> std::ws;
    std::string name;
    std::getline(words, name);
    runtime_.mailboxes.add(address, name.c_str());
  } else if (what == "run") {
    runtime_.program.options = {};
    for (std::string word; words >> word;) runtime_.program.options.add(word);
  } else if (what == "task") {
    TaskName name;
    words >> name.creator.value >> name.ordinal >> name.code >> name.handler.value;
    (void)runtime_.registry.task(name);
  } else if (what == "cell") {
    Address address = 0;
    std::size_t size = 0;
    words >> std::hex >> address >> std::dec >> size;
    if (size <= sizeof(std::int64_t)) runtime_.cells.learn_shared(address, size);
  } else if (what == "frame") {
    Address local = 0;
    CallFrame frame;
    words >> std::hex >> local >> frame.code >> frame.end;
    runtime_.names.set_frame(local, frame);
  } else if (what == "exit") {
    runtime_.exits.at_once = true;
  } else if (what == "synchroniser") {
    std::size_t kind = 0;
    Address address = 0;
    words >> kind >> std::hex >> address;
    if (kind < Synchroniser::kind_count)
      runtime_.synchronisers.learn_awaited(
          runtime_.synchronisers.at(address, static_cast<Synchroniser::Kind>(kind)));
  }
}

void Knowledge::learn_section(const std::string& fact) {
  std::istringstream words(fact);
  std::string what;
  Address place = 0;
  words >> what >> std::hex >> place;
  if (what != "section") return;
  AtomicSections::Section& section = runtime_.sections.add(place);
  words >> section.address >> std::dec >> section.size;
  Address address = 0;
  std::size_t size = 0;
  std::vector<std::uint32_t> choices;
  for (char kind = 0; words >> kind >> std::hex >> address >> std::dec >> size;)
    if (kind == 'c')
      choices.push_back(static_cast<std::uint32_t>(address));
    else if (kind == 'l')
      section.new_mutex = address;
    else if (const Cell* const cell = runtime_.cells.find(address, size); cell != nullptr) {
      // Several processes may know different accesses of one section.
      const auto known = section.news.try_emplace(cell->object, AccessKind::read).first;
      if (kind == 'w') known->second = AccessKind::write;
    }
  std::vector<std::uint32_t>& known = section.new_choices;
  known.resize(std::max(known.size(), choices.size()), 1);
  for (std::size_t i = 0; i < choices.size(); ++i) known[i] = std::max(known[i], choices[i]);
  section.has_news = true;
}

void Knowledge::use_facts(std::span<const std::string> facts) {
  for (const std::string& fact : facts) learn(fact);
  commit();
  for (const std::string& fact : facts) learn_section(fact);  // after cells have their objects
  runtime_.sections.commit();
}

std::vector<std::string> Knowledge::facts() const {
  std::vector<std::string> result = lines();
  std::erase_if(result, [](const std::string& line) {
    return line.starts_with("task ") || line.starts_with("run ");
  });
  return result;
}

void Knowledge::use(std::span<const std::string> lines) {
  runtime_.names.expect_late_blocks();
  (void)runtime_.registry.task(
      {TaskId::none(), 0, 0, HandlerId::none()});  // main is always the first task
  for (const std::string& fact : lines) learn(fact);
  commit();
  for (const std::string& fact : lines) learn_section(fact);  // after cells have their objects
  runtime_.sections.commit();
  is_fixed_ = true;
}

}  // namespace mazurka::native
