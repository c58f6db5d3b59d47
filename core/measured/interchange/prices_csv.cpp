// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/interchange/prices_csv.h"

#include "core/base/catalog/catalog.h"
#include "core/base/catalog/missing.h"
#include "core/base/files/foreign_file.h"
#include "core/base/units/nearest.h"
#include "core/base/units/quantity_text.h"
#include "core/facility/economics/price_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// ISO 4217 of what hardware is sold in.
constexpr std::array<std::string_view, 42> currencies{
    "AED", "ARS", "AUD", "BGN", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK", "DKK", "EGP", "EUR",
    "GBP", "HKD", "HUF", "IDR", "ILS", "INR", "ISK", "JPY", "KRW", "KZT", "MXN", "MYR", "NOK", "NZD",
    "PHP", "PLN", "QAR", "RON", "SAR", "SEK", "SGD", "THB", "TRY", "TWD", "UAH", "USD", "VND", "ZAR"};

std::string upper_text(std::string text) {
    for (char& c : text)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return text;
}

class PricesReader {
public:
    PricesReader(const Table& table, std::string_view where, const Scenario& scenario,
                 const std::map<std::string, double>& usd_each, const Catalog& catalog,
                 const PriceList& classes)
        : m_table(table)
        , m_where(where)
        , m_scenario(scenario)
        , m_usd_each(usd_each)
        , m_catalog(catalog)
        , m_classes(classes)
        , m_now(price_lines(&scenario, catalog, classes)) {
        m_out.prices = scenario.site.prices;
    }

    Result<PricesImport> read() {
        m_likely = column("likely");
        if (m_likely == std::string::npos) m_likely = column("price");
        for (const auto& [at, name] : {std::pair{column("item"), "item"}, {m_likely, "likely"}})
            if (at == std::string::npos)
                return fail(std::string(m_where), fmt::format("there is no column '{}'", name),
                            "name the columns item, likely, low, high, currency, date and source");
        for (m_row = 0; m_row < m_table.rows.size(); ++m_row) read_row();
        return std::move(m_out);
    }

private:
    size_t column(std::string_view name) const { return m_table.column(name); }
    std::string cell(size_t at) const {
        if (at == std::string::npos) return {};
        const std::string& text = m_table.rows[m_row][at];
        const size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
        return first == std::string::npos ? std::string() : text.substr(first, last - first + 1);
    }
    std::string cell(std::string_view name) const { return cell(column(name)); }

    void fault(std::string what, std::string fix) {
        m_out.faults.push_back(
            {fmt::format("{}:{}", m_where, m_table.lines[m_row]), std::move(what), std::move(fix)});
    }

    /// The id of a part or class; empty, and a fault, where there is none.
    std::string item_of(const std::string& name) {
        if (find_price(m_classes.classes, name)) return name;
        for (const PartRef& own : m_scenario.parts)
            if (own.id == name || (own.inline_part && own.inline_part->name == name)) return own.id;
        if (const Part* part = m_catalog.part(name)) return part->id;
        if (const auto called = m_catalog.called({}, name); !called.empty()) {
            const Diagnostic several = several_parts(called, name);
            fault(several.what, several.fix);
            return {};
        }
        const std::string near = m_catalog.nearest_part(name);
        fault(fmt::format("unknown part '{}'", name),
              near.empty() ? "name a part of the catalogue or the project, or a class as server.hopper"
                           : fmt::format("did you mean '{}'?", near));
        return {};
    }

    std::optional<double> amount(const std::string& text, std::string_view name) {
        std::string plain = text;
        std::erase(plain, '\'');
        if (plain.starts_with("$")) plain.erase(0, 1);
        const auto value = parse_quantity(plain, Dimension::number);
        if (value && *value >= 0 && std::isfinite(*value)) return *value;
        fault(fmt::format("'{}' is no {}", text, name),
              "write a number of 0 or more, without thousands marks");
        return std::nullopt;
    }

