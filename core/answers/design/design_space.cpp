// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/design/design_space.h"

#include "core/base/catalog/announced.h"
#include "core/base/units/ascii_text.h"
#include "core/base/units/nearest.h"
#include "core/base/units/quantity_text.h"
#include "core/base/units/trimmed.h"
#include "core/drawing/project/address/set_value.h"
#include "core/drawing/templates/server_template.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace roofrack {

namespace {

constexpr std::string_view counts[] = {"gpus", "servers", "racks"};
/// Keys of templates that an axis of another name stands for, or that no design is made of.
constexpr std::string_view not_settings[] = {"server", "servers", "racks", "model", "storage"};

bool is_setting(std::string_view name) {
    if (std::ranges::find(not_settings, name) != std::end(not_settings)) return false;
    if (name == "template") return true;
    return std::ranges::any_of(list_templates(), [&](const TemplateInfo& each) {
        return std::ranges::find(each.keys, name, &TemplateKey::key) != each.keys.end();
    });
}

std::vector<std::string> axis_names() {
    std::vector<std::string> out{"server",   "gpus",     "servers", "racks",
                                 "template", "nic_rate", "gpu_cap", "plan"};
    std::set<std::string> settings;
    for (const TemplateInfo& info : list_templates())
        for (const TemplateKey& key : info.keys)
            if (is_setting(key.key)) settings.insert(key.key);
    out.insert(out.end(), settings.begin(), settings.end());
    return out;
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> out;
    for (size_t begin = 0; begin <= text.size();) {
        const size_t end = std::min(text.size(), text.find(separator, begin));
        out.emplace_back(trimmed(text.substr(begin, end - begin)));
        begin = end + 1;
    }
    return out;
}

constexpr int64_t most_count = 10'000'000;

std::optional<int64_t> whole_count(std::string_view text) {
    int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_whole = error == std::errc{} && end == text.data() + text.size();
    return is_whole && value >= 1 && value <= most_count ? std::optional(value) : std::nullopt;
}

/// The counts of "1,2,4", "8:64" (doublings and the end) or "8:64:8".
Result<std::vector<std::string>> count_values(const std::string& where,
                                              const std::vector<std::string>& values) {
    std::vector<std::string> out;
    for (const std::string& value : values) {
        std::vector<int64_t> parts;
        for (const std::string& part : split(value, ':')) {
            const auto whole = whole_count(part);
            if (!whole)
                return fail(where,
                            fmt::format("'{}' is no whole number from 1 to {}", part,
                                        format_count(static_cast<double>(most_count))),
                            "write counts (1024,2048), first:last, or first:last:step");
            parts.push_back(*whole);
        }
        const bool is_list = parts.size() == 1;
        if (parts.size() > 3 || (!is_list && parts[1] < parts[0]))
            return fail(where, fmt::format("'{}' is no range", value), "write first:last or first:last:step");
        if (is_list) {
            out.push_back(std::to_string(parts[0]));
            continue;
        }
        if (parts.size() == 3 && static_cast<double>(parts[1] - parts[0]) / static_cast<double>(parts[2]) >
                                     static_cast<double>(most_designs))
            return fail(where, fmt::format("'{}' has too many counts", value), "take a larger step");
        for (int64_t n = parts[0]; n < parts[1]; n = parts.size() == 3 ? n + parts[2] : 2 * n)
            out.push_back(std::to_string(n));
        const bool ends_on_step = parts.size() == 2 || (parts[1] - parts[0]) % parts[2] == 0;
        if (ends_on_step) out.push_back(std::to_string(parts[1]));
    }
    return out;
}

bool is_same_word(std::string_view a, std::string_view b) { return lower(a) == lower(b); }

/// Ids of servers of which an id or a name is nearest to what was written: those that hold it, else those
/// that are spelled like it.
std::string servers_near(const std::string& value, const std::vector<const Part*>& servers) {
    constexpr size_t most_named = 6;
    std::vector<std::string> holding, words;
    const std::string asked = lower(value);
    for (const Part* server : servers) {
        for (const std::string& word : {server->id, server->name}) words.push_back(lower(word));
        if (lower(server->id).find(asked) != std::string::npos ||
            lower(server->name).find(asked) != std::string::npos)
            holding.push_back(fmt::format("'{}'", server->id));
    }
    if (holding.size() > most_named) holding.resize(most_named);
    if (!holding.empty()) return fmt::format("did you mean {}?", fmt::join(holding, " or "));
    const std::string near = nearest(asked, words);
    for (size_t i = 0; i < words.size() && !near.empty(); ++i)
        if (words[i] == near) return fmt::format("did you mean '{}'?", servers[i / 2]->id);
    return "name servers as the catalogue does, or write drawn, all or announced";
}

Result<std::vector<std::string>>
server_values(const std::string& where, const std::vector<std::string>& values, const Catalog& catalog) {
    std::vector<const Part*> servers;
    for (const Part& part : catalog.parts())
        if (part.kind == PartKind::server && part.value_or("gpus", 0) >= 1) servers.push_back(&part);
    std::vector<std::string> out;
    const auto add = [&](const std::string& id) {
        if (std::ranges::find(out, id) == out.end()) out.push_back(id);
    };
    for (const std::string& value : values) {
        const bool is_all = is_same_word(value, "all");
        if (is_all || is_same_word(value, "announced")) {
            for (const Part& part : catalog.parts())
                if (is_sold_server(part, catalog) && (is_all || is_announced(part, catalog))) add(part.id);
            continue;
        }
        if (is_same_word(value, "drawn")) {
            add("drawn");
            continue;
        }
        const Part* const server = catalog.part(PartKind::server, value); // by id, alias or name
        if (std::ranges::find(servers, server) == servers.end())
            return fail(where, fmt::format("the catalogue has no server '{}' with GPUs", value),
                        servers_near(value, servers));
        add(server->id);
    }
    return out;
}

Result<void> check_value(const DesignAxis& axis, const std::string& value, const std::string& where,
                         const Scenario& scenario, const Catalog& catalog) {
    switch (axis.kind) {
    case DesignAxisKind::plan:
        if (value != "best" && value != "given")
            return fail(where, fmt::format("'{}' is no choice of a plan", value), "write best or given");
        break;
    case DesignAxisKind::nic_rate:
    case DesignAxisKind::gpu_cap: {
        const Dimension dimension =
            axis.kind == DesignAxisKind::nic_rate ? Dimension::byte_rate : Dimension::power;
        const auto amount = parse_quantity(value, dimension, where);
        if (!amount) return tl::unexpected(amount.error());
        if (!(*amount > 0) || !std::isfinite(*amount))
            return fail(where, fmt::format("'{}' is no amount above 0", value),
                        "give one, as 400 Gb/s or 700 W");
        break;
    }
    case DesignAxisKind::setting:
        if (axis.name == "template" && value != "auto" && !find_template(value))
            return fail(where, fmt::format("there is no template '{}'", value), "`new list` lists them");
        break;
    case DesignAxisKind::input:
        if (axis.name.starts_with("/cluster")) break; // what is drawn depends on the design
        if (const auto set = set_value(scenario, axis.name, value, catalog); !set)
            return tl::unexpected(set.error());
        break;
    case DesignAxisKind::server:
    case DesignAxisKind::count: break;
    }
    return {};
}

Result<DesignAxisKind> kind_of_axis(const std::string& name) {
    if (name == "server") return DesignAxisKind::server;
    if (name == "nic_rate") return DesignAxisKind::nic_rate;
    if (name == "gpu_cap") return DesignAxisKind::gpu_cap;
    if (name == "plan") return DesignAxisKind::plan;
    if (name.starts_with('/')) return DesignAxisKind::input;
    if (std::ranges::find(counts, name) != std::end(counts)) return DesignAxisKind::count;
    if (is_setting(name)) return DesignAxisKind::setting;
    return fail("what varies: " + name, "nothing of a design is called so", suggestion(name, axis_names()));
}

} // namespace

