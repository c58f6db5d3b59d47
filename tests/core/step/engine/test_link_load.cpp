// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/step/engine/evaluate.h"
#include "core/step/engine/loads/drawing_loads.h"

#include <QTest>

#include <numeric>

using namespace roofrack;

namespace {

Scenario sample(const char* name) {
    const auto loaded = read_project(std::string(ROOFRACK_SOURCE_DIR "/samples/") + name + ".roofrack.json",
                                     Catalog::built_in());
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    return loaded->project.scenarios.front();
}

struct Read {
    Scenario scenario;
    Evaluation evaluation;
    DrawingLoads loads;

    const LinkLoad* link(const char* id) const {
        for (const LinkLoad& load : loads.links)
            if (load.id == id) return &load;
        return nullptr;
    }
    /// Bytes that a part of the step puts on a link; 0 when none.
    double bytes(const char* id, StepPart part) const {
        if (const LinkLoad* load = link(id))
            for (const PartLoad& each : load->parts)
                if (each.part == part) return each.bytes.si();
        return 0;
    }
    std::string level_of(const std::string& element) const {
        for (const FabricPlaces::Placed& placed : loads.places.elements)
            if (placed.id == element) return loads.places.levels[static_cast<size_t>(placed.level)].name;
        return {};
    }
};

Read read(Scenario scenario, double gpus = 0) {
    const auto prepared = Prepared::make(scenario, Catalog::built_in());
    if (!prepared) qFatal("%s", prepared.error().text().c_str());
    EvaluateOptions options;
    options.gpus = gpus;
    options.findings = false;
    Read out{std::move(scenario), evaluate(*prepared, options), {}};
    out.loads = drawing_loads(*prepared, out.evaluation);
    return out;
}

/// 256 GPUs in 32 servers on 4 leaf switches of 64 GPUs under a spine, data parallel, one gradient
/// all-reduce; of so many parameters of 4 B.
Scenario data_parallel(double parameters) {
    Scenario out = sample("generic-100m-256gpu-1nic");
    ModelSpec model = out.workload.inline_model ? *out.workload.inline_model
                                                : *Catalog::built_in().model(out.workload.model);
    model.generic->parameters = parameters;
    model.generic->gradient_bits = 32;
    out.workload.inline_model = model;
    out.plan.gradient_bits = 0;
    out.plan.sync_every = 1;
    return out;
}

void near(double actual, double expected, double relative = 1e-9) {
    if (std::abs(actual - expected) > relative * std::abs(expected))
        QFAIL(qPrintable(QStringLiteral("%1 is not %2").arg(actual).arg(expected)));
}

} // namespace

