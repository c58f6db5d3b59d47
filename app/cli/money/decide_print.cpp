// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/money/decide_print.h"

#include "app/cli/base/columns.h"
#include "app/cli/base/output.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/difference.h"
#include "core/base/units/calendar_date.h"
#include "core/base/units/quantity_text.h"
#include "core/step/engine/figures/gpu_rates.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack::cli {

namespace {

std::string money_text(double value) {
    return std::isfinite(value) && value > 0 ? format_quantity(value, Dimension::money, 3) : "not known";
}

std::string megawatts(Watts power) { return fmt::format("{:.3g} MW", power.si() / 1e6); }

std::string week_text(double weeks) {
    return fmt::format("{:.0f} week{}", weeks, std::round(weeks) == 1 ? "" : "s");
}

/// "1.42T", "870G": tokens and samples are counted.
std::string count_of(double tokens) { return format_quantity(tokens, Dimension::number, 3); }

std::string licence_text(const SiteAlternative& fill) {
    return fill.needs_licence() ? "needed" : fill.exports.empty() ? "" : "by region";
}

std::string accelerator_of(const SiteAlternatives& fills, const ReadyByDate& row) {
    const SiteAlternative& fill = fills.clusters[row.cluster];
    return printable_line(fill.is_drawn ? fill.name + ", as drawn" : fill.name);
}

std::string way_of(const SiteAlternatives& fills, const ReadyByDate& row) {
    const std::string_view other = other_way_text(fills, row);
    return other.empty() ? std::string(label_of(fills.clusters[row.cluster].paths[*row.path].deployment))
                         : fmt::format("{} *", other);
}

/// Characters of the columns that hold names: as many as the longest has.
struct NameWidths {
    size_t accelerator = std::string_view("accelerator").size(), way = std::string_view("way").size();
};

NameWidths name_widths(const SiteAlternatives& fills, const std::vector<ReadyByDate>& rows) {
    NameWidths out;
    for (const ReadyByDate& row : rows) {
        if (row.never) continue;
        out.accelerator = std::max(out.accelerator, characters(accelerator_of(fills, row)));
        out.way = std::max(out.way, characters(way_of(fills, row)));
    }
    return out;
}

void print_row(const SiteAlternatives& fills, const ReadyByDate& row, const NameWidths& widths) {
    const SiteAlternative& fill = fills.clusters[row.cluster];
    const DeploymentPath& path = fill.paths[*row.path];
    const std::string tokens = row.tokens_high > 0
                                   ? fmt::format("{} ({} to {})", count_of(row.tokens),
                                                 count_of(row.tokens_low), count_of(row.tokens_high))
                                   : "none";
    const std::string licence = licence_text(fill), servers = fill.servers_text();
    print_text("  {:<{}}  {:<{}} {:>8} {:<11} {:<25} {:<11} {:>9} {:>9} {:>9} {}\n",
               accelerator_of(fills, row), widths.accelerator, way_of(fills, row), widths.way,
               format_count(fill.gpus), date_text(row.from), tokens, row.done ? date_text(*row.done) : "",
               path.capital.likely > 0 ? money_text(path.capital.likely) : "",
               money_text(path.dollars_per_million), megawatts(fill.metered),
               servers.empty() ? licence : fmt::format("{:<9} {}", licence, servers));
}

void print_what_waits(const SiteAlternatives& fills, const std::vector<ReadyByDate>& rows) {
    print_text("\nWhat they wait for longest, likely (low to high)\n");
    std::vector<std::string> said;
    for (const ReadyByDate& row : rows) {
        if (row.never) continue;
        const DeploymentPath& path = fills.clusters[row.cluster].paths[*row.path];
        if (path.lead.items.empty()) continue;
        const LeadItem& item = path.lead.items.front();
        const std::string line = fmt::format(
            "{}: {} ({:.0f} to {:.0f}); {}, {}",
            item.what.starts_with("gpus") ? "GPUs: " + fills.clusters[row.cluster].name
                                          : std::string(label_of_lead(item.what)),
            week_text(item.weeks.likely), item.weeks.low, item.weeks.high, name_of(item.status), item.source);
        if (std::ranges::find(said, line) != said.end()) continue;
        said.push_back(line);
        print_text("  {}\n", line);
    }
}

/// Where what is there already reaches the token budget before what is bought runs.
void print_done_meanwhile(const SiteAlternatives& fills, const std::vector<ReadyByDate>& rows) {
    std::vector<std::string> said;
    for (const ReadyByDate& row : rows) {
        if (row.never || !row.done) continue;
        const SiteAlternative& fill = fills.clusters[row.cluster];
        const DeploymentPath& path = fill.paths[*row.path];
        if (const std::string early = path.done_meanwhile(); !early.empty())
            said.push_back(
                fmt::format("{}, {}: the token budget {}", fill.name, label_of(path.deployment), early));
    }
    if (!said.empty()) print_text("\nDone before it runs\n");
    for (const std::string& line : said) print_text("  {}\n", line);
    for (const ReadyByDate& row : rows) {
        if (row.never || !row.done) continue;
        const SiteAlternative& fill = fills.clusters[row.cluster];
        if (const std::string none = fill.paths[*row.path].trains_none(); !none.empty()) {
            print_text("\n{}: {}\n", fill.name, none);
            break; // the others sell nothing
        }
    }
}

using Column = ScenarioColumn;

std::string licence_of(const Column& column) {
    if (std::ranges::any_of(column.exports, &ExportFlag::applies)) return "needed";
    return column.exports.empty() ? "none" : "by region";
}

std::string held_back(const Column& column) {
    if (!column.runs() || !column.year) return "–";
    return fmt::format(
        "{:.0f} of {:.0f}{}", column.year->held_hours, column.year->hours,
        column.year->stopped_hours > 0 ? fmt::format(", stopped {:.0f}", column.year->stopped_hours) : "");
}

constexpr int inner = 2; ///< spaces before a row that is part of the one above
constexpr figures::TableRow table_rows[] = {
    {"accelerator"},
    {"gpus"},
    figures::own_cell<Column>("", "heat leaves in",
                              [](const Column& c) {
                                  return !c.runs() ? "–" : c.has_liquid ? "liquid and air" : "air";
                              }),
    figures::own_cell<Column>("capital_usd", "capital",
                              [](const Column& c) {
                                  return (c.run.gaps.empty() ? "" : "at least ") +
                                         (c.path.capital.likely > 0 ? money_text(c.path.capital.likely)
                                                                    : "none");
                              }),
    figures::own_cell<Column>(
        "capital_usd", "low to high",
        [](const Column& c) {
            return c.path.capital.likely > 0 ? fmt::format("{} to {}", money_text(c.path.capital.low),
                                                           money_text(c.path.capital.high))
                                             : "–";
        },
        inner),
    {"usd_per_hour"},
    {"usd_per_million"},
    figures::own_cell<Column>("useful_rate", "useful rate",
                              [](const Column& c) {
                                  return fmt::format("{} {}/s", count_of(c.run.useful_rate),
                                                     c.counts_samples ? "samples" : "tokens");
                              }),
    {"wall_step_s"},
    {"mfu"},
    {"model_flops_per_s_per_gpu"},
    figures::own_cell<Column>("useful_rate_per_gpu", "useful rate a GPU",
                              [](const Column& c) {
                                  return fmt::format("{} {}/s", count_of(useful_rate_per_gpu(c.evaluation)),
                                                     c.counts_samples ? "samples" : "tokens");
                              }),
    {"effective_gpus"},
    {"run_s"},
    {"run_usd"},
    {"mean_w"},
    {"metered_w"},
    {"limit_w", {}, inner},
    {"pue"},
    {"run_energy_j"},
    {"run_water_m3"},
    {"run_co2_kg"},
    figures::rest_of_table,
    {"deployment"},
    {"lead_weeks"},
    figures::own_cell<Column>(
        "waits_for", "waits for",
        [](const Column& c) { return std::string(c.waits_for().empty() ? "nothing" : c.waits_for()); },
        inner),
    {"done_weeks"},
    figures::own_cell<Column>("", "licence", [](const Column& c) { return licence_of(c); }),
    {"binds"},
    figures::own_cell<Column>("", "a year's weather",
                              [](const Column& c) {
                                  return c.year                 ? c.year->climate
                                         : c.year_fault.empty() ? "not asked"
                                                                : "not known";
                              }),
    figures::own_cell<Column>(
        "", "hours held back", [](const Column& c) { return held_back(c); }, inner),
    figures::own_cell<Column>(
        "", "work of the year",
        [](const Column& c) {
            return c.runs() && c.year ? fmt::format("{:.1f} %", 100 * c.year->rate) : std::string("–");
        },
        inner),
    {"verdict"},
};

constexpr size_t most_wide = 34; // bytes of a cell

} // namespace

