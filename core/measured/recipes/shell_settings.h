// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// What a shell script sets and what arguments it gives, read without running it: `NAME=VALUE`, also
/// exported, appended (`NAME+=VALUE`) or as a default (`${NAME:-VALUE}`, `${NAME-VALUE}`), whole numbers in
/// `$(( ))`,
/// `--key value` and `--key=value`, also as elements of an array, `NAME=(--key value)`. Branches and commands
/// are not followed.
struct ShellSettings {
    std::map<std::string, std::string> variables;
    /// In order; the value of a flag is empty.
    std::vector<std::pair<std::string, std::string>> arguments;
    /// Arguments whose value is a variable that the script does not set, or leaves empty, and which.
    std::map<std::string, std::string> unset;
};
ShellSettings read_shell(std::string_view script);

} // namespace roofrack
