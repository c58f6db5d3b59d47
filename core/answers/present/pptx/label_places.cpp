// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/pptx/label_places.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

constexpr double clear_by = 0.02; ///< around a label, share of the plot's height

/// Whether a line that ascends in x goes through the area.
bool goes_through(const std::vector<PlotPoint>& line, const PlotArea& area) {
    for (size_t i = 1; i < line.size(); ++i) {
        const PlotPoint &a = line[i - 1], &b = line[i];
        const double from = std::max(a.x, area.left), to = std::min(b.x, area.right);
        if (from > to) continue;
        const double slope = b.x > a.x ? (b.y - a.y) / (b.x - a.x) : 0;
        const double y1 = a.y + slope * (from - a.x), y2 = b.x > a.x ? a.y + slope * (to - a.x) : b.y;
        if (std::min(y1, y2) <= area.top && std::max(y1, y2) >= area.bottom) return true;
    }
    return false;
}

/// Where one label may stand, and how far that is from its mark.
class Places {
public:
    Places(const LabelGround& ground, const std::vector<PlotArea>& taken)
        : m_ground(ground)
        , m_taken(taken) {}

    std::optional<PlotPoint> nearest(const MarkLabel& label) const {
        const auto clear_of_borders = nearest(label, false);
        return clear_of_borders ? clear_of_borders : nearest(label, true);
    }

private:
    std::optional<PlotPoint> nearest(const MarkLabel& label, bool may_cross) const {
        constexpr int steps = 40, sides = 12;
        constexpr double farthest = 0.45; // share of the plot's height: farther off it seems to be another's
        double best = farthest;
        std::optional<PlotPoint> out;
        for (int up = steps; up >= -steps; --up)
            for (int aside = -2 * sides; aside <= 2 * sides; ++aside) {
                const double dx = label.width * aside / sides, dy = farthest * 2 * up / steps;
                const double beyond_x = std::max(std::abs(dx) - label.width / 2, 0.0) * m_ground.aspect,
                             beyond_y = std::max(std::abs(dy) - label.height / 2, 0.0);
                constexpr double centred = 0.02; // as if it were so much farther off
                const PlotPoint centre{label.mark.x + dx, label.mark.y + dy};
                const double distance = std::hypot(beyond_x, beyond_y) + centred * std::abs(aside) / sides;
                if (distance >= best || (!may_cross && crosses_border(centre, label))) continue;
                if (!is_free(centre, label)) continue;
                best = distance;
                out = centre;
            }
        return out;
    }

    bool crosses_border(const PlotPoint& centre, const MarkLabel& label) const {
        const double width = label.width + 2 * clear_by / m_ground.aspect;
        return std::ranges::any_of(m_ground.borders,
                                   [&](double x) { return 2 * std::abs(x - centre.x) < width; });
    }

    bool is_free(const PlotPoint& centre, const MarkLabel& label) const {
        const PlotArea area = PlotArea::around(centre, label.width + 2 * clear_by / m_ground.aspect,
                                               label.height + 2 * clear_by);
        if (area.left < 0 || area.right > 1 || area.bottom < 0 || area.top > 1) return false;
        const auto meets = [&](const PlotArea& other) { return other.meets(area); };
        if (std::ranges::any_of(m_taken, meets)) return false;
        return std::ranges::none_of(m_ground.lines,
                                    [&](const auto& line) { return goes_through(line, area); });
    }

    const LabelGround& m_ground;
    const std::vector<PlotArea>& m_taken;
};

} // namespace

PlotArea PlotArea::around(const PlotPoint& centre, double width, double height) {
    return {centre.x - width / 2, centre.x + width / 2, centre.y - height / 2, centre.y + height / 2};
}

bool PlotArea::meets(const PlotArea& other) const {
    return left < other.right && other.left < right && bottom < other.top && other.bottom < top;
}

std::vector<std::optional<PlotPoint>> label_places(const std::vector<MarkLabel>& labels,
                                                   const LabelGround& ground) {
    std::vector<PlotArea> taken = ground.taken;
    for (const MarkLabel& each : labels)
        taken.push_back(PlotArea::around(each.mark, 2 * clear_by / ground.aspect, 2 * clear_by));
    std::vector<std::optional<PlotPoint>> out;
    for (const MarkLabel& each : labels) {
        const Places places(ground, taken);
        const std::optional<PlotPoint> place = places.nearest(each);
        if (place) taken.push_back(PlotArea::around(*place, each.width, each.height));
        out.push_back(place);
    }
    return out;
}

} // namespace roofrack
