// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of one's own by the form, driven by mouse and keys as a user does.
#include "core/base/catalog/catalog.h"
#include "core/drawing/own_accelerator.h"
#include "core/drawing/project/own_parts.h"
#include "core/facility/economics/capital.h"
#include "core/facility/economics/capital_text.h"
#include "tests/support/own_parts_desk.h"
#include "widgets/editor/document.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/quantity_edit.h"
#include "widgets/palette/new_part_dialog.h"
#include "widgets/palette/own_part_panel.h"
#include "widgets/palette/own_parts_flow.h"
#include "widgets/palette/parts_shelf.h"
#include "widgets/theme/theme.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <QTreeWidget>

#include <memory>

using namespace roofrack;

class TestNewPartDialog : public test::OwnPartsDesk {
    Q_OBJECT

    /// Presses “New…” and works in the form that opens, which must close by itself.
    void in_the_form(const std::function<void(NewPartDialog&)>& work) {
        QPushButton* button = nullptr;
        for (QPushButton* each : m_shelf->findChildren<QPushButton*>())
            if (each->accessibleName() == QStringLiteral("New part")) button = each;
        QVERIFY(button);
        bool worked = false;
        QTimer::singleShot(0, this, [&] {
            auto* dialog = qobject_cast<NewPartDialog*>(QApplication::activeModalWidget());
            if (!dialog || !QTest::qWaitForWindowActive(dialog)) return;
            work(*dialog);
            worked = true;
            if (dialog->isVisible()) dialog->reject();
        });
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(worked);
    }

    template<class T = QLineEdit>
    static T* field(QWidget& form, const char* name) {
        for (T* each : form.findChildren<T*>())
            if (each->accessibleName() == QString::fromLatin1(name) && each->isVisible()) return each;
        qFatal("the form has no field '%s'", name);
        Q_UNREACHABLE();
    }
    static void type(QWidget& form, const char* name, const char* text) {
        QLineEdit* edit = field(form, name);
        QTest::mouseClick(edit, Qt::LeftButton);
        QTest::keyClicks(edit, QString::fromUtf8(text));
    }
    /// Where a list of completions is open, it has the keys.
    static void leave(QWidget& form, const char* name) {
        QWidget* const list = QApplication::activePopupWidget();
        QTest::keyClick(list ? list : field(form, name), Qt::Key_Tab);
    }
    static QPushButton* create_button(QWidget& form) {
        for (QPushButton* each : form.findChildren<QPushButton*>())
            if (each->text() == QStringLiteral("Create")) return each;
        Q_UNREACHABLE();
    }
    static void choose_kind(QWidget& form, const char* key) {
        ChoiceEdit* kind = field<ChoiceEdit>(form, "Kind");
        kind->setFocus();
        const int at = kind->findData(QString::fromLatin1(key));
        while (kind->currentIndex() < at) QTest::keyClick(kind, Qt::Key_Down);
        Q_EMIT kind->key_committed(kind->key());
        QTest::qWait(20); // the new fields are shown by the event loop
    }
    static void show(QWidget& widget, const char* name) {
        const QString folder = qEnvironmentVariable("ROOFRACK_PICTURES");
        QTest::qWait(20);
        if (!folder.isEmpty())
            widget.grab().save(folder + QLatin1Char('/') + QLatin1String(name) + QStringLiteral(".png"));
    }
    static QString said(QWidget& form) {
        QStringList out;
        for (QLabel* each : form.findChildren<QLabel*>())
            if (each->isVisible()) out << each->text();
        return out.join(u'\n');
    }
    void place(const PartRef& part) {
        Scenario drawn = scenario();
        Element& element = drawn.cluster.elements.emplace_back();
        element.id = "drawn";
        element.kind = ElementKind::server;
        element.part = part;
        Project project;
        project.scenarios = {drawn};
        m_document->set_project(project);
    }

private Q_SLOTS:
    void a_base_chosen_by_mouse_closes_its_list() {
        in_the_form([&](NewPartDialog& form) {
            type(form, "Derived from", "H100 S");
            QTRY_VERIFY(QApplication::activePopupWidget());
            auto* list = qobject_cast<QAbstractItemView*>(QApplication::activePopupWidget());
            QVERIFY(list && list->model()->rowCount() > 0);
            const QModelIndex first = list->model()->index(0, 0);
            const QString chosen = first.data().toString();
            QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(first).center());
            QCOMPARE(field(form, "Derived from")->text(), chosen);
            QTest::qWait(50);
            QVERIFY(!list->isVisible());
            QVERIFY(!QApplication::activePopupWidget());
            // And no field below has moved: the next click reaches what it aims at.
            const QPoint place = field(form, "Thermal design power")->mapTo(&form, QPoint());
            field(form, "Derived from")->setText(QStringLiteral("no such part"));
            QTest::qWait(20);
            QCOMPARE(field(form, "Thermal design power")->mapTo(&form, QPoint()), place);
        });
    }

    void initTestCase() { Theme::apply(*qApp, Theme::light()); }
    void init() {
        begin({}, {260, 600});
        QVERIFY(QTest::qWaitForWindowExposed(m_shelf.get()));
    }
    void cleanup() { end(); }

    void an_invented_gpu();
    void an_rtx_5090_with_more_memory();
    void a_gh200_server();
    void what_cannot_be_right_is_said_while_typing();
    void a_name_that_is_several_is_said();
    void a_half_typed_name_moves_nothing();
    void a_value_with_an_error_counts_nowhere();
    void a_click_shows_a_part_of_ones_own();
    void what_can_be_placed_is_found_first();
    void aliases_are_found_by_the_search();
    void a_server_changes_its_accelerator();
};

