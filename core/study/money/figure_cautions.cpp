// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/figure_cautions.h"

#include "core/base/catalog/announced.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/drawn_parts.h"
#include "core/facility/economics/capital_text.h"
#include "core/study/money/missing_price.h"

#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr std::string_view without_price = "without a price", is_estimated = " % of its price is estimated";

} // namespace

std::vector<std::string> figure_cautions(const Cluster& cluster, const Evaluation* evaluation,
                                         const Catalog& catalog) {
    std::vector<std::string> out;
    const std::vector<Procurement> procurements = procurements_of(cluster);
    for (size_t i = 0; i < cluster.elements.size(); ++i) {
        const Element& element = cluster.elements[i];
        if (element.kind != ElementKind::server || procurements[i] == Procurement::sell) continue;
        const Part* const part = drawn_part(element, catalog);
        if (!part || !is_announced(*part, catalog)) continue;
        out.emplace_back("announced");
        break;
    }
    if (evaluation && evaluation->feasible && evaluation->memory.verdict == MemoryVerdict::may_not_fit)
        out.emplace_back("may not fit in memory");
    // A rent stands for what is drawn.
    if (!evaluation || !evaluation->capital || evaluation->cost.rent > 0) return out;
    if (const std::string missing = missing_capital_price(evaluation); !missing.empty())
        out.push_back(std::string(without_price) + missing.substr(std::string_view("no price").size()));
    // So does a price that the site gives.
    constexpr double said_from = 0.5;
    const double estimated = evaluation->capital->given_per_gpu ? 0 : estimated_share(*evaluation->capital);
    if (estimated > said_from) out.push_back(fmt::format("{:.0f}{}", 100 * estimated, is_estimated));
    return out;
}

bool is_of_price(std::string_view caution) {
    return caution.starts_with(without_price) || caution.ends_with(is_estimated);
}

} // namespace roofrack
