// Runs the tasks of the tested program, one visible operation after the other.
//
// Code of the program runs in fibers. Before a visible operation a fiber writes into its Task what
// it is about to do, and leaves; step() lets it do that and run on to the next one. Which fiber
// runs is in `running`; it is null while the checker runs.
//
// The functions of the second half are called by hooks, in fibers.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/ending.h"
#include "core/pending.h"
#include "core/registry.h"
#include "core/step.h"
#include "program/native/debug_info/caller_locations.h"
#include "program/native/debug_info/places.h"
#include "program/native/platform/memory_value.h"
#include "program/native/process/leaks.h"
#include "program/native/process/memory_snapshot.h"
#include "program/native/process/run_options.h"
#include "program/native/schedule/task.h"
#include "program/native/sharing/cells.h"
#include "program/native/sharing/memory_names.h"
#include "program/native/sharing/shared_objects.h"

namespace mazurka::native {

class Debugger;

// The task whose code runs; null: the checker, or a static constructor.
extern constinit Task* running;

// Static constructors have run; what is allocated outside of fibers from now on is the checker's.
extern constinit bool the_checker_has_started;

// For code of the checker that runs in a fiber and may allocate.
class OutsideProgram {
 public:
  OutsideProgram() : task_(running) { running = nullptr; }
  ~OutsideProgram() { running = task_; }
  OutsideProgram(const OutsideProgram&) = delete;
  OutsideProgram& operator=(const OutsideProgram&) = delete;

 private:
  Task* task_;
};

struct ProgramToRun {
  int (*main)(int, char**, char**) = nullptr;
  std::vector<std::string> arguments;  // the name first
  RunOptions options = {};
  bool once = false;  // it runs once and is never rewound (plain_run.h)
};

enum class HowToExit : std::uint8_t { with_handlers, quickly, immediately };

class Runtime {
 public:
  Runtime(Registry& registry, ProgramToRun program);
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  void restart();
  [[nodiscard]] std::span<const Choice> enabled();
  const Event* step(Choice choice);
  // The same for the first of these events. If its task goes on as they say, it does so at once, as
  // far as that needs no other task: see goes_on_in_replay(). `done` is how many events that were.
  const Event* step_in_replay(std::span<const Event> expected, std::size_t& done);
  void pending(std::vector<Pending>& result);
  [[nodiscard]] Ending ending();
  // REQUIRES: the execution has come to a regular end.
  [[nodiscard]] std::vector<Leak> find_leaks() const;
  // The calls that lead to the allocation of this block are noted when it happens; 0: no block.
  void watch_allocation(Address block) {
    watched_block_ = block;
    looks_at_blocks_ = block != 0 || shows_caller_locations_;
    calls_to_watched_block_.clear();
  }
  [[nodiscard]] const std::vector<Address>& calls_to_watched_block() const {
    return calls_to_watched_block_;
  }

  // Is there something that becomes visible with commit()?
  [[nodiscard]] bool has_news() const {
    return !is_knowledge_fixed_ &&
           (cells_.has_news() || synchronisers_have_news_ || exits_.at_once_is_news);
  }
  void commit();
  // What the events of this exploration depend on, and the same in another process: the numbering
  // of tasks and handlers (it decides about addresses), and what is visible.
  [[nodiscard]] std::vector<std::string> knowledge() const;
  void use_knowledge(std::span<const std::string> knowledge);
  // The same with the ids of all objects; it goes on to learn (identities.cpp).
  [[nodiscard]] std::vector<std::string> identities() const;
  void use_identities(std::span<const std::string> identities);

