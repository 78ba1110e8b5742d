#include "program/native/sharing/fact_log.h"

#include <fmt/format.h>

#include "program/native/process/running.h"
#include "program/native/sharing/stable_places.h"

namespace mazurka::native {

constinit LearnedFacts* facts_memory = nullptr;

void record_cell(Address address, std::size_t size) {
  if (facts_memory == nullptr) return;
  const OutsideProgram outside;
  facts_memory->add(fmt::format("cell {} {}", stable_text_of(address), size));
}

void record_synchroniser(std::size_t kind, Address address) {
  if (facts_memory == nullptr) return;
  const OutsideProgram outside;
  facts_memory->add(fmt::format("synchroniser {} {}", kind, stable_text_of(address)));
}

void record_handler(Address address, std::uint32_t discipline, std::string_view name) {
  if (facts_memory == nullptr) return;
  const OutsideProgram outside;
  facts_memory->add(fmt::format("handler {} {} {}", stable_text_of(address), discipline, name));
}

void record_mailbox(Address address, std::string_view name) {
  if (facts_memory == nullptr) return;
  const OutsideProgram outside;
  facts_memory->add(fmt::format("box {} {}", stable_text_of(address), name));
}

void record_area(std::string_view path, AreaId area) {
  if (facts_memory == nullptr) return;
  const OutsideProgram outside;
  facts_memory->add(fmt::format("area {} {}", path, area.value));
}

void record_library(std::string_view line) {
  if (facts_memory != nullptr) facts_memory->add(line);
}

}  // namespace mazurka::native
