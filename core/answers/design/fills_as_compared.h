// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/study/money/site_alternative.h"

namespace roofrack {

/// The scenario with as many racks as a comparison at equal power gives it, `most` W at the meter, where the
/// room bears those; then by a plan that surely fits in memory where its own may not and that one is at most
/// most_slower slower. `may_resize` not: the room bears no more racks than are drawn.
Scenario filled_as_compared(Scenario scenario, double most, const RoomCapacity& room, bool may_resize,
                            const Catalog& catalog, const std::stop_token& stop = {});

/// site_fills(), each with as many racks as servers_beside() draws of that server.
SiteAlternatives fills_as_compared(const Prepared& prepared, const Evaluation& evaluation,
                                   const Catalog& catalog, const std::stop_token& stop = {},
                                   bool best_plan = false);

/// What the site's power could feed. Fails where there is no step.
template<>
Result<SiteAlternatives> answer_of(const Answers& answers, const std::stop_token& stop);

} // namespace roofrack
