// Checks with Mazurka inside GoogleTest.
//
//   TEST(Counter, KeepsAllIncrements) {
//     MAZURKA_CHECK([&] {
//       std::atomic<int> count = 0;
//       std::thread first([&] { ++count; }), second([&] { ++count; });
//       first.join();
//       second.join();
//       EXPECT_EQ(count, 2);
//     });
//   }
//
// Built with `mazurka c++`, the body is explored under all schedules. For that the test program
// starts itself a second time, with this test alone, and that process is explored: everything from
// main up to the body (including SetUp) runs in each execution. So captured variables have the
// values that they have here, and what the body does to them is lost when MAZURKA_CHECK returns:
// check results inside the body. Failures of EXPECT_ and ASSERT_ in the body, in any thread, are
// errors like all that Mazurka finds; the first becomes a failure of this test, with the report and
// the command that replays it. A test may have several checks. Each is explored without the others.
//
// Options of `mazurka check` may follow the body: MAZURKA_CHECK(body, "--timeout", "60"), or
// MAZURKA_CHECK(body, "--jobs", "4") to explore with four processes.
// The environment variable MAZURKA_CHECK_OPTIONS adds more, separated by spaces.
//
// Built with any other compiler, the body runs once, with real threads.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "mazurka/mazurka.h"

// Not a macro with arguments: everything inside macro arguments has the same line number.
#define MAZURKA_CHECK (::mazurka::internal::check_at{__FILE__, __LINE__})

#ifndef MAZURKA_CHECKED

namespace mazurka::internal {

struct check_at {
  const char* file;
  int line;
  template <class Body, class... Options>
  void operator()(Body&& body, const Options&...) const {
    std::forward<Body>(body)();
  }
};

}  // namespace mazurka::internal

#else

#include <cstdlib>
#include <sstream>
#include <thread>
#include <unistd.h>

extern "C" {
int mz_check_self(const char* const* command, const char* const* arguments,
                  void (*report)(void*, const char*), void* to);
void mz_fail(const char* message, const char* file, int line);
}

namespace mazurka::internal {

using words = std::vector<std::string>;

// Returns the message in one line: "Expected equality of these values: x, which is: 1, 2".
inline std::string in_one_line(const std::string& message) {
  std::istringstream lines(message);
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string::npos) continue;
    line = line.substr(begin, line.find_last_not_of(" \t") + 1 - begin);
    if (line.rfind("Which is:", 0) == 0) line[0] = 'w';
    if (!text.empty()) text += text.back() == ':' ? " " : ", ";
    text += line;
  }
  return text;
}

// Tracks which of its checks a test is in, and whether failures belong to that check.
class check_listener : public ::testing::EmptyTestEventListener {
 public:
  // GoogleTest owns it.
  static check_listener& of_program() {
    static check_listener* const listener = [] {
      auto* const made = new check_listener;
      ::testing::UnitTest::GetInstance()->listeners().Append(made);
      return made;
    }();
    return *listener;
  }

  int next() { return ++number_; }
  template <class Body>
  void run(Body&& body) {
    test_thread_ = std::this_thread::get_id();
    is_explored_ = is_in_body_ = true;
    std::forward<Body>(body)();
    is_in_body_ = false;
  }

  void OnTestEnd(const ::testing::TestInfo&) override { number_ = 0; }
  // Failures outside the body are reported by the process that runs the tests.
  void OnTestPartResult(const ::testing::TestPartResult& result) override {
    if (!is_explored_ || !result.failed()) return;
    if (!is_in_body_ && std::this_thread::get_id() == test_thread_) return;
    const std::string text = in_one_line(result.message());
    const char* const file = result.file_name();
    mz_fail(text.c_str(), file == nullptr ? "" : file, result.line_number());
  }

 private:
  int number_ = 0;
  bool is_explored_ = false;
  bool is_in_body_ = false;
  std::thread::id test_thread_;
};

// The filter of an explored process has the number of the check after the test. It matches no test.
inline const std::string number_mark = ":MAZURKA_CHECK=";