  [[nodiscard]] const Condition& condition(ConditionId id) const { return conditions_[id.value]; }
  // Those of an earlier execution are gone.
  [[nodiscard]] bool has_condition(ConditionId id) const { return id.value < conditions_.size(); }
  [[nodiscard]] std::int64_t initial_value(ObjectId object) const;
  [[nodiscard]] const Task* task(TaskId id) const {
    return id.value < tasks_.size() ? tasks_[id.value].get() : nullptr;
  }
  [[nodiscard]] std::uint64_t mailbox_fingerprint() const;
  [[nodiscard]] std::uint64_t state_fingerprint() const;
  [[nodiscard]] Places& places() { return places_; }
  // Files and lines of all events so far, and names of what they touch (80 ms at first: it reads
  // debug information).
  void resolve_names() {
    places_.resolve();
    names_.resolve();
  }
  [[nodiscard]] const Registry& registry() const { return registry_; }
  [[nodiscard]] const MemoryNames& names() const { return names_; }
  [[nodiscard]] Cells& cells() { return cells_; }
  [[nodiscard]] Image& image() { return image_; }
  // While it is on, each task knows the calls that led to what it stands before.
  void record_calls(bool on) { records_calls_ = on || shows_caller_locations_; }
  // From the next restart on, events, pending operations, failures and blocks are where the
  // program's author called a library, not where they are in it.
  void show_caller_locations(bool on) {
    records_calls_ = shows_caller_locations_ = looks_at_blocks_ = on;
  }
  [[nodiscard]] bool shows_caller_locations() const { return shows_caller_locations_; }
  [[nodiscard]] const OwnPlaces& own_places() const { return own_places_; }
  // The calls that led to the first shared atomic access that is weaker than seq_cst; empty: there
  // was none. One that the author has written comes before all in libraries.
  [[nodiscard]] const std::vector<Address>& weak_access() const { return weak_access_; }

  // "unlock_shared({})", if it is known; null: it is not.
  [[nodiscard]] const char* call_of(const Event& event) const {
    const auto found = calls_of_events_.find({event.task, event.index});
    return found == calls_of_events_.end() ? nullptr : found->second;
  }

  // How far it has come.
  struct Progress {
    std::uint64_t execution = 0;
    Position events = 0;
    bool operator==(const Progress&) const = default;
  };
  [[nodiscard]] Progress progress() const { return {execution_, events_}; }
  // Looks on from now on.
  void set_debugger(Debugger* debugger) { debugger_ = debugger; }
  // Those of this execution, in the order of their creation.
  [[nodiscard]] std::vector<const Handler*> handlers() const;
  [[nodiscard]] const std::vector<Task*>& created_tasks() const { return created_; }

  // --- Called in fibers ------------------------------------------------------------------------

  // A plain or atomic access is about to happen; returns when it may. True: it is an event.
  [[gnu::always_inline]] bool access(Address address, std::size_t size, OperationKind operation,
                                     Address place, MemoryOrder order = MemoryOrder::plain) {
    bool is_event = false;
    if (!is_quiet_) [[likely]]
      is_event = wait_for_access(address, size, operation, place, order);
    else if (section_ != nullptr)
      note_in_section(address, size, operation != OperationKind::read);
    // Now, not before the event: whether somebody frees the block first is a matter of the
    // schedule.
    if (is_heap(address)) check_use_of_heap(address, size, operation, place);
    return is_event;
  }

  void saw_weak_access(Address place) {
    if (weak_accesses_to_look_at_ != 0) [[unlikely]]
      note_weak_access(place);
  }

  // The event that happens now is a compare-exchange that only reads.
  void compare_failed(MemoryOrder order) {
    event_.succeeded = false;
    event_.order = order;
  }

  // An update was made. Did it leave what was there? Then it may be part of a loop that waits.
  [[gnu::always_inline]] void updated(Address address, std::size_t size, Address place,
                                      bool is_event, bool has_changed) {
    if (is_quiet_) return;
    Task& task = *running;
    if (has_changed) {
      if (!is_event && !is_on_own_stack(task, address)) task.forget_loops();
    } else if (!is_event) {
      notice_private_read(task, place, address, size);
    } else if (size <= sizeof(std::int64_t)) {
      task.useless.restore(task.useless_before_update);
      remember_useless(task, place, address, static_cast<std::uint32_t>(size));
      clean_stack();
    }
  }

  // A write of all cells in this range that anybody has ever accessed.
  void access_known_cells(Address address, std::size_t size, Address place);
  [[nodiscard]] bool is_private(Address address, std::size_t size) const {
    return (is_quiet_ && section_ == nullptr) || cells_.is_private(address, size);
  }

