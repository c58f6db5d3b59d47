// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/site_panel.h"

#include "core/base/catalog/catalog.h"
#include "core/base/constants/defaults.h"
#include "core/drawing/project/project_fields.h"
#include "core/facility/economics/economics.h"
#include "core/facility/plant.h"
#include "core/facility/weather/climate.h"
#include "core/study/money/deployment_paths.h"
#include "widgets/fields/section.h"
#include "widgets/fields/text.h"

#include <QCompleter>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QVBoxLayout>

namespace roofrack {

namespace {

/// Offers everything to whoever clicks into an empty field, or presses the down key in it: what may be typed
/// is not to be guessed.
class OffersAll : public QObject {
public:
    OffersAll(QLineEdit* edit, QCompleter* offers)
        : QObject(edit)
        , m_edit(*edit)
        , m_offers(*offers) {
        edit->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        const bool clicked = event->type() == QEvent::MouseButtonRelease &&
                             static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton;
        const bool asked =
            event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Down;
        if (!(clicked || asked) || !m_edit.text().isEmpty()) return QObject::eventFilter(watched, event);
        m_offers.setCompletionPrefix({});
        m_offers.complete();
        return asked;
    }

private:
    QLineEdit& m_edit;
    QCompleter& m_offers;
};

} // namespace

SitePanel::SitePanel(const Catalog& catalog, QWidget* parent)
    : QWidget(parent)
    , m_defaults(catalog.defaults())
    , m_asked_form(new Form(this))
    , m_form(new Form(this))
    , m_asked(
          *m_asked_form, [this](const Site& next, const QString& step) { commit(next, step); }, "/site")
    , m_record(
          *m_form, [this](const Site& next, const QString& step) { commit(next, step); }, "/site")
    , m_asked_money(
          *m_asked_form, [this](const SiteMoney& next, const QString& step) { commit_money(next, step); },
          "/site/money")
    , m_grid(
          *m_form,
          [this](const SiteGrid& next, const QString& step) {
              Site site = m_record.record();
              site.grid = next;
              commit(site, step);
          },
          "/site/grid")
    , m_money(
          *m_form, [this](const SiteMoney& next, const QString& step) { commit_money(next, step); },
          "/site/money")
    , m_room(
          *m_form,
          [this](const SiteRoom& next, const QString& step) {
              Site site = m_record.record();
              site.room = next;
              commit(site, step);
          },
          "/site/room") {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_asked_form);
    auto* more = new Section(tr("More of the site"), m_form, this);
    column->addWidget(more);
    add_place();
    add_weather();
    add_money();
    add_failures();
    add_speeds();
    add_fabric();
    add_input();
    add_room();
    more->set_open(false);
}

void SitePanel::commit(const Site& next, const QString& step) {
    show_records(next); // all forms edit one record
    Q_EMIT edited(next, step);
}

void SitePanel::commit_money(const SiteMoney& next, const QString& step) {
    Site site = m_record.record();
    site.money = next;
    commit(site, step);
}

/// Its name, or a file's: one field, which offers the names.
void SitePanel::add_climate() {
    QStringList names;
    for (const BuiltInClimate& each : built_in_climates()) names << to_qt(each.name);
    TextEdit* edit =
        m_record.text(tr("Climate"), &Site::climate,
                      tr("The year of weather that the chart Year begins with: %1, or a CSV file of 8,760 "
                         "hours, beside the project unless its whole path is given")
                          .arg(names.join(QStringLiteral(", "))));
    edit->setPlaceholderText(tr("none"));
    edit->set_check([this](const QString& text) {
        if (text.isEmpty()) return QString();
        const auto climate = find_climate(text.toStdString(), m_folder);
        return climate ? QString() : to_qt(climate.error().text());
    });
    auto* offers = new QCompleter(names, edit);
    offers->setCaseSensitivity(Qt::CaseInsensitive);
    offers->setFilterMode(Qt::MatchContains);
    edit->setCompleter(offers);
    new OffersAll(edit, offers);
}

