// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/step_strip.h"

#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/plot/shared_room.h"
#include "widgets/charts/step_breakdown_chart.h"
#include "widgets/charts/step_rows.h"
#include "widgets/fields/text.h"

#include <algorithm>
#include <optional>

namespace roofrack {

namespace {

struct Piece {
    std::optional<StepPart> part; ///< nullopt: all that have no name of their own
    double centre;                ///< px, across
    bool shown;
    QString name, value;
};

QString value_text(double seconds, double total) {
    return QStringLiteral("%1 · %2").arg(shown(Seconds(seconds)), percent_text(seconds / total));
}

void draw_names(ChartCanvas& canvas, const Evaluation& evaluation, std::vector<Piece> pieces, double below) {
    double widest = 0;
    std::vector<StepPart> named;
    for (const Piece& piece : pieces) {
        widest = std::max({widest, canvas.text_size(piece.name).width() + canvas.px(14),
                           canvas.text_size(piece.value).width() + canvas.px(14)});
        named.push_back(*piece.part);
    }
    const double gap = widest + canvas.px(12), left = canvas.picture().left(),
                 right = canvas.picture().right();
    // The smallest give way until all have room side by side.
    const StepRows rows =
        step_rows(evaluation.parts, named, static_cast<size_t>(std::max(2.0, (right - left) / gap)));
    std::erase_if(pieces, [&](const Piece& each) { return !std::ranges::count(rows.taken, *each.part); });
    if (!rows.others.empty())
        pieces.push_back({std::nullopt, right, true, rows.others_name(),
                          value_text(rows.others_seconds(evaluation.parts), evaluation.step_time.si())});
    std::vector<double> centres;
    for (const Piece& piece : pieces) centres.push_back(piece.centre);
    spread(centres, gap, left + widest / 2, right - widest / 2);
    const double line = canvas.text_size(QStringLiteral("M")).height() + canvas.px(2),
                 top = below + canvas.px(16);
    for (size_t i = 0; i < pieces.size(); ++i) {
        const Piece& piece = pieces[i];
        const double from = centres[i] - widest / 2, middle = top + line / 2;
        if (piece.part && piece.shown) {
            canvas.painter().save();
            canvas.painter().setRenderHint(QPainter::Antialiasing);
            canvas.painter().setPen(QPen(canvas.theme().line, 1));
            canvas.painter().drawPolyline(QPolygonF({{piece.centre, below},
                                                     {piece.centre, below + canvas.px(4)},
                                                     {from + canvas.px(4), top - canvas.px(2)},
                                                     {from + canvas.px(4), middle - canvas.px(4)}}));
            canvas.painter().restore();
        }
        if (piece.part)
            canvas.painter().fillRect(QRectF(from, middle - canvas.px(4), canvas.px(8), canvas.px(8)),
                                      piece.shown ? canvas.theme().part(*piece.part) : canvas.theme().grid);
        const QColor ink = piece.shown ? canvas.theme().text : canvas.theme().disabled,
                     quiet = piece.shown ? canvas.theme().secondary : canvas.theme().disabled;
        const double words = from + canvas.px(14);
        canvas.label(piece.name, {{{words, middle}}}, {.colour = ink, .may_leave_plot = true});
        canvas.label(piece.value, {{{words, middle + line}}}, {.colour = quiet, .may_leave_plot = true});
        if (piece.part) canvas.toggle(QRectF(from, top, widest, 2 * line), qt(name_of(*piece.part)));
    }
}

void draw_strip(ChartCanvas& canvas, const Evaluation& evaluation, const std::vector<StepPart>& named,
                const std::array<bool, step_part_count>& shown_parts) {
    const double total = evaluation.step_time.si(),
                 names = canvas.px(20) + 2 * (canvas.text_size(QStringLiteral("M")).height() + canvas.px(2));
    const double top = canvas.plot().top(),
                 height = std::clamp(canvas.plot().height() - names, canvas.px(16), canvas.px(56));
    std::vector<Piece> pieces;
    double from = 0;
    for (size_t i = 0; i < step_part_count; ++i) {
        const auto part = static_cast<StepPart>(i);
        const double seconds = evaluation.parts[i], seen = shown_parts[i] ? seconds : 0;
        const QRectF rect(QPointF(canvas.x(from), top), QPointF(canvas.x(from + seen), top + height));
        const QString name = to_qt(label_of(part)), share = percent_text(seconds / total);
        canvas.box(rect, canvas.theme().part(part));
        if (seen > 0)
            canvas.hit(rect,
                       StepBreakdownChart::tr("%1\n%2 · %3 of the step\n%4 GPUs, step %5")
                           .arg(name, shown(Seconds(seconds)), share, count_text(evaluation.gpus),
                                shown(evaluation.step_time)),
                       qt(name_of(part)));
        if (std::ranges::count(named, part) && seconds > 0)
            pieces.push_back({part, rect.center().x(), shown_parts[i], name, value_text(seconds, total)});
        from += seen;
    }
    draw_names(canvas, evaluation, std::move(pieces), top + height);
}

} // namespace

PanelSpec step_strip(const std::shared_ptr<const ChartData>& data, const std::vector<StepPart>& named,
                     const std::array<bool, step_part_count>& shown_parts) {
    PanelSpec panel;
    panel.heading = StepBreakdownChart::tr("%1 GPUs, one step").arg(count_text(data->evaluation()->gpus));
    panel.x = {.high = data->evaluation()->step_time.si(), .visible = false, .zoom = false};
    panel.y = {.visible = false, .zoom = false};
    panel.draw = [data, named, shown_parts](ChartCanvas& canvas) {
        draw_strip(canvas, *data->evaluation(), named, shown_parts);
    };
    return panel;
}

} // namespace roofrack
