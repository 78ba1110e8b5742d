// Random programs of the class of the Event-DPOR paper: which traces the published algorithm
// (`event-paper`) misses, and which it repeats.
//
// Theorem 2 of the paper promises that it misses none, Theorem 3 that it repeats none if the
// program is non-branching. Neither holds, so the campaign counts. What must hold is that each of
// its traces is one of brute force's.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "explore/algorithms.h"
#include "property/random_program.h"
#include "property/shape.h"

namespace mazurka::property {

// Shapes whose programs are all in the class of the paper: multiset handlers, reads, writes,
// read-modify-writes, post, spawn, join and assume.
[[nodiscard]] std::span<const NamedShape> published_shapes();

// The published algorithm on one program, against brute force.
struct PublishedOutcome {
  // False: brute force hit its bound, or an execution has an error or a deadlock. In the paper the
  // exploration ends there, or the program does not terminate.
  bool decided = true;
  std::uint64_t traces = 0;
  std::uint64_t missed = 0;
  std::uint64_t repeated = 0;    // executions beyond the first of each trace
  std::uint64_t redundant = 0;   // executions that were given up
  bool was_stopped = false;      // it had ten times as many executions as traces, and more
  bool is_non_branching = true;  // as Section 6 of the paper defines it
  std::string failure;           // a trace that brute force does not have, or an invariant error
};

[[nodiscard]] PublishedOutcome run_published(const std::string& source, std::uint64_t order_seed,
                                             const EventPaperOptions& paper);

// A shrunk program on which the published algorithm fails.
struct Witness {
  std::uint64_t seed = 0;  // of the random program, before it was shrunk
  std::uint64_t order_seed = 0;
  std::string source;
  std::uint64_t events = 0;  // of its longest execution
  PublishedOutcome outcome;
};

struct PublishedCampaign {
  std::uint64_t first_seed = 1;
  std::uint64_t programs = 100;
  int orders = 2;
  EventPaperOptions paper = {};
  int shrunk = 0;  // how many failing programs of each kind to shrink
};

struct PublishedCount {
  std::uint64_t programs = 0;
  std::uint64_t undecided = 0;
  std::uint64_t traces = 0;
  std::uint64_t missing_programs = 0;  // programs with missed traces
  std::uint64_t missed = 0;            // traces
  std::uint64_t non_branching = 0;     // programs
  std::uint64_t stopped = 0;  // programs with more than ten times as many executions as traces
  std::uint64_t repeating_programs = 0;   // non-branching programs with repeated traces
  std::uint64_t repeating_branching = 0;  // other programs with repeated traces
  std::vector<Witness> missing;           // the smallest first
  std::vector<Witness> repeating;         // non-branching, the smallest first
  std::string failure;
};

[[nodiscard]] PublishedCount run_published_campaign(const NamedShape& shape,
                                                    const PublishedCampaign& campaign);

}  // namespace mazurka::property
