// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/figure_cautions.h"

#include "core/base/catalog/announced.h"
#include "core/base/catalog/confirmed.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/cooling_kind.h"
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

constexpr std::string_view announced = "announced", of_rate_begins = "its ",
                           of_rate_ends = " rate is not confirmed", of_memory = "may not fit in memory",
                           of_new_liquid = "needs new liquid cooling",
                           of_batch = "some replicas run more micro-batches than others",
                           of_wait_has = " wait for ", of_wait_ends = " of their time",
                           of_sales = "what its sales bring is not known", of_shortage_begins = "short of ",
                           without_price = "without a price",
                           of_price_ends = " % of its price is not confirmed",
                           of_whole_price = "none of its price is confirmed by a source";
/// Figures that are high where the rate of the catalogue is: shares of it, and what a GPU computes.
constexpr std::string_view by_rate[] = {"step.mfu", "step.mfu_causal", "step.hfu",
                                        "step.model_flops_per_s_per_gpu"};

/// is_of_run_on_all().
constexpr std::string_view of_run_on_all[] = {"step.time_to_budget_s",
                                              "money.run.time_s",
                                              "money.run.usd",
                                              "money.run.usd_per_million",
                                              "money.run.usd_per_petaflop_day",
                                              "money.run.replacement_usd_per_million",
                                              "money.run.energy_j",
                                              "money.run.co2_kg",
                                              "money.run.water_m3",
                                              "money.increment.replacement_usd_per_million",
                                              "totals.gpu_hours",
                                              "totals.wall_s",
                                              "totals.energy_j",
                                              "totals.servers_j",
                                              "totals.network_j",
                                              "totals.storage_j",
                                              "totals.site_water_l",
                                              "totals.source_water_l",
                                              "totals.carbon_kg",
                                              "totals.cost",
                                              "totals.energy_cost"};

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

/// The first server that has such a rate is told. What is known of its FLOPs says nothing where the profile
/// is measured.
std::string unconfirmed_rate_of(const std::vector<const Part*>& servers, const Evaluation* evaluation,
                                const Catalog& catalog) {
    if (!evaluation || std::isnan(evaluation->mfu)) return {};
    for (const Part* const server : servers)
        if (const std::optional<Part> gpu = accelerator_of(*server, catalog))
            if (std::string word = unconfirmed_rate_word(*gpu, evaluation->plan.precision); !word.empty())
                return word;
    return {};
}

/// "needs 83 GB (74 GB to 93.2 GB) of 85.5 GB": the band, and what a GPU has.
std::string memory_detail(const MemoryFit& memory) {
    const auto text = [](Bytes bytes) { return format_quantity(bytes.si(), Dimension::bytes); };
    return fmt::format("needs {} ({} to {}) of {}", text(memory.needed), text(memory.low), text(memory.high),
                       text(memory.capacity));
}

/// What a hall is and has, in which something else may come to stand.
bool is_of_hall(const Element& element) {
    return is_container(element.kind) || element.kind == ElementKind::feed ||
           element.kind == ElementKind::cooling;
}

/// Something of the hall is there already, if only to be sold. `owned`: owned_shares_of() the drawing.
bool has_hall(const Cluster& cluster, const std::vector<Procurement>& procurements,
              const std::vector<double>& owned) {
    for (size_t i = 0; i < cluster.elements.size(); ++i)
        if (is_of_hall(cluster.elements[i]) && (owned[i] > 0 || procurements[i] == Procurement::sell))
            return true;
    return std::ranges::any_of(cluster.sold, is_of_hall);
}

/// The coolers for liquid of a drawing that stay, by their places.
std::vector<size_t> liquid_coolers(const Cluster& cluster, const std::vector<Procurement>& procurements,
                                   const Catalog& catalog) {
    std::vector<size_t> out;
    for (size_t i = 0; i < cluster.elements.size(); ++i)
        if (const Element& element = cluster.elements[i];
            element.kind == ElementKind::cooling && procurements[i] != Procurement::sell &&
            cooling_kind(drawn_part(element, catalog)) == CoolingKind::liquid)
            out.push_back(i);
    return out;
}

