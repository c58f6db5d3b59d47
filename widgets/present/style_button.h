// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/present/house_style.h"

#include <QPushButton>

namespace roofrack {

/// Offers to choose the style of slides and reports, and to take it out. Its tip says which one there is.
class StyleButton : public QPushButton {
    Q_OBJECT

public:
    explicit StyleButton(QWidget* parent = nullptr);

    void show_style(const HouseStyle& style);
    /// "ACME", "without a name", "none".
    static QString name_of(const HouseStyle& style);

Q_SIGNALS:
    void choose_wanted();
    void remove_wanted();

private:
    QAction* m_remove;
};

} // namespace roofrack
