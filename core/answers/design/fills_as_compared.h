// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/study/money/site_alternative.h"

namespace roofrack {

/// site_fill() with as many racks as a comparison at equal power gives it, where the room bears those; then
/// by a plan that surely fits in memory where its own may not and that one is at most most_slower slower.
/// `limit`: what its site then delivers, where `prepared` has another one to be filled.
SiteAlternative fill_as_compared(const Prepared& prepared, const Evaluation& evaluation, const Part& server,
                                 std::optional<Watts> limit, FillPlace place, const Catalog& catalog,
                                 const std::stop_token& stop = {});

/// site_fills(), each as fill_as_compared().
SiteAlternatives fills_as_compared(const Prepared& prepared, const Evaluation& evaluation,
                                   const Catalog& catalog, const std::stop_token& stop = {},
                                   bool best_plan = false);

/// What the site's power could feed. Fails where there is no step.
template<>
Result<SiteAlternatives> answer_of(const Answers& answers, const std::stop_token& stop);

} // namespace roofrack