size_t DesignSpace::size() const {
    size_t out = 1;
    for (const DesignAxis& axis : axes) out *= axis.values.size();
    return out;
}

std::vector<size_t> DesignSpace::choices(size_t design) const {
    std::vector<size_t> out(axes.size());
    for (size_t i = axes.size(); i-- > 0; design /= axes[i].values.size())
        out[i] = design % axes[i].values.size();
    return out;
}

size_t DesignSpace::design(const std::vector<size_t>& chosen) const {
    size_t out = 0;
    for (size_t i = 0; i < axes.size(); ++i) out = out * axes[i].values.size() + chosen[i];
    return out;
}

const DesignAxis* DesignSpace::axis(DesignAxisKind kind) const {
    const auto found = std::ranges::find(axes, kind, &DesignAxis::kind);
    return found == axes.end() ? nullptr : &*found;
}

Result<DesignAxis> parse_design_axis(std::string_view text, const Scenario& scenario,
                                     const Catalog& catalog) {
    const size_t equals = text.find('=');
    DesignAxis out;
    out.name = trimmed(text.substr(0, equals));
    const std::string where = "what varies: " + std::string(text);
    if (equals == std::string_view::npos || out.name.empty())
        return fail(where, "it has no values", "write NAME=VALUE,VALUE, as gpus=1024,2048");
    const auto kind = kind_of_axis(out.name);
    if (!kind) return tl::unexpected(kind.error());
    out.kind = *kind;
    out.values = split(text.substr(equals + 1), ',');
    for (const std::string& value : out.values)
        if (value.empty())
            return fail(where, "a value is empty", "write VALUE,VALUE without a comma at the end");
    Result<std::vector<std::string>> values =
        out.kind == DesignAxisKind::count    ? count_values(where, out.values)
        : out.kind == DesignAxisKind::server ? server_values(where, out.values, catalog)
                                             : out.values;
    if (!values) return tl::unexpected(values.error());
    out.values = std::move(*values);
    if (out.values.empty())
        return fail(where, "the catalogue has no such server",
                    "name servers as the catalogue does, or write drawn, all or announced");
    std::set<std::string_view> seen;
    for (const std::string& value : out.values) {
        if (!seen.insert(value).second)
            return fail(where, fmt::format("'{}' stands twice", value), "name it once");
        if (auto checked = check_value(out, value, where, scenario, catalog); !checked)
            return tl::unexpected(checked.error());
    }
    return out;
}

