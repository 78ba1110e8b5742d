// In which order a handler takes messages out of its mailbox, and what follows from it.
//
// Whoever orders messages asks one of the questions below instead of comparing disciplines.
// handler_state.h says what a single handler can do next. A new discipline is added to these two
// files and their tests. Where texts name disciplines (the model language, the C interface), it
// needs its word there.
#pragma once

#include <cstdint>
#include <string_view>

namespace mazurka {

// The numbers are those of MZ_MULTISET and MZ_FIFO in mazurka.h, and of schedule files.
enum class Discipline : std::uint8_t {
  multiset = 0,  // a handler may start any message that waits
  fifo = 1,      // a handler starts the message that was posted first
};

[[nodiscard]] constexpr std::string_view name_of(Discipline discipline) {
  return discipline == Discipline::fifo ? "fifo" : "multiset";
}
[[nodiscard]] constexpr std::uint32_t number_of(Discipline discipline) {
  return static_cast<std::uint32_t>(discipline);
}
// Numbers that no discipline has mean multiset, which allows every order.
[[nodiscard]] constexpr Discipline discipline_numbered(std::int64_t number) {
  return number == number_of(Discipline::fifo) ? Discipline::fifo : Discipline::multiset;
}

// Does a message that is posted before another one to the same handler always start before it?
// Then the order of two posts decides the order of two messages: an unordered pair of posts is to
// be reversed like a race, and a post that comes first makes its message run first.
[[nodiscard]] constexpr bool starts_in_post_order(Discipline discipline) {
  return discipline == Discipline::fifo;
}

// Can several messages of one mailbox be able to start at the same time? Then the scheduler picks
// one, and two starts can be reversed. If not, the posts have decided, and a start can run as soon
// as it is enabled without excluding any other order.
[[nodiscard]] constexpr bool start_is_choice(Discipline discipline) {
  return discipline == Discipline::multiset;
}

// Does it matter when a message is posted, relative to other posts to the same handler? Then posts
// conflict where handlers count as locks, and a search over orders has to try them all.
[[nodiscard]] constexpr bool post_is_choice(Discipline discipline) {
  return starts_in_post_order(discipline);
}

}  // namespace mazurka
