// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

#include <string>

class QMenu;

namespace roofrack {

/// Offers every view that a slide may have.
class AddSlideButton : public QPushButton {
    Q_OBJECT

public:
    explicit AddSlideButton(QWidget* parent = nullptr);

Q_SIGNALS:
    void wanted(const std::string& view);

private:
    void offer(QMenu& where, const std::string& view);
};

} // namespace roofrack
