#include "explore/frontier/commit.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace mazurka {
namespace {

class Writer {
 public:
  // Small numbers take one byte.
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
    bytes_ += static_cast<char>(value);
  }
  void key(const TraceKey& key) {
    bytes_.append(reinterpret_cast<const char*>(&key.high), sizeof key.high);
    bytes_.append(reinterpret_cast<const char*>(&key.low), sizeof key.low);
  }
  void job(const Job& job) {
    key(job.key);
    const std::vector<Choice>& schedule = job.schedule;
    const auto differs = std::ranges::mismatch(before_, schedule).in2;
    number(static_cast<std::uint64_t>(differs - schedule.begin()));
    number(static_cast<std::uint64_t>(schedule.end() - differs) * 2 + (job.is_first ? 1 : 0));
    for (auto choice = differs; choice != schedule.end(); ++choice) {
      number(choice->task.value);
      number(choice->value);
    }
    before_ = schedule;
  }
  void jobs(const std::vector<Job>& jobs) {
    number(jobs.size());
    for (const Job& each : jobs) job(each);
  }
  [[nodiscard]] std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
  std::span<const Choice> before_;  // the last schedule
};

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
  [[nodiscard]] Job job() {
    Job result;
    result.key = key();
    const std::uint64_t shared = number();
    const std::uint64_t rest = number();
    if (shared > before_.size() || rest / 2 > bytes_.size()) fail();
    result.is_first = rest % 2 != 0;
    result.schedule.reserve(shared + rest / 2);
    result.schedule.assign(before_.begin(), before_.begin() + static_cast<std::ptrdiff_t>(shared));
    for (std::uint64_t i = 0; i < rest / 2; ++i) {
      const TaskId task{small_number()};
      result.schedule.push_back({task, small_number()});
    }
    before_ = result.schedule;
    return result;
  }
  void jobs(std::vector<Job>& jobs) {
    for (std::uint64_t left = number(); left > 0; --left) jobs.push_back(job());
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
  Writer writer;
  writer.jobs(commit.noted);
  writer.number(commit.done.size());
  for (const DoneRun& run : commit.done) {
    writer.key(run.key);
    writer.number(run.was_job ? 1 : 0);
    for (const std::uint64_t value : run.counts.values) writer.number(value);
  }
  writer.number(commit.jobs_left);
  return writer.take();
}

Commit parse_commit(std::string_view bytes) {
  Reader reader(bytes);
  Commit result;
  reader.jobs(result.noted);
  for (std::uint64_t left = reader.number(); left > 0; --left) {
    DoneRun& run = result.done.emplace_back();
    run.key = reader.key();
    run.was_job = reader.flag();
    for (std::uint64_t& value : run.counts.values) value = reader.number();
  }
  result.jobs_left = reader.number();
  reader.require_end();
  return result;
}

std::string to_bytes(const Reply& reply) {
  Writer writer;
  writer.number(reply.is_over ? 1 : 0);
  writer.number(reply.forgets ? 1 : 0);
  writer.number(reply.granted.size());
  for (const bool granted : reply.granted) writer.number(granted ? 1 : 0);
  writer.jobs(reply.jobs);
  return writer.take();
}

Reply parse_reply(std::string_view bytes) {
  Reader reader(bytes);
  Reply result;
  result.is_over = reader.flag();
  result.forgets = reader.flag();
  for (std::uint64_t left = reader.number(); left > 0; --left)
    result.granted.push_back(reader.flag());
  reader.jobs(result.jobs);
  reader.require_end();
  return result;
}

}  // namespace mazurka
