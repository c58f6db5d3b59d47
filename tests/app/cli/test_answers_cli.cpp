// SPDX-License-Identifier: GPL-3.0-or-later
// What a command prints of a scenario is what its Answers hold, which the window shows.
#include "core/answers/drawing_answers.h"
#include "core/answers/facility_answers.h"
#include "core/answers/limits_answers.h"
#include "core/answers/losses_answers.h"
#include "core/answers/matrix_answers.h"
#include "core/answers/mitigation_answers.h"
#include "core/answers/money_answers.h"
#include "core/answers/report/drawing/bom_json.h"
#include "core/answers/report/drawing/loads_json.h"
#include "core/answers/report/facility/room_json.h"
#include "core/answers/report/limits/collectives_json.h"
#include "core/answers/report/limits/matrix_json.h"
#include "core/answers/report/limits/reduction_json.h"
#include "core/answers/report/losses_json.h"
#include "core/answers/report/mitigations_json.h"
#include "core/answers/report/money/network_balance_json.h"
#include "core/answers/report/power_json.h"
#include "core/answers/report/sharing_json.h"
#include "core/answers/report/standstill_json.h"
#include "core/answers/sharing_answers.h"
#include "core/answers/step_answers.h"
#include "core/drawing/project/address/set_value.h"
#include "core/study/sharing/job_findings.h"
#include "tests/support/cli.h"
#include "tests/support/sample.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace roofrack;
using Json = nlohmann::ordered_json;

namespace {

/// A study's writer, behind whether the scenario runs.
template<class T, class Write>
Json behind_standstill(const Answers& answers, Write write, Json (*schema)()) {
    const T* const study = answers.value<T>();
    const Standstill& standstill = *answers.value<Standstill>();
    return study ? with_standstill(standstill, write(*study)) : without_answer(standstill, schema());
}

Json power_of(const Answers& answers) {
    const FacilityStudy* const study = answers.value<FacilityStudy>();
    const Standstill& standstill = *answers.value<Standstill>();
    if (!study) return without_answer(standstill, power_schema());
    if (study->assumed) return with_standstill(standstill, standing_power_json(*study, true));
    const SlowRackMitigations* const slow = answers.value<SlowRackMitigations>();
    return with_standstill(standstill,
                           power_json({*study, *answers.value<PowerCaps>(), *answers.value<LoadSwingStudy>(),
                                       slow ? slow->racks : std::vector<SlowRack>()},
                                      true));
}

Json loads_of(const Answers& answers) {
    const FacilityStudy* const facility = answers.value<FacilityStudy>();
    return loads_json(answers.scenario().cluster, *answers.value<DrawingLoads>(),
                      facility && !facility->assumed ? facility->spares : std::vector<SpareMargin>());
}

struct Command {
    QStringList call;
    Json (*expected)(const Answers& answers);
};

const Command commands[] = {
    {{"balance"}, [](const Answers& a) { return network_balance_json(*a.value<NetworkBalance>()); }},
    {{"bom"},
     [](const Answers& a) {
         const PricedBill& priced = *a.value<PricedBill>();
         return bom_json(priced.bill, a.scenario().cluster, priced.capital);
     }},
    {{"collectives"}, [](const Answers& a) { return bus_bandwidths_json(*a.value<BusBandwidths>()); }},
    {{"input"}, [](const Answers& a) { return behind_standstill<InputSupply>(a, input_json, input_schema); }},
    {{"jobs"}, [](const Answers& a) { return jobs_json(*a.value<SharedJobs>()); }},
    {{"loads"}, loads_of},
    {{"power", "--caps", "--fail", "each"}, power_of},
    {{"reduction"}, [](const Answers& a) { return reduction_json(*a.value<ReductionStudy>(), true); }},
    {{"reliefs"},
     [](const Answers& a) {
         return behind_standstill<Mitigations>(a, mitigations_json, mitigations_schema);
     }},
    {{"room"},
     [](const Answers& a) {
         return with_standstill(*a.value<Standstill>(), room_json(*a.value<RoomStudy>()));
     }},
    {{"limits"}, [](const Answers& a) { return limits_json({*a.value<LimitRow>()}); }},
    {{"sensitivity"},
     [](const Answers& a) {
         const Evaluation& evaluation = *a.value<Evaluation>();
         const Standstill& standstill = *a.value<Standstill>();
         return evaluation.feasible
                    ? with_standstill(standstill,
                                      sensitivity_json(evaluation, a.value<Sensitivities>()->sensitivities))
                    : without_answer(standstill, sensitivity_schema());
     }},
    {{"stragglers"},
     [](const Answers& a) {
         return behind_standstill<StragglerCosts>(
             a, [&](const StragglerCosts& costs) { return stragglers_json(costs, *a.value<SlowGroups>()); },
             stragglers_schema);
     }},
};

} // namespace

