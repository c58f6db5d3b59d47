// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"

#include <QByteArray>
#include <QFile>
#include <QString>

namespace roofrack::test {

/// Makes a project file one of a newer program, which is opened for reading only. False: it is none.
inline bool make_newer(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return false;
    QByteArray text = file.readAll();
    file.close();
    const QByteArray current = "\"schema\": " + QByteArray::number(Project::current_schema);
    if (!text.contains(current) || !file.open(QIODevice::WriteOnly)) return false;
    text.replace(current, "\"schema\": 999");
    return file.write(text) == text.size();
}

} // namespace roofrack::test
