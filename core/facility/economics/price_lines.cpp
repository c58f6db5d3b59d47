// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/economics/price_lines.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/csv_cell.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

class LineWriter {
public:
    LineWriter(const Scenario* scenario, const Catalog& catalog, const PriceList& prices)
        : m_scenario(scenario)
        , m_site(scenario ? scenario->site : Site(catalog.defaults()))
        , m_catalog(catalog)
        , m_prices(prices) {}

    std::vector<PriceLine> write() {
        if (m_scenario)
            for (const PartRef& part : m_scenario->parts) add_part(*part.inline_part, &part);
        for (const Part& part : m_catalog.parts()) add_part(part, nullptr);
        for (const PriceRow& row : m_prices.classes) {
            PriceLine line{row.id, "class", row.unit, PriceBasis::estimate, row.band,
                           "USD",  1,       row.date, row.status,           row.source};
            take_listed(line);
            m_out.push_back(std::move(line));
        }
        return std::move(m_out);
    }

private:
    void take_listed(PriceLine& line) const {
        const auto found = std::ranges::find(m_site.prices, line.item, &ListedPrice::item);
        if (found == m_site.prices.end()) return;
        line.basis = PriceBasis::project;
        line.price = {found->low, found->likely, found->high};
        line.currency = found->currency;
        line.usd_each = found->usd_each;
        line.date = found->date;
        line.source = found->source;
        line.status = found->source.empty() || found->date.empty() ? Status::judgement : Status::confirmed;
    }

    void add_part(const Part& part, const PartRef* own) {
        PriceLine line;
        line.item = part.id;
        line.kind = name_of(part.kind);
        line.name = part.name;
        if (const auto element = element_of(part.kind))
            price_as_drawn(part, own, *element, line);
        else if (const auto figure = part.figures.find("price");
                 figure != part.figures.end() && figure->second.value) {
            const SourcedValue& price = figure->second;
            line.basis = own ? PriceBasis::project : PriceBasis::catalogue;
            line.price = {price.low.value_or(*price.value), *price.value, price.high.value_or(*price.value)};
            line.status = price.status;
            line.source = price.source;
            line.date = price.date;
        }
        take_listed(line);
        m_out.push_back(std::move(line));
    }

    /// As the bill prices one of it.
    void price_as_drawn(const Part& part, const PartRef* own, ElementKind kind, PriceLine& line) const {
        Cluster one;
        Element& element = one.elements.emplace_back();
        element.id = "one";
        element.kind = kind;
        element.part.id = part.id;
        if (own) element.part = *own;
        const auto capital = capital_of(one, m_site, m_catalog, m_prices);
        if (!capital || capital->rows.empty() || capital->rows.front().basis == PriceBasis::none) return;
        const CapitalRow& row = capital->rows.front();
        line.basis = row.basis;
        line.price = row.price;
        line.status = row.status;
        line.source = row.source;
        if (const auto figure = part.figures.find("price");
            figure != part.figures.end() && row.basis != PriceBasis::estimate)
            line.date = figure->second.date;
    }

    static std::optional<ElementKind> element_of(PartKind kind) {
        for (const ElementKind each : {ElementKind::server, ElementKind::switch_, ElementKind::storage,
                                       ElementKind::rack, ElementKind::feed, ElementKind::cooling})
            if (part_kind_of(each) == kind) return each;
        return std::nullopt;
    }

    const Scenario* const m_scenario;
    const Site m_site;
    const Catalog& m_catalog;
    const PriceList& m_prices;
    std::vector<PriceLine> m_out;
};

} // namespace

std::vector<PriceLine> price_lines(const Scenario* scenario, const Catalog& catalog,
                                   const PriceList& prices) {
    return LineWriter(scenario, catalog, prices).write();
}

std::string price_lines_csv(const std::vector<PriceLine>& lines) {
    std::string out = "item,kind,name,low,likely,high,currency,usd_each,date,status,basis,source\n";
    for (const PriceLine& line : lines) {
        const bool known = line.basis != PriceBasis::none;
        const auto amount = [&](double value) {
            return known ? fmt::format("{:.12g}", value) : std::string();
        };
        out +=
            fmt::format("{},{},{},{},{},{},{},{:.12g},{},{},{},{}\n", csv_cell(line.item), line.kind,
                        csv_cell(line.name), amount(line.price.low), amount(line.price.likely),
                        amount(line.price.high), line.currency, line.usd_each, csv_cell(line.date),
                        known ? name_of(line.status) : "unknown", name_of(line.basis), csv_cell(line.source));
    }
    return out;
}

} // namespace roofrack
