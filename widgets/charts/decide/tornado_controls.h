// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/compare/choice_controls.h"

namespace roofrack {

/// Which figures are shown over all inputs.
class TornadoControls : public ChoiceControls {
    Q_OBJECT

public:
    explicit TornadoControls(QWidget* parent = nullptr);
    void show_data(const ChartData& data) override;
};

} // namespace roofrack
