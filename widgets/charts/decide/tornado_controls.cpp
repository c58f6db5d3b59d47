// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/decide/tornado_controls.h"

#include "widgets/charts/chart_data.h"
#include "widgets/charts/decide/tornado_view.h"

namespace roofrack {

TornadoControls::TornadoControls(QWidget* parent)
    : ChoiceControls(parent) {
    figure_to_add(&is_number, tr("Figure over all inputs, too"),
                  [](ComparisonChoice& choice, const std::string& name) {
                      std::vector<std::string> all = asked_tornado(choice);
                      std::erase(all, name);
                      all.insert(all.begin(), name);
                      choice.tornado = std::move(all);
                  })
        ->setToolTip(
            tr("Another figure, whose widest inputs are then the first ones; a click on its name takes "
               "it away"));
}

void TornadoControls::show_data(const ChartData& shown) {
    if (shown.tornado) m_choice = shown.tornado->choice;
}

} // namespace roofrack
