// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plot/plot_painting.h"

#include "widgets/charts/plot/chart_frame.h"
#include "widgets/charts/plot/ticks.h"

#include "widgets/charts/plot/qcustomplot_header.h"

#include <algorithm>
#include <memory>

namespace roofrack {

namespace {

/// Ticks from choose_ticks(), which knows the axis' length in pixels and the type.
class Ticker : public QCPAxisTicker {
public:
    Ticker(const AxisSpec& spec, QCPAxis* axis)
        : m_spec(spec)
        , m_axis(axis) {}

    void generate(const QCPRange& range, const QLocale&, QChar, int, QVector<double>& ticks,
                  QVector<double>* sub_ticks, QVector<QString>* labels) override {
        if (sub_ticks) sub_ticks->clear();
        const bool horizontal = m_axis->orientation() == Qt::Horizontal;
        const double pixels = horizontal ? m_axis->axisRect()->width() : m_axis->axisRect()->height();
        const auto chosen = choose_ticks(m_spec, range.lower, range.upper, pixels, horizontal,
                                         QFontMetricsF(m_axis->tickLabelFont()),
                                         [this](double value) { return m_axis->coordToPixel(value); });
        ticks.clear();
        if (labels) labels->clear();
        for (const Tick& tick : chosen) {
            ticks.push_back(tick.at);
            if (labels) labels->push_back(tick.label);
        }
    }

private:
    AxisSpec m_spec;
    QCPAxis* m_axis;
};

/// Title, legend, source line, or the text of an empty chart.
class FramePainter : public QCPLayerable {
public:
    FramePainter(QCustomPlot* plot, FilledPlot& filled)
        : QCPLayerable(plot, QStringLiteral("background"))
        , m_filled(filled) {}

protected:
    void applyDefaultAntialiasingHint(QCPPainter*) const override {}
    void draw(QCPPainter* painter) override {
        paint_frame(*painter, m_filled.spec, m_filled.theme, parentPlot()->viewport().size(), m_filled.ink);
    }

private:
    FilledPlot& m_filled;
};

class PanelPainter : public QCPLayerable {
public:
    PanelPainter(QCustomPlot* plot, FilledPlot& filled, size_t panel)
        : QCPLayerable(plot, QStringLiteral("main"))
        , m_filled(filled)
        , m_panel(panel) {}

protected:
    void applyDefaultAntialiasingHint(QCPPainter*) const override {}
    void draw(QCPPainter* painter) override {
        const QCPAxisRect* rect = m_filled.panels[m_panel];
        const QCPAxis* x = rect->axis(QCPAxis::atBottom);
        const QCPAxis* y = rect->axis(QCPAxis::atLeft);
        const QRectF plot = QRectF(rect->rect()), outer = QRectF(rect->outerRect());
        ChartCanvas canvas(
            *painter, m_filled.theme, plot, outer, [x](double value) { return x->coordToPixel(value); },
            [y](double value) { return y->coordToPixel(value); }, m_filled.ink);
        const PanelSpec& panel = m_filled.spec.panels[m_panel];
        LabelStyle heading{.colour = m_filled.theme.secondary, .may_leave_plot = true};
        canvas.label(canvas.elided(panel.heading, outer.width()),
                     {{outer.topLeft(), Qt::AlignLeft | Qt::AlignTop}}, heading);
        if (panel.draw) panel.draw(canvas);
    }

private:
    FilledPlot& m_filled;
    size_t m_panel;
};

void style_axis(QCPAxis& axis, const AxisSpec& spec, const Theme& theme) {
    axis.setVisible(spec.visible);
    axis.setScaleType(spec.scale == AxisSpec::Scale::logarithmic ? QCPAxis::stLogarithmic
                                                                 : QCPAxis::stLinear);
    axis.setRange(spec.low, spec.high);
    axis.setRangeReversed(spec.reversed);
    axis.setTicker(QSharedPointer<Ticker>::create(spec, &axis));
    axis.setTickLength(0, 0); // without ticks QCustomPlot leaves out their labels too
    axis.setSubTicks(false);
    QPen no_tick(Qt::NoPen);
    no_tick.setCapStyle(Qt::FlatCap); // else a QPicture paints a dot for a line without length
    axis.setTickPen(no_tick);
    axis.setBasePen(axis.orientation() == Qt::Horizontal ? QPen(theme.line, 1) : QPen(Qt::NoPen));
    axis.setTickLabelFont(theme.font(Theme::Role::secondary));
    axis.setTickLabelColor(spec.scale == AxisSpec::Scale::category ? theme.text : theme.secondary);
    axis.setTickLabelPadding(theme.spacing(6));
    axis.setLabelFont(theme.font(Theme::Role::secondary));
    axis.setLabelColor(theme.secondary);
    axis.setLabelPadding(theme.spacing(4));
    axis.setLabel(spec.title);
    axis.grid()->setSubGridVisible(false);
    axis.grid()->setPen(spec.scale == AxisSpec::Scale::category ? QPen(Qt::NoPen) : QPen(theme.grid, 1));
    axis.grid()->setZeroLinePen(Qt::NoPen);
    // Nobody zooms out beyond everything.
    const QCPRange full(spec.low, spec.high);
    QObject::connect(&axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), &axis,
                     [&axis, full](const QCPRange& range) {
                         if (range.lower < full.lower || range.upper > full.upper)
                             axis.setRange(range.bounded(full.lower, full.upper));
                     });
}

QCPAxisRect* add_panel(QCustomPlot& plot, const PanelSpec& panel, const Theme& theme) {
    auto* rect = new QCPAxisRect(&plot);
    rect->axis(QCPAxis::atTop)->setVisible(false);
    rect->axis(QCPAxis::atRight)->setVisible(false);
    style_axis(*rect->axis(QCPAxis::atBottom), panel.x, theme);
    style_axis(*rect->axis(QCPAxis::atLeft), panel.y, theme);
    const int top = panel.heading.isEmpty() ? theme.spacing(8) : theme.spacing(24);
    rect->setAutoMargins(QCP::msLeft | QCP::msBottom);
    rect->setMargins(QMargins(0, top, theme.spacing(panel.right_margin ? panel.right_margin : 20), 0));
    rect->setMinimumMargins(QMargins(theme.spacing(std::max(8, panel.left_margin)), 0, 0, theme.spacing(8)));
    Qt::Orientations zoom;
    if (panel.x.zoom) zoom |= Qt::Horizontal;
    if (panel.y.zoom) zoom |= Qt::Vertical;
    rect->setRangeZoom(zoom);
    rect->setRangeDrag(zoom);
    const auto most = [&](int pixels) { return pixels ? theme.spacing(pixels) : QWIDGETSIZE_MAX; };
    rect->setSizeConstraintRect(QCPLayoutElement::scrOuterRect);
    rect->setMinimumSize(theme.spacing(panel.fixed_width), 0);
    rect->setMaximumSize(most(panel.fixed_width), most(panel.max_height));
    return rect;
}

/// Panels side by side are equally high: a greatest height of one would hold down the others.
void let_the_highest_panel_rule(std::vector<PanelSpec>& panels) {
    if (std::ranges::all_of(panels, [](const PanelSpec& panel) { return panel.max_height > 0; })) return;
    for (PanelSpec& panel : panels) panel.max_height = 0;
}

} // namespace

