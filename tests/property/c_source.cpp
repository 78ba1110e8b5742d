#include "property/c_source.h"

#include <vector>

#include <fmt/format.h>

#include "property/random_bits.h"
#include "property/scope.h"
#include "property/source_printer.h"
#include "property/traverse.h"

namespace mazurka::property {
namespace {

// keep() makes every value that is read observable; otherwise an optimiser could remove the read,
// or merge two comparisons of one variable into one.
constexpr std::string_view c_head = R"(#include <assert.h>
#include <mazurka/mazurka.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
static inline int keep(int value) {
  __asm__ volatile("" : "+r"(value));
  return value;
}
static int cas(int* place, int expected, int desired) {
  return __atomic_compare_exchange_n(place, &expected, desired, 0, __ATOMIC_SEQ_CST,
                                     __ATOMIC_SEQ_CST);
}
)";

// What a receive takes: the tags whose bits are set in wanted[0]; a number only if it compares with
// wanted[2] as wanted[1] says.
constexpr std::string_view messages_head =
    R"(static int matches(int tag, void* pointer, void* argument) {
  const int* wanted = (const int*)argument;
  const int value = (int)(intptr_t)pointer;
  if ((wanted[0] & (1 << tag)) == 0) return 0;
  if (tag != 0) return 1;
  switch (wanted[1]) {
    case 1: return value == wanted[2];
    case 2: return value != wanted[2];
    case 3: return value >= wanted[2];
    case 4: return value < wanted[2];
    case 5: return wanted[2];
    case 6: return value;
  }
  return 1;
}
)";

constexpr std::string_view cpp_head = R"(#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <mazurka/mazurka.hpp>
#include <mutex>
#include <thread>
static inline int keep(int value) {
  __asm__ volatile("" : "+r"(value));
  return value;
}
static int cas(int* place, int expected, int desired) {
  return __atomic_compare_exchange_n(place, &expected, desired, 0, __ATOMIC_SEQ_CST,
                                     __ATOMIC_SEQ_CST);
}
static int cas(std::atomic<int>* place, int expected, int desired) {
  return place->compare_exchange_strong(expected, desired);
}
static void wait(std::condition_variable& condition, std::mutex& mutex) {
  std::unique_lock<std::mutex> lock(mutex, std::adopt_lock);
  condition.wait(lock);
  lock.release();
}
struct Thread {  // may be left alone
  template <class... Arguments>
  explicit Thread(Arguments... arguments) : thread(arguments...) {}
  ~Thread() { if (thread.joinable()) thread.detach(); }
  std::thread thread;
};
)";

enum class LockKind : std::uint8_t { mutex, semaphore, spinlock, rwlock };

// Returns whether the block needs the lock to be a mutex. Other locks cannot be used with condition
// variables, and two failed attempts to acquire one of them conflict, because they are updates,
// whereas two failed trylocks of a mutex do not.
bool needs_mutex(const Block& block, int lock) {
  bool needed = false;
  for_each_statement(block, [&](const Statement& s) {
    if (waits(s)) needed |= s.names[1].index == lock;
    if (s.kind == StatementKind::try_section) needed |= s.names[0].index == lock;
  });
  return needed;
}

class CPrinter final : public SourcePrinter {
 public:
  CPrinter(const CProgram& written, std::size_t number, Dialect dialect)
      : SourcePrinter(written.program), number_(number), dialect_(dialect), bits_(written.seed) {
    for (std::size_t i = 0; i < program().variables.size(); ++i)
      atomic_.push_back(bits_.percent(50));
    for (int i = 0; i < program().locks; ++i) lock_kinds_.push_back(kind_of_lock(i));
    main_is_thread_ = bits_.percent(50);
    for (const Task& task : program().tasks) uses_mailboxes_ |= uses_mailbox(task);
  }

