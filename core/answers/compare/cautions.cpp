// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/cautions.h"

#include "core/answers/step_answers.h"
#include "core/base/catalog/announced.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/drawn_parts.h"
#include "core/study/money/missing_price.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace roofrack {

std::vector<std::string> cautions_of(const Answers& answers) {
    std::vector<std::string> out;
    const Cluster& cluster = answers.scenario().cluster;
    const std::vector<Procurement> procurements = procurements_of(cluster);
    for (size_t i = 0; i < cluster.elements.size(); ++i) {
        const Element& element = cluster.elements[i];
        if (element.kind != ElementKind::server || procurements[i] == Procurement::sell) continue;
        const Part* const part = drawn_part(element, answers.catalog());
        if (!part || !is_announced(*part, answers.catalog())) continue;
        out.emplace_back("announced");
        break;
    }
    const Evaluation* const evaluation = answers.value<Evaluation>();
    if (evaluation && evaluation->feasible && evaluation->memory.verdict == MemoryVerdict::may_not_fit)
        out.emplace_back("may not fit in memory");
    // A rent stands for what is drawn.
    if (const std::string missing = missing_capital_price(evaluation);
        !missing.empty() && !(evaluation->cost.rent > 0))
        out.push_back("without a price" + missing.substr(std::string_view("no price").size()));
    return out;
}

std::string ScenarioCaution::text() const { return fmt::format("{}", fmt::join(cautions, ", ")); }

} // namespace roofrack
