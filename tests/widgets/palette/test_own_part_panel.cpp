// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/own_parts_desk.h"
#include "widgets/canvas/edits/part_mime.h"
#include "widgets/editor/document.h"
#include "widgets/fields/quantity_edit.h"
#include "widgets/inspector/element_panel.h"
#include "widgets/palette/own_part_panel.h"
#include "widgets/palette/own_parts_flow.h"
#include "widgets/palette/parts_shelf.h"
#include "widgets/palette/shelf_notice.h"
#include "widgets/palette/value_row.h"
#include "widgets/theme/theme.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

#include <memory>

using namespace roofrack;

namespace {

Element server(std::string id, std::string part) {
    Element made;
    made.id = std::move(id);
    made.name = "Box";
    made.part.id = std::move(part);
    made.position = {8, 8};
    return made;
}

/// Pictures for the eye go where ROOFRACK_PICTURES names a folder.
void show(QWidget& widget, const QString& name) {
    const QString folder = qEnvironmentVariable("ROOFRACK_PICTURES");
    QTest::qWait(20); // layouts that are still due
    if (!folder.isEmpty()) widget.grab().save(folder + QLatin1Char('/') + name + QStringLiteral(".png"));
}

} // namespace

class TestOwnPartPanel : public test::OwnPartsDesk {
    Q_OBJECT

    const Part& shown() const { return *m_panel->part().inline_part; }
    int steps() const { return m_document->undo_stack().count(); }
    ValueRow* row(const char* key) {
        for (ValueRow* one : m_panel->findChildren<ValueRow*>())
            if (one->key() == key) return one;
        return nullptr;
    }
    void type(QLineEdit& edit, const QString& text) {
        edit.setFocus();
        edit.selectAll();
        QTest::keyClicks(&edit, text);
        QTest::keyClick(&edit, Qt::Key_Return);
    }
    bool is_marked(const char* key) { return !row(key)->findChild<QToolButton*>()->isHidden(); }
    void set(const char* key, const QString& text) { type(*row(key)->findChild<QuantityEdit*>(), text); }
    QLineEdit& source_of(const char* key) {
        for (QLineEdit* edit : row(key)->findChildren<QLineEdit*>())
            if (!qobject_cast<QuantityEdit*>(edit)) return *edit;
        Q_UNREACHABLE();
    }
    QStringList own_names() {
        QStringList names;
        auto* tree = m_shelf->findChild<QTreeWidget*>();
        QTreeWidgetItem* first = tree->topLevelItem(0);
        if (first->text(0) != QStringLiteral("This project")) return names;
        for (int i = 0; i + 1 < first->childCount(); ++i) names << first->child(i)->text(0);
        return names;
    }
    void duplicate(const char* id) {
        DraggedPart part;
        part.part.id = id;
        if (Catalog::built_in().part(id)->kind == PartKind::switch_) part.kind = ElementKind::switch_;
        m_flow->duplicate(part);
    }

private Q_SLOTS:
    void initTestCase() { Theme::apply(*qApp, Theme::light()); }
    void init() {
        begin({server("a", "dgx-h100"), server("b", "dgx-h100"), server("c", "dgx-a100")}, {208, 600});
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    }
    void cleanup() { end(); }

    void a_part_is_duplicated_into_the_project();
    void a_figure_is_changed_with_its_unit_and_marked();
    void a_source_is_kept_with_its_figure();
    void junk_in_a_figure_is_said_in_place();
    void a_figure_goes_back_to_the_catalogue();
    void a_taken_name_is_said_in_place();
    void a_drawn_part_gets_figures_of_its_own();
    void an_edit_reaches_all_elements_in_one_step();
    void a_used_part_is_replaced_before_it_goes();
    void an_unused_part_goes_at_once_and_comes_back();
    void the_inspector_offers_own_parts();
    void a_part_is_carried_with_its_definition();
    void every_step_undone_gives_the_first_file();
};

void TestOwnPartPanel::a_part_is_duplicated_into_the_project() {
    QSignalSpy wanted(m_flow.get(), &OwnPartsFlow::panel_wanted);
    duplicate("dgx-h100");
    QCOMPARE(steps(), 1);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(scenario().parts.size(), size_t(1));
    QCOMPARE(own_names(), QStringList{"DGX H100 (own)"});
    QCOMPARE(shown().name, std::string("DGX H100 (own)"));
    QVERIFY(row("max_power") && !is_marked("max_power"));
    show(*m_panel, QStringLiteral("own-part"));
    duplicate("dgx-h100");
    QCOMPARE(own_names(), (QStringList{"DGX H100 (own)", "DGX H100 (own) 2"}));
    m_document->undo_stack().undo();
    m_document->undo_stack().undo();
    QVERIFY(own_names().isEmpty());
    QVERIFY(m_panel->part().id.empty());
}

