// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/limits/limits_chart.h"

#include "core/base/units/quantity_text.h"
#include "core/study/matrix/limit_row.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/money/money_text.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/fields/text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

using Rows = std::vector<std::shared_ptr<const LimitRow>>;

constexpr int cell_gap_px = 3, cell_inset_px = 6, bar_height_px = 3;
constexpr double tight = 0.1; ///< share left from which a limit is near

QString kind_text(LimitKind kind) {
    switch (kind) {
    case LimitKind::arithmetic: return LimitsChart::tr("Arithmetic");
    case LimitKind::hbm: return LimitsChart::tr("HBM");
    case LimitKind::network: return LimitsChart::tr("Network");
    case LimitKind::memory: return LimitsChart::tr("Memory");
    case LimitKind::storage: return LimitsChart::tr("Storage");
    case LimitKind::power: return LimitsChart::tr("Power");
    case LimitKind::cooling: return LimitsChart::tr("Cooling");
    case LimitKind::space: return LimitsChart::tr("Space");
    case LimitKind::money: return LimitsChart::tr("Money");
    case LimitKind::time: break;
    }
    return LimitsChart::tr("Time");
}

QString price_text(const LimitMitigation& by) {
    if (!by.price) return LimitsChart::tr("price not known");
    if (by.price->high <= 0) return LimitsChart::tr("nothing to buy");
    return dollar_text(by.price->likely);
}

QString mitigation_line(const LimitCell& cell) {
    if (!cell.mitigation) return qt(cell.no_mitigation);
    const LimitMitigation& by = *cell.mitigation;
    return LimitsChart::tr("%1 · %2 · %3").arg(price_text(by), qt(by.effect), qt(by.action));
}

QString cell_readout(const LimitRow& row, const LimitCell& cell) {
    QString out =
        LimitsChart::tr("%1, %2: %3").arg(qt(row.scenario), to_qt(label_of(cell.kind)), qt(cell.margin));
    if (!cell.element.empty()) out += LimitsChart::tr("\nof: %1").arg(qt(cell.element));
    if (cell.gain)
        out += LimitsChart::tr("\na tenth more: the step %1 % faster").arg(100 * *cell.gain, 0, 'f', 1);
    if (!cell.mitigation) return out + LimitsChart::tr("\nno mitigation: %1").arg(qt(cell.no_mitigation));
    const LimitMitigation& by = *cell.mitigation;
    out += LimitsChart::tr("\ncheapest mitigation: %1\n%2; %3")
               .arg(qt(by.action),
                    by.price && by.price->high > by.price->low
                        ? LimitsChart::tr("%1 (%2)").arg(price_text(by), dollar_band_text(*by.price))
                        : price_text(by),
                    qt(by.effect));
    if (by.weeks) out += LimitsChart::tr("; there in %1").arg(week_text(by.weeks->likely));
    if (!by.caution.empty()) out += u'\n' + qt(by.caution);
    return out;
}

enum class Standing { over, binds, near_limit, free };
Standing standing_of(const LimitCell& cell) {
    if (cell.is_over) return Standing::over;
    if (cell.binds) return Standing::binds;
    const auto left = cell.share_left();
    return left && !is_rate(cell.kind) && *left < tight ? Standing::near_limit : Standing::free;
}

QColor standing_colour(const Theme& theme, Standing standing) {
    switch (standing) {
    case Standing::over: return theme.critical;
    case Standing::binds: return theme.accent;
    case Standing::near_limit: return theme.warning;
    case Standing::free: break;
    }
    return theme.secondary;
}

QColor mixed(const QColor& ground, const QColor& over, double share) {
    const auto part = [&](int a, int b) { return int(std::lround(a + (b - a) * share)); };
    return {part(ground.red(), over.red()), part(ground.green(), over.green()),
            part(ground.blue(), over.blue())};
}

/// The margin, below it what it is of and the mitigation, as far as there is room.
void draw_cell(ChartCanvas& canvas, const LimitRow& row, const LimitCell& cell, const QRectF& box) {
    const Theme& theme = canvas.theme();
    const Standing standing = standing_of(cell);
    const QColor colour = standing_colour(theme, standing);
    canvas.box(box, mixed(theme.panel, colour, standing == Standing::free ? 0.06 : 0.16));
    if (cell.used && cell.have && *cell.have > 0) {
        const double share = std::clamp(*cell.used / *cell.have, 0.0, 1.0);
        const double high = canvas.px(bar_height_px);
        canvas.box({box.left(), box.bottom() - high, box.width() * share, high}, colour);
    }
    const double inset = canvas.px(cell_inset_px), width = box.width() - 2 * inset,
                 // Texts that touch are left out.
        line = canvas.text_size(QStringLiteral("Mg"), Theme::Role::strong).height() + canvas.px(1);
    const double room = box.height() - canvas.px(bar_height_px);
    const int lines = std::clamp(int(room / line), 1, 3);
    const QString margin = qt(cell.margin), of = qt(cell.element);
    QStringList texts;
    if (lines == 1)
        texts << margin;
    else if (lines == 2)
        texts << (of.isEmpty() ? margin : LimitsChart::tr("%1 · %2").arg(margin, of))
              << mitigation_line(cell);
    else
        texts << margin << of << mitigation_line(cell);
    texts.removeAll(QString());
    const double top = box.top() + (room - line * double(texts.size())) / 2;
    for (qsizetype i = 0; i < texts.size(); ++i) {
        const bool is_margin = i == 0;
        canvas.label(canvas.elided(texts[i], width, is_margin ? Theme::Role::strong : Theme::Role::secondary),
                     {{{box.left() + inset, top + line * (double(i) + 0.5)}}},
                     {.role = is_margin ? Theme::Role::strong : Theme::Role::secondary,
                      .colour = is_margin ? (standing == Standing::over ? theme.critical : theme.text)
                                          : theme.secondary,
                      .may_leave_plot = true});
    }
    canvas.hit(box, cell_readout(row, cell));
}