  // Tells what the running task is about to do (the rest is in the task already), and returns when
  // it may. Inlined, like run(): after a change of stacks the processor guesses wrong where each
  // function returns to, so there should be few.
  [[gnu::always_inline]] void announce(OperationKind operation, Standing standing, Address place,
                                       MemoryOrder order = MemoryOrder::sequential) {
    Task& task = *running;
    if (section_ != nullptr) [[unlikely]]
      refuse_in_section(place);
    task.operation = operation;
    task.standing = standing;
    task.place = place;
    task.order = order;
    if (records_calls_) [[unlikely]]
      record_calls(task);
    if (program_.options.unroll != 0) [[unlikely]]
      count_visit(task, place);
    task.spin_place = 0;
    if (operation != OperationKind::read) task.useless.clear();
    if (changes_something(operation)) task.forget_repetitions();
    task.idle_place = 0;
    if (!replayed_.empty() && goes_on_in_replay(task)) return;
    leave_fiber(task.fiber);
    while (wanted_frames_ != nullptr) [[unlikely]] show_frames(task);
    if (debugger_ != nullptr) [[unlikely]]
      show_step();
  }
  // The running task goes on: a debugger may want to look at it.
  void show_step();

  // The running task has failed and never goes on. REQUIRES, here and below: OutsideProgram, since
  // the words must not lie in the program's heap.
  [[noreturn]] void fail(FailureKind kind, std::string message, std::string note, Address place);
  // The same from a handler of signals: the fiber goes on in abandon().
  void note_failure(FailureKind kind, std::string message, std::string note, Address place);
  [[noreturn]] void abandon();
  [[noreturn]] void stop_at_assume(Address place);
  // All accesses between the two are one event.
  void begin_section(Address place);
  void end_section();
  [[noreturn]] void end_running_task(void* result);
  [[noreturn]] void run_main_function();
  // The ends of a program (exits.cpp).
  void register_exit(const ExitHandler& handler, bool is_quick, Address place);
  [[noreturn]] void exit_process(HowToExit how, int status, Address place);

  void allocated(void* block) {
    if (looks_at_blocks_) [[unlikely]]
      note_allocation(reinterpret_cast<Address>(block));
  }
  void freed(void* block) {
    if (shows_caller_locations_) [[unlikely]]
      note_release(reinterpret_cast<Address>(block));
  }

  // True: the operation on it is an event.
  [[nodiscard]] bool touch(Synchroniser& synchroniser);
  [[nodiscard]] Synchroniser& synchroniser(Address address, Synchroniser::Kind kind);
  // An internal number: its value in this execution, and what it is if nobody has set it.
  std::int64_t& value_of(Synchroniser& number, std::int64_t at_first = 0);
  using Change = std::int64_t (*)(std::int64_t value, std::int64_t operand);
  // Replaces the value, in one event. REQUIRES, here and below: value_of() was called.
  void update_number(Synchroniser& number, Change change, std::int64_t operand, Address place,
                     MemoryOrder order = MemoryOrder::sequential);
  // Blocks until the condition holds for the value, and then replaces it.
  void await_number(Synchroniser& number, Condition condition, Change change, std::int64_t operand,
                    Address place, MemoryOrder order = MemoryOrder::acquire);
  // True if it held, and then the value is replaced; never blocks. Synchronises only then.
  [[nodiscard]] bool try_number(Synchroniser& number, const Condition& condition, Change change,
                                std::int64_t operand, Address place);

  // Read-write locks (read_write_lock.cpp).
  void lock_to_read(Synchroniser& lock, const char* text, Address place);
  void lock_to_write(Synchroniser& lock, const char* text, Address place);
  [[nodiscard]] bool trylock_to_read(Synchroniser& lock, Address place);
  [[nodiscard]] bool trylock_to_write(Synchroniser& lock, Address place);
  void unlock_read_write(Synchroniser& lock, Address place);
  // An event that conflicts with all uses of it; `resets`: afterwards nobody holds it.
  void use_whole_lock(Synchroniser& lock, bool resets, Address place);
  // -1: a writer holds it; else how many readers do.
  [[nodiscard]] std::int64_t holders_of(const Synchroniser& lock) const;

