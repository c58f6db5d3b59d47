// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plot/plot_view.h"

#include "widgets/charts/plot/chart_frame.h"
#include "widgets/charts/plot/plot_painting.h"

#include "widgets/charts/plot/qcustomplot_header.h"

#include <QKeyEvent>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <limits>

namespace roofrack {

namespace {

using PanelRanges = std::vector<std::pair<QCPRange, QCPRange>>;

/// The pointer's readout: a rim around the mark and a small box of text beside it.
class Readout : public QCPLayerable {
public:
    Readout(QCustomPlot* plot)
        : QCPLayerable(plot, QStringLiteral("readout")) {}

    const ChartHit* hit = nullptr;
    QPointF at;
    Theme theme;

protected:
    void applyDefaultAntialiasingHint(QCPPainter*) const override {}
    void draw(QCPPainter* painter) override {
        if (!hit || hit->readout.isEmpty()) return;
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(theme.text, 1.5));
        painter->setBrush(Qt::NoBrush);
        painter->drawPath(hit->area);

        const QFontMetricsF strong(theme.font(Theme::Role::strong)), body(theme.font(Theme::Role::secondary));
        constexpr int widest = 720; // the full name of a kernel is longer
        const double pad = theme.spacing(8);
        const double most =
            std::max(strong.averageCharWidth(),
                     std::min<double>(theme.spacing(widest), parentPlot()->viewport().width() - 8 - 2 * pad));
        const QStringList told = hit->readout.split(u'\n');
        std::vector<QString> lines = broken(told.front(), strong, most);
        const size_t title = lines.size();
        for (const QString& line : told.mid(1))
            for (QString& part : broken(line, body, most)) lines.push_back(std::move(part));
        double width = 0, height = 0;
        for (size_t i = 0; i < lines.size(); ++i) {
            const QFontMetricsF& metrics = i < title ? strong : body;
            width = std::max(width, metrics.horizontalAdvance(lines[i]));
            height += metrics.height() + (i == title ? theme.spacing(2) : 0);
        }
        QRectF box(at + QPointF(theme.spacing(14), theme.spacing(10)),
                   QSizeF(width + 2 * pad, height + 2 * pad));
        const QRectF room = QRectF(parentPlot()->viewport()).adjusted(4, 4, -4, -4);
        if (box.right() > room.right()) box.moveRight(at.x() - theme.spacing(10));
        if (box.bottom() > room.bottom()) box.moveBottom(room.bottom());
        if (box.left() < room.left()) box.moveLeft(room.left());
        if (box.top() < room.top()) box.moveTop(room.top()); // its beginning tells what it is of
        painter->setPen(QPen(theme.line, 1));
        painter->setBrush(theme.raised);
        painter->drawRoundedRect(box, theme.spacing(4), theme.spacing(4));
        double y = box.top() + pad;
        for (size_t i = 0; i < lines.size(); ++i) {
            const QFontMetricsF& metrics = i < title ? strong : body;
            if (i == title) y += theme.spacing(2);
            painter->setFont(theme.font(i < title ? Theme::Role::strong : Theme::Role::secondary));
            painter->setPen(QPen(i < title ? theme.text : theme.secondary));
            painter->drawText(QPointF(box.left() + pad, y + metrics.ascent()), lines[i]);
            y += metrics.height();
        }
    }
};

PanelRanges ranges_of(const FilledPlot& filled) {
    PanelRanges out;
    for (const QCPAxisRect* rect : filled.panels)
        out.emplace_back(rect->axis(QCPAxis::atBottom)->range(), rect->axis(QCPAxis::atLeft)->range());
    return out;
}

void set_ranges(const FilledPlot& filled, const PanelRanges& ranges) {
    if (ranges.size() != filled.panels.size()) return;
    for (size_t i = 0; i < ranges.size(); ++i) {
        filled.panels[i]->axis(QCPAxis::atBottom)->setRange(ranges[i].first);
        filled.panels[i]->axis(QCPAxis::atLeft)->setRange(ranges[i].second);
    }
}

} // namespace

/// While it is not seen it keeps no picture of itself, of which it has three. PlotView paints again what is
/// shown.
class Plot : public QCustomPlot {
public:
    using QCustomPlot::QCustomPlot;

protected:
    void hideEvent(QHideEvent* event) override {
        QCustomPlot::hideEvent(event);
        mPaintBuffers.clear();
    }
};

struct PlotView::Private {
    PlotView& view;
    Plot* plot;
    Readout* readout;
    Theme theme = Theme::light();
    Describe describe;
    std::unique_ptr<FilledPlot> filled;
    PanelRanges zoom; ///< empty: everything is seen
    bool dirty = true;
    int walked = -1; ///< the mark that the keys are on
    int turned = 0;  ///< eighths of a degree of the wheel that are no whole row yet

