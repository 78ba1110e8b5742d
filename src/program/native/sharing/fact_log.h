// Records what is learned at the moment when it is learned (program/learned_facts.h).
#pragma once

#include <cstddef>
#include <string_view>

#include "program/learned_facts.h"
#include "program/native/platform/layout.h"

namespace mazurka::native {

// Where facts are recorded; null: nowhere.
extern constinit LearnedFacts* facts_memory;

// Record facts in the format of Knowledge::facts().
void record_cell(Address address, std::size_t size);
void record_synchroniser(std::size_t kind, Address address);
void record_handler(Address address, std::uint32_t discipline, std::string_view name);
void record_mailbox(Address address, std::string_view name);
void record_area(std::string_view path, AreaId area);
void record_library(std::string_view line);

}  // namespace mazurka::native
