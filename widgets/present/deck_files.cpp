// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/present/deck_files.h"

#include "core/answers/present/pptx/pptx_writer.h"
#include "core/answers/present/slide_layout.h"
#include "core/base/files/atomic_file.h"
#include "core/base/style/style_logo.h"
#include "widgets/fields/picture_file.h"
#include "widgets/fields/svg_outlines.h"
#include "widgets/fields/text.h"
#include "widgets/present/slide_painter.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

namespace roofrack {

namespace {

struct DeckWords {
    Q_DECLARE_TR_FUNCTIONS(Slide)
};

constexpr double screen_dpi = 96, points_an_inch = 72;
constexpr int pdf_resolution = 1200; ///< a fine raster, because the writer rounds some coordinates to it

SlidePlace place_of(const std::vector<ShownSlide>& slides, size_t number) {
    return {number + 1, slides.size()};
}

template<class Paint>
QByteArray svg_of(QSizeF size, const QString& title, Paint paint) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(size.toSize());
    generator.setViewBox(QRectF(QPointF(), size));
    generator.setResolution(static_cast<int>(screen_dpi));
    generator.setTitle(title.toHtmlEscaped()); // Qt writes it as it comes
    QPainter painter(&generator);
    paint(painter);
    painter.end();
    return with_outlined_text(as_xml(bytes));
}

Result<PptxSlide> pptx_slide(const ShownSlide& slide, const Theme& theme) {
    PptxSlide out{.content = slide.content};
    const QSizeF size = slide_body_size(slide);
    if (size.isEmpty() || slide.content.chart) return out;
    constexpr int twice_the_body = 2 * static_cast<int>(slide_body_box.width);
    const auto png = png_bytes(slide_body_image(slide, theme, twice_the_body));
    if (!png) return tl::unexpected(png.error());
    out.png = png->toStdString();
    out.aspect = size.width() / size.height();
    if (slide.image.isNull())
        out.svg = svg_of(size, to_qt(slide.content.title), [&](QPainter& painter) {
                      painter.fillRect(QRectF(QPointF(), size), theme.panel);
                      paint_slide_body(painter, slide, QRectF(QPointF(), size));
                  }).toStdString();
    return out;
}

/// The look of a presentation: its colours are the program's light ones, unless a house style says others.
Result<PptxLook> look_of(const std::vector<ShownSlide>& slides) {
    const SlideStyle* const style = slides.empty() ? nullptr : slides.front().style.get();
    if (!style) return PptxLook();
    PptxLook out = pptx_look(style->house, style->project, style->date);
    const auto logo = logo_of(style->house);
    if (!logo || style->logo.is_empty()) return out;
    out.logo_aspect = style->logo.size().width() / style->logo.size().height();
    if (logo->kind == LogoKind::png) {
        out.logo_png = logo->bytes;
        return out;
    }
    constexpr int finer = 4; // than the slide
    const QSizeF room(slide_logo_box.width, slide_logo_box.height);
    const auto png = png_bytes(style->logo.image((finer * room).toSize()));
    if (!png) return tl::unexpected(png.error());
    out.logo_png = png->toStdString();
    out.logo_svg = logo->bytes;
    return out;
}

} // namespace

