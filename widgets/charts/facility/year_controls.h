// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/facility/year_chart.h"

#include <QWidget>

#include <vector>

namespace roofrack {

class ChoiceEdit;
class Segments;

/// Which climate the year is of, and what its hours are coloured by.
class YearControls : public QWidget {
    Q_OBJECT

public:
    explicit YearControls(QWidget* parent = nullptr);

    /// Shows the choice without emitting a signal; `shown` is the name of the shown climate.
    void show_years(const std::vector<std::shared_ptr<const Year>>& years, const QString& shown);

Q_SIGNALS:
    void climate_chosen(const QString& name);
    void value_chosen(roofrack::YearValue value);

private:
    ChoiceEdit* m_climate;
    Segments* m_value;
};

} // namespace roofrack
