// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/element_panel.h"

#include "core/base/catalog/announced.h"
#include "core/base/model/cluster.h"
#include "core/drawing/bill/owned_changes.h"
#include "core/drawing/containment.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/own_accelerator.h"
#include "core/drawing/project/project_fields.h"
#include "core/study/losses/slow_groups.h"
#include "widgets/fields/clock_text.h"
#include "widgets/fields/style_property.h"
#include "widgets/inspector/ownership_words.h"
#include "widgets/inspector/part_text.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// Two definitions may share an id, so own parts are known by their place in the list.
constexpr QLatin1String own_key("own:");

QString shown(double si, Dimension dimension, int digits = 3) {
    return to_qt(format_quantity(si, dimension, digits));
}

void mark(QLabel* label, bool critical) { set_style_property(label, "state", critical ? "critical" : ""); }

/// "27.4 kW of 32.7 kW", in the critical colour when over.
void show_against(QLabel* label, double value, std::optional<double> limit, Dimension dimension) {
    const QString text = shown(value, dimension);
    label->setText(limit ? ElementPanel::tr("%1 of %2").arg(text, shown(*limit, dimension)) : text);
    mark(label, limit && value > *limit);
}

/// A choice of the names that the project file has.
template<class E, size_t N>
E value_of(const std::array<E, N>& values, const QString& name) {
    const auto* const found =
        std::ranges::find(values, name.toStdString(), [](E value) { return std::string(name_of(value)); });
    return found == values.end() ? values.front() : *found;
}

} // namespace

ElementPanel::ElementPanel(const Catalog& catalog, QWidget* parent)
    : QWidget(parent)
    , m_catalog(catalog)
    , m_form(new Form(this))
    , m_record(
          *m_form,
          [this](const Element& next, const QString& step) { Q_EMIT edited(with_owned_count(next), step); },
          "/cluster/elements/*")
    , m_edit_part(new QPushButton(tr("Edit this part's figures"), this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_form);
    column->addSpacing(4);
    column->addWidget(m_edit_part, 0, Qt::AlignLeft);
    m_edit_part->setToolTip(tr("In a part of the project's own, made from the catalogue's"));
    connect(m_edit_part, &QPushButton::clicked, this,
            [this] { Q_EMIT part_edit_requested(m_record.record().id); });
    add_fields();
    add_results();
}

QString ElementPanel::key_of(const PartRef& part) const {
    if (part.inline_part)
        for (size_t i = 0; i < m_own.size(); ++i)
            if (m_own[i].part == part) return own_key + QString::number(i);
    return as_written(part.id);
}

Element ElementPanel::with_owned_count(Element next) const {
    keep_owned_count(next, m_shown_count, m_is_owned);
    return next;
}

void ElementPanel::set_own_parts(const std::vector<OwnPart>& own) {
    const auto same = [](const OwnPart& a, const OwnPart& b) { return a.part == b.part; };
    if (std::ranges::equal(own, m_own, same)) return;
    m_own = own;
    show_choices();
}

void ElementPanel::show_choices() {
    const auto kind = m_kind ? part_kind_of(*m_kind) : std::nullopt;
    if (!kind) return;
    std::vector<ChoiceEdit::Choice> choices;
    for (const OwnPart& one : m_own)
        if (const Part& part = *one.part.inline_part; part.kind == *kind)
            choices.push_back({key_of(one.part), to_qt(part.name), {}, part_rich_tip(part)});
    for (ChoiceEdit::Choice& choice : part_choices(m_catalog, *kind)) choices.push_back(std::move(choice));
    m_fields.part->set_choices(choices);
}

