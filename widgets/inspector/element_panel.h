// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "core/base/model/cluster.h"
#include "core/drawing/project/own_parts.h"
#include "core/step/engine/evaluation.h"
#include "widgets/fields/record_form.h"

class QPushButton;

namespace roofrack {

struct SlowGroups;

/// Edits one drawn element: its part, count and settings, and shows what the evaluation says about it.
class ElementPanel : public QWidget {
    Q_OBJECT

public:
    explicit ElementPanel(const Catalog& catalog, QWidget* parent = nullptr);

    /// What elements can be made of besides the catalogue's parts.
    void set_own_parts(const std::vector<OwnPart>& own);
    void show_element(const Element& element, const Cluster& cluster);
    /// Results for the element shown; nullptr while there are none.
    void show_evaluation(const Evaluation* evaluation);
    /// What the element shown, or what it stands in, costs the run; nullptr while it is not known.
    void show_slow_groups(const SlowGroups* slow);

Q_SIGNALS:
    void edited(const roofrack::Element& next, const QString& step);
    /// The figures of what the element is made of shall be edited.
    void part_edit_requested(const std::string& element_id);

private:
    void add_fields();
    void add_results();
    void show_choices();
    QString key_of(const PartRef& part) const;
    /// What is more than is there already is bought: an owned thing of which more are drawn keeps how many of
    /// them are there.
    Element with_owned_count(Element next) const;

    const Catalog& m_catalog;
    Form* m_form;
    RecordForm<Element> m_record;
    std::optional<ElementKind> m_kind;
    int m_shown_count = 1;
    bool m_is_owned = false;              ///< by itself, or with what it stands in
    std::vector<std::string> m_stands_in; ///< ids: itself, then what is around it
    std::vector<OwnPart> m_own;
    QPushButton* m_edit_part;
    struct {
        QLineEdit* note = nullptr;
        ChoiceEdit *part = nullptr, *use = nullptr, *redundancy = nullptr, *containment = nullptr,
                   *procurement = nullptr;
        QuantityEdit *count = nullptr, *power_limit = nullptr, *cooling_limit = nullptr,
                     *gpu_power_cap = nullptr, *supply = nullptr, *inlet = nullptr, *air_ratio = nullptr,
                     *speed = nullptr, *slow_gpus = nullptr, *health = nullptr, *read = nullptr,
                     *write = nullptr, *tier = nullptr, *unit = nullptr, *owned_count = nullptr,
                     *sale_price = nullptr;
    } m_fields;
    struct {
        QLabel *instances = nullptr, *load = nullptr, *cooling = nullptr, *inlet = nullptr, *chip = nullptr,
               *clock = nullptr, *slow = nullptr, *replaced = nullptr, *without = nullptr,
               *announced = nullptr;
    } m_results;
};

} // namespace roofrack