  // One event that looks whether `word` holds `expected`, and if so goes to sleep. False: it did
  // not. A futex is a condition variable without a mutex; the functions below wake its sleepers.
  [[nodiscard]] bool sleep_on_futex(Address word, int expected, Address place);

  // The end of a lock or a condition variable: an event that conflicts with all uses of it.
  void destroy(Synchroniser& synchroniser, Address place);
  // Does a task sleep on the condition variable, or wait for the number?
  [[nodiscard]] bool has_sleepers(Address condition_variable) const;
  [[nodiscard]] bool has_waiters(const Synchroniser& number) const;

  // What the next event of the running task is called: "unlock_shared({})". Only for those who want
  // to read about it; without that it is an update of a number.
  void call_next_event(const char* call) {
    if (shows_caller_locations_) [[unlikely]]
      note_call({running->id, running->events}, call);
  }
  // The event that was made last turns out to be that.
  void call_last_event(const char* call) {
    if (shows_caller_locations_) [[unlikely]]
      note_call({running->id, running->events - 1}, call);
  }
  // A task has got a lock, and gives it back: noted for those who want to read about it.
  void took(const Synchroniser& lock, bool is_shared, Address place) {
    if (shows_caller_locations_) [[unlikely]]
      note_taken(lock, is_shared, place);
  }
  void gives_back(const Synchroniser& lock) {
    if (shows_caller_locations_) [[unlikely]]
      note_given_back(lock);
  }

  void lock(Mutex* mutex, Address place);
  [[nodiscard]] bool trylock(Mutex* mutex, Address place);
  // Has this attempt failed before, with nothing done since, and nothing remembered (spin.cpp)?
  [[nodiscard]] bool repeats_attempt(Address object, Address place);
  void attempt_failed(Address object, Address place);
  void unlock(Mutex* mutex, Address place);
  void wait(Address condition_variable, Mutex* mutex, Address place);
  // How many they woke.
  std::uint32_t signal(Address condition_variable, Address place);
  std::uint32_t broadcast(Address condition_variable, Address place);
  [[nodiscard]] Task* spawn(void* (*code)(void*), void* argument, Address place);
  void join(Task& other, Address place);
  [[nodiscard]] std::uint32_t choose(std::uint32_t count, Address place);
  // Does this wait end without a signal?
  [[nodiscard]] bool wakes_spuriously(Address place);
  // Is it worth trying that this wait ends by time, or does that only lead here again (spin.cpp)?
  [[nodiscard]] bool may_time_out(Address place);
  // Made known at its first use.
  [[nodiscard]] Handler& handler_at(Address address, const char* name, Discipline discipline);
  // `drop` is called instead of `code` if the handler has quit; it may be null.
  void post(Handler& handler, void (*code)(void*), void (*drop)(void*), void* argument,
            Address place);
  [[noreturn]] void fail_post(const Handler& handler, Address place);
  void quit(Handler& handler, Address place);
  // The running message begins: was its handler told to quit?
  [[nodiscard]] bool is_dropped();
  void join(Handler& handler, Address place);
  [[nodiscard]] Task* task_of(std::uint32_t id) {
    return id < tasks_.size() && tasks_[id] != nullptr && tasks_[id]->exists ? tasks_[id].get()
                                                                             : nullptr;
  }
  [[nodiscard]] const Task& current_task() const { return *current_; }
  [[nodiscard]] bool is_quiet() const { return is_quiet_; }
  [[nodiscard]] Keys& keys() { return keys_; }

