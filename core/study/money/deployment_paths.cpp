// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/deployment_paths.h"

#include "core/base/figures/builder.h"
#include "core/base/units/common_units.h"
#include "core/facility/economics/cost_figures.h"
#include "core/facility/economics/critical_power.h"
#include "core/step/engine/prepared_impl.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr Deployment all_deployments[] = {Deployment::own_hall, Deployment::colocation,
                                          Deployment::hyperscale_build, Deployment::reserved_cloud,
                                          Deployment::on_demand_cloud};

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

bool is_held_by_site(const Evaluation& evaluation) {
    return !evaluation.supplied || std::ranges::any_of(evaluation.power.racks, [](const RackState& rack) {
        return rack.throttle_cause == ThrottleCause::site;
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
        more = more.scaled(ThrottleCause::site, ResourceScale::twice);
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

std::string_view DeploymentPath::no_days() const {
    if (is_rented(deployment) && !has_price()) return missing;
    return is_sites_own ? std::string_view() : lead.too_many;
}

std::vector<DeploymentPath> deployment_paths(const Prepared& prepared, const Evaluation& evaluation,
                                             const Meanwhile& meanwhile, const PriceList& prices) {
    std::vector<DeploymentPath> out;
    const Prepared::Impl& impl = prepared.impl();
    if (!(evaluation.step_time > Seconds(0)) || !evaluation.capital) return out;
    const Capital& capital = *evaluation.capital;
    const Evaluation elsewhere = rented(prepared, evaluation);
    const auto market = market_rent(capital.on_demand);
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
        path.run = path.per_hour * in_hours(then.time_to_budget);
        path.exit = exit_text(site, deployment, OwnershipTerms(site, *impl.defaults));
        path.break_even = std::nan("");
        if (!std::isfinite(path.per_hour.si()) || !(path.per_hour > Dollars(0)))
            path.missing = is_rented(deployment) ? "no offer for these GPUs is known" : "no price is known";
        if (!is_rented(deployment)) {
            path.building =
                building_cost(site, power_to_house(evaluation.power, capital, deployment), *impl.defaults);
            path.capital = capital.needed(evaluation.gpus, path.building);
            if (market && evaluation.gpus > 0)
                path.break_even =
                    break_even_utilisation(path.per_hour.si() / evaluation.gpus, market->likely);
        }
        path.lead = lead_times(impl, then, deployment, prices);
        path.lead_weeks = path.lead.weeks();
        if (path.is_sites_own || !is_rented(deployment)) path.meanwhile = meanwhile;
        path.done_weeks = done_weeks_after(path.lead_weeks, then, path.meanwhile);
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
        const double link = 2 * part.value_or("scale_up_rate", 0); // both directions together
        for (const ExportRule& rule : prices.export_rules)
            if (tpp >= rule.least_tpp && link >= rule.least_link &&
                std::ranges::find(rule.exempt, part.vendor) == rule.exempt.end())
                out.push_back(
                    {part.name, tpp, rule, std::ranges::find(rule.regions, region) != rule.regions.end()});
    }
    return out;
}

void describe(figures::Builder<DeploymentPath>& f) {
    using namespace figures;
    using P = DeploymentPath;
    const When ready =
        f.gate([](const P& p) { return p.no_days().empty(); }, "no day can be named on which it runs");
    const When budget = f.gate([](const P& p) { return p.done_weeks.likely > 0; },
                               "the workload has no token budget", "no budget");
    const When done = f.gate(
        ready, [](const P& p) { return p.done_weeks.likely > 0; }, "the workload has no token budget",
        "no budget");
    f.choice("deployment", &P::deployment, "deployment", "a way to own or rent the drawn cluster",
             names_item);
    f.flag("is_sites_own", &P::is_sites_own, "this site", "the way that the site names");
    f.text("missing", &P::missing, "no price", "why there are no $; empty: there are");
    f.text(
        "no_days", [](const P& p) { return p.no_days(); }, "no day",
        "why it runs on no day that could be named; empty: it does");
    f.band("capital_usd", &P::capital, usd, "capital", "before it runs: machines, and a building of its own",
           less);
    f.number("building_usd", &P::building, usd, "building", "part of the capital", less);
    f.object("usd_per_hour", &P::hour, "$ per hour", "by what it is paid for");
    f.number("usd_per_million", &P::dollars_per_million, usd_per_million, "$ per million",
             "useful tokens (samples)", less);
    f.number("run_usd", &P::run, usd, "$ of the run", "to the token budget", less, budget);
    f.number("break_even", &P::break_even, share, "break-even",
             "share of hours above which it is cheaper than the on-demand market; above 1: never",
             Absent{"rented, or no offer is known"});
    f.band("lead_weeks", &P::lead_weeks, weeks, "weeks until it runs", "from the order", less, ready);
    f.band("done_weeks", &P::done_weeks, weeks, "weeks until done",
           "the token budget is reached; what is there already trains until machines of one's own run", less,
           done);
    f.text(
        "done_meanwhile", [](const P& p) { return p.done_meanwhile(); }, "done before it runs",
        "by what is there already, before what is bought is ready: $ of the run are those of one that begins "
        "with all GPUs; empty: it is not");
    f.text(
        "connection", [](const P& p) { return p.lead.connection; }, "connection",
        "what the site's own connection spares it, or why not");
    f.list(
        "waits_for", [](const P& p) -> const auto& { return p.lead.items; }, "waits for",
        "what must come before it runs, the longest first");
    f.text("exit", &P::exit, "exit", "how it ends");
}

void describe(figures::Builder<ExportFlag>& f) {
    using namespace figures;
    using E = ExportFlag;
    f.text("accelerator", &E::accelerator, "accelerator", "that the rule names");
    f.number("tpp", &E::tpp, count, "total processing performance",
             "dense TOP/s × bits of the operands, in 1e12, the most of its precisions");
    f.text(
        "rule", [](const E& e) { return e.rule.name; }, "rule", "its name");
    f.text(
        "date", [](const E& e) { return e.rule.date; }, "since", "when it holds");
    f.number(
        "least_tpp", [](const E& e) { return e.rule.least_tpp; }, count, "threshold",
        "total processing performance from which it holds", always);
    f.flag("applies", &E::applies, "needs a licence", "in the site's region");
    f.choice(
        "status", [](const E& e) { return e.rule.status; }, "status", "how sure the rule is");
    f.text(
        "source", [](const E& e) { return e.rule.source; }, "source", "of the rule");
}

} // namespace roofrack
