// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/recent_pictures.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"

namespace roofrack {

namespace {

/// Nothing when it is no project, or too large for a glance.
std::shared_ptr<const ProjectSketch> sketch_of_file(const std::filesystem::path& path,
                                                    const Catalog& catalog) {
    constexpr uintmax_t most_bytes = 2u << 20;
    constexpr size_t most_items = 2000;
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return {};
    if (std::filesystem::file_size(path, error) > most_bytes || error) return {};
    const auto loaded = read_project(path, catalog);
    if (!loaded || loaded->project.scenarios.empty()) return {};
    const Cluster& cluster = loaded->project.scenarios.front().cluster;
    if (cluster.elements.size() + cluster.links.size() > most_items) return {};
    return std::make_shared<const ProjectSketch>(project_sketch(loaded->project, catalog));
}

} // namespace

RecentPictures::RecentPictures(const Catalog& catalog, QObject* parent)
    : QObject(parent)
    , m_worker([this, &catalog](const QStringList& paths, const std::stop_token& stop) {
        for (const QString& path : paths) {
            if (stop.stop_requested()) return;
            if (auto sketch = sketch_of_file(path.toStdString(), catalog))
                Q_EMIT sketched(path, std::move(sketch));
        }
        Q_EMIT finished();
    }) {
    qRegisterMetaType<std::shared_ptr<const ProjectSketch>>();
}

void RecentPictures::read(const QStringList& paths) { m_worker.post(paths); }

} // namespace roofrack
