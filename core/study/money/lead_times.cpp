// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/lead_times.h"

#include "core/base/figures/builder.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/drawn_parts.h"
#include "core/facility/facility_inputs.h"
#include "core/facility/floor_space.h"
#include "core/step/engine/prepared_impl.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// A site that draws more waits for the utility, whoever builds it.
constexpr Watts own_connection(10e6);

struct LeadLabel {
    std::string_view what, label;
};
constexpr LeadLabel lead_labels[] = {
    {"optics", "optics and switches"},
    {"cooling", "cooling plant"},
    {"ups", "UPS"},
    {"switchgear", "switchgear"},
    {"generators", "generators"},
    {"transformers", "power transformers"},
    {"power", "power from the utility"},
    {"building", "building"},
    {"colocation", "space with power"},
    {"reserved-cloud", "capacity under contract"},
    {"on-demand-cloud", "free capacity"},
    {"commissioning", "commissioning"},
};

/// The connection that a site with a limit has: what the cluster draws within it waits for no utility.
bool has_connection(const Site& site, const Evaluation& evaluation) {
    return site.power_limit && evaluation.power.metered <= *site.power_limit * (1 + 1e-9);
}

bool waits_for_the_grid(Deployment deployment, const Site& site, const Evaluation& evaluation) {
    // A site that is built for it stands elsewhere.
    if (deployment == Deployment::hyperscale_build) return true;
    if (deployment != Deployment::own_hall || has_connection(site, evaluation)) return false;
    return site.power_limit || evaluation.power.facility > own_connection;
}

std::string connection_text(Deployment deployment, const Site& site, const Evaluation& evaluation) {
    if (is_rented(deployment) || !site.power_limit) return {};
    const std::string limit = format_quantity(site.power_limit->si(), Dimension::power, 3);
    if (deployment != Deployment::own_hall)
        return fmt::format("stands elsewhere: the {} of this site spare an own hall alone the wait", limit);
    if (has_connection(site, evaluation))
        return fmt::format("the grid gives the site {} already; only more than that would wait", limit);
    return fmt::format("the site's {} from the grid are too little: the rest waits", limit);
}

/// "gpus.blackwell": the row that a kind of GPU waits by; "blackwell-ultra" waits as "blackwell" does.
std::string gpu_wait(const Part& accelerator, const PriceList& prices) {
    const std::string_view architecture = accelerator.text_or("architecture", "");
    std::string gpus = "gpus";
    for (const std::string_view each : {std::string_view("hopper"), std::string_view("blackwell"),
                                        architecture, std::string_view(accelerator.id)})
        if (!each.empty() && (architecture.starts_with(each) || each == accelerator.id) &&
            find_price(prices.lead_times, fmt::format("gpus.{}", each)))
            gpus = fmt::format("gpus.{}", each);
    return gpus;
}

bool buys(const Capital& capital, std::initializer_list<BillGroup> groups) {
    return std::ranges::any_of(capital.rows, [&](const CapitalRow& row) {
        return row.procurement == Procurement::buy && std::ranges::find(groups, row.group) != groups.end();
    });
}

/// The room that stands already does not hold all that is drawn.
bool is_room_short(const Prepared::Impl& impl) {
    const SiteRoom& room = impl.scenario.site.room;
    const FloorSpace floor =
        floor_space(impl.scenario.cluster, room, impl.drawing->catalog(), impl.facility->inputs());
    return !floor_shortages(floor, room).empty();
}

/// What is bought for machines of one's own; all of it where the drawing does not say what is there already.
std::vector<std::string> machines_for(const Prepared::Impl& impl, const PriceList& prices) {
    const Capital& capital = *impl.capital;
    if (!capital.says_procurement) return {gpu_wait(impl.accelerators.front(), prices), "optics"};
    std::vector<std::string> out;
    for (const Part& accelerator : impl.accelerators.kinds()) {
        if (std::ranges::find(capital.bought_accelerators, accelerator.id) ==
            capital.bought_accelerators.end())
            continue;
        std::string wait = gpu_wait(accelerator, prices);
        if (std::ranges::find(out, wait) == out.end()) out.push_back(std::move(wait));
    }
    if (buys(capital, {BillGroup::switch_, BillGroup::optic})) out.emplace_back("optics");
    return out;
}

/// The waits of the feeds that are bought, by their kinds; a connection that the site has already waits for
/// no utility.
std::vector<std::string> feeds_for(const Prepared::Impl& impl, const Evaluation& evaluation) {
    std::vector<std::string> out;
    if (!buys(*impl.capital, {BillGroup::feed})) return out;
    const std::vector<Procurement> procurements = procurements_of(impl.scenario.cluster);
    const std::vector<double> there = owned_shares_of(impl.scenario.cluster);
    for (size_t i = 0; i < procurements.size(); ++i) {
        const Element& element = impl.scenario.cluster.elements[i];
        const bool is_bought =
            procurements[i] == Procurement::buy || (procurements[i] == Procurement::owned && there[i] < 1);
        if (element.kind != ElementKind::feed || !is_bought) continue;
        const Part* part = drawn_part(element, impl.drawing->catalog());
        const SupplyKind kind = supply_kind(part);
        if (kind == SupplyKind::utility && has_connection(impl.scenario.site, evaluation)) continue;
        const std::string_view wait = lead_of_supply(kind);
        if (!wait.empty() && std::ranges::find(out, wait) == out.end()) out.emplace_back(wait);
    }
    return out;
}

