// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/handover/graph_export.h"

#include "core/base/catalog/catalog.h"
#include "core/base/spreadsheet/xml_scanner.h"
#include "core/base/units/bit_rate.h"
#include "core/base/units/printable.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/handover/device_places.h"
#include "core/drawing/ports.h"

#include <fmt/format.h>

namespace roofrack {

namespace {

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : printable_line(text)) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

/// Calls `see(device, role, part)` for each device, in its tier.
template<class See>
void visit_devices(const CableList& list, See see) {
    const auto ports = PortTable::make(list.cluster(), list.catalog());
    if (!ports) return;
    const DevicePlaces places(list.cluster(), ports->containment(), list.catalog());
    places.visit([&](const PlacedDevice& device) {
        const Element& element = list.cluster().at(device.element);
        const Part* part = drawn_part(element, list.catalog());
        const SwitchPorts* load = ports->switch_ports(device.element);
        const char* role = element.kind == ElementKind::server    ? "host"
                           : element.kind == ElementKind::storage ? "storage"
                           : !load || load->tier <= 1             ? "leaf"
                           : load->tier == 2                      ? "spine"
                                                                  : "super_spine";
        see(device, role, part ? part->name : std::string());
    });
}

} // namespace

std::string network_dot(const CableList& list) {
    std::string out = "graph network {\n";
    visit_devices(list, [&](const PlacedDevice& device, const char* role, const std::string& part) {
        out += fmt::format("  {} [label={} role=\"{}\" part={} rack={}]\n", quoted(device.name),
                           quoted(device.name), role, quoted(part), quoted(device.rack));
    });
    list.visit([&](const LaidCable& cable) {
        out += fmt::format("  {}:{} -- {}:{}\n", quoted(cable.from.device), quoted(cable.from.port),
                           quoted(cable.to.device), quoted(cable.to.port));
        return true;
    });
    return out + "}\n";
}

std::string network_graphml(const CableList& list) {
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n";
    const auto key = [&](const char* id, const char* of, const char* type) {
        out += fmt::format("  <key id=\"{0}\" for=\"{1}\" attr.name=\"{0}\" attr.type=\"{2}\"/>\n", id, of,
                           type);
    };
    for (const char* id : {"role", "part", "rack"}) key(id, "node", "string");
    key("unit", "node", "int");
    for (const char* id : {"source_port", "target_port", "kind", "cable", "colour", "label"})
        key(id, "edge", "string");
    for (const char* id : {"rate_gbit", "length_m"}) key(id, "edge", "double");
    out += "  <graph id=\"network\" edgedefault=\"undirected\">\n";
    const auto data = [&](const char* id, const std::string& value) {
        if (!value.empty()) out += fmt::format("<data key=\"{}\">{}</data>", id, xml_text(value));
    };
    visit_devices(list, [&](const PlacedDevice& device, const char* role, const std::string& part) {
        out += fmt::format("    <node id=\"{}\">", xml_text(device.name));
        data("role", role);
        data("part", part);
        data("rack", device.rack);
        data("unit", device.u ? std::to_string(*device.u) : "");
        out += "</node>\n";
    });
    list.visit([&](const LaidCable& cable) {
        out += fmt::format("    <edge id=\"c{}\" source=\"{}\" target=\"{}\">", cable.number,
                           xml_text(cable.from.device), xml_text(cable.to.device));
        data("source_port", cable.from.port);
        data("target_port", cable.to.port);
        data("kind", cable.kind);
        data("cable", cable.name);
        data("colour", cable.colour);
        data("label", cable.label);
        data("rate_gbit", cable.rate ? fmt::format("{:.9g}", in_gigabits(*cable.rate)) : "");
        data("length_m", cable.length ? fmt::format("{:g}", *cable.length) : "");
        out += "</edge>\n";
        return true;
    });
    return out + "  </graph>\n</graphml>\n";
}

} // namespace roofrack
