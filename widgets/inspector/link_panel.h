// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "core/base/model/cluster.h"
#include "core/step/engine/evaluation.h"
#include "widgets/fields/form.h"

#include <functional>

class QLabel;

namespace roofrack {

/// Edits one drawn link or several at once: pattern, cables, bandwidth, cable, load of others and health; and
/// shows what it makes of the ports at its ends. What differs between several is shown as "mixed" and changes
/// in all of them.
class LinkPanel : public QWidget {
    Q_OBJECT

public:
    explicit LinkPanel(const Catalog& catalog, QWidget* parent = nullptr);

    /// The cables of the project's own that links may have.
    void set_own_parts(std::vector<PartRef> own) { m_own = std::move(own); }
    void show_links(std::vector<Link> links, const Cluster& cluster);
    void show_evaluation(const Evaluation* evaluation);

Q_SIGNALS:
    /// One link was edited.
    void edited(const roofrack::Link& next, const QString& step);
    /// Several were edited, all with the change.
    void several_edited(const std::vector<roofrack::Link>& next, const QString& step);

private:
    struct Value {
        QuantityEdit* edit;
        QString when_empty; ///< The text of an empty field; null if a value is required.
        std::function<std::optional<double>(const Link&)> get;
    };
    QuantityEdit* add_value(QuantityEdit* edit, const QString& label, const QString& when_empty,
                            std::function<std::optional<double>(const Link&)> get,
                            std::function<void(Link&, std::optional<double>)> set);
    void change(const QString& step, const std::function<void(Link&)>& set);
    void show_pattern();
    void show_cables(const Cluster& cluster);
    void show_effect(const Cluster& cluster);
    void use_pattern(LinkPattern pattern);

    const Catalog& m_catalog;
    Form* m_form;
    std::vector<Link> m_links;
    std::vector<PartRef> m_own;
    double m_units = 1; ///< what a torus of the link would join
    std::vector<Value> m_values;
    QLabel* m_ends;
    ChoiceEdit* m_pattern;
    TextEdit* m_dims;
    ChoiceEdit* m_wrap;
    ChoiceEdit* m_cable;
    QuantityEdit *m_bandwidth, *m_load;
    QLabel *m_remark, *m_total, *m_length, *m_ports, *m_binding;
};

} // namespace roofrack
