// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector with several elements selected.
#include "core/base/catalog/catalog.h"
#include "tests/support/random_edits.h"
#include "widgets/editor/document.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/quantity_edit.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/several_panel.h"
#include "widgets/theme/theme.h"

#include <QAbstractItemView>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>

using namespace roofrack;
using namespace roofrack::test;

class TestSeveral : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void what_differs_says_mixed();
    void an_entry_goes_to_all_in_one_step();
    void leaving_a_mixed_field_changes_nothing();
    void only_what_all_have_is_shown();
    void kinds_are_counted_apart();
    void a_part_goes_to_all();
    void a_name_follows_the_part_of_all();
    void more_of_what_is_owned_are_bought();
    void ownership_and_price_go_to_all();
    void what_stands_in_something_sold_has_a_price();

private:
    template<class Field>
    Field* field(const char* name) const {
        for (Field* found : m_panel->findChildren<Field*>())
            if (found->accessibleName() == QLatin1String(name)) return found;
        return nullptr;
    }
    /// Opens the list of a field by a click, and clicks the entry.
    static void choose(ChoiceEdit& field, const QString& text) {
        const int row = field.findText(text);
        QVERIFY2(row >= 0, qPrintable(text));
        QTest::mouseClick(&field, Qt::LeftButton);
        QTRY_VERIFY(field.view()->isVisible());
        QTest::qWait(QApplication::doubleClickInterval() + 50); // the list takes no second click sooner
        QWidget* const list = field.view()->viewport();
        const QPoint entry = field.view()->visualRect(field.model()->index(row, 0)).center();
        QTest::mouseMove(list, entry);
        QTest::mouseClick(list, Qt::LeftButton, {}, entry);
        QTRY_VERIFY(!field.view()->isVisible());
    }
    void select(std::vector<std::string> ids) {
        m_document->selection().set(std::move(ids));
        m_inspector->show_selection(m_document->cluster(), m_document->selection().ids());
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<Inspector> m_inspector;
    SeveralPanel* m_panel = nullptr;
};

void TestSeveral::init() {
    Project project = two_racks();
    Cluster& cluster = project.scenarios[0].cluster;
    cluster.find("rack-a")->power_limit = Watts(40000);
    cluster.find("rack-b")->power_limit = Watts(32000);
    cluster.find("rack-a")->count = cluster.find("rack-b")->count = 4;
    cluster.find("dgx-a")->part.id = "dgx-h100";
    cluster.find("dgx-b")->part.id = "dgx-a100";
    m_document = std::make_unique<Document>(Catalog::built_in());
    m_document->set_project(project);
    m_inspector = std::make_unique<Inspector>(Catalog::built_in());
    m_inspector->resize(340, 700);
    Theme::apply(*qApp, Theme::light());
    m_inspector->show();
    m_panel = m_inspector->findChild<SeveralPanel*>();
    connect(m_inspector.get(), &Inspector::elements_edited, m_document.get(),
            [this](const std::vector<Element>& next, const QString& step) {
                m_document->perform<SetElements>(next, step.toLower());
                m_inspector->show_selection(m_document->cluster(), m_document->selection().ids());
            });
    select({"rack-a", "rack-b"});
}

void TestSeveral::what_differs_says_mixed() {
    QVERIFY(m_panel->isVisible());
    auto* power = field<QuantityEdit>("Power limit");
    QVERIFY(power->isVisible());
    QCOMPARE(power->text(), QString());
    QCOMPARE(power->placeholderText(), QStringLiteral("mixed"));
    QCOMPARE(field<QuantityEdit>("Count")->text(), QStringLiteral("4"));
    const QString folder = qEnvironmentVariable("ROOFRACK_PICTURES"); // for eyes
    if (!folder.isEmpty()) m_inspector->grab().save(folder + QStringLiteral("/several.png"));
    QCOMPARE(field<QuantityEdit>("Cooling limit")->placeholderText(), QStringLiteral("from its cooling"));
}

