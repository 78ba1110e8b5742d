#include "property/robust_model.h"

#include <algorithm>

#include <fmt/format.h>

#include "property/random_bits.h"

namespace mazurka::property::robust {
namespace {

class ModelWriter {
 public:
  ModelWriter(const Shape& shape, std::uint64_t seed) : shape_(shape), bits_(seed) {}

  Model write() {
    model_.variables = bits_.between(1, 3);
    model_.is_fifo = {bits_.percent(shape_.fifo)};
    if (shape_.second_handler) model_.is_fifo.push_back(bits_.percent(50));
    if (shape_.locks) model_.locks = bits_.between(1, 2);
    const int events = bits_.percent(25) ? 3 : bits_.between(1, 2);
    const int others = bits_.between(1, 3);
    budget_ = bits_.between(3, 8);
    for (int i = 0; i < events + others; ++i)
      model_.procedures.push_back({i < events || bits_.percent(50), {}});
    for (std::size_t i = 0; i < model_.procedures.size(); ++i) write_body(i);
    // A procedure that nobody creates would be useless.
    for (std::size_t i = static_cast<std::size_t>(events); i < model_.procedures.size(); ++i)
      insert(model_.procedures[bits_.below(i)].body, create(i));
    write_environment(events);
    return std::move(model_);
  }

 private:
  void write_body(std::size_t self) {
    for (int i = bits_.between(0, 2); i > 0 && budget_ > 0; --i) {
      --budget_;
      insert(model_.procedures[self].body, statement(self, true));
    }
  }

  void write_environment(int events) {
    const int threads = shape_.environment || shape_.conditions ? bits_.between(1, 2) : 1;
    model_.environment.resize(static_cast<std::size_t>(threads));
    const int posts = events + (bits_.percent(20) && events < 3 ? 1 : 0);
    for (int i = 0; i < posts; ++i)
      model_.environment[bits_.below(model_.environment.size())].push_back(
          {.kind = Kind::post,
           .y = shape_.conditions ? bits_.below(model_.variables) : 0,
           .value = shape_.conditions ? bits_.below(3) : 0,
           .procedure = static_cast<std::size_t>(i % events),
           .event = i + 1,
           .waits = shape_.conditions && bits_.percent(40)});
    if (!shape_.environment) return;
    for (int i = bits_.between(1, 2); i > 0; --i)
      insert(model_.environment[bits_.below(model_.environment.size())],
             statement(model_.procedures.size(), bits_.percent(30)));
  }

  void insert(std::vector<Statement>& body, Statement statement) {
    const auto place = static_cast<std::ptrdiff_t>(bits_.below(body.size() + 1));
    body.insert(body.begin() + place, std::move(statement));
  }

  Statement create(std::size_t procedure) {
    Statement result{.kind = Kind::spawn, .procedure = procedure};
    if (!model_.procedures[procedure].is_message) return result;
    result.kind = Kind::post;
    if (model_.is_fifo.size() > 1) result.handler = bits_.below(model_.is_fifo.size());
    return result;
  }

  // A statement of procedure `self`; of the environment, if there is no such procedure.
  Statement statement(std::size_t self, bool may_nest) {
    Statement result{.x = bits_.below(model_.variables),
                     .y = bits_.below(model_.variables),
                     .value = bits_.below(3)};
    const bool creates = self + 1 < model_.procedures.size();
    const auto nested = [&] {
      const bool is_creation = creates && bits_.percent(50);
      if (!is_creation) return statement(self, false);
      return create(self + 1 + bits_.below(model_.procedures.size() - self - 1));
    };
    if (may_nest && shape_.locks && bits_.percent(40)) {
      result.kind = Kind::locked;
      result.x = bits_.below(model_.locks);
      for (int i = bits_.between(1, 2); i > 0; --i)
        result.body.push_back(bits_.percent(25) ? statement(self, true) : nested());
      return result;
    }
    if (shape_.assumes && bits_.percent(25)) {
      result.kind = Kind::assume;
    } else if (shape_.updates && bits_.percent(35)) {
      result.kind = Kind::add;
      result.value = bits_.between(0, 1);
    } else if (may_nest && bits_.percent(25)) {
      result.kind = Kind::branch;
      result.body.push_back(nested());
    } else {
      result.kind = std::vector{Kind::write, Kind::write, Kind::read,
                                Kind::copy}[bits_.below(std::size_t{4})];
    }
    return result;
  }

