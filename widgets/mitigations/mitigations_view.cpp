// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/mitigations/mitigations_view.h"

#include "core/answers/mitigation_answers.h"
#include "core/base/units/quantity_text.h"
#include "widgets/fields/text.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace roofrack {

namespace {

enum Column { action_column, faster_column, step_column, power_column, money_column, column_count };

QString text_of(double value, Dimension dimension, int digits) {
    return to_qt(format_quantity(value, dimension, digits));
}

/// What stands instead of the list where no change could be tried.
QString untried_text(const Scenario& scenario, const Diagnostic& why) {
    if (scenario.cluster.elements.empty())
        return MitigationsView::tr("Draw a cluster with GPUs and choose a model: what makes its step faster "
                                   "appears here.");
    const QString what = to_qt(begin_sentence(why.what));
    return (why.fix.empty() ? what : what + QStringLiteral(": ") + to_qt(why.fix)) + u'.';
}

/// A list that shows at least three rows below its header: a panel is low.
class LowList : public QTreeWidget {
public:
    using QTreeWidget::QTreeWidget;

    QSize minimumSizeHint() const override {
        constexpr int rows = 3;
        const int row = topLevelItemCount() > 0 ? sizeHintForRow(0) : fontMetrics().height();
        return {QTreeWidget::minimumSizeHint().width(),
                header()->sizeHint().height() + rows * row + 2 * frameWidth()};
    }
};

} // namespace

MitigationsView::MitigationsView(const Catalog& catalog, QWidget* parent)
    : QWidget(parent)
    , m_catalog(catalog)
    , m_list(new LowList(this))
    , m_note(new QLabel(this))
    , m_apply(new QPushButton(tr("Apply"), this))
    , m_untried(new QLabel(this))
    , m_pages(new QStackedLayout(this))
    , m_worker([this](const Asked& asked, const std::stop_token& stop) {
        const Answers answers({.scenario = asked.scenario, .best_plan = asked.best_plan}, m_catalog);
        const std::stop_callback ended(stop, [&answers] { answers.stop(); });
        const Result<Mitigations>* const found = answers.get<Mitigations>();
        if (!found) return;
        QMetaObject::invokeMethod(
            this, [this, asked, found = *found]() mutable { show_found(asked, std::move(found)); },
            Qt::QueuedConnection);
    }) {
    m_list->setColumnCount(column_count);
    m_list->setHeaderLabels(
        {tr("Change"), tr("Faster"), tr("Wall-clock step"), tr("At the meter"), tr("$ per million")});
    m_list->setProperty("rows", "tight");
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setAccessibleName(tr("Mitigations"));
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(action_column, QHeaderView::Stretch);
    for (int column = faster_column; column < column_count; ++column)
        m_list->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    connect(m_list, &QTreeWidget::itemSelectionChanged, this, &MitigationsView::update_button);
    connect(m_list, &QTreeWidget::itemActivated, this, &MitigationsView::apply);
    m_apply->setAutoDefault(false);
    connect(m_apply, &QPushButton::clicked, this, &MitigationsView::apply);
    m_note->setWordWrap(true);
    m_note->setTextFormat(Qt::PlainText);
    constexpr int side_width = 200;
    m_note->setMinimumWidth(side_width);
    m_note->setMaximumWidth(side_width);
    m_note->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    auto* side = new QVBoxLayout; // beside the list: the panel is wide and low
    side->setContentsMargins(12, 4, 12, 8);
    side->setSpacing(8);
    side->addWidget(m_apply, 0, Qt::AlignLeft);
    side->addWidget(m_note, 1);
    auto* tried = new QWidget(this);
    auto* row = new QHBoxLayout(tried);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_list, 1);
    row->addLayout(side);
    m_untried->setWordWrap(true);
    m_untried->setTextFormat(Qt::PlainText);
    m_untried->setAlignment(Qt::AlignCenter);
    m_untried->setMargin(12);
    m_untried->setProperty("role", "secondary");
    m_pages->addWidget(tried);
    m_pages->addWidget(m_untried);
    setFocusProxy(m_list);
    update_button();
}

void MitigationsView::show_scenario(std::shared_ptr<const Scenario> scenario, bool best_plan) {
    Asked asked{std::move(scenario), best_plan};
    if (asked == m_asked) return;
    m_asked = std::move(asked);
    if (isVisible()) try_all();
    update_button();
}

void MitigationsView::set_read_only(bool read_only) {
    m_read_only = read_only;
    update_button();
}

void MitigationsView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    try_all();
    update_button();
}

