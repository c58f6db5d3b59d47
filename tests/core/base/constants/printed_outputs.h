// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Samples and small projects whose printed numbers depend, taken together, on every constant of the model.
#include "core/answers/decide/draws.h"
#include "core/answers/facility_answers.h"
#include "core/answers/losses_answers.h"
#include "core/answers/report/batch_plane_json.h"
#include "core/answers/report/evaluation_json.h"
#include "core/answers/report/facility/room_json.h"
#include "core/answers/report/limits/wall_json.h"
#include "core/answers/report/losses_json.h"
#include "core/answers/report/measured/scaling_fit_json.h"
#include "core/answers/report/money/cost_json.h"
#include "core/answers/report/power_json.h"
#include "core/answers/report/scale_json.h"
#include "core/answers/report/weather/year_json.h"
#include "core/base/catalog/catalog.h"
#include "core/base/constants/embedded.h"
#include "core/base/figures/shape_json.h"
#include "core/drawing/bill/bill_of_materials.h"
#include "core/drawing/project/project_file.h"
#include "core/drawing/templates/templates.h"
#include "core/facility/cooling/cooling_report.h"
#include "core/facility/plant.h"
#include "core/measured/measure/curves/scaling_fit.h"
#include "core/step/collectives/collectives.h"
#include "core/step/engine/evaluate.h"
#include "core/study/regimes.h"
#include "core/study/scaling.h"
#include "core/study/sizes.h"
#include "core/study/year/run_totals.h"

#include <QTest>
#include <fmt/format.h>
#include <functional>
#include <nlohmann/json.hpp>

