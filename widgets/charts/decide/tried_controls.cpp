// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/decide/tried_controls.h"

#include "widgets/charts/chart_text.h"
#include "widgets/charts/decide/tried_chart.h"
#include "widgets/charts/decide/tried_view.h"

#include <QLayout>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

namespace roofrack {

namespace {

constexpr int tried_input_px = 220, tried_values_px = 220;

} // namespace

TriedControls::TriedControls(QWidget* parent)
    : ChoiceControls(parent)
    , m_input(new ChoiceEdit(this))
    , m_values(new QLineEdit(this))
    , m_figure(new ChoiceEdit(this))
    , m_stop(new QPushButton(this)) {
    m_input->set_choices({{QString(), tr("Input …"), {}}});
    m_input->setAccessibleName(tr("Input that is tried"));
    m_input->setToolTip(tr("Any input of the scenario; type to find it"));
    m_input->setFixedWidth(tried_input_px);
    m_values->setAccessibleName(tr("Values that are tried"));
    m_values->setPlaceholderText(tr("1, 2, 4"));
    m_values->setToolTip(tr("1, 2, 4 or 200..800 by 100 or 200..800 in 13, with units as in the fields; all: "
                            "every choice there is"));
    m_values->setFixedWidth(tried_values_px);
    std::vector<ChoiceEdit::Choice> figures{{QString(), tr("Add a figure …"), {}}};
    std::ranges::move(figure_choices(&is_number), std::back_inserter(figures));
    m_figure->set_choices(figures);
    m_figure->setAccessibleName(tr("Figure over the values, too"));
    m_figure->setToolTip(tr("Another figure over the values; a click on its heading takes it away"));
    m_stop->setAutoDefault(false);
    for (QWidget* each : std::initializer_list<QWidget*>{m_input, m_values, m_figure, m_stop})
        layout()->addWidget(each);
    connect(m_input, &ChoiceEdit::key_committed, this, [this](const QString& address) {
        Q_EMIT marked(QLatin1String(TriedChart::input_prefix) + address);
    });
    connect(m_values, &QLineEdit::editingFinished, this, [this] {
        if (!m_values->isModified()) return;
        m_values->setModified(false);
        Q_EMIT marked(QLatin1String(TriedChart::values_prefix) + m_values->text().trimmed());
    });
    connect(m_figure, &ChoiceEdit::key_committed, this, [this](const QString& key) {
        m_figure->set_key(QString());
        if (!key.isEmpty()) Q_EMIT marked(QLatin1String(TriedChart::add_prefix) + key);
    });
    connect(m_stop, &QPushButton::clicked, this, [this] {
        Q_EMIT marked(QLatin1String(m_is_cancelled ? TriedChart::go_on_key : TriedChart::stop_key));
    });
}

void TriedControls::show_inputs(const std::vector<AxisInput>& inputs) {
    std::vector<std::pair<std::string, std::string>> offered;
    for (const AxisInput& each : inputs) offered.emplace_back(each.address, each.title);
    if (offered == m_offered) return;
    m_offered = std::move(offered);
    std::vector<ChoiceEdit::Choice> choices;
    for (const auto& [address, title] : m_offered) choices.push_back({qt(address), qt(title), qt(address)});
    std::ranges::stable_sort(choices, [](const auto& a, const auto& b) {
        return QString::localeAwareCompare(a.label, b.label) < 0;
    });
    choices.insert(choices.begin(), {QString(), tr("Input …"), {}});
    m_input->set_choices(choices);
}

void TriedControls::show_data(const ChartData& shown) {
    if (!shown.tried) return;
    const TriedView& view = *shown.tried;
    show_inputs(view.inputs);
    m_input->set_key(qt(view.request.input));
    m_values->setEnabled(!view.request.input.empty());
    const QString values = qt(view.request.values);
    const bool is_being_typed = m_values->hasFocus() && m_values->isModified();
    if (!is_being_typed && m_values->text() != values) m_values->setText(values); // what is marked stays so
    m_is_cancelled = view.is_cancelled;
    m_stop->setVisible(view.is_busy || view.is_cancelled);
    m_stop->setText(m_is_cancelled ? tr("Go on") : tr("Stop"));
}

void TriedControls::edit_values() {
    m_values->setFocus(Qt::ShortcutFocusReason);
    m_values->selectAll();
}

} // namespace roofrack
