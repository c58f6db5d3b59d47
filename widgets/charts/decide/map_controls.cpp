// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/decide/map_controls.h"

#include "core/answers/decide/tried_text.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/decide/map_chart.h"
#include "widgets/charts/decide/map_view.h"
#include "widgets/fields/segments.h"

#include <QLayout>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

namespace roofrack {

namespace {

/// Widths of a field, px: in a narrow bar, and where nothing of what it usually says is cut.
struct FieldWidth {
    int least, most;
    int at(double share) const { return least + static_cast<int>(share * (most - least)); }
};
constexpr FieldWidth axis_width{170, 210}, values_width{130, 170}, figure_width{140, 240};

QString values_tip(const QString& values) {
    const QString how = MapControls::tr("A list or a range, with or without units: 1,2,4 or 0.03 to 0.2 in "
                                        "40 or 200 to 800 by 100; .. stands for to");
    return values.isEmpty() ? how : values + u'\n' + how;
}

} // namespace

MapControls::MapControls(QWidget* parent)
    : ChoiceControls(parent)
    , m_axes{add_axis(tr("Input across"), tr("Input across …")), add_axis(tr("Input up"), tr("Input up …"))}
    , m_figure(new ChoiceEdit(this))
    , m_colour(new Segments(tr("What the colours mean"), this))
    , m_stop(new QPushButton(this)) {
    for (size_t axis : {size_t(0), size_t(1)}) {
        connect(m_axes[axis].input, &ChoiceEdit::key_committed, this,
                [this, axis](const QString& address) { take_input(axis, address); });
        connect(m_axes[axis].values, &QLineEdit::editingFinished, this, [this, axis] { take_values(axis); });
    }
    m_figure->set_choices(figure_choices(&is_number));
    m_figure->setAccessibleName(tr("Figure of the map"));
    m_figure->setToolTip(tr("The figure by which a scenario is the best"));
    m_figure->setFixedWidth(figure_width.least);
    m_colour->add(QStringLiteral("winner"), tr("Winner"),
                  tr("Coloured by the scenario that is the best there"));
    m_colour->add(QStringLiteral("figure"), tr("Figure"),
                  tr("Coloured by what the figure is at its best there"));
    m_stop->setAutoDefault(false);
    for (QWidget* each :
         {static_cast<QWidget*>(m_figure), static_cast<QWidget*>(m_colour), static_cast<QWidget*>(m_stop)})
        layout()->addWidget(each);
    connect(m_figure, &ChoiceEdit::key_committed, this, [this](const QString& key) {
        change([](ComparisonChoice& choice, const std::string& name) { choice.map_by = name; }, key);
    });
    connect(m_colour, &Segments::key_chosen, this,
            [this](const QString& key) { Q_EMIT colour_chosen(key == QStringLiteral("figure")); });
    connect(m_stop, &QPushButton::clicked, this, [this] {
        Q_EMIT marked(QLatin1String(m_is_cancelled ? MapChart::go_on_key : MapChart::stop_key));
    });
}

MapControls::Axis MapControls::add_axis(const QString& name, const QString& none) {
    Axis out{new ChoiceEdit(this), new QLineEdit(this)};
    out.input->set_choices({{QString(), none, {}}});
    out.input->setAccessibleName(name);
    out.input->setToolTip(tr("Any input of the scenarios; type to find it"));
    out.input->setFixedWidth(axis_width.least);
    out.values->setAccessibleName(tr("%1: values").arg(name));
    out.values->setToolTip(values_tip({}));
    out.values->setFixedWidth(values_width.least);
    layout()->addWidget(out.input);
    layout()->addWidget(out.values);
    return out;
}

void MapControls::resizeEvent(QResizeEvent* event) {
    ChoiceControls::resizeEvent(event);
    share_width();
}

void MapControls::share_width() {
    const auto all = [](int FieldWidth::*of) {
        return 2 * axis_width.*of + 2 * values_width.*of + figure_width.*of;
    };
    const int least = all(&FieldWidth::least), most = all(&FieldWidth::most);
    constexpr int gap = 8, fields = 5;
    const QMargins margins = layout()->contentsMargins();
    // What comes and goes keeps its room, so that no field moves for it.
    const int others = m_colour->sizeHint().width() + m_stop->sizeHint().width() + (fields + 1) * gap,
              room = width() - margins.left() - margins.right() - others;
    const double share = std::clamp(double(room - least) / (most - least), 0.0, 1.0);
    for (const Axis& axis : m_axes) {
        axis.input->setFixedWidth(axis_width.at(share));
        axis.values->setFixedWidth(values_width.at(share));
    }
    m_figure->setFixedWidth(figure_width.at(share));
}

QString MapControls::text_of(size_t axis) const {
    return axis < m_asked.size() ? qt(m_asked[axis]) : QString();
}

void MapControls::set_axes(const QString& x, const QString& y) {
    QStringList axes;
    for (const QString& each : {x, y})
        if (!each.isEmpty()) axes << each;
    change(
        [](ComparisonChoice& choice, const std::string& text) {
            choice.map.clear();
            for (const QString& each : QString::fromStdString(text).split(u'\n', Qt::SkipEmptyParts))
                choice.map.push_back(each.toStdString());
        },
        axes.join(u'\n'));
}

void MapControls::take_input(size_t axis, const QString& address) {
    const auto offered = std::ranges::find(m_offered, address, &std::pair<QString, QString>::first);
    const QString text = offered == m_offered.end() ? QString() : address + u'=' + offered->second;
    const QString other = text_of(1 - axis);
    set_axes(axis == 0 ? text : other, axis == 0 ? other : text);
}

void MapControls::take_values(size_t axis) {
    const QString before = text_of(axis);
    const qsizetype equals = before.indexOf(u'=');
    if (equals < 0) return;
    const QString values = before.mid(equals + 1);
    const QString typed =
        to_qt(typed_range(m_axes[axis].values->text().trimmed().toStdString(), values.toStdString()));
    if (values == typed) return;
    const QString text = before.left(equals + 1) + typed;
    set_axes(axis == 0 ? text : text_of(0), axis == 0 ? text_of(1) : text);
}

void MapControls::show_inputs(const std::vector<AxisInput>& inputs) {
    std::vector<std::pair<QString, QString>> offered;
    for (const AxisInput& each : inputs) offered.emplace_back(qt(each.address), qt(each.values));
    if (offered == m_offered) return;
    m_offered = std::move(offered);
    std::vector<ChoiceEdit::Choice> choices;
    for (const AxisInput& each : inputs)
        choices.push_back({qt(each.address), qt(each.title), qt(each.title) + u'\n' + qt(each.address)});
    std::ranges::stable_sort(choices, [](const auto& a, const auto& b) {
        return QString::localeAwareCompare(a.label, b.label) < 0;
    });
    for (size_t axis : {size_t(0), size_t(1)}) {
        choices.insert(choices.begin(), {QString(), axis == 0 ? tr("Input across …") : tr("Input up …"), {}});
        m_axes[axis].input->set_choices(choices);
        choices.erase(choices.begin());
    }
}

void MapControls::show_data(const ChartData& shown) {
    if (!shown.map) return;
    const MapView& view = *shown.map;
    m_choice = view.choice;
    m_asked = view.axes;
    show_inputs(view.inputs);
    for (size_t axis : {size_t(0), size_t(1)}) {
        const QString text = text_of(axis);
        const qsizetype equals = text.indexOf(u'=');
        m_axes[axis].input->set_key(equals < 0 ? QString() : text.left(equals));
        QLineEdit& values = *m_axes[axis].values;
        values.setEnabled(equals >= 0);
        if (!values.hasFocus() || !values.isModified()) {
            const QString asked = text.mid(equals + 1);
            values.setText(to_qt(shown_range(asked.toStdString())));
            values.setToolTip(values_tip(asked));
            values.setCursorPosition(0);
        }
    }
    m_axes[1].input->setEnabled(!m_asked.empty());
    m_figure->set_key(view.choice.map_by.empty() ? QLatin1String(usual_map_figure) : qt(view.choice.map_by));
    m_colour->setVisible(view.map && view.map->scenarios.size() > 1);
    m_is_cancelled = view.is_cancelled;
    m_stop->setVisible(view.is_busy || view.is_cancelled);
    m_stop->setText(m_is_cancelled ? tr("Go on") : tr("Stop"));
}

} // namespace roofrack
