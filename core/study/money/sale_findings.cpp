// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/sale_findings.h"

#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace roofrack {

namespace {

/// $ that one of each drawn thing costs new at most; none: no price is known.
std::map<std::string_view, std::optional<double>> new_prices(const BillOfMaterials& bill,
                                                             const Capital& capital) {
    std::map<std::string_view, std::optional<double>> out;
    for (size_t i = 0; i < std::min(bill.rows.size(), capital.rows.size()); ++i) {
        const CapitalRow& row = capital.rows[i];
        const bool is_known = row.basis != PriceBasis::none && row.count > 0;
        for (const std::string& id : bill.rows[i].drawn)
            out[id] = is_known ? std::optional(row.price.high / row.count) : std::nullopt;
    }
    return out;
}

} // namespace

std::vector<Finding> sale_findings(const Cluster& cluster, const BillOfMaterials& bill,
                                   const Capital& capital) {
    std::vector<Finding> out;
    if (capital.sales.empty()) return out;
    const auto prices = new_prices(bill, capital);
    for (const Sale& sale : capital.sales) {
        if (!sale.price) continue;
        std::optional<double> as_new = 0;
        for (const Element& element : cluster.elements) {
            double inside = 1; // instances in one that is sold
            const Element* at = &element;
            for (size_t steps = 0; at && at->id != sale.id && steps <= cluster.elements.size(); ++steps) {
                inside *= at->count;
                at = cluster.find(at->parent);
            }
            const auto price = prices.find(element.id);
            if (!at || at->id != sale.id || price == prices.end()) continue;
            as_new =
                as_new && price->second ? std::optional(*as_new + *price->second * inside) : std::nullopt;
        }
        if (!as_new || *sale.price <= *as_new) continue;
        const auto usd = [](double value) { return format_quantity(value, Dimension::money, 3); };
        out.push_back({Severity::warning,
                       "sale-price-above-new",
                       fmt::format("{} is sold for {}, and a new one costs {} at most", sale.name,
                                   usd(*sale.price), usd(*as_new)),
                       "Its sale counts as given, and makes what is added look cheaper.",
                       "Check the price: of one of them, with what stands in it.",
                       {sale.id}});
    }
    return out;
}

} // namespace roofrack
