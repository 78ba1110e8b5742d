#include "cluster/second_step.h"

#include <cstring>
#include <stdexcept>

#include "cluster/scripts.h"
#include "explore/mutations.h"

namespace mazurka::cluster {
namespace {

// Appends a number as msgpack has it: a byte, or nine.
void append_packed(std::string& bytes, std::uint64_t value) {
  if (value < 0x80) {
    bytes += static_cast<char>(value);
    return;
  }
  bytes += static_cast<char>(0xcf);
  for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift);
}

// A list in msgpack whose elements are in `bytes`.
std::string list_of(std::uint32_t size, const std::string& bytes) {
  std::string result(1, static_cast<char>(0xdd));
  for (int shift = 24; shift >= 0; shift -= 8) result += static_cast<char>(size >> shift);
  return result + bytes;
}

void append(std::string& bytes, std::uint64_t number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}
void append(std::string& bytes, const std::string& text) {
  append(bytes, text.size());
  bytes += text;
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t number() {
    std::uint64_t result = 0;
    std::memcpy(&result, next(sizeof result).data(), sizeof result);
    return result;
  }
  std::string text() { return std::string(next(number())); }
  [[nodiscard]] bool is_at_end() const { return bytes_.empty(); }

 private:
  std::string_view next(std::uint64_t size) {
    if (size > bytes_.size()) throw std::runtime_error("the Redis server has a damaged commit");
    const std::string_view result = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return result;
  }
  std::string_view bytes_;
};

}  // namespace

std::string bytes_of(const TraceKey& key) {
  std::string result(sizeof key.high + sizeof key.low, '\0');
  std::memcpy(result.data(), &key.high, sizeof key.high);
  std::memcpy(result.data() + sizeof key.high, &key.low, sizeof key.low);
  return result;
}

TraceKey key_of(std::string_view bytes) {
  TraceKey result;
  std::memcpy(&result.high, bytes.data(), sizeof result.high);
  std::memcpy(&result.low, bytes.data() + sizeof result.high, sizeof result.low);
  return result;
}

SecondStep make_second_step(std::uint64_t number, std::span<const DoneRun> done,
                            const Exploration& exploration) {
  SecondStep result{.number = number};
  if (done.empty()) return result;
  std::map<std::uint32_t, std::uint32_t> sizes;
  for (std::uint32_t shard = 0; shard < exploration.shards(); ++shard) (void)result.shards[shard];
  for (const DoneRun& run : done) {
    const std::uint32_t shard = exploration.shard_of(run.key);
    SecondStep::OfShard& of_shard = result.shards[shard];
    of_shard.keys += bytes_of(run.key);
    std::string pairs;
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < RunCounts::count; ++i) {
      if (run.counts.values[i] == 0) continue;
      append_packed(pairs, i + 1);
      append_packed(pairs, run.counts.values[i]);
      ++count;
    }
    append_packed(of_shard.counts, count);
    of_shard.counts += pairs;
    sizes[shard] += 1 + 2 * count;
  }
  for (auto& [shard, of_shard] : result.shards)
    of_shard.counts = list_of(sizes[shard], of_shard.counts);
  return result;
}

std::string to_bytes(const SecondStep& step) {
  if (step.shards.empty()) return {};
  std::string bytes;
  append(bytes, step.number);
  for (const auto& [shard, of_shard] : step.shards) {
    append(bytes, std::uint64_t{shard});
    append(bytes, of_shard.keys);
    append(bytes, of_shard.counts);
  }
  return bytes;
}

SecondStep parse_second_step(std::string_view bytes) {
  SecondStep result;
  if (bytes.empty()) return result;
  Reader reader(bytes);
  result.number = reader.number();
  while (!reader.is_at_end()) {
    SecondStep::OfShard& of_shard = result.shards[static_cast<std::uint32_t>(reader.number())];
    of_shard.keys = reader.text();
    of_shard.counts = reader.text();
  }
  return result;
}

std::vector<Call> calls_for(const SecondStep& step, const Exploration& exploration,
                            const std::string& hub, bool is_repeated) {
  std::vector<Call> calls;
  for (const auto& [shard, of_shard] : step.shards)
    calls.push_back(
        {exploration.tag_of(shard),
         &scripts::done(),
         {exploration.epoch_name(), hub, std::to_string(step.number), is_repeated ? "1" : "0",
          of_shard.keys, of_shard.counts, mutations().counts_twice ? "1" : "0"}});
  return calls;
}

}  // namespace mazurka::cluster