void TestSeveral::an_entry_goes_to_all_in_one_step() {
    const Project before = m_document->project();
    auto* power = field<QuantityEdit>("Power limit");
    power->setFocus();
    QTest::keyClicks(power, QStringLiteral("36 kW"));
    QTest::keyClick(power, Qt::Key_Return);
    QCOMPARE(m_document->cluster().find("rack-a")->power_limit, Watts(36000));
    QCOMPARE(m_document->cluster().find("rack-b")->power_limit, Watts(36000));
    QCOMPARE(m_document->undo_stack().count(), 1);
    QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Set power limit of 2 racks"));
    QCOMPARE(power->text(), QStringLiteral("36 kW"));
    m_document->undo();
    QCOMPARE(m_document->project(), before);
    select({});
    select({"rack-a", "rack-b"});
    QCOMPARE(power->placeholderText(), QStringLiteral("mixed"));
}

void TestSeveral::leaving_a_mixed_field_changes_nothing() {
    auto* power = field<QuantityEdit>("Power limit");
    power->setFocus();
    QTest::keyClick(power, Qt::Key_Return);
    QTest::keyClick(power, Qt::Key_Tab);
    QCOMPARE(m_document->undo_stack().count(), 0);
    // A count cannot be taken away.
    auto* count = field<QuantityEdit>("Count");
    count->setFocus();
    count->selectAll();
    QTest::keyClick(count, Qt::Key_Delete);
    QTest::keyClick(count, Qt::Key_Return);
    QCOMPARE(m_document->undo_stack().count(), 0);
    QCOMPARE(m_document->cluster().find("rack-a")->count, 4);
}

void TestSeveral::only_what_all_have_is_shown() {
    select({"rack-a", "leaf"});
    QVERIFY(field<QuantityEdit>("Count")->isVisible());
    QVERIFY(!field<QuantityEdit>("Power limit")->isVisible());
    QVERIFY(!field<QuantityEdit>("Tier")->isVisible());
    QVERIFY(!field<ChoiceEdit>("Part")->isVisible());
    select({"leaf", "spine"});
    QVERIFY(field<QuantityEdit>("Tier")->isVisible());
    select({"rack-a"});
    QVERIFY(!m_panel->isVisible());
    select({"up", "a-leaf"}); // links have their own panel
    QVERIFY(!m_panel->isVisible());
}

void TestSeveral::a_part_goes_to_all() {
    select({"dgx-a", "dgx-b"});
    auto* part = field<ChoiceEdit>("Part");
    QVERIFY(part->isVisible());
    QCOMPARE(part->currentText(), QStringLiteral("mixed"));
    const int h200 = part->findData(QStringLiteral("dgx-h200"));
    QVERIFY(h200 > 0);
    part->setCurrentIndex(h200);
    Q_EMIT part->activated(h200); // as a click in its list does
    QCOMPARE(m_document->cluster().find("dgx-a")->part.id, std::string("dgx-h200"));
    QCOMPARE(m_document->cluster().find("dgx-b")->part.id, std::string("dgx-h200"));
    QCOMPARE(m_document->undo_stack().count(), 1);
    QCOMPARE(part->findText(QStringLiteral("mixed")), -1); // nothing differs any more
    // A part of the project's own stands before the catalogue's.
    PartRef own{.id = "mine", .inline_part = {}, .base = {}};
    Part server = *Catalog::built_in().part("dgx-h200");
    server.id = "mine";
    server.name = "Mine";
    own.inline_part = server;
    m_panel->set_own_parts({own});
    select({"dgx-a", "rack-a"});
    select({"dgx-a", "dgx-b"});
    QCOMPARE(part->itemText(0), QStringLiteral("Mine"));
    part->setCurrentIndex(0);
    Q_EMIT part->activated(0);
    QCOMPARE(m_document->cluster().find("dgx-b")->part, own);
}

