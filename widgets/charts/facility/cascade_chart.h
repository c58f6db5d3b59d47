// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

#include <string>

namespace roofrack {

/// From the weather to the chips of one rack, one step per station, with the limits on the way; beside it the
/// least margin of each rack, of which a click chooses one.
class CascadeChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "temperatures";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Temperatures");
    explicit CascadeChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;

private:
    /// The id of the shown rack: the chosen one, else the hottest; empty if there is no rack.
    std::string shown_rack() const;

    std::string m_rack; ///< The chosen rack; empty shows the hottest.
};

} // namespace roofrack
