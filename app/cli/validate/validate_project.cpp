// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/validate/validate_project.h"
#include "app/cli/base/output.h"

#include "core/drawing/project/project_file.h"
#include "core/measured/measure/published/published_project.h"

#include <fmt/format.h>
#include <sstream>

namespace roofrack::cli {

int write_published_project(const Table& runs, const std::string& id, const OutputFile& file) {
    if (const auto may = file.check(); !may) return report(may.error());
    const auto project = published_project(runs, id, Catalog::built_in(), CostParameters::built_in());
    if (!project) return report(project.error());
    const auto written = write_project(*project, file.path, Catalog::built_in());
    if (!written) return report(written.error());
    std::istringstream note(project->scenarios.front().cluster.elements.back().text);
    for (std::string line; std::getline(note, line);) print_text("{}\n", line);
    return Exit::done;
}

} // namespace roofrack::cli
