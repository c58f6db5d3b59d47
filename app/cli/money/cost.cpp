// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "app/cli/money/decide_print.h"
#include "core/answers/design/fills_as_compared.h"
#include "core/answers/money_answers.h"
#include "core/answers/report/money/cost_json.h"
#include "core/answers/report/standstill_json.h"
#include "core/answers/step_answers.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/figure_table.h"
#include "core/base/figures/figure_value.h"
#include "core/base/units/calendar_date.h"
#include "core/base/units/common_units.h"
#include "core/base/units/plain_number.h"
#include "core/base/units/quantity_text.h"
#include "core/base/units/sentence.h"
#include "core/facility/economics/capital_text.h"
#include "core/study/money/hour_rows.h"
#include "core/study/verdict.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct CostCall {
    ProjectInput input;
    bool paths = false;
    bool side_by_side = false;
    /// Days as typed: without `by` no date is asked for, without `order` it is today.
    std::optional<std::string> by, order;
};

/// The days that the call names.
struct OrderAndDate {
    std::chrono::sys_days order, by;
};
std::chrono::sys_days day_or_throw(const Result<std::chrono::sys_days>& read) {
    if (!read) throw UsageError{read.error()};
    return *read;
}

std::chrono::sys_days order_of(const CostCall& call) {
    return call.order ? day_or_throw(parse_date(*call.order, "--order")) : today();
}

OrderAndDate days_of(const CostCall& call) {
    const std::chrono::sys_days order = order_of(call);
    return {order, day_or_throw(parse_day(*call.by, order, "--by"))};
}

std::string usd(double value) {
    return std::isfinite(value) ? format_quantity(value, Dimension::money, 3) : "not known";
}

std::string usd_band(const PriceBand& band) {
    if (band.low == band.high) return usd(band.likely);
    return fmt::format("{} ({} to {})", usd(band.likely), usd(band.low), usd(band.high));
}

std::string weeks(const PriceBand& band) {
    return fmt::format("{} week{} ({} to {})", format_count(band.likely),
                       std::round(band.likely) == 1 ? "" : "s", format_count(band.low),
                       format_count(band.high));
}

std::string basis_text(const CapitalRow& row) {
    switch (row.basis) {
    case PriceBasis::project: return "of the project";
    case PriceBasis::catalogue: return fmt::format("catalogue, {}", name_of(row.status));
    case PriceBasis::estimate:
        return fmt::format("estimate, {}: {} {} of {}", row.price_class, plain_number(row.pieces),
                           row.unit.substr(row.unit.find('/') + 1),
                           usd(row.pieces > 0 ? row.price.likely / row.pieces : 0));
    case PriceBasis::none: break;
    }
    return "no price is known";
}

void print_capital(const MoneyStudy& study) {
    const Capital& capital = *study.capital;
    if (capital.buys_nothing())
        print_text("{}", begin_sentence(nothing_bought_text(study.building)));
    else if (capital.has_price())
        print_text("Capital {}{}{}", capital.says_procurement ? "added " : "",
                   capital.is_complete() ? "" : "at least ", usd_band(study.needed));
    else
        print_text("Capital not known");
    if (capital.given_per_gpu)
        print_text(": the site gives {} a GPU slot, which stands for all that is bought",
                   usd(*capital.given_per_gpu));
    if (study.building > Dollars(0) && !capital.buys_nothing())
        print_text("; {} of it the building", usd(study.building.si()));
    print_text("\n\n");
    size_t width = 4;
    for (const CapitalRow& row : capital.rows) width = std::max(width, row.name.size());
    for (const CapitalRow& row : capital.rows)
        print_text("  {:<8} {:<{}} {:>9} {:>8} {:>28}  {}{}\n", name_of(row.group), row.name, width,
                   format_count(row.count), row.length ? fmt::format("{:g} m", *row.length) : "",
                   row.basis == PriceBasis::none ? "" : usd_band(row.price), basis_text(row),
                   row.procurement == Procurement::sell    ? "; sold, not added"
                   : row.procurement == Procurement::owned ? "; there already, not added"
                   : row.with_space                        ? "; comes with the space, not added"
                                                           : "");
    print_text("\n  parts {}, installation {:g} %, spares {:g} %, contingency {:g} %\n",
               capital.has_price() ? usd_band(capital.parts()) : "not known", 100 * capital.installation,
               100 * capital.spares, 100 * capital.contingency);
    if (!capital.is_complete()) print_text("  {}\n", capital.incomplete_text());
    if (const std::string unknown = capital.unknown_income_text(); !unknown.empty())
        print_text("  {}\n", unknown);
}

