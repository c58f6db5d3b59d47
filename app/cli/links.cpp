// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/project_input.h"
#include "core/drawing/check/check.h"
#include "core/drawing/link_effect.h"
#include "core/drawing/link_offer.h"
#include "core/report/evaluation_json.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

using Json = nlohmann::ordered_json;

/// Cables of a link in the whole drawing; of feeds and cooling: outlets, in shares where several links have
/// them.
double cables_of(const LinkEnds& ends, const PortBook& book) {
    const double all = ends.at_from * book.containment().instances(ends.from);
    return ends.span.self ? all / 2 : all;
}

std::string cables_text(const LinkEnds& ends, const PortBook& book) {
    const double all = cables_of(ends, book);
    return ends.kind == LinkKind::network || all >= 1000 ? format_count(all) : share_text(all);
}

/// How the link's own cable suits it; nothing when none is chosen or the catalogue has no such.
std::optional<CableOffer> own_cable(const Cluster& cluster, const LinkEnds& ends, const Catalog& catalog) {
    Link bare = cluster.links[static_cast<size_t>(ends.link)];
    const std::string id = std::exchange(bare.cable, {});
    const Part* part = id.empty() ? nullptr : catalog.part(PartKind::cable, id);
    if (!part) return std::nullopt;
    const auto rate = cable_rate(bare, cluster.at(ends.from), cluster.at(ends.to), catalog);
    for (CableOffer& offer : cable_offers(catalog, ends.kind, rate, std::nullopt))
        if (offer.cable == part) return std::move(offer);
    return std::nullopt;
}

/// Those of the drawing that name a link, and ports.
std::vector<Finding> findings_of(const Cluster& cluster, const Catalog& catalog) {
    std::vector<Finding> out = check_cluster(cluster, catalog);
    std::erase_if(out, [&](const Finding& finding) {
        return finding.id != finding_id::ports_exceeded &&
               std::ranges::none_of(finding.where,
                                    [&](const std::string& id) { return cluster.find_link(id); });
    });
    return out;
}

Json value(std::optional<double> number) { return number ? Json(*number) : Json(nullptr); }
Json value(std::optional<ByteRate> rate) { return rate ? Json(rate->si()) : Json(nullptr); }

Json to_json(const Cluster& cluster, const Catalog& catalog, const PortBook& book) {
    Json elements = Json::array(), links = elements;
    for (size_t i = 0; i < cluster.elements.size(); ++i) {
        const int index = static_cast<int>(i);
        if (book.ports(index).empty()) continue;
        const Element& element = cluster.at(index);
        Json ports = Json::array();
        for (const Ports& each : book.ports(index)) {
            Json ids = Json::array();
            for (const int link : each.links) ids.push_back(cluster.links[static_cast<size_t>(link)].id);
            ports.push_back({{"role", name_of(each.role)},
                             {"outlet", each.gives},
                             {"rate", value(each.rate)},
                             {"total", value(each.total)},
                             {"used", each.used},
                             {"free", value(each.free())},
                             {"links", ids}});
        }
        Json entry{{"id", element.id},
                   {"kind", name_of(element.kind)},
                   {"instances", book.containment().instances(index)},
                   {"ports", ports}};
        const SwitchPorts* load = book.switch_ports(index);
        entry["tier"] = load ? Json(load->tier) : Json(nullptr);
        entry["down"] = load ? Json(load->down.si()) : Json(nullptr);
        entry["up"] = load ? Json(load->up.si()) : Json(nullptr);
        entry["oversubscription"] = load ? value(load->oversubscription()) : Json(nullptr);
        elements.push_back(std::move(entry));
    }
    for (const LinkEnds& ends : book.links()) {
        const Link& link = cluster.links[static_cast<size_t>(ends.link)];
        const auto cable = own_cable(cluster, ends, catalog);
        links.push_back(
            {{"id", link.id},
             {"from", link.from},
             {"to", link.to},
             {"kind", name_of(ends.kind)},
             {"pattern", name_of(link.pattern)},
             {"count", link.count},
             {"at_from", ends.at_from},
             {"at_to", ends.at_to},
             {"cables", cables_of(ends, book)},
             {"rate", ends.kind == LinkKind::network
                          ? value(cable_rate(link, cluster.at(ends.from), cluster.at(ends.to), catalog))
                          : Json(nullptr)},
             {"cable", link.cable.empty() ? Json(nullptr) : Json(link.cable)},
             {"fit", cable ? Json(name_of(cable->fit)) : Json(nullptr)}});
    }
    return {
        {"elements", elements}, {"links", links}, {"findings", findings_json(findings_of(cluster, catalog))}};
}

