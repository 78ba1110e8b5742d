// Which area of the address space a task has (platform/layout.h).
//
// The area decides the addresses of the task's heap blocks and local variables, its pthread_t, its
// thread id and its random numbers. Programs can see all of these: they sort by addresses, and put
// threads into classes by their ids. So the area must be a function of the task's path, the same in
// every process, whatever tasks the process has met before.
//
//   main               area 0
//   children of main   the n-th has area n + 1, for the first ones
//   all others         a hash of the path
//   exceptions         If the hash of a path is that of another path, this process gives the task
//                      that it meets later a free area from the end of the range, and learns that
//                      as a fact. From the next exploration on, all processes know it (epoch.h).
//
// Two tasks may have the same path in different executions, with different code. They have the same
// area, because they never exist together.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "program/native/platform/layout.h"

namespace mazurka::native {

class TaskAreas {
 public:
  TaskAreas();
  TaskAreas(const TaskAreas&) = delete;
  TaskAreas& operator=(const TaskAreas&) = delete;

  // Returns the area of the task that `creator` creates after `ordinal` others.
  [[nodiscard]] AreaId area_of(AreaId creator, std::uint32_t ordinal);
  // Returns the path of the task with this area, "0.1.2" (Registry::path_of); empty if it is not
  // known.
  [[nodiscard]] std::string path_of(AreaId area) const;
  // Returns the area of the task with this path; none if the text is not a path.
  [[nodiscard]] AreaId with_path(std::string_view path);

  // Return whether an exception was found that other processes do not know, and whether this is
  // one.
  [[nodiscard]] bool has_news() const { return known_exceptions_ != exceptions_.size(); }
  [[nodiscard]] bool is_new_exception(AreaId area) const;
  void commit() { known_exceptions_ = exceptions_.size(); }
  // Return the exceptions as pairs of a path and an area, and add one that another process has
  // found. If two processes have given one area to two paths, the first that is added gets it, so
  // exceptions must be added in the same order everywhere. REQUIRES: called before area_of().
  [[nodiscard]] std::vector<std::pair<std::string, AreaId>> exceptions() const;
  void add_exception(std::string_view path, AreaId area);

 private:
  // The areas from `first_hashed` on are for hashes, from `first_exception` on for exceptions.
  static constexpr std::uint32_t first_hashed = most_areas / 4;
  static constexpr std::uint32_t first_exception = most_areas / 2;

  struct Known {
    AreaId creator;
    std::uint32_t ordinal = 0;
    std::uint64_t hash = 0;  // of the path
  };
  struct Child {
    AreaId creator;
    std::uint32_t ordinal = 0;
    bool operator==(const Child&) const = default;
  };
  struct ChildHash {
    std::size_t operator()(const Child& child) const noexcept;
  };

  [[nodiscard]] bool is_used(AreaId area) const {
    return area.value < known_.size() && known_[area.value].hash != 0;
  }
  [[nodiscard]] AreaId free_area(AreaId from) const;
  [[nodiscard]] AreaId natural_area(AreaId creator, std::uint32_t ordinal) const;
  AreaId use(AreaId area, AreaId creator, std::uint32_t ordinal);
  [[nodiscard]] std::uint64_t hash_of(AreaId creator, std::uint32_t ordinal) const;

  std::vector<Known> known_;  // by area
  std::unordered_map<Child, AreaId, ChildHash> areas_;
  std::vector<AreaId> exceptions_;
  std::size_t known_exceptions_ = 0;  // of these, how many are in effect
};

// The areas of this process.
[[nodiscard]] TaskAreas& task_areas();

}  // namespace mazurka::native