void print_running_by(const SiteAlternatives& fills, const std::vector<ReadyByDate>& rows,
                      std::chrono::sys_days order, std::chrono::sys_days by, bool all_ways) {
    print_text("What could be ready by {}, ordered on {}: {}\n", date_text(by), date_text(order),
               filled_text(fills, megawatts(fills.power)));
    print_text("Others are drawn by templates, each accelerator in its best-connected, then "
               "cheapest server, the drawn one in its own, as many as `new --servers` draws of that server, "
               "and by a plan of its own for the same work.\n");
    const auto& ways = fills.clusters.front().paths;
    if (const auto own = std::ranges::find(ways, true, &DeploymentPath::is_sites_own); own != ways.end())
        print_text("The site's own way is {}; what is had in another way says so with a *.\n",
                   label_of(own->deployment));
    const std::vector<ReadyByDate> shown = all_ways ? rows : best_deployments(fills, rows);
    const NameWidths widths = name_widths(fills, shown);
    for (const bool rented : {false, true}) {
        const auto is_here = [&](const ReadyByDate& row) {
            return !row.never && is_rented(fills, row) == rented;
        };
        if (std::ranges::none_of(shown, is_here)) continue;
        print_text("\n{}\n", rented ? "In a cloud" : "With machines of its own");
        print_text("  {:<{}}  {:<{}} {:>8} {:<11} {:<25} {:<11} {:>9} {:>9} {:>9} {:<9} {}\n", "accelerator",
                   widths.accelerator, "way", widths.way, "GPUs", "runs from",
                   fills.counts_samples ? "samples by then" : "tokens by then", "budget done", "capital",
                   "$/M", "worst", "licence", "drawn in");
        for (const ReadyByDate& row : shown)
            if (is_here(row)) print_row(fills, row, widths);
    }
    std::vector<std::string> never;
    for (const ReadyByDate& row : shown)
        if (row.never)
            never.push_back(fmt::format(
                "{}{}: {}", fills.clusters[row.cluster].name,
                row.path
                    ? fmt::format(", {}", label_of(fills.clusters[row.cluster].paths[*row.path].deployment))
                    : "",
                row.reason));
    if (!never.empty()) print_text("\nNot to be had, or does not run\n");
    for (const std::string& line : never) print_text("  {}\n", line);
    print_what_waits(fills, shown);
    print_done_meanwhile(fills, shown);
    std::vector<std::string> ends;
    for (const SiteAlternative& fill : fills.clusters) {
        if (!fill.runs()) continue;
        if (!fill.is_drawn && fill.held_by != RoomLimit::grid)
            ends.push_back(
                fmt::format("{}: no more fit for the room's {}", fill.name, label_of(fill.held_by)));
        if (!fill.undrawn.empty())
            ends.push_back(fmt::format("{}: no more than {} are drawn: {}", fill.name,
                                       format_count(fill.gpus), fill.undrawn));
    }
    if (!ends.empty()) print_text("\nLess than the site bears, or held by its room\n");
    for (const std::string& line : ends) print_text("  {}\n", line);
    print_text("\nTokens are of a run that goes on; in brackets by the longest and the shortest waits.{}\n",
               all_ways ? "" : " All ways with --paths.");
}

