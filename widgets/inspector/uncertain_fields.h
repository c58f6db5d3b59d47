// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"

#include <QObject>

#include <string>
#include <vector>

class QAction;
class QWidget;

namespace roofrack {

class Catalog;
class Form;

/// The fields of a panel that are numbers of a scenario: each offers "Uncertain …", "What if …" and
/// "Try values …" in its menu, and those that are declared to be uncertain are marked so.
class UncertainFields : public QObject {
    Q_OBJECT

public:
    /// Takes the fields of the forms that `panel` has now.
    UncertainFields(QWidget& panel, const Catalog& catalog);

    /// Marks what the scenario declares.
    void show_scenario(const Scenario& scenario);
    /// The id of the element or link whose fields are shown; empty if there is none, or several are selected.
    void show_item(const std::string& id, bool is_link);
    void set_read_only(bool read_only);
    /// The field of an input by its address; nullptr: it is not there.
    QWidget* field_of(const std::string& address) const;
    /// Whether there is a field for the input at an address once what it is of is selected.
    bool has_field(const std::string& address) const;
    /// The address of a field; empty if it is no input.
    std::string address_of(const QWidget& field) const;

Q_SIGNALS:
    void wanted(const std::string& address);
    void what_if_wanted(const std::string& address);
    void try_wanted(const std::string& address);

private:
    struct Field {
        Form* form;
        QWidget* widget;
        std::string place; ///< "/cluster/elements/*/count"
        QAction *uncertain, *what_if, *tried;
    };
    std::string address_of(const Field& field) const;
    void mark();

    const Catalog& m_catalog;
    std::vector<Field> m_fields;
    std::string m_item;
    bool m_is_link = false;
    Scenario m_scenario;
};

} // namespace roofrack
