// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/interchange/parts_csv.h"

#include "core/base/catalog/catalog.h"
#include "core/base/catalog/unlikely_figures.h"
#include "core/base/units/nearest.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/own_accelerator.h"
#include "core/drawing/project/own_parts.h"
#include "core/drawing/project/part_reader.h"
#include "core/drawing/project/project_writer.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 6> part_words{"id", "name", "kind", "base", "vendor", "note"};

/// "hbm_capacity [GB]" → its key and the unit of its bare numbers.
struct Column {
    std::string key, unit;
};

Column column_of(const std::string& heading) {
    const auto trimmed = [](std::string text) {
        const size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
        return first == std::string::npos ? std::string() : text.substr(first, last - first + 1);
    };
    const size_t open = heading.find('['), close = heading.find(']');
    if (open == std::string::npos || close == std::string::npos || close < open)
        return {trimmed(heading), {}};
    return {trimmed(heading.substr(0, open)), trimmed(heading.substr(open + 1, close - open - 1))};
}

bool is_bare_number(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789.eE+-") == std::string::npos &&
           text.find_first_of("0123456789") != std::string::npos;
}

class PartsReader {
public:
    PartsReader(const Table& table, std::string_view where, const Scenario& scenario, const Catalog& catalog)
        : m_table(table)
        , m_where(where)
        , m_catalog(catalog) {
        m_out.scenario = scenario;
    }

    Result<PartsImport> read() {
        if (auto columns = read_columns(); !columns) return tl::unexpected(columns.error());
        std::set<std::string> ids;
        for (size_t row = 0; row < m_table.rows.size(); ++row) {
            Json part = json_of(row);
            if (part.empty()) continue;
            if (!part.contains("id")) {
                fault(row, "the part has no id", "fill in the column id");
                continue;
            }
            if (!ids.insert(part["id"].get<std::string>()).second) {
                fault(row, fmt::format("a second row has the id '{}'", part["id"].get<std::string>()),
                      "give each its own id");
                continue;
            }
            m_rows.push_back(row);
            m_parts.push_back(std::move(part));
        }
        take_parts();
        return std::move(m_out);
    }

private:
    void fault(size_t row, std::string what, std::string fix) {
        m_out.faults.push_back(
            {fmt::format("{}:{}", m_where, m_table.lines[row]), std::move(what), std::move(fix)});
    }

    Result<void> read_columns() {
        std::vector<std::string> known(part_words.begin(), part_words.end());
        known.insert(known.end(), {"source", "date"});
        for (const PartKind kind : part_kinds)
            for (const ValueSpec& spec : value_specs(kind)) known.emplace_back(spec.key);
        for (const Part& part : m_catalog.parts())
            for (const auto& [key, text] : part.text) known.push_back(key);
        known.emplace_back("nic");
        for (const std::string& heading : m_table.header) {
            m_columns.push_back(column_of(heading));
            const std::string& key = m_columns.back().key;
            if (key.empty() || std::ranges::find(known, key) != known.end()) continue;
            const std::string near = nearest(key, known);
            return fail(std::string(m_where), fmt::format("no part has a figure '{}'", key),
                        near.empty() ? "see `catalog show ID` for the figures of a part, or delete the column"
                                     : fmt::format("did you mean '{}'?", near));
        }
        if (std::ranges::find(m_columns, std::string("id"), &Column::key) == m_columns.end())
            return fail(std::string(m_where), "there is no column 'id'", "give each part an id");
        return {};
    }

    std::string cell(size_t row, std::string_view key) const {
        for (size_t i = 0; i < m_columns.size(); ++i)
            if (m_columns[i].key == key) return m_table.rows[row][i];
        return {};
    }

    /// The row as an entry of `parts`.
    Json json_of(size_t row) const {
        Json out = Json::object();
        const std::string source = cell(row, "source"), date = cell(row, "date");
        for (size_t i = 0; i < m_columns.size(); ++i) {
            const auto& [key, unit] = m_columns[i];
            const std::string& text = m_table.rows[row][i];
            if (text.empty() || key.empty() || key == "source" || key == "date") continue;
            const bool is_figure =
                std::ranges::any_of(part_kinds, [&](PartKind kind) { return value_spec(kind, key); });
            if (!is_figure || std::ranges::find(part_words, key) != part_words.end())
                out[key] = text == "-" ? Json() : Json(text);
            else if (text == "-")
                out[key] = {{"value", nullptr},
                            {"status", "unknown"},
                            {"source", "not known by " + std::string(m_where)}};
            else {
                Json value = is_bare_number(text) && !unit.empty() ? Json(text + " " + unit) : Json(text);
                if (is_bare_number(text) && unit.empty()) value = Json::parse(text, nullptr, false);
                if (value.is_discarded()) value = text;
                if (source.empty() && date.empty()) {
                    out[key] = std::move(value);
                    continue;
                }
                out[key] = {{"value", std::move(value)},
                            {"status", source.empty() ? "judgement" : "confirmed"}};
                if (!source.empty()) out[key]["source"] = source;
                if (!date.empty()) out[key]["date"] = date;
            }
        }
        if (const auto base = out.find("base"); base != out.end() && base->is_string())
            if (const Part* known = base_named(base->get<std::string>(), cell(row, "kind")))
                *base = known->id;
        return out;
    }

