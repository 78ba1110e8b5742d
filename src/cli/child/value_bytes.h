// Values as bytes, to pass them from an exploring child to its parent. Both are the same
// executable, so the bytes need no version and no fixed byte order.
//
// fields() lists the members of a type once, for both directions.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "explore/summary.h"

namespace mazurka::cli {

template <class Bytes>
void fields(Bytes& bytes, Reason& reason) {
  bytes(reason.text, reason.position, reason.subject);
}
template <class Bytes>
void fields(Bytes& bytes, Finding& finding) {
  bytes(finding.kind, finding.message, finding.task, finding.location, finding.position,
        finding.because, finding.events, finding.places);
}
template <class Bytes>
void fields(Bytes& bytes, StepOrigin& origin) {
  bytes(origin.kind, origin.call);
}
template <class Bytes>
void fields(Bytes& bytes, ShownEvent& event) {
  bytes(event.position, event.task, event.text, event.location, event.place, event.origin,
        event.after);
}
template <class Bytes>
void fields(Bytes& bytes, ShownTask& task) {
  bytes(task.task, task.name, task.handler, task.ends, task.in_mailbox);
}
template <class Bytes>
void fields(Bytes& bytes, PutOff& put_off) {
  bytes(put_off.by, put_off.task, put_off.text);
}
template <class Bytes>
void fields(Bytes& bytes, Decision& decision) {
  bytes(decision.kind, decision.step, decision.other, decision.instead, decision.continuations);
}
template <class Bytes>
void fields(Bytes& bytes, ScheduleStep& step) {
  bytes(step.task, step.value, step.woken, step.comment);
}
template <class Bytes>
void fields(Bytes& bytes, Schedule& schedule) {
  bytes(schedule.program, schedule.program_hash, schedule.defines, schedule.arguments,
        schedule.further_files, schedule.compiler_flags, schedule.knowledge, schedule.main,
        schedule.verdict, schedule.error, schedule.max_steps, schedule.max_depth,
        schedule.instances, schedule.ends_at_error, schedule.steps);
}
template <class Bytes>
void fields(Bytes& bytes, OtherPlace& other) {
  bytes(other.execution, other.events, other.places);
}
// The schedules of other places stay in the child, which runs them again.
template <class Bytes>
void fields(Bytes& bytes, Counterexample& error) {
  bytes(error.finding, error.identity, error.place, error.task_name, error.tasks, error.events,
        error.races, error.reversal, error.put_off, error.choices, error.shortening, error.decision,
        error.schedule, error.order, error.others, error.others_left_out);
}
template <class Bytes>
void fields(Bytes& bytes, NotCovered& entry) {
  bytes(entry.kind, entry.what, entry.location);
}
template <class Bytes>
void fields(Bytes& bytes, Summary& summary) {
  bytes(summary.algorithm, summary.executions, summary.assume_blocked, summary.given_up,
        summary.cut, summary.too_deep, summary.too_deep_at, summary.cut_by_fairness,
        summary.cut_by_fairness_at, summary.deadlocks, summary.sleep_set_blocked, summary.sampled,
        summary.distinct_traces, summary.events, summary.transitions, summary.seconds,
        summary.peak_memory_kib, summary.bound, summary.stopped_at_error, summary.errors,
        summary.earlier_estimates, summary.estimate, summary.error_executions, summary.notes,
        summary.warnings, summary.not_covered, summary.statistics);
}

class ByteWriter {
 public:
  template <class... Values>
  void operator()(Values&... values) {
    (put(values), ...);
  }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  template <class Value>
  void put(Value& value) {
    if constexpr (std::is_trivially_copyable_v<Value>)
      text_.append(reinterpret_cast<const char*>(&value), sizeof value);
    else
      fields(*this, value);
  }
  void put_size(std::uint64_t size) { put(size); }
  void put(std::string& text) {
    put_size(text.size());
    text_ += text;
  }
  template <class Element>
  void put(std::vector<Element>& elements) {
    put_size(elements.size());
    for (Element& element : elements) put(element);
  }
  template <class Element>
  void put(SharedVector<Element>& elements) {
    put(const_cast<std::vector<Element>&>(elements.all()));  // writing changes nothing
  }
  template <class Value>
  void put(std::optional<Value>& value) {
    bool exists = value.has_value();
    put(exists);
    if (exists) put(*value);
  }
  template <class First, class Second>
  void put(std::pair<First, Second>& pair) {
    put(pair.first);
    put(pair.second);
  }

  std::string text_;
};

// Throws std::runtime_error if the bytes end too early.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  template <class... Values>
  void operator()(Values&... values) {
    (get(values), ...);
  }

 private:
  std::string_view next(std::uint64_t size) {
    if (size > bytes_.size())
      throw std::runtime_error("the exploring process sent a damaged record");
    const std::string_view result = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return result;
  }
  template <class Value>
  void get(Value& value) {
    if constexpr (std::is_trivially_copyable_v<Value>)
      std::memcpy(&value, next(sizeof value).data(), sizeof value);
    else
      fields(*this, value);
  }
  std::uint64_t get_size() {
    std::uint64_t size = 0;
    get(size);
    return size;
  }
  void get(std::string& text) { text = next(get_size()); }
  template <class Element>
  void get(std::vector<Element>& elements) {
    elements.clear();
    for (std::uint64_t left = get_size(); left > 0; --left) get(elements.emplace_back());
  }
  template <class Element>
  void get(SharedVector<Element>& elements) {
    get(elements.change());
  }
  template <class Value>
  void get(std::optional<Value>& value) {
    bool exists = false;
    get(exists);
    value.reset();
    if (exists) get(value.emplace());
  }
  template <class First, class Second>
  void get(std::pair<First, Second>& pair) {
    get(pair.first);
    get(pair.second);
  }

  std::string_view bytes_;
};

template <class... Values>
[[nodiscard]] std::string bytes_of(const Values&... values) {
  ByteWriter writer;
  writer(const_cast<Values&>(values)...);  // fields() serves both directions; a writer only reads
  return writer.take();
}
template <class... Values>
void read_bytes(std::string_view bytes, Values&... values) {
  ByteReader reader(bytes);
  reader(values...);
}

}  // namespace mazurka::cli
