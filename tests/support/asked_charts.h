// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/findings.h"
#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/charts/chart_data.h"

#include <QStringList>

#include <filesystem>

namespace roofrack::test {

/// What the charts of these ids show of a scenario; without ids all, but for what fills the site, which takes
/// seconds.
inline ChartData asked_charts(const Scenario& scenario, const QStringList& ids = {}, bool best_plan = false,
                              const std::filesystem::path& folder = {}) {
    const auto answers = std::make_shared<const Answers>(
        Snapshot{
            .scenario = std::make_shared<const Scenario>(scenario), .folder = folder, .best_plan = best_plan},
        Catalog::built_in());
    ask_for<Verdict>(*answers);
    for (const ChartEntry& entry : chart_catalog()) {
        const QLatin1String id(entry.id);
        if (ids.isEmpty() ? id != QLatin1String("running-by") : ids.contains(id)) entry.ask_all(*answers);
    }
    return ChartData(answers);
}

} // namespace roofrack::test