  std::string print() {
    declare();
    for (std::size_t i = 0; i < program().tasks.size(); ++i) line(head(static_cast<int>(i)) + ";");
    for (std::size_t i = 0; i < program().tasks.size(); ++i) print_task(static_cast<int>(i));
    print_main();
    print_reader();
    return text();
  }

 private:
  [[nodiscard]] bool is_c() const { return dialect_ == Dialect::c; }

  // Formats `parts` with the format string of the dialect.
  template <class... Parts>
  [[nodiscard]] std::string say(std::string_view in_c, std::string_view in_cpp,
                                const Parts&... parts) const {
    return fmt::vformat(is_c() ? in_c : in_cpp, fmt::make_format_args(parts...));
  }

  LockKind kind_of_lock(int lock) {
    const auto kind = static_cast<LockKind>(bits_.below(6) % 4);
    if (!is_c()) return LockKind::mutex;
    for (const Task& task : program().tasks)
      if (needs_mutex(task.body, lock)) return LockKind::mutex;
    return kind;
  }

  // --- Declarations ------------------------------------------------------------------------------

  void declare() {
    for (std::size_t i = 0; i < program().variables.size(); ++i) declare_variable(i);
    for (int i = 0; i < program().locks; ++i) line(declaration_of_lock(i));
    for (int i = 0; i < program().conditions; ++i)
      line(say("static pthread_cond_t {} = PTHREAD_COND_INITIALIZER;",
               "static std::condition_variable& {} = *new std::condition_variable;",
               name({Sort::condition, i})));
    for (std::size_t i = 0; i < program().tasks.size(); ++i)
      if (program().tasks[i].kind == TaskKind::thread)
        line(fmt::format("static mz_mailbox* {};", mailbox_of(static_cast<int>(i))));
    for (std::size_t i = 0; i < program().fifo.size(); ++i)
      line(fmt::format("static {}* {};", is_c() ? "mz_handler" : "mazurka::handler",
                       name({Sort::handler, static_cast<int>(i)})));
  }

  void declare_variable(std::size_t index) {
    const Variable& variable = program().variables[index];
    std::string initial = fmt::format("{}", variable.initial);
    if (variable.size > 0) {
      std::string all = initial;
      for (int i = 1; i < variable.size; ++i) all += ", " + initial;
      initial = "{" + all + "}";
    } else if (!is_c()) {
      initial = "{" + initial + "}";
    }
    line(fmt::format("static {} {}{}{}{};", !is_c() && atomic_[index] ? "std::atomic<int>" : "int",
                     name({Sort::variable, static_cast<int>(index)}),
                     variable.size > 0 ? fmt::format("[{}]", variable.size) : "",
                     is_c() ? " = " : "", initial));
  }

  [[nodiscard]] LockKind lock_kind(int lock) const {
    return lock_kinds_[static_cast<std::size_t>(lock)];
  }

  [[nodiscard]] std::string declaration_of_lock(int lock) const {
    const std::string it = name({Sort::lock, lock});
    if (!is_c()) return "static std::mutex " + it + ";";
    switch (lock_kind(lock)) {
      case LockKind::mutex:
        return "static pthread_mutex_t " + it + " = PTHREAD_MUTEX_INITIALIZER;";
      case LockKind::semaphore:
        return "static sem_t " + it + ";";
      case LockKind::spinlock:
        return "static pthread_spinlock_t " + it + ";";
      case LockKind::rwlock:
        return "static pthread_rwlock_t " + it + " = PTHREAD_RWLOCK_INITIALIZER;";
    }
    return {};
  }

  [[nodiscard]] std::string head(int index) const {
    const Task& task = task_at(index);
    const std::string it = name({Sort::task, index});
    if (task.kind == TaskKind::procedure)
      return fmt::format("static int {}(mz_mailbox* self{})", it,
                         task.parameters > 0 ? ", int r0" : "");
    if (!is_c()) return fmt::format("static void {}({})", it, task.parameters > 0 ? "int r0" : "");
    return task.kind == TaskKind::message ? fmt::format("static void {}(void* argument)", it)
                                          : fmt::format("static void* {}(void* argument)", it);
  }

