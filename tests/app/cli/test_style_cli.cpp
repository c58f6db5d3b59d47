// SPDX-License-Identifier: GPL-3.0-or-later
// `roofrack-cli present --style`: a style is put into a project and taken out again.
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/cli.h"
#include "tests/support/style_sample.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace roofrack;
using namespace roofrack::test;

class TestStyleCli : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    const QString m_project = QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/ws-8gpu.roofrack.json");

    QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    QString write(const char* name, const QByteArray& bytes) const {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot write");
        return file.fileName();
    }
    QString style() const {
        write("logo.svg", QByteArray::fromStdString(red_svg()));
        return write("style.json", R"({"format": "roofrack-style", "version": 1, "name": "ACME",
            "colours": {"ground": "#102030", "text": "#F0F0E0", "accent": "#FFB000"}, "font": "Open Sans",
            "logo": "logo.svg", "footer": "ACME & Co, {project}, {date}, {page} of {pages}"})");
    }

private Q_SLOTS:
    void it_is_put_in_and_taken_out() {
        const QString styled = path("styled.roofrack.json"), plain = path("plain.roofrack.json");
        const ProgramRun in = run_cli({"present", m_project, "--style", style(), "-o", styled});
        QVERIFY2(in.exit_code == 0, in.err.constData());
        QVERIFY2(in.out.startsWith("Style: ACME, in Open Sans, with a logo\n"), in.out.constData());
        const auto read = read_project(styled.toStdString(), Catalog::built_in());
        QVERIFY(read && read->project.style == house_style());
        QVERIFY(read->project.deck.slides.empty());
        const ProgramRun json = run_cli({"present", styled, "--json"});
        const QJsonObject told = QJsonDocument::fromJson(json.out).object()["style"].toObject();
        QCOMPARE(told["logo"].toString(), QStringLiteral("svg"));
        QCOMPARE(told["colours"].toObject()["ground"].toString(), QStringLiteral("#102030"));
        QCOMPARE(run_cli({"present", styled, "--style", "none", "-o", plain}).exit_code, 0);
        const auto without = read_project(plain.toStdString(), Catalog::built_in());
        QVERIFY(without && !without->project.style.is_given());
        QVERIFY(!run_cli({"present", plain, "--json"}).out.contains("\"style\""));
    }

    void what_is_wrong_is_said() {
        QCOMPARE(run_cli({"present", m_project, "--style", style()}).exit_code, 2);
        const QString out = path("out.roofrack.json");
        const ProgramRun gone = run_cli({"present", m_project, "--style", path("gone.json"), "-o", out});
        QCOMPARE(gone.exit_code, 3);
        QVERIFY2(gone.err.contains("there is no such file"), gone.err.constData());
        const QString bad = write("bad.json", R"({"format": "roofrack-style", "version": 1, "colors": {}})");
        const ProgramRun unknown = run_cli({"present", m_project, "--style", bad, "-o", out});
        QCOMPARE(unknown.exit_code, 3);
        QVERIFY2(unknown.err.contains("bad.json#/colors: unknown key 'colors'"), unknown.err.constData());
        QVERIFY(!QFile::exists(out));
    }
};

QTEST_GUILESS_MAIN(TestStyleCli)
#include "test_style_cli.moc"
