// What makes two programs the same one for an exploration.
//
// Keys and schedules of one process mean the same in another only if both run the same program, in
// the same way: the same code, arguments and input, and the same options, as far as they change its
// events. A checkpoint and a store of known traces say which program they belong to, and whoever
// wants to use them compares. The name of the machine, the place of files and the build of Mazurka
// do not matter.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/stable_name.h"

namespace mazurka {

// The property that is there only if the program has read its standard input.
inline constexpr std::string_view name_of_input = "standard input";

class ProgramIdentity {
 public:
  // One property, for people, too: "libz.so.1", "build id 4f1c…".
  struct Part {
    std::string name;
    std::string value;
    bool operator==(const Part&) const = default;
  };

  // Adds a property. REQUIRES: none has this name; neither text contains a line break.
  void add(std::string name, std::string value) {
    parts_.push_back({std::move(name), std::move(value)});
  }
  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }
  [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }

  // Returns a name of the program that depends on all properties, but not on their order.
  [[nodiscard]] StableName id() const;
  // Returns the first property in which this program differs from the other one, in words that
  // follow "another program: ". Returns an empty text if they are the same.
  [[nodiscard]] std::string difference_from(const ProgramIdentity& other) const;

  // The properties as lines "NAME=VALUE", for files and messages. In names, '=' and '%' are written
  // as "%3d" and "%25".
  [[nodiscard]] std::vector<std::string> lines() const;
  [[nodiscard]] static ProgramIdentity of_lines(const std::vector<std::string>& lines);

  bool operator==(const ProgramIdentity& other) const { return difference_from(other).empty(); }

 private:
  [[nodiscard]] const Part* find(std::string_view name) const;

  std::vector<Part> parts_;
};

}  // namespace mazurka
