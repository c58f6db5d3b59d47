// SPDX-License-Identifier: GPL-3.0-or-later
// Every rule of the table with a drawing that breaks it; the sound drawing breaks none.
#include "core/answers/findings.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/check/check.h"
#include "core/drawing/check/waive.h"
#include "core/drawing/project/project_file.h"
#include "core/drawing/templates/templates.h"
#include "core/step/engine/evaluate.h"
#include "core/step/engine/measured_network.h"
#include "core/study/facility/facility_study.h"
#include "core/study/sharing/job_findings.h"
#include "tests/support/drawing_in_words.h"
#include "tests/support/random_scenario.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <set>

using namespace roofrack;
using test::drawn;
using test::joined;

namespace {

/// Two racks of four DGX H100 on one leaf each and two spines, fed and cooled as NVIDIA asks, and a plan that
/// divides.
Scenario sound() {
    using enum ElementKind;
    Scenario out;
    out.cluster.elements = {drawn(room, "room", 1, "", ""),
                            drawn(rack, "rack", 2, "rack-48u", "room"),
                            drawn(server, "dgx", 4, "dgx-h100", "rack"),
                            drawn(switch_, "leaf", 1, "qm9700", "rack"),
                            drawn(rack, "core", 1, "rack-48u", "room"),
                            drawn(switch_, "spine", 2, "qm9700", "core"),
                            drawn(feed, "core-feed", 2, "feed-415v-60a", "core"),
                            drawn(feed, "feed", 6, "feed-415v-60a", "room"),
                            drawn(cooling, "crah", 2, "crah-120kw", "room")};
    out.cluster.links = {joined("dgx", "leaf", LinkPattern::each, 8),
                         joined("leaf", "spine", LinkPattern::mesh, 16), joined("feed", "rack"),
                         joined("core-feed", "core"), joined("crah", "room")};
    out.workload.model = "llama3-8b";
    out.workload.global_batch = 512;
    out.plan.tp = 8;
    return out;
}

Element& element(Scenario& s, const char* id) { return *s.cluster.find(id); }
Link& link(Scenario& s, const char* id) {
    return *std::ranges::find(s.cluster.links, std::string_view(id), &Link::id);
}
void draw(Scenario& s, Element drawn) { s.cluster.elements.push_back(std::move(drawn)); }
void draw(Scenario& s, Link drawn) { s.cluster.links.push_back(std::move(drawn)); }
void erase_link(Scenario& s, const char* id) {
    std::erase_if(s.cluster.links, [&](const Link& each) { return each.id == id; });
}
void erase_element(Scenario& s, const char* id) {
    std::erase_if(s.cluster.elements, [&](const Element& each) { return each.id == id; });
    std::erase_if(s.cluster.links, [&](const Link& each) { return each.from == id || each.to == id; });
}
Part& own_part(Scenario& s, const char* id) {
    PartRef& part = element(s, id).part;
    part.inline_part = *Catalog::built_in().part(part.id);
    return *part.inline_part;
}
Link renamed(Link drawn, const char* id) {
    drawn.id = id;
    return drawn;
}

Scenario of_sample(const char* file, size_t scenario) {
    auto loaded = read_project(std::string(ROOFRACK_SOURCE_DIR "/samples/") + file, Catalog::built_in());
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    return std::move(loaded->project.scenarios[scenario]);
}
/// The sample whose rack by the door gets warm air.
Scenario hot_rack() { return of_sample("shared-a100-hot-rack.roofrack.json", 0); }
/// 512 H100 that do their short run in weeks, and B200 that come in a year.
Scenario short_run() { return of_sample("decisions/owned-h100.roofrack.json", 1); }

/// An all-reduce of so many ranks, 100 µs to 10 ms.
CollectiveSweep measured(int ranks, int nodes) {
    CollectiveSweep out;
    out.collective = Collective::all_reduce;
    out.ranks = ranks;
    out.nodes = nodes;
    out.file = fmt::format("all_reduce_{}.txt", ranks);
    out.points = {{Bytes(1e6), Seconds(1e-4)}, {Bytes(1e9), Seconds(1e-2)}};
    return out;
}

using Break = std::function<void(Scenario&)>;
using enum ElementKind;

/// By rule: what breaks it.
const std::map<std::string, Break>& breaks() {
    static const std::map<std::string, Break> all{
        {"duplicate-id", [](Scenario& s) { draw(s, element(s, "leaf")); }},
        {"count-below-one", [](Scenario& s) { element(s, "leaf").count = 0; }},
        {"container-missing", [](Scenario& s) { element(s, "leaf").parent = "gone"; }},
        {"containment-cycle", [](Scenario& s) { element(s, "room").parent = "rack"; }},
        {"containment-illegal", [](Scenario& s) { element(s, "spine").parent = "leaf"; }},
        {"duplicate-name",
         [](Scenario& s) {
             element(s, "feed").name = "x", draw(s, element(s, "feed")),
                        s.cluster.elements.back().id = "feed-2";
         }},
        {"no-gpu", [](Scenario& s) { erase_element(s, "dgx"); }},
        {"mixed-gpus",
         [](Scenario& s) {
             draw(s, drawn(server, "older", 1, "dgx-a100", "room"));
             draw(s, joined("older", "leaf"));
         }},
        {"unknown-part", [](Scenario& s) { element(s, "spine").part.id = "qm9701"; }},
        {"no-part", [](Scenario& s) { element(s, "spine").part.id.clear(); }},
        {"part-without-figure", [](Scenario& s) { own_part(s, "feed").figures.erase("apparent_power"); }},
        {"unlikely-figure", [](Scenario& s) { own_part(s, "feed").figures["power_factor"].value = 95; }},
        {"sale-price-below-zero",
         [](Scenario& s) {
             draw(s, drawn(server, "old", 1, "dgx-a100", "room"));
             element(s, "old").procurement = Procurement::sell;
             element(s, "old").sale_price = -5;
         }},
        {"sale-price-unused", [](Scenario& s) { element(s, "spine").sale_price = 100; }},
        {"sale-price-inside",
         [](Scenario& s) {
             draw(s, drawn(rack, "old-rack", 1, "rack-42u", "room"));
             draw(s, drawn(server, "old", 1, "dgx-a100", "old-rack"));
             element(s, "old-rack").procurement = Procurement::sell;
             element(s, "old-rack").sale_price = 50000;
             element(s, "old").sale_price = 40000;
         }},
        {"sold-with-container",
         [](Scenario& s) {
             draw(s, drawn(rack, "old-rack", 1, "rack-42u", "room"));
             draw(s, drawn(server, "old", 1, "dgx-a100", "old-rack"));
             element(s, "old-rack").procurement = Procurement::sell;
             element(s, "old").procurement = Procurement::owned;
         }},
        {"link-to-nothing", [](Scenario& s) { link(s, "dgx-leaf").to = "nowhere"; }},
        {"link-to-itself", [](Scenario& s) { draw(s, joined("leaf", "leaf")); }},
        {"link-illegal", [](Scenario& s) { draw(s, joined("rack", "room")); }},
        {"link-loop",
         [](Scenario& s) {
             draw(s, drawn(cooling, "cdu", 1, "cdu-1mw", "room"));
             draw(s, joined("cdu", "crah"));
             draw(s, joined("crah", "cdu"));
         }},
        {"duplicate-link", [](Scenario& s) { draw(s, renamed(link(s, "feed-rack"), "again")); }},
        {"uneven-links",
         [](Scenario& s) {
             element(s, "leaf").parent = "room";
             element(s, "leaf").count = 3;
         }},
        {"torus-of-switches",
         [](Scenario& s) {
             draw(s, joined("spine", "spine", LinkPattern::torus));
             s.cluster.links.back().dims = {2};
         }},
        {"torus-not-twisted",
         [](Scenario& s) {
             draw(s, joined("dgx", "dgx", LinkPattern::torus));
             s.cluster.links.back().dims = {4, 4, 6};
             s.cluster.links.back().twisted = true;
         }},
        {"port-too-slow", [](Scenario& s) { link(s, "dgx-leaf").bandwidth = ByteRate(100e9); }},
        {"ports-exceeded", [](Scenario& s) { link(s, "leaf-spine").count = 17; }}, // 66 of 64
        {"cable-too-slow", [](Scenario& s) { link(s, "dgx-leaf").cable = "dac-200g"; }},
        {"cable-too-short",
         [](Scenario& s) {
             element(s, "rack").count = 60;
             link(s, "leaf-spine").cable = "dac-400g";
         }},
        {"cable-wrong-kind", [](Scenario& s) { link(s, "feed-rack").cable = "dac-400g"; }},
        {"networks-differ", [](Scenario& s) { element(s, "spine").part.id = "sn5610"; }},
        {"network-unreadable",
         [](Scenario& s) {
             element(s, "leaf").part.id.clear();
             element(s, "spine").part.id.clear();
         }},
        {"network-split", [](Scenario& s) { erase_link(s, "leaf-spine"); }},
        {"rails-not-joined",
         [](Scenario& s) {
             erase_element(s, "spine");
             element(s, "leaf").parent = "room";
             element(s, "leaf").count = 8;
             link(s, "dgx-leaf").pattern = LinkPattern::rail;
         }},
        {"rails-unequal",
         [](Scenario& s) {
             draw(s, drawn(switch_, "slow", 1, "qm8700", "rack"));
             link(s, "dgx-leaf").count = 4;
             draw(s, joined("dgx", "slow", LinkPattern::each, 4));
             draw(s, joined("slow", "spine", LinkPattern::mesh, 8));
         }},
        {"nics-unlinked", [](Scenario& s) { link(s, "dgx-leaf").count = 7; }},
        {"server-off-network", [](Scenario& s) { draw(s, drawn(server, "lonely", 1, "dgx-h100", "room")); }},
        {"server-off-compute",
         [](Scenario& s) {
             draw(s, drawn(server, "apart", 1, "dgx-h100", "room"));
             draw(s, drawn(switch_, "office", 1, "qm9700", "room"));
             element(s, "office").use = NetworkUse::management;
             draw(s, joined("apart", "office"));
             draw(s, joined("dgx", "office"));
         }},
        {"gradients-on-storage",
         [](Scenario& s) {
             draw(s, drawn(storage, "flash", 1, "flash-appliance", "room"));
             draw(s, joined("flash", "spine"));
         }},
        {"network-use-mixed",
         [](Scenario& s) {
             element(s, "leaf").use = NetworkUse::compute;
             element(s, "spine").use = NetworkUse::storage;
         }},
        {"storage-network-empty",
         [](Scenario& s) {
             draw(s, drawn(switch_, "depot", 1, "qm9700", "room"));
             element(s, "depot").use = NetworkUse::storage;
             draw(s, joined("dgx", "depot"));
         }},
        {"storage-unlinked",
         [](Scenario& s) { draw(s, drawn(storage, "flash", 1, "flash-appliance", "room")); }},
        {"switch-unlinked", [](Scenario& s) { draw(s, drawn(switch_, "spare", 1, "qm9700", "room")); }},
        {"switch-no-downlink",
         [](Scenario& s) {
             draw(s, drawn(switch_, "bare", 1, "qm9700", "rack"));
             element(s, "bare").tier = 1;
             draw(s, joined("bare", "spine", LinkPattern::mesh));
         }},
        {"switch-no-uplink",
         [](Scenario& s) {
             draw(s, drawn(switch_, "flat", 1, "qm9700", "rack"));
             draw(s, joined("dgx", "flat"));
         }},
        {"switch-ports-unused",
         [](Scenario& s) {
             link(s, "dgx-leaf").count = 1;
             link(s, "leaf-spine").count = 1;
         }},
        {"rack-over-full", [](Scenario& s) { element(s, "dgx").count = 6; }},
        {"rack-over-power", [](Scenario& s) { element(s, "feed").count = 2; }},
        {"rack-no-feed", [](Scenario& s) { erase_element(s, "feed"); }},
        {"rack-no-spare-feed", [](Scenario& s) { element(s, "feed").count = 4; }},
        {"feeds-not-redundant",
         [](Scenario& s) {
             // 2.5 feeds of 32.8 kW a rack: one side of them is 41 kW, the nameplates 42.5 kW.
             element(s, "feed").count = 5;
             element(s, "feed").redundancy = Redundancy::two_n;
         }},
        {"rack-no-cooling", [](Scenario& s) { erase_element(s, "crah"); }},
        {"rack-cooling-incomplete", [](Scenario& s) { element(s, "dgx").part.id = "gb200-tray"; }},
        {"cooling-not-redundant",
         [](Scenario& s) {
             element(s, "crah").count = 1;
             element(s, "crah").redundancy = Redundancy::n_plus_1;
         }},
        {"supply-serves-nothing",
         [](Scenario& s) {
             draw(s, drawn(room, "empty", 1, "", ""));
             draw(s, drawn(feed, "idle", 1, "feed-415v-60a", "empty"));
         }},
        {"supply-mismatch",
         [](Scenario& s) {
             draw(s, drawn(feed, "utility", 1, "utility-10mva", "")); // 20 kV on a feed of 415 V
             draw(s, joined("utility", "feed"));
         }},
        {"waiver-without-finding",
         [](Scenario& s) {
             s.cluster.waivers = {{"rack-no-feed", {"rack"}, "fed from above"}};
         }},
        {"plan-degree", [](Scenario& s) { s.plan.tp = 0; }},
        {"plan-generic", [](Scenario& s) { s.workload.model = "generic-100m"; }},
        {"plan-too-large", [](Scenario& s) { s.plan.pp = 16; }},
        {"plan-gpus", [](Scenario& s) { s.plan.pp = 3; }},
        {"plan-dp", [](Scenario& s) { s.plan.dp = 3; }},
        {"plan-batch", [](Scenario& s) { s.workload.global_batch = 1; }},
        {"plan-uneven-batch", [](Scenario& s) { s.workload.global_batch = 513; }},
        {"plan-heads", [](Scenario& s) { s.plan.tp = 64; }},
        {"plan-layers",
         [](Scenario& s) {
             s.plan.tp = 1;
             s.plan.pp = 64;
         }},
        {"plan-uneven-stages",
         [](Scenario& s) {
             s.plan.pp = 2;
             s.plan.vpp = 3;
         }},
        {"plan-vpp", [](Scenario& s) { s.plan.vpp = 2; }},
        {"plan-experts", [](Scenario& s) { s.plan.ep = 2; }},
        {"plan-ep",
         [](Scenario& s) {
             s.workload.model = "mixtral-8x7b";
             s.plan.pp = 2; // leaves dp = 4
             s.plan.ep = 8;
         }},
        {"plan-shard", [](Scenario& s) { s.plan.shard = 3; }},
        {"plan-precision", [](Scenario& s) { s.plan.precision = Precision::nvfp4; }},
        {"software-of-another-vendor", [](Scenario& s) { s.plan.software = "rocm"; }},
        {"software-of-vendor", [](Scenario& s) { element(s, "dgx").part.id = "mi300x-8"; }},
        {"plan-tp-across-servers", [](Scenario& s) { s.plan.tp = 16; }},
        {"memory-exceeded",
         [](Scenario& s) {
             s.workload.model = "llama3-405b";
             s.plan.tp = 1;
         }},
        {"memory-tight",
         [](Scenario& s) {
             Part own = *Catalog::built_in().part(PartKind::server, "dgx-h100");
             const Evaluation e = evaluate_or_explain(s, Catalog::built_in());
             own.figures["gpu_hbm_capacity"].value = 1.001 * e.memory.needed.si();
             element(s, "dgx").part.inline_part = std::move(own);
         }},
        {"no-network", [](Scenario& s) { erase_link(s, "dgx-leaf"); }},
        {"not-evaluable", [](Scenario& s) { s.workload.model = "nothing"; }},
        {"software-unknown", [](Scenario& s) { s.plan.software = "abacus"; }},
        {"rack-trips", [](Scenario& s) { element(s, "rack").supply = Celsius(50); }},
        {"feeds-exceeded", [](Scenario& s) { element(s, "rack").power_limit = Watts(8e3); }},
        {"supply-over-rating",
         [](Scenario& s) {
             draw(s, drawn(feed, "pdu", 1, "feed-415v-30a", "")); // 16 kW above two racks of 40
             draw(s, joined("pdu", "feed"));
         }},
        {"site-frequency",
         [](Scenario& s) {
             own_part(s, "feed").figures["frequency"].value = 60;
             s.site.grid.frequency = 50;
         }},
        {"plant-over-limit",
         [](Scenario& s) {
             Element plant = drawn(cooling, "chiller", 1, "", "");
             Part chiller;
             chiller.kind = PartKind::cooling;
             chiller.text["cooling"] = "chiller";
             chiller.figures["capacity"].value = 5e3;
             plant.part.inline_part = chiller;
             draw(s, plant);
         }},
        {"site-over-limit", [](Scenario& s) { s.site.power_limit = Watts(5e3); }},
        {"cooling-exceeded", [](Scenario& s) { element(s, "rack").cooling_limit = Watts(20e3); }},
        {"air-short", [](Scenario& s) { element(s, "rack").containment = AirContainment::none; }},
        {"coolant-short",
         [](Scenario& s) {
             element(s, "dgx").part.id = "gb300-nvl72";
             draw(s, drawn(cooling, "cdu", 1, "cdu-in-rack-4u", "room"));
         }},
        {"inlet-too-warm", [](Scenario& s) { element(s, "rack").supply = Celsius(38); }},
        {"unracked-equipment",
         [](Scenario& s) {
             element(s, "spine").parent = "room";
             element(s, "crah").part.id = "rdhx-motivair";
             s.cluster.links.back() = joined("crah", "rack");
         }},
        {"heat-beyond-coolers",
         [](Scenario& s) {
             element(s, "spine").parent = "room";
             element(s, "crah").part.id = "room-ac-20kw";
         }},
        {"air-too-humid",
         [](Scenario& s) {
             s.site.plant = "airside-economiser";
             s.site.wet_bulb = Celsius(26);
             s.site.dry_bulb = Celsius(31);
         }},
        {"wet-bulb-above-dry",
         [](Scenario& s) {
             s.site.wet_bulb = Celsius(40);
             s.site.dry_bulb = Celsius(25);
         }},
        {"switch-inlet",
         [](Scenario& s) {
             draw(s, drawn(switch_, "top", 1, "qm9700", "rack"));
             draw(s, joined("dgx", "top"));
             element(s, "rack").supply = Celsius(41);
         }},
        {"binds-compute", [](Scenario&) {}},
        {"binds-hbm", [](Scenario&) {}},
        {"binds-scale-up", [](Scenario&) {}},
        {"binds-fabric", [](Scenario& s) { link(s, "dgx-leaf").bandwidth = ByteRate(1e9); }},
        {"binds-host",
         [](Scenario& s) {
             s.workload.model = "bert-base"; // kernels too small to hide the next launch
             s.workload.sequence = 128;
             s.workload.global_batch = 1 << 14;
             s.plan.tp = 1;
             s.plan.graphs = LaunchGraphs::none;
         }},
        {"binds-storage",
         [](Scenario& s) {
             draw(s, drawn(storage, "files", 1, "flash-appliance", "room"));
             draw(s, joined("files", "leaf"));
             element(s, "files").bandwidth = ByteRate(1e4);
         }},
        {"gain-reverses",
         [](Scenario& s) {
             std::mt19937 random(1);
             const auto reverses = [](const Gain& gain) { return gain.reverses(); };
             do s = test::random_scenario(random);
             while (std::ranges::none_of(evaluate_or_explain(s, Catalog::built_in()).gains, reverses));
         }},
        {"pipeline-bubble",
         [](Scenario& s) {
             s.plan.pp = 8;
             s.workload.global_batch = 8;
         }},
        {"straggler", [](Scenario& s) { element(s, "dgx").speed = 0.9, element(s, "dgx").slow_gpus = 1; }},
        {"throttle", [](Scenario& s) { element(s, "dgx").gpu_power_cap = Watts(300); }},
        {"input-stall", [](Scenario& s) { s.site.host_input_rate = 0.1; }},
        {"failures", [](Scenario& s) { s.site.failures_per_1000_node_days = 1e5; }},
        {"slow-rack", [](Scenario& s) { s = hot_rack(); }},
        {"mixed-generations",
         [](Scenario& s) {
             for (const char* const id : {"older", "oldest"}) {
                 draw(s, drawn(server, id, 4, "dgx-a100", "room"));
                 draw(s, joined(id, "leaf", LinkPattern::each, 8));
             }
         }},
        {"throttle-cost", [](Scenario& s) { s = hot_rack(); }},
        {"sale-price-above-new",
         [](Scenario& s) {
             draw(s, drawn(server, "old", 1, "dgx-a100", "room"));
             element(s, "old").procurement = Procurement::sell;
             element(s, "old").sale_price = 1e9;
         }},
        {"bought-too-late", [](Scenario& s) { s = short_run(); }},
        {"critical-batch", [](Scenario& s) { s.workload.critical_batch = 1e6; }},
        {"exchange-price",
         [](Scenario& s) {
             s.plan.zero = 0;
             s.plan.sync_every = 30;
         }},
        {"batch-ramp",
         [](Scenario& s) {
             s.workload.token_budget = 1e12;
             s.workload.batch_ramp_start = 1;
             s.workload.batch_ramp_tokens = 1e11;
         }},
        {"jobs-share-fabric",
         [](Scenario& s) {
             s.jobs.emplace_back();
             s.jobs.back().gpus = 1e6;
         }},
        {"fabric-level-unknown",
         [](Scenario& s) {
             s.site.fabric.push_back({"leafs", 0.5, 0, 0.5, {}});
         }},
        {"collectives-unused",
         [](Scenario& s) {
             s.calibration.collectives = {measured(8, 1), measured(16, 2), measured(64, 8)};
         }},
        {"collectives-measured", [](Scenario& s) { s.calibration.collectives = {measured(8, 1)}; }},
        {"calibrated", [](Scenario& s) { s.calibration.compute_factor = 1.1; }},
        {"calibration-off",
         [](Scenario& s) {
             s.calibration.compute_factor = 1.1;
             s.calibration.off = true;
         }},
        {"network-variant", [](Scenario& s) { s.calibration.network_variant = NetworkVariant::tcp; }},
        {"room-too-small", [](Scenario& s) { s.site.room.rack_positions = 0.5; }},
        {"supply-short", [](Scenario& s) { element(s, "feed").count = 3; }},
        {"cap-not-kept",
         [](Scenario& s) {
             for (Element& each : s.cluster.elements)
                 if (each.kind == ElementKind::server) each.gpu_power_cap = Watts(30);
         }},
        {"swing-over-limit", [](Scenario& s) { s.site.grid.swing_limit = Watts(1); }},
        {"ramp-over-limit", [](Scenario& s) { s.site.grid.ramp_limit = Watts(1); }},
        {"site-limit-in-phases",
         [](Scenario& s) {
             const Evaluation e = evaluate_or_explain(s, Catalog::built_in());
             const PowerWave wave = power_wave(e, Defaults::built_in().power);
             s.site.power_limit = wave.mean + (wave.highest - wave.mean) * 0.5;
         }},
        {"phases-unbalanced",
         [](Scenario& s) {
             Element pdu = drawn(feed, "pdu", 1, "test-pdu", "room");
             Part& part = pdu.part.inline_part.emplace();
             part.id = "test-pdu";
             part.kind = PartKind::feed;
             part.text["supply"] = "pdu";
             part.figures["apparent_power"].value = 600e3;
             part.figures["power_factor"].value = 1;
             part.figures["voltage"].value = 400;
             draw(s, pdu);
             element(s, "feed").part.id = "feed-230v-32a";
             element(s, "feed").count = 10;
             draw(s, joined("pdu", "feed"));
         }},
    };
    return all;
}

/// What the check says of a scenario.
Findings found_in(const Scenario& scenario) {
    EvaluateOptions options;
    options.findings = false;
    Evaluation evaluation = evaluate_or_explain(scenario, Catalog::built_in(), options);
    return {std::move(evaluation.findings), std::move(evaluation.waived)};
}

/// What is said of its run too.
Findings found_of_run(const Scenario& scenario) {
    Project project;
    project.scenarios = {scenario};
    const Answers answers(
        {.scenario = std::make_shared<const Scenario>(scenario), .jobs = project_of_jobs(project, scenario)},
        Catalog::built_in());
    const Evaluation& evaluation = answers.value<Verdict>()->evaluation;
    return {evaluation.findings, evaluation.waived};
}

Findings found_by(const Rule& rule, const Scenario& scenario) {
    return rule.scope == RuleScope::run ? found_of_run(scenario) : found_in(scenario);
}

const Finding* find(const std::vector<Finding>& findings, std::string_view id) {
    const auto it = std::ranges::find(findings, id, &Finding::id);
    return it == findings.end() ? nullptr : &*it;
}

QByteArray text_of(const std::vector<Finding>& findings) {
    QByteArray out;
    for (const Finding& each : findings) out += each.id + ": " + each.message + "\n";
    return out;
}

} // namespace

