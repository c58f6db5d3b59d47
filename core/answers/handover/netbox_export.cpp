// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/handover/netbox_export.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/bit_rate.h"
#include "core/base/units/csv_cell.h"
#include "core/drawing/cables/link_pairs.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/handover/device_places.h"
#include "core/drawing/rack_layout.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace roofrack {

namespace {

/// "DGX H100 (8 GPUs)" → "dgx-h100-8-gpus".
std::string slug_of(const std::string& name) {
    std::string out;
    for (const char c : name) {
        const bool upper = c >= 'A' && c <= 'Z';
        const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (upper || plain)
            out += upper ? static_cast<char>(c - 'A' + 'a') : c;
        else if (!out.empty() && out.back() != '-')
            out += '-';
    }
    while (!out.empty() && out.back() == '-') out.pop_back();
    constexpr size_t most = 90; // a slug has 100 characters at most
    if (out.size() > most) out.resize(most);
    return out.empty() ? "unnamed" : out;
}

const char* role_of(ElementKind kind) {
    return kind == ElementKind::server ? "GPU server" : kind == ElementKind::switch_ ? "Switch" : "Storage";
}

/// The nearest of NetBox' choices for a port of that rate.
std::string interface_type(const Part* part, std::optional<ByteRate> rate) {
    const double gbit = rate ? in_gigabits(*rate) : 0;
    if (part && part->text_or("network", "") == "infiniband") {
        for (const auto& [at, name] :
             {std::pair(700.0, "xdr"), {350.0, "ndr"}, {150.0, "hdr"}, {90.0, "edr"}})
            if (gbit >= at) return std::string("infiniband-") + name;
        return "infiniband-fdr";
    }
    for (const auto& [at, name] : {std::pair(700.0, "800gbase-x-osfp"),
                                   {350.0, "400gbase-x-osfp"},
                                   {150.0, "200gbase-x-qsfp56"},
                                   {90.0, "100gbase-x-qsfp28"},
                                   {20.0, "25gbase-x-sfp28"},
                                   {9.0, "10gbase-t"},
                                   {0.9, "1000base-t"}})
        if (gbit >= at && gbit <= 1000) return name;
    return "other";
}

std::string cable_type(const LaidCable& cable) {
    if (cable.kind == "copper") return "cat6a";
    if (cable.kind == "dac") return "dac-passive";
    if (cable.kind == "aec") return "dac-active";
    if (cable.kind == "aoc") return "aoc";
    if (cable.kind != "fibre") return "";
    return cable.part.starts_with("sr") ? "mmf" : "smf"; // short-reach optics light multi-mode fibre
}

std::string colour_code(const std::string& colour) {
    return colour == "blue"     ? "2196f3"
           : colour == "yellow" ? "ffeb3b"
           : colour == "green"  ? "4caf50"
                                : "ff9800";
}

class NetboxWriter {
public:
    NetboxWriter(const CableList& list, Containment containment, const std::string& site,
                 const FileSink& sink)
        : m_list(list)
        , m_cluster(list.cluster())
        , m_containment(std::move(containment))
        , m_places(m_cluster, m_containment, list.catalog())
        , m_site(csv_cell(site))
        , m_site_slug(slug_of(site))
        , m_sink(sink) {}

    Result<Exported> write() {
        put("01-sites.csv", fmt::format("name,slug,status\r\n{},{},planned\r\n", m_site, m_site_slug));
        write_types();
        write_racks();
        write_devices();
        write_cables();
        write_feeds();
        write_power_ports();
        put("README.txt",
            "Tables for NetBox 4: import them in the order of their numbers, each by the import page of\n"
            "what it is named for. Everything is \"planned\". Types of interfaces and cables are the\n"
            "nearest of NetBox' choices. Power ports are the supplies that the parts of servers tell of;\n"
            "the drawing has no strips in racks, so outlets and their cables are not among these, nor\n"
            "patch panels.\n");
        if (!m_done) return tl::unexpected(m_done.error());
        return std::move(m_out);
    }

private:
    void put(const std::string& name, const std::string& text) {
        if (!m_done) return;
        m_done = m_sink(name, text);
        if (!m_done) return;
        m_out.files.push_back(name);
        ++m_out.file_count;
        m_out.bytes += static_cast<double>(text.size());
    }
    const Part* part_of(int element) const { return drawn_part(m_cluster.at(element), m_list.catalog()); }
    std::string maker_of(int element) const {
        const Part* part = part_of(element);
        return part && !part->vendor.empty() ? part->vendor : "Generic";
    }
    std::string model_of(int element) const {
        const Part* part = part_of(element);
        return part && !part->name.empty() ? part->name : std::string(role_of(m_cluster.at(element).kind));
    }

