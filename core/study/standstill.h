// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/evaluate.h"

#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// Whether a scenario runs, and all that stops it.
struct Standstill {
    std::string_view heading; ///< "This cluster does not run", "This plan does not run"; empty: it runs
    std::vector<std::string> reasons; ///< sentences without a full stop, the gravest first; none: it runs

    bool runs() const { return heading.empty(); }
    /// "This cluster does not run: “UPS” carries 2.1 MW and is made for 1.8 MW"; empty: it runs.
    std::string text() const;
};

/// The standstill of an evaluation: its critical findings; where it has none of them, what binds.
Standstill standstill_of(const Evaluation& evaluation);
/// A standstill as a fault at /plan, for what needs a step: why there is none, in the words of the
/// evaluation, and what to do about it.
Diagnostic why_no_step(const Evaluation& evaluation);
/// The standstill of a scenario as it is drawn, with what check_drawing() finds.
Standstill standstill_of(const Scenario& scenario, const Catalog& catalog);

} // namespace roofrack
