// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/decide/design_controls.h"

#include "core/answers/figure_title.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/compare/compare_chart.h"
#include "widgets/charts/compare/comparison_view.h"
#include "widgets/charts/decide/design_chart.h"
#include "widgets/charts/decide/design_view.h"

#include <QCompleter>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr int goal_px = 200, add_px = 130, part_value_px = 130, server_values_px = 300;

struct AxisOffer {
    const char *name, *label, *values, *tip;
};
constexpr AxisOffer axis_offers[] = {
    {"server", QT_TRANSLATE_NOOP("roofrack::DesignControls", "Server"), "drawn",
     QT_TRANSLATE_NOOP("roofrack::DesignControls",
                       "Servers by name, separated by commas; or drawn (as it is), all, announced")},
    {"gpus", QT_TRANSLATE_NOOP("roofrack::DesignControls", "GPUs"), "",
     QT_TRANSLATE_NOOP("roofrack::DesignControls", "Counts, 64:512 doublings, 64:512:64 steps")},
    {"servers", QT_TRANSLATE_NOOP("roofrack::DesignControls", "Servers"), "8:64",
     QT_TRANSLATE_NOOP("roofrack::DesignControls", "Counts, 8:64 doublings, 8:64:8 steps")},
    {"racks", QT_TRANSLATE_NOOP("roofrack::DesignControls", "Racks"), "1:16",
     QT_TRANSLATE_NOOP("roofrack::DesignControls", "Counts, 1:16 doublings, 1:16:1 steps")},
    {"oversubscription", QT_TRANSLATE_NOOP("roofrack::DesignControls", "Oversubscription"), "1,2",
     QT_TRANSLATE_NOOP("roofrack::DesignControls", "Of the network that a template draws; with servers")},
    {"nic_rate", QT_TRANSLATE_NOOP("roofrack::DesignControls", "NIC rate"), "200G,400G,800G",
     QT_TRANSLATE_NOOP("roofrack::DesignControls", "Of the cables from servers to switches")},
    {"gpu_cap", QT_TRANSLATE_NOOP("roofrack::DesignControls", "GPU power cap"), "500 W,600 W,700 W",
     QT_TRANSLATE_NOOP("roofrack::DesignControls", "Of every GPU")},
    {"plan", QT_TRANSLATE_NOOP("roofrack::DesignControls", "Plan"), "best",
     QT_TRANSLATE_NOOP("roofrack::DesignControls", "best: the fastest that fits; given: the scenario's")},
    {"/site/electricity_price", QT_TRANSLATE_NOOP("roofrack::DesignControls", "Electricity price"),
     "0.05,0.1", QT_TRANSLATE_NOOP("roofrack::DesignControls", "$/kWh")},
};

const AxisOffer* offer_of(const std::string& name) {
    const auto found =
        std::ranges::find_if(axis_offers, [&](const AxisOffer& each) { return name == each.name; });
    return found == std::end(axis_offers) ? nullptr : found;
}

bool may_be_goal(const IndexedFigure& figure) {
    return is_number(figure) && figure.figure.row->better != figures::Better::neither;
}

const figures::Row* row_of(const std::string& name) {
    for (const IndexedFigure& each : figure_index())
        if (each.figure.name == name) return each.figure.row;
    return nullptr;
}

/// "Search again (took 41 s)" where what was found before is of an older state.
QString start_text(const DesignView& view) {
    constexpr double minute = 60;
    if (!view.older_s) return DesignControls::tr("Search");
    const double took = std::round(*view.older_s);
    if (took < 1) return DesignControls::tr("Search again");
    return took < 2 * minute ? DesignControls::tr("Search again (took %1 s)").arg(took, 0, 'f', 0)
                             : DesignControls::tr("Search again (took %1 min)").arg(took / minute, 0, 'f', 0);
}

} // namespace

