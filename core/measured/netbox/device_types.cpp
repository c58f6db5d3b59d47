// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/netbox/device_types.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/bit_rate.h"
#include "core/drawing/project/new_part.h"
#include "core/measured/netbox/netbox_tables.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <yaml-cpp/yaml.h>

namespace roofrack {

namespace {

constexpr size_t most_items = 10'000, longest_scalar = 200;

std::string scalar_of(const YAML::Node& node, const char* key) {
    const YAML::Node value = node[key];
    return value.IsDefined() && value.IsScalar() ? value.Scalar().substr(0, longest_scalar) : std::string();
}

class TypeReader {
public:
    explicit TypeReader(const NamedText& file)
        : m_file(file) {
        m_out.file = file.name;
    }

    Result<DeviceType> read() {
        const YAML::Node root = YAML::Load(m_file.text);
        if (!root.IsMap()) return wrong("it is no device type", "give a file of NetBox' device type library");
        m_out.maker = scalar_of(root, "manufacturer");
        m_out.model = scalar_of(root, "model");
        if (m_out.maker.empty() || m_out.model.empty())
            return wrong("it names no manufacturer or no model",
                         "give a file of NetBox' device type library");
        m_out.height_u = number(root, "u_height", 200);
        const std::string unit = scalar_of(root, "weight_unit");
        const std::array<std::pair<const char*, double>, 4> units{
            {{"kg", 1}, {"g", 1e-3}, {"lb", 0.45359237}, {"oz", 0.028349523125}}};
        if (const double weight = number(root, "weight", 1e5); weight > 0) {
            const auto at = std::ranges::find_if(units, [&](const auto& each) { return unit == each.first; });
            if (at == units.end())
                return wrong(fmt::format("'{}' is no unit of its weight", unit), "write kg, g, lb or oz");
            m_out.mass = weight * at->second;
        }
        interfaces(root["interfaces"]);
        supplies(root["power-ports"]);
        if (m_wrong) return tl::unexpected(*m_wrong);
        for (const auto& each : root) {
            if (!each.first.IsScalar() || m_out.not_read.size() >= most_items) continue;
            const std::string key = each.first.Scalar().substr(0, longest_scalar);
            constexpr std::array read{"manufacturer", "model",         "slug",        "part_number",
                                      "u_height",     "weight",        "weight_unit", "interfaces",
                                      "power-ports",  "is_full_depth", "comments"};
            if (std::ranges::none_of(read, [&](const char* known) { return key == known; }))
                m_out.not_read.push_back(key);
        }
        return std::move(m_out);
    }

private:
    tl::unexpected<Diagnostic> wrong(std::string what, std::string fix) const {
        return fail(m_file.name, std::move(what), std::move(fix));
    }

    /// 0 where it is not said.
    double number(const YAML::Node& node, const char* key, double most) {
        const std::string text = scalar_of(node, key);
        if (text.empty() || text == "null" || text == "~") return 0;
        double out = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
        const bool is_number = error == std::errc() && end == text.data() + text.size();
        if (is_number && out >= 0 && out <= most) return out;
        if (!m_wrong)
            m_wrong = Diagnostic{fmt::format("{}:{}", m_file.name, node.Mark().line + 1),
                                 fmt::format("{} is '{}'", key, text),
                                 fmt::format("write a number of 0 to {:g}", most)};
        return 0;
    }

    void interfaces(const YAML::Node& list) {
        if (!list.IsDefined() || !list.IsSequence()) return;
        std::map<double, size_t> by_rate;
        size_t seen = 0;
        for (const auto& each : list) {
            if (++seen > most_items) break;
            if (!each.IsMap() || scalar_of(each, "mgmt_only") == "true") continue;
            ++by_rate[netbox_rate(scalar_of(each, "type"))];
        }
        if (by_rate.empty()) return;
        m_out.rate = by_rate.rbegin()->first;
        m_out.interfaces = by_rate.rbegin()->second;
        for (const auto& [rate, count] : by_rate)
            if (rate > 0 && rate < m_out.rate) m_out.slower += count;
    }

    void supplies(const YAML::Node& list) {
        if (!list.IsDefined() || !list.IsSequence()) return;
        bool all_are_allocated = true;
        double allocated = 0;
        for (const auto& each : list) {
            if (m_out.supplies >= most_items) break;
            if (!each.IsMap()) continue;
            ++m_out.supplies;
            m_out.supply_power = std::max(m_out.supply_power, number(each, "maximum_draw", 1e6));
            const double share = number(each, "allocated_draw", 1e6);
            all_are_allocated = all_are_allocated && share > 0;
            allocated += share;
        }
        if (all_are_allocated) m_out.power = allocated;
    }