/// What a drawing tells of a hall that is there already.
struct HallThere {
    bool is_there = false;   ///< something of it is
    bool has_liquid = false; ///< so is a cooler for liquid
};

HallThere hall_there(const Cluster& cluster, const std::vector<Procurement>& procurements,
                     const Catalog& catalog) {
    const std::vector<double> owned = owned_shares_of(cluster);
    return {has_hall(cluster, procurements, owned),
            std::ranges::any_of(liquid_coolers(cluster, procurements, catalog),
                                [&](size_t i) { return owned[i] > 0; })};
}

/// "“CDU” is to be bought, and needs facility water in the hall", of a drawing that has something of the hall
/// already, or stands in the place of `there` that has, and no cooler for liquid among it; empty: it has one,
/// draws none, or all is bought.
std::string new_liquid_detail(const Cluster& cluster, const std::vector<Procurement>& procurements,
                              const Catalog& catalog, const Cluster* there) {
    const HallThere own = hall_there(cluster, procurements, catalog),
                    before = there ? hall_there(*there, procurements_of(*there), catalog) : HallThere();
    if (!(own.is_there || before.is_there) || own.has_liquid || before.has_liquid) return {};
    std::vector<std::string> names;
    for (const size_t i : liquid_coolers(cluster, procurements, catalog)) {
        const Element& element = cluster.elements[i];
        std::string name = fmt::format("“{}”", element.name.empty() ? element.id : element.name);
        if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
    }
    if (names.empty()) return {};
    const bool is_one = names.size() == 1;
    return fmt::format("{} {} to be bought, and {} facility water in the hall", fmt::join(names, ", "),
                       is_one ? "is" : "are", is_one ? "needs" : "need");
}

/// What is found of a batch that does not divide over the replicas; null: it does, or nothing runs.
const Finding* uneven_batch_of(const Evaluation* evaluation) {
    if (!evaluation || !evaluation->feasible) return nullptr;
    const auto found = std::ranges::find(evaluation->findings, finding_id::uneven_batch, &Finding::id);
    return found == evaluation->findings.end() ? nullptr : &*found;
}

} // namespace

std::vector<Caution> figure_cautions(const Cluster& cluster, const Evaluation* evaluation,
                                     const Catalog& catalog, const Cluster* there) {
    std::vector<Caution> out;
    const auto add = [&](CautionKind kind, std::string text) { out.push_back({kind, std::move(text), {}}); };
    const std::vector<Procurement> procurements = procurements_of(cluster);
    std::vector<const Part*> servers;
    for (size_t i = 0; i < cluster.elements.size(); ++i)
        if (const Part* const part = computing_server(cluster.elements[i], procurements[i], catalog))
            if (std::ranges::find(servers, part) == servers.end()) servers.push_back(part);
    if (std::ranges::any_of(servers, [&](const Part* part) { return is_announced(*part, catalog); }))
        add(CautionKind::announced, std::string(announced));
    if (std::string rate = unconfirmed_rate_of(servers, evaluation, catalog); !rate.empty()) {
        add(CautionKind::unconfirmed_rate, fmt::format("{}{}{}", of_rate_begins, rate, of_rate_ends));
        out.back().rate = std::move(rate);
    }
    if (evaluation && evaluation->feasible && evaluation->memory.verdict == MemoryVerdict::may_not_fit) {
        add(CautionKind::memory, std::string(of_memory));
        out.back().detail = memory_detail(evaluation->memory);
    }
    if (std::string detail = new_liquid_detail(cluster, procurements, catalog, there); !detail.empty()) {
        add(CautionKind::new_liquid, std::string(of_new_liquid));
        out.back().detail = std::move(detail);
    }
    // In the words of the verdict and of the finding.
    if (evaluation && evaluation->feasible && !evaluation->waits.empty())
        add(CautionKind::waiting_gpus, evaluation->waits);
    // A rent stands for what is drawn.
    if (evaluation && evaluation->capital && !(evaluation->cost.rent > 0)) {
        if (const std::string missing = missing_capital_price(evaluation); !missing.empty())
            add(CautionKind::missing_price,
                std::string(without_price) + missing.substr(std::string_view("no price").size()));
        // So does a price that the site gives.
        constexpr double said_from = 0.5;
        const double unconfirmed = unconfirmed_share(*evaluation->capital);
        constexpr double all = 1 - 1e-9, most_told = 99; // 100 % is none
        if (unconfirmed > said_from)
            add(CautionKind::unconfirmed_price,
                unconfirmed < all
                    ? fmt::format("{:.0f}{}", std::min(most_told, 100 * unconfirmed), of_price_ends)
                    : std::string(of_whole_price));
        if (std::string unknown = evaluation->capital->unknown_income_text(); !unknown.empty()) {
            add(CautionKind::unknown_sales, std::string(of_sales));
            out.back().detail = std::move(unknown);
        }
    }
    if (const Finding* const uneven = uneven_batch_of(evaluation)) {
        add(CautionKind::uneven_batch, std::string(of_batch));
        out.back().detail = uneven->message;
    }
    return out;
}

