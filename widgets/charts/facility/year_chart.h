// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

struct Year;

/// What the hours of the year are coloured by.
enum class YearValue { pue, power, chiller, clock, air };

/// A year of weather: its hours as a picture of days and hours, its months as bars.
class YearChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "year";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Year");
    explicit YearChart(QWidget* parent = nullptr);

    ChartTable table() const override;

    /// Shows the climate of this name, or the first one if the data has no such climate.
    void show_climate(const QString& name);
    void show_value(roofrack::YearValue value);
    /// The name of the shown climate; empty if there is none.
    QString shown_climate() const;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;

private:
    std::shared_ptr<const Year> year() const;

    QString m_climate;
    YearValue m_value = YearValue::pue;
};

} // namespace roofrack
