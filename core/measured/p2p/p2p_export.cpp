// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/base/spreadsheet/workbook_writer.h"
#include "core/base/units/bit_rate.h"
#include "core/base/units/csv_cell.h"
#include "core/base/units/quantity_text.h"
#include "core/base/units/word_list.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/link_ends.h"
#include "core/drawing/unique_names.h"
#include "core/measured/p2p/p2p_file.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <set>

namespace roofrack {

namespace {

/// Names as hosts have them, no two alike.
class HostNames {
public:
    explicit HostNames(const CableList& list)
        : m_cluster(list.cluster()) {}

    const std::string& of(const CableEnd& end) {
        const auto [at, added] = m_names.try_emplace({end.element, end.instance});
        if (added) {
            std::string name = end.device;
            std::ranges::replace(name, ' ', '-');
            while (!m_taken.insert(name).second) name += "~";
            at->second = std::move(name);
        }
        return at->second;
    }
    std::string_view type(const CableEnd& end) const {
        switch (m_cluster.at(end.element).kind) {
        case ElementKind::switch_: return "Switch";
        case ElementKind::storage: return "Storage";
        default: return "Host";
        }
    }

private:
    const Cluster& m_cluster;
    std::map<std::pair<int, int64_t>, std::string> m_names;
    std::set<std::string> m_taken;
};

std::string network_of(const CableList& list, int element) {
    const Part* part = drawn_part(list.cluster().at(element), list.catalog());
    return part ? std::string(part->text_or("network", "")) : "";
}

/// What the tool calls the network that a cable is of; empty where no part tells it.
std::string protocol_of(const CableList& list, const LaidCable& cable) {
    const auto is_switch = [&](const CableEnd& end) {
        return list.cluster().at(end.element).kind == ElementKind::switch_;
    };
    const std::string network = network_of(
        list, is_switch(cable.to) || !is_switch(cable.from) ? cable.to.element : cable.from.element);
    if (network == "infiniband") return "ib";
    if (network == "ethernet" || network == "roce" || network == "efa" || network == "slingshot")
        return "ethernet";
    return network;
}

/// Names of the switches, and of servers cabled to each other, whose cables have no protocol.
std::string without_network(const CableList& list) {
    const Cluster& cluster = list.cluster();
    const UniqueNames unique(cluster);
    std::vector<std::string> out;
    for (size_t i = 0; i < cluster.elements.size(); ++i) {
        const Element& element = cluster.elements[i];
        if (!has_data_ports(element.kind) || !network_of(list, static_cast<int>(i)).empty()) continue;
        bool counts = false;
        for (const Link& link : cluster.links) {
            if (link.from != element.id && link.to != element.id) continue;
            const Element* const far = cluster.find(link.from == element.id ? link.to : link.from);
            const auto kind = far ? link_kind(element.kind, far->kind) : std::nullopt;
            counts |= kind == LinkKind::network &&
                      (element.kind == ElementKind::switch_ || far->kind != ElementKind::switch_);
        }
        if (counts) out.push_back(fmt::format("\"{}\"", unique.of(element.id)));
    }
    return word_list(out);
}

} // namespace

Result<std::string> p2p_workbook(const CableList& list) {
    const auto too_long = [](const char* sheet, double rows) {
        return fail(sheet,
                    fmt::format("a sheet has {} rows, and {} are needed",
                                format_count(WorkbookWriter::most_rows), format_count(rows + 1)),
                    "end the name with .csv, which has no limit");
    };
    if (list.count() >= WorkbookWriter::most_rows) return too_long("Links", list.count());
    HostNames names(list);
    std::map<std::string, CableEnd> nodes;
    std::vector<std::string> order;
    list.visit([&](const LaidCable& cable) {
        for (const CableEnd* end : {&cable.from, &cable.to})
            if (const std::string& name = names.of(*end); nodes.try_emplace(name, *end).second)
                order.push_back(name);
        return true;
    });
    if (order.size() >= WorkbookWriter::most_rows)
        return too_long("Nodes", static_cast<double>(order.size()));
    WorkbookWriter book;
    const auto sheet = [&](const std::string& name, const std::vector<std::string>& headings) {
        std::vector<WorkbookWriter::Column> columns;
        for (const std::string& heading : headings) columns.push_back({heading, 18});
        book.begin_table(name, columns);
    };
    sheet("Nodes", {"Node", "Type", "Rack", "U", "Model"});
    uint32_t row = 1;
    for (const std::string& name : order) {
        const CableEnd& end = nodes.at(name);
        const Part* part = drawn_part(list.cluster().at(end.element), list.catalog());
        book.text(row, 0, name);
        book.text(row, 1, names.type(end));
        book.text(row, 2, end.rack);
        book.number(row, 3, end.u ? std::optional(static_cast<double>(*end.u)) : std::nullopt,
                    CellStyle::whole);
        book.text(row++, 4, part ? part->name : "");
    }
    sheet("Links", {"A-Node", "A-Port", "Z-Node", "Z-Port", "Protocol", "A-Module-PN", "Z-Module-PN",
                    "Source-Ref", "Rate-Gbps", "Cable", "Length-m", "Colour", "Label"});
    row = 1;
    list.visit([&](const LaidCable& cable) {
        const std::string module = cable.kind == "fibre" ? cable.part : "";
        book.text(row, 0, names.of(cable.from));
        book.text(row, 1, cable.from.port);
        book.text(row, 2, names.of(cable.to));
        book.text(row, 3, cable.to.port);
        book.text(row, 4, protocol_of(list, cable));
        book.text(row, 5, module);
        book.text(row, 6, module);
        book.number(row, 7, static_cast<double>(cable.number), CellStyle::whole);
        book.number(row, 8, cable.rate ? std::optional(in_gigabits(*cable.rate)) : std::nullopt,
                    CellStyle::decimal);
        book.text(row, 9, cable.name);
        book.number(row, 10, cable.length, CellStyle::decimal);
        book.text(row, 11, cable.colour);
        book.text(row++, 12, cable.label);
        return true;
    });
    return book.finish();
}

std::string p2p_csv(const CableList& list) {
    HostNames names(list);
    std::string out = "A-Rack,A-U,A-Node Name,A-Type,A-Port,A-Model,Z-Rack,Z-U,Z-Node Name,Z-Type,Z-Port,"
                      "Z-Model,Protocol,Rate-Gbps,Cable,Length-m,Colour,Label\r\n";
    const auto end_text = [&](const CableEnd& end) {
        const Part* part = drawn_part(list.cluster().at(end.element), list.catalog());
        return fmt::format("{},{},{},{},{},{}", csv_cell(end.rack), end.u ? std::to_string(*end.u) : "",
                           csv_cell(names.of(end)), names.type(end), csv_cell(end.port),
                           csv_cell(part ? part->name : ""));
    };
    list.visit([&](const LaidCable& cable) {
        out += fmt::format("{},{},{},{},{},{},{},{}\r\n", end_text(cable.from), end_text(cable.to),
                           csv_cell(protocol_of(list, cable)),
                           cable.rate ? fmt::format("{:.9g}", in_gigabits(*cable.rate)) : "",
                           csv_cell(cable.name), cable.length ? fmt::format("{:g}", *cable.length) : "",
                           cable.colour, csv_cell(cable.label));
        return true;
    });
    return out;
}

std::vector<Diagnostic> p2p_warnings(const CableList& list) {
    std::set<std::string> unknown;
    for (const Element& element : list.cluster().elements) {
        if (element.kind != ElementKind::switch_) continue;
        const Part* part = drawn_part(element, list.catalog());
        const std::string network(part ? part->text_or("network", "") : "");
        constexpr std::array known{"", "infiniband", "ethernet", "roce", "efa", "slingshot", "nvlink"};
        if (std::ranges::find(known, network) == known.end()) unknown.insert(network);
    }
    std::vector<Diagnostic> out = list.warnings();
    if (const std::string silent = without_network(list); !silent.empty())
        out.push_back({"Protocol", fmt::format("no part of {} tells which network it is of", silent),
                       "their cables have no protocol: choose the parts, or fill the column in"});
    for (const std::string& each : unknown)
        out.push_back({"Protocol", fmt::format("the Cable Validation Tool knows no network \"{}\"", each),
                       "it takes ib, ethernet and nvlink"});
    return out;
}

} // namespace roofrack
