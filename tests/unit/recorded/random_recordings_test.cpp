// Random executions of random apps, written down as recordings: each is accepted, its order is
// among the explored ones, and Event-DPOR explores what brute force explores.
#include <array>
#include <deque>
#include <set>
#include <unordered_set>

#include <gtest/gtest.h>

#include "core/execution.h"
#include "core/trace_key.h"
#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "unit/random.h"
#include "unit/recorded/small_trace.h"

namespace mazurka::recorded_test {
namespace {

// Runs two loopers (1, 2) and two threads (3, 4) in a random order, and writes down what they do.
class RandomApp {
 public:
  explicit RandomApp(std::uint64_t seed) : random_(seed) {
    write("LOOP tid:1");
    write("LOOP tid:2");
    for (int thread : {3, 4}) runners_.push_back({thread, "", 1 + number_below(2)});
    for (int looper : {1, 2}) runners_.push_back({looper, "", 0});
    while (step_somewhere()) {
    }
  }

  [[nodiscard]] const std::string& trace() const { return trace_; }
  // The operations in the order in which they took effect, without their numbers: a DELAY-POST
  // twice, when it was called and when its message was posted.
  [[nodiscard]] const std::vector<std::string>& order() const { return order_; }

 private:
  struct Runner {
    int thread = 0;
    std::string message;  // that runs; empty in a thread, and in a looper that waits
    int left = 0;         // operations
    int lock = 0;         // that it holds
  };
  struct Posted {
    std::string message;
    int to = 0;
    std::string text;  // of the DELAY-POST
  };

  int number_below(int limit) {
    return static_cast<int>(random_.below(static_cast<std::size_t>(limit)));
  }

  void write(const std::string& text) {
    trace_ += std::to_string(++lines_) + " " + text + "\n";
    order_.push_back(text);
  }

  bool step_somewhere() {
    const std::size_t first = random_.below(runners_.size() + 1);
    for (std::size_t i = 0; i <= runners_.size(); ++i) {
      const std::size_t chosen = (first + i) % (runners_.size() + 1);
      if (chosen == runners_.size() ? post_delayed() : step(runners_[chosen])) return true;
    }
    return false;
  }

  // Lets a timer fire.
  bool post_delayed() {
    if (delayed_.empty()) return false;
    const std::size_t chosen = random_.below(delayed_.size());
    const Posted posted = delayed_[chosen];
    delayed_.erase(delayed_.begin() + static_cast<std::ptrdiff_t>(chosen));
    queue_of(posted.to).push_back(posted.message);
    order_.push_back(posted.text);
    return true;
  }

  std::deque<std::string>& queue_of(int looper) {
    return queues_.at(static_cast<std::size_t>(looper));
  }

  bool step(Runner& runner) {
    if (runner.thread <= 2 && runner.message.empty()) return call(runner);
    if (runner.left > 0) return operate(runner);
    if (runner.message.empty()) return false;
    write("RET tid:" + std::to_string(runner.thread) + " msg:" + runner.message);
    runner.message.clear();
    return true;
  }

  bool call(Runner& runner) {
    std::deque<std::string>& queue = queue_of(runner.thread);
    if (queue.empty()) return false;
    runner.message = queue.front();
    queue.pop_front();
    runner.left = number_below(3);
    write("CALL tid:" + std::to_string(runner.thread) + " msg:" + runner.message);
    return true;
  }

  bool operate(Runner& runner) {
    const std::string tid = "tid:" + std::to_string(runner.thread);
    if (runner.lock != 0) {
      write("UNLOCK " + tid + " lock-obj:" + std::to_string(runner.lock));
      is_held_ = false;
      runner.lock = 0;
      --runner.left;
      return true;
    }
    const int kind = number_below(10);
    if (kind < 4 && messages_ < 4) {
      post(runner);
    } else if (kind < 5 && !is_held_) {
      is_held_ = true;
      runner.lock = 9;
      write("LOCK " + tid + " lock-obj:9");
      return true;  // the UNLOCK is part of this operation
    } else {
      const std::string place = " obj:1 class:c field:" + std::to_string(number_below(2));
      write((random_.one_in(3) ? "READ " : "WRITE ") + tid + place);
    }
    --runner.left;
    return true;
  }