void print_side_by_side(const std::vector<ScenarioColumn>& columns) {
    std::vector<const void*> objects;
    figures::TableLine names;
    for (const ScenarioColumn& column : columns) {
        objects.push_back(&column);
        names.cells.push_back(column.scenario);
    }
    std::vector<figures::TableLine> lines =
        figures::table_with_differences(figures::shape_of<ScenarioColumn>(), table_rows, objects);
    lines.insert(lines.begin(), std::move(names));
    size_t widest = 12;
    for (figures::TableLine& line : lines)
        for (std::string& cell : line.cells) {
            cell = cut(printable_line(cell), most_wide);
            widest = std::max(widest, cell.size());
        }
    size_t labels = 20;
    for (const figures::TableLine& line : lines) labels = std::max(labels, line.label.size());
    for (const figures::TableLine& line : lines) {
        print_text("{:<{}}", line.label, labels);
        for (const std::string& cell : line.cells) print_text("  {:>{}}", cell, widest);
        print_text("\n");
    }
    std::vector<std::string> notes;
    if (columns.size() > 1) notes.push_back(fmt::format("The baseline is “{}”.", columns.front().scenario));
    const std::string first = columns.empty() ? std::string() : columns.front().scenario;
    for (const ScenarioColumn& column : columns)
        if (!column.differs.empty())
            notes.push_back(fmt::format("“{}” does other work than “{}”: {}", column.scenario, first,
                                        differ_text(column.differs)));
    for (const ScenarioColumn& column : columns)
        if (!column.terms_differ.empty())
            notes.push_back(fmt::format("“{}” stands on other terms than “{}”: {}", column.scenario, first,
                                        differ_text(column.terms_differ)));
    for (const ScenarioColumn& column : columns)
        if (!column.cautions.empty())
            notes.push_back(fmt::format("“{}”: {}", column.scenario, fmt::join(column.cautions, ", ")));
    for (const ScenarioColumn& column : columns)
        if (const std::string none = column.path.trains_none(); !none.empty())
            notes.push_back(fmt::format("“{}”: {}", column.scenario, none));
    for (const ScenarioColumn& column : columns)
        if (const std::string_view basis = mfu_basis(column.evaluation.plan); column.runs() && !basis.empty())
            notes.push_back(fmt::format("“{}”: MFU is {}", column.scenario, basis));
    for (const ScenarioColumn& column : columns)
        if (!column.year_fault.empty())
            notes.push_back(fmt::format("“{}”: no year of weather: {}", column.scenario, column.year_fault));
    for (const ScenarioColumn& column : columns)
        if (!column.run.gaps.empty() && column.path.capital.likely > 0)
            notes.push_back(fmt::format("“{}”: capital {}", column.scenario, column.run.gaps));
    if (!notes.empty()) print_text("\n");
    for (const std::string& line : notes) print_text("{}\n", line);
}

