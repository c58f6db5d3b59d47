// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/netbox/netbox_import.h"

#include "core/base/catalog/catalog.h"
#include "core/measured/interchange/drawn_project.h"
#include "core/measured/netbox/device_types.h"
#include "core/measured/netbox/netbox_tables.h"
#include "core/measured/p2p/p2p_import.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace roofrack {

namespace {

/// The node is one that an element of that name stands for: "DGX-H100-07" of "DGX-H100".
bool is_of(const P2pNode& node, const std::string& element) {
    if (!node.name.starts_with(element)) return false;
    return node.name.find_first_not_of("-_. 0123456789", element.size()) == std::string::npos;
}

ElementKind node_kind(const P2pNode& node) {
    return node.is_switch    ? ElementKind::switch_
           : node.is_storage ? ElementKind::storage
                             : ElementKind::server;
}

/// What the tables say that devices of these types are.
void take_kinds(const P2pFile& file, std::vector<DeviceType>& types) {
    std::map<std::string, PartKind, std::less<>> kinds;
    for (const P2pNode& node : file.nodes)
        if (node.has_type && !node.model.empty())
            kinds.try_emplace(node.model, *part_kind_of(node_kind(node)));
    for (DeviceType& type : types)
        if (const auto at = kinds.find(type.model); at != kinds.end()) type.kind = at->second;
}

/// Elements whose type came as YAML are made of that part. Returns the models of which some are now.
std::set<std::string> use_own_parts(const P2pFile& file, const std::vector<DeviceType>& types,
                                    Scenario& scenario) {
    std::set<std::string> out;
    for (Element& element : scenario.cluster.elements) {
        if (!element.part.id.empty() || is_container(element.kind)) continue;
        const auto node = std::ranges::find_if(file.nodes, [&](const P2pNode& each) {
            return node_kind(each) == element.kind && is_of(each, element.name);
        });
        if (node == file.nodes.end()) continue;
        const auto type = std::ranges::find(types, node->model, &DeviceType::model);
        if (type == types.end()) continue;
        for (const PartRef& part : scenario.parts)
            if (part.inline_part && part.inline_part->kind == part_kind_of(element.kind) &&
                part.inline_part->name == type->maker + " " + type->model) {
                element.part = part;
                out.insert(type->model);
            }
    }
    return out;
}

} // namespace

Result<Imported> import_netbox(std::span<const NamedText> files, const Catalog& catalog,
                               const TemplateSettings& settings) {
    Imported out;
    std::vector<NamedText> tables;
    std::vector<DeviceType> types;
    std::set<std::string> models;
    for (const NamedText& file : files) {
        if (!is_device_type(file.text)) {
            tables.push_back(file);
            continue;
        }
        auto type = read_device_type(file);
        if (!type) return tl::unexpected(type.error());
        if (!models.insert(type->maker + " " + type->model).second)
            return fail(file.name, fmt::format("'{} {}' comes twice", type->maker, type->model),
                        "give each device type once");
        types.push_back(std::move(*type));
    }
    if (tables.empty()) {
        auto project = make_template("workstation", {}, catalog);
        if (!project) return tl::unexpected(project.error());
        auto scenario = with_device_types(project->scenarios.front(), types, catalog, out.warnings);
        if (!scenario) return tl::unexpected(scenario.error());
        project->scenarios.front() = std::move(*scenario);
        project->name = file_stem(files.front().name);
        out.read.push_back(
            fmt::format("{} device types, {} of them parts of the project's own; what is drawn is a "
                        "workstation of the catalogue.",
                        types.size(), project->scenarios.front().parts.size()));
        out.project = std::move(*project);
        return out;
    }
    const auto read = read_netbox(tables, catalog, out.warnings);
    if (!read) return tl::unexpected(read.error());
    auto cluster = draw_p2p(*read, catalog, settings, tables.front().name, out.warnings);
    if (!cluster) return tl::unexpected(cluster.error());
    take_kinds(*read, types);
    auto project =
        project_of_drawing(std::move(*cluster), tables.front().name, "As in NetBox", catalog, out.warnings);
    if (!project) return tl::unexpected(project.error());
    auto scenario = with_device_types(project->scenarios.front(), types, catalog, out.warnings);
    if (!scenario) return tl::unexpected(scenario.error());
    for (const std::string& model : use_own_parts(*read, types, *scenario)) {
        const std::string missing = fmt::format("the catalogue has no \"{}\"", model);
        std::erase_if(out.warnings, [&](const Diagnostic& each) { return each.what == missing; });
    }
    project->scenarios.front() = std::move(*scenario);
    out.read.push_back(fmt::format("{} devices and {} cables.", read->nodes.size(), read->links.size()));
    out.project = std::move(*project);
    return out;
}

} // namespace roofrack