DesignControls::DesignControls(QWidget* parent)
    : ChoiceControls(parent)
    , m_goal(new ChoiceEdit(this))
    , m_limit(new ChoiceEdit(this))
    , m_axis(new ChoiceEdit(this))
    , m_start(new QPushButton(tr("Search"), this))
    , m_stop(new QPushButton(tr("Stop"), this))
    , m_like(new QPushButton(tr("Search designs like those compared"), this)) {
    std::vector<ChoiceEdit::Choice> goals = figure_choices(&may_be_goal), limits = figure_choices(&is_number);
    goals.insert(goals.begin(), {QString(), tr("Best in …"), {}});
    limits.insert(limits.begin(), {QString(), tr("Add a limit …"), {}});
    m_goal->set_choices(goals);
    m_goal->setAccessibleName(tr("Goal of the designs"));
    m_goal->setToolTip(tr("The figure that designs are to be the best in; type to find it"));
    m_goal->setFixedWidth(goal_px);
    m_limit->set_choices(limits);
    m_limit->setAccessibleName(tr("Limit of the designs"));
    m_limit->setToolTip(tr("A figure with a bound; type to find it"));
    m_limit->setFixedWidth(add_px);
    std::vector<ChoiceEdit::Choice> axes{{QString(), tr("Vary …"), {}}};
    for (const AxisOffer& each : axis_offers)
        axes.push_back({QLatin1String(each.name), tr(each.label), tr(each.tip)});
    m_axis->set_choices(axes);
    m_axis->setAccessibleName(tr("What varies among the designs"));
    m_axis->setToolTip(tr("What may vary among the designs"));
    m_axis->setFixedWidth(add_px);
    m_start->setProperty("role", "primary");
    for (QPushButton* each : {m_start, m_stop, m_like}) each->setAutoDefault(false);
    m_stop->setToolTip(tr("What was found stays"));
    for (QWidget* each :
         {static_cast<QWidget*>(m_goal), static_cast<QWidget*>(m_limit), static_cast<QWidget*>(m_axis),
          static_cast<QWidget*>(m_start), static_cast<QWidget*>(m_stop), static_cast<QWidget*>(m_like)})
        layout()->addWidget(each);
    connect(m_goal, &ChoiceEdit::key_committed, this, [this](const QString& key) {
        change([](ComparisonChoice& choice, const std::string& name) { choice.goal = name; }, key);
    });
    connect(m_limit, &ChoiceEdit::key_committed, this, [this](const QString& key) {
        m_limit->set_key(QString());
        const figures::Row* row = row_of(key.toStdString());
        if (row)
            add_part(Of::limits, key.toStdString(), row->better == figures::Better::more ? ">=" : "<=", {});
    });
    connect(m_axis, &ChoiceEdit::key_committed, this, [this](const QString& key) {
        m_axis->set_key(QString());
        const AxisOffer* offer = offer_of(key.toStdString());
        if (!offer) return;
        std::string values = offer->values;
        if (values.empty()) {
            const double gpus = std::max(1.0, m_gpus);
            values = fmt::format("{:.0f}:{:.0f}", std::max(1.0, std::floor(gpus / 4)), 2 * gpus);
        }
        m_added_axis = offer->name;
        add_part(Of::vary, offer->name, "=", values);
    });
    connect(m_start, &QPushButton::clicked, this,
            [this] { Q_EMIT marked(QLatin1String(DesignChart::start_key)); });
    connect(m_stop, &QPushButton::clicked, this,
            [this] { Q_EMIT marked(QLatin1String(DesignChart::stop_key)); });
    connect(m_like, &QPushButton::clicked, this,
            [this] { Q_EMIT marked(QLatin1String(CompareChart::designs_key)); });
    m_stop->hide();
    m_like->hide();
}

DesignControls::Part DesignControls::part_of(const std::string& text, Of of) {
    const size_t at = of == Of::limits ? text.find_first_of("<>") : text.find('=');
    const size_t length = of == Of::limits ? 2 : 1;
    if (at == std::string::npos) return {text, of == Of::limits ? "<=" : "=", {}};
    return {text.substr(0, at), text.substr(at, length), text.substr(std::min(text.size(), at + length))};
}