namespace roofrack {

inline std::string_view text_of(std::string_view path) {
    for (const EmbeddedFile& file : embedded_files())
        if (file.path == path) return file.contents;
    return {};
}

inline std::string printed(const Scenario& scenario, const Catalog& catalog, double gpus = 0) {
    const auto prepared = Prepared::make(scenario, catalog);
    if (!prepared) qFatal("%s", prepared.error().text().c_str());
    EvaluateOptions options;
    options.findings = false;
    options.gpus = gpus;
    return evaluation_json(evaluate(*prepared, options)).dump();
}

inline Scenario sample(std::string_view name, const Catalog& catalog) {
    auto loaded = parse_project(text_of(fmt::format("samples/{}.roofrack.json", name)), catalog);
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    return std::move(loaded->project.scenarios.front());
}

/// Something whose printed numbers depend on the constants of a catalogue.
struct Output {
    std::string name;
    std::function<std::string(const Catalog&)> print;
};

inline Output changed(std::string name, std::string_view of, std::function<void(Scenario&)> change) {
    return {std::move(name), [of = std::string(of), change = std::move(change)](const Catalog& catalog) {
                Scenario scenario = sample(of, catalog);
                change(scenario);
                return printed(scenario, catalog);
            }};
}

inline Output from_template(std::string name, std::string_view of, const TemplateSettings& settings) {
    return {std::move(name), [of = std::string(of), settings](const Catalog& catalog) {
                const auto project = make_template(of, settings, catalog);
                if (!project) qFatal("%s", project.error().text().c_str());
                return printed(project->scenarios.front(), catalog);
            }};
}

/// Experts over all chips of a twisted torus.
inline Output twisted_torus(const char* dims, int chips) {
    return {
        fmt::format("twisted torus of {}", dims), [dims, chips](const Catalog& catalog) {
            const auto project = make_template("torus", {{"dims", dims}, {"model", "deepseek-v3"}}, catalog);
            if (!project) qFatal("%s", project.error().text().c_str());
            Scenario scenario = project->scenarios.front();
            for (Link& link : scenario.cluster.links) link.twisted = link.pattern == LinkPattern::torus;
            scenario.plan = Plan();
            scenario.plan.ep = chips;
            scenario.plan.zero = 3;
            return printed(scenario, catalog);
        }};
}

/// Every collective of a group over all sizes.
inline std::string sweep(Fabric fabric, double members, const Catalog& catalog, bool nvls = false,
                         NetworkVariant variant = NetworkVariant::tuned) {
    fabric.defaults = &catalog.defaults();
    NetworkKnobs knobs;
    knobs.variant = variant;
    const GroupPath path = group_path(fabric, members, 1, knobs, 1, nvls);
    std::string out;
    for (int c = 0; c < collective_count; ++c)
        for (double bytes = 64; bytes <= 16e9; bytes *= 2)
            out += fmt::format("{} ", formula_time(static_cast<Collective>(c), bytes, path));
    return out;
}

inline std::vector<Output> sweeps() {
    const auto flat = [](double gpus, double domain, double scale_up, double nic, LinkClass net) {
        return flat_fabric(gpus, std::max(domain, 8.0), domain, ByteRate(scale_up), ByteRate(nic), net,
                           "h100-sxm5");
    };
    std::vector<Output> out;
    const auto add = [&](std::string name, const Fabric& fabric, double members, bool nvls,
                         NetworkVariant variant) {
        out.push_back({std::move(name), [=](const Catalog& catalog) {
                           return sweep(fabric, members, catalog, nvls, variant);
                       }});
    };
    const auto tuned = NetworkVariant::tuned;
    const auto ib = LinkClass::infiniband;
    add("8 × A100", flat(8, 8, 300e9, 25e9, ib), 8, false, tuned);
    add("8 × H100", flat(8, 8, 450e9, 50e9, ib), 8, true, tuned);
    add("8 × B200", flat(8, 8, 900e9, 50e9, ib), 8, true, tuned);
    add("72 × GB200 without NVLS", flat(72, 72, 900e9, 50e9, ib), 72, false, tuned);
    Fabric mesh = flat(8, 8, 450e9, 50e9, ib);
    mesh.mesh = true;
    add("8 × MI300X", mesh, 8, false, tuned);
    add("16 × A100", flat(16, 8, 300e9, 25e9, ib), 16, false, tuned);
    add("32 × H100", flat(32, 8, 450e9, 50e9, ib), 32, true, tuned);
    add("512 × H100 without NVLS", flat(512, 8, 450e9, 50e9, ib), 512, false, tuned);
    add("16 × one GPU a node", flat(16, 1, 0, 50e9, ib), 16, false, tuned);
    add("32 × A100 on Slingshot", flat(32, 4, 300e9, 25e9, LinkClass::slingshot), 32, false, tuned);
    add("32 × V100 on Omni-Path", flat(32, 4, 150e9, 12.5e9, LinkClass::omnipath), 32, false, tuned);
    Fabric sharp = flat(32, 8, 300e9, 25e9, ib);
    for (FabricLevel& level : sharp.levels) level.in_network_reduction = true;
    add("32 × A100 with SHARP", sharp, 32, false, NetworkVariant::sharp);
    Fabric hosts = flat(16, 8, 0, 25e9, ib);
    for (FabricLevel& level : hosts.levels) level.block_gpus = std::max(level.block_gpus, 8.0);
    add("two servers of eight on PCIe", hosts, 16, false, tuned);
    Fabric pcie = sharp;
    pcie.levels[0].inside_class = LinkClass::pcie;
    pcie.levels[0].inside = ByteRate(32e9);
    add("PCIe servers with SHARP", pcie, 32, false, NetworkVariant::sharp);
    return out;
}

inline Part own_part(PartKind kind, const std::map<std::string, double>& figures,
                     const std::map<std::string, std::string>& text = {}) {
    Part out;
    out.kind = kind;
    out.id = "own";
    for (const auto& [key, value] : figures) out.figures[key].value = value;
    for (const auto& [key, value] : text) out.text[key] = value;
    return out;
}

inline Element element(std::string id, ElementKind kind, std::string parent = {}, int count = 1,
                       std::string part = {}) {
    Element out;
    out.id = std::move(id);
    out.kind = kind;
    out.parent = std::move(parent);
    out.count = count;
    out.part.id = std::move(part);
    return out;
}

inline Element element(std::string id, std::string parent, int count, Part part) {
    Element out =
        element(std::move(id), *element_kind(name_of(part.kind)), std::move(parent), count, part.id);
    out.part.inline_part = std::move(part);
    return out;
}

inline Link join(std::string from, std::string to, LinkPattern pattern = LinkPattern::each) {
    Link out;
    out.id = from + "-" + to;
    out.from = std::move(from);
    out.to = std::move(to);
    out.pattern = pattern;
    out.bandwidth = ByteRate(50e9);
    return out;
}

/// Four racks of two servers under one switch train a model of 100 M parameters.
inline Scenario hall(Element server, Element leaf) {
    Scenario out;
    server.id = "server";
    server.parent = "rack";
    server.count = 2;
    leaf.id = "leaf";
    leaf.parent = "room";
    out.cluster.elements = {element("room", ElementKind::room), element("rack", ElementKind::rack, "room", 4),
                            std::move(server), std::move(leaf)};
    out.cluster.links = {join("server", "leaf")};
    out.workload.model = "generic-100m";
    out.workload.global_batch = 1024;
    return out;
}

inline Element drawn(ElementKind kind, std::string part) { return element("", kind, "", 1, std::move(part)); }

inline Element qm9700() { return drawn(ElementKind::switch_, "qm9700"); }

/// A server of which only its GPUs are known.
inline Element bare_server(std::map<std::string, double> figures = {},
                           std::string accelerator = "h100-sxm5") {
    figures.emplace("gpus", 8);
    return element("", "", 1, own_part(PartKind::server, figures, {{"accelerator", std::move(accelerator)}}));
}

inline Output of_hall(std::string name, Scenario scenario, double gpus = 0) {
    return {std::move(name), [scenario = std::move(scenario), gpus](const Catalog& catalog) {
                Scenario here = scenario;
                here.site = Site(catalog.defaults());
                return printed(here, catalog, gpus);
            }};
}

/// Chips that are cooled by liquid, but for a tenth of the heat.
inline Scenario cooled_by(std::string kind, double air_share) {
    Scenario out = hall(bare_server({{"air_heat_share", air_share}}), qm9700());
    out.cluster.elements.push_back(
        element("cooler", "room", 1,
                own_part(PartKind::cooling, {{"capacity", 2e5}}, {{"cooling", std::move(kind)}})));
    out.cluster.links.push_back(join("cooler", "room"));
    return out;
}

inline std::vector<Output> halls() {
    std::vector<Output> out;
    out.push_back(of_hall("bare servers", hall(bare_server(), drawn(ElementKind::switch_, ""))));
    out.push_back(of_hall("few of the bare servers at work", hall(bare_server(), qm9700()), 8));
    out.push_back(
        of_hall("bare servers cooled by liquid", hall(bare_server({{"air_heat_share", 0.1}}), qm9700())));
    out.push_back(of_hall("chips of unknown power", hall(bare_server({}, "tpu-v5e"), qm9700())));
    out.push_back(
        of_hall("servers of unknown chips", hall(drawn(ElementKind::server, "tpu-v5e-host"), qm9700())));
    for (const char* accelerator : {"a100-pcie-80gb", "h100-pcie"}) {
        Scenario pcie = hall(bare_server({}, accelerator), qm9700());
        pcie.workload.model = "llama3.2-1b";
        out.push_back(of_hall(fmt::format("servers of {}", accelerator), pcie));
    }
    out.push_back(of_hall("pairs of chips", hall(bare_server({{"scale_up_domain", 2}}), qm9700())));
    out.push_back(from_template("accelerators whose makers announced them", "nvl72-pods",
                                {{"server", "helios-72"}, {"racks", "2"}, {"racks_per_pod", "2"}}));
    out.push_back(of_hall("eight MI300X", hall(drawn(ElementKind::server, "mi300x-8"), qm9700())));
    const auto of_network = [](std::string network) {
        return element("", "", 1,
                       own_part(PartKind::switch_, {{"port_rate", 1e11}}, {{"network", std::move(network)}}));
    };
    for (const char* network : {"infiniband", "roce", "nvlink"})
        out.push_back(
            of_hall(fmt::format("a switch for {}", network), hall(bare_server(), of_network(network))));

    Scenario host = hall(bare_server(), qm9700());
    host.cluster.elements.push_back(element("host", "rack", 1, own_part(PartKind::server, {})));
    host.cluster.elements.push_back(element("unknown", ElementKind::storage, "room"));
    host.cluster.elements.push_back(
        element("disks", "room", 1, own_part(PartKind::storage, {{"capacity", 1e15}})));
    out.push_back(of_hall("hosts and storage of unknown power", host));

    Scenario capped = hall(bare_server(), qm9700());
    capped.cluster.elements[2].gpu_power_cap = Watts(20);
    out.push_back(of_hall("chips that are all but switched off", capped));

    Scenario fed = hall(bare_server(), qm9700());
    fed.cluster.elements.push_back(
        element("feed", "rack", 2, own_part(PartKind::feed, {{"voltage", 400}, {"current", 32}})));
    fed.cluster.links.push_back(join("feed", "rack"));
    out.push_back(of_hall("feeds of unknown capacity", fed));

    for (const double air : {0.1, 1.0})
        for (const char* kind : {"crah", "rdhx", "cdu", "cdu-l2a"})
            out.push_back(of_hall(fmt::format("{}, {} to air", kind, air), cooled_by(kind, air)));

    for (const PlantKind kind : plant_kinds())
        for (const double air : {0.1, 1.0}) {
            Scenario hot = cooled_by(air < 1 ? "cdu" : "crah", air);
            hot.site.plant = name_of(kind);
            out.push_back({fmt::format("{}, {} to air", name_of(kind), air), [hot](const Catalog& catalog) {
                               Scenario here = hot;
                               here.site = Site(catalog.defaults());
                               here.site.plant = hot.site.plant;
                               return printed(here, catalog);
                           }});
        }
    Scenario damp = hall(bare_server(), qm9700());
    damp.site.plant = "airside-economiser";
    damp.site.dry_bulb = Celsius(31);
    damp.site.wet_bulb = Celsius(26);
    out.push_back(
        {"outside air of the tropics", [damp](const Catalog& catalog) { return printed(damp, catalog); }});

    out.push_back({"an existing room", [](const Catalog& catalog) {
                       Scenario standing = sample("dgx-h100-su", catalog);
                       standing.site.room.floor_load = 1000;
                       const auto prepared = Prepared::make(standing, catalog);
                       if (!prepared) qFatal("%s", prepared.error().text().c_str());
                       const auto study = room_study(*prepared, catalog);
                       if (!study) qFatal("%s", study.error().text().c_str());
                       return room_json(*study).dump();
                   }});

    Scenario few = hall(bare_server({{"cpu_idle", 1},
                                     {"cpu_max", 1},
                                     {"memory_power", 1},
                                     {"nic_power", 0},
                                     {"switch_power", 0},
                                     {"other_power", 1},
                                     {"fan_power_max", 1},
                                     {"max_power", 2e4}}),
                        qm9700());
    few.cluster.elements[1].count = 64;
    few.site.plant = "air-cooled-chiller";
    out.push_back(
        {"a chiller at its least", [few](const Catalog& catalog) { return printed(few, catalog, 8); }});

    Scenario often = hall(bare_server(), qm9700());
    often.site.failures_per_1000_node_days = 1e6;
    out.push_back({"checkpoints as often as may be",
                   [often](const Catalog& catalog) { return printed(often, catalog); }});

    Scenario spares = hall(bare_server(), qm9700());
    spares.site.spare_servers = 0;
    out.push_back(of_hall("a leaf and a rack that fail", spares));

    Scenario slow = hall(bare_server(), qm9700());
    slow.plan.async_checkpoint = true;
    slow.cluster.elements.push_back(element("disks", ElementKind::storage, "room"));
    slow.cluster.elements.back().bandwidth = ByteRate(1e7);
    out.push_back(of_hall("checkpoints that last", slow));
    slow.workload.model = "llama3.2-1b";
    out.push_back(of_hall("tokens that are waited for", slow));

    for (const char* accelerator : {"v100-sxm2-32gb", "a100-sxm4-80gb", "h100-sxm5", "gb200"}) {
        Scenario offload = hall(bare_server({}, accelerator), qm9700());
        offload.workload.model = "llama3.2-1b";
        offload.plan.offload_optimizer = 0.5;
        offload.plan.offload_activations = 1;
        out.push_back(of_hall(fmt::format("memory of the hosts of {}", accelerator), offload));
    }

    Scenario experts = hall(bare_server({}, "gb200"), qm9700());
    experts.workload.model = "qwen3-30b-a3b";
    experts.plan.software = "NeMo 25.09";
    experts.plan.ep = 8;
    out.push_back(of_hall("experts launched by Grace", experts));

    Scenario sites = hall(bare_server(), qm9700());
    for (Element& each : sites.cluster.elements)
        if (each.id == "room") each.parent = "site";
    sites.cluster.elements.insert(sites.cluster.elements.begin(), element("site", ElementKind::site, "", 2));
    sites.cluster.elements.push_back(element("exchange", ElementKind::switch_, "", 1, "qm9700"));
    sites.cluster.links.push_back(join("leaf", "exchange"));
    out.push_back(of_hall("two sites", sites));
    sites.cluster.links.back().distance = 800;
    out.push_back(of_hall("two sites 800 km apart", sites));
    sites.workload.model = "llama3-70b";
    sites.plan.zero = 0;
    sites.plan.sync_every = 400;
    out.push_back(of_hall("replicas that go on apart", sites));
    sites.plan.sync_every = 1;
    sites.plan.gradient_bits = 1;
    out.push_back(of_hall("gradients of one bit", sites));
    return out;
}

/// What `power --json` says of the cooling, all GPUs at work.
inline std::string printed_cooling(const Scenario& scenario, const Catalog& catalog) {
    const auto prepared = Prepared::make(scenario, catalog);
    if (!prepared) qFatal("%s", prepared.error().text().c_str());
    const auto facility = Facility::prepare(scenario.cluster, scenario.site, prepared->fabric(), catalog);
    if (!facility) qFatal("%s", facility.error().text().c_str());
    const CoolingReport report = cooling_report(*facility, facility->state_of({0.8, 0.2}, 1));
    return figures::json_of(figures::object_of(report)).dump();
}

/// Air and coolant on their way: too warm, too thin, too little, and stopped.
inline std::vector<Output> ways_of_heat() {
    std::vector<Output> out;
    const auto hall_of = [&](std::string name, std::map<std::string, double> server, double altitude,
                             const std::function<void(Cluster&)>& change) {
        Scenario scenario = hall(bare_server(std::move(server)), qm9700());
        change(scenario.cluster);
        out.push_back({std::move(name), [scenario, altitude](const Catalog& catalog) {
                           Scenario here = scenario;
                           here.site = Site(catalog.defaults());
                           here.site.altitude_m = altitude;
                           return printed(here, catalog) + printed_cooling(here, catalog);
                       }});
    };
    const auto nothing = [](Cluster&) {};
    for (const double inlet : {40.0, 50.0})
        hall_of(fmt::format("an inlet of {} °C", inlet), {}, 0, [inlet](Cluster& cluster) {
            cluster.elements[0].supply = Celsius(inlet);
            cluster.elements.push_back(element("top", ElementKind::switch_, "rack", 1, "qm9700"));
            cluster.links.push_back(join("server", "top"));
        });
    for (const double allowed : {30.0, 38.0, 45.0})
        hall_of(fmt::format("{} °C allowed, high up", allowed), {{"inlet_max", allowed}}, 2500, nothing);
    hall_of("open aisles", {}, 0, [](Cluster& cluster) {
        cluster.elements[0].containment = AirContainment::none;
        cluster.elements[2].count = 1;
    });
    hall_of("open aisles, dense racks", {}, 0,
            [](Cluster& cluster) { cluster.elements[0].containment = AirContainment::none; });
    hall_of("contained aisles, dense racks", {}, 0, [](Cluster& cluster) { cluster.elements[2].count = 8; });
    Scenario plates = hall(drawn(ElementKind::server, "gb300-nvl72"), qm9700());
    plates.cluster.elements[2].count = 1;
    out.push_back({"cold plates of a rack", [plates](const Catalog& catalog) {
                       Scenario here = plates;
                       here.site = Site(catalog.defaults());
                       return printed_cooling(here, catalog);
                   }});
    return out;
}

/// Lengths of cables: two rows of racks, each with more loose servers than a rack holds.
inline Output cables() {
    return {"cables", [](const Catalog& catalog) {
                Scenario rows = hall(bare_server({{"height_u", 8}}), qm9700());
                rows.cluster.elements[1].count = 50;
                rows.cluster.elements.push_back(rows.cluster.elements[2]);
                rows.cluster.elements.back().id = "loose";
                rows.cluster.elements.back().parent = "room";
                rows.cluster.elements.back().count = 64;
                rows.cluster.elements.back().position = {400, 600};
                rows.cluster.elements.push_back(element("top", ElementKind::switch_, "rack", 1, "qm9700"));
                rows.cluster.links.push_back(join("loose", "leaf"));
                rows.cluster.links.push_back(join("server", "top"));
                const auto bill = bill_of_materials(rows.cluster, catalog);
                if (!bill) qFatal("%s", bill.error().text().c_str());
                std::string out;
                for (const LinkCabling& link : bill->links)
                    out += fmt::format("{} {} {} {};", link.link, link.shortest, link.median, link.longest);
                return out;
            }};
}

inline Output study_of(std::string name, const char* of, ScaleMetric metric,
                       const std::function<void(Scenario&)>& change) {
    return {std::move(name), [=](const Catalog& catalog) {
                Scenario scenario = sample(of, catalog);
                change(scenario);
                const auto prepared = Prepared::make(scenario, catalog);
                if (!prepared) qFatal("%s", prepared.error().text().c_str());
                const Fabric& fabric = prepared->fabric();
                const auto counts = dense_counts(fabric.gpus, fabric.scale_up_domain,
                                                 study_range(fabric.gpus, fabric.scale_up_domain));
                const ScaleResult study = scale(*prepared, counts, {.metric = metric});
                return scale_study_json(study, study).dump();
            }};
}

/// Every level over its own window: a UPS and a transformer above the feeds, a site with a limit.
inline Output supply() {
    Scenario drawn_supply = sample("dgx-h100-su", Catalog::built_in());
    for (const char* part : {"ups-1250kva", "transformer-2500kva"}) {
        drawn_supply.cluster.elements.push_back(element(part, ElementKind::feed, "", 1, part));
        drawn_supply.cluster.links.push_back(
            join(part, part == std::string_view("ups-1250kva") ? "feed" : "ups-1250kva"));
    }
    return {"a drawn supply", [drawn_supply](const Catalog& catalog) {
                const Answers answers({.scenario = std::make_shared<const Scenario>(drawn_supply)}, catalog);
                return power_json({answers.value<FacilityLevels>()->study, *answers.value<PowerCaps>(),
                                   *answers.value<LoadSwingStudy>(),
                                   answers.value<SlowRackMitigations>()->racks})
                    .dump();
            }};
}

inline Output whole_run() {
    return {"what a run takes", [](const Catalog& catalog) {
                Scenario scenario = sample("dgx-h100-su", catalog);
                scenario.site = Site(catalog.defaults());
                const auto prepared = Prepared::make(scenario, catalog);
                if (!prepared) qFatal("%s", prepared.error().text().c_str());
                const auto totals = run_totals(evaluate(*prepared), scenario.site, catalog.defaults(), 1e6);
                return run_totals_json(*totals).dump();
            }};
}

inline std::vector<Output> outputs() {
    std::vector<Output> out;
    out.push_back(supply());
    out.push_back(whole_run());
    const auto as_drawn = [](Scenario&) {};
    for (const char* name : {"dgx-h100-su", "gb200-nvl72-x8", "shared-a100-hot-rack", "ws-8gpu"})
        out.push_back(changed(name, name, as_drawn));
    for (Output& each : sweeps()) out.push_back(std::move(each));
    for (Output& each : halls()) out.push_back(std::move(each));
    for (Output& each : ways_of_heat()) out.push_back(std::move(each));
    for (const Routing routing : {Routing::ecmp, Routing::qp_hash, Routing::adaptive})
        out.push_back(changed(fmt::format("routing by {}", name_of(routing)), "dgx-h100-su",
                              [routing](Scenario& scenario) { scenario.site.routing = routing; }));
    out.push_back(changed("sequences of various lengths", "dgx-h100-su",
                          [](Scenario& scenario) { scenario.workload.packed_sequences = false; }));
    out.push_back(changed("asynchronous checkpoints", "llama3-405b-16k",
                          [](Scenario& scenario) { scenario.plan.async_checkpoint = true; }));
    out.push_back(changed("synchronous checkpoints", "llama3-405b-16k", as_drawn));
    out.push_back(changed("checkpoints in memory, and spares", "llama3-405b-16k", [](Scenario& scenario) {
        scenario.plan.memory_checkpoint = true;
        scenario.site.spare_servers = 8;
    }));
    for (const Deployment deployment : {Deployment::own_hall, Deployment::hyperscale_build})
        out.push_back(
            changed(std::string(name_of(deployment)), "dgx-h100-su",
                    [deployment](Scenario& scenario) { scenario.site.money.deployment = deployment; }));
    out.push_back({"money of a run", [](const Catalog& catalog) {
                       const auto drawn = Prepared::make(sample("llama3-405b-16k", catalog), catalog);
                       EvaluateOptions options;
                       options.findings = false;
                       const Evaluation evaluation = evaluate(*drawn, options);
                       MoneyStudy study;
                       study.capital = evaluation.capital;
                       study.run = run_cost(*drawn, evaluation);
                       return money_study_json(study).dump();
                   }});
    out.push_back({"errors that scenarios share", [](const Catalog& catalog) {
                       Snapshot drawn;
                       drawn.scenario = std::make_shared<const Scenario>(sample("dgx-h100-su", catalog));
                       const Answers answers(std::move(drawn), catalog);
                       const auto probe = FigureProbe::make(answers, {"step.step_time_s"});
                       std::string printed;
                       for (const Unknown& each : model_unknowns(*probe))
                           printed += fmt::format("{} ", each.spread.high);
                       return printed;
                   }});
    out.push_back({"what stragglers cost", [](const Catalog& catalog) {
                       const auto loaded =
                           read_project(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json", catalog);
                       const auto drawn = Prepared::make(loaded->project.scenarios.front(), catalog);
                       return stragglers_json(straggler_costs(*drawn, evaluate(*drawn))).dump();
                   }});
    out.push_back({"a curve that falls a little", [](const Catalog& catalog) {
                       ScaleResult study;
                       for (const double n : {8.0, 16.0, 32.0, 64.0, 128.0}) {
                           ScalePoint point;
                           point.gpus = n;
                           point.progress = n < 100 ? n : 63; // a sixty-fourth less than at half of it
                           study.points.push_back(point);
                       }
                       study.points.back().progress *= 0.992;
                       study.drawn_gpus = 128;
                       find_regimes(study, catalog.defaults().regimes);
                       return std::string(name_of(*study.points.back().regime));
                   }});
    out.push_back({"a curve that passes a border by little", [](const Catalog& catalog) {
                       ScaleResult study;
                       for (double n = 8; n < 4097; n *= 2) {
                           ScalePoint point;
                           point.gpus = n;
                           // Elasticities of 0.95 and 0.875; linear is 0.9.
                           point.progress =
                               n < 65 ? std::pow(n, 0.95) : std::pow(64, 0.95) * std::pow(n / 64, 0.875);
                           study.points.push_back(point);
                       }
                       study.drawn_gpus = 8;
                       find_regimes(study, catalog.defaults().regimes);
                       return fmt::format("{} borders", study.borders.size());
                   }});
    out.push_back({"the memory wall", [](const Catalog& catalog) {
                       const auto wall = memory_wall(catalog);
                       if (!wall) qFatal("%s", wall.error().text().c_str());
                       return wall_json(*wall, nullptr).dump();
                   }});
    out.push_back({"a measured curve", [](const Catalog& catalog) {
                       MeasuredCurve curve;
                       for (const double n : {1.0, 4.0, 16.0, 64.0})
                           curve.points.push_back({n, n / (1 + 0.1 * std::log2(n)), 1, 2 + 0.001 * n});
                       curve.metric = "val_loss";
                       const auto fit = fit_scaling(curve, 0, {}, catalog.defaults());
                       return scaling_fits_json({{*fit}}, {}).dump();
                   }});
    out.push_back({"measured curves, one with a border and one that scatters", [](const Catalog& catalog) {
                       MeasuredCurve border, scattered;
                       for (const double n : {2.0, 4.0, 8.0, 16.0, 32.0, 64.0}) {
                           border.points.push_back({n, n * (n > 8 ? 0.86 : 1), 1});
                           const bool is_even = std::lround(std::log2(n)) % 2 == 0;
                           scattered.points.push_back({n, n * (is_even ? 1.2 : 1 / 1.2), 1});
                       }
                       std::string text;
                       for (const MeasuredCurve* curve : {&border, &scattered}) {
                           const auto fit = fit_scaling(*curve, 8, {}, catalog.defaults());
                           text += scaling_fits_json({{*fit}}, {}).dump();
                       }
                       return text;
                   }});
    out.push_back(
        {"the critical batch by its laws", [](const Catalog& catalog) {
             Scenario scenario = sample("dgx-h100-su", catalog);
             scenario.workload.token_budget = 1e12;
             const auto prepared = Prepared::make(scenario, catalog);
             return batch_plane_json(batch_plane(*prepared, {.gpus = {256}, .batches = {256}})).dump();
         }});
    out.push_back(from_template("torus", "torus", {{"dims", "4x4x4"}}));
    out.push_back(twisted_torus("4x4x8", 128));
    out.push_back(twisted_torus("4x8x8", 256));
    out.push_back(cables());
    for (const char* name : {"dgx-h100-su", "shared-a100-hot-rack", "generic-100m-256gpu-1nic"})
        out.push_back(study_of(fmt::format("regimes of {}", name), name, ScaleMetric::goodput, as_drawn));
    out.push_back(
        study_of("time to a loss", "dgx-h100-su", ScaleMetric::time_to_loss, [](Scenario& scenario) {
            scenario.workload.token_budget = 1e12;
            scenario.workload.critical_batch = 0;
        }));
    return out;
}

} // namespace roofrack
