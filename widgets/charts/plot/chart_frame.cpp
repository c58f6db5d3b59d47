// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plot/chart_frame.h"

#include <QFontMetricsF>

#include <algorithm>
#include <limits>

namespace roofrack {

namespace {

constexpr int swatch = 10, margin = 16;
constexpr int entry_gap = 16, title_gap = 24; ///< beside an entry of a legend, beside the title
constexpr int high_for_breaks =
    300; ///< height of a picture that breaks long subtitles; lower ones shorten them

} // namespace

std::vector<QString> wrapped(const QString& text, const QFontMetricsF& metrics, double width, int most) {
    std::vector<QString> lines;
    QString line;
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    for (qsizetype i = 0; i < words.size(); ++i) {
        const QString longer = line.isEmpty() ? words[i] : line + u' ' + words[i];
        if (metrics.horizontalAdvance(longer) <= width || line.isEmpty()) {
            line = longer;
            continue;
        }
        if (static_cast<int>(lines.size()) == most - 1) {
            line = line + u' ' + words.mid(i).join(u' ');
            break;
        }
        lines.push_back(line);
        line = words[i];
    }
    if (!line.isEmpty()) lines.push_back(metrics.elidedText(line, Qt::ElideRight, width));
    return lines;
}

std::vector<QString> broken(const QString& text, const QFontMetricsF& metrics, double width) {
    if (metrics.horizontalAdvance(text) <= width) return {text}; // with what spaces it has
    std::vector<QString> lines(1);
    for (QString word : text.split(u' ', Qt::SkipEmptyParts)) {
        const QString longer = lines.back().isEmpty() ? word : lines.back() + u' ' + word;
        if (metrics.horizontalAdvance(longer) <= width) {
            lines.back() = longer;
            continue;
        }
        if (!lines.back().isEmpty()) lines.emplace_back();
        while (metrics.horizontalAdvance(word) > width && word.size() > 1) {
            qsizetype length = 1;
            while (length + 1 < word.size() && metrics.horizontalAdvance(word.left(length + 1)) <= width)
                ++length;
            lines.back() = word.left(length);
            word = word.mid(length);
            lines.emplace_back();
        }
        lines.back() = word;
    }
    return lines;
}

namespace {

/// The plan keeps its place at the end of a title that must be shortened.
std::vector<QString> title_lines(const ChartSpec& spec, const QFontMetricsF& metrics, double width,
                                 int most) {
    const QString whole = spec.whole_title();
    std::vector<QString> lines = wrapped(whole, metrics, width, most);
    if (spec.plan.isEmpty() || lines.empty() || QStringList(lines.begin(), lines.end()).join(u' ') == whole)
        return lines;
    const QString plan = whole.mid(spec.title.size());
    lines = wrapped(spec.title, metrics, width, most);
    lines.back() = metrics.elidedText(lines.back(), Qt::ElideRight,
                                      std::max(0.0, width - metrics.horizontalAdvance(plan))) +
                   plan;
    return lines;
}

/// What the texts around the axes take, from all they want to nothing but the title.
struct Around {
    int title_lines = 2;
    int subtitle_lines = 2; ///< lines for each line of the subtitle; 0: only the first, in one
    bool has_subtitle = true, has_source = true;
    int legend_rows = std::numeric_limits<int>::max(); ///< 0: only what stands beside the title
};

/// What may give way to the plot, step by step.
std::vector<Around> ways_to_yield(bool may_break) {
    const int all = std::numeric_limits<int>::max();
    return {{2, may_break ? 2 : 1, true, true, all},
            {2, 1, true, true, all},
            {1, 1, true, true, all},
            {1, 0, true, true, all},
            {1, 0, true, false, all},
            {1, 0, false, false, all},
            {1, 0, false, false, 1},
            {1, 0, false, false, 0}};
}

/// What may give way where the texts are kept: the line of the source, then the lines of the legend, which
/// stands beside the title where it has room there.
std::vector<Around> ways_to_keep() {
    constexpr int as_many_lines_as_it_needs = 6;
    const int all = std::numeric_limits<int>::max();
    return {{2, as_many_lines_as_it_needs, true, true, all},
            {2, as_many_lines_as_it_needs, true, false, all},
            {2, as_many_lines_as_it_needs, true, false, 0}};
}

double entry_width(const LegendEntry& entry, const Theme& theme) {
    const QFontMetricsF small(theme.font(Theme::Role::secondary));
    return theme.spacing(swatch + 6) + small.horizontalAdvance(entry.text);
}

/// The whole legend in one line at the right of the title, which takes no height; nothing where the title is
/// broken or both have no room. `right`: right end of the line.
std::vector<QRectF> beside_title(const ChartSpec& spec, const std::vector<QString>& title, const Theme& theme,
                                 double right) {
    const QFontMetricsF strong(theme.font(Theme::Role::strong)), small(theme.font(Theme::Role::secondary));
    std::vector<QRectF> out;
    if (title.size() > 1) return out;
    double width = -theme.spacing(entry_gap);
    for (const LegendEntry& entry : spec.legend)
        width += entry_width(entry, theme) + theme.spacing(entry_gap);
    const double left = theme.spacing(margin) + (title.empty() ? 0 : strong.horizontalAdvance(title.front()));
    double x = right - width;
    if (x < left + theme.spacing(title_gap)) return out;
    const double y = theme.spacing(12) + std::max(0.0, (strong.height() - small.height()) / 2);
    for (const LegendEntry& entry : spec.legend) {
        out.emplace_back(x, y, entry_width(entry, theme), small.height());
        x += entry_width(entry, theme) + theme.spacing(entry_gap);
    }
    return out;
}

FrameLayout layout_with(const Around& around, const ChartSpec& spec, const Theme& theme, QSize size) {
    const QFontMetricsF strong(theme.font(Theme::Role::strong)), small(theme.font(Theme::Role::secondary));
    const double left = theme.spacing(margin), right = size.width() - theme.spacing(margin);
    FrameLayout out;
    double y = theme.spacing(12);
    out.title = title_lines(spec, strong, right - left, around.title_lines);
    y += static_cast<double>(out.title.size()) * strong.height();
    out.alert = wrapped(spec.alert, small, right - left, around.title_lines);
    if (!out.alert.empty()) y += theme.spacing(2) + static_cast<double>(out.alert.size()) * small.height();
    if (!spec.subtitle.isEmpty() && around.has_subtitle) {
        for (const QString& line : spec.subtitle.split(u'\n')) {
            for (QString& part : wrapped(line, small, right - left, std::max(1, around.subtitle_lines)))
                out.subtitle.push_back(std::move(part));
            if (around.subtitle_lines == 0) break;
        }
        y += theme.spacing(2) + static_cast<double>(out.subtitle.size()) * small.height();
    }
    if (!spec.legend.empty() && around.legend_rows > 0) {
        y += theme.spacing(8);
        double x = left;
        int row = 1;
        for (const LegendEntry& entry : spec.legend) {
            const double width = entry_width(entry, theme);
            if (x > left && x + width > right) {
                if (++row > around.legend_rows) break;
                x = left;
                y += small.height() + theme.spacing(4);
            }
            out.legend.emplace_back(x, y, width, small.height());
            x += width + theme.spacing(entry_gap);
        }
        y += small.height();
    } else if (!spec.legend.empty()) {
        out.legend = beside_title(spec, out.title, theme, right);
    }
    y += theme.spacing(8);
    const double source = around.has_source ? small.height() + theme.spacing(4) : 0,
                 bottom = size.height() - theme.spacing(12) - source;
    if (around.has_source) out.source = small.elidedText(spec.source, Qt::ElideRight, right - left);
    out.panels = QRectF(QPointF(left, y), QPointF(right, std::max(y, bottom)));
    return out;
}

} // namespace

FrameLayout frame_layout(const ChartSpec& spec, const Theme& theme, QSize size) {
    // What a plot needs before texts around it, and what stands between it and them: headings, ticks.
    constexpr double high = 248, low = 180, share = 0.45;
    constexpr int beside_plot = 92;
    const double wanted = std::min(high, std::max(low, share * size.height())) + theme.spacing(beside_plot);
    const bool may_break = size.height() >= theme.spacing(high_for_breaks);
    FrameLayout layout;
    constexpr int least_panels = 140; // what is left to panels that are rows before a subtitle goes
    using Yields = ChartSpec::SubtitleYields;
    const double kept_from = spec.subtitle_yields == Yields::last ? theme.spacing(least_panels) : wanted;
    if (spec.subtitle_yields != Yields::first && !spec.keeps_texts)
        for (const Around& around : ways_to_keep()) {
            layout = layout_with(around, spec, theme, size);
            if (layout.legend.size() < spec.legend.size()) break;
            if (layout.panels.height() >= kept_from) return layout;
        }
    for (const Around& around : spec.keeps_texts ? ways_to_keep() : ways_to_yield(may_break)) {
        FrameLayout next = layout_with(around, spec, theme, size);
        if (spec.keeps_texts && next.legend.size() < spec.legend.size()) break;
        layout = std::move(next);
        if (layout.panels.height() >= wanted) break;
    }
    return layout;
}

void paint_frame(QPainter& painter, const ChartSpec& spec, const Theme& theme, QSize size, ChartInk& ink) {
    const FrameLayout layout = frame_layout(spec, theme, size);
    const QRectF picture(QPointF(0, 0), QSizeF(size));
    ChartCanvas canvas(
        painter, theme, picture, picture, [](double v) { return v; }, [](double v) { return v; }, ink);
    const double left = layout.panels.left();
    double y = theme.spacing(12);
    const double strong = QFontMetricsF(theme.font(Theme::Role::strong)).height();
    const auto top_left = Qt::AlignLeft | Qt::AlignTop;
    for (const QString& line : layout.title) {
        canvas.label(line, {{{left, y}, top_left}}, {.role = Theme::Role::strong});
        y += strong;
    }
    const double small = QFontMetricsF(theme.font(Theme::Role::secondary)).height();
    if (!layout.alert.empty()) y += theme.spacing(2);
    for (const QString& line : layout.alert) {
        canvas.label(line, {{{left, y}, top_left}}, {.colour = theme.critical});
        y += small;
    }
    // What gave way is told where the title is pointed at, and the alert below it.
    const bool has_cut_alert =
        QStringList(layout.alert.begin(), layout.alert.end()).join(u' ') != spec.alert.simplified();
    const bool has_cut_subtitle =
        layout.subtitle.join(u' ') != QString(spec.subtitle).replace(u'\n', u' ') && !spec.title.isEmpty();
    if (has_cut_alert || has_cut_subtitle) {
        QStringList told{spec.whole_title(), spec.alert, spec.subtitle, spec.source};
        told.removeAll(QString());
        canvas.hit(QRectF(left, theme.spacing(12), layout.panels.width(), y - theme.spacing(12)),
                   told.join(u'\n'));
    }
    y += theme.spacing(2);
    for (const QString& line : layout.subtitle) {
        canvas.label(line, {{{left, y}, top_left}}, {.colour = theme.secondary});
        y += small;
    }
    for (size_t i = 0; i < layout.legend.size(); ++i) {
        const LegendEntry& entry = spec.legend[i];
        const QRectF& rect = layout.legend[i];
        const double side = theme.spacing(swatch);
        QRectF mark(rect.left(), rect.center().y() - side / 2, side, side);
        if (entry.line) mark = QRectF(mark.left(), rect.center().y() - canvas.px(1), side, canvas.px(2));
        if (entry.swatch)
            entry.swatch(canvas, mark);
        else if (entry.shown)
            canvas.box(mark, entry.colour);
        else
            canvas.box_outline(mark.adjusted(0.5, 0.5, -0.5, -0.5), theme.disabled);
        canvas.label(entry.text, {{{rect.left() + theme.spacing(swatch + 6), rect.top()}, top_left}},
                     {.colour = entry.shown ? theme.text : theme.disabled});
        if (!entry.key.isEmpty()) canvas.toggle(rect, entry.key);
    }
    canvas.label(
        layout.source,
        {{{layout.panels.right(), picture.bottom() - theme.spacing(10)}, Qt::AlignRight | Qt::AlignBottom}},
        {.colour = theme.disabled});
    if (spec.empty.isEmpty()) return;
    const QFont font = theme.font(Theme::Role::body);
    const QFontMetricsF metrics(font);
    const auto lines =
        wrapped(spec.empty, metrics, std::min<double>(layout.panels.width(), theme.spacing(420)), 6);
    QPointF at(layout.panels.center().x(),
               layout.panels.center().y() - static_cast<double>(lines.size()) * metrics.height() / 2);
    for (const QString& line : lines) {
        canvas.label(line, {{at, Qt::AlignHCenter | Qt::AlignTop}},
                     {.role = Theme::Role::body, .colour = theme.secondary});
        at.ry() += metrics.height();
    }
}

} // namespace roofrack