QString DesignControls::label_of(const Part& part, Of of) {
    if (of == Of::limits) return qt(distinct_label(part.name));
    const AxisOffer* offer = offer_of(part.name);
    return offer ? tr(offer->label) : qt(part.name);
}

void DesignControls::add_part(Of of, const std::string& name, const std::string& sense,
                              const std::string& value) {
    if (value.empty()) { // kept once it has a value
        m_awaited = {name, sense, {}};
        m_shown.clear();
        show_chips();
        return focus_awaited();
    }
    std::vector<std::string>& list = list_of(of);
    std::erase_if(list, [&](const std::string& each) { return part_of(each, of).name == name; });
    list.push_back(name + sense + value);
    commit();
}

/// The keyboard to the limit whose value is to be typed.
void DesignControls::focus_awaited() {
    for (const Chip& each : m_chips)
        if (each.of == Of::limits && each.place == m_choice.limits.size()) {
            each.value->setFocus();
            each.value->end(false);
        }
}

/// The keyboard to the values of the axis that was just added, all of them marked.
void DesignControls::focus_added() {
    for (const Chip& each : m_chips)
        if (each.of == Of::vary && !m_added_axis.empty() &&
            part_of(m_choice.vary[each.place], Of::vary).name == m_added_axis) {
            m_added_axis.clear();
            each.value->setFocus();
            each.value->selectAll();
        }
}

void DesignControls::take_value(const Chip& chip) {
    const std::string value = chip.value->text().trimmed().toStdString();
    std::vector<std::string>& list = list_of(chip.of);
    if (chip.place >= list.size()) { // the awaited one
        if (value.empty() || m_awaited.name.empty()) return;
        const Part part = std::exchange(m_awaited, {});
        list.push_back(part.name + part.sense + value);
        return commit();
    }
    const Part part = part_of(shown_text(chip.of, chip.place), chip.of);
    if (value.empty() || value == part.value) return;
    list[chip.place] = part.name + part.sense + value;
    commit();
}

void DesignControls::remove(Of of, size_t place) {
    std::vector<std::string>& list = list_of(of);
    if (place >= list.size()) {
        m_awaited = {};
        m_shown.clear();
        return show_chips();
    }
    list.erase(list.begin() + std::ptrdiff_t(place));
    commit();
}

/// The other sense of a limit, also of one whose value is being typed.
void DesignControls::turn(size_t place) {
    const bool is_awaited = place >= m_choice.limits.size();
    Part part = is_awaited ? m_awaited : part_of(m_choice.limits[place], Of::limits);
    part.sense = part.sense == "<=" ? ">=" : "<=";
    if (!is_awaited) {
        m_choice.limits[place] = part.name + part.sense + part.value;
        return commit();
    }
    for (const Chip& each : m_chips)
        if (each.of == Of::limits && each.place == place) part.value = each.value->text().toStdString();
    m_awaited = part;
    show_chips();
    focus_awaited();
}

void DesignControls::commit() { Q_EMIT chosen(ComparisonChoice(m_choice)); }

