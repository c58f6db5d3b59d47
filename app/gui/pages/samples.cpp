// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/samples.h"

#include "core/base/constants/embedded.h"
#include "core/drawing/project/project_file.h"
#include "widgets/fields/text.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <array>

namespace roofrack {

namespace {

constexpr std::string_view folder = "samples/", suffix = ".roofrack.json";

/// From one box to the largest run; what is not named follows.
constexpr std::array<std::string_view, 9> order = {
    "ws-8gpu",
    "dgx-h100-su",
    "llama3-405b-16k",
    "gb200-nvl72-x8",
    "shared-a100-hot-rack",
    "megatron-1t-3072",
    "generic-100m-2gpu",
    "generic-100m-256gpu-8nic",
    "generic-100m-256gpu-1nic",
};

std::string_view id_of(std::string_view path) {
    return path.substr(folder.size(), path.size() - folder.size() - suffix.size());
}

} // namespace

QString Sample::id() const { return as_written(id_of(path)); }

Result<Project> Sample::read(const Catalog& catalog) const {
    auto loaded = parse_project(contents, catalog, path);
    if (!loaded) return tl::unexpected(loaded.error());
    return std::move(loaded->project);
}

std::vector<Sample> samples() {
    std::vector<Sample> found;
    for (const EmbeddedFile& file : embedded_files())
        if (file.path.starts_with(folder) && file.path.ends_with(suffix))
            found.push_back({file.path, file.contents});
    std::ranges::stable_sort(
        found, {}, [](const Sample& sample) { return std::ranges::find(order, id_of(sample.path)); });
    return found;
}

QStringList decision_ids() {
    QStringList out;
    for (const QString& file : QDir(QStringLiteral(":/samples/decisions")).entryList(QDir::Files, QDir::Name))
        if (file.endsWith(to_qt(suffix)))
            out << QStringLiteral("decisions/") + file.chopped(static_cast<qsizetype>(suffix.size()));
    return out;
}

Result<Project> read_sample(const QString& id, const Catalog& catalog) {
    for (const Sample& sample : samples())
        if (sample.id() == id) return sample.read(catalog);
    const QString path = QStringLiteral("%1%2%3").arg(to_qt(folder), id, to_qt(suffix));
    QFile file(QStringLiteral(":/") + path);
    if (!file.open(QIODevice::ReadOnly))
        return tl::unexpected(Diagnostic{path.toStdString(), "there is no such sample",
                                         "choose one of the menu File, Open sample"});
    auto loaded = parse_project(file.readAll().toStdString(), catalog, path.toStdString());
    if (!loaded) return tl::unexpected(loaded.error());
    return std::move(loaded->project);
}

} // namespace roofrack
