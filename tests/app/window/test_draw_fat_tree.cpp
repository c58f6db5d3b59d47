// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/verdict_bar.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/project/project_file.h"
#include "core/drawing/templates/templates.h"
#include "core/step/engine/evaluate.h"
#include "tests/app/window/driven_window.h"
#include "widgets/canvas/tools/count_prompt.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

using namespace roofrack;

namespace {

/// A project file with ids told by what they name, and without positions.
QJsonObject without_ids(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return {};
    QJsonObject project = QJsonDocument::fromJson(file.readAll()).object();
    QJsonArray scenarios = project.value(u"scenarios").toArray();
    for (int i = 0; i < scenarios.size(); ++i) {
        QJsonObject scenario = scenarios[i].toObject();
        QJsonObject cluster = scenario.value(u"cluster").toObject();
        QJsonArray elements = cluster.value(u"elements").toArray(), links = cluster.value(u"links").toArray();
        QHash<QString, QString> names;
        for (const auto& element : elements)
            names.insert(element[u"id"].toString(), element[u"name"].toString());
        for (int k = 0; k < elements.size(); ++k) {
            QJsonObject element = elements[k].toObject();
            element.remove(u"id");
            element.remove(u"position");
            if (element.contains(u"in")) element[u"in"] = names.value(element[u"in"].toString());
            elements[k] = element;
        }
        for (int k = 0; k < links.size(); ++k) {
            QJsonObject link = links[k].toObject();
            link.remove(u"id");
            link[u"from"] = names.value(link[u"from"].toString());
            link[u"to"] = names.value(link[u"to"].toString());
            links[k] = link;
        }
        cluster[u"elements"] = elements;
        cluster[u"links"] = links;
        scenario[u"cluster"] = cluster;
        scenarios[i] = scenario;
    }
    project[u"scenarios"] = scenarios;
    return project;
}

} // namespace

/// Four racks of four DGX H100 with leafs, spines, feeds and cooling, drawn from nothing with the mouse and
/// the keys as a newcomer would; the file is the one that a hand would have written.
class TestDrawFatTree : public QObject {
    Q_OBJECT

    std::unique_ptr<DrivenWindow> m_driven;
    std::string m_empty; ///< the new project's text

    /// Searches the shelf and drags what it finds with Shift, so that it asks how many.
    void place(const char* search, const char* count, QPoint at) {
        Hand& hand = m_driven->hand();
        hand.key(QStringLiteral("p"));
        hand.type(QLatin1String(search));
        QTest::qWait(100);
        hand.drag(m_driven->first_part(), at, {QStringLiteral("shift")});
        if (!QTest::qWaitFor([&] { return m_driven->canvas().findChild<CountPrompt*>() != nullptr; })) return;
        hand.type(QLatin1String(count));
        hand.key(QStringLiteral("Return"));
    }
    void rename(const char* name) {
        m_driven->hand().key(QStringLiteral("F2"));
        m_driven->hand().key(QStringLiteral("ctrl+a"));
        m_driven->hand().type(QLatin1String(name));
        m_driven->hand().key(QStringLiteral("Return"));
    }
    void link(const std::string& from, const std::string& to) {
        m_driven->hand().drag(m_driven->middle(from), m_driven->middle(to));
    }

private Q_SLOTS:
    void initTestCase() {
        QVERIFY2(has_real_display(), no_display);
        m_driven = std::make_unique<DrivenWindow>();
        QVERIFY(m_driven->ready());
    }

