#include "program/recorded/script.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "program/recorded/post_processing.h"
#include "program/recorded/recording.h"

namespace mazurka::recorded {

namespace {

// The events of an operation: its own event, and those before it that wait for other operations.
struct Place {
  std::vector<std::uint32_t> waits_for;  // operations: dependences, and the NOTIFY of a WAIT
  bool is_awaited = false;               // something waits for it
  bool has_event = false;                // besides those that wait
  EventId last;                          // the one that others wait for
};

class ImageBuilder {
 public:
  ImageBuilder(const File& trace, const File& dependences, Registry& registry, bool every_operation)
      : trace_(trace),
        dependences_(dependences),
        registry_(registry),
        recording_(read_recording(trace, dependences)),
        operations_(recording_.operations),
        layout_(lay_out(trace, operations_)),
        every_operation_(every_operation),
        places_(operations_.size()) {}

  Image run() {
    add_dependences();
    match_notifies();
    check_joins();
    find_shared_objects();
    find_events();
    add_tasks();
    number_events();
    for (std::uint32_t body = 0; body < layout_.bodies.size(); ++body) add_events(body);
    add_recorded_order();
    image_.size = recording_.size;
    image_.waits_at_once = every_operation_;
    return std::move(image_);
  }

 private:
  // Which tasks use an object, and how.
  struct Use {
    std::uint32_t body = nothing;
    bool is_shared = false;
    bool is_written = false;
    ObjectId object;
    std::uint32_t lock = nothing;
  };

  void add_dependences() {
    std::unordered_map<std::uint32_t, std::uint32_t> by_number;
    for (std::uint32_t i = 0; i < operations_.size(); ++i)
      by_number.emplace(operations_[i].number, i);  // of a delayed post, the first half
    for (const Dependence& each : recording_.dependences) {
      const auto find = [&](std::uint32_t number) {
        const auto found = by_number.find(number);
        if (found == by_number.end())
          fail(dependences_, each.line, "there is no operation " + std::to_string(number));
        return found->second;
      };
      const std::uint32_t earlier = find(each.earlier);
      const std::uint32_t later = find(each.later);
      if (earlier >= later)
        fail(dependences_, each.line,
             "operation " + std::to_string(each.later) + " did not run after operation " +
                 std::to_string(each.earlier));
      wait(later, earlier);
    }
  }

  // Skips dependences within one task. START and the THREADEXIT of a loop never wait.
  void wait(std::uint32_t later, std::uint32_t earlier) {
    const std::uint32_t of_earlier = layout_.body_of[earlier];
    const std::uint32_t of_later = layout_.body_of[later];
    if (of_earlier == of_later || of_earlier == nothing || of_later == nothing) return;
    auto& waits_for = places_[later].waits_for;
    if (std::ranges::find(waits_for, earlier) == waits_for.end()) waits_for.push_back(earlier);
    places_[earlier].is_awaited = true;
  }

  // Pairs the n-th WAIT of a thread with the n-th NOTIFY to it.
  void match_notifies() {
    std::unordered_map<std::string_view, std::vector<std::uint32_t>> notifies;
    std::unordered_map<std::string_view, std::size_t> consumed;
    for (std::uint32_t i = 0; i < operations_.size(); ++i) {
      const Operation& operation = operations_[i];
      if (operation.kind == Kind::notify) notifies[operation.other].push_back(i);
      if (operation.kind != Kind::wait) continue;
      const auto& available = notifies[operation.thread];
      std::size_t& next = consumed[operation.thread];
      if (next >= available.size())
        fail(trace_, operation.line,
             "thread " + std::string(operation.thread) +
                 " waits here, but no thread has notified it");
      wait(i, available[next++]);
    }
  }

  void check_joins() const {
    for (const Operation& operation : operations_) {
      if (operation.kind != Kind::join) continue;
      const std::string child = "thread " + std::string(operation.other);
      if (layout_.loops.contains(operation.other))
        fail(trace_, operation.line, child + " loops and never ends, so it cannot be joined");
      const auto exit = layout_.exits.find(operation.other);
      if (exit == layout_.exits.end() || operations_[exit->second].line > operation.line)
        fail(trace_, operation.line, child + " is joined here, but has not ended yet");
    }
  }

  void find_shared_objects() {
    for (std::uint32_t i = 0; i < operations_.size(); ++i) {
      if (!uses_object(i)) continue;
      Use& use = use_of(i);
      if (use.body != nothing && use.body != layout_.body_of[i]) use.is_shared = true;
      use.body = layout_.body_of[i];
      if (operations_[i].kind != Kind::read) use.is_written = true;
    }
  }

  [[nodiscard]] bool uses_object(std::uint32_t operation) const {
    const Kind kind = operations_[operation].kind;
    const bool is_lock = kind == Kind::lock || kind == Kind::unlock;
    return kind == Kind::read || kind == Kind::write || (is_lock && !layout_.is_nested[operation]);
  }

