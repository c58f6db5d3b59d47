// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/compare/choice_controls.h"

class QLineEdit;
class QPushButton;

namespace roofrack {

struct AxisInput;

/// Which values of which input are tried, and which figures are shown over them.
class TriedControls : public ChoiceControls {
    Q_OBJECT

public:
    explicit TriedControls(QWidget* parent = nullptr);
    void show_data(const ChartData& data) override;
    /// The keyboard to the values, all of them marked: what is typed next replaces them.
    void edit_values();

private:
    void show_inputs(const std::vector<AxisInput>& inputs);

    ChoiceEdit* m_input;
    QLineEdit* m_values;
    ChoiceEdit* m_figure;
    QPushButton* m_stop;
    std::vector<std::pair<std::string, std::string>> m_offered; ///< address and title
    bool m_is_cancelled = false;
};

} // namespace roofrack
