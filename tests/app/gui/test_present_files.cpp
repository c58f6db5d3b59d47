// SPDX-License-Identifier: GPL-3.0-or-later
// `roofrack present`: slides as files, without a display.
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/cli.h"
#include "tests/support/sample.h"
#include "tests/support/style_sample.h"

#include <QDir>
#include <QElapsedTimer>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace roofrack;
using namespace roofrack::test;

class TestPresentFiles : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_project;

    QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    ProgramRun present(const QStringList& arguments) const {
        return run_program(gui_path(), QStringList{QStringLiteral("present")} + arguments,
                           QProcessEnvironment::systemEnvironment());
    }
    QByteArray bytes_of(const QString& file) const {
        QFile out(file);
        return out.open(QIODevice::ReadOnly) ? out.readAll() : QByteArray();
    }
    QString write(const char* name, const Project& project) const {
        const QString file = path(name);
        if (!write_project(project, file.toStdString(), Catalog::built_in())) qFatal("cannot write");
        return file;
    }

private Q_SLOTS:
    void initTestCase() {
        m_project = QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json");
    }

    void each_format_is_written() {
        const ProgramRun pdf = present({m_project, "--out", path("a.pdf")});
        QVERIFY2(pdf.exit_code == 0, pdf.err.constData());
        QVERIFY(bytes_of(path("a.pdf")).startsWith("%PDF-1.6"));
        QCOMPARE(present({m_project, "--out", path("a.pptx")}).exit_code, 0);
        QVERIFY(bytes_of(path("a.pptx")).startsWith("PK"));
        QCOMPARE(present({m_project, "--format", "png", "--width", "640", "--out", path("png")}).exit_code,
                 0);
        const QStringList pictures = QDir(path("png")).entryList(QDir::Files);
        QCOMPARE(pictures.size(), 11); // three of them compare its two scenarios
        QCOMPARE(QImage(path("png/slide-01.png")).size(), QSize(640, 360));
        QCOMPARE(present({m_project, "--format", "svg", "--out", path("svg")}).exit_code, 0);
        const QByteArray svg = bytes_of(path("svg/slide-04.svg"));
        QVERIFY(svg.contains("<svg") && !svg.contains("<text"));
    }

    void what_is_wrong_is_said() {
        QCOMPARE(present({}).exit_code, 2);
        QCOMPARE(present({m_project}).exit_code, 2);
        QCOMPARE(present({m_project, "--out", path("a.doc")}).exit_code, 2);
        QCOMPARE(present({m_project, "--out", path("w"), "--format", "png", "--width", "3"}).exit_code, 2);
        QCOMPARE(present({path("none.json"), "--out", path("n.pdf")}).exit_code, 3);
        QCOMPARE(present({m_project, "--out", path("no/where.pdf")}).exit_code, 3);
        QFile there(path("there.pdf"));
        QVERIFY(there.open(QIODevice::WriteOnly));
        QCOMPARE(present({m_project, "--out", path("there.pdf")}).exit_code, 3);
        QCOMPARE(present({m_project, "--out", path("there.pdf"), "--force"}).exit_code, 0);
    }

    void a_scenario_that_is_gone_is_said() {
        Project project;
        project.scenarios = {test::sample("dgx-h100-su")};
        project.deck.slides.resize(2);
        project.deck.slides[0].view = "verdict";
        project.deck.slides[1].view = "scaling";
        project.deck.slides[1].scenario = "=gone";
        const ProgramRun run = present({write("gone.roofrack.json", project), "--out", path("gone.pdf")});
        QCOMPARE(run.exit_code, 1);
        QVERIFY(run.err.contains("=gone"));
        QVERIFY(bytes_of(path("gone.pdf")).contains("/Count 2"));
    }

    /// Both programs say what may be turned on a slide, and what may not; files show the base.
    void what_may_be_turned_is_said_in_words() {
        Project project;
        project.scenarios = {test::sample("dgx-h100-su")};
        project.deck.slides.resize(1);
        project.deck.slides[0].view = "step-breakdown";
        const QString without = write("as-it-is.roofrack.json", project);
        project.deck.slides[0].inputs = {{"/site/electricity_price", "0.04..0.16 in 4", {}},
                                         {"/plan/no_such_thing", {}, {}}};
        const QString file = write("turned.roofrack.json", project);
        const ProgramRun text = run_cli({"present", file});
        QVERIFY2(text.exit_code == 0, text.err.constData());
        QVERIFY2(text.out.contains("What if: ") && text.out.contains("turned from 0.04") &&
                     text.out.contains("/plan/no_such_thing cannot be turned: "),
                 text.out.constData());
        const QJsonObject printed =
            QJsonDocument::fromJson(run_cli({"present", file, "--json"}).out).object();
        const QJsonArray inputs =
            printed[QStringLiteral("slides")].toArray()[0][QStringLiteral("inputs")].toArray();
        QCOMPARE(inputs.size(), qsizetype(2));
        QVERIFY(inputs[0][QStringLiteral("missing")].isNull());
        QVERIFY(inputs[0][QStringLiteral("values")].toArray().size() >= 4);
        QVERIFY(inputs[1][QStringLiteral("missing")].isString());
        QVERIFY(inputs[1][QStringLiteral("value")].isNull());
        for (const QString& each : {without, file})
            QCOMPARE(present({each, "--format", "png", "--out", each + QStringLiteral("-png")}).exit_code, 0);
        const QImage base(without + QStringLiteral("-png/slide-01.png")),
            turned(file + QStringLiteral("-png/slide-01.png"));
        const QRect title(80, 44, 1760, 152);
        QVERIFY(!base.isNull() && base != turned);
        QCOMPARE(base.copy(title), turned.copy(title));
        QCOMPARE(present({file, "--out", path("turned.pptx")}).exit_code, 0);
    }

    void slides_are_in_the_style_of_the_house() {
        QFile file(path("style.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            test::style_text(R"(, "font": "No Such Family")" +
                             std::string(", \"colours\": {\"ground\": \"#102030\", \"text\": \"#F0F0E0\"}"))
                .c_str());
        file.close();
        const QStringList small{"--format", "png", "--width", "320"};
        const ProgramRun run =
            present(QStringList{m_project, "--style", path("style.json"), "--out", path("styled")} + small);
        QVERIFY2(run.exit_code == 0, run.err.constData());
        QVERIFY2(run.err.contains("No Such Family"), run.err.constData());
        QCOMPARE(QImage(path("styled/slide-02.png")).pixelColor(1, 1), QColor(0x102030));
        Project project;
        project.scenarios = {test::sample("dgx-h100-su")};
        project.style = test::house_style();
        const QString kept = write("kept.roofrack.json", project);
        QCOMPARE(present({kept, "--out", path("kept.pptx")}).exit_code, 0);
        QVERIFY(bytes_of(path("kept.pptx")).contains("ppt/media/logo.svg"));
        QCOMPARE(present(QStringList{kept, "--style", "none", "--out", path("none")} + small).exit_code, 0);
        QCOMPARE(QImage(path("none/slide-02.png")).pixelColor(1, 1), QColor(Qt::white));
        QCOMPARE(present({kept, "--style", path("gone.json"), "--out", path("g.pdf")}).exit_code, 3);
        QCOMPARE(
            present({kept, "--style", "none", "--freeze", "1", "--out", path("f.roofrack.json")}).exit_code,
            2);
    }

    void a_slide_is_frozen() {
        const QString frozen = path("frozen.roofrack.json");
        QCOMPARE(present({m_project, "--freeze", "4", "--out", frozen}).exit_code, 0);
        const auto read = read_project(frozen.toStdString(), Catalog::built_in());
        QVERIFY(read && read->project.deck.slides.at(3).is_frozen());
        QVERIFY(read->project.deck.slides[3].frozen.picture.size() > 1000);
        QCOMPARE(present({frozen, "--freeze", "4", "--out", path("f.roofrack.json")}).exit_code,
                 3); // it is frozen
        QCOMPARE(present({m_project, "--freeze", "40", "--out", path("f.roofrack.json")}).exit_code, 3);
        QCOMPARE(present({m_project, "--freeze", "x", "--out", path("f.roofrack.json")}).exit_code, 2);
        QCOMPARE(present({frozen, "--out", path("frozen.pptx")}).exit_code, 0);
    }

    /// Twenty slides are a deck that people show.
    void twenty_slides_take_seconds() {
        Project project;
        project.scenarios = {test::sample("llama3-405b-16k")};
        for (const char* view : {"drawing", "verdict", "step-breakdown", "scaling", "levels", "money",
                                 "certainty", "what-binds", "memory", "roofline"})
            for (int twice = 0; twice < 2; ++twice) {
                Slide slide;
                slide.view = view;
                project.deck.slides.push_back(slide);
            }
        const QString file = write("twenty.roofrack.json", project);
        for (const char* name : {"twenty.pdf", "twenty.pptx"}) {
            QElapsedTimer timer;
            timer.start();
            const ProgramRun run = present({file, "--out", path(name)});
            QVERIFY2(run.exit_code == 0, run.err.constData());
            QVERIFY2(timer.elapsed() < 20'000, QByteArray::number(timer.elapsed()).constData());
        }
    }
};

QTEST_GUILESS_MAIN(TestPresentFiles)
#include "test_present_files.moc"
