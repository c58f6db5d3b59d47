// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/plot/chart_spec.h"
#include "widgets/theme/theme.h"

#include <QWidget>

#include <functional>
#include <memory>

class QPaintDevice;

namespace roofrack {

/// Paints a ChartSpec with QCustomPlot, on screen and on any paint device with the same code.
/// Wheel and drag zoom, double-click shows all, the pointer reads out, the arrow keys walk the marks.
class PlotView : public QWidget {
    Q_OBJECT

public:
    using Describe = std::function<ChartSpec(const Theme&, QSize)>;

    explicit PlotView(QWidget* parent = nullptr);
    ~PlotView() override;

    /// What to paint; asked for again whenever the size or the theme changes.
    void setDescription(Describe describe);
    void setTheme(const Theme& theme);
    const Theme& theme() const;
    /// Describe and paint again (new data), keeping the zoom.
    void refresh();
    void resetZoom();

    /// Paints the chart as it is seen, zoom included, on `device` whose coordinates are CSS pixels (96 to the
    /// inch).
    void paint(QPaintDevice& device, QSize size, const Theme& theme, bool vector, double scale = 1) const;

    /// Between the axes of the highest plot, px; of one that needs less by itself, as three bars do, what it
    /// could have; of rows of bars one below the other all of them. 0 without one.
    int plot_height() const;
    /// Marks and texts of the last painting on screen.
    const ChartInk& ink() const;

Q_SIGNALS:
    void explainRequested(const QString& part);
    void toggled(const QString& key);
    void chosen(const QString& key);
    /// The wheel was turned by so many rows where it zooms nothing; down is more than 0.
    void scrolled(int rows);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    void activate(const ChartHit& hit);

    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace roofrack
