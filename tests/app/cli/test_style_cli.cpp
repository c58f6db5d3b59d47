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
    const QString m_project = QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json");

    QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    QString write(const char* name, const QByteArray& bytes) const {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot write");
        return file.fileName();
    }
    QString style() const {
        write("logo.svg", QByteArray::fromStdString(red_svg()));
        return write(
            "style.json",
            R"({"format": "roofrack-style", "version": 1, "name": "ACME", )"
            R"("colours": {"ground": "#102030", "text": "#F0F0E0", "accent": "#FFB000"}, "font": "Open Sans", )"
            R"("logo": "logo.svg", "footer": "ACME & Co, {project}, {date}, {page} of {pages}"})");
    }

    QByteArray bytes_of(const char* name) const {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
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

    void a_web_page_carries_it() {
        const QStringList some{"--section", "time"};
        QVERIFY(run_cli(QStringList{"report", m_project, "-o", path("plain.html")} + some).exit_code == 0);
        const ProgramRun run =
            run_cli(QStringList{"report", m_project, "-o", path("styled.html"), "--style", style()} + some);
        QVERIFY2(run.exit_code == 0, run.err.constData());
        const QByteArray page = bytes_of("styled.html");
        QVERIFY(page.contains("body{color:#F0F0E0;background:#102030}"));
        QVERIFY(page.contains("svg [fill=\"#3b6fb6\"]{fill:#FFB000}") && page.contains("fill=\"#3b6fb6\""));
        QVERIFY(page.contains("body{font-family:\"Open Sans\","));
        QVERIFY(page.contains("<header><img src=\"data:image/svg+xml;base64,"));
        QVERIFY(page.contains("<footer>ACME &amp; Co, ") && page.contains(", 1 of 1</footer>"));
        // A project that keeps the style has it in its pages too, unless the call says otherwise.
        const QString kept = path("kept.roofrack.json");
        QVERIFY(run_cli({"present", m_project, "--style", style(), "-o", kept}).exit_code == 0);
        QVERIFY(run_cli(QStringList{"report", kept, "-o", path("kept.html")} + some).exit_code == 0);
        QCOMPARE(bytes_of("kept.html"), page);
        QVERIFY(run_cli(QStringList{"report", kept, "-o", path("none.html"), "--style", "none"} + some)
                    .exit_code == 0);
        QCOMPARE(bytes_of("none.html"), bytes_of("plain.html"));
        QVERIFY(!bytes_of("plain.html").contains("<footer>"));
    }

    void markdown_has_none() {
        const ProgramRun run = run_cli({"report", m_project, "-o", path("a.md"), "--style", style()});
        QCOMPARE(run.exit_code, 2);
        QVERIFY2(run.err.contains("Markdown has no look of its own"), run.err.constData());
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