std::string with_server_names(const std::string& axis, const Catalog& catalog) {
    const size_t equals = axis.find('=');
    if (equals == std::string::npos || trimmed(axis.substr(0, equals)) != "server") return axis;
    std::vector<std::string> out = split(axis.substr(equals + 1), ',');
    for (std::string& value : out) {
        const Part* const server = catalog.part(PartKind::server, value);
        const bool is_found_by_name = server && server->name.find(',') == std::string::npos &&
                                      catalog.part(PartKind::server, server->name) == server;
        if (is_found_by_name) value = server->name;
    }
    return fmt::format("server={}", fmt::join(out, ","));
}

Result<DesignSpace> design_space(const std::vector<std::string>& axes, const Scenario& scenario,
                                 const Catalog& catalog) {
    DesignSpace out;
    double size = 1;
    for (const std::string& text : axes) {
        auto axis = parse_design_axis(text, scenario, catalog);
        if (!axis) return tl::unexpected(axis.error());
        const bool is_there = std::ranges::any_of(out.axes, [&](const DesignAxis& each) {
            return each.name == axis->name ||
                   (axis->kind == DesignAxisKind::count && each.kind == axis->kind);
        });
        if (is_there)
            return fail("what varies: " + text,
                        axis->kind == DesignAxisKind::count ? "the size varies already" : "it varies already",
                        "give all its values together");
        size *= static_cast<double>(axis->values.size());
        if (size > static_cast<double>(most_designs))
            return fail("what varies",
                        fmt::format("these are {} designs, more than {}", format_count(size),
                                    format_count(static_cast<double>(most_designs))),
                        "leave out values, or search in several calls");
        out.axes.push_back(std::move(*axis));
    }
    if (out.axes.empty()) return fail("what varies", "nothing does", "say what may, as gpus=1024,2048");
    const DesignAxis* const servers = out.axis(DesignAxisKind::server);
    const auto is_template_value = [](const std::string& value) { return value != "drawn"; };
    if (out.axis(DesignAxisKind::setting) &&
        !(servers && std::ranges::any_of(servers->values, is_template_value)))
        return fail("what varies: " + out.axis(DesignAxisKind::setting)->name,
                    "it is a setting of templates, and no design is drawn by one",
                    "vary the server too, as server=hgx-h100");
    return out;
}

} // namespace roofrack
