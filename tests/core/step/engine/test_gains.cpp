// SPDX-License-Identifier: GPL-3.0-or-later
// What more of a resource is worth: what one would find by drawing it so.
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/drawing/templates/templates.h"
#include "core/step/engine/evaluate.h"
#include "core/step/engine/gains.h"
#include "core/step/engine/prepared.h"
#include "tests/support/random_scenario.h"
#include "tests/support/rounds.h"

#include <QDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace roofrack;

namespace {

Scenario racks() {
    const TemplateSettings settings{{"server", "dgx-h100"}, {"servers", "32"}, {"servers_per_rack", "4"}};
    const auto made = make_template("fat-tree", settings, Catalog::built_in());
    if (!made) qFatal("%s", made.error().text().c_str());
    return made->scenarios.front();
}

Evaluation evaluated(const Scenario& scenario) {
    const auto prepared = Prepared::make(scenario, Catalog::built_in());
    if (!prepared) qFatal("%s", prepared.error().text().c_str());
    return evaluate(*prepared);
}

const Gain* gain(const Evaluation& evaluation, ResourceKind kind) {
    const auto found =
        std::ranges::find(evaluation.gains, kind, [](const Gain& each) { return each.resource.kind; });
    return found == evaluation.gains.end() ? nullptr : &*found;
}

/// `change` scales the scenario as the mitigation would.
template<class Change>
void is_as_drawn(const Scenario& scenario, ResourceKind kind, Change change) {
    const Evaluation now = evaluated(scenario);
    const Gain* found = gain(now, kind);
    QVERIFY2(found, name_of(kind).data());
    for (const ResourceScale scale : increases) {
        Scenario scaled = scenario;
        change(scaled, scale);
        const double drawn = now.step_time / evaluated(scaled).step_time - 1;
        const std::string figures =
            fmt::format("{}: {} drawn, {} said", name_of(kind), drawn, found->of(scale));
        QVERIFY2(drawn > 0.001 && std::abs(drawn - found->of(scale)) < 1e-6, figures.c_str());
    }
}

/// What holds for every drawing; the reason why it does not, nothing when it does.
std::string fault(const Evaluation& e) {
    if (e.step_time.si() <= 0) return {};
    if (!e.memory.refused() && e.supplied &&
        e.binds != (e.gains.empty() ? "nothing" : e.gains.front().phrase()))
        return "binds " + e.binds;
    for (const Gain& each : e.gains) {
        if (each.tenth > e.gains.front().tenth) return each.label + " gains more than what binds";
        const auto lost = [&](StepPart part) {
            return e.parts[static_cast<size_t>(part)] / e.step_time.si();
        };
        const bool has_cause = each.resource.kind == ResourceKind::hbm     ? lost(StepPart::throttle) > 0
                               : each.resource.kind == ResourceKind::flops ? lost(StepPart::launch) > 0.1
                                                                           : false;
        const bool is_told = std::ranges::any_of(e.findings, [&](const Finding& finding) {
            return finding.id == "gain-reverses" && finding.binds == each.resource;
        });
        if (each.reverses() != is_told) return each.label + " reverses and no finding says so";
        if (each.reverses() && !has_cause)
            return fmt::format("{}: {} with a tenth, {} with twice", each.label, each.tenth, each.twice);
    }
    for (const Finding& finding : e.findings)
        if (finding.binds &&
            std::ranges::none_of(e.gains,
                                 [&](const Gain& each) { return each.resource == *finding.binds; }) &&
            finding.id != finding_id::throttle)
            return finding.message + " speaks of no gain";
    return {};
}

} // namespace