    const NamedText& m_file;
    DeviceType m_out;
    std::optional<Diagnostic> m_wrong;
};

} // namespace

bool is_device_type(std::string_view text) {
    const auto begins_line = [&](std::string_view key) {
        return text.starts_with(key) || text.find("\n" + std::string(key)) != std::string_view::npos;
    };
    return begins_line("manufacturer:") && begins_line("model:");
}

Result<DeviceType> read_device_type(const NamedText& file) {
    try {
        return TypeReader(file).read();
    } catch (const YAML::Exception& error) {
        return fail(fmt::format("{}:{}", file.name, error.mark.line + 1), "the YAML is broken: " + error.msg,
                    "correct the line");
    }
}

Result<Scenario> with_device_types(const Scenario& scenario, const std::vector<DeviceType>& types,
                                   const Catalog& catalog, std::vector<Diagnostic>& warnings) {
    Scenario out = scenario;
    for (const DeviceType& type : types) {
        const std::string name = type.maker + " " + type.model;
        const Part* known = catalog.part(name);
        if (!known) known = catalog.part(type.model);
        if (known) {
            warnings.push_back({type.file, fmt::format("the catalogue has {} as {}", name, known->id),
                                "it is not added; draw that part"});
            continue;
        }
        constexpr size_t ports_of_a_switch = 16;
        NewPart asked;
        asked.kind = type.kind                              ? *type.kind
                     : type.interfaces >= ports_of_a_switch ? PartKind::switch_
                                                            : PartKind::server;
        const bool is_switch = asked.kind == PartKind::switch_, is_server = asked.kind == PartKind::server;
        asked.name = name;
        if (type.height_u > 0) asked.figures["height_u"] = type.height_u;
        if (type.mass > 0 && is_server) asked.figures["mass"] = type.mass;
        if (type.interfaces > 0 && (is_switch || is_server))
            asked.figures[is_switch ? "ports" : "nics"] = static_cast<double>(type.interfaces);
        if (type.rate > 0 && (is_switch || is_server))
            asked.figures[is_switch ? "port_rate" : "nic_rate"] = type.rate / bits_a_byte;
        const bool has_rating = type.supplies > 0 && type.supply_power > 0 && is_server;
        if (has_rating) {
            asked.figures["psu_count"] = static_cast<double>(type.supplies);
            asked.figures["psu_rated"] = type.supply_power;
        }
        const std::string power = is_switch || is_server ? "max_power" : "power";
        if (type.power > 0) asked.figures[power] = type.power;
        auto made = make_part(out, catalog, asked);
        if (!made) return tl::unexpected(made.error());
        out = std::move(made->scenario);
        if (!type.kind)
            warnings.push_back({type.file,
                                fmt::format("guess: {} is a {}, by its {} interfaces of the fastest rate",
                                            name, name_of(asked.kind), type.interfaces),
                                "make a part of the other kind where it is not"});
        if (type.slower > 0 && (is_switch || is_server))
            warnings.push_back({type.file,
                                fmt::format("its {} interfaces of lower rates do not count", type.slower),
                                "set the number and the rate in the part"});
        if (type.power > 0)
            warnings.push_back(
                {type.file,
                 fmt::format("guess: its {} is the sum of allocated_draw, {:g} W", power, type.power),
                 fmt::format("set {} in the part where it draws more", power)});
        if (has_rating)
            warnings.push_back(
                {type.file,
                 fmt::format("guess: the rating of a supply is its maximum_draw, {:g} W", type.supply_power),
                 "set psu_rated in the part"});
        if (type.power <= 0)
            warnings.push_back(
                {type.file,
                 type.supply_power > 0
                     ? fmt::format("{} supplies may draw {:g} W each; what they draw together is not said",
                                   type.supplies, type.supply_power)
                     : std::string("no supply says what it draws"),
                 fmt::format("set {} in the part", power)});
        if (is_server)
            warnings.push_back(
                {type.file, "a device type does not say its GPUs", "set gpus and accelerator in the part"});
        std::string keys;
        for (const std::string& key : type.not_read) keys += (keys.empty() ? "" : ", ") + key;
        if (!keys.empty()) warnings.push_back({type.file, "not read: " + keys.substr(0, 400), ""});
    }
    return out;
}

} // namespace roofrack
