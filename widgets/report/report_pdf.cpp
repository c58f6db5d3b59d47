// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/report_pdf.h"

#include "widgets/fields/text.h"
#include "widgets/present/slide_style.h"
#include "widgets/present/slide_table.h"
#include "widgets/report/pdf_outline.h"
#include "widgets/report/sheet_picture.h"
#include "widgets/report/sheet_table.h"
#include "widgets/report/sheet_text.h"
#include "widgets/report/sheet_type.h"
#include "widgets/theme/style_theme.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>

#include <algorithm>

namespace roofrack {

namespace {

struct ReportWords {
    Q_DECLARE_TR_FUNCTIONS(Report)
};

constexpr double paper_dpi = 96, points_of_inch = 72;
constexpr int report_resolution = 1200; ///< a fine raster, because the writer rounds some coordinates to it
constexpr QMarginsF paper_rim(76, 82, 76, 82); ///< px: 20 mm at the sides

QPageSize page_size(ReportPaper paper) {
    return QPageSize(paper == ReportPaper::a4 ? QPageSize::A4 : QPageSize::Letter);
}

struct SectionPlace {
    QString heading;
    int page = 0; ///< from 1
    double y = 0; ///< px from the upper edge of the paper
};

/// Sheets of a document, and how they are painted.
class ReportSheets {
public:
    ReportSheets(const ReportDocument& document, const std::shared_ptr<const Answers>& answers,
                 const ReportCover& cover, ReportPaper paper, const HouseStyle& style)
        : m_cover(cover)
        , m_style(slide_style(style, cover.project.toStdString(), cover.date.toStdString()))
        , m_theme(styled_theme(Theme::light(), style))
        , m_paper(QRectF(QPointF(), page_size(paper).size(QPageSize::Point) * paper_dpi / points_of_inch))
        , m_room(m_paper.marginsRemoved(paper_rim)) {
        add_blocks(document, answers);
        m_sheets = sheets_of(m_strips, m_room.height());
        for (size_t i = 0; i < m_sheets.size(); ++i)
            for (const PlacedStrip& placed : m_sheets[i])
                if (const int section = placed.strip->section; section >= 0) {
                    m_sections[static_cast<size_t>(section)].page = static_cast<int>(i) + 2;
                    m_sections[static_cast<size_t>(section)].y = m_room.top() + placed.y;
                }
    }

    int count() const { return static_cast<int>(m_sheets.size()) + 1; }
    const std::vector<SectionPlace>& sections() const { return m_sections; }
    void paint(QPainter& painter, int page) const {
        if (m_style) painter.fillRect(m_paper, m_theme.panel);
        if (page == 1) return paint_cover(painter);
        painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
        for (const PlacedStrip& placed : m_sheets[static_cast<size_t>(page) - 2]) {
            painter.save();
            placed.strip->paint(
                painter, QRectF(m_room.left(), m_room.top() + placed.y, m_room.width(), placed.height));
            painter.restore();
        }
        paint_edges(painter, page);
    }

private:
    void add_blocks(const ReportDocument& document, const std::shared_ptr<const Answers>& answers);
    void paint_cover(QPainter& painter) const;
    void paint_logo_above(QPainter& painter, double y) const;
    void paint_edges(QPainter& painter, int page) const;
    QString name() const {
        return m_cover.project.isEmpty() || m_cover.project == m_cover.scenario
                   ? m_cover.scenario
                   : m_cover.project + QStringLiteral(" · ") + m_cover.scenario;
    }