void DesignControls::add_chip(Of of, size_t place, const Part& part) {
    auto* chip = new QWidget(this);
    auto* row = new QHBoxLayout(chip);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    const QString name = label_of(part, of);
    auto* label = new QLabel(name, chip);
    label->setToolTip(qt(part.name));
    row->addWidget(label);
    if (of == Of::limits) {
        auto* sense = new QToolButton(chip);
        sense->setText(part.sense == "<=" ? QStringLiteral("≤") : QStringLiteral("≥"));
        sense->setToolTip(tr("At most, or at least"));
        sense->setAccessibleName(tr("%1: at most, or at least").arg(name));
        row->addWidget(sense);
        connect(
            sense, &QToolButton::clicked, this, [this, place] { turn(place); }, Qt::QueuedConnection);
    }
    auto* value = new QLineEdit(qt(part.value), chip);
    value->setFixedWidth(part.name == "server" ? server_values_px : part_value_px);
    value->setCursorPosition(0);
    value->setAccessibleName(name);
    const AxisOffer* offer = of == Of::vary ? offer_of(part.name) : nullptr;
    value->setToolTip(offer ? tr(offer->tip)
                            : tr("The bound with its unit, such as 20 MW, 600M, 90 d, 2027-09"));
    value->setPlaceholderText(of == Of::limits ? tr("20 MW") : QString());
    row->addWidget(value);
    auto* off = new QToolButton(chip);
    off->setText(QStringLiteral("×"));
    off->setToolTip(tr("Take it away"));
    off->setAccessibleName(tr("%1: take it away").arg(name));
    row->addWidget(off);
    m_chips.push_back({of, place, chip, value});
    const Chip mine = m_chips.back();
    // What a field says while it goes, with the focus, comes when others stand in its place: the call is the
    // field's own, and goes with it.
    connect(
        value, &QLineEdit::editingFinished, value,
        [this, mine] {
            if (std::ranges::find(m_chips, mine.value, &Chip::value) != m_chips.end()) take_value(mine);
        },
        Qt::QueuedConnection);
    connect(
        off, &QToolButton::clicked, this, [this, of, place] { remove(of, place); }, Qt::QueuedConnection);
    layout()->addWidget(chip);
    chip->show();
}

/// Made anew where there are other limits or axes, so that who types in one goes on there.
void DesignControls::show_chips() {
    std::vector<std::pair<Of, Part>> parts;
    for (const Of of : {Of::limits, Of::vary}) {
        for (size_t i = 0; i < list_of(of).size(); ++i)
            parts.emplace_back(of, part_of(shown_text(of, i), of));
        if (of == Of::limits && !m_awaited.name.empty()) parts.emplace_back(of, m_awaited);
    }
    std::vector<std::string> names;
    for (const auto& [of, part] : parts) names.push_back(part.name + part.sense);
    if (names != m_shown || parts.size() != m_chips.size()) {
        for (const Chip& each : m_chips) {
            layout()->removeWidget(each.widget);
            each.widget->hide();
            each.widget->deleteLater();
        }
        m_chips.clear();
        m_shown = std::move(names);
        size_t places[] = {0, 0};
        for (const auto& [of, part] : parts) add_chip(of, places[of == Of::limits ? 0 : 1]++, part);
        updateGeometry();
        return focus_added();
    }
    for (size_t i = 0; i < parts.size(); ++i)
        if (QLineEdit& value = *m_chips[i].value; !value.hasFocus() || !value.isModified()) {
            value.setText(qt(parts[i].second.value));
            value.setCursorPosition(0);
        }
}

bool DesignControls::offers_like(const ChartData& shown) {
    if (!shown.designs || shown.designs->study || !shown.comparison) return false;
    const ComparisonChoice& choice = shown.designs->choice;
    const bool is_asked = !choice.goal.empty() || !choice.limits.empty() || !choice.vary.empty();
    return !is_asked && shown.comparison->scenarios.size() >= fewest_compared;
}

void DesignControls::show_data(const ChartData& shown) {
    if (!shown.designs) return;
    const DesignView& view = *shown.designs;
    m_choice = view.choice;
    m_vary = view.vary;
    if (const auto evaluation = shown.evaluation()) m_gpus = evaluation->gpus;
    m_goal->set_key(qt(m_choice.goal));
    show_chips();
    m_start->setText(start_text(view));
    m_start->setVisible(!view.is_busy);
    m_start->setEnabled(!m_choice.goal.empty() && !m_choice.vary.empty());
    m_stop->setVisible(view.is_busy);
    const auto& compared = shown.comparison;
    m_like->setVisible(offers_like(shown));
    m_like->setEnabled(compared && compared->study && !compared->is_stale);
    m_like->setToolTip(
        m_like->isEnabled()
            ? tr("Designs of the servers that are compared, in sizes about theirs, within what "
                 "all of them meet")
            : tr("Once Compare has the scenarios beside each other"));
}

} // namespace roofrack
