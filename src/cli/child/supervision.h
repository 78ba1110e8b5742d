// The parent's side of one exploring child (supervise.h): starts it, reads its records, enforces
// its limits, and knows what came of it.
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <sys/types.h>

#include "cli/child/record_stream.h"
#include "cli/child/shared_state.h"
#include "cli/child/supervise.h"
#include "core/user_error.h"

namespace mazurka::cli {

class Pipe;

class Supervision {
 public:
  // Called with each commit of a worker (explore/frontier/commit.h).
  using OnCommit = std::function<void(std::string_view)>;

  // REQUIRES: everything that is passed by reference outlives this object.
  Supervision(SharedState& state, const ChildLimits& limits, std::ostream& out, std::ostream& err,
              OnCommit on_commit = {});
  ~Supervision();
  Supervision(const Supervision&) = delete;
  Supervision& operator=(const Supervision&) = delete;

  // Starts the child. Throws UserError.
  void start(const std::function<int(const ChildSide&)>& work);

  // Returns the descriptor that has something to read when the child has written a record; -1 if it
  // will not write any more.
  [[nodiscard]] int descriptor() const;
  // Returns when advance() must be called again, even if there is nothing to read.
  [[nodiscard]] timespec time_to_wait() const;
  // Takes the records that have arrived, and enforces the limits. Returns false when the child has
  // ended and everything that it wrote was taken.
  [[nodiscard]] bool advance();
  // Returns what came of it. Throws the UserError that the work threw. REQUIRES: it has ended.
  [[nodiscard]] ChildResult take_result();

  // Asks the child to stop. A child that does not stop soon is killed.
  void stop(StopReason reason);
  [[nodiscard]] StopReason reason() const { return result_.reason; }
  // Sends the reply to a commit.
  void reply(std::string_view bytes);
  [[nodiscard]] const ChildResult& result_so_far() const { return result_; }
  // Returns whether the work threw a UserError, which take_result() will throw.
  [[nodiscard]] bool has_user_error() const { return error_.has_value(); }
  [[nodiscard]] pid_t process() const { return child_; }

 private:
  [[nodiscard]] bool has_ended();
  void enforce_limits();
  [[nodiscard]] bool takes_too_much_memory(double now);
  void look_for_reason(double now);
  void look_for_blocked_task(double now, Phase phase);
  void enforce_budget(double now);
  void kill_child();
  void take(RecordKind kind, std::string_view bytes);
  void take_error(std::string_view bytes);
  void take_place(std::string_view bytes);
  void send_replies();

  SharedState& state_;
  const ChildLimits& limits_;
  std::ostream& out_;
  std::ostream& err_;
  OnCommit on_commit_;
  std::unique_ptr<Pipe> records_;
  std::unique_ptr<Pipe> replies_;  // null: the child is not a worker
  std::optional<RecordReader> reader_;
  bool is_open_ = false;  // the child may still write records
  std::string unsent_;    // replies for which the pipe had no room
  long moment_ = 0;       // how long to wait for waitpid() after the pipe was closed, in ns
  std::optional<std::uint64_t> most_memory_;  // none: not known yet
  const std::atomic<bool>& interrupted_;
  pid_t child_ = 0;
  double started_ = 0;
  double stopped_at_ = 0;        // when the child was told to stop; 0: it was not
  double explaining_since_ = 0;  // 0: it does not explain errors yet
  double used_before_ = 0;       // processor time until then
  struct Idling {
    std::uint64_t runs = 0;
    std::uint32_t steps = 0;
    double since = 0;
    double used = 0;  // processor time until then
  };
  Idling idling_;  // when the child last made a step or used much processor time
  ChildResult result_;
  std::optional<UserError> error_;
};

}  // namespace mazurka::cli
