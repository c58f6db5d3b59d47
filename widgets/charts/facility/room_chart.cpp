// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/facility/room_chart.h"

#include "core/answers/step_answers.h"
#include "core/study/room/room_study.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/facility/facility_text.h"
#include "widgets/charts/facility/load_title.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/fields/text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

constexpr int limit_px = 30, limit_frame_px = 150;
constexpr double furthest = 1.6; ///< a share that the axis still shows

QString room_amount(RoomLimit limit, double value) {
    if (unit_of(limit) == "W") return shown(value, Dimension::power);
    return QStringLiteral("%1 %2").arg(count_text(value), to_qt(unit_of(limit)));
}

QString limit_name(const RoomRow& row) {
    const RoomKey& key = row.need.key;
    const QString kind =
        key.limit == RoomLimit::supply ? supply_kind_text(key.supply) : to_qt(label_of(key.limit));
    if (key.id.empty()) return kind;
    return QStringLiteral("%1 · %2").arg(qt(row.name.empty() ? key.id : row.name), kind);
}

double share_taken(const RoomRow& row) {
    return row.need.have && *row.need.have > 0 ? row.need.need / *row.need.have : 0;
}

QString limit_text(const RoomRow& row, const RoomStudy& study) {
    const RoomLimit limit = row.need.key.limit;
    const QString need = room_amount(limit, row.need.need);
    if (!row.need.have) return RoomChart::tr("%1 needed, of an unknown amount").arg(need);
    return joined({RoomChart::tr("%1 of %2").arg(need, room_amount(limit, *row.need.have)),
                   qt(bears_text(row, study))});
}

QString band_of(const PriceBand& band) {
    return RoomChart::tr("%1 (%2 to %3)")
        .arg(shown(band.likely, Dimension::money), shown(band.low, Dimension::money),
             shown(band.high, Dimension::money));
}

QString weeks_of(const PriceBand& band) {
    return RoomChart::tr("%1 (%2 to %3)")
        .arg(counted(std::llround(band.likely), RoomChart::tr("1 week"), RoomChart::tr("%1 weeks")),
             count_text(band.low), count_text(band.high));
}

QString purchase_text(const RoomRow& row) {
    const RoomPurchase& buy = *row.buy;
    if (!buy.suffices) return RoomChart::tr("\nno number of these units suffices");
    const QString more = room_amount(row.need.key.limit, buy.amount);
    QString out = buy.count > 0 ? (row.is_new() ? RoomChart::tr("\nto buy: %1 × %2, %3, not there yet")
                                                : RoomChart::tr("\nto buy: %1 × %2, %3 more"))
                                      .arg(count_text(buy.count), qt(buy.name), more)
                                : RoomChart::tr("\nmissing: %1").arg(more);
    out += u'\n' + (buy.price ? band_of(*buy.price) : RoomChart::tr("no price is known"));
    if (buy.lead) out += RoomChart::tr(", after %1").arg(weeks_of(buy.lead->weeks));
    return out;
}

QString limit_readout(const RoomRow& row, const RoomStudy& study) {
    QString out = limit_name(row) + u'\n' + limit_text(row, study);
    if (row.need.after_failure) out += RoomChart::tr("\nheld to what the worst single failure leaves");
    if (row.spare_shrinks) out += RoomChart::tr("\nit leaves less the more racks share it");
    if (row.left())
        out += *row.left() >= 0
                   ? RoomChart::tr("\n%1 left").arg(room_amount(row.need.key.limit, *row.left()))
                   : RoomChart::tr("\n%1 too much").arg(room_amount(row.need.key.limit, -*row.left()));
    if (row.buy) out += purchase_text(row);
    return out;
}

/// Whether that row is the one by which the room bears no more racks.
bool is_framed(const RoomStudy& study, int row) {
    return !study.assumed && study.fits && row >= 0 && row == study.binding;
}

