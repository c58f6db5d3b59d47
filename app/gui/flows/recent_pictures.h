// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/flows/project_picture.h"
#include "widgets/editor/latest_worker.h"

#include <QObject>
#include <QStringList>

#include <memory>

namespace roofrack {

class Catalog;

/// Reads recent projects on a thread of its own, so that what is large, broken or far away delays nobody.
/// What is no project, has more than 2 MiB or is drawn of more than 2,000 things gets no picture.
class RecentPictures : public QObject {
    Q_OBJECT

public:
    explicit RecentPictures(const Catalog& catalog, QObject* parent = nullptr);

    void read(const QStringList& paths);

Q_SIGNALS:
    void sketched(const QString& path, std::shared_ptr<const ProjectSketch> sketch);
    void finished();

private:
    LatestWorker<QStringList> m_worker; ///< last: it tells this object
};

} // namespace roofrack
