// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/templates/server_template.h"

#include "core/base/catalog/catalog.h"
#include "core/base/model/project.h"
#include "core/base/units/saturated.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

constexpr int least_rack = 32; ///< GPUs of a server that is a rack of its own

std::string divisor_text(int number, int most) {
    for (int each = std::min(most, number); each > 1; --each)
        if (number % each == 0) return std::to_string(each);
    return "1";
}

} // namespace

bool is_sold_server(const Part& server, const Catalog& catalog) {
    const double gpus = server.value_or("gpus", 0);
    const Part* const accelerator = catalog.part(PartKind::accelerator, server.text_or("accelerator", ""));
    if (server.kind != PartKind::server || gpus < 1 || !accelerator) return false;
    const bool is_whole = server.value_or("scale_up_domain", gpus) <= gpus ||
                          accelerator->text_or("scale_up", "") == "ici"; // a tray is bought as its rack
    return is_whole && server.text_or("offer", "") != "cloud";
}

std::vector<std::string> templates_for(const Part& server) {
    if (server.value_or("gpus", 0) >= least_rack) return {"nvl72-pods"};
    const std::string_view network = server.text_or("network", "");
    if (network == "slingshot") return {"dragonfly"};
    constexpr double least_rails = 4;
    if (network == "infiniband" && server.value_or("nics", 1) >= least_rails)
        return {"rail-optimised", "fat-tree"};
    return {"fat-tree"};
}

int most_servers_in_rack(const Part& server) {
    // 44 of 48 U are left for servers; 45 kW is what contained air takes out of a rack (NVIDIA's SuperPOD: 4
    // × 10.2 kW).
    const bool liquid = server.text_or("cooling", "air") == "liquid";
    const double by_height = std::floor(44 / std::max(1.0, server.value_or("height_u", 8)));
    const double by_power =
        std::floor((liquid ? 132e3 : 45e3) / std::max(1.0, server.value_or("max_power", 10e3)));
    return saturated<int>(std::max(std::min(by_height, by_power), 1.0));
}

Result<Project> project_of_servers(const Part& server, int count, std::string_view name,
                                   TemplateSettings settings, const Catalog& catalog) {
    constexpr int most_of_pod = 8, most_of_unit = 32;
    settings["server"] = server.id;
    settings[name == "nvl72-pods" ? "racks" : "servers"] = std::to_string(count);
    if (name == "nvl72-pods") settings.emplace("racks_per_pod", divisor_text(count, most_of_pod));
    if (name == "rail-optimised") settings.emplace("unit", divisor_text(count, most_of_unit));
    return make_template(name, settings, catalog);
}

Result<Cluster> draw_servers(const Part& server, int count, std::string_view name, TemplateSettings settings,
                             const Catalog& catalog) {
    auto made = project_of_servers(server, count, name, std::move(settings), catalog);
    if (!made) return tl::unexpected(made.error());
    return std::move(made->scenarios.front().cluster);
}

} // namespace roofrack
