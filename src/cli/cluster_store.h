// Connects the workers of this machine to an exploration in Redis (cluster/hub.h): translates jobs,
// collects what is new, and decides when to exchange it.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/child/outer_store.h"
#include "cluster/coordinator.h"
#include "cluster/exploration.h"
#include "cluster/hub.h"
#include "core/portable_schedule.h"
#include "core/registry.h"

namespace mazurka::cli {

// Translates schedules between the numbers of the workers of this machine and the portable form. It
// mirrors the tasks and handlers that the workers have met.
class ScheduleTranslator {
 public:
  // REQUIRES: `numbers` outlives this object.
  explicit ScheduleTranslator(SharedNumbers& numbers);
  ScheduleTranslator(const ScheduleTranslator&) = delete;
  ScheduleTranslator& operator=(const ScheduleTranslator&) = delete;

  // Learns what the workers have met. Returns false if that is not possible at the moment.
  [[nodiscard]] bool update();
  [[nodiscard]] std::string to_portable(std::span<const Choice> schedule);
  // Returns nothing if the schedule names handlers that no worker has met, or if a task cannot get
  // a number at the moment.
  [[nodiscard]] std::optional<std::vector<Choice>> from_portable(const std::string& bytes);

 private:
  // Gives numbers on behalf of the parent.
  class Numbers final : public TaskNumbers {
   public:
    explicit Numbers(SharedNumbers& shared) : shared_(&shared) {}
    [[nodiscard]] std::vector<TaskName> number(const TaskName& name, std::uint32_t known) override;
    [[nodiscard]] SharedNumbers& shared() const { return *shared_; }

   private:
    SharedNumbers* shared_;
  };

  Numbers numbers_;
  Registry registry_;
};

class ClusterStore final : public OuterStore {
 public:
  struct Options {
    bool leads = false;  // watches all the time, not only when there is nothing else to do
    cluster::Hub::Options hub;
    std::uint64_t max_executions = 0;  // ends the exploration; 0: no bound
  };

  // REQUIRES: the exploration outlives this object.
  ClusterStore(cluster::Exploration& exploration, const Options& options);

  [[nodiscard]] Outcome exchange(const Local& local) override;
  [[nodiscard]] double time_to_wait() const override;
  void leave(const Local& local) override;

  // Reads the totals.
  void count() { coordinator_.count(); }
  // For the progress line.
  [[nodiscard]] const cluster::Totals& totals() const { return coordinator_.totals(); }
  [[nodiscard]] std::size_t hubs() const { return coordinator_.hubs(); }

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] cluster::News collect(const Local& local, bool is_idle, bool gives_jobs);
  void collect_errors(const Local& local, cluster::News& news);
  void collect_notice(const Local& local, cluster::News& news);
  void use(const cluster::Answer& answer, const Local& local);
  void add_jobs(const Local& local);
  [[nodiscard]] Outcome watch();

  cluster::Exploration* exploration_;
  Options options_;
  cluster::Hub hub_;
  cluster::Coordinator coordinator_;
  std::optional<ScheduleTranslator> translator_;  // from the first exchange on
  std::vector<cluster::Answer::GivenJob> unread_jobs_;
  Clock::time_point unread_since_;
  std::map<std::string, std::uint64_t> told_errors_;  // with the number of their places
  std::string notice_;
  bool knows_others_ = false;
  bool others_wait_ = false;
  bool is_idle_ = false;
  Clock::time_point due_ = Clock::now();
  Clock::time_point watched_ = Clock::now();
  std::chrono::duration<double> idle_wait_{0.002};
};

// What the hubs have noticed about the program.
[[nodiscard]] std::vector<NotCovered> parse_notice(const std::string& notice);

}  // namespace mazurka::cli
