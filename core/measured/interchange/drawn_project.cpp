// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/interchange/drawn_project.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/templates/templates.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace roofrack {

Result<Project> project_of_drawing(Cluster cluster, const std::string& file, const std::string& scenario,
                                   const Catalog& catalog, std::vector<Diagnostic>& warnings) {
    std::map<std::string, double> servers;
    for (const Element& element : cluster.elements)
        if (element.kind == ElementKind::server) servers[element.part.id] += cluster.instances(element);
    const auto most = std::ranges::max_element(servers, {}, [](const auto& each) { return each.second; });
    Result<Project> project = fail(file, "no server", "");
    for (const char* const name : {"fat-tree", "rail-optimised", "rail-only"})
        if (!project && most != servers.end() && !most->first.empty())
            project = make_template(
                name, {{"server", most->first}, {"servers", fmt::format("{:.0f}", most->second)}}, catalog);
    if (!project) {
        project = make_template("workstation", {}, catalog);
        warnings.push_back({file, "no plan could be made for its servers",
                            "set the model and the plan, or let `search` find it"});
    }
    if (!project) return tl::unexpected(project.error());
    project->scenarios.front().cluster = std::move(cluster);
    project->scenarios.front().name = scenario;
    project->name = file_stem(file);
    return project;
}

} // namespace roofrack