/// What the utility delivers, meters and allows.
void SitePanel::add_place() {
    m_form->add_heading(tr("Supply"));
    m_asked.optional(tr("Power limit"), &Site::power_limit, tr("none"), tr("What the utility delivers"));
    const QString not_given = tr("not given");
    m_grid.optional(tr("Metering interval"), &SiteGrid::meter_window, tr("15 min"),
                    tr("The mean over which the power limit holds"));
    m_grid.optional(tr("Swing limit"), &SiteGrid::swing_limit, not_given,
                    tr("Largest change of power that the grid allows within a step"));
    m_grid.optional(tr("Ramp limit per minute"), &SiteGrid::ramp_limit, not_given,
                    tr("Largest change of power that the grid allows in a minute, as a job starts or stops"));
    m_grid.optional(tr("Frequency"), &SiteGrid::frequency, tr("of the drawn supply"),
                    tr("Of the grid, 50 or 60 Hz: units made for another one do not work here"),
                    Dimension::frequency);
    m_record.choice(
        tr("When scaling"),
        {{QStringLiteral("plant"), tr("plant grows"), tr("The site's power limit stays as it is given")},
         {QStringLiteral("none"), tr("nothing grows"), tr("Cooling plant and power limit stay")},
         {QStringLiteral("all"), tr("all grows"), tr("The power limit too")}},
        [](const Site& s) {
            const std::string_view name = name_of(s.supply_growth);
            return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        },
        [](Site& s, const QString& key) {
            s.supply_growth = key == u"none"  ? SupplyGrowth::none
                              : key == u"all" ? SupplyGrowth::all
                                              : SupplyGrowth::plant;
        },
        tr("What of the place follows the GPUs in the scaling study"));
}

void SitePanel::add_weather() {
    m_form->add_heading(tr("Weather and cooling"));
    m_asked.value(tr("Wet bulb"), &Site::wet_bulb, tr("Design wet-bulb temperature outside"));
    m_record.value(tr("Dry bulb"), &Site::dry_bulb, tr("Design dry-bulb temperature outside"));
    m_record.value(tr("Altitude"), &Site::altitude_m, tr("Above the sea: thinner air cools less"),
                   Dimension::length);
    std::vector<ChoiceEdit::Choice> plants;
    for (const PlantKind kind : plant_kinds()) {
        const QString name = to_qt(name_of(kind)), words = QString(name).replace(u'-', u' ');
        plants.push_back({name, words, words}); // a narrow inspector cuts the longest
    }
    m_asked.choice(
        tr("Plant"), plants, [](const Site& s) { return as_written(s.plant); },
        [](Site& s, const QString& key) { s.plant = key.toStdString(); },
        tr("How the site rejects its heat"));
    add_climate();
    m_record.optional(tr("Fixed PUE"), &Site::pue, tr("from the plant"), tr("Instead of the plant model"))
        ->set_range(1, 5);
}

void SitePanel::add_money() {
    m_form->add_heading(tr("Money"));
    std::vector<ChoiceEdit::Choice> ways;
    for (const Deployment each : fields::deployments)
        ways.push_back({to_qt(name_of(each)), to_qt(label_of(each)), {}});
    m_asked_money.choice(
        tr("Deployment"), ways, [](const SiteMoney& money) { return to_qt(name_of(money.deployment)); },
        [](SiteMoney& money, const QString& key) {
            for (const Deployment each : fields::deployments)
                if (key == to_qt(name_of(each))) money.deployment = each;
        },
        tr("How the cluster is owned or rented: in rented space, in an own building, in a cloud"));
    m_record.optional(tr("Rent, $/GPU-h"), &Site::gpu_hour_price, tr("owned"),
                      tr("Empty: the cluster is owned"));
    m_asked.optional(tr("Capex, $/GPU"), &Site::capex_per_gpu, tr("from the bill"),
                     tr("All-in price of one GPU slot"));
    m_record.value(tr("Book life, years"), &Site::book_life_years)->set_range(0.1, 100);
    add_ownership();
    m_asked.value(tr("Electricity, $/kWh"), &Site::electricity_price);
    m_grid.optional(tr("Demand charge"), &SiteGrid::demand_charge, tr("none"),
                    tr("$ a kW of the month's highest window at the meter"));
    m_record.value(tr("Carbon, kg/kWh"), &Site::carbon_intensity);
    m_money.text(tr("Region"), &SiteMoney::region, tr("Country of the site, two letters, for export rules"));
}

