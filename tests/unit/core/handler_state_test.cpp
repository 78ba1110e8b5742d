#include "core/handler_state.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "unit/named_things.h"
#include "unit/random.h"

namespace mazurka {
namespace {

using Message = HandlerState::Message;
constexpr std::array<Discipline, 2> disciplines = {Discipline::multiset, Discipline::fifo};

std::uint64_t itself(Message message) { return message; }

// --- By hand -------------------------------------------------------------------------------------

TEST(HandlerState, RunsOneMessageAtATime) {
  for (const Discipline discipline : disciplines) {
    SCOPED_TRACE(name_of(discipline));
    HandlerState handler(discipline);
    EXPECT_EQ(handler.running(), HandlerState::none);
    handler.post(7);
    handler.post(8);
    EXPECT_TRUE(handler.can_start(7));
    handler.start(7);
    EXPECT_EQ(handler.running(), 7u);
    EXPECT_FALSE(handler.can_start(8));
    handler.end(7);
    EXPECT_EQ(handler.running(), HandlerState::none);
    EXPECT_TRUE(handler.can_start(8));
  }
}

TEST(HandlerState, LetsAnyMessageOfAMultisetStart) {
  HandlerState handler(Discipline::multiset);
  for (const Message message : {1u, 2u, 3u}) handler.post(message);
  for (const Message message : {1u, 2u, 3u}) EXPECT_TRUE(handler.can_start(message));
}

TEST(HandlerState, LetsOnlyTheFirstMessageOfAFifoStart) {
  HandlerState handler(Discipline::fifo);
  for (const Message message : {3u, 1u, 2u}) handler.post(message);
  EXPECT_TRUE(handler.can_start(3));
  EXPECT_FALSE(handler.can_start(1));
  EXPECT_FALSE(handler.can_start(2));
}

TEST(HandlerState, IsAsNewAfterClear) {
  for (const Discipline discipline : disciplines) {
    SCOPED_TRACE(name_of(discipline));
    HandlerState handler(discipline);
    handler.post(1);
    handler.post(2);
    handler.start(1);
    handler.clear();
    EXPECT_EQ(handler.running(), HandlerState::none);
    EXPECT_EQ(handler.fingerprint(itself), 0u);
    handler.post(2);
    EXPECT_TRUE(handler.can_start(2));
  }
}

TEST(HandlerState, HasAFingerprintOfTheOrderThatIsDecided) {
  HandlerState one(Discipline::fifo);
  HandlerState other(Discipline::fifo);
  for (const Message message : {1u, 2u}) one.post(message);
  for (const Message message : {2u, 1u}) other.post(message);
  EXPECT_NE(one.fingerprint(itself), other.fingerprint(itself));
  EXPECT_NE(one.fingerprint(itself), 0u);
  // In a multiset, the order of posts does not matter, so it must not distinguish two states.
  HandlerState multiset(Discipline::multiset);
  for (const Message message : {1u, 2u}) multiset.post(message);
  EXPECT_EQ(multiset.fingerprint(itself), 0u);
}

// A message that has started is not part of the mailbox any more, regardless of how it got there.
TEST(HandlerState, ForgetsInItsFingerprintWhatHasStarted) {
  HandlerState one(Discipline::fifo);
  HandlerState other(Discipline::fifo);
  for (const Message message : {1u, 2u}) one.post(message);
  one.start(1);
  one.end(1);
  other.post(2);
  EXPECT_EQ(one.fingerprint(itself), other.fingerprint(itself));
}

TEST(HandlerState, LetsMessagesOverlapOnlyIfNothingDecidesTheirOrder) {
  HandlerState multiset(Discipline::multiset);
  EXPECT_TRUE(multiset.let_messages_overlap(true));
  multiset.post(1);
  multiset.post(2);
  multiset.start(1);
  EXPECT_TRUE(multiset.can_start(2));
  EXPECT_TRUE(multiset.let_messages_overlap(false));
  EXPECT_FALSE(multiset.can_start(2));

  HandlerState fifo(Discipline::fifo);
  EXPECT_FALSE(fifo.let_messages_overlap(true));
  fifo.post(1);
  fifo.post(2);
  fifo.start(1);
  EXPECT_FALSE(fifo.can_start(2));
}

// m1 ran before m2. Without the end of m1, only an execution with m1 after m2
// would have been possible.
TEST(HandlerState, TakesBackTheEndOfAMessageAlthoughALaterOneStays) {
  HandlerState handler(Discipline::multiset);
  for (const Message message : {1u, 2u}) handler.post(message);
  for (const Message message : {1u, 2u}) {
    handler.start(message);
    handler.end(message);
  }
  ASSERT_TRUE(handler.forgets_order());
  handler.take_back_end(1);
  EXPECT_EQ(handler.running(), 1u);
}

TEST(HandlerState, TakesBackAWholeMessageWhileALaterOneRuns) {
  HandlerState handler(Discipline::multiset);
  for (const Message message : {1u, 2u}) handler.post(message);
  handler.start(1);
  handler.end(1);
  handler.start(2);
  handler.take_back_end(1);
  handler.take_back_start(1);
  handler.take_back_post(1);
  EXPECT_EQ(handler.running(), 2u);
}

// --- Against a reference implementation ---------------------------------------------------------

enum class Does : std::uint8_t { post, start, end };
struct Operation {
  Does what = Does::post;
  Message message = 0;
};

// Implements the rules naively, by searching everything that has happened.
class ObviousHandler {
 public:
  explicit ObviousHandler(Discipline discipline) : discipline_(discipline) {}

