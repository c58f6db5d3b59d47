// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/hour_rows.h"

#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr double least_share_of_hour = 0.0005;

/// $ per hour of a $ of capital.
double hourly_share(const MoneyStudy& study) {
    const double total = study.capital->total().likely;
    return total > 0 ? study.run.hour.capital / total : 0;
}

PriceBand price_of_groups(const Capital& capital, std::initializer_list<BillGroup> groups) {
    PriceBand out;
    for (const BillGroup group : groups) out += capital.of(group);
    return out;
}

/// As charts write a share: in tenths below a tenth.
std::string share_of_hour_text(double share) {
    const double percent = 100 * share;
    return fmt::format("{:.{}f} %", percent, std::abs(percent) < 9.95 && percent != 0 ? 1 : 0);
}

std::string dollars_text(double dollars) { return format_quantity(dollars, Dimension::money, 3); }

} // namespace

std::vector<HourRow> hour_rows(const MoneyStudy& study) {
    std::vector<HourRow> out;
    if (!study.capital || !study.run.has_price()) return out;
    const Capital& capital = *study.capital;
    const OwnershipCost& hour = study.run.hour;
    const auto bought = [&](std::string_view name, StepPart colour, const PriceBand& price) {
        const double share = hourly_share(study);
        if (price.high > 0)
            out.push_back({name, colour, price.likely * share, price.low * share, price.high * share, price});
    };
    const auto paid = [&](std::string_view name, StepPart colour, double dollars) {
        if (dollars != 0) out.push_back({name, colour, dollars, dollars, dollars, {}});
    };
    const auto paid_on_terms = [&](std::string_view name, StepPart colour, double dollars,
                                   std::string terms) {
        paid(name, colour, dollars);
        if (dollars != 0) out.back().terms = std::move(terms);
    };
    if (hour.rent > 0) {
        paid("rent", StepPart::compute, hour.rent);
        return out;
    }
    if (capital.given_per_gpu) {
        bought("machines, as the site says", StepPart::compute, capital.total());
    } else {
        bought("servers", StepPart::compute, capital.of(BillGroup::server));
        bought("network", StepPart::data_comm,
               price_of_groups(capital, {BillGroup::switch_, BillGroup::optic, BillGroup::cable}));
        bought("storage", StepPart::input, capital.of(BillGroup::storage));
        bought("racks, feeds, cooling", StepPart::pipeline_comm,
               price_of_groups(capital, {BillGroup::rack, BillGroup::feed, BillGroup::cooling}));
        bought("installation, spares, contingency", StepPart::launch,
               capital.parts() * (capital.overhead() - 1));
    }
    paid_on_terms("space", StepPart::context_comm, hour.space, study.run.space_terms);
    paid("energy", StepPart::optimizer, hour.power);
    paid("demand charge", StepPart::failure, hour.demand);
    paid("operation", StepPart::straggler, hour.operation);
    paid("software", StepPart::checkpoint, hour.software);
    paid("water", StepPart::memory, hour.water);
    paid("sales", sales_colour, -hour.sales);
    std::ranges::stable_sort(out, std::ranges::greater{}, &HourRow::dollars);
    std::erase_if(
        out, [&](const HourRow& row) { return std::abs(row.dollars) < least_share_of_hour * hour.total(); });
    return out;
}

std::string hour_heading(const std::vector<HourRow>& rows) {
    return std::ranges::any_of(rows, &HourRow::has_band) ? "$ per hour; whiskers: where the prices may lie"
                                                         : "$ per hour";
}

std::string dollars_beside(double dollars, double most) {
    constexpr double thousand = 1e3, in_full_below = 1e4; // as format_quantity() has it
    const std::string alone = dollars_text(dollars);
    const bool has_thousands = dollars_text(std::abs(most)).find_first_of("kMBT") != std::string::npos;
    // 999.6 reads as $1000.
    const double size = std::abs(dollars);
    if (!has_thousands || size < thousand - 0.5 || size >= in_full_below ||
        alone.find_first_of("kMBT") != std::string::npos)
        return alone;
    return fmt::format("{}${:.3g}k", dollars < 0 ? "-" : "", size / thousand);
}

std::string hour_text(const HourRow& row, const std::vector<HourRow>& rows, double hour) {
    double most = 0;
    for (const HourRow& each : rows) most = std::max(most, std::abs(each.dollars));
    const std::string dollars = dollars_beside(row.dollars, most);
    if (!(hour > 0)) return dollars;
    return fmt::format("{} · {}", dollars, share_of_hour_text(row.dollars / hour));
}

std::string assumption_text(const TornadoBar& bar, double value) {
    if (bar.unit == "$") return dollars_text(value);
    if (bar.unit == "s") return format_quantity(value, Dimension::time, 3);
    if (bar.unit == "x") return fmt::format("× {:.3g}", value);
    if (bar.what == CostAssumption::pue) return fmt::format("{:.2f}", value);
    if (bar.unit.empty()) return share_of_hour_text(value);
    if (bar.unit == "a") return fmt::format("{:.3g} years", value);
    return fmt::format("{:.3g} {}", value, bar.unit);
}

} // namespace roofrack
