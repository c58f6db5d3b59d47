// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output_file.h"

#include <filesystem>

namespace roofrack::cli {

CLI::Option* OutputFile::add_to(CLI::App& command, const std::string& name, const std::string& help) {
    CLI::Option* const option = command.add_option(name, path, help);
    command.add_flag("--force", force, "replace a file that exists");
    return option;
}

Result<void> OutputFile::check() const {
    std::error_code error;
    // A link to nothing yet may be written through, and what cannot be asked fails when it is written.
    if (path.empty() || force || !std::filesystem::exists(path, error)) return {};
    return fail(path, "exists already", "choose another name, or pass --force");
}

Result<void> OutputFile::check_beside(const std::string& input) const {
    std::error_code error;
    if (!path.empty() && std::filesystem::equivalent(path, input, error))
        return fail(path, "is what is read", "choose another name");
    return check();
}

} // namespace roofrack::cli