  std::vector<Operation> done;

  [[nodiscard]] bool has(Does what, Message message) const {
    return std::ranges::any_of(done, [&](const Operation& operation) {
      return operation.what == what && operation.message == message;
    });
  }
  [[nodiscard]] std::vector<Message> waiting() const {
    std::vector<Message> result;
    for (const Operation& operation : done)
      if (operation.what == Does::post && !has(Does::start, operation.message))
        result.push_back(operation.message);
    return result;
  }
  [[nodiscard]] Message running() const {
    for (const Operation& operation : done)
      if (operation.what == Does::start && !has(Does::end, operation.message))
        return operation.message;
    return HandlerState::none;
  }
  [[nodiscard]] bool can_start(Message message) const {
    if (running() != HandlerState::none) return false;
    return discipline_ == Discipline::multiset || waiting().front() == message;
  }
  // Returns a possible next operation: a post of `fresh`, the end of the running message, or a
  // start.
  [[nodiscard]] Operation next(Random& random, Message fresh) const {
    const std::vector<Message> waits = waiting();
    if (random.one_in(3)) return {Does::post, fresh};
    if (running() != HandlerState::none) return {Does::end, running()};
    if (waits.empty()) return {Does::post, fresh};
    const Message picked = waits[random.below(waits.size())];
    return {Does::start, can_start(picked) ? picked : waits.front()};
  }

