// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/present/deck_files.h"

#include <QPushButton>

namespace roofrack {

/// Offers what slides can be written as.
class ExportSlidesButton : public QPushButton {
    Q_OBJECT

public:
    explicit ExportSlidesButton(QWidget* parent = nullptr);

Q_SIGNALS:
    void wanted(roofrack::DeckFormat format);
};

} // namespace roofrack
