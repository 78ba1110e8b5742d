#include "explore/frontier/commit.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

namespace mazurka {
namespace {

// Small numbers take one byte.
void add_number(std::string& bytes, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  bytes += static_cast<char>(value);
}

void add_key(std::string& bytes, const TraceKey& key) {
  bytes.append(reinterpret_cast<const char*>(&key.high), sizeof key.high);
  bytes.append(reinterpret_cast<const char*>(&key.low), sizeof key.low);
}

// `before` is the schedule before this one, and becomes this one.
void add_job(std::string& bytes, const TraceKey& key, std::span<const Choice> schedule,
             bool is_first, std::vector<Choice>& before) {
  add_key(bytes, key);
  const auto differs = std::ranges::mismatch(before, schedule).in2;
  const auto shared = static_cast<std::size_t>(differs - schedule.begin());
  add_number(bytes, shared);
  add_number(bytes, (schedule.size() - shared) * 2 + (is_first ? 1 : 0));
  before.resize(shared);
  for (const Choice& choice : schedule.subspan(shared)) {
    // Most choices have the value 0, which is not sent.
    add_number(bytes, std::uint64_t{choice.task.value} << 1 | (choice.value != 0 ? 1 : 0));
    if (choice.value != 0) add_number(bytes, choice.value);
    before.push_back(choice);
  }
}

void add_jobs(std::string& bytes, const std::vector<Job>& jobs, std::vector<Choice>& before) {
  add_number(bytes, jobs.size());
  for (const Job& job : jobs) add_job(bytes, job.key, job.schedule, job.is_first, before);
}

// Most counts of a run are 0: only the others are sent, after a mask of them.
void add_counts(std::string& bytes, const RunCounts& counts, bool was_noted) {
  std::uint64_t mask = 0;
  for (std::size_t i = 0; i < RunCounts::count; ++i)
    if (counts.values[i] != 0) mask |= std::uint64_t{1} << i;
  add_number(bytes, mask << 1 | (was_noted ? 1 : 0));
  for (; mask != 0; mask &= mask - 1)
    add_number(bytes, counts.values[static_cast<std::size_t>(std::countr_zero(mask))]);
}

void add_done(std::string& bytes, std::span<const DoneRun> done) {
  add_number(bytes, done.size());
  for (const DoneRun& run : done) {
    add_key(bytes, run.key);
    add_counts(bytes, run.counts, run.was_noted);
  }
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] std::uint64_t number() {
    std::uint64_t result = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(next(1).front());
      result |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if ((byte & 0x80) == 0) return result;
    }
    fail();
  }
  [[nodiscard]] TraceKey key() {
    TraceKey result;
    std::memcpy(&result.high, next(sizeof result.high).data(), sizeof result.high);
    std::memcpy(&result.low, next(sizeof result.low).data(), sizeof result.low);
    return result;
  }
  void job(Job& result) {
    result.key = key();
    const std::uint64_t shared = number();
    const std::uint64_t rest = number();
    if (shared > before_.size() || rest / 2 > bytes_.size()) fail();
    result.is_first = rest % 2 != 0;
    before_.resize(shared);
    for (std::uint64_t i = 0; i < rest / 2; ++i) {
      const std::uint64_t task = number();
      if (task >> 33 != 0) fail();
      before_.push_back(
          {TaskId{static_cast<std::uint32_t>(task >> 1)}, task % 2 != 0 ? small_number() : 0});
    }
    result.schedule.assign(before_.begin(), before_.end());
  }
  void jobs(std::vector<Job>& jobs) {
    const std::uint64_t count = number();
    if (count > bytes_.size()) fail();
    jobs.resize(count);
    for (Job& each : jobs) job(each);
  }
  void run(DoneRun& result) {
    result.key = key();
    std::uint64_t mask = number();
    result.was_noted = (mask & 1) != 0;
    mask >>= 1;
    if (mask >> RunCounts::count != 0) fail();
    result.counts = {};
    for (; mask != 0; mask &= mask - 1)
      result.counts.values[static_cast<std::size_t>(std::countr_zero(mask))] = number();
  }
  void runs(std::vector<DoneRun>& runs) {
    const std::uint64_t count = number();
    if (count > bytes_.size()) fail();
    runs.resize(count);
    for (DoneRun& each : runs) run(each);
  }
  [[nodiscard]] bool flag() { return number() != 0; }
  void require_end() const {
    if (!bytes_.empty()) fail();
  }

 private:
  [[noreturn]] static void fail() {
    throw std::runtime_error("an exploring process sent a damaged message");
  }
  [[nodiscard]] std::string_view next(std::size_t size) {
    if (size > bytes_.size()) fail();
    const std::string_view result = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return result;
  }
  [[nodiscard]] std::uint32_t small_number() {
    const std::uint64_t value = number();
    if (value > 0xffffffffu) fail();
    return static_cast<std::uint32_t>(value);
  }

  std::string_view bytes_;
  std::vector<Choice> before_;
};

}  // namespace

std::string to_bytes(const Commit& commit) {
  std::string bytes;
  std::vector<Choice> before;
  add_jobs(bytes, commit.noted, before);
  add_done(bytes, commit.done);
  add_number(bytes, (commit.is_idle ? 1u : 0u) + (commit.has_failed ? 2u : 0u) +
                        (commit.gave_up_search ? 4u : 0u));
  add_number(bytes, commit.estimated_left);
  return bytes;
}

Commit parse_commit(std::string_view bytes) {
  Commit result;
  parse_commit(bytes, result);
  return result;
}

void parse_commit(std::string_view bytes, Commit& into) {
  Reader reader(bytes);
  reader.jobs(into.noted);
  reader.runs(into.done);
  const std::uint64_t flags = reader.number();
  into.is_idle = (flags & 1) != 0;
  into.has_failed = (flags & 2) != 0;
  into.gave_up_search = (flags & 4) != 0;
  into.estimated_left = reader.number();
  reader.require_end();
}

std::string to_bytes(const Reply& reply) {
  std::string bytes;
  std::vector<Choice> before;
  add_number(bytes, (reply.is_over ? 1u : 0u) + (reply.samples ? 2u : 0u));
  add_number(bytes, reply.most_runs);
  add_number(bytes, reply.granted.size());
  for (const bool granted : reply.granted) add_number(bytes, granted ? 1 : 0);
  add_jobs(bytes, reply.taken, before);
  add_jobs(bytes, reply.jobs, before);
  return bytes;
}

Reply parse_reply(std::string_view bytes) {
  Reader reader(bytes);
  Reply result;
  const std::uint64_t flags = reader.number();
  result.is_over = (flags & 1) != 0;
  result.samples = (flags & 2) != 0;
  result.most_runs = reader.number();
  for (std::uint64_t left = reader.number(); left > 0; --left)
    result.granted.push_back(reader.flag());
  reader.jobs(result.taken);
  reader.jobs(result.jobs);
  reader.require_end();
  return result;
}

}  // namespace mazurka
