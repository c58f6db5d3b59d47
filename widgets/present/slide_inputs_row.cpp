// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/present/slide_inputs_row.h"

#include "core/answers/present/slide_inputs.h"
#include "widgets/fields/text.h"
#include "widgets/fields/text_edit.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace roofrack {

SlideInputsRow::SlideInputsRow(QWidget* parent)
    : QWidget(parent)
    , m_put(new QPushButton(tr("Put the what-if on this slide"), this))
    , m_text(new TextEdit(this))
    , m_said(new QLabel(this)) {
    m_put->setObjectName(QStringLiteral("put-what-if"));
    m_put->setAutoDefault(false);
    m_put->setToolTip(
        tr("The inputs of the What-if bar stand as sliders on the slide while it is shown, from the "
           "scenario's own values on"));
    m_text->setObjectName(QStringLiteral("slide-inputs"));
    m_text->setAccessibleName(tr("Inputs that are turned on the slide"));
    m_text->setPlaceholderText(
        tr("None is turned on it: electricity price, or /site/electricity_price=0.04..0.16:24"));
    m_text->setToolTip(
        tr("Up to %1 inputs by title or address, each with “=” and the values that it is turned through, as "
           "`roofrack-cli try` takes them; without values those that are offered. “;” stands between them.")
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
    connect(m_put, &QPushButton::clicked, this, [this] {
        m_text->restore(); // the inputs that are put there take the place of what is typed
        Q_EMIT put_wanted();
    });
    connect(m_text, &TextEdit::text_committed, this, &SlideInputsRow::typed);
    connect(m_text, &TextEdit::error_changed, this, &SlideInputsRow::say);
}

void SlideInputsRow::set_check(std::function<QString(const QString& text)> check) {
    m_text->set_check(std::move(check));
}

void SlideInputsRow::show_inputs(size_t number, const std::vector<SlideInput>& inputs) {
    m_text->show_text(as_written(text_of(inputs)));
    const bool is_other = std::exchange(m_number, number) != number;
    if (is_other) m_text->restore();
    if (!is_other && inputs == m_shown) return;
    m_shown = inputs;
    m_said->hide();
}

void SlideInputsRow::say(const QString& text) {
    m_said->setText(legible(text));
    m_said->setVisible(!text.isEmpty());
}

void SlideInputsRow::begin_typing() {
    if (m_text->isEnabled()) m_text->setFocus(Qt::OtherFocusReason);
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