/// The figures of a run that print_run() has no words for.
void print_rest(const RunCost& run) {
    constexpr std::string_view said[] = {"gpus",
                                         "useful_rate",
                                         "usd_per_million",
                                         "usd_per_petaflop_day",
                                         "time_s",
                                         "usd",
                                         "energy_j",
                                         "co2_kg",
                                         "water_m3",
                                         "replacement_usd_per_hour",
                                         "replacement_usd_per_million"};
    const figures::Object object = figures::object_of(run);
    for (const figures::Row* row : figures::numbers_beside(*object.shape, said))
        if (const double value = figures::number_of(object, {{}, row}); std::isfinite(value))
            print_text("{:<21} {}\n", row->label, figures::figure_text(value, row->measure));
}

void print_run(const RunCost& run, const Increment& increment) {
    const OwnershipCost& hour = run.hour;
    print_text("\nPer hour {}{}, {} per GPU-hour\n",
               run.gaps.empty() || !std::isfinite(hour.total()) ? "" : "at least ", usd(hour.total()),
               usd(hour.total() / run.gpus));
    // With sales, which are below 0, the shares add up to 100 %.
    for (const HourPart& part : parts_of(hour)) {
        const std::string sign = part.dollars < 0 ? "−" : "", each = sign + usd(std::abs(part.dollars));
        const std::string share =
            fmt::format("{}{:.1f} %", sign, 100 * std::abs(part.dollars) / hour.total());
        print_text("  {:<16}{:>10}{}\n", part.what, each,
                   hour.total() > 0 ? fmt::format("{:>9}", share) : "");
    }
    if (!run.space_terms.empty()) print_text("  {}\n", run.space_terms);
    print_text("\n{:<22}{}\n", fmt::format("per million {}", run.counts_samples ? "samples" : "tokens"),
               usd(run.dollars_per_million));
    if (std::isfinite(run.petaflop_day)) print_text("{:<22}{}\n", "per PFLOP/s-day", usd(run.petaflop_day));
    if (run.has_budget())
        print_text("{:<22}{} in {} days, {}, {} t CO2e, {} m³ of water\n", "to the token budget",
                   usd(run.dollars.si()), plain_number(in_days(run.time)),
                   format_quantity(run.energy.si(), Dimension::energy, 3), plain_number(run.carbon / 1e3),
                   plain_number(run.water));
    if (const std::string early = increment.done_meanwhile(); run.has_budget() && !early.empty())
        print_text("{:<22}of a run that begins with all {} GPUs; this one is done {}\n", "",
                   format_count(run.gpus), early);
    if (!run.has_budget()) print_text("{:<22}{}\n", "to the token budget", "the workload has none");
    print_rest(run);
}

std::string break_even_text(double share) {
    if (!std::isfinite(share)) return "";
    if (share > 1) return "never cheaper to own";
    return fmt::format("cheaper to own above {:.0f} % use", 100 * share);
}

void print_offers(const RunCost& run) {
    if (run.offers.empty()) return;
    print_text("\nWhat clouds ask for a GPU-hour\n");
    for (const RentOffer& offer : run.offers)
        print_text("  {:<36}{:<10}{:>8}  {:<32}{}, {}\n", offer.row.name,
                   offer.is_reserved ? "reserved" : "on demand", usd(offer.row.band.likely),
                   break_even_text(offer.break_even), name_of(offer.row.status), offer.row.date);
}

