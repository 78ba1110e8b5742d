// Failures that the program raises itself: abort, assert, uncaught exceptions.
#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>
#include <dlfcn.h>
#include <exception>
#include <memory>
#include <string>
#include <typeinfo>
#include <unistd.h>
#include <vector>

#include "program/native/debug_info/caller_frames.h"
#include "program/native/debug_info/stack_walk.h"
#include "program/native/platform/export.h"
#include "program/native/platform/real_call.h"
#include "program/native/process/running.h"
#include "program/native/schedule/runtime.h"

using namespace mazurka;
using namespace mazurka::native;

#define PLACE MAZURKA_PLACE

namespace {

// Returns a symbol of the program's C++ library, not of the one that the checker is linked with;
// null if the program has none.
template <class Function>
Function of_program(const char* name) {
  const OutsideProgram outside;
  return reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
}

const std::type_info* type_of_exception() {
  using Type = const std::type_info* (*)();
  static const auto current = of_program<Type>("__cxa_current_exception_type");
  return current != nullptr ? current() : nullptr;
}

// Returns what() of the current exception if its type derives from std::exception, otherwise null.
// what() may be a function of the program.
const char* words_of_exception(const std::type_info& type) {
  using Current = void (*)(void** object);  // std::exception_ptr is returned by hidden reference
  static const auto current = of_program<Current>("_ZSt17current_exceptionv");
  static const auto* const standard = of_program<const std::type_info*>("_ZTISt9exception");
  void* object = nullptr;
  if (current == nullptr || standard == nullptr) return nullptr;
  current(&object);
  if (object == nullptr || !standard->__do_catch(&type, &object, 1)) return nullptr;
  return static_cast<const std::exception*>(object)->what();
}

std::string in_words(const std::type_info& type, const char* words) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), &std::free);
  const std::string name = demangled != nullptr ? demangled.get() : type.name();
  if (words == nullptr) return "uncaught exception of type " + name;
  std::string text = words;
  if (text.starts_with(name + ": ")) text.erase(0, name.size() + 2);
  constexpr std::size_t longest = 200;
  if (text.size() > longest) text = text.substr(0, longest) + "…";
  std::ranges::replace(text, '\n', ' ');
  return "uncaught exception " + name + ": " + text;
}

// Returns the reason for an abort without an exception, as far as the call stack shows it: a
// joinable std::thread calls std::terminate.
const char* why_aborted() {
  std::vector<Address> calls;
  calls_in_program(calls);
  for (const SourceFrame& frame : frames_of(calls)) {
    if (frame.function == "std::thread::~thread")
      return "std::terminate: a joinable std::thread was destroyed";
    if (frame.function == "std::thread::operator=")
      return "std::terminate: a joinable std::thread was assigned to";
    if (frame.is_own) break;
  }
  return "abort";
}

}  // namespace

MAZURKA_EXPORT void __assert_fail(const char* expression, const char* file, unsigned line,
                                  const char* function) {
  if (runs_plainly)
    real<void(const char*, const char*, unsigned, const char*)>("__assert_fail")(expression, file,
                                                                                 line, function);
  if (running == nullptr) _exit(2);
  const OutsideProgram outside;
  runtime->fail(FailureKind::assertion, std::string("assertion failed: ") + expression, "", PLACE);
}

MAZURKA_EXPORT void __assert(const char* expression, const char*, int) {
  if (running == nullptr) _exit(2);
  const OutsideProgram outside;
  runtime->fail(FailureKind::assertion, std::string("assertion failed: ") + expression, "", PLACE);
}

MAZURKA_EXPORT void abort() {
  if (runs_plainly) real<void()>("abort")();
  if (running == nullptr) _exit(134);
  // The stack is still as it was at the throw: there is no handler, so nothing was unwound.
  const std::type_info* const type = type_of_exception();
  const char* const words = type != nullptr ? words_of_exception(*type) : nullptr;
  const OutsideProgram outside;
  if (type != nullptr)
    runtime->fail(FailureKind::uncaught_exception, in_words(*type, words), "", place_in_program());
  runtime->fail(FailureKind::crash, why_aborted(), "", place_in_program());
}