  void print_task(int index) {
    const Task& task = task_at(index);
    open(head(index));
    if (task.kind == TaskKind::procedure) {
      print_block(task.body);
      line("return 0;");
      return close();
    }
    if (is_c() && task.parameters > 0) line("int r0 = (int)(intptr_t)argument;");
    if (has_mailbox(task))
      line(fmt::format("mz_mailbox* self = {};", task.kind == TaskKind::thread
                                                     ? mailbox_of(index)
                                                     : "mz_mailbox_create(\"self\")"));
    print_block(task.body);
    if (is_c() && task.kind != TaskKind::message) line("return NULL;");
    close();
  }

  void print_main() {
    open(fmt::format("static void p{}_main(void)", number_));
    for (int i = 0; i < program().locks; ++i) {
      const std::string it = name({Sort::lock, i});
      if (lock_kind(i) == LockKind::semaphore) line("sem_init(&" + it + ", 0, 1);");
      if (lock_kind(i) == LockKind::spinlock)
        line("pthread_spin_init(&" + it + ", PTHREAD_PROCESS_PRIVATE);");
    }
    for (std::size_t i = 0; i < program().fifo.size(); ++i) create_handler(i);
    for (std::size_t i = 0; i < program().tasks.size(); ++i)
      if (program().tasks[i].kind == TaskKind::thread)
        line(fmt::format("{0} = mz_mailbox_create(\"{0}\");", mailbox_of(static_cast<int>(i))));
    int first = -1;  // the thread that main runs itself; -1 if it runs none
    for (std::size_t i = 0; i < program().tasks.size(); ++i) {
      if (program().tasks[i].kind != TaskKind::thread) continue;
      if (first < 0 && main_is_thread_)
        first = static_cast<int>(i);
      else
        start_thread(static_cast<int>(i), "", "");
    }
    if (first >= 0) line(name({Sort::task, first}) + (is_c() ? "(NULL);" : "();"));
    close();
  }

  // Prints a function that reads all variables. It is never called, but without it the compiler
  // could remove writes to variables that no code reads.
  void print_reader() {
    open(fmt::format("void p{}_read_all(void)", number_));
    for (std::size_t i = 0; i < program().variables.size(); ++i)
      line(fmt::format("keep({}{});", name({Sort::variable, static_cast<int>(i)}),
                       program().variables[i].size > 0 ? "[0]" : ""));
    close();
  }

  void create_handler(std::size_t index) {
    const std::string it = name({Sort::handler, static_cast<int>(index)});
    const bool fifo = program().fifo[index];
    line(is_c() ? fmt::format("{0} = mz_handler_create(\"{0}\", {1});", it,
                              fifo ? "MZ_FIFO" : "MZ_MULTISET")
                : fmt::format("{0} = new mazurka::handler(\"{0}\", {1});", it,
                              fifo ? "mazurka::fifo" : "mazurka::multiset"));
  }

  // --- Statements --------------------------------------------------------------------------------

  void print_statement(const Statement& s) override {
    switch (s.kind) {
      case StatementKind::branch:
        return print_branch("if (keep(" + top(s, 0) + "))", s, {});
      case StatementKind::repeat:
        return print_loop(
            fmt::format("for (int {0} = 0; {0} < {1}; {0} = {0} + 1)", named(s, 0), s.value),
            s.body);
      case StatementKind::poll:
        return print_poll(s);
      case StatementKind::section:
        line(locked(s));
        print_block(s.body);
        if (s.value != 1) line(unlocked(s));
        return;
      case StatementKind::try_section:
        return print_branch(
            say("if (pthread_mutex_trylock(&{}) == 0)", "if ({}.try_lock())", named(s, 0)), s,
            s.value == 1 ? "" : unlocked(s));
      case StatementKind::wait_while:
        return line("while (keep(" + top(s, 0) + ")) " + wait(s));
      case StatementKind::spawn:
        return start_thread(s.names[0].index, s.names.size() > 1 ? named(s, 1) : "",
                            s.operands.empty() ? "" : top(s, 0));
      case StatementKind::post:
        return post(s);
      case StatementKind::receive:
        return receive(s);
      default:
        return line(simple(s));
    }
  }

