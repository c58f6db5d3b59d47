// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/samples.h"
#include "core/base/catalog/catalog.h"
#include "core/base/constants/defaults.h"
#include "core/drawing/project/project_file.h"
#include "core/facility/weather/climate.h"
#include "core/step/engine/evaluate.h"
#include "core/study/losses/slow_groups.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/plain_text.h"
#include "widgets/fields/section.h"
#include "widgets/inspector/element_panel.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/link_panel.h"
#include "widgets/inspector/site_panel.h"
#include "widgets/inspector/workload_panel.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLabel>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace roofrack;

class TestInspector : public QObject {
    Q_OBJECT

private:
    Scenario m_scenario;

    template<class W>
    static W* field(QWidget& root, const QString& name) {
        for (W* found : root.findChildren<W*>())
            if (found->accessibleName() == name && found->isVisible()) return found;
        return nullptr;
    }
    static void type(QLineEdit& edit, const QString& text) {
        edit.setFocus();
        edit.selectAll();
        QTest::keyClicks(&edit, text);
        QTest::keyClick(&edit, Qt::Key_Return);
    }
    std::unique_ptr<Inspector> show(const std::string& selected) const {
        auto inspector = std::make_unique<Inspector>(Catalog::built_in());
        inspector->resize(360, 1400);
        inspector->show_scenario(m_scenario);
        inspector->show_selection(m_scenario.cluster, {selected});
        inspector->show();
        return inspector;
    }
    std::string first_of(ElementKind kind) const {
        for (const Element& element : m_scenario.cluster.elements)
            if (element.kind == kind) return element.id;
        return {};
    }

private Q_SLOTS:
    void initTestCase() {
        for (const Sample& sample : samples()) {
            if (sample.id() != u"shared-a100-hot-rack") continue;
            const auto project = sample.read(Catalog::built_in());
            QVERIFY(project);
            m_scenario = project->scenarios.front();
        }
        QVERIFY(!m_scenario.cluster.links.empty());
    }

    void a_link_takes_a_bandwidth_with_its_unit() {
        const Link& link = m_scenario.cluster.links.front();
        const auto inspector = show(link.id);
        std::optional<Link> edited;
        connect(inspector.get(), &Inspector::link_edited, this, [&](const Link& next) { edited = next; });
        auto* bandwidth = field<QuantityEdit>(*inspector, QStringLiteral("Bandwidth"));
        QVERIFY(bandwidth);
        type(*bandwidth, QStringLiteral("200G"));
        QVERIFY(edited);
        QCOMPARE(edited->bandwidth->si(), 25e9); // 200 Gb/s ÷ 8
        QCOMPARE(bandwidth->text(), QStringLiteral("200 Gb/s"));
        QCOMPARE(edited->id, link.id);
        edited->bandwidth = link.bandwidth;
        QVERIFY(*edited == link); // nothing else was touched
    }

    void an_empty_bandwidth_says_what_holds() {
        const auto network = std::ranges::find_if(m_scenario.cluster.links, [&](const Link& link) {
            const Element* to = m_scenario.cluster.find(link.to);
            return to && to->kind == ElementKind::switch_ && !link.bandwidth;
        });
        QVERIFY(network != m_scenario.cluster.links.end());
        const auto inspector = show(network->id);
        const QString shown = field<QuantityEdit>(*inspector, QStringLiteral("Bandwidth"))->placeholderText();
        QVERIFY2(shown.endsWith(QStringLiteral(" Gb/s, the slower port")), qPrintable(shown));
    }

    void a_note_has_no_count() {
        Element note;
        note.id = "note";
        note.kind = ElementKind::note;
        m_scenario.cluster.elements.push_back(note);
        QVERIFY(!field<QuantityEdit>(*show("note"), QStringLiteral("Count")));
        QVERIFY(field<QLineEdit>(*show("note"), QStringLiteral("Text")));
        QVERIFY(field<QuantityEdit>(*show(first_of(ElementKind::rack)), QStringLiteral("Count")));
        m_scenario.cluster.elements.pop_back();
    }

