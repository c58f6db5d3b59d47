// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/economics/capital_text.h"

#include "core/base/catalog/confirmed.h"
#include "core/base/units/csv_cell.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/bill/bill_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace roofrack {

namespace {

template<class Counts>
double share_of_parts(const Capital& capital, Counts counts) {
    double sum = 0;
    for (const CapitalRow& row : capital.rows)
        if (row.is_bought() && counts(row)) sum += row.price.likely;
    return capital.parts().likely > 0 ? sum / capital.parts().likely : 0;
}

bool has_unconfirmed_price(const CapitalRow& row) {
    switch (row.basis) {
    case PriceBasis::project: return row.status == Status::from_memory || row.status == Status::announced;
    case PriceBasis::catalogue: return !is_confirmed(row.status);
    case PriceBasis::estimate: return true;
    case PriceBasis::none: break;
    }
    return false;
}

} // namespace

double estimated_share(const Capital& capital) {
    return share_of_parts(capital, [](const CapitalRow& row) { return row.basis == PriceBasis::estimate; });
}

double unconfirmed_share(const Capital& capital) {
    return capital.given_per_gpu ? 0 : share_of_parts(capital, has_unconfirmed_price);
}

std::string estimated_text(const Capital& capital) {
    constexpr double least_named = 0.005;
    const double share = estimated_share(capital);
    return share >= least_named ? fmt::format("{:.0f} % of the parts estimated by class", 100 * share)
                                : std::string();
}

namespace {

std::string words(Status status) {
    std::string out(name_of(status));
    std::ranges::replace(out, '_', ' ');
    return out;
}

} // namespace

std::vector<std::pair<Status, double>> shares_by_status(const Capital& capital) {
    std::map<Status, double> sums;
    const double all = capital.parts().likely;
    if (!(all > 0)) return {};
    for (const CapitalRow& row : capital.rows)
        if (row.is_bought() && row.basis != PriceBasis::none && row.price.likely > 0)
            sums[row.status] += row.price.likely / all;
    std::vector<std::pair<Status, double>> out(sums.begin(), sums.end());
    std::ranges::stable_sort(out, std::greater{}, &std::pair<Status, double>::second);
    return out;
}

std::string price_status_text(const Capital& capital) {
    std::string out;
    if (capital.given_per_gpu) return out; // the site's price stands instead
    for (const auto& [status, share] : shares_by_status(capital))
        out += fmt::format("{}{} % {}", out.empty() ? "prices: " : ", ",
                           share < 0.005 ? std::string("under 1") : fmt::format("{:.0f}", 100 * share),
                           words(status));
    return out;
}

std::string price_status_text(const CapitalRow& row) {
    switch (row.basis) {
    case PriceBasis::project: return "your own, " + words(row.status);
    case PriceBasis::catalogue: return "catalogue, " + words(row.status);
    case PriceBasis::estimate: return words(row.status) + ", by class";
    case PriceBasis::none: break;
    }
    return {};
}

std::string price_range_text(const CapitalRow& row) {
    if (row.basis == PriceBasis::none || row.price.low == row.price.high) return {};
    return fmt::format("{} to {}", format_quantity(row.price.low, Dimension::money, 3),
                       format_quantity(row.price.high, Dimension::money, 3));
}

std::string price_source_text(const CapitalRow& row) {
    if (row.basis == PriceBasis::none) return row.source;
    if (row.basis == PriceBasis::estimate)
        return fmt::format("{}, {}: {}", row.price_class, row.unit, row.source);
    return row.source.empty() ? "no source is named" : row.source;
}

std::string nothing_bought_text(Dollars building) {
    return building > Dollars(0)
               ? fmt::format("capital added {}: the building alone, what it is for is there already",
                             format_quantity(building.si(), Dimension::money, 3))
               : "capital $0: all that is drawn is there already";
}

std::string capital_text(const Capital& capital, Dollars building) {
    const auto usd = [](double value) { return format_quantity(value, Dimension::money, 3); };
    const PriceBand total = capital.total();
    if (capital.given_per_gpu)
        return fmt::format("capital {}: {} a GPU slot by the site", usd(total.likely),
                           usd(*capital.given_per_gpu));
    if (capital.buys_nothing()) return nothing_bought_text(building);
    if (!capital.has_price()) return "no price is known";
    std::string out =
        fmt::format("capital{}{} {}{} ({} to {})", capital.says_procurement ? " added" : "",
                    capital.is_in_own_building && capital.needs_space ? " without the building" : "",
                    capital.is_complete() ? "" : "incomplete, at least ", usd(total.likely), usd(total.low),
                    usd(total.high));
    if (const std::string estimated = estimated_text(capital); !estimated.empty()) out += ", " + estimated;
    if (capital.is_complete()) return out;
    out += fmt::format("; without a price: “{}”", capital.without_price.front());
    if (capital.without_price.size() > 1)
        out += fmt::format(" and {} more", capital.without_price.size() - 1);
    return out;
}

std::string priced_bill_csv(const BillOfMaterials& bill, const Capital& capital) {
    std::vector<std::string> more{",price_basis,low_usd,likely_usd,high_usd,price_class,with_space,"
                                  "usd_status,usd_source,procurement,sale_usd"};
    for (const CapitalRow& row : capital.rows) {
        const std::string band =
            row.basis == PriceBasis::none
                ? ",,"
                : fmt::format("{:.12g},{:.12g},{:.12g}", row.price.low, row.price.likely, row.price.high);
        const bool is_known = row.basis != PriceBasis::none;
        more.push_back(fmt::format(",{},{},{},{},{},{},{},{}", name_of(row.basis), band,
                                   csv_cell(row.price_class), row.with_space ? "yes" : "no",
                                   is_known ? name_of(row.status) : "", is_known ? csv_cell(row.source) : "",
                                   name_of(row.procurement),
                                   row.sale ? fmt::format("{:.12g}", *row.sale) : ""));
    }
    return bill_csv(bill, more);
}

} // namespace roofrack
