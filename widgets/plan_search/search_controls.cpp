// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan_search/search_controls.h"

#include "widgets/fields/elided_label.h"
#include "widgets/fields/flow_layout.h"
#include "widgets/fields/quantity_edit.h"
#include "widgets/fields/style_property.h"
#include "widgets/fields/text.h"
#include "widgets/plan_search/search_axes.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace roofrack {

namespace {

/// Plans kept in the ranking: more than anybody reads, few enough for a table.
constexpr int plans_kept = 100;

} // namespace

SearchControls::SearchControls(QWidget* parent)
    : QWidget(parent)
    , m_gpus(new QuantityEdit(Dimension::number, this, QuantityEdit::Whole::yes))
    , m_options(new QToolButton(this))
    , m_panel(new QWidget(this))
    , m_start(new QPushButton(tr("Start search"), this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
    , m_bar(new QProgressBar(this))
    , m_line(new ElidedLabel(this)) {
    auto* label = new QLabel(tr("GPUs"), this);
    label->setProperty("role", "secondary");
    label->setBuddy(m_gpus);
    m_gpus->setAccessibleName(tr("GPUs to search for"));
    m_gpus->setToolTip(tr("How many of the drawn GPUs the plans use; empty: all"));
    m_gpus->set_range(1, 1e7);
    m_gpus->setFixedWidth(104);
    show_drawn_gpus(0);
    m_options->setCheckable(true);
    m_options->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_options->setArrowType(Qt::RightArrow);
    m_options->setIconSize(QSize(8, 8));
    m_options->setToolTip(tr("What the plans may use"));
    m_start->setObjectName(QStringLiteral("search-start"));
    m_start->setDefault(true);
    m_cancel->setObjectName(QStringLiteral("search-cancel"));
    m_bar->setRange(0, 1000);
    m_bar->setTextVisible(false);
    m_bar->setFixedWidth(120);
    m_bar->setAccessibleName(tr("Progress of the search"));
    m_line->setObjectName(QStringLiteral("search-line"));
    m_line->setProperty("role", "secondary");

    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    for (QWidget* widget :
         std::initializer_list<QWidget*>{label, m_gpus, m_options, m_start, m_cancel, m_bar})
        row->addWidget(widget);
    row->addSpacing(4);
    row->addWidget(m_line, 1);
    auto* flow = new FlowLayout(m_panel, 16, 4);
    flow->setContentsMargins(0, 0, 0, 0);
    for (const SearchAxis& axis : search_axes()) {
        auto* box = new QCheckBox(tr(axis.name), m_panel);
        box->setToolTip(tr(axis.tooltip));
        box->setChecked(true);
        flow->addWidget(box);
        m_axes.push_back(box);
        connect(box, &QCheckBox::toggled, this, &SearchControls::count_axes);
    }
    m_rank_all = new QCheckBox(tr("Rank the plan now among all"), m_panel);
    m_rank_all->setToolTip(tr("Evaluates every feasible plan instead of discarding by bounds; slower"));
    flow->addWidget(m_rank_all);
    m_panel->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 8, 16, 0);
    column->setSpacing(8);
    column->addLayout(row);
    column->addWidget(m_panel);

    connect(m_options, &QToolButton::toggled, this, [this](bool open) {
        m_panel->setVisible(open);
        m_options->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    });
    connect(m_start, &QPushButton::clicked, this, &SearchControls::started);
    connect(m_cancel, &QPushButton::clicked, this, &SearchControls::cancelled);
    count_axes();
    set_running(false);
}

SearchOptions SearchControls::options() const {
    SearchOptions out;
    out.gpus = m_gpus->value().value_or(0);
    out.top = plans_kept;
    out.rank_all = m_rank_all->isChecked();
    out.space.within_stack = true; // what is left out asks for nothing else
    for (size_t i = 0; i < m_axes.size(); ++i)
        if (!m_axes[i]->isChecked()) search_axes()[i].leave_out(out.space);
    return out;
}

void SearchControls::show_drawn_gpus(double gpus) {
    m_gpus->set_optional(gpus > 0 ? tr("all %1").arg(to_qt(format_count(gpus))) : tr("all drawn"));
}

void SearchControls::show_running(double done) {
    set_running(true);
    m_bar->setValue(static_cast<int>(std::clamp(done, 0.0, 1.0) * 1000));
    show_line(tr("%1 % of the space").arg(100 * std::clamp(done, 0.0, 1.0), 0, 'f', 0), "");
}

void SearchControls::show_idle(const QString& line) {
    set_running(false);
    show_line(line, "");
}

void SearchControls::show_warning(const QString& line) {
    set_running(false);
    show_line(line, "warning");
}

QString SearchControls::line() const { return m_line->full_text(); }

void SearchControls::set_running(bool running) {
    const bool had_focus = m_start->hasFocus() || m_cancel->hasFocus();
    m_start->setVisible(!running);
    m_cancel->setVisible(running);
    m_bar->setVisible(running);
    m_gpus->setEnabled(!running);
    m_panel->setEnabled(!running);
    if (had_focus) (running ? m_cancel : m_start)->setFocus();
}

void SearchControls::show_line(const QString& line, const char* state) {
    m_line->set_full_text(line);
    set_style_property(m_line, "state", state);
}

void SearchControls::count_axes() {
    const auto used = std::ranges::count_if(m_axes, [](const QCheckBox* box) { return box->isChecked(); });
    m_options->setText(u' ' + (used == static_cast<qsizetype>(m_axes.size())
                                   ? tr("Options")
                                   : tr("Options: %1 of %2 used").arg(used).arg(m_axes.size())));
}

} // namespace roofrack