    /// What is there already stays as many: more of it are bought, unless the user empties the number.
    void more_of_what_is_owned_are_bought() {
        const Cluster before = m_scenario.cluster;
        const std::string id = first_of(ElementKind::switch_);
        m_scenario.cluster.find(id)->procurement = Procurement::owned;
        m_scenario.cluster.find(id)->count = 8;
        const auto inspector = show(id);
        QVERIFY(field<QuantityEdit>(*inspector, QStringLiteral("There already")));
        std::optional<Element> edited;
        connect(inspector.get(), &Inspector::element_edited, this,
                [&](const Element& next, const QString&) { edited = next; });
        type(*field<QuantityEdit>(*inspector, QStringLiteral("Count")), QStringLiteral("16"));
        QVERIFY(edited);
        QCOMPARE(edited->count, 16);
        QCOMPARE(edited->owned_count, std::optional(8));
        *m_scenario.cluster.find(id) = *edited;
        inspector->show_scenario(m_scenario);
        inspector->show_selection(m_scenario.cluster, {id});
        type(*field<QuantityEdit>(*inspector, QStringLiteral("Count")), QStringLiteral("6"));
        QCOMPARE(edited->count, 6);
        QVERIFY(!edited->owned_count); // all of them
        // What is bought has no such number.
        m_scenario.cluster.find(id)->procurement = Procurement::buy;
        m_scenario.cluster.find(id)->owned_count.reset();
        QVERIFY(!field<QuantityEdit>(*show(id), QStringLiteral("There already")));
        m_scenario.cluster = before;
    }

    void a_rack_shows_its_state_and_takes_a_limit() {
        const std::string id = first_of(ElementKind::rack);
        const auto inspector = show(id);
        const Evaluation evaluation = evaluate_or_explain(m_scenario, Catalog::built_in());
        inspector->show_evaluation(&evaluation);
        const auto* load = field<QLabel>(*inspector, QStringLiteral("Load"));
        QVERIFY(load);
        QVERIFY2(load->text().contains(QStringLiteral("kW")), qPrintable(load->text()));
        std::optional<Element> edited;
        connect(inspector.get(), &Inspector::element_edited, this,
                [&](const Element& next) { edited = next; });
        type(*field<QuantityEdit>(*inspector, QStringLiteral("Power limit")), QStringLiteral("10.2 kW"));
        QVERIFY(edited);
        QCOMPARE(edited->power_limit->si(), 10200.0);
        inspector->show_evaluation(nullptr);
        QVERIFY(!field<QLabel>(*inspector, QStringLiteral("Load")));
    }

    void a_broken_limit_is_told_in_its_colour() {
        const std::string id = first_of(ElementKind::rack);
        const auto inspector = show(id);
        Evaluation evaluation = evaluate_or_explain(m_scenario, Catalog::built_in());
        const auto state = std::ranges::find(evaluation.power.racks, id, &RackState::id);
        QVERIFY(state != evaluation.power.racks.end());
        state->inlet = Celsius(51.8);
        state->inlet_limit = Celsius(30);
        state->coolant.reset();
        state->chip = state->chip_limit = Celsius(85);
        state->throttle_cause = ThrottleCause::thermal;
        state->speed = 0.98;
        inspector->show_evaluation(&evaluation);
        const auto shown = [&](const char* name) {
            const auto* label = field<QLabel>(*inspector, QLatin1String(name));
            return label->text() + u'/' + label->property("state").toString();
        };
        QCOMPARE(shown("Inlet"), QStringLiteral("51.8 °C air (limit 30)/critical"));
        QCOMPARE(shown("Chip"), QStringLiteral("85 °C of 85 °C/critical"));
        QCOMPARE(shown("Clock"), QStringLiteral("98 % of boost · chip temperature/critical"));
        state->inlet = Celsius(25);
        state->chip = Celsius(60);
        state->throttle_cause = ThrottleCause::none;
        state->speed = 1;
        inspector->show_evaluation(&evaluation);
        QCOMPARE(shown("Inlet"), QStringLiteral("25 °C air (limit 30)/"));
        QCOMPARE(shown("Chip"), QStringLiteral("60 °C of 85 °C/"));
        QCOMPARE(shown("Clock"), QStringLiteral("100 % of boost/"));
    }