  std::string simple(const Statement& s) {
    switch (s.kind) {
      case StatementKind::let:
        return fmt::format("int {} = keep({});", named(s, 0), top(s, 0));
      case StatementKind::write:
        return store(s.operands[0], top(s, 1));
      case StatementKind::join:
        return say("pthread_join({}, NULL);", "{}.thread.join();", named(s, 0));
      case StatementKind::send:
        return fmt::format("mz_send({}, {}, {});", mailbox_of(s.names[0].index), s.value,
                           s.value == tag_number  ? "(void*)(intptr_t)(" + top(s, 0) + ")"
                           : s.value == tag_plain ? "0"
                                                  : "self");
      case StatementKind::call:
        return fmt::format("{}{}({}{});", s.names.size() > 1 ? "int " + named(s, 1) + " = " : "",
                           named(s, 0), uses_mailboxes_ ? "self" : "0",
                           s.operands.empty() ? "" : ", " + top(s, 0));
      case StatementKind::recurse:
        return fmt::format("if (r0 > 0) {}(self, r0 - 1);", named(s, 0));
      case StatementKind::give:
        return fmt::format("return {};", top(s, 0));
      case StatementKind::wait:
        return wait(s);
      case StatementKind::signal:
        return say("pthread_cond_signal(&{});", "{}.notify_one();", named(s, 0));
      case StatementKind::broadcast:
        return say("pthread_cond_broadcast(&{});", "{}.notify_all();", named(s, 0));
      case StatementKind::arrive:
        return "static_assert(false);";  // only in models
      case StatementKind::assertion:
        return fmt::format("assert({});", top(s, 0));
      case StatementKind::assume:
        return fmt::format("mz_assume({});", top(s, 0));
      default:
        return "#error not in C";
    }
  }

  void print_poll(const Statement& s) {
    const std::string counter = named(s, 0);
    line(fmt::format("int {} = 0;", counter));
    open(fmt::format("while ({} < {} && keep({}))", counter, s.value, top(s, 0)));
    line(fmt::format("{0} = {0} + 1;", counter));
    print_block(s.body);
    close();
  }

  std::string locked(const Statement& s) const {
    if (!is_c()) return named(s, 0) + ".lock();";
    switch (lock_kind(s.names[0].index)) {
      case LockKind::mutex:
        return fmt::format("pthread_mutex_lock(&{});", named(s, 0));
      case LockKind::semaphore:
        return fmt::format("sem_wait(&{});", named(s, 0));
      case LockKind::spinlock:
        return fmt::format("pthread_spin_lock(&{});", named(s, 0));
      case LockKind::rwlock:
        return fmt::format("pthread_rwlock_wrlock(&{});", named(s, 0));
    }
    return {};
  }

  std::string unlocked(const Statement& s) const {
    if (!is_c()) return named(s, 0) + ".unlock();";
    switch (lock_kind(s.names[0].index)) {
      case LockKind::mutex:
        return fmt::format("pthread_mutex_unlock(&{});", named(s, 0));
      case LockKind::semaphore:
        return fmt::format("sem_post(&{});", named(s, 0));
      case LockKind::spinlock:
        return fmt::format("pthread_spin_unlock(&{});", named(s, 0));
      case LockKind::rwlock:
        return fmt::format("pthread_rwlock_unlock(&{});", named(s, 0));
    }
    return {};
  }

  std::string wait(const Statement& s) const {
    return say("pthread_cond_wait(&{}, &{});", "wait({}, {});", named(s, 0), named(s, 1));
  }

