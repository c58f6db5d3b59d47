// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "core/base/model/cluster.h"
#include "widgets/fields/form.h"

#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace roofrack {

/// Edits several drawn elements at once: the settings that all of them have. Where they differ a field is
/// empty and says "mixed"; what is entered there goes to all of them, one undo step.
class SeveralPanel : public QWidget {
    Q_OBJECT

public:
    explicit SeveralPanel(const Catalog& catalog, QWidget* parent = nullptr);

    /// Parts of the project's own, which stand before those of the catalogue.
    void set_own_parts(std::vector<PartRef> own) { m_own = std::move(own); }
    void show_elements(std::vector<Element> elements, const Cluster& cluster);

Q_SIGNALS:
    /// All that were shown, changed.
    void edited(const std::vector<roofrack::Element>& next, const QString& step);

private:
    struct Field {
        QuantityEdit* edit;
        QString when_empty;
        std::vector<ElementKind> kinds;                           ///< kinds that have it
        std::function<std::optional<double>(const Element&)> get; ///< SI units
        std::function<void(Element&, std::optional<double>)> set;
    };
    template<class V>
    QuantityEdit* add(const QString& label, std::optional<V> Element::*member, const QString& when_empty,
                      const QString& tooltip, std::vector<ElementKind> kinds,
                      std::optional<Dimension> dimension = {});
    void add_fields();
    void add_ownership();
    void connect_field(const QString& label, size_t field);
    void show_fields();
    void show_part();
    void show_ownership();
    template<class Change>
    void change(const QString& step, Change change);

    const Catalog& m_catalog;
    Form* m_form;
    ChoiceEdit *m_part, *m_ownership;
    QuantityEdit* m_sale_price;
    QLabel* m_total;
    std::vector<Field> m_fields;
    std::vector<Element> m_elements;
    std::vector<PartRef> m_own;
    bool m_some_sold = false;                ///< by its own setting, or with what it stands in
    std::unordered_set<std::string> m_owned; ///< ids of those that are there already; likewise
};

} // namespace roofrack
