// SPDX-License-Identifier: GPL-3.0-or-later
// Accepting findings in the window, and taking that back.
#include "core/base/catalog/catalog.h"
#include "core/drawing/check/waive.h"
#include "tests/support/random_edits.h"
#include "tests/support/text_recorder.h"
#include "widgets/findings/findings_line.h"
#include "widgets/findings/findings_view.h"

#include <QContextMenuEvent>
#include <QImage>
#include <QInputDialog>
#include <QMenu>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

using namespace roofrack;
using namespace roofrack::test;

namespace {

Finding fault() {
    return {Severity::warning,     "switch-unlinked", "Spare has no link",
            "It carries nothing.", "Link it.",        {"spare"}};
}
Finding binding() {
    return {Severity::info, "binds-fabric", "Leaf uplinks", "4:1", "more of them", {"leaf"}};
}

/// Opens the menu of a row, and chooses its only action; what the dialog then asks is answered.
void choose(FindingsView& view, int row, const QString& reason) {
    QTimer::singleShot(0, &view, [&view, reason] {
        auto* menu = view.findChild<QMenu*>();
        QVERIFY(menu && menu->actions().size() == 1);
        QTimer::singleShot(0, &view, [&view, reason] {
            if (auto* dialog = view.findChild<QInputDialog*>()) {
                dialog->setTextValue(reason);
                dialog->accept();
            }
        });
        QAction* only = menu->actions().constFirst();
        menu->close();
        if (only->isEnabled()) only->trigger();
    });
    QTest::ignoreMessage(QtWarningMsg, "This plugin does not support grabbing the keyboard"); // offscreen
    const QPoint at = view.visualRect(view.model()->index(row, 0)).center();
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, view.viewport()->mapToGlobal(at));
    QApplication::sendEvent(view.viewport(), &event);
}

} // namespace

