// What cannot work is refused with a sentence, and passwords are not repeated.
#include <gtest/gtest.h>

#include "cluster/exploration.h"
#include "cluster/hub.h"
#include "cluster/simulated_hub.h"
#include "cluster/slot.h"
#include "cluster/test_server.h"
#include "core/user_error.h"

namespace mazurka::cluster {
namespace {

// Returns what joining says, message and hint; empty if it works.
std::string problem(const std::string& url, const std::string& program = "a program",
                    bool creates = true) try {
  Exploration::Options options;
  options.identity.add("the program", program);
  options.creates = creates;
  options.servers.first_connect_seconds = options.servers.give_up_seconds = 0.2;
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
  EXPECT_NE(other.find("explores another program: the program"), std::string::npos) << other;
  Servers servers(parse_redis_url(server.url("x")));
  (void)servers.run({"{x}", nullptr, {"HSET", "{x}", "protocol", "0"}});
  const std::string protocol = problem(server.url("x"));
  EXPECT_NE(protocol.find("another protocol"), std::string::npos) << protocol;
  server.kill_hard();
  const std::string gone = problem(server.url("x"));
  EXPECT_NE(gone.find("does not answer"), std::string::npos) << gone;
  EXPECT_EQ(gone.find(TestServer::password), std::string::npos);
}

TEST(RedisErrors, ServersThatDropKeysAreRefused) {
  NEEDS_REDIS();
  TestServer evicting({"--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru"});
  const std::string policy = problem(evicting.url("x"));
  EXPECT_NE(policy.find("maxmemory-policy allkeys-lru"), std::string::npos) << policy;
}

// When the memory is raised, the exploration goes on where it was.
TEST(RedisErrors, AFullServerLosesNothing) {
  NEEDS_REDIS();
  TestServer server;
  Servers control(parse_redis_url(server.url("x")));
  SimulationOptions options{.traces = {30'000}, .lease_ms = 200};
  int calls = 0;
  options.disturb = [&] {
    if (++calls == 10) (void)control.ask({"CONFIG", "SET", "maxmemory", "1mb"});
  };
  std::string message;
  try {
    (void)simulate(server.url("x"), options);
  } catch (const UserError& error) {
    message = error.what();
  }
  EXPECT_NE(message.find("memory of the Redis server is full"), std::string::npos) << message;
  (void)control.ask({"CONFIG", "SET", "maxmemory", "0"});
  options.disturb = nullptr;
  const SimulationOutcome outcome = simulate(server.url("x"), options);
  EXPECT_EQ(outcome.state, State::complete);
  EXPECT_EQ(outcome.totals.counts, options.traces.totals());
  EXPECT_LT(outcome.runs, options.traces.count);  // it did not begin from nothing
}

TEST(Epoch, HasTheUnionOfWhatHubsLearnAndRefusesOlderCommits) {
  NEEDS_REDIS();
  TestServer server;
  const auto join = [&] {
    return Exploration(parse_redis_url(server.url("x")), simulated_program(2));
  };
  Exploration a = join(), b = join(), c = join();
  Hub old(c, {});
  EXPECT_EQ(old.exchange({.is_idle = true}).end, Answer::End::none);
  Epoch x, y;
  x.add("x is shared");
  y.add("y is shared");
  a.start_epoch(a.epoch_name(), x);
  b.start_epoch(b.epoch_name(), y);  // at once: the epoch that it knows is over already
  a.refresh();
  EXPECT_EQ(a.epoch_name(), b.epoch_name());
  EXPECT_EQ(a.epoch().facts(), (Epoch::Lines{"x is shared", "y is shared"}));
  const std::string present = a.epoch_name();
  a.start_epoch("0-", x);  // nothing new
  EXPECT_EQ(a.epoch_name(), present);
  News late;
  late.done.push_back({TraceKey{1, 1}, false, {}});
  EXPECT_EQ(old.exchange(late).end, Answer::End::epoch);
  Coordinator coordinator(a);
  coordinator.watch();
  EXPECT_EQ(coordinator.totals().done, 0u);
}

TEST(Errors, AreKeptWithTheRunsThatFoundThem) {
  NEEDS_REDIS();
  TestServer server;
  Exploration exploration(parse_redis_url(server.url("x")), simulated_program(2));
  Hub hub(exploration, {});
  News news;
  news.errors = {{"deadlock", "the first"}, {"race", "another"}, {"deadlock", "with more places"}};
  news.notice = "an assembler instruction";
  EXPECT_EQ(hub.exchange(news).end, Answer::End::none);
  EXPECT_EQ(exploration.errors(), (std::map<std::string, std::string>{
                                      {"deadlock", "with more places"}, {"race", "another"}}));
  EXPECT_EQ(exploration.notices(), std::vector<std::string>{"an assembler instruction"});
}

}  // namespace
}  // namespace mazurka::cluster
