// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/money/increment_print.h"

#include "app/cli/base/output.h"
#include "core/base/units/calendar_date.h"
#include "core/base/units/quantity_text.h"

#include <cmath>
#include <fmt/format.h>

namespace roofrack::cli {

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
    if (of.done_weeks.likely > 0)
        print_text("  {:<30}{:.0f} weeks ({:.0f} to {:.0f}){}\n", "run is done after", of.done_weeks.likely,
                   of.done_weeks.low, of.done_weeks.high,
                   of.meanwhile.useful_rate > 0 ? ", what is there already training from the order on"
                   : of.has_sales() && of.today.runs()
                       ? ", what is there already training none of it, as some is sold"
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