    void is_drawn_in_under_sixty_actions() {
        DrivenWindow& driven = *m_driven;
        Hand& hand = driven.hand();
        hand.key(QStringLiteral("ctrl+n"));
        QVERIFY(driven.window().page());
        m_empty = project_text(driven.document().project(), Catalog::built_in());
        hand.key(QStringLiteral("F4"));

        place("rack 42", "4", driven.on_canvas(0.45, 0.6));
        const std::string rack = driven.last(ElementKind::rack);
        QCOMPARE(driven.cluster().elements.size(), size_t(1));
        place("dgx h100", "4", driven.middle(rack));
        const std::string server = driven.last(ElementKind::server);
        QCOMPARE(driven.cluster().elements.size(), size_t(2));
        QCOMPARE(driven.cluster().find(server)->parent, rack);
        place("qm9700", "4", driven.on_canvas(0.45, 0.35));
        const std::string leaf = driven.last(ElementKind::switch_);
        QCOMPARE(driven.cluster().elements.size(), size_t(3));
        rename("Leaf");
        place("qm9700", "2", driven.on_canvas(0.45, 0.15));
        const std::string spine = driven.last(ElementKind::switch_);
        QCOMPARE(driven.cluster().elements.size(), size_t(4));
        rename("Spine");
        place("415 V, 60", "12", driven.on_canvas(0.75, 0.5));
        const std::string feed = driven.last(ElementKind::feed);
        QCOMPARE(driven.cluster().elements.size(), size_t(5));
        place("crah 120", "3", driven.on_canvas(0.75, 0.7));
        const std::string air = driven.last(ElementKind::cooling);
        QCOMPARE(driven.cluster().elements.size(), size_t(6));
        driven.show(QStringLiteral("placed"));

        hand.key(QStringLiteral("Escape"));
        hand.key(QStringLiteral("l"));
        link(server, leaf);
        driven.show(QStringLiteral("link-offered"));
        hand.key(QStringLiteral("Return"));
        link(leaf, spine);
        hand.key(QStringLiteral("Return"));
        link(feed, rack);
        link(air, rack);
        QCOMPARE(driven.cluster().links.size(), size_t(4));
        driven.show(QStringLiteral("linked"));

        hand.answer_dialog(QStringLiteral("ctrl+s"), QStringLiteral("drawn.roofrack.json"));
        QVERIFY(QFile::exists(driven.file(QStringLiteral("drawn.roofrack.json"))));
        driven.show(QStringLiteral("saved"));
        qInfo("%d actions", hand.actions());
        QVERIFY2(hand.actions() < 60, qPrintable(hand.log().join(QLatin1Char('\n'))));
    }

    void the_file_is_as_written_by_hand() {
        const QString drawn = m_driven->file(QStringLiteral("drawn.roofrack.json"));
        const QString written =
            QStringLiteral(ROOFRACK_SOURCE_DIR "/tests/data/small_fat_tree.roofrack.json");
        QVERIFY(QFile::exists(written));
        QCOMPARE(QJsonDocument(without_ids(drawn)).toJson(), QJsonDocument(without_ids(written)).toJson());
    }

    /// The window's verdict is the step time of the file written by hand, and of the same cluster as a
    /// template.
    void it_is_evaluated() {
        const Catalog& catalog = Catalog::built_in();
        const auto written =
            read_project(ROOFRACK_SOURCE_DIR "/tests/data/small_fat_tree.roofrack.json", catalog);
        QVERIFY(written);
        const double seconds = evaluate_or_explain(written->project.scenarios[0], catalog).step_time.si();
        QVERIFY(seconds > 0);
        const double drawn = evaluate_or_explain(m_driven->document().scenario(), catalog).step_time.si();
        QVERIFY2(std::abs(drawn / seconds - 1) < 1e-9, qPrintable(QString::number(drawn / seconds - 1)));
        const auto made = make_template(
            "fat-tree", {{"server", "dgx-h100"}, {"servers", "16"}, {"servers_per_rack", "4"}}, catalog);
        QVERIFY(made);
        Scenario same = made->scenarios[0];
        same.workload = written->project.scenarios[0].workload;
        same.plan = written->project.scenarios[0].plan;
        const double by_template = evaluate_or_explain(same, catalog).step_time.si();
        QVERIFY2(std::abs(by_template / seconds - 1) < 1e-9,
                 qPrintable(QString::number(by_template / seconds - 1)));
        const QString verdict = QString::fromStdString(format_quantity(seconds, Dimension::time, 3));
        QTRY_VERIFY2_WITH_TIMEOUT(
            m_driven->window().verdict().text().startsWith(verdict + QStringLiteral(" per step")),
            qPrintable(m_driven->window().verdict().text()), 60000);
    }

    void every_step_undone_is_the_empty_project() {
        Hand& hand = m_driven->hand();
        hand.key(QStringLiteral("Escape"));
        for (int step = 0; m_driven->document().undo_stack().canUndo(); ++step) {
            QVERIFY2(step < 40, "undo does not come to an end");
            hand.key(QStringLiteral("ctrl+z"));
        }
        QCOMPARE(project_text(m_driven->document().project(), Catalog::built_in()), m_empty);
        QVERIFY(m_driven->cluster().elements.empty());
    }
};

QTEST_MAIN(TestDrawFatTree)
#include "test_draw_fat_tree.moc"
