// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "core/base/constants/embedded.h"
#include "core/drawing/project/project_file.h"
#include "core/drawing/templates/templates.h"

#include <QTest>

#include <optional>

namespace roofrack::test {

/// A sample by its path, a template by its name.
inline std::optional<Scenario> scenario_of(const QByteArray& name) {
    const Catalog& catalog = Catalog::built_in();
    for (const EmbeddedFile& file : embedded_files())
        if (file.path == std::string_view(name.data(), static_cast<size_t>(name.size()))) {
            const auto read = parse_project(file.contents, catalog);
            return read ? std::optional(read->project.scenarios[0]) : std::nullopt;
        }
    const auto made = make_template(name.toStdString(), {}, catalog);
    return made ? std::optional(made->scenarios[0]) : std::nullopt;
}

/// A row of test data for each sample and each template: its `name`.
inline void add_every_drawing() {
    QTest::addColumn<QByteArray>("name");
    for (const EmbeddedFile& file : embedded_files())
        if (file.path.starts_with("samples/") && file.path.ends_with(".roofrack.json"))
            QTest::newRow(std::string(file.path).c_str())
                << QByteArray(file.path.data(), static_cast<qsizetype>(file.path.size()));
    for (const TemplateInfo& one : list_templates())
        QTest::newRow(one.name.c_str()) << QByteArray::fromStdString(one.name);
}

} // namespace roofrack::test