void print_tornado(const CostTornado& tornado, const Capital& capital) {
    if (tornado.bars.empty()) return;
    print_text("\n{:<36}{:>18}{:>18}{:>12}{:>12}\n", "Cost per million, by assumption", "low", "high",
               "$ at low", "$ at high");
    for (const TornadoBar& bar : tornado.bars)
        print_text("  {:<34}{:>18}{:>18}{:>12}{:>12}\n", label_of(bar.what), assumption_text(bar, bar.low),
                   assumption_text(bar, bar.high), usd(bar.at_low), usd(bar.at_high));
    const auto note = [&](const TornadoBar& bar) { return owned_price_note(bar.what, capital); };
    const auto priced =
        std::ranges::find_if(tornado.bars, [&](const TornadoBar& bar) { return !note(bar).empty(); });
    if (priced != tornado.bars.end()) print_text("  price of parts: {}\n", note(*priced));
}

void print_next(const NextRacks& next, bool counts_samples) {
    if (next.racks <= 0) {
        if (!next.reason.empty())
            print_text(
                "\nNo further racks, up to as many as are drawn, make this run faster with its plan: {}.\n",
                next.reason);
        return;
    }
    print_text("\nThe next {} rack{} ({} GPUs) with this plan: {:.1f} % faster, {} per hour more, {} per "
               "further million {}\n",
               plain_number(next.racks), next.racks == 1 ? "" : "s", format_count(next.gpus),
               100 * (next.gain - 1), usd(next.per_hour.si()), usd(next.dollars_per_million),
               counts_samples ? "samples" : "tokens");
    if (!next.uncabled.empty())
        print_text("{}. It would have to be another one.\n", begin_sentence(uncabled_text(next)));
}

void print_paths(const std::vector<DeploymentPath>& paths) {
    print_text("\nBuy, build or rent\n");
    for (const DeploymentPath& path : paths) {
        print_text("  {}{}: ", label_of(path.deployment), path.is_sites_own ? " (this site)" : "");
        if (path.has_price())
            print_text("{} before it runs, {} per hour, {} per million{}{}\n",
                       path.capital.likely > 0 ? usd_band(path.capital) : "nothing", usd(path.per_hour.si()),
                       usd(path.dollars_per_million),
                       path.run > Dollars(0)
                           ? fmt::format(", {} {}", usd(path.run.si()),
                                         path.done_meanwhile().empty() ? "the run"
                                                                       : "a run that begins with all GPUs")
                           : "",
                       std::isfinite(path.break_even) ? "; on demand: " + break_even_text(path.break_even)
                                                      : "");
        else
            print_text("{}\n", path.missing);
        if (!path.no_days().empty()) {
            if (path.has_price()) print_text("    {}\n", path.no_days());
            continue;
        }
        const std::string early = path.done_meanwhile();
        if (!early.empty())
            print_text("    running in {}; the run is done in {} {}\n", weeks(path.lead_weeks),
                       weeks(path.done_weeks), early);
        else
            print_text("    running in {}{}{}\n", weeks(path.lead_weeks),
                       path.done_weeks.likely > 0 ? ", done in " + weeks(path.done_weeks) : "",
                       path.trains_none().empty() ? "" : "; " + path.trains_none());
        for (const LeadItem& item : path.lead.items)
            print_text("      {:<26}{:<28}{}, {}\n", label_of_lead(item.what), weeks(item.weeks),
                       name_of(item.status), item.source);
        for (const std::string& note : {path.lead.connection, path.lead.too_many})
            if (!note.empty()) print_text("      {}\n", note);
        print_text("    exit: {}\n", path.exit);
    }
}

void print_exports(const MoneyStudy& study) {
    for (const ExportFlag& flag : study.exports)
        print_text("{}: {}, total processing performance {}, {}, {}: {}\n",
                   flag.applies ? "needs a licence" : "export rule", flag.accelerator, format_count(flag.tpp),
                   fmt::format("threshold {}", format_count(flag.rule.least_tpp)), flag.rule.name,
                   flag.applies           ? fmt::format("the site is in {}", study.region)
                   : study.region.empty() ? std::string("the site's region is not given")
                                          : fmt::format("not in {}", study.region));
}

