// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/deployment_paths.h"

#include "core/economics/critical_power.h"
#include "core/engine/prepared_impl.h"
#include "core/units/quantity_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr Deployment all_deployments[] = {Deployment::own_hall, Deployment::colocation,
                                          Deployment::hyperscale_build, Deployment::reserved_cloud,
                                          Deployment::on_demand_cloud};
constexpr Seconds one_week(7 * 86400.0);
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
    if (deployment != Deployment::own_hall || !site.power_limit) return {};
    const std::string limit = format_quantity(site.power_limit->si(), Dimension::power, 3);
    if (has_connection(site, evaluation))
        return fmt::format("the grid gives the site {} already; only more than that would wait", limit);
    return fmt::format("the site's {} from the grid are too little: the rest waits", limit);
}

std::vector<std::string> needed_for(Deployment deployment, std::string_view architecture, const Site& site,
                                    const Evaluation& evaluation, const PriceList& prices) {
    if (deployment == Deployment::reserved_cloud) return {"reserved-cloud"};
    if (deployment == Deployment::on_demand_cloud) return {"on-demand-cloud"};
    // "blackwell-ultra" waits as "blackwell" does.
    std::string gpus = "gpus";
    for (const std::string_view generation : {"hopper", "blackwell"})
        if (architecture.starts_with(generation)) gpus = fmt::format("gpus.{}", generation);
    if (!find_price(prices.lead_times, gpus)) gpus = "gpus";
    std::vector<std::string> out{gpus, "optics"};
    if (deployment == Deployment::colocation) {
        out.emplace_back("colocation");
        return out;
    }
    for (const char* each : {"building", "cooling", "ups", "switchgear", "generators"})
        out.emplace_back(each);
    if (waits_for_the_grid(deployment, site, evaluation))
        for (const char* each : {"transformers", "power"}) out.emplace_back(each);
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

void add_lead_times(const Prepared::Impl& impl, const Evaluation& evaluation, const PriceList& prices,
                    DeploymentPath& path) {
    const std::string_view architecture = impl.accelerators.front().text_or("architecture", "");
    const Site& site = impl.scenario.site;
    path.connection = connection_text(path.deployment, site, evaluation);
    for (const std::string& what : needed_for(path.deployment, architecture, site, evaluation, prices))
        if (const PriceRow* row = find_price(prices.lead_times, what))
            path.items.push_back(
                {what, row->band, row->status, fmt::format("{} ({})", row->source, row->date)});
    std::ranges::stable_sort(path.items, std::ranges::greater{},
                             [](const LeadItem& item) { return item.weeks.likely; });
    path.lead_weeks = longest(path.items);
    if (const PriceRow* last = find_price(prices.lead_times, "commissioning");
        last && !is_rented(path.deployment))
        path.lead_weeks += last->band;
    if (!(evaluation.time_to_budget > Seconds(0))) return;
    const Seconds low = evaluation.time_to_budget * (evaluation.step_time_low / evaluation.step_time),
                  high = evaluation.time_to_budget * (evaluation.step_time_high / evaluation.step_time);
    path.done_weeks =
        path.lead_weeks + PriceBand{low / one_week, evaluation.time_to_budget / one_week, high / one_week};
}

std::string exit_text(const Site& site, Deployment deployment, const OwnershipTerms& terms) {
    switch (deployment) {
    case Deployment::own_hall:
        return fmt::format("machines keep {:.0f} % after {:g} years; the hall stays", 100 * terms.residual,
                           site.book_life_years);
    case Deployment::hyperscale_build:
        return fmt::format("machines keep {:.0f} % after {:g} years; site and substation stay",
                           100 * terms.residual, site.book_life_years);
    case Deployment::colocation:
        return fmt::format("machines keep {:.0f} % after {:g} years; space until its lease ends",
                           100 * terms.residual, site.book_life_years);
    case Deployment::reserved_cloud: return "paid to the end of the contract, used or not";
    case Deployment::on_demand_cloud: break;
    }
    return "any hour";
}

/// What the site says: a price of a GPU-hour makes it a cloud.
Deployment deployment_of(const Site& site) {
    return site.gpu_hour_price && !is_rented(site.money.deployment) ? Deployment::reserved_cloud
                                                                    : site.money.deployment;
}

bool is_held_by_site(const Evaluation& evaluation) {
    return !evaluation.supplied || std::ranges::any_of(evaluation.power.racks, [](const RackState& rack) {
        return rack.clip == Clip::site;
    });
}

/// Where others' halls hold the machines: what the site's own connection bears does not matter.
Evaluation rented(const Prepared& prepared, const Evaluation& evaluation) {
    Evaluation out = evaluation;
    if (!prepared.scenario().site.power_limit) return out;
    EvaluateOptions options;
    options.findings = false;
    options.gpus = evaluation.gpus;
    options.plan = evaluation.plan;
    Prepared more = prepared;
    constexpr int most_doublings = 8;
    for (int i = 0; i < most_doublings && is_held_by_site(out); ++i) {
        more = more.relieved(Clip::site, Turn::twice);
        out = evaluate(more, options);
        out.capital = evaluation.capital;
    }
    return out;
}

Site site_for(const Site& from, Deployment deployment) {
    Site out = from;
    out.money.deployment = deployment;
    if (deployment != deployment_of(from)) out.gpu_hour_price.reset();
    return out;
}

} // namespace

