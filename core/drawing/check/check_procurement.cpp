// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/quantity_text.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/check/check_rules.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <string_view>

namespace roofrack {

namespace {

void check_sale(const Cluster& cluster, const Element& element, bool is_sold,
                std::vector<Finding>& findings) {
    if (element.sale_price && *element.sale_price < 0)
        findings.push_back(
            {Severity::warning,
             "sale-price-below-zero",
             fmt::format("{} is to be sold for less than nothing: {}", title(element),
                         format_quantity(*element.sale_price, Dimension::money)),
             "What its sale brings counts as not known.",
             "Give what is paid for one of them, or leave the price out where nobody knows it.",
             {element.id}});
    if (element.sale_price && !is_sold)
        findings.push_back({Severity::info,
                            "sale-price-unused",
                            fmt::format("{} has a price for its sale and is not sold", title(element)),
                            "The price counts for nothing.",
                            "Set it, or what it stands in, to be sold, or take the price away.",
                            {element.id}});
    if (!is_sold || element.procurement == Procurement::inherited || element.procurement == Procurement::sell)
        return;
    const Element* around = nullptr;
    for (const Element& each : cluster.sold)
        if (each.id == element.parent) around = &each;
    findings.push_back({Severity::warning,
                        "sold-with-container",
                        fmt::format("{} stands in {}, which is sold", title(element),
                                    around ? title(*around) : element.parent),
                        "It is sold with it, whatever it says.",
                        "Take it out first, or sell what stands in the container alone.",
                        {element.id}});
}

/// A price in something that is sold for a price of its own: sales_of() counts the outer one.
void check_inner_prices(const Cluster& cluster, std::vector<Finding>& findings) {
    std::map<std::string_view, const Element*> sold; // by id
    for (const Element& element : cluster.sold) sold.emplace(element.id, &element);
    const auto around = [&](const Element& element) {
        const auto found = sold.find(element.parent);
        return found == sold.end() ? nullptr : found->second;
    };
    for (const Element& element : cluster.sold) {
        if (!element.sale_price) continue;
        const Element* outer = around(element);
        for (size_t steps = 0; outer && !outer->sale_price && steps <= sold.size(); ++steps)
            outer = around(*outer);
        if (!outer || !outer->sale_price) continue;
        findings.push_back({Severity::warning,
                            "sale-price-inside",
                            fmt::format("The price for the sale of {} counts for nothing: {} has one as well",
                                        title(element), title(*outer)),
                            "What a thing is sold for is with all that stands in it, and is counted once.",
                            "Give the container's price with what stands in it, or take that price away.",
                            {element.id, outer->id}});
    }
}

} // namespace

void check_procurement(CheckContext& context) {
    if (!says_procurement(context.cluster) &&
        std::ranges::none_of(context.cluster.elements,
                             [](const Element& element) { return element.sale_price.has_value(); }))
        return;
    for (const Element& element : context.cluster.elements)
        check_sale(context.cluster, element, false, context.findings);
    for (const Element& element : context.cluster.sold)
        check_sale(context.cluster, element, true, context.findings);
    check_inner_prices(context.cluster, context.findings);
}

} // namespace roofrack
