// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/handover/report_charts.h"

#include "core/base/spreadsheet/xml_scanner.h"
#include "core/base/units/printable.h"
#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

std::string picture_begin(double width, double height) {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" "
        "viewBox=\"0 0 {0:g} {1:g}\" font-family=\"Arial, Helvetica, sans-serif\" font-size=\"13\" "
        "fill=\"#1b1f24\">\n",
        width, height);
}

std::string picture_text(double x, double y, const std::string& text, const char* anchor) {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                       xml_text(printable_line(text)));
}

/// Colours that those who see no red or green tell apart by their lightness.
const char* regime_colour(std::optional<Regime> regime) {
    if (!regime) return "#6e7781";
    return *regime == Regime::linear ? "#1a7f64" : *regime == Regime::diminishing ? "#c98a00" : "#b3261e";
}

/// Characters of UTF-8.
size_t letters_of(std::string_view text) {
    return static_cast<size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

/// A name that has room beside a bar.
std::string bar_label(const std::string& name) {
    constexpr size_t most = 40;
    std::string out = printable_line(name);
    if (letters_of(out) <= most) return out;
    size_t letters = 0, end = 0;
    while (end < out.size() && letters < most)
        if ((static_cast<unsigned char>(out[end++]) & 0xc0) != 0x80) ++letters;
    return out.substr(0, end - 1) + "…";
}

} // namespace

std::string bars_svg(const std::vector<ReportBar>& bars) {
    constexpr double row = 22, width = 760, text_room = 150, letter = 6.8;
    double most = 0, least = 0, label_width = 150;
    for (const ReportBar& bar : bars) {
        most = std::max(most, bar.value);
        least = std::min(least, bar.value);
        const size_t letters = letters_of(bar_label(bar.label));
        label_width = std::max(label_width, 16 + letter * static_cast<double>(letters));
    }
    if (!(most > 0)) return {};
    const double scale = (width - text_room - label_width) / (most - least);
    const double line = label_width - scale * least;
    std::string out = picture_begin(width, row * static_cast<double>(bars.size()) + 8);
    double y = 4;
    for (const ReportBar& bar : bars) {
        const double from = line + scale * std::min(0.0, bar.value), length = scale * std::abs(bar.value);
        out += picture_text(label_width - 8, y + 15, bar_label(bar.label), "end");
        out += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"15\" fill=\"{}\"/>\n",
                           from, y + 3, std::max(1.0, length), report_bar_colour);
        out += picture_text(from + length + 8, y + 15, bar.text, "start");
        y += row;
    }
    return out + "</svg>\n";
}

std::string scaling_svg(const ScaleResult& scale) {
    std::vector<const ScalePoint*> points;
    for (const ScalePoint& point : scale.points)
        if (point.feasible && point.gpus > 0 && point.speedup > 0) points.push_back(&point);
    if (points.size() < 2) return {};
    constexpr double width = 760, height = 380, left = 64, right = 740, top = 16, bottom = 330;
    const double first = points.front()->gpus, last = points.back()->gpus;
    double highest = last / first, lowest = 1;
    for (const ScalePoint* point : points) {
        highest = std::max(highest, point->speedup);
        lowest = std::min(lowest, point->speedup);
    }
    const auto x = [&](double gpus) {
        return left + (right - left) * std::log(gpus / first) / std::log(last / first);
    };
    const auto y = [&](double speedup) {
        return bottom - (bottom - top) * std::log(speedup / lowest) / std::log(highest / lowest);
    };
    std::string out = picture_begin(width, height);
    // Ticks at doublings, as many as have room.
    const double doublings = std::log2(last / first), step = std::max(1.0, std::ceil(doublings / 8));
    for (double i = 0; i <= doublings + 1e-9; i += step) {
        const double gpus = first * std::exp2(i);
        out += fmt::format("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\" stroke=\"#e4e8ec\"/>\n",
                           x(gpus), top, bottom);
        out += picture_text(x(gpus), bottom + 18, format_count(gpus), "middle");
    }
    for (double i = 0; lowest * std::exp2(i) <= highest * 1.001; i += step) {
        const double speedup = lowest * std::exp2(i);
        out += fmt::format("<line x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"#e4e8ec\"/>\n",
                           left, right, y(speedup));
        out += picture_text(left - 8, y(speedup) + 4, fmt::format("{:.3g}", speedup), "end");
    }
    out += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#8b949e\" "
                       "stroke-dasharray=\"5 4\"/>\n",
                       x(first), y(1), x(last), y(last / first));
    for (size_t i = 1; i < points.size(); ++i)
        out += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
                           "stroke-width=\"3\" stroke-linecap=\"round\"/>\n",
                           x(points[i - 1]->gpus), y(points[i - 1]->speedup), x(points[i]->gpus),
                           y(points[i]->speedup), regime_colour(points[i]->regime));
    out += picture_text((left + right) / 2, height - 8, "GPUs", "middle");
    double legend = left + 12;
    for (const Regime regime : {Regime::linear, Regime::diminishing, Regime::degrading}) {
        out += fmt::format("<rect x=\"{:g}\" y=\"24\" width=\"18\" height=\"5\" fill=\"{}\"/>\n", legend,
                           regime_colour(regime));
        out += picture_text(legend + 24, 31, std::string(name_of(regime)), "start");
        legend += 116;
    }
    out += fmt::format("<line x1=\"{0:g}\" x2=\"{1:g}\" y1=\"26\" y2=\"26\" stroke=\"#8b949e\" "
                       "stroke-dasharray=\"5 4\"/>\n",
                       legend, legend + 18);
    out += picture_text(legend + 24, 31, "ideal", "start");
    return out + "</svg>\n";
}

} // namespace roofrack
