// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/templates/templates.h"

#include "core/base/catalog/missing.h"
#include "core/base/catalog/software_stack.h"
#include "core/base/units/saturated.h"
#include "core/drawing/templates/template_dragonfly.h"
#include "core/drawing/templates/template_ports.h"
#include "core/drawing/templates/template_sketch.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

using enum TemplateKeyKind;

const TemplateKey servers_key{"servers", "64", "total servers", "Servers", whole};
const TemplateKey per_rack_key{"servers_per_rack", "auto", "servers in a rack; auto: by height and heat",
                               "Servers a rack", whole};
const TemplateKey switch_key{"switch", "auto", "switch part; auto: of the servers' network, by ports needed",
                             "Switch", switch_};
const TemplateKey over_key{"oversubscription", "1", "downlinks ÷ uplinks of a leaf; 1 is non-blocking",
                           "Oversubscription", TemplateKeyKind::number};
const TemplateKey core_key{"core_oversubscription", "1",
                           "the same between pods, where three tiers are needed", "Between pods",
                           TemplateKeyKind::number};
const TemplateKey nics_key{"nics", "auto", "cables a server; auto: all its NICs", "Cables a server", whole};
const TemplateKey storage_key{"storage", "none", "storage part, or none", "Storage", storage};
const TemplateKey model_key{"model", "auto", "model to train; auto: one that suits the size", "Model", model};

TemplateKey server_key(std::string part) {
    return {"server", std::move(part), "server part", "Server", server};
}

/// Largest degree of `wanted`, half, quarter … that divides.
int dividing(int number, int wanted) {
    while (wanted > 1 && number % wanted != 0) wanted /= 2;
    return std::max(1, wanted);
}

/// A model that fits and a plan that divides: where the search for the fastest one starts.
void set_work(TemplateReader& reader, Scenario& scenario, const Part& server, int servers) {
    const int per_server = saturated<int>(server.value_or("gpus", 8));
    const int gpus = servers * per_server;
    Workload& workload = scenario.workload;
    Plan& plan = scenario.plan;
    const Part* gpu = reader.catalog().part(PartKind::accelerator, server.text_or("accelerator", ""));
    if (gpu) plan.software = default_software(gpu->text_or("architecture", ""));
    // 60 GB a GPU part the boards that hold a large model's share from those that must recompute.
    const bool small = gpu && gpu->value_or("hbm_capacity", 80e9) < 60e9;
    workload.model = !reader.automatic("model") ? std::string(reader.text("model"))
                     : small || gpus < 64       ? "llama2-7b"
                     : gpus < 512               ? "llama3-8b"
                                                : "llama3-70b";
    const ModelSpec* model = reader.catalog().model(workload.model);
    if (!model) {
        const Diagnostic why = no_model(reader.catalog(), workload.model);
        reader.fault("model", why.what, why.fix);
        return;
    }
    reader.choose("model", model->name);
    if (!model->transformer) {
        workload.global_batch = 32.0 * gpus;
        plan.micro_batch = 32;
        return;
    }
    // Large models: tensor parallel in the scale-up domain, four stages; small ones: sharded data parallel.
    const double parameters = model->published_parameters;
    if (parameters > 20e9) {
        plan.tp = dividing(per_server, 8);
        plan.pp = parameters > 200e9 ? 1 : dividing(gpus / plan.tp, 4);
        while (plan.pp > 1 && model->transformer->layers % plan.pp != 0) plan.pp /= 2;
        plan.zero = plan.pp == 1 ? 3 : 1;
    } else {
        plan.zero = 3;
        plan.recompute = parameters > 3e9 && (small || gpus < 64) ? Recompute::full : Recompute::none;
    }
    // Four million tokens a step, as Llama 3 8B's first: 512 sequences of 8,192, in whole micro-batches.
    constexpr double small_batch = 512;
    const double replicas = std::max(1, gpus / (plan.tp * plan.pp));
    workload.global_batch =
        plan.pp > 1 ? replicas * 4 * plan.pp : std::ceil(small_batch / replicas - 1e-9) * replicas;
}

