#include "cli/shared_checkpoint.h"

#include <span>
#include <utility>
#include <vector>

#include "cli/child/value_bytes.h"
#include "core/execution.h"
#include "core/user_error.h"
#include "explore/algorithm/event_jobs.h"
#include "explore/checkpoint_io.h"
#include "explore/checkpoint_keeper.h"
#include "program/learning.h"

namespace mazurka::cli {

namespace {

struct Origin {
  std::vector<std::string> program;  // ProgramIdentity::lines()
  std::vector<std::string> facts;
  std::vector<StableName> handlers;  // by id
};

void run_prefix(Execution& execution, Program& program, const std::vector<Choice>& schedule) {
  program.restart();
  for (const Choice& choice : schedule) {
    const Event* const event = program.step(choice);
    if (event == nullptr) CheckpointReader::fail();
    execution.push(*event);
  }
}

// Optimal-DPOR has other states. One process uses it where there are no handlers.
void refuse_other_algorithms(Program& program) {
  if (program.registry().handler_count() == 0)
    throw UserError("",
                    "one process has written this checkpoint, of a program without handlers, which "
                    "it explores in another way than several processes",
                    "resume it without --jobs");
}

}  // namespace

std::string origin_bytes(const ExploringRun& run, Program& program) {
  const Origin origin{.program = run.identity(std::nullopt).lines(),
                      .facts = facts_of(program),
                      .handlers = names_to_save(program).handlers};
  return bytes_of(origin.program, origin.facts, origin.handlers);
}

Checkpoint checkpoint_of(Workers& workers, double seconds) {
  Origin origin;
  read_bytes(workers.origin(), origin.program, origin.facts, origin.handlers);
  Checkpoint result;
  result.is_of_workers = true;
  result.program = ProgramIdentity::of_lines(origin.program);
  result.facts = std::move(origin.facts);
  result.names.handlers = std::move(origin.handlers);
  result.names.tasks = workers.numbers().all();
  result.seconds = seconds;
  for (const Counterexample& error : workers.errors_so_far())
    result.errors.push_back(error.choices.all());
  const Registry nothing;
  CheckpointWriter keys(nothing);
  JobStore::Saved saved = workers.store().save(keys);
  result.jobs = std::move(saved.jobs);
  result.counts.assign(saved.counts.values.begin(), saved.counts.values.end());
  result.counts.push_back(saved.gave_up_search ? 1 : 0);
  result.algorithm = keys.take();
  return result;
}

std::string to_bytes(const TranslatedCheckpoint& translated) {
  const JobStore::Saved& saved = translated.saved;
  const std::string jobs = mazurka::to_bytes(Reply{.jobs = saved.jobs});
  return bytes_of(jobs, saved.counts, saved.gave_up_search, translated.words_of_keys);
}

TranslatedCheckpoint parse_translated(std::string_view bytes) {
  TranslatedCheckpoint result;
  std::string jobs;
  read_bytes(bytes, jobs, result.saved.counts, result.saved.gave_up_search, result.words_of_keys);
  result.saved.jobs = parse_reply(jobs).jobs;
  return result;
}

TranslatedCheckpoint translate(const Checkpoint& checkpoint, Program& program, TaskNumbers& numbers,
                               const FindAgain& find_again) {
  use_facts_of(checkpoint, program);
  program.registry().set_task_numbers(&numbers);
  const RestoredNames names(program, checkpoint.names);
  if (!checkpoint.is_of_workers) refuse_other_algorithms(program);
  for (const std::vector<Choice>& error : checkpoint.errors)
    find_again(program, names.schedule(error));
  TranslatedCheckpoint result;
  if (checkpoint.is_of_workers) {
    RunCounts& counts = result.saved.counts;
    if (checkpoint.counts.size() != RunCounts::count + 1) CheckpointReader::fail();
    for (std::size_t i = 0; i < RunCounts::count; ++i) counts.values[i] = checkpoint.counts[i];
    result.saved.gave_up_search = checkpoint.counts.back() != 0;
    result.saved.jobs = checkpoint.jobs;
    for (Job& job : result.saved.jobs) job.schedule = names.schedule(job.schedule);
    result.words_of_keys = checkpoint.algorithm.size();
  } else {
    Execution kept(program.registry(), Relation::events);
    run_prefix(kept, program, names.schedule(checkpoint.kept));
    CheckpointReader reader(program.registry(), names, checkpoint.algorithm);
    EventJobs jobs = read_event_jobs(kept, reader);
    result.saved.jobs = std::move(jobs.jobs);
    result.saved.gave_up_search = jobs.gave_up_search;
    result.saved.counts = RunCounts::of(counts_in(checkpoint));
    result.words_of_keys = reader.left();
  }
  return result;
}

void resume(JobStore& store, const Checkpoint& checkpoint, TranslatedCheckpoint translated) {
  Registry nothing;
  const RestoredNames no_names;
  const std::span<const std::uint64_t> words = checkpoint.algorithm;
  if (translated.words_of_keys > words.size()) CheckpointReader::fail();
  CheckpointReader keys(nothing, no_names, words.last(translated.words_of_keys));
  store.resume(std::move(translated.saved), keys);
}

}  // namespace mazurka::cli
