// What a link step leaves without instrumentation, recorded in the file that it makes.
//
// Warnings of a build are rarely read, so the list travels with the program: in a section that is
// not loaded, one entry per line ("uninstrumented_object<TAB>b.o was not compiled …"). Whoever
// checks the program reads it back and repeats it in the verdict. If an object with such a section
// is linked, the linker appends the section to that of the result.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/not_covered.h"

namespace mazurka::cli {

inline constexpr std::string_view link_record_section = ".mazurka.not_covered";

// Returns the objects ("a.o", "lib.a[b.o]") that were linked. `map` is what the linker wrote for
// -Map; empty: not known, all of them. Of an archive, only those members are linked that define
// what another object needs.
[[nodiscard]] std::vector<std::string> linked_objects(const std::vector<std::string>& objects,
                                                      std::string_view map);
// Returns the static libraries of the system that the map names, without those that belong to the
// compiler and the C library.
[[nodiscard]] std::vector<std::string> system_archives(std::string_view map);

[[nodiscard]] NotCovered unseen_object(const std::string& object);
[[nodiscard]] NotCovered unseen_library(const std::string& library);
[[nodiscard]] NotCovered unseen_assembly(const std::string& function);

[[nodiscard]] std::string link_record(const std::vector<NotCovered>& list);
// Leaves out lines that are not entries.
[[nodiscard]] std::vector<NotCovered> parse_link_record(std::string_view text);

// Adds the list to the record of an ELF file. Returns whether that worked; `scratch` is a file that
// may be overwritten.
[[nodiscard]] bool write_link_record(const std::string& file, const std::vector<NotCovered>& list,
                                     const std::string& scratch);
// Returns the record of an ELF file; empty if it has none, or is no ELF file.
[[nodiscard]] std::vector<NotCovered> read_link_record(const std::string& file);

}  // namespace mazurka::cli