namespace {

std::string dollars(double value) {
    if (!std::isfinite(value)) return "not known";
    return (value < 0 ? "−" : "") + format_quantity(std::abs(value), Dimension::money, 3);
}

std::string dollar_band(const PriceBand& band) {
    if (band.low == band.high) return dollars(band.likely);
    return fmt::format("{} ({} to {})", dollars(band.likely), dollars(band.low), dollars(band.high));
}

void print_sales(const Increment& of) {
    if (!of.has_sales()) return;
    print_text("  {:<30}{}{}\n", "sales bring",
               of.income > 0 || of.unknown.empty() ? dollars(of.income) : "not known",
               of.unknown.empty() ? "" : "; " + of.unknown);
    for (const Sale& sale : of.sales)
        print_text("    {} × {}{}\n", format_count(sale.count), sale.name,
                   sale.price ? ", " + dollars(*sale.price) + " each" : ", not known");
    print_text("  {:<30}{}\n", "capital added less sales", dollar_band(of.net));
}

void print_today(const TodaysCluster& today, const char* counts) {
    if (!today.runs()) {
        print_text("  {:<30}{}\n", "what is there already", "trains nothing of this work: " + today.reason);
        return;
    }
    print_text("  {:<30}{} GPUs, {} {}/s, {} per hour, {} per million{}\n", "what is there already",
               format_count(today.gpus), format_quantity(today.useful_rate, Dimension::number, 3), counts,
               dollars(today.per_hour.si()), dollars(today.dollars_per_million),
               today.is_other_plan ? ", by another plan, found for it" : "");
}

} // namespace

void print_increment(const Increment& of, bool counts_samples, std::chrono::sys_days order) {
    if (!of.says_procurement) return;
    const char* const counts = counts_samples ? "samples" : "tokens";
    const std::string at_least = of.is_complete ? "" : "at least ";
    print_text("\nAdded to what is there already\n");
    print_text("  {:<30}{} of {}\n", "GPUs added", format_count(of.gpus_added), format_count(of.gpus));
    print_text("  {:<30}{}{}\n", "capital added", at_least, dollar_band(of.added));
    print_sales(of);
    print_text("  {:<30}{:.0f} weeks ({:.0f} to {:.0f}): {}, ordered on {}\n", "runs after",
               of.lead_weeks.likely, of.lead_weeks.low, of.lead_weeks.high,
               date_text(weeks_after(order, of.lead_weeks.likely)), date_text(order));
    const std::string early = of.done_meanwhile();
    if (of.done_weeks.likely > 0)
        print_text("  {:<30}{:.0f} weeks ({:.0f} to {:.0f}){}\n", "run is done after", of.done_weeks.likely,
                   of.done_weeks.low, of.done_weeks.high,
                   !early.empty()                 ? ", " + early
                   : of.meanwhile.useful_rate > 0 ? ", what is there already training from the order on"
                   : !of.trains_none().empty()    ? "; " + of.trains_none()
                                                  : "");
    print_today(of.today, counts);
    print_text("  {:<30}{}{} {}/s, {} per hour\n", "adds", of.rate_added < 0 ? "−" : "",
               format_quantity(std::abs(of.rate_added), Dimension::number, 3), counts,
               dollars(of.per_hour_added.si()));
    print_text("  {:<30}{}\n", fmt::format("per added million {}", counts),
               of.no_million.empty() ? dollars(of.dollars_per_million) : of.no_million);
    print_text("\nAt replacement, as if all that stays were bought today\n");
    print_text("  {:<30}{}\n", "capital at replacement", dollar_band(of.replacement));
    print_text("  {:<30}{}\n", "owned, at today's prices", dollar_band(of.owned));
    print_text("  {:<30}{} per hour, {} per million {}\n", "cost at replacement",
               dollars(of.replacement_hour.total()), dollars(of.replacement_per_million), counts);
}

} // namespace roofrack::cli
