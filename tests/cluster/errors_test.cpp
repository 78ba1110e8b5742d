// What cannot work is refused with a sentence, and passwords are not repeated.
#include <gtest/gtest.h>

#include "cluster/cluster_workers.h"
#include "cluster/coordinator.h"
#include "cluster/random_models.h"
#include "cluster/redis_worker.h"
#include "cluster/slot.h"
#include "cluster/test_server.h"
#include "core/user_error.h"
#include "explore/mutations.h"

namespace mazurka::cluster {
namespace {

// Returns what joining says, message and hint; empty if it works.
std::string problem(const std::string& url, const std::string& identity = "a program",
                    bool creates = true) try {
  Exploration::Options options;
  options.identity = identity;
  options.creates = creates;
  options.servers.give_up_seconds = 0.2;
  const Exploration exploration(parse_redis_url(url), options);
  return {};
} catch (const UserError& error) {
  EXPECT_FALSE(error.hint.empty());
  return std::string(error.what()) + error.hint;
}

TEST(RedisUrl, HasUserPasswordHostPortAndName) {
  const RedisUrl url = parse_redis_url("redis://me:a%40b@example.org:7000/run-1");
  EXPECT_EQ(url.user, "me");
  EXPECT_EQ(url.password, "a@b");
  EXPECT_EQ(url.address, (Address{"example.org", 7000}));
  EXPECT_EQ(url.name, "run-1");
  EXPECT_EQ(parse_redis_url("redis://[::1]/x").address, (Address{"::1", 6379}));
  for (const char* const wrong : {"redis://h", "redis://h/", "http://h/x", "redis://h:0/x",
                                  "redis://h:99999/x", "redis:///x", "redis://h/a{b}"})
    EXPECT_THROW((void)parse_redis_url(wrong), UserError) << wrong;
}

// "123456789" is the usual check value of a CRC; the slot of a key is that of its tag.
TEST(Slot, IsTheCrcOfTheHashTag) {
  EXPECT_EQ(crc16("123456789"), 0x31c3);
  EXPECT_EQ(slot_of("{name:1}:x"), slot_of("{name:1}"));
  EXPECT_EQ(slot_of("{name:1}:x"), slot_of("name:1"));
}

TEST(RedisErrors, EncryptionIsRefusedRatherThanLeftOut) {
  EXPECT_NE(problem("rediss://h/x").find("encrypt"), std::string::npos);
}

TEST(RedisErrors, NameWhatIsWrongWithoutThePassword) {
  NEEDS_REDIS();
  TestServer server;
  const std::string port = std::to_string(server.port());
  const std::string wrong = problem("redis://:wrong-secret@127.0.0.1:" + port + "/x");
  EXPECT_NE(wrong.find("refuses the user or the password"), std::string::npos) << wrong;
  EXPECT_EQ(wrong.find("wrong-secret"), std::string::npos);
  const std::string none = problem("redis://127.0.0.1:" + port + "/x");
  EXPECT_NE(none.find("asks for a password"), std::string::npos) << none;
  const std::string missing = problem(server.url("x"), "a program", /*creates=*/false);
  EXPECT_NE(missing.find("no exploration with this name"), std::string::npos) << missing;
  EXPECT_EQ(problem(server.url("x")), "");
  const std::string other = problem(server.url("x"), "another program");
  EXPECT_NE(other.find("explores another program"), std::string::npos) << other;
  Servers servers(parse_redis_url(server.url("x")));
  (void)servers.run({"{x}", nullptr, {"HSET", "{x}", "protocol", "0"}});
  const std::string protocol = problem(server.url("x"));
  EXPECT_NE(protocol.find("another protocol"), std::string::npos) << protocol;
  server.kill_hard();
  const std::string gone = problem(server.url("x"));
  EXPECT_NE(gone.find("does not answer"), std::string::npos) << gone;
  EXPECT_EQ(gone.find(TestServer::password), std::string::npos);
}

TEST(RedisErrors, ServersThatDropKeysOrAreFullAreRefused) {
  NEEDS_REDIS();
  TestServer evicting({"--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru"});
  const std::string policy = problem(evicting.url("x"));
  EXPECT_NE(policy.find("maxmemory-policy allkeys-lru"), std::string::npos) << policy;
  TestServer full({"--maxmemory", "100kb"});
  const std::string memory = problem(full.url("x"));
  EXPECT_NE(memory.find("memory of the Redis server is full"), std::string::npos) << memory;
}

struct Shared {
  explicit Shared(const std::string& url) : exploration(parse_redis_url(url), options()) {}
  static Exploration::Options options() {
    Exploration::Options result;
    result.identity = "test";
    result.creates = true;
    result.shards = 2;
    return result;
  }
  Exploration exploration;
};

// The key of a trace in the shard 0 or 1 of two.
TraceKey key_in(std::uint32_t shard, std::uint64_t number) {
  return {number, static_cast<std::uint64_t>(shard) << 32};
}

// A worker notes in a shard that was already read, and is then done in the one that is read next.
// To read shard by shard whether all is done would miss what it has noted.
bool takes_this_for_the_end(const Mutations& mutations) {
  TestServer server;
  Shared of_worker(server.url("x"));
  Shared of_coordinator(server.url("x"));
  RedisWorker worker(of_worker.exploration, nullptr, {.lease_ms = 100'000});
  const Reply first = parse_reply(worker.exchange(to_bytes(Commit{})));
  EXPECT_TRUE(first.jobs.at(0).is_first);
  Commit begun;  // the first run leads to a trace in shard 1 and notes a job there
  begun.done.push_back({key_in(1, 1), false, {}});
  begun.noted.push_back({key_in(1, 2), {}});
  const Reply next = parse_reply(worker.exchange(to_bytes(begun)));
  EXPECT_EQ(next.granted, std::vector<bool>{true});
  int reads = 0;
  Coordinator coordinator(of_coordinator.exploration, {[&] {
                            if (++reads != 2) return;  // shard 0 has been read
                            Commit commit;
                            commit.done.push_back({key_in(1, 2), true, {}});
                            commit.noted.push_back({key_in(0, 3), {}});
                            (void)worker.exchange(to_bytes(commit));
                          }});
  const WithMutations mutated(mutations);
  return coordinator.watch();
}

TEST(End, IsNotReadShardByShard) {
  NEEDS_REDIS();
  EXPECT_FALSE(takes_this_for_the_end({}));
  EXPECT_TRUE(takes_this_for_the_end({.ends_by_shard = true}));
}

TEST(Epoch, HasTheUnionOfWhatWorkersLearnAndRefusesOlderCommits) {
  NEEDS_REDIS();
  TestServer server;
  Shared a(server.url("x")), b(server.url("x")), c(server.url("x"));
  RedisWorker one(a.exploration, nullptr, {}), two(b.exploration, nullptr, {});
  RedisWorker old(c.exploration, nullptr, {});
  EXPECT_TRUE(parse_reply(old.exchange(to_bytes(Commit{}))).jobs.at(0).is_first);
  one.learn({"x is shared"});
  two.learn({"y is shared"});  // at once: its epoch is over already
  EXPECT_EQ(one.end(), RedisWorker::End::new_epoch);
  Coordinator coordinator(a.exploration);
  EXPECT_FALSE(coordinator.watch());
  Commit late;
  late.done.push_back({key_in(1, 1), false, {}});
  EXPECT_TRUE(parse_reply(old.exchange(to_bytes(late))).is_over);
  EXPECT_EQ(old.end(), RedisWorker::End::new_epoch);
  EXPECT_FALSE(coordinator.watch());
  EXPECT_EQ(coordinator.progress().done, 0u);
  EXPECT_EQ(a.exploration.facts(), (std::set<std::string>{"x is shared", "y is shared"}));
}

TEST(Findings, AreKeptWithTheSmallestSchedule) {
  NEEDS_REDIS();
  TestServer server;
  Shared a(server.url("x"));
  RedisWorker worker(a.exploration, nullptr, {});
  (void)worker.exchange(to_bytes(Commit{}));
  worker.found("deadlock", {"bb", "two"});
  worker.found("deadlock", {"aaa", "three"});
  worker.found("deadlock", {"ab", "smaller"});
  Commit commit;
  commit.done.push_back({key_in(1, 1), false, {}});
  commit.noted.push_back({key_in(0, 3), {}});
  (void)worker.exchange(to_bytes(commit));
  EXPECT_EQ(a.exploration.findings().at("deadlock").report, "smaller");
}

}  // namespace
}  // namespace mazurka::cluster
