// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "tests/support/part_pictures.h"
#include "widgets/fields/plain_text.h"
#include "widgets/palette/parts_shelf.h"
#include "widgets/theme/theme.h"

#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

#include <memory>

using namespace roofrack;
using namespace roofrack::test;

class TestParts : public QObject {
    Q_OBJECT

    std::unique_ptr<PartsShelf> m_shelf;
    std::vector<DraggedPart> m_asked; ///< what the shelf asked to be placed

    QLineEdit& search() { return *m_shelf->findChild<QLineEdit*>(); }
    QTreeWidget& tree() { return *m_shelf->findChild<QTreeWidget*>(); }
    QStringList listed() {
        QStringList names;
        for (QTreeWidgetItemIterator at(&tree(), QTreeWidgetItemIterator::NotHidden); *at; ++at)
            if ((*at)->parent() && !(*at)->parent()->isHidden()) names << (*at)->text(0);
        return names;
    }
    QTreeWidgetItem* entry(const QString& name) {
        const auto found = tree().findItems(name, Qt::MatchExactly | Qt::MatchRecursive);
        return found.isEmpty() ? nullptr : found.first();
    }

private Q_SLOTS:
    void initTestCase() { Theme::apply(*qApp, Theme::light()); }
    void init() {
        m_shelf = std::make_unique<PartsShelf>(Catalog::built_in());
        m_shelf->resize(208, 560);
        m_shelf->show();
        m_asked.clear();
        connect(m_shelf.get(), &PartsShelf::place_requested, this,
                [this](const DraggedPart& what) { m_asked.push_back(what); });
        QVERIFY(QTest::qWaitForWindowExposed(m_shelf.get()));
    }
    void cleanup() { m_shelf.reset(); }

    void the_shelf_shows_the_usual_parts_first();
    void more_shows_the_rest_of_a_group();
    void a_search_finds_names_ids_groups_and_figures_data();
    void a_search_finds_names_ids_groups_and_figures();
    void a_search_without_a_match_says_what_to_try();
    void enter_places_the_first_match();
    void arrows_choose_and_letters_search();
    void a_double_click_asks_for_the_part();
    void the_shelf_is_read_in_both_appearances();
};

void TestParts::the_shelf_shows_the_usual_parts_first() {
    QStringList headings;
    for (int i = 0; i < tree().topLevelItemCount(); ++i) headings << tree().topLevelItem(i)->text(0);
    QCOMPARE(headings,
             (QStringList{"Servers", "Network", "Storage", "Power and cooling", "Containers and notes"}));
    QCOMPARE(listed().constFirst(), QStringLiteral("DGX H100"));
    QVERIFY(listed().contains(QStringLiteral("Room")) && listed().contains(QStringLiteral("Note")));
    QVERIFY(!listed().contains(QStringLiteral("DGX-2")));
    const auto groups = shelf_groups(Catalog::built_in());
    QVERIFY(groups.size() > 3);
    for (const ShelfGroup& group : groups)
        for (const ShelfEntry& one : group.entries) QVERIFY2(!one.figures.isEmpty(), qPrintable(one.name));
    QVERIFY(entry("DGX H100")->data(0, rich_tip_role).toString().contains(QStringLiteral("10.2\u00a0kW")));
}

void TestParts::more_shows_the_rest_of_a_group() {
    QTreeWidgetItem* more = tree().topLevelItem(0)->child(tree().topLevelItem(0)->childCount() - 1);
    QVERIFY(more->text(0).endsWith(QStringLiteral("more")));
    QTest::mouseClick(tree().viewport(), Qt::LeftButton, {}, tree().visualItemRect(more).center());
    QVERIFY(listed().contains(QStringLiteral("DGX-2")));
    tree().setCurrentItem(more);
    QTest::keyClick(&tree(), Qt::Key_Return);
    QVERIFY(!listed().contains(QStringLiteral("DGX-2")));
    QVERIFY(m_asked.empty());
}

void TestParts::a_search_finds_names_ids_groups_and_figures_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("found");
    QTest::newRow("name") << "dgx h100"
                          << "DGX H100";
    QTest::newRow("id") << "hgx-h100-roce"
                        << "HGX H100 8-GPU server, RoCE";
    QTest::newRow("figures") << "8 × h100 · 10.2"
                             << "DGX H100"; // resources/catalog/servers.json
    QTest::newRow("ports") << "64x400g"
                           << "QM9700 (NDR InfiniBand)"; // resources/catalog/switches.json
    QTest::newRow("group") << "storage petabyte"
                           << "";
    QTest::newRow("group and figure") << "storage pb"
                                      << "Parallel file system, 1 PB";
    QTest::newRow("what it is") << "roce 64"
                                << "SN5600 (Spectrum-4 Ethernet)";
    QTest::newRow("container") << "room"
                               << "Room";
}

