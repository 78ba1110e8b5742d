#include "program/native/debug_info/caller_frames.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "program/native/debug_info/debug_lines.h"
#include "program/native/debug_info/symbols.h"

namespace mazurka::native {
namespace {

bool begins_with_one_of(std::string_view text, std::span<const std::string_view> beginnings) {
  return std::ranges::any_of(
      beginnings, [&](std::string_view beginning) { return text.starts_with(beginning); });
}

void replace(std::string& text, std::string_view part, std::string_view by) {
  if (const std::size_t at = text.find(part); at != std::string::npos)
    text.replace(at, part.size(), by);
}

// Replaces names of library-internal classes by the documented ones that the author has written.
std::string as_documented(std::string function) {
  replace(function, "std::__basic_future", "std::future");
  replace(function, "std::__shared_ptr_access", "std::shared_ptr");
  replace(function, "std::__shared_ptr", "std::shared_ptr");
  replace(function, "std::__weak_ptr", "std::weak_ptr");
  replace(function, "std::basic_string", "std::string");
  return function;
}

// Returns the functions at a call. Results are cached, because the same calls recur.
const std::vector<SourceFrame>& frames_at_call(Address call) {
  static std::unordered_map<Address, std::vector<SourceFrame>> known;
  const auto [entry, is_new] = known.try_emplace(call);
  if (!is_new) return entry->second;
  std::vector<SourceFrame>& frames = entry->second;
  for (const CodeFrame& frame : lines_of(call - 1)) {
    const bool is_own = is_own_file(frame.place.file);
    frames.push_back({frame.place, short_name_of(frame.function), is_own, true, call});
  }
  if (frames.empty()) return frames;
  frames.back().is_inlined = false;
  if (const std::string name = name_of_code(call - 1); !name.empty()) frames.back().function = name;
  for (SourceFrame& frame : frames)
    if (!frame.is_own) frame.function = as_documented(std::move(frame.function));
  return frames;
}

}  // namespace

bool is_own_file(std::string_view file) {
  constexpr std::array<std::string_view, 7> system = {
      "/usr/include/", "/usr/lib/",       "/usr/lib32/",   "/usr/lib64/",
      "/usr/libexec/", "/usr/local/lib/", "/usr/local/inc"};
  constexpr std::array<std::string_view, 4> compilers = {"/include/c++/", "/lib/gcc/",
                                                         "/lib/clang/", "/googletest/"};
  constexpr std::array<std::string_view, 4> ours = {"mazurka/mazurka.hpp", "mazurka/mazurka.h",
                                                    "mazurka/gtest.hpp", "mazurka/real.h"};
  if (file.empty() || file.front() == '<' || begins_with_one_of(file, system)) return false;
  const auto contains = [&](std::string_view part) {
    return file.find(part) != std::string_view::npos;
  };
  if (std::ranges::any_of(compilers, contains)) return false;
  return std::ranges::none_of(ours, [&](std::string_view end) { return file.ends_with(end); });
}

bool is_in_own_file(Address call) {
  const std::vector<SourceFrame>& frames = frames_at_call(call);
  return !frames.empty() && frames.front().is_own;
}

std::vector<SourceFrame> frames_of(std::span<const Address> calls) {
  std::vector<SourceFrame> result;
  for (const Address call : calls) {
    const std::vector<SourceFrame>& frames = frames_at_call(call);
    result.insert(result.end(), frames.begin(), frames.end());
  }
  return result;
}

OwnPlace own_place_of(std::span<const Address> calls) {
  const std::string* library = nullptr;
  for (const Address call : calls)
    for (const SourceFrame& frame : frames_at_call(call)) {
      if (frame.is_own) return {frame.place, library != nullptr ? *library : ""};
      library = &frame.function;
    }
  return {};
}

// The functions listed here construct and destroy auxiliary objects.
bool is_bookkeeping(std::string_view library_function) {
  constexpr std::array<std::string_view, 22> names = {"std::thread::",
                                                      "std::jthread::",
                                                      "std::async",
                                                      "std::shared_ptr::shared_ptr",
                                                      "std::shared_ptr::~shared_ptr",
                                                      "std::weak_ptr::weak_ptr",
                                                      "std::weak_ptr::~weak_ptr",
                                                      "std::unique_ptr::unique_ptr",
                                                      "std::unique_ptr::~unique_ptr",
                                                      "std::make_unique",
                                                      "std::make_shared",
                                                      "std::function::",
                                                      "std::packaged_task",
                                                      "std::bind",
                                                      "std::tuple",
                                                      "std::make_tuple",
                                                      "std::promise::promise",
                                                      "std::promise::~promise",
                                                      "std::promise::get_future",
                                                      "std::future::~future",
                                                      "mazurka::handler::post",
                                                      "mazurka::handler::handler"};
  return begins_with_one_of(library_function, names);
}

bool is_access(std::string_view library_function) {
  constexpr std::array<std::string_view, 3> names = {"std::atomic", "std::__atomic",
                                                     "std::__cxx_atomic"};
  return begins_with_one_of(library_function, names);
}

bool is_own_access(std::span<const Address> calls) {
  const OwnPlace place = own_place_of(calls);
  return !place.place.file.empty() && (place.call.empty() || is_access(place.call));
}

}  // namespace mazurka::native
