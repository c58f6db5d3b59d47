// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeWidget>

namespace roofrack {

/// How far off predictions are of machines, stacks and releases that the factors have never seen: a line for
/// each property left out, under it its classes (core's left_out_figures()).
class LeftOutTable : public QTreeWidget {
    Q_OBJECT

public:
    enum Column { left_out, median, ninth_tenth, bias, band, in_band, columns };

    explicit LeftOutTable(QWidget* parent = nullptr);
    QSize sizeHint() const override; ///< all properties, no class

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit_names();
};

} // namespace roofrack
