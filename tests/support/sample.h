// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/step/engine/prepared.h"

#include <QDir>
#include <QTest>

#include <string>
#include <vector>

namespace roofrack::test {

/// A scenario of a sample, the first by default: "dgx-h100-su", "mechanisms/flat-rings".
inline Scenario sample(const std::string& name, size_t scenario = 0) {
    const auto loaded =
        read_project(ROOFRACK_SOURCE_DIR "/samples/" + name + ".roofrack.json", Catalog::built_in());
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    return loaded->project.scenarios.at(scenario);
}

/// All samples except the mechanisms.
inline std::vector<std::string> sample_names() {
    std::vector<std::string> out;
    const QDir folder(QStringLiteral(ROOFRACK_SOURCE_DIR "/samples"));
    for (const QFileInfo& file : folder.entryInfoList({QStringLiteral("*.roofrack.json")}, QDir::Files))
        out.push_back(file.fileName().section(u'.', 0, 0).toStdString());
    return out;
}

inline Prepared prepared(const Scenario& scenario) {
    auto result = Prepared::make(scenario, Catalog::built_in());
    if (!result) qFatal("%s", result.error().text().c_str());
    return std::move(*result);
}

} // namespace roofrack::test
