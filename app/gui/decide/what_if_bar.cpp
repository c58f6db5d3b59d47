// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/decide/what_if_bar.h"

#include "app/gui/pages/guide_pages.h"
#include "widgets/fields/elided_label.h"
#include "widgets/fields/flow_layout.h"
#include "widgets/fields/ghost_slider.h"
#include "widgets/fields/style_property.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace roofrack {

namespace {

constexpr int turned_name_px = 150, turning_slider_px = 130, turned_value_px = 112;

QToolButton* tool_button(const QString& text, const QString& tip, QWidget* parent) {
    auto* out = new QToolButton(parent);
    out->setText(text);
    out->setToolTip(tip);
    return out;
}

} // namespace

WhatIfBar::WhatIfBar(QWidget* parent)
    : QWidget(parent)
    , m_inputs(new QWidget(this))
    , m_figures{new ElidedLabel(this), new ElidedLabel(this)}
    , m_reset(new QPushButton(tr("Reset"), this))
    , m_keep(new QPushButton(tr("Keep as scenario"), this)) {
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    setProperty(guide_page_property, QStringLiteral("how-sure"));
    setAccessibleName(tr("What if"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 8, 16, 8);
    column->setSpacing(6);
    auto* top = new QHBoxLayout;
    top->setSpacing(12);
    auto* title = new QLabel(tr("What if"), this);
    title->setProperty("role", "strong");
    top->addWidget(title);
    auto* lines = new QVBoxLayout;
    lines->setSpacing(0);
    for (ElidedLabel* each : m_figures) {
        each->setAccessibleName(tr("What follows"));
        lines->addWidget(each);
    }
    top->addLayout(lines, 1);
    m_reset->setToolTip(tr("All inputs as the scenario has them"));
    m_keep->setToolTip(tr("A new scenario with these values, as one step that undo takes back"));
    m_keep->setProperty("role", "primary");
    for (QPushButton* each : {m_reset, m_keep}) {
        each->setAutoDefault(false);
        top->addWidget(each);
    }
    auto* close =
        tool_button(QStringLiteral("×"), tr("Turn nothing any more; the scenario is as it was"), this);
    close->setAccessibleName(tr("End what-if"));
    top->addWidget(close);
    column->addLayout(top);
    auto* row = new FlowLayout(m_inputs, 16, 6);
    row->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_inputs);
    connect(m_reset, &QPushButton::clicked, this, &WhatIfBar::reset_all);
    connect(m_keep, &QPushButton::clicked, this, &WhatIfBar::keep);
    connect(close, &QToolButton::clicked, this, &WhatIfBar::removed_all);
    hide();
}

void WhatIfBar::make_chip(const TurnedRow& row) {
    Chip chip{row.address, new QWidget(m_inputs), nullptr, nullptr, nullptr, nullptr};
    auto* line = new QHBoxLayout(chip.widget);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(6);
    chip.name = new ElidedLabel(chip.widget);
    chip.name->set_full_text(row.name);
    chip.name->set_note(row.help);
    chip.name->setMaximumWidth(turned_name_px);
    chip.slider = new GhostSlider(chip.widget);
    chip.slider->setFixedWidth(turning_slider_px);
    chip.slider->setAccessibleName(tr("%1: turn it").arg(row.name));
    chip.value = new QLineEdit(chip.widget);
    chip.value->setFixedWidth(turned_value_px);
    chip.value->setAccessibleName(row.name);
    chip.reset = tool_button(QStringLiteral("↺"), {}, chip.widget);
    chip.reset->setAccessibleName(tr("%1: as it is").arg(row.name));
    auto* off = tool_button(QStringLiteral("×"), tr("Turn it no more"), chip.widget);
    off->setAccessibleName(tr("%1: turn it no more").arg(row.name));
    for (QWidget* each :
         {static_cast<QWidget*>(chip.name), static_cast<QWidget*>(chip.slider),
          static_cast<QWidget*>(chip.value), static_cast<QWidget*>(chip.reset), static_cast<QWidget*>(off)})
        line->addWidget(each);
    m_inputs->layout()->addWidget(chip.widget);
    chip.widget->show();
    connect(chip.slider, &QSlider::valueChanged, this,
            [this, address = row.address](int place) { Q_EMIT turned(address, place); });
    connect(chip.value, &QLineEdit::editingFinished, this, [this, address = row.address, value = chip.value] {
        if (!value->isModified()) return;
        value->setModified(false);
        Q_EMIT typed(address, value->text().trimmed());
    });
    connect(chip.reset, &QToolButton::clicked, this,
            [this, address = row.address] { Q_EMIT reset(address); });
    // It goes with its own button.
    connect(
        off, &QToolButton::clicked, this, [this, address = row.address] { Q_EMIT removed(address); },
        Qt::QueuedConnection);
    m_chips.push_back(chip);
}

void WhatIfBar::show_row(const Chip& chip, const TurnedRow& row) {
    const QSignalBlocker silent(chip.slider);
    chip.slider->setRange(0, std::max(0, row.values - 1));
    chip.slider->setPageStep(std::max(1, row.values / 8));
    chip.slider->setValue(row.place);
    chip.slider->set_ghost(row.base);
    const QString as_it_is = tr("as it is: %1").arg(row.base_text);
    chip.slider->setToolTip(as_it_is);
    if (row.fault.isEmpty() && !chip.value->isModified() && chip.value->text() != row.text) {
        chip.value->setText(row.text);
        chip.value->setCursorPosition(0);
    }
    chip.value->setToolTip(row.fault.isEmpty() ? as_it_is : row.fault);
    set_style_property(chip.value, "invalid", !row.fault.isEmpty());
    chip.reset->setToolTip(as_it_is);
    chip.reset->setEnabled(row.is_turned);
}

void WhatIfBar::show_inputs(const std::vector<TurnedRow>& rows) {
    const bool are_same = std::ranges::equal(rows, m_chips, {}, &TurnedRow::address, &Chip::address);
    if (!are_same) {
        for (const Chip& each : m_chips) {
            // A field that loses focus tells what was typed in it: that of a chip that goes must not.
            const QSignalBlocker quiet(each.value);
            m_inputs->layout()->removeWidget(each.widget);
            each.widget->hide();
            each.widget->deleteLater();
        }
        m_chips.clear();
        for (const TurnedRow& row : rows) make_chip(row);
        m_inputs->updateGeometry();
    }
    for (size_t i = 0; i < rows.size(); ++i) show_row(m_chips[i], rows[i]);
    const bool is_turned = std::ranges::any_of(rows, &TurnedRow::is_turned);
    m_reset->setEnabled(is_turned);
    m_keep->setEnabled(is_turned);
    setVisible(!rows.empty());
}

void WhatIfBar::show_figures(const QStringList& parts) {
    QStringList lines[2];
    for (int i = 0; i < parts.size(); ++i) lines[i % 2] << parts[i];
    for (size_t i = 0; i < 2; ++i) {
        m_figures[i]->set_full_text(lines[i].join(ElidedLabel::part_separator.toString()));
        m_figures[i]->setVisible(!lines[i].isEmpty());
    }
}

QString WhatIfBar::figures() const { return m_figures[0]->full_text() + u'\n' + m_figures[1]->full_text(); }

void WhatIfBar::focus(const QString& address) {
    for (const Chip& each : m_chips)
        if (each.address == address) each.slider->setFocus(Qt::OtherFocusReason);
}

} // namespace roofrack