/// What a hall waits for, its connection to the grid apart. In a hall that stands already, by what is bought
/// for it.
std::vector<std::string> hall_for(const Prepared::Impl& impl, const Evaluation& evaluation) {
    const Capital& capital = *impl.capital;
    if (!capital.says_procurement || capital.needs_space)
        return {"building", "cooling", "ups", "switchgear", "generators"};
    std::vector<std::string> out;
    if (is_room_short(impl)) out.emplace_back("building");
    if (buys(capital, {BillGroup::cooling})) out.emplace_back("cooling");
    for (std::string& each : feeds_for(impl, evaluation)) out.push_back(std::move(each));
    return out;
}

/// What rented space waits for, and what is bought beside it: the space brings the coolers that its price
/// has, and new space its feeds.
std::vector<std::string> space_for(const Prepared::Impl& impl, const Evaluation& evaluation) {
    const Capital& capital = *impl.capital;
    if (!capital.says_procurement) return {"colocation"};
    std::vector<std::string> out;
    if (capital.needs_space || is_room_short(impl)) out.emplace_back("colocation");
    if (std::ranges::any_of(capital.rows, [](const CapitalRow& row) {
            return row.group == BillGroup::cooling && row.is_bought();
        }))
        out.emplace_back("cooling");
    if (capital.needs_space) return out;
    for (std::string& each : feeds_for(impl, evaluation)) out.push_back(std::move(each));
    return out;
}

std::vector<std::string> needed_for(Deployment deployment, const Prepared::Impl& impl,
                                    const Evaluation& evaluation, const PriceList& prices) {
    if (deployment == Deployment::reserved_cloud) return {"reserved-cloud"};
    if (deployment == Deployment::on_demand_cloud) return {"on-demand-cloud"};
    const Capital& capital = *impl.capital;
    // A site that is built for it stands elsewhere: all of the hall is new.
    const bool elsewhere = deployment == Deployment::hyperscale_build;
    if (capital.buys_nothing() && !elsewhere) return {};
    std::vector<std::string> out = machines_for(impl, prices);
    if (deployment == Deployment::colocation) {
        for (std::string& each : space_for(impl, evaluation)) out.push_back(std::move(each));
        return out;
    }
    if (elsewhere)
        for (const char* each : {"building", "cooling", "ups", "switchgear", "generators"})
            out.emplace_back(each);
    else
        for (std::string& each : hall_for(impl, evaluation)) out.push_back(std::move(each));
    if (waits_for_the_grid(deployment, impl.scenario.site, evaluation))
        for (const char* each : {"transformers", "power"})
            if (std::ranges::find(out, each) == out.end()) out.emplace_back(each);
    return out;
}

PriceBand longest(const std::vector<LeadItem>& items) {
    PriceBand out;
    for (const LeadItem& item : items) {
        out.low = std::max(out.low, item.weeks.low);
        out.likely = std::max(out.likely, item.weeks.likely);
        out.high = std::max(out.high, item.weeks.high);
    }
    return out;
}

LeadItem item_of(const PriceRow& row, std::string what) {
    return {std::move(what), row.band, row.status, fmt::format("{} ({})", row.source, row.date)};
}

} // namespace

std::string_view label_of_lead(std::string_view what) {
    if (what.starts_with("gpus")) return "GPUs";
    const auto known = std::ranges::find(lead_labels, what, &LeadLabel::what);
    return known == std::end(lead_labels) ? what : known->label;
}

std::string_view lead_of_supply(SupplyKind kind) {
    switch (kind) {
    case SupplyKind::switchgear: return "switchgear";
    case SupplyKind::ups: return "ups";
    case SupplyKind::generator: return "generators";
    case SupplyKind::transformer: return "transformers";
    case SupplyKind::utility: return "power";
    case SupplyKind::feed:
    case SupplyKind::shelf:
    case SupplyKind::pdu:
    case SupplyKind::busway: break;
    }
    return {};
}

PriceBand LeadTimes::weeks() const {
    PriceBand out = longest(items);
    if (commissioning) out += commissioning->weeks;
    return out;
}

bool is_no_wait(double weeks, const Evaluation* evaluation) {
    return weeks == 0 && evaluation && evaluation->capital && evaluation->capital->buys_nothing();
}

Deployment deployment_of(const Site& site) {
    return site.gpu_hour_price && !is_rented(site.money.deployment) ? Deployment::reserved_cloud
                                                                    : site.money.deployment;
}

LeadTimes lead_times(const Prepared::Impl& impl, const Evaluation& evaluation, Deployment deployment,
                     const PriceList& prices) {
    const Site& site = impl.scenario.site;
    LeadTimes out;
    out.connection = connection_text(deployment, site, evaluation);
    for (std::string& what : needed_for(deployment, impl, evaluation, prices))
        if (const PriceRow* row = find_price(prices.lead_times, what)) {
            if (row->most > 0 && evaluation.gpus > row->most)
                out.too_many = fmt::format("{} GPUs at most are to be had so ({}, {})",
                                           format_count(row->most), row->source, row->date);
            out.items.push_back(item_of(*row, std::move(what)));
        }
    std::ranges::stable_sort(out.items, std::ranges::greater{},
                             [](const LeadItem& item) { return item.weeks.likely; });
    const PriceRow* last = find_price(prices.lead_times, "commissioning");
    const bool is_there = impl.capital->buys_nothing() && out.items.empty();
    if (last && !is_rented(deployment) && !is_there) out.commissioning = item_of(*last, "commissioning");
    return out;
}

void describe(figures::Builder<LeadItem>& f) {
    using namespace figures;
    f.text("what", &LeadItem::what, "what", "row of the price list", names_item);
    f.text(
        "label", [](const LeadItem& item) { return label_of_lead(item.what); }, "name", "in words");
    f.band("weeks", &LeadItem::weeks, weeks, "weeks", "from the order", less);
    f.choice("status", &LeadItem::status, "status", "how sure they are");
    f.text("source", &LeadItem::source, "source", "with its date");
}

} // namespace roofrack
