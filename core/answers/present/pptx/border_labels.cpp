// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/pptx/border_labels.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace roofrack {

namespace {

constexpr double beside = 12;           ///< px that programs leave between a line and its label, at both ends
constexpr double line_height = 1.25;    ///< × the height of the type
constexpr double label_height = 0.1;    ///< where the middle of a label stands, share of the plot's height
constexpr double above_the_axis = 0.02; ///< at least so much below the lowest line, share of that height

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> out;
    for (size_t at = 0; at <= text.size();) {
        const size_t end = std::min(text.find('\n', at), text.size());
        out.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return out;
}

double widest(const std::vector<std::string>& lines, double type, const TypeRuler& ruler) {
    double out = 0;
    for (const std::string& each : lines) out = std::max(out, ruler.width(each, type));
    return out;
}

/// On which side of its line each text stands, one bit each (set: at the right), and the room that it has
/// there.
class Sides {
public:
    Sides(const std::vector<BorderText>& borders, double width)
        : m_borders(borders)
        , m_width(width) {}

    bool is_right(size_t sides, size_t i) const { return (sides >> i & 1) != 0; }
    /// px; two texts between the same lines share what is there.
    double room(size_t sides, size_t i) const {
        const size_t gap = i + (is_right(sides, i) ? 1 : 0);
        const double from = gap > 0 ? m_borders[gap - 1].x : 0, to = gap < count() ? m_borders[gap].x : 1;
        const bool is_shared =
            is_right(sides, i) ? gap < count() && !is_right(sides, gap) : gap > 0 && is_right(sides, gap - 1);
        return (to - from) * m_width / (is_shared ? 2 : 1) - beside;
    }
    size_t count() const { return m_borders.size(); }

private:
    const std::vector<BorderText>& m_borders;
    double m_width;
};

/// The sides on which the fewest texts have to be broken: at the left, the last at the right, unless others
/// are better.
size_t best_sides(const Sides& sides, const std::vector<BorderText>& borders, double type,
                  const TypeRuler& ruler) {
    const size_t usual = borders.empty() ? 0 : size_t{1} << (borders.size() - 1);
    constexpr size_t most_tried = 10;
    if (borders.size() > most_tried) return usual;
    const auto words_of = [](std::string text) {
        std::ranges::replace(text, ' ', '\n');
        return lines_of(text);
    };
    const auto cost = [&](size_t chosen) {
        constexpr double of_a_broken_word = 100, of_another_side = 1; // px that it counts as
        double out = 0;
        for (size_t i = 0; i < borders.size(); ++i) {
            const double room = sides.room(chosen, i);
            out += std::max(0.0, widest(lines_of(borders[i].text), type, ruler) - room);
            out += std::max(0.0, widest(words_of(borders[i].text), type, ruler) - room) * of_a_broken_word;
            if (sides.is_right(chosen, i) != sides.is_right(usual, i)) out += of_another_side;
        }
        return out;
    };
    size_t best = usual;
    double least = cost(usual);
    for (size_t chosen = 0; chosen < size_t{1} << borders.size(); ++chosen)
        if (const double here = cost(chosen); here < least) {
            least = here;
            best = chosen;
        }
    return best;
}

} // namespace

std::vector<BorderLabel> border_labels(const std::vector<BorderText>& borders, double width, double height,
                                       double type, const TypeRuler& ruler) {
    const Sides sides(borders, width);
    const size_t chosen = best_sides(sides, borders, type, ruler);
    std::vector<BorderLabel> out;
    for (size_t i = 0; i < borders.size(); ++i) {
        BorderLabel& label = out.emplace_back();
        label.is_right = sides.is_right(chosen, i);
        std::vector<std::string> lines;
        for (const std::string& each : lines_of(borders[i].text))
            for (std::string& line : ruler.lines(each, type, std::max(sides.room(chosen, i), type)))
                lines.push_back(std::move(line));
        label.text = fmt::format("{}", fmt::join(lines, "\n"));
        const double x = borders[i].x, wide = (widest(lines, type, ruler) + beside) / width,
                     high = static_cast<double>(lines.size()) * line_height * type / height;
        label.area = PlotArea::around(
            {label.is_right ? x + wide / 2 : x - wide / 2, std::max(label_height, high / 2 + above_the_axis)},
            wide, high);
    }
    return out;
}

} // namespace roofrack
