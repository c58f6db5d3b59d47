// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scale/study_controls.h"

#include "core/study/scenario_curve.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/scale/quantity_text.h"
#include "widgets/charts/scale/study_text.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/flow_layout.h"
#include "widgets/fields/plain_text.h"
#include "widgets/theme/text_scale.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QStandardItemModel>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace roofrack {

namespace {

constexpr std::array metrics{ScaleMetric::goodput, ScaleMetric::fixed_batch, ScaleMetric::throughput,
                             ScaleMetric::time_to_loss};

QString tip_of(ScaleMetric metric) {
    switch (metric) {
    case ScaleMetric::throughput:
        return StudyControls::tr("Tokens per second without failures, the batch growing with the GPUs");
    case ScaleMetric::fixed_batch:
        return StudyControls::tr("Tokens per second without failures, the batch fixed");
    case ScaleMetric::goodput: break;
    case ScaleMetric::time_to_loss:
        return StudyControls::tr(
            "Useful progress: failures and the extra tokens of a large batch paid, the batch growing");
    }
    return StudyControls::tr("Tokens per second with checkpoints and failures paid, the batch fixed");
}

constexpr int between = 12, around = 16, narrow_choice = 160; // px, the last with usual text

constexpr auto most_beside = static_cast<qsizetype>(most_overlaid - 1); // the open one is the fourth

} // namespace

StudyControls::StudyControls(QWidget* parent)
    : QWidget(parent)
    , m_metric(new ChoiceEdit(this))
    , m_quantity(new ChoiceEdit(this)) {
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    auto* row = new FlowLayout(this, between, 4); // two rows in a small window
    row->setContentsMargins(around, 8, around, 0);
    m_quantity->setObjectName(QStringLiteral("study-quantity"));
    const auto add = [&](const QString& text, ChoiceEdit* choice, const QString& name,
                         const std::vector<ChoiceEdit::Choice>& choices) {
        auto* pair = new QWidget(this);
        auto* beside = new QHBoxLayout(pair);
        beside->setContentsMargins(0, 0, 0, 0);
        auto* label = new QLabel(text, pair);
        label->setBuddy(choice);
        beside->addWidget(label);
        beside->addWidget(choice);
        row->addWidget(pair);
        choice->setAccessibleName(name);
        choice->fit_widest();
        choice->set_choices(choices);
    };
    std::vector<ChoiceEdit::Choice> counted, shown;
    for (const ScaleMetric metric : metrics)
        counted.push_back({qt(name_of(metric)), metric_text(metric), tip_of(metric)});
    for (const ScaleQuantity quantity : scale_quantities)
        shown.push_back({qt(name_of(quantity)), quantity_text(quantity), quantity_tip(quantity)});
    add(tr("&Counts"), m_metric, tr("What the study counts"), std::move(counted));
    add(tr("Sho&ws"), m_quantity, tr("What the curve shows"), std::move(shown));
    m_lines = add_menu(tr("Axes and lines"), tr("Logarithmic or linear axes, the band, Amdahl's law"));
    m_lines->setObjectName(QStringLiteral("study-lines"));
    QMenu& lines = *m_lines->menu();
    m_log_gpus =
        add_switch(lines, tr("Logarithmic GPUs"), tr("Else linear from 0"), &StudyControls::set_log_gpus);
    m_log_values =
        add_switch(lines, tr("Logarithmic values"), tr("Else linear from 0; kept for each quantity"),
                   &StudyControls::set_log_values);
    lines.addSeparator();
    m_band = add_switch(lines, tr("80 % band of the model"), tr("What should hold four of five measurements"),
                        &StudyControls::set_band);
    m_law = add_switch(lines, tr("Amdahl's law"), {}, &StudyControls::set_law);
    m_beside = add_menu(tr("Compare"), {});
    m_beside->setObjectName(QStringLiteral("study-beside"));
    connect(m_metric, &ChoiceEdit::key_committed, this, [this](const QString& key) {
        if (const auto metric = scale_metric(key.toStdString())) Q_EMIT metric_chosen(*metric);
    });
    connect(m_quantity, &ChoiceEdit::key_committed, this, [this](const QString& key) {
        m_view.quantity = scale_quantity(key.toStdString()).value_or(m_view.quantity);
        choose();
    });
    show_view({});
    show_scenarios({});
}

