// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "widgets/fields/form.h"

#include <functional>

namespace roofrack {

/// The rows of a form that say what others and degraded links take of one level of the fabric, and which
/// level that is. A level of which nothing is said has no line in the site.
class FabricLevelRows : public QObject {
    Q_OBJECT

public:
    explicit FabricLevelRows(Form& form, QObject* parent = nullptr);

    void show_site(const Site& site);

Q_SIGNALS:
    void edited(const roofrack::Site& next, const QString& step);

private:
    void show_levels();
    void show_level();
    QuantityEdit* add_share(Form& form, const QString& label, double LevelConditions::*member,
                            const QString& when_empty, const QString& tooltip);

    Site m_site;
    std::string m_chosen = "spine";
    ChoiceEdit* m_level;
    std::vector<std::pair<QuantityEdit*, double LevelConditions::*>> m_shares;
};

} // namespace roofrack