class TestFindingsView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void waived_rows_stand_last_with_their_reason() {
        FindingsModel model;
        model.set_findings({binding()}, {{fault(), "on the shelf"}});
        QCOMPARE(model.rowCount(), 2);
        QVERIFY(!model.is_waived(0) && model.is_waived(1));
        QCOMPARE(model.data(model.index(1, FindingsModel::mitigation), Qt::DisplayRole).toString(),
                 QString("Waived: on the shelf"));
        QCOMPARE(model.data(model.index(0, FindingsModel::mitigation), Qt::DisplayRole).toString(),
                 QString("more of them"));
        QVERIFY(model.data(model.index(1, 0), FindingsModel::waived_role).toBool());
    }

    /// Whatever their order.
    void the_line_shows_the_gravest() {
        FindingsLine line;
        QCOMPARE(line.text(), QStringLiteral("No findings yet"));
        Finding later = fault(), critical = fault();
        later.message = "Another has no link";
        critical.severity = Severity::critical;
        critical.message = "Does not fit";
        line.set_findings({binding()});
        QCOMPARE(line.text(), QStringLiteral("Leaf uplinks"));
        line.set_findings({binding(), fault(), later});
        QCOMPARE(line.text(), QStringLiteral("Spare has no link")); // the first of equals
        line.set_findings({binding(), fault(), later, critical});
        QCOMPARE(line.text(), QStringLiteral("Does not fit"));
        line.set_findings({});
        QCOMPARE(line.text(), QStringLiteral("No findings yet"));
    }

    void the_menu_asks_for_a_reason() {
        FindingsView view;
        view.resize(900, 300);
        view.set_findings({fault(), binding()}, {{fault(), "on the shelf"}});
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QSignalSpy waived(&view, &FindingsView::waive_requested), back(&view, &FindingsView::waiver_unwanted);
        choose(view, 0, "as agreed");
        QTRY_COMPARE(waived.size(), 1);
        QCOMPARE(waived[0][1].toString(), QString("as agreed"));
        choose(view, 0, "  "); // no reason, no waiver
        QCOMPARE(waived.size(), 1);
        choose(view, 1, "as agreed"); // what binds is no fault, and may be accepted too
        QTRY_COMPARE(waived.size(), 2);
        choose(view, 2, {});
        QCOMPARE(back.size(), 1);
    }

    /// Cut texts end in an ellipsis, and a line parts their rows; what is whole has neither.
    void a_cut_row_looks_cut() {
        Finding wordy = fault();
        wordy.mitigation = "try it on one replica before you buy, or leave more free: a smaller micro-batch, "
                           "recomputation, more sharding or more pipeline stages";
        FindingsView view;
        view.set_findings({wordy, wordy, wordy}, {});
        view.resize(700, 130);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const auto painted = [&view](int row, int column) {
            const QModelIndex index = view.model()->index(row, column);
            QStyleOptionViewItem option;
            option.rect = view.visualRect(index);
            TextRecorder recorder(view.size());
            QPainter painter(&recorder);
            view.itemDelegate()->paint(&painter, option, index);
            painter.end();
            QStringList out;
            for (const PaintedText& each : recorder.texts) out << each.text.trimmed();
            return out;
        };
        const auto is_parted = [&view] {
            const QRect second = view.visualRect(view.model()->index(1, 2));
            const QImage seen = view.viewport()->grab().toImage();
            return seen.pixelColor(second.right() - 2, second.top()) == Theme::light().grid;
        };
        view.set_theme(Theme::light());
        QTRY_VERIFY(view.most_lines(0) > 1);
        const QString cut = painted(1, FindingsModel::mitigation).join(u' ');
        QVERIFY2(cut.startsWith(QStringLiteral("try it on one")) && cut.endsWith(u'…') &&
                     cut.count(u'…') == 1,
                 qPrintable(cut));
        QCOMPARE(painted(1, FindingsModel::why).join(u' '), QStringLiteral("It carries nothing."));
        QVERIFY(is_parted());
        view.resize(700, 400);
        QTRY_COMPARE(view.most_lines(0), 0);
        const QString whole = painted(1, FindingsModel::mitigation).join(u' ');
        QVERIFY2(whole.endsWith(QStringLiteral("pipeline stages")), qPrintable(whole));
        QVERIFY(!is_parted());
    }

    /// The text may be larger: what a low window leaves them grows with it.
    void three_rows_are_seen_at_every_size_of_text() {
        Finding wordy = fault();
        wordy.mitigation = QString(QStringLiteral("leave more free, or ")).repeated(20).toStdString();
        FindingsView view;
        view.set_findings({wordy, wordy, wordy, wordy}, {});
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        for (const double scale : {1.0, 1.25, 1.5, 2.0, 1.0}) {
            view.set_theme(Theme::light().scaled(scale));
            view.resize(700, 1); // as low as it goes
            QCOMPARE(view.height(), view.minimumHeight());
            const QRect third = view.visualRect(view.model()->index(2, 0));
            const int line = QFontMetrics(Theme::light().scaled(scale).font(Theme::Role::strong)).height();
            QVERIFY2(third.height() >= line && third.bottom() < view.viewport()->height(),
                     qPrintable(QStringLiteral("%1: %2").arg(scale).arg(third.bottom())));
        }
        QCOMPARE(view.minimumHeight(), 64);
    }

    /// A low window has 64 px for them.
    void three_rows_are_seen_however_low() {
        const auto wordy = [](const char* where) {
            Finding out = fault();
            out.where = {where};
            out.why = "of measured runs 80 % needed 73.47 GB to 92.47 GB where the model says this, and more";
            out.mitigation =
                "try it on one replica before you buy, or leave more free: a smaller micro-batch, "
                "recomputation, more sharding or more pipeline stages";
            return out;
        };
        FindingsView view;
        view.resize(700, 64);
        view.set_findings({wordy("a"), wordy("b"), wordy("c"), wordy("d")}, {});
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const auto row = [&view](int i) { return view.visualRect(view.model()->index(i, 0)); };
        QVERIFY2(row(2).bottom() < view.viewport()->height(), qPrintable(QString::number(row(2).bottom())));
        // The one that is clicked shows all its lines, and the next click still hits what is below the
        // pointer.
        QSignalSpy located(&view, &FindingsView::located);
        const int low = row(0).height();
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, row(0).center());
        QVERIFY2(row(0).height() >= 2 * low, qPrintable(QString::number(row(0).height())));
        view.scrollToBottom();
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, row(3).center());
        QCOMPARE(located.last()[0].value<std::vector<std::string>>(), std::vector<std::string>{"d"});
        QCOMPARE(row(0).height(), low);
        QVERIFY(row(3).height() >= 2 * low);
        // Where there is room, all do.
        view.resize(700, 400);
        QTRY_VERIFY(row(0).height() >= 2 * low && row(1).height() == row(0).height());
    }

    /// Each evaluation brings its findings: where they are the same, the one that is being read stays open.
    void a_row_stays_open_while_the_findings_do() {
        Finding wordy = fault();
        wordy.mitigation = QString(QStringLiteral("leave more free, or ")).repeated(20).toStdString();
        const std::vector<Finding> findings{wordy, wordy, wordy};
        FindingsView view;
        view.resize(700, 64);
        view.set_findings(findings, {});
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QTRY_VERIFY(view.most_lines(1) > 0);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {},
                          view.visualRect(view.model()->index(1, 0)).center());
        QCOMPARE(view.most_lines(1), 0);
        view.set_findings(findings, {});
        QCOMPARE(view.most_lines(1), 0);
        view.set_findings({wordy, wordy, wordy, binding()}, {});
        QVERIFY(view.most_lines(1) > 0);
    }

    void a_waiver_is_one_step_and_follows_what_is_removed() {
        Document document(Catalog::built_in());
        document.set_project(two_racks());
        const Project before = document.project();
        document.perform<SetWaivers>(std::vector<Waiver>{{"rack-no-feed", {"rack-a", "rack-b"}, "later"},
                                                         {"no-part", {"leaf"}, "later"}},
                                     QStringLiteral("Waive finding"));
        const Project waived = document.project();
        document.perform<RemoveItems>(std::vector<std::string>{"rack-a", "leaf"});
        QCOMPARE(document.cluster().waivers.size(), size_t(1));
        QCOMPARE(document.cluster().waivers[0].where, std::vector<std::string>{"rack-b"});
        document.undo();
        QVERIFY(document.project() == waived);
        document.perform<RenameElement>("rack-a", "Rack 1");
        QCOMPARE(document.cluster().waivers, waived.scenarios[0].cluster.waivers); // by ids, which stay
        document.undo();
        document.undo();
        QVERIFY(document.project() == before);
    }
};

QTEST_MAIN(TestFindingsView)
#include "test_findings_view.moc"
