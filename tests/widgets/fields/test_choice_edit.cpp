// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed into a list of choices finds a label by its beginning, else by a word within.
#include "widgets/fields/choice_edit.h"

#include <QAbstractItemView>
#include <QTest>

using namespace roofrack;

class TestChoiceEdit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void typing_finds_labels_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("found");
        QTest::newRow("beginning") << "when"
                                   << "when the run is done (Money)";
        QTest::newRow("within") << "done"
                                << "when the run is done (Money)";
        QTest::newRow("beginning before within") << "run"
                                                 << "run of all (Step)";
        QTest::newRow("two words") << "run of"
                                   << "run of all (Step)";
        QTest::newRow("two words within") << "the run"
                                          << "when the run is done (Money)";
        QTest::newRow("one letter") << "d"
                                    << "days (Money)";
    }

    void typing_finds_labels() {
        QFETCH(QString, typed);
        QFETCH(QString, found);
        for (const bool into_list : {false, true}) {
            ChoiceEdit edit;
            edit.set_choices({{QStringLiteral("none"), QStringLiteral("Add a figure …"), {}},
                              {QStringLiteral("days"), QStringLiteral("days (Money)"), {}},
                              {QStringLiteral("done"), QStringLiteral("when the run is done (Money)"), {}},
                              {QStringLiteral("run"), QStringLiteral("run of all (Step)"), {}}});
            edit.set_key(QStringLiteral("none"));
            edit.show();
            if (into_list) edit.showPopup();
            for (const QChar letter : typed)
                QTest::keyClick(into_list ? static_cast<QWidget*>(edit.view()) : &edit, letter.toLatin1());
            QCOMPARE(edit.view()->currentIndex().data().toString(), found);
            edit.hidePopup();
        }
    }
};

QTEST_MAIN(TestChoiceEdit)
#include "test_choice_edit.moc"
