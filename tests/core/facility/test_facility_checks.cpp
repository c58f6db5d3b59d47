// SPDX-License-Identifier: GPL-3.0-or-later
// Worked cases of power, cooling and money against what was published, each computed by the functions of the
// program from the parts of its catalogue; and the power of measured servers.
#include "core/base/catalog/catalog.h"
#include "core/drawing/feed_capacity.h"
#include "core/facility/air.h"
#include "core/facility/economics/economics.h"
#include "core/facility/facility.h"
#include "core/facility/liquid.h"
#include "core/facility/plant.h"
#include "core/facility/supply/supply_failure.h"
#include "core/measured/measure/runs.h"
#include "core/step/engine/step_solver.h"
#include "core/step/workload/layer_parameters.h"
#include "core/step/workload/plan_check.h"
#include "core/study/facility/power_wave.h"

#include <QTest>

using namespace roofrack;

namespace {

constexpr double a_litre_a_minute = 1e-3 / 60; // m³/s
const QString tables = QStringLiteral(ROOFRACK_SOURCE_DIR "/tests/data/");

const Part& part(const char* id) {
    const Part* const found = Catalog::built_in().part(id);
    if (!found) qFatal("no part %s", id);
    return *found;
}

double figure(const char* id, const char* key) {
    const auto value = part(id).value(key);
    if (!value) qFatal("%s has no %s", id, key);
    return *value;
}

double gb300_flow_at(double supply) {
    return coolant_flow(
               Watts((1 - figure("gb300-nvl72", "air_heat_share")) * figure("gb300-nvl72", "typical_power")),
               Celsius(55) - Celsius(supply)) /
           a_litre_a_minute;
}

double air_rise(const char* server) {
    return air_temperature_rise(Watts(figure(server, "max_power")), figure(server, "air_flow")).si();
}

/// W on each feed that is left when one of so many that share a rack is lost.
double load_of_the_rest(double rack, int feeds) {
    constexpr double capacity = 40e3;
    SupplyChain chain;
    FedRack fed{1, rack, {}};
    for (int i = 0; i < feeds; ++i) {
        SupplyUnit unit;
        unit.id = std::to_string(i);
        unit.capacity = capacity;
        unit.rack_share = 1.0 / feeds;
        chain.units.push_back(unit);
        fed.feeds.push_back({i, capacity, 0});
    }
    if (!chain.arrange()) qFatal("feeds in a circle");
    const auto flows = chain.flows(std::vector<double>(static_cast<size_t>(feeds), rack / feeds), 0);
    const SupplyFailure lost = SupplyFailures(chain, {flows, flows, {fed}, {}}).fail_unit(0);
    double most = 0;
    for (const SupplyFailure::CarryingUnit& each : lost.carried) most = std::max(most, each.ratio * capacity);
    return most;
}

OwnershipTerms slot() {
    OwnershipTerms terms(Defaults::built_in());
    terms.capital = 45000;
    terms.power_kw = 1.3;
    terms.load = 0.8;
    terms.pue = 1.3;
    return terms;
}

double owned() { return cost_of_ownership(slot()).total(); }

/// A server drawn alone at a site without overheads.
PowerState alone(const Part& server, const DutyCycle& duty, double working) {
    Cluster cluster;
    Element element;
    element.id = "node";
    element.kind = ElementKind::server;
    element.part.id = server.id;
    element.part.inline_part = server;
    cluster.elements = {element};
    Fabric fabric;
    GpuGroup group;
    group.element = "node";
    group.accelerator = server.text_or("accelerator", "");
    group.gpus_per_server = static_cast<int>(server.value_or("gpus", 0));
    group.servers = 1;
    group.gpus = fabric.gpus = group.gpus_per_server;
    fabric.groups = {group};
    Site site;
    site.pue = 1;
    auto facility = Facility::prepare(cluster, site, fabric, Catalog::built_in());
    if (!facility) qFatal("%s", facility.error().text().c_str());
    return facility->state(duty, working);
}

/// How the program comes to a case's figure, in its unit; no function: it lacks an input.
using Computed = std::function<double()>;

std::map<std::string, Computed> computed() {
    const Catalog& catalog = Catalog::built_in();
    std::map<std::string, Computed> out;
    out["superpod-h100-rack"] = [] { return 4 * figure("dgx-h100", "max_power") / 1e3; };
    out["superpod-h100-feed-lost"] = [] {
        return load_of_the_rest(4 * figure("dgx-h100", "max_power"), 3) / 1e3;
    };
    out["superpod-b200-unit"] = [] { return 32 * figure("dgx-b200", "max_power") / 1e3; };
    out["dgx-b200-rack"] = [] { return 2 * figure("dgx-b200", "max_power") / 1e3; };
    out["feed-415v-60a-va"] = [] { return continuous_volt_amperes(415, 60); };
    out["feed-415v-60a"] = [] { return feed_capacity(part("feed-415v-60a"))->si() / 1e3; };
    out["gb200-shelves"] = [] {
        return figure("gb200-nvl72", "psu_rated") * figure("gb200-nvl72", "psu_needed") / 1e3;
    };
    for (const auto& [name, supply] : {std::pair{"25", 25.0}, {"30", 30.0}, {"35", 35.0}, {"45", 45.0}})
        out[std::string("gb300-flow-") + name] = [supply = supply] { return gb300_flow_at(supply); };
    out["gb300-drop-30"] = [] { return pressure_drop(2.3, 59, 71); };
    out["gb300-drop-45"] = [] { return pressure_drop(2.3, 59, 177); };
    out["flow-water"] = [] { return coolant_flow(Watts(1000), Kelvins(10)) / a_litre_a_minute; };
    out["flow-pg25"] = [] {
        return coolant_flow(Watts(1000), Kelvins(10), propylene_glycol_25) / a_litre_a_minute;
    };
    out["chx2000-rise"] = [] {
        return coolant_rise(Watts(figure("cdu-chx2000", "capacity")), figure("cdu-chx2000", "flow"),
                            propylene_glycol_25)
            .si();
    };
    out["dgx-h100-rise"] = [] { return air_rise("dgx-h100"); };
    out["dgx-b200-rise"] = [] { return air_rise("dgx-b200"); };
    out["llama3-throughput"] = [&catalog] {
        // A token by itself: 6N.
        return model_flops(catalog.model("llama3-405b")->transformer.value(), 1).palm * 15.6e12 /
               (30.84e6 * 3600) / 1e12;
    };
    out["llama3-tdp"] = [] { return 30.84e6 * figure("h100-sxm5", "tdp") / 1e9; };
    out["gpt4-flop"] = [] { return 25000 * figure("a100-sxm4-80gb", "dense_bf16") * 0.34 * 95 * 86400; };
    out["b200-load-factor"] = [] {
        DutyCycle all;
        all.compute = 1;
        return alone(part("dgx-b200"), all, 8).it.si() / figure("dgx-b200", "max_power");
    };
    out["h100-max"] = [] { return figure("h100-sxm5", "measured_power_max"); };
    out["sn5610-optics"] = [] {
        return (figure("sn5610", "max_power") - figure("sn5610", "typical_power")) /
               figure("sn5610", "ports");
    };
    out["owned-slot"] = owned;
    out["own-over-aws"] = [] { return break_even_utilisation(owned(), 6.88); };
    out["own-over-lambda"] = [] { return break_even_utilisation(owned(), 3.99); };
    out["pflop-day-lambda"] = [] {
        return dollars_per_petaflop_day(3.99, FlopRate(figure("h100-sxm5", "dense_bf16")), 0.4);
    };
    out["wue-tower"] = [] { return evaporated_water(1.133); };
    out["gb300-buffer"] = [] {
        PowerWave wave{
            {{StepPart::compute, Seconds(0.5), Watts(1000)}, {StepPart::data_comm, Seconds(0.5), Watts(600)}},
            Seconds(1),
            Watts(800),
            Watts(1000),
            Watts(600)};
        return wave.longest_flattened(Defaults::built_in().power.smoothing.supply_storage).si();
    };
    out["bloom-energy"] = [] { return 1082990 * figure("a100-sxm4-80gb", "tdp") / 1e6; };
    return out;
}

/// What a case of this kind may be off by.
double allowed(std::string_view kind) {
    if (kind == "identity") return 0.0015; // as far as it is printed
    if (kind == "load-factor" || kind == "leak-derived" || kind == "fitted") return 0.05;
    return 0.02;
}

/// The SMC node: the server of the catalogue without fans, all its heat into the tank.
Part immersed() {
    Part out = part("hgx-h100");
    out.id = "own";
    out.figures["air_heat_share"].value = 0;
    out.figures["fan_power_max"].value = 0;
    out.figures.erase("typical_power"); // a part with fans
    return out;
}

/// The workload on so many immersed nodes, as MLPerf v4.0 runs it. What the logs of power do not print: the
/// batches of BERT and ResNet (from memory), the degrees of the adapter's plan (those of other submissions
/// of the same release).
Scenario benchmark(const std::string& workload, int nodes) {
    Scenario out;
    Element server;
    server.id = "node";
    server.kind = ElementKind::server;
    server.count = nodes;
    server.part.id = "own";
    server.part.inline_part = immersed();
    Element leaf;
    leaf.id = "leaf";
    leaf.kind = ElementKind::switch_;
    leaf.part.id = "qm9700";
    Link link;
    link.id = "rails";
    link.from = "node";
    link.to = "leaf";
    link.count = 8;
    link.bandwidth = ByteRate(50e9);
    out.cluster.elements = {server, leaf};
    out.cluster.links = {link};
    if (workload == "bert") {
        out.workload.model = "bert-large";
        out.workload.global_batch = 384 * nodes;
        out.plan.micro_batch = 48; // all that a GPU has of a step
        out.plan.software = "MLPerf v4.0";
    } else if (workload == "resnet") {
        out.workload.model = "resnet-50";
        out.workload.global_batch = 3264 * nodes;
    } else {
        out.workload.model = "llama2-70b-lora";
        out.workload.global_batch = 8; // on any number of nodes
        out.plan.tp = 4;
        out.plan.cp = nodes > 1 ? 2 : 1;
        out.plan.precision = Precision::fp8;
        out.plan.software = "MLPerf v4.0";
    }
    return out;
}

StepState step_of(const Scenario& scenario) {
    const auto prepared = Prepared::make(scenario, Catalog::built_in());
    if (!prepared) qFatal("%s", prepared.error().text().c_str());
    const Prepared::Impl& impl = prepared->impl();
    Plan plan = scenario.plan;
    for (const Finding& finding :
         check_plan(plan, impl.model, prepared->fabric().gpus, scenario.workload.global_batch))
        if (finding.severity == Severity::critical) qFatal("%s", finding.message.c_str());
    ResourceKnobs knobs;
    // Its script captures CUDA graphs and logs nothing between steps: GPUs do not wait for the host.
    if (scenario.workload.model == "bert-large") knobs.host = 1e9;
    return StepSolver(*prepared).solve(plan, prepared->fabric().gpus, scenario.workload.global_batch, knobs);
}

} // namespace

