// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/measured_curve/checks_panel.h"

#include "widgets/charts/chart_text.h"
#include "widgets/charts/measured_curve/measured_curve_chart.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/plot/chart_frame.h"
#include "widgets/fields/text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace roofrack {

namespace {

struct CurveChecks {
    std::array<ScalingCheck, 3> checks;
    QStringList laws;
};

/// What the laws fitted to the points say about any number of GPUs.
QStringList laws_text(const ScalingFit& fit) {
    QStringList out;
    const auto times = [](double most) { return QString::number(most, 'g', 3); };
    if (std::isfinite(fit.amdahl.most()))
        out << MeasuredCurveChart::tr("Amdahl: no number of GPUs makes it %1 times one")
                   .arg(times(fit.amdahl.most()));
    if (std::isfinite(fit.usl.peak()))
        out << MeasuredCurveChart::tr("USL: at most %1 times one, at %2 GPUs")
                   .arg(times(fit.usl.most()), count_text(std::round(fit.usl.peak())));
    if (std::isfinite(fit.usl.peak_low))
        out << MeasuredCurveChart::tr("the points allow a turn down from %1 GPUs on")
                   .arg(count_text(std::round(fit.usl.peak_low)));
    return out;
}

QColor answer_colour(const Theme& theme, ScalingAnswer answer) {
    switch (answer) {
    case ScalingAnswer::good: return theme.good;
    case ScalingAnswer::limited: return theme.warning;
    case ScalingAnswer::bad: return theme.critical;
    case ScalingAnswer::not_measured: break;
    }
    return theme.secondary;
}

struct Lines {
    std::vector<QString> said, todo;
    size_t count() const { return said.size() + todo.size(); }
};

Lines lines_of(const ScalingCheck& check, const QFontMetricsF& metrics, double width, int most) {
    Lines out;
    out.said = wrapped(qt(check.said), metrics, width, most);
    const int left = most - static_cast<int>(out.said.size());
    if (!check.todo.empty() && left > 0)
        out.todo = wrapped(QStringLiteral("→ ") + qt(check.todo), metrics, width, left);
    return out;
}

QString whole_text(const ScalingCheck& check) {
    const QString out =
        to_qt(text_of(check.question)) + u'\n' + in_words(name_of(check.answer)) + u'\n' + qt(check.said);
    return check.todo.empty() ? out : out + QStringLiteral("\n→ ") + qt(check.todo);
}

/// Paints one question into `rect`; its height.
double draw_check(ChartCanvas& canvas, const ScalingCheck& check, const QRectF& rect, int most_lines) {
    const Theme& theme = canvas.theme();
    const QFontMetricsF strong(theme.font(Theme::Role::strong)), small(theme.font(Theme::Role::secondary));
    const double indent = canvas.px(14);
    const auto top_left = Qt::AlignLeft | Qt::AlignTop;
    double y = rect.top();
    const auto write = [&](const QString& text, double x, Theme::Role role, const QColor& colour) {
        canvas.label(text, {{{x, y}, top_left}}, {.role = role, .colour = colour, .may_leave_plot = true});
    };
    write(canvas.elided(to_qt(text_of(check.question)), rect.width(), Theme::Role::strong), rect.left(),
          Theme::Role::strong, theme.text);
    y += strong.height() + canvas.px(2);
    const QColor colour = answer_colour(theme, check.answer);
    const QPointF mark(rect.left() + canvas.px(5), y + strong.height() / 2);
    const bool is_known = check.answer != ScalingAnswer::not_measured;
    canvas.dot(mark, canvas.px(4), is_known ? colour : theme.panel, colour, canvas.px(1.5));
    write(in_words(name_of(check.answer)), rect.left() + indent, Theme::Role::strong, colour);
    y += strong.height();
    const Lines lines = lines_of(check, small, rect.width() - indent, most_lines);
    for (const QString& line : lines.said) {
        write(line, rect.left() + indent, Theme::Role::secondary, theme.text);
        y += small.height();
    }
    for (const QString& line : lines.todo) {
        write(line, rect.left() + indent, Theme::Role::secondary, theme.secondary);
        y += small.height();
    }
    canvas.hit(QRectF(rect.topLeft(), QPointF(rect.right(), y)), whole_text(check));
    return y - rect.top();
}

/// A line each, where there is no room for more.
void list_answers(ChartCanvas& canvas, const std::array<ScalingCheck, 3>& checks, const QRectF& all) {
    const Theme& theme = canvas.theme();
    const QFontMetricsF small(theme.font(Theme::Role::secondary));
    double y = all.top();
    for (const ScalingCheck& check : checks) {
        const QColor colour = answer_colour(theme, check.answer);
        const bool is_known = check.answer != ScalingAnswer::not_measured;
        const double middle = y + small.height() / 2;
        canvas.dot({all.left() + canvas.px(5), middle}, canvas.px(4), is_known ? colour : theme.panel, colour,
                   canvas.px(1.5));
        const QString line = to_qt(text_of(check.question)) + u' ' + in_words(name_of(check.answer));
        const double left = all.left() + canvas.px(14);
        canvas.label(canvas.elided(line, all.right() - left), {{{left, y}, Qt::AlignLeft | Qt::AlignTop}},
                     {.may_leave_plot = true});
        canvas.hit(QRectF(all.left(), y, all.width(), small.height()), whole_text(check));
        y += small.height() + canvas.px(3);
    }
}

void draw_checks(ChartCanvas& canvas, const CurveChecks& answers, bool is_wide) {
    const auto& checks = answers.checks;
    const Theme& theme = canvas.theme();
    const QFontMetricsF strong(theme.font(Theme::Role::strong)), small(theme.font(Theme::Role::secondary));
    const QRectF all = canvas.plot().adjusted(0, canvas.px(6), 0, 0);
    const double head = 2 * strong.height() + canvas.px(2), between = canvas.px(14);
    if (is_wide) {
        const double width = (all.width() - 2 * between) / 3;
        const int most = std::max(1, static_cast<int>((all.height() - head) / small.height()));
        for (size_t i = 0; i < checks.size(); ++i)
            draw_check(
                canvas, checks[i],
                {all.left() + static_cast<double>(i) * (width + between), all.top(), width, all.height()},
                most);
        return;
    }
    // As many lines of each as there is room for all.
    const double width = all.width() - canvas.px(4);
    int most = 7;
    const auto needed = [&] {
        double height = 2 * between;
        for (const ScalingCheck& check : checks)
            height +=
                head + static_cast<double>(lines_of(check, small, width - canvas.px(14), most).count()) *
                           small.height();
        return height;
    };
    while (most > 1 && needed() > all.height()) --most;
    if (needed() > all.height()) return list_answers(canvas, checks, all);
    double y = all.top();
    for (const ScalingCheck& check : checks)
        y += draw_check(canvas, check, {all.left(), y, width, all.height()}, most) + between;
    std::vector<QString> laws;
    for (const QString& law : answers.laws)
        std::ranges::copy(wrapped(law, small, width - canvas.px(14), 2), std::back_inserter(laws));
    const double room = strong.height() + static_cast<double>(laws.size()) * small.height();
    if (laws.empty() || y + room > all.bottom()) return;
    const auto write = [&](const QString& text, double x, Theme::Role role) {
        canvas.label(text, {{{x, y}, Qt::AlignLeft | Qt::AlignTop}}, {.role = role, .may_leave_plot = true});
    };
    write(MeasuredCurveChart::tr("What the laws allow"), all.left(), Theme::Role::strong);
    y += strong.height() + canvas.px(2);
    for (const QString& line : laws) {
        write(line, all.left() + canvas.px(14), Theme::Role::secondary);
        y += small.height();
    }
}

} // namespace

PanelSpec checks_panel(const ScalingFit& fit, bool is_wide) {
    PanelSpec panel;
    panel.heading = MeasuredCurveChart::tr("Before more GPUs are bought");
    panel.x = {.visible = false, .zoom = false};
    panel.y = {.visible = false, .zoom = false};
    panel.draw = [answers = CurveChecks{scaling_checks(fit), laws_text(fit)}, is_wide](ChartCanvas& canvas) {
        draw_checks(canvas, answers, is_wide);
    };
    return panel;
}

} // namespace roofrack
