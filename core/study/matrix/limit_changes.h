// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/matrix/limit_row.h"

namespace roofrack {

/// A change with what it then comes to.
struct LimitChange {
    std::string id, action, caution;
    Evaluation then;
    std::optional<PriceBand> price; ///< $ to buy; no value: not known
};

/// The mitigations of a scenario that runs, and its next racks, each evaluated and priced: a plan costs
/// nothing, what is drawn more, or in the place of something else, by the bill of both. What asks for people,
/// vendors or the utility has no known price.
std::vector<LimitChange> limit_changes(const LimitSources& sources, const Catalog& catalog,
                                       const std::stop_token& stop);

/// s of the step that wait for a resource of the step itself.
double seconds_of(LimitKind kind, const Evaluation& evaluation);

/// The cheapest of the changes that relieve a limit of the step, of those with one price what relieves most;
/// none where none does.
std::optional<LimitMitigation> cheapest_for(LimitKind kind, const std::vector<LimitChange>& changes,
                                            const Evaluation& now);
/// The cheapest of the changes that lower $ per million tokens; none where none does.
std::optional<LimitMitigation> cheapest_for_money(const std::vector<LimitChange>& changes,
                                                  const Evaluation& now);

} // namespace roofrack