/// "spine", or of the second of several groups "spine-2".
std::string id_in_group(const char* id, const PortPlan& plan, int group) {
    return plan.groups == 1 ? std::string(id) : fmt::format("{}-{}", id, group);
}

std::string name_in_group(const char* name, const PortPlan& plan, int group) {
    return plan.groups == 1 ? std::string(name) : fmt::format("{} {}", name, group);
}

/// Spines, and where there are cores, those above the spines of their own group.
void add_upper_tiers(TemplateSketch& sketch, const PortPlan& plan) {
    for (int group = 1; plan.spines > 0 && group <= plan.groups; ++group) {
        const std::string spine = id_in_group("spine", plan, group), core = id_in_group("core", plan, group);
        sketch.add_switch(spine, name_in_group("Spine", plan, group), *plan.spine, plan.spines, 2,
                          plan.cores > 0);
        if (plan.cores == 0) continue;
        sketch.add_switch(core, name_in_group("Core", plan, group), *plan.core, plan.cores, 3, false);
        set_rate(sketch.add_link(spine, core, LinkPattern::mesh, plan.core_cables), plan.uplink,
                 {plan.spine, plan.core});
    }
}

/// A port faster than the NIC is split, so that both directions of a leaf count in cables of one speed.
void add_leaf_uplinks(TemplateSketch& sketch, const PortPlan& plan) {
    for (int group = 1; plan.spines > 0 && group <= plan.groups; ++group)
        set_rate(sketch.add_link("leaf", id_in_group("spine", plan, group), LinkPattern::mesh, plan.cables),
                 plan.uplink, {plan.leaf, plan.spine});
}

void sketch_tree(TemplateReader& reader, TemplateSketch& sketch, const Part& server, int servers, bool rails,
                 bool spines) {
    const int per_rack = servers_per_rack(reader, server, servers);
    PortDemand demand;
    demand.servers = servers;
    demand.nics = cables_a_server(reader, server);
    demand.nic_rate = server.value_or("nic_rate", 0);
    demand.oversubscription = spines ? reader.number("oversubscription", 0.1) : 0;
    demand.step = per_rack;
    if (!rails) demand.core_oversubscription = reader.number("core_oversubscription", 0.1);
    if (rails) demand.unit = spines ? std::min(servers, reader.whole("unit")) : servers;
    if (reader.failed()) return;
    if (rails && servers % demand.unit != 0) {
        reader.fault("unit", fmt::format("{} servers do not fill units of {}", servers, demand.unit),
                     "choose numbers that divide");
        return;
    }
    if (rails && demand.unit % per_rack != 0) {
        reader.fault("servers_per_rack",
                     fmt::format("racks of {} servers do not fill a unit of {}", per_rack, demand.unit),
                     "choose numbers that divide");
        return;
    }
    const PortPlan plan = plan_ports(reader, demand, server);
    if (reader.failed()) return;
    const int blocks = plan.units * plan.pods;
    if (blocks > 1) sketch.add_pod(rails ? "Scalable unit" : "Pod", blocks);
    sketch.add_racks(server, servers / blocks, per_rack);
    sketch.add_switch("leaf", rails ? "Rail leaf" : "Leaf", *plan.leaf, plan.leafs, 1, true);
    add_upper_tiers(sketch, plan);
    if (rails && !spines && plan.leafs > 1)
        sketch.waive("rails-not-joined", {"leaf"},
                     "Rail-only: traffic between rails goes through the servers.");
    sketch.add_nic_cables(server, "leaf", rails && plan.leafs > 1 ? LinkPattern::rail : LinkPattern::each,
                          demand.nics);
    add_leaf_uplinks(sketch, plan);
    sketch.add_facility(server, per_rack);
    sketch.add_storage();
}

