// Addresses and objects of native programs, named such that all processes that run the program
// agree: by the path of a task and an offset in its memory, or by a module and an offset in it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/registry.h"
#include "core/stable_name.h"
#include "program/native/platform/layout.h"

namespace mazurka::native {

enum class NativeObject : std::uint64_t { cell = 1, synchroniser, handler, mailbox };

// Returns a hash of what the address stands for: an offset in the heap area or the slot of a task,
// an offset in a loaded module, or the address itself if it lies elsewhere. REQUIRES: `running` is
// null or an OutsideProgram is in scope; the registry knows the task whose memory it is.
[[nodiscard]] std::uint64_t stable_address(const Registry& registry, Address address);

// Returns the stable name of an object. `detail` is its size, or what else tells apart objects of
// one kind that have the same address.
[[nodiscard]] StableName stable_name_of(const Registry& registry, NativeObject kind,
                                        Address address, std::size_t detail);

}  // namespace mazurka::native
