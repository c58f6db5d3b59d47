// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/netbox/netbox_tables.h"

#include "core/base/catalog/catalog.h"
#include "core/base/files/csv_table.h"
#include "core/base/units/ascii_text.h"
#include "core/base/units/bit_rate.h"
#include "core/base/units/trimmed.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <map>
#include <set>
#include <unordered_map>

namespace roofrack {

namespace {

constexpr size_t most_netbox_devices = 50'000, most_netbox_cables = 500'000;

/// "Side A device" → "side_a_device".
std::string column_key(std::string_view heading) {
    std::string out;
    for (const char c : lower(trimmed(heading)))
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            out += c;
        else if (!out.empty() && out.back() != '_')
            out += '_';
    while (!out.empty() && out.back() == '_') out.pop_back();
    return out;
}

class NetboxTable {
public:
    NetboxTable(std::string file, Table table)
        : m_file(std::move(file))
        , m_table(std::move(table)) {
        for (size_t i = 0; i < m_table.header.size(); ++i)
            m_columns.try_emplace(column_key(m_table.header[i]), i);
    }

    using Keys = std::initializer_list<const char*>;
    bool has(Keys keys) const {
        return std::ranges::any_of(keys, [&](const char* key) { return m_columns.contains(key); });
    }
    size_t size() const { return m_table.rows.size(); }
    std::string at(size_t row, Keys keys) const {
        for (const char* const key : keys)
            if (const auto column = m_columns.find(key); column != m_columns.end()) {
                const std::string_view text = trimmed(m_table.rows[row][column->second]);
                return text == "—" ? std::string() : std::string(text);
            }
        return {};
    }
    std::string place(size_t row) const { return fmt::format("{}:{}", m_file, m_table.lines[row]); }
    const std::string& file() const { return m_file; }

private:
    std::string m_file;
    Table m_table;
    std::map<std::string, size_t, std::less<>> m_columns;
};

constexpr NetboxTable::Keys a_device{"side_a_device", "device_a"}, b_device{"side_b_device", "device_b"};
constexpr NetboxTable::Keys device_type{"device_type", "type"}, device_role{"role", "device_role"};

bool lists_cables(const NetboxTable& table) { return table.has(a_device) && table.has(b_device); }
bool lists_interfaces(const NetboxTable& table) {
    return table.has({"device"}) && table.has({"name"}) && table.has({"type"});
}
bool lists_devices(const NetboxTable& table) {
    return table.has({"name"}) && table.has(device_type) && table.has(device_role);
}

/// What was left out for one reason: how often, and where first.
struct LeftRows {
    size_t count = 0;
    std::string first;
};

class NetboxReader {
public:
    NetboxReader(const Catalog& catalog, std::vector<Diagnostic>& warnings)
        : m_catalog(catalog)
        , m_warnings(warnings) {}

    Result<P2pFile> read(std::span<const NamedText> files) {
        std::vector<NetboxTable> devices, interfaces, cables;
        for (const NamedText& file : files) {
            auto table = parse_csv(file.text, file.name);
            if (!table) return tl::unexpected(table.error());
            NetboxTable read(file.name, std::move(*table));
            if (lists_cables(read))
                cables.push_back(std::move(read));
            else if (lists_interfaces(read))
                interfaces.push_back(std::move(read));
            else if (lists_devices(read))
                devices.push_back(std::move(read));
            else
                m_warnings.push_back(
                    {file.name, "it holds no devices, interfaces or cables", "it is not read"});
        }
        if (devices.empty() && cables.empty())
            return fail(files.front().name, "no table has the devices or cables of NetBox",
                        "give the tables of devices, interfaces and cables as CSV");
        m_lists_devices = !devices.empty();
        for (const NetboxTable& table : devices)
            if (const auto done = read_devices(table); !done) return tl::unexpected(done.error());
        for (const NetboxTable& table : interfaces) read_interfaces(table);
        for (const NetboxTable& table : cables)
            if (const auto done = read_cables(table); !done) return tl::unexpected(done.error());
        if (m_out.nodes.empty())
            return fail(files.front().name, "none of its devices is a server, a switch or storage",
                        "name types by parts or roles by what they are");
        for (const auto& [why, left] : m_left)
            m_warnings.push_back({left.first,
                                  why + (left.count > 1 ? fmt::format(", {} in all", left.count) : ""),
                                  "it is left out"});
        if (m_more.count > 0)
            m_warnings.push_back({m_more.first, fmt::format("{} more rows, for other reasons", m_more.count),
                                  "they are left out"});
        return std::move(m_out);
    }

private:
    void leave_out(const std::string& why, const std::string& place) {
        constexpr size_t most_reasons = 50;
        const bool is_listed = m_left.size() < most_reasons || m_left.contains(why);
        LeftRows& left = is_listed ? m_left[why] : m_more;
        if (++left.count == 1) left.first = place;
    }