    explicit Private(PlotView& owner)
        : view(owner)
        , plot(new Plot(&owner)) {
        plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
        plot->addLayer(QStringLiteral("readout"), plot->layer(QStringLiteral("overlay")));
        plot->layer(QStringLiteral("readout"))->setMode(QCPLayer::lmBuffered);
        readout = new Readout(plot);
        plot->setMouseTracking(true);
        plot->setFocusPolicy(Qt::NoFocus);
    }

    void fill() {
        if (!describe || view.width() < 8 || view.height() < 8) return;
        readout->hit = nullptr;
        const QSize size = view.size();
        auto next = fill_plot(*plot, describe(theme, size), theme, size);
        filled = std::move(next);
        readout->theme = theme;
        set_ranges(*filled, zoom);
        for (const QCPAxisRect* rect : filled->panels)
            for (QCPAxis* axis : {rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft)})
                connect(axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), &view,
                        [this] { zoom = ranges_of(*filled); });
        plot->setBufferDevicePixelRatio(view.devicePixelRatioF());
        dirty = false;
        plot->replot(QCustomPlot::rpQueuedRefresh);
    }

    const ChartHit* hit_at(QPointF point) const {
        if (!filled) return nullptr;
        const auto& hits = filled->ink.hits;
        for (auto it = hits.rbegin(); it != hits.rend(); ++it)
            if (it->area.contains(point)) return &*it;
        return nullptr;
    }

    void read_out(const ChartHit* hit, QPointF at) {
        const bool clickable = hit && !(hit->explain + hit->toggle + hit->choose).isEmpty();
        plot->setCursor(clickable ? Qt::PointingHandCursor : Qt::ArrowCursor);
        if (!hit && !readout->hit) return;
        readout->hit = hit;
        readout->at = at;
        plot->layer(QStringLiteral("readout"))->replot();
    }

    bool walk(int step) {
        if (!filled) return false;
        const auto& hits = filled->ink.hits;
        const int count = static_cast<int>(hits.size());
        if (walked >= count) walked = -1; // it is of a painting before
        for (int i = 0, at = walked; i < count; ++i) {
            at = at < 0 ? (step > 0 ? 0 : count - 1) : (at + step + count) % count;
            const ChartHit& hit = hits[static_cast<size_t>(at)];
            if (hit.readout.isEmpty() && hit.toggle.isEmpty()) continue;
            walked = at;
            read_out(&hit, hit.area.boundingRect().center());
            return true;
        }
        return false;
    }

    /// To the nearest mark above or below the one that the keys are on.
    bool climb(int direction) {
        if (!filled) return false;
        const auto& hits = filled->ink.hits;
        if (walked < 0 || walked >= static_cast<int>(hits.size())) return walk(1);
        const QPointF here = hits[static_cast<size_t>(walked)].area.boundingRect().center();
        int nearest = -1;
        double least = std::numeric_limits<double>::max();
        for (size_t i = 0; i < hits.size(); ++i) {
            if (hits[i].readout.isEmpty()) continue;
            const QPointF away = hits[i].area.boundingRect().center() - here;
            if (away.y() * direction < 1) continue;
            if (const double far = 3 * std::abs(away.x()) + std::abs(away.y()); far < least) {
                least = far;
                nearest = static_cast<int>(i);
            }
        }
        if (nearest < 0) return false;
        walked = nearest;
        const ChartHit& hit = hits[static_cast<size_t>(nearest)];
        read_out(&hit, hit.area.boundingRect().center());
        return true;
    }
};

PlotView::PlotView(QWidget* parent)
    : QWidget(parent)
    , d(std::make_unique<Private>(*this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(d->plot);
    setFocusPolicy(Qt::StrongFocus);
    // Layout comes before every painting of marks: the last ones are void.
    connect(d->plot, &QCustomPlot::afterLayout, this, [this] {
        d->readout->hit = nullptr;
        if (d->filled) d->filled->ink = {};
    });
    connect(d->plot, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
        if (event->buttons() == Qt::NoButton) d->read_out(d->hit_at(event->position()), event->position());
    });
    connect(d->plot, &QCustomPlot::mouseWheel, this, [this](QWheelEvent* event) {
        constexpr int a_row = 40; // a notch of 120 is three rows
        const QCPAxisRect* rect = d->plot->axisRectAt(event->position());
        if (rect && rect->rangeZoom() != Qt::Orientations()) return;
        d->turned -= event->angleDelta().y();
        const int rows = d->turned / a_row;
        d->turned -= rows * a_row;
        if (rows == 0) return;
        d->walked = -1; // the keys were on a row that stands elsewhere now
        Q_EMIT scrolled(rows);
    });
    connect(d->plot, &QCustomPlot::mouseDoubleClick, this, [this] { resetZoom(); });
    auto pressed = std::make_shared<QPointF>();
    connect(d->plot, &QCustomPlot::mousePress, this, [this, pressed](QMouseEvent* event) {
        *pressed = event->position();
        setFocus(Qt::MouseFocusReason);
    });
    connect(d->plot, &QCustomPlot::mouseRelease, this, [this, pressed](QMouseEvent* event) {
        if ((event->position() - *pressed).manhattanLength() > 4 || event->button() != Qt::LeftButton) return;
        if (const ChartHit* hit = d->hit_at(event->position())) activate(*hit);
    });
}