class TestLinkLoad : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void what_leaves_the_blocks_flows_on_their_links() {
        const double parameters = 1e9;
        const Read drawn = read(data_parallel(parameters));
        // A ring passes 2 (n − 1)/n · S over every border (nccl-tests doc/PERFORMANCE.md): out of each of the
        // 32 servers, and of each of the 4 leaf switches.
        const double ring = 2 * 255.0 / 256 * 4 * parameters;
        const auto on = [&](const char* id) { return drawn.bytes(id, StepPart::data_comm); };
        near(on("row-a-server--leaf") + on("row-b-server--leaf"), 32 * ring);
        near(on("leaf--spine"), 4 * ring);
        // Mean over the step.
        near(drawn.link("leaf--spine")->mean.si() * drawn.evaluation.step_time.si(), 4 * ring);
    }

    void binding_link_is_at_its_limit_while_its_collective_runs() {
        const Read drawn = read(data_parallel(1e12)); // long enough that latency is nothing
        const auto tightest =
            std::ranges::min_element(drawn.evaluation.levels, {}, [](const FabricLevel& level) {
                // The rate of a ring that every GPU is a member of.
                return level.egress.si() * (1 - level.background_load) * level.routing * level.block_gpus;
            });
        QCOMPARE(tightest->binding, std::string("leaf--spine"));
        const LinkLoad& binding = *drawn.link("leaf--spine");
        QCOMPARE(binding.parts.front().part, StepPart::data_comm);
        QVERIFY2(binding.load() > 0.99 && binding.load() <= 1, qPrintable(QString::number(binding.load())));
        // The ring passes the same bytes over the border of a leaf and of a server, so a server's NIC is
        // loaded less by as much as it lets through more than a leaf's two uplinks: those have 70 % left by
        // other jobs, and lose some to flows that collide on two ways; the one cable of a NIC has no others.
        const LinkLoad& nics = *drawn.link("row-a-server--leaf");
        const double a_leaf = binding.limit.si() / 4, a_server = nics.limit.si() / 16;
        near(nics.load() / binding.load(), a_leaf / a_server, 1e-6);
        QVERIFY2(nics.load() < 0.6, qPrintable(QString::number(nics.load())));
    }

    void limits_leave_out_what_other_jobs_take() {
        Scenario scenario = data_parallel(1e9);
        for (Link& link : scenario.cluster.links)
            if (link.id == "leaf--spine") link.background_load = 0;
        const Read alone = read(scenario);
        for (Link& link : scenario.cluster.links)
            if (link.id == "leaf--spine") link.background_load = 0.5;
        const Read shared = read(scenario);
        near(shared.link("leaf--spine")->limit.si(), 0.5 * alone.link("leaf--spine")->limit.si());
        near(shared.link("leaf--spine")->capacity.si(), alone.link("leaf--spine")->capacity.si());
        near(shared.bytes("leaf--spine", StepPart::data_comm),
             alone.bytes("leaf--spine", StepPart::data_comm));
    }

    void one_server_sends_nothing() {
        Scenario scenario = data_parallel(1e9);
        scenario.plan.dp = 0;
        const Read drawn = read(scenario, 8);
        QVERIFY(!drawn.loads.links.empty());
        for (const LinkLoad& load : drawn.loads.links)
            for (const PartLoad& part : load.parts)
                QVERIFY2(part.part == StepPart::input || part.part == StepPart::checkpoint, load.id.c_str());
    }

    void loads_never_exceed_the_limit_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"dgx-h100-su", "gb200-nvl72-x8", "llama3-405b-16k", "megatron-1t-3072",
                                 "shared-a100-hot-rack", "generic-100m-256gpu-8nic"})
            QTest::newRow(name) << name;
    }
    void loads_never_exceed_the_limit() {
        QFETCH(QString, name);
        const Read drawn = read(sample(name.toUtf8().constData()));
        QVERIFY(!drawn.loads.links.empty());
        // None of the GB200 racks' links is loaded: there the limits alone are tested.
        if (name != u"gb200-nvl72-x8")
            QVERIFY(std::ranges::any_of(drawn.loads.links,
                                        [](const LinkLoad& load) { return !load.parts.empty(); }));
        for (const LinkLoad& load : drawn.loads.links) {
            QVERIFY(load.limit.si() > 0 && load.limit <= load.capacity);
            QVERIFY(load.mean <= load.limit);
            QVERIFY(std::ranges::is_sorted(load.parts, std::ranges::greater{}, &PartLoad::load));
            double bytes = 0;
            for (const PartLoad& part : load.parts) {
                QVERIFY(part.bytes.si() > 0 && part.load > 0 && part.load <= 1);
                // Two thirds of the rate of a clamp would be a wrong volume: the model never beats the line.
                QVERIFY(part.bytes.si() <= 1.001 * load.limit.si() * part.running.si());
                bytes += part.bytes.si();
            }
            QVERIFY(load.mean.si() * drawn.evaluation.step_time.si() <= bytes * (1 + 1e-9));
        }
    }

    void storage_is_read_once_at_each_hop() {
        const Read drawn = read(sample("dgx-h100-su"));
        const auto& workload = drawn.scenario.workload;
        const double sequence = workload.sequence > 0
                                    ? workload.sequence
                                    : Catalog::built_in().model(workload.model)->default_sequence;
        const double read_bytes = workload.global_batch * 4 * sequence; // 4 B a token
        near(drawn.bytes("storage--storage-switch", StepPart::input), read_bytes);
        near(drawn.bytes("row-a-server--storage-switch", StepPart::input) +
                 drawn.bytes("row-b-server--storage-switch", StepPart::input),
             read_bytes);
        QCOMPARE(drawn.bytes("row-a-server--leaf", StepPart::input), 0.0); // a network of its own
    }

    void facility_links_add_up_to_their_unit() {
        const Read drawn = read(sample("shared-a100-hot-rack"));
        QVERIFY(drawn.loads.facility_links.size() >= 3);
        for (const Budget& unit : drawn.loads.units) {
            double sum = 0;
            for (const FacilityLinkLoad& link : drawn.loads.facility_links) {
                if (link.unit != unit.id) continue;
                sum += link.load.si();
                near(link.load / *link.limit, unit.load / *unit.limit);
            }
            near(sum, unit.load.si());
        }
        double racks = 0, feeds = 0; // all that the racks draw comes from the feeds
        for (const RackState& rack : drawn.evaluation.power.racks) racks += rack.count * rack.peak.si();
        for (const Budget& unit : drawn.loads.units)
            if (unit.kind == BudgetKind::feed) feeds += unit.load.si();
        near(feeds, racks);
    }

    void levels_are_named_by_their_switches() {
        const Read drawn = read(sample("shared-a100-hot-rack"));
        QCOMPARE(drawn.level_of("rack-a"), std::string("NVLink domain"));
        QCOMPARE(drawn.level_of("rack-a-server"), std::string("NVLink domain"));
        QCOMPARE(drawn.level_of("leaf-a"), std::string("Leaf")); // "Leaf A", "Leaf B", "Leaf door"
        QCOMPARE(drawn.level_of("spine"), std::string("Spine"));
        QCOMPARE(drawn.level_of("feed"), std::string());
        const Read unit = read(sample("dgx-h100-su"));
        QCOMPARE(unit.level_of("storage-switch"), std::string("storage"));
        QCOMPARE(unit.level_of("storage"), std::string("storage"));
    }

    void tokens_leave_a_torus_over_its_axes() {
        // 4 × 4 × 4 chips, four to a server, one ring of all 64: every border of a chip carries the ring's
        // bytes over six cables.
        Scenario scenario = data_parallel(1e9);
        Cluster cluster;
        Element server;
        server.id = "tpu";
        server.count = 16;
        server.part.id = "tpu-v4-host";
        cluster.elements.push_back(server);
        Link torus;
        torus.id = "ici";
        torus.from = torus.to = "tpu";
        torus.pattern = LinkPattern::torus;
        torus.dims = {4, 4, 4};
        torus.bandwidth = ByteRate(50e9);
        cluster.links.push_back(torus);
        scenario.cluster = cluster;
        scenario.plan.dp = 0;
        const Read drawn = read(scenario);
        const LinkLoad* load = drawn.link("ici");
        QVERIFY(load);
        near(load->capacity.si(), 64 * 6 * 50e9);
        QVERIFY(load->load() > 0);
    }
};

QTEST_APPLESS_MAIN(TestLinkLoad)
#include "test_link_load.moc"