    /// Sets what it is; false: it is none that is drawn.
    bool set_kind(P2pNode& node, const std::string& maker, const std::string& role) const {
        const auto is = [&](PartKind kind) {
            return m_catalog.part(kind, node.model) || m_catalog.part(kind, maker + " " + node.model);
        };
        node.has_type = true;
        if (!node.model.empty() && is(PartKind::server)) return true;
        node.is_switch = !node.model.empty() && is(PartKind::switch_);
        node.is_storage = !node.is_switch && !node.model.empty() && is(PartKind::storage);
        if (node.is_switch || node.is_storage) return true;
        const std::string text = lower(role);
        const auto says = [&](std::initializer_list<const char*> words) {
            return std::ranges::any_of(words, [&](const char* word) { return has(text, word); });
        };
        if (says({"console", "patch", "pdu", "power", "ups", "firewall"})) return false;
        node.is_switch =
            says({"switch", "leaf", "spine", "tor", "router", "fabric"}) && !says({"storage", "monitor"});
        node.is_storage = !node.is_switch && says({"storage", "nas", "filer"});
        return node.is_switch || node.is_storage || says({"server", "gpu", "compute", "node", "host"});
    }

    Result<size_t> add(P2pNode node, const std::string& place) {
        if (m_out.nodes.size() >= most_netbox_devices)
            return fail(place, fmt::format("there are more than {} devices", most_netbox_devices),
                        "give a part of the site");
        m_index.emplace(node.name, m_out.nodes.size());
        m_out.nodes.push_back(std::move(node));
        return m_out.nodes.size() - 1;
    }

    Result<void> read_devices(const NetboxTable& table) {
        for (size_t row = 0; row < table.size(); ++row) {
            P2pNode node;
            node.name = table.at(row, {"name"});
            node.model = table.at(row, device_type);
            node.rack = table.at(row, {"rack"});
            const std::string role = table.at(row, device_role);
            const std::string place = table.place(row);
            if (node.name.empty()) {
                leave_out("a device has no name", place);
                continue;
            }
            if (m_index.contains(node.name) || m_others.contains(node.name)) {
                leave_out("a device has the name of another one", place);
                continue;
            }
            if (!set_kind(node, table.at(row, {"manufacturer"}), role)) {
                leave_out(fmt::format("the role '{}' is no server, switch or storage", role.substr(0, 60)),
                          place);
                m_others.insert(node.name);
                continue;
            }
            if (const auto done = add(std::move(node), place); !done) return tl::unexpected(done.error());
        }
        return {};
    }

    void read_interfaces(const NetboxTable& table) {
        for (size_t row = 0; row < table.size(); ++row)
            if (const double rate = netbox_rate(table.at(row, {"type"})); rate > 0)
                m_rates.emplace(table.at(row, {"device"}) + "\n" + table.at(row, {"name"}), rate);
    }

    /// The device at an end; nothing where it is none that is drawn.
    Result<std::optional<size_t>> device_at(const std::string& name, const std::string& rack,
                                            const std::string& place) {
        if (const auto at = m_index.find(name); at != m_index.end()) return at->second;
        if (m_lists_devices || name.empty()) return std::nullopt;
        P2pNode node;
        node.name = name;
        node.rack = rack;
        const auto made = add(std::move(node), place);
        if (!made) return tl::unexpected(made.error());
        return *made;
    }

