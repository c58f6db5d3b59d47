// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/text_width.h"

#include <QFontMetricsF>
#include <QHash>

#include <array>

namespace roofrack {

namespace {

constexpr size_t type_roles = 4;
static_assert(static_cast<size_t>(Theme::Role::verdict) + 1 == type_roles, "a place for each Theme::Role");

/// What was measured of one family.
struct MeasuredType {
    QString family;
    std::array<QHash<QString, double>, type_roles> widths;
    std::array<double, type_roles> heights{}; ///< 0 where it was not measured yet
};

/// A thread paints in one type, or in the bundled one and that of a house style by turns.
MeasuredType& measured_in(const QString& family) {
    static thread_local MeasuredType bundled, other;
    if (family.isEmpty()) return bundled;
    if (other.family != family) {
        other = {};
        other.family = family;
    }
    return other;
}

QFontMetricsF metrics_of(Theme::Role role, const QString& family) {
    Theme theme = Theme::light();
    theme.family = family;
    return QFontMetricsF(theme.font(role));
}

} // namespace

double text_width(const QString& text, Theme::Role role, const QString& family) {
    constexpr qsizetype most = 50000;
    QHash<QString, double>& widths = measured_in(family).widths[static_cast<size_t>(role)];
    if (const auto found = widths.constFind(text); found != widths.constEnd()) return *found;
    if (widths.size() > most) widths.clear();
    const double width = metrics_of(role, family).horizontalAdvance(text);
    widths.insert(text, width);
    return width;
}

double text_height(Theme::Role role, const QString& family) {
    double& height = measured_in(family).heights[static_cast<size_t>(role)];
    if (height == 0) height = metrics_of(role, family).height();
    return height;
}

} // namespace roofrack
