#include "program/native/describe.h"

#include <fmt/format.h>

#include "core/value_text.h"
#include "program/native/debug_info/symbols.h"

namespace mazurka::native {

std::string Words::name(ObjectId object) const {
  return object.exists() ? runtime_.registry.name_of(object) : "?";
}

std::string Words::name_of_its_code(TaskId task) const {
  const Task* const present = runtime_.tasks.ever(task);
  const bool is_delayed_post = present != nullptr && present->code.posted != nullptr;
  return (is_delayed_post ? "delayed " : "") + name_of_function(task);
}

std::string Words::name_of_function(TaskId task) const {
  const TaskName& known = runtime_.registry.name_of(task);
  if (!known.creator.exists()) return "main";
  if (runtime_.observation.shows_caller_locations())
    if (std::string name = runtime_.observation.caller_locations().name_of(task); !name.empty())
      return name;
  const std::string code = name_of_code(known.code);
  return code.empty() ? "thread " + runtime_.registry.path_of(task) : code;
}

std::string Words::task_without_number(TaskId task) const {
  const HandlerId handler = runtime_.registry.handler_of(task);
  if (!handler.exists()) return name_of_its_code(task);
  return runtime_.registry.handler(handler).name + "/" + name_of_its_code(task);
}

std::string Words::number_of(TaskId task) const {
  const std::vector<Task*>& tasks = runtime_.tasks.created();
  if (namesakes_at_ != runtime_.progress() || tasks_then_ != tasks.size()) {
    namesakes_at_ = runtime_.progress();
    tasks_then_ = tasks.size();
    namesakes_ = {};
    for (const Task* const each : tasks) namesakes_.add(each->id, task_without_number(each->id));
  }
  return namesakes_.number_of(task);
}

std::string Words::created(TaskId task) const { return name_of_its_code(task) + number_of(task); }

std::string Words::task(TaskId task) const { return task_without_number(task) + number_of(task); }

// Returns "heap[a.cpp:9, task 1 #0]" for an object named "heap[a.cpp:9, task 1 #0]+8".
std::string Words::block(ObjectId object) const {
  const std::string whole = object.exists() ? runtime_.names.name_in_heap(object) : "?";
  const std::size_t end = whole.find(']');
  return whole.starts_with("heap[") && end != std::string::npos ? whole.substr(0, end + 1) : whole;
}

// Describes an event of mz_handler_join or mz_handler_quit; returns "" for other events.
std::string Words::end_of_handler(const Event& event) const {
  for (const Handler* const handler : runtime_.handlers.of_this_execution()) {
    const std::string& handler_name = runtime_.registry.handler(handler->id).name;
    if (handler->dropping->object == event.object) return "quit(" + handler_name + ")";
    if (handler->end->object == event.object)
      return "join(" + handler_name + (event.written_value != 0 ? "): it has ended" : ")");
  }
  return {};
}

// Returns whether an update with these accesses destroys a lock or a condition variable. There are
// no other updates of these objects.
bool Words::destroys(AccessListId accesses) const {
  const auto list = runtime_.registry.accesses(accesses);
  return !list.empty() && list.front().kind >= AccessKind::lock;
}

std::string Words::value(std::int64_t value) const { return text_of(value); }

std::string Words::write(const Event& event) const {
  if (event.order == MemoryOrder::freeing) return "frees " + block(event.object);
  return name(event.object) + " = " + text_of(event.written_value);
}

std::string Words::update(const Event& event) const {
  if (const char* const call = runtime_.observation.call_of(event))
    return fmt::format(fmt::runtime(call), name(event.object));
  if (std::string words = end_of_handler(event); !words.empty()) return words;
  if (destroys(event.accesses)) return "destroy(" + name(event.object) + ")";
  if (!event.succeeded)
    return "cas(" + name(event.object) + ") fails: " + text_of(event.read_value);
  return name(event.object) + ": " + text_of(event.read_value) + " -> " +
         text_of(event.written_value);
}

std::string Words::await(ConditionId condition, ObjectId object) const {
  if (!runtime_.conditions.contains(condition)) return "waits for " + name(object);
  return std::string(runtime_.conditions[condition].text) + "(" + name(object) + ")";
}

std::string Words::choice(LocationId /*location*/) const { return "choose"; }

std::string Words::message(const Event& event) const {
  return "message " + std::to_string(static_cast<std::int32_t>(event.message));
}

std::string Words::wanted(const Pending& pending) const { return "from " + name(pending.object); }

std::string Words::event(const Event& event) const {
  runtime_.observation.resolve_names();
  return event_in_words(event, runtime_.registry, *this);
}

std::string Words::pending(const Pending& pending) const {
  runtime_.observation.resolve_names();
  return pending_in_words(pending, runtime_.registry, *this);
}

}  // namespace mazurka::native