void sketch_nvl72(TemplateReader& reader, TemplateSketch& sketch, const Part& server, int racks) {
    PortDemand demand;
    demand.servers = racks;
    demand.nics = saturated<int>(server.value_or("nics", 72));
    demand.nic_rate = server.value_or("nic_rate", 50e9);
    demand.oversubscription = reader.number("oversubscription", 0.1);
    demand.unit = std::min(racks, reader.whole("racks_per_pod"));
    // Four rails of 18 trays: never fewer leafs than rails.
    demand.spread = std::min(4, demand.nics);
    if (reader.failed()) return;
    if (racks % demand.unit != 0) {
        reader.fault("racks_per_pod", fmt::format("{} racks do not fill pods of {}", racks, demand.unit),
                     "choose numbers that divide");
        return;
    }
    const PortPlan plan = plan_ports(reader, demand, server);
    if (reader.failed()) return;
    if (plan.units > 1) sketch.add_pod("Pod", plan.units);
    sketch.add_racks(server, demand.unit, 1);
    sketch.add_switch("leaf", "Leaf", *plan.leaf, plan.leafs, 1, true);
    add_upper_tiers(sketch, plan);
    sketch.add_link("server", "leaf", LinkPattern::mesh, demand.nics / plan.leafs);
    add_leaf_uplinks(sketch, plan);
    sketch.add_facility(server, 1);
    sketch.add_storage();
}

int sketch_torus(TemplateReader& reader, TemplateSketch& sketch, const Part& server) {
    const std::vector<int> dims = reader.dims("dims");
    const int per_server = std::max(1, saturated<int>(server.value_or("gpus", 1)));
    int chips = 1;
    for (const int dim : dims) chips *= dim;
    if (!reader.failed() && chips % per_server != 0)
        reader.fault("dims", fmt::format("{} chips do not fill servers of {}", chips, per_server),
                     "choose dims that divide");
    if (reader.failed()) return 1;
    const int servers = chips / per_server;
    const int per_rack = servers_per_rack(reader, server, servers);
    if (reader.failed()) return 1;
    sketch.add_racks(server, servers, per_rack);
    sketch.add_link("server", "server", LinkPattern::torus, 1).dims = dims;
    sketch.add_facility(server, per_rack);
    sketch.add_storage();
    return servers;
}

} // namespace

const std::vector<TemplateInfo>& list_templates() {
    static const std::vector<TemplateInfo> all{
        {"fat-tree",
         "Fat tree",
         "Leaf switches above whole racks, every leaf joined to every spine; the uplinks set the "
         "oversubscription.",
         {server_key("hgx-h100-roce"), servers_key, per_rack_key, nics_key, switch_key, over_key, core_key,
          storage_key, model_key}},
        {"rail-optimised",
         "Rail-optimised",
         "Scalable units in which NIC k of every server goes to leaf k, joined by spines: NVIDIA's reference "
         "for DGX.",
         {server_key("dgx-h100"),
          servers_key,
          per_rack_key,
          {"unit", "32", "servers of a scalable unit", "Servers a unit", whole},
          nics_key,
          switch_key,
          over_key,
          storage_key,
          model_key}},
        {"rail-only",
         "Rail-only",
         "Rails without spines: traffic between rails goes through the servers' scale-up domain.",
         {server_key("dgx-h100"),
          {"servers", "32", "total servers", "Servers", whole},
          per_rack_key,
          nics_key,
          switch_key,
          storage_key,
          model_key}},
        {"nvl72-pods",
         "NVL72 pods",
         "Racks of 72 GPUs on one NVLink domain, pods of such racks under common leafs, spines above.",
         {server_key("gb200-nvl72"),
          {"racks", "16", "total racks", "Racks", whole},
          {"racks_per_pod", "8", "racks under common leafs", "Racks a pod", whole},
          switch_key,
          over_key,
          storage_key,
          model_key}},
        {"torus",
         "Torus",
         "Chips wired to their neighbours along each axis, without switches: TPU pods.",
         {server_key("tpu-v5p-host"),
          {"dims", "4x4x8", "chips along each axis", "Chips along each axis", dims},
          per_rack_key,
          storage_key,
          model_key}},
        {"dragonfly",
         "Dragonfly",
         "Groups of routers that are all joined, every group joined to every other: Slingshot.",
         {server_key("frontier-node"),
          {"servers", "1024", "total servers", "Servers", whole},
          per_rack_key,
          {"servers_per_router", "auto", "servers at a router; auto: a quarter of its ports",
           "Servers a router", whole},
          {"routers", "auto", "routers of a group; auto: half its ports, where that divides",
           "Routers a group", whole},
          nics_key,
          switch_key,
          {"oversubscription", "1", "cables to the servers of a group ÷ its cables to other groups",
           "Oversubscription", TemplateKeyKind::number},
          storage_key,
          model_key}},
        {"workstation",
         "Workstation",
         "One server in a room with its own feed and air.",
         {server_key("workstation-8xa100"), storage_key, model_key}},
    };
    return all;
}

