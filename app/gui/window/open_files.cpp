// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/open_files.h"

#include "app/gui/flows/collectives_flow.h"
#include "app/gui/flows/curves_flow.h"
#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/trace_flow.h"
#include "app/gui/imports/import_flow.h"
#include "app/gui/imports/prices_flow.h"
#include "core/base/files/file_kind.h"

namespace roofrack {

void open_files(const QStringList& paths, const FileTakers& takers, bool asks) {
    std::vector<std::filesystem::path> left;
    for (const QString& path : paths) {
        if (file_kind(path.toStdString()) == FileKind::project)
            takers.projects.open(path.toStdString());
        else
            left.emplace_back(path.toStdString());
    }
    takers.imports.take(left, asks);
    takers.prices.take(left);
    takers.collectives.take(left);
    takers.curves.take(left);
    if (left.empty()) return;
    if (left.size() == 1 && takers.imports.refuse_unknown(left.front())) return;
    takers.traces.read(left);
}

} // namespace roofrack
