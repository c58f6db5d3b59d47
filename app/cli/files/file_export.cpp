// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/files/file_export.h"

#include "app/cli/base/project_answers.h"
#include "core/measured/p2p/p2p_file.h"

#include <algorithm>

namespace roofrack::cli {

namespace {

Result<std::string> write_p2p(const ProjectAnswers& project, std::string_view ending,
                              std::vector<Diagnostic>& warnings) {
    const auto list = CableList::make(project.answers().scenario().cluster, project.catalog());
    if (!list) return tl::unexpected(list.error());
    warnings = p2p_warnings(*list);
    if (ending == ".csv") return p2p_csv(*list);
    return p2p_workbook(*list);
}

} // namespace

const std::vector<FileFormat>& file_formats() {
    static const std::vector<FileFormat> formats{
        {"p2p",
         "every cable, as NVIDIA's Cable Validation Tool reads it: .xlsx, or .csv for its older versions",
         write_p2p},
    };
    return formats;
}

const FileFormat* file_format(std::string_view name) {
    const auto& all = file_formats();
    const auto at = std::ranges::find(all, name, &FileFormat::name);
    return at == all.end() ? nullptr : &*at;
}

} // namespace roofrack::cli
