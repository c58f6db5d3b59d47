// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/templates/templates.h"
#include "widgets/fields/choice_edit.h"

#include <QWidget>

#include <functional>
#include <vector>

class QLabel;

namespace roofrack {

/// The settings of one template as fields: parts by name, numbers, text; what is wrong with one stands
/// under it.
class TemplateFields : public QWidget {
    Q_OBJECT

public:
    /// `info` outlives it. `said`: what stands in the fields at first, where it is not the default.
    TemplateFields(const TemplateInfo& info, const Catalog& catalog, QWidget* parent = nullptr,
                   const TemplateSettings& said = {});

    /// Those that differ from the defaults.
    TemplateSettings settings() const;
    /// What stands for the automatic ones (make_template), shown in them.
    void show_chosen(const TemplateSettings& chosen);
    /// Marks the field that the fault names, and says whether there is one; nullptr marks none.
    bool show_fault(const Diagnostic* fault);
    /// Puts the keyboard into the field that is wrong, else into the first.
    void focus();

Q_SIGNALS:
    /// A field changed under the hand.
    void edited();

private:
    struct Field {
        const TemplateKey* key;
        QString first; ///< what it shows at first
        QWidget* editor;
        QLabel* error;
        std::function<QString()> text;
        std::function<void(const QString&)> show_automatic; ///< empty where none is
    };
    QWidget* make_editor(Field& field, const Catalog& catalog);
    QWidget* make_choice(Field& field, std::vector<ChoiceEdit::Choice> choices);
    QWidget* make_number(Field& field, bool whole);

    std::vector<Field> m_fields;
};

} // namespace roofrack
