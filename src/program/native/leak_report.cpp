#include "program/native/leak_report.h"

#include <fmt/format.h>

#include "program/native/debug_info/caller_frames.h"
#include "program/native/debug_info/location_text.h"
#include "program/native/platform/complain.h"

namespace mazurka::native {
namespace {

std::string counted(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string chain_of(const std::vector<Address>& places) {
  const std::vector<std::string> calls = call_texts(places);
  std::string text;
  for (const std::string& call : calls)
    text += (text.empty() ? "allocated in " : ", called by ") + call;
  return text;
}

}  // namespace

const LeakReport::Origin& LeakReport::origin_of(const Leak& leak, Runtime& of,
                                                std::span<const Choice> schedule) {
  Origin& origin = origins_[leak.block.address];
  if (origin.allocated_at == leak.block.allocated_at) return origin;
  const Silence silence;
  of.observation.watch_allocation(leak.block.address);
  of.restart();
  for (const Choice choice : schedule)
    if (of.step(choice) == nullptr) break;
  const std::vector<Address> places = of.observation.calls_to_watched_block();
  of.observation.watch_allocation(0);
  origin = {leak.block.allocated_at, leak.block.allocated_at, chain_of(places)};
  for (const Address place : places)
    if (is_in_own_file(place)) {
      origin.place = place;
      break;
    }
  return origin;
}

Failure LeakReport::failure_for(const Leak& leak, Runtime& of, std::span<const Choice> schedule) {
  const Origin& origin = origin_of(leak, of, schedule);
  const Task* const owner = of.tasks.in(area_of_heap_part(heap_part_at(leak.block.address)));
  std::string message = fmt::format("leak of a block of {}", counted(leak.block.size, "byte"));
  if (leak.blocks > 1)
    message += fmt::format(" and of {} that only it leads to, {} bytes in all",
                           counted(leak.blocks - 1, "block"), leak.bytes);
  Failure failure{.kind = FailureKind::leak,
                  .message = message + ": no pointer to it is left",
                  .note = origin.calls,
                  .task = owner != nullptr ? owner->id : TaskId::none(),
                  .location = of.observation.places().location(origin.place),
                  .position = static_cast<Position>(schedule.size())};
  of.observation.resolve_names();
  return failure;
}

}  // namespace mazurka::native