void draw_matrix(ChartCanvas& canvas, const Rows& rows, const std::string& open) {
    const Theme& theme = canvas.theme();
    const double gap = canvas.px(cell_gap_px);
    const double each = canvas.y(1) - canvas.y(0);
    for (size_t s = 0; s < rows.size(); ++s) {
        const double left = canvas.x(double(s)), right = canvas.x(double(s) + 1) - gap;
        const double head = canvas.y(-0.75);
        const QString name = rows[s] ? qt(rows[s]->scenario) : LimitsChart::tr("being found …");
        const bool is_open = rows[s] && rows[s]->scenario == open;
        canvas.label(canvas.elided(name, right - left, Theme::Role::strong), {{{left, head}}},
                     {.role = Theme::Role::strong,
                      .colour = is_open ? theme.accent : theme.text,
                      .may_leave_plot = true});
        if (!rows[s]) continue;
        if (rows[s]->cells.empty()) {
            canvas.label(canvas.elided(qt(rows[s]->reason), right - left), {{{left, canvas.y(0)}}},
                         {.colour = theme.critical, .may_leave_plot = true});
            continue;
        }
        for (size_t k = 0; k < rows[s]->cells.size(); ++k) {
            const double middle = canvas.y(double(k));
            const QRectF box(QPointF(left, middle - each / 2 + gap / 2),
                             QPointF(right, middle + each / 2 - gap / 2));
            draw_cell(canvas, *rows[s], rows[s]->cells[k], box);
        }
    }
}

} // namespace

LimitsChart::LimitsChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec LimitsChart::describe(const Theme& theme, QSize) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = LimitsChart::tr("What limits each scenario");
    const Rows& rows = data().limits;
    if (rows.empty()) {
        spec.empty =
            LimitsChart::tr("For each scenario appears here how near it is to the limits of arithmetic, "
                            "memory, network, storage, power, cooling, space, money and time, and the "
                            "cheapest mitigation.");
        return spec;
    }
    spec.subtitle =
        joined({data().best_plan ? LimitsChart::tr("each by its own best plan")
                                 : LimitsChart::tr("each by the plan that it has"),
                LimitsChart::tr("in each cell the margin, what it is of, and the cheapest mitigation "
                                "with its price, evaluated again")});
    for (const auto& row : rows)
        if (row && !row->reason.empty() && !row->cells.empty())
            spec.subtitle += LimitsChart::tr("\n“%1”: %2").arg(qt(row->scenario), qt(row->reason));
    const auto entry = [&](const QString& text, Standing standing) {
        LegendEntry out;
        out.text = text;
        out.colour = standing_colour(theme, standing);
        spec.legend.push_back(std::move(out));
    };
    entry(LimitsChart::tr("what the step waits for most"), Standing::binds);
    entry(LimitsChart::tr("more is asked than there is"), Standing::over);
    entry(LimitsChart::tr("less than a tenth is left"), Standing::near_limit);
    PanelSpec panel;
    panel.y.scale = AxisSpec::Scale::category;
    panel.y.reversed = true;
    panel.y.zoom = false;
    panel.y.low = -1.1;
    panel.y.high = double(std::size(limit_kinds)) - 0.45;
    for (const LimitKind kind : limit_kinds) panel.y.categories << kind_text(kind);
    panel.x = {.low = 0, .high = double(rows.size()), .visible = false, .zoom = false};
    panel.draw = [rows, open = data().open](ChartCanvas& canvas) { draw_matrix(canvas, rows, open); };
    spec.panels.push_back(std::move(panel));
    return spec;
}

ChartTable LimitsChart::table() const {
    ChartTable out;
    out.columns = {{"scenario", ""},   {"limit", ""},  {"margin", ""},      {"of", ""},    {"used", ""},
                   {"have", ""},       {"unit", ""},   {"share_left", ""},  {"gain", ""},  {"mitigation", ""},
                   {"price_low", "$"}, {"price", "$"}, {"price_high", "$"}, {"effect", ""}};
    const auto number = [](const std::optional<double>& value) {
        return value ? ChartTable::Cell(*value) : ChartTable::Cell();
    };
    for (const auto& row : data().limits) {
        if (!row) continue;
        for (const LimitCell& cell : row->cells) {
            const LimitMitigation* by = cell.mitigation ? &*cell.mitigation : nullptr;
            const PriceBand* price = by && by->price ? &*by->price : nullptr;
            const auto band = [&](double PriceBand::*end) {
                return price ? ChartTable::Cell(price->*end) : ChartTable::Cell();
            };
            out.rows.push_back(
                {row->scenario, std::string(name_of(cell.kind)), cell.margin, cell.element, number(cell.used),
                 number(cell.have), std::string(cell.unit), number(cell.share_left()), number(cell.gain),
                 by ? by->action : cell.no_mitigation, band(&PriceBand::low), band(&PriceBand::likely),
                 band(&PriceBand::high), by ? ChartTable::Cell(by->effect) : ChartTable::Cell()});
        }
    }
    return out;
}

} // namespace roofrack