void TestNewPartDialog::an_invented_gpu() {
    QElapsedTimer clock;
    clock.start();
    in_the_form([&](NewPartDialog& form) {
        QVERIFY(!create_button(form)->isEnabled()); // it has no name
        type(form, "Name of the part", "Wonder 1");
        type(form, "BF16/FP16 dense", "2.2 PFLOP/s");
        type(form, "HBM capacity", "256 GB");
        type(form, "HBM bandwidth", "7 TB/s");
        type(form, "Thermal design power", "1.1 kW");
        show(form, "new-part-invented");
        QTest::mouseClick(create_button(form), Qt::LeftButton);
    });
    QVERIFY(clock.elapsed() < 30000); // two minutes for a person
    QCOMPARE(scenario().parts.size(), size_t(2));
    QCOMPARE(m_document->undo_stack().count(), 1);
    const Part& server = *scenario().parts[1].inline_part;
    const auto gpu = accelerator_of(server, Catalog::built_in());
    QVERIFY(gpu);
    QCOMPARE(*gpu->value("dense_bf16"), 2.2e15);
    QCOMPARE(*gpu->value("hbm_capacity"), 256e9);
    QCOMPARE(m_panel->part(), scenario().parts[1]); // what can be drawn is shown
    show(*m_panel, "own-server");
    // Drawn, it has no price, and the bill says why; once given, it has.
    place(scenario().parts[1]);
    const auto bill = [&] {
        return capital_of(scenario().cluster, scenario().site, Catalog::built_in()).value();
    };
    QCOMPARE(bill().rows[0].basis, PriceBasis::none);
    QVERIFY(capital_text(bill()).find("no price") != std::string::npos);
    QVERIFY(bill_of_materials(scenario().cluster, Catalog::built_in())->rows[0].note.find("base's price") !=
            std::string::npos);
    PartRef after = scenario().parts[0];
    after.inline_part->figures["price"] = {25e3, Status::judgement, "a quote", {}};
    const auto priced = with_own_part(scenario(), Catalog::built_in(), scenario().parts[0], after);
    QVERIFY2(priced, priced ? "" : priced.error().text().c_str());
    const auto now = capital_of(priced->cluster, priced->site, Catalog::built_in());
    QCOMPARE(now->rows[0].basis, PriceBasis::project);
    QVERIFY(now->rows[0].source.find("a quote") != std::string::npos);
}

void TestNewPartDialog::an_rtx_5090_with_more_memory() {
    in_the_form([&](NewPartDialog& form) {
        type(form, "Name of the part", "5090 with 64 GB");
        type(form, "Derived from", "NVIDIA RTX 5090");
        QVERIFY2(said(form).contains("GeForce RTX 5090"), qPrintable(said(form)));
        QVERIFY(field(form, "HBM capacity")->placeholderText().contains("32 GB"));
        type(form, "HBM capacity", "64 GB");
        show(form, "new-part-5090");
        QTest::mouseClick(create_button(form), Qt::LeftButton);
    });
    QCOMPARE(scenario().parts.size(), size_t(2));
    QCOMPARE(scenario().parts[0].base, std::string("rtx-5090"));
    QCOMPARE(changed_figures(scenario().parts[0], Catalog::built_in()),
             std::vector<std::string>{"hbm_capacity"});
    QCOMPARE(scenario().parts[1].base, std::string("workstation-4x5090")); // what it is sold in
}