/// What is taken where nothing is entered stands in the field.
void SitePanel::add_ownership() {
    const Defaults::Ownership& defaults = m_defaults.ownership;
    const auto share = [](double value) { return tr("%1 %").arg(100 * value); };
    const auto number = [](double value) { return QString::number(value); };
    m_money.optional(tr("Interest rate"), &SiteMoney::interest, share(defaults.interest));
    m_money.optional(tr("Residual value"), &SiteMoney::residual, share(defaults.residual),
                     tr("Share of the price at the end of the book life"));
    m_money.optional(tr("Space, $/kW-month"), &SiteMoney::space_price, number(defaults.colocation),
                     tr("Of critical power, in rented space"));
    m_building = m_money.optional(tr("Building, $/W"), &SiteMoney::building_price, number(defaults.building),
                                  tr("Of an own building, a W of IT"));
    m_money.optional(tr("Operations per year"), &SiteMoney::operation, share(defaults.operation),
                     tr("Share of the capital: staff, support"));
    m_money.optional(tr("Installation"), &SiteMoney::installation, share(defaults.installation),
                     tr("Share of the parts' price"));
    m_money.optional(tr("Spares"), &SiteMoney::spares, share(defaults.spares),
                     tr("Share of the parts' price"));
    m_money.optional(tr("Contingency"), &SiteMoney::contingency, share(defaults.contingency),
                     tr("Share of all capital before it"));
    m_money.optional(tr("Software, $/GPU-year"), &SiteMoney::software, tr("none"));
    m_money.optional(tr("Water, $/m³"), &SiteMoney::water_price, number(defaults.water));
}

void SitePanel::add_failures() {
    m_form->add_heading(tr("Failures and restarts"));
    m_record.optional(tr("Failures per 1,000 node-days"), &Site::failures_per_1000_node_days,
                      tr("by GPU generation"),
                      tr("Per 1,000 days of an 8-GPU node. Empty: what is published of its GPUs"));
    m_record.value(tr("Other stops per 1,000 node-days"), &Site::other_interruptions_per_1000_node_days,
                   tr("What stops jobs beyond failures, per 1,000 days of an 8-GPU node: preemption, "
                      "time-outs, mistakes"));
    m_record.value(tr("Planned stops per 1,000 node-days"), &Site::planned_stops_per_1000_node_days,
                   tr("Per 1,000 days of an 8-GPU node, a checkpoint before each"));
    m_record.value(tr("Restart"), &Site::restart_time,
                   tr("From a failure of a small job to training again, loading apart"));
    m_record.value(tr("Start-up"), &Site::start_up_per_1000_gpus,
                   tr("What 1,000 GPUs more add to a restart"));
    m_record.optional(tr("Spare servers"), &Site::spare_servers, tr("as many as it takes"),
                      tr("Servers that stand ready for those that fail"));
    m_record.value(tr("Repair"), &Site::repair_time, tr("From a server's failure to its return"));
}

