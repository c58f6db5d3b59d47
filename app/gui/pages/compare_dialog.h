// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/project/project_difference.h"

#include <QDialog>

namespace roofrack {

/// In which values two states of a project differ. `mine` and `theirs` head the columns.
class CompareDialog : public QDialog {
    Q_OBJECT

public:
    CompareDialog(const QString& introduction, const ProjectDifference& found, const QString& mine,
                  const QString& theirs, QWidget* parent = nullptr);
};

} // namespace roofrack
