// Which operations the code of a program contains, for algorithms that support only some of them.
#pragma once

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "core/ids.h"
#include "core/operation.h"
#include "core/registry.h"

namespace mazurka {

struct CodeOperation {
  OperationKind operation = OperationKind::read;
  LocationId location;  // of the first place of this operation, in the order of the text
};

// Collects the first place of each kind of operation.
class CodeOperations {
 public:
  explicit CodeOperations(const Registry& registry) : registry_(registry) {}

  void add(OperationKind operation, LocationId location) {
    const auto known = std::ranges::find(first_, operation, &CodeOperation::operation);
    if (known == first_.end()) {
      first_.push_back({operation, location});
    } else if (is_before(location, known->location)) {
      known->location = location;
    }
  }

  // Returns one element for each kind of operation, in the order of the text.
  [[nodiscard]] std::vector<CodeOperation> in_order() && {
    std::ranges::sort(first_, [this](const CodeOperation& a, const CodeOperation& b) {
      return is_before(a.location, b.location);
    });
    return std::move(first_);
  }

 private:
  // An operation without a location comes last.
  [[nodiscard]] bool is_before(LocationId a, LocationId b) const {
    if (!a.exists() || !b.exists()) return a.exists() && !b.exists();
    const SourceLocation& first = registry_.location(a);
    const SourceLocation& second = registry_.location(b);
    return std::tie(first.line, first.column) < std::tie(second.line, second.column);
  }

  const Registry& registry_;
  std::vector<CodeOperation> first_;
};

}  // namespace mazurka