PlotView::~PlotView() { delete d->plot; }

void PlotView::setDescription(Describe describe) {
    d->describe = std::move(describe);
    refresh();
}

void PlotView::setTheme(const Theme& theme) {
    if (d->theme == theme) return;
    d->theme = theme;
    refresh();
}

const Theme& PlotView::theme() const { return d->theme; }
int PlotView::plot_height() const {
    int highest = 0;
    if (!d->filled) return 0;
    const auto& panels = d->filled->spec.panels;
    if (d->filled->spec.stacked && std::ranges::all_of(panels, [](const PanelSpec& panel) {
            return panel.y.scale == AxisSpec::Scale::category;
        }))
        return d->filled->panels.back()->bottom() - d->filled->panels.front()->top();
    const double room = frame_layout(d->filled->spec, d->theme, size()).panels.height();
    for (size_t i = 0; i < d->filled->panels.size(); ++i) {
        const QCPAxisRect& rect = *d->filled->panels[i];
        const bool is_short = d->filled->spec.panels[i].max_height > 0 && !d->filled->spec.stacked;
        const int around = rect.outerRect().height() - rect.height();
        highest = std::max(highest, is_short ? static_cast<int>(room) - around : rect.height());
    }
    return highest;
}

const ChartInk& PlotView::ink() const {
    static const ChartInk none;
    return d->filled ? d->filled->ink : none;
}

void PlotView::refresh() {
    d->dirty = true;
    if (isVisible()) d->fill();
}

void PlotView::resetZoom() {
    d->zoom.clear();
    refresh();
}

void PlotView::paint(QPaintDevice& device, QSize size, const Theme& theme, bool vector, double scale) const {
    if (!d->describe) return;
    QCustomPlot plot;
    const auto filled = fill_plot(plot, d->describe(theme, size), theme, size);
    set_ranges(*filled, d->zoom);
    QCPPainter painter;
    if (!painter.begin(&device)) return;
    painter.scale(scale, scale);
    painter.setMode(QCPPainter::pmVectorized, vector);
    painter.setMode(QCPPainter::pmNoCaching);
    plot.toPainter(&painter, size.width(), size.height());
    painter.end();
    // What a chart remembers of its rows is of the view, not of a picture of another size.
    if (d->filled) (void)d->describe(d->theme, this->size());
}

void PlotView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    refresh();
}

void PlotView::activate(const ChartHit& hit) {
    // Copies: what listens may paint again and so replace the hit.
    if (const QString key = hit.toggle; !key.isEmpty())
        Q_EMIT toggled(key);
    else if (const QString choice = hit.choose; !choice.isEmpty())
        Q_EMIT chosen(choice);
    else if (const QString part = hit.explain; !part.isEmpty())
        Q_EMIT explainRequested(part);
}

bool PlotView::event(QEvent* event) {
    switch (event->type()) {
    case QEvent::Show:
    case QEvent::ScreenChangeInternal:
        if (d->dirty || d->plot->bufferDevicePixelRatio() != devicePixelRatioF()) d->fill();
        break;
    case QEvent::Leave: d->read_out(nullptr, {}); break;
    case QEvent::KeyPress: {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Left && d->walk(-1)) return true;
        if (key->key() == Qt::Key_Right && d->walk(1)) return true;
        if (key->key() == Qt::Key_Up && d->climb(-1)) return true;
        if (key->key() == Qt::Key_Down && d->climb(1)) return true;
        if (key->key() == Qt::Key_Home) return resetZoom(), true;
        if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Space) && d->filled && d->walked >= 0 &&
            d->walked < static_cast<int>(d->filled->ink.hits.size()))
            return activate(d->filled->ink.hits[static_cast<size_t>(d->walked)]), true;
        break;
    }
    default: break;
    }
    return QWidget::event(event);
}

} // namespace roofrack
