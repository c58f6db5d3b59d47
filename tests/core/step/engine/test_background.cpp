// SPDX-License-Identifier: GPL-3.0-or-later
// The examples that the architect has read about, by the mechanism and not by the quoted figure.
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/step/collectives/collectives.h"
#include "core/step/cost/stragglers.h"
#include "core/step/engine/evaluate.h"

#include <QTest>
#include <cmath>

using namespace roofrack;

namespace {

constexpr double gradient = 400e6; // 100M parameters in fp32

Scenario sample(const char* name) {
    const auto loaded = read_project(std::string(ROOFRACK_SOURCE_DIR "/samples/") + name + ".roofrack.json",
                                     Catalog::built_in());
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    return loaded->project.scenarios.front();
}

double part(const Evaluation& e, StepPart which) { return e.parts[static_cast<size_t>(which)]; }

/// The whole all-reduce of the drawn network, overlap aside.
double all_reduce(const Scenario& scenario, double gpus) {
    const auto prepared = Prepared::make(scenario, Catalog::built_in());
    if (!prepared) qFatal("%s", prepared.error().text().c_str());
    return all_reduce_time(gradient, group_path(prepared->fabric(), gpus, 1));
}

} // namespace

class TestBackground : public QObject {
    Q_OBJECT
private Q_SLOTS:

    void hundred_million_parameters_are_four_hundred_megabytes() {
        const GenericProfile& profile = *Catalog::built_in().model("generic-100m")->generic;
        QCOMPARE(profile.parameters * profile.gradient_bits / 8, gradient);
    }

    void two_gpus_on_nvlink() {
        for (const auto& [accelerator, rate] : {std::pair{"a100-sxm4-80gb", 300e9}, {"h100-sxm5", 450e9}}) {
            const Fabric pair =
                flat_fabric(2, 2, 2, ByteRate(rate), ByteRate(0), LinkClass::infiniband, accelerator);
            const double seconds = all_reduce_time(gradient, group_path(pair, 2, 1));
            QVERIFY2(seconds > 1e-3 && seconds < 2e-3, accelerator);
        }
        const double drawn = all_reduce(sample("generic-100m-2gpu"), 2);
        QVERIFY(drawn > 1e-3 && drawn < 2e-3);
    }

    void many_gpus_on_eight_nics_a_server() {
        const double seconds = all_reduce(sample("generic-100m-256gpu-8nic"), 256);
        QVERIFY2(seconds > 2e-3 && seconds < 4.5e-3, qPrintable(QString::number(seconds)));
    }

    void many_gpus_on_one_loaded_nic() {
        const double seconds = all_reduce(sample("generic-100m-256gpu-1nic"), 256);
        QVERIFY2(seconds > 50e-3 && seconds < 100e-3, qPrintable(QString::number(seconds)));
    }

    void fifty_exposed_of_two_hundred_and_fifty() {
        // 200 ms of computation and 50 ms of exposed all-reduce: 20 % of the step (25 % of the computation).
        Scenario scenario = sample("generic-100m-256gpu-1nic");
        scenario.plan.dp_overlap = false;
        const auto prepared = Prepared::make(scenario, Catalog::built_in());
        const Evaluation e = evaluate(*prepared);
        QVERIFY(std::abs(part(e, StepPart::compute) - 0.2) < 1e-9);
        const double exposed = part(e, StepPart::data_comm);
        QVERIFY(exposed > 0.05 && exposed < 0.1);
        const double share = exposed / (part(e, StepPart::compute) + exposed);
        QVERIFY(share > 0.2 && share < 0.34);

        // As many bytes as leave about 50 ms exposed (latency does not shrink with them); the rest stays.
        scenario.workload.inline_model = *Catalog::built_in().model("generic-100m");
        scenario.workload.inline_model->generic->parameters *= 0.05 / exposed;
        const auto fewer = Prepared::make(scenario, Catalog::built_in());
        QVERIFY(fewer.has_value());
        const Evaluation f = evaluate(*fewer);
        QVERIFY(std::abs(part(f, StepPart::compute) - 0.2) < 1e-9);
        QVERIFY2(std::abs(part(f, StepPart::data_comm) / 0.05 - 1) < 0.04,
                 qPrintable(QString::number(part(f, StepPart::data_comm))));
        const double others = part(f, StepPart::straggler) + part(f, StepPart::optimizer);
        QVERIFY(std::abs(part(f, StepPart::data_comm) / (f.step_time.si() - others) - 0.20) < 0.005);
    }

    void one_slow_gpu_of_sixty_four() {
        // 63 GPUs at 180 ms and one at 240 ms lose 105 GPU-hours in 100,000 steps.
        auto loaded = parse_project(R"({"schema": 1, "scenarios": [{"name": "slow GPU", "cluster": {
            "elements": [
              {"id": "fast", "kind": "server", "count": 63, "part": {"id": "one", "base": "dgx-h100", "gpus": 1, "scale_up_domain": 1, "nics": 1}},
              {"id": "slow", "kind": "server", "part": {"id": "one", "base": "dgx-h100", "gpus": 1, "scale_up_domain": 1, "nics": 1}, "speed": 0.75},
              {"id": "leaf", "kind": "switch", "part": "qm9700"}],
            "links": [{"id": "a", "from": "fast", "to": "leaf"}, {"id": "b", "from": "slow", "to": "leaf"}]},
          "workload": {"model": {"id": "m", "name": "m", "generic": {"parameters": 1000, "flops_per_sample": 1, "bytes_per_sample": 1,
             "compute_per_step": "180 ms"}}, "global_batch": 64},
          "plan": {"precision": "fp32", "zero": 0}, "site": {"straggler_cv_persistent": 0, "straggler_cv_iid": 0}}]})",
                                    Catalog::built_in());
        QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().text().c_str());
        const auto prepared = Prepared::make(loaded->project.scenarios.front(), Catalog::built_in());
        QVERIFY2(prepared.has_value(), prepared ? "" : prepared.error().text().c_str());
        const Evaluation e = evaluate(*prepared);
        QVERIFY(std::abs(part(e, StepPart::compute) - 0.180) < 1e-9);
        QVERIFY(std::abs(part(e, StepPart::straggler) - 0.060) < 1e-9);
        const double hours = gpu_hours_lost(part(e, StepPart::straggler), 64, 1, 100000);
        QVERIFY(std::abs(hours - 105) < 1e-6);
        bool named = false;
        for (const Finding& finding : e.findings)
            named = named || (finding.id == "straggler" &&
                              std::ranges::find(finding.where, "slow") != finding.where.end());
        QVERIFY2(named, "the finding names the slow server");
    }

    void five_hundred_forty_billion_weights() {
        // 540B weights in bf16 ≈ 1.08 TB.
        const double bytes = 2 * parameter_count(*Catalog::built_in().model("palm-540b"));
        QVERIFY(std::abs(bytes / 1.08e12 - 1) < 0.02);
    }
};

QTEST_APPLESS_MAIN(TestBackground)
#include "test_background.moc"
