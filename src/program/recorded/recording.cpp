#include "program/recorded/recording.h"

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "program/recorded/lifecycle_order.h"
#include "program/recorded/post_processing.h"
#include "program/recorded/task_bodies.h"

namespace mazurka::recorded {

namespace {

// What the operations of a thread say about who created it.
struct ThreadWork {
  bool posts_for_others = false;  // a NATIVE-POST or DELAY-POST, or a NOP that waits for its time
  bool has_own_work = false;
};

[[nodiscard]] RecordingSize size_of(const std::vector<Operation>& operations) {
  RecordingSize result;
  std::unordered_map<std::string_view, ThreadWork> threads;
  std::unordered_set<std::string> locations;
  for (const Operation& each : operations) {
    if (each.thread.empty()) continue;
    ++result.length;
    ThreadWork& thread = threads[each.thread];
    const bool is_frame = each.kind == Kind::thread_init || each.kind == Kind::thread_exit;
    const bool is_for_others = each.kind == Kind::nothing ||
                               (each.kind == Kind::post && (each.is_delayed || each.is_native));
    if (is_for_others) thread.posts_for_others = true;
    if (!is_for_others && !is_frame) thread.has_own_work = true;
    if (each.kind == Kind::call) ++result.messages;
    if (each.kind == Kind::read || each.kind == Kind::write) locations.insert(each.object);
  }
  for (const auto& [name, thread] : threads)
    if (thread.has_own_work || !thread.posts_for_others) ++result.threads;
  result.locations = locations.size();
  return result;
}

}  // namespace

Recording read_recording(const File& trace, const File& dependences) {
  Recording result;
  result.operations = parse_trace(trace);
  // Checks all lines, also those of messages that are removed below.
  (void)lay_out(trace, with_delayed_posts_apart(result.operations));
  result.dependences = dependences.name.empty() ? lifecycle_order(trace, result.operations)
                                                : parse_dependences(dependences);
  result.operations = without_empty_messages(std::move(result.operations), result.dependences);
  result.size = size_of(result.operations);
  result.operations = with_delayed_posts_apart(std::move(result.operations));
  return result;
}

}  // namespace mazurka::recorded
