// Checkpoints of an exploration that several processes share.
//
// The parent has what a checkpoint needs: the store with the jobs that are left and the keys of all
// known traces, the numbers of tasks, and the errors. It lacks what only a process that runs the
// program knows: what was learned, the names of handlers, and whether the program has read its
// input. The first worker sends this as its *origin*.
//
// A checkpoint means something in the process that has written it (checkpoint_names.h), so a child
// translates it before it is resumed: it gives all tasks numbers, and sends the jobs. The
// checkpoint may come from one process that explored with Event-DPOR: its schedule tree is a list
// of jobs, too. The keys of known traces mean the same everywhere. They may be many, so the parent
// reads them itself.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "cli/child/supervise.h"
#include "cli/child/workers.h"
#include "cli/exploring_command.h"
#include "explore/checkpoint.h"
#include "explore/frontier/job_store.h"

namespace mazurka::cli {

// Returns the origin. REQUIRES: this is a worker, and it has run the program.
[[nodiscard]] std::string origin_bytes(const ExploringRun& run, Program& program);

// Returns a checkpoint of the exploration; the caller says what command it belongs to. `seconds`:
// how long it took so far. Throws UserError if a file cannot be written. REQUIRES: a worker has
// sent its origin.
[[nodiscard]] Checkpoint checkpoint_of(Workers& workers, double seconds);

// What a child has made of a checkpoint.
struct TranslatedCheckpoint {
  JobStore::Saved saved;
  std::size_t words_of_keys = 0;  // at the end of Checkpoint::algorithm, as KnownTraces wrote them
};
[[nodiscard]] std::string to_bytes(const TranslatedCheckpoint& translated);
[[nodiscard]] TranslatedCheckpoint parse_translated(std::string_view bytes);

// Runs an execution again that shows an error, and reports the error.
using FindAgain = std::function<void(Program&, const std::vector<Choice>&)>;

// In a child: translates the checkpoint. Throws UserError if it does not fit the program, or cannot
// be resumed by several processes.
[[nodiscard]] TranslatedCheckpoint translate(const Checkpoint& checkpoint, Program& program,
                                             TaskNumbers& numbers, const FindAgain& find_again);
// In the parent: continues with the store from there. Throws UserError if files are missing.
void resume(JobStore& store, const Checkpoint& checkpoint, TranslatedCheckpoint translated);

}  // namespace mazurka::cli
