#include "program/native/debug_info/stack_walk.h"

#include <iterator>
#include <link.h>
#include <unwind.h>

#include "program/native/platform/shadow.h"
#include "program/native/process/libraries.h"
#include "program/native/process/running.h"

namespace mazurka::native {
namespace {

struct Text {
  Address begin = 0;
  Address end = 0;
};

int find_own_text(dl_phdr_info* object, std::size_t, void* result) {
  const auto here = reinterpret_cast<Address>(&find_own_text);
  for (std::size_t i = 0; i < object->dlpi_phnum; ++i) {
    const auto& header = object->dlpi_phdr[i];
    const Address begin = object->dlpi_addr + header.p_vaddr;
    if (header.p_type != PT_LOAD || here - begin >= header.p_memsz) continue;
    *static_cast<Text*>(result) = {begin, begin + header.p_memsz};
    return 1;
  }
  return 0;
}

int find_text(dl_phdr_info* object, std::size_t, void* result) {
  for (std::size_t i = 0; i < object->dlpi_phnum; ++i) {
    const auto& header = object->dlpi_phdr[i];
    if (header.p_type != PT_LOAD || (header.p_flags & PF_X) == 0) continue;
    const Address begin = object->dlpi_addr + header.p_vaddr;
    *static_cast<Text*>(result) = {begin, begin + header.p_memsz};
  }
  return 1;  // the first object is the executable
}

_Unwind_Reason_Code look_at_frame(_Unwind_Context* frame, void* result) {
  const Address place = _Unwind_GetIP(frame);
  if (!is_in_executable(place)) return _URC_NO_REASON;
  *static_cast<Address*>(result) = place;
  return _URC_END_OF_STACK;
}

_Unwind_Reason_Code add_frame(_Unwind_Context* frame, void* result) {
  constexpr std::size_t most = 64;
  auto& calls = *static_cast<std::vector<Address>*>(result);
  const Address place = _Unwind_GetIP(frame);
  if (is_in_executable(place)) calls.push_back(place);
  return calls.size() < most ? _URC_NO_REASON : _URC_END_OF_STACK;
}

}  // namespace

Address load_address() {
  static const Address result = [] {
    Address found = 0;
    dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* to) {
          *static_cast<Address*>(to) = object->dlpi_addr;
          return 1;  // the first object is the executable
        },
        &found);
    return found;
  }();
  return result;
}

bool is_in_executable(Address code) {
  static const Text text = [] {
    Text found;
    dl_iterate_phdr(find_text, &found);
    return found;
  }();
  return code - text.begin < text.end - text.begin;
}

namespace {

bool follows_call(Address place) {
  const auto* const code = reinterpret_cast<const unsigned char*>(place);
  if (!is_in_executable(place - 7)) return false;
  return code[-5] == 0xe8 || (code[-6] == 0xff && code[-5] == 0x15) || code[-2] == 0xff ||
         code[-3] == 0xff;
}

}  // namespace

MAZURKA_READS_ALL_MEMORY Address place_of_call(Address place, const void* frame) {
  if (is_in_executable(place)) return place;
  // Before main, the stack may end less than 128 words above, and nobody needs the place. The
  // stacks of tasks are followed by other memory of the task.
  if (running == nullptr) return place;
  // Frames of such libraries are large, and words that earlier calls have left in them look like
  // return addresses: a guess would not be the same whenever the same schedule is run.
  if (libraries().contains(place))
    if (const Address exact = place_in_program(); exact != 0) return exact;
  constexpr int farthest = 128;  // words
  const auto* const words = static_cast<const Address*>(frame);
  for (int i = 0; i < farthest; ++i)
    if (is_in_executable(words[i]) && follows_call(words[i])) return words[i];
  return place;
}

Address place_in_program() {
  Address result = 0;
  _Unwind_Backtrace(look_at_frame, &result);
  return result;
}

namespace {

// At a call, the unwinder's frame address is where the frame of the callee ends.
_Unwind_Reason_Code add_call(_Unwind_Context* frame, void* result) {
  auto& frames = *static_cast<std::vector<CallFrame>*>(result);
  if (!frames.empty()) frames.back().end = _Unwind_GetCFA(frame);
  frames.push_back({_Unwind_GetIP(frame), 0});
  return _URC_NO_REASON;
}

}  // namespace

namespace {

_Unwind_Reason_Code note_frame(_Unwind_Context* frame, void* result) {
  auto& found = *static_cast<ProgramFrame*>(result);
  found.stack = _Unwind_GetCFA(frame);
  constexpr int numbers[] = {3, 6, 12, 13, 14, 15};  // rbx, rbp, r12 to r15
  for (std::size_t i = 0; i < std::size(numbers); ++i)
    found.registers[i] = _Unwind_GetGR(frame, numbers[i]);
  return _URC_END_OF_STACK;
}

bool is_in_runtime(Address code) {
  static const Text text = [] {
    Text found;
    dl_iterate_phdr(find_own_text, &found);
    return found;
  }();
  return code - text.begin < text.end - text.begin;
}

// Stops at the first frame outside the runtime, which may be in a library of the program.
_Unwind_Reason_Code look_for_caller(_Unwind_Context* frame, void* result) {
  if (is_in_runtime(_Unwind_GetIP(frame))) return _URC_NO_REASON;
  return note_frame(frame, result);
}

_Unwind_Reason_Code look_for_program(_Unwind_Context* frame, void* result) {
  if (!is_in_executable(_Unwind_GetIP(frame))) return _URC_NO_REASON;
  return note_frame(frame, result);
}

}  // namespace

ProgramFrame frame_in_program() {
  ProgramFrame result;
  _Unwind_Backtrace(look_for_program, &result);
  return result;
}

ProgramFrame frame_of_caller() {
  ProgramFrame result;
  _Unwind_Backtrace(look_for_caller, &result);
  return result;
}

void frames_of_calls(std::vector<CallFrame>& result) {
  _Unwind_Backtrace(add_call, &result);
  if (!result.empty()) result.pop_back();  // the end of the outermost frame is unknown
}

void calls_in_program(std::vector<Address>& result) { _Unwind_Backtrace(add_frame, &result); }

}  // namespace mazurka::native