void TestOwnPartPanel::a_figure_is_changed_with_its_unit_and_marked() {
    duplicate("dgx-h100");
    set("max_power", QStringLiteral("11.5 kW"));
    QCOMPARE(*shown().value("max_power"), 11.5e3);
    QCOMPARE(steps(), 2);
    QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Set maximum power of DGX H100 (own)"));
    QVERIFY(is_marked("max_power"));
    QVERIFY(!is_marked("gpus"));
    QCOMPARE(source_of("max_power").text(), QStringLiteral("this project"));
    show(*m_panel, QStringLiteral("own-part-changed"));
    for (const ValueRow* one : m_panel->findChildren<ValueRow*>())
        if (one->isVisible()) QVERIFY2(one->height() >= one->minimumSizeHint().height(), one->key().c_str());
    // A unit without a dimension stands in the field, not in the label, and need not be typed.
    const auto* height = row("height_u")->findChild<QuantityEdit*>();
    QCOMPARE(height->accessibleName(), QStringLiteral("Height"));
    QCOMPARE(height->text(), QStringLiteral("8 U"));
    set("height_u", QStringLiteral("10u"));
    QCOMPARE(*shown().value("height_u"), 10.0);
    QCOMPARE(height->text(), QStringLiteral("10 U"));
    set("height_u", QStringLiteral("8"));
    QCOMPARE(*shown().value("height_u"), 8.0);
    set("nic_rate", QStringLiteral("800G"));
    QCOMPARE(*shown().value("nic_rate"), 100e9); // 800 Gb/s in bytes
}

void TestOwnPartPanel::a_source_is_kept_with_its_figure() {
    duplicate("dgx-h100");
    set("max_power", QStringLiteral("11 kW"));
    QVERIFY(source_of("max_power").isVisible());
    type(source_of("max_power"), QStringLiteral("measured in hall B"));
    QCOMPARE(shown().figures.at("max_power").source, std::string("measured in hall B"));
    set("max_power", QStringLiteral("12 kW"));
    QCOMPARE(shown().figures.at("max_power").source, std::string("measured in hall B"));
    type(source_of("max_power"), QStringLiteral(" "));
    QCOMPARE(shown().figures.at("max_power").source, std::string("this project"));
}

void TestOwnPartPanel::junk_in_a_figure_is_said_in_place() {
    duplicate("dgx-h100");
    const PartRef before = m_panel->part();
    for (const char* junk : {"lots", "-3 kW", "5 GB"}) {
        set("max_power", QString::fromLatin1(junk));
        QVERIFY2(!row("max_power")->findChild<QuantityEdit*>()->error().isEmpty(), junk);
        bool said = false;
        for (const QLabel* label : row("max_power")->findChildren<QLabel*>())
            said |= label->isVisible() && label->property("role") == QStringLiteral("error");
        QVERIFY2(said, junk);
    }
    QCOMPARE(m_panel->part(), before);
    QCOMPARE(steps(), 1);
}

void TestOwnPartPanel::a_figure_goes_back_to_the_catalogue() {
    duplicate("dgx-h100");
    const PartRef before = m_panel->part();
    set("max_power", QStringLiteral("11 kW"));
    auto* back = row("max_power")->findChild<QToolButton*>();
    QVERIFY(back->isVisible());
    QTest::mouseClick(back, Qt::LeftButton);
    QCOMPARE(m_panel->part(), before);
    QVERIFY(!is_marked("max_power"));
    set("max_power", QStringLiteral("9 kW"));
    set("max_power", QStringLiteral("10.2 kW")); // by hand: the catalogue's value is the catalogue's
    QCOMPARE(m_panel->part(), before);
}

void TestOwnPartPanel::a_taken_name_is_said_in_place() {
    duplicate("dgx-h100");
    duplicate("dgx-a100");
    auto* name = m_panel->findChild<QLineEdit*>();
    type(*name, QStringLiteral("DGX H100 (own)"));
    QCOMPARE(shown().name, std::string("DGX A100 (640 GB) (own)"));
    bool said = false;
    for (const QLabel* label : m_panel->findChildren<QLabel*>())
        said |= label->isVisible() && label->text().startsWith(QStringLiteral("another part is called"));
    QVERIFY(said);
    QCOMPARE(steps(), 2);
    type(*name, QStringLiteral("Old DGX"));
    QCOMPARE(shown().name, std::string("Old DGX"));
    QCOMPARE(own_names(), (QStringList{"DGX H100 (own)", "Old DGX"}));
    QCOMPARE(steps(), 3);
}

void TestOwnPartPanel::a_drawn_part_gets_figures_of_its_own() {
    m_document->selection().set_one("a");
    m_flow->edit_part_of("a");
    QCOMPARE(steps(), 1);
    QCOMPARE(scenario().cluster.find("a")->part, m_panel->part());
    QCOMPARE(scenario().cluster.find("b")->part.id, std::string("dgx-h100"));
    m_flow->edit_part_of("a"); // it has them: no second copy
    QCOMPARE(steps(), 1);
    m_document->undo_stack().undo();
    QCOMPARE(scenario().cluster.find("a")->part.id, std::string("dgx-h100"));
    m_document->selection().set({"a", "b", "c"});
    m_flow->edit_part_of("a");
    QCOMPARE(scenario().cluster.find("b")->part, m_panel->part());
    QCOMPARE(scenario().cluster.find("c")->part.id, std::string("dgx-a100")); // made of something else
}