class TestRules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void the_sound_drawing_breaks_none() {
        const Findings findings = found_in(sound());
        QVERIFY2(findings.open.empty(), text_of(findings.open));
        QVERIFY(findings.waived.empty());
    }

    void feeds_may_feed_feeds() {
        Scenario scenario = sound();
        draw(scenario, drawn(feed, "busway", 2, "busway-800a", ""));
        draw(scenario, joined("busway", "feed", LinkPattern::mesh));
        const Findings findings = found_in(scenario);
        QVERIFY2(findings.open.empty(), text_of(findings.open));
    }

    void every_rule_is_broken_data() {
        QTest::addColumn<QString>("id");
        for (const Rule& rule : rule_table())
            QTest::newRow(std::string(rule.id).c_str()) << QString::fromUtf8(rule.id.data());
    }
    void every_rule_is_broken() {
        QFETCH(QString, id);
        const std::string rule = id.toStdString();
        QVERIFY2(breaks().contains(rule), "no drawing here breaks it");
        Scenario broken = sound();
        breaks().at(rule)(broken);
        const Findings findings = found_by(*find_rule(rule), broken);
        const Finding* finding = find(findings.open, rule);
        QVERIFY2(finding, text_of(findings.open));
        QVERIFY(!finding->message.empty() && !finding->why.empty());
        // Not all that the run waits for can be mitigated.
        QVERIFY(!finding->mitigation.empty() || find_rule(rule)->scope == RuleScope::run);
        QVERIFY(finding->severity >= find_rule(rule)->severity); // critical is the least
    }

    /// The guide's tables hold the rules, all of them, in their order.
    void the_guide_lists_them() {
        QFile file(QStringLiteral(ROOFRACK_SOURCE_DIR "/docs/guide/findings.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QStringList listed, rules;
        for (const QString& line : QString::fromUtf8(file.readAll()).split('\n'))
            if (line.startsWith("| `")) listed << line;
        for (const Rule& rule : rule_table())
            rules << QString::fromStdString(fmt::format(
                "| `{}` | {} | {} | {} |", rule.id, name_of(rule.severity), rule.meaning, rule.mitigation));
        QCOMPARE(listed, rules);
    }

    void every_finding_has_a_rule() {
        for (const auto& [rule, break_it] : breaks()) {
            QVERIFY2(find_rule(rule), rule.c_str());
            Scenario broken = sound();
            break_it(broken);
            for (const Finding& finding : found_of_run(broken).open) {
                QVERIFY2(find_rule(finding.id), finding.id.c_str());
                QVERIFY2(finding.severity >= find_rule(finding.id)->severity, finding.id.c_str());
            }
        }
        std::mt19937 random(6);
        for (int i = 0; i < 100; ++i)
            for (const Finding& finding : found_of_run(test::random_scenario(random)).open) {
                QVERIFY2(find_rule(finding.id), finding.id.c_str());
                QVERIFY2(finding.severity >= find_rule(finding.id)->severity, finding.id.c_str());
            }
    }

    /// Whatever id the sources give a finding: words with hyphens where findings are made, and the word after
    /// a severity.
    void every_id_of_the_sources_has_a_rule() {
        const QRegularExpression comment(QStringLiteral("//[^\n]*")),
            makes(QStringLiteral("\\b(Severity|Finding|finding_id|finding_of_\\w+)\\b")),
            hyphened(QStringLiteral("\"([a-z][a-z0-9]*(?:-[a-z0-9]+)+)\"")),
            placed(QStringLiteral("(?:\\{|add\\()[^{}()\"]*Severity::\\w+,\\s*\"([a-z-]+)\"")),
            named(QStringLiteral("string_view \\w+ = \"([a-z-]+)\""));
        std::set<std::string> used;
        QDirIterator files(QStringLiteral(ROOFRACK_SOURCE_DIR "/core"),
                           {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(file.readAll()).remove(comment);
            // A report lists findings and makes none; its words with hyphens name views.
            if (file.fileName().endsWith(QStringLiteral("rule_table.cpp")) ||
                file.fileName().contains(QStringLiteral("/answers/handover/")) ||
                !makes.match(text).hasMatch())
                continue;
            for (const QRegularExpression* form : {&hyphened, &placed, &named}) {
                if (form == &named && !file.fileName().endsWith(QStringLiteral("model/finding.h"))) continue;
                for (auto found = form->globalMatch(text); found.hasNext();)
                    used.insert(found.next().captured(1).toStdString());
            }
        }
        std::erase_if(used,
                      [](const std::string& id) { return id.starts_with("x-"); }); // keys of other programs
        QVERIFY(used.contains("throttle") && used.contains("failures") && used.contains("slow-rack"));
        std::string unknown, unused;
        for (const std::string& id : used)
            if (!find_rule(id)) unknown += id + " ";
        QVERIFY2(unknown.empty(), unknown.c_str());
        for (const Rule& rule : rule_table())
            if (!used.contains(std::string(rule.id))) unused += std::string(rule.id) + " ";
        QVERIFY2(unused.empty(), unused.c_str());
    }

    /// What binds leads its equals, and no graver ones.
    void the_gravest_stands_first() {
        Evaluation evaluation;
        evaluation.gains.emplace_back().resource = {ResourceKind::fabric, 1};
        const auto made = [](Severity severity, const char* message) {
            return Finding{severity, "failures", message, "", "", {}};
        };
        evaluation.findings = {made(Severity::info, "note"), made(Severity::info, "binds"),
                               made(Severity::info, "other level"), made(Severity::warning, "slow")};
        evaluation.findings[1].binds = Resource{ResourceKind::fabric, 1};
        evaluation.findings[2].binds = Resource{ResourceKind::fabric, 0};
        QCOMPARE(gravest_of(evaluation.findings)->message, std::string("slow"));
        const auto order = [&evaluation] {
            std::string out;
            for (const Finding& each : evaluation.findings) out += each.message + ", ";
            return out;
        };
        add_drawing_findings(evaluation, {}, {});
        QCOMPARE(order(), std::string("slow, binds, note, other level, "));
        add_findings(evaluation, {made(Severity::warning, "slower"), made(Severity::critical, "stands")});
        QCOMPARE(order(), std::string("stands, slow, slower, binds, note, other level, "));
        QCOMPARE(gravest_of(evaluation.findings), &evaluation.findings.front());
        QVERIFY(!gravest_of({}));
    }

    /// A finding that comes after the drawing's is held to the same waivers, as one that comes before.
    void later_findings_are_waived_too() {
        Evaluation evaluation;
        evaluation.findings = {{Severity::warning, "slow-rack", "before", "", "", {"rack"}}};
        add_drawing_findings(evaluation, {}, {{"slow-rack", {"rack"}, "old"}, {"failures", {}, "known"}});
        add_findings(evaluation, {{Severity::info, "failures", "after", "", "", {}},
                                  {Severity::warning, "slow-rack", "elsewhere", "", "", {"other"}}});
        QCOMPARE(evaluation.findings.size(), size_t(1)); // no idle waiver: more may come
        QCOMPARE(evaluation.findings.front().message, std::string("elsewhere"));
        QCOMPARE(evaluation.waived.size(), size_t(2));
        QCOMPARE(evaluation.waived.front().reason, std::string("old"));
        QCOMPARE(evaluation.waived.back().finding.message, std::string("after"));
    }

    /// A waiver of all that a finding names puts it aside, whatever the rule; the rest stays.
    void every_finding_can_be_waived_data() { every_rule_is_broken_data(); }
    void every_finding_can_be_waived() {
        QFETCH(QString, id);
        const std::string rule = id.toStdString();
        if (rule == finding_id::idle_waiver) return; // itself about a waiver
        Scenario broken = sound();
        breaks().at(rule)(broken);
        const Findings before = found_by(*find_rule(rule), broken);
        const Finding* const broken_rule = find(before.open, rule);
        QVERIFY2(broken_rule, text_of(before.open));
        const Finding finding = *broken_rule;
        const std::vector<Waiver> own = broken.cluster.waivers;
        broken.cluster.waivers.push_back(waiver_of(finding, "as agreed"));
        const Findings findings = found_by(*find_rule(rule), broken);
        QVERIFY(std::ranges::find(findings.open, finding) == findings.open.end());
        QVERIFY2(!find(findings.open, finding_id::idle_waiver), text_of(findings.open));
        const auto waived = std::ranges::find(findings.waived, finding, &WaivedFinding::finding);
        QVERIFY(waived != findings.waived.end());
        QCOMPARE(QString::fromStdString(waived->reason), QString("as agreed"));
        withdraw_waiver(broken.cluster.waivers, waived->finding);
        QCOMPARE(broken.cluster.waivers, own);
    }

    /// Not only of the first that is drawn.
    void the_stack_runs_on_all_that_is_drawn() {
        Scenario s = sound();
        draw(s, drawn(server, "amd", 1, "mi300x-8", "rack"));
        draw(s, joined("amd", "leaf", LinkPattern::each, 8));
        const Findings findings = found_in(s);
        const Finding* const foreign = find(findings.open, "software-of-another-vendor");
        QVERIFY2(foreign, text_of(findings.open));
        QVERIFY2(foreign->message.find("MI300X") != std::string::npos, foreign->message.c_str());
    }

    /// NICs left over are said, whether others of the kind have them or none; a template says why.
    void a_rail_that_all_servers_lack() {
        Scenario s = sound();
        link(s, "dgx-leaf").count = 7;
        const Findings findings = found_in(s);
        const Finding* const unlinked = find(findings.open, "nics-unlinked");
        QVERIFY2(unlinked && unlinked->severity == Severity::warning, text_of(findings.open));
        for (const char* name : {"fat-tree", "rail-optimised", "dragonfly"}) {
            const auto made = make_template(name, {{"nics", "2"}}, Catalog::built_in());
            QVERIFY2(made, made ? "" : made.error().text().c_str());
            const Findings of_template = check_drawing(made->scenarios.front().cluster, Catalog::built_in());
            QVERIFY2(of_template.open.empty(), text_of(of_template.open));
            QCOMPARE(of_template.waived.size(), size_t(1));
            QCOMPARE(of_template.waived[0].finding.id, std::string("nics-unlinked"));
        }
    }

    void a_waiver_holds_where_it_says() {
        Scenario s = sound();
        for (const char* id : {"spare-a", "spare-b"}) draw(s, drawn(switch_, id, 1, "qm9700", "core"));
        s.cluster.waivers = {{"switch-unlinked", {"spare-a"}, "on the shelf"}};
        const Findings findings = found_in(s);
        QCOMPARE(findings.open.size(), size_t(1));
        QCOMPARE(QString::fromStdString(findings.open[0].where[0]), QString("spare-b"));
        QCOMPARE(findings.waived.size(), size_t(1));
        // Two places in one waiver, and many findings in one line.
        s.cluster.waivers[0].where = {"spare-a", "spare-b"};
        QVERIFY(found_in(s).open.empty());
        for (int i = 0; i < 5; ++i) {
            draw(s, drawn(switch_, ("more-" + std::to_string(i)).c_str(), 1, "qm9700", "core"));
            s.cluster.waivers[0].where.push_back(s.cluster.elements.back().id);
        }
        QVERIFY(found_in(s).open.empty());
        QCOMPARE(found_in(s).waived.size(), size_t(1));
        QCOMPARE(found_in(s).waived[0].finding.where.size(), size_t(7));
        // A finding that names no place is none of those at the places.
        Scenario without = sound();
        breaks().at("no-gpu")(without);
        without.cluster.waivers = {{"no-gpu", {"rack"}, "later"}};
        QVERIFY(find(found_in(without).open, "no-gpu"));
    }

    /// Two racks of one name were accepted, a third was not.
    void a_waiver_of_some_places_does_not_hold_for_more() {
        Scenario s = sound();
        const auto twin = [&](const char* id) {
            draw(s, element(s, "spine"));
            s.cluster.elements.back().id = id;
            draw(s, joined("leaf", id, LinkPattern::mesh, 1));
        };
        twin("spine-2");
        s.cluster.waivers = {{"duplicate-name", {"spine", "spine-2"}, "both are the spine"}};
        QVERIFY(!find(found_in(s).open, "duplicate-name"));
        twin("spine-3");
        QVERIFY(find(found_in(s).open, "duplicate-name"));
        QVERIFY(find(found_in(s).open, finding_id::idle_waiver));
    }

    void a_waiver_of_nothing_is_taken_back_by_its_finding() {
        Scenario s = sound();
        s.cluster.waivers = {{"no-such-rule", {}, "why not"}, {"rack-no-feed", {"rack"}, "fed from above"}};
        Findings findings = found_in(s);
        QCOMPARE(findings.open.size(), size_t(2));
        withdraw_waiver(s.cluster.waivers, findings.open[0]);
        withdraw_waiver(s.cluster.waivers, findings.open[1]);
        QVERIFY(s.cluster.waivers.empty());
    }

    void places_are_forgotten() {
        std::vector<Waiver> waivers{{"a", {"x", "y"}, ""}, {"b", {"x"}, ""}, {"c", {}, ""}};
        remove_places(waivers, {"x"});
        QCOMPARE(waivers.size(), size_t(2));
        QCOMPARE(waivers[0].where, std::vector<std::string>{"y"});
        QCOMPARE(QString::fromStdString(waivers[1].rule), QString("c"));
    }

    /// What a network is for decides what training may use.
    void the_use_of_a_network_is_asked_for() {
        Scenario s = sound();
        breaks().at("gradients-on-storage")(s);
        for (const char* id : {"leaf", "spine"}) element(s, id).use = NetworkUse::any;
        QVERIFY2(!find(found_in(s).open, "gradients-on-storage"), text_of(found_in(s).open));
        // A second network that is not for training changes nothing.
        const auto step = [](const Scenario& drawn) {
            return evaluate_or_explain(drawn, Catalog::built_in()).step_time.si();
        };
        Scenario more = sound();
        const double alone = step(more);
        draw(more, drawn(switch_, "office", 1, "sn4600c", "core"));
        draw(more, joined("dgx", "office"));
        element(more, "office").use = NetworkUse::management;
        QCOMPARE(step(more), alone);
        QVERIFY2(found_in(more).open.empty(), text_of(found_in(more).open));
    }

    void redundancy_that_is_kept() {
        Scenario s = sound();
        element(s, "feed").redundancy = Redundancy::two_n;    // 3 of 32.8 kW a rack: 49 kW on one side
        element(s, "crah").redundancy = Redundancy::n_plus_1; // 120 kW left for 85
        QVERIFY2(found_in(s).open.empty(), text_of(found_in(s).open));
        // LinkEndCounts drawn apart: A carries all, B not.
        element(s, "feed").count = 4;
        draw(s, drawn(feed, "feed-b", 2, "feed-415v-60a", "room"));
        draw(s, joined("feed-b", "rack"));
        element(s, "feed-b").redundancy = Redundancy::two_n;
        const Findings findings = found_in(s);
        const Finding* finding = find(findings.open, "feeds-not-redundant");
        QVERIFY2(finding, text_of(findings.open));
        QVERIFY(std::ranges::find(finding->where, "feed-b") != finding->where.end());
    }
};

QTEST_APPLESS_MAIN(TestRules)
#include "test_rules.moc"