void TestSeveral::ownership_and_price_go_to_all() {
    auto* ownership = field<ChoiceEdit>("Ownership");
    auto* price = field<QuantityEdit>("Sale price");
    QVERIFY(ownership->isVisible());
    QCOMPARE(ownership->currentText(), QStringLiteral("As what it stands in"));
    QVERIFY(!price->isVisible()); // nothing is sold
    choose(*ownership, QStringLiteral("To sell"));
    for (const char* id : {"rack-a", "rack-b"})
        QVERIFY(m_document->cluster().find(id)->procurement == Procurement::sell);
    QCOMPARE(m_document->undo_stack().count(), 1);
    QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Set ownership of 2 racks"));
    QVERIFY(price->isVisible());
    QCOMPARE(price->placeholderText(), QStringLiteral("not known"));
    QTest::mouseClick(price, Qt::LeftButton);
    QTest::keyClicks(price, QStringLiteral("$120k"));
    QTest::keyClick(price, Qt::Key_Return);
    for (const char* id : {"rack-a", "rack-b"})
        QCOMPARE(m_document->cluster().find(id)->sale_price, std::optional(120e3));
    QCOMPARE(m_document->undo_stack().count(), 2);
    QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Set sale price of 2 racks"));
    // One of the two is there already: the field says that they differ, and changes nothing by itself.
    Element owned = *m_document->cluster().find("rack-b");
    owned.procurement = Procurement::owned;
    owned.sale_price.reset();
    m_document->perform<SetElements>(std::vector{owned}, QStringLiteral("ownership"));
    select({});
    select({"rack-a", "rack-b"});
    QCOMPARE(ownership->currentText(), QStringLiteral("mixed"));
    QCOMPARE(price->placeholderText(), QStringLiteral("mixed"));
    choose(*ownership, QStringLiteral("mixed"));
    QCOMPARE(m_document->undo_stack().count(), 3);
    choose(*ownership, QStringLiteral("There already"));
    for (const char* id : {"rack-a", "rack-b"})
        QVERIFY(m_document->cluster().find(id)->procurement == Procurement::owned);
    QCOMPARE(ownership->findText(QStringLiteral("mixed")), -1);
}

/// As where one alone is edited.
void TestSeveral::a_name_follows_the_part_of_all() {
    std::vector<Element> named{*m_document->cluster().find("dgx-a"), *m_document->cluster().find("dgx-b")};
    named[0].name = Catalog::built_in().part("dgx-h100")->name; // its part's
    named[1].name = "Old ones";
    m_document->perform<SetElements>(named, QStringLiteral("name"));
    select({"dgx-a", "dgx-b"});
    auto* part = field<ChoiceEdit>("Part");
    const int h200 = part->findData(QStringLiteral("dgx-h200"));
    part->setCurrentIndex(h200);
    Q_EMIT part->activated(h200);
    QCOMPARE(m_document->cluster().find("dgx-a")->name, Catalog::built_in().part("dgx-h200")->name);
    QCOMPARE(m_document->cluster().find("dgx-b")->name, std::string("Old ones"));
}

/// What is there already stays as many, as where one alone is edited.
void TestSeveral::more_of_what_is_owned_are_bought() {
    Element rack = *m_document->cluster().find("rack-a");
    rack.procurement = Procurement::owned;
    m_document->perform<SetElements>(std::vector{rack}, QStringLiteral("ownership"));
    select({});
    select({"rack-a", "rack-b"});
    auto* count = field<QuantityEdit>("Count");
    const auto type = [&](const QString& text) {
        count->setFocus();
        count->selectAll();
        QTest::keyClicks(count, text);
        QTest::keyClick(count, Qt::Key_Return);
    };
    type(QStringLiteral("6"));
    for (const char* id : {"rack-a", "rack-b"}) QCOMPARE(m_document->cluster().find(id)->count, 6);
    QCOMPARE(m_document->cluster().find("rack-a")->owned_count, std::optional(4));
    QVERIFY(!m_document->cluster().find("rack-b")->owned_count); // all of them are bought
    type(QStringLiteral("3"));
    QVERIFY(!m_document->cluster().find("rack-a")->owned_count); // all of them
}

void TestSeveral::kinds_are_counted_apart() {
    select({"rack-a", "rack-b"});
    QCOMPARE(field<QLabel>("Total")->text(), QStringLiteral("8"));
    select({"rack-a", "rack-b", "leaf"});
    QCOMPARE(field<QLabel>("Total")->text(), QStringLiteral("8 racks, 1 switch"));
}

void TestSeveral::what_stands_in_something_sold_has_a_price() {
    Element rack = *m_document->cluster().find("rack-a");
    rack.procurement = Procurement::sell;
    m_document->perform<SetElements>(std::vector{rack}, QStringLiteral("ownership"));
    select({"dgx-b", "leaf"});
    QVERIFY(field<ChoiceEdit>("Ownership")->isVisible()); // their kinds may differ
    QVERIFY(!field<QuantityEdit>("Sale price")->isVisible());
    select({"dgx-a", "leaf"});
    QVERIFY(field<QuantityEdit>("Sale price")->isVisible());
}

QTEST_MAIN(TestSeveral)
#include "test_several.moc"