std::string_view label_of_lead(std::string_view what) {
    if (what.starts_with("gpus")) return "GPUs";
    const auto known = std::ranges::find(lead_labels, what, &LeadLabel::what);
    return known == std::end(lead_labels) ? what : known->label;
}

std::string_view label_of(Deployment deployment) {
    switch (deployment) {
    case Deployment::colocation: return "colocation";
    case Deployment::own_hall: return "own hall";
    case Deployment::hyperscale_build: return "hyperscale build";
    case Deployment::reserved_cloud: return "reserved cloud";
    case Deployment::on_demand_cloud: break;
    }
    return "on-demand cloud";
}

std::vector<DeploymentPath> deployment_paths(const Prepared& prepared, const Evaluation& evaluation,
                                             const PriceList& prices) {
    std::vector<DeploymentPath> out;
    const Prepared::Impl& impl = prepared.impl();
    if (!(evaluation.step_time > Seconds(0)) || !evaluation.capital) return out;
    const Capital& capital = *evaluation.capital;
    const Evaluation elsewhere = rented(prepared, evaluation);
    const auto market = market_rent(capital.on_demand);
    const Watts critical = critical_power(evaluation.power);
    const Deployment own = deployment_of(impl.scenario.site);
    for (const Deployment deployment : all_deployments) {
        const Site site = site_for(impl.scenario.site, deployment);
        DeploymentPath path;
        path.deployment = deployment;
        path.is_sites_own = deployment == own;
        const Evaluation& then = is_rented(deployment) && !path.is_sites_own ? elsewhere : evaluation;
        const double rate = impl.model.transformer ? then.tokens_per_s : then.samples_per_s;
        path.hour = cost_parts_per_hour(then.gpus, site, then.power, capital, *impl.defaults);
        path.per_hour = Dollars(path.hour.total());
        path.dollars_per_million = dollars_per_million(path.per_hour, rate);
        path.run = path.per_hour * (then.time_to_budget.si() / 3600);
        path.exit = exit_text(site, deployment, OwnershipTerms(site, *impl.defaults));
        path.break_even = std::nan("");
        if (!std::isfinite(path.per_hour.si()) || !(path.per_hour > Dollars(0)))
            path.missing = is_rented(deployment) ? "no offer for these GPUs is known" : "no price is known";
        if (!is_rented(deployment)) {
            path.capital = capital.total() * (capital.gpus > 0 ? evaluation.gpus / capital.gpus : 0);
            if (has_own_building(deployment)) {
                path.building = Dollars(critical.si() * building_price(site, *impl.defaults));
                path.capital += PriceBand::exactly(path.building.si());
            }
            if (market && evaluation.gpus > 0)
                path.break_even =
                    break_even_utilisation(path.per_hour.si() / evaluation.gpus, market->likely);
        }
        add_lead_times(impl, then, prices, path);
        out.push_back(std::move(path));
    }
    return out;
}

std::vector<ExportFlag> export_flags(const Prepared& prepared, const PriceList& prices) {
    constexpr std::pair<const char*, double> precisions[] = {
        {"dense_fp32", 32}, {"dense_tf32", 19}, {"dense_bf16", 16}, {"dense_fp8", 8}, {"dense_fp4", 4}};
    const std::string& region = prepared.scenario().site.money.region;
    std::vector<ExportFlag> out;
    for (const Part& part : prepared.impl().accelerators.kinds()) {
        double tpp = 0;
        for (const auto& [key, bits] : precisions) tpp = std::max(tpp, part.value_or(key, 0) / 1e12 * bits);
        const double link = 2 * part.value_or("scale_up_rate", 0); // of both directions
        for (const ExportRule& rule : prices.export_rules)
            if (tpp >= rule.least_tpp && link >= rule.least_link)
                out.push_back(
                    {part.name, tpp, rule, std::ranges::find(rule.regions, region) != rule.regions.end()});
    }
    return out;
}

} // namespace roofrack
