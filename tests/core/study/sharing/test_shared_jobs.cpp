// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/project_file.h"
#include "core/step/engine/evaluate.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/sharing/job_findings.h"
#include "core/study/sharing/shared_jobs.h"

#include <QTest>
#include <cmath>
#include <random>

using namespace roofrack;

namespace {

/// Rings leave a block of 256 GPUs as seldom as a server: only uplinks that are much too few hold them.
constexpr int oversubscribed = 64;

/// 128 servers under 32 leaves and a spine, `ratio`: 1 without oversubscription.
Project drawn(int ratio) {
    auto loaded = parse_project(
        R"({"schema": 1, "scenarios": [{"name": "ours", "cluster": {
            "elements": [
              {"id": "node", "kind": "server", "count": 128, "part": "dgx-h100"},
              {"id": "leaf", "kind": "switch", "count": 32, "part": "qm9700"},
              {"id": "spine", "kind": "switch", "count": 8, "part": "qm9700"}],
            "links": [{"id": "down", "from": "node", "to": "leaf", "pattern": "rail", "count": 8},
                      {"id": "up", "from": "leaf", "to": "spine", "pattern": "mesh", "count": 4}]},
          "workload": {"model": "llama3-8b", "global_batch": 1024},
          "plan": {"tp": 1, "zero": 1, "dp_overlap": false, "recompute": "full"},
          "site": {"failures_per_1000_node_days": 0}}]})",
        Catalog::built_in());
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    Project project = loaded->project;
    for (Link& link : project.scenarios[0].cluster.links)
        if (link.id == "up") link.bandwidth = ByteRate(50e9 / ratio);
    return project;
}

Result<SharedJobs> jobs_of(const Project& project, const Scenario& scenario) {
    const auto prepared = Prepared::make(scenario, Catalog::built_in());
    if (!prepared) qFatal("%s", prepared.error().text().c_str());
    return shared_jobs(project, *prepared, Catalog::built_in());
}

SharedJobs shared(const Project& project) {
    const auto found = jobs_of(project, project.scenarios.front());
    if (!found) qFatal("%s", found.error().text().c_str());
    return *found;
}

OtherJob same(const char* name, double gpus) {
    OtherJob job;
    job.name = name;
    job.gpus = gpus;
    job.scenario = "ours";
    return job;
}

OtherJob stream(const char* name, double gpus, double rate, double duty) {
    OtherJob job;
    job.name = name;
    job.gpus = gpus;
    job.step = Seconds(1);
    job.traffic.push_back({"spine", ByteRate(rate), duty, {}});
    return job;
}

} // namespace