    void a_slow_rack_says_what_it_costs_the_run() {
        const auto prepared = Prepared::make(m_scenario, Catalog::built_in());
        QVERIFY(prepared);
        const Evaluation evaluation = evaluate(*prepared);
        const auto slow = slow_groups(*prepared, evaluation, Catalog::built_in());
        QVERIFY(slow && slow->groups.size() == 1);
        const SlowGroup& group = slow->groups.front();
        const auto inspector = show(group.element);
        inspector->show_evaluation(&evaluation, &*slow);
        const auto* costs = field<QLabel>(*inspector, QStringLiteral("Costs the run"));
        QVERIFY(costs);
        QCOMPARE(costs->text(), QStringLiteral("13.4k GPU-hours, $19k, 1.17 days"));
        QCOMPARE(costs->property("state").toString(), QStringLiteral("critical"));
        QCOMPARE(field<QLabel>(*inspector, QStringLiteral("Replaced"))->text(),
                 QStringLiteral("512 GPUs, 9.7 % faster"));
        QCOMPARE(field<QLabel>(*inspector, QStringLiteral("Without it"))->text(),
                 QStringLiteral("480 GPUs, 0.7 % slower"));
        // The servers in it say the same; another rack, and one of which nothing is known yet, nothing.
        const auto server = std::ranges::find(m_scenario.cluster.elements, group.element, &Element::parent);
        QVERIFY(server != m_scenario.cluster.elements.end());
        inspector->show_selection(m_scenario.cluster, {server->id});
        inspector->show_evaluation(&evaluation, &*slow);
        QVERIFY(field<QLabel>(*inspector, QStringLiteral("Costs the run")));
        inspector->show_evaluation(&evaluation);
        QVERIFY(!field<QLabel>(*inspector, QStringLiteral("Costs the run")));
        const std::string other = first_of(ElementKind::rack);
        QVERIFY(other != group.element);
        inspector->show_selection(m_scenario.cluster, {other});
        inspector->show_evaluation(&evaluation, &*slow);
        QVERIFY(!field<QLabel>(*inspector, QStringLiteral("Costs the run")));
    }

    void only_the_fields_of_a_kind_are_shown() {
        auto inspector = show(first_of(ElementKind::server));
        QVERIFY(field<QuantityEdit>(*inspector, QStringLiteral("GPU speed")));
        QVERIFY(
            !field<QuantityEdit>(*inspector, QStringLiteral("Power limit")) ||
            field<QuantityEdit>(*inspector, QStringLiteral("Power limit"))->parentWidget()->parentWidget() !=
                inspector->findChild<ElementPanel*>());
        inspector->show_selection(m_scenario.cluster, {first_of(ElementKind::switch_)});
        QVERIFY(!field<QuantityEdit>(*inspector, QStringLiteral("GPU speed")));
        QVERIFY(field<QuantityEdit>(*inspector, QStringLiteral("Ports up")));
    }

    void a_part_names_its_figures_and_their_sources() {
        const auto inspector = show(first_of(ElementKind::server));
        auto* part = field<ChoiceEdit>(*inspector, QStringLiteral("Part"));
        QVERIFY(part && part->count() > 10);
        const int dgx = part->findData(QStringLiteral("dgx-h100"));
        QVERIFY(dgx >= 0);
        const QString tip = part->itemData(dgx, rich_tip_role).toString();
        QVERIFY2(tip.contains(QStringLiteral("confirmed")) || tip.contains(QStringLiteral("derived")),
                 qPrintable(tip));
    }

