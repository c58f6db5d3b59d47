// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/present/slide_inputs_row.h"

#include "core/answers/present/slide_inputs.h"
#include "widgets/fields/text.h"
#include "widgets/fields/text_edit.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace roofrack {

SlideInputsRow::SlideInputsRow(QWidget* parent)
    : QWidget(parent)
    , m_put(new QPushButton(tr("Put the what-if on this slide"), this))
    , m_text(new TextEdit(this))
    , m_said(new QLabel(this)) {
    m_put->setObjectName(QStringLiteral("put-what-if"));
    m_put->setAutoDefault(false);
    m_put->setToolTip(tr("The inputs of the What-if bar are turned on the slide while it is shown"));
    m_text->setObjectName(QStringLiteral("slide-inputs"));
    m_text->setAccessibleName(tr("Inputs that are turned on the slide"));
    m_text->setPlaceholderText(tr("None is turned on it: /site/electricity_price=0.04..0.16:24"));
    m_text->setToolTip(
        tr("Up to %1 inputs with the values that each is turned through, as `roofrack-cli try` "
           "takes them, with “;” between them")
            .arg(most_slide_inputs));
    m_said->setProperty("role", "error");
    m_said->setWordWrap(true);
    m_said->setTextFormat(Qt::PlainText);
    m_said->hide();
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_put);
    row->addWidget(m_text, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(row);
    column->addWidget(m_said);
    connect(m_put, &QPushButton::clicked, this, &SlideInputsRow::put_wanted);
    connect(m_text, &TextEdit::text_committed, this, &SlideInputsRow::typed);
}

void SlideInputsRow::show_inputs(const std::vector<SlideInput>& inputs) {
    m_text->show_text(as_written(text_of(inputs)));
    if (inputs == m_shown) return;
    m_shown = inputs;
    m_said->hide();
}

void SlideInputsRow::say(const QString& text) {
    m_said->setText(legible(text));
    m_said->setVisible(!text.isEmpty());
}

QString SlideInputsRow::no_room_text() {
    return tr("A slide has room for %1 inputs: the others are left out.").arg(most_slide_inputs);
}

void SlideInputsRow::set_takes_inputs(bool takes) { m_put->setVisible(takes); }

void SlideInputsRow::set_read_only(bool read_only) {
    m_put->setEnabled(!read_only);
    m_text->setEnabled(!read_only);
}

} // namespace roofrack
