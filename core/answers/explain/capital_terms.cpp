// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/capital_terms.h"

#include "core/facility/economics/capital.h"

#include <fmt/format.h>

namespace roofrack {

namespace {

std::string basis_note(const CapitalRow& row) {
    std::string out = fmt::format("{} of {}", name_of(row.basis), row.part.empty() ? "its kind" : row.part);
    if (row.price.low < row.price.high)
        out += fmt::format(", {} to {}", format_quantity(row.price.low, Dimension::money, 3),
                           format_quantity(row.price.high, Dimension::money, 3));
    return out;
}

ExplanationPtr row_node(const CapitalRow& row) {
    const std::string name = row.length ? fmt::format("{}, {:g} m", row.name, *row.length) : row.name;
    const std::string sure(name_of(row.status));
    if (!(row.pieces > 0))
        return noted(
            leaf(name, row.price.likely, "$", {Origin::Kind::bill, row.name, "price"}, row.source, sure),
            basis_note(row));
    const bool of_class = row.basis == PriceBasis::estimate;
    const Term pieces = leaf(of_class ? "how much" : "how many", row.pieces,
                             of_class ? row.unit.substr(row.unit.find('/') + 1) : std::string(),
                             {Origin::Kind::bill, row.name, "pieces"}, {}, "drawn");
    const double each = row.price.likely / row.pieces;
    const Term price = of_class ? leaf(row.price_class, each, row.unit,
                                       {Origin::Kind::price, "", row.price_class}, row.source, sure)
                                : leaf("price of one", each, "$",
                                       {Origin::Kind::bill, row.name, "price_each"}, row.source, sure);
    return noted(calculated(name, "$", pieces * price), basis_note(row));
}

/// $ of what is bought, or of all that stays at today's prices, down to the rows of the bill.
Term capital_term(const Inputs& in, CapitalOf which) {
    const Capital& capital = *in.impl().capital;
    const Site& site = in.impl().scenario.site;
    if (capital.given_per_gpu)
        return Term(in.site("capex_per_gpu", *capital.given_per_gpu, "$")) *
               (which == CapitalOf::bought && capital.says_procurement
                    ? leaf("gpus bought", capital.gpus_bought, "", {Origin::Kind::bill, "", "gpus"}, {},
                           "drawn")
                    : drawn_gpus(capital));
    std::vector<Term> rows;
    std::string with_space; // what the bill lists, and the price of space covers
    for (const CapitalRow& row : capital.rows)
        if (row.procurement == Procurement::sell ||
            (which == CapitalOf::bought && row.procurement == Procurement::owned))
            continue;
        else if (row.with_space)
            with_space += (with_space.empty() ? "" : ", ") + row.name;
        else if (row.basis != PriceBasis::none) // what has no price is named by with_gaps()
            rows.emplace_back(row_node(row));
    ExplanationPtr parts = calculated("parts of the bill", "$", sum_of(std::move(rows)));
    if (!with_space.empty())
        parts = noted(parts, fmt::format("without {}: in the price of space or building", with_space));
    const SiteMoney& money = site.money;
    return Term(parts) *
           (1.0 +
            of_site(in, "installation", money.installation, "ownership.installation",
                    "installation, of the parts") +
            of_site(in, "spares", money.spares, "ownership.spares", "spares, of the parts")) *
           (1.0 + of_site(in, "contingency", money.contingency, "ownership.contingency",
                          "contingency, of all before it"));
}

} // namespace

Term of_site(const Inputs& in, const char* key, const std::optional<double>& given, std::string_view constant,
             const char* name, const char* unit) {
    if (!given) return in.constant(constant, name);
    return leaf(name, *given, unit, {Origin::Kind::site, "", fmt::format("money/{}", key)});
}

Term drawn_gpus(const Capital& capital) {
    return leaf("gpus drawn", capital.gpus, "", {Origin::Kind::bill, "", "gpus"}, {}, "drawn");
}

ExplanationPtr with_gaps(const Inputs& in, const ExplanationPtr& node) {
    const std::string gaps = in.impl().capital->incomplete_text();
    return gaps.empty() ? node : noted(node, gaps);
}

ExplanationPtr machines_node(const Inputs& in, std::string name, CapitalOf which) {
    const Capital& capital = *in.impl().capital;
    const double value = which == CapitalOf::bought ? capital.total().likely : capital.replacement().likely;
    if (!capital.has_price()) return with_gaps(in, not_known(std::move(name), "$"));
    if (which == CapitalOf::bought && capital.buys_nothing())
        return noted(leaf(std::move(name), 0, "$", {Origin::Kind::bill, "", "bought"}, {}, "drawn"),
                     "all that is drawn is there already");
    return with_gaps(in, recorded(std::move(name), value, "$", capital_term(in, which)));
}

} // namespace roofrack