    void a_plan_and_a_workload_are_edited() {
        const auto inspector = show({});
        std::optional<Plan> plan;
        std::optional<Workload> workload;
        connect(inspector.get(), &Inspector::plan_edited, this, [&](const Plan& next) { plan = next; });
        connect(inspector.get(), &Inspector::workload_edited, this,
                [&](const Workload& next) { workload = next; });
        auto* precision = field<ChoiceEdit>(*inspector, QStringLiteral("Precision"));
        QVERIFY(precision);
        precision->setFocus();
        precision->setCurrentIndex(precision->findData(QStringLiteral("fp8")));
        Q_EMIT precision->activated(precision->currentIndex());
        QVERIFY(plan && plan->precision == Precision::fp8);
        type(*field<QuantityEdit>(*inspector, QStringLiteral("Global batch")), QStringLiteral("1.5k"));
        QVERIFY(workload);
        QCOMPARE(workload->global_batch, 1500.0);
    }

    /// What is said of a level is one line of the site, which goes when nothing is said any more.
    void a_level_of_the_fabric_is_edited() {
        SitePanel panel(Catalog::built_in());
        std::optional<Site> site;
        connect(&panel, &SitePanel::edited, this, [&](const Site& next) { site = next; });
        panel.show_site(Site());
        panel.show();
        for (Section* section : panel.findChildren<Section*>()) section->set_open(true);
        auto* level = field<ChoiceEdit>(panel, QStringLiteral("Fabric level"));
        auto* others = field<QuantityEdit>(panel, QStringLiteral("Background traffic"));
        auto* degraded = field<QuantityEdit>(panel, QStringLiteral("Degraded links"));
        auto* rate = field<QuantityEdit>(panel, QStringLiteral("They run at"));
        QVERIFY(level && others && degraded && rate);
        QVERIFY(!rate->isEnabled() && others->text().isEmpty());
        level->setCurrentIndex(level->findData(QStringLiteral("leaf")));
        Q_EMIT level->activated(level->currentIndex());
        type(*others, QStringLiteral("0.2"));
        QVERIFY(site && site->fabric == (std::vector<LevelConditions>{{"leaf", 0.2, 0, 0.5, {}}}));
        type(*degraded, QStringLiteral("0.01"));
        QVERIFY(rate->isEnabled());
        type(*rate, QStringLiteral("0.25"));
        QVERIFY(site->fabric == (std::vector<LevelConditions>{{"leaf", 0.2, 0.01, 0.25, {}}}));
        type(*others, QStringLiteral("2")); // more than all is refused
        QCOMPARE(site->fabric.front().background, 0.2);
        level->setCurrentIndex(level->findData(QStringLiteral("spine")));
        Q_EMIT level->activated(level->currentIndex());
        QVERIFY(others->text().isEmpty());
        // A file's own name of a level is on the list, and shown.
        Site named;
        named.fabric = {{"Top of rack", 0.3, 0, 0.5, {}}};
        panel.show_site(named);
        QCOMPARE(level->key(), QStringLiteral("Top of rack"));
        QCOMPARE(others->text(), QStringLiteral("0.3"));
        others->selectAll();
        QTest::keyClick(others, Qt::Key_Delete);
        QTest::keyClick(others, Qt::Key_Return);
        QVERIFY(site->fabric.empty());
    }