void TestParts::a_search_finds_names_ids_groups_and_figures() {
    QFETCH(QString, typed);
    QFETCH(QString, found);
    QTest::keyClicks(&search(), typed);
    if (found.isEmpty())
        QVERIFY(listed().isEmpty());
    else
        QVERIFY2(listed().contains(found), qPrintable(listed().join(QStringLiteral(", "))));
    QVERIFY(listed().size() < 40);
    QTest::keyClick(&search(), Qt::Key_Escape);
    QVERIFY(search().text().isEmpty());
    QVERIFY(listed().contains(QStringLiteral("Site")));
}

void TestParts::a_search_without_a_match_says_what_to_try() {
    QTest::keyClicks(&search(), QStringLiteral("abacus"));
    QVERIFY(listed().isEmpty());
    bool said = false;
    for (const QLabel* label : m_shelf->findChildren<QLabel*>())
        said |= label->isVisible() && label->text().contains(QStringLiteral("abacus"));
    QVERIFY(said);
    QTest::keyClick(&search(), Qt::Key_Return);
    QVERIFY(m_asked.empty());
}

void TestParts::enter_places_the_first_match() {
    QTest::keyClicks(&search(), QStringLiteral("qm9700"));
    QTest::keyClick(&search(), Qt::Key_Return);
    QCOMPARE(m_asked.size(), size_t(1));
    QVERIFY(m_asked[0].kind == ElementKind::switch_);
    QCOMPARE(m_asked[0].part.id, std::string("qm9700"));
}

void TestParts::arrows_choose_and_letters_search() {
    QTest::keyClicks(&search(), QStringLiteral("dgx"));
    QTest::keyClick(&search(), Qt::Key_Down);
    QTest::keyClick(&search(), Qt::Key_Return);
    QCOMPARE(m_asked.size(), size_t(1));
    QCOMPARE(QString::fromStdString(m_asked[0].part.id), QStringLiteral("dgx-b200")); // the second usual DGX
    search().clear();
    tree().setFocus();
    tree().setCurrentItem(entry(QStringLiteral("DGX H100")));
    QTest::keyClick(&tree(), Qt::Key_Down);
    QTest::keyClick(&tree(), Qt::Key_Return);
    QCOMPARE(QString::fromStdString(m_asked[1].part.id), QStringLiteral("hgx-h100-roce"));
    QTest::keyClick(&tree(), Qt::Key_Left); // folds its group away
    QVERIFY(!tree().topLevelItem(0)->isExpanded());
    QTest::keyClick(&tree(), Qt::Key_Right);
    QVERIFY(tree().topLevelItem(0)->isExpanded());
    QTest::keyClick(&tree(), Qt::Key_Q);
    QCOMPARE(search().text(), QStringLiteral("q"));
}

void TestParts::a_double_click_asks_for_the_part() {
    const QPoint at = tree().visualItemRect(entry(QStringLiteral("DGX H100"))).center();
    QTest::mouseClick(tree().viewport(), Qt::LeftButton, {}, at);
    QTest::mouseDClick(tree().viewport(), Qt::LeftButton, {}, at);
    QCOMPARE(m_asked.size(), size_t(1));
    QCOMPARE(m_asked[0].part.id, std::string("dgx-h100"));
    m_shelf->set_enabled_for_editing(false);
    QTest::keyClicks(&search(), QStringLiteral("qm9700"));
    QTest::keyClick(&search(), Qt::Key_Return);
    QCOMPARE(m_asked.size(), size_t(1));
}

void TestParts::the_shelf_is_read_in_both_appearances() {
    for (const bool dark : {false, true}) {
        const Theme theme = dark ? Theme::dark() : Theme::light();
        Theme::apply(*qApp, theme);
        m_shelf->set_theme(theme);
        for (const int width : {176, 208, 420})
            for (const int ratio : {1, 2}) {
                m_shelf->resize(width, 1180);
                QCoreApplication::processEvents();
                const QImage image = picture(*m_shelf, ratio);
                const QString name = QStringLiteral("shelf-%1-%2-%3x")
                                         .arg(dark ? QStringLiteral("dark") : QStringLiteral("light"))
                                         .arg(width)
                                         .arg(ratio);
                show(image, name);
                // Icons and text stand out from their ground: an entry has many colours, not one.
                const QRect box = tree().visualItemRect(entry(QStringLiteral("DGX H100")));
                const QRect area(tree().viewport()->mapTo(m_shelf.get(), box.topLeft()) * ratio,
                                 box.size() * ratio);
                QSet<QRgb> colours;
                for (int y = area.top(); y < area.bottom(); ++y)
                    for (int x = area.left(); x < area.right(); ++x) colours << image.pixel(x, y);
                QVERIFY2(colours.size() > 12, qPrintable(name));
                QVERIFY(colours.contains(theme.accent.rgb())); // the squares of its GPUs
            }
    }
    Theme::apply(*qApp, Theme::light());
}

QTEST_MAIN(TestParts)
#include "test_parts.moc"
