// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/base/model/project.h"
#include "core/base/units/diagnostic.h"
#include "core/step/engine/evaluation.h"
#include "core/step/engine/prepared.h"

#include <stop_token>
#include <string>
#include <vector>

namespace roofrack {

class Catalog;

/// The cost of training on a scenario as it stands.
struct TrainingCost {
    Seconds step{};                 ///< with its checkpoints and failures
    Watts facility{};               ///< at the meter, mean over the step
    double dollars_per_million = 0; ///< tokens; of a generic profile samples
};

/// One change that the program can make, and what it then comes to.
struct Mitigation {
    std::string id;      ///< stable: "best-plan", "fp8", "links-l3"
    std::string action;  ///< "FP8 in the linear layers"
    std::string caution; ///< what it asks of people, beside time and money; empty: nothing
    Scenario scenario;   ///< with it
    TrainingCost then;
    double gain = 0; ///< t/t′ − 1, of the wall step
};

/// A change that would help, and is not offered: the drawing cannot carry it.
struct RefusedMitigation {
    std::string action;
    std::string reason; ///< the finding that it would bring
    double gain = 0;    ///< as Mitigation::gain
};

struct Mitigations {
    TrainingCost now;
    std::vector<Mitigation> found;          ///< what gains most first
    std::vector<RefusedMitigation> refused; ///< the same
};

void describe(figures::Builder<TrainingCost>& figures);
void describe(figures::Builder<Mitigation>& figures);
void describe(figures::Builder<RefusedMitigation>& figures);
void describe(figures::Builder<Mitigations>& figures);

/// Changes of the plan, the site and the drawing, each evaluated again as a scenario of its own. One is
/// offered only where the same work is done at least Mitigations' `worth` faster, on the same GPUs, and the
/// drawing has no finding that it had not before. `now`: what evaluate() said about `drawn`. Fails where it
/// does not run. Stopped: what was found so far.
Result<Mitigations> mitigations(const Prepared& drawn, const Evaluation& now, const Catalog& catalog,
                                const std::stop_token& stop = {});

inline constexpr double worth_mitigation = 0.005; ///< share of the step that is worth a mitigation

} // namespace roofrack
