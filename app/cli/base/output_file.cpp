// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/output_file.h"

#include "core/base/files/may_write.h"

namespace roofrack::cli {

Option OutputFile::add_to(const Command& command, const std::string& name, const std::string& help) {
    const Option option = command.add_option(name, path, help);
    command.add_flag("--force", force, "replace a file that exists");
    return option;
}

Result<void> OutputFile::check() const { return path.empty() ? Result<void>() : may_write(path, force); }

Result<void> OutputFile::check_beside(const std::string& input) const {
    return path.empty() ? Result<void>() : may_write_beside(path, input, force);
}

} // namespace roofrack::cli
