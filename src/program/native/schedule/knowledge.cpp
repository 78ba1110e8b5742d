// Facts, one in a line. A PLACE is an address as in sharing/stable_places.h.
//
//   library PATH               was loaded by dlopen(); library global PATH: with RTLD_GLOBAL
//   area PATH NUMBER           an exception (process/task_areas.h)
//   handler PLACE DISCIPLINE NAME
//   box PLACE NAME             a mailbox
//   cell PLACE SIZE            memory that tasks share
//   synchroniser KIND PLACE    a lock (0), condition variable (1) or number (2) that tasks share
//   section PLACE              an atomic section begins at this place of the code. It
//   section PLACE reads PLACE SIZE
//   section PLACE writes PLACE SIZE
//   section PLACE locks PLACE
//   section PLACE chooses INDEX COUNT
//   exit at-once               see exits.h
//
// Hints, which only reports depend on:
//
//   # frame LOCAL CODE END     the stack frame of a local variable: three places
//   # section PLACE shows PLACE SIZE
//
// Schedule files also have "run OPTION...".
#include "program/native/schedule/knowledge.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/user_error.h"
#include "program/native/process/task_areas.h"
#include "program/native/schedule/runtime.h"
#include "program/native/sharing/stable_places.h"

namespace mazurka::native {

bool Knowledge::has_news() const {
  return !is_fixed_ &&
         (runtime_.cells.has_news() || runtime_.synchronisers.has_news() ||
          task_areas().has_news() || loaded_.has_news() || runtime_.exits.at_once_is_news);
}

void Knowledge::commit() {
  task_areas().commit();
  loaded_.commit();
  runtime_.cells.commit();
  runtime_.sections.commit();
  runtime_.synchronisers.commit();
  runtime_.state.forget_initial_values();
  Exits& exits = runtime_.exits;
  exits.at_once |= std::exchange(exits.at_once_is_news, false);
  if (facts_memory != nullptr) facts_memory->used = facts_memory->size;
}

// --- As text -------------------------------------------------------------------------------------

// Libraries come in the order of loading, and handlers and mailboxes in the order of their ids, so
// that a process that adopts these lines gives them the same ids. The other lines are sorted.
std::vector<std::string> Knowledge::facts() const {
  const auto text_of = [&](Address address) { return stable_text_of(address); };
  std::vector<std::string> result = loaded_.lines();
  for (const Handler* const handler : runtime_.handlers.all())
    result.push_back(fmt::format("handler {} {} {}", text_of(handler->address),
                                 number_of(handler->state.discipline()),
                                 runtime_.registry.handler(handler->id).name));
  for (const Mailbox* const mailbox : runtime_.mailboxes.all())
    result.push_back(fmt::format("box {} {}", text_of(mailbox->address),
                                 runtime_.registry.name_of(mailbox->object)));
  const auto sorted_from = static_cast<std::ptrdiff_t>(result.size());
  for (const auto& [path, area] : task_areas().exceptions())
    result.push_back(fmt::format("area {} {}", path, area.value));
  for (const std::uint32_t index : runtime_.cells.visible()) {
    const Cell& cell = runtime_.cells.cell(index);
    result.push_back(fmt::format("cell {} {}", text_of(cell.address), cell.size));
  }
  runtime_.synchronisers.for_each([&](std::size_t kind, Address address, const Synchroniser& each) {
    if (each.visible) result.push_back(fmt::format("synchroniser {} {}", kind, text_of(address)));
  });
  for (const auto& [local, frame] : runtime_.names.frames())
    result.push_back(
        fmt::format("# frame {} {} {}", text_of(local), text_of(frame.code), text_of(frame.end)));
  add_sections(result);
  if (runtime_.exits.at_once) result.emplace_back("exit at-once");
  result.insert(result.end(), not_loaded_.begin(), not_loaded_.end());
  std::sort(result.begin() + sorted_from, result.end());
  return result;
}

void Knowledge::add_sections(std::vector<std::string>& lines) const {
  const auto text_of = [&](Address address) { return stable_text_of(address); };
  for (const auto& [place, section] : runtime_.sections.all()) {
    const std::string of_it = "section " + text_of(place);
    lines.push_back(of_it);
    if (section.size != 0)
      lines.push_back(
          fmt::format("# {} shows {} {}", of_it, text_of(section.address), section.size));
    for (const auto& [object, kind] : section.accesses) {
      const Cells::Bounds cell = runtime_.cells.bounds_of(object);
      const char* const verb = kind == AccessKind::write ? "writes" : "reads";
      lines.push_back(fmt::format("{} {} {} {}", of_it, verb, text_of(cell.address), cell.size));
    }
    if (section.mutex != 0)
      lines.push_back(fmt::format("{} locks {}", of_it, text_of(section.mutex)));
    for (std::size_t i = 0; i < section.choices.size(); ++i)
      lines.push_back(fmt::format("{} chooses {} {}", of_it, i, section.choices[i]));
  }
}

std::vector<std::string> Knowledge::lines() const {
  std::vector<std::string> result = facts();
  if (runtime_.program.options != RunOptions{})
    result.insert(result.begin(), "run " + runtime_.program.options.to_text());
  return result;
}

// --- Adopting facts ------------------------------------------------------------------------------

std::optional<Address> Knowledge::next_place(std::istringstream& words) const {
  std::string text;
  words >> text;
  return address_of(text);
}

// Returns false if the fact is about memory of a library that is not loaded.
bool Knowledge::learn(const std::string& fact) {
  std::istringstream words(fact);
  std::string what;
  words >> what;
  if (what == "#") words >> what;
  if (what == "handler") return learn_handler(words);
  if (what == "box") return learn_mailbox(words);
  if (what == "cell") return learn_cell(words);
  if (what == "synchroniser") return learn_synchroniser(words);
  if (what == "frame") return learn_frame(words);
  if (what == "exit") runtime_.exits.at_once = true;
  return true;
}

bool Knowledge::learn_handler(std::istringstream& words) {
  const auto address = next_place(words);
  int discipline = 0;
  std::string name;
  words >> discipline >> std::ws;
  std::getline(words, name);
  if (!address) return false;
  if (!runtime_.handlers.is_known(*address))
    runtime_.handlers.add(*address, name.c_str(), discipline_numbered(discipline));
  return true;
}

bool Knowledge::learn_mailbox(std::istringstream& words) {
  const auto address = next_place(words);
  std::string name;
  std::getline(words >> std::ws, name);
  if (!address) return false;
  if (!runtime_.mailboxes.is_known(*address)) runtime_.mailboxes.add(*address, name.c_str());
  return true;
}

bool Knowledge::learn_cell(std::istringstream& words) {
  const auto address = next_place(words);
  std::size_t size = 0;
  words >> size;
  if (!address) return false;
  if (size <= sizeof(std::int64_t)) runtime_.cells.learn_shared(*address, size);
  return true;
}

bool Knowledge::learn_synchroniser(std::istringstream& words) {
  std::size_t kind = 0;
  words >> kind;
  const auto address = next_place(words);
  if (!address) return false;
  if (kind < Synchroniser::kind_count)
    runtime_.synchronisers.learn_awaited(
        runtime_.synchronisers.at(*address, static_cast<Synchroniser::Kind>(kind)));
  return true;
}

bool Knowledge::learn_frame(std::istringstream& words) {
  const auto local = next_place(words);
  const auto code = next_place(words);
  const auto end = next_place(words);
  if (!local || !code || !end) return false;
  runtime_.names.set_frame(*local, {*code, *end});
  return true;
}

// REQUIRES: the cells of the section have their objects.
bool Knowledge::learn_section(std::istringstream& words) {
  std::string verb;
  const auto place = next_place(words);
  if (!place) return false;
  AtomicSections::Section& section = runtime_.sections.add(*place);
  if (!(words >> verb)) return true;
  if (verb == "chooses") {
    std::size_t index = 0;
    std::uint32_t count = 0;
    words >> index >> count;
    if (index >= AtomicSections::most_choices) return true;
    section.new_choices.resize(std::max(section.new_choices.size(), index + 1), 1);
    section.new_choices[index] = std::max(section.new_choices[index], count);
    section.has_news = true;
    return true;
  }
  const auto address = next_place(words);
  std::uint32_t size = 0;
  words >> size;
  if (!address) return false;
  if (verb == "shows") {
    section.address = *address;
    section.size = size;
  } else if (verb == "locks") {
    section.new_mutex = *address;
    section.has_news = true;
  } else if (const Cell* const cell = size >= 1 && size <= 8 - *address % 8
                                          ? runtime_.cells.find(*address, size)
                                          : nullptr;
             cell != nullptr) {
    // Several processes may know different accesses of one section.
    const auto known = section.news.try_emplace(cell->object, AccessKind::read).first;
    if (verb == "writes") known->second = AccessKind::write;
    section.has_news = true;
  }
  return true;
}

void Knowledge::learn_area(const std::string& fact) {
  std::istringstream words(fact);
  std::string what;
  std::string path;
  AreaId area;
  if (words >> what >> path >> area.value && what == "area") task_areas().add_exception(path, area);
}

namespace {

bool is_about_section(const std::string& fact) {
  return fact.starts_with("section ") || fact.starts_with("# section ");
}

}  // namespace

// Libraries and areas come first, because places depend on them, and areas in an order that is the
// same in every process. Sections come last, because they refer to the objects of cells.
void Knowledge::use_facts(std::span<const std::string> facts) {
  for (const std::string& fact : facts)
    if (fact.starts_with("library ")) loaded_.load(fact);
  std::vector<std::string> areas;
  for (const std::string& fact : facts)
    if (fact.starts_with("area ")) areas.push_back(fact);
  std::ranges::sort(areas);
  for (const std::string& fact : areas) learn_area(fact);
  for (const std::string& fact : facts)
    if (!is_about_section(fact) && !learn(fact)) not_loaded_.push_back(fact);
  commit();
  constexpr std::size_t word_size = 8;  // of "section "
  for (const std::string& fact : facts) {
    if (!is_about_section(fact)) continue;
    std::istringstream words(fact.substr(fact.find("section ") + word_size));
    if (!learn_section(words)) not_loaded_.push_back(fact);
  }
  runtime_.sections.commit();
}

// Takes effect at once, in the middle of an execution. No task can have accessed the memory of the
// library before, so this is as if it had been known from the start.
void Knowledge::library_was_loaded(void* library, int flags) {
  loaded_.note(library, flags);
  std::vector<std::pair<Address, std::size_t>> cells;
  std::erase_if(not_loaded_, [&](const std::string& fact) {
    std::istringstream words(fact);
    std::string what;
    std::size_t number = 0;  // the kind of a synchroniser, or the size of a cell
    words >> what;
    if (what == "synchroniser") words >> number;
    const auto address = next_place(words);
    if (!address || (what != "cell" && what != "synchroniser")) return false;
    if (what == "cell" && words >> number)
      cells.emplace_back(*address, number);
    else if (number < Synchroniser::kind_count)
      runtime_.synchronisers.at(*address, static_cast<Synchroniser::Kind>(number)).visible = true;
    return true;
  });
  runtime_.cells.show_shared(cells);
}

void Knowledge::use(std::span<const std::string> lines) {
  runtime_.names.expect_late_blocks();
  for (const std::string& line : lines) {
    if (line.starts_with("task "))
      throw UserError("",
                      "the schedule has what an older version of mazurka had learned about the "
                      "program, in a format that this version cannot use",
                      "run 'mazurka check' again to get a new schedule");
    if (!line.starts_with("run ")) continue;
    runtime_.program.options = {};
    std::istringstream words(line.substr(4));
    for (std::string word; words >> word;) runtime_.program.options.add(word);
  }
  use_facts(lines);
  is_fixed_ = true;
}

}  // namespace mazurka::native