void ElementPanel::add_fields() {
    m_record.text(tr("Name"), &Element::name);
    m_fields.note = m_record.text(tr("Text"), &Element::text);
    m_fields.part = m_record.choice(
        tr("Part"), {}, [this](const Element& e) { return key_of(e.part); },
        [this](Element& e, const QString& key) {
            const size_t own =
                key.startsWith(own_key) ? QStringView(key).mid(own_key.size()).toULongLong() : m_own.size();
            set_part(e,
                     own < m_own.size() ? m_own[own].part
                                        : PartRef{.id = key.toStdString(), .inline_part = {}, .base = {}},
                     m_catalog);
        });
    m_fields.count =
        m_record.value(tr("Count"), &Element::count, tr("Equal ones inside each instance of the container"));
    m_fields.power_limit = m_record.optional(tr("Power limit"), &Element::power_limit, tr("from its feeds"),
                                             tr("What the feeds of one rack may deliver"));
    m_fields.cooling_limit =
        m_record.optional(tr("Cooling limit"), &Element::cooling_limit, tr("from its cooling"),
                          tr("Heat that the air or liquid of one rack may take away"));
    m_fields.gpu_power_cap = m_record.optional(tr("GPU power cap"), &Element::gpu_power_cap, tr("none"),
                                               tr("Software cap of one GPU"));
    m_fields.supply = m_record.optional(tr("Supply"), &Element::supply, tr("from the part"),
                                        tr("Temperature of the air or water it supplies"));
    m_fields.inlet =
        m_record.optional(tr("Inlet air"), &Element::supply, tr("as supplied"),
                          tr("Local air temperature at the inlet, where it differs from the supply"));
    m_fields.air_ratio = m_record.optional(
        tr("Air supplied"), &Element::air_supply_ratio, tr("as demanded"),
        tr("Supplied air flow ÷ what the servers demand; below 1 hot air comes round again"));
    m_fields.speed = m_record.optional(tr("GPU speed"), &Element::speed, tr("1"),
                                       tr("Relative to the catalogue: an older stepping, a weak part"));
    m_fields.slow_gpus = m_record.optional(tr("GPUs of that speed"), &Element::slow_gpus, tr("all"),
                                           tr("In each server: one weak GPU among eight is 1"));
    m_fields.health =
        m_record.optional(tr("Ports up"), &Element::health, tr("1"), tr("Share of its ports that are up"));
    m_fields.read =
        m_record.optional(tr("Read"), &Element::bandwidth, tr("from the part"), tr("Sustained read"));
    m_fields.write =
        m_record.optional(tr("Write"), &Element::write_bandwidth, tr("as read"), tr("Sustained write"));
    m_fields.tier = m_record.optional(tr("Tier"), &Element::tier, tr("from the drawing"),
                                      tr("1 = leaf; empty: told by the distance to the servers"));
    m_fields.use = m_record.choice(
        tr("Network for"),
        {{QStringLiteral("automatic"), tr("Automatic"),
          tr("Storage, where storage is connected to it and the servers have another network; else all")},
         {QStringLiteral("any"), tr("All"), {}},
         {QStringLiteral("compute"), tr("Computation"), {}},
         {QStringLiteral("storage"), tr("Storage"), {}},
         {QStringLiteral("management"), tr("Management"), {}}},
        [](const Element& e) { return to_qt(name_of(e.use)); },
        [](Element& e, const QString& key) { e.use = value_of(fields::network_uses, key); },
        tr("What the network of this switch is for"));
    m_fields.redundancy = m_record.choice(
        tr("Redundancy"),
        {{QStringLiteral("none"), tr("None"), {}},
         {QStringLiteral("n+1"), tr("N+1"), tr("The rest carries all with one unit lost")},
         {QStringLiteral("2n"), tr("2N"), tr("The rest carries all with one of two sides lost")}},
        [](const Element& e) { return to_qt(name_of(e.redundancy)); },
        [](Element& e, const QString& key) { e.redundancy = value_of(fields::redundancies, key); },
        tr("What it promises to all that it serves"));
    m_fields.containment = m_record.choice(
        tr("Aisles"),
        {{QStringLiteral("inherited"), tr("As what it stands in"),
          tr("The same as its row, pod or site; where nothing is said, aisles count as contained")},
         {QStringLiteral("none"), tr("Open"),
          tr("Exhaust air comes back over and around the racks, and tiles in the floor give each its air")},
         {QStringLiteral("cold-aisle"), tr("Cold aisle contained"), {}},
         {QStringLiteral("hot-aisle"), tr("Hot aisle contained"), {}}},
        [](const Element& e) { return to_qt(name_of(e.containment)); },
        [](Element& e, const QString& key) { e.containment = value_of(fields::containments, key); },
        tr("Whether walls part the cold air in front of the racks from the hot behind them"));
    m_fields.procurement = m_record.choice(
        ownership::label(), ownership::choices(),
        [](const Element& e) { return to_qt(name_of(e.procurement)); },
        [](Element& e, const QString& key) { e.procurement = value_of(fields::procurements, key); },
        ownership::tip());
    m_fields.owned_count = m_record.optional(ownership::count_label(), &Element::owned_count,
                                             ownership::all_there(), ownership::count_tip());
    m_fields.sale_price = m_record.optional(ownership::price_label(), &Element::sale_price,
                                            ownership::no_price(), ownership::price_tip(), Dimension::money);
    m_fields.unit = m_record.optional(tr("Rack unit"), &Element::u, tr("automatic"),
                                      tr("Unit of its lowest edge, 1 at the bottom; equal ones stand above"));
}