    Result<void> read_cables(const NetboxTable& table) {
        for (size_t row = 0; row < table.size(); ++row) {
            P2pLink link;
            link.place = table.place(row);
            link.a_port = table.at(row, {"side_a_name", "termination_a", "a_terminations"});
            link.z_port = table.at(row, {"side_b_name", "termination_b", "b_terminations"});
            const std::string a_type = table.at(row, {"side_a_type"}),
                              b_type = table.at(row, {"side_b_type"});
            const auto joins = [](const std::string& type) {
                return type.empty() || type == "dcim.interface";
            };
            if (!joins(a_type) || !joins(b_type)) {
                leave_out("a cable ends at something else than an interface", link.place);
                continue;
            }
            if (has(link.a_port, ",") || has(link.z_port, ",")) {
                leave_out("a cable has several ports at an end", link.place);
                continue;
            }
            const auto a = device_at(table.at(row, a_device), table.at(row, {"rack_a"}), link.place);
            const auto z = device_at(table.at(row, b_device), table.at(row, {"rack_b"}), link.place);
            if (!a) return tl::unexpected(a.error());
            if (!z) return tl::unexpected(z.error());
            if (!*a || !*z) {
                leave_out("a cable ends at a device that is not drawn", link.place);
                continue;
            }
            link.a = **a;
            link.z = **z;
            if (link.a_port.empty() || link.z_port.empty() || link.a == link.z) {
                leave_out(link.a == link.z ? "a cable leads back to its device"
                                           : "an end of a cable names no port",
                          link.place);
                continue;
            }
            if (m_out.links.size() >= most_netbox_cables)
                return fail(link.place, fmt::format("there are more than {} cables", most_netbox_cables),
                            "give a part of the site");
            const std::string near = m_out.nodes[link.a].name + "\n" + link.a_port;
            const std::string far = m_out.nodes[link.z].name + "\n" + link.z_port;
            if (m_ports.contains(near) || m_ports.contains(far)) {
                leave_out("a port has two cables", link.place);
                continue;
            }
            m_ports.insert(near);
            m_ports.insert(far);
            for (const auto& [node, port] :
                 {std::pair(link.a, &link.a_port), std::pair(link.z, &link.z_port)})
                if (!m_out.nodes[node].has_type && port->starts_with("sw"))
                    m_out.nodes[node].is_switch = true;
            const auto rate = [&](const std::string& port) {
                const auto at = m_rates.find(port);
                return at == m_rates.end() ? 0 : at->second;
            };
            const double one = rate(near), other = rate(far);
            link.rate = one > 0 && other > 0 ? std::min(one, other) : std::max(one, other);
            m_out.links.push_back(std::move(link));
        }
        return {};
    }

    const Catalog& m_catalog;
    std::vector<Diagnostic>& m_warnings;
    P2pFile m_out;
    std::map<std::string, LeftRows> m_left; ///< by reason
    LeftRows m_more;                        ///< for reasons that are not listed
    std::unordered_map<std::string, size_t> m_index;
    std::unordered_map<std::string, double> m_rates; ///< bit/s, by device and port
    std::set<std::string> m_ports, m_others;
    bool m_lists_devices = false;
};

} // namespace

double netbox_rate(std::string_view type) {
    const std::string text = lower(trimmed(type));
    constexpr std::array<std::pair<const char*, double>, 9> fabrics{{{"sdr", 8},
                                                                     {"ddr", 16},
                                                                     {"qdr", 32},
                                                                     {"fdr10", 40},
                                                                     {"fdr", 56},
                                                                     {"edr", 100},
                                                                     {"hdr", 200},
                                                                     {"ndr", 400},
                                                                     {"xdr", 800}}};
    for (const auto& [name, gigabits] : fabrics)
        if (text == name || text == std::string("infiniband-") + name ||
            text.starts_with(std::string(name) + " ("))
            return gigabits * bits_a_gigabit;
    // "OSFP (400GE)", "400gbase-x-osfp", "1000base-t", "2.5gbase-t"
    const size_t open = text.rfind('(');
    const std::string_view number =
        open == std::string::npos ? std::string_view(text) : std::string_view(text).substr(open + 1);
    double out = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), out);
    if (error != std::errc() || !(out > 0) || out > 10'000) return 0;
    const std::string_view unit = number.substr(static_cast<size_t>(end - number.data()));
    if (unit.starts_with("g")) return out * bits_a_gigabit;
    if (unit.starts_with("base") || unit.starts_with("me")) return out * bits_a_gigabit / 1000;
    return 0;
}

bool is_netbox_table(std::string_view text) {
    auto heading = parse_csv(text.substr(0, text.find('\n')), "");
    if (!heading) return false;
    const NetboxTable table({}, std::move(*heading));
    // Sites, makers, roles, types, racks and panels come with these, and are not read.
    const bool is_beside = table.has({"name"}) && table.has({"slug", "site"});
    const bool is_power = table.has({"device"}) && table.has({"maximum_draw"});
    const bool is_type = table.has({"manufacturer"}) && table.has({"slug"});
    return is_beside || is_power || is_type || lists_cables(table) || lists_interfaces(table) ||
           lists_devices(table);
}

Result<P2pFile> read_netbox(std::span<const NamedText> files, const Catalog& catalog,
                            std::vector<Diagnostic>& warnings) {
    return NetboxReader(catalog, warnings).read(files);
}

} // namespace roofrack