class TestGains : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void feeds() {
        Scenario scenario = racks();
        for (Element& element : scenario.cluster.elements)
            if (element.kind == ElementKind::rack) element.power_limit = Watts(20e3); // instead of some 35 kW
        is_as_drawn(scenario, ResourceKind::feed, [](Scenario& scaled, ResourceScale scale) {
            for (Element& element : scaled.cluster.elements)
                if (element.power_limit) *element.power_limit = *element.power_limit * factor_of(scale);
        });
    }

    void site() {
        Scenario scenario = racks();
        scenario.site.power_limit = Watts(200e3);
        is_as_drawn(scenario, ResourceKind::site, [](Scenario& scaled, ResourceScale scale) {
            *scaled.site.power_limit = *scaled.site.power_limit * factor_of(scale);
        });
        const Evaluation held = evaluated(scenario);
        QCOMPARE(held.binds, std::string("site supply"));
        const auto finding = std::ranges::find(held.findings, finding_id::throttle, &Finding::id);
        QVERIFY(finding != held.findings.end());
        QVERIFY2(finding->mitigation.find("cooler") == std::string::npos, finding->mitigation.c_str());
        QVERIFY2(finding->message.starts_with("8 racks"), finding->message.c_str());
    }

    void warm_air() {
        Scenario scenario = racks();
        for (Element& element : scenario.cluster.elements)
            if (element.kind == ElementKind::rack) element.supply = Celsius(38);
        is_as_drawn(scenario, ResourceKind::temperature, [](Scenario& scaled, ResourceScale scale) {
            for (Element& element : scaled.cluster.elements)
                if (element.supply) element.supply = Celsius(element.supply->degrees() - kelvin_of(scale));
        });
    }

    void power_caps() {
        Scenario scenario = racks();
        for (Element& element : scenario.cluster.elements)
            if (element.kind == ElementKind::server) element.gpu_power_cap = Watts(300);
        is_as_drawn(scenario, ResourceKind::power_cap, [](Scenario& scaled, ResourceScale scale) {
            for (Element& element : scaled.cluster.elements)
                if (element.gpu_power_cap) *element.gpu_power_cap = *element.gpu_power_cap * factor_of(scale);
        });
    }

    void input() {
        Scenario scenario = racks();
        scenario.site.host_input_rate = 0.1;
        is_as_drawn(scenario, ResourceKind::input, [](Scenario& scaled, ResourceScale scale) {
            scaled.site.host_input_rate *= factor_of(scale);
        });
        QCOMPARE(evaluated(scenario).binds, std::string("data pipeline of the servers"));
    }

    void failures() {
        Scenario scenario = racks();
        scenario.site.failures_per_1000_node_days = 500;
        is_as_drawn(scenario, ResourceKind::failures, [](Scenario& scaled, ResourceScale scale) {
            *scaled.site.failures_per_1000_node_days /= factor_of(scale);
        });
    }

    void spread() {
        Scenario scenario = racks();
        scenario.workload.packed_sequences = true;
        scenario.site.straggler_cv_persistent = 0.05;
        scenario.site.straggler_cv_iid = 0;
        is_as_drawn(scenario, ResourceKind::straggler, [](Scenario& scaled, ResourceScale scale) {
            scaled.site.straggler_cv_persistent /= factor_of(scale);
        });
    }

    /// A step that is nearly all serial work of the host is not held by arithmetic.
    void serial_host() {
        const auto project = read_project(
            ROOFRACK_SOURCE_DIR "/samples/generic-100m-256gpu-8nic.roofrack.json", Catalog::built_in());
        QVERIFY(project);
        Scenario scenario = project->project.scenarios.front();
        if (!scenario.workload.inline_model)
            scenario.workload.inline_model = *Catalog::built_in().model(scenario.workload.model);
        scenario.workload.inline_model->generic->serial_per_step = Seconds(10);
        const Evaluation slow = evaluated(scenario);
        QCOMPARE(slow.gains.front().resource.kind, ResourceKind::host);
        is_as_drawn(scenario, ResourceKind::host, [](Scenario& scaled, ResourceScale scale) {
            GenericProfile& profile = *scaled.workload.inline_model->generic;
            profile.serial_per_step = Seconds(profile.serial_per_step.si() / factor_of(scale));
        });
    }

    /// What is said of less of a thing is what one would find by drawing it so, also where it binds nowhere.
    void both_ways() {
        Scenario scenario = racks();
        scenario.site.power_limit = Watts(2 * evaluated(scenario).power.facility.si());
        scenario.site.straggler_cv_persistent = 0.02;
        scenario.site.straggler_cv_iid = 0;
        const Evaluation now = evaluated(scenario);
        QVERIFY(!gain(now, ResourceKind::site));
        const auto prepared = Prepared::make(scenario, Catalog::built_in());
        const std::vector<Sensitivity> found = sensitivities(*prepared, now);
        const auto sensitivity = [&](ResourceKind kind) {
            return *std::ranges::find(found, kind,
                                      [](const Sensitivity& each) { return each.gain.resource.kind; });
        };
        const auto drawn = [&](auto change) {
            Scenario scaled = scenario;
            change(scaled);
            return now.step_time / evaluated(scaled).step_time - 1;
        };
        const double supply = drawn([](Scenario& scaled) {
            *scaled.site.power_limit = *scaled.site.power_limit * factor_of(ResourceScale::half);
        });
        QVERIFY2(supply < -0.001 || supply == 0, fmt::format("{}", supply).c_str());
        if (supply < -0.001) QVERIFY(std::abs(sensitivity(ResourceKind::site).half - supply) < 1e-6);
        for (const ResourceScale scale : {ResourceScale::tenth_less, ResourceScale::half}) {
            const double spread =
                drawn([&](Scenario& scaled) { scaled.site.straggler_cv_persistent /= factor_of(scale); });
            const Sensitivity& said = sensitivity(ResourceKind::straggler);
            const double less = scale == ResourceScale::half ? said.half : said.tenth_less;
            QVERIFY2(spread < -0.001 && std::abs(less - spread) < 1e-6,
                     fmt::format("{} drawn, {} said", spread, less).c_str());
        }
        // What helps is what evaluate() found, in its order.
        for (size_t i = 0; i < now.gains.size(); ++i) {
            QCOMPARE(found[i].gain.tenth, now.gains[i].tenth);
            QCOMPARE(found[i].gain.twice, now.gains[i].twice);
        }
        for (const Sensitivity& each : found) QVERIFY(each.half <= each.tenth_less + 1e-9);
    }

    /// The next one binds when twice as much of the first is drawn.
    void what_binds_after_that() {
        Scenario scenario = racks();
        scenario.site.host_input_rate = evaluated(scenario).tokens_per_s / 8192 / 32 / 4;
        scenario.site.straggler_cv_persistent = 0.3;
        const Evaluation now = evaluated(scenario);
        QCOMPARE(now.gains.front().resource.kind, ResourceKind::input);
        scenario.site.host_input_rate *= factor_of(ResourceScale::twice);
        const Evaluation then = evaluated(scenario);
        const auto next = std::ranges::find_if(
            then.gains, [](const Gain& each) { return each.resource.kind != ResourceKind::input; });
        QCOMPARE(now.after_that, next->phrase());
        QVERIFY(evaluated(racks()).after_that != evaluated(racks()).binds);
    }

    /// A level of the fabric widened by itself is the knob that turns it.
    void a_wider_level() {
        const auto read = read_project(
            ROOFRACK_SOURCE_DIR "/samples/mechanisms/expert-exchange.roofrack.json", Catalog::built_in());
        const auto prepared = Prepared::make(read->project.scenarios.front(), Catalog::built_in());
        const Evaluation now = evaluate(*prepared);
        const Gain& first = now.gains.front();
        QCOMPARE(first.resource.kind, ResourceKind::fabric);
        EvaluateOptions options;
        options.findings = false;
        const Evaluation then = evaluate(prepared->with_level_bandwidth(first.resource.level, 2), options);
        QVERIFY2(std::abs(now.step_time / then.step_time - 1 - first.twice) < 1e-6,
                 fmt::format("{} {}", now.step_time / then.step_time - 1, first.twice).c_str());
        QVERIFY(!now.after_that.empty() && now.after_that != now.binds);
    }

    void samples() {
        for (const QFileInfo& file :
             QDir(QStringLiteral(ROOFRACK_SOURCE_DIR "/samples")).entryInfoList({QStringLiteral("*.json")})) {
            const auto read = read_project(file.filePath().toStdString(), Catalog::built_in());
            QVERIFY(read);
            for (const Scenario& scenario : read->project.scenarios) {
                const std::string why = fault(evaluated(scenario));
                QVERIFY2(why.empty(), (file.fileName().toStdString() + ": " + why).c_str());
            }
        }
    }

    void random_projects() {
        std::mt19937 random(20261122);
        const int projects = test::rounds(10000, 1000);
        int binding_alone = 0;
        for (int i = 0; i < projects; ++i) {
            const Evaluation e = evaluated(test::random_scenario(random));
            const std::string why = fault(e);
            QVERIFY2(why.empty(), fmt::format("project {}: {}", i, why).c_str());
            binding_alone += !e.gains.empty() && e.gains.front().resource.kind != ResourceKind::flops;
        }
        QVERIFY(binding_alone > projects / 20);
    }
};

QTEST_APPLESS_MAIN(TestGains)
#include "test_gains.moc"
