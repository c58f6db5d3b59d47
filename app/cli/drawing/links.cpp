// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "core/answers/drawing_answers.h"
#include "core/answers/report/drawing/links_json.h"
#include "core/base/units/bit_rate.h"
#include "core/drawing/check/check.h"
#include "core/drawing/element_index.h"
#include "core/drawing/link_name.h"
#include "core/drawing/offer/link_effect.h"
#include "core/drawing/offer/link_offer.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

std::string cables_text(const LinkEnds& ends, const PortTable& table) {
    const double all = cables_of(ends, table);
    return ends.kind == LinkKind::network || all >= 1000 ? format_count(all) : share_text(all);
}

/// Findings of the drawing that name a link, and ports.
std::vector<Finding> findings_of(const Cluster& cluster, const Catalog& catalog) {
    std::vector<Finding> out = check_cluster(cluster, catalog);
    const ElementIndex index(cluster);
    std::erase_if(out, [&](const Finding& finding) {
        return finding.id != finding_id::ports_exceeded &&
               std::ranges::none_of(finding.where,
                                    [&](const std::string& id) { return index.find_link(id); });
    });
    return out;
}

std::string rate_text(std::optional<ByteRate> rate) {
    return rate ? fmt::format("{:.4g}G", in_gigabits(*rate)) : "";
}

void print(const Cluster& cluster, const Catalog& catalog, const PortTable& table) {
    Columns ports(false, {"element", "instances", "ports", "rate", "used", "of", "free", "down : up"}, 8);
    for (size_t i = 0; i < cluster.elements.size(); ++i) {
        const int index = static_cast<int>(i);
        bool first = true;
        for (const Ports& each : table.ports(index)) {
            const SwitchPorts* load = first ? table.switch_ports(index) : nullptr;
            const auto ratio = load ? load->oversubscription() : std::nullopt;
            ports.add({first ? cluster.at(index).id : "",
                       first ? format_count(table.containment().instances(index)) : "",
                       fmt::format("{}{}", name_of(each.role), each.gives ? " out" : ""),
                       rate_text(each.rate),
                       each.total ? fmt::format("{:.4g}", each.used) : share_text(each.used),
                       each.total ? fmt::format("{:g}", *each.total) : "",
                       each.free() ? fmt::format("{:.4g}", *each.free()) : "",
                       ratio ? fmt::format("{:.3g}:1", *ratio) : ""});
            first = false;
        }
    }
    fmt::print("{}\n", ports.lines());
    const LinkNames names(cluster);
    Columns links(false, {"link", "joins", "pattern", "rate", "cables", "cable"}, 6);
    for (const LinkEnds& ends : table.links()) {
        const Link& link = cluster.links[static_cast<size_t>(ends.link)];
        const auto rate = ends.kind == LinkKind::network
                              ? cable_rate(link, cluster.at(ends.from), cluster.at(ends.to), catalog)
                              : std::nullopt;
        const auto cable = own_cable(cluster, ends, catalog);
        links.add({link.id, names.of(link), fmt::format("{} {}", name_of(link.pattern), link.count),
                   rate_text(rate), cables_text(ends, table),
                   link.cable + (cable && !cable->remark.empty() ? ": " + cable->remark : "")});
    }
    fmt::print("{}", links.lines());
    const auto findings = findings_of(cluster, catalog);
    if (!findings.empty()) print_text("\n");
    for (const Finding& finding : findings)
        print_text("{:<8} {} [{}]\n", name_of(finding.severity), finding.message, places_text(finding.where));
}

int run_links(const ProjectInput& input) {
    const ProjectAnswers project(input);
    const Cluster& cluster = project.answers().scenario().cluster;
    const PortTable& table = project.need<PortTable>();
    if (input.json)
        print_json(links_json(cluster, project.catalog(), table, findings_of(cluster, project.catalog())));
    else
        print(cluster, project.catalog(), table);
    return Exit::done;
}

} // namespace

void add_links(const Command& program) {
    const Command command = program.add_subcommand(
        "links", "Ports used and free, oversubscription of every switch, cables and what is wrong with them");
    command.footer("Example: roofrack-cli links samples/llama3-405b-16k.roofrack.json");
    auto input = std::make_shared<ProjectInput>();
    input->add_to(command);
    command.callback([input] { return run_links(*input); });
}

} // namespace roofrack::cli