  // Creates a thread; `handle` and `argument` may be empty.
  void start_thread(int task, const std::string& handle, const std::string& argument) {
    const std::string it = name({Sort::task, task});
    if (!is_c()) {
      const std::string arguments = argument.empty() ? it : it + ", " + argument;
      return line(handle.empty() ? fmt::format("std::thread({}).detach();", arguments)
                                 : fmt::format("Thread {}({});", handle, arguments));
    }
    const std::string pointer = argument.empty() ? "NULL" : "(void*)(intptr_t)(" + argument + ")";
    const std::string variable = handle.empty() ? "handle" : handle;
    const std::string call =
        fmt::format("pthread_t {0}; pthread_create(&{0}, NULL, {1}, {2});", variable, it, pointer);
    line(handle.empty() ? "{ " + call + " }" : call);
  }

  void post(const Statement& s) {
    const std::string argument = s.operands.empty() ? "" : top(s, 0);
    const std::string later = (s.value & is_delayed) != 0 ? "_delayed" : "";
    if (is_c())
      return line(fmt::format("mz_post{}({}, {}, {});", later, named(s, 1), named(s, 0),
                              argument.empty() ? "NULL" : "(void*)(intptr_t)(" + argument + ")"));
    if (argument.empty())
      return line(fmt::format("{}->post{}({});", named(s, 1), later, named(s, 0)));
    line(fmt::format("{{ int argument = {}; {}->post{}([argument] {{ {}(argument); }}); }}",
                     argument, named(s, 1), later, named(s, 0)));
  }

  [[nodiscard]] std::string mailbox_of(int task) const {
    return fmt::format("p{}_box{}", number_, task);
  }
  // Procedures use the mailbox of their task.
  [[nodiscard]] bool has_mailbox(const Task& task) const {
    bool calls_one = false;
    for_each_statement(task.body, [&](const Statement& s) { calls_one |= calls(s); });
    return uses_mailbox(task) || (uses_mailboxes_ && calls_one);
  }
  [[nodiscard]] static bool uses_mailbox(const Task& task) {
    bool result = false;
    for_each_statement(task.body, [&](const Statement& s) {
      result |= s.kind == StatementKind::receive ||
                (s.kind == StatementKind::send && s.value == tag_sender);
    });
    return result;
  }

  // Returns the two numbers by which matches() in messages_head knows the guard.
  [[nodiscard]] std::string guard_of(const Statement& s) {
    if (s.operands.empty()) return "0, 0";
    const Expression& guard = s.operands[0];
    const auto is_number = [&](const Expression& e) {
      return e.kind == ExpressionKind::reg && e.name == s.names[0];
    };
    if (is_number(guard)) return "6, 0";
    if (guard.kind != ExpressionKind::binary || !is_number(guard.operands[0]))
      return "5, " + print(guard);
    const int op = guard.op == "==" ? 1 : guard.op == "!=" ? 2 : guard.op == ">=" ? 3 : 4;
    return fmt::format("{}, {}", op, print(guard.operands[1]));
  }

  void receive(const Statement& s) {
    open("");
    line(fmt::format("int wanted[3] = {{{}, {}}};", s.value & ~has_after, guard_of(s)));
    line("mz_message message;");
    const bool waits = (s.value & has_after) == 0;
    if (waits) line("message = mz_receive(self, matches, wanted);");
    open(waits ? "" : "if (mz_try_receive(self, matches, wanted, &message))");
    open("if (message.tag == 0)");
    line(fmt::format("int {} = (int)(intptr_t)message.pointer;", named(s, 0)));
    print_block(s.body);
    close();
    line("if (message.tag == 2) mz_send((mz_mailbox*)message.pointer, 1, 0);");
    close();
    if (!waits) {
      open("else");
      print_block(s.otherwise);
      close();
    }
    close();
  }

  // --- Expressions -------------------------------------------------------------------------------

  [[nodiscard]] bool is_atomic(const Expression& variable) const {
    return atomic_[static_cast<std::size_t>(variable.name.index)];
  }
  [[nodiscard]] bool is_std_atomic(const Expression& variable) const {
    return !is_c() && is_atomic(variable);
  }