void draw_limits(ChartCanvas& canvas, const RoomStudy& study, const std::vector<size_t>& shown_rows,
                 double most) {
    const Theme& theme = canvas.theme();
    const double pitch = canvas.y(1) - canvas.y(0), half = std::min(pitch * 0.3, canvas.px(9));
    canvas.rule({canvas.x(1), canvas.plot().top()}, {canvas.x(1), canvas.plot().bottom()},
                QPen(theme.critical, canvas.px(1.5)), ChartCanvas::Avoid::no);
    for (size_t i = 0; i < shown_rows.size(); ++i) {
        const RoomRow& row = study.rows[shown_rows[i]];
        const double y = canvas.y(static_cast<double>(i)), zero = canvas.x(0);
        const double share = share_taken(row), end = canvas.x(std::min(share, most));
        if (row.need.have) {
            const QRectF bar(QPointF(zero, y - half), QPointF(end, y + half));
            canvas.box(bar, margin_colour(theme, 1 - share));
            if (is_framed(study, static_cast<int>(shown_rows[i])))
                canvas.box_outline(bar, theme.text, canvas.px(2));
        }
        QPainterPath path;
        path.addRect(QRectF(QPointF(canvas.picture().left(), y - pitch / 2),
                            QPointF(canvas.plot().right(), y + pitch / 2)));
        canvas.choose(path, limit_readout(row, study), qt(row.need.key.id));
        const QColor colour = row.is_short() ? theme.critical : row.need.have ? theme.text : theme.secondary;
        // Its readout has it whole.
        const double from = canvas.x(most) + canvas.px(10);
        canvas.label(canvas.elided(limit_text(row, study), canvas.picture().right() - from - canvas.px(4)),
                     {{{from, y}}}, {.colour = colour, .may_leave_plot = true});
    }
}

QString drawn_text(const RoomStudy& study) {
    return study.drawn == 1 ? RoomChart::tr("1 rack drawn")
                            : RoomChart::tr("%1 racks drawn").arg(count_text(study.drawn));
}

/// At a load that was assumed how many racks would fit is not searched.
QString standing_subtitle(const RoomStudy& study) {
    QStringList short_of;
    for (const RoomRow& row : study.rows)
        if (row.is_short()) short_of << limit_name(row);
    return joined({RoomChart::tr("%1, servers %2").arg(drawn_text(study), to_qt(text_of(*study.assumed))),
                   !study.has_limits() ? RoomChart::tr("nothing is known of the room yet")
                   : short_of.isEmpty()
                       ? RoomChart::tr("nothing that is known is exceeded")
                       : RoomChart::tr("too little: %1").arg(short_of.join(QStringLiteral(", "))),
                   where_load_is_set()});
}

QString room_subtitle(const RoomStudy& study) {
    if (study.assumed) return standing_subtitle(study);
    if (!study.has_limits()) return RoomChart::tr("nothing is known of the room yet");
    QString racks =
        study.fits
            ? (study.buys_units() ? RoomChart::tr("%1, the room bears %2 once the drawn units are bought")
                                  : RoomChart::tr("%1, the room bears %2 without buying"))
                  .arg(drawn_text(study), count_text(*study.fits))
            : RoomChart::tr("%1, the room bears %2 or more").arg(drawn_text(study), count_text(study.tried));
    if (study.binding >= 0) {
        const RoomRow& row = study.rows[static_cast<size_t>(study.binding)];
        racks = (row.spare_shrinks
                     ? RoomChart::tr("%1: the limit is %2, of which a failure leaves less the more racks "
                                     "share it")
                     : RoomChart::tr("%1: the limit is %2"))
                    .arg(racks, limit_name(row));
    }
    QString buy;
    if (study.price.likely > 0)
        buy = (study.is_priced ? RoomChart::tr("for all: %1") : RoomChart::tr("for all: at least %1"))
                  .arg(shown(study.price.likely, Dimension::money));
    const QString runs =
        study.weeks.likely > 0 ? RoomChart::tr("runs after %1").arg(weeks_of(study.weeks)) : QString();
    return joined({racks, qt(cabled_text(study)), buy, runs});
}

} // namespace