void TestOwnPartPanel::an_edit_reaches_all_elements_in_one_step() {
    m_document->selection().set({"a", "b"});
    m_flow->edit_part_of("a");
    set("max_power", QStringLiteral("11 kW"));
    QCOMPARE(steps(), 2);
    for (const char* id : {"a", "b"})
        QCOMPARE(*scenario().cluster.find(id)->part.inline_part->value("max_power"), 11e3);
    m_document->undo_stack().undo();
    for (const char* id : {"a", "b"})
        QCOMPARE(*scenario().cluster.find(id)->part.inline_part->value("max_power"), 10.2e3);
    QCOMPARE(*shown().value("max_power"), 10.2e3); // the panel follows
}

void TestOwnPartPanel::a_used_part_is_replaced_before_it_goes() {
    m_flow->edit_part_of("a");
    const PartRef own = m_panel->part();
    m_flow->remove(own);
    QCOMPARE(scenario().parts.size(), size_t(1));
    QCOMPARE(steps(), 1);
    auto* notice = m_shelf->findChild<ShelfNotice*>();
    QVERIFY(notice->isVisible());
    show(*m_shelf, QStringLiteral("own-part-in-use"));
    QPushButton* replace = notice->findChildren<QPushButton*>().constFirst();
    QCOMPARE(replace->text(), QStringLiteral("Replace and delete"));
    QVERIFY(notice->findChild<QLabel*>()->text().contains(QStringLiteral("DGX H100 again")));
    QTest::mouseClick(replace, Qt::LeftButton);
    QVERIFY(scenario().parts.empty());
    QCOMPARE(scenario().cluster.find("a")->part.id, std::string("dgx-h100"));
    QCOMPARE(steps(), 2);
    m_document->undo_stack().undo();
    QCOMPARE(scenario().cluster.find("a")->part, own);
}

void TestOwnPartPanel::an_unused_part_goes_at_once_and_comes_back() {
    duplicate("qm9700");
    auto* tree = m_shelf->findChild<QTreeWidget*>();
    tree->setFocus();
    tree->setCurrentItem(tree->topLevelItem(0)->child(0));
    QTest::keyClick(tree, Qt::Key_Delete);
    QVERIFY(scenario().parts.empty());
    m_document->undo_stack().undo();
    QCOMPARE(own_names().size(), 1);
}

void TestOwnPartPanel::the_inspector_offers_own_parts() {
    duplicate("dgx-h100");
    ElementPanel inspector(Catalog::built_in());
    inspector.set_own_parts(own_parts(scenario()));
    inspector.show_element(*scenario().cluster.find("a"), scenario().cluster);
    auto* part = inspector.findChild<ChoiceEdit*>();
    QCOMPARE(part->itemText(0), QStringLiteral("DGX H100 (own)"));
    QSignalSpy edited(&inspector, &ElementPanel::edited);
    part->setFocus();
    part->setCurrentIndex(0);
    Q_EMIT part->key_committed(part->key());
    QCOMPARE(edited.size(), 1);
    const auto next = edited[0][0].value<Element>();
    QCOMPARE(next.part, scenario().parts[0]);
    inspector.show_element(next, scenario().cluster);
    QCOMPARE(part->currentText(), QStringLiteral("DGX H100 (own)"));
}

void TestOwnPartPanel::a_part_is_carried_with_its_definition() {
    duplicate("dgx-h100");
    set("max_power", QStringLiteral("11 kW"));
    DraggedPart part;
    part.part = m_panel->part();
    const auto data = part_mime(part, Catalog::built_in());
    const auto back = dragged_part(*data, Catalog::built_in());
    QVERIFY(back);
    QCOMPARE(back->part, part.part);
    QMimeData junk;
    junk.setData(data->formats().first(), "server\nown\n{\"kind\": \"rack\"}");
    QVERIFY(!dragged_part(junk, Catalog::built_in()));
}

void TestOwnPartPanel::every_step_undone_gives_the_first_file() {
    const std::string before = project_text(m_document->project(), Catalog::built_in());
    m_document->selection().set({"a", "b"});
    m_flow->edit_part_of("a");
    set("max_power", QStringLiteral("11 kW"));
    type(source_of("max_power"), QStringLiteral("a quote"));
    type(*m_panel->findChild<QLineEdit*>(), QStringLiteral("Hot DGX"));
    const std::string after = project_text(m_document->project(), Catalog::built_in());
    QCOMPARE(steps(), 4);
    m_document->undo_stack().setIndex(0);
    QCOMPARE(project_text(m_document->project(), Catalog::built_in()), before);
    m_document->undo_stack().setIndex(4);
    QCOMPARE(project_text(m_document->project(), Catalog::built_in()), after);
    const auto read = parse_project(after, Catalog::built_in(), "after");
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    QVERIFY(read->project == m_document->project());
}

QTEST_MAIN(TestOwnPartPanel)
#include "test_own_part_panel.moc"