  Shape shape_;
  RandomBits bits_;
  Model model_;
  int budget_ = 0;
};

void print(std::string& text, const std::vector<Statement>& body, const std::string& indent) {
  for (const Statement& each : body) {
    text += indent;
    switch (each.kind) {
      case Kind::write:
        text += fmt::format("x{} = {};\n", each.x, each.value);
        break;
      case Kind::copy:
        text += fmt::format("x{} = x{} + {};\n", each.x, each.y, each.value);
        break;
      case Kind::read:
        text += fmt::format("if (x{} == 9) {{ }}\n", each.y);
        break;
      case Kind::add:
        text += fmt::format("fetch_add(x{}, {});\n", each.x, each.value);
        break;
      case Kind::assume:
        text += fmt::format("assume x{} == {};\n", each.y, each.value);
        break;
      case Kind::spawn:
        text += fmt::format("spawn p{}(0);\n", each.procedure);
        break;
      case Kind::post:
        text += fmt::format("post p{}({}) to h{}", each.procedure, each.event, each.handler);
        text += each.waits ? fmt::format(" when x{} == {};\n", each.y, each.value) : ";\n";
        break;
      case Kind::branch:
        text += fmt::format("if (x{} == {}) {{\n", each.y, each.value);
        print(text, each.body, indent + "  ");
        text += indent + "}\n";
        break;
      case Kind::locked:
        text += fmt::format("lock(l{});\n", each.x);
        print(text, each.body, indent + "  ");
        text += indent + fmt::format("unlock(l{});\n", each.x);
    }
  }
}

// Calls `try_without` for each list of statements, until it returns true.
bool any_list(std::vector<Statement>& body,
              const std::function<bool(std::vector<Statement>&)>& try_without) {
  if (try_without(body)) return true;
  return std::ranges::any_of(body,
                             [&](Statement& each) { return any_list(each.body, try_without); });
}

bool any_list(Model& model, const std::function<bool(std::vector<Statement>&)>& try_without) {
  for (auto& thread : model.environment)
    if (any_list(thread, try_without)) return true;
  for (auto& procedure : model.procedures)
    if (any_list(procedure.body, try_without)) return true;
  return false;
}

}  // namespace

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> result = {
      {.name = "fifo", .fifo = 100},
      {.name = "multiset", .fifo = 0},
      {.name = "second_handler", .second_handler = true},
      {.name = "locks", .locks = true},
      {.name = "assumes", .assumes = true},
      {.name = "environment", .environment = true},
      {.name = "updates", .updates = true},
      {.name = "conditions", .fifo = 20, .conditions = true},
      {.name = "everything",
       .second_handler = true,
       .locks = true,
       .assumes = true,
       .environment = true,
       .updates = true,
       .conditions = true},
  };
  return result;
}

bool is_for_sequential(const Model& model) {
  const auto only_posts = [](const std::vector<Statement>& body) {
    return std::ranges::all_of(body, [](const Statement& each) { return each.kind == Kind::post; });
  };
  return model.locks == 0 && model.is_fifo == std::vector{false} &&
         std::ranges::all_of(model.environment, only_posts);
}

bool is_for_emission(const Model& model) {
  const auto waits = [](const Statement& each) { return each.waits; };
  const auto stops = [](const Procedure& each) {
    return each.is_message && to_source({.procedures = {each}}).find("assume") != std::string::npos;
  };
  return is_for_sequential(model) && std::ranges::none_of(model.procedures, stops) &&
         std::ranges::none_of(model.environment, [&](const std::vector<Statement>& thread) {
           return std::ranges::any_of(thread, waits);
         });
}

Model random_model(const Shape& shape, std::uint64_t seed) {
  return ModelWriter(shape, seed).write();
}

std::string to_source(const Model& model) {
  std::string text = "var ";
  for (int i = 0; i < model.variables; ++i) text += fmt::format("{}x{}", i > 0 ? ", " : "", i);
  text += ";\n";
  for (int i = 0; i < model.locks; ++i) text += fmt::format("lock l{};\n", i);
  for (std::size_t i = 0; i < model.is_fifo.size(); ++i)
    text += fmt::format("handler h{}{};\n", i, model.is_fifo[i] ? " fifo" : "");
  for (std::size_t i = 0; i < model.environment.size(); ++i) {
    text += fmt::format("thread environment{} {{\n", i);
    print(text, model.environment[i], "  ");
    text += "}\n";
  }
  for (std::size_t i = 0; i < model.procedures.size(); ++i) {
    text += fmt::format("{} p{}(number) {{\n",
                        model.procedures[i].is_message ? "message" : "thread", i);
    print(text, model.procedures[i].body, "  ");
    text += "}\n";
  }
  return text;
}

Model shrink(Model model, const std::function<bool(const Model&)>& still_fails) {
  const auto try_without = [&](std::vector<Statement>& body) {
    for (std::size_t i = 0; i < body.size(); ++i) {
      const std::vector<Statement> whole = body;
      // A statement with a body is also replaced by its body.
      body.erase(body.begin() + static_cast<std::ptrdiff_t>(i));
      if (still_fails(model)) return true;
      body.insert(body.begin() + static_cast<std::ptrdiff_t>(i), whole[i].body.begin(),
                  whole[i].body.end());
      if (!whole[i].body.empty() && still_fails(model)) return true;
      body = whole;
    }
    return false;
  };
  while (any_list(model, try_without)) {
  }
  return model;
}

}  // namespace mazurka::property::robust