 private:
  // True: it is an event.
  [[gnu::always_inline]] bool wait_for_access(Address address, std::size_t size,
                                              OperationKind operation, Address place,
                                              MemoryOrder order) {
    Task& task = *running;
    task.useless_before_update = 0;
    task.stack_now = 0;
    const bool writes = operation != OperationKind::read;
    Cell* const cell = address % 8 + size <= 8 ? cells_.find(address, size) : nullptr;
    if (cell != nullptr && task.early_write == 0) [[likely]] {
      if (!cell->visible) {
        if (cell->touch(task.id, writes)) cells_.set_news(*cell);
        if (!writes)
          notice_private_read(task, place, address, size);  // others may run: no cell after this
        else if (operation == OperationKind::write && !is_on_own_stack(task, address))
          task.forget_loops();
        return false;
      }
      task.object = cell->object;
      task.accesses = writes ? cell->write : cell->read;
      task.address = address;
      task.size = static_cast<std::uint32_t>(size);
      task.value = nullptr;
      if (task.useless.count() != 0 && operation != OperationKind::write) {
        const std::uint32_t circle = task.useless.circle_to(place, address);
        if (circle != 0 && waits_for_change(task, *cell, circle, place, order)) return true;
        task.useless_before_update = task.useless.count();
      }
      announce(operation, Standing::ready, place, order);
      if (!writes) {
        remember_useless(task, place, address, task.size);
        clean_stack();
      }
      return true;
    }
    const bool is_on_stack = is_on_own_stack(task, address);
    if (writes && !is_on_stack) task.forget_repetitions();
    const bool is_event = access_slowly(address, size, operation, place, order);
    if (is_event || (writes && !is_on_stack)) task.forget_spinning();
    return is_event;
  }
  // In a replay, most tasks go on with what comes next: then nobody need leave his fiber. Only
  // operations that touch nothing but memory, and only if they are what was recorded; all else,
  // and what differs, is a matter for step().
  [[nodiscard]] bool goes_on_in_replay(Task& task) {
    const Event& next = replayed_.front();
    if (next.task != task.id || next.operation != task.operation || next.object != task.object ||
        !places_.is_lately(task.place, next.location))
      return false;
    if (task.time_outs.place != 0 || task.spurious.place != 0) return false;  // step() counts them
    switch (task.operation) {
      case OperationKind::read:
      case OperationKind::update:
        if ((task.value != nullptr ? *task.value : value_in(task.address, task.size)) !=
            next.read_value)
          return false;
        break;
      case OperationKind::write:
        break;
      case OperationKind::lock:
        if (task.mutex->owner != 0) return false;
        task.mutex->owner = task.id.value + 1;
        task.mutex->depth = 1;
        break;
      case OperationKind::unlock:
        task.mutex->owner = 0;
        break;
      default:
        return false;
    }
    replayed_ = replayed_.subspan(1);
    ++events_;
    ++task.events;
    task.fences = {};
    task.succeeded = true;
    return true;
  }
  // Loops that only read (spin.cpp). They may write to their own stack, which is compared: so does
  // C's atomic_load at -O0.
  [[nodiscard]] static bool is_on_own_stack(const Task& task, Address address) {
    return address - slot_of_task(task.id.value) <
           task.fiber.stack_top - slot_of_task(task.id.value);
  }
  [[nodiscard]] bool waits_for_change(Task& task, const Cell& cell, std::uint32_t circle,
                                      Address place, MemoryOrder order);
  static void remember_useless(Task& task, Address place, Address address, std::uint32_t size) {
    task.useless.add({place, address, size, task.object, value_in(address, size),
                      std::exchange(task.stack_now, 0)});
  }
  // What our own calls leave below the program's frames depends on whether they had to wait; the
  // next calls of the program take it over, in places that they do not set.
  [[gnu::always_inline]] static void clean_stack() {
    asm volatile(
        "pxor %%xmm0, %%xmm0\n\t"
        "movups %%xmm0, -16(%%rsp)\n\t"
        "movups %%xmm0, -32(%%rsp)\n\t"
        "movups %%xmm0, -48(%%rsp)\n\t"
        "movups %%xmm0, -64(%%rsp)\n\t"
        "movups %%xmm0, -80(%%rsp)\n\t"
        "movups %%xmm0, -96(%%rsp)\n\t"
        "movups %%xmm0, -112(%%rsp)\n\t"
        "movups %%xmm0, -128(%%rsp)"
        :
        :
        : "xmm0", "memory");
  }
  void notice_private_read(Task& task, Address place, Address address, std::size_t size) {
    if (task.idle_place != place || task.idle_address != address) {
      task.idle_place = place;
      task.idle_address = address;
      task.idle_count = 0;
      task.idle_hash = 0;  // that of another execution would look the same
    } else if (++task.idle_count >= 1024 && task.idle_count % 1024 < 2) {
      notice_idle_loop(task, address, size);
    }
  }
  void notice_idle_loop(Task& task, Address address, std::size_t size);
  void add_others(Condition& condition, const UselessAccesses& accesses, std::uint32_t count);
  // All but reads, and what a wait with a mutex does to it.
  [[nodiscard]] static constexpr bool changes_something(OperationKind operation) {
    switch (operation) {
      case OperationKind::read:
      case OperationKind::await:
      case OperationKind::lock:
      case OperationKind::unlock:
      case OperationKind::relock:
      case OperationKind::choose:
        return false;
      default:
        return true;
    }
  }
  [[nodiscard]] bool repeats(Repetition& repetition, Address place);
  void remember_initial_values();
  void check_use_of_heap(Address address, std::size_t size, OperationKind operation, Address place);
  bool access_slowly(Address address, std::size_t size, OperationKind operation, Address place,
                     MemoryOrder order);
  static void record_calls(Task& task);
  void show_frames(Task& task);
  void find_frames();
  void find_frame(Address local, std::size_t size = 1);
  void find_member(Task& task);
  [[nodiscard]] std::vector<CallFrame> frames_of(Task& task);
  void note_in_section(Address address, std::size_t size, bool writes);
  void add_to_section(Section& section, const Cells::Hit& hit, Address address, std::size_t size);
  void commit_sections();
  void leave_section();
  [[noreturn]] void refuse_in_section(Address place);
  void count_visit(Task& task, Address place);
  void note_weak_access(Address place);
  void note_call(EventId event, const char* call) {
    const OutsideProgram outside;
    calls_of_events_[event] = call;
  }
  void note_taken(const Synchroniser& lock, bool is_shared, Address place);
  static void note_given_back(const Synchroniser& lock);
  void note_allocation(Address block);
  static void note_release(Address block);
  [[nodiscard]] LocationId location_of(Task& task) {
    return shows_caller_locations_ ? own_location_of(task) : places_.location(task.place);
  }
  [[nodiscard]] LocationId own_location_of(Task& task);
  [[nodiscard]] LocationId location_of_failure(Address place);

