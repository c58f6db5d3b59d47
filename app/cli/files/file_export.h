// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <string>
#include <string_view>
#include <vector>

namespace roofrack::cli {

class ProjectAnswers;

/// A format of which an export is one file.
struct FileFormat {
    const char* name;
    const char* help;
    std::vector<std::string> endings; ///< those that its name may have, in lower case: ".csv"
    /// The file's bytes. `ending`: one of them; `warnings` takes what the format cannot say.
    Result<std::string> (*write)(const ProjectAnswers& project, std::string_view ending,
                                 std::vector<Diagnostic>& warnings);
};
const std::vector<FileFormat>& file_formats();
/// nullptr: it is none of these.
const FileFormat* file_format(std::string_view name);

} // namespace roofrack::cli