std::string kept_picture(const ShownSlide& slide, const Theme& theme) {
    QImage image = slide_body_image(slide, theme, static_cast<int>(slide_body_box.width));
    if (image.isNull()) return {};
    // A photo has more than a slide shows, and the project is a text of bounded size.
    const QSize most(static_cast<int>(slide_body_box.width), static_cast<int>(slide_body_box.height));
    const bool is_photo = slide.content.body == SlideBody::file;
    if (is_photo && (image.width() > most.width() || image.height() > most.height()))
        image = image.scaled(most, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    const auto png = png_bytes(image);
    return png ? png->toBase64().toStdString() : std::string();
}

std::optional<DeckFormat> deck_format(const QString& file_name) {
    for (const auto& [end, format] : {std::pair{".pdf", DeckFormat::pdf},
                                      {".pptx", DeckFormat::pptx},
                                      {".png", DeckFormat::png},
                                      {".svg", DeckFormat::svg}})
        if (file_name.endsWith(QLatin1String(end), Qt::CaseInsensitive)) return format;
    return std::nullopt;
}

QByteArray deck_pdf(const std::vector<ShownSlide>& slides, const QString& title, const Theme& theme) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPdfVersion(QPagedPaintDevice::PdfVersion_1_6); // PDF/A would draw the type thicker
    writer.setCreator(QStringLiteral("Roofrack"));
    writer.setTitle(title);
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    writer.setPageSize(QPageSize(QSizeF(slide_box.width, slide_box.height) * points_an_inch / screen_dpi,
                                 QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setResolution(pdf_resolution);
    QPainter painter;
    if (!painter.begin(&writer)) return {};
    for (size_t i = 0; i < slides.size(); ++i) {
        if (i > 0) writer.newPage();
        painter.resetTransform();
        painter.scale(pdf_resolution / screen_dpi, pdf_resolution / screen_dpi);
        paint_slide(painter, slides[i], place_of(slides, i), theme);
    }
    return painter.end() ? bytes : QByteArray();
}

Result<QByteArray> deck_pptx(const std::vector<ShownSlide>& slides, const QString& title,
                             const Theme& theme) {
    std::vector<PptxSlide> out;
    for (const ShownSlide& each : slides) {
        auto slide = pptx_slide(each, theme);
        if (!slide) return tl::unexpected(slide.error());
        out.push_back(std::move(*slide));
    }
    const auto look = look_of(slides);
    if (!look) return tl::unexpected(look.error());
    const auto bytes = pptx_of(out, title.toStdString(), *look);
    if (!bytes) return tl::unexpected(bytes.error());
    return QByteArray::fromStdString(*bytes);
}

Result<QByteArray> slide_png(const std::vector<ShownSlide>& slides, size_t number, const Theme& theme,
                             int width) {
    return png_bytes(slide_image(slides[number], place_of(slides, number), theme, width));
}

QByteArray slide_svg(const std::vector<ShownSlide>& slides, size_t number, const Theme& theme) {
    return svg_of(
        QSizeF(slide_box.width, slide_box.height), to_qt(slides[number].content.title),
        [&](QPainter& painter) { paint_slide(painter, slides[number], place_of(slides, number), theme); });
}

namespace {

/// Every file of the deck, ready to be written.
Result<std::vector<std::pair<std::filesystem::path, QByteArray>>>
files_of(const std::vector<ShownSlide>& slides, const QString& title, DeckFormat format,
         const std::filesystem::path& path, const Theme& theme, int width) {
    std::vector<std::pair<std::filesystem::path, QByteArray>> out;
    if (format == DeckFormat::pdf) {
        out.emplace_back(path, deck_pdf(slides, title, theme));
    } else if (format == DeckFormat::pptx) {
        auto bytes = deck_pptx(slides, title, theme);
        if (!bytes) return fail(path.string(), bytes.error().what, bytes.error().fix);
        out.emplace_back(path, std::move(*bytes));
    } else {
        for (size_t i = 0; i < slides.size(); ++i) {
            const bool is_png = format == DeckFormat::png;
            const QString name = QStringLiteral("slide-%1.%2")
                                     .arg(i + 1, 2, 10, QLatin1Char('0'))
                                     .arg(is_png ? QStringLiteral("png") : QStringLiteral("svg"));
            auto bytes =
                is_png ? slide_png(slides, i, theme, width) : Result<QByteArray>(slide_svg(slides, i, theme));
            if (!bytes) return fail(path.string(), bytes.error().what, bytes.error().fix);
            out.emplace_back(path / name.toStdString(), std::move(*bytes));
        }
    }
    for (const auto& [file, bytes] : out)
        if (bytes.isEmpty())
            return fail(file.string(), DeckWords::tr("the slides cannot be painted").toStdString(),
                        DeckWords::tr("choose another format").toStdString());
    return out;
}

} // namespace

Result<std::vector<std::filesystem::path>> write_deck(const std::vector<ShownSlide>& slides,
                                                      const QString& title, DeckFormat format,
                                                      const std::filesystem::path& path, const Theme& theme,
                                                      int width) {
    const auto files = files_of(slides, title, format, path, theme, width);
    if (!files) return tl::unexpected(files.error());
    std::error_code fault;
    const bool is_folder = format == DeckFormat::png || format == DeckFormat::svg;
    const bool makes_folder = is_folder && !std::filesystem::exists(path, fault);
    if (is_folder) std::filesystem::create_directories(path, fault);
    if (fault)
        return fail(path.string(), fault.message(),
                    DeckWords::tr("choose a place that you may write to").toStdString());
    std::vector<std::filesystem::path> out;
    for (const auto& [file, bytes] : *files) {
        const bool is_new = !std::filesystem::exists(file, fault);
        if (const auto written = write_picture(file, bytes); !written) {
            for (const std::filesystem::path& each : out) std::filesystem::remove(each, fault);
            if (makes_folder) std::filesystem::remove(path, fault);
            return tl::unexpected(written.error());
        }
        if (is_new) out.push_back(file);
    }
    out.clear();
    for (const auto& [file, bytes] : *files) out.push_back(file);
    return out;
}

} // namespace roofrack
