// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/handover/drawio_export.h"

#include "core/base/catalog/catalog.h"
#include "core/base/spreadsheet/xml_scanner.h"
#include "core/base/units/printable.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/handover/shape_data.h"
#include "core/drawing/link_ends.h"
#include "core/drawing/link_name.h"
#include "core/drawing/project/project_writer.h"
#include "core/drawing/rack_layout.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

struct Box {
    double x = 0, y = 0, width = 0, height = 0;
};

constexpr double device_width = 128, device_height = 40, title_height = 28, box_gap = 12, unit_height = 12;

const char* fill_of(ElementKind kind) {
    switch (kind) {
    case ElementKind::server: return "#dae8fc";
    case ElementKind::switch_: return "#d5e8d4";
    case ElementKind::storage: return "#e1d5e7";
    case ElementKind::feed: return "#fff2cc";
    case ElementKind::cooling: return "#cce5ff";
    case ElementKind::note: return "#ffffff";
    default: return "none";
    }
}

using Json = nlohmann::ordered_json;

std::string xml_line(std::string_view text) { return xml_text(printable_line(text)); }

/// Text of an attribute, whose line feeds and tabs no reader takes for blanks.
std::string xml_data(std::string_view text) {
    std::string out;
    for (const char c : xml_text(text)) {
        if (c == '\n')
            out += "&#10;";
        else if (c == '\t')
            out += "&#9;";
        else
            out += c;
    }
    return out;
}

class DrawioWriter {
public:
    /// `scenario`: as the project file has it; shapes carry its values where it is given.
    DrawioWriter(const Cluster& cluster, const Catalog& catalog, Json scenario = {})
        : m_cluster(cluster)
        , m_catalog(catalog)
        , m_boxes(cluster.elements.size())
        , m_scenario(std::move(scenario)) {
        for (size_t i = 0; i < cluster.elements.size(); ++i) m_index.try_emplace(cluster.elements[i].id, i);
        for (size_t i = 0; i < cluster.elements.size(); ++i)
            if (cluster.elements[i].parent.empty()) lay_out(i, 0);
    }

    std::string page(const std::string& name, bool data, bool supply) const {
        std::string out;
        size_t cells = 0;
        std::vector<size_t> order;
        for (size_t i = 0; i < m_cluster.elements.size(); ++i) order.push_back(i);
        // What contains others lies below them.
        std::ranges::stable_sort(order, {}, [&](size_t i) { return depth(i); });
        std::vector<bool> shown(order.size());
        for (const size_t i : order) {
            const ElementKind kind = m_cluster.elements[i].kind;
            const bool is_supply = kind == ElementKind::feed || kind == ElementKind::cooling;
            const bool is_device = has_data_ports(kind);
            shown[i] = (data || !is_device) && (supply || !is_supply);
            if (shown[i]) out += shape(i), ++cells;
        }
        for (size_t i = 0; i < m_cluster.links.size(); ++i) {
            const Link& link = m_cluster.links[i];
            const auto from = m_index.find(link.from), to = m_index.find(link.to);
            if (from == m_index.end() || to == m_index.end() || !shown[from->second] || !shown[to->second])
                continue;
            const auto kind =
                link_kind(m_cluster.elements[from->second].kind, m_cluster.elements[to->second].kind);
            if (kind && *kind == LinkKind::network ? !data : !supply) continue;
            out += line(i, kind.value_or(LinkKind::network)), ++cells;
        }
        const bool all = data && supply;
        return begin(name, all ? "roofrack_drawing" : "roofrack_view",
                     all ? drawn_text() : std::to_string(cells)) +
               out + end;
    }

