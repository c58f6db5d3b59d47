// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/compare/sizes_text.h"

#include "widgets/charts/chart_text.h"
#include "widgets/charts/compare/compare_chart.h"

#include <cmath>

namespace roofrack {

namespace {

QString left_text(const EqualSize& size) { return qt(amount_text(size.by, size.limit - size.amount)); }

/// Whether some of an amount that each may use up stays; days and GPUs are no such amount.
bool leaves_of_limit(const EqualSize& size) {
    constexpr double least = 1e-6; // share of the limit
    return size.by != EqualBy::days && size.by != EqualBy::gpus && std::isfinite(size.amount) &&
           size.limit - size.amount > least * size.limit;
}

} // namespace

QString resized_racks_text(const EqualSize& size, bool is_brief) {
    const QString racks = size.racks == 1 ? CompareChart::tr("1 rack")
                                          : CompareChart::tr("%1 racks").arg(count_text(size.racks));
    QString out = size.racks == size.drawn_racks
                      ? CompareChart::tr("%1, as drawn").arg(racks)
                      : CompareChart::tr("%1 instead of %2").arg(racks, count_text(size.drawn_racks));
    if (!size.other_plan.empty()) out += CompareChart::tr(", another plan");
    if (size.most_racks) out += CompareChart::tr(" (%1 would be slower)").arg(count_text(*size.most_racks));
    if (!size.unused.empty())
        return out + CompareChart::tr("; %1 unused: %2")
                         .arg(left_text(size),
                              qt(is_brief && !size.stopped_by.empty() ? size.stopped_by : size.unused));
    if (!size.meets) return out;
    const bool leaves_some = leaves_of_limit(size);
    if (leaves_some) out += CompareChart::tr("; %1 unused").arg(left_text(size));
    // Where more would be slower, what is left is not for want of room.
    if (const std::string next = next_racks_text(size); !next.empty())
        out += (leaves_some && !size.most_racks ? QStringLiteral(": ") : QStringLiteral("; ")) + qt(next);
    return out;
}

QString sizes_lines(const ComparedSizes& sizes) {
    QString out;
    QStringList resized;
    for (const EqualSize& each : sizes.resized) {
        const QString name = qt(each.scenario.name);
        if (each.meets)
            resized << CompareChart::tr("“%1”: %2").arg(name, resized_racks_text(each)) +
                           (each.adds_nothing
                                ? CompareChart::tr(", nothing of what it adds fits: never the best")
                                : QString());
        else
            out += u'\n' + CompareChart::tr("“%1” does not meet that, and is never the best: %2")
                               .arg(name, qt(each.nearest));
    }
    if (!resized.isEmpty()) out.prepend(u'\n' + resized.join(QStringLiteral("; ")));
    for (const std::string& note : sizes.notes) out += u'\n' + qt(note);
    QStringList cautions;
    for (const ScenarioCaution& each : sizes.cautions)
        cautions << CompareChart::tr("“%1”: %2").arg(qt(each.scenario), qt(each.text()));
    if (!cautions.isEmpty()) out += u'\n' + cautions.join(QStringLiteral("; "));
    return out;
}

} // namespace roofrack
