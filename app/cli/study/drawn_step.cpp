// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/study/drawn_step.h"

#include "core/engine/evaluate.h"

namespace roofrack::cli {

Result<std::optional<DrawnStep>> drawn_step(const ProjectInput& input, const Catalog& catalog) {
    if (input.path.empty()) {
        if (!input.scenario.empty() || !input.settings.empty() || input.replan)
            throw UsageError{{!input.scenario.empty()   ? "--scenario"
                              : !input.settings.empty() ? "--set"
                                                        : "--replan",
                              "there is no project that it is said of", "give PROJECT before it"}};
        return std::nullopt;
    }
    auto prepared = input.prepare(catalog);
    if (!prepared) return tl::unexpected(prepared.error());
    EvaluateOptions options;
    options.findings = false;
    Evaluation evaluation = evaluate(*prepared, options);
    return DrawnStep{std::move(*prepared), std::move(evaluation)};
}

} // namespace roofrack::cli
