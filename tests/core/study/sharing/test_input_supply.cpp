// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/project_file.h"
#include "core/step/engine/evaluate.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/sharing/input_supply.h"

#include <QDir>
#include <QTest>
#include <cmath>

using namespace roofrack;

namespace {

constexpr size_t input_part = static_cast<size_t>(StepPart::input);

Scenario filer() {
    const auto loaded =
        read_project(ROOFRACK_SOURCE_DIR "/samples/ws-8gpu.roofrack.json", Catalog::built_in());
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    return loaded->project.scenarios.front();
}

struct Answer {
    Evaluation evaluation;
    InputSupply supply;
};
Answer answer(const Scenario& scenario) {
    const auto prepared = Prepared::make(scenario, Catalog::built_in());
    if (!prepared) qFatal("%s", prepared.error().text().c_str());
    EvaluateOptions options;
    options.findings = false;
    Answer out{evaluate(*prepared, options), {}};
    out.supply = input_supply(*prepared, out.evaluation);
    return out;
}

void set_storage(Scenario& scenario, double bytes_per_s) {
    for (Element& element : scenario.cluster.elements)
        if (element.kind == ElementKind::storage) element.bandwidth = ByteRate(bytes_per_s);
}

} // namespace

class TestInputSupply : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// What is printed is the part of the breakdown, on every sample, and follows from the other figures.
    void samples() {
        const QDir folder(QStringLiteral(ROOFRACK_SOURCE_DIR "/samples"));
        int scenarios = 0;
        for (const QString& name : folder.entryList({"*.roofrack.json"})) {
            const auto loaded = read_project(folder.filePath(name).toStdString(), Catalog::built_in());
            QVERIFY(loaded.has_value());
            for (Scenario scenario : loaded->project.scenarios)
                for (const double storage : {0.0, 1e6}) {
                    if (storage > 0) set_storage(scenario, storage);
                    const auto [evaluation, supply] = answer(scenario);
                    QCOMPARE(supply.wait.si(), evaluation.parts[input_part]);
                    const double again = supply.needs.step(supply.busy.si()) - supply.busy.si();
                    QVERIFY(std::abs(again - supply.wait.si()) <= 1e-12 * supply.busy.si());
                    const double bytes = supply.sample.si() * supply.samples;
                    QVERIFY(std::abs(supply.step.si() - bytes) <= 1e-12 * bytes);
                    if (supply.reached.si() > 0 && supply.wait.si() <= 0)
                        QVERIFY(supply.needed.si() <= supply.reached.si() * (1 + 1e-9));
                    QCOMPARE(supply.wait.si() > 0,
                             evaluation.parts[input_part] > 0); // and something is named
                    if (supply.wait.si() > 0) QVERIFY(supply.limit != InputLimit::nothing);
                    ++scenarios;
                }
        }
        QVERIFY(scenarios > 20);
    }

    void storage_holds_the_step() {
        Scenario scenario = filer();
        const Answer fast = answer(scenario);
        QCOMPARE(fast.supply.wait.si(), 0.0);
        // Half of what is needed: a step takes twice as long.
        set_storage(scenario, fast.supply.needed.si() / 2);
        const Answer slow = answer(scenario);
        QVERIFY(slow.supply.limit == InputLimit::storage);
        QVERIFY(std::abs(slow.supply.needs.read / slow.supply.busy.si() - 2) < 0.05);
        QVERIFY(std::abs(slow.supply.wait / slow.supply.busy - 1) < 0.05);
    }

    void cores_prepare_samples() {
        Scenario scenario = filer();
        const Answer idle = answer(scenario);
        const double needed = idle.supply.server_needed;
        scenario.site.sample_core_time = Seconds(0.25);
        const Answer asked = answer(scenario);
        QVERIFY(std::abs(asked.supply.cores_needed / (needed * 0.25) - 1) < 1e-12);
        QCOMPARE(asked.supply.wait.si(), 0.0); // nothing says how many there are
        scenario.site.loader_cores = asked.supply.cores_needed / 2;
        const Answer few = answer(scenario);
        QVERIFY(few.supply.limit == InputLimit::loaders);
        QVERIFY(std::abs(few.supply.wait / few.supply.busy - 1) < 0.05);
        scenario.site.loader_cores = asked.supply.cores_needed * 1.01;
        QVERIFY(answer(scenario).supply.wait.si() < 1e-3 * few.supply.wait.si());
        // The slower of what is given and what the cores do.
        scenario.site.host_input_rate = needed / 4;
        QVERIFY(std::abs(answer(scenario).supply.wait / few.supply.busy - 3) < 0.15);
    }

    /// By hand: storage that only writes during the write, reads and writes half each; the storage does both
    /// jobs' work: read/(1 − write/interval).
    void checkpoints_take_reads() {
        InputNeeds needs;
        needs.read = 2;
        needs.left = 0.5;
        needs.writing = 0.2; // twice the write: half the rate
        QVERIFY(std::abs(needs.step(1) - 2 / (1 - 0.1)) < 1e-12);
        // A step that needs no more than half of the reads does not notice.
        QCOMPARE(needs.step(4), 4.0);
        QCOMPARE(needs.step(4.5), 4.5);
        // Between them: 3 s, 4 s while it is written.
        QVERIFY(std::abs(needs.step(3) - 1 / (0.8 / 3 + 0.2 / 4)) < 1e-12);
        needs.prepare = 5;
        QCOMPARE(needs.step(1), 5.0);

        Scenario scenario = filer();
        scenario.plan.async_checkpoint = true;
        scenario.plan.checkpoint_interval = Seconds(3600);
        set_storage(scenario, answer(scenario).supply.needed.si() * 1.2);
        for (Element& element : scenario.cluster.elements)
            if (element.kind == ElementKind::storage) element.write_bandwidth = ByteRate(1e8);
        const Answer beside = answer(scenario);
        QVERIFY(beside.supply.needs.writing > 0);
        QVERIFY(beside.supply.limit == InputLimit::checkpoint);
        QVERIFY(beside.supply.wait.si() > 0);
        scenario.plan.async_checkpoint = false;
        const Answer apart = answer(scenario);
        QCOMPARE(apart.supply.needs.writing, 0.0);
        QCOMPARE(apart.supply.wait.si(), 0.0);
    }

    void links_of_the_storage() {
        auto loaded =
            read_project(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json", Catalog::built_in());
        QVERIFY(loaded.has_value());
        Scenario scenario = loaded->project.scenarios.front();
        const Answer wide = answer(scenario);
        QVERIFY(wide.supply.links > wide.supply.storage);
        QCOMPARE(wide.supply.reached.si(), wide.supply.storage.si());
        for (Link& link : scenario.cluster.links)
            if (link.id == "storage--storage-switch") link.bandwidth = ByteRate(1e6);
        const Answer narrow = answer(scenario);
        QVERIFY(narrow.supply.links < narrow.supply.storage);
        QCOMPARE(narrow.supply.reached.si(), narrow.supply.links.si());
        QVERIFY(narrow.supply.limit == InputLimit::links);
        // A checkpoint passes the same links.
        QVERIFY(narrow.evaluation.step_time > wide.evaluation.step_time);
    }
};

QTEST_APPLESS_MAIN(TestInputSupply)
#include "test_input_supply.moc"