void ElementPanel::add_results() {
    m_results.announced = m_form->add_result(
        tr("Announced"), tr("Said by its maker, measured by nobody: what rests on it has a wider band"));
    m_results.instances = m_form->add_result(tr("Total"));
    m_results.load = m_form->add_result(tr("Load"), tr("Mean power of one over the step, against its limit"));
    m_results.cooling =
        m_form->add_result(tr("Heat"), tr("Heat of one into air and liquid, against the cooling"));
    m_results.inlet = m_form->add_result(tr("Inlet"), tr("Air, or coolant of the cold plates"));
    m_results.chip = m_form->add_result(tr("Chip"), tr("Hottest GPU junction against its limit"));
    m_results.clock = m_form->add_result(tr("Clock"), tr("Relative to the unthrottled clock"));
    m_results.slow =
        m_form->add_result(tr("Costs the run"), tr("What the others wait for it, and what that costs"));
    m_results.replaced =
        m_form->add_result(tr("Replaced"), tr("The run with one like most others in its place"));
    m_results.without = m_form->add_result(tr("Without it"), tr("The run on the GPUs that are left"));
}

void ElementPanel::show_element(const Element& element, const Cluster& cluster) {
    if (m_kind != element.kind) {
        m_kind = element.kind;
        using enum ElementKind;
        const auto show = [&](QWidget* field, std::initializer_list<ElementKind> kinds) {
            m_form->set_row_visible(field, std::ranges::find(kinds, element.kind) != kinds.end());
        };
        show_choices();
        m_form->set_row_visible(m_fields.part, part_kind_of(element.kind).has_value());
        show(m_fields.note, {note});
        m_form->set_row_visible(m_fields.count, element.kind != note);
        show(m_fields.power_limit, {rack});
        show(m_fields.cooling_limit, {rack});
        show(m_fields.gpu_power_cap, {server});
        show(m_fields.supply, {cooling});
        show(m_fields.inlet, {room, rack});
        show(m_fields.air_ratio, {rack});
        show(m_fields.speed, {server});
        show(m_fields.slow_gpus, {server});
        show(m_fields.health, {switch_});
        show(m_fields.read, {storage});
        show(m_fields.write, {storage});
        show(m_fields.tier, {switch_});
        show(m_fields.use, {switch_});
        show(m_fields.redundancy, {feed, cooling});
        show(m_fields.containment, {site, room, row, pod, rack});
        m_form->set_row_visible(m_fields.procurement, element.kind != note);
    }
    const Element* parent = cluster.find(element.parent);
    m_form->set_row_visible(m_fields.unit, parent && parent->kind == ElementKind::rack);
    m_stands_in.clear();
    bool is_sold = false;
    Procurement nearest = Procurement::inherited;
    for (const Element* at = &element; at && m_stands_in.size() <= most_nested;
         at = cluster.find(at->parent)) {
        m_stands_in.push_back(at->id);
        is_sold = is_sold || at->procurement == Procurement::sell;
        if (nearest == Procurement::inherited) nearest = at->procurement;
    }
    m_shown_count = element.count;
    m_is_owned = nearest == Procurement::owned && !is_sold && element.kind != ElementKind::note;
    m_form->set_row_visible(m_fields.owned_count, (m_is_owned && element.count > 1) || element.owned_count);
    m_form->set_row_visible(m_fields.sale_price, is_sold || element.sale_price);
    m_record.show(element);
    m_edit_part->setVisible(!element.part.id.empty());
    const Part* const part = drawn_part(element, m_catalog);
    const QString announced =
        part ? to_qt(announced_text(
                   *part, part->kind == PartKind::server ? named_accelerator(*part, m_catalog) : nullptr))
             : QString();
    m_results.announced->setText(announced);
    m_form->set_row_visible(m_results.announced, !announced.isEmpty());
    const double instances = cluster.instances(element);
    m_results.instances->setText(to_qt(format_count(instances)));
    m_form->set_row_visible(m_results.instances, instances > element.count);
}

