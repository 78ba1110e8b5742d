// Measures how often the interval of an estimate contains the true number of executions.
// Estimates random programs whose number of executions is known, and the benchmark models, before
// and during their exploration.
//
// --fit prints the factors of explore/estimate/calibrated_estimate.cpp instead. It
// explores all random programs in four orders (the first is that of `mazurka check`) and
// samples the estimate whenever the number of executions has doubled. The factors and the
// report must use different seeds.
#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "explore/algorithms.h"
#include "explore/estimate/sampled_estimate.h"
#include "explore/explorer.h"
#include "measure/measured_run.h"
#include "measure/table.h"
#include "property/random_program.h"

namespace mazurka::bench {
namespace {

constexpr std::uint64_t orders = 4;       // per sample
constexpr std::uint64_t least_look = 32;  // in executions

struct Options {
  std::uint64_t seed = 10'001;
  std::uint64_t programs = 300;
  std::uint64_t least = 2'000;  // executions; smaller programs are ignored
  std::uint64_t most = 150'000;
  double seconds = 4;
  bool fit = false;
  bool markdown = false;
};

// --- Programs -----------------------------------------------------------------------------------

// Returns a shape of the property tests, with larger numbers of everything.
property::Shape grown(property::Shape shape, int statements) {
  const auto more = [](property::Range range, int by) {
    return property::Range{range.low, range.high > 0 ? range.high + by : 0};
  };
  shape.threads = more(shape.threads, 1);
  shape.messages = more(shape.messages, 1);
  shape.thread_statements = more(shape.thread_statements, statements);
  shape.max_events += statements * 8;
  return shape;
}

std::unique_ptr<Program> random_model(std::uint64_t seed) {
  const auto shapes = property::shapes();
  const property::Shape& shape = shapes[seed % shapes.size()].shape;
  const int statements = 1 + static_cast<int>(seed / shapes.size() % 2);
  return model::load(to_source(property::random_program(seed, grown(shape, statements))),
                     "random.mzk");
}

const std::vector<Run>& models() {
  static const std::vector<Run> table = {
      {"event_dpor/writers", {{"N", 7}}},    {"event_dpor/writers", {{"N", 8}}},
      {"event_dpor/posters", {{"N", 4}}},    {"event_dpor/posters", {{"N", 5}}},
      {"event_dpor/buyers", {{"N", 7}}},     {"event_dpor/two_phase_commit", {{"N", 7}}},
      {"event_dpor/ping_pong", {{"N", 6}}},  {"event_dpor/ping_pong", {{"N", 7}}},
      {"event_dpor/consensus", {{"N", 4}}},  {"source_sets/readers", {{"N", 13}}},
      {"source_sets/lastzero", {{"N", 10}}}, {"source_sets/lastzero", {{"N", 12}}},
      {"source_sets/indexer", {{"N", 15}}},  {"source_sets/filesystem", {{"N", 25}}},
  };
  return table;
}

struct LargeModel {
  std::string name;
  int size = 0;
  std::uint64_t truth = 0;
};

// Orders of N writes, 2 N! of them with a coordinator, and readers before or after a write.
std::vector<LargeModel> large_models() {
  std::vector<LargeModel> result;
  std::uint64_t factorial = 40'320;
  for (const int size : {9, 10, 11, 12}) {
    factorial *= static_cast<std::uint64_t>(size);
    result.push_back({"event_dpor/writers", size, factorial});
    if (size < 11) result.push_back({"event_dpor/two_phase_commit", size, 2 * factorial});
  }
  for (const int size : {18, 20, 24, 30})
    result.push_back({"source_sets/readers", size, std::uint64_t{1} << size});
  return result;
}

Summary explored(Program& program, std::uint64_t most, double seconds, std::uint64_t order = 0) {
  ExploreOptions options;
  options.keep_going = true;
  options.estimates = true;
  options.max_executions = most;
  options.timeout_seconds = seconds;
  return explore_anew(
      program,
      [&] { return make_algorithm_for(program, AlgorithmName::event, {.order_seed = order}); },
      options);
}

// Returns the number of executions, or 0 if it is too small or too large.
std::uint64_t truth_of(Program& program, const Options& options) {
  const Summary all = explored(program, options.most, options.seconds);
  const std::uint64_t executions = all.maximal_executions();
  return all.bound == Bound::none && executions >= options.least ? executions : 0;
}

double quantile(std::vector<double> values, double part) {
  std::ranges::sort(values);
  const auto size = static_cast<double>(values.size());
  return values[std::min(values.size() - 1, static_cast<std::size_t>(part * size))];
}

// --- The report ---------------------------------------------------------------------------------

struct Case {
  double truth = 0;
  Outlook said;
};

class Report {
 public:
  explicit Report(const Options& options) : options_(options) {}

