// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/present/shown_slide.h"

#include "core/answers/facility_answers.h"
#include "core/answers/findings.h"
#include "core/answers/present/slide_layout.h"
#include "core/answers/step_answers.h"
#include "core/base/files/foreign_file.h"
#include "widgets/canvas/diagram/diagram.h"
#include "widgets/canvas/overlays/overlay_style.h"
#include "widgets/canvas/paint/picture.h"
#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/charts/chart.h"
#include "widgets/fields/text.h"

#include <QBuffer>
#include <QImageReader>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <optional>

namespace roofrack {

namespace {

struct SlideWords {
    Q_DECLARE_TR_FUNCTIONS(Slide)
};

/// The least type of charts, and of drawings on slides, is 11 px: so many times as large it is the least of a
/// slide.
constexpr double slide_zoom = 2.2, least_picture_type = 11;
constexpr double picture_margin = 6;      // px, of a drawing on a slide
constexpr int most_picture_side = 20'000; // px
constexpr size_t most_picture_bytes = 64 * 1024 * 1024;

QSize picture_room(const SlideContent& content) {
    const SlideBox& body = slide_body(!content.sliders.empty());
    return QSizeF(body.width / slide_zoom, body.height / slide_zoom).toSize();
}

/// `keeps_texts`: what is said around the plot stays, however low the room is.
void paint_chart(ShownSlide& out, const FoundSlide& found, const Theme& theme, QSize room, bool keeps_texts) {
    const ChartEntry* const entry = find_chart(to_qt(found.content.view));
    if (!entry || !may_be_slide(QLatin1String(entry->id))) {
        out.content.missing =
            SlideWords::tr("There is no view “%1” for a slide").arg(to_qt(found.content.view)).toStdString();
        return;
    }
    const std::unique_ptr<Chart> chart(entry->create(nullptr));
    if (keeps_texts) chart->keep_texts();
    if (found.data) chart->show(found.data);
    out.size = room;
    chart->paint(out.picture, {.size = out.size, .theme = theme}, true);
}

/// What binds is named in the legend without the term of its precision, for which it has no room: other
/// slides explain it in their titles.
Evaluation with_plain_legend(Evaluation evaluation) {
    if (!evaluation.gains.empty() && evaluation.gains.front().resource.kind == ResourceKind::flops) {
        std::string& label = evaluation.gains.front().label;
        label.erase(std::min(label.find(" ("), label.size()));
    }
    return evaluation;
}

/// `is_slide`: its words are large enough for one, or left out.
void paint_slide_drawing(ShownSlide& out, const FoundSlide& found, const Theme& theme, QSize room,
                         bool is_slide) {
    const Answers& answers = *found.answers;
    const Cluster& cluster = answers.scenario().cluster;
    const auto* facility = answers.have_value<FacilityStudy>();
    const auto* known = answers.have_value<DrawingLoads>();
    const DrawingLoads loads = known ? *known : DrawingLoads();
    const auto* verdict = answers.have_value<VerdictWithoutSearch>();
    const std::optional<Evaluation> evaluation =
        !verdict ? std::nullopt
                 : std::optional(is_slide ? with_plain_legend(verdict->evaluation) : verdict->evaluation);
    const OverlayStyle style = OverlayStyle::make(
        cluster, answers.catalog(), evaluation ? &*evaluation : nullptr, Overlay::bottleneck, theme, &loads,
        facility && !facility->assumed ? &facility->spares : nullptr);
    out.size = room;
    DrawingOptions options;
    options.size = out.size;
    options.background = false;
    if (is_slide) {
        options.least_type = least_picture_type;
        options.margin = picture_margin; // a slide has a rim
    }
    QPainter painter(&out.picture);
    paint_picture(painter, QRectF(QPointF(), out.size), Diagram::make(cluster, answers.catalog()), style,
                  theme, options);
}

/// A picture of a file or of the project: an ordinary one of a bounded size, or why not.
QImage image_of(QByteArray bytes, std::string& missing) {
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer);
    reader.setDecideFormatFromContent(true);
    const QByteArray format = reader.format();
    const QSize size = reader.size();
    QImage image;
    if ((format == "png" || format == "jpeg") && size.width() <= most_picture_side &&
        size.height() <= most_picture_side)
        image = reader.read();
    if (image.isNull())
        missing = SlideWords::tr("The picture cannot be read: choose a PNG or JPEG file").toStdString();
    return image;
}

} // namespace

bool may_be_slide(const QString& chart) {
    return !chart.startsWith(QLatin1String("run-")) && chart != QLatin1String("plan-search") &&
           chart != QLatin1String("designs");
}

QString slide_view_name(const std::string& view) {
    for (const SlideView& each : own_slide_views())
        if (each.name == view) return to_qt(each.label);
    const ChartEntry* const entry = find_chart(to_qt(view));
    return entry ? Chart::tr(entry->title) : to_qt(view);
}

void ask_for_slide(const std::string& view, const Answers& answers) {
    const ChartEntry* const entry = find_chart(to_qt(view));
    if (!entry) {
        if (view == "drawing") ask_for<VerdictWithoutSearch, DrawingLoads, FacilityStudy>(answers);
        return;
    }
    ask_for<VerdictWithoutSearch>(answers);
    const ChartAsks& asks = entry->asks;
    for (const Ask ask : {asks.at_once, asks.soon})
        if (ask) ask(answers);
    // Best plans where they are asked; else only what a chart cannot do without.
    if (asks.searches[0] && (answers.snapshot().best_plan || (!asks.at_once && !asks.soon)))
        asks.searches[0](answers);
}

ShownSlide shown_slide(const FoundSlide& found, const std::filesystem::path& folder, const Theme& theme,
                       QSize room) {
    const bool is_slide = room.isEmpty();
    if (is_slide) room = picture_room(found.content);
    ShownSlide out;
    out.content = found.content;
    if (!out.content.missing.empty()) return out;
    switch (found.content.body) {
    case SlideBody::chart: paint_chart(out, found, theme, room, is_slide); break;
    case SlideBody::drawing:
        if (found.answers) paint_slide_drawing(out, found, theme, room, is_slide);
        break;
    case SlideBody::kept:
        out.image = image_of(QByteArray::fromBase64(QByteArray::fromStdString(found.content.picture)),
                             out.content.missing);
        break;
    case SlideBody::file: {
        const auto read = read_foreign_file(folder / found.content.file, most_picture_bytes, "a picture");
        if (!read)
            out.content.missing = read.error().text();
        else
            out.image = image_of(QByteArray::fromStdString(*read), out.content.missing);
        break;
    }
    case SlideBody::table:
    case SlideBody::text: break;
    }
    return out;
}

} // namespace roofrack