  [[nodiscard]] Use& use_of(std::uint32_t operation) {
    const Operation& each = operations_[operation];
    const bool is_variable = each.kind == Kind::read || each.kind == Kind::write;
    return (is_variable ? variables_ : locks_)[each.object];
  }

  // Children come after their creators: from the last to the first.
  void find_events() {
    for (const auto& [thread, exit] : layout_.exits)
      if (is_joined(thread)) places_[exit].has_event = true;
    body_has_events_.assign(layout_.bodies.size(), false);
    for (std::size_t body = layout_.bodies.size(); body-- > 0;)
      for (const std::uint32_t operation : layout_.bodies[body].operations) {
        Place& place = places_[operation];
        if (is_visible(operation)) place.has_event = true;
        // If the operation has no event, the last event that waits represents it.
        if ((place.is_awaited || every_operation_) && place.waits_for.empty())
          place.has_event = true;
        if (place.has_event || !place.waits_for.empty()) body_has_events_[body] = true;
      }
  }

  [[nodiscard]] bool is_joined(std::string_view thread) const {
    return std::ranges::any_of(operations_, [&](const Operation& each) {
      return each.kind == Kind::join && each.other == thread;
    });
  }

  [[nodiscard]] bool is_visible(std::uint32_t operation) {
    const std::uint32_t created = layout_.creates[operation];
    switch (operations_[operation].kind) {
      case Kind::fork:
        return created != nothing && body_has_events_[created];
      case Kind::post:
        return created != nothing;  // otherwise it never ran
      case Kind::call:
      case Kind::join:
        return true;
      case Kind::loop:
        return std::ranges::any_of(layout_.bodies, [&](const Body& body) {
          return !body.message.empty() && body.thread == operations_[operation].thread;
        });
      default:
        break;
    }
    if (!uses_object(operation)) return false;
    const Use& use = use_of(operation);
    return use.is_shared && use.is_written;
  }

  void add_tasks() {
    task_of_.assign(layout_.bodies.size(), TaskId::none());
    std::vector<std::uint32_t> created(layout_.bodies.size(), 0);  // by creator
    std::uint32_t initial = 0;
    for (const std::uint32_t body : in_order_of_creation()) {
      const Body& each = layout_.bodies[body];
      TaskName name{.code = body};
      Image::Task task;
      if (each.created_by == nothing) {
        name.ordinal = initial++;
        task.is_initial = true;
      } else {
        const std::uint32_t creator = layout_.body_of[each.created_by];
        name.creator = task_of_[creator];
        name.ordinal = created[creator]++;
      }
      task.name = name_of(each);
      if (!each.message.empty()) {
        name.handler = handler_of(each.thread);
        task.handler = name.handler.value;
        task.name += "/msg " + std::string(each.message);
      }
      task_of_[body] = registry_.task(name);
      image_.tasks.push_back(std::move(task));
    }
  }

  // A task of a DELAY-POST is named after the message that it posts.
  [[nodiscard]] std::string name_of(const Body& body) const {
    if (is_delayed_post(body.thread))
      return "delayed post of msg " + std::string(operations_[body.operations.front()].message);
    return "thread " + std::string(body.thread);
  }

  // Of bodies with events: those that start with the program, then by the operation that creates.
  [[nodiscard]] std::vector<std::uint32_t> in_order_of_creation() const {
    std::vector<std::uint32_t> result;
    for (std::uint32_t body = 0; body < layout_.bodies.size(); ++body)
      if (body_has_events_[body]) result.push_back(body);
    std::ranges::stable_sort(result, {}, [&](std::uint32_t body) {
      return layout_.bodies[body].created_by + 1;  // nothing + 1 is 0
    });
    return result;
  }

  [[nodiscard]] HandlerId handler_of(std::string_view thread) {
    HandlerId& handler = handlers_[thread];
    if (handler.exists()) return handler;
    const std::uint32_t loop = layout_.loops.at(thread);
    handler = registry_.add_handler(
        "thread " + std::string(thread), stable_name(NameKind::handler, thread), Discipline::fifo,
        registry_.add_location({trace_.name, operations_[loop].line, 1}));
    return handler;
  }

  // First, because an operation may wait for one that comes later in this order.
  void number_events() {
    for (std::uint32_t body = 0; body < layout_.bodies.size(); ++body) {
      std::uint32_t index = 0;
      for (const std::uint32_t operation : layout_.bodies[body].operations) {
        Place& place = places_[operation];
        index += static_cast<std::uint32_t>(place.waits_for.size()) + (place.has_event ? 1 : 0);
        place.last = {task_of_[body], index - 1};
      }
      if (task_of_[body].exists()) image_.tasks[task_of_[body].value].count = index;
    }
    std::uint32_t first = 0;
    for (Image::Task& task : image_.tasks) {
      task.first = first;
      first += task.count;
    }
    image_.events.resize(first);
    image_.locks.assign(first, nothing);
    image_.words.resize(first);
  }

