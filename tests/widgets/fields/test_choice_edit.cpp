// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed into a list of choices finds a label by its beginning, else by a word within. The list is
// made when it is first opened, and the size is Qt's all the same.
#include "widgets/fields/choice_edit.h"

#include <QAbstractItemView>
#include <QLineEdit>
#include <QTest>
#include <QVBoxLayout>

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

    void its_size_is_that_of_qt_data() {
        QTest::addColumn<bool>("fits_widest");
        QTest::addColumn<QComboBox::SizeAdjustPolicy>("policy");
        QTest::newRow("letters") << false << QComboBox::AdjustToMinimumContentsLengthWithIcon;
        QTest::newRow("widest") << true << QComboBox::AdjustToContents;
    }

    void its_size_is_that_of_qt() {
        QFETCH(bool, fits_widest);
        QFETCH(QComboBox::SizeAdjustPolicy, policy);
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        auto* edit = new ChoiceEdit;
        auto* plain = new QComboBox;
        plain->setMinimumContentsLength(edit->minimumContentsLength());
        plain->setSizeAdjustPolicy(policy);
        if (fits_widest) edit->fit_widest();
        const auto both = [&](const auto& change) {
            for (QComboBox* each : {static_cast<QComboBox*>(edit), plain}) change(*each);
            QCOMPARE(edit->sizeHint(), plain->sizeHint());
            QCOMPARE(edit->minimumSizeHint(), plain->minimumSizeHint());
        };
        both([&](QComboBox& each) { column->addWidget(&each); });
        both([](QComboBox& each) { each.addItem(QStringLiteral("a")); });
        both([](QComboBox& each) { each.addItem(QStringLiteral("much longer than what was there before")); });
        window.show();
        both([](QComboBox& each) {
            each.setItemText(0, QStringLiteral("and this one is longer than all others"));
        });
        both([](QComboBox& each) {
            QFont larger = each.font();
            larger.setPointSizeF(1.5 * larger.pointSizeF());
            each.setFont(larger);
            each.setStyleSheet(QStringLiteral("QComboBox { padding: 5px 9px; }"));
        });
        both([](QComboBox& each) { each.removeItem(0); });
        both([](QComboBox& each) { each.clear(); });
    }

    void its_list_is_made_when_it_opens() {
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        auto* edit = new ChoiceEdit;
        auto* plain = new QComboBox;
        plain->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        edit->fit_widest();
        for (QComboBox* each : {static_cast<QComboBox*>(edit), plain}) {
            each->addItems({QStringLiteral("one"), QStringLiteral("two")});
            column->addWidget(each);
        }
        window.show();
        QFont larger = window.font();
        larger.setPointSizeF(1.5 * larger.pointSizeF());
        window.setFont(larger);
        window.setStyleSheet(QStringLiteral("QComboBox { padding: 3px; }"));
        edit->set_key(QStringLiteral("two"));
        QVERIFY(!edit->findChild<QAbstractItemView*>());
        for (QComboBox* each : {static_cast<QComboBox*>(edit), plain}) {
            each->showPopup();
            QVERIFY(each->view()->isVisible());
            each->hidePopup();
        }
        QCOMPARE(edit->view()->font(), plain->view()->font());
        QVERIFY(edit->view()->font().pointSizeF() > QFont().pointSizeF());
    }

    /// Tab takes what the open list shows, as Enter does, closes it and goes on to the next field.
    void tab_takes_what_is_shown_and_goes_on() {
        for (const bool is_forwards : {true, false}) {
            QWidget window;
            auto* rows = new QVBoxLayout(&window);
            auto *before = new QLineEdit, *behind = new QLineEdit;
            auto* edit = new ChoiceEdit;
            for (QWidget* each :
                 {static_cast<QWidget*>(before), static_cast<QWidget*>(edit), static_cast<QWidget*>(behind)})
                rows->addWidget(each);
            edit->set_choices({{QStringLiteral("none"), QStringLiteral("No model"), {}},
                               {QStringLiteral("405b"), QStringLiteral("Llama 3 405B"), {}}});
            edit->set_key(QStringLiteral("none"));
            QStringList committed;
            connect(edit, &ChoiceEdit::key_committed, this, [&](const QString& key) { committed << key; });
            window.show();
            window.activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(&window));
            edit->setFocus();
            QTest::keyClick(edit, Qt::Key_L);
            QVERIFY(edit->view()->isVisible());
            QTest::keyClick(edit->view(), is_forwards ? Qt::Key_Tab : Qt::Key_Backtab);
            QVERIFY(!edit->view()->isVisible());
            QCOMPARE(edit->key(), QStringLiteral("405b"));
            QCOMPARE(committed, QStringList{QStringLiteral("405b")});
            QTRY_VERIFY((is_forwards ? behind : before)->hasFocus());
        }
    }
};

QTEST_MAIN(TestChoiceEdit)
#include "test_choice_edit.moc"