const TemplateInfo* find_template(std::string_view name) {
    const auto it = std::ranges::find(list_templates(), name, &TemplateInfo::name);
    return it == list_templates().end() ? nullptr : &*it;
}

namespace {

/// Draws the template; returns the servers. What fails stays with the reader.
int sketch_template(std::string_view name, TemplateReader& reader, TemplateSketch& sketch,
                    const Part& server) {
    if (!reader.failed() && server.value_or("gpus", 0) < 1)
        reader.fault("server", fmt::format("{} has no GPU", server.name), "choose a server with GPUs");
    int servers = 1;
    if (reader.failed()) return servers;
    if (name == "nvl72-pods") {
        sketch_nvl72(reader, sketch, server, servers = reader.whole("racks"));
    } else if (name == "torus") {
        servers = sketch_torus(reader, sketch, server);
    } else if (name == "workstation") {
        sketch.add_racks(server, 1, 1);
        sketch.add_facility(server, 1);
        sketch.add_storage();
    } else {
        servers = reader.whole("servers");
        if (!reader.failed() && name == "dragonfly")
            sketch_dragonfly(reader, sketch, server, servers);
        else if (!reader.failed())
            sketch_tree(reader, sketch, server, servers, name != "fat-tree", name != "rail-only");
    }
    return servers;
}

Diagnostic no_template(std::string_view name) {
    std::vector<std::string_view> names;
    for (const TemplateInfo& each : list_templates()) names.push_back(each.name);
    return {"", fmt::format("there is no template '{}'", name),
            fmt::format("choose one of: {}", fmt::join(names, ", "))};
}

} // namespace

Result<Project> make_template(std::string_view name, const TemplateSettings& settings, const Catalog& catalog,
                              TemplateSettings* chosen) {
    const TemplateInfo* info = find_template(name);
    if (!info) return tl::unexpected(no_template(name));
    TemplateReader reader(*info, settings, catalog);
    TemplateSketch sketch(reader);
    const Part& server = reader.part("server", PartKind::server);
    const int servers = sketch_template(name, reader, sketch, server);
    Project project;
    Scenario scenario;
    if (!reader.failed()) set_work(reader, scenario, server, servers);
    if (reader.failed()) return tl::unexpected(reader.fault());
    if (chosen) *chosen = reader.chosen();
    scenario.name = "Baseline";
    scenario.cluster = sketch.finish();
    project.name = fmt::format("{}: {} × {}", info->title, servers, server.name);
    project.description = info->description;
    project.scenarios.push_back(std::move(scenario));
    return project;
}

Result<Cluster> draw_template(std::string_view name, const TemplateSettings& settings, const PartRef& server,
                              const Catalog& catalog) {
    const TemplateInfo* info = find_template(name);
    if (!info) return tl::unexpected(no_template(name));
    TemplateReader reader(*info, settings, catalog);
    TemplateSketch sketch(reader);
    sketch_template(name, reader, sketch, *server.inline_part);
    if (reader.failed()) return tl::unexpected(reader.fault());
    Cluster out = sketch.finish();
    for (Element& element : out.elements)
        if (element.kind == ElementKind::server) element.part = server;
    return out;
}

} // namespace roofrack