  std::string place(const Expression& e) {
    return name(e.name) + (e.operands.empty() ? "" : "[" + print(e.operands[0]) + "]");
  }

  std::string load(const Expression& e) {
    if (!is_atomic(e)) return "keep(" + place(e) + ")";
    if (is_std_atomic(e)) return place(e) + ".load()";
    return fmt::format("__atomic_load_n(&{}, __ATOMIC_{})", place(e),
                       bits_.percent(50) ? "SEQ_CST" : "ACQUIRE");
  }

  std::string store(const Expression& e, const std::string& value) {
    if (!is_atomic(e)) return fmt::format("{} = {};", place(e), value);
    if (is_std_atomic(e)) return fmt::format("{}.store({});", place(e), value);
    return fmt::format("__atomic_store_n(&{}, {}, __ATOMIC_{});", place(e), value,
                       bits_.percent(50) ? "SEQ_CST" : "RELEASE");
  }

  std::string update(const Expression& e, std::string_view verb) {
    const Expression& variable = e.operands[0];
    if (is_std_atomic(variable))
      return fmt::format("{}.{}({})", place(variable), verb, print(e.operands[1]));
    return fmt::format("__atomic_{}{}(&{}, {}, __ATOMIC_SEQ_CST)", verb,
                       verb == "exchange" ? "_n" : "", place(variable), print(e.operands[1]));
  }

  std::string print(const Expression& e) {
    switch (e.kind) {
      case ExpressionKind::constant:
        return fmt::format("{}", e.value);
      case ExpressionKind::reg:
        return name(e.name);
      case ExpressionKind::variable:
        return load(e);
      case ExpressionKind::binary:
        return binary(e);
      case ExpressionKind::fetch_add:
        return update(e, "fetch_add");
      case ExpressionKind::exchange:
        return update(e, "exchange");
      case ExpressionKind::cas:
        return fmt::format("cas(&{}, {}, {})", place(e.operands[0]), print(e.operands[1]),
                           print(e.operands[2]));
      case ExpressionKind::choose:
        return fmt::format("mz_choose({})", e.value);
    }
    return {};
  }

  // C leaves the order of evaluation of operands unspecified; models evaluate the left one first.
  std::string binary(const Expression& e) {
    const std::string left = print(e.operands[0]);
    const std::string right = print(e.operands[1]);
    if (e.op == "&&" || e.op == "||") return fmt::format("(({}) {} ({}))", left, e.op, right);
    if (e.operands[1].kind == ExpressionKind::constant)
      return fmt::format("({} {} {})", left, e.op, right);
    return fmt::format("({{ int left = {}; int right = {}; left {} right; }})", left, right, e.op);
  }

  std::string top(const Statement& s, std::size_t i) { return print(s.operands[i]); }

  [[nodiscard]] std::string name(Name name) const override {
    if (name.sort == Sort::reg) return fmt::format("r{}", name.index);
    return fmt::format("p{}_{}{}", number_, "xlcht"[static_cast<int>(name.sort)], name.index);
  }

  std::size_t number_;
  Dialect dialect_;
  RandomBits bits_;
  std::vector<bool> atomic_;
  std::vector<LockKind> lock_kinds_;
  bool main_is_thread_ = false;
  bool uses_mailboxes_ = false;
};

}  // namespace

std::string to_c_source(std::span<const CProgram> programs, Dialect dialect) {
  std::string text(dialect == Dialect::c ? c_head : cpp_head);
  text += messages_head;
  std::string cases;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    text += "\n" + CPrinter(programs[i], i, dialect).print();
    cases += fmt::format("    case {0}: p{0}_main(); return 0;\n", i);
  }
  return text +
         "\nint main(int count, char** arguments) {\n"
         "  switch (count > 1 ? atoi(arguments[1]) : 0) {\n" +
         cases + "  }\n  return 1;\n}\n";
}

}  // namespace mazurka::property