void TestNewPartDialog::a_gh200_server() {
    in_the_form([&](NewPartDialog& form) {
        choose_kind(form, "server");
        type(form, "Name of the part", "Our GH200");
        type(form, "Derived from", "gh200");
        type(form, "Maximum power", "1.2 kW");
        type(form, "Price", "38 k$");
        show(form, "new-part-gh200");
        QTest::mouseClick(create_button(form), Qt::LeftButton);
    });
    QCOMPARE(scenario().parts.size(), size_t(1));
    QCOMPARE(scenario().parts[0].base, std::string("gh200-1"));
    QCOMPARE(*scenario().parts[0].inline_part->value("price"), 38e3);
    m_document->undo_stack().undo();
    QVERIFY(scenario().parts.empty());
}

void TestNewPartDialog::what_cannot_be_right_is_said_while_typing() {
    in_the_form([&](NewPartDialog& form) {
        type(form, "Name of the part", "Off");
        type(form, "HBM capacity", "80 MB");
        QVERIFY2(said(form).contains("80 GB would be usual"), qPrintable(said(form)));
        type(form, "Thermal design power", "-3");
        QVERIFY(!create_button(form)->isEnabled());
        show(form, "new-part-doubts");
    });
    QVERIFY(scenario().parts.empty());
}

void TestNewPartDialog::a_name_that_is_several_is_said() {
    in_the_form([&](NewPartDialog& form) {
        type(form, "Name of the part", "X");
        type(form, "Derived from", "GH200");
        leave(form, "Derived from");
        QVERIFY2(said(form).contains("'GH200' may be 2 things"), qPrintable(said(form)));
        QTest::mouseClick(create_button(form), Qt::LeftButton);
        QVERIFY(form.isVisible());
    });
    QVERIFY(scenario().parts.empty());
}

void TestNewPartDialog::a_half_typed_name_moves_nothing() {
    in_the_form([&](NewPartDialog& form) {
        QTest::mouseClick(field(form, "Derived from"), Qt::LeftButton);
        QLineEdit* figure = field(form, "HBM capacity");
        const int before = figure->mapTo(&form, QPoint()).y();
        for (const char letter : std::string("GeForce RTX 50")) {
            QTest::keyClick(field(form, "Derived from"), letter);
            QTest::qWait(5);
            const int now = figure->mapTo(&form, QPoint()).y();
            QVERIFY2(now == before, qPrintable(said(form)));
        }
        show(form, "new-part-half-typed");
        leave(form, "Derived from"); // left: now it is asked what it is
        QVERIFY2(said(form).contains("'GeForce RTX 50'"), qPrintable(said(form)));
        // What completes to nothing is said while it is typed.
        field(form, "Derived from")->clear();
        type(form, "Derived from", "Zq");
        QVERIFY2(said(form).contains("'Zq'"), qPrintable(said(form)));
    });
}

void TestNewPartDialog::a_value_with_an_error_counts_nowhere() {
    in_the_form([&](NewPartDialog& form) {
        type(form, "Name of the part", "Typed");
        type(form, "HBM bandwidth", "48 G"); // 48 Gb/s = 6 GB/s
        QCOMPARE(form.asked().figures.at("hbm_rate"), 6e9);
        QVERIFY2(!said(form).contains("6 GB/s"), qPrintable(said(form))); // half typed
        type(form, "HBM bandwidth", "B");                                 // bytes are no rate
        QVERIFY(!create_button(form)->isEnabled());
        QVERIFY2(!said(form).contains("HBM bandwidth:"), qPrintable(said(form)));
        leave(form, "HBM bandwidth"); // now it is judged
        QVERIFY2(said(form).contains("HBM bandwidth:"), qPrintable(said(form)));
        QVERIFY(!form.asked().figures.contains("hbm_rate"));
        QVERIFY2(!said(form).contains("6 GB/s"), qPrintable(said(form)));
        type(form, "HBM bandwidth", "/s");
        QVERIFY(create_button(form)->isEnabled());
        QCOMPARE(form.asked().figures.at("hbm_rate"), 48e9);
        type(form, "GPUs in the server", "2x");
        QVERIFY(!create_button(form)->isEnabled());
        QVERIFY(!form.asked().server_gpus);
    });
}

