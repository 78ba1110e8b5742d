#include "property/plain_campaign.h"

#include <algorithm>

#include <fmt/format.h>

#include "property/plain_search.h"
#include "property/random_program.h"
#include "property/seen.h"

namespace mazurka::property {

Shape tiny(Shape shape) {
  shape.messages.high = std::min(shape.messages.high, 3);
  shape.handlers.high = std::min(shape.handlers.high, 2);
  shape.max_events = std::min(shape.max_events, 13);
  return shape;
}

PlainCampaignResult run_plain_campaign(const NamedShape& shape, const PlainCampaign& campaign) {
  PlainCampaignResult result;
  for (std::uint64_t i = 0; i < campaign.programs; ++i) {
    const std::uint64_t seed = campaign.first_seed + i;
    const std::string source = to_source(random_program(seed, tiny(shape.shape)));
    ++result.programs;
    const PlainResult plain =
        search_plainly(source, false, campaign.conflicts, campaign.max_interleavings);
    const auto fail = [&](const std::string& complaint) {
      result.failure = fmt::format("{}, seed {}: {}\n{}", shape.name, seed, complaint, source);
    };
    if (!plain.failure.empty()) fail(plain.failure);
    if (!result.failure.empty()) return result;
    if (!plain.complete) continue;
    ++result.compared;
    result.traces += plain.traces.size();
    for (const AlgorithmName name : {AlgorithmName::event, AlgorithmName::optimal}) {
      SeeOptions options;
      options.conflicts = campaign.conflicts;
      options.keep_realities = true;
      const Seen seen = see(source, name, options);
      if (seen.realities == plain.realities) continue;
      fail(fmt::format("{} ends in {} states, a search without merging in {}", name_of(name),
                       seen.realities.size(), plain.realities.size()));
      return result;
    }
  }
  return result;
}

}  // namespace mazurka::property