class TestSharedJobs : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fair() {
        // Alone a GPU takes what it would, as far as the link goes.
        QCOMPARE(fair_rate(100, 1, 30, {}), 30.0);
        QCOMPARE(fair_rate(100, 10, 30, {}), 10.0);
        // Another that needs little keeps it: (100 − 10·2)/10.
        QCOMPARE(fair_rate(100, 10, 30, {{10, 2}}), 8.0);
        // Two that want all share by GPUs.
        QCOMPARE(fair_rate(100, 10, 30, {{30, 30}}), 2.5);
        // Three needs: 5·2 served, (100 − 10)/15 = 6 of which the second needs 4: (90 − 20)/10.
        QCOMPARE(fair_rate(100, 10, 30, {{5, 2}, {5, 4}}), 7.0);
        // Enough for all: what it would take.
        QCOMPARE(fair_rate(1000, 10, 30, {{10, 30}}), 30.0);
    }

    /// Who shares never gets more than alone, and all together no more than there is.
    void fair_is_conserved() {
        std::mt19937 random(3);
        std::uniform_real_distribution<double> size(1, 100), rate(0.1, 10);
        for (int i = 0; i < 2000; ++i) {
            std::vector<Contender> all;
            for (int k = 0; k < 4; ++k) all.push_back({size(random), rate(random)});
            const double capacity = 200 * rate(random);
            double sum = 0, wanted = 0;
            for (size_t k = 0; k < all.size(); ++k) {
                std::vector<Contender> others = all;
                others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
                const double got = fair_rate(capacity, all[k].gpus, all[k].demand, others);
                QVERIFY(got <= all[k].demand * (1 + 1e-12));
                QVERIFY(got <= fair_rate(capacity, all[k].gpus, all[k].demand, {}) * (1 + 1e-12));
                sum += got * all[k].gpus;
                wanted += all[k].demand * all[k].gpus;
            }
            QVERIFY(std::abs(sum / std::min(capacity, wanted) - 1) < 1e-9);
        }
    }

    /// A job that has the fabric for itself takes the step that evaluate() gives it.
    void alone_is_the_evaluation() {
        for (const JobPlacement placement : job_placements)
            for (const int ratio : {1, oversubscribed}) {
                Project project = drawn(ratio);
                project.scenarios[0].site.job_placement = placement;
                const SharedJobs jobs = shared(project);
                QCOMPARE(jobs.jobs.size(), size_t(1));
                EvaluateOptions options;
                options.findings = false;
                const auto prepared = Prepared::make(project.scenarios[0], Catalog::built_in());
                QCOMPARE(jobs.jobs[0].alone.si(), evaluate(*prepared, options).step_time.si());
                QCOMPARE(jobs.jobs[0].shared.si(), jobs.jobs[0].alone.si());
                QCOMPARE(jobs.jobs[0].loss, 0.0);
                QVERIFY(jobs.settled);
            }
    }

    /// Without oversubscription nobody takes anything, wherever the jobs stand.
    void full_bisection_takes_nothing() {
        for (const JobPlacement placement : job_placements) {
            Project project = drawn(1);
            project.scenarios[0].site.job_placement = placement;
            project.scenarios[0].jobs = {same("twin", 512), stream("stream", 256, 40e9, 0.9)};
            const SharedJobs jobs = shared(project);
            for (const JobShare& job : jobs.jobs) {
                QVERIFY2(job.reason.empty(), job.reason.c_str());
                QCOMPARE(job.shared.si(), job.alone.si());
                QCOMPARE(job.loss, 0.0);
            }
            QVERIFY(jobs.findings.empty());
        }
    }

    void oversubscribed_spine() {
        Project project = drawn(oversubscribed);
        Scenario& scenario = project.scenarios[0];
        scenario.jobs = {same("twin", 512)};
        // Packed at the edge of a block each has its own uplinks.
        const SharedJobs packed = shared(project);
        for (const JobShare& job : packed.jobs) QCOMPARE(job.loss, 0.0);
        scenario.site.job_placement = JobPlacement::scattered;
        const SharedJobs scattered = shared(project);
        QVERIFY(scattered.settled);
        for (const JobShare& job : scattered.jobs)
            QVERIFY2(job.loss > 0.01, qPrintable(QString("%1 of %2").arg(job.loss).arg(job.alone.si())));
        // MergePlan lose alike; a ring that is alone on a block's uplinks has all of them, whoever's the
        // other GPUs, but crosses twice as many blocks.
        QVERIFY(std::abs(scattered.jobs[0].shared / scattered.jobs[1].shared - 1) < 1e-6);
        const double longer = scattered.jobs[0].alone / packed.jobs[0].alone - 1;
        QVERIFY2(longer >= 0 && longer < 1e-3, qPrintable(QString::number(longer)));
        // Never less than if the twin sent all the time: the packed share.
        QVERIFY(scattered.jobs[0].levels[0].shared < scattered.jobs[0].levels[0].alone);
        QVERIFY(scattered.jobs[0].levels[0].shared.si() >= packed.jobs[0].levels[0].alone.si() * (1 - 1e-9));
        QCOMPARE(scattered.findings.size(), size_t(1));
        QCOMPARE(scattered.findings[0].id, std::string("jobs-share-fabric"));
        // The window is told the same, with no more of the project than these jobs run.
        const Project less = project_of_jobs(project, scenario);
        const auto found = job_findings(jobs_of(less, scenario));
        QVERIFY(found.size() == 1 && found[0].message == scattered.findings[0].message);
        scenario.jobs = {same("twin", 1e9)};
        const auto fault = job_findings(jobs_of(less, scenario));
        QVERIFY(fault.size() == 1 && fault[0].why == "/jobs" && fault[0].severity == Severity::warning);
    }

    /// Packed jobs meet in the block at their edge.
    void a_shared_edge() {
        Project project = drawn(oversubscribed);
        project.scenarios[0].jobs = {same("twin", 496)}; // 16 of its GPUs are not in blocks of their own
        const auto prepared = Prepared::make(project.scenarios[0], Catalog::built_in());
        const double block = prepared->fabric().levels[1].block_gpus;
        QVERIFY2(std::fmod(512.0, block) == 0 && std::fmod(528.0, block) != 0,
                 qPrintable(QString::number(block)));
        QVERIFY(shared(project).jobs[0].gpus == 528);
    }

    /// One that sends more, longer or on more GPUs takes no less.
    void more_traffic_takes_more() {
        Project project = drawn(oversubscribed);
        Scenario& scenario = project.scenarios[0];
        scenario.site.job_placement = JobPlacement::scattered;
        double last = 0;
        for (const double rate : {0.05e9, 0.2e9, 0.5e9, 1e9}) {
            scenario.jobs = {stream("stream", 512, rate, 0.5)};
            const double loss = shared(project).jobs[0].loss;
            QVERIFY2(loss >= last - 1e-9, qPrintable(QString("%1 after %2").arg(loss).arg(last)));
            last = loss;
        }
        QVERIFY(last > 0.01);
        // What is given is stretched where it does not get what it needs: by hand at least demand/rate.
        const SharedJobs jobs = shared(project);
        const JobShare& given = jobs.jobs[1];
        QVERIFY(given.shared > given.alone);
        const JobLevel& level = given.levels[0];
        const double stretched =
            1 + 0.5 * (std::max(1.0, std::min(level.sends.si(), level.alone.si()) / level.shared.si()) - 1);
        QVERIFY(std::abs(given.shared / given.alone / stretched - 1) < 1e-6);
    }

    void faults() {
        Project project = drawn(oversubscribed);
        project.scenarios[0].jobs = {same("twin", 1024)};
        auto failed = jobs_of(project, project.scenarios[0]);
        QVERIFY(!failed && failed.error().where == "/jobs");
        project.scenarios[0].jobs = {same("twin", 8)};
        project.scenarios[0].jobs[0].scenario = "theirs";
        failed = jobs_of(project, project.scenarios[0]);
        QVERIFY(!failed && failed.error().where == "/jobs/0/scenario");
        project.scenarios[0].jobs = {stream("stream", 8, 1e9, 0.5)};
        project.scenarios[0].jobs[0].traffic[0].level = "core";
        failed = jobs_of(project, project.scenarios[0]);
        QVERIFY(!failed && failed.error().where == "/jobs/0/traffic/0/level");
        // A plan that does not divide is said, the others go on.
        project.scenarios[0].plan.tp = 8;
        project.scenarios[0].jobs = {same("twin", 12)};
        const SharedJobs jobs = shared(project);
        QVERIFY(!jobs.jobs[1].reason.empty());
    }
};

QTEST_APPLESS_MAIN(TestSharedJobs)
#include "test_shared_jobs.moc"
