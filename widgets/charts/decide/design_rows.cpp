// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/decide/design_rows.h"

#include "widgets/charts/chart_text.h"
#include "widgets/charts/compare/column_head.h"
#include "widgets/charts/decide/design_chart.h"
#include "widgets/charts/decide/design_view.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/plot/shared_room.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace roofrack {

namespace {

constexpr int least_width_of_ends = 640; ///< px of a table that says where designs end
constexpr int design_gap_px = 16;        ///< between two columns
constexpr int least_server_px = 40;      ///< a name that is cut keeps at least this

QString value_of(const DesignStudy& study, const DesignRow& row, size_t figure) {
    return row.runs() && row.absent[figure].empty()
               ? qt(study.question.figure(figure).value_text(row.values[figure]))
               : DesignChart::tr("none");
}

QString why_lost(const DesignStudy& study, size_t row) {
    const DesignStanding& standing = study.verdict.standings[row];
    if (!study.found.rows[row].runs()) return qt(study.found.rows[row].reason);
    return standing.lost.empty() ? DesignChart::tr("the best") : qt(standing.lost);
}

bool is_unsure(const DesignRow& row) { return !row.cautions.empty(); }

/// Whether some of the list are less sure than they look, and others are not: a mark before all says nothing.
bool marks_unsure(const DesignStudy& study) {
    const auto listed_is_unsure = [&](size_t place) { return is_unsure(study.found.rows[place]); };
    const std::vector<size_t>& listed = listed_designs(study);
    return std::ranges::any_of(listed, listed_is_unsure) && !std::ranges::all_of(listed, listed_is_unsure);
}

constexpr StepPart server_parts[] = {StepPart::compute,   StepPart::tensor_comm,  StepPart::optimizer,
                                     StepPart::straggler, StepPart::memory,       StepPart::data_comm,
                                     StepPart::failure,   StepPart::pipeline_comm};

QString design_hint(const DesignStudy& study, size_t place) {
    const DesignRow& row = study.found.rows[place];
    QStringList out{qt(row.name)};
    if (!row.cautions.empty()) out << QStringLiteral("(!) ") + listed_names(caution_texts(row.cautions));
    if (row.is_announced) out << DesignChart::tr("figures of its server are its maker's promises");
    if (!row.plan.empty()) out << qt(row.plan);
    for (size_t i = 0; i < study.question.figures(); ++i)
        out << QStringLiteral("%1: %2").arg(qt(study.question.figure(i).row->label), value_of(study, row, i));
    if (!study.verdict.standings[place].ends.empty()) out << qt(study.verdict.standings[place].ends);
    out << why_lost(study, place);
    return out.join(u'\n');
}

QString keep_key(const DesignRow& row) {
    return QLatin1String(DesignChart::keep_prefix) + QString::number(row.design);
}

/// The rows of the shown page, in columns as wide as their texts.
struct DesignTable {
    enum class Says { rank, name, figure, ends, lost };
    struct Column {
        Says says = Says::rank;
        size_t figure = 0; ///< its place in the question, where it says one
        double left = 0, width = 0;
    };

    ChartCanvas& canvas;
    const DesignView& view;
    RowPage page;
    std::vector<Column> columns;
    bool marks = false; ///< marks_unsure()

    const DesignStudy& study() const { return *view.study; }
    size_t place(int row) const { return listed_designs(study())[size_t(page.first + row)]; }

    QString head(const Column& column) const {
        switch (column.says) {
        case Says::rank: return {};
        case Says::name: return DesignChart::tr("design");
        case Says::figure: return qt(study().question.figure(column.figure).row->label);
        case Says::ends: return DesignChart::tr("ends at");
        case Says::lost: break;
        }
        return DesignChart::tr("why not the best");
    }

    QString cell(const Column& column, size_t at) const {
        const DesignRow& row = study().found.rows[at];
        const DesignStanding& standing = study().verdict.standings[at];
        switch (column.says) {
        case Says::rank: return standing.rank > 0 ? QString::number(standing.rank) : QStringLiteral("–");
        // A mark before the name, which the end of a long one would take away; its hint says what of.
        case Says::name:
            return marks && is_unsure(row) ? QStringLiteral("(!) ") + qt(row.name) : qt(row.name);
        case Says::figure: return value_of(study(), row, column.figure);
        case Says::ends: return qt(standing.ends);
        case Says::lost: break;
        }
        return why_lost(study(), at);
    }

    QColor colour(const Column& column, const DesignStanding& standing) const {
        const Theme& theme = canvas.theme();
        const bool is_text = column.says == Says::name || column.says == Says::figure;
        if (column.says == Says::name && standing.rank == 1) return theme.accent;
        if (column.says == Says::ends && !standing.is_feasible) return theme.critical;
        return is_text && standing.is_feasible ? theme.text : theme.secondary;
    }

    void text(const QString& what, const Column& column, double y, QColor colour) {
        canvas.label(canvas.elided(what, column.width), {{{column.left, y}}},
                     {.colour = colour, .may_leave_plot = true});
    }

    /// The server of a name without room, as "DGX H100 · 64 GPUs", is cut, and what stands behind " · "
    /// stays.
    QString cut_name(const QString& name, double width) const {
        const qsizetype at = name.indexOf(QStringLiteral(" · "));
        const QString rest = at < 0 ? QString() : name.mid(at);
        const double room = width - canvas.text_size(rest).width() - canvas.px(1);
        if (at < 0 || canvas.text_size(name).width() <= width || room < canvas.px(least_server_px))
            return name;
        return canvas.elided(name.left(at), room) + rest;
    }