 private:
  Discipline discipline_;
};

void execute(HandlerState& handler, Operation operation) {
  if (operation.what == Does::post) handler.post(operation.message);
  if (operation.what == Does::start) handler.start(operation.message);
  if (operation.what == Does::end) handler.end(operation.message);
}

void take_back(HandlerState& handler, Operation operation) {
  if (operation.what == Does::post) handler.take_back_post(operation.message);
  if (operation.what == Does::start) handler.take_back_start(operation.message);
  if (operation.what == Does::end) handler.take_back_end(operation.message);
}

void expect_equal(const HandlerState& handler, const ObviousHandler& obvious) {
  ASSERT_EQ(handler.running(), obvious.running());
  for (const Message message : obvious.waiting())
    ASSERT_EQ(handler.can_start(message), obvious.can_start(message)) << message;
  if (handler.forgets_order()) return;
  const auto waiting = handler.waiting_in_order();
  ASSERT_EQ(std::vector<Message>(waiting.begin(), waiting.end()), obvious.waiting());
}

TEST(HandlerState, AgreesWithTheObviousModelForwardsAndBackwards) {
  for (const Discipline discipline : disciplines) {
    SCOPED_TRACE(name_of(discipline));
    Random random(1);
    std::map<std::vector<Message>, std::uint64_t> fingerprints;
    std::set<std::uint64_t> values;
    for (int round = 0; round < 300; ++round) {
      HandlerState handler(discipline);
      ObviousHandler obvious(discipline);
      // As many operations are undone as done, so a few messages suffice.
      for (int i = 0; i < 60; ++i) {
        if (random.one_in(2) && !obvious.done.empty()) {
          take_back(handler, obvious.done.back());
          obvious.done.pop_back();
        } else {
          Message fresh = 0;
          while (obvious.has(Does::post, fresh)) ++fresh;
          obvious.done.push_back(obvious.next(random, fresh));
          execute(handler, obvious.done.back());
        }
        ASSERT_NO_FATAL_FAILURE(expect_equal(handler, obvious));
        if (handler.forgets_order()) continue;
        // Two fingerprints are equal if and only if the mailboxes are equal.
        const std::uint64_t value = handler.fingerprint(itself);
        const auto [known, is_new] = fingerprints.try_emplace(obvious.waiting(), value);
        ASSERT_EQ(known->second, value);
        ASSERT_EQ(values.insert(value).second, is_new);
      }
    }
    EXPECT_EQ(fingerprints.size() > 10, starts_in_post_order(discipline));
  }
}

// The last message that is kept may lose its end; any other message is kept or removed as a whole.
TEST(HandlerState, OfAMultisetTakesBackAnyMessagesInReverseOrder) {
  Random random(2);
  for (int round = 0; round < 2000; ++round) {
    HandlerState handler(Discipline::multiset);
    ObviousHandler obvious(Discipline::multiset);
    const Message count = 1 + random.below(5);
    for (Message i = 0; i < count; ++i) obvious.done.push_back({Does::post, i});
    for (Message i = 0; i < count; ++i) {
      obvious.done.push_back({Does::start, i});
      if (i + 1 < count || random.one_in(2)) obvious.done.push_back({Does::end, i});
    }
    for (const Operation operation : obvious.done) execute(handler, operation);

    // If the last message is running and is kept, no other message may lose its end.
    std::vector<bool> goes(count);
    for (Message i = 0; i < count; ++i) goes[i] = random.one_in(2);
    const bool has_room = goes[count - 1] || obvious.has(Does::end, count - 1);
    const Message torn = has_room ? random.below(count) : HandlerState::none;
    std::vector<Operation> kept;
    for (const Operation operation : obvious.done) {
      const bool is_dropped =
          goes[operation.message] || (operation.message == torn && operation.what == Does::end);
      if (!is_dropped) kept.push_back(operation);
    }
    for (auto i = obvious.done.rbegin(); i != obvious.done.rend(); ++i)
      if (goes[i->message] || (i->message == torn && i->what == Does::end)) take_back(handler, *i);
    obvious.done = kept;
    ASSERT_NO_FATAL_FAILURE(expect_equal(handler, obvious));
  }
}

// --- All handlers --------------------------------------------------------------------------------

// Two handlers of each discipline, and a thread that posts.
struct SmallProgram {
  Registry registry;
  TaskId thread = registry.task({});
  std::vector<TaskId> messages;

