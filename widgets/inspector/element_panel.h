// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "catalog/catalog.h"
#include "cluster/cluster.h"
#include "engine/evaluation.h"
#include "fields/record_form.h"

namespace roofrack {

/// Edits one drawn element: its part, count and settings, and shows what the evaluation says of it.
class ElementPanel : public QWidget {
    Q_OBJECT

public:
    explicit ElementPanel(const Catalog& catalog, QWidget* parent = nullptr);

    void show_element(const Element& element, const Cluster& cluster);
    /// Results for the element shown; nullptr while there are none.
    void show_evaluation(const Evaluation* evaluation);

Q_SIGNALS:
    void edited(const roofrack::Element& next, const QString& step);

private:
    void add_fields();
    void add_results();

    const Catalog& m_catalog;
    Form* m_form;
    RecordForm<Element> m_record;
    std::optional<ElementKind> m_kind;
    struct {
        QLineEdit* note = nullptr;
        ChoiceEdit* part = nullptr;
        QuantityEdit *power_limit = nullptr, *cooling_limit = nullptr, *gpu_power_cap = nullptr,
                     *supply = nullptr, *inlet = nullptr, *air_ratio = nullptr, *speed = nullptr,
                     *health = nullptr, *read = nullptr, *write = nullptr, *tier = nullptr;
    } m_fields;
    struct {
        QLabel *instances = nullptr, *load = nullptr, *cooling = nullptr, *inlet = nullptr, *chip = nullptr,
               *clock = nullptr;
    } m_results;
};

} // namespace roofrack
