#include "native/in_runtime.h"

#include <memory>
#include <string>
#include <unistd.h>

#include <gtest/gtest.h>

#include "program/native/platform/complain.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {
namespace {

// Prints with write(), because stdio belongs to the tested program and is reset with it.
class Printer final : public testing::EmptyTestEventListener {
 public:
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (result.failed() && said_++ < 5) say(result.message());
  }
  void OnTestEnd(const testing::TestInfo& test) override {
    if (test.result()->Failed())
      say(std::string("failed: ") + test.test_suite_name() + "." + test.name());
    said_ = 0;
  }
  static void say(std::string text) {
    text += '\n';
    if (write(user_output, text.data(), text.size()) < 0) _exit(2);
  }

 private:
  int said_ = 0;
};

// GoogleTest registers tests in static constructors: memory allocated there must survive a restart.
[[gnu::constructor(101)]] void allocate_as_the_checker() { the_checker_has_started = true; }

}  // namespace

void run_tests_and_exit() {
  char name[] = "tests";
  char* arguments[] = {name, nullptr};
  int count = 1;
  testing::InitGoogleTest(&count, arguments);
  auto& listeners = testing::UnitTest::GetInstance()->listeners();
  const std::unique_ptr<testing::TestEventListener> silenced(
      listeners.Release(listeners.default_result_printer()));
  listeners.Append(std::make_unique<Printer>().release());  // GoogleTest deletes it
  const int status = RUN_ALL_TESTS();
  Printer::say(std::to_string(testing::UnitTest::GetInstance()->successful_test_count()) +
               " tests passed");
  _exit(status);
}

}  // namespace mazurka::native
