// Random programs against brute force, from the command line:
//
//   property_tests --shape NAME|all --algorithm NAME|all [--seed S] [--programs N] [--orders K]
//   property_tests --robust [--shape SHAPE] [--seed S] [--programs N]
//   property_tests --published [--as-implemented] [--pass-leaves] [--shape NAME] [--seed S]
//                  [--programs N] [--orders K] [--shrink N]
//   property_tests --native gcc|clang --dialect c|c++ [--shape NAME] [--seed S] [--programs N]
//   property_tests --plain [--shape NAME] [--seed S] [--programs N]
//   property_tests --list
//
// The third counts on which programs the published Event-DPOR (`event-paper`) misses or repeats
// traces, and shrinks N of them for each shape. The fourth compares the models with the same
// programs in C or C++. (The environment variable MAZURKA names the command that compiles and
// checks them.) The fifth compares final states with a search that merges nothing. The last prints
// a line for each shape and algorithm: both names, and "handlers" or "threads" for what the
// programs are made of. The first and the fifth use the conflicts of the papers with `--relation
// papers`.
//
// Without arguments, runs the GoogleTest cases, with MAZURKA_PROPERTY_PROGRAMS programs per case.
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "property/campaign.h"
#include "property/native_campaign.h"
#include "property/plain_campaign.h"
#include "property/promises.h"
#include "property/published_campaign.h"
#include "property/random_program.h"
#include "property/robust_judge.h"
#include "property/robust_model.h"
#include "property/robust_program.h"

namespace mazurka::property {
namespace {

struct Options {
  std::string shape = "all";
  std::string algorithm = "all";
  Campaign campaign;
  bool show = false;
  bool keep_going = false;
  std::string native;  // the compiler; empty: no compiled programs
  std::string dialect = "c";
  std::string optimisation;
  bool robust = false;
  bool published = false;
  EventPaperOptions paper;
  int shrunk = 0;
  bool plain = false;
  bool list = false;
};

bool matches(const std::string& wanted, std::string_view name) {
  return wanted == "all" || wanted == name;
}

int run(const Options& options) {
  int failures = 0;
  bool any = false;
  for (const NamedShape& shape : shapes()) {
    if (!matches(options.shape, shape.name)) continue;
    if (options.show)
      fmt::print("{}", to_source(random_program(options.campaign.first_seed, shape.shape)));
    for (const Promise& promise : promises()) {
      if (!matches(options.algorithm, name_of(promise))) continue;
      any = true;
      const CampaignResult result = run_campaign(shape, promise, options.campaign);
      fmt::print("{:22} {:18} seeds {}..{}: {} programs, {} traces, {} undecided, {}\n", shape.name,
                 name_of(promise), options.campaign.first_seed,
                 options.campaign.first_seed + result.programs - 1, result.programs, result.traces,
                 result.undecided, result.failure.empty() ? "no difference" : "DIFFERENT");
      if (!result.failure.empty()) fmt::print("{}\n", result.failure);
      std::fflush(stdout);
      failures += result.failure.empty() ? 0 : 1;
      if (failures > 0 && !options.keep_going) return 1;
    }
  }
  if (!any) fmt::print(stderr, "no such shape or algorithm\n");
  return failures > 0 || !any ? 1 : 0;
}

int list() {
  for (const NamedShape& shape : shapes())
    for (const Promise& promise : promises())
      fmt::print("{} {} {}\n", shape.name, name_of(promise),
                 shape.shape.handlers.high > 0 ? "handlers" : "threads");
  return 0;
}

int run_native(const Options& options) {
  const char* const command = std::getenv("MAZURKA");
  std::vector<NamedShape> wanted;
  for (const NamedShape& shape : shapes())
    if (matches(options.shape, shape.name)) wanted.push_back(shape);
  if (command == nullptr || wanted.empty()) {
    fmt::print(stderr, "{}\n", command == nullptr ? "MAZURKA is not set" : "no such shape");
    return 1;
  }
  const NativeResult result =
      run_native_campaign(wanted, {.first_seed = options.campaign.first_seed,
                                   .programs = options.campaign.programs,
                                   .dialect = options.dialect == "c" ? Dialect::c : Dialect::cpp,
                                   .compiler = options.native,
                                   .command = command,
                                   .optimisation = options.optimisation,
                                   .shrink = options.campaign.shrink,
                                   .keep_going = options.keep_going});
  for (const std::string& failure : result.failures) fmt::print("{}\n", failure);
  fmt::print("{} {}{}: {} programs, {} executions, {} left out, {} different\n", options.native,
             options.dialect, options.optimisation, result.programs, result.executions,
             result.too_large, result.failures.size());
  return result.failures.empty() && result.programs > 0 ? 0 : 1;
}

void print_witness(const char* flaw, const std::vector<Witness>& witnesses) {
  for (const Witness& witness : witnesses)
    fmt::print("{}, seed {}, order {}: {} events, {} traces, {} missed, {} repeated{}\n{}\n", flaw,
               witness.seed, witness.order_seed, witness.events, witness.outcome.traces,
               witness.outcome.missed, witness.outcome.repeated,
               witness.outcome.is_non_branching ? ", non-branching" : "", witness.source);
}

int run_published(const Options& options) {
  bool has_failed = false;
  bool any = false;
  for (const NamedShape& shape : published_shapes()) {
    if (!matches(options.shape, shape.name)) continue;
    any = true;
    const PublishedCount count =
        run_published_campaign(shape, {.first_seed = options.campaign.first_seed,
                                       .programs = options.campaign.programs,
                                       .orders = options.campaign.orders,
                                       .paper = options.paper,
                                       .shrunk = options.shrunk});
    fmt::print(
        "{:20} seeds {}..{}: {} programs ({} undecided, {} non-branching), {} traces; {} programs "
        "miss {} traces, {} non-branching ones and {} others repeat some, {} were stopped{}\n",
        shape.name, options.campaign.first_seed, options.campaign.first_seed + count.programs - 1,
        count.programs, count.undecided, count.non_branching, count.traces, count.missing_programs,
        count.missed, count.repeating_programs, count.repeating_branching, count.stopped,
        count.failure.empty() ? "" : "; FAILED: " + count.failure);
    print_witness("misses", count.missing);
    print_witness("repeats", count.repeating);
    std::fflush(stdout);
    has_failed = has_failed || !count.failure.empty();
  }
  if (!any) fmt::print(stderr, "no such shape\n");
  return has_failed || !any ? 1 : 0;
}

int run_plain(const Options& options) {
  bool has_failed = false;
  for (const NamedShape& shape : shapes()) {
    if (!matches(options.shape, shape.name)) continue;
    const PlainCampaignResult result =
        run_plain_campaign(shape, {.first_seed = options.campaign.first_seed,
                                   .programs = options.campaign.programs,
                                   .conflicts = options.campaign.conflicts});
    fmt::print("plain {:22} seeds {}..{}: {} programs, {} compared, {} traces, {}\n", shape.name,
               options.campaign.first_seed, options.campaign.first_seed + result.programs - 1,
               result.programs, result.compared, result.traces,
               result.failure.empty() ? "no difference" : "DIFFERENT");
    if (!result.failure.empty()) fmt::print("{}\n", result.failure);
    std::fflush(stdout);
    has_failed = has_failed || !result.failure.empty();
  }
  return has_failed ? 1 : 0;
}

// Prints the counts of a campaign. Returns whether it found no difference.
bool print_robust(std::string_view shape, std::uint64_t first, const RobustCount& count) {
  fmt::print(
      "robust {:14} seeds {}..{}: {} programs, {} undecided, {} not serialisable, {} not "
      "deterministic, {} benign, {} emitted, {}\n",
      shape, first, first + count.programs - 1, count.programs, count.undecided,
      count.not_serialisable, count.not_deterministic, count.benign, count.emitted,
      count.failure.empty() ? "no difference" : "DIFFERENT");
  if (!count.failure.empty()) fmt::print("{}\n", count.failure);
  std::fflush(stdout);
  return count.failure.empty();
}

// Shapes: "paper" (both methods, in the paper's language), and those of robust_model.h (explore).
int run_robust(const Options& options) {
  const std::uint64_t first = options.campaign.first_seed;
  const std::uint64_t programs = options.campaign.programs;
  bool is_right = true;
  if (matches(options.shape, "paper")) {
    if (options.show) fmt::print("{}", to_source(random_robust_program(first)));
    is_right = print_robust("paper", first, run_robust_campaign(first, programs));
  }
  for (const robust::Shape& shape : robust::shapes()) {
    if (!matches(options.shape, shape.name)) continue;
    if (options.show) fmt::print("{}", to_source(robust::random_model(shape, first)));
    is_right = print_robust(shape.name, first, run_shape_campaign(shape.name, first, programs)) &&
               is_right;
  }
  return is_right ? 0 : 1;
}

}  // namespace
}  // namespace mazurka::property