class TestFacilityChecks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void published_cases();
    void measured_nodes();
};

void TestFacilityChecks::published_cases() {
    const auto table = read_csv((tables + "facility_checks.csv").toStdString());
    QVERIFY2(table, table ? "" : table.error().text().c_str());
    const std::map<std::string, Computed> ours = computed();
    QStringList wrong, lacking;
    size_t found = 0;
    for (size_t i = 0; i < table->rows.size(); ++i) {
        const RunRow row(*table, i);
        const std::string name(row.text("case")), kind(row.text("kind"));
        QVERIFY(!row.text("source").empty());
        const auto computed = ours.find(name);
        if (computed == ours.end()) {
            lacking << QString::fromStdString(name);
            continue;
        }
        ++found;
        const double published = row.number("published"), value = computed->second();
        const double off = value / published - 1;
        qInfo("%-24s %-13s published %10.4g %-9s ours %10.4g %+6.1f %%", name.c_str(), kind.c_str(),
              published, std::string(row.text("unit")).c_str(), value, 100 * off);
        if (!(std::abs(off) <= allowed(kind)))
            wrong << QStringLiteral("%1 %2 %").arg(name.c_str()).arg(100 * off);
    }
    qInfo("no function yet, or an input is not published: %s", qPrintable(lacking.join(", ")));
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join("; ")));
    QCOMPARE(found, ours.size());
    // The direct-current chain of Frontier's cabinets is not in the program.
    for (const QString& name : lacking) QVERIFY2(name.startsWith("frontier-"), qPrintable(name));
}