  int run() {
    for (std::uint64_t i = 0; i < options_.programs; ++i)
      examine(*random_model(options_.seed + i), looks_at_random_programs_);
    for (const Run& model : models()) examine(*load(model), looks_at_models_);
    print("random programs", looks_at_random_programs_);
    print("benchmark models", looks_at_models_);
    print_large_models();
    return 0;
  }

 private:
  static constexpr double sampled[] = {0.01, 0.1};  // fractions of all executions
  static constexpr double explored_parts[] = {0.01, 0.1, 0.5, 0.9};
  using Looks = std::vector<std::vector<Case>>;  // the samples, then the looks while exploring

  void examine(Program& program, Looks& looks) const {
    const std::uint64_t executions = truth_of(program, options_);
    if (executions == 0) return;
    const auto truth = static_cast<double>(executions);
    looks.resize(std::size(sampled) + std::size(explored_parts));
    auto look = looks.begin();
    const auto make = [&](std::uint64_t order) {
      return make_algorithm_for(program, AlgorithmName::event, {.order_seed = order});
    };
    for (const double part : sampled) {
      const auto budget = static_cast<std::uint64_t>(part * truth);
      const SampledEstimate found =
          estimate(program, make, {.executions = budget}, 1'000'000, nullptr);
      look++->push_back({truth, found.outlook});
    }
    for (const double part : explored_parts) {
      const Summary so_far = explored(program, static_cast<std::uint64_t>(part * truth), 0);
      const auto count = static_cast<double>(so_far.maximal_executions());
      look++->push_back({truth, outlook_while_exploring(*so_far.estimate, count)});
    }
  }

  void print(const std::string& programs, const Looks& looks) const {
    const std::size_t count = looks.empty() ? 0 : looks.front().size();
    const Table table("How often the interval contains the truth",
                      {{fmt::format("{} {}", count, programs), 28},
                       {"in the interval", 15},
                       {"too low", 9},
                       {"too high", 9},
                       {"truth / estimate", 17},
                       {"high / low", 11}},
                      options_.markdown);
    table.print_head();
    for (std::size_t i = 0; count > 0 && i < looks.size(); ++i) {
      const bool is_sample = i < std::size(sampled);
      const double part = is_sample ? sampled[i] : explored_parts[i - std::size(sampled)];
      const std::string percent = fmt::format("{:.0f}%", part * 100);
      print_row(table, is_sample ? "before, by " + percent : "when " + percent + " are explored",
                looks[i]);
    }
  }