    std::string racks() const {
        std::string out;
        size_t cells = 0;
        double x = 40;
        for (const Element& element : m_cluster.elements) {
            if (element.kind != ElementKind::rack) continue;
            const auto rack = rack_layout(m_cluster, m_catalog, element.id);
            if (!rack) continue;
            const double height = rack->highest() * unit_height;
            const Box frame{x, 40, device_width + 2 * box_gap, height + title_height};
            out += cell("rack-" + element.id, label_of(element), "swimlane;startSize=28;", frame,
                        data_of(element));
            cells += 1 + rack->devices.size();
            for (const RackDevice& device : rack->devices) {
                const Box box{x + box_gap, 40 + title_height + (rack->highest() - device.top()) * unit_height,
                              device_width, device.height * unit_height};
                out += cell(fmt::format("rack-{}-{}-{}", element.id, device.element, device.copy),
                            printable_line(device.name),
                            fmt::format("rounded=0;fontSize=9;fillColor={};", fill_of(device.kind)), box,
                            fmt::format(" u=\"{}\" part=\"{}\"", device.u, xml_line(device.part)));
            }
            x += frame.width + 3 * box_gap;
        }
        return begin("Racks", "roofrack_view", std::to_string(cells)) + out + end;
    }

    std::string svg() const {
        Box all{0, 0, 1, 1};
        for (size_t i = 0; i < m_boxes.size(); ++i) all = i == 0 ? m_boxes[i] : united(all, m_boxes[i]);
        std::string out = fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{:g} {:g} {:g} {:g}\" font-size=\"11\" "
            "font-family=\"Arial, Helvetica, sans-serif\">\n",
            all.x - box_gap, all.y - box_gap, all.width + 2 * box_gap, all.height + 2 * box_gap);
        std::vector<size_t> order;
        for (size_t i = 0; i < m_boxes.size(); ++i) order.push_back(i);
        std::ranges::stable_sort(order, {}, [&](size_t i) { return depth(i); });
        std::string texts;
        for (const size_t i : order) {
            const Element& element = m_cluster.elements[i];
            const Box& box = m_boxes[i];
            out +=
                fmt::format("<rect x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\" rx=\"5\" fill=\"{}\" "
                            "stroke=\"#5b6470\"/>\n",
                            box.x, box.y, box.width, box.height, fill_of(element.kind));
            const auto most = static_cast<size_t>(std::max(4.0, box.width / 6.4));
            const std::string line =
                printable_line(element.kind == ElementKind::note ? element.text : counted(element));
            texts += fmt::format("<text x=\"{:g}\" y=\"{:g}\">{}</text>\n", box.x + 6, box.y + 18,
                                 xml_text(shortened(line, most)));
        }
        std::string lines;
        for (const Link& link : m_cluster.links) {
            const auto from = m_index.find(link.from), to = m_index.find(link.to);
            if (from == m_index.end() || to == m_index.end() || from->second == to->second) continue;
            const Box &a = m_boxes[from->second], &b = m_boxes[to->second];
            const auto kind =
                link_kind(m_cluster.elements[from->second].kind, m_cluster.elements[to->second].kind);
            const bool data = kind && *kind == LinkKind::network;
            const auto [from_x, from_y] = side(a, b);
            const auto [to_x, to_y] = side(b, a);
            lines += fmt::format("<line x1=\"{:g}\" y1=\"{:g}\" x2=\"{:g}\" y2=\"{:g}\" stroke=\"{}\"{}/>\n",
                                 from_x, from_y, to_x, to_y, data ? "#3b6fb6" : "#b8860b",
                                 data ? "" : " stroke-dasharray=\"4 3\"");
        }
        return out + lines + texts + "</svg>\n";
    }