    ReportCover m_cover;
    std::shared_ptr<const SlideStyle> m_style; ///< null: the program's own look
    Theme m_theme;
    QRectF m_paper, m_room;
    std::vector<SheetStrip> m_strips;
    std::vector<Sheet> m_sheets;
    std::vector<SectionPlace> m_sections;
};

void ReportSheets::add_blocks(const ReportDocument& document, const std::shared_ptr<const Answers>& answers) {
    using Kind = ReportDocument::Kind;
    const double width = m_room.width();
    // A picture stands below the heading of its section.
    const QSizeF most(width, m_room.height() - 60);
    auto before = Kind::section;
    for (const ReportDocument::Block& block : document.blocks()) {
        // What introduces a picture stands on its sheet, with the heading above it.
        if (block.kind == Kind::picture && before == Kind::paragraph) m_strips.back().keeps_next = true;
        before = block.kind;
        switch (block.kind) {
        case Kind::section:
            add_heading_strip(m_strips, block.text, static_cast<int>(m_sections.size()), width, m_theme);
            m_sections.push_back({to_qt(printable_line(block.text))});
            break;
        case Kind::paragraph: add_paragraph_strips(m_strips, block.text, width, m_theme); break;
        case Kind::list:
            for (const std::string& item : block.items) add_item_strips(m_strips, item, width, m_theme);
            break;
        case Kind::table: add_table_strips(m_strips, block.table, width, m_theme); break;
        case Kind::picture: add_picture_strip(m_strips, block, answers, most, m_theme); break;
        }
    }
}

void ReportSheets::paint_cover(QPainter& painter) const {
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    const double left = m_room.left(), right = m_room.right();
    double y = m_paper.height() * 0.16;
    if (m_style) paint_logo_above(painter, y);
    painter.fillRect(QRectF(left, y, 56, 5), m_theme.accent);
    y += 34;
    const auto write = [&](const QString& text, const QFont& font, const QColor& colour, int most_lines) {
        const QFontMetricsF metrics(font);
        QStringList lines = wrapped(text, font, m_room.width());
        if (lines.size() > most_lines) {
            const QString rest = lines.mid(most_lines - 1).join(u' ');
            lines = lines.mid(0, most_lines - 1) << metrics.elidedText(rest, Qt::ElideRight, m_room.width());
        }
        painter.setFont(font);
        painter.setPen(colour);
        for (const QString& line : lines) {
            y += metrics.ascent();
            painter.drawText(QPointF(left, y), line);
            y += metrics.height() - metrics.ascent();
        }
    };
    const bool has_project = !m_cover.project.isEmpty() && m_cover.project != m_cover.scenario;
    write(has_project ? m_cover.project : m_cover.scenario, slide_font(m_theme, sheet_title_type, true),
          m_theme.text, 3);
    if (has_project) {
        y += 6;
        write(m_cover.scenario, slide_font(m_theme, sheet_subtitle_type), m_theme.secondary, 2);
    }
    y += 22;
    const QFont body = slide_font(m_theme, sheet_body_type);
    write(QStringLiteral("%1 · Roofrack %2").arg(m_cover.date, QStringLiteral(ROOFRACK_VERSION)), body,
          m_theme.secondary, 1);
    if (!m_cover.plan.isEmpty()) write(m_cover.plan, body, m_theme.secondary, 1);
    if (m_sections.size() < 2) return;
    y = std::max(y + 56, m_paper.height() * 0.40);
    write(ReportWords::tr("Contents"), slide_font(m_theme, sheet_heading_type, true), m_theme.text, 1);
    y += 6;
    painter.setPen(QPen(m_theme.line, 1));
    painter.drawLine(QPointF(left, y), QPointF(right, y));
    y += 6;
    const QFontMetricsF metrics(body);
    for (size_t i = 0; i < m_sections.size(); ++i) {
        const SectionPlace& section = m_sections[i];
        y += 24;
        painter.setPen(m_theme.text);
        paint_section_link(painter, QPointF(left, y), section.heading, body, static_cast<int>(i));
        const QString page = QString::number(section.page);
        const double begin = left + metrics.horizontalAdvance(section.heading) + 8,
                     end = right - metrics.horizontalAdvance(page) - 8;
        painter.setFont(body);
        painter.drawText(QPointF(right - metrics.horizontalAdvance(page), y), page);
        QPen dots(m_theme.disabled, 1.2, Qt::CustomDashLine, Qt::RoundCap);
        dots.setDashPattern({0.01, 4});
        painter.setPen(dots);
        if (begin < end) painter.drawLine(QPointF(begin, y - 1), QPointF(end, y - 1));
    }
}

/// The logo of the first sheet, at the left above its bar.
void ReportSheets::paint_logo_above(QPainter& painter, double y) const {
    constexpr QSizeF most(240, 64);
    constexpr double gap = 24;
    if (m_style->logo.is_empty()) return;
    QRectF place(QPointF(), m_style->logo.size().scaled(most, Qt::KeepAspectRatio));
    place.moveBottomLeft(QPointF(m_room.left(), y - gap));
    m_style->logo.paint(painter, place);
}

/// The report's name above a sheet; the program, or a style's footer, and the number of the sheet below it.
void ReportSheets::paint_edges(QPainter& painter, int page) const {
    const QFont font = slide_font(m_theme, sheet_foot_type);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.setPen(m_theme.secondary);
    const auto write = [&](double y, const QString& at_left, const QString& at_right) {
        const double taken = metrics.horizontalAdvance(at_right);
        painter.drawText(QPointF(m_room.right() - taken, y), at_right);
        painter.drawText(QPointF(m_room.left(), y),
                         metrics.elidedText(at_left, Qt::ElideRight, m_room.width() - taken - 24));
    };
    write(48, name(), m_cover.date);
    const bool has_footer = m_style && !m_style->house.footer.empty();
    write(m_paper.bottom() - 42,
          has_footer ? m_style->footer(page, count())
                     : QStringLiteral("Roofrack %1").arg(QStringLiteral(ROOFRACK_VERSION)),
          has_footer && m_style->numbers_pages() ? QString()
                                                 : QStringLiteral("%1 / %2").arg(page).arg(count()));
}

} // namespace

std::optional<ReportPaper> report_paper(const QString& name) {
    if (name == u"a4") return ReportPaper::a4;
    if (name == u"letter") return ReportPaper::letter;
    return std::nullopt;
}

QByteArray report_pdf(const ReportDocument& document, const std::shared_ptr<const Answers>& answers,
                      const ReportCover& cover, ReportPaper paper, const HouseStyle& style) {
    const ReportSheets sheets(document, answers, cover, paper, style);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPdfVersion(QPagedPaintDevice::PdfVersion_1_6); // PDF/A would draw the type thicker
    writer.setCreator(QStringLiteral("Roofrack %1").arg(QStringLiteral(ROOFRACK_VERSION)));
    writer.setTitle(to_qt(document.title()));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    writer.setPageSize(page_size(paper));
    writer.setResolution(report_resolution);
    QPainter painter;
    if (!painter.begin(&writer)) return {};
    for (int page = 1; page <= sheets.count(); ++page) {
        if (page > 1) writer.newPage();
        painter.resetTransform();
        painter.scale(report_resolution / paper_dpi, report_resolution / paper_dpi);
        sheets.paint(painter, page);
    }
    if (!painter.end()) return {};
    std::vector<OutlineEntry> outline;
    for (const SectionPlace& each : sheets.sections())
        outline.push_back({each.heading, each.page, each.y * points_of_inch / paper_dpi});
    return with_outline(bytes, outline);
}

} // namespace roofrack
