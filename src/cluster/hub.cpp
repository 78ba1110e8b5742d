#include "cluster/hub.h"

#include <algorithm>

#include "cluster/scripts.h"
#include "cluster/second_step.h"
#include "core/user_error.h"
#include "explore/mutations.h"

namespace mazurka::cluster {
namespace {

constexpr std::size_t key_size = 16;

}  // namespace

Hub::Hub(Exploration& exploration, const Options& options)
    : exploration_(&exploration),
      options_(options),
      epoch_(exploration.epoch_name()),
      id_(random_id()),
      changes_(exploration.servers().changes()),
      feeds_(exploration.shards()),
      queued_(exploration.shards()) {}

void Hub::read_known(const std::function<void(const TraceKey&)>& use) {
  constexpr std::uint64_t at_once = 500;
  for (std::uint32_t shard = 0; shard < exploration_->shards(); ++shard)
    for (std::uint64_t first = 0, buckets = 1; first < buckets; first += at_once) {
      const Value answer = exploration_->servers().run(
          {exploration_->tag_of(shard),
           &scripts::keys(),
           {epoch_, id_, std::to_string(first), std::to_string(at_once)}});
      if (answer.items.at(0).text != "ok") return;  // the first exchange will find out why
      buckets = static_cast<std::uint64_t>(answer.items.at(1).number);
      const std::string_view keys = answer.items.at(2).text;
      for (std::size_t i = 0; i + key_size <= keys.size(); i += key_size)
        use(key_of(keys.substr(i)));
    }
}

Answer Hub::exchange(const News& news) {
  Answer answer;
  try {
    exploration_->refresh();
    if (!exploration_->is_running() || exploration_->epoch_name() != epoch_) throw Ended();
    require_no_change();
    const bool is_first = number_ == 0;
    ++number_;
    const SecondStep step = make_second_step(number_, news.done, *exploration_);
    if (mutations().books_done_first) {
      send_notes({}, to_bytes(step), answer);
      send_done(step);
      ++number_;
    }
    send_notes(news, to_bytes(step), answer);
    require_no_change();
    if (!mutations().books_done_first) send_done(step);
    if (news.is_idle && !is_first) take_jobs(answer);
    // What was answered may come from a server that had lost what this hub takes for known.
    require_no_change();
  } catch (const Lost&) {
    answer = {.end = Answer::End::anew};
  } catch (const Ended&) {
    answer = {.end = exploration_->is_running() ? Answer::End::epoch : Answer::End::over};
  }
  return answer;
}

void Hub::send_done(const SecondStep& step) {
  if (step.shards.empty()) return;
  require_ok(run(calls_for(step, *exploration_, id_, /*is_repeated=*/false)));
  complete_ = number_;
}

// Tests let a hub die between any two shards.
std::vector<Value> Hub::run(const std::vector<Call>& calls) {
  if (!options_.before_call) return exploration_->servers().run(calls);
  std::vector<Value> answers;
  for (const Call& call : calls) {
    options_.before_call();
    answers.push_back(exploration_->servers().run(call));
  }
  return answers;
}

void Hub::require_no_change() const {
  if (exploration_->servers().changes() != changes_ && !mutations().keeps_caches) throw Lost();
}

void Hub::require_ok(const std::vector<Value>& answers) {
  for (const Value& answer : answers) {
    const std::string& outcome = answer.items.at(0).text;
    if (outcome == "ok") continue;
    if (outcome == "epoch") {
      exploration_->refresh();
      // The shard or the server with the name of the epoch has lost which one it is.
      if (exploration_->is_running() && exploration_->epoch_name() == epoch_)
        (void)exploration_->enter_epoch();
      if (exploration_->is_running() && exploration_->epoch_name() == epoch_) throw Lost();
      throw Ended();
    }
    if (outcome == "damaged") {
      exploration_->end(State::incomplete,
                        "a script ended in the middle and has left a shard damaged");
      throw Ended();
    }
    throw Lost();
  }
}

std::vector<std::vector<std::string>> Hub::notes_by_shard(const News& news) const {
  std::vector<std::vector<std::string>> result(exploration_->shards());
  for (const News::Note& note : news.notes) {
    std::vector<std::string>& words = result[exploration_->shard_of(note.key)];
    words.push_back(bytes_of(note.key));
    words.emplace_back(note.is_for_others ? "q" : "n");
    words.push_back(note.schedule);
  }
  return result;
}

void Hub::send_notes(const News& news, const std::string& second_step, Answer& answer) {
  std::vector<std::uint64_t> runs(exploration_->shards());
  for (const DoneRun& run : news.done) ++runs[exploration_->shard_of(run.key)];
  std::vector<std::vector<std::string>> notes = notes_by_shard(news);
  std::vector<Call> calls;
  for (std::uint32_t shard = 0; shard < exploration_->shards(); ++shard) {
    std::vector<std::string> words = {epoch_,
                                      id_,
                                      std::to_string(confirmed_),
                                      std::to_string(number_),
                                      std::to_string(complete_),
                                      std::to_string(options_.lease_ms),
                                      news.is_idle ? "1" : "0",
                                      std::to_string(feeds_[shard]),
                                      std::to_string(runs[shard]),
                                      shard == 0 ? second_step : "",
                                      shard == 0 ? news.notice : "",
                                      std::to_string(shard == 0 ? news.errors.size() : 0)};
    if (shard == 0)
      for (const News::Error& error : news.errors) {
        words.push_back(error.identity);
        words.push_back(error.text);
      }
    std::ranges::move(notes[shard], std::back_inserter(words));
    calls.push_back({exploration_->tag_of(shard), &scripts::note(), std::move(words)});
  }
  const std::vector<Value> answers = run(calls);
  require_ok(answers);
  confirmed_ = number_;
  std::vector<std::size_t> next(exploration_->shards());
  for (std::uint32_t shard = 0; shard < exploration_->shards(); ++shard) {
    const std::vector<Value>& items = answers[shard].items;
    queued_[shard] = static_cast<std::uint64_t>(items.at(1).number);
    feeds_[shard] = static_cast<std::uint64_t>(items.at(2).number);
    answer.others_wait |= items.at(3).text == "1";
    const std::string_view found = items.at(5).text;
    for (std::size_t i = 0; i + key_size <= found.size(); i += key_size)
      answer.known.push_back(key_of(found.substr(i)));
  }
  for (const News::Note& note : news.notes) {
    const std::uint32_t shard = exploration_->shard_of(note.key);
    const bool is_mine = answers[shard].items.at(4).text.at(next[shard]++) == '1';
    if (!is_mine && !note.is_for_others) answer.not_mine.push_back(note.key);
  }
}

// Shards that are known to have jobs are asked, and one more, where a lease may have run out. Shard
// 0 has the job that begins the exploration.
void Hub::take_jobs(Answer& answer) {
  std::vector<Call> calls;
  for (std::uint32_t shard = 0; shard < exploration_->shards(); ++shard) {
    if (queued_[shard] == 0 && shard != next_shard_ && shard != 0) continue;
    calls.push_back({exploration_->tag_of(shard),
                     &scripts::take(),
                     {epoch_, id_, std::to_string(options_.lease_ms),
                      std::to_string(options_.most_jobs), shard == 0 ? "1" : "0"}});
  }
  next_shard_ = (next_shard_ + 1) % exploration_->shards();
  const std::vector<Value> answers = exploration_->servers().run(calls);
  require_ok(answers);
  for (const Value& each : answers)
    for (std::size_t i = 2; i + 1 < each.items.size(); i += 2) {
      const TraceKey key = key_of(each.items[i].text);
      answer.jobs.push_back({key, each.items[i + 1].text, key == key_of_first_job});
    }
}

void Hub::leave() noexcept {
  try {
    if (exploration_->epoch_name() == epoch_) (void)exploration_->run_in_all(scripts::leave(), id_);
  } catch (const std::exception&) {  // the lease will run out
  }
}

}  // namespace mazurka::cluster