int main(int argc, char** argv) {
  using namespace mazurka::property;
  testing::InitGoogleTest(&argc, argv);
  if (argc == 1) return RUN_ALL_TESTS();
  Options options;
  CLI::App app("random programs against brute force");
  app.add_option("--shape", options.shape);
  app.add_option("--algorithm", options.algorithm);
  app.add_option("--seed", options.campaign.first_seed);
  app.add_option("--programs", options.campaign.programs);
  app.add_option("--orders", options.campaign.orders);
  app.add_flag("--show", options.show);
  app.add_flag("--robust", options.robust);
  app.add_flag("--published", options.published);
  app.add_flag("--as-implemented", options.paper.as_implemented);
  app.add_flag("--pass-leaves", options.paper.passes_leaves);
  app.add_option("--shrink", options.shrunk);
  app.add_flag("--list", options.list);
  app.add_flag("--plain", options.plain);
  app.add_option_function<std::string>("--relation", [&](const std::string& name) {
    options.campaign.conflicts = mazurka::ConflictTable(mazurka::conflicts_named(name).value());
  });
  app.add_flag("--keep-going", options.keep_going);
  app.add_flag("!--no-shrink", options.campaign.shrink);
  app.add_option("--native", options.native);
  app.add_option("--dialect", options.dialect);
  app.add_option("--optimise", options.optimisation);
  CLI11_PARSE(app, argc, argv);
  if (options.list) return list();
  if (options.plain) return run_plain(options);
  if (options.robust) return run_robust(options);
  if (options.published) return run_published(options);
  return options.native.empty() ? run(options) : run_native(options);
}