  void post(const Runner& runner) {
    const Posted posted{std::to_string(10 + messages_++), 1 + number_below(2), ""};
    const bool is_delayed = random_.one_in(2);
    const std::string text = std::string(is_delayed ? "DELAY-POST" : "POST") +
                             " src:" + std::to_string(runner.thread) + " msg:" + posted.message +
                             " dest:" + std::to_string(posted.to);
    write(text);
    if (is_delayed)
      delayed_.push_back({posted.message, posted.to, text});
    else
      queue_of(posted.to).push_back(posted.message);
  }

  Random random_;
  std::string trace_;
  std::vector<std::string> order_;
  int lines_ = 0;
  int messages_ = 0;
  bool is_held_ = false;
  std::vector<Runner> runners_;
  std::vector<Posted> delayed_;
  std::array<std::deque<std::string>, 3> queues_;
};

// Runs the program in the recorded order and returns the key of the trace. Operations that are not
// events are skipped, and so is the call of a DELAY-POST by a thread that does nothing else, which
// has no event but the post. Fails the test if an operation cannot run in its turn.
TraceKey key_of_recording(Program& program, const std::vector<std::string>& order) {
  Execution execution(program.registry(), Relation::events);
  std::vector<Pending> pending;
  std::set<std::string> delayed;
  program.restart();
  for (const std::string& text : order) {
    const bool calls_delayed_post = text.starts_with("DELAY-POST") && delayed.insert(text).second;
    program.pending(pending);
    for (const Pending& each : pending) {
      if (program.presentation().describe(each) != text) continue;
      if (calls_delayed_post && each.operation == OperationKind::post) break;
      const Event* const event = program.step({each.task, 0});
      EXPECT_NE(event, nullptr) << text;
      if (event != nullptr) execution.push(*event);
      break;
    }
  }
  EXPECT_TRUE(program.enabled().empty());
  return key_of(execution);
}

std::unordered_set<TraceKey> traces_by(Program& program, AlgorithmName name) {
  std::unordered_set<TraceKey> keys;
  ExploreOptions options;
  options.keep_going = true;
  options.on_execution = [&](const Execution& execution, const Ending& /*ending*/) {
    keys.insert(key_of(execution));
  };
  (void)explore(program, *make_algorithm(name, {}), options);
  return keys;
}

TEST(RandomRecordings, AreAcceptedAndAreAmongTheirExploredOrders) {
  int delays = 0;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const RandomApp app(seed);
    SCOPED_TRACE(app.trace());
    delays += app.trace().find("DELAY-POST") != std::string::npos ? 1 : 0;
    const auto program = load_text(app.trace());
    const TraceKey recorded = key_of_recording(*program, app.order());
    const auto explored = traces_by(*program, AlgorithmName::event);
    EXPECT_TRUE(explored.contains(recorded));
    EXPECT_EQ(explored, traces_by(*program, AlgorithmName::naive));
    if (HasFailure()) return;
  }
  EXPECT_GT(delays, 700);  // else this tests little
}

// Every exchange of two neighbouring lines of different threads is either still a recording, whose
// order is then explored, or refused; loading never fails in another way.
TEST(RandomRecordings, WithExchangedLinesAreAcceptedOrRefused) {
  int refused = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const RandomApp app(seed);
    std::vector<std::string> lines;
    std::istringstream in(app.trace());
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
      std::string changed;
      for (std::size_t j = 0; j < lines.size(); ++j)
        changed += lines[j == i ? i + 1 : j == i + 1 ? i : j] + "\n";
      try {
        (void)load_text(changed);
      } catch (const UserError& error) {
        ++refused;
        EXPECT_FALSE(error.where.empty());
      }
    }
  }
  EXPECT_GT(refused, 50);
}

}  // namespace
}  // namespace mazurka::recorded_test