void TestNewPartDialog::a_click_shows_a_part_of_ones_own() {
    in_the_form([&](NewPartDialog& form) {
        type(form, "Name of the part", "Zeta 1");
        type(form, "HBM capacity", "256 GB");
        QTest::mouseClick(create_button(form), Qt::LeftButton);
    });
    QCOMPARE(scenario().parts.size(), size_t(2));
    QCOMPARE(m_panel->part(), scenario().parts[1]); // the server
    auto* tree = m_shelf->findChild<QTreeWidget*>();
    const auto found = tree->findItems(QStringLiteral("Zeta 1"), Qt::MatchExactly | Qt::MatchRecursive);
    QCOMPARE(found.size(), 1);
    int wanted = 0, placed = 0;
    connect(m_flow.get(), &OwnPartsFlow::panel_wanted, this, [&] { ++wanted; });
    connect(m_shelf.get(), &PartsShelf::place_requested, this, [&] { ++placed; });
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualItemRect(found.first()).center());
    QCOMPARE(m_panel->part(), scenario().parts[0]);
    QCOMPARE(wanted, 1);
    QCOMPARE(placed, 0);
    // The search chooses while one types, which shows nothing else.
    QTest::keyClicks(field(*m_shelf, "Search parts"), QStringLiteral("server"));
    QCOMPARE(m_panel->part(), scenario().parts[0]);
}

void TestNewPartDialog::what_can_be_placed_is_found_first() {
    in_the_form([&](NewPartDialog& form) {
        type(form, "Name of the part", "Zeta 1");
        QTest::mouseClick(create_button(form), Qt::LeftButton);
    });
    QLineEdit* search = field(*m_shelf, "Search parts");
    std::vector<DraggedPart> placed;
    connect(m_shelf.get(), &PartsShelf::place_requested, this,
            [&](const DraggedPart& what) { placed.push_back(what); });
    QTest::keyClicks(search, QStringLiteral("zeta 1"));
    QTest::keyClick(search, Qt::Key_Return);
    QCOMPARE(placed.size(), size_t(1));
    QCOMPARE(placed[0].part, scenario().parts[1]); // its server
    // An accelerator alone: its figures, and why it is not drawn.
    in_the_form([&](NewPartDialog& form) {
        type(form, "Name of the part", "Omega 1");
        QTest::mouseClick(field<QCheckBox>(form, ""), Qt::LeftButton, {}, {8, 8});
        QTest::mouseClick(create_button(form), Qt::LeftButton);
    });
    search->clear();
    QTest::keyClicks(search, QStringLiteral("omega"));
    m_panel->show_nothing();
    QTest::keyClick(search, Qt::Key_Return);
    QCOMPARE(placed.size(), size_t(1));
    QCOMPARE(m_panel->part().inline_part->name, std::string("Omega 1"));
    QVERIFY2(said(*m_shelf).contains(
                 QStringLiteral("“Omega 1” is placed in a server, not by itself: its figures are open.")),
             qPrintable(said(*m_shelf)));
}

void TestNewPartDialog::aliases_are_found_by_the_search() {
    auto* tree = m_shelf->findChild<QTreeWidget*>();
    const auto found = [&](const char* text) {
        field(*m_shelf, "Search parts")->setText(QString::fromUtf8(text));
        QStringList names;
        for (QTreeWidgetItemIterator at(tree, QTreeWidgetItemIterator::NotHidden); *at; ++at)
            if ((*at)->parent() && !(*at)->parent()->isHidden()) names << (*at)->text(0);
        return names;
    };
    QVERIFY(found("MI300X OAM").contains("MI300X 8-GPU server"));
    QVERIFY(found("H800").contains("HGX H800 8-GPU server"));
    QVERIFY(found("NVIDIA B200").contains("DGX B200"));
    QVERIFY(found("RTX4090").contains(QString::fromUtf8("Workstation, 4 × RTX 4090")));
    QVERIFY(found("Grace Hopper").contains("GH200 server (one superchip)"));
}

void TestNewPartDialog::a_server_changes_its_accelerator() {
    in_the_form([&](NewPartDialog& form) {
        type(form, "Name of the part", "Wonder 2");
        QTest::mouseClick(field<QCheckBox>(form, ""), Qt::LeftButton, {}, {8, 8});
        type(form, "BF16/FP16 dense", "1 PFLOP/s");
        QTest::mouseClick(create_button(form), Qt::LeftButton);
    });
    QCOMPARE(scenario().parts.size(), size_t(1)); // without a server
    DraggedPart dgx;
    dgx.part.id = "dgx-h100";
    m_flow->duplicate(dgx);
    ChoiceEdit* accelerator = field<ChoiceEdit>(*m_panel, "Accelerator");
    QCOMPARE(accelerator->key(), QStringLiteral("h100-sxm5"));
    accelerator->set_key(QString::fromStdString(scenario().parts[0].id));
    Q_EMIT accelerator->key_committed(accelerator->key());
    const Part& server = *scenario().parts[1].inline_part;
    QCOMPARE(accelerator_of(server, Catalog::built_in())->name, std::string("Wonder 2"));
    QVERIFY(!server.value("price"));
}

QTEST_MAIN(TestNewPartDialog)
#include "test_new_part_dialog.moc"