    const Part* base_named(const std::string& name, const std::string& kind) const {
        const auto known = part_kind(kind);
        return known ? m_catalog.part(*known, name) : m_catalog.part(name);
    }

    /// All that can be read; each that cannot is a fault of its row, and is left out.
    void take_parts() {
        while (true) {
            Json list = Json::array();
            for (const PartRef& kept : m_out.scenario.parts)
                if (std::ranges::none_of(m_parts, [&](const Json& part) { return part["id"] == kept.id; }))
                    list.push_back(own_part_entry(kept, m_catalog));
            const size_t before = list.size();
            for (const Json& part : m_parts) list.push_back(part);
            std::vector<Diagnostic> warnings;
            std::vector<PartRef> read;
            ReadContext context{m_catalog, "", warnings};
            context.own_parts = &read;
            read_kept_parts(list, read, context, "");
            if (!context.error) {
                take(std::move(read));
                return;
            }
            const Diagnostic& error = *context.error; // "/3/hbm_rate"
            const size_t at = std::strtoul(error.where.c_str() + 1, nullptr, 10);
            if (at < before || at - before >= m_parts.size()) { // a kept part rests on what is read here
                m_out.faults.push_back({std::string(m_where), error.what, error.fix});
                return;
            }
            const size_t slash = error.where.find('/', 1);
            fault(m_rows[at - before],
                  slash == std::string::npos
                      ? error.what
                      : fmt::format("{}: {}", error.where.substr(slash + 1), error.what),
                  error.fix);
            m_parts.erase(m_parts.begin() + static_cast<std::ptrdiff_t>(at - before));
            m_rows.erase(m_rows.begin() + static_cast<std::ptrdiff_t>(at - before));
        }
    }

    void take(std::vector<PartRef> read) {
        const std::vector<PartRef> before = m_out.scenario.parts;
        for (size_t i = 0; i < m_parts.size(); ++i) {
            const std::string id = m_parts[i]["id"];
            const PartRef& part = *std::ranges::find(read, id, &PartRef::id);
            const auto was = std::ranges::find(before, id, &PartRef::id);
            ++(was == before.end() ? m_out.added : m_out.changed);
            if (was == before.end())
                m_out.scenario.parts.push_back(part);
            else {
                *std::ranges::find(m_out.scenario.parts, id, &PartRef::id) = part;
                for (Element& element : m_out.scenario.cluster.elements)
                    if (element.part == *was) element.part = part;
            }
            warn_of(part, m_rows[i]);
        }
        bind_own_parts(m_out.scenario, m_catalog);
    }

    void warn_of(const PartRef& part, size_t row) {
        const Part& own = *part.inline_part;
        const Part* const named = own.kind == PartKind::server ? named_accelerator(own, m_catalog) : nullptr;
        const auto changed = changed_figures(part, m_catalog);
        for (const UnlikelyFigure& each : unlikely_figures(own, named, m_catalog))
            if (std::ranges::find(changed, each.key) != changed.end())
                m_out.warnings.push_back({fmt::format("{}:{}", m_where, m_table.lines[row]),
                                          fmt::format("{}: {}", each.key, each.what),
                                          each.usual.empty() ? "look at its unit" : each.usual});
    }

    const Table& m_table;
    const std::string_view m_where;
    const Catalog& m_catalog;
    std::vector<Column> m_columns;
    std::vector<size_t> m_rows; ///< where each of m_parts stands
    std::vector<Json> m_parts;
    PartsImport m_out;
};

} // namespace

Result<PartsImport> import_parts_csv(const Table& table, std::string_view where, const Scenario& scenario,
                                     const Catalog& catalog) {
    return PartsReader(table, where, scenario, catalog).read();
}

} // namespace roofrack