    /// What may be typed is not to be guessed: a click into the empty field offers all.
    void an_empty_climate_offers_all() {
        SitePanel panel(Catalog::built_in());
        panel.resize(320, 900);
        panel.show_site(Site());
        panel.show();
        for (Section* section : panel.findChildren<Section*>()) section->set_open(true);
        auto* climate = field<QLineEdit>(panel, QStringLiteral("Climate"));
        QVERIFY(climate && climate->text().isEmpty() && !climate->completer()->popup()->isVisible());
        QTest::mouseClick(climate, Qt::LeftButton);
        QTRY_VERIFY(climate->completer()->popup()->isVisible());
        QCOMPARE(climate->completer()->completionModel()->rowCount(), 3);
        climate->completer()->popup()->hide();
        QTest::mouseClick(climate, Qt::RightButton);
        QVERIFY(!climate->completer()->popup()->isVisible());
        QTest::keyClick(climate, Qt::Key_Down);
        QTRY_VERIFY(climate->completer()->popup()->isVisible());
    }

    /// A letter opens the list and shows what it finds; only Enter chooses.
    void typing_in_a_choice_shows_what_it_finds() {
        WorkloadPanel panel(Catalog::built_in());
        std::optional<Workload> workload;
        connect(&panel, &WorkloadPanel::edited, this, [&](const Workload& next) { workload = next; });
        Workload given;
        given.model = "llama3-405b";
        panel.show_workload(given);
        panel.show();
        panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        auto* model = field<ChoiceEdit>(panel, QStringLiteral("Model"));
        QVERIFY(model);
        model->setFocus();
        const auto press = [](Qt::Key key) {
            QWidget* list = QApplication::activePopupWidget();
            QTest::keyClick(list && list->focusWidget() ? list->focusWidget() : QApplication::focusWidget(),
                            key);
        };
        press(Qt::Key_G);
        QVERIFY(model->view()->isVisible());
        const QString found = model->view()->currentIndex().data().toString();
        QVERIFY2(found.startsWith(u'G'), qPrintable(found));
        QVERIFY(!workload);
        QCOMPARE(model->key(), QStringLiteral("llama3-405b"));
        press(Qt::Key_Escape);
        QTRY_VERIFY(!model->view()->isVisible());
        QVERIFY(!workload);
        QCOMPARE(model->key(), QStringLiteral("llama3-405b"));
        QTest::qWait(QApplication::keyboardInputInterval() + 50); // what was typed is forgotten
        panel.activateWindow();
        model->setFocus();
        QTRY_COMPARE(QApplication::focusWidget(), model);
        press(Qt::Key_G);
        QVERIFY(model->view()->isVisible());
        press(Qt::Key_Return);
        QTRY_VERIFY(workload);
        QCOMPARE(model->currentText(), found);
        QCOMPARE(QString::fromStdString(workload->model), model->key());
    }

    /// What is asked most stands open, and a field that may stay empty says what is then taken.
    void a_site_asks_little_at_first() {
        Defaults defaults_of_a_house = Catalog::built_in().defaults();
        defaults_of_a_house.ownership.interest = 0.125;
        defaults_of_a_house.ownership.building = 7;
        const Catalog house = Catalog::built_in().with(defaults_of_a_house);
        SitePanel panel(house);
        std::optional<Site> site;
        connect(&panel, &SitePanel::edited, this, [&](const Site& next) { site = next; });
        Site shown;
        shown.grid.meter_window = Seconds(60);
        panel.show_site(shown);
        panel.show();
        int asked = 0;
        for (const auto* field : panel.findChildren<QWidget*>())
            asked += field->isVisible() && qobject_cast<const Form*>(field->parentWidget()) &&
                     !qobject_cast<const QLabel*>(field);
        QCOMPARE(asked, 6);
        const auto field = [&](const char* name) {
            for (auto* each : panel.findChildren<QuantityEdit*>())
                if (each->accessibleName() == QLatin1String(name)) return each;
            return static_cast<QuantityEdit*>(nullptr);
        };
        const auto& defaults = house.defaults().ownership;
        QCOMPARE(field("Interest rate")->placeholderText(),
                 QStringLiteral("%1 %").arg(100 * defaults.interest));
        QCOMPARE(field("Building, $/W")->placeholderText(), QString::number(defaults.building));
        shown.money.deployment = Deployment::hyperscale_build;
        panel.show_site(shown);
        QCOMPARE(field("Building, $/W")->placeholderText(), QString::number(defaults.building_hyperscale));
        // Both parts edit one record.
        field("Power limit")->selectAll();
        QTest::keyClicks(field("Power limit"), QStringLiteral("2 MW\r"));
        QVERIFY(site && site->power_limit == Watts(2e6) && site->grid.meter_window == Seconds(60));
        field("Interest rate")->set_value(std::nullopt);
        QTest::keyClicks(field("Interest rate"), QStringLiteral("0.1\r"));
        QVERIFY(site->money.interest == 0.1 && site->power_limit == Watts(2e6));
        QCOMPARE(site->money.deployment, Deployment::hyperscale_build);
    }