void ElementPanel::show_slow_groups(const SlowGroups* slow) {
    const SlowGroup* group = nullptr;
    for (const std::string& id : m_stands_in) {
        if (group || !slow) break;
        const auto found = std::ranges::find(slow->groups, id, &SlowGroup::element);
        if (found != slow->groups.end()) group = &*found;
    }
    for (QLabel* label : {m_results.slow, m_results.replaced, m_results.without})
        m_form->set_row_visible(label, group != nullptr);
    if (!group) return;
    const auto days = [](double value) { return tr("%1 days").arg(value, 0, 'g', 3); };
    m_results.slow->setText(tr("%1 GPU-hours, %2, %3")
                                .arg(shown(group->gpu_hours, Dimension::number),
                                     shown(group->dollars, Dimension::money), days(group->days)));
    m_results.slow->setToolTip(slow->whole_run ? tr("In the whole run") : tr("In 100,000 steps"));
    mark(m_results.slow, group->gpu_hours > 0);
    const auto then = [&](const SlowGroup::Then& run) {
        if (!run.reason.empty()) return tr("does not run: %1").arg(to_qt(run.reason));
        const QString percent = QString::number(100 * std::abs(run.gain), 'f', 1);
        if (percent == u"0.0") return tr("%1 GPUs, as fast as now").arg(to_qt(format_count(run.gpus)));
        return (run.gain < 0 ? tr("%1 GPUs, %2 % slower") : tr("%1 GPUs, %2 % faster"))
            .arg(to_qt(format_count(run.gpus)), percent);
    };
    m_results.replaced->setText(then(group->replaced));
    m_results.without->setText(then(group->without));
}

void ElementPanel::show_evaluation(const Evaluation* evaluation) {
    const RackState* state = nullptr;
    if (evaluation) {
        const auto found = std::ranges::find(evaluation->power.racks, m_record.record().id, &RackState::id);
        if (found != evaluation->power.racks.end()) state = &*found;
    }
    for (QLabel* label :
         {m_results.load, m_results.cooling, m_results.inlet, m_results.chip, m_results.clock})
        m_form->set_row_visible(label, false);
    if (!state) return;
    const auto watts = [](std::optional<Watts> w) { return w ? std::optional(w->si()) : std::nullopt; };
    m_form->set_row_visible(m_results.load, true);
    show_against(m_results.load, state->power.si(), watts(state->limit), Dimension::power);
    m_form->set_row_visible(m_results.cooling, true);
    show_against(m_results.cooling, (state->heat_to_air + state->heat_to_liquid).si(),
                 watts(state->cooling_limit), Dimension::power);
    if (state->inlet || state->coolant) {
        QStringList temperatures;
        const bool too_warm = state->inlet && state->inlet_limit && *state->inlet > *state->inlet_limit;
        if (state->inlet) {
            const QString air = shown(state->inlet->degrees(), Dimension::temperature);
            temperatures
                << (state->inlet_limit
                        ? tr("%1 air (limit %2)").arg(air).arg(state->inlet_limit->degrees(), 0, 'g', 3)
                        : tr("%1 air").arg(air));
        }
        if (state->coolant)
            temperatures << tr("%1 coolant").arg(shown(state->coolant->degrees(), Dimension::temperature));
        m_form->set_row_visible(m_results.inlet, true);
        m_results.inlet->setText(temperatures.join(QStringLiteral(" · ")));
        mark(m_results.inlet, too_warm);
    }
    if (state->chip) {
        m_form->set_row_visible(m_results.chip, true);
        show_against(m_results.chip, state->chip->degrees(),
                     state->chip_limit ? std::optional(state->chip_limit->degrees()) : std::nullopt,
                     Dimension::temperature);
        if (state->throttle_cause == ThrottleCause::thermal) mark(m_results.chip, true); // held at its limit
    }
    if (state->gpus > 0) {
        m_form->set_row_visible(m_results.clock, true);
        m_results.clock->setText(clock_text(state->speed, state->throttle_cause));
        mark(m_results.clock, state->throttle_cause != ThrottleCause::none);
    }
}

} // namespace roofrack