  [[nodiscard]] Task& begin_task(TaskId id);
  [[nodiscard]] Task& create(Task& creator, Address code, HandlerId handler);
  void add_live(Task& task);
  void end_task(Task& task);
  [[gnu::always_inline]] void run(Task& task) {
    running = current_ = &task;
    enter_fiber(task.fiber);
    running = nullptr;
    if (section_ != nullptr) [[unlikely]]
      leave_section();  // in which the task was stopped
  }
  [[nodiscard]] bool can_go_on(const Task& task, std::uint32_t value) const;
  [[nodiscard]] bool can_start(const Task& task) const;
  [[nodiscard]] bool can_be_woken(const Task& signaller, std::uint32_t value) const;
  void add_alternatives(const Task& task);
  [[nodiscard]] bool execute(Task& task);  // true: the task goes on
  void learn(const std::string& fact);
  void learn_section(const std::string& fact);
  void add_handler(Handler& handler, Address address, const char* name, Discipline discipline);
  void fall_asleep(Task& task);
  [[nodiscard]] bool finds_futex_changed(Task& task);
  void wake(Task& sleeper);
  std::uint32_t notify(OperationKind operation, Standing standing, Address condition_variable,
                       Address place);
  void start_thread(Task& creator);
  void deliver(Task& creator);
  void start_message(Task& message);
  [[nodiscard]] AccessListId accesses_of_post(const Handler& handler) const;
  void stand_before_lock(Task& task, Mutex* mutex, const Synchroniser& lock);
  void stand_before_number(Task& task, Synchroniser& number);
  void stand_before_await(Task& task, const Condition& condition);
  [[nodiscard]] std::int64_t awaited_value(const Task& task) const;
  [[nodiscard]] static bool has_other_change(const Task& task);
  [[nodiscard]] bool touch_to_read(Synchroniser& lock);
  [[nodiscard]] Synchroniser& part_for(Synchroniser& lock, TaskId task);
  void add_part(Synchroniser& part);
  [[nodiscard]] AccessListId accesses_of_reader(const Synchroniser& lock, const Synchroniser& part);
  [[nodiscard]] AccessListId accesses_of_writer(const Synchroniser& lock, AccessKind of_parts);
  void learn_awaited(Synchroniser& synchroniser);
  static void run_handlers(std::vector<ExitHandler>& handlers);
  static void run_thread_local_destructors(Task& task);
  void run_thread_exits(Task& task);
  [[noreturn]] void finish_running_task(void* result);
  void order_exits(Address place);
  void run_exit_handlers();
  // Returns if the status is that of a success, or may be any.
  void check_status(int status, Address place);
  void end_main();
  void run_after_all_tasks();
  void learn_from_deadlock();
  void need_tasks(const char* what, Address place);
  // What happens before the first task is created is not an event but part of the initial state.
  void keep_as_initial(Synchroniser& number) const {
    if (is_quiet_ && !exits_.is_after_all_tasks) number.initial = number.value;
  }
  void stand_before_change(Synchroniser& number, Address place);