  SmallProgram() {
    for (const std::string name : {"a", "b"})
      for (const Discipline discipline : disciplines)
        add_handler(registry, name + std::to_string(static_cast<int>(discipline)), discipline);
    for (std::uint32_t i = 0; i < 12; ++i)
      messages.push_back(
          registry.task({.creator = thread, .ordinal = i, .handler = HandlerId{i % 4}}));
  }
};

Step step_of(TaskId task, OperationKind operation, bool ends_task = false) {
  Step step;
  step.task = task;
  step.operation = operation;
  step.ends_task = ends_task;
  return step;
}

Step post_of(TaskId message, TaskId by) {
  Step step = step_of(by, OperationKind::post);
  step.other = message;
  return step;
}

TEST(HandlerStates, FollowPostsStartsAndEndsOfTasks) {
  const SmallProgram program;
  HandlerStates handlers(program.registry);
  handlers.clear();
  const auto [first, second] = std::pair(program.messages[1], program.messages[5]);  // fifo
  handlers.execute(post_of(second, program.thread));
  handlers.execute(post_of(first, program.thread));
  EXPECT_TRUE(handlers.can_start(second));
  EXPECT_FALSE(handlers.can_start(first));
  handlers.execute(step_of(second, OperationKind::start));
  EXPECT_EQ(handlers.running_on(HandlerId{1}), second);
  EXPECT_EQ(handlers.running_on(HandlerId{0}), TaskId::none());
  handlers.execute(step_of(second, OperationKind::write, true));
  EXPECT_TRUE(handlers.can_start(first));
  // A message may consist of its start alone, and threads end without a handler.
  handlers.execute(step_of(first, OperationKind::start, true));
  EXPECT_FALSE(handlers.running_on(HandlerId{1}).exists());
  handlers.execute(step_of(program.thread, OperationKind::read, true));
}

TEST(HandlerStates, KnowWhetherAnOrderMustBeRestored) {
  Registry registry;
  HandlerStates handlers(registry);
  handlers.clear();
  EXPECT_FALSE(handlers.keep_order());
  add_handler(registry, "a", Discipline::multiset);
  handlers.clear();
  EXPECT_FALSE(handlers.keep_order());
  add_handler(registry, "b", Discipline::fifo);
  handlers.clear();
  EXPECT_TRUE(handlers.keep_order());
}

// Returns the next step of the message, if it has one; `done` lists all steps so far.
std::optional<Step> next_of(TaskId message, std::span<const Step> done, TaskId poster,
                            const HandlerStates& handlers, Random& random) {
  const auto is_done = [&](auto matches) { return std::ranges::any_of(done, matches); };
  if (!is_done([&](const Step& step) { return step.other == message; }))
    return post_of(message, poster);
  if (!is_done([&](const Step& step) { return step.task == message; })) {
    if (!handlers.can_start(message)) return std::nullopt;
    return step_of(message, OperationKind::start, random.one_in(2));
  }
  if (is_done([&](const Step& step) { return step.task == message && step.ends_task; }))
    return std::nullopt;
  return step_of(message, OperationKind::write, true);
}

// Takes random steps and undoes some. The result must look like a run of the remaining steps only.
TEST(HandlerStates, AreAfterTakingBackAsIfNothingHadHappened) {
  const SmallProgram program;
  Random random(3);
  for (int round = 0; round < 200; ++round) {
    HandlerStates handlers(program.registry);
    handlers.clear();
    std::vector<Step> done;
    for (int i = 0; i < 80; ++i) {
      if (random.one_in(3) && !done.empty()) {
        handlers.take_back(done.back());
        done.pop_back();
      } else {
        const TaskId message = program.messages[random.below(program.messages.size())];
        const auto next = next_of(message, done, program.thread, handlers, random);
        if (!next) continue;
        handlers.execute(*next);
        done.push_back(*next);
      }
      HandlerStates expected(program.registry);
      expected.clear();
      for (const Step& step : done) expected.execute(step);
      ASSERT_EQ(handlers.fingerprint(), expected.fingerprint());
      for (std::uint32_t handler = 0; handler < 4; ++handler)
        ASSERT_EQ(handlers.running_on({handler}), expected.running_on({handler}));
    }
  }
}

}  // namespace
}  // namespace mazurka