/// What makes some GPUs and links slower than others.
void SitePanel::add_speeds() {
    m_form->add_heading(tr("Speed spread and routing"));
    m_record
        .value(tr("GPU speed spread"), &Site::straggler_cv_persistent,
               tr("Lasting spread of speed between GPUs"))
        ->set_range(0, 1);
    m_record.value(tr("Jitter"), &Site::straggler_cv_iid, tr("Spread from step to step"))->set_range(0, 1);
    m_record.choice(
        tr("Routing"),
        {{QStringLiteral("ecmp"), tr("ECMP"), tr("Flows are hashed: some links carry two")},
         {QStringLiteral("qp_hash"), tr("ECMP, many queue pairs"), {}},
         {QStringLiteral("adaptive"), tr("adaptive"), {}}},
        [](const Site& s) {
            return s.routing == Routing::ecmp      ? QStringLiteral("ecmp")
                   : s.routing == Routing::qp_hash ? QStringLiteral("qp_hash")
                                                   : QStringLiteral("adaptive");
        },
        [](Site& s, const QString& key) {
            s.routing = key == u"ecmp"       ? Routing::ecmp
                        : key == u"adaptive" ? Routing::adaptive
                                             : Routing::qp_hash;
        },
        tr("How flows spread over equal paths"));
}

/// What other jobs leave of the network.
void SitePanel::add_fabric() {
    m_form->add_heading(tr("Network shared with other jobs"));
    m_record.choice(
        tr("Job placement"),
        {{QStringLiteral("packed"), tr("packed"), tr("Each in blocks of its own, one after the other")},
         {QStringLiteral("scattered"), tr("scattered"), tr("Spread evenly over all blocks")}},
        [](const Site& s) {
            return s.job_placement == JobPlacement::packed ? QStringLiteral("packed")
                                                           : QStringLiteral("scattered");
        },
        [](Site& s, const QString& key) {
            s.job_placement = key == u"packed" ? JobPlacement::packed : JobPlacement::scattered;
        },
        tr("How several jobs share the drawn GPUs"));
    m_levels = new FabricLevelRows(*m_form, this);
    connect(m_levels, &FabricLevelRows::edited, this, &SitePanel::edited);
}

void SitePanel::add_input() {
    m_form->add_heading(tr("Input"));
    m_record.zero_is_empty(tr("Host input rate"), &Site::host_input_rate, tr("not limiting"),
                           tr("Samples a second that one server's data pipeline prepares"));
    m_record.optional(tr("Loader cores"), &Site::loader_cores, tr("not known"),
                      tr("CPU cores of one server that prepare samples"));
    m_record.zero_is_empty(tr("CPU time per sample"), &Site::sample_core_time, tr("not limiting"),
                           tr("Of one CPU core, to prepare a sample"));
}

/// An existing room.
void SitePanel::add_room() {
    m_form->add_heading(tr("Existing room"));
    const QString not_known = tr("not known");
    m_room.optional(tr("Floor area, m²"), &SiteRoom::area, not_known,
                    tr("Floor of an existing room, for racks and their aisles"));
    m_room.optional(tr("Rack positions"), &SiteRoom::rack_positions, not_known, tr("Places for racks in it"));
    m_room.optional(tr("Floor load, kg/m²"), &SiteRoom::floor_load, not_known, tr("That its floor bears"));
    m_room.optional(tr("Filled rack, kg"), &SiteRoom::rack_mass, tr("of the parts"),
                    tr("One rack with all that stands in it"));
    m_room.optional(tr("Load without a step"), &SiteRoom::standing_load, tr("nameplate"),
                    tr("Load share of servers where no step runs: 0 idle, 1 nameplate, 70 % between"));
}

void SitePanel::show_site(const Site& site, const std::filesystem::path& folder) {
    m_folder = folder;
    show_records(site);
    Site unpriced = site;
    unpriced.money.building_price.reset();
    m_building->set_optional(QString::number(building_price(unpriced, m_defaults)));
}

void SitePanel::show_records(const Site& site) {
    m_asked.show(site);
    m_asked_money.show(site.money);
    m_record.show(site);
    m_grid.show(site.grid);
    m_money.show(site.money);
    m_room.show(site.room);
    m_levels->show_site(site);
}

} // namespace roofrack