Caution read_caution(std::string text) {
    const std::string_view said = text;
    Caution out;
    if (said.starts_with(of_rate_begins) && said.ends_with(of_rate_ends)) {
        out.kind = CautionKind::unconfirmed_rate;
        out.rate =
            said.substr(of_rate_begins.size(),
                        said.size() - std::min(said.size(), of_rate_begins.size() + of_rate_ends.size()));
    } else if (said == of_memory) {
        out.kind = CautionKind::memory;
    } else if (said.starts_with(of_shortage_begins)) {
        out.kind = CautionKind::shortage;
    } else if (said == of_new_liquid) {
        out.kind = CautionKind::new_liquid;
    } else if (said.starts_with(held_clocks_begin)) {
        out.kind = CautionKind::held_clocks;
    } else if (said == done_meanwhile_words) {
        out.kind = CautionKind::done_meanwhile;
    } else if (said == of_sales) {
        out.kind = CautionKind::unknown_sales;
    } else if (said.find(of_wait_has) != std::string_view::npos && said.ends_with(of_wait_ends)) {
        out.kind = CautionKind::waiting_gpus;
    } else if (said == of_batch) {
        out.kind = CautionKind::uneven_batch;
    } else if (said.starts_with(without_price)) {
        out.kind = CautionKind::missing_price;
    } else if (said.ends_with(of_price_ends) || said == of_whole_price) {
        out.kind = CautionKind::unconfirmed_price;
    }
    out.text = std::move(text);
    return out;
}

bool is_of_run_on_all(std::string_view figure) {
    return std::ranges::find(of_run_on_all, figure) != std::end(of_run_on_all);
}

std::string barring_caution(std::string_view figure, const std::vector<Caution>& cautions) {
    const bool rests_on_rate = std::ranges::find(by_rate, figure) != std::end(by_rate),
               is_of_run = is_of_run_on_all(figure);
    const auto bars = [&](const Caution& each) {
        return (rests_on_rate && each.kind == CautionKind::unconfirmed_rate) ||
               (is_of_run && each.kind == CautionKind::done_meanwhile);
    };
    const auto found = std::ranges::find_if(cautions, bars);
    return found == cautions.end() ? std::string() : found->text;
}

std::string caution_of_best(const std::vector<Caution>& cautions, const std::vector<JudgedFigure>& figures) {
    std::vector<std::string> said;
    for (const Caution& each : cautions) {
        const bool is_of_price = each.kind == CautionKind::missing_price ||
                                 each.kind == CautionKind::unconfirmed_price ||
                                 each.kind == CautionKind::unknown_sales;
        const auto bears_on = [&](const JudgedFigure& figure) {
            return (each.kind == CautionKind::unconfirmed_rate && turns_on_speed(figure.name)) ||
                   (is_of_price && rests_on_prices(figure.name, *figure.row));
        };
        if (std::ranges::any_of(figures, bears_on)) said.push_back(each.text);
    }
    return said.empty() ? std::string() : fmt::format("; {}", fmt::join(said, ", "));
}

} // namespace roofrack