/// The choices give way to what they need for the present one before a second row takes height off the plot.
void StudyControls::fit_choices() {
    int needed = 2 * around - between;
    for (const QObject* child : children())
        if (const auto* each = qobject_cast<const QWidget*>(child); each && !each->isHidden()) {
            const auto* choice = each->findChild<ChoiceEdit*>();
            const int given_up = choice ? choice->sizeHint().width() -
                                              std::min(choice->sizeHint().width(), choice->maximumWidth())
                                        : 0;
            needed += each->sizeHint().width() + given_up + between;
        }
    const int most = needed > width() ? at_text_scale(narrow_choice) : QWIDGETSIZE_MAX;
    for (ChoiceEdit* choice : {m_metric, m_quantity}) choice->setMaximumWidth(most);
}

void StudyControls::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit_choices();
}

void StudyControls::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) fit_choices();
}

QToolButton* StudyControls::add_menu(const QString& text, const QString& tip) {
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setToolTip(tip);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setFocusPolicy(Qt::StrongFocus);
    auto* menu = new QMenu(button);
    menu->setToolTipsVisible(true);
    button->setMenu(menu);
    layout()->addWidget(button);
    return button;
}

QAction* StudyControls::add_switch(QMenu& menu, const QString& text, const QString& tip,
                                   void (StudyControls::*flip)(bool)) {
    QAction* action = menu.addAction(text);
    action->setToolTip(tip);
    action->setCheckable(true);
    connect(action, &QAction::triggered, this, [this, flip](bool on) {
        (this->*flip)(on);
        choose();
    });
    return action;
}

void StudyControls::choose() {
    show_view(m_view);
    Q_EMIT view_chosen(m_view);
}

void StudyControls::put_beside(const QString& scenario, bool on) {
    m_view.beside.removeAll(scenario);
    if (on) m_view.beside << scenario;
    choose();
}

void StudyControls::show_metric(ScaleMetric metric) { m_metric->set_key(qt(name_of(metric))); }

void StudyControls::show_view(const StudyView& view) {
    m_view = view;
    m_quantity->set_key(qt(name_of(view.quantity)));
    m_log_gpus->setChecked(view.log_gpus);
    m_log_values->setChecked(view.is_log());
    m_band->setChecked(view.band);
    m_law->setChecked(view.law);
    m_law->setEnabled(is_of_rate(view.quantity));
    m_law->setToolTip(
        m_law->isEnabled()
            ? tr("What of the step more GPUs do not divide, and how far that lets a fixed batch go")
            : tr("It says nothing of $ and energy: show the rate, the speed-up, the efficiency or days"));
    show_scenarios(m_scenarios);
}

void StudyControls::show_known(const ScaleResult& study) {
    auto* model = qobject_cast<QStandardItemModel*>(m_quantity->model());
    for (size_t i = 0; i < scale_quantities.size(); ++i) {
        QStandardItem* item = model->item(static_cast<int>(i));
        const QString why = missing_text(scale_quantities[i], study);
        if (item->isEnabled() != why.isEmpty()) item->setEnabled(why.isEmpty());
        const QString tip = why.isEmpty() ? quantity_tip(scale_quantities[i]) : why;
        if (item->toolTip() != tip) item->setToolTip(tip);
    }
}

void StudyControls::show_scenarios(const QStringList& names) {
    QMenu& menu = *m_beside->menu();
    if (m_scenarios != names) {
        m_scenarios = names;
        menu.clear();
        for (const QString& name : names) {
            QAction* action = menu.addAction(as_label(legible(name)));
            action->setCheckable(true);
            connect(action, &QAction::triggered, this, [this, name](bool on) { put_beside(name, on); });
        }
    }
    const auto chosen =
        std::ranges::count_if(names, [this](const QString& name) { return m_view.beside.contains(name); });
    const QList<QAction*> actions = menu.actions();
    for (qsizetype i = 0; i < actions.size(); ++i) {
        actions[i]->setChecked(m_view.beside.contains(names[i]));
        actions[i]->setEnabled(actions[i]->isChecked() || chosen < most_beside);
    }
    m_beside->setEnabled(!names.isEmpty());
    m_beside->setToolTip(names.isEmpty() ? tr("The project has no other scenario: duplicate this one")
                                         : tr("Other scenarios of the project in the same picture"));
    m_beside->setText(chosen == 0 ? tr("Compare") : tr("Compare (%1)").arg(chosen));
}

} // namespace roofrack
