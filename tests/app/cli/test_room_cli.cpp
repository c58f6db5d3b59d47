// SPDX-License-Identifier: GPL-3.0-or-later
// `roofrack-cli room`: how many of the racks that fit can be cabled; what a room costs those that are there.
#include "tests/support/cli.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace roofrack::test;

class TestRoomCli : public QObject {
    Q_OBJECT

    static QString sample(const char* name) {
        return QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/") + QLatin1String(name) +
               QStringLiteral(".roofrack.json");
    }
    static QJsonObject printed(const char* name) {
        return QJsonDocument::fromJson(run_cli({"room", sample(name), "--json"}).out).object();
    }

private Q_SLOTS:
    /// The rail leafs of the owned cluster are full, whatever its room carries.
    void what_fits_and_cannot_be_cabled_is_said() {
        const ProgramRun run = run_cli({"room", sample("decisions/owned-h100")});
        QVERIFY2(run.exit_code == 0, run.err.constData());
        QVERIFY2(run.out.contains(
                     "\nno more than those drawn can be cabled as the network is drawn: Rail leaf needs "),
                 run.out.constData());
        QVERIFY2(run.out.contains("GPUs  so many cannot be cabled as the network is drawn: Rail leaf needs "),
                 run.out.constData());
        const QJsonObject room = printed("decisions/owned-h100");
        QVERIFY(room["fits_racks"].toDouble() > 16);
        QCOMPARE(room["cabled_racks"].toDouble(), 16.0);
        QVERIFY(room["uncabled"].toString().startsWith("Rail leaf needs "));
        QCOMPARE(room["today"]["reason"].toString(),
                 "so many cannot be cabled as the network is drawn: " + room["uncabled"].toString());
        QCOMPARE(room["today"]["step_s"].toDouble(), 0.0);
    }

    void what_fits_and_can_be_cabled_is_no_word_worth() {
        const ProgramRun run = run_cli({"room", sample("dgx-h100-su")});
        QVERIFY2(!run.out.contains("cabled"), run.out.constData());
        const QJsonObject room = printed("dgx-h100-su");
        QVERIFY(room["fits_racks"].toDouble() > room["drawn_racks"].toDouble());
        QCOMPARE(room["cabled_racks"].toDouble(), room["fits_racks"].toDouble());
        QCOMPARE(room["uncabled"].toString(), QString());
    }

    void one_rack_is_no_plural() {
        const QString path = sample("dgx-h100-su");
        QVERIFY(run_cli({"room", path}).out.contains(" come, beside 4 others\n"));
        const ProgramRun one = run_cli({"room", path, "--set", "/cluster/elements/row-b/count=1"});
        QVERIFY2(one.out.contains(" come, beside 1 other\n"), one.out.constData());
    }

    /// What is there already may move into a new room: the building is bought, and nothing contradicts it.
    void a_building_alone_is_what_is_bought() {
        QStringList call{"cost", sample("decisions/owned-h100"), "--set",
                         "/cluster/elements/room/procurement=buy"};
        for (const char* const id : {"spine", "pod", "feed", "air"})
            call << "--set"
                 << QStringLiteral("/cluster/elements/%1/procurement=owned").arg(QLatin1String(id));
        const ProgramRun run = run_cli(call);
        QVERIFY2(run.exit_code == 0, run.err.constData());
        QVERIFY2(
            run.out.startsWith("Capital added $6.33M: the building alone, what it is for is there already\n"),
            run.out.constData());
        const ProgramRun there = run_cli({"cost", sample("decisions/owned-h100")});
        QVERIFY2(there.out.startsWith("Capital $0: all that is drawn is there already\n"),
                 there.out.constData());
    }

    void one_rack_fits() {
        const ProgramRun run = run_cli({"room", sample("ws-8gpu")});
        QVERIFY2(run.out.contains("1 rack drawn, 1 fits as the room is: "), run.out.constData());
    }

    void at_a_load_it_is_not_searched() {
        const ProgramRun run = run_cli({"room", sample("decisions/owned-h100"), "--load", "0.7", "--json"});
        const QJsonObject room = QJsonDocument::fromJson(run.out).object();
        QVERIFY2(room.contains("cabled_racks") && room["cabled_racks"].isNull(), run.out.constData());
        QCOMPARE(room["uncabled"].toString(), QString());
    }
};

QTEST_APPLESS_MAIN(TestRoomCli)
#include "test_room_cli.moc"