RoomChart::RoomChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec RoomChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = tr("What the drawn racks take of the existing room");
    if (!data().have<RoomStudy>()) {
        const Diagnostic* why = data().have_now<AsAsked>() ? data().why_none<RoomStudy>() : nullptr;
        spec.empty = why ? tr("No room: %1").arg(qt(why->text()))
                         : tr("Draw racks with servers, and say in the site's section what the room has: "
                              "what fits appears here.");
        return spec;
    }
    const auto study = data().have<RoomStudy>();
    spec.plan = assumed_load_text(study->assumed);
    // RoomSolver takes the load of a step that computes all the time where the plan has none.
    if (!study->assumed && data().evaluation() && !data().evaluation()->has_power())
        spec.plan = tr("GPUs computing throughout");
    spec.alert = alert_at_load(data(), study->assumed);
    const auto space = static_cast<size_t>(
        std::max(2, (size.height() - theme.spacing(limit_frame_px)) / theme.spacing(limit_px)));
    // The fullest first, what is not known last.
    std::vector<size_t> order(study->rows.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](size_t i) {
        return study->rows[i].need.have ? share_taken(study->rows[i]) : -1.0;
    });
    const size_t left_out = order.size() > space ? order.size() - space : 0;
    order.resize(order.size() - left_out);
    spec.subtitle =
        joined({room_subtitle(*study), left_out > 0 ? tr("%1 more in the table").arg(left_out) : QString()});
    spec.legend = {{{}, tr("taken"), theme.good},
                   {{}, tr("less than a tenth left"), theme.warning},
                   {{}, tr("too much"), theme.critical}};
    double most = 1;
    for (const size_t i : order) most = std::max(most, share_taken(study->rows[i]));
    most = std::min(most, furthest);
    PanelSpec panel;
    panel.heading = is_framed(*study, study->binding)
                        ? tr("Share of what there is; framed: the limit of the room")
                        : tr("Share of what there is");
    panel.y.show_rows(order.size());
    const QFontMetricsF metrics(theme.font(Theme::Role::secondary));
    double text = 0, names = 0;
    for (const size_t i : order) {
        panel.y.categories << metrics.elidedText(limit_name(study->rows[i]), Qt::ElideRight,
                                                 size.width() * 0.34);
        names = std::max(names, metrics.horizontalAdvance(panel.y.categories.back()));
        text = std::max(text, metrics.horizontalAdvance(limit_text(study->rows[i], *study)));
    }
    panel.x = {
        .unit = QStringLiteral("%"), .low = 0, .high = most, .ticks = {0, 0.25, 0.5, 0.75, 1}, .zoom = false};
    for (const double tick : {1.25, 1.5})
        if (tick < most) panel.x.ticks.push_back(tick);
    // What is said stands in a column of its own, beyond every bar.
    const double plot = size.width() - names - theme.spacing(52);
    const double axis = std::max(plot - text - theme.spacing(20), static_cast<double>(theme.spacing(90)));
    panel.x.high = most * (1 + std::min(2.5, (text + theme.spacing(20)) / axis));
    panel.max_height = static_cast<int>(order.size()) * theme.spacing(44) + theme.spacing(72);
    panel.draw = [study, order, most](ChartCanvas& canvas) { draw_limits(canvas, *study, order, most); };
    spec.panels.push_back(std::move(panel));
    return spec;
}

ChartTable RoomChart::table() const {
    ChartTable out;
    out.columns = {{"limit", ""}, {"supply", ""}, {"id", ""},   {"unit", ""},
                   {"need", ""},  {"have", ""},   {"left", ""}, {"fits", "racks"},
                   {"buy", ""},   {"amount", ""}, {"usd", "$"}, {"weeks", ""}};
    if (!data().have<RoomStudy>()) return out;
    const auto cell = [](const std::optional<double>& value) {
        return value ? ChartTable::Cell(*value) : ChartTable::Cell();
    };
    for (const RoomRow& row : data().have<RoomStudy>()->rows) {
        const RoomKey& key = row.need.key;
        const RoomPurchase* buy = row.buy ? &*row.buy : nullptr;
        out.rows.push_back(
            {std::string(name_of(key.limit)),
             key.limit == RoomLimit::supply ? std::string(name_of(key.supply)) : std::string(), key.id,
             std::string(unit_of(key.limit)), row.need.need, cell(row.need.have), cell(row.left()),
             cell(row.fits), buy ? ChartTable::Cell(buy->count) : ChartTable::Cell(),
             buy ? ChartTable::Cell(buy->amount) : ChartTable::Cell(),
             buy && buy->price ? ChartTable::Cell(buy->price->likely) : ChartTable::Cell(),
             buy && buy->lead ? ChartTable::Cell(buy->lead->weeks.likely) : ChartTable::Cell()});
    }
    return out;
}

} // namespace roofrack