  void add_events(std::uint32_t body) {
    if (!body_has_events_[body]) return;
    next_ = {task_of_[body], 0};
    for (const std::uint32_t operation : layout_.bodies[body].operations) {
      const bool starts = operations_[operation].kind == Kind::call;
      if (starts) add_event(operation);  // the first; a fifo queue waits as well after it
      for (const std::uint32_t awaited : places_[operation].waits_for) {
        Event& event = add(operation, OperationKind::reach);
        event.other = places_[awaited].last.task;
        event.other_index = places_[awaited].last.index;
      }
      if (!starts && places_[operation].has_event) add_event(operation);
    }
    const Image::Task& task = image_.tasks[next_.task.value];
    image_.events[task.first + task.count - 1].ends_task = true;
  }

  // The THREADEXIT of a loop and START belong to no task and have no events.
  void add_recorded_order() {
    for (std::uint32_t i = 0; i < operations_.size(); ++i) {
      const std::uint32_t body = layout_.body_of[i];
      if (body == nothing || !task_of_[body].exists()) continue;
      const std::size_t events = places_[i].waits_for.size() + (places_[i].has_event ? 1 : 0);
      image_.recorded_order.insert(image_.recorded_order.end(), events, task_of_[body]);
    }
  }

  Event& add(std::uint32_t operation, OperationKind kind) {
    const std::uint32_t at = image_.tasks[next_.task.value].first + next_.index;
    Event& event = image_.events[at];
    event.task = next_.task;
    event.index = next_.index++;
    event.operation = kind;
    event.accesses = Registry::no_accesses();
    event.location = registry_.add_location({trace_.name, operations_[operation].line, 1});
    image_.words[at] = operations_[operation].words;
    return event;
  }

  void add_event(std::uint32_t operation) {
    Event& event = add(operation, kind_of(operation));
    const std::uint32_t created = layout_.creates[operation];
    switch (event.operation) {
      case OperationKind::post:
        event.object = registry_.handler(handler_of(operations_[operation].other)).as_lock;
        event.other = task_of_[created];
        break;
      case OperationKind::spawn:
        event.other = task_of_[created];
        break;
      case OperationKind::join:
        event.other = task_of_[layout_.threads.at(operations_[operation].other)];
        break;
      case OperationKind::start:
        event.object = registry_.handler(handler_of(operations_[operation].thread)).as_lock;
        event.other = places_[layout_.loops.at(operations_[operation].thread)].last.task;
        event.other_index = places_[layout_.loops.at(operations_[operation].thread)].last.index;
        break;
      case OperationKind::reach:
        break;
      default:
        touch(event, operation);
    }
  }

  [[nodiscard]] OperationKind kind_of(std::uint32_t operation) {
    const std::uint32_t created = layout_.creates[operation];
    switch (operations_[operation].kind) {
      case Kind::fork:
        return is_visible(operation) ? OperationKind::spawn : OperationKind::reach;
      case Kind::post:
        return created != nothing ? OperationKind::post : OperationKind::reach;
      case Kind::join:
        return OperationKind::join;
      case Kind::call:
        return OperationKind::start;
      case Kind::read:
        return is_visible(operation) ? OperationKind::read : OperationKind::reach;
      case Kind::write:
        return is_visible(operation) ? OperationKind::write : OperationKind::reach;
      case Kind::lock:
        return is_visible(operation) ? OperationKind::lock : OperationKind::reach;
      case Kind::unlock:
        return is_visible(operation) ? OperationKind::unlock : OperationKind::reach;
      default:
        return OperationKind::reach;
    }
  }

  void touch(Event& event, std::uint32_t operation) {
    Use& use = use_of(operation);
    const bool is_lock =
        waits_for_lock(event.operation) || event.operation == OperationKind::unlock;
    const std::string& name = operations_[operation].object;
    if (!use.object.exists()) {
      use.object =
          registry_.add_object(is_lock ? "lock " + name : name,
                               stable_name(is_lock ? NameKind::lock : NameKind::variable, name));
      if (is_lock) use.lock = image_.lock_count++;
    }
    const AccessKind access = is_lock                                  ? AccessKind::lock
                              : event.operation == OperationKind::read ? AccessKind::read
                                                                       : AccessKind::write;
    event.object = use.object;
    event.accesses = registry_.access_list({use.object, access});
    image_.locks[image_.tasks[event.task.value].first + event.index] = use.lock;
  }

  const File& trace_;
  const File& dependences_;
  Registry& registry_;
  const Recording recording_;
  const std::vector<Operation>& operations_;
  const Layout layout_;
  const bool every_operation_;
  std::vector<Place> places_;  // by operation
  std::unordered_map<std::string, Use> variables_;
  std::unordered_map<std::string, Use> locks_;
  std::vector<bool> body_has_events_;
  std::vector<TaskId> task_of_;  // by body
  std::unordered_map<std::string_view, HandlerId> handlers_;
  Image image_;
  EventId next_;  // to be added
};

}  // namespace

Image make_image(const File& trace, const File& dependences, Registry& registry,
                 bool every_operation) {
  return ImageBuilder(trace, dependences, registry, every_operation).run();
}

}  // namespace mazurka::recorded
