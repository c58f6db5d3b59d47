// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/meanwhile_findings.h"

#include "core/drawing/bill/procurement.h"

#include <fmt/format.h>

namespace roofrack {

std::vector<Finding> meanwhile_findings(const Cluster& cluster, const Meanwhile& meanwhile,
                                        const PriceBand& lead_weeks) {
    const std::string early = meanwhile.does_all_text(lead_weeks);
    if (early.empty()) return {};
    std::vector<std::string> bought;
    const std::vector<Procurement> procurements = procurements_of(cluster);
    const std::vector<double> there = owned_shares_of(cluster);
    for (size_t i = 0; i < procurements.size(); ++i)
        if (cluster.elements[i].kind == ElementKind::server && procurements[i] != Procurement::sell &&
            there[i] < 1)
            bought.push_back(cluster.elements[i].id);
    return {
        {Severity::warning, "bought-too-late", fmt::format("The run is done {}", early),
         "What is bought does nothing for this run: its days, $ and energy are those of a run that begins "
         "with all GPUs.",
         "Give the run a larger token budget, choose what is ready sooner, or do not buy for this run.",
         std::move(bought)}};
}

std::optional<Caution> meanwhile_caution(const Meanwhile& meanwhile, const PriceBand& lead_weeks) {
    const std::string early = meanwhile.does_all_text(lead_weeks);
    if (early.empty()) return std::nullopt;
    return Caution{
        CautionKind::done_meanwhile,
        std::string(done_meanwhile_words),
        {},
        fmt::format("{} (days, $ and energy are those of a run that begins with all GPUs)", early)};
}

} // namespace roofrack