void print_study(const MoneyStudy& study, bool paths, std::chrono::sys_days order) {
    print_capital(study);
    print_increment(study.increment, study.run.counts_samples, order);
    print_run(study.run, study.increment);
    print_offers(study.run);
    print_next(study.next, study.run.counts_samples);
    print_tornado(study.tornado, *study.capital);
    if (paths) print_paths(study.paths);
    if (!study.exports.empty()) print_text("\n");
    print_exports(study);
}

/// All scenarios of the project, with the best plans where the call asks for them; the one that the call is
/// about as its options change it.
std::vector<ScenarioColumn> columns_of(const ProjectInput& input, const ProjectAnswers& project) {
    Project all = project.project();
    for (Scenario& each : all.scenarios)
        each = each.name == project.scenario().name ? project.scenario()
                                                    : planned(each, project.catalog(), input.replan);
    return compare_scenarios(all, project.catalog(), project.answers().snapshot().folder, {}, input.replan);
}

int run_cost_call(const CostCall& call) {
    const OrderAndDate days = call.by ? days_of(call) : OrderAndDate{order_of(call), {}};
    const ProjectAnswers project(call.input);
    const Prepared& prepared = project.prepared();
    const Evaluation& evaluation = project.need<Evaluation>();
    const Standstill& standstill = project.standstill();
    MoneyStudy study;
    if (call.input.json || (!call.by && !call.side_by_side)) study = project.need<MoneyStudy>();
    std::vector<ScenarioColumn> columns;
    if (call.side_by_side) columns = columns_of(call.input, project);
    SiteAlternatives fills;
    std::vector<ReadyByDate> ways;
    if (call.by) {
        fills = fills_as_compared(prepared, evaluation, project.catalog(), {}, call.input.replan);
        ways = ready_by_date(fills, days.order, days.by);
    }
    if (call.input.json) {
        auto json = with_standstill(standstill, money_study_json(study));
        if (call.by) json["running_by"] = ready_by_date_json(fills, ways, days.order, days.by);
        if (call.side_by_side) json["side_by_side"] = side_by_side_json(columns);
        print_json(json);
    } else {
        if (!call.side_by_side) print_standstill(standstill, study.capital && !call.by);
        if (call.side_by_side) print_side_by_side(columns);
        if (call.side_by_side && call.by) print_text("\n");
        if (call.by) print_running_by(fills, ways, days.order, days.by, call.paths);
        if (!call.side_by_side && !call.by) {
            if (study.capital)
                print_study(study, call.paths, days.order);
            else
                print_text("What does not run has no price.\n");
        }
    }
    if (call.by && !call.side_by_side)
        return std::ranges::any_of(ways, &ReadyByDate::runs_by_then) ? Exit::done : Exit::answer_is_no;
    if (call.side_by_side)
        return std::ranges::all_of(columns, &ScenarioColumn::runs) ? Exit::done : Exit::answer_is_no;
    return standstill.runs() && study.capital && study.run.has_price() ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_cost(const Command& program) {
    const Command command =
        program.add_subcommand("cost", "Money: capital from the bill, $ per hour and a million "
                                       "tokens, the run, ways to buy, build or rent it");
    command.footer("Examples: roofrack-cli cost samples/dgx-h100-su.roofrack.json --paths\n"
                   "          roofrack-cli cost samples/llama3-405b-16k.roofrack.json --by \"40 wk\"");
    const auto call = std::make_shared<CostCall>();
    call->input.add_to(command);
    call->input.add_replan_to(command);
    command.add_flag("--paths", call->paths,
                     "ways to buy, build or rent it side by side, with lead times (always in --json)");
    command.add_flag("--side-by-side", call->side_by_side,
                     "all scenarios of the project beside each other instead");
    command.add_option("--by", call->by,
                       "what could be ready by a date (2027-06-30) or after so long (\"40 wk\"): the drawn "
                       "cluster, and its site's power filled with other accelerators; all ways with --paths");
    command.add_option("--order", call->order, "the day on which what is bought is ordered; today");
    command.callback([call] { return run_cost_call(*call); });
}

} // namespace roofrack::cli
