#include "property/campaign.h"

#include <fmt/format.h>

#include "core/hash.h"
#include "property/random_program.h"

namespace mazurka::property {
namespace {

std::uint64_t order_seed(std::uint64_t seed, int order) {
  return order == 0 ? 0 : mix(seed, static_cast<std::uint64_t>(order)) | 1u;
}

Verdict judge_orders(const std::string& source, const Promise& promise, std::uint64_t seed,
                     const Campaign& campaign) {
  Verdict verdict;
  for (int order = 0; order < campaign.orders; ++order) {
    verdict = judge(source, promise, order_seed(seed, order), campaign.conflicts);
    if (!verdict.decided || !verdict.complaint.empty()) break;
  }
  return verdict;
}

std::uint64_t failing_order(const std::string& source, const Promise& promise, std::uint64_t seed,
                            const Campaign& campaign) {
  for (int order = 0; order < campaign.orders; ++order) {
    const std::uint64_t chosen = order_seed(seed, order);
    if (!judge(source, promise, chosen, campaign.conflicts).complaint.empty()) return chosen;
  }
  return 0;
}

std::string explain(const NamedShape& shape, const Promise& promise, std::uint64_t seed,
                    const Campaign& campaign, const std::string& complaint) {
  const RandomProgram program = random_program(seed, shape.shape);
  std::string smaller = to_source(program);
  std::string why = complaint;
  if (campaign.shrink) {
    const auto still_fails = [&](const RandomProgram& candidate) {
      return !judge_orders(to_source(candidate), promise, seed, campaign).complaint.empty();
    };
    smaller = to_source(shrink(program, still_fails));
    why = judge_orders(smaller, promise, seed, campaign).complaint;
  }
  return fmt::format(
      "{}\n  again: property_tests --shape {} --algorithm {} --seed {} --programs 1\n  shrunk "
      "program ({}):\n{}{}",
      complaint, shape.name, name_of(promise.algorithm), seed, why, smaller,
      missed_traces(smaller, promise, failing_order(smaller, promise, seed, campaign)));
}

}  // namespace

CampaignResult run_campaign(const NamedShape& shape, const Promise& promise,
                            const Campaign& campaign) {
  CampaignResult result;
  for (std::uint64_t i = 0; i < campaign.programs; ++i) {
    const std::uint64_t seed = campaign.first_seed + i;
    if (campaign.progress) campaign.progress(seed, result);
    const std::string source = to_source(random_program(seed, shape.shape));
    const Verdict verdict = judge_orders(source, promise, seed, campaign);
    ++result.programs;
    if (!verdict.decided) ++result.undecided;
    result.traces += verdict.traces;
    if (verdict.complaint.empty()) continue;
    result.failure = explain(shape, promise, seed, campaign, verdict.complaint);
    break;
  }
  return result;
}

}  // namespace mazurka::property