    void write_types() {
        std::string makers = "name,slug\r\n", types = "manufacturer,model,slug,part_number,u_height\r\n";
        std::set<std::string> known, slugs;
        for (size_t i = 0; i < m_cluster.elements.size(); ++i) {
            const int element = static_cast<int>(i);
            if (!has_data_ports(m_cluster.elements[i].kind)) continue;
            const std::string maker = maker_of(element), model = model_of(element);
            if (known.insert(maker).second)
                makers += fmt::format("{},{}\r\n", csv_cell(maker), slug_of(maker));
            if (!known.insert(maker + "\n" + model).second) continue;
            std::string slug = slug_of(maker + " " + model);
            while (!slugs.insert(slug).second) slug += "-2";
            const Part* part = part_of(element);
            types += fmt::format("{},{},{},{},{:g}\r\n", csv_cell(maker), csv_cell(model), slug,
                                 csv_cell(part ? part->id.substr(0, 50) : ""),
                                 std::ceil(device_height_u(m_cluster.elements[i], m_list.catalog())));
        }
        put("02-manufacturers.csv", makers);
        put("03-device-roles.csv",
            "name,slug,color\r\nGPU server,gpu-server,9c27b0\r\nSwitch,switch,2196f3\r\n"
            "Storage,storage,4caf50\r\n");
        put("04-device-types.csv", types);
    }

    void write_racks() {
        std::string out = "site,name,status,width,u_height\r\n";
        m_places.visit_racks([&](const std::string& name, int units) {
            out += fmt::format("{},{},planned,19,{}\r\n", m_site, csv_cell(name), units);
        });
        put("05-racks.csv", out);
    }

    void write_devices() {
        std::string out = "name,role,manufacturer,device_type,status,site,rack,position,face\r\n";
        m_places.visit([&](const PlacedDevice& device) {
            out += fmt::format("{},{},{},{},planned,{},{},{},{}\r\n", csv_cell(device.name),
                               role_of(m_cluster.at(device.element).kind), csv_cell(maker_of(device.element)),
                               csv_cell(model_of(device.element)), m_site, csv_cell(device.rack),
                               device.u ? std::to_string(*device.u) : "", device.u ? "front" : "");
        });
        put("06-devices.csv", out);
    }

    void write_cables() {
        std::string interfaces = "device,name,type\r\n";
        std::string cables =
            "side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name,type,"
            "status,label,color,length,length_unit\r\n";
        m_list.visit([&](const LaidCable& cable) {
            for (const CableEnd* end : {&cable.from, &cable.to})
                interfaces += fmt::format("{},{},{}\r\n", csv_cell(end->device), csv_cell(end->port),
                                          interface_type(part_of(end->element), cable.rate));
            cables += fmt::format(
                "{},dcim.interface,{},{},dcim.interface,{},{},planned,{},{},{},{}\r\n",
                csv_cell(cable.from.device), csv_cell(cable.from.port), csv_cell(cable.to.device),
                csv_cell(cable.to.port), cable_type(cable), cable.number, colour_code(cable.colour),
                cable.length ? fmt::format("{:g}", *cable.length) : "", cable.length ? "m" : "");
            return true;
        });
        put("07-interfaces.csv", interfaces);
        put("08-cables.csv", cables);
    }

    /// Racks that each single feed serves, by feed element and instance: the first of them.
    std::map<std::pair<int, int64_t>, std::string> served_racks() const {
        std::map<std::pair<int, int64_t>, std::string> out;
        for (const Link& link : m_cluster.links) {
            const auto pairs =
                LinkPairs::make(m_cluster, m_containment, m_list.catalog(), link, LinkKind::power);
            if (!pairs) continue;
            const double froms = m_containment.within(pairs->from(), pairs->container());
            const double tos = m_containment.within(pairs->to(), pairs->container());
            const auto kind = [&](int element) { return m_cluster.at(element).kind; };
            for (double c = 0; c < pairs->times(); ++c)
                pairs->visit(1e18, [&](double i, double j, double) {
                    const std::pair one(pairs->from(), static_cast<int64_t>(c * froms + i));
                    const std::pair other(pairs->to(), static_cast<int64_t>(c * tos + j));
                    const bool first = kind(one.first) == ElementKind::feed;
                    const auto &feed = first ? one : other, &rack = first ? other : one;
                    if (kind(feed.first) == ElementKind::feed && kind(rack.first) == ElementKind::rack)
                        out.try_emplace(feed, m_places.names().of(rack.first, rack.second));
                });
        }
        return out;
    }

