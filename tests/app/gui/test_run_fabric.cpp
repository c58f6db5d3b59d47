// SPDX-License-Identifier: GPL-3.0-or-later
// A measured run beside the drawing: which fabric it is held against, and a project that takes none.
#include "tests/support/newer_project.h"
#include "tests/support/run_window.h"
#include "widgets/charts/measured/run_collectives_chart.h"
#include "widgets/editor/commands/remove_items.h"

#include <QFile>

using namespace roofrack;
using namespace roofrack::test;

namespace {

class Collectives : public RunCollectivesChart {
public:
    using RunCollectivesChart::describe;
};

} // namespace

class TestRunFabric : public RunWindow {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { m_window.reset(); }

    void a_project_for_reading_says_that_it_takes_no_run() {
        start();
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        const QString newer = m_folder.filePath(QStringLiteral("newer.roofrack.json"));
        QVERIFY(m_window->files().save_to(newer.toStdString()));
        QVERIFY(test::make_newer(newer));
        start();
        QVERIFY(m_window->files().open(newer.toStdString()));
        QVERIFY(m_window->document().is_read_only());
        read({data(QStringLiteral("good.json"))});
        QVERIFY(m_window->runs().shown());
        QVERIFY(kept().empty());
        QVERIFY2(m_window->messages().text().contains(
                     QStringLiteral("not put into the project, which is open for reading only")),
                 qPrintable(m_window->messages().text()));
    }

    void the_share_of_the_fabric_is_of_the_drawing_as_it_is() {
        // An all-reduce of 256 MiB over eight ranks.
        QFile file(m_folder.filePath(QStringLiteral("reduced.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce_Sum_bf16",
            "pid":0,"tid":7,"ts":1,"dur":2000,"args":{"device":0,"stream":7,"Collective name":"allreduce",
            "In msg nelems":134217728,"Out msg nelems":134217728,"Group size":8,"dtype":"BFloat16",
            "Process Group Name":"0","Seq":1}}]})");
        file.close();
        start();
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        read({file.fileName()});
        const auto of_fabric = [&] { return m_window->runs().shown()->analysis->collectives[0].of_expected; };
        const auto before = of_fabric();
        QVERIFY(before.has_value());
        QVERIFY(!m_window->runs().shown()->no_fabric);
        // Nothing is drawn: nothing to hold it against, and why is said.
        m_window->document().perform<RemoveItems>([&] {
            std::vector<std::string> all;
            for (const Element& element : m_window->document().cluster().elements) all.push_back(element.id);
            return all;
        }());
        wait_for_run();
        QVERIFY(!of_fabric());
        QVERIFY(m_window->runs().shown()->no_fabric);
        Collectives chart;
        chart.Chart::show(page().charts().current()->shared_data());
        const QString said = chart.describe(Theme::light(), {800, 500}).subtitle;
        QVERIFY2(said.contains(QString::fromStdString(m_window->runs().shown()->no_fabric->what)),
                 qPrintable(said));
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        wait_for_run();
        QCOMPARE(of_fabric(), before);
        QVERIFY(!m_window->runs().shown()->no_fabric);
    }
};

QTEST_MAIN(TestRunFabric)
#include "test_run_fabric.moc"
