// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/open_watch.h"
#include "tests/support/tip_walk.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/plain_text.h"

#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace roofrack;

/// Text that looks like HTML stays text, wherever Qt would guess.
class TestPlainText : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString m_html;
    std::unique_ptr<test::OpenWatch> m_bait;
    const QString m_rich = QStringLiteral("<b>ours</b>");

    static QString tip_after(QWidget& widget, Qt::TextFormat format) {
        test::TipWalk([] {}).ask(widget, widget.rect().center());
        const QLabel* tip = test::shown_tip();
        return tip && tip->textFormat() == format ? tip->text() : QStringLiteral("none of this format");
    }

private Q_SLOTS:
    void initTestCase() {
        const QString bait = m_folder.filePath(QStringLiteral("bait.png"));
        QVERIFY(QImage(8, 8, QImage::Format_RGB32).save(bait));
        m_html = QStringLiteral("<img src='file://%1'><img src='%1'>").arg(bait);
        m_bait = std::make_unique<test::OpenWatch>(bait);
        QVERIFY(m_bait->watches());
    }
    void cleanup() {
        QVERIFY(!m_bait->was_opened());
        QToolTip::hideText();
    }

    /// Without it the other functions prove nothing.
    void a_label_that_asks_for_it_opens_the_file() {
        QLabel label(m_html);
        label.setTextFormat(Qt::RichText);
        label.show();
        QVERIFY(QTest::qWaitForWindowExposed(&label));
        label.grab();
        QCOMPARE(label.textFormat(), Qt::RichText);
        QVERIFY(m_bait->was_opened());
    }

    void a_label_is_plain() {
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        auto* before = new QLabel(m_html, &window);
        auto* after = new QLabel(&window);
        before->setWordWrap(true);
        column->addWidget(before);
        column->addWidget(after);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        after->setText(m_html);
        window.grab();
        for (const QLabel* label : {before, after}) {
            QCOMPARE(label->textFormat(), Qt::PlainText);
            QCOMPARE(label->text(), m_html);
        }
        QVERIFY(before->sizeHint().width() > 60); // a picture of 8 px is not
    }

    void a_message_box_is_plain() {
        QMessageBox box(QMessageBox::Question, m_html, m_html, QMessageBox::Ok);
        box.setInformativeText(m_html);
        box.show();
        QVERIFY(QTest::qWaitForWindowExposed(&box));
        box.grab();
        QCOMPARE(test::rich_labels(m_html), QStringList());
    }

    void a_tool_tip_is_plain() {
        QWidget window;
        window.setToolTip(m_html);
        window.show();
        QCOMPARE(tip_after(window, Qt::PlainText), m_html);
        show_tip({5, 5}, m_html + u'2', &window);
        QCOMPARE(test::shown_tip()->text(), m_html + u'2');
        QCOMPARE(test::shown_tip()->textFormat(), Qt::PlainText);
    }

    void a_rich_tip_is_given_by_itself() {
        QWidget window;
        window.setToolTip(m_html);
        set_rich_tip(window, m_rich);
        window.show();
        QCOMPARE(tip_after(window, Qt::RichText), m_rich);
        set_rich_tip(window, {});
        QCOMPARE(tip_after(window, Qt::PlainText), m_html);
        set_rich_tip(window, m_rich);
        QCOMPARE(tip_after(window, Qt::RichText), m_rich);
        show_tip({5, 5}, m_html, &window);
        QCOMPARE(test::shown_tip()->textFormat(), Qt::PlainText);
        show_rich_tip({5, 5}, m_rich, &window);
        QCOMPARE(test::shown_tip()->textFormat(), Qt::RichText);
        QLabel other;
        other.setToolTip(m_html);
        other.show();
        QCOMPARE(tip_after(other, Qt::PlainText), m_html);
    }

    void tips_of_items_come_by_two_roles() {
        QTreeWidget tree;
        tree.setHeaderLabels({QStringLiteral("one")});
        tree.headerItem()->setToolTip(0, m_html);
        for (const bool rich : {true, false, true, false}) {
            auto* item = new QTreeWidgetItem(&tree, {m_html});
            item->setToolTip(0, m_html);
            if (rich) item->setData(0, rich_tip_role, m_rich);
        }
        tree.resize(400, 300);
        tree.show();
        QVERIFY(QTest::qWaitForWindowExposed(&tree));
        int rich = 0, plain = 0;
        test::TipWalk([&] {
            const QLabel* tip = test::shown_tip();
            if (!tip) return;
            QCOMPARE(tip->text(), tip->textFormat() == Qt::RichText ? m_rich : m_html);
            ++(tip->textFormat() == Qt::RichText ? rich : plain);
        }).walk(tree);
        QVERIFY(rich >= 2);
        QVERIFY(plain >= 3);
    }

    void a_choice_has_either() {
        ChoiceEdit edit;
        edit.set_choices({{QStringLiteral("a"), m_html, m_html}, {QStringLiteral("b"), m_html, {}, m_rich}});
        edit.show();
        QVERIFY(QTest::qWaitForWindowExposed(&edit));
        edit.set_key(QStringLiteral("a"));
        QCOMPARE(tip_after(edit, Qt::PlainText), m_html);
        edit.set_key(QStringLiteral("b"));
        QCOMPARE(tip_after(edit, Qt::RichText), m_rich);
        edit.set_key(QStringLiteral("a"));
        QCOMPARE(tip_after(edit, Qt::PlainText), m_html);
        test::TipWalk([&] { QCOMPARE(test::rich_labels(m_html), QStringList()); }).walk_choices(edit);
    }

    void signs_of_labels_and_titles_are_kept() {
        QCOMPARE(as_label(QStringLiteral("R&D & more")), QStringLiteral("R&&D && more"));
        QCOMPARE(text_of_label(QStringLiteral("&Undo: R&&D")), QStringLiteral("Undo: R&D"));
        QWidget window;
        window.setWindowTitle(as_title(QStringLiteral("a[*]b")) + QStringLiteral("[*]"));
        window.setWindowModified(true);
        window.show();
        QCOMPARE(window.windowHandle()->title().section(QStringLiteral(" - "), 0, 0),
                 QStringLiteral("a[*]b*"));
        QCOMPARE(without_markup(QStringLiteral("<b>a</b> &lt;i&gt;")), QStringLiteral("a <i>"));
    }
};

QTEST_MAIN(TestPlainText)
#include "test_plain_text.moc"