void MitigationsView::try_all() {
    if (!is_trying()) return;
    if (m_asked.scenario)
        m_worker.post(m_asked);
    else
        show_found(m_asked, Mitigations());
}

void MitigationsView::add_row(const QString& action, double gain, const TrainingCost& cost,
                              const QString& caution) {
    auto* row = new QTreeWidgetItem(m_list);
    row->setText(action_column, action);
    if (gain > 0) row->setText(faster_column, tr("%1 %").arg(100 * gain, 0, 'f', 1));
    row->setText(step_column, text_of(cost.step.si(), Dimension::time, 4));
    row->setText(power_column, text_of(cost.facility.si(), Dimension::power, 4));
    row->setText(money_column, text_of(cost.dollars_per_million, Dimension::money, 3));
    for (int column = faster_column; column < column_count; ++column)
        row->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    row->setToolTip(action_column, caution.isEmpty() ? action : action + u'\n' + caution);
}

/// It would help, and cannot be applied: dimmed, with the reason.
void MitigationsView::add_refused(const RefusedMitigation& mitigation) {
    auto* row = new QTreeWidgetItem(m_list);
    row->setText(action_column, to_qt(mitigation.action));
    row->setText(faster_column, tr("%1 %").arg(100 * mitigation.gain, 0, 'f', 1));
    row->setText(step_column, tr("not as drawn"));
    const QBrush dim = palette().brush(QPalette::Disabled, QPalette::Text);
    for (int column = 0; column < column_count; ++column) {
        row->setForeground(column, dim);
        if (column != action_column) row->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
    row->setToolTip(action_column, to_qt(mitigation.action) + u'\n' + to_qt(mitigation.reason));
}

void MitigationsView::show_found(const Asked& of, Result<Mitigations> found) {
    if (of != m_asked) return; // newer ones are on their way, or wait until they are seen
    m_shown = of;
    m_list->clear();
    m_found = found ? std::move(*found) : Mitigations();
    m_note->setText({});
    const bool is_untried = !found && of.scenario;
    if (is_untried) m_untried->setText(untried_text(*of.scenario, found.error()));
    m_pages->setCurrentIndex(is_untried ? 1 : 0);
    if (found && of.scenario) {
        add_row(of.best_plan ? tr("As it is, best plan found") : tr("As it is, plan as given"), 0,
                m_found.now, {});
        m_list->topLevelItem(0)->setFlags(Qt::ItemIsEnabled);
        for (const Mitigation& mitigation : m_found.found)
            add_row(to_qt(mitigation.action), mitigation.gain, mitigation.then, to_qt(mitigation.caution));
        for (const RefusedMitigation& mitigation : m_found.refused) add_refused(mitigation);
    }
    m_list->updateGeometry();
    if (!m_found.found.empty()) m_list->setCurrentItem(m_list->topLevelItem(1));
    m_list->scrollToTop(); // what it is now stands above what is chosen
    update_button();
}

void MitigationsView::update_button() {
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    const bool is_mitigation = row > 0 && static_cast<size_t>(row) <= m_found.found.size();
    m_apply->setEnabled(is_mitigation && !is_trying() && !m_read_only);
    if (is_trying() && isVisible()) {
        const QString trying = tr("Trying changes of the plan, the site and the drawing …");
        m_note->setText(trying);
        m_untried->setText(trying);
    } else if (is_mitigation) {
        const Mitigation& mitigation = m_found.found[static_cast<size_t>(row) - 1];
        m_note->setText(mitigation.caution.empty() ? QString()
                                                   : tr("It asks for: %1.").arg(to_qt(mitigation.caution)));
    } else if (row > 0 && static_cast<size_t>(row) <= m_found.found.size() + m_found.refused.size()) {
        const RefusedMitigation& refused =
            m_found.refused[static_cast<size_t>(row) - m_found.found.size() - 1];
        m_note->setText(tr("Not as drawn: %1.").arg(to_qt(refused.reason)));
    } else if (m_shown.scenario && m_found.found.empty() && m_list->topLevelItemCount() > 0) {
        m_note->setText(tr("Nothing that the program can change makes this step faster."));
    }
    m_note->setToolTip(m_note->text()); // a low panel shows its first lines
}

void MitigationsView::apply() {
    if (!m_apply->isEnabled()) return;
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    const Mitigation mitigation =
        m_found.found[static_cast<size_t>(row) - 1]; // a copy: the list is made again
    Q_EMIT apply_requested(mitigation);
}

} // namespace roofrack