  Registry& registry_;
  ProgramToRun program_;
  Image image_;
  MemoryNames names_;
  Cells cells_;
  Places places_;
  OwnPlaces own_places_;
  std::vector<std::unique_ptr<Task>> tasks_;  // by id
  Task* current_ = nullptr;                   // the task whose fiber was entered
  std::span<const Event> replayed_;           // what comes next, in a replay
  std::vector<Task*> created_;                // in this execution
  std::vector<Task*> live_;                   // sorted by id
  std::unordered_map<Address, std::unique_ptr<Synchroniser>> synchronisers_[3];  // by kind
  std::unordered_map<ObjectId, Synchroniser*> numbers_;
  std::unordered_map<Address, std::unique_ptr<Handler>> handlers_;
  std::map<Address, Section> sections_;  // by the place where they begin
  Section* section_ = nullptr;           // that is running
  std::uint32_t section_depth_ = 0;      // how many others have begun in it
  std::vector<Condition> conditions_;
  std::unordered_map<ObjectId, std::int64_t> initial_values_;  // of visible cells
  bool has_initial_values_ = false;
  std::vector<Failure> failures_;
  std::vector<Choice> enabled_;
  Event event_;
  std::uint64_t execution_ = 0;  // number of restarts
  Position events_ = 0;
  bool enabled_known_ = false;
  bool is_quiet_ = true;  // main has not created a task yet
  bool synchronisers_have_news_ = false;
  bool is_knowledge_fixed_ = false;  // by use_knowledge()
  bool records_calls_ = false;
  bool shows_caller_locations_ = false;
  bool looks_at_blocks_ = false;  // that are allocated
  // Where a fiber is to leave the calls that it stands in, instead of going on.
  std::vector<CallFrame>* wanted_frames_ = nullptr;
  bool is_cut_ = false;  // a task of this execution was stopped in a loop
  std::vector<Address> weak_access_;
  // Walks through the stack take time. Libraries that have not shown an own access until then will
  // hardly be followed by one.
  std::uint32_t weak_accesses_to_look_at_ = 10'000;
  std::map<EventId, const char*> calls_of_events_;  // of this execution
  char** argv_ = nullptr;
  Keys keys_;
  Keys startup_keys_;
  Exits exits_;
  Debugger* debugger_ = nullptr;
  Address watched_block_ = 0;
  std::vector<Address> calls_to_watched_block_;
};

// The one runtime of this process; null before the checker has started.
extern constinit Runtime* runtime;

}  // namespace mazurka::native
