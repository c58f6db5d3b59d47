// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/figure_cautions.h"

#include "core/base/catalog/announced.h"
#include "core/base/catalog/confirmed.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/own_accelerator.h"
#include "core/facility/economics/capital_text.h"
#include "core/study/money/missing_price.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace roofrack {

namespace {

constexpr std::string_view without_price = "without a price",
                           is_unconfirmed = " % of its price is not confirmed",
                           of_rate = " rate is not confirmed";
/// Figures that are high where the rate of the catalogue is: shares of it, and what a GPU computes.
constexpr std::string_view by_rate[] = {"step.mfu", "step.mfu_causal", "step.hfu",
                                        "step.model_flops_per_s_per_gpu"};

/// Beginnings of names of figures that are the same however fast a step is.
constexpr std::string_view without_speed[] = {"step.gpus",
                                              "step.memory.",
                                              "power.",
                                              "money.capital.",
                                              "money.increment.lead_weeks",
                                              "money.increment.added_usd",
                                              "money.increment.net_usd",
                                              "dates.ready_weeks"};

bool turns_on_speed(std::string_view figure) {
    return std::ranges::none_of(without_speed,
                                [&](std::string_view each) { return figure.starts_with(each); });
}

/// The server that an element draws and that computes in the end; null: it is none.
const Part* computing_server(const Element& element, Procurement procurement, const Catalog& catalog) {
    return element.kind == ElementKind::server && procurement != Procurement::sell
               ? drawn_part(element, catalog)
               : nullptr;
}

/// The words of the first server whose rate is not confirmed. Empty where a measured profile has no FLOPs: no
/// figure goes by the rate there.
std::string first_unconfirmed_rate(const std::vector<const Part*>& servers, const Evaluation* evaluation,
                                   const Catalog& catalog) {
    if (!evaluation || std::isnan(evaluation->mfu)) return {};
    for (const Part* const server : servers)
        if (const std::optional<Part> gpu = accelerator_of(*server, catalog))
            if (std::string text = unconfirmed_rate_text(*gpu, evaluation->plan.precision); !text.empty())
                return text;
    return {};
}

} // namespace

std::vector<std::string> figure_cautions(const Cluster& cluster, const Evaluation* evaluation,
                                         const Catalog& catalog) {
    std::vector<std::string> out;
    const std::vector<Procurement> procurements = procurements_of(cluster);
    std::vector<const Part*> servers;
    for (size_t i = 0; i < cluster.elements.size(); ++i)
        if (const Part* const part = computing_server(cluster.elements[i], procurements[i], catalog))
            if (std::ranges::find(servers, part) == servers.end()) servers.push_back(part);
    if (std::ranges::any_of(servers, [&](const Part* part) { return is_announced(*part, catalog); }))
        out.emplace_back("announced");
    if (std::string rate = first_unconfirmed_rate(servers, evaluation, catalog); !rate.empty())
        out.push_back(std::move(rate));
    if (evaluation && evaluation->feasible && evaluation->memory.verdict == MemoryVerdict::may_not_fit)
        out.emplace_back("may not fit in memory");
    // A rent stands for what is drawn.
    if (!evaluation || !evaluation->capital || evaluation->cost.rent > 0) return out;
    if (const std::string missing = missing_capital_price(evaluation); !missing.empty())
        out.push_back(std::string(without_price) + missing.substr(std::string_view("no price").size()));
    // So does a price that the site gives.
    constexpr double said_from = 0.5;
    const double unconfirmed = unconfirmed_share(*evaluation->capital);
    if (unconfirmed > said_from) out.push_back(fmt::format("{:.0f}{}", 100 * unconfirmed, is_unconfirmed));
    return out;
}

bool is_of_price(std::string_view caution) {
    return caution.starts_with(without_price) || caution.ends_with(is_unconfirmed);
}

bool is_of_rate(std::string_view caution) { return caution.ends_with(of_rate); }

std::string unconfirmed_rate(std::string_view figure, const std::vector<std::string>& cautions) {
    const auto of_it = std::ranges::find_if(cautions, is_of_rate);
    return of_it == cautions.end() || std::ranges::find(by_rate, figure) == std::end(by_rate) ? std::string()
                                                                                              : *of_it;
}

std::string caution_of_best(const std::vector<std::string>& cautions,
                            const std::vector<JudgedFigure>& figures) {
    std::vector<std::string> said;
    for (const std::string& each : cautions) {
        const auto bears_on = [&](const JudgedFigure& figure) {
            return (is_of_rate(each) && turns_on_speed(figure.name)) ||
                   (is_of_price(each) && rests_on_prices(figure.name, *figure.row));
        };
        if (std::ranges::any_of(figures, bears_on)) said.push_back(each);
    }
    return said.empty() ? std::string() : fmt::format("; {}", fmt::join(said, ", "));
}

} // namespace roofrack