class TestAnswersCli : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The glossary's word stands for the command's older name, also behind options and in the help.
    void reliefs_are_also_named_mitigations() {
        const QString sample(ROOFRACK_SOURCE_DIR "/samples/ws-8gpu.roofrack.json");
        const test::ProgramRun older = test::run_cli({"reliefs", sample, "--json"}),
                               newer = test::run_cli({"mitigations", sample, "--json"});
        QCOMPARE(newer.exit_code, 0);
        QCOMPARE(newer.out, older.out);
        QVERIFY(test::run_cli({"--help"}).out.contains("reliefs, mitigations "));
        QCOMPARE(test::run_cli({"mitigation", sample}).exit_code, 2);
    }

    void commands_print_what_the_answers_hold_data() {
        QTest::addColumn<QString>("sample");
        QTest::addColumn<QString>("setting");
        QTest::addColumn<bool>("best");
        QTest::newRow("runs") << "shared-a100-hot-rack" << QString() << false;
        QTest::newRow("its best plan") << "shared-a100-hot-rack" << QString() << true;
        QTest::newRow("its supply refuses") << "dgx-h100-su"
                                            << "/site/power_limit=20 kW" << false;
        QTest::newRow("its plan does not divide") << "dgx-h100-su"
                                                  << "/plan/tp=7" << false;
        QTest::newRow("shares the fabric") << "mechanisms/expert-exchange" << QString() << false;
    }

    void commands_print_what_the_answers_hold() {
        QFETCH(QString, sample);
        QFETCH(QString, setting);
        QFETCH(bool, best);
        const Catalog& catalog = Catalog::built_in();
        const auto loaded = read_project(
            (QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/") + sample + ".roofrack.json").toStdString(),
            catalog);
        QVERIFY(loaded.has_value());
        Scenario scenario = loaded->project.scenarios.front();
        if (!setting.isEmpty()) {
            const std::string text = setting.toStdString();
            const size_t equals = text.find('=');
            auto changed = set_value(scenario, text.substr(0, equals), text.substr(equals + 1), catalog);
            QVERIFY(changed.has_value());
            scenario = std::move(*changed);
        }
        const Answers answers({.scenario = std::make_shared<const Scenario>(scenario),
                               .jobs = project_of_jobs(loaded->project, scenario),
                               .best_plan = best},
                              catalog);
        for (const Command& command : commands) {
            QStringList call = command.call;
            call.insert(1, QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/") + sample + ".roofrack.json");
            call << QStringLiteral("--json");
            if (command.call.front() == QLatin1String("limits")) // else of all scenarios
                call << QStringLiteral("--scenario") << QString::fromStdString(scenario.name);
            if (!setting.isEmpty()) call << QStringLiteral("--set") << setting;
            const bool asks_no_plan = command.call.front() == "bom" || command.call.front() == "collectives";
            if (best && !asks_no_plan) call << QStringLiteral("--replan");
            const Json printed = Json::parse(test::run_cli(call).out.toStdString(), nullptr, false);
            const Json expected = Json::parse(command.expected(answers).dump());
            QVERIFY2(printed == expected, qPrintable(call.join(u' ')));
        }
    }
};

// By itself: few others include as much.
int main(int argc, char** argv) {
    const QCoreApplication app(argc, argv);
    TestAnswersCli test;
    return QTest::qExec(&test, argc, argv);
}
#include "test_answers_cli.moc"
