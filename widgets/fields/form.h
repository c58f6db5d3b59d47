// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/fields/choice_edit.h"
#include "widgets/fields/quantity_edit.h"
#include "widgets/fields/text_edit.h"

#include <QCheckBox>
#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;

namespace roofrack {

/// Rows of a label and a field in two columns, an error under its field, and read-only rows for results.
class Form : public QWidget {
    Q_OBJECT

public:
    explicit Form(QWidget* parent = nullptr);

    QuantityEdit* add_quantity(const QString& label, Dimension dimension, const QString& tooltip = {});
    QuantityEdit* add_integer(const QString& label, const QString& tooltip = {});
    ChoiceEdit* add_choice(const QString& label, const QString& tooltip = {});
    TextEdit* add_text(const QString& label, const QString& tooltip = {});
    QCheckBox* add_switch(const QString& label, const QString& tooltip = {});
    /// A result, not an input: plain text that can be selected.
    QLabel* add_result(const QString& label, const QString& tooltip = {});

    /// Over the rows that follow.
    void add_heading(const QString& text);

    struct NamedRow {
        QString label, heading; ///< The heading above it; empty if there is none.
        QWidget* field;
    };
    /// The rows from the top down, hidden ones too.
    std::vector<NamedRow> named_rows() const;

    /// Marks the label of a field, "Electricity ±", with what pointing at it says; empty removes the mark.
    void mark(QWidget* field, const QString& says);

    /// Shows or hides a field with its label and error.
    void set_row_visible(QWidget* field, bool visible);

private:
    /// A row of a field that says what is wrong with its text.
    template<class Edit>
    Edit* add_checked(const QString& label, Edit* edit, const QString& tooltip);
    int add_row(const QString& label, QWidget* field, const QString& tooltip);

    struct Row {
        QLabel* label = nullptr;
        QWidget* field = nullptr;
        QLabel* error = nullptr;
        QString heading;
        QString name, tooltip; ///< what the label says without a mark
    };
    QGridLayout* m_grid;
    std::vector<Row> m_rows;
    QString m_heading; ///< heading of the rows that are added
};

} // namespace roofrack
