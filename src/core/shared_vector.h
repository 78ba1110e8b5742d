// A vector whose copies share their elements until one of them is changed.
//
// Hundreds of errors can come from one execution of thousands of steps. Each of them holds the
// whole execution.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace mazurka {

template <class Element>
class SharedVector {
 public:
  using value_type = Element;
  using const_iterator = typename std::vector<Element>::const_iterator;
  using iterator = const_iterator;

  SharedVector() = default;
  SharedVector(std::vector<Element> elements)  // NOLINT: converts like a copy
      : elements_(std::make_shared<std::vector<Element>>(std::move(elements))) {}
  SharedVector(std::initializer_list<Element> elements)
      : SharedVector(std::vector<Element>(elements)) {}

  [[nodiscard]] const std::vector<Element>& all() const {
    static const std::vector<Element> nothing;
    return elements_ == nullptr ? nothing : *elements_;
  }
  operator const std::vector<Element>&() const { return all(); }  // NOLINT: reads like a vector
  [[nodiscard]] const_iterator begin() const { return all().begin(); }
  [[nodiscard]] const_iterator end() const { return all().end(); }
  [[nodiscard]] std::size_t size() const { return all().size(); }
  [[nodiscard]] bool empty() const { return all().empty(); }
  [[nodiscard]] const Element& operator[](std::size_t index) const { return all()[index]; }
  [[nodiscard]] const Element& front() const { return all().front(); }
  [[nodiscard]] const Element& back() const { return all().back(); }
  [[nodiscard]] const Element* data() const { return all().data(); }

  // Returns the elements to be changed, which are this vector's own from now on.
  [[nodiscard]] std::vector<Element>& change() {
    if (elements_ == nullptr)
      elements_ = std::make_shared<std::vector<Element>>();
    else if (elements_.use_count() > 1)
      elements_ = std::make_shared<std::vector<Element>>(*elements_);
    return *elements_;
  }
  // Shares the elements of the other vector if they are equal.
  void share_with(const SharedVector& other) {
    if (*this == other) elements_ = other.elements_;
  }
  bool operator==(const SharedVector& other) const {
    return elements_ == other.elements_ || all() == other.all();
  }

 private:
  std::shared_ptr<std::vector<Element>> elements_;  // null if there are none
};

}  // namespace mazurka
