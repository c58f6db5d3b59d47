// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields/form.h"

#include <QGridLayout>
#include <QLabel>

namespace roofrack {

Form::Form(QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this)) {
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnMinimumWidth(0, 112);
    m_grid->setColumnStretch(1, 1);
}

int Form::add_row(const QString& label, QWidget* field, const QString& tooltip) {
    const int row = m_grid->rowCount();
    auto* name = new QLabel(label, this);
    name->setProperty("role", "secondary");
    name->setBuddy(field);
    name->setToolTip(tooltip);
    name->setWordWrap(true);
    field->setToolTip(tooltip);
    field->setAccessibleName(label);
    field->setAccessibleDescription(tooltip);
    m_grid->addWidget(name, row, 0);
    m_grid->addWidget(field, row, 1);
    m_rows.push_back({name, field, nullptr, m_heading, label, tooltip});
    return row;
}

template<class Edit>
Edit* Form::add_checked(const QString& label, Edit* edit, const QString& tooltip) {
    const int row = add_row(label, edit, tooltip);
    auto* error = new QLabel(this);
    error->setProperty("role", "error");
    error->setWordWrap(true);
    error->hide();
    m_grid->addWidget(error, row + 1, 1);
    m_rows.back().error = error;
    connect(edit, &Edit::error_changed, error, [error](const QString& text) {
        error->setText(text);
        error->setVisible(!text.isEmpty());
    });
    return edit;
}

QuantityEdit* Form::add_quantity(const QString& label, Dimension dimension, const QString& tooltip) {
    return add_checked(label, new QuantityEdit(dimension, this), tooltip);
}

QuantityEdit* Form::add_integer(const QString& label, const QString& tooltip) {
    return add_checked(label, new QuantityEdit(Dimension::number, this, QuantityEdit::Whole::yes), tooltip);
}

ChoiceEdit* Form::add_choice(const QString& label, const QString& tooltip) {
    auto* edit = new ChoiceEdit(this);
    add_row(label, edit, tooltip);
    return edit;
}

TextEdit* Form::add_text(const QString& label, const QString& tooltip) {
    return add_checked(label, new TextEdit(this), tooltip);
}

QCheckBox* Form::add_switch(const QString& label, const QString& tooltip) {
    auto* edit = new QCheckBox(this);
    add_row(label, edit, tooltip);
    return edit;
}

QLabel* Form::add_result(const QString& label, const QString& tooltip) {
    auto* value = new QLabel(this);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    value->setWordWrap(true);
    value->setContentsMargins(9, 2, 0, 2); // in line with the text of the fields
    add_row(label, value, tooltip);
    return value;
}

void Form::add_heading(const QString& text) {
    const int row = m_grid->rowCount();
    auto* heading = new QLabel(text, this);
    heading->setProperty("role", "strong");
    heading->setContentsMargins(0, row > 1 ? 12 : 0, 0, 2);
    m_grid->addWidget(heading, row, 0, 1, 2);
    m_heading = text;
}

std::vector<Form::NamedRow> Form::named_rows() const {
    std::vector<NamedRow> out;
    for (const Row& row : m_rows) out.push_back({row.name, row.heading, row.field});
    return out;
}

void Form::mark(QWidget* field, const QString& says) {
    for (const Row& row : m_rows) {
        if (row.field != field) continue;
        const QString tip =
            says.isEmpty() ? row.tooltip : QStringList{says, row.tooltip}.join(u'\n').trimmed();
        row.label->setText(says.isEmpty() ? row.name : row.name + QStringLiteral(" ±"));
        row.label->setToolTip(tip);
        row.field->setToolTip(tip);
        row.field->setAccessibleDescription(tip);
    }
}

void Form::set_row_visible(QWidget* field, bool visible) {
    for (const Row& row : m_rows) {
        if (row.field != field) continue;
        row.label->setVisible(visible);
        row.field->setVisible(visible);
        if (row.error) row.error->setVisible(visible && !row.error->text().isEmpty());
    }
}

} // namespace roofrack
