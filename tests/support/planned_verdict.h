// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/verdict.h"

namespace roofrack::test {

/// The verdict by the plan as given, or by the best plan: `asked` is planned() of `given`.
inline Evaluation planned_verdict(const Scenario& given, const Scenario& asked, bool best,
                                  const Catalog& catalog) {
    if (!best) return verdict(given, catalog);
    Evaluation out = evaluate_or_explain(asked, catalog);
    const auto prepared = Prepared::make(given, catalog);
    if (out.feasible && prepared) add_regime(*prepared, natural_metric(*prepared), out, RegimeOf::best);
    return out;
}

} // namespace roofrack::test
