// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cluster/templates.h"

#include <QWidget>

#include <functional>
#include <vector>

class QLabel;

namespace roofrack {

/// The settings of one template as fields: parts by name, spin boxes, text; what is wrong with one stands
/// under it.
class TemplateFields : public QWidget {
    Q_OBJECT

public:
    TemplateFields(const TemplateInfo& info, const Catalog& catalog, QWidget* parent = nullptr);

    /// Those that differ from the defaults.
    TemplateSettings settings() const;
    /// Marks the field that the fault names; nothing: none is wrong.
    void show_fault(const Diagnostic* fault);
    /// Puts the keyboard into the field that is wrong, else into the first.
    void focus();

Q_SIGNALS:
    /// A field changed under the hand.
    void edited();

private:
    struct Field {
        const TemplateKey* key;
        QWidget* editor;
        QLabel* error;
        std::function<QString()> text;
    };
    QWidget* make_editor(const TemplateKey& key, const Catalog& catalog, std::function<QString()>& text);

    std::vector<Field> m_fields;
};

} // namespace roofrack