/// MLPerf power logs, mean between run_start and run_stop. The duty cycle is that of the engine's step. A run
/// on eight nodes is over in a few minutes: the share of it that is training is what its steps take, counted
/// by the run on one node, which trains all the time; of the rest, start-up and evaluation, GPUs wait for
/// each other in one half and idle in the other.
void TestFacilityChecks::measured_nodes() {
    const auto table = read_csv((tables + "node_power.csv").toStdString());
    QVERIFY2(table, table ? "" : table.error().text().c_str());
    const Part node = immersed();
    const auto key_of = [](const RunRow& row) {
        return std::string(row.text("basis")) + std::string(row.text("workload"));
    };
    std::map<std::string, double> alone_minutes;
    for (size_t i = 0; i < table->rows.size(); ++i)
        if (const RunRow row(*table, i); row.number("nodes") == 1)
            alone_minutes[key_of(row)] = row.number("duration_min");
    QStringList wrong;
    for (size_t i = 0; i < table->rows.size(); ++i) {
        const RunRow row(*table, i);
        const double nodes = row.number("nodes"), minutes = row.number("duration_min");
        const std::string workload(row.text("workload"));
        const StepState step = step_of(benchmark(workload, static_cast<int>(nodes)));
        double training = 1;
        if (nodes > 1) {
            // Samples a step grow with the nodes, but for the adapter's.
            const double steps = benchmark(workload, 1).workload.global_batch /
                                 benchmark(workload, static_cast<int>(nodes)).workload.global_batch;
            training = std::min(1.0, alone_minutes.at(key_of(row)) * steps * step.step /
                                         step_of(benchmark(workload, 1)).step / minutes);
        }
        const DutyCycle duty{step.duty.compute * training,
                             step.duty.communication * training + (1 - training) / 2};
        const PowerState state = alone(node, duty, 8);
        // Direct current: after the supplies, of which there are no fans to tell apart.
        const auto on_basis = [&](const PowerState& power) {
            return row.text("basis") == "DC" ? power.it.si() / power.tue : power.it.si();
        };
        const double ours = on_basis(state), measured = row.number("value_w"),
                     idle = on_basis(alone(node, {}, 0));
        const double off = ours / measured - 1;
        qInfo("%-12s measured %6.0f W, ours %6.0f W, %+5.1f %%; computing %.2f, waiting %.2f; idle %5.0f W, "
              "ours %5.0f",
              std::string(row.text("id")).c_str(), measured, ours, 100 * off, duty.compute,
              duty.communication, row.number("idle_w"), idle);
        if (!(std::abs(off) <= 0.06))
            wrong << QStringLiteral("%1 %2 %").arg(std::string(row.text("id")).c_str()).arg(100 * off);
        // The lowest sample of a run is no meter of an idle node, but near one.
        QVERIFY(idle > 0.6 * row.number("idle_w") && idle < 1.2 * row.number("idle_w"));
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join("; ")));
    QCOMPARE(table->rows.size(), size_t(10));
}

QTEST_APPLESS_MAIN(TestFacilityChecks)
#include "test_facility_checks.moc"
