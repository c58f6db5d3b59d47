// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "widgets/charts/chart_data.h"
#include "widgets/charts/scale/study_view.h"

#include <QCommandLineParser>

namespace roofrack {

// How `render --chart scaling` is seen.

void add_study_options(QCommandLineParser& parser);
/// At first as in the window.
Result<StudyView> read_study_view(const QCommandLineParser& parser);
/// The scenarios of the view beside the one of `data`; fails where the project has none of such a name.
Result<void> put_beside(const Project& project, const StudyView& view, const Catalog& catalog,
                        ChartData& data);

} // namespace roofrack