inline std::string test_filter() {
#ifdef GTEST_FLAG_GET
  return GTEST_FLAG_GET(filter);
#else
  return ::testing::GTEST_FLAG(filter);
#endif
}

// Returns the check that this process explores, or 0 if it runs the tests.
inline int wanted_number() {
  const std::string filter = test_filter();
  const std::size_t at = filter.rfind(number_mark);
  return at == std::string::npos ? 0 : std::atoi(filter.c_str() + at + number_mark.size());
}

inline std::string program_path() {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  return std::string(path, length > 0 ? static_cast<std::size_t>(length) : 0);
}

inline std::string schedule_path(const std::string& test, int number) {
  std::string name = test + (number == 1 ? "" : "-" + std::to_string(number)) + ".schedule";
  for (char& c : name)
    if (c == '/') c = '_';
  char folder[4096];
  return getcwd(folder, sizeof folder) == nullptr ? name : std::string(folder) + "/" + name;
}

inline std::vector<const char*> pointers_to(const words& all) {
  std::vector<const char*> result;
  for (const std::string& word : all) result.push_back(word.c_str());
  result.push_back(nullptr);
  return result;
}

// Returns the arguments of the program, with those of GoogleTest replaced.
inline words arguments_for(const std::string& test, int number) {
  words result;
  for (const std::string& argument : ::testing::internal::GetArgvs())
    if (argument.rfind("--gtest_", 0) != 0) result.push_back(argument);
  if (!result.empty()) result.erase(result.begin());
  result.push_back("--gtest_filter=" + test + number_mark + std::to_string(number));
  result.push_back("--gtest_also_run_disabled_tests");
  return result;
}

inline words command_for(const std::string& test, int number, words options) {
  // The process that runs the tests decides about the exit status.
  words command = {"check",       "--progress", "off", "--schedule", schedule_path(test, number),
                   "--any-status"};
  command.insert(command.end(), options.begin(), options.end());
  const char* const more = std::getenv("MAZURKA_CHECK_OPTIONS");
  std::istringstream further(more == nullptr ? "" : more);
  for (std::string word; further >> word;) command.push_back(word);
  command.push_back(program_path());
  return command;
}

// Explores the check in another process.
inline void check_elsewhere(const char* file, int line, const ::testing::TestInfo& test, int number,
                            const words& options) {
  const std::string name = std::string(test.test_suite_name()) + "." + test.name();
  words command = command_for(name, number, options);
  words arguments = arguments_for(name, number);
  command.push_back("--");
  command.insert(command.end(), arguments.begin(), arguments.end());
  arguments.insert(arguments.begin(), program_path());
  std::string report;
  const int status = mz_check_self(
      pointers_to(command).data(), pointers_to(arguments).data(),
      [](void* to, const char* text) { *static_cast<std::string*>(to) = text; }, &report);
  if (status == 3) {
    ADD_FAILURE_AT(file, line) << "nothing found, but not everything was explored "
                                  "or seen (\"--allow-incomplete\" lets that pass)\n"
                               << report;
  } else if (status != 0) {
    ADD_FAILURE_AT(file, line) << report;
  }
}

struct check_at {
  const char* file;
  int line;
  template <class Body, class... Options>
  void operator()(Body&& body, const Options&... options) const {
    check_listener& listener = check_listener::of_program();
    const ::testing::TestInfo* const test = ::testing::UnitTest::GetInstance()->current_test_info();
    if (test == nullptr) {
      ADD_FAILURE_AT(file, line) << "MAZURKA_CHECK belongs into a test";
      return;
    }
    const int number = listener.next();
    if (mz_check_self(nullptr, nullptr, nullptr, nullptr) == 0) {
      check_elsewhere(file, line, *test, number, {options...});
    } else if (const int wanted = wanted_number(); wanted == 0 || wanted == number) {
      listener.run(std::forward<Body>(body));  // this is the process that is explored
    }
  }
};

}  // namespace mazurka::internal

#endif