std::string rate_text(std::optional<ByteRate> rate) {
    return rate ? fmt::format("{:.4g}G", rate->si() * 8e-9) : "";
}

/// Columns as wide as what stands in them.
void print_table(const std::vector<std::vector<std::string>>& rows) {
    // Characters, not bytes: an arrow is one.
    const auto width = [](const std::string& cell) {
        return std::ranges::count_if(cell, [](char c) { return (c & 0xc0) != 0x80; });
    };
    std::vector<std::ptrdiff_t> widths(rows.front().size());
    for (const auto& row : rows)
        for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
    for (const auto& row : rows) {
        std::string line;
        for (size_t i = 0; i < row.size(); ++i)
            line += row[i] + std::string(static_cast<size_t>(widths[i] - width(row[i]) + 2), ' ');
        line.erase(line.find_last_not_of(' ') + 1);
        fmt::print("{}\n", line);
    }
}

void print(const Cluster& cluster, const Catalog& catalog, const PortBook& book) {
    std::vector<std::vector<std::string>> rows{
        {"element", "instances", "ports", "rate", "used", "of", "free", "down : up"}};
    for (size_t i = 0; i < cluster.elements.size(); ++i) {
        const int index = static_cast<int>(i);
        bool first = true;
        for (const Ports& each : book.ports(index)) {
            const SwitchPorts* load = first ? book.switch_ports(index) : nullptr;
            const auto ratio = load ? load->oversubscription() : std::nullopt;
            rows.push_back({first ? cluster.at(index).id : "",
                            first ? format_count(book.containment().instances(index)) : "",
                            fmt::format("{}{}", name_of(each.role), each.gives ? " out" : ""),
                            rate_text(each.rate),
                            each.total ? fmt::format("{:.4g}", each.used) : share_text(each.used),
                            each.total ? fmt::format("{:g}", *each.total) : "",
                            each.free() ? fmt::format("{:.4g}", *each.free()) : "",
                            ratio ? fmt::format("{:.3g}:1", *ratio) : ""});
            first = false;
        }
    }
    print_table(rows);
    rows = {{"link", "joins", "pattern", "rate", "cables", "cable"}};
    for (const LinkEnds& ends : book.links()) {
        const Link& link = cluster.links[static_cast<size_t>(ends.link)];
        const auto rate = ends.kind == LinkKind::network
                              ? cable_rate(link, cluster.at(ends.from), cluster.at(ends.to), catalog)
                              : std::nullopt;
        const auto cable = own_cable(cluster, ends, catalog);
        rows.push_back({link.id, fmt::format("{} → {}", link.from, link.to),
                        fmt::format("{} {}", name_of(link.pattern), link.count), rate_text(rate),
                        cables_text(ends, book),
                        link.cable + (cable && !cable->remark.empty() ? ": " + cable->remark : "")});
    }
    fmt::print("\n");
    print_table(rows);
    const auto findings = findings_of(cluster, catalog);
    if (!findings.empty()) fmt::print("\n");
    for (const Finding& finding : findings)
        fmt::print("{:<8} {} [{}]\n", name_of(finding.severity), finding.message,
                   fmt::join(finding.where, ", "));
}

int run(const ProjectInput& input) {
    const Catalog& catalog = Catalog::built_in();
    const auto scenario = input.load(catalog);
    if (!scenario) return report(scenario.error());
    const auto book = PortBook::make(scenario->cluster, catalog);
    if (!book) {
        Diagnostic error = book.error();
        error.where = input.path + ": " + error.where;
        return report(error);
    }
    if (input.json)
        fmt::print("{}\n", to_json(scenario->cluster, catalog, *book).dump(2));
    else
        print(scenario->cluster, catalog, *book);
    return Exit::done;
}

} // namespace

void add_links(CLI::App& app, int& exit_code) {
    CLI::App* command = app.add_subcommand(
        "links", "Ports used and free, oversubscription of every switch, cables and what is wrong with them");
    command->footer("Example: roofrack-cli links samples/llama3-405b-16k.roofrack.json");
    auto input = std::make_shared<ProjectInput>();
    input->add_to(*command);
    command->callback([input, &exit_code] { exit_code = run(*input); });
}

} // namespace roofrack::cli