  // Prints estimates of models whose exact number of executions is known from a formula only.
  void print_large_models() const {
    const Table table("Larger models, before, by 20,000 executions",
                      {{"program", 28}, {"truth", 13}, {"low", 12}, {"estimate", 12}, {"high", 12}},
                      options_.markdown);
    table.print_head();
    for (const auto& [name, size, truth] : large_models()) {
      const auto program = load({name, {{"N", size}}});
      const auto make = [&](std::uint64_t order) {
        return make_algorithm_for(*program, AlgorithmName::event, {.order_seed = order});
      };
      const Outlook said =
          estimate(*program, make, {.executions = 20'000}, 1'000'000, nullptr).outlook;
      const auto rounded = [](double number) {
        return with_commas(static_cast<std::uint64_t>(number));
      };
      table.print_row({fmt::format("{}({})", name.substr(name.find('/') + 1), size),
                       with_commas(truth), rounded(said.low), rounded(said.executions),
                       rounded(said.high)});
    }
  }

  static void print_row(const Table& table, const std::string& name,
                        const std::vector<Case>& cases) {
    std::vector<double> ratios;
    std::vector<double> widths;
    double low = 0;
    double high = 0;
    for (const Case& each : cases) {
      ratios.push_back(each.truth / each.said.executions);
      widths.push_back(each.said.high / each.said.low);
      low += each.truth > each.said.high ? 1 : 0;
      high += each.truth < each.said.low ? 1 : 0;
    }
    const auto percent = [&](double number) {
      return fmt::format("{:.0f}%", 100 * number / static_cast<double>(cases.size()));
    };
    table.print_row({name, percent(static_cast<double>(cases.size()) - low - high), percent(low),
                     percent(high), fmt::format("{:.2f}", quantile(ratios, 0.5)),
                     fmt::format("{:.0f}", quantile(widths, 0.5))});
  }

  Options options_;
  Looks looks_at_random_programs_;
  Looks looks_at_models_;
};

// --- The factors --------------------------------------------------------------------------------

class Fit {
 public:
  explicit Fit(const Options& options) : options_(options) {}

  int run() {
    for (std::uint64_t i = 0; i < options_.programs; ++i) examine(*random_model(options_.seed + i));
    print("one_exploration", one_);
    print("several_explorations", several_);
    return 0;
  }

 private:
  struct Look {
    double seems_left = 0;  // log(estimate / explored)
    double error = 0;       // log(truth / estimate)
    double weight = 0;      // sums to 1 for each program
    std::uint64_t program = 0;
  };
  using Curve = std::vector<std::pair<std::uint64_t, double>>;  // executions, estimates

  // The factors hold in the middle of each range of log(estimate / explored).
  static constexpr double ranges[] = {0.25, 0.75, 1.25, 2, 3, 4, 1e9};

  void examine(Program& program) {
    const auto truth = static_cast<double>(truth_of(program, options_));
    if (truth == 0) return;
    std::vector<Curve> curves;
    for (std::uint64_t order = 0; order < orders; ++order) {
      const Summary all = explored(program, options_.most, options_.seconds, order);
      if (all.bound != Bound::none) return;
      curves.push_back(all.earlier_estimates);
    }
    ++programs_;
    // A user watches the second half of an exploration as often as the first, so half of
    // the weight is proportional to executions. Samples can have any size, so each
    // doubling has the same weight.
    add(one_, curves.front(), truth, 0.5);
    add(several_, mean_of(curves), truth / static_cast<double>(orders), 0);
  }

  // Adds the points of a curve up to `end` executions.
  void add(std::vector<Look>& looks, Curve curve, double end, double part_by_executions) const {
    std::erase_if(curve, [&](const auto& look) {
      return look.first < least_look || static_cast<double>(look.first) >= end;
    });
    double sum = 0;
    for (const auto& look : curve) sum += static_cast<double>(look.first);
    const double truth = &looks == &one_ ? end : end * static_cast<double>(orders);
    for (const auto& [count, said] : curve) {
      const auto executions = static_cast<double>(count);
      const double estimate = std::max(said, executions);
      looks.push_back({std::log(estimate / executions), std::log(truth / estimate),
                       (1 - part_by_executions) / static_cast<double>(curve.size()) +
                           part_by_executions * executions / sum,
                       programs_});
    }
  }

  // Returns the geometric mean at the numbers of executions that all curves have in common.
  static Curve mean_of(const std::vector<Curve>& curves) {
    Curve result;
    for (std::size_t i = 0; i < curves.front().size(); ++i) {
      const std::uint64_t count = curves.front()[i].first;
      double logs = 0;
      std::uint64_t looked = 0;
      for (const Curve& curve : curves) {
        if (i >= curve.size() || curve[i].first != count) continue;
        logs += std::log(std::max(curve[i].second, static_cast<double>(count)));
        ++looked;
      }
      if (looked == orders)
        result.emplace_back(count, std::exp(logs / static_cast<double>(orders)));
    }
    return result;
  }

  static double weighted_quantile(std::vector<std::pair<double, double>> values, double part) {
    std::ranges::sort(values);
    double all = 0;
    for (const auto& value : values) all += value.second;
    double below = 0;
    for (const auto& [value, weight] : values) {
      below += weight;
      if (below >= part * all) return value;
    }
    return values.back().first;
  }

  static void print(const std::string& name, const std::vector<Look>& looks) {
    fmt::print("{}\n", name);
    double from = -1;
    for (const double to : ranges) {
      std::vector<std::pair<double, double>> places;
      std::vector<std::pair<double, double>> errors;
      std::set<std::uint64_t> programs;
      for (const Look& look : looks)
        if (look.seems_left >= from && look.seems_left < to) {
          places.emplace_back(look.seems_left, look.weight);
          errors.emplace_back(look.error, look.weight);
          programs.insert(look.program);
        }
      from = to;
      if (programs.size() < 10) continue;  // too few programs
      fmt::print("  {{{:.2f}, {:.2f}, {:.2f}, {:.2f}}}  ({} looks at {} programs)\n",
                 weighted_quantile(places, 0.5), weighted_quantile(errors, 0.1),
                 weighted_quantile(errors, 0.5), weighted_quantile(errors, 0.9), places.size(),
                 programs.size());
    }
  }

  Options options_;
  std::uint64_t programs_ = 0;
  std::vector<Look> one_;
  std::vector<Look> several_;
};

}  // namespace
}  // namespace mazurka::bench

int main(int argc, char** argv) {
  using namespace mazurka::bench;
  Options options;
  CLI::App app("How often estimates of the number of executions are right");
  app.add_option("--seed", options.seed, "Of the first random program (10001)");
  app.add_option("--programs", options.programs, "How many seeds (300); not all of them fit");
  app.add_option("--least", options.least, "Executions that a program must have (2000)");
  app.add_option("--most", options.most, "Executions that a program may have (150000)");
  app.add_option("--limit", options.seconds, "Seconds that exploring it may take (4)");
  app.add_flag("--fit", options.fit, "Prints the factors of the intervals instead");
  app.add_flag("--markdown", options.markdown, "Prints Markdown");
  CLI11_PARSE(app, argc, argv);
  return options.fit ? Fit(options).run() : Report(options).run();
}