std::unique_ptr<FilledPlot> fill_plot(QCustomPlot& plot, ChartSpec spec, const Theme& theme, QSize size) {
    auto filled = std::make_unique<FilledPlot>();
    filled->spec = std::move(spec);
    filled->theme = theme;
    if (!filled->spec.stacked) let_the_highest_panel_rule(filled->spec.panels);
    plot.plotLayout()->clear();
    for (QCPLayerable* old :
         plot.findChildren<QCPLayerable*>(QStringLiteral("chart-painter"), Qt::FindDirectChildrenOnly))
        delete old;
    plot.setPlottingHint(QCP::phCacheLabels,
                         false); // cached labels are pixmaps, blurred at fractional scales
    plot.setBackground(QBrush(theme.panel));

    const FrameLayout frame = frame_layout(filled->spec, theme, size);
    QCPLayoutGrid* grid = plot.plotLayout();
    grid->setAutoMargins(QCP::msNone);
    grid->setMargins(QMargins(static_cast<int>(frame.panels.left()), static_cast<int>(frame.panels.top()),
                              size.width() - static_cast<int>(frame.panels.right()),
                              size.height() - static_cast<int>(frame.panels.bottom())));
    grid->setColumnSpacing(theme.spacing(24));
    grid->setRowSpacing(theme.spacing(12));

    delete plot.findChild<QCPMarginGroup*>(QString(), Qt::FindDirectChildrenOnly);
    auto* sides =
        new QCPMarginGroup(&plot); // axes side by side end at one height, stacked ones begin as far left
    const auto add = [&](QCPLayerable* painter) {
        painter->setObjectName(QStringLiteral("chart-painter"));
        painter->setParent(&plot);
    };
    add(new FramePainter(&plot, *filled));
    for (size_t i = 0; i < filled->spec.panels.size(); ++i) {
        const PanelSpec& panel = filled->spec.panels[i];
        QCPAxisRect* rect = add_panel(plot, panel, theme);
        const int place = static_cast<int>(i);
        if (filled->spec.stacked) {
            grid->addElement(place, 0, rect);
            rect->setMarginGroup(QCP::msLeft, sides);
            grid->setRowStretchFactor(place, panel.stretch);
        } else {
            grid->addElement(0, place, rect);
            rect->setMarginGroup(QCP::msBottom, sides);
            grid->setColumnStretchFactor(place, panel.stretch);
        }
        filled->panels.push_back(rect);
        add(new PanelPainter(&plot, *filled, i));
    }
    // Ticks are chosen by the axes' length, the axes' length depends on the ticks' labels: two rounds settle
    // it.
    plot.setViewport(QRect(QPoint(0, 0), size));
    for (int round = 0; round < 2; ++round)
        for (const auto phase :
             {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins, QCPLayoutElement::upLayout})
            grid->update(phase);
    return filled;
}

} // namespace roofrack
