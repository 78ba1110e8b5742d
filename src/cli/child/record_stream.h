// The stream of records from an exploring child to its parent, through a pipe.
//
// A record that the parent has not read when the child is killed is still in the pipe. One that the
// child was writing at that moment is incomplete, and is dropped.
#pragma once

#include <cstdint>
#include <functional>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

#include "explore/summary.h"

namespace mazurka::cli {

enum class RecordKind : std::uint32_t {
  knowledge,    // Learning::knowledge() of the executions that follow
  begin,        // an exploration begins, with this algorithm: errors so far are void
  error,        // an index, and the error to put there: found, or described better than before
  place,        // an index, and a further place of that error
  warning,      // the program made a call that is not supported
  summary,      // the exploration is over; without its errors
  checkpoint,   // whether the last attempt to write a checkpoint worked
  out,          // text for standard output
  err,          // text for standard error
  user_error,   // a UserError ended the work
  mistake,      // an internal error ended the work
  no_memory,    // the work ended because memory could not be allocated
  survived,     // an execution that had killed a child did not kill this one
  done,         // the work is complete: its exit status
  commit,       // of a worker, which waits for the reply (explore/frontier/commit.h)
  origin,       // by a worker: what a checkpoint must know about the program (shared_checkpoint.h)
  jobs,         // of a checkpoint, in the words of this exploration (shared_checkpoint.h)
  execution,    // by a worker: an execution to be kept (core/portable_schedule.h)
  not_covered,  // by a worker: what of the program is not covered, as far as it is known
  learned,      // by a worker: all facts that a new exploration should start with
};

// The child's end.
class RecordWriter {
 public:
  explicit RecordWriter(int pipe) : pipe_(pipe) {}

  void write(RecordKind kind, std::string_view bytes = {}) const;

 private:
  int pipe_;
};

// The parent's end. It does not block.
class RecordReader {
 public:
  explicit RecordReader(int pipe) : pipe_(pipe) {}

  // Passes on all complete records that have arrived. Returns false at the end of the stream.
  [[nodiscard]] bool read(const std::function<void(RecordKind, std::string_view)>& use);

 private:
  void pass_on(const std::function<void(RecordKind, std::string_view)>& use);

  int pipe_;
  std::string bytes_;  // from the beginning of the first record that was not passed on
};

// Makes a stream in the child whose text the parent prints.
class RelayedText final : public std::streambuf {
 public:
  RelayedText(const RecordWriter& records, RecordKind kind) : records_(records), kind_(kind) {}

 protected:
  int_type overflow(int_type character) override;
  std::streamsize xsputn(const char* text, std::streamsize size) override;
  int sync() override;

 private:
  const RecordWriter& records_;
  RecordKind kind_;
  std::string text_;
};

}  // namespace mazurka::cli