    double wanted_width(const Column& column, bool with_head) const {
        double out = with_head ? canvas.text_size(head(column)).width() : 0;
        for (int i = 0; i < page.shown; ++i)
            out = std::max(out, canvas.text_size(cell(column, place(i))).width());
        return std::ceil(out) + canvas.px(2);
    }

    /// Where not all has room the names of the designs have theirs first, and heads are cut.
    std::vector<double> widths_without_heads(double room) const {
        constexpr double most_of_names = 0.5; // names have no more than half the room
        std::vector<double> others;
        for (const Column& each : columns)
            others.push_back(each.says == Says::name ? 0 : wanted_width(each, each.says == Says::lost));
        const double name = std::min(wanted_width(columns[1], false), most_of_names * room);
        std::vector<double> out = fitted_widths(others, room - name);
        out[1] = name;
        return out;
    }

    /// Whether all of them have room for their texts.
    bool set_columns(bool has_ends) {
        columns = {{Says::rank}, {Says::name}};
        for (size_t i = 0; i < study().question.figures(); ++i) columns.push_back({Says::figure, i});
        if (has_ends) columns.push_back({Says::ends});
        columns.push_back({Says::lost});
        const double gap = canvas.px(design_gap_px);
        const double room = canvas.plot().width() - gap * double(columns.size() - 1);
        std::vector<double> wanted, widths;
        for (const Column& each : columns) wanted.push_back(wanted_width(each, true));
        if (std::accumulate(wanted.begin(), wanted.end(), 0.0) <= room)
            widths = wanted;
        else
            widths = widths_without_heads(room);
        double left = canvas.plot().left();
        for (size_t i = 0; i < columns.size(); ++i) {
            columns[i].left = left;
            columns[i].width = widths[i];
            left += widths[i] + gap;
        }
        return widths == wanted;
    }

    void paint_heads() {
        const double y = canvas.y(-1), height = canvas.y(1) - canvas.y(0);
        for (const Column& each : columns) {
            text(head(each), each, y, canvas.theme().secondary);
            if (canvas.elided(head(each), each.width) != head(each)) // a row's hint has all of its texts
                canvas.hit(QRectF(each.left, y - height / 2, each.width, height), head(each));
        }
    }

    void paint() {
        const double left = canvas.plot().left(), width = canvas.plot().width();
        const double height = canvas.y(1) - canvas.y(0);
        // Where a design ends is left to its hint where there is little room.
        const bool has_limits = !study().question.limits.empty();
        if (!set_columns(has_limits) && has_limits && width < canvas.px(least_width_of_ends))
            set_columns(false);
        paint_heads();
        for (int i = 0; i < page.shown; ++i) {
            const size_t at = place(i);
            const double y = canvas.y(i);
            for (const Column& each : columns) {
                const QString what = cell(each, at);
                text(each.says == Says::name ? cut_name(what, each.width) : what, each, y,
                     colour(each, study().verdict.standings[at]));
            }
            QPainterPath area;
            area.addRect({left, y - height / 2, width, height});
            mark_design(canvas, area, view, at);
        }
        draw_page_line(canvas, page,
                       page.after() > 0 ? counted(page.after(), DesignChart::tr("▾ 1 more design"),
                                                  DesignChart::tr("▾ %1 more designs"))
                                        : DesignChart::tr("▴ the best designs"),
                       DesignChart::next_rows_key, height);
    }
};

} // namespace

const std::vector<size_t>& listed_designs(const DesignStudy& study) {
    return study.verdict.ranked.empty() ? study.verdict.nearest : study.verdict.ranked;
}

QString caution_line(const DesignStudy& study) {
    const std::vector<size_t>& listed = listed_designs(study);
    const auto row_at = [&](size_t place) -> const DesignRow& { return study.found.rows[place]; };
    if (std::ranges::none_of(listed, [&](size_t place) { return is_unsure(row_at(place)); })) return {};
    if (marks_unsure(study)) return DesignChart::tr("(!): less sure than it looks; point at it to see why");
    const auto first = caution_texts(row_at(listed.front()).cautions);
    const bool are_alike = std::ranges::all_of(
        listed, [&](size_t place) { return caution_texts(row_at(place).cautions) == first; });
    return are_alike
               ? DesignChart::tr("all of them are less sure than they look: %1").arg(listed_names(first))
               : DesignChart::tr("all of them are less sure than they look; point at one to see why");
}

std::vector<std::string> coloured_servers(const DesignStudy& study) {
    std::vector<std::string> out;
    for (const DesignRow& row : study.found.rows) {
        if (row.server.empty() || std::ranges::find(out, row.server) != out.end()) continue;
        if (out.size() == std::size(server_parts)) return {};
        out.push_back(row.server);
    }
    if (out.size() < 2) out.clear();
    return out;
}

QColor server_colour(const Theme& theme, size_t server) { return theme.part(server_parts[server]); }

void mark_design(ChartCanvas& canvas, const QPainterPath& area, const DesignView& view, size_t place) {
    const DesignRow& row = view.study->found.rows[place];
    const QString hint = design_hint(*view.study, place);
    if (view.is_read_only || !row.runs())
        canvas.hit(area.boundingRect(), hint);
    else
        canvas.choose(area, hint + u'\n' + DesignChart::tr("a click keeps it as a scenario"), keep_key(row));
}

void paint_design_rows(ChartCanvas& canvas, const DesignView& view, const RowPage& page) {
    DesignTable{canvas, view, page, {}, marks_unsure(*view.study)}.paint();
}

} // namespace roofrack