private:
    /// The middle of the side of a box that faces another.
    static std::pair<double, double> side(const Box& box, const Box& other) {
        const double x = box.x + box.width / 2, y = box.y + box.height / 2;
        if (other.x >= box.x + box.width && other.y < box.y + box.height && box.y < other.y + other.height)
            return {box.x + box.width, y};
        if (box.x >= other.x + other.width && other.y < box.y + box.height && box.y < other.y + other.height)
            return {box.x, y};
        return {x, other.y > box.y ? box.y + box.height : box.y};
    }

    /// At most so many characters of UTF-8.
    static std::string shortened(const std::string& text, size_t most) {
        size_t letters = 0, end = text.size();
        for (size_t i = 0; i < text.size(); ++i) {
            if ((static_cast<unsigned char>(text[i]) & 0xc0) == 0x80) continue;
            if (++letters == most) end = i;
        }
        return letters > most ? text.substr(0, end) + "…" : text;
    }

    static constexpr const char* end = "</root></mxGraphModel></diagram>\n";

    static std::string begin(const std::string& name, const std::string& key, const std::string& value) {
        return fmt::format(
            "<diagram id=\"{0}\" name=\"{0}\"><mxGraphModel grid=\"1\" page=\"1\" pageWidth=\"1654\" "
            "pageHeight=\"1169\"><root><object id=\"0\" label=\"\" {1}=\"{2}\"><mxCell/></object>"
            "<mxCell id=\"1\" parent=\"0\"/>\n",
            xml_line(name), key, xml_data(value));
    }

    /// Order, names and places of all shapes as they are written, and what of the drawing is no shape.
    std::string drawn_text() const {
        Json out{{"version", 1}, {"scenario", m_scenario.value("name", "")}};
        if (const auto parts = m_scenario.find("parts"); parts != m_scenario.end()) out["parts"] = *parts;
        Json rest = m_scenario.value("cluster", Json::object());
        const Json elements = rest.value("elements", Json::array()),
                   links = rest.value("links", Json::array());
        rest.erase("elements");
        rest.erase("links");
        out["cluster"] = rest;
        Json shapes = Json::array(), lines = Json::array();
        for (size_t i = 0; i < m_boxes.size(); ++i) {
            const Box& box = m_boxes[i];
            Json shape{{"id", m_cluster.elements[i].id},
                       {"label", label_of(m_cluster.elements[i])},
                       {"box", {box.x, box.y, box.width, box.height}}};
            for (const char* key : {"position", "size"})
                if (const auto at = elements.at(i).find(key); at != elements.at(i).end()) shape[key] = *at;
            shapes.push_back(std::move(shape));
        }
        for (const Link& link : m_cluster.links) lines.push_back(link.id);
        out["shapes"] = shapes;
        out["lines"] = lines;
        return out.dump(-1, ' ', false, Json::error_handler_t::replace);
    }

    int depth(size_t element) const {
        int out = 0;
        for (auto at = m_index.find(m_cluster.elements[element].parent); at != m_index.end() && out < 64;
             ++out)
            at = m_index.find(m_cluster.elements[at->second].parent);
        return out;
    }

    /// Racks hold their contents below each other; other containers are as large as what stands in them.
    void lay_out(size_t element, int nested) {
        const Element& drawn = m_cluster.elements[element];
        Box& box = m_boxes[element];
        box = {drawn.position.x, drawn.position.y, device_width, device_height};
        if (!is_container(drawn.kind) || nested > 64) return;
        bool first = true;
        double y = drawn.position.y + title_height + box_gap;
        for (size_t i = 0; i < m_cluster.elements.size(); ++i) {
            if (m_cluster.elements[i].parent != drawn.id) continue;
            lay_out(i, nested + 1);
            Box& inner = m_boxes[i];
            if (drawn.kind == ElementKind::rack) {
                inner.x = drawn.position.x + box_gap;
                inner.y = y;
                y += inner.height + box_gap;
            }
            const Box around{inner.x - box_gap, inner.y - title_height - box_gap, inner.width + 2 * box_gap,
                             inner.height + title_height + 2 * box_gap};
            box = first ? around : united(box, around);
            first = false;
        }
        if (drawn.size && drawn.kind != ElementKind::rack) {
            box.width = std::max(box.width, drawn.size->x);
            box.height = std::max(box.height, drawn.size->y);
        }
    }
    static Box united(const Box& a, const Box& b) {
        const double x = std::min(a.x, b.x), y = std::min(a.y, b.y);
        return {x, y, std::max(a.x + a.width, b.x + b.width) - x,
                std::max(a.y + a.height, b.y + b.height) - y};
    }

    static std::string counted(const Element& element) {
        return title(element) + (element.count > 1 ? fmt::format(" × {}", element.count) : "");
    }
    std::string data_of(const Element& element) const {
        const Part* part = drawn_part(element, m_catalog);
        return fmt::format(" roofrack_id=\"{}\" kind=\"{}\" part=\"{}\" part_name=\"{}\" count=\"{}\"",
                           xml_data(element.id), name_of(element.kind), xml_data(element.part.id),
                           xml_line(part ? part->name : ""), element.count);
    }
    static std::string cell(const std::string& id, const std::string& label, const std::string& style,
                            const Box& box, const std::string& data, const std::string& parent = "1") {
        return fmt::format(
            "<object id=\"{}\" label=\"{}\"{}><mxCell style=\"{}html=0;whiteSpace=wrap;\" vertex=\"1\" "
            "parent=\"{}\"><mxGeometry x=\"{:.10g}\" y=\"{:.10g}\" width=\"{:.10g}\" height=\"{:.10g}\" "
            "as=\"geometry\"/></mxCell></object>\n",
            xml_data(id), xml_data(label), data, style, xml_data(parent), box.x, box.y, box.width,
            box.height);
    }

    /// The values of a list's item that no shape shows by itself.
    std::string more_data(ShapeOf shape, const char* list, size_t index) const {
        std::string out;
        const auto cluster = m_scenario.find("cluster");
        if (cluster == m_scenario.end()) return out;
        for (const auto& [key, text] : texts_of(shape, cluster->at(list).at(index)))
            out += fmt::format(" {}=\"{}\"", key, xml_data(text));
        return out;
    }
    static std::string label_of(const Element& element) {
        return element.kind == ElementKind::note ? printable(element.text) : printable_line(counted(element));
    }

    std::string shape(size_t element) const {
        const Element& drawn = m_cluster.elements[element];
        const std::string style =
            is_container(drawn.kind)
                ? "swimlane;startSize=28;rounded=1;"
                : fmt::format("rounded=1;fontSize=11;fillColor={};", fill_of(drawn.kind));
        Box box = m_boxes[element];
        std::string parent = "1";
        // Shapes stand where their container does, as draw.io has it.
        if (const auto at = m_index.find(drawn.parent); at != m_index.end()) {
            parent = "e-" + drawn.parent;
            box.x -= m_boxes[at->second].x;
            box.y -= m_boxes[at->second].y;
        }
        return cell("e-" + drawn.id, label_of(drawn), style, box,
                    data_of(drawn) + more_data(ShapeOf::element, "elements", element), parent);
    }

    std::string line(size_t index, LinkKind kind) const {
        const Link& link = m_cluster.links[index];
        const std::string label = kind == LinkKind::network
                                      ? fmt::format("{} × {}", link.count, name_of(link.pattern))
                                      : std::string();
        return fmt::format(
            "<object id=\"l-{}\" label=\"{}\" roofrack_id=\"{}\" kind=\"{}\" pattern=\"{}\" "
            "count=\"{}\" cable=\"{}\"{}><mxCell style=\"endArrow=none;html=0;fontSize=9;{}\" edge=\"1\" "
            "parent=\"1\" source=\"e-{}\" target=\"e-{}\"><mxGeometry relative=\"1\" "
            "as=\"geometry\"/></mxCell></object>\n",
            xml_data(link.id), xml_line(label), xml_data(link.id), name_of(kind), name_of(link.pattern),
            link.count, xml_data(link.cable), more_data(ShapeOf::link, "links", index),
            kind == LinkKind::network ? "strokeColor=#3b6fb6;"
            : kind == LinkKind::power ? "strokeColor=#b8860b;dashed=1;"
                                      : "strokeColor=#3399cc;dashed=1;",
            xml_data(link.from), xml_data(link.to));
    }

    const Cluster& m_cluster;
    const Catalog& m_catalog;
    std::vector<Box> m_boxes;
    std::map<std::string, size_t, std::less<>> m_index;
    Json m_scenario; ///< null: not given
};

} // namespace

std::string drawing_svg(const Cluster& drawn, const Catalog& catalog) {
    Cluster cluster = drawn;
    set_sold_aside(cluster);
    return DrawioWriter(cluster, catalog).svg();
}

std::string drawio_pages(const Scenario& scenario, const Catalog& catalog) {
    Scenario shown;
    shown.name = scenario.name;
    shown.parts = scenario.parts;
    shown.cluster = scenario.cluster;
    set_sold_aside(shown.cluster);
    const DrawioWriter writer(shown.cluster, catalog, scenario_json(shown, catalog));
    return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<mxfile host=\"roofrack\" name=\"{}\">\n",
                       xml_line(scenario.name)) +
           writer.page("Drawing", true, true) + writer.page("Network", true, false) +
           writer.page("Power and cooling", false, true) + writer.racks() + "</mxfile>\n";
}

} // namespace roofrack