    void write_feeds() {
        std::string panels = "site,name\r\n";
        std::string feeds = "site,power_panel,rack,name,status,type,supply,phase,voltage,amperage\r\n";
        const auto racks = served_racks();
        double left_out = 0, beyond = 0;
        for (size_t i = 0; i < m_cluster.elements.size(); ++i) {
            const Element& element = m_cluster.elements[i];
            if (element.kind != ElementKind::feed) continue;
            const int index = static_cast<int>(i);
            const Part* part = part_of(index);
            const auto volts = part ? part->value("voltage") : std::nullopt;
            const auto amperes = part ? part->value("current") : std::nullopt;
            const double instances = m_containment.instances(index);
            if (!volts || !amperes) {
                left_out += instances;
                continue;
            }
            constexpr double least = 0.5, most = 32'767.5; // whole numbers of two bytes
            if (*volts < least || *volts >= most || *amperes < least || *amperes >= most) {
                beyond += instances;
                continue;
            }
            const bool is_direct = part->value_or("frequency", 50) <= 0;
            const std::string panel = csv_cell(m_places.names().base(index));
            panels += fmt::format("{},{}\r\n", m_site, panel);
            for (int64_t k = 0; k < static_cast<int64_t>(instances); ++k) {
                const auto rack = racks.find({index, k});
                feeds += fmt::format("{},{},{},{},planned,primary,{},{},{:.0f},{:.0f}\r\n", m_site, panel,
                                     rack == racks.end() ? "" : csv_cell(rack->second),
                                     csv_cell(m_places.names().of(index, k)), is_direct ? "dc" : "ac",
                                     !is_direct && part->value_or("phases", 3) > 1 ? "three-phase"
                                                                                   : "single-phase",
                                     *volts, *amperes);
            }
        }
        if (left_out > 0)
            m_out.warnings.push_back({"power feeds",
                                      fmt::format("{:.0f} units tell no voltage or current", left_out),
                                      "they are left out"});
        if (beyond > 0)
            m_out.warnings.push_back(
                {"power feeds",
                 fmt::format("{:.0f} units have less than 1 or more than 32,767 V or A", beyond),
                 "NetBox takes no such numbers, and they are left out"});
        put("09-power-panels.csv", panels);
        put("10-power-feeds.csv", feeds);
    }

    /// A port a supply, where the part says how many there are. What a server draws at most is allocated to
    /// them in equal shares, each at most what its supply is rated at.
    void write_power_ports() {
        std::string out = "device,name,maximum_draw,allocated_draw\r\n";
        const auto watts = [](double value) {
            constexpr double least = 0.5, most = 32'767.5; // whole numbers of two bytes
            return value >= least && value < most ? fmt::format("{:.0f}", value) : std::string();
        };
        double silent = 0;
        m_places.visit([&](const PlacedDevice& device) {
            const Part* const part = part_of(device.element);
            const double supplies = part ? std::round(part->value_or("psu_count", 0)) : 0;
            constexpr double most_supplies = 1'000;
            if (!(supplies >= 1) || supplies > most_supplies) {
                silent += m_cluster.at(device.element).kind == ElementKind::server;
                return;
            }
            const double rated = part->value_or("psu_rated", 0),
                         share = part->value_or("max_power", 0) / supplies;
            const std::string allocated = watts(rated > 0 ? std::min(share, rated) : share);
            for (int k = 1; k <= static_cast<int>(supplies); ++k)
                out += fmt::format("{},PSU{},{},{}\r\n", csv_cell(device.name), k, watts(rated), allocated);
        });
        if (silent > 0)
            m_out.warnings.push_back({"power ports",
                                      fmt::format("{:.0f} servers tell no number of power supplies", silent),
                                      "they have no power ports"});
        put("11-power-ports.csv", out);
    }

    const CableList& m_list;
    const Cluster& m_cluster;
    Containment m_containment;
    DevicePlaces m_places;
    std::string m_site, m_site_slug;
    const FileSink& m_sink;
    Result<void> m_done;
    Exported m_out;
};

} // namespace

Result<Exported> export_netbox(const CableList& list, const std::string& site, const FileSink& sink) {
    auto containment = Containment::make(list.cluster());
    if (!containment) return tl::unexpected(containment.error());
    return NetboxWriter(list, std::move(*containment), site, sink).write();
}

} // namespace roofrack
