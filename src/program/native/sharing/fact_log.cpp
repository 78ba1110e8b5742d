#include "program/native/sharing/fact_log.h"

#include <fmt/format.h>

#include "program/native/process/running.h"

namespace mazurka::native {

constinit LearnedFacts* facts_memory = nullptr;

void record_cell(Address address, std::size_t size) {
  if (facts_memory == nullptr) return;
  const OutsideProgram outside;
  facts_memory->add(fmt::format("cell {:x} {}", address, size));
}

void record_synchroniser(std::size_t kind, Address address) {
  if (facts_memory == nullptr) return;
  const OutsideProgram outside;
  facts_memory->add(fmt::format("synchroniser {} {:x}", kind, address));
}

void record_handler(Address address, std::uint32_t discipline, std::string_view name) {
  if (facts_memory == nullptr) return;
  const OutsideProgram outside;
  facts_memory->add(fmt::format("handler {:x} {} {}", address, discipline, name));
}

void record_mailbox(Address address, std::string_view name) {
  if (facts_memory == nullptr) return;
  const OutsideProgram outside;
  facts_memory->add(fmt::format("box {:x} {}", address, name));
}

}  // namespace mazurka::native
