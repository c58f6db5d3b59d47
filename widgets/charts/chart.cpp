// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart.h"

#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/plot_view.h"
#include "widgets/fields/picture_file.h"
#include "widgets/fields/svg_outlines.h"
#include "widgets/fields/text.h"

#include <QBuffer>
#include <QByteArray>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QImage>
#include <QKeyEvent>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QVBoxLayout>

#include <cmath>

namespace roofrack {

namespace {

constexpr double css_dpi = 96, points_per_inch = 72;

/// More would be asked for by mistake: a PNG of 400 MB in memory.
constexpr qint64 most_pixels = 100'000'000;

Result<QByteArray> png(const Chart& chart, const PictureOptions& options) {
    const double scale = options.dpi / css_dpi;
    const QSize pixels(static_cast<int>(std::lround(options.size.width() * scale)),
                       static_cast<int>(std::lround(options.size.height() * scale)));
    if (qint64{pixels.width()} * pixels.height() > most_pixels)
        return fail(
            {},
            Chart::tr("a picture of %1 × %2 pixels is too large")
                .arg(pixels.width())
                .arg(pixels.height())
                .toStdString(),
            Chart::tr("choose a smaller size or fewer dots per inch, or save SVG or PDF").toStdString());
    QImage image(pixels, QImage::Format_RGB32);
    image.fill(options.theme.panel);
    chart.paint(image, options, false, scale);
    image.setDotsPerMeterX(static_cast<int>(std::lround(options.dpi / 0.0254)));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    return png_bytes(image);
}

QByteArray svg(const Chart& chart, const PictureOptions& options) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(options.size);
    generator.setViewBox(QRect(QPoint(0, 0), options.size));
    generator.setResolution(static_cast<int>(css_dpi));
    generator.setTitle(chart.title().toHtmlEscaped()); // Qt writes it as it comes
    generator.setDescription(Chart::tr("Drawn by Roofrack"));
    chart.paint(generator, options, true);
    return with_outlined_text(as_xml(bytes));
}

QByteArray pdf(const Chart& chart, const PictureOptions& options) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setCreator(QStringLiteral("Roofrack"));
    writer.setTitle(chart.title());
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    writer.setPageSize(QPageSize(QSizeF(options.size) * points_per_inch / css_dpi, QPageSize::Point, {},
                                 QPageSize::ExactMatch));
    // A fine raster, because the writer rounds some coordinates to it.
    constexpr int resolution = 1200;
    writer.setResolution(resolution);
    chart.paint(writer, options, true, resolution / css_dpi);
    return bytes;
}

/// A file of the chart as it is seen, or of its table for CSV. Fails, without a place, on a picture that is
/// too large.
Result<QByteArray> picture_of(const Chart& chart, PictureFormat format, const PictureOptions& options) {
    switch (format) {
    case PictureFormat::png: return png(chart, options);
    case PictureFormat::svg: return svg(chart, options);
    case PictureFormat::pdf: return pdf(chart, options);
    case PictureFormat::csv: break;
    }
    return QByteArray::fromStdString(chart.csv());
}

} // namespace

std::optional<PictureFormat> picture_format(const QString& file_name) {
    for (const auto& [end, format] : {std::pair{".png", PictureFormat::png},
                                      {".svg", PictureFormat::svg},
                                      {".pdf", PictureFormat::pdf},
                                      {".csv", PictureFormat::csv}})
        if (file_name.endsWith(QLatin1String(end), Qt::CaseInsensitive)) return format;
    return std::nullopt;
}

Chart::Chart(QString id, QString title, QWidget* parent)
    : QWidget(parent)
    , m_id(std::move(id))
    , m_title(std::move(title))
    , m_data(std::make_shared<const ChartData>())
    , m_view(new PlotView(this)) {
    setObjectName(QStringLiteral("chart-") + m_id);
    setAccessibleName(m_title);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    setFocusProxy(m_view);
    connect(m_view, &PlotView::explainRequested, this, &Chart::explainRequested);
    connect(m_view, &PlotView::chosen, this, &Chart::chosen);
    connect(m_view, &PlotView::scrolled, this, &Chart::scrolled);
    connect(m_view, &PlotView::toggled, this, [this](const QString& key) {
        if (!m_hidden.remove(key)) m_hidden.insert(key);
        m_view->refresh();
    });
    m_view->setDescription([this](const Theme& theme, QSize size) {
        ChartSpec spec = describe(theme, size);
        const auto evaluation = m_data->evaluation();
        if (spec.empty.isEmpty() && spec.plan.isEmpty() && evaluation && evaluation->gpus > 0)
            spec.plan = plan_text();
        spec.keeps_texts = m_keeps_texts;
        for (LegendEntry& entry : spec.legend) entry.shown = is_shown(entry.key);
        return spec;
    });
}

Chart::~Chart() = default;

QString Chart::plan_text() const { return plan_words(m_data->best_plan); }

void Chart::show(std::shared_ptr<const ChartData> data) {
    m_data = std::move(data);
    data_changed();
    m_view->refresh();
}

void Chart::setTheme(const Theme& theme) { m_view->setTheme(theme); }
void Chart::keep_texts() {
    m_keeps_texts = true;
    refresh();
}

void Chart::refresh() { m_view->refresh(); }
void Chart::resetZoom() { m_view->resetZoom(); }

void Chart::paint(QPaintDevice& device, const PictureOptions& options, bool vector, double scale) const {
    m_view->paint(device, options.size, options.theme, vector, scale);
}

void Chart::copyToClipboard() const {
    const QSize size = isVisible() ? this->size() : sizeHint();
    QImage image(size * 2, QImage::Format_ARGB32_Premultiplied);
    paint(image, {.size = size, .theme = m_view->theme()}, false, 2);
    auto* mime = new QMimeData;
    mime->setImageData(image);
    const std::string text = table().tsv();
    mime->setText(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
    QGuiApplication::clipboard()->setMimeData(mime);
}

void Chart::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(tr("Copy picture and table"), this, &Chart::copyToClipboard);
    menu.addAction(tr("Copy as command"), this, [this] { Q_EMIT commandWanted(); });
    menu.addAction(tr("Save picture…"), this, [this] {
        const QString path =
            QFileDialog::getSaveFileName(this, tr("Save picture"), m_id + QStringLiteral(".png"),
                                         tr("Pictures and tables (*.png *.svg *.pdf *.csv)"));
        if (path.isEmpty()) return;
        const auto saved = save(path, {.size = size(), .dpi = 192, .theme = m_view->theme()});
        if (!saved) QMessageBox::warning(this, tr("Save picture"), to_qt(saved.error().text()));
    });
    menu.addSeparator();
    menu.addAction(tr("Show all"), this, &Chart::resetZoom);
    menu.exec(event->globalPos());
}

void Chart::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy))
        copyToClipboard();
    else
        QWidget::keyPressEvent(event);
}

void Chart::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_view->refresh();
    Q_EMIT seen();
}

Result<void> Chart::save(const QString& path, const PictureOptions& options) const {
    const auto format = picture_format(path);
    if (!format)
        return fail(path.toStdString(), tr("the format is not known").toStdString(),
                    tr("end the name in .png, .svg, .pdf or .csv").toStdString());
    return save(path, *format, options);
}

Result<void> Chart::save(const QString& path, PictureFormat format, const PictureOptions& options) const {
    const std::string where = path.toStdString();
    const auto bytes = picture_of(*this, format, options);
    if (!bytes) return fail(where, bytes.error().what, bytes.error().fix);
    return write_picture(where, *bytes);
}

} // namespace roofrack
