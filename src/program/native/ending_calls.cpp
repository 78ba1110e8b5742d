// How a program fails on its own: abort, assert, exceptions that nobody catches.
#include <cstdlib>
#include <cxxabi.h>
#include <dlfcn.h>
#include <memory>
#include <string>
#include <typeinfo>
#include <unistd.h>

#include "program/native/export.h"
#include "program/native/plain_run.h"
#include "program/native/real_call.h"
#include "program/native/runtime.h"
#include "program/native/stack_walk.h"

using namespace mazurka;
using namespace mazurka::native;

#define PLACE MAZURKA_PLACE

namespace {

// Of the program's C++ library, not of the one in the checker.
using TypeOfException = const std::type_info* (*)();

std::string uncaught_exception() {
  static const auto current =
      reinterpret_cast<TypeOfException>(dlsym(RTLD_DEFAULT, "__cxa_current_exception_type"));
  const std::type_info* const type = current != nullptr ? current() : nullptr;
  if (type == nullptr) return {};
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(type->name(), nullptr, nullptr, &status), &std::free);
  return status == 0 && name != nullptr ? name.get() : type->name();
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
  // The stack still stands as it was at the throw: nobody catches it, so nothing was unwound.
  const OutsideProgram outside;
  const std::string type = uncaught_exception();
  if (!type.empty())
    runtime->fail(FailureKind::uncaught_exception, "uncaught exception of type " + type, "",
                  place_in_program());
  runtime->fail(FailureKind::crash, "abort", "", place_in_program());
}