    /// $ of one of the currency; nothing, and a fault, where that is not known.
    std::optional<double> rate_of(const std::string& currency) {
        if (std::ranges::find(currencies, currency) == currencies.end()) {
            std::vector<std::string> names(currencies.begin(), currencies.end());
            const std::string near = nearest(currency, names);
            fault(fmt::format("unknown currency '{}'", currency),
                  near.empty() ? "name it by its three letters (ISO 4217)"
                               : fmt::format("did you mean '{}'?", near));
            return std::nullopt;
        }
        if (const std::string given = cell("usd_each"); !given.empty()) {
            const auto rate = amount(given, "rate");
            if (rate && *rate > 0) return rate;
            if (rate) fault("a currency is worth nothing", "give usd_each, $ of one of it");
            return std::nullopt;
        }
        if (currency == "USD") return 1;
        if (const auto found = m_usd_each.find(currency); found != m_usd_each.end()) return found->second;
        m_out.without_rate.insert(currency);
        fault(fmt::format("no rate of {} is given", currency),
              fmt::format("say what one is worth in $: --rate {}=…, or a column usd_each", currency));
        return std::nullopt;
    }

    void read_row() {
        const std::string name = cell("item"), likely = cell(m_likely);
        if (name.empty() && likely.empty()) return;
        if (likely.empty()) return; // a part without a price, as price_lines_csv() writes it
        ListedPrice price;
        price.item = item_of(name);
        if (price.item.empty()) return;
        const auto is = amount(likely, "price");
        if (!is) return;
        price.low = price.likely = price.high = *is;
        for (auto [text, member, what] : {std::tuple{cell("low"), &price.low, "lowest price"},
                                          {cell("high"), &price.high, "highest price"}}) {
            if (text.empty()) continue;
            const auto end = amount(text, what);
            if (!end) return;
            *member = *end;
        }
        if (!(price.low <= price.likely && price.likely <= price.high))
            return fault(fmt::format("the price of '{}' has low {:g}, likely {:g} and high {:g}", price.item,
                                     price.low, price.likely, price.high),
                         "give them in that order, the least first");
        if (const std::string currency = cell("currency"); !currency.empty())
            price.currency = upper_text(currency);
        const auto rate = rate_of(price.currency);
        if (!rate) return;
        price.usd_each = *rate;
        price.date = cell("date");
        price.source = cell("source");
        if (const auto [at, added] = m_seen.emplace(price.item, m_table.lines[m_row]); !added)
            return fault(fmt::format("'{}' has a price in line {} already", price.item, at->second),
                         "leave one of the two");
        take(std::move(price));
    }

    void take(ListedPrice price) {
        const auto now = std::ranges::find(m_now, price.item, &PriceLine::item);
        if (now != m_now.end() && now->basis != PriceBasis::none && now->currency == price.currency &&
            is_near(now->price.low, price.low) && is_near(now->price.likely, price.likely) &&
            is_near(now->price.high, price.high) && is_near(now->usd_each, price.usd_each) &&
            (now->source == price.source || price.source.empty())) {
            ++m_out.unchanged;
            return;
        }
        ++m_out.taken;
        const auto listed = std::ranges::find(m_out.prices, price.item, &ListedPrice::item);
        if (listed == m_out.prices.end())
            m_out.prices.push_back(std::move(price));
        else
            *listed = std::move(price);
    }

    static bool is_near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(a, b); }

    const Table& m_table;
    const std::string_view m_where;
    const Scenario& m_scenario;
    const std::map<std::string, double>& m_usd_each;
    const Catalog& m_catalog;
    const PriceList& m_classes;
    const std::vector<PriceLine> m_now;
    size_t m_likely = 0, m_row = 0;
    std::map<std::string, size_t> m_seen;
    PricesImport m_out;
};

} // namespace

Result<PricesImport> import_prices_csv(const Table& table, std::string_view where, const Scenario& scenario,
                                       const std::map<std::string, double>& usd_each, const Catalog& catalog,
                                       const PriceList& classes) {
    return PricesReader(table, where, scenario, usd_each, catalog, classes).read();
}

bool holds_prices(const std::filesystem::path& path) {
    auto file = ForeignFile::open(path);
    if (!file) return false;
    constexpr size_t longest_header = size_t{1} << 14;
    std::string head(longest_header, '\0');
    head.resize(file->read(head.data(), head.size()));
    const auto table = parse_csv(std::string_view(head).substr(0, head.find('\n')), "");
    const auto has = [&](std::string_view name) { return table->column(name) != std::string::npos; };
    return table && has("item") && (has("likely") || has("price"));
}

} // namespace roofrack
