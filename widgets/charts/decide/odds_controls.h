// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/compare/choice_controls.h"

class QLineEdit;
class QPushButton;

namespace roofrack {

/// Which figures' odds are shown, the date until which tokens count, and the button that stops the samples.
class OddsControls : public ChoiceControls {
    Q_OBJECT

public:
    explicit OddsControls(QWidget* parent = nullptr);
    void show_data(const ChartData& data) override;

private:
    void commit_day();

    QLineEdit* m_by;
    QPushButton* m_stop;
    bool m_is_cancelled = false;
};

} // namespace roofrack
