// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/design/design_builder.h"
#include "core/answers/design/design_question.h"
#include "core/study/money/caution.h"

#include <atomic>
#include <optional>

namespace roofrack {

/// What was found of one design.
struct DesignRow {
    size_t design = 0; ///< its number in the space, from 0
    std::string name;
    /// The name of its server, "as drawn"; empty: servers do not vary, or it was not searched here.
    std::string server;
    bool is_announced = false;
    std::vector<Caution> cautions; ///< cautions_of() it in the place of the scenario, cautions_of_run() where
                                   ///< the goal is of its run; of one that does not run, what is known
    std::string reason;            ///< why it does not run or cannot be drawn; empty: it does
    std::optional<UnevenSize> uneven; ///< the reason, where it is its size
    double gpus = 0;
    std::string plan;                ///< plan_text(); empty where it does not run
    std::vector<double> values;      ///< goal and limits, as DesignQuestion has them; NaN: absent
    std::vector<std::string> absent; ///< why each is; empty: it is there

    bool runs() const { return reason.empty(); }
};

/// The k-th of n parts of a space: designs next to each other.
struct DesignShare {
    size_t k = 1, n = 1;

    size_t begin(size_t designs) const;
    size_t end(size_t designs) const;
};
/// "2/8". Fails on anything else.
Result<DesignShare> parse_design_share(std::string_view text);

struct DesignSearchOptions {
    DesignShare share;
    unsigned threads = 0; ///< 0: one a core
};

/// Set by the workers, read by whoever waits.
struct DesignSearchProgress {
    std::atomic<size_t> done = 0; ///< designs
};

struct DesignRows {
    std::vector<DesignRow> rows; ///< in the order of the space
    bool is_cancelled = false;   ///< stopped before all of them were found
};

/// Every design of a share of the space, each drawn, planned (exhaustively, as prudent_plan() does), checked
/// and evaluated: none is ruled out without. Fails where DesignBuilder::make() does. What was found until it
/// is stopped is kept.
Result<DesignRows> search_designs(const Answers& base, const DesignSpace& space,
                                  const DesignQuestion& question, const DesignSearchOptions& options = {},
                                  DesignSearchProgress* progress = nullptr, const std::stop_token& stop = {});

/// The scenario as it is given, read like a design of no space.
DesignRow scenario_row(const Answers& base, const DesignQuestion& question);

/// The design as a scenario: with the plan that was found. Fails where it cannot be drawn or does not run.
Result<Scenario> designed_scenario(const Answers& base, const DesignSpace& space, size_t design);

} // namespace roofrack