    void climate_and_room_of_a_site_are_edited() {
        SitePanel panel(Catalog::built_in());
        std::optional<Site> site;
        connect(&panel, &SitePanel::edited, this, [&](const Site& next) { site = next; });
        Site dry;
        dry.climate = "hot-dry";
        panel.show_site(dry);
        panel.show();
        for (Section* section : panel.findChildren<Section*>()) section->set_open(true);
        auto* climate = field<QLineEdit>(panel, QStringLiteral("Climate"));
        QVERIFY(climate && !field<QLineEdit>(panel, QStringLiteral("Weather file")));
        QCOMPARE(climate->text(), QStringLiteral("hot-dry"));
        QVERIFY(climate->completer() && climate->completer()->completionCount() == 3);
        QTemporaryDir folder;
        const auto write = [&](const char* name, int hours) {
            QFile file(folder.filePath(QLatin1String(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("dry_bulb_c,wet_bulb_c\n");
            for (int hour = 0; hour < hours; ++hour) file.write("20,15\n");
        };
        write("here.csv", 8760);
        write("gap.csv", 8759);
        panel.show_site(dry, folder.path().toStdString());
        for (const char* wrong : {"gap.csv", "nowhere.csv"}) {
            type(*climate, QLatin1String(wrong));
            QVERIFY(!site); // what holds stays
            const std::string said = find_climate(wrong, folder.path().toStdString()).error().text();
            QCOMPARE(qobject_cast<TextEdit*>(climate)->error().toStdString(), said);
            QVERIFY(climate->property("invalid").toBool());
            const auto labels = panel.findChildren<QLabel*>();
            QVERIFY(std::ranges::any_of(labels, [&](const QLabel* label) {
                return label->isVisible() && label->text().toStdString() == said;
            }));
        }
        QTest::keyClick(climate, Qt::Key_Escape);
        QCOMPARE(climate->text(), QStringLiteral("hot-dry"));
        QVERIFY(!climate->property("invalid").toBool());
        type(*climate, QStringLiteral("here.csv"));
        QVERIFY(site);
        QCOMPARE(site->climate, std::string("here.csv"));
        auto* places = field<QuantityEdit>(panel, QStringLiteral("Rack positions"));
        type(*places, QStringLiteral("24"));
        QCOMPARE(site->room.rack_positions, std::optional(24.0));
        for (const char* wrong : {"0", "-3", "nan"}) {
            type(*places, QLatin1String(wrong));
            QCOMPARE(site->room.rack_positions, std::optional(24.0));
        }
        type(*field<QuantityEdit>(panel, QStringLiteral("Floor load, kg/m²")), QStringLiteral("1200"));
        QCOMPARE(site->room.floor_load, std::optional(1200.0));
    }

    void a_read_only_project_is_shown_but_not_edited() {
        const auto inspector = show(m_scenario.cluster.links.front().id);
        inspector->set_read_only(true);
        QVERIFY(!field<QuantityEdit>(*inspector, QStringLiteral("Bandwidth"))->isEnabled());
    }
};

QTEST_MAIN(TestInspector)
#include "test_inspector.moc"
